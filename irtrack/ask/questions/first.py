"""The first value of a run that is not as it should be, and what made it."""

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from itertools import chain, compress, takewhile
from typing import Any

import numpy as np

from ...cpython.marks import Mark, MarkKind
from ...ir.language import IR, Variable
from ...record.interrupts import is_interrupt
from ...record.nodes.kinds import ArgumentNode, CallNode, JumpNode, ReturnNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import node_text
from ..slices import Slice, backward_slice
from .asked import check_node, check_predicate
from .elements import elements_text
from .pasts import Pasts
from .story import came_from
from .telling import code_line, where
from .trouble import INFINITY, KINDS, NAN, Trouble
from .walk import Opens, always, done_in, log_of

_BEGIN = MarkKind.ENTER, MarkKind.BEHIND


class Found:
    """`<first NaN: @14 in standardise>`: the first node whose value is what was looked for; `print` tells its story.

    what: was looked for. node: that was found. value: that it had then; an array may have been written to since.
    operands: the nodes that it was made of. slice: all that it depends on by data. inputs: the arguments of the record
    that are among these.
    """

    def __init__(self, what: str, node: Node, search: "Search", trouble: Trouble | None = None) -> None:
        self.what = what
        self.node = node
        self.value = search.value(node)
        self._search = search
        self._trouble = trouble

    @property
    def operands(self) -> list[Node]:
        found = self.node.referenced(memory=isinstance(self.node, ArgumentNode))
        return list(dict.fromkeys(found))

    @property
    def slice(self) -> Slice:
        return backward_slice(self.node, control=False)

    @property
    def inputs(self) -> tuple[ArgumentNode, ...]:
        return self.slice.inputs

    def __repr__(self) -> str:
        return f"<first {self.what}: {self.node.short()}, {where(self.node)}>"

    def __str__(self) -> str:
        lines = [f"first {self.what}: {where(self.node)}", f"  {code_line(self.node)}", f"  {node_text(self.node)}"]
        if self._trouble is not None and type(self.value) is np.ndarray:
            given = self._search.pasts.operands_of(self.node)
            lines.append(f"  {elements_text(self.value, given, self._trouble)}".rstrip())
        if self.operands:
            lines += ["made of", *(f"  {node_text(operand)}" for operand in self.operands)]
        return "\n".join([*lines, *came_from(self.node)])


class Search:
    """For the first node within `node` whose value is meant: then, not only now."""

    def __init__(
        self,
        node: Node,
        meant: Callable[[Any], bool],
        kinds: tuple[type, ...] = (object,),
        of_float: Callable[[float], bool] | None = None,
    ) -> None:
        self.node = node
        self.meant = meant
        self.kinds = kinds  # of what can be meant
        self.of_float = of_float or meant  # most values are numbers, which need no look at their past
        # by which node an array that was written to became such, and what it was then; if by none, the last node
        self.writer: Node | None = None
        self.written: Any = None
        self._kinds: dict[int, bool] = {}  # by the id of a type
        self._known: dict[int, bool] = {}  # by the id of an array

    @cached_property
    def pasts(self) -> Pasts:
        return Pasts(self.node)

    def first(self, opens: Opens = always) -> Node | None:
        kinds, of_float = self._kinds, self.of_float
        with closing(done_in(self.node, opens)) as nodes:
            for node in nodes:
                kind = type(node.value)
                if kind is float and node is not self.writer and not of_float(node.value):
                    continue
                can_be = kinds.get(id(kind))
                if can_be is None:
                    can_be = kinds[id(kind)] = issubclass(kind, self.kinds)
                if (can_be and self._is_it(node)) or (node is self.writer and self.written is not None):
                    return node
        return None

    def _is_it(self, node: Node) -> bool:
        if not _has_value(node) or not self._is_now(node):
            return False
        if type(node.value) is not np.ndarray or node.snapshot is not node.value or self.pasts.is_certain(node):
            return True
        if self.writer is None:
            self.writer, self.written = self.pasts.first(self.meant) or (self.node, None)
        return False

    def _is_now(self, node: Node) -> bool:
        value = node.snapshot
        if type(value) is not np.ndarray or value is not node.value:
            return self.meant(value)
        known = self._known.get(id(value))  # the record keeps it; the same array comes by often
        if known is None:
            known = self._known[id(value)] = self.meant(value)
        return known

    def value(self, node: Node) -> Any:
        """What a node that was found had."""
        return self.written if node is self.writer and self.written is not None else node.snapshot


def first(node: Node, predicate: Callable[[Any], Any], what: str = "such value") -> Found | None:
    """The first node within `node` for whose value `predicate` holds, in the order in which they ran; None if for none.

    The predicate is asked for values of all kinds. Where it raises an exception, as `value < 0` does for text, a value
    is not meant; if it never does anything else, that is raised. Of an array it may give an array: then any element is
    meant. what: how the answer calls it.

    Raises TypeError for anything but a node and a function.
    """
    check_node("first", node)
    check_predicate("first", predicate)
    meant = Meant(predicate)
    search = Search(node, meant)
    found = search.first()
    if found is None:
        meant.complain()
    return Found(what, found, search) if found is not None else None


class Meant:
    """A predicate that may not know all kinds of values."""

    def __init__(self, predicate: Callable[[Any], Any]) -> None:
        self.predicate = predicate
        self.answered = False
        self.error: Exception | None = None

    def __call__(self, value: Any) -> bool:
        try:
            answer = self.predicate(value)
            found = bool(answer.any()) if isinstance(answer, np.ndarray) else bool(answer)
        except Exception as error:
            if is_interrupt(error):
                raise
            self.error = error
            return False
        self.answered = True
        return found

    def complain(self) -> None:
        if self.error is not None and not self.answered:
            raise self.error


def _has_value(node: Node) -> bool:
    """Does a node have a value of its own? A jump has none, nor has what raised."""
    return not (isinstance(node, JumpNode) or (isinstance(node, CallNode) and node.exception is not None))


def first_nan(node: Node) -> Found | None:
    """The first node within `node` whose value is NaN, an array with one, or a tuple of such; None if there is none.

    Raises TypeError for anything but a node.
    """
    check_node("first_nan", node)
    return _first_trouble(node, NAN)


def first_inf(node: Node) -> Found | None:
    """The first node within `node` whose value is infinite, an array or tuple with such; None if there is none.

    Raises TypeError for anything but a node.
    """
    check_node("first_inf", node)
    return _first_trouble(node, INFINITY)


def first_none(node: Node) -> Found | None:
    """The first call or load within `node` that gave None, where more was done with it than to test whether it is None.

    Raises TypeError for anything but a node.
    """
    check_node("first_none", node)
    reads = _Reads()

    def is_it(one: Node) -> bool:
        return one.value is None and _is_result(one) and reads.may_be_of(one) and _is_used(one)

    with closing(done_in(node)) as nodes:
        found = next(filter(is_it, nodes), None)
    return Found("None", found, Search(node, lambda value: value is None)) if found is not None else None


def _is_result(node: Node) -> bool:
    return _has_value(node) and not isinstance(node, (ArgumentNode, ReturnNode))


class _Reads:
    """Which statements the code of a function reads the value of. To ask nodes takes an index of each call."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[IR, set[int] | None]] = {}  # by the id of an IR

    def may_be_of(self, node: Node) -> bool:
        ir, location = node.ir, node.location
        if ir is None or location is None or location.kind != "%":
            return True
        found = self._known.get(id(ir))
        if found is None:
            found = self._known[id(ir)] = ir, _read(ir)
        return found[1] is None or location.number in found[1]


def _read(ir: IR) -> set[int] | None:
    """The variables that are read; None where an exception may pass on others."""
    if any(block.handlers for block in ir.blocks):
        return None
    parts: list[Any] = [statement.expression for block in ir.blocks for statement in block.statements]
    parts += [block.terminator for block in ir.blocks]
    passed = [edge.arguments for block in ir.blocks for edge in block.terminator.edges]
    operands = chain(*(part.operands for part in parts), *passed)
    return {operand.number for operand in operands if isinstance(operand, Variable)}


def _is_used(node: Node) -> bool:
    """Was more done with a value than to pass it on, to return it, and to test whether it is None?"""
    seen = {node}
    waiting = [node]
    while waiting:
        for user in waiting.pop().dependents():
            passed_on = user if isinstance(user, ArgumentNode) else _returned_by(user)
            if passed_on is not None:
                if passed_on not in seen:
                    seen.add(passed_on)
                    waiting.append(passed_on)
            elif not isinstance(user, (JumpNode, ReturnNode)) and not _tests_identity(user):
                return True
    return False


def _returned_by(node: Node) -> Node | None:
    """The call whose value a node returns."""
    call = node.parent if isinstance(node, ReturnNode) else None
    return call if isinstance(call, NestedCallNode) and call.log.gives_return(call.start) else None


def _tests_identity(node: Node) -> bool:
    function = node.function.value if isinstance(node, CallNode) else None
    return function is operator.is_ or function is operator.is_not


def _first_trouble(node: Node, trouble: Trouble) -> Found | None:
    places, search = _Places(node, trouble), Search(node, trouble.is_in, KINDS, trouble.of_float)
    if places.are_nowhere and not any(trouble.is_in(one.snapshot) for one in _arguments(node)):
        return None
    found = search.first(places.are_in)
    return Found(trouble.name, found, search, trouble) if found is not None else None


def _arguments(node: Node) -> Iterator[Node]:
    """What a call was given, without looking further."""
    nodes = iter(node) if isinstance(node, NestedCallNode) else iter(())
    return takewhile(lambda one: isinstance(one, ArgumentNode), nodes)


class _Places:
    """Where in the log the trouble is: calls without any are not decoded."""

    def __init__(self, node: Node, trouble: Trouble) -> None:
        self.node = node  # may have been given it
        self.log: Any = log_of(node)
        self.found: list[int] = []
        if self.log is not None:
            self.log.drop_surplus()
            self.found = list(_places(self.log.entries, trouble))

    @property
    def are_nowhere(self) -> bool:
        """Is nothing of it in the log, of a record that has one?"""
        return self.log is not None and isinstance(self.node, NestedCallNode) and not self._is_between(self.node)

    def are_in(self, node: Node) -> bool:
        if self.log is None or node is self.node or not isinstance(node, NestedCallNode):
            return True
        return self._is_between(node)

    def _is_between(self, node: NestedCallNode) -> bool:
        place = bisect_left(self.found, node.start)
        return place < len(self.found) and self.found[place] < self.log.end(node.start)


def _places(entries: list[Any], trouble: Trouble) -> Iterator[int]:
    """The entries in which the trouble is, and those with which a frame begins whose code has it as a constant."""
    kinds = dict(zip(map(id, map(type, entries)), map(type, entries), strict=True))  # a metaclass may have a __hash__
    wanted = {number for number, kind in kinds.items() if kind is Mark or issubclass(kind, KINDS)}
    known: dict[int, bool] = {}  # arrays come by often; of marks whether their code has it
    for place in compress(range(len(entries)), map(wanted.__contains__, map(id, map(type, entries)))):
        entry = entries[place]
        if type(entry) is float:
            if trouble.of_float(entry):
                yield place
            continue
        found = known.get(id(entry))
        if found is None:
            found = known[id(entry)] = (
                trouble.is_in(entry)
                if type(entry) is not Mark
                else entry.kind in _BEGIN and trouble.is_constant_of(entry.template)
            )
        if found:
            yield place
