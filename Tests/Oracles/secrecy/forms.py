"""The forms in which a secret can be written, and the search for them.

A part of a secret is too much: pieces of eight bytes are looked for, not the whole alone.
"""

import base64
import re
from collections.abc import Iterator

PIECE = 8
URL_ALPHABET, ALPHABET = b"-_", b"+/"
BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}")
HEXADECIMAL = re.compile(rb"(?:[0-9a-fA-F]{2}){16,}")
UTF_16 = re.compile(rb"(?:[\x20-\x7e]\x00){8,}")
NESTED = 3
"""base64 of a `pssh` box, in it UTF-16, in it base64."""


def guid(secret: bytes) -> bytes:
    """The bytes of UUIDs as GUIDs, whose first three fields are little endian."""
    parts = [secret[at : at + 16] for at in range(0, len(secret), 16)]
    return b"".join(part[3::-1] + part[5:3:-1] + part[7:5:-1] + part[8:] for part in parts)


def base64_texts(piece: bytes) -> Iterator[bytes]:
    """What of base64 the piece alone decides, wherever in the encoded bytes it begins, in both alphabets and as JSON has it."""
    for lead in range(3):
        first = (lead * 8 + 5) // 6
        text = base64.b64encode(bytes(lead) + piece)[first : (lead + len(piece)) * 8 // 6]
        yield from (text, text.translate(bytes.maketrans(ALPHABET, URL_ALPHABET)), text.replace(b"/", b"\\/"))


def digits(piece: bytes) -> Iterator[bytes]:
    """Digits in both cases: one behind the other, apart, and as the start or the end of a UUID; and numbers."""
    plain = piece.hex()
    for text in (plain, piece.hex(" "), piece.hex(":"), f"{plain[:8]}-{plain[8:12]}-{plain[12:]}", f"{plain[:4]}-{plain[4:]}"):
        yield from (text.encode(), text.upper().encode())
    yield from (separator.join(map(str, piece)).encode() for separator in (",", ", "))


def forms(secret: bytes) -> dict[bytes, str]:
    """All that is looked for, each with its name."""
    found: dict[bytes, str] = {}
    for order, ordered in (("", secret), ("reversed ", secret[::-1]), ("GUID ", guid(secret))):
        for at in range(0, len(ordered) - PIECE + 1, PIECE // 2):
            piece = ordered[at : at + PIECE]
            where = f"{order}bytes {at} to {at + PIECE}"
            found.setdefault(piece, where)
            for name, texts in (("digits", digits(piece)), ("base64", base64_texts(piece))):
                for text in texts:
                    found.setdefault(text, f"{name} of {where}")
                    for encoding in ("utf-16-le", "utf-16-be"):
                        found.setdefault(text.decode().encode(encoding), f"{encoding} {name} of {where}")
    return found


def layers(data: bytes, depth: int = NESTED) -> Iterator[bytes]:
    """The bytes, and those that texts in them stand for: base64, digits, UTF-16."""
    yield data
    if depth == 0:
        return
    inner = [match[0][::2] for match in UTF_16.finditer(data)]
    inner += [bytes.fromhex(match[0].decode()) for match in HEXADECIMAL.finditer(data)]
    for match in BASE64.finditer(data):
        text = match[0].translate(bytes.maketrans(URL_ALPHABET, ALPHABET))
        inner.append(base64.b64decode(text[: len(text) - (len(text) % 4 == 1)] + b"=="))
    for each in inner:
        yield from layers(each, depth - 1)


class Finder:
    """Looks for secrets, by their names, in bytes."""

    def __init__(self, secrets: dict[str, bytes]) -> None:
        self.wanted = [(name, forms(secret)) for name, secret in secrets.items()]

    def found(self, data: bytes, is_text: bool = False) -> list[str]:
        """The secrets that are in the bytes, with their forms; texts are looked into."""
        where = list(layers(data)) if is_text else [data]
        return [
            f"{name}: {form}"
            for name, spelled in self.wanted
            for text, form in spelled.items()
            if any(text in layer for layer in where)
        ]
