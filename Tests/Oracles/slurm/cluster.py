"""A Slurm cluster of the test's own: a controller and two nodes on this machine, with all their files in a folder.

Root runs munge as the user `munge`, like the packages do. Anybody else runs all of it as himself, and only his jobs.
"""

import os
import pathlib
import shutil
import socket
import subprocess
import time

# The daemons are where only root looks for programs.
os.environ["PATH"] += ":/usr/sbin:/sbin"

CONFIGURATION = """
ClusterName=fairlead
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/controller
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/log/controller
SlurmdLogFile={folder}/log/%n
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
SlurmdParameters=config_overrides
JobRequeue=1
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmdTimeout=30
KillWait=10
MinJobAge=3600
ReturnToService=2
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=8 State=UNKNOWN
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=8 State=UNKNOWN
PartitionName=work Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    listeners = [socket.socket() for _ in range(count)]
    for listener in listeners:
        listener.bind(("127.0.0.1", 0))
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def wait_for(condition, seconds, what):
    """Returns the first value of `condition` that is true."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise SystemExit(f"waited for {seconds} s: {what}")
        time.sleep(0.02)


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        # For `munge`.
        self.folder.mkdir(mode=0o755)
        for name in ["controller", "n1", "n2", "log"]:
            (self.folder / name).mkdir()
        configuration = self.folder / "slurm.conf"
        host = socket.gethostname().split(".")[0]
        user = subprocess.run(["id", "-un"], check=True, capture_output=True, text=True).stdout.strip()
        configuration.write_text(CONFIGURATION.format(host=host, user=user, folder=folder, ports=free_ports(3)))
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        self.start_munge()
        self.run("slurmctld", "-c")
        for node in ["n1", "n2"]:
            self.run("slurmd", "-N", node)
        wait_for(lambda: self.run("sinfo", "--noheader", "-o", "%D", "-t", "idle").strip() == "2", 20, "two idle nodes")

    def start_munge(self):
        place = self.folder / "munge"
        place.mkdir(mode=0o755)
        key = place / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        prefix = []
        if os.geteuid() == 0:
            for path in [place, key]:
                shutil.chown(path, "munge", "munge")
            prefix = ["setpriv", "--reuid=munge", "--regid=munge", "--clear-groups"]
        options = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        self.run(*prefix, "munged", "--force", *(f"--{option}={place}/{file}" for option, file in options.items()))

    def run(self, *command):
        """Returns what it prints."""
        # Without pipes, which daemons would keep open.
        with open(self.folder / "log" / "printed", "w+") as printed:
            subprocess.run(command, check=True, env=self.environment, stdin=subprocess.DEVNULL, stdout=printed, cwd="/")
            printed.seek(0)
            return printed.read()

    def jobs(self, array):
        """The tasks of an array by their numbers, each with its fields as Slurm prints them."""
        found = {}
        for line in self.run("scontrol", "--oneliner", "show", "job", array).splitlines():
            fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
            if fields.get("ArrayTaskId", "").isdigit():
                found[int(fields["ArrayTaskId"])] = fields
        return found

    def is_over(self, array):
        """Indicates whether no task of the array waits or runs."""
        return not self.run("squeue", "--noheader", "--array", "--jobs", array).strip()

    def wait(self, *arrays, seconds=120):
        wait_for(lambda: all(self.is_over(array) for array in arrays), seconds, f"the end of {arrays}")
