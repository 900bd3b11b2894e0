"""What CODECS, CHANNELS, RESOLUTION and FRAME-RATE of a multivariant playlist have to be, from the bytes of its media.

Names of codecs: RFC 6381 3.3, ISO/IEC 14496-15 annex E (AVC, HEVC), AV1 in ISO BMFF 5, ISO/IEC 14496-3 table 1.17 (MPEG-4 audio),
Dolby Vision Streams within HLS 2.
"""

import struct
from dataclasses import dataclass
from fractions import Fraction

import made_media
from common_encryption.boxes import AUDIO, VISUAL, parse
from hls import Malformed, attributes, read_playlist
from mpeg2_transport import pes_packets, program_map, read_packets

AC3_CHANNELS = (2, 1, 2, 3, 3, 4, 4, 5)
"""By acmod, without low frequencies (ATSC A/52 table 5.8)."""
AAC_CHANNELS = (None, 1, 2, 3, 4, 5, 6, 8)
AAC_NAMES = ("mp4a.40.2", "mp4a.40.5", "mp4a.40.29")


@dataclass
class Said:
    """By the media of one track."""

    codecs: tuple[str, ...]
    """Any of these names it."""
    supplemental: str | None = None
    channels: int | None = None
    size: tuple[int, int] | None = None


class Bits:
    def __init__(self, data):
        self.value, self.left = int.from_bytes(data, "big"), 8 * len(data)

    def take(self, count):
        self.left -= count
        return self.value >> self.left & (1 << count) - 1


# Sample entries


def hevc_name(kind, record):
    """Of hvcC: profile, compatibility in reverse order, tier and level, constraints without their last zeros."""
    profile, compatibility, level = record[1], int.from_bytes(record[2:6], "big"), record[12]
    reversed_flags = int(f"{compatibility:032b}"[::-1], 2)
    parts = [("", "A", "B", "C")[profile >> 6] + str(profile & 31), f"{reversed_flags:X}", f"{'LH'[profile >> 5 & 1]}{level}"]
    return ".".join([kind, *parts, *(f"{byte:X}" for byte in record[6:12].rstrip(b"\0"))])


def av1_name(record):
    profile, level = record[1] >> 5, record[1] & 31
    flags = record[2]
    depth = 12 if flags & 0x60 == 0x60 else 10 if flags & 0x40 else 8
    return f"av01.{profile}.{level:02}{'H' if flags & 0x80 else 'M'}.{depth:02}"


def object_type(bits):
    value = bits.take(5)
    return 32 + bits.take(6) if value == 31 else value


def rate(bits):
    if bits.take(4) == 15:
        bits.take(24)


def audio_specific(configuration):
    """Name and channels of an AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1)."""
    bits = Bits(configuration)
    kind = object_type(bits)
    rate(bits)
    channels = AAC_CHANNELS[bits.take(4)]
    if kind not in (5, 29) and b"\x56\xe5" in configuration:
        # syncExtensionType 0x2B7 and object type 5, as they stand behind a GASpecificConfig of three bits.
        behind = Bits(configuration[configuration.index(b"\x56\xe5") + 2 :])
        kind = 5 if behind.take(1) else kind
    # Parametric stereo makes two channels of one.
    return f"mp4a.40.{kind}", 2 if kind == 29 else channels


def decoder_specific(descriptors):
    """What an ES_Descriptor holds: tag 5 in tag 4 in tag 3."""
    place = 0
    while place < len(descriptors):
        tag, size, place = descriptors[place], 0, place + 1
        while True:
            size, more, place = size << 7 | descriptors[place] & 0x7F, descriptors[place] & 0x80, place + 1
            if not more:
                break
        if tag == 5:
            return descriptors[place : place + size]
        place += {3: 3, 4: 13}.get(tag, size)
    raise ValueError("no DecoderSpecificInfo")


def visual(entry, boxes):
    width, height = (int.from_bytes(entry.payload[place : place + 2], "big") for place in (24, 26))
    # Pixels that are not square: as wide as it is shown.
    across, down = struct.unpack(">II", boxes.get(b"pasp", b"\0\0\0\1" * 2))
    size = round(Fraction(width * across, down)), height
    kind = entry.kind.decode()
    vision = boxes.get(b"dvcC") or boxes.get(b"dvvC") or boxes.get(b"dvwC")
    number = vision and f".{vision[2] >> 1:02}.{(vision[2] & 1) << 5 | vision[3] >> 3:02}"
    if kind in ("dvh1", "dvhe"):
        return Said((kind + number,), size=size)
    if b"avcC" in boxes:
        name = f"{kind}.{boxes[b'avcC'][1:4].hex()}"
    else:
        name = hevc_name(kind, boxes[b"hvcC"]) if b"hvcC" in boxes else av1_name(boxes[b"av1C"])
    # What it is compatible with: ".../db1p", "/db4h".
    brand = vision and {1: "db1p", 4: "db4h", 2: "db2g"}.get(vision[4] >> 4)
    return Said((name,), f"dvh1{number}/{brand}" if brand else None, size=size)


def audible(entry, boxes):
    if entry.kind == b"mp4a":
        name, channels = audio_specific(decoder_specific(boxes[b"esds"][4:]))
        return Said((name,), channels=channels)
    channels = int.from_bytes(entry.payload[16:18], "big")
    if entry.kind == b"ac-3":
        bits = Bits(boxes[b"dac3"])
        bits.take(10)
        channels = AC3_CHANNELS[bits.take(3)] + bits.take(1)
    elif entry.kind == b"ec-3":
        bits = Bits(boxes[b"dec3"][:5])
        bits.take(16 + 2 + 5 + 1 + 1 + 3)
        channels = AC3_CHANNELS[bits.take(3)] + bits.take(1)
    return Said((entry.kind.decode(),), channels=channels)


def of_section(section):
    """Of the tracks of an initialization section, in order of their numbers."""
    moov = next(box for box in parse(section) if box.kind == b"moov")
    found = {}
    for trak in moov.all(b"trak"):
        tkhd = trak.first(b"tkhd")
        entry = trak.first(b"mdia", b"minf", b"stbl", b"stsd").children[0]
        boxes = {box.kind: box.payload for box in entry.children}
        number = tkhd.u32(20 if tkhd.version else 12)
        found[number] = visual(entry, boxes) if entry.kind in VISUAL else audible(entry, boxes) if entry.kind in AUDIO else None
    return [found[number] for number in sorted(found)]


# Transport streams and packed audio


def of_frames(data):
    """Of AAC with its headers, AC-3 or E-AC-3. What makes HE-AAC of it is in the frames, or nowhere."""
    if data[0] == 0xFF:
        channels = AAC_CHANNELS[(data[2] & 1) << 2 | data[3] >> 6]
        return Said(AAC_NAMES, channels=channels)
    if data[5] >> 3 > 10:
        return Said(("ec-3",), channels=AC3_CHANNELS[data[4] >> 1 & 7] + (data[4] & 1))
    bits = Bits(data[6:9])
    mode = bits.take(3)
    bits.take(2 * ((mode & 1 and mode != 1) + (mode >> 2) + (mode == 2)))
    return Said(("ac-3",), channels=AC3_CHANNELS[mode] + bits.take(1))


def of_pictures(data):
    """AVC: the three bytes behind the header of its first sequence parameter set."""
    place = data.find(b"\0\0\1")
    while data[place + 3] & 0x1F != 7:
        place = data.index(b"\0\0\1", place + 3)
    return Said((f"avc1.{data[place + 4 : place + 7].hex()}",))


def of_transport(content):
    packets = read_packets(content)
    table = program_map(packets)
    if table is None:
        raise Malformed("no program map")
    for entry in table.entries:
        # The range of an I-frame holds pictures alone.
        if not any(packet.pid == entry.pid for packet in packets):
            continue
        data = pes_packets(packets, entry.pid)[0].data
        yield of_pictures(data) if entry.stream_type == made_media.AVC else of_frames(data)


def of_packed(content):
    size = 10 + sum((byte & 0x7F) << shift for byte, shift in zip(content[6:10], (21, 14, 7, 0)))
    return of_frames(content[size:])


def said_by(playlist):
    """By the first segment of a media playlist, of every track."""
    first = playlist.segments[0]
    if first.path.suffix == ".vtt":
        return []
    if first.section is not None:
        return [said for said in of_section(first.section.read()) if said]
    return list(of_transport(first.read())) if first.path.suffix == ".ts" else [of_packed(first.read())]


def frame_rate(stream):
    """Pictures a second; None where they are not shown equally long."""
    times = stream.times()
    steps = {after - before for before, after in zip(times, times[1:])}
    if not steps or max(steps) - min(steps) > Fraction(1, 45000):
        return None
    return (len(times) - 1) / (times[-1] - times[0])


# The multivariant playlist


def check_channels(outcome, values, said):
    expected = next((each.channels for each in said if each.channels), None)
    stated = values.get("CHANNELS", "").partition("/")[0]
    # With objects their number stands there, which the core does not tell.
    holds = "/JOC" in values.get("CHANNELS", "") or stated == str(expected)
    # Parametric stereo behind ADTS headers of one channel.
    holds = holds or expected == 1 and stated == "2" and AAC_NAMES[2] in said[0].codecs
    outcome.check(holds, f"{values.get('URI')}: CHANNELS={values.get('CHANNELS')}, the media have {expected}")


def check_codecs(outcome, what, values, said):
    """Each name is that of a track, and each track has one."""
    names = values.get("CODECS", "").split(",")
    unnamed = [each.codecs for each in said if not set(each.codecs) & set(names)]
    of_nothing = [name for name in names if not any(name in each.codecs for each in said)]
    outcome.check(not unnamed and not of_nothing, f"{what}: CODECS={values.get('CODECS')}: lacks {unnamed}, too many {of_nothing}")
    supplemental = {each.supplemental for each in said if each.supplemental}
    stated = set(filter(None, values.get("SUPPLEMENTAL-CODECS", "").split(",")))
    outcome.check(stated == supplemental, f"{what}: SUPPLEMENTAL-CODECS {stated}, the media say {supplemental}")


def check_picture(outcome, what, values, said, stream):
    size = next((each.size for each in said if each.size), None)
    if size:
        outcome.check(values.get("RESOLUTION") == f"{size[0]}x{size[1]}", f"{what}: RESOLUTION={values.get('RESOLUTION')} of {size}")
    expected = stream and frame_rate(stream)
    if expected and "FRAME-RATE" in values:
        near = abs(Fraction(values["FRAME-RATE"]) - expected) <= Fraction(6, 10000)
        outcome.check(near, f"{what}: FRAME-RATE={values['FRAME-RATE']}, the media have {float(expected):.4f}")


def check_attributes(outcome, path, streams):
    """Of all variants and groups. `streams`: the frames of media playlists, by path."""
    lines = path.read_text().splitlines()
    groups = {}
    for line in lines:
        values = attributes(line.partition(":")[2])
        if line.startswith("#EXT-X-MEDIA:") and values["TYPE"] == "AUDIO" and "URI" in values:
            said = said_by(read_playlist(path.parent / values["URI"]))
            check_channels(outcome, values, said)
            groups.setdefault(values["GROUP-ID"], []).extend(said)
    for number, line in enumerate(lines):
        if not line.startswith(("#EXT-X-STREAM-INF:", "#EXT-X-I-FRAME-STREAM-INF:")):
            continue
        values = attributes(line.partition(":")[2])
        playlist = read_playlist((path.parent / (values.get("URI") or lines[number + 1])).resolve())
        # A variant of sound alone has its own playlist in the group, too.
        said = said_by(playlist)
        if playlist.i_frames_only:
            said = [each for each in said if not each.channels]
        check_codecs(outcome, playlist.path.name, values, said + groups.get(values.get("AUDIO"), []))
        if not all(each.channels for each in said):
            check_picture(outcome, playlist.path.name, values, said, streams.get(playlist.path))
