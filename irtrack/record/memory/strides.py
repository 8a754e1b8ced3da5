"""The index, many nodes at a time: what often runs, as code.

What most nodes add to the graph is the same each time that their block runs, but for the numbers. So for a *stride*,
the way that one run took from a block on, a function is written that adds what its nodes add. It goes from block to
block, round and round a loop, and is made of *segments*, rows of nodes up to a call or a jump:

    n0, n1, n2, = children[p:p + 3]
    if not ((n2.location is k2) and type(n2) is not RaiseNode and type(n0.value) is k3 and type(n1.value) is k3):
        frame.control, frame.block, frame.place_next = c, 3, 3
        return p
    b, s = len(index.nodes), 0
    n0._vertex = v0 = b
    ...
    index.nodes += (n0, n1, n2,)
    index.data += ((v5, n0._operands[1]._vertex), (v0,), (v1,))
    index.control += (c, c, c)
    p += 3

Rows of a few are added one by one. In the index of sources there is no control, which no frame has there, either.

A segment looks first whether the nodes are those that it was written for, and whether the values of *quiet* ones, which
do nothing to memory and read nothing there (operators on numbers and text, arguments, jumps), are of types that cannot
change. If not, the stride ends there, and the index looks at each node by itself (`Index.visit`), up to where the next
stride begins. A segment goes on behind a jump that went the way that it went when the code was written (`_merge`), if
nothing could have been written on the other way; which jumps decide about what runs is then known in advance. For runs
that often go other ways there is a second stride, with a segment for each block (`Stride.apart`). For nodes that do
something to memory there is code for what is usual (usual.py); where that does not fit, or there is none, what the
segment has collected is added, and the function of effects/ is called. A call that was entered ends a segment, too, and
is gone through as a whole: a short one by code that is written out there (inlined.py), others by `through` (calls.py),
whose arguments a function of their own adds (passed.py).
Where exceptions are caught, each statement that can raise decides about the next: `c` is what decides, `plain` the same
without the last of these (`_raised_past`); as a caller may be who catches them, a function has strides of two kinds.
Nodes of statements that have run pieces of generators (`Code.resuming`) stand between segments: `resumed` (pieces.py)
goes through these pieces, and tells up to where the stride may go on. In a generator's frame a stride begins with the
`yield` where that goes on, and its last segment has that the next `yield` has begun.
"""

import re
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...ir.control import ControlFlow
from ..decoding.plan import NEXT, BlockPlan, Step, plan_of
from ..generated import tuple_of
from ..nodes.kinds import RaiseNode
from ..nodes.nested import NestedCallNode
from .calls import can_be_inlined
from .frames import Code, Stride, is_starred
from .inlined import Inlined
from .samples import LONGEST
from .segments import FEW, Operand, deeper, spared
from .suspensions import Suspensions

if TYPE_CHECKING:
    from .index import Index

_SHORT = {
    "N": "index.nodes", "D": "index.data", "C": "index.control", "shadows": "index.shadows", "origins": "index.origins",
    "made": "index.made", "known": "index.addresses.known", "deletions": "index.deletions",
    "still": "index.potential.still", "opened": "frame.open_jumps",
    "constants": "frame.constants", "c": "frame.control", "plain": "frame.plain", "anything": "index.anything",
    "any_items": "index.any_items",
    "any_iterators": "index.any_iterators", "any_attributes": "index.any_attributes", "ranges": "index.ranges",
    "others": "index.addresses.others", "is_mixed": "index.callees.is_mixed",
    "tells_special": "index.callees.tells_special",
}  # fmt: skip
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]+\b")
_TEXT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")


def stride(
    index: "Index",
    code: Code,
    flow: ControlFlow,
    place: int,
    children: tuple[Any, ...],
    position: int,
    loud: bool = False,
    merges: bool = True,
    may_be_cut: bool = True,
) -> Stride | None:
    """The stride that begins with the block of that number, or, if it is negative, behind the statement of a variable.

    If it is less than all of these, with the `yield` where a frame goes on: see `Frame.back_at`. None if there is none.
    `children[position:]`: how the nodes are now. `merges`: has it blocks together in a segment? `may_be_cut`: or is
    there none if it ends with an exception this time, or before a loop of no turns?
    """
    plan = plan_of(code.template)
    if place > 0:
        writer = _Writer(index, code, flow, plan, plan.blocks[place - 1], children, position, loud)
        return writer.write(0, place, merges, may_be_cut)
    goes_on = -place > code.size
    variable = -place - code.size if goes_on else -place
    for block in plan.blocks:
        for i, step in enumerate(block.steps or ()):
            if step[1] == variable:
                first = i if goes_on else i + 1
                writer = _Writer(index, code, flow, plan, block, children, position, loud)
                return writer.write(first, place, merges, may_be_cut)
    return None


class _Writer(Suspensions):
    """Writes the function of a stride.

    A segment ends with a jump or a return; `first` is the number of its first node.
    """

    def __init__(self, index: "Index", code: Code, *sample: Any) -> None:
        super().__init__(code, *sample)
        self.index = index
        self.merges = self.has_merged = False
        self.is_cut = False  # does it end where an exception was raised, or before a loop of no turns?
        self.places: set[int] = set()  # of its segments
        self.joins = {self.flow.joins.get(number) for number in self.flow.successors if self.flow.can_fork(number)}

    def write(self, first: int, place: int, merges: bool, may_be_cut: bool) -> Stride | None:
        self.merges = merges and not any(self.flow.catching.values())
        self.goes_on = -place > self.code.size
        start = max(place, 0)
        seen = {start}
        target = self._block(first, place)
        if not self.count or (self.is_cut and not may_be_cut):
            return None
        while target and target not in seen and self.count < LONGEST:
            seen.add(target)
            self.block = self.plan.blocks[target - 1]
            target = self._block(0, target)
        if self.is_cut and not may_be_cut:
            return None
        self._close()
        if target and target != start:
            self.block = self.plan.blocks[target - 1]
            self._lines(self._leave(target))
        self.lines[1:1] = self._shortened()
        function = self.function()
        if function is None:
            return None
        return Stride(*self.head, function, self.loud, self.has_merged, frozenset(self.places))

    def _shortened(self) -> list[str]:
        """What the lines have in a word."""
        words = set(_WORD.findall(_TEXT.sub("", self.source)))
        stored = [f"    index.stored_names.add({name!r})" for name in sorted(self.stored_names)]
        return [*stored, *(f"    {name} = {what}" for name, what in _SHORT.items() if name in words)]

    def _start(self) -> None:
        self.line("while True:")

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self.line(line, deeper=1)

    def _leave(self, place: int) -> list[str]:
        """Stop here; the next node is in the block, `place` says where."""
        return self._stop(self.block.number, place)

    def _stop(self, block: int, place: int) -> list[str]:
        if not self.whole:  # what decides, nobody asks
            return [f"frame.place_next = {place}", "return p"]
        stops = [f"frame.control, frame.block, frame.place_next = c, {block}, {place}", "return p"]
        return [*self._tells(block), *stops]

    def _stop_short(self) -> list[str]:
        """Stop before a segment."""
        stops = self._stop(*self.begins)
        count = self.advancing.get(self.first, -1)
        return self._or_end_loop(stops, count) if count >= 0 else stops

    def _or_end_loop(self, stops: list[str], count: int) -> list[str]:
        """But if a loop has no more, which so many arguments and a jump tell, stop behind these."""
        *stops, returns = stops
        place = f"p + {count}" if count else "p"
        ends = [
            f"if {place} < until and type(children[{place}]) is JumpNode:",
            f"    return index.end_loop(frame, children, p, {count})",
        ]
        return [*stops, *ends, returns]

    def _is_over(self) -> bool:
        """Has the loop no more whose head comes next?"""
        jump = self.count + len(self.block.arguments)
        is_head = self.block.end == NEXT and jump < len(self.sample)
        return is_head and self.sample[jump].location is self.block.edges[1].location

    def _tells(self, block: int) -> list[str]:
        """Let the frame know of what in that block could have raised, see `Frame`."""
        if not self.watches:
            return []
        raiser = "c[-1] if c is not plain else -1"
        return [f"frame.raiser, frame.watched = {raiser}, {self.flow.is_guarded(block)}"]

    def _block(self, first: int, place: int) -> int:
        """The nodes of a block, from that step on; returns the block that comes next, 0 if none does."""
        if self.count == self.first:
            self.begins = self.block.number, place
        self.start = self.count
        is_over = place > 0 and self._is_over()
        going = place < 0 or self.block.number == 1 or (not is_over and all(map(self._argument, self.block.arguments)))
        for step in (self.block.steps or [])[first:]:
            going = going and (self._enter(step) or self._resume(step) or self._yield(step) or self._step(step))
        edge = self._end() if going else None
        if edge is not None and edge >= 0 and self.merges and self._merge(edge):
            return self.block.edges[edge].target.number
        self._close()
        if edge is None:
            self.is_cut = is_over or (self.count < len(self.sample) and type(self.sample[self.count]) is RaiseNode)
            if self.count:  # the next node is for `visit`, or another stride that begins with the block
                leaves = self._leave(self.back or (place if self.count == self.start else 0))
                self._lines(self._or_end_loop(leaves, len(self.block.arguments)) if is_over else leaves)
            return 0
        return self._go(edge)

    def _close(self) -> None:
        """A segment ends here."""
        self.flush()
        size = self.count - self.first
        if size:
            self.places.add(self.begins[1])
            known = {*self.checked, *self.checks}
            self._check(size)
            self._lines([*self.ahead, *spared(self.body, known), f"p += {size}", *self._opens()])
        self.body, self.ahead, self.way, self.first = [], [], [], self.count
        self.named, self.aliases, self.aiming, self.asked, self.looked, self.loads = [], {}, set(), set(), set(), []

    def _merge(self, taken: int) -> bool:
        """Let the block that a jump leads to be in the same segment, if that can be."""
        block, node = self.block, f"n{self.count - 1}"
        edge = block.edges[taken]
        target = edge.target.number
        _, _, left, watched = self.flow.move(block.number, target)
        if self.whole and (left or watched or self.can_pass(block.number, target)):
            return False
        self.has_merged = True
        self.last = (edge.location,)  # another way is none on which it has failed
        self.path.append((self.count - 1, edge.location))
        self.way += [f"{node}.location is {self.constant(edge.location)}", f"type({node}) is JumpNode"]
        self._jumps(taken)
        return True

    def _meets(self, target: int) -> None:
        if target not in self.joins:
            return
        outer, self.outer = self.outer, f"c{self.count}"
        if self.watches:  # perhaps behind handlers
            number = self.block.number
            self.body += [f"frame.block = {number}", "frame.returns()", f"{self.outer} = frame.control"]
            return
        self.body += [
            f"{self.outer} = {outer}",
            f"if opened and opened[-1][1] == {target}:",
            f"    while opened and opened[-1][1] == {target}:",
            "        opened.pop()",
            f"    {self.outer} = {self._decider('opened[-1][0]')} if opened else frame.base",
        ]

    def _opens(self) -> list[str]:
        """Let the frame know which jumps decide about what comes behind the segment."""
        lines, control = [], self.control
        for k, (vertex, join) in enumerate(self.opened):
            opens = f"opened.append(({vertex}, {join}, None))"
            if k:
                lines.append(opens)
            else:
                again = f"opened[-1] = ({vertex}, {join}, None)"
                lines += [f"if opened and opened[-1][1] == {join}:", f"    {again}", "else:", f"    {opens}"]
        if not self.whole:
            return []
        self.opened, self.outer, self.control = [], "c", "c"
        return [*lines, f"c = {control}"] if control != "c" else lines

    def _enter(self, step: Step) -> bool:
        """A call that was entered, if that is what comes next; with all that ran in it."""
        _, variable, _, _, location, item, _, _ = step
        if not self._is_next(location) or type(self.sample[self.count]) is not NestedCallNode:
            return False
        spread = is_starred(item.statement)
        self._close()
        self.begins = self.block.number, 0
        node = self._node(variable, location)
        begins, self.body = self.body, []
        operands = self._passed(node, item.reads)
        loads, self.body = self.body, begins
        data = tuple_of([operand.read for operand in operands if operand.read])
        doubts = [f"{operand.known}[1]" for operand in operands if operand.known]
        if any(operand.is_asked for operand in operands):
            data = "None"
        elif doubts:
            data = f"None if {' or '.join(doubts)} else {data}"
        name, count = self.code.called_by(item.statement)
        name = name if count + 1 == len(operands) else ""
        is_caught = self._is_caught(variable)
        control = self._control(node, self._is_late(variable))
        if not self.head[0]:
            self._start()
            self.head = self.count, self.last, tuple(self.path)
        self._stop_if([*self._ends(1), "type(children[p]) is not NestedCallNode"])
        self._lines([f"{node} = children[p]", *self.body])
        self.body, self.loads = [], []
        function = tuple_of([operand.vertex for operand in operands[:1] if operand.vertex])
        passed = f"{function}, {data}, {name!r}, {is_caught}, {spread}"
        is_plain = f"through(index, {node}, frame, {control}, {self.control}, {passed})"
        self._stop_if([f"not ({' and '.join([f'{node}.location is {self.constant(location)}', *self.checks])})"])
        self._lines(loads)
        is_short = control in ("c", "()") and not spread
        behind = ["p += 1", *([f"c = (*plain, {node}._vertex)"] if is_caught else [])]
        inlined = self._inlined(node, variable, operands, name, behind) if is_short else []
        self._lines(inlined)
        self._stop_if([f"{f'not i{node[1:]} and ' if inlined else ''}not {is_plain}"])
        self._lines(behind)
        self.vertices.append(f"{node}._vertex")
        self.checks, self.first, self.begins = {}, self.count, (self.block.number, -variable)
        return True

    def _resume(self, step: Step) -> bool:
        """A node within which pieces of generators run, if that is what comes next."""
        _, variable, _, _, location, *_ = step
        if variable not in self.code.resuming or not self._is_next(location):
            return False
        self._close()
        self.begins = self.block.number, 0
        node = self._node(variable, location)
        if not self.head[0]:
            self._start()
            self.head = self.count, self.last, tuple(self.path)
        decided = [*self._tells(self.block.number), "frame.control = c"] if self.whole else []
        self._lines([*decided, "if p == until:", "    until = resumed(index, frame, p)"])
        self._stop_if(self._ends(1))
        self._lines([f"{node} = children[p]"])
        self._stop_if([f"{node}.location is not {self.constant(location)}",
                       f"type({node}) is RaiseNode or type({node}) is NestedCallNode"])  # fmt: skip
        is_usual = f"{node} in index.begun and type({node}) is PrimitiveCallNode and takes_next(index, {node}, frame)"
        self._lines([f"{node}._position = p = p + 1", f"if not ({is_usual}):", f"    index._visit({node}, frame)"])
        if self.watches:
            self._lines(["c, plain = frame.control, frame.plain"])
        self.vertices.append(f"{node}._vertex")
        self.checks, self.first, self.begins = {}, self.count, (self.block.number, -variable)
        return True

    def _inlined(self, node: str, variable: int, operands: list[Operand], name: str, behind: list[str]) -> list[str]:
        """The same, written out: one way through a short call, if such a one has been seen, and what begins any other;
        see inlined.py.
        """
        own = self.sampled[node]
        code = self.index.codes.get(id(own.template))
        if code is None or any(operand.is_stored and (self.whole or not operand.known) for operand in operands):
            return []
        number, function = node[1:], operands[0].value
        tests = [
            f"codes.get(id({node}.log.entries[{node}.start].template)) is {self.constant(code)}",
            f"not {node}._elsewhere",
            f"{node} not in index.begun",
            f"type({function}) is {self.constant(FunctionType)}",
            f"id({function}) not in shadows",
            "not index.any_name",
            *[f"not {operand.known}[1]" for operand in operands if operand.known],
            *([f"{name!r} not in index.stored_names"] if name else []),
            *([f"not index.callees.of_other_classes({operands[1].node}, {name!r})"] if name and self.whole else []),
            *([f"not index.choices.functions({operands[0].node})"] if operands[0].vertex and self.whole else []),
        ]
        guarded = self._is_caught(variable)
        short = self._short(node, code, operands, guarded, [*behind, *self._leave(-variable)])
        if short is None:
            return []
        size, checks, (names, *rest) = short
        lines = [
            f"if len(m{number}) == {size} and {node}._rare is None:",
            f"    {names}",
            f"    if {' and '.join(checks)}:",
            f"        i{number} = True",
            *deeper(deeper(rest)),
        ]
        begins = f"m{number}, i{number}, codes = {node}._children or index.children_of({node}), False, index.codes"
        return [begins, f"if {' and '.join(tests)}:", *deeper(lines)]

    def _short(
        self, node: str, code: Code, operands: list[Operand], guarded: bool, leaves: list[str]
    ) -> tuple[int, list[str], list[str]] | None:
        """Of a short call: how many nodes are in it, what has to hold, and what is done then."""
        call = own = self.sampled[node]
        if not can_be_inlined(call, code):
            call = self.index.short.get(code)
            if not isinstance(call, NestedCallNode) or call._split() != own._split():
                return None  # it passes its arguments otherwise
        writer = Inlined(self, node, code, call, self.control, guarded=guarded)
        found = writer.write(operands, leaves)
        if writer.ahead:  # which comes behind what begins the call
            found = Inlined(self, node, code, call, self.control, guarded=guarded, apart=True).write(operands, leaves)
        return (len(call.children), *found) if found is not None else None

    def _return(self) -> int | None:
        self.checks["frame.node.parent is not None"] = None
        return super()._return()

    def _stop_if(self, tests: list[str]) -> None:
        self._lines([f"if {' or '.join(tests)}:", *deeper(self._stop_short())])

    def _ends(self, size: int) -> list[str]:
        """Does one of so many nodes not belong to what is gone through, or come a name before them that is loaded?"""
        names = [f"(constants and constants[-1][0] < p + {size}"] if self.code.ahead else []
        if names:
            names[0] += f" and not are_loaded(constants, p, {size}, {tuple_of([*map(str, self.loads)])}))"
        return [f"p + {size} > until", "frame.code is not code", *names]

    def _check(self, size: int) -> None:
        """Are the nodes there, and are they those that this was written for?"""
        if not self.head[0]:
            self._start()
            self.head = self.count, self.last, tuple(self.path)
        self._stop_if(self._ends(size))
        names = [f"n{k}" for k in range(self.first, self.count)]
        if size <= FEW:
            self._lines([f"{name} = children[p{f' + {k}' if k else ''}]" for k, name in enumerate(names)])
        else:
            self._lines([f"{', '.join(names)} = children[p : p + {size}]"])
        last = f"n{self.count - 1}"
        if not (self.way and self.way[-1].startswith(f"type({last})")):
            places = " or ".join(f"{last}.location is {self.constant(location)}" for location in self.last)
            self.way += [f"({places})", f"type({last}) is not RaiseNode"]  # which has the place of what raised
        self._stop_if([f"not ({' and '.join(self.way)})"])
        self._lines(self.named)
        checks = [check for check in self.checks if check not in self.checked]
        if checks:
            self._stop_if([f"not ({' and '.join(checks)})"])
        self.checked.update(self.checks)
        self.checks = {}

    def _go(self, taken: int) -> int:
        """Follow the edge that was taken; leave the stride on all others. Returns the block that comes next."""
        block = self.block
        node, number = f"n{self.count - 1}", self.count - 1
        if taken < 0:
            passes = self.whole and self.flow.is_guarded(block.number) and self.can_pass(block.number, None)
            self._lines([*(self._passed_at(node, None) if passes else []), *self._leave(0)])
            return 0
        vertex = self.vertices[number]
        edges = block.edges[:1] if block.end == NEXT else block.edges
        for k, edge in enumerate(edges):
            if k != taken:
                self.block = edge.target
                lines = self._edge(node, vertex, block, edge.target.number) + self._leave(edge.target.number)
                self._lines([f"if {'' if edge.holds else 'not '}{node}.holds:", *deeper(lines)])
        target = edges[taken].target.number
        self._lines(self._edge(node, vertex, block, target))
        self.jump = vertex, list(map(self._known, block.lifted.passes[taken]))
        return target

    def _passed_at(self, node: str, target: int | None) -> list[str]:
        """A jump or a return has passed by what could write."""
        edge = self.constant(object())
        return [
            f"if still.get({edge}, still) is not frame.globals:",
            f"    {node}._position = p",
            f"    index.potential.passed_at({edge}, {node}, frame, {target})",
        ]

    def _edge(self, node: str, vertex: str, block: BlockPlan, target: int) -> list[str]:
        """What a jump decides: what `Frame.jumped` does, where that is simple."""
        if not self.whole:
            return []
        number = block.number
        forks, join, left, _ = self.flow.move(number, target)
        lines = self._passes(block, target, vertex)
        if self.can_pass(number, target):
            lines += self._passed_at(node, target)
        decides = "c = plain" if self.watches else "c"
        asked = [
            f"frame.block, frame.control = {number}, c",
            f"frame.jumped({vertex}, {target}, raised=False)",
            "if frame.handling:",
            "    frame.place_next = 0",
            "    return p",
            f"{decides} = frame.control",
        ]
        if left:
            lines += asked
        elif forks and join != target:
            lines += [
                f"if opened and opened[-1][1] == {join}:",
                f"    opened[-1] = ({vertex}, {join}, None)",
                "else:",
                f"    opened.append(({vertex}, {join}, None))",
                f"{decides} = {self._decider(vertex)}",
            ]
        else:
            lines += [
                *(["c = plain"] if self.watches else []),
                f"if opened and opened[-1][1] == {target}:",
                "    opened.pop()",
                f"    while opened and opened[-1][1] == {target}:",
                "        opened.pop()",
                "    if not opened:",
                f"        {decides} = frame.base",
                "    elif opened[-1][2] is None:",
                f"        {decides} = {self._decider('opened[-1][0]')}",
                "    else:",
                *deeper(deeper(asked)),
            ]
        return lines
