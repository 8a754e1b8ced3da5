"""Nodes -> columns of numbers, in document order; see layout.py."""

from collections.abc import Iterator
from operator import truediv
from typing import Any

from ....ir.language import IR
from ....record.nodes.cuts import cut_of
from ....record.nodes.kinds import CallNode
from ....record.nodes.nested import NestedCallNode
from ....record.nodes.node import Node
from ....record.nodes.tape import TapeConstant
from ....record.past import shown as shown_then
from ....record.progress import MANY, progress
from ....record.values import may_have_changed, shown
from ..file import Parts
from ..layout import ROWS, STATEMENT
from ..program import encode
from .values import Values

_ROWS = {row.cls: (number, row) for number, row in enumerate(ROWS)}
_COLUMNS = ("node.site", "node.value", "node.children", "node.link", "constant.value", "constant.name",
            "exception.node", "exception.value", "metadata.node", "metadata.value",
            "snapshot.node", "snapshot.value")  # fmt: skip
_IF_ANY = "snapshot.node", "snapshot.value"


class Nodes:
    """The nodes of a record by their numbers, and what they refer to."""

    def __init__(self, root: Node) -> None:
        self.values = Values()
        self.order = list(_in_order(root))
        self.numbers = {node: number for number, node in enumerate(self.order)}
        self._columns: dict[str, list[int]] = {name: [] for name in _COLUMNS}
        self._functions: dict[tuple[int, bool, bool], int] = {}  # by the id of an IR, and what else is known
        self._statements: dict[int, int] = {}  # id of a statement -> its number
        self._statement_count = 0
        self._sites: dict[Any, int] = {}
        self._constants: dict[tuple[int, str | None], int] = {}
        self._names: dict[str, int] = {}
        self._reasons: dict[Any, dict[str, str]] = {}  # the metadata of all nodes of which nothing else is said
        self._program: dict[str, list[Any]] = {"functions": [], "others": [], "sites": []}
        self._lines: dict[str, dict[int, str]] = {}
        self._alive: list[Any] = []

    def write(self, parts: Parts) -> None:
        """Write all nodes, their values, and the program."""
        for node in self.order:
            if isinstance(node, NestedCallNode):
                self._function(node)
        with progress("saving") as step:
            for number, node in enumerate(self.order):
                self._write(node, number)
                if not number % MANY:
                    step(truediv, number, len(self.order))
        for name, numbers in self._columns.items():
            if name in _IF_ANY and not numbers:
                continue
            parts.numbers(name, "<i4", numbers)
        lines = [[filename, [*lines.items()]] for filename, lines in self._lines.items()]
        program = {**self._program, "names": [*self._names], "lines": lines}
        if cut_of(self.order[0]):
            log: Any = self.order[0]
            log = log.log
            program.update({"cut": log.cut} if log.cut else {"dropped": log.dropped})
        parts.json("program", program)
        self.values.write(parts)

    # -- programs -----------------------------------------------------------------------------------------------------

    def _function(self, node: NestedCallNode) -> int:
        """The number of the function that was entered."""
        ir, log, start = node.body_ir, node.log, node.start
        key = id(ir), log.gives_return(start), log.is_library(start)
        found = self._functions.get(key)
        if found is None:
            found = self._functions[key] = len(self._functions)
            self._alive.append(ir)
            for block in ir.blocks:
                for statement in block.statements:
                    self._statements[id(statement)] = self._statement_count
                    self._statement_count += 1
            self._program["functions"].append([encode(ir, self.values.number), *key[1:]])
            lines = self._lines.setdefault(ir.filename, {})
            for line in _lines_of(ir):
                text = log.source_line(ir.filename, line)
                if text:
                    lines[line] = text
        return found

    def _statement(self, statement: Any) -> int | None:
        """The number of a statement; one that is of none of the functions is written for itself."""
        if statement is None:
            return None
        found = self._statements.get(id(statement))
        if found is None:
            found = self._statements[id(statement)] = self._statement_count
            self._statement_count += 1
            self._alive.append(statement)
            self._program["others"].append(encode(statement, self.values.number))
        return found

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _write(self, node: Node, number: int) -> None:
        columns = self._columns
        row_number, row = _ROWS[type(node)]
        links = [getattr(node, row.link)] if row.link else []
        has_link = bool(links) and links[0] is not None
        links = links if has_link else []
        reads = getattr(node, "_reads", ())
        links += (*reads, *node._operands)
        facts = [getattr(node, name, ()) for name, _ in row.facts]
        frame = _frame(self._function(node), node) if isinstance(node, NestedCallNode) else None
        # objects by their ids: locations and statements are parts of programs, or of plans that live as long
        known = [fact if type(fact) in (str, int, bool) else id(fact) for fact in facts]
        key = row_number, id(node.location), *known, frame, has_link, len(reads), len(node._operands)
        site = self._sites.get(key)
        if site is None:
            site = self._sites[key] = len(self._sites)
            self._alive += (node.location, facts)
            encoded = [
                self._statement(fact) if name.endswith(STATEMENT) else encode(fact, self.values.number)
                for (name, _), fact in zip(row.facts, facts, strict=True)
            ]
            counts = [has_link, len(reads), len(node._operands)]
            location = encode(node.location, self.values.number)
            self._program["sites"].append([row.name, location, encoded, frame, counts])
        columns["node.site"].append(site)
        columns["node.value"].append(self.values.number(node.value))
        columns["node.children"].append(len(node.children))
        columns["node.link"] += [self._link(link, number) for link in links]
        if isinstance(node, CallNode):
            self._write_call(node, number)
        self._write_metadata(node, number)
        then, changed = shown_then(node)
        if not changed and (then is not node.value or may_have_changed(then)):  # as far as its text can tell
            columns["snapshot.node"].append(number)
            columns["snapshot.value"].append(self.values.number(shown(then, changes=False)))

    def _link(self, link: Any, number: int) -> int:
        """Of a node how far back it is, modulo their number; of a constant its number below zero."""
        if type(link) is not TapeConstant:
            return (number - self.numbers[link]) % len(self.order)
        value = self.values.number(link.value)
        found = self._constants.get((value, link.name))
        if found is None:
            found = self._constants[value, link.name] = len(self._constants)
            self._columns["constant.value"].append(value)
            name = -1 if link.name is None else self._names.setdefault(link.name, len(self._names))
            self._columns["constant.name"].append(name)
        return -1 - found

    def _write_call(self, node: CallNode, number: int) -> None:
        function = node._operands[0]
        if type(function) is TapeConstant and not function.name:
            self.values.function(function.value)
        if node.exception is not None:
            self._columns["exception.node"].append(number)
            self._columns["exception.value"].append(self.values.number(node.exception))

    def _write_metadata(self, node: Node, number: int) -> None:
        metadata = node._metadata
        if metadata is None:
            metadata = node._initial_metadata()
            if metadata:
                metadata = self._reasons.setdefault(tuple(metadata.items()), metadata)
        if metadata:
            self._columns["metadata.node"].append(number)
            self._columns["metadata.value"].append(self.values.number(metadata))


def _frame(function: int, node: NestedCallNode) -> tuple[Any, ...]:
    """What is said of a call; of one that a bound has cut, that too."""
    return (function, node.suspended, True) if node.is_cut else (function, node.suspended)


def _in_order(root: Node) -> Iterator[Node]:
    """A node, then what ran in it; with a stack of our own, since records are deeper than the recursion limit."""
    stack = [iter((root,))]
    while stack:
        for node in stack[-1]:
            yield node
            if node.children:
                stack.append(iter(node.children))
                break
        else:
            stack.pop()


def _lines_of(ir: IR) -> range:
    """The lines of source on which a function stands."""
    parts = [part for block in ir.blocks for part in (*block.statements, block.terminator)]
    lines = [line for part in parts for line in (part.place.line, part.place.end_line) if line is not None]
    return range(min(ir.line, *lines), max(ir.line, *lines) + 1) if lines else range(ir.line, ir.line + 1)
