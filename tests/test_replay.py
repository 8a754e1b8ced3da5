"""A record written as straight-line Python does what was recorded, and for arguments of the same path what the program
does. IRTRACK_EXAMPLES=20 runs twenty times as many programs.
"""

import builtins
import collections
import contextlib
import copy
import dataclasses
import functools
import io
import os
import pathlib
import queue
import random
import re
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable
from itertools import product
from typing import Any

import dependences
import numpy as np
import pytest
import random_slices
from programs import CASES
from share import seeds, share
from test_examples import NAMES, is_same
from test_examples import load as example

import irtrack
from irtrack import Node, to_source, track
from irtrack.ask.replay.forms import FORMS, HELPERS, operation
from irtrack.ir.notation import INFIX, PREFIX

geom, h = example("geom"), example("h")
TWINS = [f for f in dependences.PROGRAMS if f.__module__ == "dependences.twins"]
OTHERS = 6  # other arguments that are tried for a program

# programs whose results tell of the frames in which they were made, or of state that the first run left behind
_OWN_WAY = {
    "wrong_arguments": "the message names the function that was called with two values for an argument",
    "every_way_to_call": "the same",
    "reraise_later": "the traceback has other frames",
    "errors_of_operations": "the same",
    "inspects": "it asks who called it",
    "stack_lines": "the same",
    "warns": "the first run changes the filters of warnings",
    "inlined_comprehensions": "a cell of a comprehension and one of the function have the same name",
}


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """What a call returns or raises, as text without addresses."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            found = repr(function(*copy.deepcopy(arguments)))
    except Exception as error:
        found = f"{type(error).__qualname__}: {error}"
    return re.sub("0x[0-9a-f]+", "0x", found)


def record_of(function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return track(function, *copy.deepcopy(arguments))
    except Exception as error:
        return irtrack.trace_of(error)


@pytest.mark.parametrize("case", share(CASES), ids=lambda case: case.name)
def test_the_source_does_what_was_recorded(case):
    plain = outcome(case.function, case.arguments)
    if plain != outcome(case.function, case.arguments):
        pytest.skip("two plain runs differ")
    record = record_of(case.function, *case.arguments)
    if not isinstance(record, irtrack.NestedCallNode):
        pytest.skip("it is written in C")
    replayed = outcome(to_source(record).function, case.arguments)
    if case.name not in _OWN_WAY:
        assert replayed == plain


@pytest.mark.parametrize("name", NAMES)
def test_examples(name):
    run = example(name).run
    record = track(run)
    assert is_same(to_source(record).function(), record.value)


# -- random programs --------------------------------------------------------------------------------------------------


def load(source: str) -> Callable[..., Any]:
    namespace: dict[str, Any] = {"__name__": "replayed"}
    exec(compile(source, "<replayed>", "exec"), namespace)
    main: Callable[..., Any] = namespace["main"]
    return main


def path(record: Node) -> list[Any]:
    """The statements that ran, in order, and where control went."""
    found, waiting = [], [record]
    while waiting:
        node = waiting.pop()
        found.append((type(node), str(node.location), getattr(node, "target", None), len(node.children)))
        waiting += reversed(node.children)
    return found


@pytest.mark.parametrize("seed", share(seeds(25)))
def test_other_arguments_of_the_same_path(seed):
    source, arguments, random = random_slices.program(seed)
    record = record_of(load(source), *arguments)
    replay = to_source(record).function
    assert outcome(replay, arguments) == outcome(load(source), arguments)
    for _ in range(OTHERS):  # the programs look at remainders by 3 and 4
        others = tuple(x + 12 * random.randrange(-2, 3) if random.random() < 0.5 else x for x in arguments)
        if path(record_of(load(source), *others)) == path(record):
            assert outcome(replay, others) == outcome(load(source), others)


def test_most_other_arguments_are_of_the_same_path():
    """Otherwise the test above would test nothing."""
    same = 0
    for seed in range(10):
        source, arguments, _ = random_slices.program(seed)
        others = tuple(x + 12 for x in arguments)
        same += path(record_of(load(source), *others)) == path(record_of(load(source), *arguments))
    assert same >= 7


# -- the text ---------------------------------------------------------------------------------------------------------


def test_a_loop_is_written_turn_by_turn():
    source = to_source(track(h.h, 2.0, 2))
    assert source.bindings == {}
    assert [line.partition("  #")[0].strip() for line in source.splitlines()[3:]] == [
        "def h(x, n):", "v1 = x * 0", "v2 = 0 < n", "v3 = x ** 0", "v4 = v1", "v4 += v3", "v5 = 0", "v5 += 1",
        "v6 = v5 < n", "v7 = x ** v5", "v8 = v4", "v8 += v7", "v9 = v5", "v9 += 1", "v10 = v9 < n", "return v8",
    ]  # fmt: skip
    assert source.function(3.0, 2) == h.h(3.0, 2) == 4.0


def test_results_of_impure_primitives_are_listed():
    record = track(geom.run)
    source = to_source(record)
    assert source.function() == record.value
    assert "geom(" not in source.replace("# geom", "")
    drawn = [str(node.value) for node in record.query(irtrack.Descendant) if "⟨random.random⟩" in str(node)]
    assert drawn == re.findall(r"random_\d+ = ([\d.]+)", source.partition("def ")[0])


def seeded(a):
    generator = random.Random(a)
    return [generator.random(), generator.gauss(0, 1)]


def seeded_later(a):
    generator = random.Random()
    generator.seed(a)
    return generator.getrandbits(8)


def seeded_of_numpy(a):
    generator = np.random.Generator(np.random.PCG64(a))
    return generator.integers(0, 100), generator.random(2).tolist(), np.random.default_rng([a, 3]).normal()


def of_a_state(a):
    return np.random.RandomState(a).rand(3).tolist()


def of_the_state_of_another(a):
    generator = np.random.default_rng(a)
    generator.bit_generator.advance(a)
    generator.bit_generator.random_raw()
    return float(generator.random()), float(np.random.Generator(generator.bit_generator).random())


def of_a_state_that_jumped(a):
    return float(np.random.Generator(np.random.PCG64(a).jumped(a)).random())


def of_a_seed_sequence(a):
    sequence = np.random.SeedSequence(a)
    sequence.spawn(a)
    (last,) = sequence.spawn(1)
    return last.spawn_key, float(np.random.default_rng(last).random())


def of_numbers_of_a_seed_sequence(a):
    sequence = np.random.SeedSequence(5)
    return float(np.random.default_rng(sequence.generate_state(a)).random())


def of_those_that_are_spawned(a):
    generator = np.random.default_rng(a)
    return [float(one.random()) for one in generator.spawn(2)], generator.spawn(1)[0].integers(100)


_SEEDED = [seeded, seeded_later, seeded_of_numpy, of_a_state, of_the_state_of_another, of_a_state_that_jumped,
           of_a_seed_sequence, of_numbers_of_a_seed_sequence, of_those_that_are_spawned]  # fmt: skip


@pytest.mark.parametrize("f", _SEEDED)
def test_numbers_of_a_generator_that_the_call_seeds_are_drawn_again(f):
    source = to_source(track(f, 1))
    assert not any(name.startswith(("random", "seed", "normal", "integers", "getrandbits")) for name in source.bindings)
    assert source.function(1) == f(1)
    assert source.function(2) == f(2)


@pytest.mark.parametrize("f", _SEEDED)
def test_an_update_draws_them_again(f):
    record = track(f, 1)
    for value in (2, 3):
        assert record.update({record[2]: value}).value == f(value)
    assert record.value == f(1)


@dataclasses.dataclass
class Point:
    x: int


def test_dataclasses_are_shown_as_they_are():
    f = show_points
    source = to_source(track(f, 1), guards=True)
    assert source.function(1) == f(1)
    assert source.function(2) == f(2)


def test_paths_are_computed_as_text():
    f = path_of
    source = to_source(track(f, "p"), guards=True)
    assert source.function("p") == f("p")
    assert source.function("q") == f("q")


def path_of(a):
    joined = os.path.join(a, "x", "..", "y.b")
    return [os.path.normpath(joined), os.path.splitext(os.path.basename(joined)), str(pathlib.PurePosixPath(a) / "z")]


def show_points(a):
    return f"{Point(a)} {[Point(a)]!r} " + str(Point(a)) + "%s" % Point(a)  # noqa: UP031 - each way to show it


def drawn_before_it_is_seeded(a):
    generator = random.Random()
    first = generator.random()
    generator.seed(a)
    return first, generator.random()


def seeded_by_chance(a):
    return random.Random(random.random()).random() + a


def seeded_again_by_chance(a):
    generator = np.random.RandomState(a)
    first = generator.rand()
    generator.seed()
    return first, generator.rand()


def of_a_sequence_of_chance(a):
    sequence = np.random.SeedSequence()
    first, second = (np.random.default_rng(one) for one in sequence.spawn(2))
    last = first.spawn(1)[0]
    return (
        float(second.random()),
        float(last.random()),
        last.bit_generator.seed_seq.spawn_key,
        first.spawn(1)[0].random(),
    )


def of_the_state_of_chance(a):
    generator = np.random.default_rng()
    generator.bit_generator.advance(a)
    return float(generator.random()), generator.bit_generator.random_raw()


@pytest.mark.parametrize(
    "f",
    [
        drawn_before_it_is_seeded,
        seeded_by_chance,
        seeded_again_by_chance,
        of_a_sequence_of_chance,
        of_the_state_of_chance,
    ],
)
def test_numbers_of_a_generator_that_was_not_seeded_are_known(f):
    record = track(f, 1)
    assert to_source(record).function(1) == record.value


def test_a_text_stands_for_itself():
    namespace: dict[str, Any] = {}
    exec(to_source(track(h.h, 2.0, 2)), namespace)
    assert namespace["h"](2.0, 2) == 3.0


def test_globals_begin_as_they_were():
    namespace: dict[str, Any] = {"__name__": "counts"}
    exec("total = 5\ndef count(n):\n    global total\n    total += n\n    return total", namespace)
    source = to_source(track(namespace["count"], 1))
    assert [source.function(1), source.function(2)] == [6, 7]


def test_a_closure_counts_on():
    def count(n):
        seen = []

        def see(x, by=n):
            nonlocal n
            n += by
            seen.append(x + n)

        for x in range(n):
            see(x)
        return seen

    assert to_source(track(count, 3)).function(3) == count(3)


@pytest.mark.parametrize("f", TWINS, ids=lambda f: f.__name__)
def test_a_function_of_the_same_code_has_variables_of_its_own(f):
    for arguments in ((1, 9, 7), (0, 3, 2)):
        plain, guarded = (to_source(track(f, *arguments), guards=guards).function for guards in (False, True))
        assert plain(*arguments) == guarded(*arguments) == f(*arguments)
        for k, value in product(range(3), (0, 1, 2, 3, 5, 9)):
            others = *arguments[:k], value, *arguments[k + 1 :]
            try:
                found = guarded(*others)
            except AssertionError:  # another path
                continue
            assert found == f(*others), others


STORING = {
    "by the globals of a function": "get.__globals__['G'] = x\nreturn get()",
    "read before": "first = get()\nget.__globals__['G'] = x\nreturn first, get()",
    "by the names of a module": "vars(sys.modules[__name__])['G'] = x\nreturn get()",
    "by the dict of a module": "sys.modules[__name__].__dict__['G'] = x\nreturn get()",
    "by an update": "first = get()\nnames = get.__globals__\nnames.update({'G': x})\nreturn first, get(), G",
    "in place": "names = globals()\nnames |= {'G': x}\nreturn get()",
    "by an operator": "operator.setitem(get.__globals__, 'G', x)\nreturn get()",
    "by C code": "list(map(get.__globals__.__setitem__, ['G'], [x]))\nreturn get()",
    "by a method of object": "object.__setattr__(sys.modules[__name__], 'G', x)\nreturn get()",
    "and deleted": "globals().setdefault('H', x)\nfound = H\ndel globals()['H']\nreturn found",
    "a variable around": "first = around()\naround.__closure__[0].cell_contents = x\nreturn first, around()",
    "one of its own": "f = make()\nf.__closure__[0].cell_contents = x\nreturn f()",
    "and counted": "get.__globals__['G'] = x\nreturn count(), count(), get()",
}
_BEGIN = """import operator, sys
G = K = 0
def get(): return G
def count():
    global K
    K += 1
    return K
def make():
    n = 0
    def around(): return n
    return around
around = make()
def f(x):
"""


@pytest.mark.parametrize("name", STORING)
def test_a_global_is_stored_otherwise_than_by_its_name(name, monkeypatch):
    module = types.ModuleType("storing")
    monkeypatch.setitem(sys.modules, "storing", module)
    source = _BEGIN + "".join(f"    {line}\n" for line in STORING[name].split("\n"))

    def fresh() -> Callable[[int], Any]:
        exec(source, vars(module))
        return module.f

    record, expected = track(fresh(), 2), fresh()(3)
    for guards in (False, True):
        replay = to_source(record, guards=guards).function
        assert replay(2) == record.value
        assert replay(3) == expected
    assert record.update({record[2]: 3}).value == expected


def test_an_exception_is_raised_again():
    def fail(x):
        try:
            [][x]
        except IndexError as error:
            raise KeyError(x) from error

    source = to_source(record_of(fail, 1))
    with pytest.raises(KeyError, match="2") as caught:
        source.function(2)
    assert isinstance(caught.value.__cause__, IndexError)


class Manager:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.log.append((kind, random.random()))
        return kind is KeyError


class Starred(Manager):
    def __exit__(self, *details):
        self.log.append((details[0], random.random()))
        return details[0] is KeyError


@pytest.mark.parametrize("manager", [Manager, Starred])
def test_what_ends_a_with_does_more_than_say_whether_it_swallows(manager):
    def f():
        log = []
        with manager(log):
            raise KeyError
        try:
            with manager(log):
                raise ValueError
        except ValueError:
            pass
        with manager(log):
            pass
        return log

    record = record_of(f)
    again = to_source(record).function()
    assert [kind for kind, _ in again] == [kind for kind, _ in record.value] == [KeyError, ValueError, None]
    assert again == record.value


def test_guards_refuse_another_path():
    def larger(a, b):
        return a if a > b else b

    record = track(larger, 1, 2)
    assert to_source(record).function(5, 2) == 2
    assert to_source(record, guards=True).function(0, 3) == 3
    with pytest.raises(AssertionError):
        to_source(record, guards=True).function(5, 2)


def test_defaults_of_functions_that_are_made_there():
    def f(a):
        def g(x, w=a, *, k=a + 1):
            return x + w + k

        return g(1)

    function = to_source(track(f, 0)).function
    assert [function(0), function(1)] == [f(0), f(1)] == [2, 4]


class Keyword:
    def __init__(self, x, *, z=0):
        self.z = z


class Passing(Keyword):
    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)


def defaults_that_are_set(a):
    Keyword.__init__.__kwdefaults__["z"] = a
    return Passing(1).z


def defaults_behind_stars(a):
    def f(x, y=a, *, z=a + 1):
        return x, y, z

    return f(*[1]), f(x=2)


def a_global_by_globals(a):
    globals()["SET"] = a
    return SET  # noqa: F821 - by `globals()`, which is the point


def a_class_and_an_instance(a):
    class Made:
        def __init__(self):
            self.n = a

    @dataclasses.dataclass
    class Data:
        x: int

    class Error(Exception):
        def __init__(self, x):
            self.x = x

    try:
        raise Error(a)
    except Error as error:
        return error.x, Made().n, Data(a).x


def events(a):
    event, numbers = threading.Event(), queue.Queue()
    semaphore, condition = threading.Semaphore(), threading.Condition()
    event.set()
    numbers.put(a)
    semaphore.acquire()
    semaphore.release()
    with condition:
        condition.notify()
    return event.is_set(), numbers.get()


@pytest.mark.parametrize("guards", [False, True])
@pytest.mark.parametrize(
    "function",
    [defaults_that_are_set, defaults_behind_stars, a_global_by_globals, a_class_and_an_instance, events],
)
def test_what_the_run_makes_is_made_of_other_arguments(function, guards):
    replay = to_source(track(function, 2), guards=guards).function
    assert [replay(a) for a in (2, 3)] == [function(a) for a in (2, 3)]


class One:
    def f(self):
        return 1

    def __call__(self):
        return 3


class Two:
    def f(self):
        return 2

    def __call__(self):
        return 4


@pytest.mark.parametrize(
    "called",
    [lambda a: [One(), Two()][a].f(), lambda a: [One().f, Two().f][a](), lambda a: [One(), [], Two()][a]() if a else 1,
     lambda a: [lambda: 1, lambda: 2][a](), lambda a: [One(), Two()][a]()],
)  # fmt: skip
def test_guards_see_that_another_function_is_called(called):
    function = to_source(track(called, 0), guards=True).function
    assert function(0) == called(0)
    with pytest.raises(AssertionError):
        function(1)


def test_guards_see_the_end_of_loops_and_what_is_not_raised():
    def turns(a):
        total = 0
        for i in range(a):
            total += i
        return total

    replay = to_source(track(turns, 2), guards=True).function
    assert replay(2) == 1
    for other in (1, 3):
        with pytest.raises(AssertionError):
            replay(other)

    def divide(a, b):
        return a // b

    with pytest.raises(AssertionError, match="nothing was raised here: the arguments take another path"):
        to_source(record_of(divide, 1, 0)).function(4, 2)


def test_a_call_within_a_record():
    def outer(x):
        return inner(x, y=2) + 1

    def inner(x, *, y):
        return x * y

    nested = next(node for node in track(outer, 3) if isinstance(node, irtrack.NestedCallNode))
    assert to_source(nested).function(4, y=5) == 20


def calls_super(a, b):
    class Base:
        def __init__(self, x):
            self.x = x

        def __len__(self):
            return self.x + b

    class Derived(Base):
        def __init__(self, x):
            super().__init__(x * 2)
            self.lengths = [x]

        def __len__(self):
            self.lengths.append(super().__len__())
            return self.lengths[-1]

    made = Derived(a)
    return len(made), made.lengths, len(made) > b


def calls_super_behind_an_operation(a, b):
    class Doubling(collections.UserDict):
        def __setitem__(self, key, value):
            super().__setitem__(key, value * 2)

    made = Doubling(x=a)
    made["y"] = b
    made.update(z=a)
    return made.data, len(made), made.get("q", b), "x" in made


def prints_elsewhere(a, b):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        print(a)
        sys.stdout.write(str(b))
    return out.getvalue()


@pytest.mark.parametrize("f", [calls_super, calls_super_behind_an_operation, prints_elsewhere])
def test_the_source_of_an_updated_record(f):
    """It does not show what ran within its primitives."""
    record = track(f, 2, 5)
    for arguments in ((5, 4), (3, 5)):
        new = record.update({record[2]: arguments[0], record[3]: arguments[1]})
        assert to_source(new).function(*arguments) == f(*arguments)
    assert to_source(record).function(2, 5) == f(2, 5)


def prints_what_is_behind_stars(a, b):
    out, rows, seen = io.StringIO(), iter([a, b]), []
    print(*[a, b], file=out)
    print(a, file=out)
    print(*rows)
    print(*map(seen.append, [b]))
    return out.getvalue(), list(rows), seen


def test_what_a_print_does_besides_is_in_the_source(capsys):
    source = to_source(track(prints_what_is_behind_stars, 2, 5))
    assert source.function(2, 5) == prints_what_is_behind_stars(2, 5)
    assert source.function(7, 1) == prints_what_is_behind_stars(7, 1)


@functools.singledispatch
def described(x):
    return "anything"


@described.register(int)
def _(x):
    return ["int", x]


CACHE: dict[Any, Any] = {}


def kept(a, b):
    try:
        return CACHE[type(a), a, b]
    except KeyError:
        CACHE[type(a), a, b] = a * b
        return [a, b, a * b]


def test_a_cache_outside_that_the_first_run_has_filled():
    """It cannot be set back; what raised then does not raise now. Other arguments are told why."""
    record = track(described, 5)
    assert to_source(record).function(5) == ["int", 5] == to_source(record).function(5)
    replay = to_source(track(kept, 2, 3)).function
    assert replay(2, 3) == [2, 3, 6] == replay(2, 3)
    kept(7, 3)
    with pytest.raises(AssertionError, match="nothing was raised here: the arguments take another path, or CACHE is "
                       "not what it was when this was recorded"):  # fmt: skip
        replay(7, 3)


def leaves_a_generator(a, b):
    log = []

    @contextlib.contextmanager
    def noted(n):
        log.append(n)
        try:
            yield n * 2
        finally:
            log.append(-n)

    def steps():
        with contextlib.ExitStack() as stack:
            yield stack.enter_context(noted(a))
            yield stack.enter_context(noted(b))

    going = steps()
    first = next(going)
    going.close()
    return first, log


def test_a_generator_that_is_closed_within_an_exit_stack():
    """`ExitStack.__exit__` asks which exception is being handled: that is no result which only the record knows."""
    record = track(leaves_a_generator, 2, 5)
    assert to_source(record).function(2, 5) == leaves_a_generator(2, 5)
    new = record.update({record[2]: 3, record[3]: 4})
    assert new.value == leaves_a_generator(3, 4) == to_source(new).function(3, 4)
    before = to_source(record)  # all has been looked at now
    assert before == to_source(track(leaves_a_generator, 2, 5))
    assert before.function(2, 5) == leaves_a_generator(2, 5)


def test_parameters_may_have_any_name():
    def odd(list, /, v1, *args, len=3, **isinstance):
        return [*list, v1, *args, len, *isinstance]

    assert to_source(track(odd, [1], 2, 3, k=4)).function([1], 2, 3, k=4) == [1, 2, 3, 3, "k"]


@pytest.mark.parametrize("function", [*INFIX, *PREFIX], ids=lambda function: function.__name__)
def test_operators_say_what_they_do(function):
    texts = ["a", "b"] if function in INFIX else ["a"]
    text = operation(function, texts)
    if text is None:
        assert function.__name__.startswith("i")  # in place, which is a statement
    elif function.__name__ != "matmul":
        assert eval(text, {"a": 6, "b": 2}) == function(*[6, 2][: len(texts)])


def test_helpers_of_forms_exist():
    for form in FORMS.values():
        name = form.write(["a", "b", "c", "d"]).partition("(")[0]
        assert not name.startswith("_") or name in HELPERS


# -- wrong use --------------------------------------------------------------------------------------------------------


class Bare:
    pass


def named(**names):
    return names


def is_refused(call, names):
    try:
        return call(1, **{names: 2})
    except TypeError as error:
        return str(error)


def twice_or_once(a, b):
    try:
        return named(**{a: 1}, **{b: 2})
    except TypeError:
        return "twice"


@pytest.mark.parametrize("call", [Bare, named, dict])
@pytest.mark.parametrize("guards", [False, True])
def test_a_call_refuses_keywords_where_it_did(call, guards):
    run = to_source(track(is_refused, call, 1), guards=guards).function
    assert run(call, 1) == is_refused(call, 1)


def test_keywords_that_come_twice_are_refused():
    assert to_source(track(twice_or_once, "a", "b")).function("a", "c") == {"a": 1, "c": 2}
    with pytest.raises(TypeError, match="multiple values for keyword argument 'a'"):
        to_source(track(twice_or_once, "a", "b")).function("a", "a")


def test_errors():
    with pytest.raises(TypeError, match=r"to_source\(\) takes a node, as track\(\) returns it, not int 5"):
        to_source(5)
    with pytest.raises(TypeError, match="takes the node of a call that was entered, not the root; it is written in C"):
        to_source(track(abs, 1))
    with pytest.raises(TypeError, match=r"takes the node of a call that was entered, not @2$"):
        to_source(track(h.h, 2.0, 2)[2])


def test_what_walks_along_a_traceback_is_called_as_it_is():
    def fails(n):
        return 1 / n if n == 0 else fails(n - 1)

    def f(n):
        try:
            fails(n)
        except ZeroDivisionError as error:
            traceback.clear_frames(error.__traceback__)  # in a replay there are fewer frames
            return str(error)

    assert to_source(track(f, 3)).function(3) == f(3)


def test_names_of_its_frame_for_which_none_are_given():
    def f(a):
        return eval("a + 1", None, None)

    def g(a):
        return f(a) * 2

    assert to_source(track(g, 3)).function(3) == 8


class Doubles:
    def __add__(self, other):
        return 2 * other

    def __enter__(self):
        return 2

    def __exit__(self, *error):
        pass

    def __getattr__(self, name):
        return "no " + name


class Triples(Doubles):
    def __add__(self, other):
        return 3 * other

    def __enter__(self):
        return 3

    def __getattr__(self, name):
        return "none of " + name


def entered(one):
    with one as number:
        return number


@pytest.mark.parametrize("f", [lambda one: one + 5, entered, lambda one: one.missing])
def test_guarded_operations_of_other_classes(f):
    replay = to_source(track(f, Doubles()), guards=True).function
    assert replay(Triples()) == f(Triples()) != f(Doubles())


def test_a_guarded_loop_that_would_go_on_with_none():
    def count(items):
        number = 0
        for _ in items:
            number += 1
        return number

    replay = to_source(track(count, [1]), guards=True).function
    assert replay([5]) == 1
    with pytest.raises(AssertionError):
        replay([5, None])


def test_a_view_that_was_dropped_does_not_keep_the_size():
    def grown(a):
        data = bytearray(b"ab")
        view = memoryview(data)
        part = view[1:]
        first = view[0] + part[0]
        view = part = None
        data.extend(b"c")
        return bytes(data), first + a

    record = track(grown, 1)
    for guards in (False, True):
        assert to_source(record, guards=guards).function(1) == record.value == grown(1)


MISSING = ("missing",)  # of which another one is equal


def test_a_global_is_the_one_that_the_program_has():
    def f(a):
        return list(filter(lambda x: x is not MISSING, [a, MISSING]))

    record = track(f, 1)
    assert record.value == [1]
    assert to_source(record).function(1) == [1]


def test_a_global_that_is_stored_as_an_attribute_of_its_module():
    def by_module(a):
        module = sys.modules[__name__]
        module.stored_there = a
        return stored_there  # noqa: F821  stored above

    def by_builtins(a):
        builtins.stored_there = a
        try:
            return stored_there  # noqa: F821  stored above
        finally:
            del builtins.stored_there

    try:
        for f in (by_builtins, by_module):
            assert to_source(track(f, 2), guards=True).function(9) == 9
    finally:
        globals().pop("stored_there", None)


def test_what_computes_with_a_time_that_it_is_given():
    def f(hour):
        then = time.struct_time((2024, 5, 1, hour, 0, 0, 2, 122, 0))
        return then.tm_hour, time.strftime("%H", then)

    assert to_source(track(f, 3)).function(7) == (7, "07")


def test_the_guard_of_a_function_that_has_a_self_of_its_own():
    def g(x):
        return x + 1

    g.__self__ = "anything"

    class Holder:
        pass

    def f(o, x):
        h = o.f
        return h(x)

    o = Holder()
    o.f = g
    function = to_source(track(f, o, 5), guards=True).function
    assert function(o, 6) == 7
    o.f = Holder
    with pytest.raises(AssertionError):
        function(o, 6)
