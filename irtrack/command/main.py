"""The commands."""

import importlib
import importlib.util
import os
import sys
from argparse import Namespace
from types import ModuleType
from typing import Any

from ..ask.saving.load import load
from ..record.tracking import code_ir, code_tracked
from ..show.styles import write
from .options import parser, split
from .report import complain, draw, print_record
from .run import run


def main(arguments: list[str] | None = None) -> int:
    """Run a command; its exit status."""
    own, program = split(sys.argv[1:] if arguments is None else arguments)
    made = parser()
    options = made.parse_args(own)
    if options.command == "run":
        if options.module is None and not program:
            made.error("run: which program? As in: irtrack run script.py, or: irtrack run -m module")
        return run(options, program)
    try:
        return show(options) if options.command == "show" else ir(options)
    except BrokenPipeError:  # as with `irtrack show FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def show(options: Namespace) -> int:
    try:
        node = load(options.file)
    except (OSError, ValueError) as error:
        complain(str(error), sys.stderr)
        return 1
    print_record(node, options, sys.stdout)
    sys.stdout.flush()
    return 0 if options.dot is None or draw(node, options, sys.stderr) else 1


def ir(options: Namespace) -> int:
    name, _, path = options.function.rpartition(":")
    if not name:
        complain(f"a function is given with its module, as in json:loads, not {options.function!r}", sys.stderr)
        return 2
    try:
        found = _imported(name)
    except (Exception, SystemExit) as error:  # whatever its code does
        complain(f"{name} cannot be imported: {type(error).__name__}: {error}", sys.stderr)
        return 1
    try:
        function = _found(found, path)
        text = str(code_tracked(function) if options.tracked else code_ir(function))
    except (AttributeError, TypeError, ValueError, NotImplementedError) as error:
        complain(str(error), sys.stderr)
        return 1
    write(text, sys.stdout)
    return 0


def _imported(name: str) -> ModuleType:
    """A module by its name, or by the path of its file."""
    if not name.endswith(".py"):
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        return importlib.import_module(name)
    spec = importlib.util.spec_from_file_location(os.path.basename(name)[: -len(".py")], name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is no file of Python source")
    made = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(spec.name, made)
    spec.loader.exec_module(made)
    return made


def _found(module: ModuleType, path: str) -> Any:
    found: Any = module
    for name in path.split("."):
        if not hasattr(found, name):
            raise AttributeError(f"{getattr(found, '__name__', path)} has no {name!r}")
        found = getattr(found, name)
    return found
