"""What a KSM decides: which record an SPC asks for, and what its CKC says."""

from dataclasses import dataclass

import spc_ckc
from export_files import Record, Table
from primitives import Certificate
from spc_ckc import SPC, License
from tllv import CKC_GENERATION, NO_CONTENT_KEY, LicenseError


def offline_of(record: Record) -> dict | None:
    """The offline key of a record; ids that are shorter than 16 bytes are followed by zeros."""
    if not record.stream_id:
        return None
    title = record.title_id.ljust(16, b"\0") if record.title_id else b""
    return {
        "stream_id": record.stream_id.ljust(16, b"\0"),
        "title_id": title,
        "storage": record.rental or 0,
        "playback": record.playback or 0,
    }


def license_of(record: Record, offline: bool) -> License:
    """The license of a record: the durations that it has (0 is none) say its type. With `offline` those with a stream id are
    persistent."""
    lease, rental = record.lease or 0, record.rental or 0
    kind = {(True, False): "lease", (False, True): "rental", (True, True): "both"}.get((lease > 0, rental > 0))
    stored = offline_of(record) if offline else None
    if stored:
        if lease:
            raise LicenseError(CKC_GENERATION, "the record has a lease and an offline key")
        kind = "persistent-with-duration" if rental or record.playback else "persistent"
    return License(record.key, record.iv, lease, rental, kind, record.hdcp, stored)


@dataclass
class KeySecurityModule:
    """`offline` has records with a stream id answered with offline keys."""

    certificate: Certificate
    private_key: object
    ask: bytes
    table: Table
    offline: bool = False

    def __post_init__(self) -> None:
        if self.certificate.key.public_numbers() != self.private_key.public_key().public_numbers():
            raise ValueError("the private key is not that of the certificate")

    def read(self, spc: bytes) -> SPC:
        return spc_ckc.read_spc(spc_ckc.open_spc(spc, self.certificate, self.private_key))

    def answer(self, spc: SPC) -> bytes:
        """The CKC. The protected block is opened first: who cannot make one is not told which assets there are."""
        spc_ckc.open_session(spc, self.ask)
        record = self.table.records.get(spc.asset_id)
        if record is None:
            raise LicenseError(NO_CONTENT_KEY, f"no content key for asset id {spc.asset_id.hex()}")
        if record.state == "revoked":
            raise LicenseError(NO_CONTENT_KEY, f"the content key for asset id {spc.asset_id.hex()} is revoked")
        return spc_ckc.make_ckc(spc, self.ask, license_of(record, self.offline))
