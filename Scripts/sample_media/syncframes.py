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
    """strmtyp 1, substreamid 0; the length is shortened by 34 bytes, so that it is no copy in blocks of 16."""
    shorter = frame[: len(frame) - 34]
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
