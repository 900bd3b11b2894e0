"""Runs a batch as arrays of a Slurm cluster with the scripts of Examples/slurm, disturbs it in every way, and proves the results.

Tasks are stopped (SIGSTOP) before they start fairlead, and when it has published some of its titles, so that what happens to them
always happens at work.

Usage: try_slurm.py FAIRLEAD FOLDER [--titles N]
"""

import argparse
import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

oracles = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(oracles))

from cluster import Cluster, wait_for
from outcome import Outcome
from postgresql_server import PostgreSQLServer

EXAMPLE = oracles.parents[1] / "Examples" / "slurm"
SHARDS = 7
OUTAGE = 10

REQUEUED, TERMINATED, TIMED_OUT = 0, 4, 6
CANCELED = [1, 3]
KILLED = [2, 5]

# A program that becomes fairlead. It stops itself first, in the first run of a task, while there is a file `hold`.
HELD = """#!/bin/sh
[ ! -e '{folder}/hold' ] || [ -z "$SLURM_JOB_ID" ] || [ -n "$SLURM_RESTART_COUNT" ] || kill -STOP $$
exec '{fairlead}' "$@"
"""
SETTINGS = """
fairlead={fairlead}
manifest={folder}/catalogue.csv
output='{folder}/results/{{content_id}}'
shards={shards}
key_store={key_store}
kek_file={folder}/kek
options=(--method aes-128 --jobs 1 --verify --quiet)
restarts={restarts}
sbatch_options=()
logs={folder}/logs
"""


def read(file):
    """Returns the contents, or nothing if the file was removed in the meantime."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def state(process):
    """Returns the state of a process as ps(1) shows it, or nothing if there is none; one that ended may still be there."""
    try:
        # `PID (NAME) STATE ...`
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


ENDED = ["", "Z", "X"]


class Trial:
    def __init__(self, fairlead, folder, titles, cluster, server):
        self.outcome = Outcome()
        self.fairlead, self.folder, self.titles = fairlead, folder, titles
        self.cluster, self.server = cluster, server
        self.results = folder / "results"
        self.store = ["--key-store", server.url, "--kek-file", str(folder / "kek")]
        self.settings = folder / "settings.conf"

    def check(self, holds, what, found=""):
        if self.outcome.check(holds, f" {what}{found and f': {found}'}"):
            print(f"ok      {what}", flush=True)

    def run(self, *arguments):
        return subprocess.run([self.fairlead, *arguments, *self.store], capture_output=True, text=True)

    # --- Before ---

    def prepare(self):
        source = self.folder / "source"
        source.mkdir()
        picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=6"]
        sound = ["-f", "lavfi", "-i", "sine=duration=6"]
        codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-c:a", "aac"]
        hls = ["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
        command = ["ffmpeg", "-nostdin", "-v", "error", *picture, *sound, *codecs, *hls, source / "index.m3u8"]
        subprocess.run(command, check=True)
        with open(self.folder / "catalogue.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["input", "content_id"])
            writer.writerows([source / "index.m3u8", f"title-{index}"] for index in range(self.titles))
        (self.folder / "logs").mkdir()
        self.program = self.write_program("held", HELD.format(folder=self.folder, fairlead=self.fairlead))
        self.write_settings(self.settings, self.program, restarts=5)
        made = self.run("keys", "init")
        if made.returncode != 0:
            raise SystemExit(made.stderr)
        # Careless users: the scripts keep what they have in their environment from Slurm.
        self.kek = (self.folder / "kek").read_text().strip()
        self.environment = {**self.cluster.environment, "FAIRLEAD_KEK": self.kek, "SBATCH_EXPORT": "ALL"}

    def write_program(self, name, text):
        program = self.folder / name
        program.write_text(text)
        program.chmod(0o755)
        return program

    def write_settings(self, path, program, restarts):
        path.write_text(
            SETTINGS.format(
                fairlead=program, folder=self.folder, shards=SHARDS, key_store=self.server.url, restarts=restarts
            )
        )

    # --- Tasks ---

    def start_submitting(self, *arguments, settings=None):
        return subprocess.Popen(
            [EXAMPLE / "submit", settings or self.settings, *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def submit(self, *arguments, settings=None):
        """Returns the id of the array."""
        return self.finish_submitting(self.start_submitting(*arguments, settings=settings))

    @staticmethod
    def finish_submitting(process):
        output, errors = process.communicate()
        if process.returncode != 0 or not output.strip().isdigit():
            raise SystemExit(f"submit ended with {process.returncode}: {output}{errors}")
        return output.strip()

    def stopped_processes(self, array):
        """The processes that will be fairlead, by the tasks of an array that they belong to."""
        found = {}
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.fsencode(self.program) not in (process / "cmdline").read_bytes() or state(process.name) != "T":
                    continue
                entries = (process / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            variables = dict(entry.split(b"=", 1) for entry in entries if b"=" in entry)
            if variables.get(b"SLURM_ARRAY_JOB_ID") == array.encode():
                found[int(variables[b"SLURM_ARRAY_TASK_ID"])] = int(process.name)
        return found

    def submit_and_hold(self, tasks):
        """Returns the id of an array of these tasks, and its processes, which are stopped before they start fairlead."""
        (self.folder / "hold").touch()
        array = self.submit(",".join(map(str, tasks)))
        wait_for(lambda: len(self.stopped_processes(array)) == len(tasks), 60, f"tasks {tasks} of {array}")
        (self.folder / "hold").unlink()
        return array, self.stopped_processes(array)

    def shard(self, task):
        return [f"title-{index}" for index in range(task, self.titles, SHARDS)]

    def published(self, task):
        """The number of titles of a shard that are in place."""
        return sum((self.results / title).exists() for title in self.shard(task))

    def advance(self, task, process):
        """Lets a stopped task publish some titles, not all, and stops it again."""
        before = self.published(task)
        os.kill(process, signal.SIGCONT)
        end = time.monotonic() + 60
        while self.published(task) == before and state(process) not in ENDED and time.monotonic() < end:
            time.sleep(0.0005)
        if state(process) not in ENDED:
            os.kill(process, signal.SIGSTOP)
        after = self.published(task)
        self.check(before < after < len(self.shard(task)), f"task {task} is at work", f"{before}, then {after} titles")

    def wait_for_state(self, array, task, state):
        wait_for(lambda: self.cluster.jobs(array)[task]["JobState"] == state, 60, f"{array}_{task} {state}")

    # --- What happens ---

    def submit_hopeless(self):
        """A task that always ends with 75; returns the id of its array."""
        program = self.write_program("hopeless", "#!/bin/sh\nexit 75\n")
        self.write_settings(self.folder / "hopeless.conf", program, restarts=1)
        return self.submit("0", settings=self.folder / "hopeless.conf")

    def disturb(self):
        """An array in which something happens to each task; returns its id."""
        array, processes = self.submit_and_hold(range(SHARDS))
        for task in CANCELED:
            self.advance(task, processes[task])
            start = time.monotonic()
            self.cluster.run("scancel", f"{array}_{task}")
            wait_for(lambda: state(processes[task]) in ENDED, 60, "the end of fairlead")
            seconds = time.monotonic() - start
            self.check(seconds < 6, f"scancel ends task {task} within 5 s", f"{seconds:.1f} s")
        for task in KILLED:
            self.advance(task, processes[task])
            os.kill(processes[task], signal.SIGKILL)
        self.advance(REQUEUED, processes[REQUEUED])
        self.cluster.run("scontrol", "requeue", f"{array}_{REQUEUED}")
        self.advance(TERMINATED, processes[TERMINATED])
        os.kill(processes[TERMINATED], signal.SIGTERM)
        os.kill(processes[TERMINATED], signal.SIGCONT)
        self.advance(TIMED_OUT, processes[TIMED_OUT])
        self.cluster.run("scancel", "--batch", "--signal=USR1", f"{array}_{TIMED_OUT}")
        os.kill(processes[TIMED_OUT], signal.SIGCONT)
        for task in CANCELED:
            self.wait_for_state(array, task, "CANCELLED")
        return array

    def submit_two_again(self):
        """The canceled tasks under their numbers, without the database for a while."""
        others = {task: self.published(task) for task in KILLED}
        array, processes = self.submit_and_hold(CANCELED)
        # At work, and maybe with a lock in the database; the other one has not begun.
        self.advance(CANCELED[0], processes[CANCELED[0]])
        self.server.stop()
        for process in processes.values():
            os.kill(process, signal.SIGCONT)
        time.sleep(OUTAGE)
        self.server.start()
        self.cluster.wait(array)
        states = {task: fields["JobState"] for task, fields in self.cluster.jobs(array).items()}
        expected = dict.fromkeys(CANCELED, "COMPLETED")
        self.check(states == expected, f"tasks {CANCELED} finish, without the database for {OUTAGE} s", states)
        for task in CANCELED:
            self.check(self.published(task) == len(self.shard(task)), f"task {task} had the shard that it had before")
        found = {task: self.published(task) for task in KILLED}
        self.check(found == others, "no other shard was touched", f"{others}, then {found}")

    def look_at(self, array, hopeless):
        """The disturbed array and the hopeless one in the end."""
        self.cluster.wait(array, hopeless)
        fields = self.cluster.jobs(hopeless)[0]
        found = fields["JobState"], fields["ExitCode"], fields["Restarts"]
        self.check(found == ("FAILED", "75:0", "1"), "after its last restart a task fails with 75", found)
        jobs = self.cluster.jobs(array)
        for task, what in [
            (REQUEUED, "a task that was requeued"),
            (TERMINATED, "a task whose fairlead ended with 75"),
            (TIMED_OUT, "a task that was warned of its time limit"),
        ]:
            fields = jobs[task]
            is_done = fields["JobState"] == "COMPLETED" and int(fields["Restarts"]) >= 1
            self.check(is_done, f"{what} ran again and finished", fields)
        for task in KILLED:
            found = jobs[task]["JobState"], jobs[task]["ExitCode"], jobs[task]["Restarts"]
            self.check(found == ("FAILED", "137:0", "0"), f"task {task}, whose fairlead was killed, failed", found)
        for task in CANCELED:
            self.check(jobs[task]["JobState"] == "CANCELLED", f"task {task} stayed canceled", jobs[task])

    def submit_what_is_left(self):
        """The same array twice at once."""
        submissions = [self.start_submitting("left") for _ in range(2)]
        arrays = [self.finish_submitting(submission) for submission in submissions]
        self.cluster.wait(*arrays)
        for array in arrays:
            states = {task: fields["JobState"] for task, fields in self.cluster.jobs(array).items()}
            expected = dict.fromkeys(KILLED, "COMPLETED")
            self.check(states == expected, "what was left finished, submitted twice at once", states)
        nothing = self.start_submitting("left")
        output, errors = nothing.communicate()
        found = nothing.returncode, output, errors
        self.check(found == (0, "", "nothing is left\n"), "then nothing was left to submit", found)

    def submit_with_another_manifest(self):
        """A shard again, after a title was added: the titles of the other shards would be others, too."""
        catalogue = self.folder / "catalogue.csv"
        kept = catalogue.read_text()
        catalogue.write_text(kept + f"{self.folder / 'source' / 'index.m3u8'},title-{self.titles}\n")
        array = self.submit("1")
        self.cluster.wait(array)
        fields = self.cluster.jobs(array)[1]
        found = fields["JobState"], fields["ExitCode"]
        log = (self.folder / "logs" / f"{array}_1.log").read_text()
        is_told = "have another manifest" in log and f"{self.titles + 1} titles, expected" in log
        self.check(found == ("FAILED", "65:0") and is_told, "a shard with another manifest is refused", f"{found} {log}")
        catalogue.write_text(kept)

    # --- After ---

    def prove(self):
        expected = {f"title-{index}" for index in range(self.titles)}
        found = set(os.listdir(self.results))
        self.check(found == expected, f"{self.titles} results and nothing else", found ^ expected)
        names = {path.name for path in (self.folder / "source").iterdir()}
        foreign = [title for title in found if set(os.listdir(self.results / title)) != names]
        self.check(not foreign, "no foreign file in a result", foreign)
        listed = self.run("keys", "list", "--format", "json").stdout.splitlines()
        keys = [(key["content_id"], key["key_id"]) for key in map(json.loads, listed)]
        self.check(len(keys) == self.titles, f"{self.titles} keys", len(keys))
        self.check({title for title, _ in keys} == expected, "one for each title", keys)
        self.check(len({key for _, key in keys}) == self.titles, "no two alike", keys)
        batch = ["batch", self.folder / "catalogue.csv", "-o", f"{self.results}/{{content_id}}", "--method", "aes-128"]
        checked = self.run(*batch, "--check")
        self.check(checked.returncode == 0, "every title is current and verified", checked.stdout + checked.stderr)
        self.check(not self.files_with_key(), "the key-encryption key is in no file of Slurm", self.files_with_key())
        sbatch = ["sbatch", "--hold", "--export=ALL", "--output=/dev/null", "--wrap=true"]
        subprocess.run(sbatch, env=self.environment, check=True, stdout=subprocess.DEVNULL)
        self.check(self.files_with_key(), "control: with --export=ALL it is")

    def files_with_key(self):
        # Without the files of munge, which only that may read.
        folders = [self.cluster.folder / name for name in ["controller", "n1", "n2", "log"]] + [self.folder / "logs"]
        files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
        return [file for file in files if self.kek.encode() in read(file)]

    def show_logs(self):
        for log in sorted((self.folder / "logs").iterdir()):
            print(f"--- {log.name}\n{log.read_text()}", end="")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--titles", type=int, default=60)
    arguments = parser.parse_args()
    folder = arguments.folder
    server = PostgreSQLServer(folder / "database")
    try:
        trial = Trial(arguments.fairlead, folder, arguments.titles, Cluster(folder / "slurm"), server)
        trial.prepare()
        hopeless = trial.submit_hopeless()
        array = trial.disturb()
        trial.submit_two_again()
        trial.look_at(array, hopeless)
        trial.submit_what_is_left()
        trial.submit_with_another_manifest()
        trial.prove()
        if trial.outcome.failed:
            trial.show_logs()
    finally:
        server.stop()
    trial.outcome.finish()


main()
