"""Derives a key as the comment of MasterSecret says, with Python's `cryptography`: the expected values of the tests.

    /usr/bin/python3 derive.py hkdf-sha256|sp800-108 MASTER-HEX CONTENT-ID TRACK PERIOD GENERATION [256]

prints key, IV and key id in hexadecimal digits; with 256 the key has so many bits.
"""
import struct
import sys
import uuid

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.kbkdf import KBKDFHMAC, CounterLocation, Mode


def prefixed(field):
    return struct.pack(">Q", len(field)) + field


def derive(how, master, label, context, count=16):
    if how == "hkdf-sha256":
        return HKDF(hashes.SHA256(), count, None, label + b"\0" + context).derive(master)
    return KBKDFHMAC(
        hashes.SHA256(), Mode.CounterMode, count, 4, 4, CounterLocation.BeforeFixed, label, context, None
    ).derive(master)


how, master, content_id, track, period, generation, *bits = sys.argv[1:]
is_long = bits == ["256"]
context = b"".join(
    prefixed(field)
    for field in (
        content_id.encode(), track.encode(), struct.pack(">Q", int(period)), struct.pack(">Q", int(generation)),
    )
)
for use in ("content key", "initialization vector", "key id"):
    if is_long and use == "content key":
        derived = derive(how, bytes.fromhex(master), b"fairlead content key of 256 bits", context, 32)
    else:
        derived = derive(how, bytes.fromhex(master), b"fairlead " + use.encode(), context)
    if use == "key id":
        number = int.from_bytes(derived, "big")
        number = number & ~(0xF << 76) | 8 << 76
        number = number & ~(0x3 << 62) | 2 << 62
        print(uuid.UUID(int=number).hex)
    else:
        print(derived.hex())
