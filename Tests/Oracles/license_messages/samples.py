"""What the self-test works with: keys and certificates made at run time, and exports written by hand."""

import datetime
import random
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

import spc_ckc
from export_files import Record, Table
from key_security_module import KeySecurityModule
from primitives import Certificate
from spc_ckc import Session
from tllv import LicenseError


def make_certificate(bits: int) -> tuple[rsa.RSAPrivateKey, Certificate]:
    """A key, and a certificate of it that signs itself."""
    key = rsa.generate_private_key(65537, bits)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"test of license messages, {bits} bits")])
    start = datetime.datetime(2024, 1, 1)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(start)
    certificate = builder.not_valid_after(start + datetime.timedelta(days=36500)).sign(key, hashes.SHA256())
    return key, Certificate(certificate.public_bytes(serialization.Encoding.DER))


def pem(key: rsa.RSAPrivateKey) -> bytes:
    kind = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())


@dataclass
class Bench:
    """A KSM and what its clients need. It knows the asset id `asset` with any record."""

    bits: int
    asset: bytes = b"movie-42"
    record: Record = field(default_factory=lambda: Record(random.randbytes(16), random.randbytes(16), "type-1", 3600))

    def __post_init__(self) -> None:
        self.key, self.certificate = make_certificate(self.bits)
        self.ask = random.randbytes(16)
        self.table = Table()
        self.table.add(self.asset, self.record, "sample")
        self.module = KeySecurityModule(self.certificate, self.key, self.ask, self.table)

    def items(self, session: Session, strangers: int | None = None) -> list:
        return spc_ckc.values_of_spc(session, self.ask, strangers)

    def spc(self, session: Session) -> bytes:
        return spc_ckc.seal_spc(self.items(session), self.certificate)

    def answer(self, spc: bytes) -> bytes:
        return self.module.answer(self.module.read(spc))

    def answer_items(self, items: list) -> bytes:
        return self.answer(spc_ckc.seal_spc(items, self.certificate))


def status_of(work) -> int:
    """The number with which something is refused, 0 if it is not. Any other error ends the self-test."""
    try:
        work()
        return 0
    except LicenseError as error:
        return error.status


# Three titles as the formats have them. The columns and members are those of README.md and of an export that was looked at.
HEADER = (
    "asset_id,asset_id_hex,asset_id_rule,key_id,key,iv,scheme,content_type,security_level,hdcp,lease_seconds,rental_seconds,"
    "playback_seconds,offline_stream_id,offline_title_id,content_id,track,period,generation,method,key_format,"
    "key_format_versions,key_uri,state"
)
KEYS = {
    "one": ("101112131415161718191a1b1c1d1e1f", "202122232425262728292a2b2c2d2e2f"),
    "two": ("303132333435363738393a3b3c3d3e3f", "404142434445464748494a4b4c4d4e4f"),
    "three": ("505152535455565758595a5b5c5d5e5f", "606162636465666768696a6b6c6d6e6f"),
}
TAIL = "all,0,1,sample-aes,com.apple.streamingkeydelivery,1"
CSV = f"""{HEADER}
movie-1,6d6f7669652d31,host|afterScheme,00000000-0000-4000-8000-000000000001,{KEYS["one"][0]},{KEYS["one"][1]},cbcs,hd,,type-1,7200,,,,,movie-1,{TAIL},skd://movie-1,active
skd://movie-1,736b643a2f2f6d6f7669652d31,whole,00000000-0000-4000-8000-000000000001,{KEYS["one"][0]},{KEYS["one"][1]},cbcs,hd,,type-1,7200,,,,,movie-1,{TAIL},skd://movie-1,active
mövie-2,6dc3b67669652d32,host,00000000-0000-4000-8000-000000000002,{KEYS["two"][0]},{KEYS["two"][1]},cbcs,sd,,none,,172800,86400,0a,0b,mövie-2,{TAIL},skd://m%C3%B6vie-2,active
"a,""3",612c2233,afterScheme,00000000-0000-4000-8000-000000000003,{KEYS["three"][0]},{KEYS["three"][1]},cbcs,audio,,,,,,,,three,{TAIL},"skd://a,3",retired
gone,676f6e65,host,00000000-0000-4000-8000-000000000004,,,cbcs,hd,,,,,,,,gone,{TAIL},skd://gone,revoked
"""
JSONL = f"""{{"version":1,"content_id":"movie-1","key_id":"00000000-0000-4000-8000-000000000001","key":"{KEYS["one"][0]}","iv":"{KEYS["one"][1]}","scheme":"cbcs","key_format":"com.apple.streamingkeydelivery","key_uri":"skd://movie-1","asset_ids":[{{"id":"movie-1","hex":"6d6f7669652d31","rule":"host"}},{{"id":"movie-1","hex":"6d6f7669652d31","rule":"afterScheme"}},{{"id":"skd://movie-1","hex":"736b643a2f2f6d6f7669652d31","rule":"whole"}}],"hdcp":"type-1","lease_seconds":7200,"state":"active"}}
{{"version":1,"content_id":"mövie-2","key":"{KEYS["two"][0]}","iv":"{KEYS["two"][1]}","key_format":"com.apple.streamingkeydelivery","key_uri":"skd://m%C3%B6vie-2","asset_ids":[{{"id":"mövie-2","hex":"6dc3b67669652d32","rule":"host"}}],"hdcp":"none","rental_seconds":172800,"playback_seconds":86400,"offline_stream_id":"0a","offline_title_id":"0b","state":"active"}}
{{"version":1,"content_id":"three","key":"{KEYS["three"][0]}","iv":"{KEYS["three"][1]}","key_uri":"skd://a,3","asset_ids":[{{"id":"a,\\"3","hex":"612c2233","rule":"afterScheme"}}],"state":"retired"}}
{{"version":1,"content_id":"gone","key_uri":"skd://gone","asset_ids":[{{"id":"gone","hex":"676f6e65","rule":"host"}}],"state":"revoked"}}
{{"version":1,"content_id":"web","key":"{KEYS["one"][0]}","iv":"{KEYS["one"][1]}","key_format":"identity","key_uri":"https://keys.example/1","state":"active"}}
{{"version":1,"content_id":"gcm","key":"{KEYS["one"][0] * 2}","iv":"{KEYS["one"][1]}","key_uri":"https://keys.example/2","state":"active"}}
"""
ONE = f'{{"content-key":"{KEYS["one"][0]}","content-iv":"{KEYS["one"][1]}","encryption-scheme":"cbcs","hdcp-type":1,"content-type":"hd","lease-duration":7200}}'
FPS_SDK = f"""{{"movie-1":{ONE},
"skd://movie-1":{ONE},
"mövie-2":{{"content-key":"0x{KEYS["two"][0]}","content-iv":"{KEYS["two"][1]}","encryption-scheme":"cbcs","hdcp-type":-1,"content-type":"sd","offline-hls":{{"stream-id":"0a","title-id":"0b","rental-duration":172800,"playback-duration":86400}}}},
"a,\\"3":{{"content-key":"{KEYS["three"][0]}","content-iv":"{KEYS["three"][1]}","encryption-scheme":"cbcs","content-type":"audio"}}}}
"""
EXPORTS = {"csv": CSV, "jsonl": JSONL, "fps-sdk": FPS_SDK}
# Asset id in hexadecimal digits to what a client has to get: key and IV, lease, rental, type of duration, HDCP.
EXPECTED = {
    "6d6f7669652d31": (*KEYS["one"], 7200, 0, "lease", "type-1"),
    "736b643a2f2f6d6f7669652d31": (*KEYS["one"], 7200, 0, "lease", "type-1"),
    "6dc3b67669652d32": (*KEYS["two"], 0, 172800, "rental", "none"),
    "612c2233": (*KEYS["three"], None, None, None, None),
}
