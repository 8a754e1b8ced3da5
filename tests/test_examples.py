"""Every example gives the same result with and without tracking, and its record is whole."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from outcomes import all_nodes

import irtrack
from irtrack.record.nodes.kinds import GapNode
from irtrack.record.nodes.nested import NestedCallNode

EXAMPLES = Path(__file__).parents[1] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "demo")  # demo shows the others


def load(name: str) -> ModuleType:
    """The example as a module of its own, as if it stood on the path."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def example(request) -> Iterator[ModuleType]:
    before = sys.modules.get(request.param)
    yield load(request.param)
    del sys.modules[request.param]
    if before is not None:
        sys.modules[request.param] = before


def is_same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return type(other) is np.ndarray and one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and repr(one) == repr(other)


def test_there_are_examples():
    assert {"calculator", "geom", "h", "json_loads", "kmeans", "rk4", "stdev", "word_count"} <= set(NAMES)


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_an_example_does_the_same_when_it_is_tracked(example):
    plain = example.run()
    node = irtrack.track(example.run)
    assert is_same(node.value, plain)
    assert isinstance(node, NestedCallNode)
    assert node.function.value is example.run
    nested = 0
    for child in all_nodes(node):
        assert not isinstance(child, GapNode), f"{child} in {child.parent}"
        nested += isinstance(child, NestedCallNode) and child.file == str(EXAMPLES / f"{example.__name__}.py")
    assert nested > 0
    assert irtrack.check(node) == []


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_the_ir_of_an_example_is_sound(example):
    entered = [node for node in all_nodes(irtrack.track(example.run)) if isinstance(node, NestedCallNode)]
    programs = {node.template.code: node.body_ir for node in entered}
    assert example.run.__code__ in programs
    assert [problem for ir in programs.values() for problem in irtrack.verify(ir)] == []
