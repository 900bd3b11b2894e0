"""Comparison of a packaged presentation with the media that it was made of, and checks of refusals."""

import fractions
import os
import subprocess

import expectation
import media_reading
import presentation

Fraction = fractions.Fraction
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
LIMIT = 120
PRIMING = Fraction(5, 100)
"""Sound in front that decoders need before they are right; the samples of AAC are two frames."""


class Failure(Exception):
    """What went wrong in a case."""


class Program:
    """The program, with a key store of its own in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder = str(binary), folder
        self.environment = dict(ENVIRONMENT, HOME=str(folder), FAIRLEAD_KEY_STORE=f"sqlite:{folder}/k.sqlite",
                                FAIRLEAD_KEK="07" * 32)
        self.run("keys", "init")

    def run(self, *arguments):
        try:
            return subprocess.run([self.binary, *map(str, arguments)], capture_output=True, text=True,
                                  timeout=LIMIT, cwd=self.folder, env=self.environment,
                                  stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise Failure(f"{arguments[0]} was not done after {LIMIT} s") from None


def judge(program, inputs, options, protection, expected, asked):
    """Packages inputs and judges the result; returns whether it was packaged."""
    content = "odd-" + program.folder.name
    output, clear = program.folder / "out", program.folder / "clear"
    made = program.run("package", *inputs, "-o", output, "--content-id", content,
                       "--key-uri", "skd://{content_id}", *protection, *options)
    if made.returncode != 0:
        check_refusal(program, made, output, content)
        if not (expected.may_refuse or expected.must_refuse):
            raise Failure(f"refused: {made.stderr.strip()[:300]}")
        return False
    if expected.must_refuse:
        raise Failure(f"packaged, although {expected.must_refuse[0]}")
    demand(program.run("verify", output / "main.m3u8"), "verify")
    demand(program.run("package", *inputs, "-o", clear, "--clear", *options), "package --clear")
    demand(program.run("verify", clear / "main.m3u8", "--clear"), "verify --clear")
    if "aes-256-gcm" not in protection:
        answer = program.run("verify", output / "main.m3u8", "--source", clear / "main.m3u8")
        demand(answer, "verify --source")
    compare(clear / "main.m3u8", program.folder, expected, asked, made.stderr)
    return True


def demand(answer, what):
    if answer.returncode != 0:
        lines = [line for line in (answer.stderr + answer.stdout).splitlines() if line.startswith("error")]
        text = " / ".join(lines)[:300] or answer.stdout[-300:]
        raise Failure(f"{what}: status {answer.returncode}: {text}")


def check_refusal(program, answer, output, content):
    """Checks that a run which ended with an error says why, and leaves nothing."""
    text = answer.stderr.strip()
    if not 64 <= answer.returncode <= 78:
        raise Failure(f"status {answer.returncode}: {text[:300]}")
    errors = [line for line in text.splitlines() if not line.startswith(("warning: ", "note: "))]
    if not errors or not all(line.startswith("error: ") for line in errors):
        raise Failure(f"status {answer.returncode} with other lines than errors: {text[:300]}")
    if answer.returncode == 65:
        source = "input."
        for line in errors:
            if source not in line:
                raise Failure(f"an error names no file: {line[:300]}")
            if not line.endswith((".", ")")) or ". " not in line:
                raise Failure(f"an error ends without advice: {line[:300]}")
    if answer.returncode not in (64, 65):
        raise Failure(f"refused with status {answer.returncode}: {text[:300]}")
    if output.exists():
        raise Failure("refused, and the output folder is there")
    keys = program.run("keys", "list", "--content-id", content, "--format", "json")
    if keys.returncode != 0 or keys.stdout.strip():
        raise Failure(f"refused, and keys list ends with {keys.returncode}: {keys.stdout.strip()[:200]}")


def compare(main, folder, expected, asked, warnings):
    """Compares the media of a clear presentation with what was expected."""
    shifts, renditions = {}, []
    try:
        paths = dict(zip(("video", "audio"), presentation.playlists(main)))
        for name, path in paths.items():
            if not expected.visible(name):
                continue
            if path is None:
                raise Failure(f"the presentation has no {name}")
            rendition = presentation.rendition(path)
            form = "mp4" if rendition.is_fragmented else "ts"
            media = rendition.joined(folder / f"joined-{name}.{form}")
            found = units_of(media, name)
            may_lead = "edit list hides" in warnings
            shifts[name] = compared(found, expected, name, rendition.is_fragmented, may_lead)
            is_muxed = paths["video"] == paths["audio"]
            if not is_muxed or name == "video":
                presentation.check_durations(rendition, expected, asked, name, is_muxed)
            renditions.append(rendition)
        check_events(renditions, expected, next(iter(shifts.values()), Fraction(0)), warnings)
        presentation.check_targets(main.parent, expected, asked)
    except (presentation.BadPresentation, media_reading.UnreadableMedia) as error:
        raise Failure(str(error)) from None
    if len(shifts) == 2 and abs(shifts["video"] - shifts["audio"]) > Fraction(2, 1000):
        late = float(shifts["video"] - shifts["audio"]) * 1000
        raise Failure(f"video is {late:.1f} ms later than it was beside the audio")


def units_of(media, name):
    """Reads the units of a rendition; sound is decoded once, too."""
    if name == "video":
        return media_reading.pictures(media)
    media_reading.decoded_sound(media)
    stream = media_reading.probe(media, "-select_streams", "a:0", "-show_streams")["streams"][0]
    return media_reading.packets(media, stream)


def compared(found, expected, name, is_fragmented, may_lead=False):
    """Compares units in order, and returns by how much the result is later.

    Sound that an edit list hides may be in front, half a second of it, where the program said so (may_lead).
    """
    wanted = expected.visible(name)
    required = expected.required_from
    first = next((i for i, u in enumerate(wanted) if required is None or u.time >= required), None)
    if first is None:
        raise Failure(f"the oracle requires no unit of {name}")
    if is_fragmented:
        hidden = Fraction(-1, 10) if expected.is_stream else Fraction(0)
        found = [u for u in found if expectation.is_presented(u, name, hidden)]
    start = next((i for i, u in enumerate(found) if u.content == wanted[first].content), None)
    if start is None:
        time = float(wanted[first].time)
        raise Failure(f"{name}: the unit at {time:.3f} s is missing ({len(found)} units)")
    lead = found[start].time - found[0].time if start > first else Fraction(0)
    if lead > (Fraction(55, 100) if name == "audio" and may_lead else PRIMING if name == "audio" else 0):
        raise Failure(f"{name}: {start - first} units in front of the first that was to be seen")
    got, asked = found[start:], wanted[first:]
    for place, (unit, want) in enumerate(zip(got, asked)):
        if unit.content != want.content:
            raise Failure(f"{name}: unit {place} at {float(want.time):.3f} s is another")
    if len(got) != len(asked):
        raise Failure(f"{name}: {len(got)} units, {len(asked)} were to be there")
    firm = [(u, w) for u, w in zip(got, asked) if not w.is_loose]
    shift = firm[0][0].time - firm[0][1].time
    tolerance = Fraction(1, 8000) if is_fragmented and not expected.is_stream else Fraction(21, 900000)
    for unit, want in zip(got, asked):
        away = unit.time - want.time - shift
        if abs(away) > (Fraction(1, 10) if want.is_loose else tolerance):
            raise Failure(f"{name}: the unit at {float(want.time):.5f} s is {float(away) * 1000:.3f} ms off")
    return shift


def check_events(renditions, expected, shift, warnings):
    """Checks that one rendition of fMP4 has all event messages, once and with their times; of others, that a warning counts them."""
    if not expected.events:
        return
    if not any(r.is_fragmented for r in renditions):
        count = len(expected.events)
        lost = "1 event message ('emsg') is" if count == 1 else f"{count} event messages ('emsg') are"
        if f"{lost} left out" not in warnings:
            raise Failure("event messages are lost, and no warning says so")
        return
    found = [event for r in renditions for event in r.events()]
    # What is over before the start of the presentation is no event of it.
    wanted = {e.identifier: e for e in expected.events if e.start() + e.length + shift > 0}
    if sorted(event.identifier for event in found) != sorted(wanted):
        raise Failure(f"event messages {sorted(wanted)} became {[event.identifier for event in found]}")
    tick = Fraction(11, 10000)
    for event in found:
        want = wanted[event.identifier]
        if event.content != want.content:
            raise Failure(f"event message {event.identifier} has other texts or another message")
        time = event.time - shift
        # What is before the start of the presentation is at its start.
        start = max(want.start(), -shift)
        if abs(start - time) > tick:
            raise Failure(f"event message {event.identifier} is at {float(time):.4f} s, not at {float(start):.4f} s")
