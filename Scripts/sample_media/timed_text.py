"""WebVTT and TTML in fragmented MP4 (ISO/IEC 14496-30): `wvtt` and `stpp`, a sample a segment. ffmpeg writes neither."""

import struct

TIMESCALE = 1000
MATRIX = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def box(kind, *contents):
    content = b"".join(contents)
    return struct.pack(">I4s", len(content) + 8, kind) + content


def full_box(kind, flags, *contents, version=0):
    return box(kind, struct.pack(">I", version << 24 | flags), *contents)


def sample_entry(kind):
    start = bytes(6) + struct.pack(">H", 1)
    if kind == "wvtt":
        return box(b"wvtt", start, box(b"vttC", b"WEBVTT"))
    return box(b"stpp", start, b"http://www.w3.org/ns/ttml\0\0\0")


def section(kind):
    """An initialization section with one track of text."""
    handler, header = (b"text", full_box(b"nmhd", 0)) if kind == "wvtt" else (b"subt", full_box(b"sthd", 0))
    empty = [full_box(name, 0, bytes(4)) for name in (b"stts", b"stsc", b"stco")] + [full_box(b"stsz", 0, bytes(8))]
    table = box(b"stbl", full_box(b"stsd", 0, struct.pack(">I", 1), sample_entry(kind)), *empty)
    references = box(b"dinf", full_box(b"dref", 0, struct.pack(">I", 1), full_box(b"url ", 1)))
    media = [
        full_box(b"mdhd", 0, struct.pack(">IIIIHH", 0, 0, TIMESCALE, 0, 0x15C7, 0)),
        full_box(b"hdlr", 0, bytes(4), handler, bytes(12), b"Text\0"),
        box(b"minf", header, references, table),
    ]
    track_header = struct.pack(">IIIII8xhhhH", 0, 0, 1, 0, 0, 0, 0, 0, 0) + MATRIX + bytes(8)
    track = box(b"trak", full_box(b"tkhd", 3, track_header), box(b"mdia", *media))
    movie = struct.pack(">IIIIIH10x", 0, 0, TIMESCALE, 0, 0x10000, 0) + MATRIX + bytes(24) + struct.pack(">I", 2)
    extends = box(b"mvex", full_box(b"trex", 0, struct.pack(">IIIII", 1, 1, 0, 0, 0)))
    return box(b"ftyp", b"iso6", bytes(4), b"iso6cmfc") + box(b"moov", full_box(b"mvhd", 0, movie), track, extends)


def sample(kind, start, end, text):
    if kind == "wvtt":
        return box(b"vttc", box(b"payl", text.encode()))
    line = f'<p begin="{start:.3f}s" end="{end:.3f}s">{text}</p>'
    return f'<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>{line}</div></body></tt>'.encode()


def segment(kind, number, start, end, text):
    content = sample(kind, start, end, text)
    run = struct.pack(">IiII", 1, 0, int((end - start) * TIMESCALE), len(content))

    def fragment(run):
        track = [
            full_box(b"tfhd", 0x020000, struct.pack(">I", 1)),
            full_box(b"tfdt", 0, struct.pack(">Q", int(start * TIMESCALE)), version=1),
            full_box(b"trun", 0x301, run),
        ]
        return box(b"moof", full_box(b"mfhd", 0, struct.pack(">I", number + 1)), box(b"traf", *track))

    offset = struct.pack(">i", len(fragment(run)) + 8)
    return fragment(run[:4] + offset + run[8:]) + box(b"mdat", content)
