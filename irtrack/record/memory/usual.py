"""The usual case of what nodes do to memory, as code that a stride has in it: see segments.py.

For each a condition, and what is done if it holds: exactly what the function of effects/ would have done, of which only
one way is left. `counts[key]` on a dict becomes

    t, w = shadows.get(id(n2.value)), None
    if type(n2.value) is dict and type(n3.value) is str and t is not None:
        w = t.parts.get(("", n3.value))
    if w is not None:
        if w[1] <= index.stirred:
            index.doubt_at(v4, w[1], t, index.any_items)
        q = N[w[0]] if w[0] < b + s else (n0, n1, n2, n3, n4)[w[0] - b]
        x = n4.value
        if q is not None and (q.value is x or (q._operands and q._operands[-1].value is x) or gave(q, x)):
            origins[n4] = w[0]
        d4 = (v2, v3, w[0])
    else:
        ...
"""

from collections.abc import Callable
from types import CellType
from typing import Any

from .effects.attributes import get_attribute, set_attribute
from .effects.iterators import advance
from .effects.mappings import get_item, set_item
from .effects.sequences import append
from .segments import SAME, Operand, Segment, Usual
from .shadows import LODGING, UNCHANGING

_KEYS = (str, int)
_OVER_LISTS: tuple[type, ...] = type(iter([])), type(iter(()))
_OVER_RANGES: tuple[type, ...] = (type(iter(range(0))),)


def usual(writer: Segment, handle: Any, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """The usual case of a node of which the function `handle` of effects/ tells; None if there is none.

    `value`: of the node, in the run that was looked at.
    """
    find = _USUAL.get(handle)
    return find(writer, node, value, operands) if find is not None else None


def _holds(value: str, sample: Any) -> list[str]:
    """The container, whose shadow is `t`, holds a value."""
    if id(type(sample)) in UNCHANGING:
        return [f"if id(type({value})) not in UNCHANGING:", f"    t.hold({value})"]
    return [f"t.hold({value})"]


def _took(writer: Segment, node: str) -> list[str]:
    """What wrote `w` is the origin of the node, if it gave the value."""
    return [
        f"q = N[w[0]] if w[0] < b + s else {writer.in_row(node)}[w[0] - b]",
        f"x = {node}.value",
        "if q is not None and (q.value is x or (q._operands and q._operands[-1].value is x) or gave(q, x)):",
        f"    origins[{node}] = w[0]",
    ]


def _doubts(writer: Segment, shadow: str, events: str, epoch: str = "w[1]") -> list[str]:
    return [
        f"if {epoch} <= index.stirred:",
        f"    index.doubt_at({writer.next_vertex}, {epoch}, {shadow}, {events})",
    ]


def _has_attributes(cls: type) -> bool:
    """Are the attributes of its instances known by name alone?"""
    return id(cls) not in UNCHANGING and not issubclass(cls, (dict, type, CellType, *LODGING))


def _is_aimed(operand: Operand) -> str:
    """Is it known that nothing but the object could have been written to there?"""
    return f"known.get({operand.node}) is NONE" if operand.vertex else "True"


# -- reading ----------------------------------------------------------------------------------------------------------


def _attribute(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.b` of an instance, if somebody has stored it there."""
    owner, name = operands[:2]
    cls = type(owner.sample)
    if not name.is_literal or type(name.sample) is not str or name.sample == "__dict__" or not _has_attributes(cls):
        return None
    return Usual(
        before=[
            f"t, w = shadows.get(id({owner.value})), None",
            f"if type({owner.value}) is {writer.constant(cls)} and t is not None:",
            f"    w = t.parts.get({writer.constant(('', name.sample))})",
        ],
        condition="w is not None and w[0] not in deletions",
        then=[
            *_holds(f"{node}.value", value),
            *_doubts(writer, "t", f"index.any_attributes.get({name.sample!r})"),
            *_took(writer, node),
        ],
        reads=["w[0]"],
        more=[],
    )


def _item(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a[i]` of a list, `a[key]` or `a.get(key)` of a dict."""
    if len(operands) < 2:
        return None
    found = _place(operands[0], operands[1])
    if found is None:
        return None
    condition, write = found
    return Usual(
        before=[
            f"t, w = shadows.get(id({operands[0].value})), None",
            f"if t is not None and {condition}:",
            f"    w = {write}",
        ],
        condition="w is not None",
        then=[*_holds(f"{node}.value", value), *_doubts(writer, "t", "index.any_items"), *_took(writer, node)],
        reads=["w[0]"],
        more=[],
    )


def _place(container: Operand, key: Operand) -> tuple[str, str] | None:
    """When, and where, the shadow `t` of a container knows of an item who wrote it."""
    if type(container.sample) is list and type(key.sample) is int:
        is_known = f"t.items is not None and 0 <= {key.value} < len(t.items)"
        return f"type({container.value}) is list and type({key.value}) is int and {is_known}", f"t.items[{key.value}]"
    if type(container.sample) is dict and type(key.sample) in _KEYS:
        kind, place = type(key.sample).__name__, f'("", {key.value})'
        is_known = f"{place} in t.parts"
        return f"type({container.value}) is dict and type({key.value}) is {kind} and {is_known}", f"t.parts[{place}]"
    return None


def _next(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """The next item of a list, or number of a range."""
    iterator = operands[0].value
    kind = type(operands[0].sample)
    before = [f"t, w = shadows.get(id({iterator})), None"]
    is_there = f"t is not None and type({iterator}) is {writer.constant(kind)} and not t.acts"
    then, reads = _doubts(writer, "t", "index.any_items", "t.since"), []
    if kind in _OVER_RANGES:
        condition = f"{is_there} and t.kind == 'any' and not t.sources"
    elif kind in _OVER_LISTS:
        before += [
            f"if {is_there} and t.kind == 'items' and len(t.sources) == 1:",
            "    u = t.sources[0]",
            "    if u.items is not None and not u.kind and t.position < len(u.items):",
            "        w = u.items[t.position]",
        ]
        condition, reads = "w is not None", ["w[0]"]
        then += [*_doubts(writer, "u", "index.any_items"), *_took(writer, node)]
    else:
        return None
    vertex, far = writer.next_vertex, f"g{writer.next_vertex}"
    then += [f"{far} = (t.shape,) if t.shape >= 0 else ()", "t.position += 1", f"t.shape = {vertex} + 1"]
    return Usual(before, condition, then, [*reads, f"*{far}"], [(node, far, SAME)])


# -- writing ----------------------------------------------------------------------------------------------------------


def _append(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.append(b)` on a list."""
    if len(operands) != 2 or type(operands[0].sample) is not list:
        return None
    container, vertex = operands[0].value, writer.next_vertex
    return Usual(
        before=[f"t = shadows.get(id({container}))"],
        condition=f"t is not None and type({container}) is list and t.items is not None and {_is_aimed(operands[0])}",
        then=[
            *_doubts(writer, "t", "index.any_items", "t.since"),
            "w = (t.shape,) if t.shape >= 0 else ()",
            f"t.items.append(({vertex}, index.epoch))",
            "if t.shape == t.version and not t.pending:",
            f"    t.version = {vertex}",
            "else:",
            f"    t.pending.append({vertex})",
            f"t.shape = {vertex}",
            *_holds(operands[1].value, operands[1].sample),
        ],
        reads=["*w"],
        more=[],
    )


def _set_attribute(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.b = c` of an instance."""
    owner, name, stored = operands
    cls = type(owner.sample)
    if not name.is_literal or name.sample in ("__dict__", "__class__") or not _has_attributes(cls):
        return None
    is_known = f"t is not None and type({owner.value}) is {writer.constant(cls)}"
    key, vertex = writer.constant(("", name.sample)), writer.next_vertex
    put = f"index.put(t, {key}, {owner.node}, {vertex}, {stored.value})"
    return Usual(
        before=[f"t = shadows.get(id({owner.value}))"],
        condition=f"{is_known} and {_is_aimed(owner)}",
        then=[
            f"t.parts[{key}] = {vertex}, index.epoch",
            f"index.stored_names.add({name.sample!r})",
            f"t.pending.append({vertex})",
            *_holds(stored.value, stored.sample),
        ],
        reads=[],
        more=[],
        otherwise=(is_known, put) if owner.vertex else ("", ""),
    )


def _set_item(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a[i] = b` of a list, `a[key] = b` of a dict that has the key."""
    container, key, stored = operands
    found = _place(container, key)
    if found is None:
        return None
    condition, place = found
    if type(container.sample) is dict:
        condition += f' and not ("__name__" in {container.value} or "__builtins__" in {container.value})'
    vertex = writer.next_vertex
    aimed = [f"index.aimed(t, {vertex} + 1)"] if key.vertex else []
    where = ", ".join([*([container.vertex] if container.vertex else []), key.vertex])
    return Usual(
        before=[f"t = shadows.get(id({container.value}))"],
        condition=f"t is not None and {condition} and {_is_aimed(container)}",
        then=[
            *aimed,
            f"{place} = {vertex}, index.epoch",
            f"t.pending.append({vertex})",
            *_holds(stored.value, stored.sample),
        ],
        reads=[],
        more=[("None", f"({where},)", "()")] if key.vertex else [],
    )


_USUAL: dict[Any, Callable[[Segment, str, Any, list[Operand]], Usual | None]] = {
    get_attribute: _attribute, get_item: _item, advance: _next, append: _append, set_attribute: _set_attribute,
    set_item: _set_item,
}  # fmt: skip
