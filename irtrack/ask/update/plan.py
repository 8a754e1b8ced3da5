"""Which units have to run again if some nodes have other values: by data, as far as the recorded path goes.

An object is *renewed* if a unit that runs again writes to it, or reads it although it has changed since. Then it is
made anew, with all that was written to it, and all that has it runs again.
"""

from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from ...record.classes import is_a, mro
from ...record.nodes.kinds import (
    ArgumentNode,
    ConstantNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from ...record.values import Dropped, callable_name
from .called import TooMuch
from .copies import result_of
from .history import History, Key, is_open
from .touch import LOOKING, SHALLOW, called, held_by, is_object, is_shared, key_of, operands_of, uses_lock


class Signal(Exception):
    """None of the program's: one by which an update leaves its own frames."""


class Again(Signal):
    """More is known than when the attempt began, see `History.unfollowed`: begin again."""


class Impossible(Signal):
    """Why only all can run again."""


class Renewal:
    """`units`: what runs again; `renewed`: the keys of the objects that are made anew. `changed`: the nodes that have
    other values, which only run again for what they write; `uncertain`: those of which nobody knows.

    `grown`: lists to which the run only appended, and which it read when they were complete: by the units that append
    the places of what these append. Such a list is copied, and only what is appended otherwise is put in its place;
    unless it is one of `rebuilt`.
    """

    def __init__(
        self,
        history: History,
        changed: Iterable[Node],
        renewed: Iterable[Key] = (),
        uncertain: Iterable[Node] = (),
        rebuilt: Iterable[Key] = (),
    ) -> None:
        self.history = history
        self.units: set[Node] = set()
        self.renewed: set[Key] = set()
        self.rebuilt = set(rebuilt)
        self.grown: dict[Key, dict[Node, int]] = {}
        self._waiting: list[Node] = []
        self._returned: set[Node] = set()  # calls gone through that return another value
        self.changed = set(changed)
        for node in self.changed:
            if is_object(node.value) and history.maker.get(key_of(node.value)) is node:  # all happens to another object
                self.rebuilt.add(key_of(node.value))
                self._renew(key_of(node.value))
            self._has_changed(node)
        self.uncertain = set(uncertain)
        for node in self.uncertain:
            self._add(node)
            self._has_changed(node)
        for key in renewed:
            self._renew(key)
        self._ask_again()
        while self._waiting:
            unit = self._waiting.pop()
            if unit in self._returned:
                self._has_changed(unit)
            else:
                self._run(unit)
            if not self._waiting:
                self._ask_again()
        self._check_looking()

    def _again(self) -> list[Node]:
        return [unit for unit in (*self.units, *self.changed) if unit in self.history.time]

    def _ask_again(self) -> None:
        """What asks for the exception that is handled names none: it runs again behind what raises again."""
        time = self.history.time
        again = self._again() if self.history.asking else []
        raised = [unit for unit in again if isinstance(unit, RaiseNode) or issubclass(type(unit.value), BaseException)]
        for node in self.history.asking:
            if any(time[unit] < time[node] for unit in raised):
                self._add(node)

    def _check_looking(self) -> None:
        """Nor does what asks for the variables of its frame name these."""
        time, looking = self.history.time, self.history.looking
        again = self._again() if looking else []
        for node in looking:
            if any(unit.parent is node.parent and time[unit] < time[node] for unit in again):
                raise Impossible(f"{callable_name(node._operands[0].value)}() looks at the frame that calls it")

    def _add(self, node: Node) -> None:
        """A node runs again, with the unit that it is part of."""
        unit = self.history.unit.get(node, node)
        if unit not in self.units and (unit not in self.changed or self.history.has_effects(unit)):
            self.units.add(unit)
            if not (isinstance(unit, NestedCallNode) and self.history.is_open(unit)):  # whose own units tell
                self._waiting.append(unit)

    def _has_changed(self, node: Node) -> None:
        """A node has another value: so have those that refer to it."""
        history = self.history
        for reader in history.readers.get(node, ()):
            self._add(reader)
            if isinstance(reader, NestedCallNode) and history.is_open(reader):
                for argument in passed(reader, node):
                    self._add(argument)
        parent = node.parent
        name = node.name if isinstance(node, ArgumentNode) and not node._operands else ""
        if isinstance(parent, NestedCallNode) and name in parent.template.code.co_cellvars:
            self._renew(history.key_of_name(parent, name))
        if isinstance(parent, NestedCallNode) and result_of(parent) is node and parent is not history.root:
            self._add(parent)
            if history.is_open(parent) and parent not in self._returned and parent not in self.changed:
                self._returned.add(parent)
                self._waiting.append(parent)

    def _run(self, unit: Node) -> None:
        history = self.history
        self._has_changed(unit)
        nodes = [unit, *history.inside.get(unit, ())]
        key = key_of(unit.value)
        if is_object(unit.value) and history.maker.get(key) is unit:
            self._renew(key)
        for node in nodes:
            if uses_lock(node):
                raise Impossible("a part of it takes or leaves a lock, which other parts have to find as they left it")
            if isinstance(node, SpecialCallNode) and node.name in ("store", "delete"):
                self._renew(history.key_of_name(node.parent, node._operands[0].value))
            for key in history.written.get(node, ()):
                self._renew(key)
        if isinstance(unit, ArgumentNode):
            return
        for node in nodes:
            for operand in operands_of(node):
                if type(operand.value) is Dropped and isinstance(operand, Node):
                    self._get_again(operand)
            for key in self._read(node):
                writes = history.writes.get(key)
                # what came from outside may not be as it was then, whenever the run wrote to it
                if writes and (writes[-1][0] > history.time[unit] or history.is_from_outside(key)):
                    self._renew(key)

    def _get_again(self, node: Node) -> None:
        """Let what gave something that was not kept run again."""
        waiting = [node]
        for one in waiting:
            if one in self.changed:
                continue
            given: tuple[Operand, ...] = ()
            if isinstance(one, NestedCallNode) and self.history.is_open(one):
                last = result_of(one)
                given = last._operands if last is not None else ()
            else:
                self._add(one)
            if isinstance(one, ArgumentNode):
                call = one.parent
                if call is self.history.root and not one._operands:
                    raise Impossible(not_kept(one))
                given = one._operands or (call._operands if call is not None else ())
            waiting += [o for o in given if isinstance(o, Node) and type(o.value) is Dropped and o not in waiting]

    def _read(self, node: Node) -> list[Key]:
        try:
            values, is_shallow = self._given_to(node)
            keys = [key_of(value) for value in (values if is_shallow else held_by(values)) if is_object(value)]
        except TooMuch:
            raise Impossible("a statement that has to run again reads too much") from None
        return [*keys, *map(key_of, self._shared(values))]

    def _given_to(self, node: Node) -> tuple[list[Any], bool]:
        """What a node gets, and whether it looks into no more than that itself. Raises TooMuch."""
        values = [operand.value for operand in operands_of(node)]
        is_shallow = isinstance(node, SpecialCallNode) and node.name not in ("extend", "update", "merge", "string")
        if isinstance(node, PrimitiveCallNode):
            call = called(node)
            values += call.passed
            is_shallow = call.does in SHALLOW
        return values + self.history.views.memory_of(values), is_shallow

    def _shared(self, values: list[Any]) -> Iterator[Any]:
        """Whose attributes those of values may be: of classes; and the functions among them, which may be called."""
        for value in values:
            cls = type(value)
            if cls is FunctionType:
                yield value
            yield from filter(is_shared, (value, *mro(cls), *(mro(value) if issubclass(cls, type) else ())))

    def looks_into(self, node: Node, changed: set[Key], known: dict[int, bool]) -> bool:
        """Does a node look into one of the objects, and not only pass it on? It looks into functions that it calls, and
        classes, too. `known`: by ids of values, whether these hold one of the objects, as far as that was asked.
        """
        if isinstance(node, (ArgumentNode, ReturnNode, ConstantNode)):
            return False
        passes_on = isinstance(node, NestedCallNode) and self.history.is_open(node)
        passes_on = passes_on or (isinstance(node, SpecialCallNode) and node.name in ("load", "store", "delete"))
        try:
            if isinstance(node, JumpNode):
                values, is_shallow = ([node._condition.value] if node._condition is not None else []), True
            else:
                values, is_shallow = self._given_to(node)
            looked_at = list(self._shared(values))
            if not passes_on:
                looked_at += filter(is_object, values)
                looked_at += [one for value in values for one in self.history.made_of.get(id(value), ())]
                looked_at += [one for value in values if is_a(value, *LOOKING) for one in held_by([value])]
            if any(key_of(one) in changed for one in looked_at):
                return True
            for value in values if not is_shallow and not passes_on else ():
                if id(value) not in known:
                    known[id(value)] = any(key_of(one) in changed for one in held_by([value]))
                if known[id(value)]:
                    return True
        except TooMuch:
            return True
        return False

    def can_renew(self, key: Key) -> bool:
        """Did the run make the object? Raises Impossible where it did not, but has changed it."""
        history = self.history
        seen = {key}
        whole = key
        while history.maker.get(whole) is None and history.part_of.get(whole, whole) not in seen:
            whole = history.part_of[whole]
            seen.add(whole)
        if key in history.places or key in history.own or history.maker.get(whole) is not None:
            return True
        if history.writes.get(key) and not history.is_left_to_chance(key):
            raise Impossible("an object from outside, which the run changed, would have to be as it was")
        return False

    def _renew(self, key: Key) -> None:
        history = self.history
        if key in self.renewed or not self.can_renew(key):
            return
        self.renewed.add(key)
        if history.maker.get(key) is None and key in history.part_of:
            self._renew(history.part_of[key])
        maker = history.maker.get(key)
        if maker is not None:
            self._add(maker)
            for owner in self._owners(maker):
                self._renew(owner)
        places = self._places(key, maker) if key not in self.rebuilt else None
        if places is not None:
            self.grown[key] = places
            for unit in history.users[key]:
                if unit not in places:
                    self._add(unit)
            return
        for _, unit in history.writes.get(key, ()):
            self._add(unit)
        for unit in history.users.get(key, ()):
            self._add(unit)
            if key in history.places and isinstance(unit, NestedCallNode) and history.is_open(unit):
                self._add_passed(unit, key)

    def _owners(self, maker: Node) -> list[Key]:
        """Of what an impure primitive has made, as a cursor: what it belongs to, whose state it shares."""
        history = self.history
        given = operands_of(maker) if maker in history.impure else ()
        keys = [key_of(operand.value) for operand in given if is_object(operand.value)]
        return [key for key in keys if history.maker.get(key) in history.impure]

    def _add_passed(self, call: NestedCallNode, key: Key) -> None:
        """The arguments of a call that was passed what a variable has run again."""
        for operand in call._operands:
            name = operand.name if type(operand) is TapeConstant else None
            if name and self.history.key_of_name(call.parent, name.partition(".")[0]) == key:
                for argument in passed(call, operand):
                    self._add(argument)

    def _places(self, key: Key, maker: Any) -> dict[Node, int] | None:
        """Of a list that only grew, and was read when it was complete: by the units that appended, where to."""
        history = self.history
        writes = history.writes.get(key, [])
        if not (isinstance(maker, SpecialCallNode) and maker.name == "list") or not writes or id(maker.value) != key:
            return None
        places: dict[Node, int] = {}
        for place, (_, unit) in enumerate(writes, len(maker._operands)):
            if unit in places or unit in history.inside or not _appends(unit, maker.value):
                return None
            places[unit] = place
        last = writes[-1][0]
        for unit in history.users[key]:
            if unit is not maker and unit not in places and history.time[unit] < last and not _passes_on(unit):
                return None
        return places if len(maker.value) == len(maker._operands) + len(writes) else None


def not_kept(argument: ArgumentNode) -> str:
    """Why a call cannot run again that was passed that."""
    return f"the argument {argument.name} was not kept: give it a value, or record with Context(max_bytes=None)"


def _appends(unit: Node, to: Any) -> bool:
    if isinstance(unit, SpecialCallNode):
        return unit.name == "append" and unit._operands[0].value is to and unit._operands[1].value is not to
    if not isinstance(unit, PrimitiveCallNode) or len(unit._operands) != 3:
        return False
    function, target, value = (operand.value for operand in unit._operands)
    return function is list.append and target is to and value is not to


def _passes_on(unit: Node) -> bool:
    """Does a unit that has an object not look into it?"""
    if isinstance(unit, SpecialCallNode):
        return unit.name in ("load", "store")
    return isinstance(unit, (ArgumentNode, JumpNode)) or (isinstance(unit, NestedCallNode) and is_open(unit))


def passed(call: NestedCallNode, operand: Operand) -> list[ArgumentNode]:
    """The arguments of a call's frame that are that operand, or may be had from it."""
    _, names, _ = call._split()
    found: list[ArgumentNode] = []
    for argument in call.children:
        if not isinstance(argument, ArgumentNode) or argument.branch not in (call, None) or argument._operands:
            break
        number = argument.number
        if isinstance(number, str):
            number = len(call._operands) - len(names) + names.index(number) + 1
        if number is None:
            if operand is call._operands[0] and argument.position == 2:  # a bound method
                found.append(argument)
        elif call._operands[number - 1] is operand:
            found.append(argument)
    return found
