"""Checks Examples/kubernetes, Examples/aws-batch, Examples/prometheus and docs/other-engines.md, and copies with a planted fault, each of
which has to be found.

Usage: check_examples.py FAIRLEAD
"""

import pathlib
import subprocess
import sys

import yaml

oracles = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(oracles))

import aws_batch_faults
import engines_faults
import kubernetes_faults
import prometheus_faults
from outcome import Outcome

REPOSITORY = oracles.parents[1]
EXAMPLES = REPOSITORY / "Examples"
FILES = [
    "kubernetes/job.yaml",
    "kubernetes/objects.yaml",
    "aws-batch/job-definition.json",
    "aws-batch/submit-job.json",
    "container/build",
    prometheus_faults.RULES,
    prometheus_faults.TESTS,
    prometheus_faults.PAGE,
]

# (file, what is replaced, by what, a part of what has to be found)
KUBERNETES_FAULTS = [
    ("kubernetes/job.yaml", "backoffLimitPerIndex", "backOffLimitPerIndex", "schema of"),
    ("kubernetes/job.yaml", "completions: 100", "completions: many", "schema of"),
    ("kubernetes/objects.yaml", "accessModes", "accessMode", "schema of"),
    ("kubernetes/job.yaml", "completionMode: Indexed", "completionMode: NonIndexed", "Indexed Job"),
    ("kubernetes/job.yaml", "restartPolicy: Never", "restartPolicy: OnFailure", "never restarted"),
    ("kubernetes/job.yaml", "completions: 100", "completions: 99", "--shard-count"),
    ("kubernetes/job.yaml", "backoffLimitPerIndex: 10", "backoffLimitPerIndex: 0", "tried again"),
    ("kubernetes/job.yaml", "maxFailedIndexes: 50", "maxFailedIndexes: 101", "maxFailedIndexes"),
    ("kubernetes/job.yaml", "action: Ignore", "action: Count", "ignore disruptions"),
    ("kubernetes/job.yaml", "action: FailIndex", "action: FailJob", "fail an index"),
    ("kubernetes/job.yaml", "74, 77]", "74, 75, 77]", "does not fail just with"),
    ("kubernetes/job.yaml", "[64, 65, ", "[65, 64, ", "does not fail just with"),
    ("readme", "\n| 70 |", "\n| 71 |", "does not fail just with"),
    ("kubernetes/job.yaml", "containerName: fairlead", "containerName: key", "not those of fairlead"),
    ("kubernetes/job.yaml", "--retry-for=30m", "--retry=30m", "knows no --retry"),
    ("help", "  --retry-for <", "  --attempts <", "knows no --retry-for"),
    ("kubernetes/job.yaml", "--shard-index=auto", "--shard-index=0", "not auto"),
    ("kubernetes/job.yaml", "- --jobs=2", "- --key-store=postgresql://u:p@h/d", "command line"),
    ("kubernetes/job.yaml", "runAsUser: 10001", "runAsUser: 10000", "user 10001"),
    ("container/build", "user=10001", "user=10002", "user 10002"),
    ("kubernetes/job.yaml", "terminationGracePeriodSeconds: 15", "terminationGracePeriodSeconds: 5", "time to end"),
    ("kubernetes/job.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "not confined"),
    ("kubernetes/job.yaml", "drop: [ALL]", "drop: [NET_RAW]", "not confined"),
    ("kubernetes/job.yaml", "limits: {memory: 1Gi}", "limits: {}", "no limits"),
    ("kubernetes/job.yaml", "{name: media, mountPath", "{name: medium, mountPath", "no volume medium"),
    ("kubernetes/job.yaml", "defaultMode: 0400", "defaultMode: 0440", "mode of a Secret"),
    ("kubernetes/job.yaml", "secretName: fairlead", "secretName: other", "no Secret other"),
    ("kubernetes/job.yaml", "key: key-store}", "key: store}", "no store"),
    ("kubernetes/job.yaml", "name: FAIRLEAD_KEY_STORE", "name: FAIRLEAD_KEK", "in the environment"),
    ("kubernetes/job.yaml", "--kek-file=/keys/kek", "--kek-file=/srv/kek", "not in memory"),
    ("kubernetes/objects.yaml", "immutable: true", "immutable: false", "immutable ConfigMap"),
    ("kubernetes/job.yaml", "- /catalogue/catalogue.csv", "- /catalogue/titles.csv", "immutable ConfigMap"),
]
AWS_BATCH_FAULTS = [
    ("aws-batch/job-definition.json", '"retryStrategy"', '"retryPolicy"', 'Unknown parameter in input: "retryPolicy"'),
    ("aws-batch/job-definition.json", '"attempts": 10', '"attempts": "10"', "Invalid type"),
    ("aws-batch/submit-job.json", '"jobQueue": "fairlead",', "", 'Missing required parameter in input: "jobQueue"'),
    ("aws-batch/job-definition.json", '"type": "VCPU"', '"type": "CPU"', "CPU is none of"),
    ("aws-batch/job-definition.json", '"--retry-for"', '"--retry"', "knows no --retry"),
    ("aws-batch/submit-job.json", '"size": 100', '"size": 50', "size of the array"),
    ("aws-batch/submit-job.json", '"size": 100', '"size": 1', "an array of 1"),
    ("aws-batch/submit-job.json", '"manifest"', '"catalogue"', "parameters"),
    ("aws-batch/job-definition.json", '"Ref::output"', '"/srv/out/{content_id}"', "parameters"),
    ("aws-batch/submit-job.json", '"jobDefinition": "fairlead"', '"jobDefinition": "other"', "another job definition"),
    ("aws-batch/job-definition.json", '"attempts": 10', '"attempts": 11', "between 2 and 10"),
    ("aws-batch/job-definition.json", '{"onExitCode": "75"', '{"onExitCode": "7*"', "exit status 70"),
    ("aws-batch/job-definition.json", '{"onExitCode": "75", "action": "RETRY"},', "", "exit status 75"),
    ("aws-batch/job-definition.json", '{"onReason": "*", "action": "EXIT"}', '{"onReason": "*", "action": "RETRY"}', "memory"),
    ("aws-batch/job-definition.json", '"Host EC2*"', '"Host*EC2"', "lost its machine"),
    ("aws-batch/job-definition.json", '"CannotPullContainerError*"', '"CannotPull"', "image"),
    ("aws-batch/job-definition.json", '"user": "10001:10001"', '"user": "0"', "user 10001"),
    ("aws-batch/job-definition.json", '"readonlyRootFilesystem": true', '"readonlyRootFilesystem": false', "written"),
    ("aws-batch/job-definition.json", '"name": "core"', '"name": "cpu"', "core"),
    ("aws-batch/job-definition.json", '"secrets": [', '"environment": [{"name": "A"}], "secrets": [', "sees its environment"),
    ("aws-batch/job-definition.json", '"name": "FAIRLEAD_KEY_STORE"', '"name": "FAIRLEAD_KEK"', "alone is a secret"),
    ("aws-batch/job-definition.json", '"readOnly": true', '"readOnly": false', "read only"),
    ("aws-batch/job-definition.json", '"ENABLED",\n', '"DISABLED",\n', "on its way"),
]
OTHER_ENGINES_FAULTS = [
    ("other engines", '"taskCount": 100', '"taskCount": 99', "Google Batch: shards"),
    ("other engines", "[75, 50001", "[65, 50001", "Google Batch: [65"),
    ("other engines", '"maxRetryCount": 10', '"maxRetryCount": 11', "Google Batch: retries"),
    ("other engines", "lastRetry.exitCode) == 75", "lastRetry.exitCode) == 65", "Argo: tried again"),
    ("other engines", '{content_id}", --shard-index', '{content_id}", --shard', "knows no --shard"),
    ("other engines", '"exec fairlead', '"exec  sudo fairlead', "Snakemake: fairlead does not get signals"),
    ("other engines", "--quiet --retry-for 30m", "--quiet --repeat 30m", "Snakemake: `fairlead batch run --help` knows no --repeat"),
]

# What a unit test expects; without it, the test proves little.
ROOM_IS_LOW = '''      - eval_time: 5m
        expr: ALERTS{alertstate="firing"}
        exp_samples:
          - labels: 'ALERTS{alertname="FairleadFreeRoomLow",alertstate="firing",manifest="a.csv",path="/srv",severity="critical"}'
            value: 1
'''
PROMETHEUS_FAULTS = [
    (prometheus_faults.RULES, "{{ $value | humanize1024 }}", "{{ $value | humanise }}", "promtool check rules"),
    (prometheus_faults.RULES, "absent(fairlead", "absent((fairlead", "promtool check rules"),
    (prometheus_faults.RULES, "!= 0 != 75", "!= 0", "promtool test rules"),
    (prometheus_faults.TESTS, "75+0x90", "70+0x90", "promtool test rules"),
    (prometheus_faults.TESTS, 'severity="critical",state="changed"', 'severity="warning",state="changed"', "promtool test rules"),
    (prometheus_faults.RULES, "(fairlead_batch_seconds[", "(farlead_batch_seconds[", "does not list farlead_batch_seconds"),
    (prometheus_faults.RULES, 'state="does_not_hold"', 'state="does-not-hold"', "never has state does-not-hold"),
    (prometheus_faults.RULES, '{state="changed"}', '{status="changed"}', "no label status"),
    (prometheus_faults.TESTS, 'days="7"', 'days="8"', "never has days 8"),
    (prometheus_faults.TESTS, "fairlead_catalog_free_bytes", "fairlead_room_bytes", "does not list fairlead_room_bytes"),
    ("metrics", "| `fairlead_batch_seconds`", "| `fairlead_batch_duration_seconds`", "does not list fairlead_batch_seconds"),
    (prometheus_faults.RULES, "on {{ $labels.path }}", "on {{ $labels.folder }}", "the label folder"),
    (prometheus_faults.RULES, "keys list --pending", "keys list --missing", "knows no --missing"),
    (prometheus_faults.RULES, "`fairlead verify PLAYLIST`", "`fairlead validate PLAYLIST`", "no check of `fairlead validate"),
    (prometheus_faults.RULES, "severity: critical", "severity: page", "neither warning nor critical"),
    (prometheus_faults.PAGE, "| `FairleadStatusOld`", "| `FairleadStatusLate`", "not the alerts"),
    (prometheus_faults.PAGE, "| `FairleadStatusOld` | warning", "| `FairleadStatusOld` | critical", "not the alerts"),
    (prometheus_faults.TESTS, "eval_time: 719m", "eval_time: 740m", "promtool test rules"),
    (prometheus_faults.TESTS, "75+0x40 stale _x5 75+0x40", "75+0x90", "promtool test rules"),
    (prometheus_faults.TESTS, "      - {eval_time: 19m, expr: 'ALERTS{alertstate=\"firing\"}'}\n", "", "RoomEnds: no test notices that it fires at once"),
    (prometheus_faults.TESTS, ROOM_IS_LOW, "", "RoomLow: no test notices that it never fires"),
    (prometheus_faults.TESTS, ROOM_IS_LOW, "", "RoomLow: no test notices '<= 20e9'"),
    (prometheus_faults.RULES, "FairleadFreeRoomEnds\n", "FairleadFreeRoomGone\n", "not the alerts"),
]


def read_texts(fairlead):
    texts = {name: (EXAMPLES / name).read_text() for name in FILES}
    texts["readme"] = (REPOSITORY / "README.md").read_text()
    texts["other engines"] = (REPOSITORY / "docs" / "other-engines.md").read_text()
    texts["metrics"] = (REPOSITORY / "docs" / "batch-metrics.md").read_text()
    for command in prometheus_faults.COMMANDS:
        help_of = subprocess.run([fairlead, *command.split(), "--help"], check=True, capture_output=True, text=True)
        texts[f"help of {command}"] = help_of.stdout
    texts["help"] = texts["help of batch run"]
    return texts


def check_faults(outcome, faults, texts, planted):
    """The examples have no fault, and each planted one is found."""
    found = list(faults(texts))
    outcome.check(not found, f" {faults.__module__}: {found}")
    for name, old, new, part in planted:
        if not outcome.check(old in texts[name], f" {name} has no {old}"):
            continue
        found = list(faults({**texts, name: texts[name].replace(old, new)}))
        outcome.check(any(part in fault for fault in found), f" {name} with {new!r}: found {found}, not {part!r}")


def check_again(outcome):
    """`again` prints Jobs of one index each, which have another shard and are the same otherwise."""
    again = EXAMPLES / "kubernetes" / "again"
    printed = subprocess.run([again, "3,17-18"], capture_output=True, text=True)
    jobs = list(yaml.safe_load_all(printed.stdout))
    outcome.check(printed.returncode == 0 and len(jobs) == 3, f" again printed {len(jobs)} Jobs, not 3")
    found = list(kubernetes_faults.schema_faults(jobs))
    outcome.check(not found, f" again: {found}")
    original = yaml.safe_load((EXAMPLES / "kubernetes" / "job.yaml").read_text())
    for shard, job in zip([3, 17, 18], jobs):
        expected = yaml.safe_load((EXAMPLES / "kubernetes" / "job.yaml").read_text())
        expected["metadata"] = {**original["metadata"], "generateName": f"fairlead-{shard}-"}
        del expected["metadata"]["name"]
        expected["spec"].update(completions=1, parallelism=1, maxFailedIndexes=1)
        arguments = expected["spec"]["template"]["spec"]["containers"][0]["args"]
        arguments[arguments.index("--shard-index=auto")] = f"--shard-index={shard}"
        outcome.check(job == expected, f" again: the Job of shard {shard} is {job}")
    for wrong in ["", "all", "1,", "1;2"]:
        printed = subprocess.run([again, wrong], capture_output=True, text=True)
        outcome.check((printed.returncode, printed.stdout) == (64, ""), f" again {wrong!r} ended with {printed.returncode}")


def main():
    outcome = Outcome()
    texts = read_texts(sys.argv[1])
    check_faults(outcome, kubernetes_faults.faults, texts, KUBERNETES_FAULTS)
    check_faults(outcome, aws_batch_faults.faults, texts, AWS_BATCH_FAULTS)
    check_faults(outcome, engines_faults.faults, texts, OTHER_ENGINES_FAULTS)
    check_faults(outcome, prometheus_faults.faults, texts, PROMETHEUS_FAULTS)
    check_again(outcome)
    outcome.finish()


main()
