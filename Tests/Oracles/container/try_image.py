"""Builds the image of Examples/container and proves that the program works in it: with what is in it, as its user, and with the
containers of Examples/kubernetes and Examples/aws-batch. In copies without a file that it needs, it has to fail.

Usage: try_image.py FAIRLEAD FOLDER
"""

import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys
import time

import yaml

oracles = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(oracles))

from image import Image
from outcome import Outcome
from pods import EXAMPLES, KubernetesPod, copy_tree, kubernetes_job, run_aws_batch_task
from postgresql_server import PostgreSQLServer

REPOSITORY = oracles.parents[1]
SAMPLES = REPOSITORY / "SampleMedia"
TITLES = 5


class Trial:
    def __init__(self, fairlead, folder):
        self.outcome = Outcome()
        self.fairlead, self.folder = fairlead, folder
        self.image = self.build()
        self.user = int(self.image.settings["User"].split(":")[0])
        # The only folder that the user of the image may write to.
        self.work = folder / "work"
        self.work.mkdir()
        copy_tree(SAMPLES / "packed-audio", self.work / "in", self.user)
        os.chown(self.work, self.user, self.user)
        self.sqlite = ["--key-store", "sqlite:/work/keys/store.sqlite", "--kek-file", "/work/kek"]

    def check(self, holds, what, found=""):
        if self.outcome.check(holds, f" {what}{found and f': {found}'}"):
            print(f"ok      {what}", flush=True)

    def run(self, *arguments, **settings):
        """Runs fairlead in the image, with the folder as /work."""
        return self.image.run(*arguments, volumes=[f"{self.work}:/work"], **settings)

    def ends(self, status, what, ended, part=""):
        """The process ended with this status and said this."""
        said = ended.stdout + ended.stderr
        self.check(ended.returncode == status and part in said, what, f"{ended.returncode}, not {status} with {part!r}: {said}")

    def protect(self, title, *options, **settings):
        return self.run(
            "protect", "/work/in/index.m3u8", "-o", f"/work/out/{title}", "--content-id", title, *self.sqlite, *options, **settings
        )

    # --- The image ---

    def build(self):
        """Builds it twice, at once; returns one of them."""
        archives = [self.folder / f"image-{number}.tar" for number in range(2)]
        builds = [
            subprocess.Popen([EXAMPLES / "container" / "build", self.fairlead, archive], stdout=subprocess.PIPE, text=True)
            for archive in archives
        ]
        for build in builds:
            print(build.communicate()[0], end="", flush=True)
            if build.returncode != 0:
                raise SystemExit("the image was not built")
        images = [Image(archive, self.folder / archive.stem) for archive in archives]
        self.check(images[0].digest == images[1].digest, "the same files give the same image")
        shutil.rmtree(self.folder / archives[1].stem)
        return images[0]

    def look_at_files(self):
        image = self.image
        print(f"{image.archive_bytes / 1e6:.0f} MB, unpacked {image.bytes / 1e6:.0f} MB", flush=True)
        self.check(image.settings["User"] == "10001:10001", "the user is 10001", image.settings["User"])
        files = [path for path in image.root.rglob("*") if path.is_file() or path.is_symlink()]
        others = [path for path in files if path.is_symlink() or path.lstat().st_uid or path.lstat().st_mode & 0o6022]
        self.check(not others, "all files belong to root, who alone may write them, and none has more rights", others)
        outside = [path for path in files if not path.is_relative_to(image.root / "lib") and not path.name.startswith("ld-linux")]
        names = sorted(str(path.relative_to(image.root)) for path in outside)
        expected = ["bin/sh", "etc/group", "etc/passwd", "etc/ssl/certs/ca-certificates.crt", "usr/local/bin/fairlead"]
        self.check(names == expected, "nothing but the program, a shell, libraries, certificates and users", names)
        libraries = [path for path in files if ".so" in path.name]
        linker = next(path for path in libraries if path.name.startswith("ld-linux"))
        for path in libraries:
            inside = f"/{path.relative_to(image.root)}"
            listed = image.run("--list", inside, entrypoint=[f"/{linker.relative_to(image.root)}"])
            if listed.returncode != 0 or "not found" in listed.stdout:
                self.check(False, f"{path.name} has all its libraries", listed.stdout + listed.stderr)
        build = (EXAMPLES / "container" / "build").read_text()
        late = set(re.search(r"^late=\((.*)\)$", build, re.MULTILINE)[1].split())
        sources = [file.read_text() for suffix in ["swift", "h"] for file in (REPOSITORY / "Sources" / "System").rglob(f"*.{suffix}")]
        named = {name for text in sources for name in re.findall(r'"(lib\w+\.so\.\d+)"', text)}
        self.check(late == named, "the image has all libraries that the sources load later", f"{late}, not {named}")
        self.check(len(libraries) > 10, f"{len(libraries)} libraries, which have all of theirs", libraries)

    # --- The program ---

    def try_commands(self):
        version = subprocess.run([self.fairlead, "--version"], capture_output=True, text=True).stdout
        self.ends(0, "--version", self.run("--version"), version)
        templates = subprocess.run([self.fairlead, "templates", "list"], capture_output=True, text=True).stdout
        self.ends(0, "templates list", self.run("templates", "list"), templates)
        self.ends(0, "keys init with SQLite", self.run("keys", "init", *self.sqlite))
        self.ends(0, "protect", self.protect("movie"))
        self.ends(0, "verify", self.run("verify", "/work/out/movie/index.m3u8", "--source", "/work/in/index.m3u8", *self.sqlite))
        audit = self.run("keys", "audit", *self.sqlite)
        self.ends(0, "the log has the name of the user", audit, "fairlead@")
        owners = {path.stat().st_uid for path in (self.work / "out").rglob("*")}
        self.check(owners == {self.user}, "the result belongs to the user", owners)
        outside = self.run("protect", "/work/in/index.m3u8", "-o", "/out", "--content-id", "outside", *self.sqlite)
        self.ends(73, "nothing is written beside volumes", outside)
        command = 'read -r kek </work/kek && echo "$kek"'
        store = self.sqlite[:2]
        self.ends(0, "--kek-command has a shell", self.run("keys", "list", *store, "--kek-command", command), "movie")

    def try_libxml2(self):
        exported = self.run(
            "keys", "export", "--content-id", "movie", "--as", "cpix-2.3", "--allow-plaintext", "-o", "/work/movie.cpix", *self.sqlite
        )
        self.ends(0, "a CPIX document is written", exported)
        self.ends(0, "a CPIX document is read", self.protect("movie", "--cpix", "/work/movie.cpix", "--overwrite"))

    def try_libcurl(self):
        refused = ["--key-server", "speke:http://127.0.0.1:1/", "--key-server-timeout", "1"]
        self.ends(75, "a key server that refuses the connection", self.protect("refused", *refused), "onnect")
        certificates = self.work / "certificates"
        subprocess.run([oracles / "speke" / "make-certificates", certificates], check=True)
        options = ["--log", self.folder / "speke.log", "--certificate", certificates / "server.pem", "--key", certificates / "server.key"]
        server = subprocess.Popen(
            ["/usr/bin/python3", "-B", oracles / "speke" / "speke_server.py", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        url = f"speke:https://localhost:{server.stdout.readline().strip()}/"
        try:
            trusted = self.protect("served", "--key-server", url, "--key-server-ca", "/work/certificates/authority.pem")
            self.ends(0, "keys of a server with TLS, by its name", trusted)
            untrusted = self.protect("untrusted", "--key-server", url)
            self.ends(65, "the authorities of the image do not know its certificate", untrusted, "TLS")
            bare = self.without("ca-certificates.crt")
            found = self.protect("untrusted", "--key-server", url, root=bare)
            said = found.stderr, untrusted.stderr
            self.check(said[0] != said[1], "control: without them the message is another", said)
        finally:
            server.stdin.close()
            server.wait()

    def try_signal(self):
        """SIGTERM to the first process of a container, which the kernel spares unless it asks for signals: fairlead blocks and reads them."""
        # It waits for the key store.
        store = ["--key-store", "postgresql://127.0.0.1:1/x", "--kek-file", "/work/kek"]
        command = self.image.command("keys", "list", *store, volumes=[f"{self.work}:/work"])
        outer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        end = time.monotonic() + 20
        while outer.poll() is None and time.monotonic() < end:
            [process] = pathlib.Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split() or ["self"]
            status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines())
            if status["Name"].strip() == "fairlead" and int(status["SigBlk"], 16) >> (signal.SIGTERM - 1) & 1:
                os.kill(int(process), signal.SIGTERM)
                break
            time.sleep(0.01)
        said = outer.communicate(timeout=60)[0]
        found = outer.returncode, status["NSpid"].split()[-1]
        self.check(found == (75, "1") and "nterrupt" in said, "SIGTERM to the first process ends it with 75", f"{found}: {said}")

    def without(self, *names):
        """The root of the image without these files."""
        root = self.folder / f"without-{names[0]}"
        subprocess.run(["cp", "--archive", "--link", self.image.root, root], check=True)
        for name in names:
            for path in root.rglob(name):
                path.unlink()
        return root

    def try_without_libraries(self):
        late = ["libpq.so.5", "libcurl.so.4", "libxml2.so.2", "libxml2.so.16"]
        root = self.without(*late)
        self.ends(0, "control: no library that is loaded later is needed at the start", self.run("--version", root=root))
        postgresql = self.run("keys", "list", "--key-store", "postgresql://127.0.0.1:1/x", "--kek-file", "/work/kek", root=root)
        self.ends(66, "control: no PostgreSQL without libpq", postgresql, "libpq.so.5")
        cpix = self.protect("movie", "--cpix", "/work/movie.cpix", "--overwrite", root=root)
        self.ends(66, "control: no CPIX without libxml2", cpix, "libxml2")
        served = self.protect("refused", "--key-server", "speke:http://127.0.0.1:1/", root=root)
        self.ends(66, "control: no key server without libcurl", served, "libcurl.so.4")

    # --- Batches with PostgreSQL ---

    def try_engines(self, server):
        """Shards of one batch in pods and in tasks of AWS Batch, with the arguments and volumes that the examples give them."""
        media = self.folder / "media"
        (media / "in").mkdir(parents=True)
        copy_tree(SAMPLES / "packed-audio", media / "in" / "audio", self.user)
        rows = [f"/srv/in/audio/index.m3u8,title-{index}" for index in range(TITLES)]
        catalogue = "\n".join(["input,content_id", *rows, ""])
        (media / "catalogue").mkdir()
        (media / "catalogue" / "catalogue.csv").write_text(catalogue)
        store = ["--key-store", server.url, "--kek-file", "/work/postgresql.kek"]
        self.ends(0, "keys init with PostgreSQL", self.run("keys", "init", *store))
        self.ends(0, "protect with PostgreSQL", self.run("protect", "/work/in/index.m3u8", "-o", "/work/out/p", "--content-id", "p", *store))

        kek = self.work / "postgresql.kek"
        settings = {
            "secrets": {"fairlead": {"kek": kek.read_text(), "key-store": f"{server.url}?sslmode=disable"}},
            "files": {"fairlead-catalogue": {"catalogue.csv": catalogue}},
            "claims": {"fairlead-media": media},
        }
        # A volume that fsGroup owns.
        os.chown(media, 0, self.user)
        media.chmod(0o2775)
        job = kubernetes_job()
        for index in [0, 1]:
            pod = KubernetesPod(self.folder / f"pod-{index}", index, job, **settings)
            self.ends(0, f"the pod of index {index}", pod.start(self.image))
        self.check(self.results(media) == ["title-0", "title-1"], "they made their titles", self.results(media))
        copied = self.folder / "pod-0" / "keys" / "kek"
        found = stat.S_IMODE(copied.stat().st_mode), copied.stat().st_uid, copied.read_text().strip() == kek.read_text().strip()
        self.check(found == (0o600, self.user, True), "the pod had its own copy of the key-encryption key", found)
        again = KubernetesPod(self.folder / "pod-again", 0, self.job_of("3"), **settings)
        self.ends(0, "the pod of a shard again", again.start(self.image))
        self.check(self.results(media) == ["title-0", "title-1", "title-3"], "it made its title", self.results(media))
        settings["secrets"]["fairlead"]["kek"] = kek.read_text().strip()
        unended = KubernetesPod(self.folder / "pod-unended", 0, job, **settings)
        self.ends(0, "a key-encryption key without a line ending", unended.start(self.image))
        self.try_direct_secret(job, settings)

        secrets = self.folder / "secrets"
        secrets.mkdir()
        shutil.copy(kek, secrets / "kek")
        os.chown(secrets / "kek", self.user, self.user)
        (secrets / "kek").chmod(0o400)
        folders = {"media": media, "secrets": secrets}
        for index in [2, 4]:
            task = run_aws_batch_task(self.image, index, {"FAIRLEAD_KEY_STORE": server.url}, folders)
            self.ends(0, f"the task {index} of AWS Batch", task)
        self.check(len(self.results(media)) == TITLES, "all titles are there", self.results(media))

        batch = ["batch", "/srv/catalogue/catalogue.csv", "-o", "/srv/out/{content_id}", "--check", *store]
        volumes = [f"{media}:/srv", f"{self.work}:/work"]
        self.ends(0, "every title is current and verified", self.image.run(*batch, volumes=volumes))
        listed = self.run("keys", "list", "--format", "json", *store).stdout.splitlines()
        keys = sorted(json.loads(line)["content_id"] for line in listed)
        self.check(keys == ["p", *(f"title-{index}" for index in range(TITLES))], "each has one key", keys)

    def try_direct_secret(self, job, settings):
        """A Secret where the key should be: what the init container is for."""
        direct = KubernetesPod(self.folder / "pod-direct", 0, job, **settings)
        direct.volumes["keys"] = direct.volumes["secret"]
        ended = direct.run(self.image, direct.specification["containers"][0])
        self.ends(77, "control: fairlead refuses the file of the Secret itself", ended, "mode 440")

    def results(self, media):
        return sorted(path.name for path in (media / "out").glob("*"))

    @staticmethod
    def job_of(shard):
        again = EXAMPLES / "kubernetes" / "again"
        return yaml.safe_load(subprocess.run([again, shard], check=True, capture_output=True, text=True).stdout)


def main():
    fairlead, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    trial = Trial(fairlead, folder)
    trial.look_at_files()
    trial.try_commands()
    trial.try_libxml2()
    trial.try_libcurl()
    trial.try_without_libraries()
    trial.try_signal()
    server = PostgreSQLServer(folder / "database")
    try:
        trial.try_engines(server)
    finally:
        server.stop()
    trial.outcome.finish()


main()
