#!/usr/bin/env python3
"""License flows, ours against those of the oracle: their KSM answers our client, their client opens our KSM's answers, both refuse;
their services answer our app, and their app asks ours.

    try_flows.py FAIRLEAD KEY_SECURITY_SERVER FOLDER SAMPLES [--whole] [--seed SEED]

`--whole` walks every title with every form, export, size of a certificate and rule. The closing line is `N passed, N failed`.
"""

import argparse
import random
import secrets
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent), str(HERE.parent / "license_messages")]

import app_titles  # noqa: E402
import check_app  # noqa: E402
import check_app_ends  # noqa: E402
import check_app_faults  # noqa: E402
import check_app_flows  # noqa: E402
import check_captured  # noqa: E402
import check_our_server  # noqa: E402
import check_refusals  # noqa: E402
import check_requests  # noqa: E402
import check_same_verdicts  # noqa: E402
import check_serve  # noqa: E402
import check_their_server  # noqa: E402
import check_token_requests  # noqa: E402
import titles  # noqa: E402
from bench import BITS, EXPORTS, Bench, Credentials, SharedOutcome  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead")
    parser.add_argument("server")
    parser.add_argument("folder", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    random.seed(options.seed)
    start = time.monotonic()
    outcome, bench = SharedOutcome(), Bench(options.fairlead, options.server, options.folder)
    ask = secrets.token_bytes(16)
    credentials = {bits: Credentials.make(options.folder / f"credentials-{bits}", bits, ask) for bits in BITS}
    made = titles.make_all(outcome, bench, options.samples)
    revoked = titles.make_revoked(bench, options.samples)
    of_apps = app_titles.make_all(bench, options.samples)
    exports = {("keys", form): bench.export(bench.store("keys"), form, "keys") for form in EXPORTS}
    for form in ("csv", "fps-sdk"):
        exports["tokens", form] = bench.export(bench.store("tokens"), form, "tokens", "--asset-id-rule", "whole")
    groups = {
        "titles made": lambda: None,
        "their KSM answers our client": lambda: check_their_server.check_all(outcome, bench, credentials, exports, made, options.whole),
        "their client opens our licenses": lambda: check_our_server.check_all(outcome, bench, credentials, exports, revoked, options.whole),
        "refusals": lambda: check_refusals.check_all(outcome, bench, credentials, exports, made),
        "the same verdicts": lambda: check_same_verdicts.check_all(outcome, bench, credentials, exports, options.whole),
        "exports that are requests": lambda: check_requests.check_all(outcome, bench),
        "captured requests": lambda: check_captured.check_all(outcome, bench, credentials, exports, made, revoked),
        "their services answer their app": lambda: check_app.check_their_services(outcome, bench, credentials, of_apps, options.whole),
        "their services answer our app": lambda: check_app_flows.check_all(outcome, bench, credentials, of_apps, options.whole),
        "their services up to D": lambda: check_app_ends.check_all(outcome, bench, credentials, of_apps),
        "faults of their services": lambda: check_app_faults.check_all(outcome, bench, credentials, of_apps, options.whole),
        "requests for tokens": lambda: check_token_requests.check_all(outcome, bench, credentials, of_apps),
        "their app at our servers": lambda: check_serve.check_all(outcome, bench, options.samples, of_apps, options.whole),
    }
    passed = 0
    for name, check in groups.items():
        # What breaks off is a failure, and the other groups are looked at all the same.
        try:
            check()
        except Exception:
            outcome.check(False, f"{name}: broke off\n{traceback.format_exc()}")
        print(f"{name}: {outcome.passed - passed} passed, after {time.monotonic() - start:.0f} s", flush=True)
        passed = outcome.passed
    outcome.finish()


if __name__ == "__main__":
    main()
