"""The rooms of irtrack and who may import whom.

A room imports itself and the rooms before it in ROOMS. `show` is for the entry points and `command` alone, `rules`
imports nothing of ours, and CPython's own modules and version stay behind the border, in `cpython`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "irtrack"
ROOMS = ("ir", "cpython", "rules", "record", "ask", "show", "diff", "graph", "prob", "command")
ENTRY_POINTS = (("__init__.py",), ("__main__.py",))
ENTRY = "the entry point"
BORDER = "cpython"
BORDER_MODULES = ("dis", "opcode", "_opcode", "_opcode_metadata", "bytecode")
VERSION_NAMES = {"version_info", "hexversion"}

ALLOWED = {room: {*ROOMS[: number + 1]} - {"show"} for number, room in enumerate(ROOMS)}
ALLOWED["show"].add("show")
ALLOWED["command"].add("show")
ALLOWED["rules"] = {"rules"}


class Import(NamedTuple):
    """line: import module"""

    line: int
    module: str


def base_of(node: ast.ImportFrom, package: str) -> str:
    """The absolute name of what `from ... import` names, seen from a module in `package`."""
    if not node.level:
        return node.module or ""
    parents = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parents, node.module] if node.module else parents)


def imports_of(tree: ast.Module, package: str) -> Iterator[Import]:
    """Every import, wherever it stands: in functions, under TYPE_CHECKING, by import_module("...")."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(names=names):
                base = base_of(node, package)
                whole = base != PACKAGE  # from irtrack import show: what counts is the name
                modules = [base] if whole else [f"{base}.{alias.name}" for alias in names]
                yield from (Import(node.lineno, module) for module in modules)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield Import(node.lineno, module)


def version_lines(tree: ast.Module) -> list[int]:
    """Where a module asks which Python is running."""
    return sorted(
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in VERSION_NAMES)
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "sys"
            and any(alias.name in VERSION_NAMES for alias in node.names)
        )
    )


def problem_of(module: str, room: str) -> str | None:
    """What is wrong with an import of `module` in `room`."""
    match module.split("."):
        case [top, *_] if top in BORDER_MODULES and room != BORDER:
            return f"{room} imports {top}: only {BORDER} may"
        case [top, *rest] if top == PACKAGE and room != ENTRY:
            target = rest[0] if rest else ""
            if target not in ROOMS:
                return f"{room} imports {module}: that is the entry point or no room"
            if target not in ALLOWED[room]:
                return f"{room} imports {target}: it may import {', '.join(r for r in ROOMS if r in ALLOWED[room])}"
    return None


def room_of(parts: tuple[str, ...]) -> str | None:
    """The room of the module irtrack/parts[0]/...; None for a module outside all rooms."""
    return parts[0] if len(parts) > 1 and parts[0] in ROOMS else None


def problems_of(root: Path) -> list[str]:
    """All offences against the layers in the package at `root`, each with its place."""
    problems, asking = [], []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        place = "/".join((PACKAGE, *parts))
        tree = ast.parse(path.read_text(encoding="utf-8"), place)
        room = ENTRY if parts in ENTRY_POINTS else room_of(parts)
        if room is None:
            problems.append(f"{place}:1: belongs to no room")
            continue
        for line, module in imports_of(tree, ".".join((PACKAGE, *parts[:-1]))):
            if problem := problem_of(module, room):
                problems.append(f"{place}:{line}: {problem}")
        if lines := version_lines(tree):
            asking.append(place)
            if room != BORDER:
                problems.append(f"{place}:{lines[0]}: asks for Python's version: only {BORDER} may")
    if len(asking) > 1:
        problems.append(f"{' and '.join(asking)}: ask for Python's version: one file may")
    return problems


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write a package's files: {"ir/block.py": source}."""
    for name, source in files.items():
        path = root / PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return root / PACKAGE


def test_irtrack_keeps_its_layers():
    assert problems_of(Path(__file__).parents[1] / PACKAGE) == []


def test_a_missing_package_has_no_problems(tmp_path):
    assert problems_of(tmp_path / PACKAGE) == []


def test_what_is_allowed(tmp_path):
    files = {
        "__init__.py": "from irtrack.record import track\nfrom irtrack import show\nfrom . import diff\n",
        "__main__.py": "import irtrack\nimport irtrack.show.html\n",
        "ir/__init__.py": "from .block import Block\nimport numpy\n",
        "ir/block.py": "from dataclasses import dataclass\n",
        "cpython/versions.py": "import sys, dis, opcode, bytecode\nsys.version_info\nsys.version_info\n",
        "cpython/tables/rows.py": "from ...ir import block\nfrom ..versions import x\nfrom . import y\n",
        "rules/__init__.py": "from .numpy import rows\nimport irtrack.rules.numpy\n",
        "rules/numpy.py": "import numpy as np\n",
        "record/log.py": "from ..ir import Block\nfrom ..cpython import lift\nfrom ..rules import pure\n",
        "ask/story.py": "from irtrack.record import node\n",
        "show/html.py": "from irtrack import ask, record\nfrom .page import x\nimport rich\n",
        "diff/reverse.py": "from ..record import log\nfrom ..ask import slices\nimport discover, display\n",
        "prob/model.py": "from ..graph import flat\nfrom ..diff import reverse\n",
    }
    assert problems_of(plant(tmp_path, files)) == []


def forbidden_pairs() -> list[tuple[str, str]]:
    upward = [(room, above) for number, room in enumerate(ROOMS) for above in ROOMS[number + 1 :]]
    return [*upward, ("rules", "ir"), ("rules", "cpython"), ("diff", "show"), ("graph", "show"), ("prob", "show")]


@pytest.mark.parametrize(
    "form",
    [
        "import irtrack.{}",
        "import irtrack.{}.x as x",
        "from irtrack import {}",
        "from irtrack.{} import x",
        "from irtrack.{}.x import *",
        "from .. import {}",
        "from ..{} import x",
        "def f():\n    from ..{}.x import y",
        "if TYPE_CHECKING:\n    from ..{} import x",
        "importlib.import_module('irtrack.{}')",
    ],
)
def test_an_import_against_the_order_is_found(tmp_path, form):
    pairs = forbidden_pairs()
    root = plant(tmp_path, {f"{room}/to_{target}.py": form.format(target) for room, target in pairs})
    line = form.count("\n") + 1
    found = {problem.split(": it may import")[0] for problem in problems_of(root)}
    assert found == {f"irtrack/{room}/to_{target}.py:{line}: {room} imports {target}" for room, target in pairs}


@pytest.mark.parametrize("form", ["from ... import show", "from ...show import x", "from irtrack.show.html import x"])
def test_a_package_inside_a_room_is_no_way_around(tmp_path, form):
    assert problems_of(plant(tmp_path, {"diff/rules/x.py": form})) == [
        "irtrack/diff/rules/x.py:1: diff imports show: it may import ir, cpython, rules, record, ask, diff"
    ]


@pytest.mark.parametrize("form", ["import {}", "import {}.x", "from {} import x", "__import__('{}')"])
@pytest.mark.parametrize("file", ["__init__.py", "__main__.py", "ir/x.py", "record/x.py", "show/x.py", "diff/x/y.py"])
def test_cpython_modules_stay_behind_the_border(tmp_path, form, file):
    source = "\n".join(form.format(module) for module in BORDER_MODULES)
    room = ENTRY if file.startswith("__") else file.split("/")[0]
    assert problems_of(plant(tmp_path, {file: source})) == [
        f"irtrack/{file}:{line}: {room} imports {module}: only cpython may"
        for line, module in enumerate(BORDER_MODULES, 1)
    ]


@pytest.mark.parametrize("source", ["import sys\nsys.version_info >= (3, 12)", "\nfrom sys import version_info, path"])
def test_the_version_is_asked_behind_the_border(tmp_path, source):
    assert problems_of(plant(tmp_path, {"record/x.py": source})) == [
        "irtrack/record/x.py:2: asks for Python's version: only cpython may"
    ]


def test_the_version_is_asked_in_one_file(tmp_path):
    files = {"cpython/a.py": "import sys\nsys.version_info\n", "cpython/b.py": "import sys as s\ns.hexversion\n"}
    assert problems_of(plant(tmp_path, files)) == [
        "irtrack/cpython/a.py and irtrack/cpython/b.py: ask for Python's version: one file may"
    ]


@pytest.mark.parametrize("source", ["import irtrack", "from irtrack import track", "from .. import track"])
def test_a_room_does_not_import_the_entry_point(tmp_path, source):
    [problem] = problems_of(plant(tmp_path, {"ask/x.py": source}))
    assert problem.startswith("irtrack/ask/x.py:1: ask imports irtrack")
    assert problem.endswith(": that is the entry point or no room")


@pytest.mark.parametrize("file", ["utils.py", "trace/__init__.py", "trace/x.py"])
def test_every_module_belongs_to_a_room(tmp_path, file):
    assert problems_of(plant(tmp_path, {file: ""})) == [f"irtrack/{file}:1: belongs to no room"]
