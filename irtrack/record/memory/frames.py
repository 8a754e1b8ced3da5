"""The frames of a run, as the index goes through them: their names, and which jumps decide about what runs next.

A jump decides about all that runs until its ways meet again (B. Xin and X. Zhang, "Efficient Online Detection of
Dynamic Control Dependence", 2007). Where an exception would have been caught, by the function or by a caller, every
statement that can raise decides about what comes after it.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import FunctionType
from typing import Any

from ...cpython.lift import ATTRIBUTE, METHOD, NAME, lift_once
from ...cpython.lift.lifted import DecodeBlock
from ...ir.control import EXIT, ControlFlow
from ...ir.language import Call, Load, Special, Statement, Variable
from ...ir.operations import getslice
from ..generated import HOT
from ..nodes.kinds import JumpNode, PrimitiveCallNode, RaiseNode, SpecialCallNode, operands_of
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .beside import beside_of
from .latest import Latest, Runs

_first = operator.itemgetter(0)
_FAILURES = 20  # after which it is written anew
_OFTEN = 4  # one of so many
VARARGS, VARKEYWORDS = 4, 8  # CO_VARARGS, CO_VARKEYWORDS
_FOLDED = ATTRIBUTE, METHOD  # loads into which may be folded what they are of
SUSPENDING = frozenset(["yield", "yield_from", "await"])
_OPTIMIZED = 1  # CO_OPTIMIZED: the code of a function, whose names are in no dict
# of plain numbers and text: what cannot raise
SAFE = frozenset(map(id, (operator.add, operator.sub, operator.mul, operator.lt, operator.le, operator.eq, operator.ne,
                           operator.gt, operator.ge, operator.is_, operator.is_not, operator.not_, operator.neg,
                           operator.pos, operator.and_, operator.or_, operator.xor, operator.iadd, operator.isub,
                           operator.imul, bool)))  # fmt: skip
PLAIN = frozenset(map(id, (int, float, bool, str, type(None))))
# of what calls methods of the program, that which lets all of their exceptions pass
_PASSING = frozenset(
    map(id, (*vars(operator).values(), setattr, delattr, repr, str, format, hash, abs, round, print, sorted, getslice))
) - frozenset(map(id, (operator.contains, operator.iadd, operator.iconcat, operator.countOf, operator.indexOf)))
_SAFE_FORMS = frozenset(["tuple", "list", "store", "load", "function", "set_closure", "append", "string", "slice",
                         "yield", "matches"])  # fmt: skip


class Stride:
    """`run(index, frame, children, position, until)` visits nodes; returns where it has stopped.

    `failures`: how often it has visited none, though the nodes of its first segment, `count` of them, were there.
    `loud`: it takes no nodes to be quiet because of what types their values have. `merges`: it goes one way only
    through several blocks; `missed`: of its `runs`, how many were another way's. If that is often so, there is another
    stride for all ways, `apart`; and for others that come by its beginning, as their `places` say.
    """

    __slots__ = ("apart", "count", "failures", "last", "loud", "merges", "missed", "misses_often", "path", "places",
                 "run", "runs")  # fmt: skip

    def __init__(
        self,
        count: int,
        last: tuple[Any, ...],
        path: tuple[tuple[int, Any], ...],
        run: Callable[..., int],
        loud: bool,
        merges: bool,
        places: frozenset[int],
    ) -> None:
        self.count = count
        self.run = run
        self.last = last  # where the last node of its first segment can be
        self.path = path  # the jumps before that, and where they are
        self.loud = loud
        self.merges = merges
        self.places = places
        self.apart: Stride | None = None
        self.misses_often = False
        self.failures = self.runs = self.missed = 0

    def misses(self) -> None:
        """It has not gone on, where another way was taken."""
        self.missed += self.merges
        self.misses_often = self.merges and self.missed >= HOT and self.missed * _OFTEN > self.runs

    def has_failed(self, children: Sequence[Any], position: int) -> bool:
        """It has not visited the nodes from there on; should another one be written, as they went the same way?"""
        last = children[position + self.count - 1]
        is_there = type(last) is not NestedCallNode and any(last.location is location for location in self.last)
        is_there = is_there and all(children[position + k].location is location for k, location in self.path)
        self.failures += is_there and not self.loud
        return self.failures >= _FAILURES


class Code:
    """What an index asks of a template, `whole` one that knows what might have been written. `names`: those that
    something may store to; `acting`: the special methods that write something, if C code calls them of one of the
    objects that there are. `loads`: does it load one of the names? `ahead`: before nodes that come before the one which
    takes it? `taking`: see `taking_loads`. `strides`: see strides.py; of frames whose callers would catch no exception,
    and of others. `passes`: what adds the arguments of a call, see passed.py; `called`: how often it was without that.
    """

    __slots__ = ("acting", "ahead", "arguments", "beside", "called", "calls", "cells", "constructs", "guarded",
                 "loads", "names", "optimized", "others", "passes", "passing", "resuming", "size", "stars",
                 "strides", "suspending", "suspends", "taking", "template", "whole")  # fmt: skip

    def __init__(self, template: Any, names: frozenset[str], acting: frozenset[str], whole: bool) -> None:
        code = template.code
        self.acting = acting
        self.whole = whole
        self.template = template
        self.beside = beside_of(lift_once(template))
        self.cells = frozenset((*code.co_cellvars, *code.co_freevars))
        self.names = names | self.cells
        self.taking = taking_loads(lift_once(template).blocks, self.names)
        self.loads = self.taking is not None
        self.others: dict[int, Any] = {}  # by ids, the places of statements that take none, as far as they have run
        self.optimized = bool(code.co_flags & _OPTIMIZED)  # of a function, not of a class or module
        is_simple = self.optimized and not (template.suspends or code.co_exceptiontable)
        self.ahead = self.loads and not (is_simple and takes_at_once(template, self.names))
        self.stars = bool(code.co_flags & (VARARGS | VARKEYWORDS))
        self.size = lift_once(template).size
        self.strides: tuple[dict[int, Any], dict[int, Any]] = {}, {}
        self.resuming: set[int] = set()  # the variables of statements that have run something, as pieces of generators
        self.calls: dict[int, tuple[str, int]] = {}  # what `called_by` gave, by variables
        self.called = 0
        self.passes: Callable[..., bool] | None = None
        self.arguments = 1 + len(template.argument_names)
        self.suspends: bool = template.suspends
        self.constructs: bool = template.constructs
        self.guarded = self.beside.flow.is_guarded(1)
        self.passing: dict[tuple[int, int | None], bool] = {}  # what `passes_by_suspension` gave
        self.suspending = frozenset(
            block.number
            for block in self.beside.ir.blocks
            for statement in block.statements
            if isinstance(statement.expression, Special) and statement.expression.name in SUSPENDING
        )

    def resumes(self, variable: int) -> None:
        """That statement runs something: strides have to stop there."""
        if variable not in self.resuming:
            self.resuming.add(variable)
            for strides in self.strides:
                strides.clear()

    def called_by(self, statement: Any) -> tuple[str, int]:
        """Of a call: by which name its function is looked up in an object, "" if it is not, and how many operands the
        call has, if a method's object is not one of them.
        """
        found = self.calls.get(statement.variable)
        if found is None:
            function = statement.expression.function
            load = self.beside.expression_of(function)
            name = load.name if isinstance(load, Load) and load.operands else ""
            found = self.calls[statement.variable] = name, len(statement.expression.operands)
        return found

    def delegates(self, node: Any) -> bool:
        """Does `yield from`, behind a node, go on with the iterator that the node has?"""
        location = node.location
        if type(node) is not PrimitiveCallNode or location is None or location.kind != "%" or not self.suspends:
            return False
        if location.number + 1 not in self.beside.defined:
            return False
        behind = self.beside.expression_of(Variable(location.number + 1))
        return (
            isinstance(behind, Special)
            and behind.name == "yield_from"
            and behind.operands[0] == Variable(location.number)
        )

    def passes_by_suspension(self, jump: JumpNode) -> bool:
        """Would the other way of a jump have come by where the frame is suspended?"""
        if jump._condition is None or jump.location is None:
            return False
        return self.passes_by(jump.location.block, jump.target)

    def passes_by(self, number: int, target: int | None) -> bool:
        """The same of one from a block to another that is conditional."""
        if not self.suspending:
            return False
        found = self.passing.get((number, target))
        if found is None:
            flow = self.beside.flow
            ways = [way for way in flow.successors[number] if way not in (target, EXIT)]
            found = any(not self.suspending.isdisjoint(flow.beside(number, way)) for way in ways)
            self.passing[number, target] = found
        return found


def code_of(template: Any, written: set[str], acting: frozenset[str], whole: bool) -> Code:
    """That of a template, made once for all records in which the same of its names may be stored to, and the same
    special methods write.
    """
    names = frozenset(name for name in template.code.co_names if name in written)
    codes = lift_once(template).codes
    found: Code | None = codes.get((names, acting, whole))
    if found is None:
        found = codes[names, acting, whole] = Code(template, names, acting, whole)
    return found


class Frame:
    """A frame that has begun. What decides is known of it where the index is whole: see `Decided`.

    `runs`: the latest nodes of its variables, as far as somebody has asked. `place_next`: where the next node is in the
    IR, see strides.py.
    """

    __slots__ = ("activation", "code", "constants", "ends", "function", "names", "node", "place_next", "runs", "within")

    base: tuple[int, ...] = ()
    control: tuple[int, ...] = ()
    exited = -1
    exits: dict[int, int] | None = None
    flow: ControlFlow
    guarded = handling = watched = False
    passed: Any = ()

    def __init__(self, node: NestedCallNode, code: Code) -> None:
        self.node = node
        self.code = code
        children = node._children or node.children
        self.function = children[0].value if children else None
        self.activation: Any = None  # if the schedule goes through it
        self.ends = -1  # of a generator: before which child it will be suspended
        self.names: dict[str, Any] | None = None
        self.runs: Runs | None = None
        self.place_next = 0
        self.within = 0  # nodes that have begun, and are not done
        self.constants: Any = _loads(node, code) if code.ahead else ()

    # -- names --------------------------------------------------------------------------------------------------------

    def watch(self, code: Code, begun: Mapping[Node, int]) -> None:
        """More names are stored to than was known when the frame began: those that it loads from now on."""
        self.code = code
        children = self.node.children
        first = next((k for k, child in enumerate(children) if not hasattr(child, "_vertex")), len(children))
        first += first < len(children) and children[first] in begun
        self.constants = [one for one in _loads(self.node, code) if one[0] >= first] if code.ahead else ()

    def latest(self, node: Any) -> Latest:
        """By the number of a variable, its latest node up to that one, which is not before one that was asked for."""
        if self.runs is None:
            self.runs = Runs(self.code.size)
        return self.runs.at(self.node.children, node.position)

    @property
    def globals(self) -> Any:
        return self.function.__globals__ if type(self.function) is FunctionType else None

    def place(self, name: str) -> tuple[Any, Any]:
        """Where a name's value is: ("cell", the id of a cell), (id of the frame, name), or ("global", name)."""
        if self.names is None:
            self.names = {}
        found = self.names.get(name)
        if found is None:
            found = self.names[name] = self._place(name)
        return found

    def _place(self, name: str) -> tuple[Any, Any]:
        code, function = self.code.template.code, self.function
        if name in code.co_freevars and type(function) is FunctionType and function.__closure__:
            return "cell", id(function.__closure__[code.co_freevars.index(name)])
        if name in self.code.cells or (not code.co_flags & _OPTIMIZED and code.co_name != "<module>"):
            return id(self.node), name
        return "global", name

    def place_in_class(self, name: str) -> tuple[Any, Any] | None:
        """Where a name is stored in the body of a class whose function around has a variable of that name, which its
        methods load.
        """
        code = self.code.template.code
        is_own = not code.co_flags & _OPTIMIZED and name in code.co_freevars and name in code.co_names
        return (id(self.node), name) if is_own else None

    def back_at(self, node: Any) -> int:
        """Where the frame goes on with a `yield`, as `place_next`, which is less then than behind any statement."""
        if self.handling or self.within != 1 or node._statement.expression.name != "yield":
            return 0
        variable: int = node.location.number
        return -variable - self.code.size

    # -- control ------------------------------------------------------------------------------------------------------

    def began(self, base: tuple[int, ...]) -> None:
        """It was called, or goes on."""

    def catches(self, node: Any) -> bool:
        return False

    def ended(self, node: Any) -> tuple[int, ...]:
        return ()

    def decided(self, node: Any) -> tuple[int, ...]:
        return ()

    def raised_past(self, vertex: int) -> None:
        pass

    def jumped(self, vertex: int, target: int, *, raised: bool) -> None:
        pass

    def handled(self, variable: int) -> None:
        pass

    def returns(self) -> None:
        pass


class Decided(Frame):
    """The same in a whole index.

    `control`: the vertices that decide about what runs next: `base`, that it was called, or went on, if no jump does.
    """

    __slots__ = ("base", "block", "control", "exited", "exits", "flow", "guarded", "handling", "open_jumps", "passed",
                 "raiser", "watched")  # fmt: skip

    def __init__(self, node: NestedCallNode, code: Code, guarded: bool, base: tuple[int, ...] = ()) -> None:
        super().__init__(node, code)
        self.guarded = guarded  # would a caller catch an exception?
        self.flow: ControlFlow = code.beside.guarded if guarded else code.beside.flow
        self.base = self.control = base
        # a jump's vertex, and the block where its ways meet; or, of an exception that was always raised, the handler's
        # body: its blocks and variables
        self.open_jumps: list[tuple[int, int, tuple[frozenset[int], frozenset[int]] | None]] = []
        self.handling = False  # is the last of these an exception?
        self.exits: dict[int, int] | None = None  # first block of a loop -> the jump that left it last
        self.exited = -1  # the last of these
        self.block = 1
        self.raiser = -1  # what could have raised before, in this block
        self.watched = guarded or code.guarded
        # of a generator: the jumps since it went on that decided that it came there, and not to another place where it
        # would have been suspended
        self.passed: list[int] = []

    @property
    def plain(self) -> tuple[int, ...]:
        """`control` without the raiser; the same object, if there is none."""
        return self.control[:-1] if self.raiser >= 0 else self.control

    def began(self, base: tuple[int, ...]) -> None:
        """It was called, or goes on."""
        self.base = base
        self._decide()

    def catches(self, node: Any) -> bool:
        """Would an exception of that statement of the frame have led somewhere from where the program goes on?"""
        flow, location = self.flow, node.location
        return flow.guarded or (location is not None and location.number in flow.protected and location.kind == "%")

    def ended(self, node: Any) -> tuple[int, ...]:
        """The jumps that left the loops of which a node reads what they left behind."""
        location = node.location
        if location is None:
            return ()
        outlived, at_end = self.flow.outlived
        heads = outlived.get(location.number) if location.kind == "%" else at_end.get(location.block)
        exits = self.exits or {}
        return tuple([exits[head] for head in heads if head in exits]) if heads else ()

    def decided(self, node: Any) -> tuple[int, ...]:
        """What decided that a node ran, and which turn of a loop made what it reads."""
        ended = self.ended(node) if self.exits else ()
        return (*self.control, *ended) if ended else self.control

    def raised_past(self, vertex: int) -> None:
        """A statement did not raise."""
        self.raiser = vertex
        self._decide()

    def jumped(self, vertex: int, target: int, *, raised: bool) -> None:
        """A jump or an exception leads to a block."""
        open_jumps = self.open_jumps
        forks, join, left, watched = self.flow.move(self.block, target)
        if forks or (raised and join != target):  # it decides about what runs then
            if open_jumps and open_jumps[-1][1] == join:  # the next turn of a loop
                open_jumps.pop()
            open_jumps.append((vertex, join, None))
        self._arrive(target)
        if raised and join == target:
            open_jumps.append((vertex, EXIT, self.flow.body(target)))
        if left:
            self.exits = {**(self.exits or {}), **dict.fromkeys(left, vertex)}
            self.exited = vertex
        self.block = target
        self.watched, self.raiser = watched, -1
        self._decide()

    def returns(self) -> None:
        """A `return` comes; do ways meet in it?"""
        end = self.code.beside.meeting(self.flow, self.block)
        if end is not None:
            self._arrive(end)
            self.raiser = -1
            self._decide()

    def _arrive(self, target: int) -> None:
        """Ways may meet in that block, and the bodies of handlers may end before it."""
        open_jumps = self.open_jumps
        while open_jumps:
            _, end, body = open_jumps[-1]
            if (end == EXIT or end != target) and (body is None or target in body[0]):
                break
            open_jumps.pop()

    def handled(self, variable: int) -> None:
        """A statement comes; is it behind the body of the handler, or of several?"""
        while self.handling and (body := self.open_jumps[-1][2]) is not None and variable not in body[1]:
            self.open_jumps.pop()
            self._decide()

    def _decide(self) -> None:
        control = self.base
        self.handling = False
        if self.open_jumps:
            decider, _, body = self.open_jumps[-1]
            control = (decider, *self.base) if self.code.suspends else (decider,)
            self.handling = body is not None
        self.control = (*control, self.raiser) if self.raiser >= 0 else control


def is_starred(statement: Statement | None) -> bool:
    """Is it a call with `*arguments` or `**keywords`?"""
    return statement is not None and isinstance(statement.expression, Call) and bool(statement.expression.starred)


def takes_exceptions(node: Any) -> bool:
    """Is it C code that may take an exception of what it calls for an answer, as `next(it, 0)` takes StopIteration?"""
    return type(node) is PrimitiveCallNode and bool(node._operands) and id(node._operands[0].value) not in _PASSING


def can_raise(node: Node) -> bool:
    """Could the statement have raised, had its operands been others of their types?"""
    kind = type(node)
    if kind is PrimitiveCallNode:
        return not depends_on_types(node) or not all(id(type(one.value)) in PLAIN for one in node._operands[1:])
    if isinstance(node, SpecialCallNode):
        return node.name not in _SAFE_FORMS
    return kind is NestedCallNode


def depends_on_types(node: Any) -> bool:
    """Could a statement have raised, unless its operands are plain numbers and text?"""
    return type(node) is PrimitiveCallNode and id(node._operands[0].value) in SAFE


def taking_loads(blocks: Sequence[DecodeBlock], names: frozenset[str]) -> frozenset[int] | None:
    """The variables of the statements that take what one of these names stands for, or an attribute of that, which may
    be a module's; None if nothing loads them.
    """
    if not names:
        return None
    items = [item for block in blocks for item in block.items]
    loads = [(item, item.statement.expression) for item in items if isinstance(item.statement.expression, Load)]
    shown: dict[int, str] = {}  # by variables, the names that decoding gives to what needs no node
    count = -1
    while count < len(shown):  # a block may stand before one that leads to it
        count = len(shown)
        for item, load in loads:
            owner = shown.get(item.reads[0]) if load.operands else ""
            if owner is not None:
                shown[item.statement.variable] = f"{owner}.{load.name}" if load.operands else load.name
    loaded = {variable for variable, name in shown.items() if is_among(name, names)}
    return frozenset(i.statement.variable for i in items if not loaded.isdisjoint(i.reads)) if loaded else None


def takes_at_once(template: Any, names: frozenset[str]) -> bool:
    """Is each of these names, of code without handlers, taken by the node that comes next after it was loaded?"""
    loaded: set[int] = set()  # variables
    for block in lift_once(template).blocks:
        late = {block.order[load] for load in template.unlogged if load in block.order}  # which are loaded by a call
        fresh: set[int] = set()
        for item in block.items:
            load = item.statement.expression
            if isinstance(load, Load) and item.kind == NAME and item.order not in late:
                if load.name in names:
                    fresh.add(item.statement.variable)
                continue
            if not loaded.isdisjoint(item.reads) or (item.kind in _FOLDED and not fresh.isdisjoint(item.reads)):
                return False
            if item.kind != NAME:
                loaded |= fresh
                fresh = set()
        if not loaded.isdisjoint(block.reads) or not (loaded | fresh).isdisjoint(chain(*block.passes)):
            return False
        loaded |= fresh
    return True


def _loads(node: NestedCallNode, code: Code) -> list[tuple[int, TapeConstant]]:
    """The names that a frame loads ahead, the last first: how many nodes came before, and the constant."""
    found: dict[int, TapeConstant] = {}
    names, taking, others = code.names, code.taking or (), code.others
    for child in node.children[code.arguments :]:
        location = child.location
        if id(location) in others:  # as of most
            continue
        kind = type(child)
        is_statement = kind is PrimitiveCallNode or kind is SpecialCallNode or kind is NestedCallNode
        if is_statement and location is not None and location.number not in taking and location.kind == "%":
            others[id(location)] = location
            continue
        # `operands_of`, written out, for it is done for each node of such a frame
        operands: Any = child._operands if kind is not JumpNode and kind is not RaiseNode else operands_of(child)
        for operand in operands:
            is_name = type(operand) is TapeConstant and operand.after >= 0
            if is_name and (operand.name in names or is_among(operand.name or "", names)):
                found[id(operand)] = operand
    return sorted([(one.after, one) for one in found.values()], key=_first, reverse=True)


def is_among(name: str, names: frozenset[str]) -> bool:
    """Is a name, or a part of a dotted one, among these?"""
    return name in names or ("." in name and not names.isdisjoint(name.split(".")))
