"""What has to be refused: our client and their KSM, their client and our KSM, with a wrong ASk, certificate, key, export or answer."""

import secrets
from dataclasses import replace

from bench import BITS, Bench, Credentials, TheirServer, first_failure, serving, table_of, their_client, their_server
from export_files import Table
from key_security_module import KeySecurityModule
from license_client import line_of
from samples import pem
from spc_ckc import SPC
from titles import Title
from tllv import INTEGRITY, NO_CONTENT_KEY, PARAMETER


class DamagingServer(TheirServer):
    """Their KSM, whose CKCs are changed on their way, first licenses and renewals alike."""

    def __init__(self, credentials: Credentials, table: Table, damage) -> None:
        module = KeySecurityModule(credentials.certificate, credentials.key, credentials.ask, table, offline=True)
        super().__init__(module)
        answer = module.answer
        module.answer = lambda spc: damage(answer(spc), spc)


def flipped(at: int):
    """One bit of the byte at an offset, from the end if it is negative."""

    def damage(ckc: bytes, _: SPC) -> bytes:
        changed = bytearray(ckc)
        changed[at] ^= 1
        return bytes(changed)

    return damage


class First:
    """Answers each request with the CKC of the first."""

    def __init__(self) -> None:
        self.ckc = None

    def __call__(self, ckc: bytes, _: SPC) -> bytes:
        self.ckc = self.ckc or ckc
        return self.ckc


def damages() -> dict:
    """Ways to change a CKC, that no client may take: the container, the list of values that is not whole, what is not the answer."""
    cases = {f"bit of byte {at} changed": flipped(at) for at in (0, 3, 24, 27)}
    cases |= {"cut": lambda ckc, _: ckc[:-1], "a block cut": lambda ckc, _: ckc[:-16], "longer": lambda ckc, _: ckc + bytes(16)}
    cases |= {"empty": lambda *_: b"", "zeros": lambda ckc, _: bytes(len(ckc)), "of the first request": First()}
    cases["the SPC's own values"] = lambda ckc, spc: ckc[:28] + bytes(len(ckc) - 28)
    return cases


def other_keys(table: Table, keys: bool) -> Table:
    """The table with other keys, or other IVs."""
    changed = Table()
    for asset_id, record in table.records.items():
        value = {"key": secrets.token_bytes(16)} if keys else {"iv": secrets.token_bytes(16)}
        changed.records[asset_id] = replace(record, **value)
    return changed


def check_our_client(outcome, bench: Bench, good: Credentials, other: Credentials, export, title: Title) -> None:
    """Each fault is found at one step, and nothing before it fails."""
    name, table = f"{good.certificate.version}", table_of(export, "csv")

    def expect(server: TheirServer, code: str, text: str, what: str, credentials: Credentials = good, source=title.source) -> None:
        words = [title.playlist, "--source", source, "--flow", "ksm", "--license-url", server.address + "/license"]
        words += [*credentials.of_client, "--export", export, "--as", "csv"]
        found = first_failure(bench.rehearse(*words, *bench.store(title.store)))
        outcome.check(found.startswith(code) and text in found, f"version {name}, {what}: {found!r}, expected {code} with {text!r}")

    with their_server(good, table) as server:
        expect(server, "", "", "nothing is wrong")
        expect(server, "R07", str(INTEGRITY), "another ASk", replace(good, folder=other.folder / "good-certificate"))
        expect(server, "R07", str(PARAMETER), "another certificate", other)
        expect(server, "R11", "", "another source", source=title.source.parent.parent / "fmp4" / "multivariant.m3u8")
    with their_server(good, Table()) as server:
        expect(server, "R08", str(NO_CONTENT_KEY), "an export without the title")
    for keys in (True, False):
        with their_server(good, other_keys(table, keys)) as server:
            expect(server, "R10", "another " + ("key" if keys else "IV"), "other keys" if keys else "other IVs")
    for what, damage in damages().items():
        with serving(DamagingServer(good, table, damage)) as server:
            expect(server, "R10", "", f"a CKC {what}")


def check_our_server(outcome, bench: Bench, good: Credentials, other: Credentials, export) -> None:
    asset_id = next(iter(table_of(export, "csv").records)).hex()

    def expect(url: str, credentials: Credentials, statuses: set[int | None], what: str) -> None:
        line = line_of(their_client(url, credentials), asset_id, False, True)
        outcome.check(line.get("status") in statuses, f"version {good.certificate.version}, {what}: {line}, expected {statuses}")

    with bench.our_server(good, export, "csv") as url:
        expect(url, good, {None}, "nothing is wrong")
        expect(url, replace(good, ask=other.ask), {INTEGRITY}, "another ASk")
        expect(url, other, {PARAMETER}, "another certificate")
    with bench.our_server(good, export, "csv", other.path("key.pem")) as url:
        # Which number KSMs have for a wrapped key that does not open is not published.
        expect(url, good, set(range(-42591, -42579)), "the private key of another certificate")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], exports: dict, titles: list[Title]) -> None:
    title = next(each for each in titles if each.source.parent.name == "ts" and len(each.uris) > 1)
    export = exports["keys", "csv"]
    for bits in BITS:
        good = credentials[bits]
        other = Credentials.make(bench.folder / f"other-credentials-{bits}", bits, secrets.token_bytes(16))
        # The good certificate beside another ASk.
        mixed = other.folder / "good-certificate"
        mixed.mkdir()
        (mixed / "certificate.der").write_bytes(good.certificate.der)
        (mixed / "ask").write_bytes(other.ask)
        outcome.check(pem(good.key) != pem(other.key), "credentials differ")
        check_our_client(outcome, bench, good, other, export, title)
        check_our_server(outcome, bench, good, other, export)
