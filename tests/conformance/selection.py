"""What is run, and what is known: the three lists beside this file.

A line is `name  [versions]  text`; versions are `3.11`, `3.11-3.12`, `3.14-`, `-3.12`, and stand for all where missing.
The name of a test may have `*` in it.
"""

import fnmatch
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

LINE = re.compile(r"(?P<name>\S+)(?:\s+\[(?P<first>[\d.]*)(?P<to>-?)(?P<last>[\d.]*)\])?(?:\s+(?P<text>.*))?")


class Line(NamedTuple):
    name: str
    text: str


@dataclass(frozen=True)
class Patterns:
    """Names of tests, each with a reason."""

    lines: list[Line]

    def find(self, test: str) -> Line | None:
        return next((line for line in self.lines if fnmatch.fnmatchcase(test, line.name)), None)

    def __contains__(self, test: str) -> bool:
        return self.find(test) is not None


class Selection(NamedTuple):
    """`modules`: text "quick" if `make test` takes it. `excluded`, `known`: tests, and why."""

    modules: list[Line]
    excluded: Patterns
    known: Patterns


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def read(name: str) -> list[Line]:
    """The lines that hold for the running Python."""
    found = []
    for text in (Path(__file__).parent / name).read_text().splitlines():
        if not text or text.startswith("#"):
            continue
        line = LINE.fullmatch(text)
        assert line is not None, f"{name}: {text}"
        first, last = line["first"], line["last"] if line["to"] else line["first"]
        running = sys.version_info[:2]
        if (first and running < number(first)) or (last and running > number(last)):
            continue
        found.append(Line(line["name"], line["text"] or ""))
    return found


def read_selection() -> Selection:
    return Selection(read("modules.txt"), Patterns(read("excluded.txt")), Patterns(read("known.txt")))
