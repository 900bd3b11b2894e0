"""Decrypts SAMPLE-AES (Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming") in elementary streams, and says
how program maps and packed audio signal it. Written from the format's description alone, apart from fairlead."""

import re
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from hls import Malformed

BLOCK = 16
AVC, AAC, AC3, EAC3 = "avc", "aac", "ac3", "eac3"
PROTECTED_TYPES = {AVC: 0xDB, AAC: 0xCF, AC3: 0xC1, EAC3: 0xC2}
INDICATORS = {AVC: b"zavc", AAC: b"aacd", AC3: b"ac3d", EAC3: b"ec3d"}
SLICES = (1, 5)
AC3_BIT_RATES = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640)
EAC3_BLOCKS = (1, 2, 3, 6)


def codec_of(entry):
    """Of an entry of a program map, clear or protected; None when SAMPLE-AES knows nothing of it."""
    clear = {0x1B: AVC, 0x0F: AAC, 0x81: AC3, 0x87: EAC3}
    protected = {stream_type: codec for codec, stream_type in PROTECTED_TYPES.items()}
    if entry.stream_type == 0x06:
        tags = {descriptor[0] for descriptor in entry.descriptors}
        return AC3 if 0x6A in tags else EAC3 if 0x7A in tags else None
    return (clear | protected).get(entry.stream_type)


class BlockChain:
    """AES-128-CBC over blocks that need not lie together."""

    def __init__(self, key, iv):
        self.key, self.iv = key, iv

    def decrypt(self, blocks, iv=None):
        decryptor = Cipher(algorithms.AES(self.key), modes.CBC(iv or self.iv)).decryptor()
        return decryptor.update(blocks) + decryptor.finalize()


@dataclass
class Clear:
    """A decrypted elementary stream."""

    data: bytes
    removed: list[int] = field(default_factory=list)
    """Where emulation prevention bytes stood that protection had put in: offsets in the protected stream."""
    blocks: int = 0
    """How many blocks were decrypted."""


def units(stream):
    """Start and end of each NAL unit, without start code and trailing zeros."""
    starts = [match.end() for match in re.finditer(b"\0\0\1", stream)]
    for start, following in zip(starts, starts[1:] + [None]):
        end = len(stream) if following is None else following - 3
        yield start, start + len(stream[start:end].rstrip(b"\0"))


def decrypt_unit(unit, chain):
    offsets = range(32, len(unit) - BLOCK, 160)
    clear = chain.decrypt(b"".join(unit[offset : offset + BLOCK] for offset in offsets))
    result = bytearray(unit)
    for number, offset in enumerate(offsets):
        result[offset : offset + BLOCK] = clear[number * BLOCK : (number + 1) * BLOCK]
    return bytes(result), len(offsets)


def decrypt_avc(stream, chain, _starts):
    clear, pieces, position = Clear(b""), [], 0
    for start, end in units(stream):
        if stream[start] & 0x1F not in SLICES or end - start <= 48:
            continue
        unit, kept = stream[start:end], 0
        pieces.append(stream[position:start])
        unescaped = []
        for match in re.finditer(b"\0\0\3", unit):
            unescaped.append(unit[kept : match.end() - 1])
            kept = match.end()
            clear.removed.append(start + kept - 1)
        unit, blocks = decrypt_unit(b"".join(unescaped) + unit[kept:], chain)
        clear.blocks += blocks
        pieces.append(unit)
        position = end
    clear.data = b"".join(pieces) + stream[position:]
    return clear


def adts_frames(stream):
    """Offset, size and size of the header of each frame."""
    position = 0
    while position < len(stream):
        head = stream[position : position + 7]
        if len(head) < 7 or head[0] != 0xFF or head[1] & 0xF6 != 0xF0:
            raise Malformed(f"no ADTS header at {position}")
        size = (head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5
        yield position, size, 7 if head[1] & 1 else 9
        position += size
    if position != len(stream):
        raise Malformed("an ADTS frame is cut")


def syncframe_size(head):
    if head[:2] != b"\x0b\x77":
        raise Malformed("no syncframe")
    if head[5] >> 3 > 10:
        return 2 * (((head[2] & 7) << 8 | head[3]) + 1)
    rate_code, size_code = head[4] >> 6, head[4] & 0x3F
    bit_rate = AC3_BIT_RATES[size_code >> 1]
    if rate_code == 1:
        return 2 * (bit_rate * 1000 * 1536 // (44100 * 16) + (size_code & 1))
    return 4 * bit_rate if rate_code == 0 else 6 * bit_rate


def syncframes(stream):
    position = 0
    while position < len(stream):
        size = syncframe_size(stream[position : position + 6])
        yield position, size, 0
        position += size
    if position != len(stream):
        raise Malformed("a syncframe is cut")


def decrypt_frames(stream, frames, chain, starts_chain):
    """`starts_chain` says of the offset of a frame whether the chain starts anew there."""
    clear, pieces, iv = Clear(b""), [], chain.iv
    for position, size, header in frames:
        if starts_chain(position):
            iv = chain.iv
        first = position + header + BLOCK
        count = max(0, (position + size - first) // BLOCK)
        last = first + count * BLOCK
        pieces += [stream[position:first], chain.decrypt(stream[first:last], iv) if count else b""]
        pieces.append(stream[max(first, last) : position + size])
        if count:
            iv = stream[last - BLOCK : last]
        clear.blocks += count
    clear.data = b"".join(piece for piece in pieces)
    return clear


def decrypt_aac(stream, chain, _starts):
    return decrypt_frames(stream, adts_frames(stream), chain, lambda _: True)


def decrypt_ac3(stream, chain, _starts):
    return decrypt_frames(stream, syncframes(stream), chain, lambda _: True)


def audio_frame_starts(stream, pes_starts):
    """Of E-AC-3: six audio blocks of independent substream 0 are an audio frame, with all that stands between."""
    result, blocks, pending = set(), 6, sorted(pes_starts, reverse=True)
    for position, _, _ in syncframes(stream):
        begins_pes = False
        while pending and pending[-1] <= position:
            pending.pop()
            begins_pes = True
        stream_type, substream = stream[position + 2] >> 6, stream[position + 2] >> 3 & 7
        if stream_type == 1 or substream != 0:
            continue
        if blocks >= 6 or begins_pes:
            result.add(position)
            blocks = 0
        codes = stream[position + 4]
        blocks += 6 if codes >> 6 == 3 else EAC3_BLOCKS[codes >> 4 & 3]
    return result


def decrypt_eac3(stream, chain, pes_starts):
    starts = audio_frame_starts(stream, pes_starts)
    return decrypt_frames(stream, syncframes(stream), chain, lambda position: position in starts)


DECRYPTERS = {AVC: decrypt_avc, AAC: decrypt_aac, AC3: decrypt_ac3, EAC3: decrypt_eac3}


def decrypt(codec, stream, key, iv, pes_starts=(0,)):
    """`pes_starts`: offsets in the stream at which the data of PES packets begin."""
    return DECRYPTERS[codec](stream, BlockChain(key, iv), pes_starts)


# --- Signalling ---


def audio_specific_config(head):
    """Of AAC-LC from an ADTS header: object type, frequency index, channel configuration."""
    channels = (head[2] & 1) << 2 | head[3] >> 6
    return (((head[2] >> 6) + 1) << 11 | (head[2] >> 2 & 0xF) << 7 | channels << 3).to_bytes(2, "big")


def eac3_specific(stream):
    """The content of a `dec3` box for one program: from the first audio frame of the stream, whose bit rate is a whole
    number of kbit/s."""
    frames = list(syncframes(stream))
    starts = sorted(audio_frame_starts(stream, (0,)))
    end = starts[1] if len(starts) > 1 else len(stream)
    heads = [stream[position : position + size] for position, size, _ in frames if position < end]
    independent = heads[0]
    rate = (48000, 44100, 32000)[independent[4] >> 6]
    bit_rate = sum(map(len, heads)) * 8 * rate // 1536 // 1000
    dependent = [head for head in heads if head[2] >> 6 == 1]
    bits = f"{bit_rate:013b}000" + f"{independent[4] >> 6:02b}{independent[5] >> 3:05b}00"
    bits += f"000{independent[4] >> 1 & 7:03b}{independent[4] & 1:b}000{len(dependent):04b}"
    bits += "0" * (9 if dependent else 1)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def without_checksum(setup):
    """What frames of one format have in common: of AC-3 neither crc1 nor whether frmsizecod is odd, as setup
    information may be that of another segment."""
    place = setup.find(b"zac3\0\0\1\x0a")
    if place < 0:
        return setup
    frame = place + 8
    return setup[: frame + 2] + b"\0\0" + bytes([setup[frame + 4] & 0xFE]) + setup[frame + 5 :]


def without_checksums(descriptors):
    return tuple(without_checksum(each) for each in descriptors)


def setup_candidates(codec, stream):
    """Audio setup information that fits a clear stream: AC-3 may take it from any of its syncframes."""
    if codec == AAC:
        position, _, header = next(adts_frames(stream))
        kinds = [(b"zaac", audio_specific_config(stream[position : position + header]))]
    elif codec == AC3:
        kinds = [(b"zac3", stream[position : position + 10]) for position, _, _ in syncframes(stream)]
    else:
        kinds = [(b"zec3", eac3_specific(stream))]
    return {kind + b"\0\0\1" + bytes([len(data)]) + data for kind, data in kinds}
