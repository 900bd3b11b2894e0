"""Random changes of a tree, which is a dictionary of contents by their paths."""

import random
import re

Tree = dict[str, bytes]

ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=("[^"]*"|[^",]*)')


def is_playlist(path: str) -> bool:
    return path.endswith(".m3u8")


# MARK: Media


def _media(tree: Tree, chance: random.Random) -> str:
    return chance.choice([path for path in sorted(tree) if not is_playlist(path)])


def _span(content: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(content))
    return start, min(len(content), start + chance.choice([1, 1, 2, 7, 16, 188]))


def _place(content: bytes, chance: random.Random) -> int:
    """Most structure is at the start, and padding at the end."""
    return chance.choice([
        chance.randrange(len(content)),
        chance.randrange(len(content)),
        chance.randrange(min(len(content), 256)),
        len(content) - 1 - chance.randrange(min(len(content), 32)),
    ])


def flip_bit(tree: Tree, chance: random.Random) -> str:
    path = _media(tree, chance)
    content = bytearray(tree[path])
    place, bit = _place(content, chance), chance.randrange(8)
    content[place] ^= 1 << bit
    tree[path] = bytes(content)
    return f"bit {bit} of byte {place} of {path}"


def overwrite(tree: Tree, chance: random.Random) -> str:
    path = _media(tree, chance)
    start, end = _span(tree[path], chance)
    tree[path] = tree[path][:start] + chance.randbytes(end - start) + tree[path][end:]
    return f"bytes {start}..<{end} of {path} overwritten"


def insert(tree: Tree, chance: random.Random) -> str:
    path = _media(tree, chance)
    start, end = _span(tree[path], chance)
    tree[path] = tree[path][:start] + chance.randbytes(end - start) + tree[path][start:]
    return f"{end - start} bytes inserted at {start} of {path}"


def remove_bytes(tree: Tree, chance: random.Random) -> str:
    path = _media(tree, chance)
    start, end = _span(tree[path], chance)
    tree[path] = tree[path][:start] + tree[path][end:]
    return f"bytes {start}..<{end} of {path} removed"


def swap_files(tree: Tree, chance: random.Random) -> str:
    one, other = _media(tree, chance), _media(tree, chance)
    tree[one], tree[other] = tree[other], tree[one]
    return f"{one} and {other} swapped"


def replace_file(tree: Tree, chance: random.Random) -> str:
    one, other = _media(tree, chance), _media(tree, chance)
    tree[one] = tree[other]
    return f"{other} in place of {one}"


def remove_file(tree: Tree, chance: random.Random) -> str:
    path = chance.choice(sorted(tree))
    del tree[path]
    return f"{path} removed"


def cut_short(tree: Tree, chance: random.Random) -> str:
    path = chance.choice(sorted(tree))
    end = chance.randrange(len(tree[path]))
    tree[path] = tree[path][:end]
    return f"{path} cut short to {end} bytes"


def empty(tree: Tree, chance: random.Random) -> str:
    path = chance.choice(sorted(tree))
    tree[path] = b""
    return f"{path} emptied"


# MARK: Lines


def _playlist(tree: Tree, chance: random.Random) -> str:
    return chance.choice([path for path in sorted(tree) if is_playlist(path)])


def _lines(tree: Tree, path: str) -> list[str]:
    return tree[path].decode().splitlines()


def _write(tree: Tree, path: str, lines: list[str]) -> None:
    tree[path] = "".join(line + "\n" for line in lines).encode()


def remove_line(tree: Tree, chance: random.Random) -> str:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    place = chance.randrange(len(lines))
    line = lines.pop(place)
    _write(tree, path, lines)
    return f"{path}:{place + 1} removed ({line})"


def duplicate_line(tree: Tree, chance: random.Random) -> str:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    place = chance.randrange(len(lines))
    lines.insert(place, lines[place])
    _write(tree, path, lines)
    return f"{path}:{place + 1} twice ({lines[place]})"


def move_line(tree: Tree, chance: random.Random) -> str:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    place = chance.randrange(len(lines))
    line = lines.pop(place)
    target = chance.randrange(len(lines) + 1)
    lines.insert(target, line)
    _write(tree, path, lines)
    return f"{path}:{place + 1} moved to {target + 1} ({line})"


def swap_lines(tree: Tree, chance: random.Random) -> str:
    """Lines of two playlists, of one tag where that can be."""
    one, other = _playlist(tree, chance), _playlist(tree, chance)
    lines = {path: _lines(tree, path) for path in (one, other)}
    place = chance.randrange(len(lines[one]))
    name = lines[one][place].split(":")[0]
    alike = [index for index, line in enumerate(lines[other]) if line.split(":")[0] == name]
    target = chance.choice(alike or range(len(lines[other])))
    lines[one][place], lines[other][target] = lines[other][target], lines[one][place]
    for path, changed in lines.items():
        _write(tree, path, changed)
    return f"{one}:{place + 1} and {other}:{target + 1} swapped"


def swap_playlists(tree: Tree, chance: random.Random) -> str:
    one, other = _playlist(tree, chance), _playlist(tree, chance)
    tree[one], tree[other] = tree[other], tree[one]
    return f"{one} and {other} swapped"


# MARK: Attributes and values


def _tag(tree: Tree, chance: random.Random, has_attributes: bool) -> tuple[str, list[str], int] | None:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    places = [
        place
        for place, line in enumerate(lines)
        if line.startswith("#EXT") and ":" in line and (not has_attributes or "=" in line)
    ]
    return (path, lines, chance.choice(places)) if places else None


def remove_attribute(tree: Tree, chance: random.Random) -> str | None:
    found = _tag(tree, chance, has_attributes=True)
    if not found:
        return None
    path, lines, place = found
    tag, values = lines[place].split(":", 1)
    attributes = [match.group(0) for match in ATTRIBUTE.finditer(values)]
    gone = attributes.pop(chance.randrange(len(attributes)))
    lines[place] = tag + ":" + ",".join(attributes)
    _write(tree, path, lines)
    return f"{path}:{place + 1} without {gone}"


def reorder_attributes(tree: Tree, chance: random.Random) -> str | None:
    found = _tag(tree, chance, has_attributes=True)
    if not found:
        return None
    path, lines, place = found
    tag, values = lines[place].split(":", 1)
    attributes = [match.group(0) for match in ATTRIBUTE.finditer(values)]
    chance.shuffle(attributes)
    lines[place] = tag + ":" + ",".join(attributes)
    _write(tree, path, lines)
    return f"{path}:{place + 1} with attributes in another order"


def change_attribute(tree: Tree, chance: random.Random) -> str | None:
    """One letter or digit of one attribute, every attribute as often as another."""
    found = _tag(tree, chance, has_attributes=True)
    if not found:
        return None
    path, lines, place = found
    attribute = chance.choice(list(ATTRIBUTE.finditer(lines[place].split(":", 1)[1])))
    start = len(lines[place].split(":", 1)[0]) + 1 + attribute.start(2)
    return _change(tree, chance, path, lines, place, start, start + len(attribute.group(2)))


def change_value(tree: Tree, chance: random.Random) -> str | None:
    """One letter or digit of a tag's value or of a URI."""
    found = _tag(tree, chance, has_attributes=False)
    if not found:
        return None
    path, lines, place = found
    return _change(tree, chance, path, lines, place, lines[place].index(":") + 1, len(lines[place]))


def change_character(tree: Tree, chance: random.Random) -> str | None:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    place = chance.choice([place for place, line in enumerate(lines) if line])
    return _change(tree, chance, path, lines, place, 0, len(lines[place]))


def _change(
    tree: Tree, chance: random.Random, path: str, lines: list[str], place: int, start: int, end: int
) -> str | None:
    line = lines[place]
    if start == end:
        return None
    # The same place whatever the letters are, which differ from key to key.
    first = chance.randrange(start, end)
    index = next((index for index in [*range(first, end), *range(start, first)] if line[index].isalnum()), None)
    if index is None:
        return None
    letter = line[index]
    if letter.isdigit():
        alphabet = "0123456789"
    elif letter in "abcdef" and "0x" in line[max(0, index - 34) : index]:
        alphabet = "abcdef"
    else:
        alphabet = "abcdefghijklmnopqrstuvwxyz" if letter.islower() else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    if letter not in alphabet:
        return None
    lines[place] = line[:index] + chance.choice(alphabet.replace(letter, "")) + line[index + 1 :]
    _write(tree, path, lines)
    return f"{path}:{place + 1} column {index + 1}: {letter} is {lines[place][index]} ({line[:60]})"


def change_case_of_digits(tree: Tree, chance: random.Random) -> str | None:
    """Upper case for the digits of a hexadecimal number, which is the same number."""
    found = _tag(tree, chance, has_attributes=True)
    if not found:
        return None
    path, lines, place = found
    lines[place] = re.sub(r"=0x([0-9a-f]+)", lambda match: "=0x" + match.group(1).upper(), lines[place])
    _write(tree, path, lines)
    return f"{path}:{place + 1} with digits in upper case"


def rewrite_number(tree: Tree, chance: random.Random) -> str | None:
    """A number with a zero more at its end or start: the same number, but for an integer at whose end it is."""
    found = _tag(tree, chance, has_attributes=False)
    if not found:
        return None
    path, lines, place = found
    numbers = list(re.finditer(r"(?<![\w.])[0-9]+(\.[0-9]+)?(?![\w.])", lines[place]))
    if not numbers:
        return None
    number = chance.choice(numbers)
    new = chance.choice(["0" + number.group(), number.group() + "0"])
    lines[place] = lines[place][: number.start()] + new + lines[place][number.end() :]
    _write(tree, path, lines)
    return f"{path}:{place + 1} {number.group()} is {new}"


def end_lines(tree: Tree, chance: random.Random) -> str:
    """Other ends of all lines, which say the same, or a blank at one, which says the same in a comment alone."""
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    if chance.randrange(2):
        tree[path] = "".join(line + "\r\n" for line in lines).encode()
        return f"{path} with carriage returns"
    place = chance.randrange(len(lines))
    lines[place] += " "
    _write(tree, path, lines)
    return f"{path}:{place + 1} with a blank at its end"


def insert_comment(tree: Tree, chance: random.Random) -> str:
    path = _playlist(tree, chance)
    lines = _lines(tree, path)
    place = chance.randrange(1, len(lines) + 1)
    lines.insert(place, chance.choice(["# a comment", "", "#EXTRA"]))
    _write(tree, path, lines)
    return f"{path}:{place + 1} is new ({lines[place]})"


MUTATIONS = [
    *[flip_bit] * 4, *[overwrite] * 3, insert, remove_bytes, swap_files, replace_file, remove_file, cut_short, empty,
    *[remove_line] * 3, *[duplicate_line] * 2, *[move_line] * 3, *[swap_lines] * 3, swap_playlists,
    *[remove_attribute] * 3, *[change_attribute] * 6, *[change_value] * 3, *[change_character] * 2,
    reorder_attributes, change_case_of_digits, rewrite_number, end_lines, insert_comment,
]  # fmt: skip


def mutate(tree: Tree, chance: random.Random) -> tuple[Tree, str]:
    """A changed copy of a tree, and what was changed."""
    while True:
        changed = dict(tree)
        what = chance.choice(MUTATIONS)(changed, chance)
        if what and changed != tree:
            return changed, what
