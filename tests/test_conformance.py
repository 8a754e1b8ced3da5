"""A few of CPython's own test modules do under track() what they do plainly; `make conformance` runs them all."""

import functools
from collections import Counter

import pytest
from share import share

pytest.importorskip("test.support", reason="this Python came without its own tests")

from tests.conformance.__main__ import faults
from tests.conformance.runner import compare
from tests.conformance.selection import read_selection

SELECTION = read_selection()
QUICK = share(line.name for line in SELECTION.modules if line.text == "quick")
compared = functools.cache(functools.partial(compare, selection=SELECTION))


@pytest.mark.parametrize("module", QUICK)
def test_module(module):
    found = compared(module)
    assert [text for known, text in faults(found, SELECTION.known) if not known] == []
    assert found.decoded > 0.9 * len(found.tests) > 0


def test_nothing_is_hollow():
    started = sum(compared(module).started for module in QUICK)
    missing = sum([compared(module).missing for module in QUICK], Counter())
    assert missing.total() <= 0.02 * started, missing.most_common(20)  # most of all is what pickle calls, in one module


def test_the_runner_tells_apart():
    sample = "tests.conformance.sample"
    found = compare(sample, SELECTION)
    assert (len(found.tests), found.same, found.skipped) == (5, 2, 1)
    assert list(found.different) == [f"{sample}.Sample.test_different"]
    assert list(found.unsteady) == [f"{sample}.Sample.test_unsteady"]
    assert list(found.crashes) == [f"{sample}.Sample.test_crash"]
    assert found.crashes[f"{sample}.Sample.test_crash"].startswith("exit status -6\n")
    assert (found.decoded, found.undecoded, found.gaps, found.problems) == (4, {}, {}, {})
    assert found.started > 50
    assert not [where for where in found.missing if where[0] == "double" or "Sample" in where[0]]


def test_lines_of_the_lists():
    for lines in (SELECTION.modules, SELECTION.excluded.lines, SELECTION.known.lines):
        assert len({line.name for line in lines}) == len(lines)
    assert all(line.text for line in SELECTION.excluded.lines + SELECTION.known.lines)
