"""What Python runs behind an operation is entered, and does what it does untracked."""

import copy
import itertools
import random
import sys
import traceback
from array import array
from collections import deque
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from outcomes import whole
from share import seeds, share

import irtrack
from irtrack import NestedCallNode, PrimitiveCallNode, check, track
from irtrack.record.classes import namespace_of
from irtrack.record.nodes.kinds import RaiseNode

# -- the protocols, against the interpreter ---------------------------------------------------------------------------

OPERATIONS = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__",
    "**": "__pow__", "@": "__matmul__", "<<": "__lshift__", ">>": "__rshift__", "&": "__and__", "|": "__or__",
    "^": "__xor__",
}  # fmt: skip
COMPARISONS = {"<": "__lt__", ">": "__gt__", "<=": "__le__", ">=": "__ge__", "==": "__eq__", "!=": "__ne__"}
BASES = (object, object, object, int, float, str, list, tuple, dict, set, bytearray, deque)
OTHERS = (1, 2.0, "a%s", [1], (1,), {1}, {1: 2}, None, True, b"a", 1j, object(), bytearray(b"a"), deque([1]),
          array("i", [1]), date(2000, 1, 1), Decimal(1), Fraction(1, 2))  # fmt: skip
CHANGING = (set, dict, list, bytearray, deque, array)
CALLED: list[str] = []


def method(cls_name, name, outcome):
    def run(self, *others):
        CALLED.append(f"{cls_name}.{name}{tuple(type(other).__name__ for other in others)}")
        if outcome == "raise":
            raise LookupError(name)
        if outcome == "stop":
            raise StopIteration(name)
        return NotImplemented if outcome == "none" else f"{cls_name}.{name}"

    run.__name__ = name
    return run


def random_class(chance, number, bases):
    base = chance.choice(bases)
    names = [*OPERATIONS.values(), *COMPARISONS.values()]
    namespace = {"__hash__": object.__hash__}
    for name in names:
        for variant in (name, name.replace("__", "__r", 1), name.replace("__", "__i", 1)):
            if chance.random() < 0.35:
                outcome = chance.choice(("value", "value", "none", "none", "raise", "stop"))
                made = method(f"C{number}", variant, outcome)
                namespace[variant] = None if chance.random() < 0.05 else made
    return type(f"C{number}", (base,), namespace)


def sample(cls):
    for arguments in ((), (1,), ("a",), ([1, 2],)):
        try:
            return cls(*arguments)
        except TypeError:
            continue
    raise AssertionError(cls)


def outcome_of(run, *arguments):
    CALLED.clear()
    try:
        value = run(*arguments)
    except Exception as error:
        frames = [(f.name, f.lineno, f.colno) for f in traceback.extract_tb(error.__traceback__)][1:]
        shown = type(error).__name__, str(error), frames
    else:
        shown = type(value).__name__, value if isinstance(value, str) else repr(value)[:40].split(" at ")[0]
    return shown, tuple(CALLED)


def applying(text):
    namespace: dict[str, object] = {}
    exec(text, namespace)
    return namespace["run"]


RUNS = {
    **{op: applying(f"def run(a, b):\n    return a {op} b") for op in (*OPERATIONS, *COMPARISONS)},
    **{f"{op}=": applying(f"def run(a, b):\n    a {op}= b\n    return a") for op in OPERATIONS},
}


@pytest.mark.parametrize("seed", share(seeds(15)))
def test_operators_do_what_they_do_untracked(seed):
    chance = random.Random(seed)
    classes = [random_class(chance, k, BASES) for k in range(5)]
    classes += [random_class(chance, 5 + k, classes[:5]) for k in range(3)]
    values = [*map(sample, classes), *OTHERS]

    def tracked(run, a, b):
        return track(run, a, b).value

    def again(value):  # what may have changed; to copy an instance of a class of ours would call its methods
        if not isinstance(value, CHANGING):
            return value
        return sample(type(value)) if type(value) in classes else copy.copy(value)

    for a, b in itertools.product(values, values):
        if type(a) not in classes and type(b) not in classes:
            continue
        for op, run in RUNS.items():
            plain, seen = outcome_of(run, again(a), b), outcome_of(tracked, run, again(a), b)
            if len(seen[0]) == 3:  # the frames of `tracked` and of ours come first
                kind, message, frames = seen[0]
                seen = (kind, message, frames[1:]), seen[1]
            assert seen == plain, (op, type(a).__mro__, type(b).__mro__)


# -- attributes -------------------------------------------------------------------------------------------------------


class Described:
    """A descriptor written in Python, with what a random choice gave it."""


def reader(label, outcome):
    def get(self, *arguments):
        CALLED.append(f"{label}{len(arguments)}")
        if outcome == "missing":
            raise AttributeError(f"{label} has none")
        if outcome == "raise":
            raise LookupError(label)
        return label

    return get


def random_attributes(chance, number):
    def outcome():
        return chance.choice(("value", "value", "value", "missing", "raise"))

    namespace = {}
    for name in "abcd":
        kind = chance.choice(("none", "plain", "None", "property", "data", "non-data", "method", "static", "class"))
        label = f"C{number}.{name}"
        function = reader(label, outcome())
        if kind == "plain":
            namespace[name] = label
        elif kind == "None":
            namespace[name] = None
        elif kind == "property":
            changing = reader(label + "=", outcome()) if chance.random() < 0.7 else None
            namespace[name] = property(function, changing, changing)
        elif kind in ("data", "non-data"):
            members = {"__get__": function}
            if kind == "data":
                members["__set__"] = members["__delete__"] = reader(label + "=", outcome())
            namespace[name] = type("Descriptor", (Described,), members)()
        elif kind != "none":
            wrap = {"method": lambda f: f, "static": staticmethod, "class": classmethod}[kind]
            namespace[name] = wrap(function)
    for hook, probability in (("__getattr__", 0.3), ("__getattribute__", 0.15), ("__setattr__", 0.2)):
        if chance.random() < probability:
            namespace[hook] = reader(f"C{number}.{hook}", outcome())
    if number[0] != "M" and chance.random() < 0.2:
        namespace["__slots__"] = tuple(name for name in "xyz" if chance.random() < 0.5)
    return namespace


ATTRIBUTES = """
def get(o):
    return o.{0}
def call(o):
    return o.{0}()
def put(o):
    o.{0} = "new"
    return "put"
def drop(o):
    del o.{0}
    return "dropped"
def twice(o):
    return o.{0}, o.{0}
"""


@pytest.mark.parametrize("seed", range(40))
def test_attributes_are_what_they_are_untracked(seed):
    def instances():
        chance = random.Random(seed)
        classes = []
        for k in range(6):
            above = tuple(chance.sample(classes, chance.randint(0, min(2, len(classes)))))
            meta = type(f"Meta{k}", (type,), random_attributes(chance, f"M{k}")) if chance.random() < 0.3 else type
            try:
                classes.append(type.__new__(meta, f"C{k}", above, random_attributes(chance, str(k))))
            except TypeError:  # no common order of the bases, or of the metaclasses
                continue
        made = [object.__new__(cls) for cls in classes]
        for one in made:
            own = {name: f"own {name}" for name in "ac" if chance.random() < 0.4}
            namespace = namespace_of(one)
            if namespace is not None:
                namespace.update(own)
        return made + classes

    runs: dict[str, object] = {}
    functions = []
    for name in "abcd":
        exec(ATTRIBUTES.format(name), runs)
        functions += [runs[one] for one in ("get", "call", "put", "drop", "twice")]

    def tracked(run, one):
        return track(run, one).value

    for run in functions:
        for plain_one, tracked_one in zip(instances(), instances(), strict=True):
            plain, seen = outcome_of(run, plain_one), outcome_of(tracked, run, tracked_one)
            if len(seen[0]) == 3:
                kind, message, frames = seen[0]
                seen = (kind, message, frames[1:]), seen[1]
            assert seen == plain, (run.__name__, run.__code__.co_names)


# -- what the record shows --------------------------------------------------------------------------------------------


class Vector:
    def __init__(self, x):
        self._x = x

    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = value

    def __add__(self, other):
        return Vector(self.x + other.x) if isinstance(other, Vector) else NotImplemented

    def __radd__(self, other):
        return Vector(other + self.x)

    def __lt__(self, other):
        return self.x < other.x

    def __eq__(self, other):
        return isinstance(other, Vector) and self.x == other.x

    __hash__ = None

    def __bool__(self):
        return self.x != 0

    def __contains__(self, item):
        return item == self.x

    def __getitem__(self, index):
        if index > 2:
            raise IndexError(index)
        return self.x * index

    def __setitem__(self, index, value):
        self.x = value

    def __delitem__(self, index):
        self.x = 0

    def __iter__(self):
        return Countdown(self.x)

    def __neg__(self):
        return Vector(-self.x)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return name


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def behind(node):
    """(what the node is, the functions that ran behind it) for each node of a call that has any."""
    return [
        (type(child).__name__, [call.function.value.__name__ for call in child.children])
        for child in node
        if not isinstance(child, NestedCallNode) and child.children
    ]


P, S, J = "PrimitiveCallNode", "SpecialCallNode", "JumpNode"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda a, b: a + b, [(P, ["__add__"])]),
        (lambda a, b: 1 + a, [(P, ["__radd__"])]),
        (lambda a, b: a < b, [(P, ["__lt__"])]),
        (lambda a, b: a != b, [(P, ["__eq__"])]),
        (lambda a, b: -a, [(P, ["__neg__"])]),
        (lambda a, b: 2 in a, [(P, ["__contains__"])]),
        (lambda a, b: a[2], [(P, ["__getitem__"])]),
        (lambda a, b: a.x, [(P, ["x"])]),
        (lambda a, b: a.missing, [(P, ["__getattr__"])]),
        (lambda a, b: 1 if a else 2, [(J, ["__bool__"])]),
        (lambda a, b: not a, [(P, ["__bool__"])]),
        (lambda a, b: [x + 1 for x in a], [(P, ["__iter__"])] + [(P, ["__next__"])] * 2 + [(J, ["__next__"])]),
    ],
)
def test_the_node_that_ran_a_method_has_its_call(run, expected):
    node = whole(run, Vector(2), Vector(3))
    if sys.version_info < (3, 12) and len(expected) > 1:  # a comprehension is a function of its own
        expected, node = expected[1:], next(child for child in node if isinstance(child, NestedCallNode))
    assert behind(node) == expected


def test_stores_have_what_they_ran():
    def run(a, b):
        a.x = 5
        a[0] = 7
        del a[0]
        if a < b and b:
            a.x = b.x
        a += b
        return a.x

    node = whole(run, Vector(2), Vector(3))
    assert node.value == 6
    assert behind(node) == [
        (S, ["x"]), (S, ["__setitem__"]), (S, ["__delitem__"]), (P, ["__lt__"]), (J, ["__bool__"]), (P, ["x"]),
        (S, ["x"]), (P, ["__add__"]), (P, ["x"]),
    ]  # fmt: skip


def test_a_method_that_runs_behind_an_operation_is_a_call_like_others():
    node = whole(lambda a, b: a + b, Vector(2), Vector(3))
    addition = next(child for child in node if child.children)
    assert isinstance(addition, PrimitiveCallNode)
    assert "native" not in addition.metadata
    (call,) = addition.children
    assert isinstance(call, NestedCallNode)
    assert (call.parent, call.position, call.location) == (addition, 1, addition.location)
    assert call.function.value is Vector.__add__
    assert [argument.value for argument in call.arguments] == [node[2].value, node[3].value]
    assert call.value is addition.value is node.value
    assert call.ir is node.ir
    assert call.body_ir.name == "Vector.__add__"
    assert [child.position for child in call] == list(range(1, len(call.children) + 1))
    assert repr(call) == f"@1: [§1:%4] ⟨Vector.__add__⟩({call.arguments[0]}, {call.arguments[1]}) → <Vector>"


def test_an_exception_out_of_an_operator():
    def run(a):
        try:
            return a[9] + 1
        except IndexError as error:
            return error.args, a[1]

    node = whole(run, Vector(2))
    assert node.value == ((9,), 2)
    raised = next(child for child in node if isinstance(child, RaiseNode))
    (call,) = raised.children
    assert call.function.value is Vector.__getitem__
    assert call.exception is raised.exception


def test_a_reflected_method_follows_one_that_is_not_implemented():
    class Left:
        def __add__(self, other):
            return NotImplemented

    node = whole(lambda a, b: a + b, Left(), Right())
    assert node.value == "right"
    assert behind(node) == [(P, ["__add__", "__radd__"])]
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+: 'Left' and 'int'") as caught:
        track(lambda a, b: a + b, Left(), 1)
    (addition,) = [child for child in irtrack.trace_of(caught.value) if child.children]
    assert isinstance(addition, RaiseNode)
    assert [call.function.value for call in addition.children] == [Left.__add__]


class Right:
    def __radd__(self, other):
        return "right"


def test_operators_as_primitives():
    node = track(irtrack.Context(operators="primitive"), lambda a, b: a + b, Vector(2), Vector(3))
    assert node.value.x == 5
    assert behind(node) == []
    assert node[4].metadata == {"native": "operator methods run natively"}


class Left(int):
    def __add__(self, other):
        return int(self) + other + 100


def test_what_is_known_of_a_right_operand_is_not_taken_for_a_left_one():
    def run():
        found = []
        for x in (0, Left(2)):
            found.append(1 + x)
        for x in (0, Left(2)):
            found += x + 1, x + 2
        return found

    node = whole(run)
    assert node.value == run() == [1, 3, 1, 2, 103, 104]
    assert behind(node) == [(P, ["__add__"])] * 2


def test_closures_of_the_same_code_are_told_apart():
    def adding(n):
        class Adder:
            def __add__(self, other):
                return n + other

        return Adder()

    one, two = adding(1), adding(2)
    node = whole(lambda: (one + 1, two + 1, one + 2, two + 2))
    assert node.value == (2, 3, 3, 4)
    assert [call.function.value for child in node for call in child.children] == [
        type(one).__add__, type(two).__add__, type(one).__add__, type(two).__add__,
    ]  # fmt: skip


def test_nothing_of_a_recording_stays_with_an_iterator():
    kept = []

    def run(vector):
        for x in vector:
            kept.append(x)
            if x == 1:
                break
        return iter(vector)

    node = whole(run, Vector(3))
    assert kept == [2, 1]
    assert list(node.value) == [2, 1, 0]
    assert type(node.value) is Countdown


def test_an_outlived_generator_does_not_append_to_the_next_recording():
    def generator(vector):
        for x in vector:
            yield x + 0

    def make():
        made = generator(Vector(5))
        return [made, next(made)]

    made, first = track(make).value
    assert first == 4
    node = whole(lambda: [next(made), 1 + Vector(2).x, next(made)])
    assert node.value == [3, 3, 2]
    assert behind(node) == [(P, ["x"])]


def changing_classes():
    class Tuple(tuple):
        __slots__ = ()
        __add__ = None

        def __iadd__(self, other):
            return True

    class Other(tuple):
        __slots__ = ()
        __iadd__ = None

        def __add__(self, other):
            return True

    class Late:
        def __add__(self, other):
            type(other).__radd__ = lambda self, other: "new"
            return NotImplemented

        __sub__ = __add__

        def __mul__(self, other):
            del type(other).__rmul__
            return NotImplemented

        def __lt__(self, other):
            type(other).__gt__ = lambda self, other: "new"
            return NotImplemented

    class Target:
        def __radd__(self, other):
            return "old"

        __rmul__ = __gt__ = __radd__

    class Meta(type):
        def __eq__(cls, other):
            raise KeyError(other)

        __hash__ = None

        def __getattribute__(cls, name):
            CALLED.append(name)
            return type.__getattribute__(cls, name)

    class Callable(metaclass=Meta):
        def __call__(self, *_):
            return 5

    class Generator:
        def __init__(self):
            yield 1

    class Text(str):
        __slots__ = ()

        def __int__(self):
            return 5

        def __format__(self, spec):
            return "F"

    class Wrong:
        def __bool__(self):
            return 3

        def __str__(self):
            return Text("s")

        def __iter__(self):
            return 7

        def __len__(self):
            return "long"

    return locals()


@pytest.mark.parametrize(
    "text",
    [
        "x = Tuple(); x += 1; x", "x = Other(); x += 1; x", "Late() + Target()", "Late() * Target()",
        "Late() < Target()",
        "Callable()()", "sorted([1, 2], key=Callable())", "Generator()", "int(Text('10'), 16)", "int(Text('10'))",
        "f'{Wrong()!s}'", "f'{Wrong()!s:>3}'", "not Wrong()", "str(Wrong())", "[*Wrong()]", "len(Wrong())",
        "list(Wrong())",
        "[x for x in Wrong()]", "[x for x in (lambda: 0).__code__.co_lines()][0][0]", "str(b'10', 'ascii')",
    ],
)  # fmt: skip
def test_what_was_once_done_otherwise(text):
    *statements, last = text.split("; ")
    source = "\n".join(["def run():", *("    " + line for line in statements), f"    return {last}"])

    def outcome(runs):
        namespace = changing_classes()
        exec(source, namespace)
        return outcome_of(runs, namespace["run"])

    def tracked(run):
        return track(run).value

    plain, seen = outcome(lambda run: run()), outcome(tracked)
    if len(plain[0]) == 3:
        plain, seen = (plain[0][:2], plain[0][2][1:], plain[1]), (seen[0][:2], seen[0][2][1:], seen[1])
    assert seen == plain


def test_yield_from_keeps_what_it_iterates_over():
    class Sends(Countdown):
        def send(self, value):
            return value

    def run():
        def generator():
            yield from Sends(5)

        made = generator()
        return next(made), made.send(3), next(made)

    assert track(run).value == run() == (4, 3, 3)


def test_printing_does_not_iterate_over_what_has_its_own_way():
    class Endless(tuple):
        __slots__ = ()

        def __iter__(self):
            return itertools.count()

    assert "Endless" in str(track(lambda: Endless((1, 2))))


# -- nothing is left out where tests are left out ---------------------------------------------------------------------


class Mixed:
    """Has every method; what they give is sometimes another of its kind, sometimes a number."""

    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n

    @property
    def value(self):
        CALLED.append("value")
        return Mixed(self.n + 1) if self.n % 3 else 2

    @value.setter
    def value(self, new):
        CALLED.append("value")

    def plain(self):
        CALLED.append("plain")
        return self.n % 2 or self

    def __iter__(self):
        CALLED.append("__iter__")
        return iter([1, self])

    def __bool__(self):
        CALLED.append("__bool__")
        return self.n % 4 != 0

    def __getitem__(self, index):
        CALLED.append("__getitem__")
        return 1 if self.n % 2 else Mixed(self.n + 1)

    def __setitem__(self, index, value):
        CALLED.append("__setitem__")

    def __contains__(self, item):
        CALLED.append("__contains__")
        return self.n % 2 == 0

    def __hash__(self):
        return 1


def mixing(name, compares):
    def run(self, other):
        CALLED.append(name)
        if compares:
            return self.n % 3 == 0
        return 3 if self.n % 3 == 1 else Mixed(self.n + 1)

    run.__name__ = name
    return run


for _name in ("add", "radd", "sub", "rsub", "mul", "rmul", "iadd"):
    setattr(Mixed, f"__{_name}__", mixing(f"__{_name}__", compares=False))
for _name in ("lt", "gt", "le", "ge", "eq", "ne"):
    setattr(Mixed, f"__{_name}__", mixing(f"__{_name}__", compares=True))


def random_operations(chance, depth=0):
    lines = []
    for _ in range(chance.randint(2, 5)):
        x, y, z = chance.choices("abcd", k=3)
        kinds = [
            "binary", "binary", "in place", "attribute", "store", "item", "copy", "constant", "set item", "method",
            "comprehension", "delete", "swap",
        ]  # fmt: skip
        kind = chance.choice([*kinds, "if", "while", "for", "not", "in", "try"] if depth < 2 else kinds)
        sign = chance.choice("+-*")
        if kind == "binary":
            lines.append(f"{x} = {y} {sign} {z}")
        elif kind == "in place":
            lines.append(f"{x} += {y} {sign} {z}")
        elif kind == "attribute":
            lines.append(f"{x} = {y}.value if type({y}) is Mixed else {y} - 1")
        elif kind == "store":
            lines += [f"if type({y}) is Mixed:", f"    {y}.value = {z}", f"    {x} = {y}.n + {y}.value"]
        elif kind == "item":
            lines.append(f"{x} = {y}[{z}] if type({y}) is Mixed else {y} + {z}")
        elif kind == "set item":
            lines += [f"if type({y}) is Mixed:", f"    {y}[0] = {z}"]
        elif kind == "method":
            lines.append(f"{x} = {y}.plain() if type({y}) is Mixed else {y} < {z}")
        elif kind == "copy":
            lines.append(f"{x} = {y}")
        elif kind == "constant":
            lines.append(f"{x} = {chance.choice(['1', '2.5', 'Mixed(1)', 'Mixed(2)', 'Mixed(3)'])}")
        elif kind == "comprehension":
            lines.append(f"{x} = [{y} {sign} 1 for {y} in ({z}, {x})][0]")
        elif kind == "delete":
            lines += [f"{x} = {x} {sign} {y}, {x}", f"del {x}", f"{x} = {chance.choice(['1', 'Mixed(3)'])}"]
        elif kind == "swap":
            lines.append(f"{x}, {y} = {y}, {z}")
        elif kind == "not":
            lines.append(f"{x} = not {y}")
        elif kind == "in":
            lines.append(f"{x} = {z} in {y} if type({y}) is Mixed else {y} == {z}")
        else:
            inner = ["    " + line for line in random_operations(chance, depth + 1)]
            if kind == "if":
                lines += [f"if {y} {chance.choice(['<', '==', '>='])} {z}:", *inner, "else:", f"    {x} = {y} + 1"]
            elif kind == "try":
                lines += ["try:", *inner, f"    {x} = 1 // 0", "except ZeroDivisionError:", f"    {x} = {y} + {z}"]
            elif kind == "while":
                counter = f"n{depth}"
                lines += [f"{counter} = 0", f"while {counter} < 3 and {y} != {z}:", f"    {counter} += 1", *inner]
            else:
                lines += [f"for {x} in ({y}, 1, {z}, Mixed(2)):", *inner]
    return lines


def test_variables_that_are_swapped_keep_what_is_known_of_them():
    def swapped(mixed):
        a = mixed
        b = 1
        b, a = a, b
        return b + 1

    assert [called for _, called in behind(whole(swapped, Mixed(1)))] == [["__add__"]]


class Looked:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name)

    def method(self):
        return 1


class Falls:
    def __getattr__(self, name):
        return lambda: name

    @property
    def gives(self):
        return lambda: "gives"

    def method(self):
        return "method"


class FallsOfClass(type):
    def __getattr__(cls, name):
        return lambda: name

    @property
    def gives(cls):
        return lambda: "gives"


class OfClass(metaclass=FallsOfClass):
    pass


class Bound:
    def __get__(self, instance, owner):
        return lambda: "bound"


class HasBound:
    bound = Bound()
    plain = None


class HasPlain:
    bound = len


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda: Looked().method() + 1, ["__getattribute__"]),
        (lambda: Looked().method(), ["__getattribute__"]),
        (lambda: [Looked().method(), len([1])], ["__getattribute__"]),
        (lambda: Falls().anything() + "!", ["__getattr__"]),
        (lambda: Falls().gives(), ["gives"]),
        (lambda: Falls().method(), []),
        (lambda: OfClass.anything() + "!", ["__getattr__"]),
        (lambda: OfClass.gives(), ["gives"]),
        (lambda: HasBound().bound(), ["__get__"]),
        (lambda: HasBound.bound(), ["__get__"]),
        (lambda: [owner.bound for owner in (HasPlain, HasBound, HasPlain, HasBound)] and None, ["__get__"] * 2),
        (lambda: [owner.method() for owner in (Falls(), Looked(), Falls(), Looked())], ["__getattribute__"] * 2),
    ],
)
def test_what_a_method_lookup_runs_is_its_child(run, expected):
    node = whole(run)
    callers = [
        (caller, call.function.value.__name__)
        for caller in node.query(irtrack.Descendant)
        if isinstance(caller, PrimitiveCallNode)
        for call in caller.children
    ]
    assert [name for _, name in callers] == expected
    assert all(caller.function.value is getattr for caller, _ in callers)


def test_lookups_of_one_class_do_not_answer_for_another():
    class Item:
        def __class_getitem__(cls, item):
            return item

    def run(owner, other):
        return list[int], dict[str, int], Item[1], owner.plain, other.anything, other is owner, Item[1:2]

    node = whole(run, HasBound, OfClass)
    assert node.value[2] == 1
    assert behind(node) == [
        (P, ["__class_getitem__"]), (P, ["__getattr__"]), (P, ["__class_getitem__"]),
    ]  # fmt: skip


def test_that_a_class_was_compared_tells_nothing_about_its_items():
    class Item:
        def __class_getitem__(cls, item):
            return item

    def run(owner, other):
        found = []
        for i in range(3):
            found.append(owner == other)
            copy = owner
            found.append(copy[i])
            found.append(other[i])
        return found

    assert behind(whole(run, Item, [4, 5, 6])) == [(P, ["__class_getitem__"])] * 3
    assert behind(whole(run, list, Item)) == [(P, ["__class_getitem__"])] * 3


def test_that_a_class_got_an_attribute_tells_nothing_about_others():
    class First:
        bound = 1

    class Second:
        bound = Bound()

    def run():
        found = []
        for owner in (First, Second, First, Second):
            owner.stored = 1
            found.append(owner.bound)
        return found

    assert behind(whole(run)) == [(P, ["__get__"])] * 2


class Compares(type):
    def __eq__(cls, other):
        raise RuntimeError("a metaclass's own eq")

    __hash__ = type.__hash__


class Unhashable(type):
    def __eq__(cls, other):
        return cls is other


@pytest.mark.parametrize("metaclass", [Compares, Unhashable])
def test_no_metaclass_is_asked_whether_classes_are_equal(metaclass):
    class Callable(metaclass=metaclass):
        def __init__(self):
            self.x = 1

        def __call__(self, *args):
            return len(args)

        def __repr__(self):
            return "shown"

        def method(self):
            return 1

        def __add__(self, other):
            return 1

    def run(one):
        return one(2) + one.method() + one.x + (one + 1)

    node = whole(run, Callable())
    assert node.value == 4
    assert "shown" in str(node)


@pytest.mark.parametrize("seed", range(150))
def test_every_method_that_ran_has_its_call(seed):
    chance = random.Random(seed)
    generator = chance.random() < 0.3
    lines = ["def run(a, b, c=2, d=3.5):", *("    " + line for line in random_operations(chance))]
    lines.append("    yield a, b, c, d" if generator else "    return a, b, c, d")
    namespace = {"Mixed": Mixed}
    exec("\n".join(lines), namespace)
    run = namespace["run"]

    def collected(*arguments):
        made = run(*arguments)
        return list(made) if generator else made

    pool = (1, 2.5, Mixed(1), Mixed(2), Mixed(3), True)
    for _ in range(6):
        arguments = chance.choices(pool, k=2)
        CALLED.clear()
        collected(*arguments)
        plain = list(CALLED)
        CALLED.clear()
        node = track(collected, *arguments)
        assert plain == CALLED
        assert check(node) == [], "\n".join(lines)
        calls = [child for child in node.query(irtrack.Descendant) if isinstance(child, NestedCallNode)]
        names = [call.function.value.__name__ for call in calls]
        assert [name for name in names if name in set(plain)] == plain, "\n".join(lines)
