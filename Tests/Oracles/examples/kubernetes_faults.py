"""Tells what is wrong with the manifests of Examples/kubernetes."""

import pathlib

import kubernetes_validate
import yaml

from contract import SECONDS_TO_END, CommandLine, image_user, options, permanent_statuses

# backoffLimitPerIndex is stable from this version on.
OLDEST = "1.33"


def schema_faults(documents):
    """Finds faults with the strict schemas of the oldest and the newest version."""
    for document in documents:
        for version in [OLDEST, kubernetes_validate.latest_version()]:
            try:
                kubernetes_validate.validate(document, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                place = ".".join(map(str, error.path))
                yield f"{document['kind']}, schema of {version}: {place}: {error.message}"
            except kubernetes_validate.SchemaNotFoundError as error:
                yield error.message


def faults(texts):
    """Yields faults of the texts of the files."""
    objects = list(yaml.safe_load_all(texts["kubernetes/objects.yaml"]))
    job = yaml.safe_load(texts["kubernetes/job.yaml"])
    refused = list(schema_faults([job, *objects]))
    yield from refused
    # The other checks rely on the types of the fields.
    if refused:
        return
    spec = job["spec"]
    pod = spec["template"]["spec"]
    main = next((container for container in pod["containers"] if container["name"] == "fairlead"), None)
    if main is None:
        yield "no container is called fairlead"
        return
    command = CommandLine(main.get("args", []), options(texts["help"]))
    yield from command.faults
    if command.values.get("--shard-index") != "auto":
        yield "--shard-index is not auto"
    yield from index_faults(spec, pod, command, texts)
    yield from confinement_faults(pod, texts)
    yield from volume_faults(pod, main, command, objects)


def index_faults(spec, pod, command, texts):
    if spec.get("completionMode") != "Indexed" or pod.get("restartPolicy") != "Never":
        yield "not an Indexed Job whose pods are never restarted in place"
    if command.values.get("--shard-count") != str(spec.get("completions")):
        yield "--shard-count is not the number of completions"
    if not spec.get("backoffLimitPerIndex", 0) > 0:
        yield "no index is tried again"
    if not 0 < spec.get("maxFailedIndexes", 0) <= spec.get("completions", 0):
        yield "maxFailedIndexes is not between 1 and the number of completions"
    ignore, fail = {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}, "FailIndex"
    rules = spec.get("podFailurePolicy", {}).get("rules", [])
    if not rules or rules[0] != ignore:
        yield "the first rule does not ignore disruptions"
    others = rules[1:]
    if [rule["action"] for rule in others] != [fail]:
        yield "the second and last rule does not fail an index"
        return
    codes = others[0].get("onExitCodes", {})
    # The API server refuses another order.
    if codes.get("operator") != "In" or codes.get("values") != sorted(permanent_statuses(texts["readme"])):
        yield f"an index does not fail just with {permanent_statuses(texts['readme'])}"
    if codes.get("containerName") != "fairlead":
        yield "the exit statuses are not those of fairlead"


def confinement_faults(pod, texts):
    user = image_user(texts["container/build"])
    context = pod.get("securityContext", {})
    if [context.get(name) for name in ["runAsNonRoot", "runAsUser", "runAsGroup", "fsGroup"]] != [True, user, user, user]:
        yield f"the pod is not user {user} of the image"
    if not pod.get("terminationGracePeriodSeconds", 0) > SECONDS_TO_END:
        yield "fairlead has no time to end"
    for container in [*pod.get("initContainers", []), *pod["containers"]]:
        own = container.get("securityContext", {})
        confined = own.get("readOnlyRootFilesystem") is True and own.get("allowPrivilegeEscalation") is False
        if not confined or own.get("capabilities", {}).get("drop") != ["ALL"]:
            yield f"container {container['name']} is not confined"
        resources = container.get("resources", {})
        if not resources.get("requests") or "memory" not in resources.get("limits", {}):
            yield f"container {container['name']} has no limits"


def volume_faults(pod, main, command, objects):
    """Faults of volumes, and of the objects that they and variables come from."""
    known = {(item["kind"], item["metadata"]["name"]): item for item in objects}
    volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
    for container in [*pod.get("initContainers", []), *pod["containers"]]:
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"there is no volume {mount['name']}"
    for volume in volumes.values():
        for kind, reference, field in [
            ("Secret", "secret", "secretName"),
            ("ConfigMap", "configMap", "name"),
            ("PersistentVolumeClaim", "persistentVolumeClaim", "claimName"),
        ]:
            if reference in volume and (kind, volume[reference][field]) not in known:
                yield f"objects.yaml has no {kind} {volume[reference][field]}"
        if "secret" in volume and volume["secret"].get("defaultMode") != 0o400:
            yield "the mode of a Secret is not 0400"
    for variable in main.get("env", []):
        reference = variable.get("valueFrom", {}).get("secretKeyRef")
        if reference is None or variable["name"] == "FAIRLEAD_KEK":
            yield f"{variable['name']} is in the environment"
        elif reference["key"] not in known.get(("Secret", reference["name"]), {}).get("stringData", {}):
            yield f"objects.yaml has no {reference['key']} for {variable['name']}"

    mounted = {mount["mountPath"]: volumes.get(mount["name"], {}) for mount in main.get("volumeMounts", [])}
    key = pathlib.PurePath(command.values.get("--kek-file") or "/")
    if mounted.get(str(key.parent), {}).get("emptyDir", {}).get("medium") != "Memory":
        yield "the key-encryption key is not in memory"
    manifest = pathlib.PurePath(command.manifest or "/")
    source = mounted.get(str(manifest.parent), {}).get("configMap", {}).get("name")
    catalogue = known.get(("ConfigMap", source), {})
    if manifest.name not in catalogue.get("data", {}) or not catalogue.get("immutable"):
        yield "the manifest is not in an immutable ConfigMap"
