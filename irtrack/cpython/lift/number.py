"""Numbers for blocks and variables, in an order that depends on the shape alone; with them the drafts become an IR."""

from ...ir.language import (
    IR,
    UNBOUND,
    Argument,
    Block,
    Constant,
    Edge,
    Goto,
    Handler,
    If,
    Next,
    Operand,
    Raise,
    Return,
    Statement,
    Terminator,
    Variable,
)
from ..code import Region
from .draft import Callee, Draft, State, Symbol, Value
from .lifted import DecodeBlock, Item, Lifted
from .solve import Solution


class Numbering:
    """Makes the IR of a solution; stays behind to answer `raise_reads`."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        execution = solution.execution
        self.ins = execution.ins
        self.code = execution.code
        self.names = execution.names
        self.slots = execution.slots
        self.region_of = execution.region_of
        self.representative = execution.shape.representative
        self.blocks = solution.blocks
        self.ordered = solution.ordered
        self.function_value = execution.function_value
        self.parameters = execution.parameters
        self.by_number: dict[int, Draft] = {}
        self.pool: dict[int, int] = {}  # id of a constant -> its place in the environment
        self.pool_values: list[Constant] = []

    def lifted(self) -> Lifted:
        self._number_values()
        self.variables = [Variable(number) for number in range(self.size)]
        ins = self.ins
        blocks: list[Block] = []
        decode: list[DecodeBlock] = []
        for block in self.ordered:
            items = []
            statements = []
            for item in block.items:
                symbols = tuple(self.solution.resolve(symbol) for symbol in item.operands)
                statement = Statement(
                    item.value.number, item.make(tuple(map(self.operand, symbols))), item.place, item.folded
                )
                statements.append(statement)
                operands = statement.expression.operands
                items.append(Item(item.kind, item.order, statement, tuple(map(self._index, operands))))
            edges = [
                Edge(self.blocks[s].number, tuple(map(self.operand, self.solution.passed(block, k))))
                for k, s in enumerate(block.successors)
            ]
            terminator = self._terminator(block, edges)
            arguments = tuple(Argument(value.number, self._slot_name(slot)) for slot, value in block.arguments)
            if block.number == 1:
                names = [self.code.co_name, *self.names[: len(self.parameters)]]
                values = [self.function_value, *self.parameters]
                arguments = tuple(Argument(v.number, n) for v, n in zip(values, names, strict=True)) + arguments
            handlers = self._handlers(block)
            blocks.append(Block(block.number, arguments, tuple(statements), terminator, handlers))
            decode.append(
                DecodeBlock(
                    items,
                    terminator,
                    block.order[block.pieces[-1]],
                    tuple(map(self._index, terminator.operands)),
                    [tuple(map(self._index, edge.arguments)) for edge in edges],
                    [value.number for _, value in block.arguments],
                    block.order,
                    [
                        (order, self._index(self.operand(self.solution.resolve(symbol))), self.names[slot])
                        for order, slot, symbol in block.unbound
                    ],
                )
            )
        block_of = {i: block.number for block in self.ordered for i in block.pieces}
        jumps = {}
        for i in range(len(ins)):
            stands_for = self.representative[i]
            if ins.targets[i] >= 0 and stands_for in block_of:
                jumps[i] = block_of[stands_for]
        ir = IR(self.code.co_qualname, self.code.co_filename, self.code.co_firstlineno, tuple(blocks))
        handler_blocks = {r.target: self.blocks[r.target].number for r in ins.regions if r.target in self.blocks}
        self.by_number = {block.number: block for block in self.ordered}
        return Lifted(
            ir,
            decode,
            self.pool_values,
            self.size,
            jumps,
            handler_blocks,
            self.representative,
            block_of,
            self.raise_reads,
        )

    def raise_reads(self, instruction: int, handler: int) -> tuple[int, ...]:
        """Environment indices of what the handler is passed when `instruction` raises; 0 for the exception."""
        block = next(b for b in self.ordered if instruction in b.order)
        target = self.by_number[handler]
        region = next(region for region in self.ins.regions if region.target == target.start)
        snapshot = block.snapshots.get(instruction)
        if snapshot is None and (instruction == block.pieces[0] or not block.snapshots):
            snapshot = {}, block.stack  # only a signal raises there
        if snapshot is None:
            nearest = min(block.snapshots, key=lambda i: abs(block.order[i] - block.order[instruction]))
            snapshot = block.snapshots[nearest]
        passed = self._passed(block, snapshot, target, region)
        return tuple(0 if operand is None else self._index(operand) for operand in passed)

    def _passed(self, block: Draft, snapshot: State, target: Draft, region: Region) -> list[Operand | None]:
        """What a handler is passed for each argument where variables and stack are these; None for the exception."""
        state = (snapshot[0], self.solution.handler_stack(target, region.lasti, snapshot[1][: region.depth]))
        found: list[Operand | None] = []
        for slot, value in target.arguments:
            symbol = self.solution.resolve(self.solution.at_edge(state, slot, block))
            is_exception = symbol is value and slot == len(target.stack) - 1 + self.slots
            found.append(None if is_exception else self.operand(symbol))
        return found

    def _handlers(self, block: Draft) -> tuple[Handler, ...]:
        orders: dict[int, list[int]] = {}  # handler -> orders of the instructions that may lead there
        passed: dict[int, list[dict[Operand, None]]] = {}
        seen: set[tuple[int, int]] = set()
        for i, snapshot in block.snapshots.items():
            region = self.ins.regions[self.region_of[i]]
            target = self.blocks[region.target]
            orders.setdefault(target.number, []).append(block.order[i])
            each = passed.setdefault(target.number, [{} for _ in target.arguments])
            if (id(snapshot), target.number) not in seen:  # as for all instructions between which nothing is stored
                seen.add((id(snapshot), target.number))
                for operands, operand in zip(each, self._passed(block, snapshot, target, region), strict=True):
                    operands.update({operand: None} if operand is not None else {})
        items = [item.order for item in block.items]
        return tuple(
            Handler(
                target,
                sum(order < min(found) for order in items),
                sum(order <= max(found) for order in items),
                tuple(map(tuple, passed[target])),
            )
            for target, found in sorted(orders.items())
        )

    def _number_values(self) -> None:
        for number, block in enumerate(self.ordered, 1):
            block.number = number
        count = 1
        for value in (self.function_value, *self.parameters):
            value.number = count
            count += 1
        for folded in (False, True):
            for block in self.ordered:
                if not folded:
                    for _, value in block.arguments:
                        value.number = count
                        count += 1
                for item in block.items:
                    if item.folded == folded:
                        item.value.number = count
                        count += 1
        self.size = count

    def _slot_name(self, slot: int) -> str:
        return self.names[slot] if slot < self.slots else ""

    def operand(self, symbol: Symbol) -> Operand:
        if isinstance(symbol, Value):
            return self.variables[symbol.number]
        if isinstance(symbol, Constant):
            return symbol
        if isinstance(symbol, Callee) and symbol.owner is not None:
            return self.operand(self.solution.resolve(symbol.owner))
        return UNBOUND

    def _index(self, operand: Operand) -> int:
        if isinstance(operand, Variable):
            return operand.number
        index = self.pool.get(id(operand))
        if index is None:
            index = self.pool[id(operand)] = self.size + len(self.pool_values)
            self.pool_values.append(operand)
        return index

    def _terminator(self, block: Draft, edges: list[Edge]) -> Terminator:
        operands = tuple(self.operand(self.solution.resolve(symbol)) for symbol in block.operands)
        if block.end == "return":
            return Return(operands[0], block.place)
        if block.end in ("raise", "reraise") or not edges:
            return Raise(operands, block.end == "reraise", block.place)
        if block.end in ("if", "next") and len(edges) == 2:
            condition = self.operand(self.solution.resolve(block.condition))
            if block.end == "if":
                return If(condition, block.test, edges[0], edges[1], block.place)
            return Next(condition, edges[0], edges[1], block.place)
        return Goto(edges[0], block.place)
