"""AES-256-GCM after NIST SP 800-38D, over single blocks of AES (`cryptography` in ECB mode): nothing of OpenSSL's GCM is used.

Bits of a block count from the left, as in the publication: bit 0 is the most significant one of the first byte.
"""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

BLOCK = 16
R = 0xE1 << 120
"""The field polynomial 1 + a + a^2 + a^7 + a^128, without its highest term (SP 800-38D 6.3)."""


class WrongTag(Exception):
    """The message is not what was encrypted under this key."""


def _table(h):
    """Products of H with every byte at every place, so that a multiplication is 16 look-ups."""
    multiples = []
    value = h
    for _ in range(128):
        multiples.append(value)
        value = (value >> 1) ^ (R if value & 1 else 0)
    table = []
    for place in range(BLOCK):
        row = [0] * 256
        for byte in range(256):
            product = 0
            for bit in range(8):
                if byte >> (7 - bit) & 1:
                    product ^= multiples[8 * place + bit]
            row[byte] = product
        table.append(row)
    return table


def ghash(table, data):
    """GHASH of whole blocks (6.4)."""
    value = 0
    for start in range(0, len(data), BLOCK):
        value ^= int.from_bytes(data[start : start + BLOCK], "big")
        product = 0
        for row, byte in zip(table, value.to_bytes(BLOCK, "big")):
            product ^= row[byte]
        value = product
    return value.to_bytes(BLOCK, "big")


def padded(data):
    return data + bytes(-len(data) % BLOCK)


def lengths(first, second):
    return (8 * first).to_bytes(8, "big") + (8 * second).to_bytes(8, "big")


class GCM:
    """One key of 16 or 32 bytes."""

    def __init__(self, key):
        self.aes = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
        self.table = _table(int.from_bytes(self.aes.update(bytes(BLOCK)), "big"))

    def first_counter(self, iv):
        """J0: 7.1, step 2."""
        if len(iv) == 12:
            return iv + b"\0\0\0\1"
        return ghash(self.table, padded(iv) + bytes(8) + (8 * len(iv)).to_bytes(8, "big"))

    def key_stream(self, counter, count):
        """GCTR (6.5) of zeros: the counter blocks behind `counter`, of which the last 32 bits count."""
        head, number = counter[:12], int.from_bytes(counter[12:], "big")
        blocks = (count + BLOCK - 1) // BLOCK
        counters = b"".join(
            head + ((number + 1 + index) & 0xFFFFFFFF).to_bytes(4, "big") for index in range(blocks)
        )
        return self.aes.update(counters)[:count]

    def tag(self, counter, ciphertext, additional=b""):
        code = ghash(self.table, padded(additional) + padded(ciphertext) + lengths(len(additional), len(ciphertext)))
        return exclusive_or(code, self.aes.update(counter))

    def encrypt(self, iv, clear, additional=b""):
        counter = self.first_counter(iv)
        ciphertext = exclusive_or(clear, self.key_stream(counter, len(clear)))
        return ciphertext, self.tag(counter, ciphertext, additional)

    def decrypt(self, iv, ciphertext, tag, additional=b""):
        counter = self.first_counter(iv)
        if self.tag(counter, ciphertext, additional) != tag:
            raise WrongTag()
        return exclusive_or(ciphertext, self.key_stream(counter, len(ciphertext)))


def exclusive_or(one, other):
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).to_bytes(len(one), "big")


def open_segment(gcm, segment):
    """The clear bytes of a segment of HLS: IV, ciphertext, tag (RFC 8216bis 4.4.4.4)."""
    if len(segment) < 2 * BLOCK:
        raise WrongTag()
    return gcm.decrypt(segment[:BLOCK], segment[BLOCK:-BLOCK], segment[-BLOCK:])
