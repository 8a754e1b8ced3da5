"""The corpus of programs: a tracked run is the plain run, and its record decodes from end to end."""

import copy
import io

import programs
import pytest
from outcomes import compare

import irtrack


@pytest.mark.parametrize("case", programs.CASES, ids=lambda case: case.name)
def test_tracked_is_plain(case: programs.Case) -> None:
    node = compare(case.function, lambda: copy.deepcopy(case.arguments))
    page = io.StringIO()
    irtrack.printlevels(node, 6, library=True, limit=3000, file=page)
    assert page.getvalue().startswith(repr(node)[:20])


def test_corpus_is_large() -> None:
    assert len({case.function for case in programs.CASES}) >= 80
