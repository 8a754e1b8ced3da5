"""What a process keeps of programs that are gone: no more of many than of a few."""

import gc
import weakref
from typing import Any

import pytest

from irtrack import backward_slice, track
from irtrack.record import recent, recorder
from irtrack.record.entering import binding

PROGRAM = """
class Box:
    def __init__(self, v):
        self.v = v
    def bump(self):
        self.v += 1
        return self.v

def helper(box, n):
    return box.bump() + n

def main(n):
    box, total = Box(n), 0
    for i in range(n):
        total += helper(box, i)
    return sorted([total, 1], key=lambda x: -x)
"""
FEW = 16


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(binding, "_CODES", FEW)
    monkeypatch.setattr(recent, "_MOST", FEW)
    monkeypatch.setattr(recorder, "_pool", [])  # a recorder of our own


def main_of(name: str) -> Any:
    namespace: dict[str, Any] = {"__name__": name}
    exec(compile(PROGRAM, f"<{name}>", "exec"), namespace)
    return namespace["main"]


@pytest.mark.parametrize("asked", [False, True])
def test_functions_of_programs_that_are_gone_go(asked, few):
    functions = []
    for k in range(60):
        main = main_of(f"program {k}")
        record = track(main, 4)
        assert record.value == [32, 1]
        if asked:
            assert backward_slice(record).inputs
        functions.append(weakref.ref(main))
        del main, record
    gc.collect()
    assert sum(function() is not None for function in functions) < 2 * FEW


def test_a_record_is_read_when_all_else_is_forgotten(few):
    first = track(main_of("the first"), 3)
    plain = main_of("the first")(3)
    for k in range(20):
        track(main_of(f"another {k}"), 2)
    assert first.value == plain
    names = [node.function.value.__name__ for node in first.children if hasattr(node, "body_ir")]
    assert names.count("helper") == 3
    assert [node.name for node in backward_slice(first).inputs] == ["n"]


def test_a_large_program_is_rewritten_twice_and_then_no_more(few, monkeypatch):
    text = "\n".join(f"def f{k}(x):\n    return x + {k}" for k in range(3 * FEW))
    text += "\ndef main(x):\n    return " + " + ".join(f"f{k}(x)" for k in range(3 * FEW))
    namespace: dict[str, Any] = {"__name__": "large"}
    exec(compile(text, "<large>", "exec"), namespace)
    made = []
    old = binding.with_code
    monkeypatch.setattr(binding, "with_code", lambda *given: made.append(given[0].__name__) or old(*given))
    counts = []
    for _ in range(5):
        made.clear()
        assert track(namespace["main"], 1).value == namespace["main"](1)
        counts.append(sum(name.startswith("f") for name in made))
    assert counts == [3 * FEW, 3 * FEW, 0, 0, 0]
