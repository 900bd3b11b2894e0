"""Checks words: none of our own where the field has one, in names of types; doc comments that begin with a noun or a verb."""

import re
from pathlib import PurePosixPath

from package import Finding
from table import RELATIVE, STANDARD_NAMES, SUFFIXES, WORDS

TYPE = re.compile(
    r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\(\w+\))?\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(?P<name>[A-Z]\w*)"
)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+")
COMMENT = re.compile(r"\s*(?P<mark>///?)(?:\s+(?P<section>- (?:Returns|Throws|Parameter \w+|\w+): )?(?P<text>.*))?$")


def words_of_types(house):
    """Types of Sources at any depth."""
    for target in house.sources:
        for file in target.files:
            for line, content in enumerate(file.lines, 1):
                match = TYPE.match(content)
                for word in words_of(match["name"]) if match else []:
                    if word in WORDS:
                        yield Finding(file.path, line, f"{match['name']} has the word {word}, say {WORDS[word]}")


def words_of(name):
    for standard in STANDARD_NAMES:
        name = name.replace(standard, "")
    return WORD.findall(name)


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
            is_in_comment = is_in_text = False
            for line, content in enumerate(file.lines, 1):
                match = None if is_in_text else COMMENT.match(content)
                is_in_text ^= content.count('"""') % 2 == 1
                text = (match["text"] or "") if match else ""
                if match and (not is_in_comment or match["section"]) and not text.endswith("?"):
                    first = text.split(maxsplit=1)[0] if text else ""
                    if first in RELATIVE:
                        yield Finding(file.path, line, f"a comment begins with a bare {first}, begin with a noun or a verb")
                is_in_comment = match is not None
