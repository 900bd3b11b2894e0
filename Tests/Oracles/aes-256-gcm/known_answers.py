#!/usr/bin/env python3
"""Proves the reference of this folder: on test cases 13 to 18 of "The Galois/Counter Mode of Operation" (McGrew, Viega,
appendix B; AES-256, vectors of 12, 8 and 60 bytes), and on messages of many lengths with vectors of 16 bytes, which
`cryptography` encrypts, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from gcm import GCM, WrongTag
from outcome import Outcome

KEY = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
CLEAR = (
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
    "b16aedf5aa0de657ba637b39"
)
ADDITIONAL = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
CASES = [
    ("00" * 32, "", "", "00" * 12, "", "530f8afbc74536b9a963b4f1c4cb738b"),
    ("00" * 32, "00" * 16, "", "00" * 12, "cea7403d4d606b6e074ec5d3baf39d18", "d0d1c8a799996bf0265b98b5d48ab919"),
    (
        KEY, CLEAR, ADDITIONAL, "cafebabefacedbaddecaf888",
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        "c5f61e6393ba7a0abcc9f662",
        "76fc6ece0f4e1768cddf8853bb2d551b",
    ),
    (
        KEY, CLEAR, ADDITIONAL, "cafebabefacedbad",
        "c3762df1ca787d32ae47c13bf19844cbaf1ae14d0b976afac52ff7d79bba9de0feb582d33934a4f0954cc2363bc73f78"
        "62ac430e64abe499f47c9b1f",
        "3a337dbf46a792c45e454913fe2ea8f2",
    ),
    (
        KEY, CLEAR, ADDITIONAL,
        "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b5254"
        "16aedbf5a0de6a57a637b39b",
        "5a8def2f0c9e53f1f75d7853659e2a20eeb2b22aafde6419a058ab4f6f746bf40fc0c3b780f244452da3ebf1c5d82cde"
        "a2418997200ef82e44ae7e3f",
        "a44a8266ee1c8eb0c8b5d4cf5ae9f19a",
    ),
]


def main():
    outcome = Outcome()
    for number, case in enumerate(CASES):
        key, clear, additional, iv, ciphertext, tag = map(bytes.fromhex, case)
        found = GCM(key).encrypt(iv, clear, additional)
        outcome.check(found == (ciphertext, tag), f"published case {number}")
    key = bytes(range(32))
    for count in (0, 1, 15, 16, 17, 31, 32, 33, 255, 4096, 4099):
        iv = bytes((7 * count + index) % 256 for index in range(16))
        clear = bytes(index * 11 % 256 for index in range(count))
        sealed = AESGCM(key).encrypt(iv, clear, None)
        gcm = GCM(key)
        outcome.check(b"".join(gcm.encrypt(iv, clear)) == sealed, f"{count} bytes under a vector of 16")
        try:
            gcm.decrypt(iv, sealed[:-16], bytes(16))
            outcome.check(False, f"{count} bytes: a wrong tag was taken")
        except WrongTag:
            outcome.check(True, "")
    outcome.finish()


if __name__ == "__main__":
    main()
