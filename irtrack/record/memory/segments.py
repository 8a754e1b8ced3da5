"""Rows of nodes that generated code adds to the graph at once; see strides.py.

A row is written while its nodes are looked at one after the other: of each the vertex is known, `b` and its place in
the row, long before it is added. Only what is done to memory by a function of effects/ needs all that comes before to
be there, as it may add vertices of its own. Where code for the usual case finds that it does not fit, it adds the row
up to there, and goes on with the rest: `s` is how much of the row has been added.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from ..classes import is_static
from ..generated import Generated, tuple_of
from .plain import has_attributes

Row = list[tuple[str, str, str]]  # node, data, control: of each vertex
FEW = 4  # vertices that are added, and nodes that are taken, one by one, which is faster then
SAME = "same"  # in the place of a control: that of the node which the vertex comes up behind


class Operand(NamedTuple):
    """`node`, `value`: text that gives them. `vertex`: the same, "" of a constant. `sample`: what the value was in the
    run that was looked at. `is_stored`: is it a name that somebody stores to? `known`: the variable that has what is
    known of that, if it is loaded here. `is_earlier`: does the node come before the segment?
    """

    node: str
    value: str
    vertex: str
    sample: Any
    is_literal: bool = False
    is_stored: bool = False
    is_earlier: bool = False
    known: str = ""

    @property
    def read(self) -> str:
        """What stands in a tuple for the vertices that are read, "" if none are."""
        return f"*{self.known}[0]" if self.known else self.vertex

    @property
    def is_asked(self) -> bool:
        """Does the index know what is read?"""
        return self.is_stored and not self.known


class Usual(NamedTuple):
    """What a node does to memory if `condition` holds: `then`, and it depends on the vertices that `reads` says.

    `before`: what comes before the condition. `more`: vertices that come up behind that of the node. `otherwise`: if
    the condition does not hold, but another one, the first, does, the second is called. `behind`: what is done when
    `next_data` has what the node depends on.
    """

    before: list[str]
    condition: str
    then: list[str]
    reads: list[str]
    more: Row
    otherwise: tuple[str, str] = "", ""
    behind: Sequence[str] = ()


def deeper(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def spared(lines: list[str], known: Iterable[str]) -> list[str]:
    """Without what is done if one of those conditions does not hold, which are known to hold."""
    begins = tuple([f"if not {condition}" for condition in known])
    found, within = [], ""
    for line in lines:
        margin = line[: len(line) - len(line.lstrip())]
        if within and margin.startswith(within):
            continue
        is_spared = line.startswith(begins, len(margin))
        within = margin + " " if is_spared else ""
        if not is_spared:
            found.append(line)
    return found


class Segment(Generated):
    """Writes rows, as text. In `body` is what is done when the nodes are those that the code was written for.

    `ahead`: what comes before all of it. `row`: what is not added yet. `shadows`: by nodes, as text, the variables that
    have the shadows of their values, if these are of the usual classes, and how they were found.

    `looked`: the nodes whose attributes were read and written, "" if anything else was done to memory.
    `focus`: a node whose attributes alone were read and written since `aimed` was set: by their names, how long was the
    row when it was said to where a store may have gone?
    """

    def __init__(self, title: str, **shared: Any) -> None:
        super().__init__(title, "index, frame, children, p, until", **shared)
        self.whole = True  # is it asked what might have been written?
        self.prefix = ""  # of the names of its nodes and vertices
        self.confined: Collection[int] = ()  # see confined.py
        self.frame = "frame"  # what gives the frame of its nodes
        self.body: list[str] = []
        self.ahead: list[str] = []
        self.row: Row = []
        self.vertices: list[str] = []  # of each node
        self.sampled: dict[str, Any] = {}  # the nodes of the run that is looked at, by their names
        self.is_split = False  # may a part of the row have been added?
        self.shadows: dict[str, tuple[str, str]] = {}
        self.stored_names: set[str] = set()  # of attributes
        self.aiming: set[str] = set()  # nodes of which it was asked what else they could have been
        self.asked: set[str] = set()  # the same, if nothing was stored to them
        self.looked: set[str] = set()
        self.focus = ""
        self.aimed: dict[str, int] = {}

    def is_confined(self, node: str) -> bool:
        """Is it a display that may stay within the function?"""
        location = self.sampled[node].location
        return location is not None and location.number in self.confined

    @property
    def next_vertex(self) -> str:
        return f"v{self.prefix}{len(self.vertices)}"

    @property
    def next_data(self) -> str:
        """The variable that has what the next node depends on, if that is not always the same."""
        return f"d{self.prefix}{len(self.vertices)}"

    def vertex(self, node: str, data: str, control: str) -> str:
        """A vertex for a node."""
        vertex = self.next_vertex
        added = self.add(node, data, control)
        self.vertices.append(vertex)
        self.body.append(f"{node}._vertex = {vertex} = {added}")
        return vertex

    def add(self, node: str, data: str, control: str) -> str:
        """A further vertex of the row, by what gives it."""
        if not self.row:
            self.body.append("b, s = len(N), 0")
        self.row.append((node, data, control))
        return f"b + {len(self.row) - 1}" if len(self.row) > 1 else "b"

    def unchanging(self, value: str, sample: Any) -> str:
        """Is a value of a type that cannot change? That of the sample is looked at first, which takes half the time."""
        return f"(type({value}) is {self.constant(type(sample))} or id(type({value})) in UNCHANGING)"

    def shadow(self, operand: Operand) -> tuple[str, list[str]]:
        """The variable that has the shadow of an operand's value, None if this is of another class than usual, and what
        has to be done to get it.
        """
        found = self.shadows.get(operand.node)
        if found is not None:
            return found[0], []
        name, cls = f"t{len(self.shadows)}", self.constant(type(operand.sample))
        is_usual = f"type({operand.value}) is {cls}"
        if has_attributes(type(operand.sample)) and not is_static(type(operand.sample)):  # they are asked for by name
            is_usual = f"({is_usual} or index.plain.has_attributes(type({operand.value})))"
        line = f"{name} = shadows.get(id({operand.value})) if {is_usual} else None"
        self.shadows[operand.node] = name, line
        return name, [line]

    def look_at(self, node: str) -> None:
        """What comes next reads or writes attributes of that node; "" for anything else."""
        self.looked.add(node)
        if node != self.focus:
            self.focus, self.aimed = node, {}

    def is_no_other(self, operand: Operand) -> str:
        """Is it known that an operand could have been no other object?"""
        return f"{f'others({operand.node})' if operand.is_earlier else f'known.get({operand.vertex})'} is NONE"

    def of_its_class(self, operand: Operand) -> str:
        """Is it known that an operand could have been no object of another class?"""
        if not operand.is_earlier:  # which is not in the graph yet
            return self.is_no_other(operand)
        number = operand.node[1:]
        if number not in self.asked:
            self.asked.add(number)
            asked = self._passed_as(operand.node)
            self.ahead.append(f"a{number} = others({asked})")
            self.ahead.append(f"e{number} = a{number} is not NONE and is_mixed(a{number}, {asked})")
        return f"not e{number}"

    def aim(self, owner: Operand, stored: str, name: str) -> list[str]:
        """The next node stores to an attribute of a node (`stored`, if that is an object): let all know it that could
        have been this one.
        """
        number = owner.node[1:]
        if number not in self.aiming:
            self.aiming.add(number)
            asked = self._passed_as(owner.node)
            where = [
                f"h{number} = len(N)",
                "N.append(None)",
                f"D.append(({owner.vertex},))",
                f"C.append(index.addresses.left.get({owner.vertex}, ()))",
            ]
            found = f"a{number} = others({asked})"
            self.ahead += [*([found] if found not in self.ahead else ()), f"if a{number} is not NONE:", *deeper(where)]
        again = f"s > {self.aimed[name]} and " if name in self.aimed and not stored else ""
        self.aimed.setdefault(name, len(self.row) + 1)
        diverts = f"index.diverted(a{number}, h{number}, {stored or None}, {name!r})"
        return [f"if {again}a{number} is not NONE:", f"    {diverts}"]

    def _passed_as(self, node: str) -> str:
        """What gives the node from which another one has its value, or this one itself."""
        return node

    def flush(self) -> None:
        """Add what is left of the row."""
        if self.row:
            self.body += self._added()
        self.row, self.is_split, self.shadows = [], False, {}
        self.look_at("")

    def _added(self) -> list[str]:
        if not self.row:
            return []
        columns = list(zip("NDC" if self.whole else "ND", zip(*self.row, strict=True), strict=False))
        rows = [f"{name} += {tuple_of([*column])}" for name, column in columns]
        if len(self.row) <= FEW:
            added = [f"{name}.append({one})" for name, column in columns for one in column]
        else:
            added = rows
        if not self.is_split:
            return added
        return ["if s:", *deeper([row + "[s:]" for row in rows]), "else:", *deeper(added)]

    def effect(self, node: str, data: list[str], control: str, lines: list[str], usual: Usual | None) -> str:
        """A node that does something to memory by a function of effects/, which `lines` call; but not in the usual
        case.
        """
        name = self.next_vertex
        called = [f"index.at, index.frame, index.ran = {name}, {self.frame}, False", *lines, f"index.collect({name})"]
        if usual is None:
            self.vertex(node, tuple_of(data), control)
            self.flush()
            self.body += [*called, *self._behind_effect(node)]
            return name
        if usual.otherwise[0]:
            lines = [f"if {usual.otherwise[0]}:", f"    {usual.otherwise[1]}", "else:", *deeper(lines)]
            called = [called[0], *lines, called[-1]]
        called += self._behind_effect(node)
        known = self.next_data
        self.vertex(node, known, control)
        added = self._added()
        self.row += [(one, on, control if decided is SAME else decided) for one, on, decided in usual.more]
        self.is_split = True
        self.body += [
            *usual.before,
            f"if {usual.condition}:",
            *deeper([*usual.then, f"{known} = {tuple_of([*data, *usual.reads])}", *usual.behind]),
            "else:",
            *deeper([f"{on} = ()" for _, on, _ in usual.more if on.isidentifier()]),  # what is read of it, is not added
            *deeper([f"{known} = {tuple_of(data)}", *added, *called, f"s = {len(self.row)}", "b = len(N) - s"]),
            *deeper([line for _, line in self.shadows.values()]),
        ]
        return name

    def unless(self, condition: str, does: list[str], *, seldom: bool = False) -> None:
        """Do something to memory, for which all that comes before has to be there, if a condition does not hold.

        `seldom`: what was known of a node before, is known behind it, too, unless that was done.
        """
        if not seldom:
            self.look_at("")
        added = self._added()
        self.is_split = True
        again = [f"s = {len(self.row)}", "b = len(N) - s", *(line for _, line in self.shadows.values())]
        self.body += [f"if not ({condition}):", *deeper([*added, *does, *again])]

    def _behind_effect(self, node: str) -> list[str]:
        """What is done when a function of effects/ has been called for a node."""
        return []
