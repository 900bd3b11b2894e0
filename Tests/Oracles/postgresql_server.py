"""A PostgreSQL server of the test's own: a cluster in a directory, on loopback, with commits that reach the disk."""

import os
import pathlib
import shutil
import socket
import subprocess


def newest_programs():
    versions = [path for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdigit()]
    if not versions:
        raise SystemExit("PostgreSQL is not installed: run Scripts/setup")
    return max(versions, key=lambda path: int(path.parent.name))


class PostgreSQLServer:
    """Root runs it as the user `postgres`, for PostgreSQL refuses to be root. `settings` are lines of its configuration."""

    def __init__(self, directory, settings=()):
        self.programs = newest_programs()
        self.directory = pathlib.Path(directory)
        self.directory.mkdir()
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
            self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.settings = settings
        self.url = self.url_of("postgres")
        self.run("initdb", "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def run(self, program, *arguments):
        command = [*self.prefix, str(self.programs / program), "-D", str(self.directory / "data"), *arguments]
        subprocess.run(command, check=True, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def start(self):
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", f"unix_socket_directories={self.directory}", *self.settings]
        options = " ".join(f"-c {setting}" for setting in settings)
        self.run("pg_ctl", "start", "-w", "-s", "-l", str(self.directory / "log"), "-o", options)

    def stop(self):
        self.run("pg_ctl", "stop", "-w", "-s", "-m", "immediate")

    def url_of(self, database, port=None):
        """The address of a database, also through a proxy at another port."""
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{database}"

    def execute(self, sql):
        """Runs a statement, and returns what it prints: rows without a heading."""
        psql = [str(self.programs / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url, "-c", sql]
        return subprocess.run(psql, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
