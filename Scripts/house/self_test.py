"""Proves the check of the house: in a small clean package it finds nothing, in one with a fault of each kind all of them."""

import tempfile
from pathlib import Path

import checks

HEADER = """// swift-tools-version: 6.3
import PackageDescription

func library(_ folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    return .target(name: name, dependencies: dependencies, path: "Sources/" + folder)
}

func tests(_ folder: String, _ dependencies: [Target.Dependency]) -> Target {
    let name = (folder.split(separator: "/").last.map(String.init) ?? folder) + "Tests"
    return .testTarget(name: name, dependencies: dependencies, path: "Tests/" + folder + "Tests")
}

"""
FIRST_TARGET = HEADER.count("\n") + 2
"""The line of Package.swift with the first target; each has a line."""

CLEAN_TARGETS = [
    '.systemLibrary(name: "CCurl", path: "Sources/System/CCurl"),',
    'library("System/HTTPTransfers", ["CCurl"]),',
    'library("Keys/Ciphers"),',
    'library("Media/SampleEncryption", ["Ciphers"]),',
    'library("Runs/Inspection", ["SampleEncryption"]),',
    'library("Runs/Verification", ["Inspection"]),',
    '.executableTarget(name: "fairlead", dependencies: ["Verification"], path: "Sources/App/fairlead"),',
    'tests("Runs/Verification", ["Verification"]),',
    'tests("App/fairlead", ["fairlead"]),',
]
CLEAN_FILES = {
    "Sources/System/CCurl/module.modulemap": "",
    "Sources/System/HTTPTransfers/Transfer.swift": "import CCurl\nimport Foundation\n\npackage struct Transfer {}\n",
    "Sources/Keys/Ciphers/Key.swift": 'private let text = """\nimport Nothing\n"""\n\nextension [Key] {}\n\n@safe struct Key {}\n',
    "Sources/Keys/Ciphers/Key+Parts.swift": "extension Text.Key {\n    struct Part {}\n}\n",
    "Sources/Keys/Ciphers/wrap.swift": "@inlinable\npackage func wrap() {}\n",
    "Sources/Keys/Ciphers/InitializationVector.swift": (
        "/// An IV.\n///\n/// Where it is from: the record.\nstruct InitializationVector {\n    /// Why not?\n}\n"
    ),
    "Sources/Keys/Ciphers/Script.swift": 'struct Script {\n    let text = """\n        // What it does.\n        """\n}\n',
    "Sources/Runs/Verification/Style.swift": (
        'enum Style {\n    let line = "color:var(--clear)"\n    let text = """\n        --clear:"#fff"\n        """\n'
        '    let other = "--array=0-9 --keys"\n}\n'
    ),
    "Sources/Media/SampleEncryption/Sample.swift": "package import Ciphers\n\npackage struct Sample {\n    struct Part {}\n}\n",
    "Sources/Runs/Inspection/Inspector.swift": "private import struct SampleEncryption.Sample\n\nactor Inspector {}\n",
    "Sources/Runs/Verification/Verifier.swift": "import Inspection\n\nstruct Verifier {}\n",
    "Sources/App/fairlead/main.swift": "import Verification\n",
    "Tests/Runs/VerificationTests/Helpers.swift": "import Testing\n\nfunc made() {}\n\nfunc changed() {}\n",
    "Tests/Runs/VerificationTests/VerifierTests.swift": "@testable import Verification\n\nstruct VerifierTests {}\n",
    "Tests/App/fairleadTests/ProgramTests.swift": "struct ProgramTests {}\n",
}

FAULTY_TARGETS = CLEAN_TARGETS[:4] + [
    'library("Runs/Inspection", ["SampleEncryption", "Verification"]),',
    'library("Runs/Verification", ["Ciphers"]),',
    '.executableTarget(name: "fairlead", dependencies: ["CCurl", "Verification"], path: "Sources/App/fairlead"),',
    'tests("App/Verification", ["Verification"]),',
    'tests("App/fairlead", ["fairlead"]),',
    'library("Attic/Boxes"),',
    'library("Runs/Sweeping"),',
    'library("System/Media/Pages"),',
    'library("Terms/Words", ["Ciphers"]),',
]
FAULTY_FILES = CLEAN_FILES | {
    "Sources/Attic/Boxes/Box.swift": "struct Box {}\n",
    "Sources/Runs/Sweeping/Sweep.swift": "struct Sweep {}\n",
    "Sources/System/Media/Pages/Page.swift": "struct Page {}\n",
    "Sources/Terms/Words/Word.swift": "import Ciphers\n\nstruct Word {}\n\nprivate enum Key {}\n",
    "Sources/Keys/Ciphers/Ciphers.swift": "struct Ciphers {}\n",
    "Sources/Keys/Ciphers/Wiping.swift": "internal import Foundation\n\nfunc wipe() {}\n",
    "Sources/Keys/Ciphers/Mark.swift": "/// Marks.\nenum Mark {\n    /// - Returns: Whether it is one.\n    private struct Place {}\n    func at(_ place: Int) {}\n}\n",
    "Sources/Keys/Ciphers/Mark+Wording.swift": "// Who marks.\nextension Mark {}\n",
    "Sources/Keys/Ciphers/Long.swift": "struct Long {}\n" + "// A line.\n" * 9000,
    "Sources/Runs/Inspection/Inspector.swift": (
        'import SampleEncryption\nimport Verification\n\nactor Inspector { let remedy = "Use --new-key." }\n'
        'let found = "got none (--allow-origin)"\nlet problem = "--hdcp: wrong"\n'
    ),
    "Sources/Runs/Verification/Verifier.swift": "import GRDB\n\nstruct Verifier {}\n",
    "Sources/App/fairlead/main.swift": "import CCurl\nimport Verification\n",
    "Tests/Runs/VerificationTests/VerifierTests.swift": "",
    "Tests/App/VerificationTests/Cases.swift": "import Verification\n\nfunc made() {}\n\nstruct VerifierTests {}\n",
}


def line_of(target):
    return FIRST_TARGET + next(index for index, text in enumerate(FAULTY_TARGETS) if target in text)


EXPECTED = {
    "a target of no floor": (f"Package.swift:{line_of('Attic/Boxes')}", "Boxes is in Sources/Attic/Boxes"),
    "a target below a target": (f"Package.swift:{line_of('Media/Pages')}", "Pages is in Sources/System/Media/Pages"),
    "a run without order": (f"Package.swift:{line_of('Runs/Sweeping')}", "Sweeping is not in the order of runs"),
    "tests of another floor": (f"Package.swift:{line_of('App/Verification')}", "VerificationTests is in Tests/App/"),
    "a floor that imports from above": ("Sources/Terms/Words/Word.swift:1", "Words (Terms) imports Ciphers (Keys)"),
    "a run that imports a later one": (
        "Sources/Runs/Inspection/Inspector.swift:2",
        "Inspection (Runs) imports Verification (Runs)",
    ),
    "a second importer of a C module": ("Sources/App/fairlead/main.swift:1", "fairlead imports CCurl, which HTTPTr"),
    "a second importer of a package": ("Sources/Runs/Verification/Verifier.swift:1", "Verification imports GRDB, which"),
    "an undeclared import": ("Sources/Runs/Verification/Verifier.swift:1", "Verification imports GRDB and does not"),
    "an unused dependency": (f"Package.swift:{line_of('Runs/Verification')}", "Verification declares Ciphers and"),
    "an import with the access that it has": (
        "Sources/Keys/Ciphers/Wiping.swift:1",
        "internal import Foundation says what import does",
    ),
    "a long target": (f"Package.swift:{line_of('Keys/Ciphers')}", "Ciphers has 9036 lines, more than 9000"),
    "a type name of two targets": ("Sources/Terms/Words/Word.swift:5", "Key is a type of Words and of Ciphers (Sources"),
    "a type named as a module": ("Sources/Keys/Ciphers/Ciphers.swift:1", "Ciphers is a type and a module"),
    "a file named after nothing": ("Sources/Keys/Ciphers/Wiping.swift:1", "nothing here is named Wiping"),
    "a file of tests named after nothing": (
        "Tests/App/VerificationTests/Cases.swift:1",
        "nothing here is named Cases",
    ),
    "a type with a word that is not used": ("Sources/Keys/Ciphers/Mark.swift:4", "Place has the word Place, say Location"),
    "a name that is not used": ("Sources/Keys/Ciphers/Mark.swift:5", "place is not used as a name, say location"),
    "a section that begins with a relative word": ("Sources/Keys/Ciphers/Mark.swift:3", "a comment begins with a bare Whether"),
    "an option named by a library": ("Sources/Runs/Inspection/Inspector.swift:4", "a text names --new-key, say"),
    "an option in parentheses": ("Sources/Runs/Inspection/Inspector.swift:5", "a text names --allow-origin, say"),
    "an option before a colon": ("Sources/Runs/Inspection/Inspector.swift:6", "a text names --hdcp, say"),
    "a suffix of wordings": ("Sources/Keys/Ciphers/Mark+Wording.swift:1", "the suffix +Wording is not used"),
    "a comment that begins with a relative word": ("Sources/Keys/Ciphers/Mark+Wording.swift:1", "a comment begins with a bare Who"),
}
"""Where each planted fault is, and how what is said of it begins."""


def passes():
    failures = [f"found in a clean package: {finding}" for finding in findings_in(CLEAN_TARGETS, CLEAN_FILES)]
    found = findings_in(FAULTY_TARGETS, FAULTY_FILES)
    passed = 0 if failures else 1
    for kind, (place, beginning) in EXPECTED.items():
        match = next((finding for finding in found if str(finding).startswith(f"{place}: {beginning}")), None)
        if match:
            found.remove(match)
            passed += 1
        else:
            failures.append(f"not found: {kind} ({place}: {beginning}...)")
    failures += [f"found, but not planted: {finding}" for finding in found]
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return not failures


def findings_in(targets, files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        manifest = 'let package = Package(name: "house", targets: [\n' + "\n".join(targets) + "\n])\n"
        for name, text in (files | {"Package.swift": HEADER + manifest}).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        return checks.findings(root)
