"""The nodes of a record in the order in which they ran.

Nested calls are in document order; the frames of generators are not: their nodes lie where the generator was made, but
ran in pieces, within the nodes that went on with it.
"""

from bisect import bisect_left
from heapq import heappop, heappush
from operator import attrgetter, itemgetter
from typing import Any, Protocol

from ...cpython.marks import Mark, MarkKind
from ...ir.language import EFFECTS
from ..nodes.kinds import ArgumentNode, JumpNode, NativeRootNode, PrimitiveCallNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..progress import Step, passed, progress
from .shadows import UNCHANGING

_POSITION, _START = itemgetter(0), attrgetter("start")
_DELEGATING = ("yield_from", "await")
AT_ONCE = 10_000  # nodes that are gone through before somebody is told
_NEAR = 50  # nodes behind which what ran a generator is looked for: stores, a jump and what it passes


class Activation:
    """A frame that is being gone through: its children from `position` to `last`.

    `resumer`: of a piece of a generator's frame, the node that ran it. `reader`: what goes through the frame
    instead, if something does. `aimed`: where in the log the next of what is elsewhere begins, if it is known which
    child runs that, and which generator it is a piece of. `until`: which child that is, for those who keep it there.
    """

    __slots__ = ("aimed", "children", "elsewhere", "entered", "first", "generator", "info", "is_piece", "last", "node",
                 "position", "reader", "resumer", "until")  # fmt: skip

    def __init__(
        self,
        node: Any,
        children: Any,
        position: int,
        last: int,
        elsewhere: list[tuple[int, int]],
        resumer: Node | None = None,
    ) -> None:
        self.resumer = resumer
        self.node = node
        self.children = children
        self.first = position
        self.position = position
        self.last = last
        self.elsewhere = elsewhere  # which child ran what began where in the log, the last first
        self.aimed = self.until = -1
        self.generator: Generator | None = None
        self.entered = -1  # the child whose own frame has been gone through
        self.is_piece = False  # of a generator's frame, which had been made before
        self.reader: Any = None
        self.info: Any = None


class Generator:
    """A generator. `pieces`: those of its frame that have not been run, by where they begin in the log: the first
    child, and the one before which they end. `made`: before which child it was made. `activation`: that of each piece,
    since one has ended when the next one begins.
    """

    __slots__ = ("activation", "begun", "children", "delegates", "made", "node", "pieces", "reached", "starts")

    def __init__(self, node: NestedCallNode) -> None:
        self.node = node
        self.delegates: bool = node.template.delegates
        self.children = children = node.children
        self.begun = getattr(node, "_elsewhere", ())  # in the order of the children
        self.activation: Activation | None = None
        self.reached = 0  # how much of what its children ran is behind the last piece
        resumed = getattr(node, "_resumed", ())
        self.pieces: dict[int, tuple[int, int]] = {}
        last = len(children)
        for first, start in reversed(resumed):
            self.pieces[start] = first, last
            last = first
        self.made = last
        self.starts = list(self.pieces)

    @property
    def waiting(self) -> int | None:
        """Where the first piece begins that has not been run; None if all have been."""
        if not self.pieces:
            return None
        while self.starts[-1] not in self.pieces:
            self.starts.pop()
        return self.starts[-1]

    def run_by(self, first: int, last: int) -> list[tuple[int, int]]:
        """What ran within the children of a piece: see `Activation.elsewhere`."""
        begun = self.begun
        begin, behind = self.reached, last + (last == len(self.children))
        if (begin and begun[begin - 1][0] >= first) or (begin < len(begun) and begun[begin][0] < first):
            begin = bisect_left(begun, first, key=_POSITION)  # it is not the next one
        end, count = begin, len(begun)
        while end < count and begun[end][0] < behind:
            end += 1
        self.reached = end
        return [begun[begin]] if end == begin + 1 else list(begun[begin:end])[::-1]


class Traveller(Protocol):
    """Who goes through a record."""

    def enter(self, activation: Activation) -> None:
        """The frame of a call, or a piece of one, begins; `activation.info` has to be set."""

    def begin(self, node: Any, activation: Activation) -> None:
        """Something is about to run within a node."""

    def visit(self, node: Any, activation: Activation) -> None:
        """A node has done what it does."""

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        """Visit nodes from there on, all of them, or up to a call that something runs in; returns where it stopped.

        The first one is visited in any case.
        """

    def leave(self, activation: Activation) -> None:
        """A frame, or a piece of one, has ended."""


def one_by_one(traveller: Traveller, activation: Activation, position: int, until: int) -> int:
    """A traveller's `stretch` if it has no better one."""
    children, first = activation.children, position
    while position < until:
        child = children[position]
        if position > first and (type(child) is NestedCallNode or type(child) is NativeRootNode):
            break
        traveller.visit(child, activation)
        position += 1
    return position


class Schedule:
    """The way through a record."""

    root: Node
    step: Step

    def __init__(self, traveller: Traveller) -> None:
        self.traveller = traveller
        self.generators: dict[int, Generator] = {}  # by the id of the token
        self.delegating: dict[int, Generator] = {}  # by the id of what it goes on with by `yield from`, or awaits
        self.waiting: list[tuple[int, int]] = []  # a heap of where pieces begin, the next of each of these tokens

    def run(self, root: Node, what: str) -> None:
        """Go all the way; `what` says for what, should it take long."""
        with progress(what) as self.step:
            self.root = root
            self._go(root)

    def _go(self, root: Node) -> None:
        self._run([self._activation(root)])
        # pieces of generators that nobody in the record went on with: the program did, when `track` had returned, or
        # an event loop; what they make may have such pieces, too
        while self.waiting:
            start, token = heappop(self.waiting)
            generator = self.generators[token]
            if start in generator.pieces:
                self._run([self._piece(generator, start, None)])
            self._wait(generator, token)

    def _wait(self, generator: Generator, token: int) -> None:
        start = generator.waiting
        if start is not None:
            heappush(self.waiting, (start, token))

    def go_on(self, activation: Activation) -> None:
        """Go through the rest of a frame that is within another one."""
        self._run([activation])

    def _run(self, stack: list[Activation]) -> None:
        traveller, root, step = self.traveller, self.root, self.step
        while stack:
            activation = stack[-1]
            if activation.reader is not None:
                called = self.read(activation)
                if called is not None:
                    stack.append(called)
                elif activation.reader is not None:
                    stack.pop()
                continue
            if activation.info is None:
                traveller.enter(activation)
            children, elsewhere = activation.children, activation.elsewhere
            position, last, entered = activation.position, activation.last, activation.entered
            while position < last:
                began = self.aim(activation) if elsewhere else last
                child = children[position]
                if began == position:  # one after the other: a piece may make the generator that the next one is of
                    activation.position = position
                    if self.resume(activation, child) >= 0:
                        continue
                    inner = self._next_piece(child, activation)
                elif entered != position and (type(child) is NestedCallNode or type(child) is NativeRootNode):
                    inner, entered = self._activation(child), position
                else:
                    position = traveller.stretch(activation, position, min(began, last, position + AT_ONCE))
                    step(passed, child, root)
                    continue
                if inner is not None:
                    activation.position, activation.entered = position, entered
                    traveller.begin(inner.resumer or child, activation)
                    stack.append(inner)
                    break
            else:
                activation.position = last
                if elsewhere and last == len(children):  # behind the last node; what ran it has none
                    late = self._next_piece(children[-1], activation)
                    if late is not None:
                        late.resumer = None
                        stack.append(late)
                    continue
                traveller.leave(activation)
                stack.pop()

    def read(self, activation: Activation) -> Activation | None:
        """Let its reader go on up to a call, whose activation is returned; None at its end, or if it has left the rest
        to us: then it is its reader no more.
        """
        raise NotImplementedError

    def resume(self, activation: Activation, child: Node) -> int:
        """Go through the next pieces of generators, which a child ran, if there is a shorter way; returns which child
        runs what comes then, -1 if there was no way.
        """
        return -1

    def aim(self, activation: Activation) -> int:
        """Which child runs the next of what is elsewhere."""
        elsewhere = activation.elsewhere
        while True:
            position, start = elsewhere[-1]
            if start == activation.aimed:
                return position
            generator = activation.generator  # the same one again, most often
            if generator is None or start not in generator.pieces:
                token = activation.node.log.entries[start + 1]
                generator = self.generators.get(id(token))  # None if it is a call behind the child
                if generator is None or start not in generator.pieces:
                    return position
            resumer = self._resumer(generator, activation, position)
            if resumer != position and (len(elsewhere) < 2 or elsewhere[-2][0] > resumer):
                elsewhere[-1] = resumer, start
                position = resumer
            if resumer == position:
                activation.aimed, activation.generator = start, generator
                return position
            later = []  # what ran after that, too
            while elsewhere and elsewhere[-1][0] <= resumer:
                where, begun = elsewhere.pop()
                later.append((resumer if where == position else where, begun))
            elsewhere += sorted(later, reverse=True)

    def _next_piece(self, child: Node, activation: Activation) -> Activation | None:
        """The next of what ran within a child: a call behind it, or a piece of a generator; None if nothing did."""
        _, start = activation.elsewhere.pop()
        entries = activation.node.log.entries
        mark = entries[start]
        if type(mark) is Mark and mark.kind is MarkKind.BEHIND:
            frames = child._frames  # in the order in which they ran
            k = bisect_left(frames, start, key=_START)
            return self._activation(frames[k]) if k < len(frames) and frames[k].start == start else None
        generator = self.generators.get(id(entries[start + 1]))
        if generator is None or start not in generator.pieces:  # of an earlier recording
            return None
        return self._piece(generator, start, child)

    def _activation(self, node: Any) -> Activation:
        """That of a call's own frame; of a generator's only up to where it was made."""
        children = node.children
        last = len(children)
        elsewhere: list[tuple[int, int]] = []
        if type(node) is NestedCallNode:
            elsewhere = getattr(node, "_elsewhere", [])[::-1]
            if node.template.suspends:
                generator, token = Generator(node), id(node.log.entries[node.start + 1])
                self.generators[token] = generator
                self._wait(generator, token)
                last = generator.made
                elsewhere = [(k, start) for k, start in elsewhere if k < last]
        return Activation(node, children, 0, last, elsewhere)

    def _piece(self, generator: Generator, start: int, resumer: Node | None) -> Activation:
        """A piece of a generator's frame, which is run once."""
        first, last = generator.pieces.pop(start)
        piece = generator.activation
        if piece is None:
            piece = generator.activation = Activation(generator.node, generator.children, first, last, [], resumer)
            piece.is_piece = True
        else:
            piece.first = piece.position = first
            piece.last, piece.resumer = last, resumer
            piece.aimed = piece.entered = piece.until = -1
            piece.info = None
        piece.elsewhere = generator.run_by(first, last) if generator.begun else []
        if generator.delegates and last < len(generator.children):
            suspending: Any = generator.children[last]
            if type(suspending) is SpecialCallNode and suspending.name in _DELEGATING:
                self.delegating[id(suspending._operands[0].value)] = generator
        return piece

    def delegator(self, generator: Any) -> Any:
        """The node by which another one waits for a generator or coroutine; None if there is none."""
        outer = self.delegating.get(id(generator))
        if outer is None or outer.activation is None or outer.activation.last >= len(outer.children):
            return None
        suspending: Any = outer.children[outer.activation.last]
        is_there = type(suspending) is SpecialCallNode and suspending.name in _DELEGATING
        return suspending if is_there and suspending._operands[0].value is generator else None

    def _resumer(self, generator: Generator, activation: Activation, first: int) -> int:
        """Which child, from `first` on, ran the generator: what has no entry of its own does not say it, its operands
        may.

        Behind such a child may come stores, and a jump with what it passes. Of a generator to which another one has
        delegated, that has the other. If none does, as `next` of an `enumerate` has not, it is the first that can.
        """
        children, k, last = activation.children, first, activation.last
        if last > first + _NEAR:
            last = first + _NEAR
        while k < last:
            node = children[k]
            if type(node) is PrimitiveCallNode:  # as it is most often
                if node._operands and node._operands[-1].value is generator.node.value:
                    return k
                break
            if not _leads_on(node):
                break
            k += 1
        nearest = k if k < last else first  # jumps and arguments run nothing
        made = {id(generator.node.value)}
        outer = self.delegating.get(id(generator.node.value))
        while outer is not None and id(outer.node.value) not in made:
            made.add(id(outer.node.value))
            outer = self.delegating.get(id(outer.node.value))
        k = first
        while k < last:
            node = children[k]
            kind = type(node)
            leads_on = _leads_on(node)
            for operand in node._operands if kind is not JumpNode else () if leads_on else (node._condition,):
                if id(operand.value) in made:
                    return k
            if not leads_on and (kind is not SpecialCallNode or node.name not in EFFECTS):
                break
            k += 1
        return nearest


def _leads_on(node: Node) -> bool:
    """Is it an argument, or a jump that runs nothing: a plain one, by the truth of a number, or by which a loop goes on
    with what the node before has got?
    """
    if type(node) is not JumpNode:
        return type(node) is ArgumentNode
    return node._condition is None or node.test == "has more" or id(type(node._condition.value)) in UNCHANGING
