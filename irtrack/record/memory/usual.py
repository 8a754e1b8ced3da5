"""The usual case of what nodes do to memory, as code that a stride has in it: see segments.py.

For each a condition, and what is done if it holds: exactly what the function of effects/ would have done, of which only
one way is left. `counts[key]` on a dict becomes

    t0 = shadows.get(id(o2.value)) if type(o2.value) is k1 else None
    w = t0.parts.get(("", n3.value)) if t0 is not None and type(n3.value) is str else None
    if w is not None:
        if w[1] <= index.stirred:
            ...  # it depends on the events since then, if there are any that could concern it
        origins[v4] = w[0]
        d4 = (v2, v3, w[0])
    else:
        ...

What stores to an attribute of a node may have gone to the others that this could have been; once it has been said so,
that holds for all stores behind it, as long as nothing else is written. And all that is read of the node meanwhile
depends on these stores by the node itself.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...rules.outputs import outputs
from ...rules.special_methods import is_operator
from ..classes import is_a
from ..nodes.kinds import PrimitiveCallNode
from ..nodes.tape import TapeConstant
from .effects.attributes import get_attribute, set_attribute
from .effects.general import change, computes, is_made_of_text
from .effects.iterators import advance, gather, is_called, iterates
from .effects.mappings import get_item, set_item
from .effects.sequences import add, append, display, multiply, unpack
from .plain import Plain
from .segments import SAME, Operand, Segment, Usual
from .shadows import SCALARS, UNCHANGING, UNHELD, Shadow

_KEYS = frozenset(map(id, (str, int)))  # of types: a metaclass of the program may have an `__eq__`
_ANY_PART = "''"  # the name under which events are that concern whatever part
_SEQUENCES = frozenset(map(id, (list, tuple)))
_OVER_LISTS = frozenset((id(type(iter([]))), id(type(iter(())))))
_OVER_SEVERAL = frozenset(map(id, (enumerate, zip)))
# over what nobody can change
_OVER_FIXED = frozenset(id(type(iter(one))) for one in (range(0), range(1 << 99), "a", "\xe9", "\u0430", b""))


def usual(writer: Segment, handle: Any, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """The usual case of a node of which the function `handle` of effects/ tells; None if there is none.

    `value`: of the node, in the run that was looked at.
    """
    find, sample = _USUAL.get(handle), writer.sampled[node]
    if find is None or (type(sample) is PrimitiveCallNode and type(sample._operands[0]) is not TapeConstant):
        return None  # a function that was chosen decides about more
    return find(writer, node, value, operands)


def _holds(writer: Segment, shadow: str, value: str, sample: Any) -> list[str]:
    """The container with that shadow holds a value."""
    can_hold = f"not {writer.unchanging(value, sample)}"
    return [f"if {can_hold if id(type(sample)) in UNHELD else f'id({value}) not in {shadow}.held'}:",
            f"    {shadow}.hold({value})"]  # fmt: skip


def _doubts(
    writer: Segment,
    vertex: str,
    shadow: str,
    epoch: str,
    among: str,
    since: tuple[str, str],
    names: tuple[str, ...],
    *,
    again: bool = False,
) -> list[str]:
    """A vertex depends on the events since an epoch, if that is before the last of all, which could concern a part of
    the object: those under its name and under "", in the order in which they are to be looked for, or all.

    `among`: was any one since then that is about all such parts? `since`: what gives all, and which those are. `again`:
    may it have others already?
    """
    if not writer.whole:
        return []
    others = f"*ranges.get({vertex}, ()), " if again else ""
    are_several = f"{shadow}.groups and ({shadow}.wide or len({shadow}.groups) > 1)"
    part = "".join(name for name in names if name != _ANY_PART)
    concerns_more = f"len(x) > 1 and {_ANY_PART} in x" if part else f"len(x) > 1 or {_ANY_PART} not in x"
    found = " or ".join(f"x.get({name})" for name in names)
    return [
        f"if {epoch} <= index.stirred:",
        f"    x = {shadow}.groups[0].selected if {shadow}.groups else {shadow}.wide",
        f"    if {among} or anything.last >= {epoch} or {shadow}.own is not None or x and ({concerns_more}) or "
        f"({are_several}):",
        f"        index.doubt_at({vertex}, index.{since[0]}({epoch}, {shadow}, {since[1]}, {part or _ANY_PART}))",
        "    elif x:",
        f"        x = {found}",
        f"        if x is not None and x.last >= {epoch}:",
        f"            ranges[{vertex}] = ({others}(x, {epoch}, len(x.vertices)),)",
    ]


def _of_items(
    writer: Segment,
    vertex: str,
    shadow: str,
    epoch: str = "w[1]",
    key: str = "",
    *,
    again: bool = False,
    is_iterator: bool = False,
) -> list[str]:
    """The same of what is read of the items of an object, or of which there are; or under a key that is a text."""
    among = f"any_items.last >= {epoch}" + (f" or any_iterators.last >= {epoch}" if is_iterator else "")
    names = (_ANY_PART, key) if key else (_ANY_PART,)  # keys are often computed
    return _doubts(writer, vertex, shadow, epoch, among, ("since", "any_items"), names, again=again)


def _is_aimed(writer: Segment, operand: Operand) -> str:
    """Is it known that nothing but the object could have been written to there?"""
    if operand.is_stored and writer.whole:
        return f"id({operand.node}) not in index.constants"
    return f"known.get({operand.vertex}) is NONE" if operand.vertex and writer.whole else "True"


# -- reading ----------------------------------------------------------------------------------------------------------


def _attribute(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.b` of an instance, if somebody has stored it there."""
    owner, name = operands[:2]
    if not name.is_literal or type(name.sample) is not str or name.sample in ("__dict__", "__suppress_context__"):
        return None
    if not Plain().stores_plainly(type(owner.sample), name.sample):
        return None
    shadow, before = writer.shadow(owner)
    writer.look_at(owner.node)
    vertex = writer.next_vertex
    since = "since_named", f"any_attributes.get({name.sample!r})"
    key = writer.constant(("", name.sample))
    condition = f"w is not None and (not deletions or w[0] not in deletions) and {_is_plain(writer, owner, name)}"
    if writer.whole:  # the class might have got what is asked before
        asked = writer.constant(frozenset((name.sample, "__getattribute__")))
        condition += f" and (not index.names_of_classes or index.names_of_classes.isdisjoint({asked}))"
    return Usual(
        before=[*before, f"w = {shadow}.parts.get({key}) if {shadow} is not None else None"],
        condition=condition,
        then=[
            *_holds(writer, shadow, f"{node}.value", value),
            *_doubts(writer, vertex, shadow, "w[1]", "any_attributes", since, (repr(name.sample), _ANY_PART)),
            f"origins[{vertex}] = w[0]",
        ],
        reads=["w[0]"],
        more=[],
    )


def _is_plain(writer: Segment, owner: Operand, name: Operand) -> str:
    """Has the owner the class that the sample has, or another one of which the name is as plain an attribute?"""
    cls = writer.constant(type(owner.sample))
    return f"(type({owner.value}) is {cls} or index.plain.stores_plainly(type({owner.value}), {name.sample!r}))"


def _item(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a[i]` of a list, `a[key]` or `a.get(key)` of a dict."""
    found = _place(writer, *operands[:2]) if len(operands) > 1 else None
    if found is None:
        return None
    shadow, before, condition, write = found
    writer.look_at("")
    vertex = writer.next_vertex
    key, is_from_end = operands[1].value, _is_from_end(*operands[:2])
    behind = []
    if type(operands[0].sample) is list:
        behind = _shifted(writer, shadow, f"{key} + len({shadow}.items)" if is_from_end else key)
    name = key if type(operands[0].sample) is dict and type(operands[1].sample) is str else ""
    doubts = _of_items(writer, vertex, shadow, key=name)
    if is_from_end:
        doubts += _of_items(writer, vertex, shadow, f"{shadow}.since", again=True)
    return Usual(
        before=[*before, f"w = {write} if {condition} else None"],
        condition="w is not None",
        then=[*_holds(writer, shadow, f"{node}.value", value), *doubts, f"origins[{vertex}] = w[0]"],
        reads=["w[0]", *([f"*{_shape_of(shadow)}"] if is_from_end else [])],
        more=[],
        behind=behind,
    )


def _unpack(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """One variable of `a, b = c` of a tuple; of what C code has made, nobody knows who wrote its items."""
    if len(operands) != 2 or type(operands[0].sample) is not tuple or "_star_" in writer.sampled[node].name:
        return None
    shadow, before = writer.shadow(operands[0])
    writer.look_at("")
    k, vertex = operands[1].sample, writer.next_vertex
    written = f"{shadow} is not None and {shadow}.items"
    return Usual(
        before=[
            *before,
            f"w = {shadow}.items[{k}] if {written} and len({shadow}.items) > {k} and {shadow}.shifts is None else None",
            f"if w is None and {shadow} is not None and {_is_of_one_write(writer, shadow, f'{node}.value', value)}:",
            f"    w = {shadow}.version, {shadow}.since",
        ],
        condition="w is not None",
        then=[
            *_holds(writer, shadow, f"{node}.value", value),
            *_of_items(writer, vertex, shadow),
            f"if {shadow}.items is not None: origins[{vertex}] = w[0]",
        ],
        reads=["*((w[0],) if w[0] >= 0 else ())"],
        more=[],
    )


def _is_of_one_write(writer: Segment, shadow: str, value: str, sample: Any) -> str:
    """Is all that it is known of a container who has written the whole, and its item a number or the like?"""
    unknown = f"{shadow}.items is None and not {shadow}.pending and not {shadow}.parts"
    is_plain = id(type(sample)) in UNCHANGING
    return f"{unknown} and {writer.unchanging(value, sample) if is_plain else f'id(type({value})) in UNCHANGING'}"


def _shifted(writer: Segment, shadow: str, index: str) -> list[str]:
    """It depends also on what has shifted an item of a list."""
    return [f"if {shadow}.shifts is not None:", f"    {writer.next_data} += {shadow}.shifted({index}, w[0])"]


def _place(writer: Segment, container: Operand, key: Operand) -> tuple[str, list[str], str, str] | None:
    """The shadow of a container, how to find it, and when, and where, that knows of an item who wrote it."""
    kind = type(key.sample)
    is_key = f"type({key.value}) is {kind.__name__}"
    if type(container.sample) is list and kind is int:
        shadow, before = writer.shadow(container)
        is_there = f"0 <= {key.value} < len({shadow}.items)"
        if _is_from_end(container, key):
            is_there = f"len({shadow}.items) >= {-key.sample}"
        is_known = f"{shadow}.items is not None and {is_there}"
        place = f"{shadow}.items[{key.value}]"
    elif type(container.sample) is dict and id(kind) in _KEYS:
        shadow, before = writer.shadow(container)
        is_known, place = f'("", {key.value}) in {shadow}.parts', f'{shadow}.parts["", {key.value}]'
    else:
        return None
    return shadow, before, f"{shadow} is not None and {is_key} and {is_known}", place


def _is_from_end(container: Operand, key: Operand) -> bool:
    """Is it an index that counts from the end? Then it depends on how many items there are."""
    return type(container.sample) is list and key.is_literal and type(key.sample) is int and key.sample < 0


def _shape_of(shadow: str) -> str:
    """The vertices of what decided how many items there are."""
    return f"(({shadow}.shape,) if {shadow}.shape >= 0 else ())"


def _next(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """The next item of a list, number of a range or letter of a text; of lists by `enumerate` or `zip`."""
    kind = id(type(operands[0].sample))
    if kind not in _OVER_FIXED and (kind not in _OVER_LISTS | _OVER_SEVERAL or len(operands) > 1):
        return None
    shadow, before = writer.shadow(operands[0])
    writer.look_at("")
    aimed = f" and {_is_aimed(writer, operands[0])}" if is_called(writer.sampled[node]) else ""
    is_there = f"{shadow} is not None and not {shadow}.acts and not {shadow}.instead{aimed}"
    vertex, reads, behind = writer.next_vertex, [], []
    then = _of_items(writer, vertex, shadow, f"{shadow}.since", is_iterator=True)
    if kind in _OVER_FIXED:
        condition = f"{is_there} and {shadow}.kind == 'any' and not {shadow}.sources"
    elif kind in _OVER_SEVERAL:
        gathered = f"{writer.constant(gather)}(index, {shadow}, {node}.value, {vertex})"
        before = [*before, f"w = {gathered} if {is_there} and not {shadow}.calls else None"]
        condition, reads = "w is not None", ["*w"]
    else:
        before = [
            *before,
            "w = None",
            f"if {is_there} and {shadow}.kind == 'items' and len({shadow}.sources) == 1:",
            f"    u = {shadow}.sources[0]",
            f"    if not u.kind and u.items is not None and {shadow}.position < len(u.items):",
            f"        w = u.items[{shadow}.position]",
            f"    elif not u.kind and {_is_of_one_write(writer, 'u', f'{node}.value', value)}:",
            "        w = u.version, u.since",
        ]
        condition, reads = "w is not None", ["*((w[0],) if w[0] >= 0 else ())"]
        then += [*_of_items(writer, vertex, "u", again=True), f"if u.items is not None: origins[{vertex}] = w[0]"]
        behind = _shifted(writer, "u", f"{shadow}.position - 1")
    far = f"g{vertex}"
    then += [
        f"{far} = {_shape_of(shadow)}",
        *([f"{shadow}.position += 1"] if kind not in _OVER_SEVERAL else []),
        f"{shadow}.shape = {vertex} + 1",
    ]
    return Usual(before, condition, then, [*reads, f"*{far}"], [(node, far, SAME)], behind=behind)


def _iterates(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """A loop begins to go over a list, a range or a text."""
    call = writer.sampled[node]
    if writer.whole or len(operands) != 1 or call._operands[0].value is not iter or is_called(call):
        return None
    (over,) = operands
    if id(type(value)) in _OVER_FIXED and id(type(over.sample)) in SCALARS:
        before = list[str]()
        condition = f"id(type({over.value})) in SCALARS"
        goes_over = ["u.kind = 'any'"]
    elif id(type(value)) in _OVER_LISTS and id(type(over.sample)) in _SEQUENCES:
        shadow, before = writer.shadow(over)
        condition = f"{shadow} is not None and not {shadow}.acts and not {shadow}.calls"
        goes_over = ["u.kind = 'items'", f"u.sources = ({shadow},)"]
    else:
        return None
    writer.look_at("")
    begun = f"shadows[id({node}.value)] = u = {writer.constant(Shadow)}({node}.value, index.epoch, True)"
    return Usual(
        before=before,
        condition=f"{condition} and id({node}.value) not in shadows",
        then=[begun, *goes_over],
        reads=[],
        more=[],
    )


def _computes(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """What a function computes of numbers, texts and arrays."""
    return _of_text(writer, node, value, operands) or _of_arrays(writer, node, value, operands)


def _of_text(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`text.split(",")`: a new list or tuple of nothing that can change."""
    call = writer.sampled[node]
    if not is_made_of_text(call, getattr(call, "_operands", ())[1:]):
        return None
    writer.look_at("")
    are_scalars = [f"id(type({one.value})) in SCALARS" for one in operands if not one.is_literal]
    cls = writer.constant(type(value))
    return Usual(
        before=[],
        condition=" and ".join([*are_scalars, f"type({node}.value) is {cls}", f"id({node}.value) not in shadows"]),
        then=[f"shadows[id({node}.value)] = {writer.constant(Shadow)}({node}.value, index.epoch)"],
        reads=[],
        more=[],
    )


def _of_arrays(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """An array, or a number, that a function computes of arrays and numbers; it writes nowhere else."""
    call = writer.sampled[node]
    arrays = [one for one in operands if type(one.sample) is np.ndarray]
    numbers = [one for one in operands if type(one.sample) is not np.ndarray]
    if not arrays or type(call) is not PrimitiveCallNode or call.keywords:
        return None
    function = call._operands[0].value
    if not all(id(type(one.sample)) in SCALARS for one in numbers) or outputs(function, operands):
        return None
    writer.look_at("")
    names = [f"y{k}" for k in range(len(arrays))]
    conditions = [f"{name} is not None" for name in names]
    conditions += [f"id(type({one.value})) in SCALARS" for one in numbers if not one.is_literal]
    conditions.append(f"(type({node}.value) is {writer.constant(np.ndarray)} or id(type({node}.value)) in SCALARS)")
    if not is_operator(function):  # which might have taken something from an iterator in the place of an array
        conditions += [_is_aimed(writer, one) for one in arrays]
    return Usual(
        before=[f"{name} = {_written_to_array(writer, one)}" for name, one in zip(names, arrays, strict=True)],
        condition=" and ".join(conditions),
        then=[],
        reads=[f"*{name}" for name in names],
        more=[],
    )


def _written_to_array(writer: Segment, array: Operand) -> str:
    """What gives the same as `Memory.written_to_array`, which need not be called for one that nobody has looked at."""
    found, value = f"index.written_to_array({array.node})", array.value
    if writer.whole:
        return found
    is_own = f"type({value}) is {writer.constant(np.ndarray)} and {value}.base is None and not {value}.dtype.hasobject"
    return f"() if {is_own} and id({value}) not in shadows else {found}"


# -- writing ----------------------------------------------------------------------------------------------------------


def _display(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`(a, b)`, `[a, b]`"""
    if not is_a(value, tuple, list) or (type(value) is tuple and not operands) or writer.is_confined(node):
        return None
    writer.look_at("")
    vertex = writer.next_vertex
    writes = "".join(f"({operand.vertex or vertex}, index.epoch), " for operand in operands)
    stored = [one for one in operands if not (one.is_literal and id(type(one.sample)) in UNHELD)]
    held = [line for one in stored for line in _holds(writer, "u", one.value, one.sample)]
    return Usual(
        before=[],
        condition=f"id({node}.value) not in shadows and type({node}.value) is {type(value).__name__}",
        then=[
            f"shadows[id({node}.value)] = u = {writer.constant(Shadow)}({node}.value, index.epoch, True)",
            f"u.items = [{writes}]",
            *held,
        ],
        reads=[],
        more=[],
    )


def _append(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.append(b)` on a list."""
    if len(operands) != 2 or type(operands[0].sample) is not list:
        return None
    vertex, (shadow, before) = writer.next_vertex, writer.shadow(operands[0])
    writer.look_at("")
    return Usual(
        before=before,
        condition=f"{shadow} is not None and {shadow}.items is not None and {_is_aimed(writer, operands[0])}",
        then=[
            *_of_items(writer, vertex, shadow, f"{shadow}.since"),
            f"w = {_shape_of(shadow)}",
            f"{shadow}.items.append(({vertex}, index.epoch))",
            f"if {shadow}.shape == {shadow}.version and not {shadow}.pending:",
            f"    {shadow}.version = {vertex}",
            "else:",
            f"    {shadow}.pending.append({vertex})",
            f"{shadow}.shape = {vertex}",
            *_holds(writer, shadow, operands[1].value, operands[1].sample),
        ],
        reads=["*w"],
        more=[],
    )


def _change(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """A generator of random numbers goes on, or whatever else holds no objects is changed by numbers."""
    changed, *others = operands
    if not all(id(type(one.sample)) in SCALARS for one in others) or not Plain().leads_nowhere(type(changed.sample)):
        return None
    vertex, (shadow, before) = writer.next_vertex, writer.shadow(changed)
    writer.look_at("")
    cls = writer.constant(type(changed.sample))
    are_empty = [f"{shadow}.{name}" for name in ("held", "sources", "calls", "kind", "pending", "parts", "closed")]
    conditions = [
        f"{shadow} is not None and not ({' or '.join(are_empty)}) and {shadow}.items is None",
        f"type({changed.value}) is {cls}",
        _is_aimed(writer, changed),
        *(f"id(type({one.value})) in SCALARS" for one in others if not one.is_literal),
        *([f"{shadow}.since > index.stirred"] if writer.whole else []),
    ]
    return Usual(
        before=before,
        condition=" and ".join(conditions),
        then=[
            f"w = ({shadow}.version,) if {shadow}.version >= 0 else ()",
            f"{shadow}.version = {shadow}.shape = {shadow}.blurred = {vertex}",
        ],
        reads=["*w"],
        more=[],
    )


def _set_attribute(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a.b = c` of an instance."""
    owner, name, stored = operands
    if not name.is_literal or name.sample in ("__dict__", "__class__"):
        return None
    if type(name.sample) is not str or not Plain().stores_plainly(type(owner.sample), name.sample):
        return None
    shadow, before = writer.shadow(owner)
    cls = writer.constant(type(owner.sample))
    is_new = f"{shadow} is None and type({owner.value}) is {cls}"
    before = [*before, f"if {is_new}: {shadow} = index.shadow_of({owner.node})"]
    key, vertex = writer.constant(("", name.sample)), writer.next_vertex
    writer.stored_names.add(name.sample)
    aims, is_there, otherwise = [], f"{shadow} is not None and {_is_plain(writer, owner, name)}", ("", "")
    is_object = id(type(stored.sample)) not in UNHELD
    replaces = f"if {key} in {shadow}.parts: index.replaced[{vertex}] = {shadow}.parts[{key}][0]"
    if not is_object and stored.sample is not None:
        replaces = f"if {shadow}.held: index.replaces({shadow}.parts, {key}, {stored.value}, {vertex})"
    if owner.is_earlier and writer.looked <= {owner.node}:
        writer.look_at(owner.node)
        aims = writer.aim(owner, stored.value if is_object else "", name.sample) if writer.whole else []
    else:
        writer.look_at("")
    if owner.vertex and not aims and writer.whole:
        put = f"index.put({shadow}, {key}, {owner.node}, {vertex}, {stored.value})"
        is_there, otherwise = f"{is_there} and {_is_aimed(writer, owner)}", (is_there, put)
    return Usual(
        before=before,
        condition=is_there,
        then=[
            *aims,
            *([replaces] if writer.whole else []),
            f"{shadow}.parts[{key}] = {vertex}, index.epoch",
            f"{shadow}.pending.append({vertex})",
            *_holds(writer, shadow, stored.value, stored.sample),
        ],
        reads=[],
        more=[],
        otherwise=otherwise,
    )


def _set_item(writer: Segment, node: str, value: Any, operands: list[Operand]) -> Usual | None:
    """`a[i] = b` of a list, `a[key] = b` of a dict that has the key."""
    container, key, stored = operands
    found = _place(writer, container, key)
    if found is None or key.is_stored or _is_from_end(container, key):
        return None
    shadow, before, condition, place = found
    writer.look_at("")
    if type(container.sample) is dict:
        condition += f' and not ("__name__" in {container.value} or "__builtins__" in {container.value})'
    vertex = writer.next_vertex
    is_computed = bool(key.vertex) and writer.whole
    aimed = [f"index.aimed({shadow}, {vertex} + 1)"] if is_computed else []
    where = ", ".join([*([container.vertex] if container.vertex else []), key.vertex])
    return Usual(
        before=before,
        condition=f"{condition} and {_is_aimed(writer, container)}",
        then=[
            *aimed,
            f"{place} = {vertex}, index.epoch",
            f"{shadow}.pending.append({vertex})",
            *_holds(writer, shadow, stored.value, stored.sample),
        ],
        reads=[],
        more=[("None", f"({where},)", "()")] if is_computed else [],
    )


_USUAL: dict[Any, Callable[[Segment, str, Any, list[Operand]], Usual | None]] = {
    get_attribute: _attribute, get_item: _item, advance: _next, append: _append, set_attribute: _set_attribute,
    set_item: _set_item, unpack: _unpack, display: _display, computes: _computes, add: _of_arrays,
    multiply: _of_arrays, iterates: _iterates, change: _change,
}  # fmt: skip
