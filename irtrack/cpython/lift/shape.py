"""Basic blocks and their edges: trivial jumps are followed through, copies merged, chains joined."""

from dataclasses import replace
from typing import Any

from ..code import Instructions
from ..facts import closing_handlers, decides
from ..flow import GENERATOR_FLAGS, TERMINATORS, Flow, numbers
from ..opcodes import NUMBER
from ..versions import LOOP_EXIT_OPCODES
from .draft import Draft

_CONDITIONAL = {op: name for name, op in NUMBER.items() if "JUMP_IF" in name or name.startswith("POP_JUMP")}
_RETURNS, _RAISES = numbers("RETURN_VALUE", "RETURN_CONST"), numbers("RAISE_VARARGS", "RERAISE")
SILENT = numbers("NOP", "NOT_TAKEN", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "PRECALL")
_JUMPS = numbers("JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT")
_FOR_ITER, _YIELD_VALUE = NUMBER["FOR_ITER"], NUMBER["YIELD_VALUE"]
_SEND, _CLEANUP_THROW = NUMBER["SEND"], NUMBER.get("CLEANUP_THROW", -1)
_EXITS = tuple(NUMBER[name] for name in LOOP_EXIT_OPCODES if name in NUMBER)
LOADS_STORES = numbers(*(n for n in NUMBER if n.startswith(("LOAD_FAST", "STORE_FAST"))))


class Shape:
    """The blocks of a code object: `blocks` by the instruction that each starts at.

    `representative`: instruction -> the one that stands for it and its copies. `alias`: start of a copied block -> that
    of the one that was kept. `region_of`: instruction -> index of the exception table's region, -1 for none.
    """

    def __init__(self, instructions: Instructions, flow: Flow) -> None:
        self.ins = instructions
        self.stacks = flow.stacks
        self.representative = list(range(len(instructions)))
        if instructions.code.co_flags & GENERATOR_FLAGS:
            self._hide_suspension()
            instructions = self.ins
        self.region_of = [-1] * len(instructions)
        for number, region in enumerate(instructions.regions):
            for i in range(region.start, region.end):
                self.region_of[i] = number
        self.blocks: dict[int, Draft] = {}
        self.copies: dict[int, list[int]] = {}  # instruction -> those that it stands for, if it is one of several
        self.alias: dict[int, int] = {}
        self._make_blocks()
        self._follow_jumps()
        self._merge_copies()
        self._join_chains()

    def _hide_suspension(self) -> None:
        """What a frame awaits is one statement, SEND; neither the loop around it nor what ends it is of the program.

        Left out are the handlers of what is thrown into that loop, and those by which a generator ends.
        """
        ins = self.ins
        hidden = closing_handlers(ins)
        for i, op in enumerate(ins.opcodes):
            if op == _YIELD_VALUE:
                self.representative[i + 1] = i  # RESUME, where something is thrown
        for i, op in enumerate(ins.opcodes):
            if op == _SEND:
                for j in range(i + 1, i + 4):  # YIELD_VALUE, RESUME, the jump back
                    self.representative[j] = i
        for region in ins.regions:
            if ins.opcodes[region.target] == _CLEANUP_THROW:  # of a YIELD_VALUE
                hidden.add(region.target)
                self.representative[region.target] = region.start - 1
        self.ins = replace(ins, regions=[region for region in ins.regions if region.target not in hidden])

    def _make_blocks(self) -> None:
        ins = self.ins
        leaders = {0}
        for i, op in enumerate(ins.opcodes):
            if self.stacks[i] is None:
                continue
            if ins.targets[i] >= 0:
                leaders.add(ins.targets[i])
            if op == _FOR_ITER:
                leaders.add(self._behind_loop(ins.targets[i]))
            if ins.targets[i] >= 0 or op in TERMINATORS:
                leaders.add(i + 1)
        leaders |= {region.target for region in ins.regions}
        ordered = sorted(i for i in leaders if i < len(ins) and self.stacks[i] is not None)
        for start in ordered:
            block = Draft(start)
            i = start
            while True:
                block.pieces.append(i)
                if i + 1 in leaders or i + 1 >= len(ins) or ins.opcodes[i] in TERMINATORS:
                    break
                i += 1
            block.successors = self._successors(block)
            self.blocks[start] = block

    def _successors(self, block: Draft) -> list[int]:
        """Where the edges lead: for a condition, the edge on which it holds first."""
        ins = self.ins
        last = block.pieces[-1]
        op, target = ins.opcodes[last], ins.targets[last]
        if op in _RETURNS or op in _RAISES or (op in TERMINATORS and op not in _JUMPS):
            return []
        if op in _JUMPS:
            return [target]
        if target < 0:
            return [last + 1]
        if op == _FOR_ITER:
            return [last + 1, self._behind_loop(target)]
        if op in _CONDITIONAL:
            name = _CONDITIONAL[op]
            holds = "IF_TRUE" in name or name.endswith("IF_NONE")
            return [target, last + 1] if holds else [last + 1, target]
        return [target]  # SEND

    def _behind_loop(self, target: int) -> int:
        """Where control goes when an iterator is exhausted, the pops on its way left out (they are the edge's)."""
        for op in _EXITS:
            if self.ins.opcodes[target] != op:
                return target
            target += 1
        return target

    def _follow_jumps(self) -> None:
        """Edges to a block that does nothing but jump lead to where it jumps."""
        handlers = {region.target for region in self.ins.regions}

        def final(start: int) -> int:
            seen = set()
            while start not in seen:
                seen.add(start)
                block = self.blocks[start]
                if len(block.successors) != 1 or start in handlers:
                    break
                if any(self.ins.opcodes[i] not in SILENT for i in block.pieces):
                    break
                start = block.successors[0]
            return start

        for block in list(self.blocks.values()):
            block.successors = [final(s) for s in block.successors]
        self._drop_unreachable()

    def _split(self, block: Draft, at: int) -> Draft:
        tail = Draft(block.pieces[at], block.pieces[at:], block.successors)
        block.pieces = block.pieces[:at]
        block.successors = [tail.start]
        self.blocks[tail.start] = tail
        return tail

    def _drop_unreachable(self) -> None:
        seen: set[int] = set()
        work = [0]
        while work:
            start = work.pop()
            if start in seen:
                continue
            seen.add(start)
            block = self.blocks[start]
            work += block.successors
            work += [self.ins.regions[self.region_of[i]].target for i in block.pieces if self.region_of[i] >= 0]
        self.blocks = {start: block for start, block in self.blocks.items() if start in seen}

    def _signature(self, i: int) -> tuple[Any, ...]:
        """What two copies of an instruction share.

        Columns of loads and stores differ where the compiler fused them, and whether a load borrows on what is around.
        """
        ins = self.ins
        name, position = ins.name(i), ins.positions[i]
        if ins.opcodes[i] in _CONDITIONAL:
            test = "TRUTH" if "IF_TRUE" in name or "IF_FALSE" in name else "NONE"
            return test, position, self.region_of[i], decides(ins, i - 1)
        if ins.opcodes[i] in LOADS_STORES:
            return name.replace("_BORROW", ""), ins.arguments[i], position[0], self.region_of[i]
        return name, ins.arguments[i], position, self.region_of[i]

    def _merge_copies(self) -> None:
        """Blocks that are copies (same instructions, places and successors) become one (design: rotated loops)."""
        changed = True
        signatures: dict[int, tuple[Any, ...]] = {}
        handlers = {region.target for region in self.ins.regions}
        while changed:
            changed = False
            renamed: dict[int, int] = {}
            groups: dict[Any, list[Draft]] = {}
            for block in self.blocks.values():
                body = [i for i in block.pieces if self.ins.opcodes[i] not in SILENT]
                if body and self.ins.positions[body[-1]][0] is not None:
                    last = body[-1]
                    signature = signatures.get(last) or signatures.setdefault(last, self._signature(last))
                    groups.setdefault((signature, tuple(block.successors)), []).append(block)
            for first, *others in groups.values():
                for other in others:
                    shared = self._merge(first, other, signatures, handlers)
                    if shared is None:
                        break
                    first, dropped = shared
                    renamed[dropped] = first.start
            if renamed:
                changed = True
                for block in self.blocks.values():
                    while not renamed.keys().isdisjoint(block.successors):
                        block.successors = [renamed.get(successor, successor) for successor in block.successors]

    def _merge(
        self, first: Draft, second: Draft, signatures: dict[int, tuple[Any, ...]], handlers: set[int]
    ) -> tuple[Draft, int] | None:
        """Let two blocks share their longest common tail. Only where the stacks agree and it is worth a block.

        Returns the block that is shared now, and the start of the one that is dropped.
        """
        one = [i for i in first.pieces if self.ins.opcodes[i] not in SILENT]
        two = [i for i in second.pieces if self.ins.opcodes[i] not in SILENT]
        length = 0
        while length < min(len(one), len(two)):
            a, b = one[-1 - length], two[-1 - length]
            sig_a = signatures.get(a) or signatures.setdefault(a, self._signature(a))
            sig_b = signatures.get(b) or signatures.setdefault(b, self._signature(b))
            if sig_a != sig_b or len(self.stacks[a] or ()) != len(self.stacks[b] or ()):
                break
            length += 1
        # a tail begins where a statement begins: with the stack as low as it gets
        lowest = min(len(self.stacks[i] or ()) for i in (*one, *two))
        while length and len(self.stacks[one[-length]] or ()) > lowest:
            length -= 1
        if not length or (one[-length] in handlers and two[-length] in handlers):
            return None
        if any(length == len(body) and body[0] in handlers for body in (one, two)):
            return None
        if decides(self.ins, one[-length] - 1):  # a jump stays with the test that decides it
            return None
        if length == len(one) == len(two) and first.start == 0:
            return None
        tails = []
        for block, body in ((first, one), (second, two)):
            at = block.pieces.index(body[-length])
            if length == len(body):
                tails.append(block)
            else:
                tails.append(self._split(block, at))
        keep, drop = tails
        if drop.start == 0:
            keep, drop = drop, keep
        for a, b in zip(
            [i for i in keep.pieces if self.ins.opcodes[i] not in SILENT],
            [i for i in drop.pieces if self.ins.opcodes[i] not in SILENT],
            strict=True,
        ):
            self._represent(b, a)
        self.blocks.pop(drop.start)
        self.alias[drop.start] = keep.start
        return keep, drop.start

    def _represent(self, copy: int, original: int) -> None:
        copies = self.copies.pop(copy, [copy])
        for i in copies:
            self.representative[i] = original
        self.copies.setdefault(original, [original]).extend(copies)

    def _join_chains(self) -> None:
        """A block with one successor whose only predecessor it is goes on with it."""
        handlers = {region.target for region in self.ins.regions}
        count: dict[int, int] = {0: 1}
        for block in self.blocks.values():
            for successor in block.successors:
                count[successor] = count.get(successor, 0) + 1
        for start in sorted(self.blocks):
            joined = self.blocks.get(start)
            while joined is not None and len(joined.successors) == 1:
                following = joined.successors[0]
                if count[following] != 1 or following in handlers or following == joined.start:
                    break
                tail = self.blocks.pop(following)
                joined.pieces += tail.pieces
                joined.successors = tail.successors
