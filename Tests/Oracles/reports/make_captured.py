#!/usr/bin/env python3
"""Makes what `fairlead rehearse --captured-spc` looks at, with the oracle of license messages.

    make_captured.py FOLDER ASSET_ID

Writes cert.der, key.pem and spc, the SPC of a device that asks for the asset id.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "license_messages"))

from samples import Bench, pem  # noqa: E402
from spc_ckc import Session  # noqa: E402


def main():
    folder, asset_id = Path(sys.argv[1]), sys.argv[2].encode()
    bench = Bench(1024)
    (folder / "cert.der").write_bytes(bench.certificate.der)
    (folder / "key.pem").write_bytes(pem(bench.key))
    (folder / "spc").write_bytes(bench.spc(Session(asset_id)))


if __name__ == "__main__":
    main()
