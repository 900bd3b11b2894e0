"""SPC and CKC, the messages of a FairPlay-like license exchange, both written and read; strict, so that what talks to it is right.

Written from public facts about the wire alone. Apple's function D is a stand-in: only what has the same stand-in and the same ASk
understands these messages.
"""

import hmac
import random
import time
from dataclasses import dataclass, field

import primitives
import tllv
from primitives import WRAPPED_SIZE, Certificate
from tllv import CKC_INVALID, CKC_TAGS, INTEGRITY, PARSING, SPC_VERSION, TAG_MISSING, TAG_TWICE, TLLV, LicenseError, Tag

ASSET_ID_SIZES = range(2, 201)
READY_TO_START, PLAYING, KEY_NEEDED, HALTED = (bytes.fromhex(each) for each in ("f4dee5a2", "a5d6739e", "4f834330", "5991bf20"))
STATES = {READY_TO_START: "ready", PLAYING: "playing", KEY_NEEDED: "playing, key needed", HALTED: "halted"}
STREAMING = {bytes(8): "device", Tag.STREAMING_INDICATOR: "airplay", bytes.fromhex("5f9c8132b59f2fde"): "av-adapter"}
HDCP = {
    "none": bytes.fromhex("ef72894ca7895b78"),
    "type-0": bytes.fromhex("40791ac78bd5c571"),
    "type-1": bytes.fromhex("285a0863bba8e1d3"),
}
DURATION_TYPES = {
    "lease": bytes.fromhex("1a4bde7e"),
    "rental": bytes.fromhex("3dfe45a0"),
    "both": bytes.fromhex("27b59bde"),
    "persistent": bytes.fromhex("3df2d9fb"),
    "persistent-with-duration": bytes.fromhex("18f06048"),
}
DURATION_END = bytes.fromhex("86d34a3a")

# The values that an SPC has exactly once, and the sizes of them.
REQUIRED = {
    Tag.SK_R1: [112],
    Tag.SK_R1_INTEGRITY: [16],
    Tag.AR_SEED: [16],
    Tag.R2: [21],
    Tag.ASSET_ID: ASSET_ID_SIZES,
    Tag.TRANSACTION_ID: [8],
    Tag.VERSIONS_SUPPORTED: range(4, 1 << 20, 4),
    Tag.VERSION_USED: [4],
    Tag.RETURN_REQUEST: range(0, 1 << 20, 8),
}
OPTIONAL = {Tag.STREAMING_INDICATOR: [8], Tag.PLAYBACK_STATE: [16], Tag.CAPABILITIES: [16]}


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def word(value: int) -> bytes:
    return value.to_bytes(4, "big")


# --- The container of an SPC ---


def seal_spc(items: list[TLLV], certificate: Certificate) -> bytes:
    """An SPC with the values, in their order."""
    return seal_payload(tllv.write(items), certificate)


def seal_payload(payload: bytes, certificate: Certificate) -> bytes:
    spck, iv = random.randbytes(16), random.randbytes(16)
    head = word(certificate.version) + word(0) + iv + certificate.wrap(spck) + certificate.hash + word(len(payload))
    return head + primitives.encrypt_chain(spck, iv, payload)


def open_spc(spc: bytes, certificate: Certificate, private_key) -> list[TLLV]:
    """The values of an SPC: certificate and private key are enough, neither ASk nor D is needed."""
    if spc[:2] == b"\x30\x82":
        found = f", version {number(spc[:4])}" if len(spc) >= 4 else ""
        raise LicenseError(SPC_VERSION, f"a DER certificate (30 82) where an SPC is expected{found}")
    if len(spc) < 8:
        raise LicenseError(PARSING, f"an SPC of {len(spc)} bytes")
    version = number(spc[:4])
    if version not in WRAPPED_SIZE:
        raise LicenseError(SPC_VERSION, f"version {version} of the SPC, expected one of {list(WRAPPED_SIZE)}")
    hash_at = 24 + WRAPPED_SIZE[version]
    payload_at = hash_at + 24
    if len(spc) < payload_at:
        raise LicenseError(PARSING, f"an SPC of {len(spc)} bytes, its payload begins at {payload_at}")
    if number(spc[4:8]):
        raise LicenseError(PARSING, f"offset 4: {spc[4:8].hex()}, expected zero")
    if spc[hash_at : hash_at + 20] != certificate.hash:
        found = spc[hash_at : hash_at + 20].hex()
        raise LicenseError(tllv.PARAMETER, f"the SPC is for the certificate of SHA-1 {found}, not {certificate.hash.hex()}")
    if version != certificate.version:
        raise LicenseError(SPC_VERSION, f"version {version} of the SPC, the certificate is one of version {certificate.version}")
    count = number(spc[payload_at - 4 : payload_at])
    if count != len(spc) - payload_at or count % 16 or not count:
        raise LicenseError(PARSING, f"offset {payload_at - 4}: a payload of {count} bytes, {len(spc) - payload_at} follow")
    spck = primitives.unwrap(private_key, version, spc[24:hash_at])
    return tllv.read(primitives.decrypt_chain(spck, spc[8:24], spc[payload_at:]), PARSING)


# --- What an SPC says ---


@dataclass
class SPC:
    """What an SPC says outside of its protected block, checked."""

    items: list[TLLV]
    values: dict[bytes, bytes]
    returned: list[TLLV]

    @property
    def asset_id(self) -> bytes:
        return self.values[Tag.ASSET_ID]

    @property
    def has_state(self) -> bool:
        return Tag.PLAYBACK_STATE in self.values

    def summary(self) -> dict:
        state, indicator = self.values.get(Tag.PLAYBACK_STATE), self.values.get(Tag.STREAMING_INDICATOR)
        return {
            "asset_id_hex": self.asset_id.hex(),
            "transaction_id": self.values[Tag.TRANSACTION_ID].hex(),
            "streaming": indicator and STREAMING.get(indicator, indicator.hex()),
            "state": state and STATES[state[4:8]],
            "session_id": state and state[8:].hex(),
        }


def read_spc(items: list[TLLV]) -> SPC:
    """Checks the values of an SPC. Tags that nobody knows are passed over, whatever they have."""
    values = {tag: tllv.only(items, tag, TAG_MISSING, TAG_TWICE, sizes).value for tag, sizes in REQUIRED.items()}
    for tag, sizes in OPTIONAL.items():
        found = tllv.only(items, tag, 0, TAG_TWICE, sizes)
        if found:
            values[tag] = found.value
    supported = values[Tag.VERSIONS_SUPPORTED]
    used = values[Tag.VERSION_USED]
    if used not in [supported[at : at + 4] for at in range(0, len(supported), 4)]:
        raise LicenseError(tllv.PROTOCOL_VERSION, f"protocol version {number(used)} is used, supported are {supported.hex()}")
    state = values.get(Tag.PLAYBACK_STATE)
    if state and state[4:8] not in STATES:
        raise LicenseError(tllv.PARAMETER, f"playback state {state[4:8].hex()}")
    request = values[Tag.RETURN_REQUEST]
    tags = [request[at : at + 8] for at in range(0, len(request), 8)]
    if len(set(tags)) != len(tags):
        raise LicenseError(TAG_TWICE, "the return request names a tag twice")
    for tag in tags:
        if tag in CKC_TAGS:
            raise LicenseError(tllv.PARAMETER, f"the return request names {tllv.name_of(tag)}, which a CKC has of its own")
    return SPC(items, values, [tllv.only(items, tag, TAG_MISSING, TAG_TWICE) for tag in tags])


def open_session(spc: SPC, ask: bytes) -> tuple[bytes, bytes]:
    """SK and R1 of the block that D protects."""
    dask = primitives.stand_in_d(spc.values[Tag.R2], ask)
    block = spc.values[Tag.SK_R1]
    clear = primitives.decrypt_chain(dask, block[:16], block[16:])
    if not hmac.compare_digest(clear[80:], spc.values[Tag.SK_R1_INTEGRITY]):
        raise LicenseError(INTEGRITY, "the integrity value differs from that of SK_R1: another ASk or D, or a damaged block")
    return clear[:16], clear[36:80]


# --- The client's side ---


@dataclass
class Session:
    """What a client keeps between its SPC and the CKC."""

    asset_id: bytes
    state: bytes | None = READY_TO_START
    session_id: bytes = field(default_factory=lambda: random.randbytes(8))
    streaming: bytes = bytes(8)
    sk: bytes = field(default_factory=lambda: random.randbytes(16))
    r1: bytes = field(default_factory=lambda: random.randbytes(44))
    seed: bytes = field(default_factory=lambda: random.randbytes(16))
    returned: dict[bytes, bytes] = field(default_factory=dict)


def values_of_spc(session: Session, ask: bytes, strangers: int | None = None) -> list[TLLV]:
    """The values of an SPC in random order, with tags that nobody knows (4 to 25, if not said) and random padding. It asks to have
    asset id, transaction id and, where there is one, a stranger returned."""
    r2, integrity, iv = random.randbytes(21), random.randbytes(16), random.randbytes(16)
    clear = session.sk + random.randbytes(20) + session.r1 + integrity
    protected = iv + primitives.encrypt_chain(primitives.stand_in_d(r2, ask), iv, clear)
    transaction = random.randbytes(8)
    count = 4 + random.randrange(22) if strangers is None else strangers
    unknown = [(random.randbytes(8), random.randbytes(random.randrange(64))) for _ in range(count)]
    session.returned = {Tag.ASSET_ID: session.asset_id, Tag.TRANSACTION_ID: transaction, **dict(unknown[:1])}
    values = [
        (Tag.SK_R1, protected),
        (Tag.SK_R1_INTEGRITY, integrity),
        (Tag.AR_SEED, session.seed),
        (Tag.R2, r2),
        (Tag.ASSET_ID, session.asset_id),
        (Tag.TRANSACTION_ID, transaction),
        (Tag.VERSIONS_SUPPORTED, word(1)),
        (Tag.VERSION_USED, word(1)),
        (Tag.RETURN_REQUEST, b"".join(session.returned)),
        (Tag.STREAMING_INDICATOR, session.streaming),
        *unknown,
    ]
    if session.state:
        values.append((Tag.PLAYBACK_STATE, word(int(time.time())) + session.state + session.session_id))
    random.shuffle(values)
    return [tllv.padded(tag, value, random.choice(["least", "blocks", "webkit"])) for tag, value in values]


@dataclass
class License:
    """What a CKC gives."""

    key: bytes
    iv: bytes
    lease: int | None = None
    rental: int | None = None
    duration_type: str | None = None
    hdcp: str | None = None
    offline: dict | None = None


# --- The CKC ---


def seal_ckc(items: list[TLLV], ar_key: bytes) -> bytes:
    payload, iv = tllv.write(items), random.randbytes(16)
    return word(1) + word(0) + iv + word(len(payload)) + primitives.encrypt_chain(ar_key, iv, payload)


def make_ckc(spc: SPC, ask: bytes, given: License) -> bytes:
    """The answer to an SPC. There is a key duration only if the SPC had a playback state and the license has a type of it."""
    sk, r1 = open_session(spc, ask)
    values = [(Tag.CONTENT_KEY, given.iv + primitives.encrypt_block(sk, given.key)), (Tag.R1, r1)]
    if spc.has_state and given.duration_type:
        kind = DURATION_TYPES[given.duration_type]
        values.append((Tag.KEY_DURATION, word(given.lease or 0) + word(given.rental or 0) + kind + DURATION_END))
    if given.hdcp:
        values.append((Tag.HDCP, HDCP[given.hdcp]))
    if given.offline:
        title = given.offline["title_id"]
        value = word(2 if title else 1) + word(0) + given.offline["stream_id"]
        value += word(given.offline["storage"]) + word(given.offline["playback"]) + title
        values.append((Tag.OFFLINE_KEY, value))
    items = [tllv.padded(tag, value) for tag, value in values] + spc.returned
    random.shuffle(items)
    return seal_ckc(items, primitives.ar_key(r1, spc.values[Tag.AR_SEED]))


def open_ckc(ckc: bytes, session: Session) -> License:
    """The license of a CKC, which has to be the answer to the SPC of the session."""
    if len(ckc) < 28:
        raise LicenseError(CKC_INVALID, f"a CKC of {len(ckc)} bytes, its payload begins at 28")
    if ckc[:8] != word(1) + word(0):
        raise LicenseError(CKC_INVALID, f"a CKC that begins with {ckc[:8].hex()}, expected version 1 and zero")
    count = number(ckc[24:28])
    if count != len(ckc) - 28 or count % 16 or not count:
        raise LicenseError(CKC_INVALID, f"offset 24: a payload of {count} bytes, {len(ckc) - 28} follow")
    clear = primitives.decrypt_chain(primitives.ar_key(session.r1, session.seed), ckc[8:24], ckc[28:])
    items = tllv.read(clear, CKC_INVALID)

    def one(tag: bytes, sizes, missing: int = CKC_INVALID) -> bytes | None:
        found = tllv.only(items, tag, missing, CKC_INVALID, sizes)
        return found and found.value

    content_key = one(Tag.CONTENT_KEY, [32])
    if not hmac.compare_digest(one(Tag.R1, [44]), session.r1):
        raise LicenseError(CKC_INVALID, "R1 of the CKC is not that of the SPC")
    for tag, value in session.returned.items():
        if one(tag, None) != value:
            raise LicenseError(CKC_INVALID, f"{tllv.name_of(tag)} of the CKC is not that of the SPC")
    given = License(primitives.decrypt_block(session.sk, content_key[16:]), content_key[:16])
    read_terms(given, one(Tag.KEY_DURATION, [16], 0), one(Tag.HDCP, [8, 16], 0), one(Tag.OFFLINE_KEY, [32, 48], 0), session)
    return given


def read_terms(given: License, duration: bytes | None, hdcp: bytes | None, offline: bytes | None, session: Session) -> None:
    """Durations of 0 are no error: there are KSMs that write them beside any type."""
    if duration:
        types = {value: name for name, value in DURATION_TYPES.items()}
        if not session.state:
            raise LicenseError(CKC_INVALID, "a key duration, though the SPC had no playback state")
        if duration[8:12] not in types or duration[12:] not in (DURATION_END, bytes(4)):
            raise LicenseError(CKC_INVALID, f"key duration of type {duration[8:].hex()}")
        given.lease, given.rental, given.duration_type = number(duration[:4]), number(duration[4:8]), types[duration[8:12]]
    if hdcp:
        given.hdcp = {value: name for name, value in HDCP.items()}.get(hdcp[:8])
        if not given.hdcp:
            raise LicenseError(CKC_INVALID, f"HDCP {hdcp[:8].hex()}")
    if offline:
        if number(offline[:4]) != {32: 1, 48: 2}[len(offline)]:
            raise LicenseError(CKC_INVALID, f"offline key of version {number(offline[:4])} with {len(offline)} bytes")
        given.offline = {
            "stream_id": offline[8:24],
            "storage": number(offline[24:28]),
            "playback": number(offline[28:32]),
            "title_id": offline[32:],
        }
