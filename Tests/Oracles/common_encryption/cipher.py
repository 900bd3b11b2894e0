"""The schemes `cbcs` and `cenc` (ISO/IEC 23001-7 10.4 and 10.1), a sample at a time."""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from .boxes import Malformed

BLOCK = 16


def protected_ranges(sample):
    """Start and end of each protected range in the sample."""
    if sample.ranges is None:
        return [(0, sample.size)]
    ranges, position = [], 0
    for clear, protected in sample.ranges:
        position += clear
        if protected:
            ranges.append((position, position + protected))
        position += protected
    return ranges


def pattern_ranges(sample):
    """Of `cbcs`: the runs of whole blocks that the pattern picks, for each protected range. Pattern 0:0 takes all blocks."""
    crypt, skip = sample.protection.crypt, sample.protection.skip
    for start, end in protected_ranges(sample):
        if not crypt:
            runs = [(start, start + (end - start) // BLOCK * BLOCK)]
        else:
            step, size = BLOCK * (crypt + skip), BLOCK * crypt
            places = range(start, end, step)
            runs = [(place, min(place + size, place + (end - place) // BLOCK * BLOCK)) for place in places]
        yield [(first, last) for first, last in runs if last > first]


def touched_ranges(sample, scheme):
    """The bytes that differ from the clear sample's."""
    if scheme == b"cbcs":
        return [run for runs in pattern_ranges(sample) for run in runs]
    return protected_ranges(sample)


def decrypted(content, sample, scheme, key):
    if scheme == b"cbcs":
        return decrypted_cbcs(content, sample, key)
    if scheme == b"cenc":
        return decrypted_cenc(content, sample, key)
    raise Malformed(f"scheme {scheme}")


def decrypted_cbcs(content, sample, key):
    clear = bytearray(content)
    for runs in pattern_ranges(sample):
        # The chain starts again with each range and runs on over the blocks that are skipped.
        decryptor = Cipher(algorithms.AES(key), modes.CBC(sample.protection.constant_iv)).decryptor()
        for start, end in runs:
            clear[start:end] = decryptor.update(content[start:end])
    return bytes(clear)


def decrypted_cenc(content, sample, key):
    clear = bytearray(content)
    counter = sample.iv.ljust(BLOCK, b"\0")
    decryptor = Cipher(algorithms.AES(key), modes.CTR(counter)).decryptor()
    for start, end in protected_ranges(sample):
        clear[start:end] = decryptor.update(content[start:end])
    return bytes(clear)


def blocks_used(sample):
    """Counter blocks of `cenc`."""
    return -(-sum(end - start for start, end in protected_ranges(sample)) // BLOCK)
