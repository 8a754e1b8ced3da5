"""Short calls that were entered, as a part of the stride that comes by: see strides.py.

What `through` (calls.py) does for any call is written out here for one way through a function in which no other call is
entered and no loop is left. Is the call one that went this way, with values of these types? Then

    n6_0, n6_1, n6_2, n6_3 = m6
    b, s = len(N), 0
    vb6, ve6 = b, b + 1
    ...
    N += (n6, n6, n6_0, n6_1, n6_2, n6_3, n6)
    D += ((v5,), (), (), (v5,), (v6_1,), (v6_2,), (vb6, v6_3))
    C += (c, c, e6, e6, e6, e6, c)

without a frame. One is made if a function of effects/ has to be called (`frame_within`); and if that stores to names
which code elsewhere loads, the rest of the call is gone through as any other's (`go_on`).
"""

from typing import TYPE_CHECKING, Any

from ..decoding.plan import RETURN, Argument, Plan, plan_of
from ..generated import tuple_of
from ..nodes.kinds import ArgumentNode, ReturnNode
from ..nodes.nested import NestedCallNode
from .addresses import number_passed
from .calls import finish
from .frames import Code, Decided, Frame
from .segments import Operand, Usual, deeper, spared
from .shadows import UNCHANGING
from .statements import Statements

if TYPE_CHECKING:
    from .index import Index


class Inlined(Statements):
    """Writes the way that one call went, whose caller has it as `call`."""

    def __init__(
        self,
        caller: Statements,
        call: str,
        code: Code,
        sample: NestedCallNode,
        control: str,
        *,
        guarded: bool,
        apart: bool = False,
    ) -> None:
        plan: Plan = plan_of(code.template)
        flow = code.beside.guarded if guarded else code.beside.flow
        super().__init__(code, flow, plan, plan.blocks[0], sample.children, 0, caller.loud)
        self.names, self._constants, self.stored_names = caller.names, caller._constants, caller.stored_names
        self.call = call
        self.apart = apart  # is what begins it added before all else?
        self.behind = control  # what decides about the call
        self.prefix = f"{call[1:]}_"
        number = call[1:]
        self.begun, self.entered, self.control, self.all = [f"{kind}{number}" for kind in ("vb", "ve", "e", "m")]
        entered = f"({self.entered},)" if code.whole else "()"
        self.frame = f"{self.constant(frame_within)}(index, {call}, {self.constant(code)}, {entered}, {guarded})"
        if not code.whole:
            self.control = "()"
        self.outer = self.plain = self.control
        self.guarded = guarded  # would the caller catch an exception?
        self.leaves: list[str] = []
        self.has_frame = self.fails = False
        self.calls = False  # is a frame made even in the usual case?
        self.parameters: dict[str, Operand] = {}  # what was passed for each

    def write(self, passed: list[Operand], leaves: list[str]) -> tuple[list[str], list[str]] | None:
        """What has to hold, and what is done then; None if the call is none that can be written out.

        `leaves`: how the caller's stride is left behind the call.
        """
        self.leaves = leaves
        if self._enter_call(passed) < self.code.arguments:
            return None
        head, self.body = (self.body, []) if self.apart else ([], self.body)
        if not self._go_through() or self.fails or self.named:
            return None
        self._end_call()
        names = ", ".join(f"n{self.prefix}{k}" for k in range(self.count))
        return list(self.checks), [f"{names}, = {self.all}", *head, *self.ahead, *spared(self.body, self.checks)]

    def _enter_call(self, passed: list[Operand]) -> int:
        """The call begins, is entered, and passes its arguments: as many as are returned, of others more is asked."""
        self.body = ["b, s = len(N), 0", f"{self.begun} = b"]
        if self.whole:
            self.body += [f"{self.entered} = b + 1", f"{self.control} = {self.entered},"]
        data = tuple_of([operand.read for operand in passed if operand.read])
        function = tuple_of([operand.vertex for operand in passed[:1] if operand.vertex])
        self.row = [(self.call, data, self.behind)]
        if self.whole:
            self.row.append((self.call, function, self.behind))
        for node in self.sample[: self.code.arguments]:
            if type(node) is not ArgumentNode or node.number is None or node.name in self.code.cells:
                break
            operand = passed[number_passed(node)]
            assert node.location is not None
            name = self._node(node.location.number, node.location)
            self.vertex(name, tuple_of([operand.read] if operand.read else []), self.control)
            if operand.vertex:
                vertex = self.vertices[-1]
                self.body += [f"if {operand.value} is {name}.value:", f"    origins[{vertex}] = {operand.vertex}"]
            self.parameters[name] = operand
        if self.apart:
            self.flush()
            self.looked = set()
        return self.count

    def _go_through(self) -> bool:
        """All of its blocks, one after the other."""
        target = 1
        while target:
            self.block = self.plan.blocks[target - 1]
            steps = self.block.steps
            if steps is None or (target > 1 and not all(map(self._argument, self.block.arguments))):
                return False
            if not all(map(self._step, steps)):
                return False
            if self.block.end == RETURN:
                node = self.next_node
                return self._return() is not None and self._is_end(node)
            taken = self._end()
            if taken is None or taken < 0:
                return False
            target = self._jumped(taken)
        return False

    def _argument(self, argument: Argument) -> bool:
        """An argument of a block, of which may be asked what else it could have been: see addresses.py."""
        if self.whole:
            self.has_frame = self.calls = True
            self.body.append(self.frame)
        return super()._argument(argument)

    @property
    def _position(self) -> str:
        return str(self.count)

    def _operand(self, read: int, operand: str) -> Operand:
        found = super()._operand(read, operand)
        return found._replace(is_earlier=True) if found.node in self.parameters else found

    def _passed_as(self, node: str) -> str:
        passed = self.parameters.get(node)
        if passed is None or passed.is_literal:
            return node
        return f"{passed.node} if {passed.value} is {node}.value else {node}"

    def _control(self, node: str, is_late: bool) -> str:
        self.fails = self.fails or (is_late and self.whole)
        return self.control

    def effect(self, node: str, data: list[str], control: str, lines: list[str], usual: Usual | None) -> str:
        self.fails = self.fails or lines[0].startswith("index._condition")
        self.calls = self.calls or usual is None
        return super().effect(node, data, control, lines, usual)

    def _is_end(self, node: str) -> bool:
        self.checks[f"type({node}) is {self.constant(ReturnNode)}"] = None
        self.checks[f"{node}.location is {self.constant(self.block.location)}"] = None
        return self.count == len(self.sample)

    def _jumped(self, taken: int) -> int:
        """Follow the edge that was taken; the block that comes next, 0 if that is not plain."""
        block, node = self.block, f"n{self.prefix}{self.count - 1}"
        target = block.edges[taken].target.number
        _, _, left, watched = self.flow.move(block.number, target)
        if self.whole and (left or watched):  # where its caller would catch an exception, all blocks are watched
            return 0
        self.checks[f"{node}.location is {self.constant(block.edges[taken].location)}"] = None
        self._jumps(taken)
        if self.can_pass(block.number, target):
            edge = self.constant(object())
            does = [
                f"{node}._position = {self.count}",
                f"index.potential.passed_at({edge}, {node}, {self.frame}, {target})",
                *self._behind_effect(node, target),
            ]
            self.unless(f"still.get({edge}, still) is {self.call}._operands[0].value.__globals__", does)
        return target

    def _behind_effect(self, node: str, block: int = 0) -> list[str]:
        """Go on as with any call if names were stored to, which the rest of it may load."""
        self.has_frame = True
        opened = ", ".join(f"({vertex}, {join}, None)" for vertex, join in self.opened)
        state = f"{block or self.block.number}, {self.control}, [{opened}]"
        goes_on = f"index, {node}, {self.frame}, {self.all}, {self.count}, {state}, {self.begun}, {self.behind}"
        goes_on = f"{self.constant(go_on)}({goes_on})"
        return ["if index.codes is not codes:", f"    {goes_on}", *deeper(self.leaves)]

    def _end_call(self) -> None:
        """It has returned."""
        call, value, number = self.call, f"{self.call}.value", self.call[1:]
        data = [self.begun, self.vertices[-1]]
        self.body.append(f"{call}._vertex = r{number} = b + {len(self.row)}")
        self.row.append((call, tuple_of(data), self.behind))
        self.flush()
        if self.whole:
            self.body.append(f"index.needed[{self.entered}] = {self.begun}")
        if self.has_frame:
            was_made = "" if self.calls else "if s: "
            self.body.append(f"{was_made}index.open.pop({call}, None)")
            if self.whole and self.code.beside.confined:
                self.body.append(f"index.ends({call})")
        self.body += [
            f"if id(type({value})) not in UNCHANGING{'' if self.whole else f' and id({value}) not in made'}:",
            f"    index.gives({value}, r{number})",
        ]


def frame_within(index: "Index", node: NestedCallNode, code: Code, control: tuple[int, ...], guarded: bool) -> Frame:
    """The frame of a call that has none so far."""
    frame = index.open.get(node)
    if frame is None:
        frame = Decided(node, code, guarded, control) if index.whole else Frame(node, code)
        index.open[node] = frame
    return frame


def go_on(
    index: "Index",
    node: Any,
    frame: Frame,
    children: Any,
    position: int,
    block: int,
    control: tuple[int, ...],
    opened: list[tuple[int, int, None]],
    begun: int,
    behind: tuple[int, ...],
) -> None:
    """Go through what is left of a call when `node` has been looked at."""
    value = node.value
    if id(type(value)) not in UNCHANGING:
        index.made.setdefault(id(value), (node._vertex, index.epoch))
    frame.place_next = 0
    index.begun[frame.node] = begun
    if isinstance(frame, Decided):
        frame.block, frame.control = block, control
        frame.open_jumps += opened
        if frame.flow.guarded:
            frame.raised_past(node._vertex)  # as all can raise that stores to names which are not its own
        index.needed[begun + 1] = begun
    finish(index, frame.node, frame, children, position)
    index._end_call(frame.node, behind)
