"""`irtrack run`: a program runs as it always does; when it is over, its record is printed."""

import os
import sys
from argparse import Namespace
from contextlib import suppress
from typing import NamedTuple, TextIO

from ..ask.saving.file import MAGIC
from ..ask.saving.save import save
from ..ask.slices import backward_slice
from ..record.contexts.context import Context
from ..record.contexts.filters import ModuleFilter
from ..record.nodes.kinds import CallNode, RaiseNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..record.tracking import trace_of, track
from ..show.styles import write
from . import tracebacks
from .program import CannotRunError, Program, is_package, module, script
from .report import complain, draw, print_record


class Outcome(NamedTuple):
    """How a program ended: what was recorded, its exit status, the exception that ended it, if one did."""

    node: CallNode | None
    status: int
    error: BaseException | None


def run(options: Namespace, program: list[str]) -> int:
    """Run and report; the program's exit status."""
    err = sys.stderr  # the program may put something else there, go to another folder, and fork
    process = os.getpid()
    if options.save is not None:
        _remove_record(options.save)
    try:
        ready = _prepared(options, program)
    except CannotRunError as error:
        complain(str(error), err)
        return error.status
    except Exception as error:  # its source is no Python, or a package around it raises
        tracebacks.show(error, _reader(options, program))
        return 1
    outcome = _run(ready, _context(options))
    if outcome.error is not None:
        tracebacks.show(outcome.error, "exec" if ready.module.__spec__ is not None else "")
    for stream in sys.stdout, sys.stderr:
        with suppress(Exception):  # they are what the program has made of them
            stream.flush()
    if outcome.node is not None and os.getpid() == process:
        with suppress(BrokenPipeError):
            _report(outcome, options, err)
    if isinstance(outcome.error, KeyboardInterrupt):
        sys.excepthook = lambda *error: None  # it was shown
        raise KeyboardInterrupt
    return outcome.status


def _remove_record(path: str) -> None:
    """Remove the record of an earlier run: if this one leaves none, it would be taken for its."""
    with suppress(OSError):
        with open(path, "rb") as file:
            is_record = file.read(len(MAGIC)) == MAGIC
        if is_record:
            os.remove(path)


def _prepared(options: Namespace, program: list[str]) -> Program:
    if options.module is not None:
        return module(options.module, program)
    return script(program[0], program[1:])


def _reader(options: Namespace, program: list[str]) -> str:
    """The function of runpy by which the interpreter gets the code of a program; none for a script."""
    if options.module is not None:
        return "_get_module_details"
    return "_get_main_module_details" if is_package(program[0]) else ""


def _context(options: Namespace) -> Context:
    most = options.max_entries or None
    return ModuleFilter(library=False, max_entries=most) if options.own_code else Context(max_entries=most)


def _run(program: Program, context: Context) -> Outcome:
    function = program.enter()
    try:
        return Outcome(track(context, function), 0, None)
    except SystemExit as error:
        return Outcome(trace_of(error), _status(error.code), None)
    except BaseException as error:
        return Outcome(trace_of(error), 1, error)


def _status(code: object) -> int:
    """The exit status that the interpreter makes of what `sys.exit` was given."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    print(code, file=sys.stderr or sys.__stderr__)
    return 1


def _report(outcome: Outcome, options: Namespace, err: TextIO) -> None:
    node = outcome.node
    assert node is not None
    if options.save is not None:
        try:
            save(node, options.save)
        except (OSError, ValueError, TypeError) as error:
            complain(f"--save {options.save}: {error}", err)
    if options.dot is not None:
        draw(node, options, err)
    if options.output is None:
        _print(outcome, node, options, err)
        return
    try:
        with open(options.output, "w", encoding="utf-8") as file:
            _print(outcome, node, options, file)
    except OSError as error:
        complain(f"--output {options.output}: {error}", err)


def _print(outcome: Outcome, node: Node, options: Namespace, out: TextIO) -> None:
    if options.quiet or out.closed:
        return
    if not options.on_error:
        print_record(node, options, out)
    elif outcome.error is not None:
        write(story(node, options.limit or None), out)
    out.flush()


def story(node: Node, limit: int | None) -> str:
    """Where the exception came from that ended a call: the slice of what raised it."""
    raised = node
    while isinstance(raised, NestedCallNode) and raised.children:
        last = raised.children[-1]
        if not isinstance(last, RaiseNode) or last.call is None:
            raised = last
            break
        raised = last.call
    return f"where it came from: {raised}\n{backward_slice(raised).story(limit)}"
