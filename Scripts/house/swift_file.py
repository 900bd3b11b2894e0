"""Imports and declarations of a Swift file, as far as they stand at the start of a line: Scripts/format sees to that."""

import re
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias"}
IMPORT = re.compile(
    r"(?:@\w+\s+)*(?:(?P<access>\w+)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(?P<module>\w+)"
)
DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|private|fileprivate|open|final|indirect|nonisolated|unsafe|prefix|infix|postfix)"
    r"(?:\(\w+\))?\s+)*"
    r"(?P<kind>struct|class|enum|actor|protocol|typealias|extension|func|var|let)\s+(?P<name>\[\w+\]|[\w.`]+)"
)


class Import(NamedTuple):
    line: int
    module: str
    access: str | None


class Declaration(NamedTuple):
    line: int
    kind: str
    name: str

    @property
    def is_of_type(self):
        return self.kind in TYPES or self.kind == "extension"


class SwiftFile:
    def __init__(self, path, text):
        self.path = path
        self.lines = text.splitlines()

    @property
    def stem(self):
        """The part of its name that says what it declares: of `X+Topic.swift`, X."""
        return PurePosixPath(self.path).stem.split("+")[0]

    @cached_property
    def imports(self):
        return [Import(line, match["module"], match["access"]) for line, match in self.matches(IMPORT)]

    @cached_property
    def declarations(self):
        """What it declares or extends outside of any other declaration."""
        return [
            Declaration(line, match["kind"], "Array" if match["name"][0] == "[" else match["name"].strip("`"))
            for line, match in self.matches(DECLARATION)
        ]

    def matches(self, expression):
        is_in_text = False
        for line, content in enumerate(self.lines, 1):
            match = None if is_in_text else expression.match(content)
            if match:
                yield line, match
            if content.count('"""') % 2:
                is_in_text = not is_in_text
