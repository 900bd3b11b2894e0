"""Licenses of the KSM for services that know the record otherwise than by the asset id."""

import spc_ckc
from export_files import Record
from key_security_module import KeySecurityModule, license_of
from spc_ckc import SPC


def ckc_for(module: KeySecurityModule, octets: bytes, record) -> tuple[bytes, SPC]:
    """The CKC of an SPC with a record, or with what a function of the SPC gives; an error if the SPC is not right."""
    spc = module.read(octets)
    spc_ckc.open_session(spc, module.ask)
    found: Record = record(spc) if callable(record) else record
    return spc_ckc.make_ckc(spc, module.ask, license_of(found, offline=False)), spc
