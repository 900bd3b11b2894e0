"""Exports that are requests: token requests of ExpressPlay, read as its service reads them, and requests of the server SDK.

They have the keys, IVs and rentals of the neutral record, each key once; random titles come out as they were put in; who has the
private key of a recipient gets the same file by `openssl cms -decrypt`.
"""

import json
import random
import subprocess
import uuid
from pathlib import Path
from urllib.parse import quote

from bench import Bench
from export_files import FAIRPLAY, read_export, token_requests

COUNT = 300
"""Random titles."""
ALPHABET = list("abcXYZ019 -_.~:/?#[]@!$&'()*+,;=%\"\\<>{}|^`") + list("äßéñЖ语🎬\u0301\u200d\u2028")


def lines_of(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().split("\n") if line]


def expected_of(records: list[dict]) -> dict[str, tuple]:
    """What a file of token requests has to say of each key, by its id."""
    found: dict[str, tuple] = {}
    for each in records:
        if each.get("key_format") != FAIRPLAY or each["state"] == "revoked":
            continue
        place = (each["content_id"], each["track"], each["period"], each["generation"])
        values = (place, each["key"], each["iv"], each.get("rental_seconds"))
        uris = found.get(each["key_id"], (values, []))[1]
        found[each["key_id"]] = (values, uris + [each["key_uri"]] * (each["key_uri"] not in uris))
    return found


def said_of(text: str) -> dict[str, tuple]:
    """The same of a file of token requests."""
    return {
        entry["key_id"]: (
            (
                (entry["content_id"], entry["track"], entry["period"], entry["generation"]),
                record.key.hex(),
                record.iv.hex(),
                record.rental,
            ),
            entry["key_uris"],
        )
        for entry, record in token_requests(text)
    }


def random_records() -> list[dict]:
    """Keys of random titles, signalled for FairPlay or for nobody."""
    records = []
    for number in range(COUNT):
        content_id = f"{number}" + "".join(random.choices(ALPHABET, k=random.choice((0, 1, 8, 40))))
        content_id = content_id.encode()[: random.choice((200, 30))].decode(errors="ignore")
        if number % 50 == 0:
            content_id = f"{number:03}".ljust(200, random.choice('x"&'))
        record = {
            "version": 1,
            "content_id": content_id,
            "track": random.choice(("all", "hd", "audio", "main 1")),
            "period": random.randrange(5),
            "generation": random.randrange(1, 4),
            "key_id": str(uuid.UUID(int=random.getrandbits(128), version=4)),
            "key": random.randbytes(16).hex(),
            "iv": random.randbytes(16).hex(),
            "state": "active",
        }
        if random.random() < 0.5:
            record["rental_seconds"] = random.choice((0, 1, 172800, (1 << 32) - 1))
        if random.random() < 0.3:
            record["lease_seconds"] = 60
        if number % 7:
            asset_id = f"{number}-{random.choice(ALPHABET)}" + "".join(random.choices(ALPHABET, k=20))
            record |= {"method": "sample-aes", "scheme": "cbcs", "key_format": FAIRPLAY, "key_format_versions": "1"}
            record["key_uri"] = f"skd://h.example/{number}?cid=" + quote(content_id, safe="")
            record["asset_ids"] = [{"id": asset_id, "hex": asset_id.encode().hex(), "rule": "vendor"}]
        records.append(record)
    return records


def check_random(outcome, bench: Bench) -> None:
    records, store = random_records(), bench.store("random")
    file = bench.folder / "random.json"
    file.write_text("".join(json.dumps(each, ensure_ascii=random.random() < 0.5) + "\n" for each in records))
    bench.run("keys", "import", "--as", "jsonl", file, *store)
    export = bench.export(store, "expressplay-token", "random")
    text = export.read_text()
    outcome.check(said_of(text) == expected_of(records), "random titles: token requests")
    wanted = {each["asset_ids"][0]["id"].encode() for each in records if "asset_ids" in each}
    outcome.check(set(read_export(export, "expressplay-token").records) == wanted, "random titles: asset ids")
    again = bench.store("again")
    bench.run("keys", "import", export, *again)
    outcome.check(bench.export(again, "expressplay-token", "again").read_text() == text, "random titles: imported and exported")


def check_recipients(outcome, bench: Bench) -> None:
    """The encrypted file, opened by OpenSSL's program."""
    store, folder = bench.store("keys"), bench.folder
    plain = bench.export(store, "expressplay-token", "plain").read_bytes()
    words = ["req", "-x509", "-newkey", "rsa:3072", "-nodes", "-days", "2", "-subj", "/CN=tokens"]
    words += ["-keyout", folder / "tokens.key", "-out", folder / "tokens.pem"]
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    sealed = folder / "sealed.p7m"
    bench.run("keys", "export", "--as", "expressplay-token", "--recipient", folder / "tokens.pem", "-o", sealed, *store)
    words = ["cms", "-decrypt", "-inform", "DER", "-in", sealed, "-inkey", folder / "tokens.key"]
    opened = subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True).stdout
    outcome.check(opened == plain and plain, "expressplay-token: openssl cms gives the plain file")
    outcome.check(b"contentKey" not in sealed.read_bytes(), "expressplay-token: nothing in the clear")


def check_all(outcome, bench: Bench) -> None:
    for name in ("keys", "tokens"):
        store = bench.store(name)
        expected = expected_of(lines_of(bench.export(store, "jsonl", f"{name}-records")))
        text = bench.export(store, "expressplay-token", f"{name}-requests").read_text()
        outcome.check(said_of(text) == expected and expected, f"{name}: token requests of {len(expected)} keys")
    infos = read_export(bench.export(bench.store("keys"), "fps-sdk", "infos"), "fps-sdk").records
    requests = read_export(bench.export(bench.store("keys"), "fps-sdk-request", "requests"), "fps-sdk-request").records
    outcome.check(infos == requests and infos, f"fps-sdk-request: {len(requests)} asset ids, fps-sdk {len(infos)}")
    check_random(outcome, bench)
    check_recipients(outcome, bench)
