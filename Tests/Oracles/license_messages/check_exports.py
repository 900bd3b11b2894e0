"""Reads the exports that `samples.py` has, and exports that contradict themselves."""

import tempfile
from pathlib import Path

from export_files import ExportError, read_export
from key_security_module import license_of
from samples import CSV, EXPECTED, EXPORTS, FPS_SDK, JSONL, KEYS


def read(text: str | bytes, form: str):
    """The table of an export, or what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "export")
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        try:
            return read_export(file, form)
        except ExportError as error:
            return str(error)


def check_good(outcome) -> None:
    for form, text in EXPORTS.items():
        records = read(text, form).records
        revoked = {b"gone"} if form != "fps-sdk" else set()
        outcome.check(set(records) == {bytes.fromhex(each) for each in EXPECTED} | revoked, f"{form}: asset ids {sorted(records)}")
        for digits, (key, iv, lease, rental, kind, hdcp) in EXPECTED.items():
            given = license_of(records[bytes.fromhex(digits)], False)
            terms = (given.lease or None, given.rental or None, given.duration_type, given.hdcp)
            outcome.check((given.key.hex(), given.iv.hex()) == (key, iv), f"{form}: key of {digits}")
            outcome.check(terms == (lease or None, rental or None, kind, hdcp), f"{form}: terms of {digits}: {terms}")
        two = records["mövie-2".encode()]
        outcome.check((two.playback, two.stream_id, two.title_id) == (86400, b"\x0a", b"\x0b"), f"{form}: offline {two}")
    outcome.check(read(CSV, "csv").records[b"gone"].state == "revoked", "csv: a tombstone")
    for form, text in {"csv": CSV.splitlines()[0] + "\n", "jsonl": "", "fps-sdk": "{}\n"}.items():
        outcome.check(read(text, form).records == {}, f"{form}: an export of nothing")
    outcome.check(len(read(CSV.replace("\n", "\r\n"), "csv").records) == 5, "csv: lines that end with CR LF")


def check_bad(outcome) -> None:
    one, iv = KEYS["one"]
    first = JSONL.split("\n")[0]
    cases = [
        ("csv", "", "columns are missing"),
        ("csv", CSV.replace("asset_id_hex", "hex"), "columns are missing"),
        ("csv", CSV.replace(",6d6f7669652d31,", ",6d6f7669652d32,"), "is not"),
        ("csv", CSV.replace(one, one[:-2], 1), "15 bytes"),
        ("csv", CSV.replace(one, one[:-1] + "g", 1), "hexadecimal"),
        ("csv", CSV + CSV.splitlines()[1].replace(one, "ff" * 16) + "\n", "another key or policy"),
        ("csv", CSV + CSV.splitlines()[1].replace("7200", "7201") + "\n", "another key or policy"),
        ("csv", CSV.replace("7200", "2h"), "seconds"),
        ("csv", CSV.replace("7200", "-1"), "seconds"),
        ("csv", CSV.replace("7200", str(1 << 32)), "seconds"),
        ("csv", CSV.replace("type-1", "type-2"), "hdcp"),
        ("csv", CSV.replace("active", "asleep"), "state"),
        ("csv", CSV.replace(",active", "", 1), "number of cells"),
        ("csv", CSV.replace("revoked", "active"), "no key or no IV"),
        ("csv", CSV.replace("active", "revoked"), "given away"),
        ("csv", CSV.encode().replace("ö".encode(), b"\xff"), "UnicodeDecodeError"),
        ("jsonl", JSONL.replace('"version":1', '"version":2'), "version"),
        ("jsonl", JSONL.replace('"hex":"6d6f7669652d31"', '"hex":"6d6f7669652d30"'), "is not"),
        ("jsonl", JSONL.replace(f'"iv":"{iv}"', '"iv":""'), "no key or no IV"),
        ("jsonl", JSONL.replace('"rule":"whole"', '"rule":""'), "rule"),
        ("jsonl", JSONL.replace('"hdcp":"none"', '"hdcp":"none","hdcp":"type-1"'), "twice"),
        ("jsonl", JSONL + first.replace(one, "ff" * 16) + "\n", "another key or policy"),
        ("jsonl", JSONL[: len(first) // 2], "JSONDecodeError"),
        ("jsonl", "[]\n", "AttributeError"),
        ("fps-sdk", FPS_SDK.replace('"skd://movie-1"', '"movie-1"'), "twice"),
        ("fps-sdk", FPS_SDK.replace("content-iv", "iv"), "no key or no IV"),
        ("fps-sdk", FPS_SDK.replace('"hdcp-type":1', '"hdcp-type":2'), "hdcp-type"),
        ("fps-sdk", FPS_SDK.replace('"content-type":"hd"', '"content-type":"8k"'), "content-type"),
        ("fps-sdk", FPS_SDK.replace('"movie-1"', '"m"'), "an asset id of 1 bytes"),
        ("fps-sdk", FPS_SDK.replace('"movie-1"', f'"{"m" * 201}"'), "an asset id of 201 bytes"),
        ("fps-sdk", "[]", "AttributeError"),
        ("fps-sdk", "", "JSONDecodeError"),
    ]
    for form, text, expected in cases:
        outcome.check(text != EXPORTS[form], f"{form}, {expected}: the case changes something")
        found = read(text, form)
        outcome.check(isinstance(found, str) and expected in found, f"{form}, expected {expected!r}: {found}")


def check_requests(outcome) -> None:
    """The formats that are requests: the first title of the samples, and what their servers would refuse."""
    key, iv, *_ = EXPECTED["6d6f7669652d31"]
    info = FPS_SDK.split("\n")[0].removeprefix('{"movie-1":').removesuffix(",")
    request = f'{{"fairplay-streaming-request":{{"version":1,"create-ckc":[{{"id":1,"spc":"","asset-info":[{info}]}}]}}}}'
    good = {
        "fps-sdk-request": f'{{"movie-1":{request},\n"skd://movie-1":{request}}}\n',
        "expressplay-token": '{"content_id":"movie-1","track":"all","period":0,"generation":1,'
        '"key_id":"00000000-0000-4000-8000-000000000001","key_uris":["skd://movie-1"],"asset_ids":["movie-1","skd://movie-1"],'
        f'"parameters":{{"contentKey":"{key}","iv":"{iv}","rentalDuration":"172800"}}}}\n',
    }
    for form, text in good.items():
        records = read(text, form).records
        outcome.check(set(records) == {b"movie-1", b"skd://movie-1"}, f"{form}: asset ids {sorted(records)}")
        found = {(each.key.hex(), each.iv.hex(), each.lease, each.rental) for each in records.values()}
        terms = (7200, None) if form == "fps-sdk-request" else (None, 172800)
        outcome.check(found == {(key, iv, *terms)}, f"{form}: {found}")
    cases = [
        ("fps-sdk-request", '"version":1,', "", "create-ckc"),
        ("fps-sdk-request", '"spc":""', '"spc":"AAAA"', "nobody sent"),
        ("fps-sdk-request", '"id":1', '"id":true', "id True"),
        ("fps-sdk-request", f"[{info}]", f"[{info},{info}]", "2 asset infos"),
        ("fps-sdk-request", '"content-type":"hd"', '"content-type":"8k"', "content-type"),
        ("expressplay-token", "contentKey", "contentkey", "contentkey"),
        ("expressplay-token", key, key[:-2], "-2005"),
        ("expressplay-token", key, key[:-1] + "G", "-2005"),
        ("expressplay-token", iv, iv + "00", "-6003"),
        ("expressplay-token", f'"iv":"{iv}",', "", "-6003"),
        ("expressplay-token", '"172800"', "172800", "no text"),
        ("expressplay-token", "172800", "2h", "-6007"),
        ("expressplay-token", "172800", str(1 << 32), "-6007"),
        ("expressplay-token", '"iv"', f'"iv":"{iv}","iv"', "twice"),
        ("expressplay-token", '"skd://movie-1"]', '"movie-1"]', "one twice"),
        ("expressplay-token", "}}\n", "}}", "no end"),
    ]
    for form, old, new, expected in cases:
        text = good[form].replace(old, new)
        outcome.check(text != good[form], f"{form}, {expected}: the case changes something")
        found = read(text, form)
        outcome.check(isinstance(found, str) and expected in found, f"{form}, expected {expected!r}: {found}")


def check_all(outcome) -> None:
    check_good(outcome)
    check_bad(outcome)
    check_requests(outcome)
