"""The containers that Examples/kubernetes and Examples/aws-batch describe, and a kubelet that is just enough to run them."""

import json
import os
import pathlib
import shutil

import yaml

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples"


class KubernetesPod:
    """A pod of the Job for one index, with its volumes in a folder. Secrets and claims are given by their names."""

    def __init__(self, folder, index, job, secrets, files, claims):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.specification = job["spec"]["template"]["spec"]
        self.index, self.secrets = index, secrets
        self.group = self.specification["securityContext"]["fsGroup"]
        self.volumes = {}
        for volume in self.specification["volumes"]:
            if "persistentVolumeClaim" in volume:
                place = claims[volume["persistentVolumeClaim"]["claimName"]]
            elif "emptyDir" in volume:
                place = self.make_folder(volume["name"], 0o2777)
            elif "configMap" in volume:
                place = self.project(volume["name"], files[volume["configMap"]["name"]], 0o644)
            else:
                secret = secrets[volume["secret"]["secretName"]]
                wanted = {item["path"]: secret[item["key"]] for item in volume["secret"]["items"]}
                place = self.project(volume["name"], wanted, volume["secret"]["defaultMode"])
            self.volumes[volume["name"]] = place

    def make_folder(self, name, mode):
        place = self.folder / name
        place.mkdir()
        os.chown(place, 0, self.group)
        place.chmod(mode)
        return place

    def project(self, name, files, mode):
        """Files of root behind links, which fsGroup lets its group read: what the kubelet makes of a Secret or ConfigMap."""
        place = self.make_folder(name, 0o2777)
        data = place / "..2026_01_01"
        data.mkdir()
        data.chmod(0o755)
        (place / "..data").symlink_to(data.name)
        for path, text in files.items():
            file = data / path
            file.write_text(text)
            os.chown(file, 0, self.group)
            file.chmod(mode | (mode & 0o400) >> 3)
            (place / path).symlink_to(f"..data/{path}")
        return place

    def run(self, image, container, entrypoint=None):
        mounts = [
            f"{self.volumes[mount['name']]}:{mount['mountPath']}{':ro' if mount.get('readOnly') else ''}"
            for mount in container["volumeMounts"]
        ]
        variables = {"JOB_COMPLETION_INDEX": self.index}
        for variable in container.get("env", []):
            reference = variable["valueFrom"]["secretKeyRef"]
            variables[variable["name"]] = self.secrets[reference["name"]][reference["key"]]
        context = self.specification["securityContext"]
        user = f"{context['runAsUser']}:{context['runAsGroup']}"
        return image.run(
            *container.get("args", []),
            entrypoint=entrypoint or container.get("command"),
            variables=variables,
            volumes=mounts,
            user=user,
        )

    def start(self, image):
        """Runs the containers one after another, up to the first that fails; returns what the last one did."""
        for container in [*self.specification["initContainers"], *self.specification["containers"]]:
            ended = self.run(image, container)
            if ended.returncode != 0:
                break
        return ended


def kubernetes_job():
    return yaml.safe_load((EXAMPLES / "kubernetes" / "job.yaml").read_text())


def run_aws_batch_task(image, index, secrets, folders):
    """Runs the task of an array with this index, with the secrets of variables and the folders of volumes by their names."""
    definition = json.loads((EXAMPLES / "aws-batch" / "job-definition.json").read_text())
    submission = json.loads((EXAMPLES / "aws-batch" / "submit-job.json").read_text())
    parameters = {**definition["parameters"], **submission["parameters"]}
    container = definition["containerProperties"]
    return image.run(
        *(parameters[word[5:]] if word.startswith("Ref::") else word for word in container["command"]),
        variables={
            "AWS_BATCH_JOB_ARRAY_INDEX": index,
            "AWS_BATCH_JOB_ARRAY_SIZE": submission["arrayProperties"]["size"],
            **{secret["name"]: secrets[secret["name"]] for secret in container["secrets"]},
        },
        volumes=[
            f"{folders[mount['sourceVolume']]}:{mount['containerPath']}{':ro' if mount['readOnly'] else ''}"
            for mount in container["mountPoints"]
        ],
        user=container["user"],
    )


def copy_tree(source, target, user):
    """Copies files, and gives them to a user."""
    shutil.copytree(source, target)
    for path in [target, *target.rglob("*")]:
        os.chown(path, user, user)
