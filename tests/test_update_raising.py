"""What raises after an update, or raised before it and does not any more: values and exceptions are those that a plain
run has. And sources that raise, or should.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irtrack
from irtrack import Context, NestedCallNode, RaiseNode, check, to_source, track

Arguments = tuple[Any, ...]
PROGRAMS: list[Any] = []


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return "gives", function(*arguments)
    except Exception as error:
        return type(error), str(error)


def of_record(record: Any) -> Any:
    error = record.exception
    return ("gives", record.value) if error is None else (type(error), str(error))


def record_of(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return track(function, *arguments)
    except Exception as error:
        return irtrack.trace_of(error)


def updated(record: Any, arguments: Arguments) -> Any:
    """The record with other arguments; only those are given that are others."""
    nodes = record.children[1 : 1 + len(arguments)]
    changes = {node: value for node, value in zip(nodes, arguments, strict=True) if node.value is not value}
    return record.update(changes)


def program(first: Arguments, *others: Arguments) -> Callable[[Any], Any]:
    """Try the function with these arguments: recorded with the first, updated to the others."""

    def add(function: Any) -> Any:
        PROGRAMS.append(pytest.param(function, first, others, id=f"{function.__name__}-{len(PROGRAMS)}"))
        return function

    return add


# -- comparisons that are conditions ----------------------------------------------------------------------------------


@program((2, "2"), (-1, 3), (2, 5), (3, 2), (2, "1"))
@program((2, 1), (2, "2"), (-1, 3))
def greater(x: Any, y: Any) -> Any:
    if x > y:
        return 1
    return 2


@program((2, "2"), (-1, 3), (2, 5), (3, 2))
def greater_caught(x: Any, y: Any) -> Any:
    try:
        if x > y:
            return 1
    except TypeError as error:
        return str(error)
    return 2


@program((2, "2"), (-1, 3), (2, 5), (3, 2))
def greater_in_a_call(x: Any, y: Any) -> Any:
    try:
        return greater(x, y)
    except TypeError:
        return "caught"


@program((2, 3), (2, [1]), (2, [2]))
def is_in(x: Any, y: Any) -> Any:
    if x in y:
        return 1
    return 2


@program((2, 3), (2, [1]), (2, [2]))
def is_not_in(x: Any, y: Any) -> Any:
    if x not in y:
        return 1
    return 2


@program((2, "2"), (2, -1), (2, 3))
def counted(x: Any, y: Any) -> Any:
    n = 0
    while n < y:
        n += x
    return n


@program((2, ["a"]), (2, [1, 5]), (2, [3, "a"]))
def filtered(x: Any, y: Any) -> Any:
    return [i for i in y if i > x]


@program((2, "a"), (2, 5), (5, 2))
def chosen(x: Any, y: Any) -> Any:
    return "a" if x > y else "b"


# pytest writes other code for the `assert` of a test module
_ASSERTING: dict[str, Any] = {}
exec("def asserted(x, y):\n    assert x > y\n    return 1\n", _ASSERTING)
exec("def truth_asserted(x):\n    assert x\n    return 5\n", _ASSERTING)
program((2, "a"), (2, 5), (5, 2))(_ASSERTING["asserted"])


@program((2, "a"), (2, 5), (5, 2))
def not_greater(x: Any, y: Any) -> Any:
    if not x > y:
        return 1
    return 2


@program((2, "a"), (2, 1), (2, 5), (-1, 5))
def between(x: Any, y: Any) -> Any:
    if 0 < x < y:
        return 1
    return 2


@dataclasses.dataclass
class Item:
    price: Any

    def __post_init__(self) -> None:
        if self.price < 0:
            raise ValueError("negative")


@program(("a",), (1,), (-1,))
def checked_price(x: Any) -> Any:
    return Item(x).price


# -- truth tests ------------------------------------------------------------------------------------------------------

TWO = np.array([1, 2])


class Bool:
    def __init__(self, n: Any) -> None:
        self.n = n

    def __bool__(self) -> bool:
        if self.n > 1:
            raise ValueError("no truth")
        return self.n if self.n < 0 else bool(self.n)


class Sized:
    def __init__(self, n: Any) -> None:
        self.n = n

    def __len__(self) -> int:
        return self.n


@program((1,), (TWO,), (5,))
@program((TWO,), (5,), (0,))
def array_caught(x: Any) -> Any:
    try:
        if x > 1:
            return 1
    except ValueError as error:
        return "caught", str(error)
    return 2


@program((1,), (TWO,), (5,))
@program((TWO,), (1,), (5,))
def array(x: Any) -> Any:
    if x > 1:
        return 1
    return 2


@program((0, 1), (TWO, 1), (5, 2), (TWO, 3))
@program((TWO, 1), (TWO, 2), (5, 3))
def array_behind_a_statement(x: Any, y: Any) -> Any:
    y = y + 1
    if x > y:
        return 1
    return 2


@program((1,), (TWO,), (0,))
@program((TWO,), (0,), (1,))
def truth(x: Any) -> Any:
    if x:
        return 1
    return 2


@program((1,), (TWO,), (0,))
@program((TWO,), (0,), (1,))
def truth_in_a_call(x: Any) -> Any:
    try:
        return truth(x)
    except ValueError as error:
        return str(error)


@program((1,), (TWO,), (3,))
def truth_of_a_loop(x: Any) -> Any:
    n = 0
    while x > n:
        n += 1
    return n


@program((1,), (TWO,), (0,))
@program((TWO,), (0,), (1,))
def truth_of_and(x: Any) -> Any:
    return x and 5


@program((1,), (TWO,), (0,))
@program((TWO,), (0,), (1,))
def truth_of_not(x: Any) -> Any:
    if not x:
        return 1
    return 2


@program((1,), (TWO,), (0,))
@program((TWO,), (0,), (1,))
def truth_of_a_choice(x: Any) -> Any:
    return 1 if x else 2


program((1,), (TWO,), (0,))(_ASSERTING["truth_asserted"])
program((TWO,), (0,), (1,))(_ASSERTING["truth_asserted"])


@program((1,), (TWO,), (0,), (4,))
@program((TWO,), (0,), (1,), (4,))
def truth_of_a_chain(x: Any) -> Any:
    return 0 < x < 3


@program(([1, 0],), ([1, TWO],), ([0],))
@program(([1, TWO],), ([1],), ([0, 1],))
def truth_in_a_comprehension(x: Any) -> Any:
    return [5 for i in x if i]


@program((1,), (5,), (0,), (-1,))
@program((5,), (1,), (0,), (-1,))
def truth_of_an_object(x: Any) -> Any:
    if Bool(x):
        return 1
    return 2


@program((1,), (5,), (0,), (-1,))
@program((5,), (1,), (0,))
def truth_of_an_object_caught(x: Any) -> Any:
    try:
        if Bool(x):
            return 1
    except ValueError:
        return 7
    return 2


@program((1,), (-5,), (0,))
@program((-5,), (1,), (0,))
def truth_by_length(x: Any) -> Any:
    if Sized(x):
        return 1
    return 2


class Exits:
    def __init__(self, n: Any) -> None:
        self.n = n

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> Any:
        return Bool(self.n)


@program((1,), (5,), (0,))
@program((5,), (0,), (1,))
def truth_of_an_exit(x: Any) -> Any:
    with Exits(x):
        raise KeyError("a")
    return 5


# -- methods ----------------------------------------------------------------------------------------------------------


class Made:
    def __init__(self) -> None:
        self.of_itself = lambda: 3

    @classmethod
    def make(cls, n: int = 5) -> Any:
        return cls.__name__, n

    @staticmethod
    def still(n: int = 5) -> int:
        return n

    def own(self, n: Any = 5) -> Any:
        return type(self).__name__, type(n).__name__


class Derived(Made):
    pass


@program((0,), (1,), (0,), (2,))
@program((1,), (0,), (2,))
@program((2,), (1,), (0,), (3,), (4,))
@program((3,), (4,), (0,), (1,), (4,))
def class_method(x: int) -> Any:
    return [Made(), 5, Made, Derived, Derived()][x].make()


@program((0,), (1,), (2,), (3,), (4,))
@program((3,), (4,), (2,), (0,))
def class_method_given(x: int) -> Any:
    return [Made(), 5, Made, Derived, Derived()][x].make(n=x)


@program((0,), (1,), (0,), (2,))
@program((2,), (1,), (0,))
def static_method(x: int) -> Any:
    return [Made(), 5, Made][x].still()


@program((0,), (1,), (0,))
@program((1,), (0,), (1,))
def of_an_object(x: int) -> Any:
    return [Made(), 5][x].of_itself()


@program(("a",), (True,), ("b",), (5,))
@program((True,), ("b",), (5,))
def native_method(x: Any) -> Any:
    return x.format()


@program(("a",), ("c",), ("b",))
@program(("c",), ("a",), ("b",))
def by_key(x: str) -> Any:
    k: Any = {"a": Made, "b": Derived, "c": Made()}[x]
    return k.make()


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
@program((2,), (0,), (1,))
def bound_or_not(x: int) -> Any:
    f: Any = [Made.own, Made().own, Derived().own][x]
    return f(Made())


@program((0,), (1,))
@program((1,), (0,))
def bound_or_not_with_as_many(x: int) -> Any:
    f, given = [(Made.own, (Made(), 3)), (Made().own, (4,))][x]
    return f(*given) if x > 1 else f(given[0])


# -- `except` and `with` of what is none, `raise` of nothing ----------------------------------------------------------


@program((KeyError,), (int,), (ZeroDivisionError,), (5,), ((KeyError, ArithmeticError),), ((KeyError, 5),))
@program((int,), (KeyError,), (ZeroDivisionError,), ((ArithmeticError,),))
def catches(x: Any) -> Any:
    try:
        return 1 // 0
    except x:
        return 1
    except ZeroDivisionError:
        return 2


@program((KeyError,), (int,), (ZeroDivisionError,), (5,))
@program((int,), (ZeroDivisionError,), (KeyError,))
def catches_some(x: Any) -> Any:
    try:
        return 1 // 0
    except (KeyError, x):
        return 1


@program((0, KeyError), (1, int), (1, ZeroDivisionError), (1, KeyError))
def catches_further_on(x: int, y: Any) -> Any:
    if x:
        x += 1
    try:
        return 1 // 0
    except y as error:
        return str(error)


class Enters:
    def __enter__(self) -> Any:
        return 5


class Leaves:
    def __exit__(self, *error: object) -> None:
        pass


class Manages(Enters, Leaves):
    pass


@program((4,), (5,), (Manages,), (Enters,), (Leaves,), (Manages,))
@program((Manages,), (5,), (Manages,), (Enters,), (Leaves,))
@program((Enters,), (5,), (Leaves,), (Manages,))
@program((Leaves,), (Enters,), (Manages,), (5,))
def managed(x: Any) -> Any:
    manager = x() if type(x) is type else x
    with manager as y:
        return y


@program((Manages,), (5,), (Manages,), (Enters,), (Leaves,))
@program((4,), (5,), (Manages,), (Leaves,))
def managed_caught(x: Any) -> Any:
    manager = x() if type(x) is type else x
    try:
        with Manages(), manager:
            return 1
    except TypeError as error:
        return str(error)


@program((0, Manages), (1, 5), (1, Enters), (1, Leaves), (1, Manages))
def managed_further_on(x: int, y: Any) -> Any:
    y = y() if type(y) is type else y
    if x:
        x += 1
    with y as z:
        return z


@program((0,), (1,))
@program((1,), (0,), (2,))
def raises_nothing(x: Any) -> Any:
    if x:
        raise
    return 5


@program((0,), (1,), (2,), (3,))
@program((3,), (2,), (1,), (0,))
def raises_again(x: Any) -> Any:
    try:
        if x > 1:
            raise KeyError(x)
    except KeyError:
        if x > 2:
            raise
    if x:
        raise
    return 5


def raises_the_same(x: Any) -> None:
    if x:
        raise


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
def raises_again_in_a_call(x: Any) -> Any:
    try:
        raise KeyError(x)
    except KeyError:
        raises_the_same(x == 1)
    raises_the_same(x)


def raises_the_same_if_true(x: Any) -> None:
    if Bool(x):
        raise


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
@program((2,), (1,), (0,))
def raises_again_behind_a_truth_test(x: Any) -> Any:
    try:
        raise KeyError(x)
    except KeyError:
        raises_the_same_if_true(x)
    return x


class FalseError(Exception):
    def __bool__(self) -> bool:
        return False


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
@program((2,), (0,), (1,))
def raises_what_is_false(x: Any) -> Any:
    try:
        try:
            raise FalseError(x)
        except FalseError:
            if x:
                raise
    except FalseError:
        if x > 1:
            raises_the_same(x)
        return "caught"
    return x


def raises_the_same_and_catches(x: Any, kept: list[Any]) -> Any:
    try:
        kept.append(x)
        kept[0] = x
        if x:
            raise
        kept[0] = 5
    except KeyError:
        return "caught", kept
    return kept


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
def raises_again_and_catches_in_a_call(x: Any) -> Any:
    try:
        raise KeyError(x)
    except KeyError:
        found = raises_the_same_and_catches(x == 1, [])
    return found


def stores_and_raises_the_same(x: Any, kept: list[Any]) -> None:
    kept[0] = x
    if x:
        kept[0] = x
        raise


@program((0,), (1,), (2,))
@program((1,), (0,), (2,))
def raises_again_behind_a_store(x: Any) -> Any:
    kept = [7]
    try:
        try:
            raise KeyError(x)
        except KeyError:
            stores_and_raises_the_same(x == 1, kept)
    except KeyError as error:
        return kept, str(error)
    return kept


# -- variables without a value ----------------------------------------------------------------------------------------


@program((1, 2), (1, 3), (1, 4))
@program((0, 2), (1, 3), (1, 4), (0, 1))
def deleted(b: Any, s: Any) -> Any:
    z = 1
    if b:
        del z
    z.append()


@program((1, 2), (1, 3), (1, 4))
@program((0, 2), (1, 3), (1, 4), (0, 1))
def deleted_caught(b: Any, s: Any) -> Any:
    z = [s]
    if b:
        del z
    try:
        z.append(s)
        return z
    except NameError as error:
        return str(error)


# -- displays ---------------------------------------------------------------------------------------------------------


@program(({},), ([("a", 1)],), ([],), ("",), (5,), (["a", "b"],), ({"b": 2},))
@program(([("a", 1)],), ({},), (5,), ([],))
def spread_into_a_dict(x: Any) -> Any:
    return {**x, "k": 1}


@program(({},), ([("a", 1)],), ([],), ("",), (5,))
@program(([],), ({},), (5,), ([("a", 1)],))
def copied_dict(x: Any) -> Any:
    return {**x}


def given(*positional: Any, **named: Any) -> Any:
    return positional, named


@program((given,), (len,), (dict,), (5,), (given,))
def called_in_a_function(x: Any) -> Any:
    return (lambda: x([1]))()


# -- stars ------------------------------------------------------------------------------------------------------------


class Takes:
    def __init__(self, n: Any = 5) -> None:
        self.n = n

    def given(self, *positional: Any, **named: Any) -> Any:
        return self.n, positional, named


TAKES = [Takes().given]


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def spread_into_a_list(x: Any) -> Any:
    return [*x]


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def spread_into_a_tuple(x: Any) -> Any:
    return (*x, 1)


@program(([1],), (5,), ((),), ([TWO.tolist],))
@program((5,), ([1],), (None,))
def spread_into_a_set(x: Any) -> Any:
    return {*x}


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def passed(x: Any) -> Any:
    return given(*x)


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def passed_behind_another(x: Any) -> Any:
    return given(1, *x)


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def passed_to_a_class(x: Any) -> Any:
    return Takes(*x).n


@program(([1],), (5,), ((),), ("ab",))
@program((5,), ([1],), (None,))
def passed_to_a_method(x: Any) -> Any:
    return Takes().given(*x)


@program((["ab"],), (5,), ((),), ([5],))
@program((5,), (["ab"],), (None,))
def passed_to_what_is_native(x: Any) -> Any:
    return len(*x)


@program(({},), (5,), ({"a": 1},), ([1],), ({1: 2},))
def passed_by_name(x: Any) -> Any:
    return given(**x)


@program(({},), (5,), ({"a": 1},), ({"b": 1},), ({1: 2},))
@program(({"c": 1},), ({"a": 1},), ({},))
def passed_by_more_names(x: Any) -> Any:
    return given(a=1, **x)


@program(("b",), ("a",), ("c",))
def passed_by_a_name_that_is_given(x: Any) -> Any:
    return given(a=1, **{x: 1})


@program(({},), (5,), ({"a": 1},), ({"b": 1},))
def passed_to_a_method_by_names(x: Any) -> Any:
    return Takes().given(a=1, **x)


@program(({},), (5,), ({"a": 1},), ({"b": 1},))
def passed_to_what_was_looked_up(x: Any) -> Any:
    return TAKES[0](a=1, **x)


@program(({},), (5,), ({"a": 1},), ({"b": 1},))
def passed_to_what_is_native_by_names(x: Any) -> Any:
    return dict(a=1, **x)


@program((given, {}), (5, {1: 2}), (given, {1: 2}), (5, 5), (len, {1: 2}), (given, {"a": 1}))
def passed_to_anything_by_names(x: Any, y: Any) -> Any:
    return x(a=1, **y)


@program((0, {}), (1, 5), (1, {"a": 1}), (1, {"b": 1}))
def passed_further_on(x: int, y: Any) -> Any:
    if x:
        x += 1
    return given(a=1, **y)


@pytest.mark.parametrize(("function", "first", "others"), PROGRAMS)
def test_outcomes_are_those_of_a_plain_run(function: Any, first: Arguments, others: tuple[Arguments, ...]) -> None:
    for other in others:
        new = updated(record_of(function, *first), other)
        assert of_record(new) == outcome(function, *other)
        assert check(new) == []


@pytest.mark.parametrize(("function", "first", "others"), PROGRAMS)
def test_so_are_those_of_updates_of_updates(function: Any, first: Arguments, others: tuple[Arguments, ...]) -> None:
    record = record_of(function, *first)
    for other in (*others, first, *reversed(others)):
        record = updated(record, other)
        assert of_record(record) == outcome(function, *other)
        assert check(record) == []


@pytest.mark.parametrize("guards", [False, True])
@pytest.mark.parametrize(("function", "first", "others"), PROGRAMS)
def test_sources_raise_what_was_raised(
    function: Any, first: Arguments, others: tuple[Arguments, ...], guards: bool
) -> None:
    record = record_of(function, *first)
    assert outcome(to_source(record, guards=guards).function, *first) == outcome(function, *first)


@pytest.mark.parametrize(("function", "first", "others"), PROGRAMS)
def test_sources_with_guards_are_right_or_refuse(
    function: Any, first: Arguments, others: tuple[Arguments, ...]
) -> None:
    source = to_source(record_of(function, *first), guards=True)
    for other in others:
        found = outcome(source.function, *other)
        assert found[0] != "gives" or found == outcome(function, *other)  # what raises, raises its own exception


class Swallows:
    def __enter__(self) -> int:
        return 1

    def __exit__(self, *error: object) -> bool:
        return True


class Adds:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __enter__(self) -> Any:
        return self.value + 0

    def __exit__(self, *error: object) -> bool:
        return False


def enters_within(y: Any) -> Any:
    given = []
    with Swallows(), Adds(y):
        given.append(y)
    return given


def adds_in_a_function(x: Any, y: Any) -> Any:
    f = lambda: x + y  # noqa: E731 (a cell that a lambda has)
    try:
        return f()
    except TypeError:
        return 0


OUTSIDE = [1]


def adds_from_outside(x: Any) -> Any:
    try:
        return OUTSIDE + x
    except TypeError:
        return 0


REFUSED = [
    (enters_within, ("",), [(0,)]),
    (adds_in_a_function, ([1], 2), [(5, 1), ([1], [2])]),
    (adds_in_a_function, ({1}, 2), [(5, 1)]),
    (adds_from_outside, (5,), [([2],)]),
    (managed_caught, (4,), [(Manages(),)]),
]


@pytest.mark.parametrize("guards", [False, True])
@pytest.mark.parametrize(("function", "first", "others"), REFUSED)
def test_sources_refuse_where_nothing_is_raised_now(
    function: Any, first: Arguments, others: list[Arguments], guards: bool
) -> None:
    replay = to_source(record_of(function, *first), guards=guards).function
    assert outcome(replay, *first) == outcome(function, *first)
    for other in others:
        with pytest.raises(AssertionError, match="nothing was raised here"):
            replay(*other)


class Asks(Context):
    """Keeps what each exception came from."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def tracked_error(self, event: Any) -> Any:
        self.found.append([operand.value for operand in event.operands])
        return super().tracked_error(event)


def test_truth_tests_that_raise_refer_to_the_condition() -> None:
    context, condition = Asks(), Bool(5)

    def caught(x: Any) -> Any:
        try:
            if x:
                return 1
        except ValueError as error:
            return str(error)
        return 2

    record = track(context, caught, condition)
    raised = next(node for node in record.children if isinstance(node, RaiseNode))
    assert [operand.value for operand in raised.raised_from] == [condition]
    assert [condition] in context.found
    assert check(record) == []


DERIVED = Derived()


def makes(k: Any, n: Any) -> Any:
    try:
        return k.make(n)
    except AttributeError as error:
        return str(error)


def makes_three() -> Any:
    return makes(Made, 1), makes(DERIVED, 1), makes(5, 1)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_calls_within_a_record_may_be_bound_otherwise(number: int) -> None:
    call: Any = [node for node in track(makes_three).children if isinstance(node, NestedCallNode)][number]
    for k in (Made, DERIVED, 5, Made()):
        call = call.update({call.children[1]: k})
        assert call.value == makes(k, 1)
        assert check(call) == []
