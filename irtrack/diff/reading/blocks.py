"""The blocks of a function, as a reader's code."""

from collections.abc import Callable
from typing import Any

from ...record.decoding.plan import (
    ASKING,
    CALL,
    EFFECT,
    GOTO,
    IF,
    IF_NONE,
    LOAD,
    NAME,
    NEXT,
    PENDING,
    RETURN,
    STORE,
    TESTED,
    VALUE,
    BlockPlan,
)
from ...record.generated import tuple_of
from .calls import Calls


class Blocks(Calls):
    """Writes a generator that goes through a frame: a loop in which each turn is the run of a block."""

    def write(self) -> Callable[..., Any] | None:
        self.line("slots, get, holders, hold, live, push, called, lookup, number, kinds = tools")
        if any(step[0] == ASKING for block in self.plan.blocks for step in block.steps or ()):
            self.line("callee, begin = frame.log.callee, frame.log.beginning(frame.start)")
        self.line("t, turn, block = 0, 0, 1")
        names = [f"v{variable}" for variable, *_ in self.plan.arguments]
        self.line(tuple_of(names), " = passed")
        self.line("while True:")
        self._choose(self.plan.blocks)
        self.line("yield")  # never comes to that: it makes a generator of the function
        return self.function()

    def _choose(self, blocks: list[BlockPlan]) -> None:
        if len(blocks) == 1:
            self._block(blocks[0])
            return
        half = len(blocks) // 2
        deep = self.deep
        self.say(f"if block < {blocks[half].number}:")
        self.deep += 1
        self._choose(blocks[:half])
        self.deep = deep
        self.say("else:")
        self.deep += 1
        self._choose(blocks[half:])
        self.deep = deep

    def _block(self, block: BlockPlan) -> None:
        self.block = block
        self.offset, self.seen = 0, False
        self.say("x = entries[p]")
        self.say("if type(x) is Mark and x.kind is LOOP and x.template is template:")
        self.say("p += 1", deeper=1)
        for i, (kind, variable, _, _, _, item, _, _) in enumerate(block.steps or ()):
            if not self._step(i, kind, variable, item):
                self._leave(i)
                return
        self._end(len(block.steps or ()))

    def _step(self, i: int, kind: int, variable: int, item: Any) -> bool:
        """The code of one step; False if it is one for the nodes."""
        if kind != PENDING:
            self.say("w = False")  # do frames run within the statement?
        if kind == VALUE:
            self._value(i, variable, item)
        elif kind == NEXT:
            self._next(i, variable, item)
        elif kind in (CALL, ASKING):
            return self._call(i, kind, variable, item)
        elif kind in (STORE, EFFECT):
            self._look(i)
            self._special(item)
        elif kind == TESTED:
            self._take_edge(i, "False")
            self.say(f"v{variable} = not t")
            self._result(variable, item)
        elif kind == NAME:
            self._take(i, variable)
        elif kind == LOAD:
            return self._load(i, variable, item)
        else:
            return kind == PENDING
        return True

    def _value(self, i: int, variable: int, item: Any) -> None:
        self._take(i, variable)
        self._result(variable, item)

    def _next(self, i: int, variable: int, item: Any) -> None:
        self.say(f"x = entries[{self.position}]")
        self.say("if type(x) is Mark:")
        self._pass_frames(i, "x", deeper=1)
        self.say("t = type(x) is Mark")
        self.say("if t:")
        self._leave_if(f"not ({self._is_edge()} and x.kind is FALSE)", i, deeper=1)
        self.say("else:")
        self.say(f"v{variable} = x", deeper=1)
        iterator = self._operand(item.reads[1])
        self.say(f"if tape.iterators or type({iterator}) is flatiter:", deeper=1)
        self._tell(variable, item, deeper=2)
        self.offset += 1
        self.seen = False

    def _take_edge(self, i: int, otherwise: str) -> None:
        """Which edge is taken, by the mark that may stand there."""
        self.say(f"p = {self.position}")
        self.offset = 0
        self.say("x = entries[p]")
        self.say("if type(x) is not Mark:")
        self.say(f"t = {otherwise}", deeper=1)
        self.say("else:")
        self.say("if x.is_elsewhere:", deeper=1)
        self._pass_frames(i, "x", order=self.block.lifted.end, edge=True, deeper=2)
        self.say(f"if type(x) is Mark and {self._is_edge()}:", deeper=1)
        self.say("t = x.kind is FALSE", deeper=2)
        self.say("p += 1", deeper=2)
        self.say("else:", deeper=1)
        self.say(f"t = {otherwise}", deeper=2)
        self.seen = False

    def _end(self, i: int) -> None:
        block, end = self.block, self.block.end
        if all(step[0] == PENDING for step in block.steps or ()):
            self.say("w = False")
        if end in (GOTO, IF_NONE):
            self._look(i)
            if end == IF_NONE:
                self.say(f"t = {self._operand(block.condition)} is not None")
        elif end == IF:
            self._take_edge(i, f"truth({self._operand(block.condition)}) is False")
        elif end in (NEXT, TESTED):
            self._look(i)
        elif end == RETURN:
            self.say(f"x = entries[{self.position}]")
            self.say("if type(x) is not Mark:")
            self.say(f"x = entries[{self.position} + 1]", deeper=1)
            self._leave_if("type(x) is not Mark or x.kind is not EXIT or x.template is not template", i)
            self.say("return")
            return
        else:
            self._leave(i)
            return
        self.say(f"p, turn = {self.position}, turn + 1")
        for k in range(len(block.edges) - 1, 0, -1):
            self.say("if t:")
            self._jump(k, deeper=1)
        self._jump(0)

    def _jump(self, k: int, *, deeper: int = 0) -> None:
        edge = self.block.edges[k]
        targets = [f"v{variable}" for variable in edge.target.lifted.arguments]
        passed = [self._operand(index) for index in self.block.lifted.passes[k]]
        if targets and targets != passed:
            self.say(f"{', '.join(targets)} = {', '.join(passed)}", deeper=deeper)
        self.say(f"block = {edge.target.number}", deeper=deeper)
        self.say("continue", deeper=deeper)
