"""Golden cases: a program, a call, the IR of what is called, the record of the call. One text for all Pythons.

A file in golden/ has four sections. [source] is a module, or the path of one in this repository; [call] may prepare
something before its last line, which is the call that is tracked; [ir] and [trace] are what must come out.
IRTRACK_GOLDEN=refresh writes them anew: read the difference.
"""

import ast
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from outcomes import all_nodes, printed

import irtrack
from irtrack.record.nodes.kinds import GapNode

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
REFRESH = os.environ.get("IRTRACK_GOLDEN") == "refresh"
SECTIONS = ("source", "call", "ir", "trace")
HEADING = re.compile(r"^\[(\w+)\]\n", re.MULTILINE)


class Outcome(NamedTuple):
    """What a program gave, in words, and its record if it was tracked."""

    result: str
    node: Any = None


def sections_of(text: str) -> dict[str, str]:
    _, *parts = HEADING.split(text)
    return {name: body.strip("\n") for name, body in zip(parts[::2], parts[1::2], strict=True)}


def text_of(sections: dict[str, str]) -> str:
    return "\n\n".join(f"[{name}]\n{sections[name]}" for name in SECTIONS) + "\n"


def namespace_of(name: str, source: str) -> dict[str, Any]:
    """The module, run anew."""
    filename = f"{name}.py"
    if re.fullmatch(r"[\w/]+\.py", source):
        filename, source = source, (ROOT / source).read_text(encoding="utf-8")
    namespace: dict[str, Any] = {"__name__": name}
    exec(compile(source, filename, "exec", dont_inherit=True), namespace)
    return namespace


def called(name: str, sections: dict[str, str]) -> tuple[Any, list[Any], dict[str, Any]]:
    """What the last line of [call] calls, and with what."""
    namespace = namespace_of(name, sections["source"])
    *before, last = ast.parse(sections["call"]).body
    exec(compile(ast.Module(before, []), "<call>", "exec"), namespace)
    assert isinstance(last, ast.Expr)
    assert isinstance(last.value, ast.Call)

    def value(expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), "<call>", "eval"), namespace)

    keywords = {keyword.arg: value(keyword.value) for keyword in last.value.keywords}
    assert None not in keywords
    return value(last.value.func), [value(a) for a in last.value.args], keywords


def run(name: str, sections: dict[str, str], tracked: bool) -> Outcome:
    function, arguments, keywords = called(name, sections)
    try:
        if not tracked:
            return Outcome(repr(function(*arguments, **keywords)))
        node = irtrack.track(function, *arguments, **keywords)
        return Outcome(repr(node.value), node)
    except Exception as error:
        return Outcome(f"raises {error!r}", irtrack.trace_of(error))


def fresh(name: str, sections: dict[str, str]) -> dict[str, str]:
    """The sections as they come out now."""
    function, _, _ = called(name, sections)
    node = run(name, sections, tracked=True).node
    return {**sections, "ir": str(irtrack.code_ir(function)), "trace": printed(node).rstrip("\n")}


CASES = sorted(path.stem for path in GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("name", CASES)
def test_golden(name):
    path = GOLDEN / f"{name}.txt"
    sections = sections_of(path.read_text(encoding="utf-8"))
    new = text_of(fresh(name, sections))
    if REFRESH:
        path.write_text(new, encoding="utf-8")
    assert new == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_a_golden_record_is_sound(name):
    sections = sections_of((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    plain, tracked = run(name, sections, tracked=False), run(name, sections, tracked=True)
    assert tracked.result == plain.result
    assert [node for node in all_nodes(tracked.node) if isinstance(node, GapNode)] == []
    assert irtrack.verify(tracked.node.ir) == []
    assert irtrack.check(tracked.node) == []


def test_a_golden_text_that_differs_is_found():
    sections = sections_of((GOLDEN / "h.txt").read_text(encoding="utf-8"))
    other = {**sections, "source": "def h(x, n):\n    return x * n", "ir": "", "trace": ""}
    new = fresh("other", other)
    assert new["ir"] == "1: (%1 = h, %2 = x, %3 = n)\n  %4 = %2 * %3\n  return %4"
    assert new["trace"].split("\n")[1:] == [
        "  @1: [Arg:§1:%1] h → <function h>",
        "  @2: [Arg:§1:%2] x → 2.0::float",
        "  @3: [Arg:§1:%3] n → 2::int",
        "  @4: [§1:%4] @2 * @3 → 4.0::float",
        "  @5: [§1:&1] return @4 → 4.0::float",
    ]
