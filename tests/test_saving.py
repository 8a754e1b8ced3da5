"""A record that was saved and loaded is the record, as far as it does not need the code.

IRTRACK_EXAMPLES=20 runs twenty times as many programs, and all of 10,000 mutations of files.
"""

import ast
import builtins
import collections
import contextlib
import dataclasses
import io
import json
import linecache
import math
import operator
import os
import re
import subprocess
import sys
import textwrap
import tracemalloc
import warnings
import zlib
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import programs
import pytest
import random_generators
import random_programs
import random_slices
from outcomes import printed
from share import amount, seeds, share
from test_index import record_of
from test_random import load as load_program
from test_slices import load as load_sliced

import irtrack
from irtrack import Descendant, LoadError, Shown, backward_slice, forward_slice, load, save, track
from irtrack.ask.saving.file import MAGIC, VERSION, Parts
from irtrack.ask.saving.load import MAX_BYTES
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node
from irtrack.record.nodes.tape import TapeConstant
from irtrack.record.values import value_text

SAVED = Path(__file__).parent / "saved"
FEW = 5_000


def again(node: Any, path: Path, **options: Any) -> Any:
    save(node, path)
    return load(path, **options)


class Pairs(NamedTuple):
    """The nodes of two records, in document order, and where they stand in it."""

    old: list[Any]
    new: list[Any]
    old_places: dict[Any, int]
    new_places: dict[Any, int]

    @classmethod
    def of(cls, old: Node, new: Node) -> "Pairs":
        olds, news = [old, *old.query(Descendant)], [new, *new.query(Descendant)]
        return cls(olds, news, {n: k for k, n in enumerate(olds)}, {n: k for k, n in enumerate(news)})


def texts(values: Any) -> list[str]:
    return [value_text(value) for value in values]


def ir_text(node: Any) -> str:
    """That of what was entered, which is all that there is."""
    return str(node.body_ir) if isinstance(node, NestedCallNode) else ""


def facts_of(node: Any, places: dict[Any, int]) -> list[Any]:
    """All that a node says, with other nodes as their places."""

    def tape(expression: Any) -> Any:
        if isinstance(expression, TapeConstant):
            return expression.name, value_text(expression.value)
        return expression if expression is None else places[expression.node]

    names = ("name", "number", "target", "test", "holds", "suspended")
    facts = [getattr(node, name, None) for name in names]
    facts += [tape(operand) for operand in (*node.operands, node.function, *node.arguments, *node.keywords.values())]
    facts += [tape(getattr(node, "varargs", None)), [*node.keywords], [*map(tape, getattr(node, "raised_from", ()))]]
    for name in ("branch", "call"):
        other = getattr(node, name, None)
        facts.append(other and places[other])
    facts.append(tape(node.condition) if isinstance(node, irtrack.JumpNode) else None)
    exception = getattr(node, "exception", None)
    facts += [exception and value_text(exception), value_text(node.value), {**node.metadata}.keys()]
    facts += [*texts(node.metadata.values()), str(node), node.position, node.parent and places[node.parent]]
    facts += [node.location, node.place, node.file, node.line, repr(node.expression), ir_text(node)]
    statement = getattr(node, "_statement", None) or getattr(node, "statement", None)
    return [type(node), *facts, str(statement), [places[child] for child in node.children]]


def differences(old: Any, new: Any, seed: int = 0) -> list[str]:
    """What a loaded record says otherwise than the one that was saved."""
    found = []
    pairs = Pairs.of(old, new)
    if len(pairs.old) != len(pairs.new):
        return [f"{len(pairs.new)} nodes, not {len(pairs.old)}"]
    some = slice(None, None, 1 + len(pairs.old) // FEW)  # of long records not all nodes
    for one, other in zip(pairs.old[some], pairs.new[some], strict=True):
        said, says = facts_of(one, pairs.old_places), facts_of(other, pairs.new_places)
        if said != says:
            found.append(f"{one}: {[pair for pair in zip(said, says, strict=True) if pair[0] != pair[1]]}")
        if hasattr(old, "log"):
            source, new_source = one.source, other.source
            if (source and pairs.old_places[source]) != (new_source and pairs.new_places[new_source]):
                found.append(f"{one} comes from {source}, not from {new_source}")
    if len(pairs.old) > 20 * FEW:
        return found
    if printed(old) != printed(new) or printed(old, library=True) != printed(new, library=True):
        found.append("is printed otherwise")
    random = Random(seed)
    if not hasattr(old, "log"):
        return found
    for place in random.sample(range(len(pairs.old)), min(4, len(pairs.old))):
        one, other = pairs.old[place], pairs.new[place]
        for control in (True, False):
            for cut in (backward_slice, forward_slice):
                expected, got = cut(one, control=control), cut(other, control=control)
                if {pairs.old_places[n] for n in expected} != {pairs.new_places[n] for n in got}:
                    found.append(f"{cut.__name__}({one}, control={control})")
                elif (len(expected) < FEW and expected.story(None) != got.story(None)) or repr(expected) != repr(got):
                    found.append(f"the story of {expected!r}")
        for ask in (lambda n: n.referenced(memory=True), lambda n: n.backward(), lambda n: n.dependents(),
                    lambda n: n.backward(memory=True) if len(pairs.old) < FEW // 10 else []):  # fmt: skip
            if [pairs.old_places[n] for n in ask(one)] != [pairs.new_places[n] for n in ask(other)]:
                found.append(f"what {one} refers to, or is referred to by")
    return found


# -- programs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", share(programs.CASES), ids=lambda case: case.name)
def test_programs(case, tmp_path):
    with contextlib.redirect_stdout(io.StringIO()):
        record = record_of(case.function, case.arguments)
    assert differences(record, again(record, tmp_path / "run.irtrack")) == []


def test_tuples_deeper_than_text(tmp_path):
    def f(a):
        return ((((a, 1),),),)

    record = track(f, 2)
    assert differences(record, again(record, tmp_path / "run.irtrack")) == []


@pytest.mark.parametrize("write", [random_programs.write, random_generators.write])
@pytest.mark.parametrize("seed", share(seeds(15)))
def test_random_programs(write, seed, tmp_path):
    text = write(Random(seed).randrange)
    record = record_of(load_program(text)["main"], (seed % 4,))
    assert differences(record, again(record, tmp_path / "run.irtrack"), seed) == []


@pytest.mark.parametrize("seed", share(seeds(15)))
def test_random_slices(seed, tmp_path):
    source, arguments, _ = random_slices.program(seed)
    record = record_of(load_sliced(source)["main"], tuple(arguments))
    assert differences(record, again(record, tmp_path / "run.irtrack"), seed) == []


def test_a_native_root_and_one_of_which_nothing_was_recorded(tmp_path):
    for record in (track(sorted, [3, 1], key=lambda n: -n), track(abs, -3), track(sorted, [2, 1], reverse=True)):
        assert differences(record, new := again(record, tmp_path / "run.irtrack")) == []
        assert new.keywords.keys() == record.keywords.keys()
        assert type(new) is type(record)
    with pytest.raises(LookupError):
        backward_slice(again(track(abs, -3), tmp_path / "run.irtrack"))


def double(n):
    return n + n


def test_the_node_that_was_saved_is_what_is_loaded(tmp_path):
    record = track(lambda: double(1) + double(2))
    node = next(node for node in record.query(Descendant) if node.line == double.__code__.co_firstlineno + 1)
    new = again(node, tmp_path / "run.irtrack")
    assert (str(new), new.location, len(new.query(irtrack.Ancestor))) == (str(node), node.location, 2)
    assert str(new.parent.parent) == str(record)


def test_a_record_that_an_update_made(tmp_path):
    record = track(lambda a: [double(n) for n in (a, 2)], 1)
    new = record.update({record[2]: 5})
    loaded = again(new, tmp_path / "run.irtrack")
    assert printed(loaded) == printed(new)
    assert (loaded.value, str(loaded.metadata["update"])) == ([10, 4], str(new.metadata["update"]))


def test_metadata(tmp_path):
    record = track(double, 2)
    record[3].metadata["note"] = [1, {"a": double}]
    new = again(record, tmp_path / "run.irtrack")
    assert str(new[3]) == str(record[3])
    assert new[3].metadata["note"][0] == 1
    new[3].metadata["more"] = 1
    assert "more" in new[3].metadata
    assert new[2].metadata == {}


def test_a_loaded_record_is_saved_again(tmp_path):
    record = track(lambda a: [double(n) for n in (a, {1})[:1]], 1)
    once = again(record, tmp_path / "one.irtrack")
    twice = again(once, tmp_path / "other.irtrack")
    assert differences(once, twice) == []
    assert printed(twice) == printed(record)


def test_what_goes_on_is_saved_as_far_as_it_went(tmp_path):
    def count():
        yield 1
        yield 2

    record = track(count)
    next(record.value)
    new = again(record, tmp_path / "run.irtrack")
    assert differences(record, new) == []
    assert new.suspended
    next(record.value)
    assert len(record.children) > len(new.children)


def test_deep_records(tmp_path):
    def down(n):
        return n and down(n - 1)

    record = track(down, 600)
    new = again(record, tmp_path / "run.irtrack")
    assert printed(new) == printed(record)


def test_a_generator_gives_children_one_by_one(tmp_path):
    new = again(track(double, 2), tmp_path / "run.irtrack")
    assert [str(node) for node in new] == [str(node) for node in new.children]
    assert new.undecoded == 0


# -- values -----------------------------------------------------------------------------------------------------------


def returned(path: Path, value: Any) -> Any:
    """A value, saved and loaded."""
    return again(track(lambda: value), path).value


def is_exactly(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(
        one, (np.ndarray, np.generic)
    ):  # `one` is what was loaded: in the order of the other, if that has one
        same = one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
        return same and (one.flags.f_contiguous or not other.flags.f_contiguous)
    if isinstance(one, (list, tuple, collections.deque)):
        return len(one) == len(other) and all(map(is_exactly, one, other))
    if isinstance(one, dict):
        return is_exactly([*one.items()], [*other.items()])
    if isinstance(one, (float, complex)):
        return repr(one) == repr(other)
    return bool(one == other)


RECORD_TYPE = np.dtype([("a", "<f4"), ("b", ">i2", (2, 3)), (("title", "c"), "S3")])
EXACT = [
    None, True, False, ..., NotImplemented, 0, -1, 1 << 62, -(1 << 63), 1 << 63, -(1 << 64), 10**5000, -(10**300), 255,
    0.0, -0.0, 1e-320, math.inf, -math.inf, math.nan, complex(-0.0, math.nan), 0.1,
    "", "a", "ä\n\x00", "\U0001f600", "\ud800", "\ud83d\ude00", "x" * 100_000, b"", b"\x00\xff", bytearray(b"ab"),
    (), (1,), ((), ((2,),)), [], [1, [2, []]], {}, {"a": {1: (2,)}}, {(1, 2): 3, None: 4, 1.5: 5}, set(),
    {1, "a", (2,)},
    frozenset(), frozenset({1, frozenset({2})}), collections.deque([1, 2], 3), collections.deque(),
    range(3), range(1 << 70, 0, -3), slice(None), slice(1, "a", [2]),
    np.arange(6.0).reshape(2, 3), np.asfortranarray(np.arange(6).reshape(2, 3)), np.arange(10)[::2], np.array(5),
    np.zeros((0, 3)), np.zeros((3, 0), order="F"), np.array([], "U"), np.array(["a", "bc"]), np.array([b"a\x00b"]),
    np.array(["2020-01-01", "NaT"], "M8[s]"), np.array([1, 2], ">i4"), np.array([True]), np.array([1 + 2j], "c8"),
    np.zeros(2, RECORD_TYPE), np.zeros(2, np.dtype([("a", "u1"), ("b", "f8")], align=True)), np.array([b"ab"], "V2"),
    np.array([np.nan, -0.0, np.inf], "f2"), np.zeros(3, "f8,i4"), np.zeros((2, 2), np.longdouble), np.zeros(2, [])[:],
    np.float64(1.5), np.int8(-3), np.bool_(True), np.str_("ab"), np.bytes_(b"a"), np.datetime64("2020-01-01"),
    np.timedelta64(3, "h"), np.complex64(1j), np.float16(0.1), np.longdouble(1) / 3, np.zeros((), RECORD_TYPE)[()],
    abs, len, int, type, ValueError, operator.add, operator.getitem, builtins.object, getattr, print,
]  # fmt: skip


@pytest.mark.parametrize("value", EXACT, ids=lambda value: f"{type(value).__name__} {value_text(value)}"[:40])
def test_plain_values_are_kept_exactly(value, tmp_path):
    found = returned(tmp_path / "run.irtrack", value)
    assert is_exactly(found, value)
    if not isinstance(value, (list, dict, set, slice, bytearray, collections.deque, np.ndarray, np.void)):
        assert is_exactly(returned(tmp_path / "run.irtrack", {value: [value]}), {value: [value]})


def test_arrays_that_are_loaded_are_their_own(tmp_path):
    found = returned(tmp_path / "run.irtrack", np.arange(3))
    found += 1
    assert found.tolist() == [1, 2, 3]


def test_objects_that_are_shared_are_shared_again(tmp_path):
    shared, key = [1], (1.5, "a")
    found = returned(tmp_path / "run.irtrack", [shared, (shared, shared), {key: key, "k": shared}])
    assert found[0] is found[1][0] is found[1][1] is found[2]["k"]
    assert next(iter(found[2])) is found[2][key]
    record = again(track(lambda a: [a], shared), tmp_path / "run.irtrack")
    assert record[2].value is record.value[0] is record.arguments[0].value


def test_containers_that_hold_themselves(tmp_path):
    one: list[Any] = []
    one.append(one)
    mixed: dict[str, Any] = {}
    mixed["self"], mixed["tuple"] = mixed, (mixed, [mixed])
    queue: collections.deque[Any] = collections.deque()
    queue.append(slice(queue))
    found = returned(tmp_path / "run.irtrack", (one, mixed, queue))
    assert found[0][0] is found[0]
    assert found[1]["self"] is found[1] is found[1]["tuple"][0] is found[1]["tuple"][1][0]
    assert found[2][0].stop is found[2]
    assert value_text(found) == value_text((one, mixed, queue))


def test_deep_values(tmp_path):
    tuples: Any = ()
    lists: Any = []
    for _ in range(100_000):
        tuples, lists = (tuples,), [lists]
    found = returned(tmp_path / "run.irtrack", [tuples, lists])
    assert value_text(found) == value_text([tuples, lists])
    for _ in range(100_000):
        found = [found[0][0], found[1][0]]
    assert found == [(), []]


def test_keys_that_are_nested_too_deep_are_shown(tmp_path):
    deep: Any = ()
    for _ in range(60):
        deep = (deep,)
    found = returned(tmp_path / "run.irtrack", [{deep: 1}, {deep}, frozenset({deep}), (deep,)])
    assert [type(key) for key in (*found[0], *found[1], found[2])] == [Shown] * 3
    assert found[3][0] != ()


class Cart:
    """With a repr of its own."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Quiet:
    """Nothing of it may run."""

    __slots__ = ()
    counted = 0

    def _count(self, *arguments: Any) -> Any:
        Quiet.counted += 1
        raise RuntimeError("nothing of it may run")

    __hash__ = __eq__ = __iter__ = __len__ = __reduce__ = __reduce_ex__ = __getattr__ = __bool__ = _count  # type: ignore
    __str__ = __format__ = __getstate__ = __call__ = __index__ = __array__ = __lt__ = __dir__ = _count  # type: ignore


class Broken:
    def __repr__(self) -> str:
        raise ValueError("no")


@dataclasses.dataclass
class Point:
    x: Any


def shown_values() -> list[Any]:
    def named() -> None: ...

    odd = type("Odd", (), {"__repr__": lambda self: "a\nb" * 5000})
    return [
        Cart("cart"), Quiet(), Broken(), Point([1]), Point(Broken()), odd(), named, named.__get__(3), Cart, math,
        math.sin,
        [].append, "".join, str.join, list.__len__, iter([1]), (n for n in ()), ValueError("a"), KeyError(Broken()),
        np.array([1, None]), np.matrix([[1]]), np.array([1], np.dtype("i4", metadata={"k": 1})),
        np.zeros(1, [("a", np.dtype("i4", metadata={"k": 1}))]), np.sin, np.dtype("f4"), collections.OrderedDict(a=1),
        object(), 3 .__add__,
        collections.namedtuple("Pair", "a b")(1, [2]), collections.Counter("ab"), memoryview(b"a"), textwrap,
        super(Cart),
        type("Str", (str,), {})("a"), type("Int", (int,), {})(5), type("List", (list,), {})([1]), named.__code__,
        track(double, 1), np.zeros(2, [("a", "O")]), np.longlong(3), np.ma.array([1]), print.__self__, property(),
        np.zeros(1000).view(type("Sub", (np.ndarray,), {})), types_of_metaclass(), contextlib.ExitStack,
    ]  # fmt: skip


def types_of_metaclass() -> type:
    class Meta(type):
        __hash__ = __eq__ = __getattribute__ = Quiet._count  # type: ignore

        def __repr__(cls) -> str:
            return "meta"

    return Meta("Made", (), {})


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_other_values_are_shown_as_they_were(tmp_path):
    values = shown_values()
    record = track(lambda: values)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = again(record, tmp_path / "run.irtrack").value
    assert Quiet.counted == 0
    for old, new in zip(values, found, strict=True):
        assert type(new) is Shown or new is old
        assert irtrack.record.values.typed_text(new) == irtrack.record.values.typed_text(old)
        assert irtrack.record.values.marked_text(new) == irtrack.record.values.marked_text(old)
        assert value_text([{1: new}]) == value_text([{1: old}])
    types = [new.type for new in found if type(new) is Shown]
    assert types[:4] == [f"{__name__}.Cart", f"{__name__}.Quiet", f"{__name__}.Broken", f"{__name__}.Point"]
    assert "function" in types
    assert repr(found[3]) == "Point(x=[1])"
    assert repr(found[2]) == "<Broken, whose repr raised ValueError>"
    assert len(found[5].text) < 11_000


def test_what_was_not_kept(tmp_path):
    record = track(irtrack.Context(max_bytes=0), lambda: np.zeros((100, 100)) + 1)
    new = again(record, tmp_path / "run.irtrack")
    dropped = [node.value for node in new if isinstance(node.value, irtrack.Dropped)]
    assert {(d.dtype, d.shape, repr(d)) for d in dropped} == {(np.dtype("f8"), (100, 100), "f64[100,100] (not kept)")}
    assert printed(new) == printed(record)


def test_a_callable_is_called_what_it_was_called(tmp_path):
    class Call:
        def __init__(self) -> None:
            self.__qualname__ = "named.so"

        def __call__(self) -> int:
            return 1

    import functools

    def run(call):
        return call() + functools.partial(double, 2)() + max(map(Call(), ()), default=0) + Call()()

    record = record_of(run, (Call(),))
    assert differences(record, again(record, tmp_path / "run.irtrack")) == []


def test_sets_are_printed_in_one_order():
    program = (
        "from irtrack.record.values import value_text; print(value_text({'a', None, (1, 'b'), 2, frozenset({'c', 1})}))"
    )
    out = {
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, text=True,
                       check=True, capture_output=True, cwd=Path(__file__).parents[1]).stdout
        for seed in "123"
    }  # fmt: skip
    assert out == {"{'a', (1, 'b'), 2, None, frozenset({'c', 1})}\n"}


# -- what travels with it ---------------------------------------------------------------------------------------------


def test_the_lines_of_source_are_in_the_file(tmp_path):
    source = "def f(a):\n    b = a + 1\n\n    return (b +\n            a)\n"
    record = track(load_sliced(source, "gone.py")["f"], 2)
    expected = backward_slice(record[-1]).story()
    new = again(record, tmp_path / "run.irtrack")
    del linecache.cache["gone.py"]
    assert backward_slice(new[-1]).story() == expected
    assert "b = a + 1" in expected


SAMPLE = """\
import numpy as np

class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(price)
        return self

def prices(n):
    for k in range(n):
        yield k / 4

def bill(n, rate):
    cart = Cart()
    for price in prices(n):
        cart.add(price)
    total = np.sum(np.array(cart.items))
    try:
        total += cart.items[n]
    except IndexError as error:
        return {"total": float(total) * rate, "why": str(error), "set": {1, "a"}}
"""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


def sample_text(node: Any) -> str:
    return f"{printed(node)}\n{backward_slice(node[-1]).story(None)}\n\n{node.ir}\n"


def test_a_file_of_this_python(tmp_path):
    """IRTRACK_SAVED=refresh keeps it for the others."""
    record = track(load_sliced(SAMPLE, "sample.py")["bill"], 3, 1.5)
    path = tmp_path / "run.irtrack"
    text = sample_text(again(record, path))
    assert text == sample_text(record)
    if os.environ.get("IRTRACK_SAVED") == "refresh":
        (SAVED / f"{PYTHON}.irtrack").write_bytes(path.read_bytes())
        (SAVED / "sample.txt").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14", "3.15"])
def test_files_of_all_pythons(python):
    node = load(SAVED / f"{python}.irtrack")
    assert sample_text(node) == (SAVED / "sample.txt").read_text(encoding="utf-8")
    assert node.value == {"total": 1.125, "why": "list index out of range", "set": {1, "a"}}
    assert (node.file, node[-1].line) == ("sample.py", 23)


# -- what has no code -------------------------------------------------------------------------------------------------


def test_what_needs_the_code_says_so(tmp_path):
    path = tmp_path / "run.irtrack"
    new = again(track(double, 2), path)
    why = f"needs the code that ran, which a record that was loaded from a file ({path}) does not have"
    for ask in (lambda: new.update({new[2]: 1}), lambda: irtrack.to_source(new), lambda: irtrack.check(new),
                lambda: irtrack.check(new[3]), lambda: new.template, lambda: new.lifted):  # fmt: skip
        with pytest.raises(ValueError, match=r"needs the code that ran") as caught:
            ask()
        assert why in str(caught.value)
    assert repr(new.log) == f"<loaded from {path}>"
    assert irtrack.verify(new.ir) == []


# -- files ------------------------------------------------------------------------------------------------------------


def test_arguments(tmp_path):
    record = track(double, 2)
    path = tmp_path / "run.irtrack"
    with pytest.raises(TypeError, match=r"^save\(\) takes a node, as track\(\) returns it, not int 3$"):
        save(3, path)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^save\(\) takes the path of a file, not int 3$"):
        save(record, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^load\(\) takes the path of a file, not NoneType None$"):
        load(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^max_bytes is a number of bytes, or None for no limit, not 1.5$"):
        again(record, path, max_bytes=1.5)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing")
    missing, folder = str(tmp_path / "missing" / "run.irtrack"), os.path.realpath(tmp_path)
    for place in (missing, folder):  # which no other file's name hides
        with pytest.raises(OSError, match=rf"^\[Errno \d+\] [^']*: {re.escape(repr(place))}$"):
            save(record, place)
    assert not list(tmp_path.parent.glob("*.part"))
    assert load(str(path)).value == 4


def test_what_is_no_record(tmp_path):
    path = tmp_path / "run.irtrack"
    for content in (
        b"",
        b"\n",
        b"PK\x03\x04",
        b"irtrack record",
        b"irtrack record x\n",
        b"irtrack record 1",
        bytes(1000),
    ):
        path.write_bytes(content)
        with pytest.raises(LoadError) as caught:
            load(path)
        assert str(caught.value) == f"{path} is no record: a file of irtrack.save() begins with 'irtrack record '"


def test_another_version(tmp_path):
    path = tmp_path / "run.irtrack"
    save(track(double, 2), path)
    path.write_bytes(path.read_bytes().replace(b"record 1\n", b"record 2\n", 1))
    with pytest.raises(LoadError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path} has version 2 of the format, and this irtrack reads version 1: load it with the irtrack that saved it"
    )


def test_what_is_not_whole(tmp_path):
    path = tmp_path / "run.irtrack"
    save(track(double, 2), path)
    content = path.read_bytes()
    path.write_bytes(content[:-7])
    with pytest.raises(LoadError) as caught:
        load(path)
    assert str(caught.value) == f"{path} is 7 bytes shorter than its directory says: it is not whole"
    path.write_bytes(content + b"more")
    with pytest.raises(LoadError, match="is 4 bytes longer than its directory says"):
        load(path)
    path.write_bytes(content[:30])
    with pytest.raises(LoadError, match="is damaged, in the directory: "):
        load(path)


def test_a_file_is_replaced_when_it_is_whole(tmp_path, monkeypatch):
    path = tmp_path / "run.irtrack"
    save(track(double, 2), path)
    link = tmp_path / "link"
    link.symlink_to(path)
    save(track(double, 3), link)
    assert (link.is_symlink(), load(path).value) == (True, 6)

    def interrupted(*arguments: Any) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, interrupted)
            with pytest.raises(KeyboardInterrupt):
                save(track(double, 4), path)
        assert load(path).value == 6
        assert sorted(tmp_path.iterdir()) == [link, path]


def test_an_interrupt_in_a_repr(tmp_path):
    class Interrupts:
        def __repr__(self) -> str:
            raise KeyboardInterrupt

    record = track(lambda: [Interrupts()])
    with pytest.raises(KeyboardInterrupt):
        save(record, tmp_path / "run.irtrack")
    assert [*tmp_path.iterdir()] == []


# -- hostile files ----------------------------------------------------------------------------------------------------


def parts_of(path: Path) -> dict[str, tuple[str, bytes]]:
    """The parts of a file, unpacked: name -> (kind, bytes)."""
    with path.open("rb") as file:
        file.readline()
        rows = json.loads(file.readline())
        return {name: (kind, zlib.decompress(file.read(packed))) for name, kind, packed, _ in rows}


def write_parts(path: Path, parts: dict[str, tuple[str, bytes]], **sizes: int) -> None:
    """Write a file of these parts; sizes: what the directory says instead."""
    packed = {name: zlib.compress(content, 1) for name, (_, content) in parts.items()}
    rows = [[name, kind, len(packed[name]), sizes.get(name, len(c))] for name, (kind, c) in parts.items()]
    directory = json.dumps(rows).encode()
    path.write_bytes(b"%s%d\n%s\n" % (MAGIC, VERSION, directory) + b"".join(packed.values()))


def mutated(content: bytes, random: Random) -> bytes:
    """Some bytes changed, cut out, duplicated or put in."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        begin = random.randrange(len(changed) + 1)
        end = min(begin + random.choice((1, 1, 2, 4, 8, 100)), len(changed))
        match random.randrange(5):
            case 0:
                changed[begin:end] = random.randbytes(end - begin)
            case 1:
                del changed[begin:end]
            case 2:
                changed[begin:begin] = changed[begin:end]
            case 3:
                changed[begin:begin] = random.randbytes(end - begin)
            case _:
                changed[begin:end] = [random.choice((0, 1, 255, 127, 128))] * (end - begin)
    return bytes(changed)


def try_mutations(good: list[Path], count: int, path: Path) -> dict[str, int]:
    """Load files that were changed; what happened, and how often. What is loaded all the same can be printed."""
    outcomes: collections.Counter[str] = collections.Counter()
    random = Random(0)
    whole = [(file.read_bytes(), parts_of(file)) for file in good]
    for number in range(count):
        content, parts = random.choice(whole)
        if number % 3 == 0:
            path.write_bytes(mutated(content, random))
        else:  # within a part, packed again, so that what is below the compression is met
            name = random.choice([*parts])
            kind, part = parts[name]
            write_parts(path, {**parts, name: (kind, mutated(part, random))})
        node, said = None, ""
        try:
            node = load(path, max_bytes=100 << 20)
        except LoadError as error:
            said = str(error)
        if node is None:
            assert said.startswith(f"{path} "), said
            assert len(said) < 1000, said
            outcomes["error"] += 1
            continue
        outcomes["loaded"] += 1
        with contextlib.redirect_stdout(io.StringIO()):
            irtrack.printlevels(node, 5, limit=100)
            str(node.ir)
    return outcomes


MUTATIONS = """
import json, resource, sys
sys.path[:0] = [{tests!r}, {root!r}]
import test_saving
from pathlib import Path
watched, seen = [False], []
def hook(event, arguments):
    if watched[0] and (event in ("import", "exec", "compile", "marshal.loads", "pickle.find_class", "code.__new__")
                       or event.startswith(("os.", "subprocess.", "ctypes.", "socket."))):
        seen.append((event, str(arguments)[:80]))
test_saving.load(Path({good!r}[0]))
sys.addaudithook(hook)
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() if sys.platform == "linux" else 0
if size:
    resource.setrlimit(resource.RLIMIT_AS, (size + (200 << 20),) * 2)
watched[0] = True
outcomes = test_saving.try_mutations([Path(one) for one in {good!r}], {count}, Path({path!r}))
watched[0] = False
print(json.dumps([outcomes, seen]))
"""


def good_files(folder: Path) -> list[Path]:
    def run(a):
        items = [double(n) for n in (a, 2.5)]
        items.append({"a": (np.arange(3), None), "b": "text"})
        try:
            return items[5] if a else items
        except IndexError as error:
            return Cart(str(error)), {a, "b"}

    def count(n):
        yield from range(n)

    records = [
        track(run, 1),
        track(lambda: sum(count(3))),
        record_of(double, (None,)),
        track(sorted, [2, 1], key=double),
    ]
    paths = []
    for number, record in enumerate(records):
        paths.append(folder / f"{number}.irtrack")
        save(record, paths[-1])
    return paths


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory, as they are set here, are Linux's")
def test_mutations(tmp_path):
    good = good_files(tmp_path)
    count = min(10_000, amount(2_000))
    program = MUTATIONS.format(
        tests=str(Path(__file__).parent), root=str(Path(__file__).parents[1]), count=count,
        good=[*map(str, good)], path=str(tmp_path / "changed.irtrack"),
    )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    outcomes, seen = json.loads(done.stdout)
    assert sum(outcomes.values()) == count
    assert outcomes["error"] > 0.6 * count
    assert seen == []


def crafted(path: Path, good: Path, **changes: Any) -> None:
    """Write a good file with other parts: lists are numbers, tuples kinds of values, text JSON."""
    parts = parts_of(good)
    made = Parts()
    for name, change in changes.items():
        name = name.replace("_", ".")
        kind = parts[name][0]
        if isinstance(change, list):
            made.numbers(name, kind, change)
        elif isinstance(change, bytes):
            made.raw(name, [change])
        else:
            parts[name] = kind, change.encode()
    made.write(str(path))
    write_parts(path, {**parts, **parts_of(path)})


N = 100_000
LOOK = ["", "", "", None, True, True, 0]
AMPLIFIERS: dict[str, dict[str, Any]] = {
    "lists in JSON": {"value_look": json.dumps([[]] * N)},
    "dicts in JSON": {"value_look": json.dumps([{}] * N)},
    "texts in JSON": {"value_look": json.dumps([f"{k:x}" for k in range(N)])},
    "numbers in JSON": {"program": json.dumps([1e9] * N)},
    "other lists in JSON": {"program": json.dumps({"functions": [[[]]] * N})},
    "lists": {"value_kind": bytes([16] * N), "value_size": [0] * N, "value_content": []},
    "dicts": {"value_kind": bytes([17] * N), "value_size": [0] * N, "value_content": []},
    "dicts of one": {"value_kind": bytes([17] * N), "value_size": [2] * N, "value_content": [0] * 2 * N},
    "sets": {"value_kind": bytes([18] * N), "value_size": [0] * N, "value_content": []},
    "queues": {"value_kind": bytes([19] * N), "value_int": [-1] * N, "value_size": [0] * N, "value_content": []},
    "ints": {"value_kind": bytes([5] * N), "value_int": [1 << 62] * N},
    "floats": {"value_kind": bytes([7] * N), "value_float": [0.5] * N},
    "complex": {"value_kind": bytes([8] * N), "value_float": [0.5] * 2 * N},
    "texts": {"value_kind": bytes([9] * N), "value_int": [4] * N, "value_bytes": "\U0001f600".encode() * N},
    "one text": {"value_kind": bytes([9]), "value_int": [40 * N + 4],
                 "value_bytes": b"a" * 40 * N + "\U0001f600".encode()},
    "bytearrays": {"value_kind": bytes([11] * N), "value_int": [1] * N, "value_bytes": b"a" * N},
    "one large int": {"value_kind": bytes([6]), "value_int": [40 * N], "value_bytes": b"a" * 40 * N},
    "tuples": {"value_kind": bytes([0] + [12] * N), "value_int": [1] * N, "value_item": [*range(N)]},
    "frozensets": {"value_kind": bytes([0] + [13] * N), "value_int": [1] * N, "value_item": [0] * N},
    "ranges": {"value_kind": bytes([5] + [14] * N), "value_int": [1], "value_item": [0] * 3 * N},
    "a large tuple": {"value_kind": bytes([0, 12]), "value_int": [N], "value_item": [0] * N},
    "a large dict": {"value_kind": bytes([17] + [5] * N), "value_int": [*range(N)], "value_size": [2 * N],
                     "value_content": [k for n in range(1, N + 1) for k in (n, n)]},
    "a large set": {"value_kind": bytes([18] + [5] * N), "value_int": [*range(N)], "value_size": [N],
                    "value_content": [*range(1, N + 1)]},
    "arrays": {"value_kind": bytes([20] * N), "value_look": json.dumps([["|u1", [0], "C"]] * N)},
    "scalars": {"value_kind": bytes([21] * N), "value_look": json.dumps(["|u1"] * N), "value_bytes": bytes(N)},
    "shown": {"value_kind": bytes([23] * N), "value_look": json.dumps([LOOK] * N)},
    "nodes": {"node_site": [0] * N, "node_value": [0] * N, "node_children": [N - 1] + [0] * (N - 1)},
    "nodes in each other": {"node_site": [0] * N, "node_value": [0] * N, "node_children": [1] * (N - 1) + [0]},
    "constants": {"constant_value": [0] * N, "constant_name": [-1] * N},
    "vertices": {"graph_node": [0] * N, "graph_data_count": [0] * N, "graph_data": [], "graph_control": [0] * N},
    "edges": {"graph_node": [0, 0], "graph_data_count": [0, N], "graph_data": [1] * N, "graph_control": [0] * 2},
    "edges that are counted": {"graph_node": [0, 0], "graph_data_count": [1 << 30] * 2, "graph_control": [0] * 2},
    "decisions": {"graph_controls_count": [0] * N, "graph_controls": []},
    "items that are counted": {"value_kind": bytes([0, 12]), "value_int": [1 << 40], "value_item": [0]},
    "bytes that are counted": {"value_kind": bytes([10]), "value_int": [1 << 40]},
    "an array that is counted": {"value_kind": bytes([20]), "value_look": '[["<f8",[1000000,1000000],"C"]]'},
    "an array of nothing": {"value_kind": bytes([20]), "value_look": json.dumps([["<f8", [0, *[10**6] * 4], "C"]])},
    "a dtype that is large": {"value_kind": bytes([20]), "value_look": '[[[["a","<f8",[1000000,1000]]],[1],"C"]]'},
    "events": {"graph_events_count": [0] * N, "graph_events": []},
    "ranges of events": {"graph_ranges": [0] * N, "graph_ranges_count": [0] * N},
}  # fmt: skip


@pytest.mark.parametrize("name", share(AMPLIFIERS))
def test_memory_is_bounded(name, tmp_path):
    """What is taken of the budget is at least what loading takes, whatever the file is made of."""
    good, path = tmp_path / "good.irtrack", tmp_path / "changed.irtrack"
    save(track(double, 2), good)
    load(good)  # what is imported for it is there
    crafted(path, good, **AMPLIFIERS[name])
    loaded, needed = None, 0
    tracemalloc.start()
    try:
        with contextlib.suppress(LoadError):
            loaded = load(path, max_bytes=None)
        needed = tracemalloc.get_traced_memory()[1]
        del loaded
        tracemalloc.reset_peak()
        base = tracemalloc.get_traced_memory()[0]
        with pytest.raises(LoadError) as caught:
            load(path, max_bytes=min(needed, 256 << 20) // 2)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert needed < 512 << 20, "what is only counted is never made"
    assert peak - base < needed // 2 + (1 << 19) or "max_bytes" not in str(caught.value)


def test_a_decompression_bomb(tmp_path):
    good, path = tmp_path / "good.irtrack", tmp_path / "bomb.irtrack"
    save(track(double, 2), good)
    parts = parts_of(good)
    bomb = {**parts, "value.bytes": ("bytes", bytes(200 << 20))}
    tracemalloc.start()
    try:
        write_parts(path, bomb)
        tracemalloc.reset_peak()
        base = tracemalloc.get_traced_memory()[0]
        with pytest.raises(LoadError) as caught:
            load(path, max_bytes=10 << 20)
        assert str(caught.value) == (
            f"{path} would take more memory than max_bytes=10,485,760: if you trust it, "
            "load(path, max_bytes=...) allows more, and None any amount"
        )
        write_parts(path, bomb, **{"value.bytes": 1000})
        with pytest.raises(LoadError) as caught:
            load(path)
        why = "in the directory: part value.bytes is larger in the file than it is"
        assert str(caught.value) == f"{path} is damaged, {why}"
        write_parts(path, bomb, **{"value.bytes": 1 << 20})
        with pytest.raises(LoadError, match=r"in part value.bytes: it does not have the 1,048,576 bytes that"):
            load(path)
        write_parts(path, parts, **{"value.bytes": 1 << 60})
        with pytest.raises(LoadError, match="would take more memory than max_bytes=2,147,483,648"):
            load(path)
        assert tracemalloc.get_traced_memory()[1] - base < 8 << 20
    finally:
        tracemalloc.stop()
    assert MAX_BYTES == 2 << 30


HOSTILE: dict[str, dict[str, Any]] = {
    "dtypes of objects": {"value_kind": bytes([20]), "value_look": '[["|O",[1],"C"]]', "value_bytes": bytes(8)},
    "dtypes that are Python": {"value_kind": bytes([20]), "value_look": '[["f8,(1+1)f8",[1],"C"]]'},
    "unhashable keys": {"value_kind": bytes([16, 17]), "value_size": [0, 2], "value_content": [0, 0]},
    "tuples in themselves": {"value_kind": bytes([12]), "value_int": [1], "value_item": [0]},
    "kinds that are not there": {"value_kind": bytes([99])},
    "values that are not there": {"value_kind": bytes([16]), "value_size": [1], "value_content": [7]},
    "negative numbers": {"value_kind": bytes([16]), "value_size": [1], "value_content": [-1]},
    "nodes that are not there": {"saved": [-1]},
    "too deep": {"program": "[" * 100_000 + "]" * 100_000},
    "no programs": {"program": "{}"},
    "not JSON": {"program": "{"},
    "huge numbers": {"program": "1" * 10_000},
    "a range of floats": {"value_kind": bytes([7, 14]), "value_float": [0.5], "value_item": [0, 0, 0]},
    "keys nested too deep": {"value_kind": bytes([0] + [12] * 1000 + [18]), "value_int": [1] * 1000,
                             "value_item": [*range(1000)], "value_size": [1], "value_content": [1000]},
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name, tmp_path):
    good, path = tmp_path / "good.irtrack", tmp_path / "changed.irtrack"
    save(track(double, 2), good)
    crafted(path, good, **HOSTILE[name])
    with pytest.raises(LoadError, match=r"is damaged, in (the|part) .*: .+"):
        load(path)


# -- no pickle --------------------------------------------------------------------------------------------------------

FORBIDDEN = {"pickle", "_pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "allow_pickle"}


def names_in(path: Path) -> set[str]:
    """All names in a module's code, of modules, attributes, keywords."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
            names.update(part for module in modules for part in module.split("."))
        elif isinstance(node, (ast.Name, ast.Attribute, ast.keyword)):
            names.add(getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "arg", None) or "")
    return names


def test_the_package_has_no_pickle():
    root = Path(irtrack.__file__).parent
    table = root / "rules" / "callbacks.py"  # which functions written in C call back: its `dumps` is one
    found = {path: names_in(path) & FORBIDDEN for path in root.rglob("*.py") if path != table}
    assert {path: names for path, names in found.items() if names} == {}
    running = {"eval", "exec", "__import__", "import_module", "globals", "literal_eval"}
    assert set().union(*map(names_in, (root / "ask" / "saving").rglob("*.py"))) & running == set()


def test_loading_imports_nothing(tmp_path):
    """What `irtrack` itself imports is there, and nothing else is needed; numpy brings pickle, and it is not called."""
    path = tmp_path / "run.irtrack"
    save(track(lambda: [np.arange(3), Cart("a"), {1: {2}}]), path)
    program = f"""
import sys, irtrack
before = set(sys.modules)
import pickle, _pickle, marshal
def refuse(*arguments, **keywords):
    raise RuntimeError("nothing may be unpickled")
for module in (pickle, _pickle, marshal):
    module.load = module.loads = refuse
pickle.Unpickler = _pickle.Unpickler = refuse
before = set(sys.modules)
print(irtrack.load({str(path)!r}).value, sorted(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parents[1])  # fmt: skip
    assert done.stdout == "[array([0, 1, 2]), a, {1: {2}}] []\n"
