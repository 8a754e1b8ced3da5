"""An interrupt at any moment comes out as it is, and leaves nothing behind.

Timers raise KeyboardInterrupt at random moments of running, rewriting, decoding and printing. It has to come out of
irtrack as the same exception; afterwards the next recording works, the blocks that the program entered were left
through their `finally`, its functions are what they were, and so is the state of the interpreter. There are more than
1,000 interrupts in all.
"""

import contextlib
import gc
import random
import signal
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
from outcomes import all_nodes, printed
from test_stdlib import codes_in

import irtrack
from irtrack.record import garbage, recorder
from irtrack.record.log import lock
from irtrack.record.nodes.kinds import GapNode
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node

SECONDS = 90.0  # at most, of each kind; a loaded machine takes long
AGAIN = 5.0  # seconds until a second interrupt, which comes only if the first did not come out

SOURCE = """
import contextlib
import threading

open_blocks = 0
registry = []
lock = threading.Lock()


class Shape:
    scale = 2

    def __init__(self, width):
        self.width = width

    def area(self):
        return self.width * self.scale

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def larger(one, other):
        return one if one.area() > other.area() else other

    @property
    def half(self):
        return self.width / 2

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class Square(Shape):
    def __init__(self, width):
        super().__init__(width)
        registry.append(self.area)


def guarded(n):
    global open_blocks
    try:
        open_blocks = 1
        with Shape(n) as shape:
            if n % 3 == 0:
                raise ValueError(n)
            return shape.area()
    except ValueError as error:
        return len(error.args)
    finally:
        open_blocks = 0  # nothing is called here: an operator could be cut within (docs/limits.md, signals)


def numbers(n):
    for i in range(n):
        yield i


def closure(n):
    def add(x):
        return x + n

    return add


def choose(n):
    total = 0
    while n > 0:
        n -= 1
        if n % 2:
            continue
        total += [x * x for x in range(3)][-1]
        if total > 1000:
            break
    else:
        total += 1
    return total


def main(n=4):
    registry.clear()
    total = 0
    for i in range(n):
        total += guarded(i)
        total += Shape.larger(Square(i), Shape.unit()).area()
        total += closure(i)(1) + choose(i)
    total += sum(numbers(3)) + len(sorted([3, 1, 2], key=closure(1)))
    registry.append(closure(total))
    return total


def forever():
    while True:
        main()
"""


def small(x: int) -> int:
    y = x
    for i in range(2):
        y += twice(i)
    return y


def twice(x: int) -> int:
    return x * 2


# -- interrupting -----------------------------------------------------------------------------------------------------


class Interrupts:
    """Raises KeyboardInterrupt in what it runs, once a run, and counts what became of it.

    One that was swallowed is followed by another, so that nothing runs forever.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.armed = False
        self.raised: KeyboardInterrupt | None = None
        self.where = "nowhere"
        self.count = 0
        self.swallowed: list[str] = []
        self.changed: list[BaseException] = []

    def handler(self, signum: int, frame: FrameType | None) -> None:
        if self.armed:
            self.count += 1
            if self.raised is not None:
                self.swallowed.append(self.where)
            if frame is not None:
                self.where = f"{frame.f_code.co_qualname}:{frame.f_lineno}"
            self.raised = KeyboardInterrupt()
            raise self.raised

    def run(self, action: Callable[[], Any], longest: float) -> KeyboardInterrupt | None:
        """Run `action`; returns the interrupt that came out of it, if one did."""
        self.raised = caught = None
        try:
            try:
                self.armed = True
                signal.setitimer(signal.ITIMER_REAL, self.random.uniform(1e-6, longest), AGAIN)
                action()
            finally:
                self.armed = False
                signal.setitimer(signal.ITIMER_REAL, 0)
        except KeyboardInterrupt as error:
            caught = error
        except BaseException as error:
            self.changed.append(error)
            return None
        if caught is not self.raised:
            self.swallowed.append(self.where)
        return caught


@pytest.fixture(autouse=True)
def no_callbacks() -> Iterator[None]:
    """CPython swallows what is raised in a callback of the collector, and hypothesis has one."""
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    yield
    gc.callbacks[:] = callbacks


@pytest.fixture
def interrupts(request: pytest.FixtureRequest) -> Iterator[Interrupts]:
    if not hasattr(signal, "setitimer"):
        pytest.skip("there are no timers that send signals on this system")
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals come to the main thread, and this is another")
    if signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0):
        pytest.skip("somebody else uses the timer")
    made = Interrupts(1)
    before = signal.signal(signal.SIGALRM, made.handler)
    hook, sys.unraisablehook = sys.unraisablehook, lambda *_: None  # what is swallowed is counted, and says where
    thresholds = gc.get_threshold()
    try:
        yield made
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook
        gc.set_threshold(*thresholds)


# -- what must be left as it was --------------------------------------------------------------------------------------


def state() -> dict[str, Any]:
    """What a run might leave behind in the interpreter."""
    return {
        "thresholds": gc.get_threshold(),
        "collector": gc.isenabled(),
        "callbacks": list(gc.callbacks),
        "trace": sys.gettrace(),
        "profile": sys.getprofile(),
        "recursion limit": sys.getrecursionlimit(),
        "excepthook": sys.excepthook,
        "handled": sys.exc_info(),
        "threads": threading.active_count(),
        "lock": repr(lock),  # with its owner, and how often it took it
    }


def functions_in(namespace: dict[str, Any], filename: str) -> list[FunctionType]:
    """All functions of the file that can be reached from a module's globals."""
    found: list[FunctionType] = []
    seen: set[int] = set()
    stack: list[Any] = [value for name, value in namespace.items() if name != "__builtins__"]
    while stack:
        value = stack.pop()
        if id(value) in seen or isinstance(value, (ModuleType, CodeType, str, int, Node)):
            continue
        seen.add(id(value))
        if isinstance(value, FunctionType):
            if value.__code__.co_filename != filename:
                continue
            found.append(value)
            stack += [value.__closure__, value.__defaults__, value.__kwdefaults__, value.__dict__]
        elif not isinstance(value, type) or value.__module__ == namespace["__name__"]:
            stack += gc.get_referents(value)
    return found


def longest_of(action: Callable[[], Any]) -> float:
    """How long it takes, and a little more."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return 1.1 * statistics.median(times)


class Program:
    """A module made anew, with code that nobody has seen before."""

    number = 0

    def __init__(self, code: CodeType | None = None) -> None:
        Program.number += 1
        self.filename = f"<interrupted {Program.number}>"
        self.code = code or compile(SOURCE, self.filename, "exec")
        self.filename = self.code.co_filename
        self.codes = set(codes_in(self.code))
        self.namespace: dict[str, Any] = {"__name__": f"interrupted_{Program.number}"}
        exec(self.code, self.namespace)
        self.main: FunctionType = self.namespace["main"]

    def assert_unchanged(self, where: str) -> None:
        functions = functions_in(self.namespace, self.filename)
        assert len(functions) >= 14
        for function in functions:
            assert any(function.__code__ is code for code in self.codes), f"{function} has another code now"
        assert self.namespace["open_blocks"] == 0, f"a finally was passed over after an interrupt in {where}"


def assert_all_came_out(interrupts: Interrupts, wanted: int) -> None:
    assert interrupts.changed == []
    swallowed = f"{len(interrupts.swallowed)} of {interrupts.count} were swallowed, in {Counter(interrupts.swallowed)}"
    assert interrupts.swallowed == [], swallowed
    assert interrupts.count >= wanted, f"only {interrupts.count} came in time"


def interrupted(
    interrupts: Interrupts, wanted: int, action: Callable[[], Any], longest: float, after: Callable[[Any], None]
) -> None:
    """Interrupt `action` again and again; each time, and at the end, everything is as it was."""
    expected = printed(irtrack.track(small, 1))
    gc.collect()
    before = state()
    thresholds = gc.get_threshold()
    pool = len(recorder._pool)
    end = time.monotonic() + SECONDS
    while interrupts.count < wanted and time.monotonic() < end:
        error = interrupts.run(action, longest)
        assert gc.get_threshold() == thresholds, f"after an interrupt in {interrupts.where}"
        node = irtrack.track(small, 1)
        assert printed(node) == expected, f"after an interrupt in {interrupts.where}"
        assert state() == before, f"after an interrupt in {interrupts.where}"
        if error is not None:
            after(error)
        del error, node
    assert len(recorder._pool) <= pool + 2, "recorders pile up"
    assert irtrack.track(small, 1).value == small(1)
    assert_all_came_out(interrupts, wanted)


@pytest.mark.parametrize("step", [garbage.begin, garbage.end])
def test_an_interrupt_where_thresholds_are_set(step):
    thresholds = gc.get_threshold()
    interrupted_at = set()

    def trace(frame, event, argument):
        place = event, frame.f_lineno
        if frame.f_code is step.__code__ and event in ("call", "line") and place not in interrupted_at:
            interrupted_at.add(place)
            raise KeyboardInterrupt
        return trace

    for _ in range(30):
        sys.settrace(trace)
        with contextlib.suppress(KeyboardInterrupt):
            irtrack.track(small, 1)
        sys.settrace(None)
        assert gc.get_threshold() == thresholds, interrupted_at
        assert not garbage._running
    assert len(interrupted_at) >= 4
    assert irtrack.track(small, 1).value == small(1)


def test_an_interrupt_where_thresholds_are_set_back(monkeypatch):
    thresholds = gc.get_threshold()
    calls = []

    def interrupted_at_the_second() -> tuple[int, int, int]:
        calls.append(gc.get_threshold())
        if len(calls) == 2:
            raise KeyboardInterrupt
        return calls[-1]

    monkeypatch.setattr(garbage, "get_threshold", interrupted_at_the_second)
    with pytest.raises(KeyboardInterrupt), garbage.rarely():
        pass
    assert [found[1] for found in calls] == [thresholds[1], garbage.RARELY]
    assert gc.get_threshold() == thresholds


# -- the kinds --------------------------------------------------------------------------------------------------------


def test_the_plain_program_survives_interrupts(interrupts):
    program = Program()

    def after(error: BaseException) -> None:
        program.assert_unchanged(interrupts.where)

    interrupted(interrupts, 200, program.namespace["forever"], 1e-3, after)


def test_interrupts_while_the_program_runs(interrupts):
    program = Program()
    irtrack.track(program.main)

    def after(error: BaseException) -> None:
        node = irtrack.trace_of(error)
        assert node is None or node.function.value is program.namespace["forever"]
        if node is not None:
            for _ in zip(range(200), all_nodes(node), strict=False):  # decoding never raises
                pass
        program.assert_unchanged(interrupts.where)

    interrupted(interrupts, 300, lambda: irtrack.track(program.namespace["forever"]), 2e-3, after)
    assert irtrack.track(program.main).value == program.main()


def test_interrupts_at_the_begin_and_the_end_of_recordings(interrupts):
    def action() -> None:
        for _ in range(100):
            irtrack.track(small, 1)
            irtrack.track(twice, 1)

    irtrack.track(small, 1)
    interrupted(interrupts, 400, action, longest_of(action), lambda error: None)


def test_interrupts_while_code_is_rewritten(interrupts):
    programs: list[Program] = []
    plain = Program().main()

    def fresh() -> None:
        programs.append(Program())

    def action() -> None:
        irtrack.track(programs[-1].main)

    def timed() -> None:
        fresh()
        action()

    longest = longest_of(timed)
    fresh()

    def after(error: BaseException) -> None:
        program = programs.pop()
        program.assert_unchanged(interrupts.where)
        node = irtrack.track(program.main)  # what was half rewritten is whole now
        assert node.value == plain
        assert not any(isinstance(child, GapNode) for child in node.children)
        fresh()

    interrupted(interrupts, 120, action, longest, after)


class TimeIsUpError(Exception):
    pass


def alarmed(run: Callable[[], Any], delays: Iterable[float]) -> int:
    """How many of the runs of `run`, one for each delay in seconds, end by an alarm whose handler raises."""

    def handler(number: int, frame: FrameType | None) -> None:
        raise TimeIsUpError

    came = 0
    before = signal.signal(signal.SIGALRM, handler)
    try:
        for delay in delays:
            try:
                signal.setitimer(signal.ITIMER_REAL, delay)
                run()
                assert signal.setitimer(signal.ITIMER_REAL, 0)[0] > 0, "what the handler raised is lost"
            except TimeIsUpError:
                came += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return came


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_what_a_signal_handler_raises_while_a_record_is_looked_at_comes_through():
    def add(count: int) -> int:
        total = 0
        for k in range(count):
            total += k
        return total

    node = irtrack.track(add, 20_000)

    def look() -> None:
        assert irtrack.check(node) == []

    assert alarmed(look, [0.005 + k * 1e-3 for k in range(20)]) > 0
    look()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers that send signals")
def test_what_a_signal_handler_raises_is_not_taken_for_our_own():
    def run() -> None:
        for _ in range(200):

            class Made:  # of each irtrack has to learn how it adds, and what its length is
                def __add__(self, other: object) -> int:
                    return 1

                def __len__(self) -> int:
                    return 2

            Made() + 1
            len(Made())

    assert alarmed(lambda: irtrack.track(run), [0.001 + k * 1e-4 for k in range(60)]) > 0
    irtrack.track(run)


def test_interrupts_while_a_record_is_decoded(interrupts):
    program = Program()
    whole = len(list(all_nodes(irtrack.track(program.main, 2))))
    made: list[Node] = []

    def action() -> None:
        made[:] = [irtrack.track(program.main, 2)]
        for _ in all_nodes(made[0]):
            pass

    def after(error: BaseException) -> None:
        if made and isinstance(made[0], NestedCallNode):
            nodes = list(all_nodes(made[0]))
            assert not any(isinstance(node, GapNode) for node in nodes)
            assert len(nodes) == whole

    interrupted(interrupts, 150, action, longest_of(action), after)
    program.assert_unchanged(interrupts.where)


def test_interrupts_while_a_record_is_lifted_and_printed(interrupts):
    made: list[Node] = []

    def action() -> None:
        made[:] = [irtrack.track(Program().main, 1)]
        printed(made[0])

    def after(error: BaseException) -> None:
        if made and made[0].value is not None:
            assert not any(isinstance(node, GapNode) for node in all_nodes(made[0]))

    interrupted(interrupts, 50, action, longest_of(action), after)


@pytest.mark.skipif(sys.version_info < (3, 15), reason="CPython closes this gap from 3.15 on")
def test_an_interrupt_in_enter_does_not_skip_exit() -> None:
    testing = pytest.importorskip("_testinternalcapi", reason="this Python ships without CPython's own tests")
    manager = testing.SelfInterruptingContextManager()

    def enter() -> bool:
        try:
            with manager:
                return bool(manager.within())
        except KeyboardInterrupt:
            return bool(manager.within())

    for _ in range(5):
        assert enter() is False
        assert irtrack.track(enter).value is False
