#!/usr/bin/env python3
"""Both sides of the license exchange against each other, in process and over loopback, and against OpenSSL's command line.

    self_test.py [SEED]

RSA keys and certificates are made at run time; everything else that is random comes from the seed. The closing line is
`N passed, N failed`.
"""

import random
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent))

import check_exports  # noqa: E402
import check_loopback  # noqa: E402
import check_malformed  # noqa: E402
import check_messages  # noqa: E402
from outcome import Outcome  # noqa: E402
from samples import Bench  # noqa: E402


def main() -> None:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    random.seed(seed)
    outcome = Outcome()
    benches = [Bench(1024), Bench(2048)]
    check_messages.check_all(outcome, benches)
    check_malformed.check_all(outcome, benches)
    check_exports.check_all(outcome)
    check_loopback.check_all(outcome, benches)
    outcome.finish()


if __name__ == "__main__":
    main()
