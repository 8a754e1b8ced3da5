"""Random programs: a tracked run is the plain run, and its record decodes from end to end and is right.

IRTRACK_EXAMPLES=20 runs twenty times as many; give it `-o faulthandler_timeout=0`, since a test then takes longer than
the time after which pytest dumps a running thread.
"""

import linecache
import warnings
from typing import Any

import random_generators
import random_programs
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from outcomes import compare
from share import amount

EXAMPLES = amount(40)
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


def load(text: str) -> dict[str, Any]:
    """The module of a program, with its lines where tracebacks look for them."""
    filename = "<random program>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": "random_program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # a return in a finally, a string that is called
        exec(compile(text, filename, "exec"), namespace)
    return namespace


def run(text: str) -> None:
    main = load(text)["main"]
    for n in (0, 3):
        compare(main, lambda n=n: (n,))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=CHECKS)
@given(st.data())
def test_random_programs(data: st.DataObject) -> None:
    text = random_programs.write(lambda n: data.draw(st.integers(0, n - 1)), size=25)
    note(text)
    run(text)


@settings(max_examples=2 * EXAMPLES, deadline=None, suppress_health_check=CHECKS)
@given(st.randoms(use_true_random=True))
def test_large_random_programs(random: Any) -> None:
    text = random_programs.write(random.randrange, size=60)
    note(text)
    run(text)


@settings(max_examples=2 * EXAMPLES, deadline=None, suppress_health_check=CHECKS)
@given(st.randoms(use_true_random=True))
def test_random_generators(random: Any) -> None:
    text = random_generators.write(random.randrange)
    note(text)
    run(text)
