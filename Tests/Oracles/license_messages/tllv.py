"""The list of tagged values that SPC and CKC payloads are: tag 8, block length 4, value length 4, value, padding."""

import random
from dataclasses import dataclass

BLOCK = 16
HEADER = 16

# Numbers that KSMs publish.
SPC_VERSION = -42580
PARSING = -42581
CKC_GENERATION = -42582
TAG_MISSING = -42583
NO_CONTENT_KEY = -42584
PARAMETER = -42585
FILE = -42587
CIPHER = -42588
INTEGRITY = -42589
PROTOCOL_VERSION = -42590
TAG_TWICE = -42591
# Numbers of devices.
CKC_INVALID = -42668
NO_CERTIFICATE = -42672
NO_ASSET_ID = -42673
ASSET_ID_INVALID = -42675
CERTIFICATE_INVALID = -42679


class LicenseError(Exception):
    """A message that is not right: `status` is the published number, `message` says where and why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status, self.message = status, message


class Tag:
    """The tags that are known of SPC and CKC."""

    SK_R1 = bytes.fromhex("3d1a10b8bffac2ec")
    SK_R1_INTEGRITY = bytes.fromhex("b349d4809e910687")
    AR_SEED = bytes.fromhex("89c90f12204106b2")
    R2 = bytes.fromhex("71b5595ac1521133")
    ASSET_ID = bytes.fromhex("1bf7f53f5d5d5a1f")
    TRANSACTION_ID = bytes.fromhex("47aa7ad3440577de")
    VERSIONS_SUPPORTED = bytes.fromhex("67b8fb79ecce1a13")
    VERSION_USED = bytes.fromhex("5d81bcbcc7f61703")
    RETURN_REQUEST = bytes.fromhex("19f9d4e5ab7609cb")
    STREAMING_INDICATOR = bytes.fromhex("abb0256a31843974")
    PLAYBACK_STATE = bytes.fromhex("eb8efdf2b25ab3a0")
    CAPABILITIES = bytes.fromhex("9c02af3253c07fb2")
    CONTENT_KEY = bytes.fromhex("58b38165af0e3d5a")
    R1 = bytes.fromhex("ea74c4645d5efee9")
    KEY_DURATION = bytes.fromhex("47acf6a418cd091a")
    HDCP = bytes.fromhex("2e52f1530d8ddb4a")
    OFFLINE_KEY = bytes.fromhex("6375d9727060218c")


NAMES = {value: name for name, value in vars(Tag).items() if isinstance(value, bytes)}
CKC_TAGS = {Tag.CONTENT_KEY, Tag.R1, Tag.KEY_DURATION, Tag.HDCP, Tag.OFFLINE_KEY}


def name_of(tag: bytes) -> str:
    return NAMES.get(tag, "unknown") + " " + tag.hex()


@dataclass(frozen=True)
class TLLV:
    """One tagged value; value and padding together are a whole number of blocks."""

    tag: bytes
    value: bytes
    padding: bytes = b""

    def encoded(self) -> bytes:
        block = self.value + self.padding
        return self.tag + len(block).to_bytes(4, "big") + len(self.value).to_bytes(4, "big") + block


def padded(tag: bytes, value: bytes, style: str = "least") -> TLLV:
    """The value with random padding: `least` has as few bytes as there may be, `blocks` up to three blocks more, `webkit` 16 to 31
    bytes."""
    count = -len(value) % BLOCK
    if style == "blocks":
        count += BLOCK * random.randrange(4)
    elif style == "webkit":
        count += BLOCK
    return TLLV(tag, value, random.randbytes(count))


def write(items: list[TLLV]) -> bytes:
    return b"".join(each.encoded() for each in items)


def read(data: bytes, status: int) -> list[TLLV]:
    """All values of a payload, in their order. `status` is the number of errors."""
    items, at = [], 0
    while at < len(data):
        if len(data) - at < HEADER:
            raise LicenseError(status, f"offset {at}: {len(data) - at} bytes are left, a TLLV begins with {HEADER}")
        tag = data[at : at + 8]
        block, count = (int.from_bytes(data[at + each : at + each + 4], "big") for each in (8, 12))
        where = f"offset {at}, {name_of(tag)}"
        if count > block:
            raise LicenseError(status, f"{where}: value of {count} bytes in a block of {block}")
        if block % BLOCK:
            raise LicenseError(status, f"{where}: block of {block} bytes, no multiple of {BLOCK}")
        at += HEADER
        if block > len(data) - at:
            raise LicenseError(status, f"{where}: block of {block} bytes, {len(data) - at} are left")
        items.append(TLLV(tag, data[at : at + count], data[at + count : at + block]))
        at += block
    return items


def only(items: list[TLLV], tag: bytes, missing: int, twice: int, sizes=None) -> TLLV | None:
    """The one value with the tag. `missing` is the number of an error where there is none, or 0 if there need not be one; `sizes`
    are the lengths that it may have. A wrong one has the number of a parsing error of an SPC, or of an invalid CKC."""
    found = [each for each in items if each.tag == tag]
    if len(found) > 1:
        raise LicenseError(twice, f"{name_of(tag)} stands {len(found)} times")
    if not found:
        if missing:
            raise LicenseError(missing, f"{name_of(tag)} is missing")
        return None
    if sizes is not None and len(found[0].value) not in sizes:
        wrong = CKC_INVALID if twice == CKC_INVALID else PARSING
        raise LicenseError(wrong, f"{name_of(tag)} has {len(found[0].value)} bytes, expected {list(sizes)[:4]}")
    return found[0]
