"""The promises of fairlead that engines rely on, as README.md, the program and the image state them."""

import re

# Worth trying again; all other failures need a repair.
TEMPORARY = 75
# Seconds from SIGTERM to the end, at most.
SECONDS_TO_END = 5


def exit_statuses(readme):
    """The statuses of failures in README's table."""
    section = readme.partition("\n## Exit statuses\n")[2].partition("\n## ")[0]
    return [int(status) for status in re.findall(r"^\| (\d+) \|", section, re.MULTILINE) if status != "0"]


def permanent_statuses(readme):
    return [status for status in exit_statuses(readme) if status != TEMPORARY]


def options(help_text):
    """The options that a help lists, by name, each with whether it takes a value."""
    found = re.findall(r"^ {2}(?:-\w, )?(--[a-z-]+)( <)?", help_text, re.MULTILINE)
    return {name: bool(value) for name, value in found}


def image_user(build_script):
    return int(re.search(r"^user=(\d+)$", build_script, re.MULTILINE)[1])


class CommandLine:
    """The arguments of `fairlead batch`, read with what its help says; `faults` tells what it does not know."""

    def __init__(self, arguments, known):
        self.faults = []
        self.values = {}
        self.manifest = None
        if arguments[:1] != ["batch"]:
            self.faults.append(f"the command is {arguments[:1]}, not batch")
        rest = iter(arguments[1:])
        for argument in rest:
            if not argument.startswith("--"):
                if self.manifest is not None:
                    self.faults.append(f"a second manifest: {argument}")
                self.manifest = argument
                continue
            name, is_joined, value = argument.partition("=")
            if name not in known:
                self.faults.append(f"`fairlead batch run --help` knows no {name}")
            elif known[name] and not is_joined:
                value = next(rest, None)
                if value is None:
                    self.faults.append(f"{name} has no value")
            elif not known[name] and is_joined:
                self.faults.append(f"{name} takes no value")
            self.values[name] = value
        if self.manifest is None:
            self.faults.append("no manifest")
        for name in ["--key-store", "--key", "--kek-command"]:
            if name in self.values:
                self.faults.append(f"{name}: everybody can see a command line")
