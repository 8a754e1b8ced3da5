"""Why a line was reached, why it was not, and how one node influenced another: against answers written by hand."""

import ast
import linecache
import os
import random
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import random_programs
from test_examples import load

import irtrack
from irtrack import JumpNode, calls, dependence_path, find, track, why_not_reached, why_reached

ROOT = Path(__file__).parents[1]


def conditions(found):
    """What the answer says of each branch."""
    return [found.line(node).split("since ")[-1].split(", the ")[0] for node in found if isinstance(node, JumpNode)]


def line_of(f, text):
    lines = Path(__file__).read_text(encoding="utf-8").split("\n")
    first = f.__code__.co_firstlineno
    return next(number for number in range(first, len(lines)) if lines[number - 1].strip() == text)


# -- the example ------------------------------------------------------------------------------------------------------


def test_the_wrong_branch_is_explained():
    example = load("wrong_branch")
    record = track(example.ship, example.ORDERS)
    found = why_reached(record, "wrong_branch.py:39")
    assert conditions(found)[-1] == "'9' > '20'"
    assert [node.function.value for node in found if not isinstance(node, JumpNode)] == [example.ship, example.carrier]
    assert found.branches[-1].condition.node.line == 38
    assert [one.name for one in irtrack.backward_slice(found.branches[-1].condition.node).inputs] == [
        "text",
        "heaviest",
    ]
    assert conditions(why_reached(record, "wrong_branch.py:39", run=-1))[-1] == "'35' > '20'"


def test_one_command_prints_it():
    run = subprocess.run(
        [sys.executable, "examples/wrong_branch.py"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    lines = run.stdout.split("\n")
    assert lines[0] == "wrong_branch.py:39, in carrier, was reached"
    assert lines[2].startswith("  53  for order in read(text):  since there is another item of [Order(")
    assert lines[2].endswith(", the third time")
    assert lines[3].startswith("  54  by = carrier(order, heaviest)  calls carrier(Order(number=1003, weight='9'")
    assert lines[4:6] == ["  38  if order.weight > heaviest:  since '9' > '20'", "the last condition came from"]
    assert "    31  number, weight, country = line.split()" in run.stdout
    assert lines[-4].startswith("and, first of all,")
    assert lines[-3].startswith("  text = 'number weight country")
    assert lines[-2] == "  heaviest = '20'::str"


# -- examples ---------------------------------------------------------------------------------------------------------


def test_the_calculator():
    record = track(load("calculator").calculate, "1 - 2")
    assert conditions(why_reached(record, "calculator.py:62")) == ["'-' in ('+', '-')", "not '-' == '+'"]
    missing = why_not_reached(record, "calculator.py:60")
    assert [node.line for node in missing] == [59]
    assert conditions(missing) == ["not '-' == '+'"]
    missing = why_not_reached(record, "calculator.py:86")
    assert conditions(missing) == ["'number' == 'number'", "'number' == 'number'"]


def test_the_polynomial():
    record = track(load("h").h, 2.0, 2)
    assert conditions(why_reached(record, 7)) == ["not 2 < 2"]
    assert conditions(why_reached(record, 5, run=2)) == ["1 < 2"]
    assert why_reached(record, 5, run=2).line(why_reached(record, 5, run=2).branches[0]).endswith(", the second time")
    assert conditions(why_not_reached(track(load("h").h, 2.0, 0), 5)) == ["not 0 < 0"]


# -- all kinds of ways ------------------------------------------------------------------------------------------------


def ways(n, items):
    total = 0
    for i in items:
        if i > 3 and n:
            kind = "large"
        elif i < 0:
            continue
        else:
            kind = "small"
        total += i
    try:
        total = total / n
    except ZeroDivisionError:
        return "zero"
    if n is None:
        return "none"
    return total, kind


def test_lines_of_constants():
    record = track(ways, 1, [1, 2, 5])
    assert conditions(why_reached(record, line_of(ways, 'kind = "large"'))) == [
        "there is another item of [1, 2, 5]",
        "5 > 3",
        "1 is true",
    ]
    assert conditions(why_reached(record, line_of(ways, 'kind = "small"'))) == [
        "there is another item of [1, 2, 5]",
        "not 1 > 3",
        "not 1 < 0",
    ]
    missing = why_not_reached(track(ways, 0, [1, 5]), line_of(ways, 'kind = "large"'))
    assert conditions(missing) == ["0 is false"]  # what was nearest


class Odd:
    def __bool__(self):
        return False


def plain_assignments(odd):
    first = 1
    second = first
    if odd:
        first = 2
    return first, second


def test_lines_without_operations():
    record = track(plain_assignments, Odd())
    assert conditions(why_reached(record, line_of(plain_assignments, "first = 1"))) == []
    assert conditions(why_reached(record, line_of(plain_assignments, "second = first"))) == []
    assert len(why_reached(record, line_of(Odd.__bool__, "return False")).branches) == 0
    assert len(why_not_reached(record, line_of(plain_assignments, "first = 2"))) == 1


def test_what_was_raised_and_what_was_not():
    zero = line_of(ways, 'return "zero"')
    found = why_reached(track(ways, 0, [1]), zero)
    assert "raised ZeroDivisionError('division by zero')" in str(found)
    missing = why_not_reached(track(ways, 1, [1]), zero)
    assert len(missing) == 0
    assert "nothing was raised that would have led there" in str(missing)
    missing = why_not_reached(track(ways, 0, [1]), line_of(ways, 'return "none"'))
    assert "total = total / n  raised ZeroDivisionError('division by zero')" in str(missing)
    assert conditions(why_not_reached(track(ways, 1, [1]), line_of(ways, 'return "none"'))) == ["1 is not None"]


def inner(x):
    return x + 1


def middle(x):
    return inner(x) * 2


def outer(flag):
    if flag > 3:
        return middle(flag)
    return 0


def test_functions_that_were_never_called():
    missing = why_not_reached(track(outer, 2), line_of(inner, "return x + 1"))
    assert [one.function for one in missing.missing] == ["inner", "middle"]
    assert missing.missing[-1].line == line_of(outer, "return middle(flag)")
    assert conditions(missing) == ["not 2 > 3"]
    text = str(missing).split("\n")
    assert text[0].endswith(", in inner, was not reached")
    assert text[1:4] == ["  inner was never called", "  it is named in middle", "  middle was never called"]
    assert "it would be called here:" in text[4]
    assert text[-2:] == ["and, first of all,", "  flag = 2::int"]


def lines_that_run(source, filename):
    """The lines of statements in functions, and of these those that the plain run comes to."""
    ran = set()

    def trace(frame, event, argument):
        if frame.f_code.co_filename == filename:
            if event == "line":
                ran.add(frame.f_lineno)
            return trace
        return None

    names = {"__name__": "random"}
    exec(compile(source, filename, "exec"), names)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        names["main"](3)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
    finally:
        sys.settrace(before)
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef)]
    inner = {line for one in functions for line in range(one.lineno + 1, one.end_lineno + 1)}
    kinds = ast.Assign, ast.AugAssign, ast.Return
    statements = [one for one in ast.walk(ast.parse(source)) if isinstance(one, kinds)]
    return {one.lineno for one in statements if one.lineno == one.end_lineno} & inner, ran


@pytest.mark.parametrize("seed", range(int(4 * float(os.environ.get("IRTRACK_EXAMPLES", "1")))))
def test_lines_of_random_programs(seed):
    source = random_programs.write(random.Random(seed).randrange, size=20)
    filename = f"<reached {seed}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        statements, ran = lines_that_run(source, filename)
        names = {"__name__": "random"}
        exec(compile(source, filename, "exec"), names)
    try:
        record = track(names["main"], 3)
    except BaseException as error:
        record = irtrack.trace_of(error)
    for line in sorted(statements):
        place = f"{filename}:{line}"
        if line in ran:
            assert why_reached(record, place).node is not None
        else:
            with pytest.raises(ValueError, match=r"did not run: why_not_reached"):
                why_reached(record, place)


def test_what_is_no_line():
    record = track(ways, 1, [1])
    with pytest.raises(ValueError, match=r"was reached once: why_reached\(node, "):
        why_not_reached(record, line_of(ways, 'kind = "small"'))
    with pytest.raises(ValueError, match=r"did not run: why_not_reached\(node, "):
        why_reached(record, line_of(ways, 'kind = "large"'))
    with pytest.raises(ValueError, match="has nothing that leaves a trace, as `continue` has not: ask for"):
        why_not_reached(record, line_of(ways, "continue"))
    with pytest.raises(ValueError, match="no function that was called, or that these know, has a statement at"):
        why_not_reached(record, 100_000)
    with pytest.raises(ValueError, match="ran once, so there is no run 2"):
        why_reached(record, line_of(ways, 'kind = "small"'), run=2)
    with pytest.raises(ValueError, match=r"^nothing.py:3 did not run, nor did anything in a file of that name$"):
        why_reached(record, "nothing.py:3")
    with pytest.raises(ValueError, match="run=2 is one of the times that a line ran: give a place, too, or ask its"):
        why_reached(record[2], run=2)
    with pytest.raises(ValueError, match="run counts from 1, or from -1 for the last, not int 0"):
        why_reached(record, line_of(ways, 'kind = "small"'), run=0)
    with pytest.raises(TypeError, match=r'why_reached\(\) takes a place as "file.py:12", or as a line, 12, not float'):
        why_reached(record, 1.5)
    with pytest.raises(TypeError, match=r"why_not_reached\(\) takes a node, as track\(\) returns it, not int 3"):
        why_not_reached(3, 3)


def test_a_node_is_asked_itself():
    record = track(ways, 1, [1, 5])
    node = find(record, value=6)[0]
    assert conditions(why_reached(node)) == ["there is another item of [1, 5]", "5 > 3", "1 is true"]


def test_a_loaded_record(tmp_path):
    record = track(load("h").h, 2.0, 2)
    irtrack.save(record, tmp_path / "h.irtrack")
    loaded = irtrack.load(tmp_path / "h.irtrack")
    assert conditions(why_reached(loaded, 7)) == ["not 2 < 2"]
    with pytest.raises(ValueError, match=r"why_not_reached\(\) needs the code that ran"):
        why_not_reached(loaded, 5)


# -- paths ------------------------------------------------------------------------------------------------------------


def through_memory(a, b):
    box = {"a": 0}
    box["b"] = b
    box["c"] = a
    return box["b"] + 1


def test_a_path_by_data():
    record = track(through_memory, 1, 2)
    path = dependence_path(record[3], record[-1], control=False)
    assert path[0] is record[3]
    assert [node.line - through_memory.__code__.co_firstlineno for node in path[1:]] == [2, 4, 4, 4]
    assert "= @3" in str(path).split("\n")[1]
    assert dependence_path(record[2], record[-1], control=False) is None
    assert list(dependence_path(record[3], record[3])) == [record[3]]


def test_a_path_by_control():
    record = track(outer, 5)
    assert dependence_path(record[2], calls(record, inner)[0].node) is not None
    other = track(outer, 2)
    path = dependence_path(other[2], other[-1])
    assert [type(node).__name__ for node in path] == ["ArgumentNode", "PrimitiveCallNode", "JumpNode", "ReturnNode"]
    assert dependence_path(other[2], other[-1], control=False) is None
    with pytest.raises(ValueError, match=r"dependence_path\(\) takes two nodes of one record"):
        dependence_path(record[2], other[2])
    with pytest.raises(TypeError, match=r"dependence_path\(\) takes a node"):
        dependence_path(record[2], 3)
