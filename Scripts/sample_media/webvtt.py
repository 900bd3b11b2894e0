"""WebVTT in segments (RFC 8216 3.5): each has its header, and a cue over a boundary stands in both segments."""

CUES = [
    (0.5, 3.0, "Bars and a clock."),
    (3.2, 5.6, "This cue crosses a segment boundary."),
    (6.0, 8.0, "Größe, naïve, 日本語: UTF-8 of one to three bytes."),
    (8.5, 11.5, "The end\nin two lines."),
]


def clock(seconds):
    milliseconds = round(seconds * 1000)
    return f"{milliseconds // 3600000:02}:{milliseconds // 60000 % 60:02}:{milliseconds % 60000 / 1000:06.3f}"


def segment(start, end, mpegts):
    """The cues between two times (seconds); time 0 is `mpegts` on the 90 kHz clock of the video."""
    lines = ["WEBVTT", f"X-TIMESTAMP-MAP=MPEGTS:{mpegts},LOCAL:00:00:00.000", ""]
    for cue_start, cue_end, text in CUES:
        if cue_start < end and cue_end > start:
            lines += [f"{clock(cue_start)} --> {clock(cue_end)}", text, ""]
    return "\n".join(lines).encode()
