"""An OCI archive, read without the program that wrote it: unpacked with its digests checked, and run."""

import hashlib
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


class Image:
    """An image of one layer, as the specification of OCI has it."""

    def __init__(self, archive, folder):
        files = pathlib.Path(folder) / "files"
        files.mkdir(parents=True)
        subprocess.run(["tar", "--extract", "--file", archive, "--directory", files], check=True)
        self.blobs = files / "blobs"
        if json.loads((files / "oci-layout").read_text())["imageLayoutVersion"] != "1.0.0":
            raise SystemExit(f"{archive} has another layout")
        [described] = json.loads((files / "index.json").read_text())["manifests"]
        self.digest = described["digest"]
        manifest = json.loads(self.blob(described).read_text())
        self.configuration = json.loads(self.blob(manifest["config"]).read_text())
        [layer] = manifest["layers"]
        self.root = pathlib.Path(folder) / "root"
        self.root.mkdir()
        subprocess.run(["tar", "--extract", "--gzip", "--file", self.blob(layer), "--directory", self.root], check=True)
        self.settings = self.configuration["config"]
        self.archive_bytes = pathlib.Path(archive).stat().st_size
        self.bytes = sum(file.lstat().st_size for file in self.root.rglob("*") if file.is_file())

    def blob(self, described):
        """The file of a descriptor."""
        algorithm, digest = described["digest"].split(":")
        file = self.blobs / algorithm / digest
        if hashlib.new(algorithm, file.read_bytes()).hexdigest() != digest:
            raise SystemExit(f"{described} is another file")
        return file

    def command(self, *arguments, entrypoint=None, variables=None, volumes=(), user=None, root=None):
        """The command that runs it with these arguments; volumes are folders with their place, and `:ro` if they cannot be written."""
        given = [*self.settings["Env"], *(f"{name}={value}" for name, value in (variables or {}).items())]
        command = [*(entrypoint or self.settings["Entrypoint"]), *arguments]
        enter = [HERE / "enter", root or self.root, user or self.settings["User"], *given, "--", *volumes, "--", *command]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", *enter]

    def run(self, *arguments, **settings):
        command = self.command(*arguments, **settings)
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
