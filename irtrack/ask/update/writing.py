"""What runs again or anew may write to objects: these are made anew, so that nothing else is changed by it."""

import contextlib
from collections.abc import Iterable
from types import CellType
from typing import Any, NamedTuple

from ...ir.language import Call, Special, Statement
from ...record.nodes.kinds import RaiseNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from .called import TooMuch, form_calls_nothing, unfolded
from .history import History, Key
from .named import fills_a_cache
from .outside import Callee, Running, makes_anew
from .plan import Impossible, Renewal, Signal
from .results import is_class_of_chance
from .touch import (
    are_same,
    calls_nothing,
    consumed_with,
    held_by,
    is_fixed,
    is_iterator,
    is_of_expression,
    is_used_up,
    key_of,
    written_by,
    written_by_callbacks,
)
from .watch import Watch

_OUTSIDE = "what runs anew may write to an object from outside that the run has used"
WRITTEN = "what runs anew has written to an object from outside, and would have to do so again"


class Restart(Signal):
    """More has to be made anew than was known: the keys of objects, calls whose values are uncertain, lists that have
    to grow again.
    """

    def __init__(self, keys: Iterable[Key] = (), calls: Iterable[Node] = (), rebuilt: Iterable[Key] = ()) -> None:
        self.keys = frozenset(keys)
        self.calls = frozenset(calls)
        self.rebuilt = frozenset(rebuilt)


class Known(NamedTuple):
    """What an impure primitive gave in an earlier attempt, and for what."""

    operands: tuple[Operand, ...]
    value: Any


class Writing:
    """`changes`: values by nodes of the old record. `ran`: how many statements were executed. `known`: what impure
    primitives gave in an earlier attempt, by the old nodes. `everything`: does all run again?
    """

    def __init__(
        self, history: History, renewal: Renewal, changes: dict[Node, Any], known: dict[Node, Known], everything: bool
    ) -> None:
        self.history = history
        self.renewal = renewal
        self.changes = changes
        self.known = known
        self.everything = everything
        self.ran = 0
        self.makes_views = False  # was anything made that looks into the memory of another object?
        self.seeded: set[int] = set()  # ids of generators of random numbers that are seeded otherwise than they were
        self._now = 0  # the time of the recorded node that is followed
        self.copied: dict[int, Key] = {}  # id of the copy of a list that grows -> the key of that
        self.unpacked: dict[int, tuple[Any, list[Any]]] = {}
        self.made_anew: dict[int, tuple[Any, Any]] = {}  # by ids of cells: those, and in whose place they were made
        self.left: set[Node] = set()  # calls whose frames run on
        self.watch: Watch | None = None  # since code was about to run which nobody has recorded, at the time `_since`
        self._since = 0
        self.touched: set[Node] = set()
        for node in (*renewal.units, *changes, *renewal.uncertain):
            parent: Node | None = node
            while parent is not None and parent not in self.touched:
                self.touched.add(parent)
                parent = parent.parent

    def _check_written(
        self, makes: Any, location: Any, statement: Statement, operands: tuple[Operand, ...], old: Any
    ) -> None:
        """What a statement writes to that is given something else than it was has to be made anew; and all that
        functions of the program may write to which it calls.
        """
        before = old._reads if isinstance(old, RaiseNode) else old._operands
        if self.everything:
            return
        try:
            is_one_step = not issubclass(makes, NestedCallNode) and old not in self.history.inside
            if is_one_step and not old._frames and not are_same(before, operands):
                written = written_by(makes(None, 0, location, old.value, operands, statement), False)
                written += self.history.views.memory_of(written)
                consumed = [part for one in written if is_iterator(one) for part in consumed_with(one)]
                self._check_outside(written)
                if written:
                    self._begin_to_watch()
                self._make_anew([*written, *filter(is_iterator, consumed), *written_by_callbacks(consumed)])
        except TooMuch:
            raise Impossible("a statement that has to run again can write to too much") from None
        values = [operand.value for operand in operands]
        if not isinstance(statement.expression, Special) or not form_calls_nothing(statement.expression.name, values):
            self._check_called(values, isinstance(statement.expression, Call))

    def _check_called(self, values: list[Any], is_call: bool = False) -> None:
        """The functions of the program that C code may call which is given these values: what they may write to has
        to be made anew. They need not have been called when it was recorded.
        """
        call = unfolded(values[0], tuple(values[1:])) if is_call else None
        if self.everything or (call is not None and calls_nothing(call.function, call.passed)):
            return
        possible = self.history.possible
        try:
            reached = list(held_by(values, by_methods=True))
            if reached:
                self._begin_to_watch()
            if possible.may_write(possible.running(reached).all):
                made = values[0] if is_call and issubclass(type(values[0]), type) else None
                passed = values[1:] if made is not None and makes_anew(made) else values
                self._let_run(passed, reached)
        except TooMuch:
            raise Impossible("a statement that has to run again can reach too much") from None

    def _let_run(
        self,
        values: list[Any],
        reached: list[Any],
        calls: Iterable[Node] = (),
        running: tuple[Callee, list[Any]] | None = None,
    ) -> None:
        """Code is about to run that nobody has recorded, and is given values: all that it can reach from these, and so
        may write to, has to be made anew. `running`: the function that goes on, if no other has it, and its arguments.
        """
        history, possible = self.history, self.history.possible
        self._begin_to_watch()
        function, given = running if running is not None else (None, [])
        run = possible.running(reached, function)
        if function is None or not fills_a_cache(function):
            self._check_run(values, reached, run, function, given)
        names = [key for key in history.names_that_may_be_stored() if key not in self.renewal.renewed]
        own = [*reached, *history.views.memory_of(reached), *held_by(history.escaped, by_methods=True)]
        own = [value for value in own if self._is_own(value) and not self._stays_as_it_is(value)]
        around = {id(value) for value in own if type(value) is CellType} - history.own
        if around:
            stored = possible.stored_cells(run.all)
            own = [value for value in own if id(value) not in around or stored is None or id(value) in stored]
        self._make_anew(own, calls, names)

    def _check_run(
        self, values: list[Any], reached: list[Any], run: Running, function: Callee | None, given: list[Any]
    ) -> None:
        """What runs and is given values writes to nothing from outside that is used later."""
        history, possible = self.history, self.history.possible
        found, is_all = [*reached, *run.objects], False
        with contextlib.suppress(TooMuch):  # tables in globals can be large: then what they hold counts as only read
            found, is_all = list(held_by(found, by_methods=True)), True
        called: dict[tuple[int, str], tuple[Any, str]] = {}
        for value, name in possible.found_and_written(run):
            if key_of(value) in history.users and self._is_from_outside(value):
                if not name or not is_all:
                    raise Impossible(_OUTSIDE)
                called[id(value), name] = value, name
        if called:
            of_all = possible.running(found, function)
            if any(possible.writes_if_passed(value, name, found, of_all) for value, name in called.values()):
                raise Impossible(_OUTSIDE)
        self._check_outside(possible.written(found, values, run))
        if function is not None:
            self._check_outside(possible.written_by(function, found, given))

    def _begin_to_watch(self) -> None:
        """Code is about to run of which no table tells all that it writes to."""
        if self.watch is None:
            self.watch, self._since = self.history.watch(), self._now

    def _check_changed(self) -> None:
        """What lies outside was not written to, as far as what is taken over has used it since."""
        history, renewal = self.history, self.renewal
        if self.watch is None or self.everything:
            return
        changed = {key for key in self.watch.changed() if key not in renewal.renewed and not history.is_of_cache(key)}
        if not changed:
            return
        later = [node for node, time in history.time.items() if time > self._since and self._is_taken_over(node)]
        names = [key for key in changed if isinstance(key, tuple) or key in history.places]
        known: dict[int, bool] = {}
        users = {unit for key in names for unit in history.users.get(key, ())}
        if (
            any(map(history.is_read_elsewhere, changed))
            or not users.isdisjoint(later)
            or any(renewal.looks_into(node, changed, known) for node in later)
        ):
            raise Impossible(_OUTSIDE)

    def _is_taken_over(self, node: Node) -> bool:
        unit = self.history.unit.get(node, node)
        return unit not in self.renewal.units and not self._is_left(unit)

    def _stays_as_it_is(self, value: Any) -> bool:
        """Can nothing that runs now change an object itself? What is in a tuple is another matter."""
        writes = self.history.writes.get(key_of(value))
        if is_fixed(value) or is_of_expression(value) or self.history.stays_left_to_chance(value):
            return True
        return is_used_up(value) and (not writes or writes[-1][0] <= self._now)

    def _check_outside(self, written: Iterable[Any]) -> None:
        """What is written to anew has to be of the run, or nothing to what is taken over."""
        for value in written:
            if self._is_from_outside(value) and self._is_used_later(value):
                raise Impossible(_OUTSIDE)

    def _is_used_later(self, value: Any) -> bool:
        """Does what is taken over use an object behind what runs now? A class is used wherever an instance is."""
        history, units = self.history, self.renewal.units
        users = history.users.get(key_of(value), {}) if not issubclass(type(value), type) else history.time
        for node in reversed(users):  # which are in the order of time
            unit = history.unit.get(node, node)
            if history.time.get(unit, 0) <= self._now:
                break
            if unit not in units and not self._is_left(unit):
                return True
        return False

    def _is_left(self, unit: Node) -> bool:
        """Is it of a frame that runs on without its recorded nodes?"""
        parent = unit.parent
        while parent is not None and parent not in self.left:
            parent = parent.parent
        return parent is not None

    def _is_from_outside(self, value: Any) -> bool:
        """Would it have to be as it was, and nobody can make it anew?"""
        if self.history.is_left_to_chance(key_of(value)) or is_class_of_chance(value):
            return False
        return not self._is_own(value)

    def _is_own(self, value: Any) -> bool:
        """Did the run make the object?"""
        try:
            return self.renewal.can_renew(self.copied.get(id(value), key_of(value)))
        except Impossible:
            return False

    def _make_anew(self, values: Iterable[Any], calls: Iterable[Node] = (), names: Iterable[Key] = ()) -> None:
        """Objects are about to be written to: unless they are made anew already, begin again, and let them be. So for
        what calls and names give.
        """
        history, renewal = self.history, self.renewal
        need, rebuilt = set(names), set[Key]()
        for value in values:
            key = self.copied.get(id(value), key_of(value))
            if key in renewal.grown and history.writes[key][-1][0] >= self._now:
                rebuilt.add(key)
            known = key in history.maker or key in history.places
            if known and key not in renewal.renewed and renewal.can_renew(key):
                need.add(key)
        if need or calls or rebuilt:
            raise Restart(need, calls, rebuilt)
