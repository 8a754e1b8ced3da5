"""A hook that is told of constants: literals, and what globals, builtins and cells gave."""

import copy
import os

import programs
import pytest
from outcomes import observe, plain, problems_of

import irtrack
from irtrack import ComposedContext, ConstantNode, Context, check, to_source, track

EVERY = 1 if os.environ.get("IRTRACK_THOROUGH") else 9
LOOK_AT_FRAMES = ("frames", "warns", "inspects", "stack_lines")
RATE = 3


class Constants(Context):
    """Marks what it is told of."""

    def tracked_constant(self, event):
        node = super().tracked_constant(event)
        node.metadata["told"] = event.name
        return node


class Everything(Constants):
    """Has all hooks."""

    def tracked_call(self, call):
        return super().tracked_call(call)

    def tracked_special(self, event):
        return super().tracked_special(event)

    def tracked_argument(self, event):
        return super().tracked_argument(event)

    def tracked_return(self, event):
        return super().tracked_return(event)

    def tracked_jump(self, event):
        return super().tracked_jump(event)

    def tracked_error(self, event):
        return super().tracked_error(event)


class Other(Context):
    """Lets the program go on with other values for some constants."""

    def __init__(self, **values):
        super().__init__()
        self.values = values

    def tracked_constant(self, event):
        node = super().tracked_constant(event)
        node.value = self.values.get(event.name or f"c{event.value}", event.value)
        return node


@pytest.mark.parametrize("context", [Constants, Everything])
@pytest.mark.parametrize("case", programs.CASES[4::EVERY], ids=lambda case: case.name)
def test_programs(case, context):
    if case.name.startswith("recursion") or (context is Everything and case.name in LOOK_AT_FRAMES):
        pytest.skip("it looks at the frames that call it, or how deep it can go")
    expected, _, _ = observe(plain, case.function, *copy.deepcopy(case.arguments))
    outcome, node, error = observe(track, context(), case.function, *copy.deepcopy(case.arguments))
    assert outcome == expected
    assert problems_of(node if error is None else irtrack.trace_of(error)) == []


def due(n):
    label = "free"
    for k in (1, n):
        if k > 2:
            label = f"{k * RATE} due"
    return label, max(n, 0)


def test_they_are_nodes():
    record = track(Constants(), due, 4)
    constants = [node for node in record if isinstance(node, ConstantNode)]
    assert record.value == ("12 due", 4)
    assert [(str(node.expression), node.metadata["told"]) for node in constants] == [
        ("⟨'free'⟩", ""), ("⟨1⟩", ""), ("⟨2⟩", ""), ("⟨2⟩", ""), ("⟨RATE⟩", "RATE"), ("⟨' due'⟩", ""), ("⟨max⟩", "max"),
        ("⟨0⟩", ""),
    ]  # fmt: skip
    rate = constants[4]
    assert str(rate).endswith("⟨RATE⟩ → 3::int {told: 'RATE'}")
    assert rate.line == due.__code__.co_firstlineno + 4
    (product,) = rate.dependents()
    assert str(product.expression).endswith(f" * @{rate.position}")
    assert constants[6].dependents()[0].value == 4
    assert str(rate.ir[rate.location]).endswith("= $(load)(⟨'RATE'⟩)")
    assert check(record) == []


def test_hooks_see_the_nodes_of_constants():
    class Tainted(Constants):
        def tracked_call(self, call):
            node = super().tracked_call(call)
            node.metadata["from"] = [one.node.metadata.get("told") for one in call.arguments if one.node is not None]
            return node

    record = track(Tainted(), due, 4)
    (product,) = [node for node in record if node.value == 12]
    assert product.metadata["from"] == [None, "RATE"]


def test_the_program_goes_on_with_the_value():
    record = track(Other(RATE=5, c2=0, max=min), due, 1)
    assert record.value == ("5 due", 0)
    assert [problem.partition(": ")[2] for problem in check(record)] == [
        "is ⟨0⟩, but the constant is ⟨2⟩", "is ⟨0⟩, but the constant is ⟨2⟩",
    ]  # fmt: skip


def test_what_relies_on_its_literals_gets_them():
    """Names of keywords, attributes and fields, code, defaults, what is imported, what a `with` passes."""
    told = []

    class Wrong(Context):
        def tracked_constant(self, event):
            node = super().tracked_constant(event)
            if not event.name:
                told.append((event.line - first, event.value))
                node.value = 7 if type(event.value) is int else event.value
            return node

    def program():
        import math as m

        def inner(a, b=2, *, c: int = 3) -> str:
            return a, b, c

        with Sized() as found:
            pair = inner(a=1, c=2)
        match found:
            case Sized(size=size):
                return pair, size, m.floor(1.5)
        return None

    first = program.__code__.co_firstlineno
    assert track(Wrong(), program).value == ((7, 2, 7), 9, 1)
    in_function = {(line, value) for line, value in told if line != 3 and value is not None}
    assert in_function == {(7, 1), (7, 2), (10, 1.5)}


class Sized:
    __match_args__ = ("size",)
    size = 9

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return None


def test_questions_about_the_record():
    def program(n):
        global RATE
        RATE = n
        return charged(n)

    before = RATE
    try:
        record = track(Constants(), program, 4)
        (rate,) = [node for node in record.query(irtrack.Descendant) if node.metadata.get("told") == "RATE"]
        assert rate.value == 4
        assert record[2] in irtrack.backward_slice(rate)
        assert to_source(record).function(5) == 10 == record.update({record[2]: 5}).value
        (two,) = [node for node in record.query(irtrack.Descendant) if type(node) is ConstantNode and node.value == 2]
        assert two.parent.update({two: 3}).value == 12
    finally:
        globals()["RATE"] = before


def charged(n):
    return RATE * 2 if n else 0


def test_saved(tmp_path):
    record = track(Constants(), due, 4)
    irtrack.save(record, tmp_path / "constants.irtrack")
    loaded = irtrack.load(tmp_path / "constants.irtrack")
    assert list(map(str, loaded)) == list(map(str, record))


def test_hooks_of_composed_contexts_are_told_of_constants_in_order():
    order = []

    class Named(Context):
        def __init__(self, name):
            super().__init__()
            self.name = name

        def tracked_constant(self, event):
            node = super().tracked_constant(event)
            order.append(self.name)
            return node

    assert track(ComposedContext(Named("a"), Named("b")), lambda x: x + 1, 3).value == 4
    assert order == ["b", "a"]


def test_a_hook_that_fails_is_caught_where_the_constant_stands():
    class Wrong(Context):
        def tracked_constant(self, event):
            if event.name == "RATE":
                raise LookupError("no rate")
            return None if event.value == 2 else super().tracked_constant(event)

    def program(n):
        try:
            return RATE
        except LookupError as error:
            return str(error)

    record = track(Wrong(), program, 1)
    assert record.value == "no rate"
    assert check(record) == []
    with pytest.raises(TypeError, match=r"Wrong\.tracked_constant should return the node that super\(\)\.") as raised:
        track(Wrong(), due, 0)
    line = due.__code__.co_firstlineno + 3
    assert str(raised.value).endswith(f"not None; the event was constant 2, {__file__}:{line}")
