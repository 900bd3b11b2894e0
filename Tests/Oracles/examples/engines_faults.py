"""Tells what is wrong with the fragments of docs/other-engines.md, which no schema here knows."""

import json
import re
import shlex

import yaml

from contract import TEMPORARY, CommandLine, options, permanent_statuses


def fragment(texts, language):
    return re.search(rf"^```{language}\n(.*?)^```$", texts["other engines"], re.MULTILINE | re.DOTALL)[1]


def faults(texts):
    """Yields faults of the texts of the files."""
    yield from google_batch_faults(texts)
    yield from argo_faults(texts)
    yield from snakemake_faults(texts)


def shard_faults(engine, arguments, texts, index, count):
    command = CommandLine(arguments, options(texts["help"]))
    yield from (f"{engine}: {fault}" for fault in command.faults)
    found = command.values.get("--shard-index"), command.values.get("--shard-count")
    if found != (index, str(count)):
        yield f"{engine}: shards {found}, not {index, count}"


def google_batch_faults(texts):
    [group] = json.loads(fragment(texts, "json"))["taskGroups"]
    task = group["taskSpec"]
    yield from shard_faults("Google Batch", task["runnables"][0]["container"]["commands"], texts, "auto", group["taskCount"])
    [policy] = task["lifecyclePolicies"]
    codes = policy["actionCondition"]["exitCodes"]
    if policy["action"] != "RETRY_TASK" or TEMPORARY not in codes or set(codes) & set(permanent_statuses(texts["readme"])):
        yield f"Google Batch: {codes} lead to {policy['action']}"
    if not 0 < task["maxRetryCount"] <= 10:
        yield "Google Batch: retries are not between 1 and 10"


def argo_faults(texts):
    [template] = yaml.safe_load(fragment(texts, "yaml"))
    index = "{{inputs.parameters.%s}}" % template["inputs"]["parameters"][0]["name"]
    yield from shard_faults("Argo", template["container"]["args"], texts, index, 100)
    expression = template["retryStrategy"]["expression"]
    if expression != f"lastRetry.status == 'Error' || asInt(lastRetry.exitCode) == {TEMPORARY}":
        yield f"Argo: tried again if {expression}"


def snakemake_faults(texts):
    shell = "".join(re.findall(r'"((?:exec fairlead|--)[^"]*)"', fragment(texts, "python")))
    words = shlex.split(shell)
    if words[:2] != ["exec", "fairlead"]:
        yield "Snakemake: fairlead does not get signals itself"
    yield from shard_faults("Snakemake", words[2:], texts, "{wildcards.shard}", 100)
