"""What is checked of names: one type for each, none that a module has, files named after what they declare."""

from package import Finding
from swift_file import TYPES
from table import TOOLCHAIN


def top_level_types(house):
    for target in house.sources:
        for file in target.files:
            for declaration in file.declarations:
                if declaration.kind in TYPES:
                    yield target, file, declaration


def type_names(house):
    """Private types count, too: who reads a name looks for one thing."""
    first = {}
    for target, file, declaration in top_level_types(house):
        name = declaration.name
        if name in first:
            other, other_file = first[name]
            where = f"a type of {target.name} and of {other.name} ({other_file.path})"
            yield Finding(file.path, declaration.line, f"{name} is {where}, rename one")
        else:
            first[name] = target, file


def module_names(house):
    dependencies = {name for target in house.targets for name in target.dependencies}
    modules = TOOLCHAIN | set(house.by_name) | dependencies
    for _, file, declaration in top_level_types(house):
        if declaration.name in modules:
            yield Finding(file.path, declaration.line, f"{declaration.name} is a type and a module, rename the type")


def file_names(house):
    for target in house.targets:
        for file in target.files:
            if file.stem not in {"main", target.name} | names_of(file) and not is_freely_named(target, file):
                yield Finding(
                    file.path, 1, f"nothing here is named {file.stem}, name the file after what it declares or extends"
                )


def names_of(file):
    """`extension A.B` is found under A and under B."""
    return {part for declaration in file.declarations for part in declaration.name.split(".")}


def is_freely_named(target, file):
    """Functions that several tests share have a file together, where no type is."""
    return not target.is_of_sources and not any(declaration.is_of_type for declaration in file.declarations)
