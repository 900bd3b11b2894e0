"""Compares what fairlead reads of random manifests, whole and damaged, with Python's modules csv and json.

Usage: compare.py MANIFEST_READER [SEED]
"""
import csv
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PIECES = ["a", "Z", "0", " ", ",", '"', '""', "'", ";", "\t", "\n", "\r\n", "\\", "\\u", "{", "}", "[", "]", ":", ": ",
          "#", " #", "-", "- ", "*", "&x", "é", "e\u0301", "😀", "\u2028", "\x7f", "\x01", "null", "true", "1.50"]
YAML_PIECES = [piece for piece in PIECES if all(character.isprintable() for character in piece)]
NUMBERS = ["0", "-0", "7", "2.50", "1e3", "-1.5E-07", "123456789012345678901234567890", "0.10000000000000000555"]
FILES = 400


def text(pieces=PIECES, least=1):
    return "".join(random.choices(pieces, k=random.randint(least, 8)))


def value(pieces):
    """The JSON of a value, and its texts."""
    kind = random.randrange(6)
    if kind == 0:
        return "null", []
    if kind == 1:
        number = random.choice(NUMBERS)
        return number, [number]
    if kind == 2:
        word = random.choice(["true", "false"])
        return word, [word]
    string = text(pieces, least=0)
    return quoted(string, pieces), [string]


def quoted(string, pieces):
    # An asterisk would look like an alias of YAML.
    escaped = pieces is PIECES and random.random() < 0.5
    return json.dumps(string, ensure_ascii=escaped).replace("*", "\\u002a")


def made_objects(pieces):
    """Lines with an object each, as (line, cells)."""
    lines = []
    for index in range(random.randint(1, 6)):
        inputs = ["i" + text(pieces) for _ in range(random.randint(1, 3))]
        members = [("content_id", quoted(f"c{index}", pieces), [f"c{index}"]),
                   ("input", "[" + ", ".join(quoted(name, pieces) for name in inputs) + "]", inputs)]
        for column in range(random.randrange(4)):
            members.append((text(pieces).replace("-", "_") + str(column), *value(pieces)))
        random.shuffle(members)
        space = random.choice(["", " "])
        line = "{" + ", ".join(f"{quoted(name, pieces)}:{space or ' '}{json_}" for name, json_, _ in members) + "}"
        lines.append((line, [(name, one) for name, _, texts in members for one in texts]))
    return lines


def made_csv():
    """Bytes of a CSV file that Python writes."""
    output = io.StringIO(newline="")
    writer = csv.writer(output, lineterminator=random.choice(["\n", "\r\n"]),
                        quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    names = ["content_id", "input"] + [text().replace("-", "_") + str(column) for column in range(random.randrange(4))]
    writer.writerow(names)
    for index in range(random.randint(1, 6)):
        writer.writerow([f"c{index}", "i" + text()] + [text(least=0) for _ in names[2:]])
    return output.getvalue().encode()


def damaged(data):
    data = bytearray(data)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(data))
        byte = random.choice(b'",\n\r\\{}[]:au0 ')
        random.choice([lambda: data.insert(place, byte), lambda: data.__setitem__(place, byte),
                       lambda: data.__delitem__(place)])()
    return bytes(data)


def is_text(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def read_csv(data):
    """The titles as Python reads them; None if they are no strict CSV or no manifest."""
    try:
        rows = [row for row in csv.reader(io.StringIO(data.decode(), newline=""), strict=True) if row]
    except csv.Error:
        return None
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        return None
    titles = []
    for row in rows[1:]:
        cells = []
        for name, cell in zip(rows[0], row):
            parts = cell.replace("\r", "\n").split("\n") if name == "input" else [cell]
            cells += [(name, part) for part in parts if part]
        titles.append(cells)
    return titles if is_manifest(titles) else None


def read_json_lines(data):
    """The titles as Python reads them; None if they are no JSON Lines or no manifest."""
    def refuse(_):
        raise ValueError

    titles = []
    for line in data.decode().split("\n"):
        if not line.strip(" \t\r"):
            continue
        try:
            members = json.loads(line, object_pairs_hook=lambda pairs: ("object", pairs), parse_int=str, parse_float=str,
                                 parse_constant=refuse)
        except ValueError:
            return None
        if not isinstance(members, tuple):
            return None
        cells = []
        for name, value_ in members[1]:
            if isinstance(value_, tuple) or isinstance(value_, list) and name != "input":
                return None
            for one in value_ if isinstance(value_, list) else [] if value_ is None else [value_]:
                if not isinstance(one, (str, bool)):
                    return None
                cells.append((name, str(one).lower() if isinstance(one, bool) else one))
        keys = [name.replace("-", "_") for name, _ in members[1]]
        if len(set(keys)) < len(keys) or "" in keys:
            return None
        # Names without a value, too: null gives no cell.
        texts = [name for name, _ in members[1]] + [one for _, one in cells]
        if any("\0" in part or any(0xD800 <= ord(c) < 0xE000 for c in part) for part in texts):
            return None
        titles.append(cells)
    return titles if is_manifest(titles) else None


def is_manifest(titles):
    def values(cells, wanted):
        return [one for name, one in cells if name.replace("-", "_") == wanted]

    ids = [one for cells in titles for one in values(cells, "content_id")]
    complete = all(values(cells, "content_id") not in ([], [""]) and values(cells, "input")
                   and "" not in values(cells, "input") for cells in titles)
    return bool(titles) and complete and len(set(ids)) == len(ids)


def read_by_fairlead(reader, paths):
    lines = iter(subprocess.run([reader, *paths], check=True, capture_output=True, text=True).stdout.split("\n"))
    results = []
    for _ in paths:
        kind, rest = next(lines).split(" ", 1)
        if kind == "error":
            results.append((None, rest))
            continue
        titles = []
        for _ in range(int(rest)):
            cells = next(lines).split(" ")[1:]
            titles.append([tuple(bytes.fromhex(part).decode() for part in cell.split("=")) for cell in cells])
        results.append((titles, ""))
    return results


def cases():
    """Ending, bytes, titles; titles that are None must be refused, those that are "any" may be."""
    for _ in range(FILES):
        data = made_csv()
        yield "csv", data, read_csv(data)
        data = damaged(data)
        if is_text(data):
            # fairlead refuses more: a quote in a cell without quotes, a carriage return alone, columns that stand twice.
            yield "csv", data, ("any", read_csv(data))
        lines = made_objects(PIECES)
        data = "\n".join(line for line, _ in lines).encode()
        yield "jsonl", data, [cells for _, cells in lines]
        data = damaged(data)
        if is_text(data):
            yield "jsonl", data, read_json_lines(data)
        lines = made_objects(YAML_PIECES)
        yield "yaml", "\n".join("- " + line for line, _ in lines).encode(), [cells for _, cells in lines]


def main():
    reader, seed = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else str(random.randrange(1 << 32))
    random.seed(seed)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for number, (ending, data, expected) in enumerate(cases()):
            path = pathlib.Path(folder, f"{number}.{ending}")
            path.write_bytes(data)
            made.append((str(path), data, expected))
        read = read_by_fairlead(reader, [path for path, _, _ in made])
        for (path, data, expected), (titles, message) in zip(made, read):
            allowed = [None, expected[1]] if isinstance(expected, tuple) else [expected]
            if titles in allowed:
                passed += 1
                continue
            failed += 1
            print(f"FAILED  {path[-8:]} {data!r}\n  read {titles} {message}\n  expected {allowed[-1]}")
    print(f"seed {seed}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
