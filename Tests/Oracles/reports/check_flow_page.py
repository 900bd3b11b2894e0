#!/usr/bin/env python3
"""Reads the page of `fairlead rehearse --html` with Python's parser of HTML, and opens it in headless Chromium, in dark and in
light, at three widths: it is well formed, has every text of the JSON report of the run and nothing of an input as a tag, complains
about nothing, asks for nothing, and fits its window.

    check_flow_page.py REPORT.json PAGE.html PICTURES
"""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import devtools  # noqa: E402
from outcome import Outcome  # noqa: E402

SIZES = {"wide": (1280, 900), "medium": (1100, 900), "narrow": (390, 844)}
VOID = {"meta", "link"}
TAGS = {
    "html", "head", "meta", "link", "title", "style", "body", "header", "main", "section", "h1", "h2", "h3", "p", "span", "strong",
    "bdi", "dl", "div", "dt", "dd", "ol", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "details", "summary",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "rel", "href", "class", "id", "aria-label", "aria-labelledby", "aria-hidden",
}  # fmt: skip
HIDDEN = {"\u202e", "\u2028"}

OVERFLOWING = """
[...document.querySelectorAll("body *")].filter((element) => {
  if (element.closest(".scroll") || !element.checkVisibility()) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((element) => element.tagName + "." + element.className).slice(0, 5)
"""
CUT_OFF = """
[...document.querySelectorAll(".total, .total dd, .badge, .way ol, .box, .box *")].filter(
  (element) => getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1
).map((element) => element.className + " " + element.textContent).slice(0, 5)
"""


class Page(HTMLParser):
    """The tree of a page, as far as the checks need it."""

    def __init__(self, outcome):
        super().__init__(convert_charrefs=True)
        self.outcome, self.open, self.ids, self.labels = outcome, [], [], []
        self.texts, self.boxes = [], []

    def handle_starttag(self, tag, attributes):
        self.outcome.check(tag in TAGS, f"tag {tag}")
        for name, value in attributes:
            self.outcome.check(name in ATTRIBUTES, f"attribute {name} of {tag}")
            if name == "id":
                self.ids.append(value)
            elif name == "aria-labelledby":
                self.labels.append(value)
            elif (name, tag) == ("class", "li") and value.startswith("box "):
                self.boxes.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        inner = self.open.pop() if self.open else None
        self.outcome.check(inner == tag, f"</{tag}> closes {inner}")

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            return
        self.texts.append(data)
        if self.boxes and "li" in self.open:
            self.boxes[-1] += data
        # What is written by hand has no such signs; what comes from elsewhere has them escaped, which the parser undoes.
        line, column = self.getpos()
        raw = self.rawdata.split("\n")[line - 1][column:].split("<")[0]
        self.outcome.check(not set("\"'>") & set(raw), f"{line}:{column}: not escaped: {raw[:60]!r}")

    def finish(self):
        self.close()
        self.outcome.check(self.open == [], f"not closed: {self.open}")
        self.outcome.check(len(set(self.ids)) == len(self.ids), f"ids {self.ids}")
        self.outcome.check(set(self.labels) <= set(self.ids), f"labels {self.labels}")


def shown_as(text):
    """What the page makes of a text: what cannot be seen is spelled out."""
    return "".join(f"\\u{{{ord(sign):X}}}" if sign in HIDDEN or sign < " " else sign for sign in text)


def texts_of(report):
    """All that the page has to say of a report."""
    for flow in report["flows"]:
        yield flow["flow"]
        yield from flow["remarks"]
        for step in flow["steps"]:
            yield from (step["code"], step["title"], step["asked"], step["came"])
            for finding in step["findings"]:
                yield from (finding.get("place", ""), finding["message"] + ".", finding["remedy"])
        for exchange in flow["exchanges"]:
            yield from (exchange["key_uri"], exchange.get("rule", ""), f"SHA-256 {exchange['asset_id_sha256']}")
            for message in filter(None, (exchange["request"], exchange.get("answer"))):
                yield f"SHA-256 {message['sha256']}"
                yield from (block["tag"] for block in message["blocks"])
    captured = report.get("captured", {"fields": [], "blocks": []})
    yield from (captured.get("file", ""), report.get("playlist", ""), report.get("device_key_function", ""))
    for field in captured["fields"]:
        yield from (field["name"], field["value"])
    yield from (block["tag"] for block in captured["blocks"])


def check_text(text, report, outcome):
    page = Page(outcome)
    page.feed(text)
    page.finish()
    found = {part.strip() for part in page.texts}
    missing = sorted({shown_as(part).strip() for part in texts_of(report)} - found - {""})
    outcome.check(not missing, f"not in the page: {missing[:3]}")
    steps = [step for flow in report["flows"] for step in flow["steps"]]
    outcome.check(len(page.boxes) == len(steps), f"{len(page.boxes)} boxes of {len(steps)} steps")
    for box, step in zip(page.boxes, steps):
        said = step["code"] in box and step["outcome"] in box
        outcome.check(said, f"the box of {step['code']} says {box!r}, not {step['outcome']}")


def check_look(path, pictures, outcome):
    browser = devtools.Browser()
    try:
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                what = f"{path.stem}, {size}, {scheme}"
                browser.show(path, width, height, scheme)
                browser.screenshot(pictures / f"{path.stem}-{size}-{scheme}.png", whole=True)
                browser.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
                outcome.check(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what}: too wide")
                for name, expression in {"out of the window": OVERFLOWING, "more than its box holds": CUT_OFF}.items():
                    found = browser.evaluate(expression)
                    outcome.check(not found, f"{what}: {name}: {found}")
                outcome.check(not browser.complaints(), f"{what}: {browser.complaints()}")
                outcome.check(not browser.requests(), f"{what}: it asks for {browser.requests()}")
                color = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                channels = [int(number) for number in re.findall(r"\d+", color)]
                outcome.check(len(channels) == 3 and (max(channels) < 128) == (scheme == "dark"), f"{what}: the page is {color}")
    finally:
        browser.close()


def main():
    report, page, pictures = map(Path, sys.argv[1:])
    outcome = Outcome()
    check_text(page.read_text(encoding="utf-8"), json.loads(report.read_text(encoding="utf-8")), outcome)
    check_look(page, pictures, outcome)
    outcome.finish()


if __name__ == "__main__":
    main()
