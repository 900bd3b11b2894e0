#!/usr/bin/env python3
"""The stand-in servers of `serve`, in use and in misuse.

    try_serve.py FAIRLEAD FOLDER SAMPLES [--whole] [--only TEXT]

The closing line is `N passed, N failed`.
"""

import argparse
import subprocess
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE.parent), str(HERE.parent / "license_messages")]

import check_browser  # noqa: E402
import check_ends  # noqa: E402
import check_hostile  # noqa: E402
import check_key_log  # noqa: E402
import check_load  # noqa: E402
import check_paths  # noqa: E402
import raw_http  # noqa: E402
from outcome import Outcome  # noqa: E402
from served import Titles  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead")
    parser.add_argument("folder", type=Path)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--whole", action="store_true", help="a load of 20 s instead of 5 s, and a store that is locked for long")
    parser.add_argument("--only", default="", metavar="TEXT", help="the groups that have this in their names")
    options = parser.parse_args()
    outcome = Outcome()
    said = subprocess.run([options.fairlead, "serve", "--help"], capture_output=True, text=True)
    if not outcome.check(said.returncode == 0 and "USAGE: fairlead serve" in said.stdout, f"serve --help: {said.returncode} {said.stderr.strip()}"):
        outcome.finish()
    titles = Titles(options.fairlead, options.folder, options.samples)
    groups = {
        "hostile paths": lambda: check_paths.check_all(outcome, titles),
        "the log of keys": lambda: check_key_log.check_all(outcome, titles),
        "how it ends": lambda: check_ends.check_all(outcome, titles, options.whole),
        "in a browser": lambda: check_browser.check_all(outcome, titles),
        "many clients": lambda: check_load.check_all(outcome, titles, 20 if options.whole else 5),
        "hostile requests": lambda: check_hostile.check_all(outcome, titles),
    }
    groups = {name: check for name, check in groups.items() if options.only in name}
    with check_hostile.Slow(titles, "hostile requests" in groups) as slow:
        for name, check in groups.items():
            began, passed, failed = time.monotonic(), outcome.passed, outcome.failed
            try:
                check()
            except Exception:
                outcome.check(False, f"{name}: {traceback.format_exc()}")
            outcome.check(not raw_http.nameless, f"{name}: {len(raw_http.nameless)} answers without X-Stand-In: {raw_http.nameless[:1]}")
            raw_http.nameless.clear()
            mark = "ok     " if outcome.failed == failed else "FAILED "
            print(f"{mark} {name}: {outcome.passed - passed} passed, {time.monotonic() - began:.1f} s", flush=True)
        slow.check(outcome)
    outcome.finish()


if __name__ == "__main__":
    main()
