"""Why a line was not reached: which branches went the other way, what raised before, which call was never made."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ...cpython.lift.ways import Ways
from ...ir.language import Call, Load, Variable
from ...record.classes import is_a, namespaces
from ...record.loans import own_code
from ...record.nodes.kinds import JumpNode, RaiseNode
from ...record.nodes.loaded import needs_code
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from .answers import Answers
from .asked import SourcePlace, check_node, place_of
from .conditions import decision_text
from .passages import passages, pieces_of, ways_of
from .story import LAST, came_from
from .telling import code_at, code_line, times, where_at
from .walk import nodes_in

_SHOWN = 3  # runs of one branch


class Missing(NamedTuple):
    """A call that nobody made: of the function, by a line in another one that was entered, or not."""

    function: str
    call: NestedCallNode | None
    line: int | None


class Obstacle(Answers[Node]):
    """`<2 obstacles>`: the branches that went another way, and what raised before a line was reached, in order.

    what: the line. missing: the calls that were never made; the first is of the function of the line, and the obstacles
    stand before the last of them. `print` tells all of it, and what the last condition came from.
    """

    noun = "obstacles"

    def __init__(self, what: str, nodes: list[Node], missing: list[Missing], reason: str = "") -> None:
        super().__init__(nodes)
        self.what = what
        self.missing = missing
        self.reason = reason

    def head(self) -> list[str]:
        lines = [f"{self.what} was not reached"]
        for one, above in zip_longest(self.missing, self.missing[1:]):
            lines.append(f"  {one.function} was never called")
            if one.call is not None:
                lines.append(f"  it would be called here: {code_at(one.call, one.line)}  {where_at(one.call)}")
            elif above is not None:
                lines.append(f"  it is named in {above.function}")
        return [*lines, f"  {self.reason}"] if self.reason else lines

    def line(self, item: Node) -> str:
        return f"  {code_line(item)}  {decision_text(item)}"

    def text(self, limit: int | None = 100) -> str:
        """A line for each obstacle, the same branch at most three times, and what the last condition came from."""
        if limit is None:
            shown, left = list(self), 0
        else:
            counts: Counter[Any] = Counter()
            shown = []
            for node in self:
                counts[node.location] += 1
                if counts[node.location] <= _SHOWN and len(shown) < limit:
                    shown.append(node)
            left = len(self) - len(shown)
        lines = [*self.head(), *map(self.line, shown)]
        if left:
            lines.append(f"  and {left:,} more: text(limit=None) gives all")
        last = self[-1] if len(self) else None
        condition = last._condition if isinstance(last, JumpNode) else None
        return "\n".join([*lines, *(came_from(condition, LAST) if isinstance(condition, Node) else [])])


def why_not_reached(node: Node, place: int | str) -> Obstacle:
    """What kept a line from being reached within `node`: branches that went another way, exceptions, missing calls.

    place: "cart.py:12", or 12 in the file in which the function of `node` is.

    Raises ValueError if the line did run; if no function that the record knows has a statement there; for a record that
    was loaded from a file.
    """
    check_node("why_not_reached", node)
    needs_code(node, "why_not_reached()")
    wanted = place_of("why_not_reached", place, node)
    found = passages(node, wanted)
    if found:
        raise ValueError(f'{wanted} was reached {times(len(found))}: why_reached(node, "{wanted}") says why')
    return _obstacle(node, wanted)


def _obstacle(node: Node, place: SourcePlace) -> Obstacle:
    known: dict[int, Ways] = {}
    calls = [one for one in nodes_in(node) if isinstance(one, NestedCallNode)]
    here = [one for one in calls if place.is_of(one.body_ir.filename) and place.line in ways_of(one, known).lines]
    missing: list[Missing] = []
    line = place.line
    if not here:
        here, line = _never_called(calls, _code_at(calls, place), missing)
    nodes = [found for one in here for found in _kept_away(one, ways_of(one, known), line)]
    reason = ""
    if here and not nodes:
        is_call = bool(missing)
        reason = "that line ran, and called another one" if is_call else "nothing was raised that would have led there"
    return Obstacle(_what(place, missing), nodes, missing, reason)


def _never_called(
    calls: list[NestedCallNode], code: CodeType, missing: list[Missing]
) -> tuple[list[NestedCallNode], int]:
    """The calls of a function that could have called that code, or what calls it, and the line on which it does."""
    codes = list(_codes(calls))
    chains: list[list[CodeType]] = [[code]]
    seen = {code}
    for chain in chains:  # which grow meanwhile
        outer = chain[-1]
        for call, line in _callers(calls, outer.co_name):
            missing += [Missing(one.co_qualname, None, None) for one in chain[:-1]]
            missing.append(Missing(outer.co_qualname, call, line))
            return [one for one in calls if one.template is call.template], line
        naming = [one for one in codes if outer.co_name in one.co_names and one not in seen]
        seen.update(naming)
        chains += [[*chain, one] for one in naming]
    missing.append(Missing(code.co_qualname, None, None))
    return [], 0


def _what(place: SourcePlace, missing: list[Missing]) -> str:
    return f"{place}, in {missing[0].function}," if missing else str(place)


def _kept_away(call: NestedCallNode, ways: Ways, line: int) -> list[Node]:
    """In one call, the jumps and exceptions by which control did not come to the line."""
    ran = pieces_of(call, ways)
    waiting = list(ways.lines[line])
    behind: set[int] = set(waiting)
    while waiting:
        start = waiting.pop()
        for before in ways.before[start] | ways.guarded.get(start, set()):
            if before not in ran and before not in behind:
                behind.add(before)
                waiting.append(before)
    deciding = {before for start in behind for before in ways.before[start] if before in ran}
    found: list[Node] = []
    for child in call:
        if child.location is None or ways.piece_of.get(child.location.block) not in deciding:
            continue
        if isinstance(child, RaiseNode) or (isinstance(child, JumpNode) and child._condition is not None):
            found.append(child)
    return found


# -- code that did not run --------------------------------------------------------------------------------------------


def _code_at(calls: list[NestedCallNode], place: SourcePlace) -> CodeType:
    """The innermost code with a statement there, among what the functions that were entered know."""
    found = [code for code in _codes(calls) if place.is_of(code.co_filename) and _has_line(code, place.line)]
    if not found:
        raise ValueError(f"no function that was called, or that these know, has a statement at {place}")
    code = max(found, key=lambda one: one.co_firstlineno)
    if any(code is one.template.code for one in calls):
        raise ValueError(f"{place} has nothing that leaves a trace, as `continue` has not: ask for a line before it")
    return code


def _has_line(code: CodeType, line: int) -> bool:
    return any(one == line for _, _, one in code.co_lines())


def _codes(calls: list[NestedCallNode]) -> Iterator[CodeType]:
    """What the entered functions, their modules and the classes in these have as code."""
    seen: set[int] = set()
    waiting: list[CodeType] = []
    modules: dict[int, Any] = {}
    for call in calls:
        waiting.append(call.template.code)
        function = call[1].value if len(call) else None
        if type(function) is FunctionType:
            modules[id(function.__globals__)] = function.__globals__
    for names in modules.values():
        for value in list(names.values()):
            if type(value) is FunctionType:
                waiting.append(own_code(value))
            elif issubclass(type(value), type):
                held = [_function_of(one) for names_of in namespaces(value) for one in names_of.values()]
                waiting += [own_code(one) for one in held if type(one) is FunctionType]
    while waiting:
        code = waiting.pop()
        if id(code) not in seen:
            seen.add(id(code))
            yield code
            waiting += [constant for constant in code.co_consts if type(constant) is CodeType]


def _function_of(attribute: Any) -> Any:
    """What a property, a class method or a static method calls; another attribute of a class itself."""
    if is_a(attribute, property):
        return attribute.fget
    return attribute.__func__ if is_a(attribute, classmethod, staticmethod) else attribute


def _callers(calls: list[NestedCallNode], name: str) -> Iterator[tuple[NestedCallNode, int]]:
    """Where the functions that were entered call something of that name, though it did not run."""
    seen: set[int] = set()
    for call in calls:
        if id(call.template) in seen:
            continue
        seen.add(id(call.template))
        for block in call.body_ir.blocks:
            for statement in block.statements:
                expression = statement.expression
                line = statement.place.line
                if isinstance(expression, Call) and _is_named(call, expression.function, name) and line is not None:
                    yield call, line


def _is_named(call: NestedCallNode, function: Any, name: str) -> bool:
    if not isinstance(function, Variable):
        return False
    for block in call.body_ir.blocks:
        item = block.index.get(function.number)
        load = getattr(item, "expression", None)
        if isinstance(load, Load):
            return load.name == name
    return False
