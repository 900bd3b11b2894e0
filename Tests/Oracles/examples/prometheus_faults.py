"""Tells what is wrong with the alerts of Examples/prometheus: with promtool, and with the metrics that docs/batch-metrics.md lists."""

import functools
import pathlib
import re
import subprocess
import tempfile

import yaml

from contract import options

RULES = "prometheus/fairlead.rules.yml"
TESTS = "prometheus/fairlead.rules.test.yml"
PAGE = "prometheus/README.md"

# Commands that alerts name; `fairlead batch MANIFEST` is `batch run`.
COMMANDS = ["batch run", "batch status", "batch failed", "verify", "keys list", "keys export", "keys confirm"]
# Labels that all metrics of fairlead have.
COMMON_LABELS = {"manifest", "shard"}
WORDS_OF_PROMQL = {"and", "or", "unless", "on", "ignoring", "by", "without", "bool"}

# Expressions that fire too often, in rounds: (alert, what is replaced, by what). Each has to be noticed by the unit tests.
LOOSER = [
    [
        ("FairleadBatchFailed", "!= 0 != 75", "!= 0"),
        ("FairleadBatchInterrupted", "== 75", ">= 0"),
        ("FairleadBatchStopped", " unless fairlead_batch_end_timestamp_seconds", ""),
        ("FairleadTitlesFailed", "> 0", ">= 0"),
        ("FairleadTitlesDoNotHold", "> 0", ">= 0"),
        ("FairleadCatalogTitlesChanged", "> 0", ">= 0"),
        ("FairleadCatalogTitlesFailed", "> 0", ">= 0"),
        ("FairleadTitlesNotVerified", '{days="30"}', ""),
        ("FairleadKeysNotConfirmed", "> 86400", "> 80000"),
        ("FairleadStatusOld", "> 3600", "> 1800"),
        ("FairleadStatusMissing", "absent(fairlead_catalog_timestamp_seconds)", "vector(1)"),
        ("FairleadFreeRoomLow", "< 20e9", "<= 20e9"),
        ("FairleadFreeRoomEnds", "4 * 3600", "24 * 3600"),
    ],
    [
        ("FairleadBatchFailed", "!= 0 != 75", "!= 75"),
        ("FairleadBatchStopped", "== 0", ">= 0"),
        ("FairleadTitlesFailed", '{state="failed"}', ""),
        ("FairleadTitlesDoNotHold", '{state="does_not_hold"}', ""),
        ("FairleadCatalogTitlesChanged", '{state="changed"}', ""),
        ("FairleadCatalogTitlesFailed", '{state="failed"}', ""),
        ("FairleadTitlesNotVerified", "> 0", ">= 0"),
    ],
]


def promtool(texts, *arguments):
    """Runs promtool in a folder with the files; returns whether it succeeded, and what it printed."""
    return promtool_with(texts[RULES], texts[TESTS], arguments)


# Many a planted fault leaves these files as they are.
@functools.cache
def promtool_with(rules, tests, arguments):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [(RULES, rules), (TESTS, tests)]:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        run = subprocess.run(["promtool", *arguments], cwd=folder, capture_output=True, text=True)
    return run.returncode == 0, run.stdout + run.stderr


def rules_of(texts):
    return [rule for group in yaml.safe_load(texts[RULES])["groups"] for rule in group["rules"]]


def documented_metrics(texts):
    """The metrics of the tables, each with its labels and all words in backticks that say what it means."""
    rows = re.findall(r"^\| `(fairlead_\w+)` \|(.*)$", texts["metrics"], re.MULTILINE)
    found = {}
    for name, row in rows:
        _, labels, _, meaning, _ = row.rstrip(" |").split("|")
        found[name] = set(re.findall(r"`(\w+)`", labels)), set(re.findall(r"`(\w+)`", meaning))
    return found


def metrics_in(expression):
    """The metrics of an expression, each with its labels and their values."""
    matchers = re.compile(r"\{([^}]*)\}")
    without_strings = re.sub(r'"[^"]*"', '""', re.sub(r"\[[^]]*\]", "", matchers.sub("", expression)))
    names = [name for name in re.findall(r"\b[A-Za-z_:][\w:]*\b(?!\s*\()", without_strings) if name not in WORDS_OF_PROMQL]
    labels = {name: {} for name in names}
    for name, matcher in re.findall(r"([\w:]+)\{([^}]*)\}", expression):
        labels.setdefault(name, {}).update(re.findall(r'(\w+)\s*=~?\s*"([^"]*)"', matcher))
    return labels


def metric_faults(where, expression, documented):
    for name, labels in metrics_in(expression).items():
        if name not in documented:
            yield f"{where}: docs/batch-metrics.md does not list {name}"
            continue
        known, values = documented[name]
        for label, value in labels.items():
            if label not in known | COMMON_LABELS:
                yield f"{where}: {name} has no label {label}"
            elif label in ("state", "days") and value not in values:
                yield f"{where}: {name} never has {label} {value}"


def text_faults(rule, documented, texts):
    """Faults of the texts of an alert: labels and commands that do not exist."""
    annotations = " ".join(rule["annotations"].values())
    known = set(COMMON_LABELS).union(*(documented[name][0] for name in metrics_in(rule["expr"]) if name in documented))
    for label in set(re.findall(r"\$labels\.(\w+)", annotations)) - known:
        yield f"{rule['alert']}: its texts use the label {label}, which its metrics lack"
    for words in re.findall(r"`fairlead ([^`]*)`", annotations):
        command = next((name for name in COMMANDS if words.startswith(name)), "batch run" if words.startswith("batch ") else None)
        if command is None:
            yield f"{rule['alert']}: there is no check of `fairlead {words}`"
            continue
        known_options = options(texts[f"help of {command}"])
        yield from (
            f"{rule['alert']}: `fairlead {command} --help` knows no {option}"
            for option in re.findall(r"--[a-z-]+", words)
            if option not in known_options
        )


def unnoticed_faults(texts):
    """Alerts whose unit tests notice neither that they never fire, nor that they fire at once or too often."""
    rules = rules_of(texts)
    names = [rule["alert"] for rule in rules]

    def differences(change):
        """The alerts that a test misses, and those that it does not expect, after a change of all rules."""
        changed = yaml.safe_load(texts[RULES])
        for group in changed["groups"]:
            for rule in group["rules"]:
                change(rule)
        _, printed = promtool({**texts, RULES: yaml.safe_dump(changed)}, "test", "rules", TESTS)
        missed, unexpected = set(), set()
        for expected, found in re.findall(r"exp:(.*?)got:(.*?)(?=expr:|name:|\Z)", printed, re.DOTALL):
            expected, found = (set(re.findall(r"\{[^}]*\}", text)) for text in (expected, found))
            missed |= expected - found
            unexpected |= found - expected
        return [{re.search(r'alertname="(\w+)"', alert)[1] for alert in alerts} for alerts in (missed, unexpected)]

    def never(rule):
        rule["expr"] = f"({rule['expr']}) unless on () vector(1)"

    def at_once(rule):
        rule.pop("for", None)

    missed, _ = differences(never)
    yield from (f"{name}: no test notices that it never fires" for name in names if name not in missed)
    waiting = [rule["alert"] for rule in rules if "for" in rule]
    _, unexpected = differences(at_once)
    yield from (f"{name}: no test notices that it fires at once" for name in waiting if name not in unexpected)
    for replacements in LOOSER:
        looser = {alert: (old, new) for alert, old, new in replacements}

        def loosen(rule):
            old, new = looser.get(rule["alert"], ("", ""))
            rule["expr"] = rule["expr"].replace(old, new)

        _, unexpected = differences(loosen)
        yield from (f"{name}: no test notices {new!r} in place of {old!r}" for name, (old, new) in looser.items() if name not in unexpected)
    untried = set(names) - {alert for alert, _, _ in LOOSER[0]}
    yield from (f"{name}: LOOSER has no expression that fires too often" for name in sorted(untried))


def faults(texts):
    """Yields faults of the texts of the files."""
    succeeded, printed = promtool(texts, "check", "rules", "--lint=all", "--lint-fatal", RULES)
    if not succeeded:
        yield f"promtool check rules: {printed}"
        return
    found = list(static_faults(texts))
    yield from found
    # What is not documented is not worth a test.
    if found:
        return
    succeeded, printed = promtool(texts, "test", "rules", TESTS)
    if not succeeded:
        yield f"promtool test rules: {printed}"
        return
    yield from unnoticed_faults(texts)


def static_faults(texts):
    documented = documented_metrics(texts)
    rules = rules_of(texts)
    for rule in rules:
        yield from metric_faults(rule["alert"], rule["expr"], documented)
        yield from text_faults(rule, documented, texts)
        if rule["labels"].get("severity") not in ("warning", "critical"):
            yield f"{rule['alert']}: its severity is neither warning nor critical"
    for test in yaml.safe_load(texts[TESTS])["tests"]:
        for series in test["input_series"]:
            yield from metric_faults(f"test {test['name']}", series["series"], documented)
    listed = re.findall(r"^\| `(Fairlead\w+)` \| (\w+) \|", texts[PAGE], re.MULTILINE)
    if listed != [(rule["alert"], rule["labels"].get("severity")) for rule in rules]:
        yield f"the page lists {listed}, which are not the alerts in their order"
