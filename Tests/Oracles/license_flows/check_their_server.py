"""Their KSM answers our client: each title, in every form of a request, over every export, with certificates of both sizes."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import spc_ckc
from bench import BITS, EXPORTS, FORMS, Bench, Credentials, TheirServer, first_failure, steps_of, table_of, their_server
from export_files import Record
from key_security_module import license_of
from titles import Title

# R08 and R09 look into the export that both sides have.
STEPS = ["R01", "R02", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12"]
HDCP = {"none": "HDCP none", "type-0": "HDCP type-0", "type-1": "HDCP type-1"}


def terms_of(record: Record) -> str:
    """The terms of a license, as our client says them."""
    given = license_of(record, offline=True)
    words = ["key and IV"]
    if given.duration_type:
        words.append(f"lease {given.lease} s, rental {given.rental} s")
    words += [HDCP[given.hdcp]] if given.hdcp else []
    words += ["offline"] if given.offline else []
    return ", ".join(words if len(words) > 1 else [*words, "no terms"])


def walks(titles: list[Title], whole: bool) -> list[tuple]:
    """Title, export, size, form and rule (all of the template, or one): everything, or enough that each value of each has been
    beside each of the others."""
    chosen = []
    for number, title in enumerate(titles):
        exports = [each for each in EXPORTS if title.store == "keys" or each != "jsonl"]
        rules = [None, *title.rules]
        if whole:
            chosen += itertools.product([title], exports, BITS, FORMS, rules)
            continue
        for step, form in enumerate(FORMS):
            at = number + step
            chosen.append((title, exports[at % len(exports)], BITS[(at + number // 3) % 2], form, rules[(at + number // 2) % len(rules)]))
    return chosen


def check_walk(outcome, bench: Bench, credentials: Credentials, server: TheirServer, export, walk: tuple, number: int) -> None:
    title, form, bits, post, rule = walk
    name = f"{title.template}, {form}, {bits} bits, {post}, rule {rule or 'of the template'}"
    path = f"/license?walk={number}"
    if title.store == "tokens":
        rule = "whole"
    words = [*title.options, "--flow", "ksm", "--license-url", server.address + path, "--post", post, *credentials.of_client]
    words += ["--export", str(export), "--as", form, *(["--rule", rule] if rule else []), *bench.store(title.store)]
    report = bench.rehearse(*words)
    steps = steps_of(report)
    held = [code for code, step in steps.items() if step["outcome"] == "holds" and step["count"]]
    outcome.check(report["holds"] and held == STEPS, f"{name}: holds {held}; {first_failure(report)}")
    expected = title.asset_ids([rule] if rule else None)
    asked = server.asked(path)
    found = {bytes.fromhex(each["asset_id_hex"]) for each in asked if each["status"] == 0}
    outcome.check(found == expected and len(asked) > len(expected), f"{name}: asset ids {found ^ expected}")
    states = {each["state"] for each in asked}
    outcome.check(states == {spc_ckc.STATES[spc_ckc.READY_TO_START], spc_ckc.STATES[spc_ckc.KEY_NEEDED]}, f"{name}: {states}")
    forms = {each["form"] for each in report["flows"][0]["exchanges"]}
    outcome.check(forms == {post}, f"{name}: posted as {forms}")
    terms = {terms_of(server.module.table.records[each]) for each in expected}
    outcome.check(steps["R10"]["came"] in terms and len(terms) == 1, f"{name}: terms {steps['R10']['came']!r}, expected {terms}")
    segments = steps["R11"]["asked"].split(" ")[0]
    outcome.check(segments == str(title.encrypted), f"{name}: {segments} segments, expected {title.encrypted}")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], exports: dict, titles: list[Title], whole: bool) -> None:
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        servers = {}
        for (store, form), export in exports.items():
            for bits in BITS:
                servers[store, form, bits] = stack.enter_context(their_server(credentials[bits], table_of(export, form)))
        runs = []
        for number, walk in enumerate(walks(titles, whole)):
            title, form, bits = walk[:3]
            server, export = servers[title.store, form, bits], exports[title.store, form]
            runs.append(pool.submit(check_walk, outcome, bench, credentials[bits], server, export, walk, number))
        for run in runs:
            try:
                run.result()
            except (RuntimeError, KeyError, ValueError) as error:
                outcome.check(False, f"a walk broke off: {error!r}")
