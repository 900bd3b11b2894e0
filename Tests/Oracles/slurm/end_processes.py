"""Ends all processes that have a folder in their command line or environment: daemons, and their tasks, that a test left running.

Usage: end_processes.py FOLDER
"""

import os
import pathlib
import signal
import sys
import time


def users_of(folder):
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        if int(process.name) == os.getpid():
            continue
        try:
            texts = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
        except OSError:
            # It has ended, or is another user's.
            continue
        if any(folder in text for text in texts):
            found.append(int(process.name))
    return found


def send(number, processes):
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def main():
    folder = os.fsencode(sys.argv[1])
    send(signal.SIGTERM, users_of(folder))
    # Stopped ones, too.
    send(signal.SIGCONT, users_of(folder))
    end = time.monotonic() + 10
    while (left := users_of(folder)) and time.monotonic() < end:
        time.sleep(0.1)
    send(signal.SIGKILL, left)


main()
