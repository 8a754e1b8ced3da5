"""Columns of numbers -> nodes; see layout.py and writing/nodes.py."""

from typing import Any, NamedTuple

import numpy as np

from ....ir.language import IR, Call, Location, Special
from ....record.memory.graph import Graph
from ....record.nodes.kinds import CallNode, NativeRootNode, RaiseNode, ReturnNode, SpecialCallNode
from ....record.nodes.loaded import Loaded, LoadedFrame
from ....record.nodes.nested import NestedCallNode
from ....record.nodes.node import Node
from ....record.nodes.tape import TapeConstant
from ....record.values import Shown
from ..file import File, check_column, check_counts
from ..layout import ROWS, STATEMENT, Row
from ..program import Grammar, flag, index, items, many, number, optional, pair, text
from ..program import location as location_of
from .values import Values

_NODE = 400  # bytes of memory for a node
_LINK = 60
_ROWS = {row.name: row for row in ROWS}
_new = object.__new__


class Site(NamedTuple):
    """What all runs of a statement have in common."""

    row: Row
    location: Location | None
    facts: list[tuple[str, Any]]
    frame: int  # which of the record's frames a nested call has
    has_link: bool
    reads: int
    operands: int


class Nodes:
    """The nodes of a file in document order; `loaded` is what they have in the place of a log."""

    def __init__(self, file: File, values: Values) -> None:
        self.values = values
        self._file = file
        self._frames: list[LoadedFrame] = []
        program = file.json("program")
        grammar = Grammar(values)
        self._functions = [self._function(row, grammar) for row in items(program["functions"])]
        self._statements = [s for ir, _, _ in self._functions for block in ir.blocks for s in block.statements]
        self._statements += many(grammar.statement)(program["others"])
        self._sites = [self._site(row) for row in items(program["sites"])]
        lines = {
            name: dict(numbered) for name, numbered in many(pair(text, many(pair(number, text))))(program["lines"])
        }
        bounds = text(program.get("cut", "")), text(program.get("dropped", ""))
        self.loaded = Loaded(file.path, self._frames, lines, Graph(), *bounds)

        sites = self._column("node.site", len(self._sites))
        file.budget.take(_NODE * len(sites))
        self._site_numbers = sites.tolist()
        self.nodes: list[Node] = [_new(self._sites[site].row.cls) for site in self._site_numbers]
        if not self.nodes or not issubclass(type(self.nodes[0]), CallNode):
            raise ValueError("the first node is no call")
        self._make(self._links(sites, many(text)(program["names"])))
        self._place()
        self._add_to_some()

    # -- the program --------------------------------------------------------------------------------------------------

    def _function(self, row: Any, grammar: Grammar) -> tuple[IR, bool, bool]:
        program, gives_return, is_library = items(row, 3)
        return grammar.program(program), flag(gives_return), flag(is_library)

    def _site(self, encoded: Any) -> Site:
        name, place, found, frame, counts = items(encoded, 5)
        row = _ROWS[text(name)]
        facts = []
        told = items(found)
        if len(told) < len(row.facts):  # an older file
            told = [*told, None]
        for (attribute, parse), fact in zip(row.facts, told, strict=True):
            value = parse(fact)
            if attribute.endswith(STATEMENT) and value is not None:
                value = self._statements[index(value, len(self._statements))]
            facts.append((attribute, value))
        has_link, reads, operands = items(counts, 3)
        site = Site(row, optional(location_of)(place), facts, self._frame(row, frame), flag(has_link),
                    index(reads, 1 << 20), index(operands, 1 << 20))  # fmt: skip
        _check_site(site)
        return site

    def _frame(self, row: Row, encoded: Any) -> int:
        if row.cls is not NestedCallNode:
            return -1
        function, suspended, *is_cut = items(encoded)
        if len(is_cut) > 1:
            raise TypeError(f"{encoded!r:.40} is no frame")
        known = self._functions[index(function, len(self._functions))]
        self._frames.append(LoadedFrame(*known, flag(suspended), bool(is_cut) and flag(is_cut[0])))
        return len(self._frames) - 1

    # -- nodes --------------------------------------------------------------------------------------------------------

    def _column(self, name: str, limit: int, count: int | None = None) -> Any:
        with self._file.reading(f"part {name}"):
            found = self._file.array(name, "<i4")
            check_column(found, limit, count=count)
        return found

    def _links(self, sites: Any, names: tuple[str, ...]) -> list[Any]:
        """The nodes and constants that nodes refer to, one behind the other."""
        name_numbers = self._file.array("constant.name", "<i4")
        check_column(name_numbers, len(names), lowest=-1)
        constant_values = self._column("constant.value", len(self.values), len(name_numbers)).tolist()
        self._file.budget.take(_NODE * len(constant_values))
        constants = [
            TapeConstant(self.values[value], names[name] if name >= 0 else None, 0 if name >= 0 else -1)
            for value, name in zip(constant_values, name_numbers.tolist(), strict=True)
        ]
        count = len(self.nodes)
        links = self._file.array("node.link", "<i4").astype(np.int64)
        check_column(links, count, lowest=-len(constants))
        self._file.budget.take(_LINK * len(links))
        each = np.array([site.has_link + site.reads + site.operands for site in self._sites], np.int64)
        counts = each[sites]
        check_counts(counts, links)
        back = (np.repeat(np.arange(count), counts) - links) % count
        things: list[Any] = [*constants, *self.nodes]
        return list(map(things.__getitem__, np.where(links < 0, -1 - links, len(constants) + back).tolist()))

    def _make(self, links: list[Any]) -> None:
        """Give each node what its site and its links say."""
        values, begin = self.values, 0
        value_numbers = self._column("node.value", len(values), len(self.nodes)).tolist()
        for made, site_number, value in zip(self.nodes, self._site_numbers, value_numbers, strict=True):
            node: Any = made
            row, location, facts, frame, has_link, reads, operands = self._sites[site_number]
            node.location = location
            node.value = values[value]
            node._rare = None
            for name, fact in facts:
                setattr(node, name, fact)
            if row.link:
                link = links[begin] if has_link else None
                if not isinstance(link, _LINKED[row.link]):
                    raise TypeError(f"{link!r:.40} is no {row.link.strip('_')}")
                setattr(node, row.link, link)
                begin += has_link
            if row.cls is RaiseNode:
                node.exception = node.value
                node._reads = tuple(links[begin : begin + reads])
                begin += reads
            node._operands = tuple(links[begin : begin + operands])
            begin += operands
            if row.cls is NestedCallNode:
                node.log, node.start = self.loaded, frame
                node._children = node._decoder = node._index = None
            if row.cls is NativeRootNode:
                node.log, node.caller = self.loaded, None

    def _place(self) -> None:
        """Who is whose child."""
        counts = self._column("node.children", len(self.nodes), len(self.nodes)).tolist()
        root: Any = self.nodes[0]
        root.parent, root.position = None, 1
        stack: list[tuple[Any, list[Node], int, IR | None]] = []
        seen: set[tuple[int, int]] = set()
        for place, node in enumerate(self.nodes):
            if stack:
                parent, siblings, _, ir = stack[-1]
                siblings.append(node)
                node.parent, node.position = parent, len(siblings)
            elif place:
                raise ValueError("there are more nodes than children")
            else:
                ir = root.body_ir if isinstance(root, NestedCallNode) else None
            if ir is not None and node.location is not None and (id(ir), self._site_numbers[place]) not in seen:
                seen.add((id(ir), self._site_numbers[place]))
                ir[node.location]  # is there such a place?
            inner = node.body_ir if isinstance(node, NestedCallNode) else ir
            stack.append((node, [], counts[place], inner))
            while stack and len(stack[-1][1]) == stack[-1][2]:
                parent, children, _, _ = stack.pop()
                if isinstance(parent, NestedCallNode):
                    parent._children = tuple(children)
                elif children or type(parent) is NativeRootNode:
                    parent._frames = tuple(children)
        if stack:
            raise ValueError("there are fewer nodes than children")

    def _add_to_some(self) -> None:
        """Exceptions and metadata, which few nodes have."""
        kinds: tuple[tuple[str, Any], ...] = ("exception", CallNode), ("metadata", Node)
        if self._file.has("snapshot.node"):
            kinds = (*kinds, ("snapshot", Node))
        for name, kind in kinds:
            numbers = self._column(f"{name}.node", len(self.nodes)).tolist()
            values = self._column(f"{name}.value", len(self.values), len(numbers)).tolist()
            for place, value in zip(numbers, values, strict=True):
                node: Any = self.nodes[place]
                found: Any = self.values[value]
                is_right = type(found) is _EXPECTED[name] if name in _EXPECTED else True
                if not isinstance(node, kind) or not is_right:
                    raise TypeError(f"node {place} has no such {name}")
                if name == "metadata":
                    node._metadata = dict(found)
                elif name == "snapshot":
                    self.loaded.shown[node] = found
                else:
                    node.exception = found


_EXPECTED = {"metadata": dict, "snapshot": Shown}
_LINKED: dict[str, Any] = {
    "branch": (Node, type(None)),
    "_condition": (Node, TapeConstant, type(None)),
    "call": (NestedCallNode, type(None)),
}


def _check_site(site: Site) -> None:
    """Raises ValueError if nodes of the site could not even be printed."""
    cls, facts, operands = site.row.cls, dict(site.facts), site.operands
    statement = facts.get("_statement") or facts.get("statement")
    expression = statement.expression if statement is not None else None
    if cls is SpecialCallNode and not isinstance(expression, Special):
        raise ValueError(f"{expression} is no special form")
    if cls is ReturnNode and operands != 1:
        raise ValueError("a return has one operand")
    if (site.has_link and not site.row.link) or (site.reads and cls is not RaiseNode):
        raise ValueError(f"a {site.row.name} has no such links")
    if issubclass(cls, CallNode) or (cls is RaiseNode and isinstance(expression, Call)):
        given = site.reads if cls is RaiseNode else operands
        names, starred = facts.get("_keyword_names", ()), 0
        if isinstance(expression, Call):
            names, starred = expression.keywords, expression.starred
        if not 0 <= starred <= 2 or given < 1 + len(names) + starred:
            raise ValueError(f"a {site.row.name} of {given} operands has too few for its names and stars")
