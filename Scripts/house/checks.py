"""All that is checked, and what is checked of targets."""

import itertools

import package
from names import file_names, module_names, type_names
from package import Finding
from table import ALSO, BELOW, LINKED_ALONE, LONGEST_TARGET, ONLY_IMPORTERS, RUNS, TOOLCHAIN
from words import beginnings, names, options, suffixes, words_of_types


def findings(root):
    checks = [places, floors, only_importers, undeclared, unused, plain_imports, sizes]
    checks += [type_names, module_names, file_names, words_of_types, names, suffixes, beginnings, options]
    house = package.read(root)
    return sorted(itertools.chain.from_iterable(check(house) for check in checks))


def places(house):
    """Every target stands on a floor, and its tests on the same."""
    for target in house.sources:
        folder = f"Sources/{target.floor}/{target.name}"
        if target.floor not in BELOW or str(target.path) != folder:
            yield house.finding_of(
                target, f"{target.name} is in {target.path}, move it to Sources/FLOOR/{target.name} of a floor of the table"
            )
        elif target.floor == "Runs" and target.name not in RUNS:
            yield house.finding_of(target, f"{target.name} is not in the order of runs, put it in Scripts/house/table.py")
    for target in house.targets:
        tested = house.by_name.get(target.name.removesuffix("Tests"))
        if target.kind == "test" and tested and tested.floor in BELOW:
            folder = f"Tests/{tested.floor}/{target.name}"
            if str(target.path) != folder:
                yield house.finding_of(target, f"{target.name} is in {target.path}, move it to {folder}")


def may_import(target, imported):
    if target.floor == "Runs" and imported.floor == "Runs" and {target.name, imported.name} <= set(RUNS):
        return RUNS.index(imported.name) < RUNS.index(target.name)
    allowed = imported.floor == target.floor or imported.floor in BELOW.get(target.floor, [])
    return allowed or imported.name in ALSO.get(target.name, [])


def floors(house):
    for target, file, line, module in imports(house.sources):
        imported = house.by_name.get(module)
        if imported and imported.is_of_sources and not may_import(target, imported):
            what = f"{target.name} ({target.floor}) imports {module} ({imported.floor}) against the table of floors"
            yield Finding(file.path, line, f"{what}, move what it needs down, or itself up")


def only_importers(house):
    for target, file, line, module in imports(house.sources):
        importers = ONLY_IMPORTERS.get(module, [target.name])
        if target.name not in importers:
            those = " and ".join(importers)
            yield Finding(file.path, line, f"{target.name} imports {module}, which {those} alone may, use {importers[0]}")


def undeclared(house):
    seen = set()
    for target, file, line, module in imports(house.targets):
        known = TOOLCHAIN | {target.name, *target.dependencies}
        if module not in known and (target.name, module) not in seen:
            seen.add((target.name, module))
            yield Finding(
                file.path, line, f"{target.name} imports {module} and does not declare it, declare it in Package.swift"
            )


def unused(house):
    """Tests may declare a program without importing it: they run it."""
    for target in house.targets:
        imported = {item.module for file in target.files for item in file.imports}
        for dependency in target.dependencies:
            declared = house.by_name.get(dependency)
            is_program = declared is not None and declared.kind == "executable"
            if dependency not in imported | LINKED_ALONE and not (is_program and target.kind == "test"):
                yield house.finding_of(target, f"{target.name} declares {dependency} and imports it nowhere, remove it")


def plain_imports(house):
    """What the settings of every target make of an import without access is not said again."""
    for target in house.targets:
        for file in target.files:
            for item in file.imports:
                if item.access == "internal":
                    yield Finding(file.path, item.line, f"internal import {item.module} says what import does, drop the access")


def sizes(house):
    for target in house.sources:
        lines = sum(len(file.lines) for file in target.files)
        if lines > LONGEST_TARGET:
            yield house.finding_of(target, f"{target.name} has {lines} lines, more than {LONGEST_TARGET}, split it")


def imports(targets):
    return (
        (target, file, item.line, item.module) for target in targets for file in target.files for item in file.imports
    )
