"""What is known for good of functions written in C, and when it is asked again."""

import math

import numpy as np
import pytest

from irtrack import Context, Descendant, NestedCallNode, grad, track


def exponential(x):
    return np.exp(x)


class Wrapped:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array.astype(dtype or float)


def entered(node):
    return [one.template.code.co_name for one in node.query(Descendant) if isinstance(one, NestedCallNode)]


def test_arguments_of_other_types_are_asked_about_again():
    given = Wrapped(np.ones(2))
    for _ in range(3):
        assert entered(track(exponential, np.ones(2))) == []
        assert "__array__" in entered(track(exponential, given))


class Asked(Context):
    def __init__(self):
        super().__init__()
        self.about = []

    def instead_of(self, f, arguments, names):
        if names is not None:
            self.about.append((f.__name__, [type(one).__name__ for one in arguments], names))


def several(x, y):
    return np.sum(x, axis=0) + math.sin(1.0) + np.maximum(x, y)


def test_a_context_is_asked_once_about_a_function_and_types():
    context = Asked()
    x = np.ones(3)
    track(context, several, x, 1.0)
    asked = [("sum", ["ndarray"], ("axis",)), ("sin", ["float"], ()), ("maximum", ["ndarray", "float"], ())]
    assert all(one in context.about for one in asked)
    context.about.clear()
    assert track(context, several, x, 2.0).value == pytest.approx(several(x, 2.0))
    assert context.about == []
    track(context, several, x, x)
    assert {one[0] for one in context.about} == {"maximum"}


def added(x, into):
    total = np.add(x, 1.0, into)
    return np.sum(total * (total if into is None else into))


def test_results_are_written_to_arrays_now_and_then():
    for _ in range(2):
        assert grad(added)(np.array([1.0, 2.0]), None) == pytest.approx([4.0, 6.0])
        assert grad(added)(np.array([1.0, 2.0]), np.zeros(2)) == pytest.approx([4.0, 6.0])


def test_attributes_of_modules_that_come_and_go(tmp_path, monkeypatch):
    (tmp_path / "coming.py").write_text("def __getattr__(name):\n    return len(name)\n")
    monkeypatch.syspath_prepend(tmp_path)
    import coming

    def got():
        return coming.value

    assert "__getattr__" in entered(track(got))
    coming.value = 1
    assert track(got).value == 1
    assert entered(track(got)) == []
    del coming.value
    node = track(got)
    assert node.value == 5
    assert "__getattr__" in entered(node)
