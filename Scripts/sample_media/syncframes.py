"""Syncframes of AC-3 and E-AC-3 (ETSI TS 102 366)."""

from remultiplexing import packetized
from transport_stream import packets, pid, starts_payload_unit

BIT_RATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
"""kbit/s, by frmsizecod / 2."""
SYNC_WORD = b"\x0b\x77"


def size_at(content, position):
    assert content[position : position + 2] == SYNC_WORD
    if content[position + 5] >> 3 > 10:
        return 2 * (1 + ((content[position + 2] & 7) << 8 | content[position + 3]))
    rate_code, size_code = content[position + 4] >> 6, content[position + 4] & 0x3F
    bit_rate = BIT_RATES[size_code >> 1]
    words = {0: 2 * bit_rate, 1: bit_rate * 1536000 // 44100 // 16 + (size_code & 1), 2: 3 * bit_rate}
    return 2 * words[rate_code]


def split(content):
    frames, position = [], 0
    while position < len(content):
        frames.append(content[position : position + size_at(content, position)])
        position += len(frames[-1])
    assert position == len(content)
    return frames


def as_dependent(frame):
    """strmtyp 1, substreamid 0; shorter by 36 bytes: no copy in blocks of 16, and whole kbit/s with its like."""
    shorter = frame[: len(frame) - 36]
    words = len(shorter) // 2 - 1
    return SYNC_WORD + bytes([0x40 | words >> 8, words & 0xFF]) + shorter[4:]


def with_dependent_substreams(stream, audio_pid):
    """Puts a dependent substream behind each syncframe of a stream; the packets of a PES packet stand together."""
    result, pes, counter = [], b"", 0

    def closed():
        nonlocal counter
        start = 9 + pes[8]
        frames = b"".join(frame + as_dependent(frame) for frame in split(pes[start:]))
        head = pes[:4] + (start - 6 + len(frames)).to_bytes(2, "big") + pes[6:start]
        pieces = packetized(audio_pid, head + frames, counter)
        counter += len(pieces)
        return pieces

    for packet in packets(stream):
        if pid(packet) != audio_pid or starts_payload_unit(packet):
            if pes:
                result += closed()
            pes = b""
        if pid(packet) == audio_pid:
            pes += packet[5 + packet[4] :] if packet[3] & 0x20 else packet[4:]
        else:
            result.append(packet)
    return b"".join(result + (closed() if pes else []))


BOXES_AROUND_DEC3 = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd", b"ec-3", b"dec3")


def number_at(content, position):
    return int.from_bytes(content[position : position + 4], "big")


def mp4_with_dependent_substreams(content):
    """An MP4 of ffmpeg with E-AC-3 alone, media before `moov`: a dependent substream behind each syncframe."""
    start = content.index(b"mdat") + 4
    end = start - 8 + number_at(content, start - 8)
    frames = split(content[start:end])
    samples = [frame + as_dependent(frame) for frame in frames]
    old_size, new_size = len(frames[0]), len(samples[0])
    assert all(len(frame) == old_size for frame in frames)

    tail = bytearray(content[end:])
    sizes = tail.index(b"stsz")
    assert number_at(tail, sizes + 8) == old_size
    tail[sizes + 8 : sizes + 12] = new_size.to_bytes(4, "big")
    offsets = tail.index(b"stco")
    for place in range(offsets + 12, offsets + 12 + 4 * number_at(tail, offsets + 8), 4):
        moved = start + (number_at(tail, place) - start) // old_size * new_size
        tail[place : place + 4] = moved.to_bytes(4, "big")

    # ETSI TS 102 366 F.6: the bit rate of all substreams, one dependent substream, no location of its channels.
    record = tail.index(b"dec3") + 4
    bit_rate = new_size * 8 * 48000 // 1536 // 1000
    head = bit_rate << 3 | number_at(tail, record) >> 16 & 7
    new_record = head.to_bytes(2, "big") + tail[record + 2 : record + 4] + b"\x02\0"
    for box in BOXES_AROUND_DEC3:
        place = tail.index(box) - 4
        tail[place : place + 4] = (number_at(tail, place) + 1).to_bytes(4, "big")
    tail[record : record + 5] = new_record
    media = b"".join(samples)
    return content[: start - 8] + (8 + len(media)).to_bytes(4, "big") + b"mdat" + media + bytes(tail)
