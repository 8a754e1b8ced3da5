"""The index of a record: its dependences, found in one pass when somebody first asks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from types import FunctionType, GeneratorType
from typing import Any

from ...ir.language import Call
from ...ir.operations import not_contains
from ...rules.callbacks import ANSWERING, STOPPING
from ...rules.special_methods import OF_PLAIN
from ..classes import is_static, lookup
from ..garbage import rarely
from ..generated import HOT
from ..log import Log, exclusively
from ..nodes.kinds import (
    ArgumentNode,
    CallNode,
    JumpNode,
    NativeRootNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
)
from ..nodes.loaded import Loaded
from ..nodes.nested import NestedCallNode, decode_below
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .called import called_of_operands, called_once
from .callees import Callees
from .calls import note_short
from .choices import Choices
from .doing import Doing
from .effects.iterators import had_no_more
from .frames import Code, Decided, Frame, Stride, can_raise, code_of, takes_exceptions
from .graph import Graph
from .memory import vertices_of
from .names import classes_named
from .pieces import USUAL, Pieces, begin, end
from .potential import Potential
from .schedule import Activation, one_by_one
from .shadows import UNCHANGING
from .stored import RanCode, Stores, classes_of, ran_below, stored_globals, stores_of
from .strides import stride
from .uncalled import OWN, Uncalled

_TRIED = 5  # times that nodes are looked at to find some for a stride that no exception ends
_STOPPING = STOPPING | {id(not_contains)}


def index_of(node: Node, whole: bool = True) -> Graph:
    """The index of the record that a node belongs to: built when it is first asked for, again if the record grew. That
    of a loaded record came with it.

    `whole`: not only data, which depend on what was written, but also control, which depends on what might have been.
    That takes longer, several times on programs with many branches and objects.

    Raises LookupError for a node that belongs to none.
    """
    root = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    if isinstance(log, Loaded):
        return log.graph
    if not isinstance(log, Log):
        raise LookupError(f"the {type(node).__name__} at position {node.position} belongs to no record")
    index: Index | None = log.index
    if index is None or index.length != len(log) or (whole and not index.whole):
        with rarely():
            index = exclusively(_build, root, log, whole)
    return index


def _build(root: Node, log: Log, whole: bool) -> "Index":
    was_interrupted, log.indexing = log.indexing, True
    before, log.index = log.index, None
    for node in _all_nodes(root) if was_interrupted else before.nodes if before is not None else ():
        if hasattr(node, "_vertex"):  # else it would seem to have been looked at
            del node._vertex
    index = log.index = Index(root, log, whole)
    log.indexing = False
    return index


def _all_nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children
        waiting += node._frames


class Index(Doing):
    """The graph of a record. `node._vertex` is the vertex of a node's value."""

    __slots__ = ("called", "callees", "checking", "choices", "codes", "depth", "entered", "entries", "is_any_name",
                 "length", "looked_at", "making", "might_be", "open", "outside", "potential", "root",
                 "schedule", "short", "stored", "uncalled")  # fmt: skip

    def __init__(self, root: Node, log: Log, whole: bool) -> None:
        super().__init__(whole)
        self.root = root
        self.length = len(log)
        self.entries = log.entries
        self.potential = Potential(self)
        self.uncalled = Uncalled(self.potential)
        self.callees, self.choices = Callees(self), Choices(self)
        self.inert = self.uncalled.inert
        # the node that might have called something, and what `Uncalled.might_call` was told
        self.called: tuple[Any, ...] = None, (), (), 0, None, None
        self.codes: dict[int, Code] = {}  # by the id of a template
        self.stored: dict[int, tuple[Any, set[str]]] = {}  # see `stored_globals`
        self.is_any_name = False  # has it been told that an attribute of any name might have been stored?
        self.might_be: dict[int, type] = {}  # classes of which there are objects, or might be
        self.making: dict[int, bool] = {}  # by the ids of classes, see `constructs`
        self.checking = set[Node]()  # calls that make objects, whose exceptions a caller would catch
        self.looked_at: dict[int, Any] = {}  # the globals of functions that were
        self.outside: set[str] = set()  # names that the run has stored to as attributes or keys
        self.open: dict[Node, Frame] = {}  # frames that have not ended, by their calls
        self.entered: dict[Node, int] = {}  # the same, whatever it was given, if that is asked
        self.short: dict[Code, Any] = {}  # a call that may be written out, or how many were looked at: see calls.py
        self.depth = 0  # of calls that strides have come by
        if whole:
            # by ids, since a metaclass may have a `__hash__`
            classes = dict(zip(map(id, map(type, log.entries)), map(type, log.entries), strict=True))
            self._meets([cls for cls in classes.values() if not any(cls is own for own in OWN)])
            self.spends(0)
        self.schedule = Pieces(self)
        self.schedule.run(root, "finding dependences")
        self._end_call(root, ())

    # -- frames: what the schedule tells ------------------------------------------------------------------------------

    def begin(self, node: Any, activation: Activation) -> None:
        """Something is about to run within a node."""
        frame = activation.info
        if not isinstance(frame, Frame):
            self._began(node, (), ())
            return
        if frame.code.loads:
            self._load_for(node, frame)
        frame.place_next = 0
        location = node.location
        if frame.handling and location is not None and location.kind == "%":
            frame.handled(location.number)
        if node not in self.begun:
            frame.within += 1
            data = *self._operands(node, frame), *self._seen(node, frame), *self._read_classes(node)
            self._began(node, data, (*frame.decided(node), *self._read_own(node)))
            if type(node) is not NestedCallNode and location is not None and location.kind == "%":
                frame.code.resumes(location.number)
            if type(node) is NestedCallNode:
                self._called(node, frame)

    def children_of(self, call: NestedCallNode) -> tuple[Node, ...]:
        """The children of a call that is come to. If these are not decoded yet, all that ran is, see `decode_below`."""
        if call._children is None:
            decode_below(self.root)
        return call.children

    def frame_of(self, node: Node) -> Frame | None:
        """The frame in which a node ran; where that has ended, what is known of its variables."""
        call: Any = node.parent
        if type(call) is not NestedCallNode:
            return None
        return self.open.get(call) or Decided(call, self.code_of(call), False)

    def _called(self, node: Any, frame: Frame) -> None:
        """A call is about to be entered: what it calls may have been selected among others."""
        if not self.whole:
            return
        statement, operands = node._statement, node._operands
        if self.choices.are_there(operands[0]):
            self.callees.tell(node, frame)
        elif statement is not None and type(statement.expression) is Call and len(operands) > 1:
            name, count = frame.code.called_by(statement)
            if name and count + 1 == len(operands):
                self.callees.tell_method(node, name, frame)

    def _began(self, node: Any, data: tuple[int, ...], control: tuple[int, ...]) -> None:
        nodes = self.nodes
        begun = entered = len(nodes)
        nodes.append(node)
        self.data.append(data)
        if self.whole:
            entered += 1
            nodes.append(node)
            self.data.append(vertices_of(node._operands[:1]) if isinstance(node, CallNode) else ())
            if type(node) is NestedCallNode:
                self.control += (control, control)
                self.needed[entered] = begun
            else:  # C code decides what it calls, and how often, by what it is given
                self.control += (control, (*control, begun))
        self.begun[node], self.entered[node] = begun, entered
        if self.doubting:
            self._doubt_at(begun)

    def enter(self, activation: Activation) -> None:
        """A frame, or a piece of one, begins."""
        node = activation.node
        if type(node) is not NestedCallNode:
            activation.info = node
            self._began(node, (), ())
            return
        caller = activation.resumer if activation.resumer is not None else node.parent
        if not activation.is_piece and node not in self.begun:  # the root, or what C code called
            control = (self.has_come_to(caller),) if caller in self.entered else ()
            self._began(node, (self.begun[caller],) if caller in self.begun else (), control)
        frame = self.open.get(node)
        if frame is None:
            frame = self.open[node] = self._frame(node, caller)
            frame.began((self.entered[node],) if node in self.entered else ())
            activation.info = frame
            if frame.code.constructs:
                self.constructs(node, frame)
            if self.confined:
                self.hands_on(node)
            self._arguments(frame)
            activation.position = count = min(frame.code.arguments, activation.last)
            self._pass(frame, activation.children[:count])
            frame.place_next = 1
        activation.info = frame
        frame.activation = activation
        if activation.is_piece:
            begin(self, frame, activation.children, activation.position, activation.last, activation.resumer)

    def has_come_to(self, node: Any) -> int:
        """What decided that something runs within a node now: also what ran there last, if by its result C code decides
        how to go on.
        """
        given = self.got.get(node, ())
        last: Any = self.nodes[given[-1]] if given and self.whole else None
        if type(last) is NestedCallNode and self._is_asked(last, node):
            self.entered[node] = self.vertex(None, (last._vertex,), (self.entered[node],))
        return self.entered[node]

    def _is_asked(self, call: NestedCallNode, node: Any) -> bool:
        """Does what a call has given, or might have raised, decide how the C code goes on that has called it?"""
        if call.parent is not node:
            return False
        if call.template.code.co_name in ANSWERING or id(call.children[0].value) in self.asked:
            return True
        if type(node) is PrimitiveCallNode and id(node._operands[0].value) in _STOPPING:
            return True
        frame = self.open.get(call.parent.parent)
        return frame is not None and frame.catches(node)

    def _frame(self, node: NestedCallNode, caller: Any) -> Frame:
        code = self.code_of(node)
        if not self.whole:
            return Frame(node, code)
        statement = node if caller is node.parent and type(caller) is NestedCallNode else caller
        above = self.open.get(statement.parent) if statement is not None and statement.parent is not None else None
        guarded = above is not None and (takes_exceptions(statement) or above.catches(statement))
        return Decided(node, code, guarded)

    def code_of(self, node: NestedCallNode) -> Code:
        """The code of a call."""
        template = node.template
        code = self.codes.get(id(template))
        if code is None:
            names = stored_globals(node, self.stored) | self.outside
            function = node.children[0].value if node.children else None
            if self.whole and type(function) is FunctionType:
                self.might_be_made(classes_named(function.__globals__, template.code.co_names))
            if template.suspends and self.whole:
                self.potential.suspended[id(template)] = function
            code = self.codes[id(template)] = code_of(template, names, self.acting, self.whole)
            self.makes_properties |= code.optimized and "property" in template.code.co_names
            if self.whole and not self.potential.is_lively:
                self._look_around(node, code)
        return code

    def _look_around(self, node: NestedCallNode, code: Code) -> None:
        """What a function is, is passed, and has for globals: does any of it change when it is looked at?"""
        if code.suspends:
            self.gets_lively()
        function, *values = [child.value for child in node.children[: code.arguments]] or [None]
        names = function.__globals__ if type(function) is FunctionType else None
        if names is not None and id(names) not in self.looked_at:
            self.looked_at[id(names)] = names
            values += names.values()
        for value in values:
            self.comes_up(value)

    def _meets(self, classes: Iterable[type]) -> None:
        """There are objects of these classes."""
        found = list(classes)
        for cls in found:
            if not is_static(cls):
                self.potential.meets(cls)
        self.might_be_made(found)

    def might_be_made(self, classes: Iterable[type]) -> None:
        own = [cls for cls in classes if not is_static(cls) or cls is defaultdict] if self.whole else []
        fresh = [cls for cls in own if id(cls) not in self.might_be]
        self.might_be.update((id(cls), cls) for cls in fresh)
        while fresh:
            acting = self.acting.union(*map(self.uncalled.acting_of, fresh)) - {"__call__"}  # see `given_otherwise`
            looked_at = self.potential.learns(fresh)
            if acting != self.acting:
                self.acting = acting
                self.acts_like_plain = not acting.isdisjoint(OF_PLAIN)
                self._write_anew(self.open.values())
            elif not looked_at:
                break
            self.uncalled.forget()  # what calls the methods that are known now may write by that
            fresh = list(self.might_be.values())
        if not self.potential.is_lively and any(map(self.uncalled.is_lively, fresh)):
            self.gets_lively()

    def _write_anew(self, frames: Iterable[Frame]) -> None:
        """More is known of what may happen than when code was written for frames."""
        self.codes = {}
        self.plain.forget()
        for frame in frames:
            names = {*frame.code.names, *self.outside}
            frame.watch(code_of(frame.code.template, names, self.acting, self.whole), self.entered)

    def is_anything_as_usual(self, place: object, vertex: int) -> bool:
        return self.potential.by_name.is_anything_as_usual(place, vertex)

    def stops_telling_apart(self) -> None:
        self._meets(classes_of(self.ran_code, self.entries))

    def comes_up(self, value: Any) -> None:
        cls = type(value)
        if self.whole and id(cls) not in self.met:
            self.met.add(id(cls))
            is_one = id(cls) not in UNCHANGING and not issubclass(cls, type)
            if is_one and not self.potential.is_lively and self.uncalled.is_lively(cls):
                self.gets_lively()

    def gets_lively(self) -> None:
        if not self.potential.is_lively:
            self.potential.gets_lively()

    def is_lively(self) -> bool:
        return self.potential.is_lively

    def stores_from_outside(self, owner: Any, name: Any) -> None:
        if type(name) is str and name not in self.outside:
            self.outside.add(name)
            self._write_anew(
                frame
                for frame in self.open.values()
                if name in frame.code.template.code.co_names and name not in frame.code.names
            )

    def stores_method(self, name: str) -> None:
        before = len(self.hooked)
        super().stores_method(name)
        if len(self.hooked) > before:  # no stride asks for it
            self.goes_by_nodes = True
            self._write_anew(self.open.values())

    @cached_property
    def ran_code(self) -> RanCode:
        """The code that ran in the record."""
        return ran_below(self.root)

    @cached_property
    def stored_by_code(self) -> Stores:
        return stores_of(self.ran_code)

    def might_store_any_name(self) -> None:
        if not self.is_any_name:
            self.is_any_name = True
            stores = self.stored_by_code
            if stores.by_dict:
                self.any_name = True
            else:
                self.stored_names |= stores.names

    def may_be_stored(self, name: str) -> bool:
        stores = self.stored_by_code
        return name in stores.names or (stores.by_dict and not self.tells_apart)

    def is_called(self, value: Any) -> bool:
        return self.whole and self.uncalled.is_called(value)

    def getters(self, cls: type, name: str | None) -> tuple[Any, ...]:
        return self.uncalled.getters(cls, name) if self.whole else ()

    def ran_functions(self, cls: type, name: str) -> list[FunctionType]:
        method = lookup(cls, name) if not is_static(cls) else None
        found = (*self.uncalled.getters(cls, name), *((method,) if self.potential.writes(method) else ()))
        return [one for one in found if type(one) is FunctionType]

    def reached_by(self, value: Any) -> list[Any]:
        reached: dict[int, Any] = {}
        is_told_apart = self.whole and self.potential.hold_within([value], reached, reached)
        return list(reached.values()) if is_told_apart else []

    def might_call(
        self, values: Sequence[Any], passed: Iterable[Any], call: Any = None, *, in_any_way: bool = False
    ) -> None:
        if values and self.whole:
            where = self.at
            if call is not None:
                where = self.vertex(None, (self.begun[call], *self.reading))
                self.ranges[where] = tuple(self.doubting)
            by = call or self.nodes[where]
            values = [one for one in values if type(one) is not GeneratorType or not self._has_ended(one, where)]
            names = called_of_operands(by) if not in_any_way else None
            self.called = by, values, list(passed), where, names, called_once(by)
            self.uncalled.might_call(*self.called)

    def _has_ended(self, generator: Any, vertex: int) -> bool:
        """Has a generator come to its end within a node? Then its own jumps tell of all that it could have done."""
        call = self.maker_of(generator)
        last = call.children[-1] if call is not None and call.children else None
        return type(last) is ReturnNode and getattr(last, "_vertex", -1) in self.data[vertex]

    def might_advance(self, objects: Sequence[Any], vertex: int) -> None:
        node = self.nodes[self.at] if self.at < len(self.nodes) else None
        self.uncalled.might_advance(node, objects, vertex)

    def _call_late(self, node: Node) -> None:
        """What ran within a node may have been called by one before it, which has no entry of its own in the log."""
        if self.calls_late(node):
            self.uncalled.might_call(*self.called)

    def calls_late(self, node: Node) -> bool:
        before = self.called[0]
        return before is not None and type(before) is not PrimitiveCallNode and before.parent is node.parent

    def leave(self, activation: Activation) -> None:
        """A frame, or a piece of one, has ended."""
        node, frame, children = activation.node, activation.info, activation.children
        if not isinstance(frame, Frame):
            return
        if activation.is_piece:
            end(self, frame, children, activation.last, activation.resumer)
            return
        # a generator has loaded what it is about to yield, unless it was only made
        is_made = frame.code.suspends and activation.last < len(children)
        self._load_names(frame, activation.last + (not is_made))
        if activation.last == len(children):
            self.open.pop(node, None)
            self.ends(node)
            note_short(self, frame.code, node)
        self._end_called_back(node)

    def _end_called_back(self, node: NestedCallNode) -> None:
        """A call that the interpreter or C code made has ended; what it made, if it was one of a generator."""
        above: Any = node.parent
        if above is not None and type(above) is not NestedCallNode:
            self._end_call(node, ())
            self.got.setdefault(above, []).append(node._vertex)
        elif above is not None and node in above._frames and node.children:  # for a star: it belongs to no frame
            self.got.setdefault(above, []).append(node.children[-1]._vertex)

    def _end_call(self, node: Any, control: tuple[int, ...]) -> None:
        """A call has ended: its value is what it returned."""
        begun = self.begun.pop(node, None)
        self.entered.pop(node, None)
        data = (begun,) if begun is not None else vertices_of(node._operands)
        children = node.children if type(node) is NestedCallNode else ()
        if children:
            last, template = children[-1], node.template
            is_result = not (template.suspends or template.constructs)
            if node.parent is None and node.log.awaited:
                is_result = last.value is node.value
            raised = type(last) is RaiseNode
            if (is_result and (raised or type(last) is ReturnNode)) or (raised and template.constructs):
                data = (*data, last._vertex)
            elif node in self.checking:
                control = (*control, last._vertex)
            self.checking.discard(node)
        if node in self.got:
            data = (*data, *self.got.pop(node))
        node._vertex = vertex = self.vertex(node, data, control)
        value = node.value
        if id(type(value)) not in UNCHANGING:
            self.gives(value, vertex)

    def maker_of(self, generator: Any) -> Any:
        """The call that has made a generator or coroutine; None if it was made before."""
        made = self.made.get(id(generator))
        node = self.nodes[made[0]] if made is not None else None
        return node if type(node) is NestedCallNode else None

    def constructs(self, node: Any, frame: Frame) -> None:
        """A call that makes an object has begun: it is new, unless a `__new__` of the program has given it. What its
        `__init__` returns says nothing but that it has not raised.
        """
        if frame.guarded:
            self.checking.add(node)
        for argument in node.children[1:2]:
            cls = type(argument.value)
            makes = self.making.get(id(cls))
            if makes is None:
                makes = self.making[id(cls)] = type(lookup(cls, "__new__")) is not staticmethod
            if makes and node in self.begun:
                self.made.setdefault(id(argument.value), (self.begun[node], self.epoch))

    def gives(self, value: Any, vertex: int) -> None:
        """A call has given an object, perhaps as the first one."""
        first, since = self.made.get(id(value), (vertex, self.epoch))
        self.made[id(value)] = (vertex if self.nodes[first] is self.nodes[vertex] else first), since
        if id(type(value)) not in self.met:
            self.comes_up(value)

    # -- nodes --------------------------------------------------------------------------------------------------------

    def collect(self, vertex: int) -> None:
        """Let a vertex have what was read while its node was looked at."""
        if self.reading:
            self.data[vertex] += tuple(self.reading)
            self.reading = []
        if self.doubting:
            self._doubt_at(vertex)

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        """Visit nodes, several at a time where that can be."""
        frame = activation.info
        if not isinstance(frame, Frame):
            return one_by_one(self, activation, position, until)
        return self.go_on(frame, activation.children, position, until, position)

    def go_on(self, frame: Frame, children: Any, position: int, until: int, first: int = -1) -> int:
        """The same, in a frame; `first`: the node that is visited even if it is a call."""
        code = frame.code
        strides = code.strides[frame.guarded]
        begins = True  # can a stride begin here: with a block, behind a call or where another one has ended?
        while position < until and frame.code is code:
            place = frame.place_next
            known = strides.get(place, 0) if place else None
            if type(known) is int and (begins or place > 0):
                known = self.stride_at(frame, children, position)
            if type(known) is Stride and not self.goes_by_nodes:
                if known.misses_often:
                    known = strides[place] = self._apart(known, frame, place, children, position)
                    for other in strides.values():
                        if type(other) is Stride and place in other.places:
                            other.misses_often = other.merges
                known.runs += 1
                reached = known.run(self, frame, children, position, until)
                if reached == position and known.merges:
                    known.misses()
                    if known.missed >= HOT:
                        known = self._apart(known, frame, place, children, position)
                        reached = known.run(self, frame, children, position, until)
                if reached > position:
                    position, begins = reached, True
                    if position > until:  # it has gone through pieces of generators
                        until = frame.activation.until
                    continue
                if position + known.count <= until and known.has_failed(children, position):
                    strides[place] = self._stride(frame, place, children, position, loud=True)
            child = children[position]
            if position > first and (type(child) is NestedCallNode or type(child) is NativeRootNode):
                break
            position = self.visit_next(frame, children, position)
            begins = begins and (place == 0 or position - 1 == first)
        return position

    def stride_at(self, frame: Frame, children: Any, position: int) -> Stride | None:
        """The stride that begins where a frame is, if it has come there often."""
        place = frame.place_next
        strides = frame.code.strides[frame.guarded]
        known = strides.get(place, 0) if place else None
        if type(known) is int:
            known = strides[place] = known + 1
            if known >= HOT:
                is_last = known >= HOT + _TRIED
                found = self._stride(frame, place, children, position, may_be_cut=is_last)
                if found is not None or is_last:
                    known = strides[place] = found
        return known if type(known) is Stride else None

    def _stride(
        self,
        frame: Frame,
        place: int,
        children: Any,
        position: int,
        *,
        loud: bool = False,
        merges: bool = True,
        may_be_cut: bool = True,
    ) -> Stride | None:
        flow = frame.flow if self.whole else frame.code.beside.flow
        return stride(self, frame.code, flow, place, children, position, loud, merges, may_be_cut)

    def _apart(self, known: Stride, frame: Frame, place: int, children: Any, position: int) -> Stride:
        """The stride to take where another one often misses; that one, if there is none."""
        if known.apart is None:
            known.apart = self._stride(frame, place, children, position, loud=known.loud, merges=False)
            known.merges = known.apart is not None
        return known.apart or known

    def visit(self, node: Any, activation: Activation) -> None:
        """A node has done what it does."""
        if isinstance(activation.info, Frame):
            self._visit(node, activation.info)
        elif type(node) is NestedCallNode:
            self._end_call(node, ())

    def visit_next(self, frame: Frame, children: Any, position: int) -> int:
        """Visit the node at a position by itself; returns where the next one is."""
        child, position = children[position], position + 1
        child._position = position  # else all children would be numbered for one that is asked
        self._visit(child, frame)
        return position

    def end_loop(self, frame: Frame, children: Any, position: int, count: int) -> int:
        """The same of the jump by which a loop ends, and so many arguments before it; what these do is written out for
        most of what loops go over.
        """
        jump = children[position + count]
        operand = jump._condition
        read = had_no_more(self, operand) if not self.whole and jump.test == "is exhausted" else None
        if read is None or frame.within or frame.code.loads or self.hooked or jump in self.begun:
            for _ in range(count + 1):
                position = self.visit_next(frame, children, position)
            return position
        nodes, data = self.nodes, self.data
        for node in children[position : position + count]:
            passed = node._operands[0]
            node._vertex = len(nodes)
            nodes.append(node)
            data.append((passed._vertex,) if type(passed) is not TapeConstant else ())
        position += count + 1
        jump._vertex, jump._position = len(nodes), position
        nodes.append(jump)
        data.append((operand._vertex, *read) if type(operand) is not TapeConstant else tuple(read))
        frame.place_next = jump.target
        return position

    def _visit(self, node: Any, frame: Frame) -> None:
        kind = type(node)
        if frame.code.loads:
            self._load_for(node, frame)
        location = node.location
        variable = location.number if location is not None and location.kind == "%" else 0
        if frame.handling and variable and kind is not ArgumentNode:
            frame.handled(variable)
        if kind is ArgumentNode:
            self._argument(node, frame)
        elif kind is NestedCallNode:
            frame.within -= 1
            self._end_call(node, frame.control)
        else:
            if node in self.begun:
                if kind in USUAL and USUAL[kind](self, node, frame):
                    return
                frame.within -= 1
                begun = self.begun.pop(node, None)
                self.entered.pop(node, None)
            else:  # nothing ran within it
                begun = None
            data = self._operands(node, frame) if begun is None else (begun, *self.got.pop(node, ()))
            if kind is RaiseNode and type(node.exception) is UnboundLocalError and not node._reads:
                # a load raised it; by which way the frame came there without a store, nobody tells
                data += tuple(one._vertex for one in node.parent.children[: node.position - 1] if type(one) is JumpNode)
            if kind is ReturnNode:
                frame.returns()
            control = frame.decided(node) if frame.exits else frame.control
            self.at = node._vertex = vertex = self.vertex(node, data, control)
            self.ran = begun is not None
            if self.ran:
                self._call_late(node)
            self._effect(node, kind, frame)
            if self.reading:
                self.data[vertex] = (*data, *self.reading)
                self.reading = []
            if self.doubting:
                self._doubt_at(vertex)
        if variable and frame.watched and frame.catches(node) and can_raise(node):
            frame.raised_past(node._vertex)
        returns = kind is ReturnNode and frame.watched  # in the midst of a `try`
        if kind is JumpNode or kind is RaiseNode or returns:
            beside = frame.code.beside
            if self.whole and (beside.any or (beside.writes and frame.flow.guarded)):
                self.potential.passed_by(node, frame, None if returns else node.target)
            if kind is JumpNode and frame.code.suspends and self.whole and frame.code.passes_by_suspension(node):
                frame.passed.append(node._vertex)
            if not returns and node.target is not None:
                frame.jumped(node._vertex, node.target, raised=kind is RaiseNode)
                variable = -node.target
        frame.place_next = 0 if frame.handling or frame.within else -variable
