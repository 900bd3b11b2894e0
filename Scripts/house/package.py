"""Targets of a package, with their files."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from swift_file import SwiftFile

EVERYTHING = {"FAIRLEAD_FUZZ": "1", "FAIRLEAD_ORACLES": "1", "FAIRLEAD_BENCH": "1"}
"""What Package.swift looks at: with these it has fuzzers, programs of oracles and benchmarks, too."""


class Finding(NamedTuple):
    path: str
    line: int
    fault: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.fault}"


@dataclass(frozen=True)
class Target:
    name: str
    kind: str
    """One of regular, executable, test, system."""
    path: PurePosixPath
    dependencies: list[str]
    files: list[SwiftFile]

    @property
    def is_of_sources(self):
        return self.path.parts[0] == "Sources"

    @property
    def floor(self):
        return self.path.parts[1] if self.is_of_sources and len(self.path.parts) == 3 else None


@dataclass(frozen=True)
class Package:
    root: Path
    targets: list[Target]

    @cached_property
    def by_name(self):
        return {target.name: target for target in self.targets}

    @cached_property
    def sources(self):
        return [target for target in self.targets if target.is_of_sources]

    def finding_of(self, target, fault):
        """A fault of what Package.swift says of a target."""
        name = re.escape(target.name)
        patterns = [
            rf'\b(?:library|fixtures|fuzzer|program)\(\s*"(?:[^"]*/)?{name}"',
            rf'\btests\(\s*"(?:[^"]*/)?{name.removesuffix("Tests")}"',
            rf'\bname:\s*"{name}"',
        ]
        text = (self.root / "Package.swift").read_text()
        match = next(filter(None, (re.search(pattern, text) for pattern in patterns)), None)
        return Finding("Package.swift", text.count("\n", 0, match.end()) + 1 if match else 1, fault)


def read(root):
    command = ["swift", "package", "--ignore-lock", "dump-package"]
    output = subprocess.run(command, cwd=root, env=os.environ | EVERYTHING, check=True, stdout=subprocess.PIPE).stdout
    return Package(root, [target_of(root, entry) for entry in json.loads(output)["targets"]])


def target_of(root, entry):
    path = PurePosixPath(entry["path"])
    names = sorted(
        file.relative_to(root)
        for file in (root / path).rglob("*.swift")
        if not any(file.is_relative_to(root / path / excluded) for excluded in entry["exclude"])
    )
    files = [SwiftFile(str(name), (root / name).read_text()) for name in names]
    dependencies = [next(iter(dependency.values()))[0] for dependency in entry["dependencies"]]
    return Target(entry["name"], entry["type"], path, dependencies, files)
