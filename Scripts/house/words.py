"""Checks words: none of our own where the field has one, in names of types; doc comments that begin with a noun or a verb."""

import re
from pathlib import PurePosixPath

from package import Finding
from swift_file import DECLARATION, TYPES
from table import NAMES, OTHER_OPTIONS, RELATIVE, STANDARD_NAMES, SUFFIXES, WORDS

DECLARATION_INSIDE = re.compile(r"\s*" + DECLARATION.pattern)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+")
COMMENT = re.compile(r"\s*///?(?:\s+(?P<section>- (?:Returns|Throws|Parameter \w+|\w+): )?(?P<text>.*))?$")

NAME = re.compile(
    r"(?:[^\"/]|/(?!/))*?"
    r"(?:\b(?:let|var|func|case)\s+|[(,]\s*(?:\w+\s+)?)(?P<name>" + "|".join(NAMES) + r")\b(?=\s*[:,=()]|\s+in\b)"
)

OPTION = re.compile(
    r"(?:[^\"/]|/(?!/))*?\".*?(?<![\w-])(?<!var\()"
    r"(?!(?:" + "|".join(OTHER_OPTIONS) + r")(?![a-z0-9-]))(?P<option>--[a-z][a-z0-9-]*)"
)

TABLE_OF_OPTIONS = "CommandOption.swift"


def options(house):
    """Texts of libraries name options by their cases of CommandOption.

    Literals of several lines are skipped. `var(--NAME)` is not an option, but a custom property of CSS.
    """
    for target in house.sources:
        for file in target.files:
            if target.floor == "App" or PurePosixPath(file.path).name == TABLE_OF_OPTIONS:
                continue
            for line, match in file.matches(OPTION):
                yield Finding(file.path, line, f"a text names {match['option']}, say \\(CommandOption.…)")


def words_of_types(house):
    """Types of Sources at any depth."""
    for target in house.sources:
        for file in target.files:
            for line, match in file.matches(DECLARATION_INSIDE):
                for word in words_of(match["name"]) if match["kind"] in TYPES else []:
                    if word in WORDS:
                        yield Finding(file.path, line, f"{match['name']} has the word {word}, say {WORDS[word]}")


def words_of(name):
    for standard in STANDARD_NAMES:
        name = name.replace(standard, "")
    return WORD.findall(name)


def names(house):
    """Declarations of Sources inside and outside of types; code before the first string or comment of a line."""
    for target in house.sources:
        for file in target.files:
            for line, match in file.matches(NAME):
                yield Finding(file.path, line, f"{match['name']} is not used as a name, say {NAMES[match['name']]}")


def suffixes(house):
    """Files of wordings have one suffix."""
    for target in house.sources:
        for file in target.files:
            topic = PurePosixPath(file.path).stem.partition("+")[2]
            if topic in SUFFIXES:
                yield Finding(file.path, 1, f"the suffix +{topic} is not used for wordings, name the file …+Description.swift")


def beginnings(house):
    """The first sentence of a comment, and of a section of it, begins with a noun or a verb."""
    for target in house.targets:
        for file in target.files:
            last = -1
            for line, match in file.matches(COMMENT):
                is_start = line > last + 1 or match["section"]
                last = line
                text = match["text"] or ""
                first = text.partition(" ")[0]
                if is_start and first in RELATIVE and not text.endswith("?"):
                    yield Finding(file.path, line, f"a comment begins with a bare {first}, begin with a noun or a verb")
