"""Updates and replays of small strange programs: they do what the program does, and nothing of the record changes."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest
import strange_programs
from share import THOROUGH, share
from states import state
from test_update import of_record, outcome, record_of, shown

import irtrack

NAMES = [program.__name__ for program in strange_programs.PROGRAMS]
ARGUMENTS = [(1, 2), (3, 4), (2, 0)] if THOROUGH else [(1, 2), (3, 4)]
OTHERS = [(2, 2), (1, 5), (0, 0), *([(0, 2), (3, 2), (1, 0), (1, 1), (2, 4), (3, 5)] if THOROUGH else [])]
_REFUSED = "cannot run alone|looks at the frame"  # docs/limits.md
_OF_ALL = {"async_run"}  # up to 3.13 it shows asyncio's set of all tasks there are, which whatever runs later changes
_CODE = compile(Path(strange_programs.__file__).read_text(), strange_programs.__file__, "exec")


def load(name: str) -> Any:
    """A program, whose globals are as they were at first."""
    namespace: dict[str, Any] = {"__name__": "strange_programs"}
    exec(_CODE, namespace)
    return namespace[name]


def comparable(text: str) -> str:
    """Without addresses."""
    return re.sub(r"0x\w+", "", text)


def values_of(record: Any) -> list[Any]:
    found, waiting = [], [record]
    while waiting:
        node = waiting.pop()
        found.append(node.value)
        waiting += reversed(node.children)
    return found


def path(record: Any) -> list[Any]:
    """The statements that ran, in order, and of which functions."""
    found, waiting = [], [record]
    while waiting:
        node = waiting.pop()
        code = node.template.code if isinstance(node, irtrack.NestedCallNode) else None
        found.append((type(node), node.location, getattr(node, "target", None), len(node.children), code))
        waiting += reversed(node.children)
    return found


@pytest.mark.parametrize("name", share(NAMES))
def test_an_update_is_a_run_with_other_values(name):
    for arguments in ARGUMENTS:
        record = record_of(load(name), *arguments)
        values, lines = values_of(record), shown(record)
        before = state(values, "strange_programs")
        for others in OTHERS:
            try:
                new = record.update({record[2]: others[0], record[3]: others[1]})
            except ValueError as error:
                if not re.search(_REFUSED, str(error)):
                    raise
                continue
            assert comparable(of_record(new)) == comparable(outcome(load(name), *others))
            assert irtrack.check(new) == []
            assert state(values, "strange_programs") == before
        assert name in _OF_ALL or shown(record) == lines


@pytest.mark.parametrize("name", share(NAMES))
def test_a_replay_is_a_run_on_the_same_path(name):
    for arguments in ARGUMENTS:
        record = record_of(load(name), *arguments)
        replay = irtrack.to_source(record).function
        guarded = irtrack.to_source(record, guards=True).function
        for others in (arguments, *OTHERS):
            wanted = comparable(outcome(load(name), *copy.copy(others)))
            got = comparable(outcome(guarded, *others))
            if path(record_of(load(name), *others)) == path(record):
                assert comparable(outcome(replay, *others)) == got == wanted
            else:
                assert got == wanted or re.match(r"\w*(Error|Exception|StopIteration)\b", got)
