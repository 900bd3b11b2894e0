"""Tells what is wrong with the JSON of Examples/aws-batch."""

import fnmatch
import json
import pathlib

import botocore.session
from botocore.validate import ParamValidator

from contract import TEMPORARY, CommandLine, exit_statuses, image_user, options

MODEL = botocore.session.Session().get_service_model("batch")


def model_faults(operation, parameters):
    """Finds faults with the model of the service."""
    shape = MODEL.operation_model(operation).input_shape
    report = ParamValidator().validate(parameters, shape)
    if report.has_errors():
        yield f"{operation}: {report.generate_report()}"
    yield from (f"{operation}: {fault}" for fault in enumeration_faults(parameters, shape))


def enumeration_faults(value, shape):
    """Strings that are not one of those that the model lists, which botocore leaves to the service."""
    if shape.type_name == "structure" and isinstance(value, dict):
        for name in value.keys() & shape.members.keys():
            yield from enumeration_faults(value[name], shape.members[name])
    elif shape.type_name == "list" and isinstance(value, list):
        for item in value:
            yield from enumeration_faults(item, shape.member)
    elif shape.type_name == "string" and getattr(shape, "enum", []) and value not in shape.enum:
        yield f"{value} is none of {shape.enum}"


def action(rules, **seen):
    """The action of the first rule that matches all that it names; without one, AWS Batch tries again."""
    for rule in rules:
        conditions = {name: pattern for name, pattern in rule.items() if name != "action"}
        if all(fnmatch.fnmatchcase(seen.get(name, ""), pattern) for name, pattern in conditions.items()):
            return rule["action"]
    return "RETRY"


def faults(texts):
    """Yields faults of the texts of the files."""
    definition = json.loads(texts["aws-batch/job-definition.json"])
    submission = json.loads(texts["aws-batch/submit-job.json"])
    refused = [*model_faults("RegisterJobDefinition", definition), *model_faults("SubmitJob", submission)]
    yield from refused
    # The other checks rely on the types of the fields.
    if refused:
        return
    container = definition.get("containerProperties", {})
    command = CommandLine(container.get("command", []), options(texts["help"]))
    yield from command.faults
    if command.values.get("--shard-index") != "auto":
        yield "--shard-index is not auto"
    yield from array_faults(definition, submission, container)
    yield from retry_faults(definition.get("retryStrategy", {}), texts["readme"])
    yield from container_faults(container, command, texts)


def array_faults(definition, submission, container):
    if submission.get("jobDefinition") != definition.get("jobDefinitionName"):
        yield "another job definition is submitted"
    defaults, given = definition.get("parameters", {}), submission.get("parameters", {})
    used = {word.removeprefix("Ref::") for word in container.get("command", []) if word.startswith("Ref::")}
    if used != defaults.keys() or not given.keys() <= used:
        yield f"the command uses the parameters {sorted(used)}, which are not those that are given"
    size = submission.get("arrayProperties", {}).get("size", 0)
    if not 2 <= size <= 10_000:
        yield f"an array of {size}"
    if str(size) != {**defaults, **given}.get("shards"):
        yield "the number of shards is not the size of the array"


def retry_faults(strategy, readme):
    rules = strategy.get("evaluateOnExit", [])
    if not 1 < strategy.get("attempts", 0) <= 10:
        yield "attempts are not between 2 and 10"
    if len(rules) > 5:
        yield "more than 5 rules"
    for status in exit_statuses(readme):
        expected = "RETRY" if status == TEMPORARY else "EXIT"
        if action(rules, onExitCode=str(status), onStatusReason="Essential container in task exited") != expected:
            yield f"exit status {status} does not lead to {expected}"
    if action(rules, onExitCode="137", onReason="OutOfMemoryError: Container killed due to memory usage") != "EXIT":
        yield "a task that needs more memory is tried again"
    if action(rules, onStatusReason="Host EC2 (instance i-0) terminated.") != "RETRY":
        yield "a task that lost its machine is not tried again"
    if action(rules, onReason="CannotPullContainerError: timeout") != "RETRY":
        yield "a task that did not get its image is not tried again"
    if rules[-1:] != [{"onReason": "*", "action": "EXIT"}]:
        yield "the last rule does not end all other tasks"


def container_faults(container, command, texts):
    user = image_user(texts["container/build"])
    if container.get("user") != f"{user}:{user}" or container.get("privileged"):
        yield f"the container is not user {user} of the image"
    if not container.get("readonlyRootFilesystem"):
        yield "the root file system can be written"
    if {"name": "core", "softLimit": 0, "hardLimit": 0} not in container.get("ulimits", []):
        yield "a core can be dumped"
    if container.get("environment"):
        yield "everybody who can describe a job sees its environment"
    secrets = {secret["name"]: secret["valueFrom"] for secret in container.get("secrets", [])}
    if list(secrets) != ["FAIRLEAD_KEY_STORE"] or not secrets["FAIRLEAD_KEY_STORE"].startswith("arn:aws:secretsmanager:"):
        yield "the address of the key store alone is a secret of Secrets Manager"
    volumes = {volume["name"]: volume for volume in container.get("volumes", [])}
    mounts = {mount["containerPath"]: mount for mount in container.get("mountPoints", [])}
    if {mount["sourceVolume"] for mount in mounts.values()} != volumes.keys():
        yield "volumes are not those that are mounted"
    for volume in volumes.values():
        if volume.get("efsVolumeConfiguration", {}).get("transitEncryption") != "ENABLED":
            yield f"volume {volume['name']} is not encrypted on its way"
    key = pathlib.PurePath(command.values.get("--kek-file") or "/")
    if not mounts.get(str(key.parent), {}).get("readOnly"):
        yield "the key-encryption key is not on a volume that is read only"
