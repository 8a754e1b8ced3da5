"""What a node could have had in the place of what it has, if that is a function: back along what it was computed from.

`handlers[kind]` is another function by another kind; so is what a call returned that has branches, what a block was
passed on another edge, what might have been stored where something was loaded. What holds functions, and C code that
takes them out of it, may give any of them.
"""

import operator
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from types import FunctionType, GeneratorType, MethodDescriptorType
from typing import TYPE_CHECKING, Any

from ...ir.language import Argument, Call, Constant, Operand, Special, Variable
from ..classes import is_a, is_callable, is_fixed, lookup, names_in_c
from ..nodes.kinds import ArgumentNode, JumpNode, PrimitiveCallNode, RaiseNode, ReturnNode, SpecialCallNode, operands_of
from ..nodes.nested import NestedCallNode
from ..nodes.tape import TapeConstant
from .asking import Asking
from .constructing import Constructing
from .definitions import attribute_loaded
from .effects import CALLS
from .effects.attributes import get_attribute
from .effects.mappings import get_item
from .frames import Frame
from .functions import functions_behind, is_called, is_class, method_of, names_in, what_is_called
from .given import has_branches, yielded_at
from .instead import Instead
from .latest import Latest
from .making import TAKING
from .memory import ITEMS
from .necessity import stored_by
from .others import MANY
from .put import might_be
from .roots import MAKING
from .shadows import UNHELD, Shadow, UnmadeFunction, can_change, class_of
from .told import Place

if TYPE_CHECKING:
    from .index import Index

_TURNS = 40  # of a loop, what was computed in which is told apart
_FURTHEST = 40  # nodes from a call back to where its function was made
_HOLDING = list, tuple, dict, set, frozenset, deque


class Choices:
    """For each node: the functions, and objects, that it could have had. None among them is for any; of what is further
    back than 40 nodes, nothing is said.
    """

    def __init__(self, index: "Index") -> None:
        self.index = index
        # by vertices, or by what stands for a name that was loaded without a node: functions, and all
        self.of_functions: dict[int, tuple[Any, ...]] = {}
        self.of_objects: dict[int, tuple[Any, ...]] = {}
        self.places: dict[tuple[Any, ...], Place] = {}  # what operands could be in blocks that did not run
        # by calls, and the ids of places in their code: the nodes found there, and among how many children
        self.runs: dict[tuple[Any, int], tuple[list[Any], int]] = {}
        self._depth = 0

    def are_there(self, operand: Any) -> bool:
        """Is it what something has computed, or stored under a name; not what is always the same?"""
        return type(operand) is not TapeConstant or id(operand) in self.index.constants

    def functions(self, operand: Any) -> tuple[Any, ...]:
        """The functions that an operand could have been in the place of its value."""
        return self._found(operand, self.of_functions)

    def objects(self, operand: Any) -> tuple[Any, ...]:
        """The same, and the objects, also of an operand that has a number, or nothing."""
        return self._found(operand, self.of_objects)

    def _found(self, operand: Any, known: dict[int, tuple[Any, ...]]) -> tuple[Any, ...]:
        if not self.index.whole or not self.are_there(operand):
            return ()
        if type(operand) is TapeConstant:
            key = -id(operand)
        elif hasattr(operand, "_vertex"):
            key = operand._vertex
        else:  # it was not looked at yet
            return (None,)
        found = known.get(key)
        if found is None and not self.index.tells_apart:
            is_passed = type(operand) is not TapeConstant
            is_constant = is_passed and type(self.index.addresses.passed_down(operand)) is TapeConstant
            found = known[key] = () if is_constant else (None,)
        if found is None:
            self.index.spends(3)
            known[key] = ()  # of what it may lead back to
            self._depth += 1
            others = list(self._back(operand, known)) if self._depth < _FURTHEST else []
            self._depth -= 1
            self.index.spends(len(others) // 16)
            is_one = is_called if known is self.of_functions else _is_object
            told_apart = {what_is_called(one): one for one in others if one is None or is_one(one)}
            told_apart.pop(what_is_called(operand.value), None)
            found = known[key] = tuple(told_apart.values())
        return found

    def _back(self, operand: Any, known: dict[int, tuple[Any, ...]]) -> Iterable[Any]:
        """Back along what an operand was computed from, as far as that can be functions, or hold some."""
        index, waiting, seen = self.index, [operand], set[int]()
        is_plain = id(type(operand.value)) in UNHELD  # which other nodes do not hand on
        while waiting and len(seen) < _FURTHEST:
            one = waiting.pop()
            if type(one) is TapeConstant:
                if -id(one) in seen:
                    continue
                seen.add(-id(one))
                writers = [index.nodes[vertex] for vertex in index.constants.get(id(one), ((), ()))[0]]
                waiting += [stored_by(writer) for writer in writers if writer is not None]
                yield from self._instead_of(one)
                continue
            if not hasattr(one, "_vertex") or one._vertex in seen:  # what is not done yet
                continue
            seen.add(one._vertex)
            if one is not operand and one._vertex in known and not is_plain:
                yield from known[one._vertex]
                continue
            yield from self._selected(one, with_objects=known is self.of_objects)
            yield from self._instead_of(one)
            origin = index.origins.get(one._vertex, -1)
            fed = list(self._fed_by(one, origin, operand.value))
            waiting += fed
            if origin < 0:
                for each in fed:
                    yield from self._held_by(each.value)

    def _instead_of(self, node: Any) -> Iterable[Any]:
        """The objects that a node could have had."""
        index = self.index
        if id(type(node.value)) in UNHELD and type(node) in (PrimitiveCallNode, SpecialCallNode):
            objects: dict[int, Any] = {}
            containers: dict[int, Shadow] = {}
            instead = Instead(index, node, objects, containers)
            instead.step(also_plain=True)
            others = ((*objects.values(),), (*containers.values(),)) if not instead.is_any else MANY
        else:
            others = index.addresses.others(node)
        if others is MANY:
            return [None]
        return self.index.each_of(others)

    @staticmethod
    def _items_of(container: Any) -> Iterable[Any]:
        """The items of a dict, list or tuple, by its own methods only."""
        cls = type(container)
        if issubclass(cls, dict):
            return list(dict.values(container))
        kind = list if issubclass(cls, list) else tuple
        return list(islice(kind.__iter__(container), ITEMS)) if issubclass(cls, kind) else ()

    def _held_by(self, value: Any) -> Iterable[Any]:
        """What a container holds or has held."""
        if not issubclass(type(value), _HOLDING):
            return []
        shadow = self.index.known(value)
        held = shadow.ever() if shadow is not None else ()
        return [*held, *self.index.potential.holding.held_by(value)]

    def _selected(self, node: Any, with_objects: bool) -> Iterable[Any]:
        """What a node would have had by another way, index or function."""
        kind = type(node)
        ways: Iterable[tuple[Operand, Frame, Any, int]] = ()
        if kind is ArgumentNode and not isinstance(node.branch, NestedCallNode) and node.branch is not None:
            ways = self._passed(node)
        elif kind is NestedCallNode:
            ways = self._ends(node) if has_branches(node) and not node.template.suspends else ()
            yield from self.index.callees.given_otherwise_by(node)
        elif kind is ReturnNode:  # of a generator: who has asked it has got that
            ways = self._ends(node.parent) if node.parent.template.suspends and has_branches(node.parent) else ()
        elif yielded_at(node) is not None:
            ways = self._yielded(node)
        elif kind is PrimitiveCallNode:
            yield from self._loaded(node)
        for way in ways:
            yield from self._could_be(*way)
            yield from self.could_be(*way) if with_objects else ()

    def _fed_by(self, node: Any, origin: int, sought: Any) -> Iterable[Any]:
        """The nodes from which one has its value, as far as that can be functions, hold some, or is what is `sought`:
        what was stored where it has looked, by `origin`, or else whatever it was computed from.
        """
        index, waiting, seen = self.index, [node._vertex], set[int]()
        named = [one for one in operands_of(node) if id(one) in index.constants]
        yield from [one for one in named if one.value is sought or _may_give(one.value)]
        if origin >= 0:
            writer = index.nodes[origin]
            if writer is not None and stored_by(writer) is not node:
                yield stored_by(writer)
                return
            waiting = [origin]
        elif _gets_method(node):
            return
        for one in waiting:
            for source in index.data[one]:
                fed = index.nodes[source]
                if source in seen:
                    continue
                seen.add(source)
                if fed is node:  # a `yield`, which is sent something else than it gives
                    continue
                if (operand := yielded_at(fed)) is not None:
                    yield from (fed, operand)
                elif fed is None or getattr(fed, "_vertex", -1) != source:  # it has begun
                    waiting.append(source)
                else:  # what gives None may have stored something, or got None
                    given = [fed, stored_by(fed)]
                    yield from [one for one in given if one.value is sought or _may_give(one.value)]
        index.spends(len(seen) // 4)

    # -- other ways ---------------------------------------------------------------------------------------------------

    def _passed(self, argument: ArgumentNode) -> Iterable[tuple[Operand, Frame, Any, int]]:
        """What the edges pass for the argument of a block, and where."""
        frame = self.index.frame_of(argument)
        if frame is None or argument.location is None:
            return
        place = argument.number if isinstance(argument.number, int) else 1
        for operand, block in frame.code.beside.passed_to(argument.location.block, place):
            yield operand, frame, argument, block

    def _yielded(self, node: Any) -> Iterable[tuple[Operand, Frame, Any, int]]:
        """What a generator yields elsewhere."""
        frame, location = self.index.frame_of(node), node.location
        if frame is None or location is None or not has_branches(node.parent):
            return
        for operand, block in frame.code.beside.yielded:
            if block != location.block:
                yield operand, frame, node, block

    def _ends(self, call: NestedCallNode) -> Iterable[tuple[Operand, Frame, Any, int]]:
        """What a call returns at its other ends, or would have in an earlier turn."""
        last = call.children[-1]
        frame = self.index.frame_of(last)
        if frame is None or frame.code.constructs:
            return
        beside = frame.code.beside
        for operand, block in beside.returned:
            if block != getattr(last.location, "block", 0) or beside.is_of_a_loop(operand):
                yield operand, frame, last, block

    def returned(self, call: NestedCallNode) -> Iterable[Any]:
        """The objects that a call would have returned, had its branches gone another way."""
        for end in self._ends(call):
            yield from self.could_be(*end)

    def raised(self, node: RaiseNode) -> Iterable[Any]:
        """The exceptions that a call would have raised that has ended with one, had its branches gone another way."""
        call = node.parent
        if type(call) is not NestedCallNode or call.children[-1] is not node or not has_branches(call):
            return
        frame = self.index.frame_of(node)
        if frame is None:
            return
        for operand, block in frame.code.beside.raised:
            found = self.could_be(operand, frame, node, block)
            yield from [one for one in found if issubclass(class_of(one), BaseException)]

    def would_yield(self, generator: Any) -> Iterable[Any]:
        """The objects that a generator would yield, had its branches gone another way."""
        call = self.index.maker_of(generator) if type(generator) is GeneratorType else None
        last = call.children[-1] if call is not None and has_branches(call) else None
        frame = self.index.frame_of(last) if last is not None else None
        if frame is None:
            return
        for operand, block in frame.code.beside.yielded:
            yield from self.could_be(operand, frame, last, block)

    def yielded(self, node: Any) -> Iterable[Any]:
        """The objects that a generator would have yielded elsewhere."""
        for way in self._yielded(node):
            yield from self.could_be(*way)

    def could_be(self, operand: Operand, frame: Frame, node: Any, block: int) -> Sequence[Any]:
        """What objects an operand can be in a block that did not run, or only in part."""
        if isinstance(operand, Constant):
            return [operand.value]
        self.index.spends(4)
        away, latest, beside = _not_run(node, block), frame.latest(node), frame.code.beside
        found = self._supposed(operand, frame, node, away, latest)
        if _takes_out(beside.expression_of(operand)):
            found = [*found, *self._might_hold(found, node)]
        for one in _handed_on(beside, operand, away, latest):
            runs = [one]  # which could have had others; and those of earlier turns could have been the last ones
            if one.location is not None and beside.is_of_a_loop(Variable(one.location.number)):
                runs = self._runs_of(one)
                found = [*found, *[run.value for run in runs if can_change(run.value)]]
            found = [*found, *[other for run in runs for other in self.objects(run) if other is not None]]
        return found

    def _supposed(
        self, operand: Variable, frame: Frame, node: Any, away: frozenset[int], latest: Latest
    ) -> Sequence[Any]:
        """What objects it is where these blocks have not run, by what variables have and code makes."""
        place = self._place("objects", operand, frame, away)
        told = place.like((), frame, latest)
        if told is not None:
            return told.found
        asking = Asking(self.index.potential, frame, node, away, besides=False)
        found = [*(asking.shared(operand) or ()), *asking.unmade(operand)]
        place.add(asking, (), latest, -1, found)
        return found

    def _might_hold(self, objects: Sequence[Any], node: Any) -> Iterable[Any]:
        """What might have been put into objects, out of which what is sought would be taken, and into those of which
        they were made.
        """
        index = self.index
        for shadow in filter(None, map(index.known, objects)):
            ranges = [(events, shadow.since, len(events.vertices)) for events in shadow.concerning()]
            yield from (might_be(index, ranges) or ()) if ranges else ()
        if hasattr(node, "_vertex"):
            instead = Instead(index, node, {}, {})
            instead.look_behind(objects)
            yield from index.each_of((tuple(instead.objects.values()), tuple(instead.containers.values())))

    def _runs_of(self, last: Any) -> list[Any]:
        """The nodes of a variable, as long as they are few enough to be told apart."""
        call, location, until = last.parent, last.location, last.position
        runs, looked_at = self.runs.get((call, id(location)), ([], 0))
        if looked_at < until and len(runs) <= _TURNS:
            self.index.spends((until - looked_at) // 16)
            fresh = islice(call.children, looked_at, until)
            found = (one for one in fresh if one.location is location and type(one) is not RaiseNode)
            runs += islice(found, _TURNS + 1 - len(runs))
            looked_at = until if len(runs) <= _TURNS else runs[-1].position
            self.runs[call, id(location)] = runs, looked_at
        if looked_at > until:
            runs = [one for one in runs if one.position <= until]
        return runs if len(runs) <= _TURNS else [last]

    def _place(self, what: str, operand: Variable, frame: Frame, away: frozenset[int]) -> Place:
        """Where that is kept which was asked of an operand where these blocks have not run."""
        key = what, operand.number, away, id(frame.code), id(frame.globals)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = Place()
        return place

    def _could_be(self, operand: Operand, frame: Frame, node: Any, block: int) -> list[Any]:
        """What functions an operand can be in a block that did not run."""
        if isinstance(operand, Constant):
            return list(filter(is_called, [operand.value]))
        self.index.spends(4)
        away, latest = _not_run(node, block), frame.latest(node)
        place = self._place("functions", operand, frame, away)
        told = place.like((), frame, latest)
        if told is None:
            asking = Asking(self.index.potential, frame, node, away)
            could_be: Sequence[Any] = list(self.functions_in(asking, operand))
            place.add(asking, (), latest, -1, could_be)
        else:
            could_be = told.found
        found: list[Any] = []
        for one in could_be:
            if isinstance(one, Variable):  # what the latest node of a variable is, or holds, and could have been
                there = latest[one.number]
                found += filter(is_called, (there.value, *self._held_by(there.value)))
                found += self.functions(there)
            else:
                found.append(one)
        return found

    def functions_in(
        self, asking: Constructing, operand: Variable, around: frozenset[int] = frozenset(), *, are_given: bool = False
    ) -> Iterable[Any]:
        """What an operand can be in a block that did not run: functions, and variables that have nodes; without what is
        called on the way, if `are_given`.
        """
        beside = asking.beside
        waiting: list[Operand] = [operand]
        seen = set(around)  # the partials that call it
        while waiting:
            one = waiting.pop()
            if isinstance(one, Constant):
                yield from filter(is_called, [one.value])
                continue
            if one.number in seen:
                continue
            seen.add(one.number)
            if beside.defined[one.number] not in asking.away and asking.has_run(one):
                yield one
                continue
            defined = beside.statement(one.number)
            if isinstance(defined, Argument):
                waiting += beside.incoming(one.number)
                continue
            match defined.expression:
                case expression if (loaded := attribute_loaded(expression)) is not None:
                    owner, name = loaded
                    owners = asking.shared(owner)
                    owners = [*owners, *asking.unmade(owner)] if owners is not None else None
                    yield from [None] if owners is None else [f for one in owners for f in method_of(one, name)]
                case Special(name, operands) if name in MAKING:
                    yield from filter(is_called, asking.shared(one) or ())
                    waiting += operands
                case Call(function, (first, *_)) as call if any(
                    one is partial for one in asking.shared(function) or ()
                ):
                    rest = call.operands[2:]
                    bound = [*(asking.leaves_of(rest) or ()), *(made for each in rest for made in asking.unmade(each))]
                    inner = (
                        self.functions_in(asking, first, around | {one.number}, are_given=are_given)
                        if isinstance(first, Variable)
                        else [first.value]
                    )
                    yield from (partial(each, *bound) for each in inner if is_callable(type(each)))
                case Call(function) as call:
                    arguments = call.operands[1:]
                    found, functions = asking.shared(one), asking.shared(function)
                    if functions and all(is_a(each, FunctionType, UnmadeFunction) for each in functions):
                        passed = asking.leaves_of(arguments)
                        found = self.index.callees.given_by(functions, list(passed or ())) or found
                    yield from filter(is_called, found) if found else [None]
                    waiting += arguments if functions or are_given else [function, *arguments]
                case _:
                    yield from filter(is_called, asking.shared(one) or ())

    def _loaded(self, node: Any) -> Iterable[Any]:
        """What a load would have found by another index, or in another object."""
        function, *operands = node._operands
        handle = CALLS.get(id(function.value))
        if handle is get_item and len(operands) > 1 and type(operands[1]) is not TapeConstant:
            yield from self._items_of(operands[0].value)
        elif handle is get_attribute and len(operands) > 1 and type(operands[1].value) is str:
            if type(operands[1]) is not TapeConstant:
                owner = operands[0].value
                for name in self._names(owner, operands[1]):
                    yield from method_of(owner, name)
            name = operands[1].value
            for owner in self._owners(operands[0]):
                yield from method_of(owner, name)
                of_class = lookup(class_of(owner), name)
                if getters := functions_behind(of_class):
                    yield from self.index.callees.given_by(getters, [owner, of_class])
        elif function.value is partial:
            passed = [operand.value for operand in operands[1:]]
            yield from (partial(one, *passed) for one in self.functions(operands[0]) if is_callable(type(one)))

    def _names(self, owner: Any, operand: Any) -> Sequence[str]:
        """Those of methods that an attribute could have, the name of which is an operand: one of a few, or any."""
        branch, frame = getattr(operand, "branch", None), self.index.frame_of(operand)
        if type(branch) is JumpNode and type(operand.number) is int and frame is not None:
            passed = [one for one, _ in frame.code.beside.passed_to(operand.location.block, operand.number)]
            if all(isinstance(one, Constant) for one in passed):
                return [one.value for one in passed if isinstance(one, Constant) and type(one.value) is str]
        cls, begin = owner if is_class(owner) else type(owner), _begin_of(operand)
        return [*names_in([cls], begin), *(name for name in names_in_c(cls) if name.startswith(begin))]

    def _owners(self, operand: Any) -> Iterable[Any]:
        """The objects that an operand could have been, also in the place of a number, or nothing."""
        if id(type(operand.value)) in UNHELD:
            return [one for one in self.objects(operand) if one is not None]
        return self.index.each_of(self.index.addresses.others(operand))


def _not_run(node: Any, block: int) -> frozenset[int]:
    """A block that a node was not passed from; nothing, if it was left on another edge, or by an exception: what is
    there has run then.
    """
    before = node.parent.children[max(0, node.position - _FURTHEST) : node.position]
    left = next((one for one in reversed(before) if _leaves(one) and one.location.block == block), None)
    has_run = type(left) is RaiseNode or (left is not None and left is getattr(node, "branch", None))
    return frozenset([block]) if not has_run else frozenset()


def _handed_on(beside: Any, operand: Variable, away: frozenset[int], latest: Latest) -> Iterable[Any]:
    """The latest node of an operand, or those of what is passed for it: the argument of a block that did not run."""
    waiting: list[Operand] = [operand]
    seen: set[int] = set()
    for one in waiting:
        if isinstance(one, Constant) or one.number in seen:
            continue
        seen.add(one.number)
        there = latest[one.number] if beside.defined[one.number] not in away else None
        if there is not None and type(there) is not RaiseNode:
            yield there
        elif isinstance(beside.statement(one.number), Argument):
            waiting += beside.incoming(one.number)


def _leaves(node: Any) -> bool:
    """Does it leave a block?"""
    return type(node) in (JumpNode, RaiseNode) and node.location is not None


def _takes_out(expression: Any) -> bool:
    """Does it give what something holds?"""
    called = expression.function if isinstance(expression, Call) else None
    return isinstance(called, Constant) and id(called.value) in TAKING


def _may_give(value: Any) -> bool:
    """May a value be a function, or hold some that C code takes out of it?"""
    cls = type(value)
    return value is None or is_called(value) or (id(cls) not in UNHELD and (is_fixed(cls) or issubclass(cls, _HOLDING)))


def _is_object(value: Any) -> bool:
    """Can it change, or be called?"""
    return id(type(value)) not in UNHELD


def _attribute_of(node: Any) -> str:
    """The name of the attribute that a node gets; "" if it gets none."""
    operands: tuple[Any, ...] = node._operands if type(node) is PrimitiveCallNode else ()
    is_one = len(operands) > 2 and CALLS.get(id(operands[0].value)) is get_attribute
    return operands[2].value if is_one and type(operands[2].value) is str else ""


def _gets_method(node: Any) -> bool:
    """Does it get a method of the class of an object?"""
    name = _attribute_of(node)
    if not name:
        return False
    owner = node._operands[1].value
    found = lookup(owner if is_class(owner) else type(owner), name)
    return is_a(found, FunctionType, classmethod, staticmethod, MethodDescriptorType)


def _begin_of(node: Any) -> str:
    """How a text surely begins that was computed, as `"visit_" + kind` does."""
    kind, operands = type(node), node._operands
    if kind is PrimitiveCallNode and operands[0].value is operator.add:
        operands = operands[1:]
    elif kind is not SpecialCallNode or node.name != "string":
        return ""
    return operands[0].value if type(operands[0]) is TapeConstant and type(operands[0].value) is str else ""
