#!/usr/bin/env python3
"""Opens the page of a batch report in headless Chromium, in dark and in light, at two widths, with and without JavaScript: it
complains about nothing, asks for nothing, shows every title, fits its window, sorts, filters, and what inputs are called does
nothing to it."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import devtools  # noqa: E402
from outcome import Outcome  # noqa: E402

SIZES = {"wide": (1280, 900), "narrow": (390, 844)}

OVERFLOWING = """
[...document.querySelectorAll("body *")].filter((element) => {
  if (element.closest("svg svg, .scroll, .label") || !element.checkVisibility()) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((element) => element.tagName + "." + (element.className.baseVal ?? element.className)).slice(0, 5)
"""
CUT_OFF = """
[...document.querySelectorAll(".total, .total dd, summary > span:not(.label), .heads > span, .badge, #controls *")].filter(
  (element) => element.checkVisibility() && getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1
).map((element) => element.className + " " + element.textContent).slice(0, 5)
"""
UNDEFINED_IDS = """
(() => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const links = [...document.querySelectorAll("a[href^='#']")].map((link) => link.hash.slice(1));
  return [...links.filter((id) => !document.getElementById(id)), ...ids.filter((id, place) => ids.indexOf(id) < place)];
})()
"""


def colours(path):
    """How many colours a picture has."""
    command = ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    pixels = subprocess.run(command, check=True, capture_output=True).stdout
    return len({pixels[place : place + 3] for place in range(0, len(pixels), 3)})


def names(options):
    if options.made:
        return None
    return [line.split("\t")[0] for line in options.titles.read_text(encoding="utf-8").split("\n") if line]


def shown_as(name):
    """What the page makes of a name: what cannot be seen is spelled out."""
    hidden = {"\u2028", "\u202e", "\u2066"}
    return "".join(f"\\u{{{ord(character):X}}}" if character in hidden else character for character in name)


def check_look(page, pictures, browser, outcome, prefix, titles):
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            what = f"{prefix}, {size}, {scheme}"
            browser.show(page, width, height, scheme)
            outcome.check(browser.evaluate("document.querySelectorAll('details.title').length") == titles, f"{what}: rows")
            outcome.check(browser.evaluate("scrollY") == 0, f"{what}: it does not begin at its top")
            fits = browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
            outcome.check(fits, f"{what}: wider than the window")
            browser.screenshot(pictures / f"{prefix}-{size}-{scheme}.png")
            # The first title that has pictures.
            opened = browser.evaluate(
                "(() => { const row = document.querySelector('.title:not([data-state=failed])'); row.firstElementChild.click();"
                " row.scrollIntoView(); return row.open && row.querySelector('.plot').getBoundingClientRect().height > 50; })()"
            )
            outcome.check(opened, f"{what}: a title does not open")
            overflowing = browser.evaluate(OVERFLOWING)
            outcome.check(not overflowing, f"{what}: out of the window: {overflowing}")
            cut_off = browser.evaluate(CUT_OFF)
            outcome.check(not cut_off, f"{what}: more than its box holds: {cut_off}")
            picture = pictures / f"{prefix}-{size}-{scheme}-open.png"
            browser.screenshot(picture)
            outcome.check(colours(picture) > 50, f"{what}: the picture is blank")
            outcome.check(not browser.complaints(), f"{what}: {browser.complaints()}")
            outcome.check(not browser.requests(), f"{what}: it asks for {browser.requests()}")
            dark = browser.evaluate("getComputedStyle(document.body).backgroundColor")
            channels = [int(number) for number in dark[4:-1].split(",")]
            outcome.check((max(channels) < 128) == (scheme == "dark"), f"{what}: the page is {dark}")


def check_content(page, browser, outcome, expected):
    browser.show(page, 1280, 900, "light")
    outcome.check(browser.evaluate(UNDEFINED_IDS) == [], "ids")
    shown = browser.evaluate("[...document.querySelectorAll('summary > .id > bdi')].map((name) => name.textContent)")
    outcome.check(shown == [shown_as(name) for name in expected], f"names: {shown}")
    outcome.check(browser.evaluate("document.querySelectorAll('img, iframe, object, link[rel=stylesheet]').length") == 0, "tags")
    outcome.check(browser.evaluate("document.scripts.length") == 1, "scripts")
    outcome.check(browser.evaluate("document.title").startswith("Batch report"), "the title is another")
    outcome.check("hidden-token" not in page.read_text(), "a token is in the page")
    browser.call("Runtime.evaluate", expression="addEventListener('securitypolicyviolation', () => { window.violated = true; })")
    script = "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))"
    browser.evaluate(script + "; new Promise((done) => setTimeout(done, 100))")
    outcome.check(browser.evaluate("window.ran === undefined && window.violated === true"), "the policy lets scripts run")


def check_table(page, browser, outcome, report):
    browser.show(page, 1280, 900, "light")
    titles = report["titles"]
    places = "[...document.querySelectorAll('#titles > .title:not([hidden])')].map((row) => Number(row.id.slice(1)))"

    def choose(column):
        browser.evaluate(f"document.querySelector('#heads [data-cell={column}] button').click()")
        return browser.evaluate(places)

    def order(value, way=1):
        return sorted(range(len(titles)), key=lambda place: way * value(titles[place]))

    size = lambda title: title.get("output", {}).get("bytes", 0)  # noqa: E731
    outcome.check(choose("size") == order(size, -1), "sorted by size")
    outcome.check(choose("size") == order(size), "sorted by size, the other way")
    outcome.check(choose("keys") == order(lambda title: len(title["keys"]), -1), "sorted by keys")
    outcome.check(choose("took") == order(lambda title: title["seconds"], -1), "sorted by time")
    bad = [place for place, title in enumerate(titles) if title["state"] in ("failed", "interrupted", "does-not-hold")]
    outcome.check(sorted(choose("state")[: len(bad)]) == bad, "trouble first")
    browser.evaluate("state.value = 'failed'; state.dispatchEvent(new Event('change'))")
    failed = sorted(place for place, title in enumerate(titles) if title["state"] == "failed")
    outcome.check(sorted(browser.evaluate(places)) == failed, "only what failed")
    browser.evaluate("state.value = ''; state.dispatchEvent(new Event('change'))")
    wanted = titles[-1]["content_id"][-6:].upper()
    found = [place for place, title in enumerate(titles) if wanted.lower() in title["content_id"].lower()]
    browser.evaluate(f"filter.value = {json.dumps(wanted)}; filter.dispatchEvent(new Event('input'))")
    browser.evaluate("new Promise((done) => setTimeout(done, 400))")
    outcome.check(sorted(browser.evaluate(places)) == found, f"filtered by {wanted}")
    browser.evaluate("filter.value = 'no title has this'; filter.dispatchEvent(new Event('input'))")
    browser.evaluate("new Promise((done) => setTimeout(done, 400))")
    outcome.check(browser.evaluate(f"{places}.length === 0 && !nothing.hidden"), "nothing matches")
    wanted = next(title for title in reversed(titles) if title["keys"])
    key_id = wanted["keys"][-1]["key_id"]
    browser.evaluate(f"filter.value = {json.dumps(key_id)}; filter.dispatchEvent(new Event('input'))")
    browser.evaluate("new Promise((done) => setTimeout(done, 400))")
    found = [place for place, title in enumerate(titles) if any(key["key_id"] == key_id for key in title["keys"])]
    outcome.check(browser.evaluate(places) == found, f"filtered by the key {key_id}")
    browser.evaluate("document.querySelector('.failures a, .warnings a').click()")
    outcome.check(browser.evaluate("document.querySelector('details.title[open]') !== null"), "a link opens its title")
    outcome.check(not browser.complaints(), f"{browser.complaints()}")


def check_without_scripts(page, browser, outcome, titles):
    browser.show(page, 1280, 900, "light", scripts=False)
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    count = lambda selector: len(browser.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"])  # noqa: E731
    outcome.check(count("details.title") == titles, "without JavaScript: rows")
    outcome.check(count("#controls[hidden]") == 1, "without JavaScript: controls that do nothing")
    outcome.check(count("#heads button") == 0, "without JavaScript: buttons that do nothing")
    outcome.check(count("details.title .bar") > 0 and count("details.title .facts") == titles, "without JavaScript: details")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", type=Path)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--titles", type=Path)
    parser.add_argument("--made", type=int)
    options = parser.parse_args()

    outcome = Outcome()
    page = options.reports / "report.html"
    report = json.loads((options.reports / "report.json").read_text(encoding="utf-8"))
    expected = names(options)
    titles = options.made or len(expected)
    browser = devtools.Browser()
    try:
        check_look(page, options.pictures, browser, outcome, "many" if options.made else "titles", titles)
        check_table(page, browser, outcome, report)
        if expected:
            check_content(page, browser, outcome, expected)
        check_without_scripts(page, browser, outcome, titles)
    finally:
        browser.close()
    outcome.finish()


if __name__ == "__main__":
    main()
