"""What each node does to the shadows: which writes it is, and what it reads."""

import operator
from collections import deque
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, ModuleType
from typing import Any

import numpy as np

from ...ir.language import getslice, not_contains
from ...rules.effects import EFFECTS, does
from ..classes import is_a, mro
from ..nodes import Node
from ..tape import TapeConstant
from .addresses import Addresses
from .shadows import UNCHANGING, Events, Moved, Range, Shadow, Source, Version, Where, Write, canonical, is_array, key_of

_ATTRIBUTES = ("attributes",)  # in a key, so that an attribute is no item
_SEQUENCES = (list, tuple, deque)
_DEEPEST = 5  # of what a C function may read: objects within tuples
_ITEMS = 64  # of a tuple from outside that are looked at


def is_changing(value: Any) -> bool:
    return id(type(value)) not in UNCHANGING


class Effects:
    """The memory of a run, as far as it has gone."""

    unchanging = UNCHANGING

    def __init__(self) -> None:
        self.sources: dict[Node, tuple[Source, ...]] = {}
        self.origins: dict[Node, Node] = {}
        self.constants: dict[int, tuple[Source, ...]] = {}
        self.shadows: dict[int, Shadow] = {}
        self.cells: dict[Any, Write] = {}  # (id of the frame, name) or ("cell", id of the cell) -> who stored it
        self.aliases: dict[int, Any] = {}  # id of a cell -> the key above
        self.made: dict[int, tuple[Node, int]] = {}  # id of an object -> the node that first gave it, and the epoch
        self.loops: dict[Node, Shadow] = {}  # 3.15: what began a loop over a sequence -> how far that is
        self.addresses = Addresses(self)
        self.open: dict[Any, Any] = {}  # call -> its frame, while that is gone through
        self.epoch = 0
        # writes that did not happen, since jumps went another way; `anything`: to whatever object
        self.anything, self.any_items = Events(), Events()
        self.any_attributes: dict[str, Events] = {}
        self.any_names: dict[Any, Events] = {}

    # -- shadows ------------------------------------------------------------------------------------------------------

    def shadow(self, value: Any) -> Shadow:
        """The shadow of an object that can change."""
        value = canonical(value)
        found = self.shadows.get(id(value))
        if found is None:
            _, since = self.made.get(id(value), (None, 0))
            found = self.shadows[id(value)] = Shadow(value, since)
        return found

    def known(self, value: Any) -> Shadow | None:
        return self.shadows.get(id(canonical(value)))

    def new(self, value: Any) -> Shadow:
        """That of a container that was just made: it holds nothing yet."""
        found = self.shadows[id(value)] = Shadow(value, self.epoch)
        return found

    def write(self, operand: Any, node: Node) -> Write:
        """What a container that `node` makes of its operands holds: the node that gave the value."""
        return (operand if isinstance(operand, Node) else node), self.epoch

    # -- reading ------------------------------------------------------------------------------------------------------

    def read(self, node: Node, sources: Sequence[Source]) -> None:
        if sources:
            self.sources[node] = (*self.sources.get(node, ()), *sources)

    def found(self, write: Write, shadow: Shadow | None, events: Events | None = None) -> tuple[Source, ...]:
        """Who wrote a value, and what might have done so since."""
        node, since = write
        return (node, *self.since(since, shadow, events))

    def since(self, epoch: int, shadow: Shadow | None, events: Events | None = None) -> list[Range]:
        """The writes that might have happened since an epoch: to this object, to any of its kind, to whatever."""
        if epoch == self.epoch:
            return []
        lists = (shadow.wide if shadow is not None else None, events, self.anything)
        ranges = [one.since(epoch) for one in lists if one is not None]
        return [one for one in ranges if one is not None]

    def take(self, node: Node, write: Write | None, shadow: Shadow, events: Events | None = None) -> None:
        """A node's value is what was written there."""
        if write is None:
            self.read(node, self.since(shadow.since, shadow, events))
            return
        self.origins[node] = write[0]
        self.read(node, self.found(write, shadow, events))

    def whole(self, value: Any, *, shape: bool = False) -> list[Source]:
        """All that was written to an object, or, for its `shape`, that changed how many items it has."""
        shadow = self.known(value)
        if shadow is None:
            return list(self.since(self.made.get(id(value), (None, 0))[1], None, self.any_items))
        version = shadow.shape if shape else shadow.version
        found: list[Source] = [version] if version is not None else []
        found += self.since(shadow.since, shadow, self.any_items)
        return found

    def reach(self, value: Any) -> list[Source]:
        """All that was written to an object, and to those that it holds."""
        found: list[Source] = []
        seen: set[int] = set()
        waiting: list[tuple[Any, int]] = [(value, 0)]
        while waiting:
            one, depth = waiting.pop()
            if not is_changing(one) or id(one) in seen:
                continue
            seen.add(id(one))
            shadow = self.known(one)
            if type(one) is tuple or type(one) is frozenset:
                if shadow is None and depth < _DEEPEST:
                    waiting += [(item, depth + 1) for item, _ in zip(one, range(_ITEMS), strict=False)]
            else:
                found += self.whole(one)
                if self.any_attributes:
                    epoch = shadow.since if shadow is not None else self.made.get(id(one), (None, 0))[1]
                    ranges = [events.since(epoch) for events in self.any_attributes.values()]
                    found += [one for one in ranges if one is not None]
            if shadow is not None:
                waiting += [(held, depth) for held in shadow.held.values()]
                waiting += [(source.value, depth) for source in shadow.sources]
        return found

    def item(self, node: Node, container: Any, key: Any) -> None:
        """A node read an item of a container."""
        shadow = self.known(container)
        if shadow is None:
            if type(container) is not tuple:
                self.read(node, self.whole(container))
            return
        if is_a(container, *_SEQUENCES):
            self._item_of_sequence(node, shadow, key)
        elif issubclass(type(container), dict):
            known = key_of(key)
            if known is None:
                self.read(node, self.whole(container))
            elif known in shadow.parts:
                self.take(node, shadow.parts[known], shadow, self.any_items)
            else:  # perhaps a write by a key that is not known
                self.read(node, self.whole(container, shape=not shadow.closed))
        else:
            self.read(node, self.whole(container))
        shadow.hold(node.value)

    def _item_of_sequence(self, node: Node, shadow: Shadow, key: Any) -> None:
        if type(key) is bool or not isinstance(key, int):
            self.read(node, self.whole(shadow.value))
        elif shadow.items is not None:
            if -len(shadow.items) <= key < len(shadow.items):
                self.take(node, shadow.items[key], shadow, self.any_items)
            if key < 0:
                self.read(node, self.whole(shadow.value, shape=True))
        elif key >= 0 and ("", key) in shadow.parts:
            self.take(node, shadow.parts["", key], shadow, self.any_items)
        else:
            self.read(node, self.whole(shadow.value))

    def attribute(self, node: Node, owner: Any, name: str) -> None:
        """A node read an attribute."""
        write, shadow = self.attribute_write(owner, name)
        events = self.any_attributes.get(name)
        if shadow is not None:
            if write is not None:
                self.origins[node] = write[0]
                self.read(node, self.found(write, shadow, events))
                self.shadow(owner).hold(node.value)
                return
        since = shadow.since if shadow is not None else self.made.get(id(canonical(owner)), (None, 0))[1]
        self.read(node, self.since(since, shadow, events))
        if is_changing(node.value) and is_changing(owner):
            self.shadow(owner).hold(node.value)

    def attribute_write(self, owner: Any, name: str) -> tuple[Write | None, Shadow | None]:
        """Who stored what an object, or its class, has under a name; and where."""
        shadow = self.known(owner)
        key = ("", name) if type(owner) is ModuleType else (_ATTRIBUTES, name)
        if shadow is not None and key in shadow.parts:
            return shadow.parts[key], shadow
        for cls in mro(owner) if issubclass(type(owner), type) else mro(type(owner)):
            of_class = self.shadows.get(id(cls))
            if of_class is not None and key in of_class.parts:
                return of_class.parts[key], of_class
        return None, shadow

    def loop(self, began: Any, sequence: Any) -> Shadow:
        """How far a loop over a sequence is that has no iterator."""
        found = self.loops.get(began)
        if found is None:
            found = self.loops[began] = Shadow(sequence, self.epoch)
            found.kind, found.sources = "items", (self.shadow(sequence),)
        return found

    def place(self, frame: Any, name: str) -> Any:
        """Where the value of a name is; None for a global."""
        kind, key = frame.place(name)
        if kind == "global":
            return None
        return self.aliases.get(key, (kind, key)) if kind == "cell" else (kind, key)

    def aims(self, node: Any, operands: Sequence[Any], *, keyed: bool = False) -> Shadow:
        """A write by `node` to its first operand: the shadow of that, when all know that might have been written to
        by another reference or, if it is `keyed`, by another key.
        """
        target = operands[0].value
        shadow = self.shadow(target)
        others = self.addresses.others(operands[0])
        computed = keyed and isinstance(operands[1], Node)
        if others or computed:
            where = Where(tuple(operands[: 1 + keyed]))
            for one in others:
                self.might_write(self.shadow(one), where)
            if computed:
                self.might_write(shadow, where)
            self.epoch += 1
        return shadow

    def might_write(self, shadow: Shadow, event: Any) -> None:
        if shadow.wide is None:
            shadow.wide = Events()
        shadow.wide.add(self.epoch, event)

    def read_name(self, frame: Any, name: str) -> tuple[Write | None, Events | None]:
        """Who stored what a name of a cell or global is, and who might have; `a.b` is an attribute of a module."""
        base, *rest = name.split(".")
        place = self.place(frame, base)
        if place is not None:
            return self.cells.get(place), self.any_names.get(place)
        names = getattr(frame.function, "__globals__", None)
        shadow = self.shadows.get(id(names))
        events = self.any_names.get((id(names), base))
        if shadow is None or rest:
            return None, events
        return shadow.parts.get(("", base)), events

    def might_store(self, frame: Any, name: str, node: Node) -> None:
        """A jump passed by a store to a name."""
        place = self.place(frame, name) or (id(getattr(frame.function, "__globals__", None)), name)
        self.any_names.setdefault(place, Events()).add(self.epoch, node)

    # -- calls that the interpreter made ------------------------------------------------------------------------------

    def lent(self, above: Node, argument: Any) -> None:
        """An argument of a call that C code made behind the node `above`: the operand of that, or what that holds."""
        same = [o for o in above._operands if o.value is argument.value and isinstance(o, Node)]
        if same and is_changing(argument.value):
            self.origins[argument] = same[0]
            self.read(argument, same[:1])
            return
        self.read(argument, [operand for operand in above._operands if isinstance(operand, Node)])
        self.read(argument, [s for o in above._operands for s in self.reach(o.value)])

    def items_of(self, operand: Any) -> list[Any]:
        """What `*operand` passes: who wrote each item, as far as it is known."""
        value = operand.value
        shadow = self.known(value)
        if shadow is not None and shadow.items is not None:
            return shadow.items
        return [operand] * len(value) if type(value) is tuple else []

    def passed(self, argument: Node, by: Any) -> None:
        """A parameter has what a star passed."""
        if isinstance(by, tuple):
            self.origins[argument] = by[0]
            self.read(argument, self.found(by, None))
        elif isinstance(by, Node):
            self.read(argument, [by])

    def gathered(self, argument: Node, passed: list[Any], operands: Sequence[Any]) -> None:
        """A parameter `*args` has the rest of what was passed."""
        value = argument.value
        nodes = [by[0] if isinstance(by, tuple) else by for by in passed]
        if type(value) is tuple and len(value) == len(nodes) and value:
            shadow = self.new(value)
            shadow.items = [by if isinstance(by, tuple) else self.write(by, argument) for by in passed]
            for item in value:
                shadow.hold(item)
            self.read(argument, [node for node in nodes if isinstance(node, Node)])
        elif value:
            self.read(argument, [o for o in operands if isinstance(o, Node)])

    def gathered_keywords(self, argument: Node, keywords: dict[str, Any], starred: Any) -> None:
        """A parameter `**kwargs` has the rest of the keywords."""
        shadow = self.new(argument.value)
        shadow.parts = {("", name): self.write(operand, argument) for name, operand in keywords.items()}
        shadow.closed = starred is None
        for operand in keywords.values():
            shadow.hold(operand.value)
        self.read(argument, [operand for operand in keywords.values() if isinstance(operand, Node)])
        if isinstance(starred, Node):
            self.read(argument, [starred, *self.reach(starred.value)])
            known = self.known(starred.value)
            if known is not None:
                shadow.parts.update(known.parts)

    # -- nodes --------------------------------------------------------------------------------------------------------

    def condition(self, jump: Any) -> None:
        """What decided is read: whether an iterator has more, how many items a container has."""
        condition = jump._condition
        value = condition.value
        if not is_changing(value):
            return
        if jump.test in ("has more", "is exhausted"):
            if jump.test == "is exhausted":
                shadow = self.known(value)
                origins = [s.value for s in shadow.sources] if shadow is not None and shadow.sources else [value]
                for origin in origins:
                    self.read(jump, self.whole(origin, shape=True))
        elif jump.test == "":
            self.read(jump, self.whole(value, shape=True))

    def call(self, node: Any, function: Any) -> None:
        """A call of which no table tells by the function itself."""
        operands = node._operands[1:]
        if type(function) is BuiltinFunctionType and is_changing(function.__self__):
            method = getattr(type(function.__self__), function.__name__, None)
            handle = CALLS.get(id(method))
            operands = (TapeConstant(function.__self__), *operands)
            if handle is not None:
                handle(self, node, operands)
                return
        if does(function) == "reads":
            reads(self, node, operands)
            out = node.keywords.get("out") if isinstance(function, np.ufunc) else None
            if out is not None:
                change_all(self, node, out.value if isinstance(out.value, tuple) else (out.value,))
            elif isinstance(function, np.ufunc) and len(operands) > function.nin:
                change_all(self, node, [operand.value for operand in operands[function.nin :]])
            return
        if issubclass(type(function), type) and getattr(node, "_frames", ()):
            return  # a class that was called: its frames tell
        unknown(self, node, operands)

    def special(self, node: Any) -> None:
        """A special form of which no table tells: it reads what it is given."""
        if node.name.startswith("unpack_"):
            unpack(self, node, None)
        elif not node.name.startswith("format_"):
            reads(self, node, node._operands)


Operands = Sequence[Any]


# -- what functions do, by the words of rules/effects.py --------------------------------------------------------------


def nothing(memory: Effects, node: Any, operands: Operands) -> None:
    pass


def measures(memory: Effects, node: Any, operands: Operands) -> None:
    if operands and is_changing(operands[0].value):
        memory.read(node, memory.whole(operands[0].value, shape=True))


def reads(memory: Effects, node: Any, operands: Operands) -> None:
    for operand in operands:
        value = operand.value
        if id(type(value)) not in UNCHANGING:
            memory.read(node, memory.reach(value))
            shadow = memory.known(value)
            if shadow is not None and shadow.kind:  # an iterator is consumed
                shadow.wrote(node, shape=True)


def unknown(memory: Effects, node: Any, operands: Operands) -> None:
    """It reads all that it can reach, and may have changed it."""
    reads(memory, node, operands)
    change_all(memory, node, [operand.value for operand in operands])


def change_all(memory: Effects, node: Any, values: Sequence[Any]) -> None:
    seen: set[int] = set()
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if not is_changing(value) or id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) is tuple:
            waiting += value[:_ITEMS]
            continue
        shadow = memory.shadow(value)
        waiting += shadow.held.values()
        shadow.scrambled(node)


def change(memory: Effects, node: Any, operands: Operands) -> None:
    """It changes its first argument."""
    reads(memory, node, operands)
    shadow = memory.aims(node, operands)
    shadow.scrambled(node)
    for operand in operands[1:]:
        shadow.hold(operand.value)


def rearrange(memory: Effects, node: Any, operands: Operands) -> None:
    reads(memory, node, operands)
    shadow = memory.aims(node, operands)
    shadow.items, shadow.parts = None, {}
    shadow.version = shadow.shape = Version(node, None)


def clear(memory: Effects, node: Any, operands: Operands) -> None:
    shadow = memory.aims(node, operands)
    shadow.overwrote(node, memory.epoch)
    shadow.closed = True
    if is_a(operands[0].value, *_SEQUENCES):
        shadow.items = []


def append(memory: Effects, node: Any, operands: Operands) -> None:
    container, item = operands[0].value, operands[1].value
    shadow = memory.aims(node, operands)
    memory.read(node, memory.whole(container, shape=True))
    if shadow.items is not None and is_a(container, *_SEQUENCES) and getattr(container, "maxlen", None) is None:
        shadow.items.append((node, memory.epoch))
        shadow.wrote(node, shape=True)
    else:
        shadow.items = None
        shadow.wrote(node, shape=True)
    shadow.hold(item)


def appendleft(memory: Effects, node: Any, operands: Operands) -> None:
    insert_at(memory, node, operands, 0, operands[1].value)


def insert(memory: Effects, node: Any, operands: Operands) -> None:
    insert_at(memory, node, operands, operands[1].value, operands[2].value)


def insert_at(memory: Effects, node: Any, operands: Operands, index: Any, item: Any) -> None:
    container = operands[0].value
    shadow = memory.aims(node, operands)
    memory.read(node, memory.whole(container, shape=True))
    items = shadow.items
    if items is not None and isinstance(index, int) and getattr(container, "maxlen", None) is None:
        items.insert(index, (node, memory.epoch))
        shadow.wrote(node, shape=True)
    else:
        shadow.scrambled(node)
    shadow.hold(item)


def extend(memory: Effects, node: Any, operands: Operands) -> None:
    container = operands[0].value
    shadow = memory.aims(node, operands)
    memory.read(node, memory.whole(container, shape=True))
    more = items_given(memory, node, operands[1])
    reads(memory, node, operands[1:])
    if shadow.items is not None and more is not None and getattr(container, "maxlen", None) is None:
        shadow.items += more
        shadow.wrote(node, shape=True)
    else:
        shadow.items = None
        shadow.wrote(node, shape=True)
    hold_all(memory, shadow, operands[1].value)


def items_given(memory: Effects, node: Any, operand: Any) -> list[Write] | None:
    """Who wrote the items that an iterable gives, in order; None if that is not known."""
    value = operand.value
    if type(value) is str or type(value) is range or type(value) is bytes:
        return [memory.write(operand, node)] * len(value)
    shadow = memory.known(value)
    if shadow is None or shadow.wide is not None:
        return None
    if type(value) is tuple or is_a(value, list, deque):
        return list(shadow.items) if shadow.items is not None else None
    if type(value) is dict and shadow.closed:
        return list(shadow.parts.values())
    return None


def hold_all(memory: Effects, shadow: Shadow, value: Any) -> None:
    """Let it hold what another container holds."""
    other = memory.known(value)
    if other is not None:
        shadow.held.update(other.held)
        for source in other.sources:
            shadow.held.update(source.held)
    elif type(value) is tuple:
        for item in value[:_ITEMS]:
            shadow.hold(item)
    elif is_changing(value):
        shadow.hold(value)


def pop(memory: Effects, node: Any, operands: Operands) -> None:
    index = operands[1].value if len(operands) > 1 else -1
    pop_at(memory, node, operands, index)


def pop_last(memory: Effects, node: Any, operands: Operands) -> None:
    pop_at(memory, node, operands, -1)


def pop_first(memory: Effects, node: Any, operands: Operands) -> None:
    pop_at(memory, node, operands, 0)


def pop_at(memory: Effects, node: Any, operands: Operands, index: Any) -> None:
    container = operands[0].value
    shadow = memory.aims(node, operands)
    memory.item(node, container, index)
    memory.read(node, memory.whole(container, shape=True))
    if shadow.items is not None and isinstance(index, int) and -len(shadow.items) <= index < len(shadow.items):
        del shadow.items[index]
        shadow.wrote(node, shape=True)
    else:
        shadow.scrambled(node)


def reverse(memory: Effects, node: Any, operands: Operands) -> None:
    shadow = memory.aims(node, operands)
    memory.read(node, memory.whole(operands[0].value, shape=True))
    if shadow.items is not None:
        shadow.items.reverse()
        shadow.wrote(node, shape=True)
    else:
        shadow.scrambled(node)


def get_item(memory: Effects, node: Any, operands: Operands) -> None:
    if getattr(node, "_frames", ()) or len(operands) < 2:
        return  # its own method tells
    container = operands[0].value
    if not is_changing(container):
        return
    if is_array(container):
        if not is_array(node.value):  # a view reads nothing yet
            reads(memory, node, operands)
        elif node.value.base is None:
            reads(memory, node, operands)
        return
    if type(operands[1].value) is slice:
        get_slice(memory, node, [operands[0], *map(TapeConstant, _bounds(operands[1].value))])
        return
    memory.item(node, container, operands[1].value)
    if len(operands) > 2 and node.value is operands[2].value and isinstance(operands[2], Node):
        memory.read(node, [operands[2]])


def _bounds(part: slice) -> tuple[Any, Any, Any]:
    return part.start, part.stop, part.step


def get_slice(memory: Effects, node: Any, operands: Operands) -> None:
    container, (start, stop, *step) = operands[0].value, [operand.value for operand in operands[1:]]
    if not is_changing(container):
        return
    if is_array(container):
        if not is_array(node.value):
            reads(memory, node, operands[:1])
        return
    shadow = memory.known(container)
    bounds = slice(start, stop, *step)
    if shadow is not None and shadow.items is not None and all(is_a(b, int, type(None)) for b in _bounds(bounds)):
        if type(node.value) is type(container) and is_a(container, list, tuple):
            made = memory.new(node.value)
            made.items = shadow.items[bounds]
            made.held = dict(shadow.held)
            copied(memory, node, shadow, made.items)
            if not is_a(start, int) or not is_a(stop, int) or start < 0 or stop < 0:
                memory.read(node, memory.whole(container, shape=True))
            return
    reads(memory, node, operands[:1])
    if is_changing(node.value):
        hold_all(memory, memory.new(node.value), container)


def copied(memory: Effects, node: Any, shadow: Shadow, items: Sequence[Write]) -> None:
    """A node reads some items, each of which somebody wrote."""
    writers = dict.fromkeys(write[0] for write in items)
    memory.read(node, [*writers, *memory.since(min((e for _, e in items), default=memory.epoch), shadow, memory.any_items)])


def has_item(memory: Effects, node: Any, operands: Operands) -> None:
    if getattr(node, "_frames", ()):
        return
    container = operands[0].value
    if not is_changing(container):
        return
    shadow = memory.known(container)
    if shadow is not None and type(container) is dict:
        known = key_of(operands[1].value)
        if known is not None and (known in shadow.parts or shadow.closed):
            if known in shadow.parts:
                memory.read(node, memory.found(shadow.parts[known], shadow, memory.any_items))
            else:
                memory.read(node, memory.whole(container, shape=True))
            return
    reads(memory, node, operands)


def set_item(memory: Effects, node: Any, operands: Operands) -> None:
    if getattr(node, "_frames", ()):
        return  # its own method tells
    container, key, value = (operand.value for operand in operands[:3])
    if not is_changing(container):
        return
    shadow = memory.aims(node, operands, keyed=True)
    if is_array(container):
        shadow.wrote(node, shape=False)
        reads(memory, node, operands[1:])
        return
    if type(key) is slice:
        set_slice(memory, node, [operands[0], TapeConstant(key.start), TapeConstant(key.stop), operands[2]], key.step)
        return
    if is_a(container, *_SEQUENCES) and isinstance(key, int):
        if key < 0 or shadow.items is not None:
            memory.read(node, memory.whole(container, shape=True) if key < 0 else ())
        if shadow.items is not None and -len(shadow.items) <= key < len(shadow.items):
            shadow.items[key] = node, memory.epoch
        elif key >= 0 and shadow.items is None:
            shadow.parts["", key] = node, memory.epoch
        else:
            shadow.items, shadow.parts = None, {}
        shadow.wrote(node, shape=False)
    elif issubclass(type(container), dict):
        write_key(memory, node, shadow, key)
    else:
        shadow.scrambled(node)
    shadow.hold(value)


def write_key(memory: Effects, node: Any, shadow: Shadow, key: Any) -> None:
    known = key_of(key)
    if known is None:
        shadow.scrambled(node)
        return
    is_new = known not in shadow.parts
    shadow.parts[known] = node, memory.epoch
    shadow.wrote(node, shape=is_new)


def set_slice(memory: Effects, node: Any, operands: Operands, step: Any = None) -> None:
    container, start, stop = (operand.value for operand in operands[:3])
    if getattr(node, "_frames", ()) or not is_changing(container):
        return
    shadow = memory.aims(node, operands)
    reads(memory, node, operands[3:])
    if is_array(container):
        shadow.wrote(node, shape=False)
        return
    memory.read(node, memory.whole(container, shape=True))
    more = items_given(memory, node, operands[3])
    bounds = slice(start, stop, step)
    if shadow.items is not None and more is not None and all(is_a(b, int, type(None)) for b in _bounds(bounds)):
        try:
            shadow.items[bounds] = [(node, memory.epoch)] * len(more)
        except ValueError:
            shadow.items = None
        shadow.wrote(node, shape=True)
    else:
        shadow.scrambled(node)
    hold_all(memory, shadow, operands[3].value)


def delete_item(memory: Effects, node: Any, operands: Operands) -> None:
    container, key = operands[0].value, operands[1].value
    if getattr(node, "_frames", ()) or not is_changing(container):
        return
    shadow = memory.aims(node, operands, keyed=True)
    memory.read(node, memory.whole(container, shape=True))
    if shadow.items is not None and isinstance(key, (int, slice)):
        del shadow.items[key]
        shadow.wrote(node, shape=True)
    elif issubclass(type(container), dict) and (known := key_of(key)) is not None:
        if shadow.closed:
            shadow.parts.pop(known, None)
        else:
            shadow.parts[known] = node, memory.epoch
        shadow.wrote(node, shape=True)
    else:
        shadow.scrambled(node)


def pop_key(memory: Effects, node: Any, operands: Operands) -> None:
    memory.item(node, operands[0].value, operands[1].value)
    for operand in operands[2:]:
        if isinstance(operand, Node) and node.value is operand.value:
            memory.read(node, [operand])
    delete_item(memory, node, operands[:2])


def set_default(memory: Effects, node: Any, operands: Operands) -> None:
    container, key = operands[0].value, operands[1].value
    shadow = memory.aims(node, operands, keyed=True)
    known = key_of(key)
    default = operands[2].value if len(operands) > 2 else None
    is_known = known is not None and known in shadow.parts
    memory.item(node, container, key)
    if not is_known and node.value is default:  # it may have been there before
        memory.read(node, memory.whole(container, shape=True))
        write_key(memory, node, shadow, key)
    shadow.hold(node.value)


def update(memory: Effects, node: Any, operands: Operands) -> None:
    shadow = memory.aims(node, operands)
    names = tuple(name for name, _ in node._statement.expression.keywords) if hasattr(node, "_split") else ()
    reads(memory, node, operands[1:])
    for operand in operands[1 : len(operands) - len(names)]:
        other = memory.known(operand.value)
        if other is not None and other.closed and issubclass(type(operand.value), dict):
            shadow.parts.update(dict.fromkeys(other.parts, (node, memory.epoch)))
            hold_all(memory, shadow, operand.value)
        else:
            shadow.parts, shadow.closed = {}, False
            hold_all(memory, shadow, operand.value)
    shadow.parts.update(dict.fromkeys((("", name) for name in names), (node, memory.epoch)))
    for operand in operands[len(operands) - len(names) :]:
        shadow.hold(operand.value)
    shadow.wrote(node, shape=True)


def copies(memory: Effects, node: Any, operands: Operands) -> None:
    """A new container of the items of the last argument."""
    value = node.value
    if not is_changing(value):
        return
    if not operands:
        made = memory.new(value)
        made.closed, made.items = True, [] if is_a(value, *_SEQUENCES) else None
        return
    given = operands[-1]
    iterator = memory.known(given.value)
    items = items_given(memory, node, given)
    parts = iterator.parts if iterator is not None else {}
    is_dict = type(value) is dict and type(given.value) is dict and iterator is not None
    reads(memory, node, operands)
    if value is given.value:  # tuple(t), frozenset(s)
        return
    made = memory.new(value)
    if iterator is not None and iterator.kind:
        items = iterator_items(memory, iterator)
    if is_dict and iterator is not None:
        made.parts, made.closed = dict(parts), iterator.closed and len(operands) == 1
    elif items is not None and is_a(value, list, tuple) and len(operands) == 1:
        made.items = items
    hold_all(memory, made, given.value)


def iterator_items(memory: Effects, iterator: Shadow) -> list[Write] | None:
    """What is left of an iterator over known items, or what a view shows."""
    source = iterator.sources[0] if iterator.sources else None
    if not isinstance(source, Shadow) or source.wide is not None:
        return None
    if iterator.kind == "items" and source.items is not None and iterator.position == 0:
        return list(source.items)
    if iterator.kind in ("keys", "values") and source.closed and iterator.position == 0:
        return list(source.parts.values())
    return None


def rearranges(memory: Effects, node: Any, operands: Operands) -> None:
    reads(memory, node, operands)
    if is_changing(node.value):
        made = memory.new(node.value)
        hold_all(memory, made, operands[0].value)


_VIEWS = {"keys": "keys", "values": "values", "items": "pairs"}


def views(memory: Effects, node: Any, operands: Operands) -> None:
    made = memory.new(node.value)
    made.kind = _VIEWS[node._operands[0].value.__name__]
    made.sources = (memory.shadow(operands[0].value),)


def iterates(memory: Effects, node: Any, operands: Operands) -> None:
    """An iterator over its arguments."""
    value = node.value
    if getattr(node, "_frames", ()) or not is_changing(value):
        return
    given = [operand.value for operand in operands if is_changing(operand.value)]
    if any(value is one for one in given):  # an iterator's own iterator; a list, on 3.15
        return
    function = node._operands[0].value
    made = memory.new(value)
    made.sources = tuple(memory.shadow(one) for one in given)
    if function is enumerate or function is zip:
        made.kind = "pairs of " + ("one" if function is enumerate else "all")
        made.items = None
        made.parts = {
            k: memory.write(operand, node) for k, operand in enumerate(operands) if not is_changing(operand.value)
        }
    elif function is reversed and given and is_a(given[0], list, tuple) and made.sources[0].items is not None:
        made.kind = "copy"
        made.items = made.sources[0].items[::-1]
    elif function is iter and given:
        cls = type(given[0])
        source = made.sources[0]
        made.kind = "items" if is_a(given[0], *_SEQUENCES) else "keys" if cls is dict else source.kind or "any"
        if source.kind:
            made.sources = source.sources
    else:
        made.kind = "any"


def advance(memory: Effects, node: Any, operands: Operands) -> None:
    """`next`: the item that is next."""
    iterator = operands[0].value
    if getattr(node, "_frames", ()) or not is_changing(iterator):
        return
    shadow = memory.shadow(iterator)
    if is_a(iterator, list, tuple):  # 3.15 has no iterator there: the node that began the loop has its place
        shadow = memory.loop(operands[0], iterator)
    give(memory, node, shadow)
    memory.read(node, [shadow.shape] if type(shadow.shape) is Moved else ())
    shadow.shape = Moved(node, shadow.shape)


def give(memory: Effects, node: Any, shadow: Shadow) -> None:
    """Let the node be the next item of an iterator."""
    kind, value = shadow.kind, node.value
    source = shadow.sources[0] if shadow.sources else None
    position = shadow.position
    shadow.position += 1
    if kind == "items" and source is not None:
        memory._item_of_sequence(node, source, position)
    elif kind == "copy" and shadow.items is not None and position < len(shadow.items):
        memory.take(node, shadow.items[position], shadow, memory.any_items)
    elif kind == "keys" and source is not None:
        memory.item(node, source.value, value)
    elif kind == "pairs" and source is not None and type(value) is tuple and len(value) == 2:
        memory.item(node, source.value, value[0])
        write = source.parts.get(key_of(value[0]))
        if write is not None:
            memory.new(value).items = [write, write]
    elif kind in ("pairs of one", "pairs of all") and type(value) is tuple:
        gather(memory, node, shadow, value)
    else:
        for one in shadow.sources:
            memory.read(node, memory.reach(one.value))
    if is_changing(value):
        made = memory.made.get(id(value))
        if made is not None and node not in memory.origins and made[0] is not node:
            memory.origins[node] = made[0]


def gather(memory: Effects, node: Any, shadow: Shadow, value: tuple[Any, ...]) -> None:
    """The tuple that `zip` or `enumerate` gives."""
    writes: list[Write] = [(node, memory.epoch)] if shadow.kind == "pairs of one" else []
    for source in shadow.sources:
        inner = Shadow(source.value, source.since)
        if source.kind:
            inner = source
        else:
            inner.kind, inner.sources = ("items" if is_a(source.value, *_SEQUENCES) else "any"), (source,)
            if type(source.value) is dict:
                inner.kind = "keys"
            inner.position = shadow.position - 1
        item = value[len(writes)] if len(writes) < len(value) else None
        probe = Node(None, 0, None, item)
        give(memory, probe, inner)
        memory.read(node, memory.sources.pop(probe, ()))
        origin = memory.origins.pop(probe, None)
        writes.append((origin if origin is not None else node, memory.epoch))
    made = memory.new(value)
    if len(writes) == len(value):
        made.items = writes
    for one in value:
        made.hold(one)


def in_place(memory: Effects, node: Any, operands: Operands) -> None:
    target, value = operands[0].value, node.value
    if not is_changing(target) and not is_changing(operands[1].value):
        return
    if getattr(node, "_frames", ()):
        return
    if value is not target or not is_changing(target):
        reads(memory, node, operands)
        add_sequences(memory, node, operands)
        return
    if type(target) is list and node._operands[0].value.__name__ == "iadd":
        extend(memory, node, operands)
        return
    shadow = memory.aims(node, operands)
    reads(memory, node, operands)
    if is_array(target):
        shadow.wrote(node, shape=False)
    else:
        shadow.scrambled(node)
        hold_all(memory, shadow, operands[1].value)


def add(memory: Effects, node: Any, operands: Operands) -> None:
    if is_changing(operands[0].value) or is_changing(operands[1].value):
        if getattr(node, "_frames", ()):
            return
        reads(memory, node, operands)
        add_sequences(memory, node, operands)


def add_sequences(memory: Effects, node: Any, operands: Operands) -> None:
    """`list + list`, `tuple + tuple`."""
    if is_a(node.value, list, tuple) and all(type(o.value) is type(node.value) for o in operands):
        parts = [items_given(memory, node, operand) for operand in operands]
        made = memory.new(node.value)
        if len(parts) == 2 and parts[0] is not None and parts[1] is not None:
            made.items = parts[0] + parts[1]
        for operand in operands:
            hold_all(memory, made, operand.value)


def get_attribute(memory: Effects, node: Any, operands: Operands) -> None:
    if getattr(node, "_frames", ()) or len(operands) < 2 or type(operands[1].value) is not str:
        return  # a property tells itself
    owner = operands[0].value
    if is_array(owner):
        return
    memory.attribute(node, owner, operands[1].value)


def set_attribute(memory: Effects, node: Any, operands: Operands) -> None:
    owner, name, value = (operand.value for operand in operands[:3])
    if getattr(node, "_frames", ()):
        return
    shadow = memory.aims(node, operands)
    key = ("", name) if type(owner) is ModuleType else (_ATTRIBUTES, name)
    shadow.parts[key] = node, memory.epoch
    shadow.wrote(node, shape=False)
    shadow.hold(value)


def delete_attribute(memory: Effects, node: Any, operands: Operands) -> None:
    set_attribute(memory, node, (*operands[:2], TapeConstant(None)))


# -- special forms ----------------------------------------------------------------------------------------------------


def display(memory: Effects, node: Any, frame: Any) -> None:
    """`[a, b]`, `(a, b)`"""
    value, operands = node.value, node._operands
    if type(value) is tuple and not value:
        return
    made = memory.new(value)
    if is_a(value, list, tuple):
        made.items = [memory.write(operand, node) for operand in operands]
    for operand in operands:
        made.hold(operand.value)
        if id(type(operand.value)) not in UNCHANGING and type(operand.value) is tuple:
            hold_all(memory, made, operand.value)


def dict_display(memory: Effects, node: Any, frame: Any) -> None:
    made = memory.new(node.value)
    made.closed = True
    operands = node._operands
    for key, operand in zip(operands[::2], operands[1::2], strict=False):
        known = key_of(key.value)
        if known is None:
            made.closed = False
        else:
            made.parts[known] = memory.write(operand, node)
        made.hold(operand.value)
        made.hold(key.value)


def unpack(memory: Effects, node: Any, frame: Any) -> None:
    container, index = node._operands[0].value, node._operands[1].value
    if not is_changing(container):
        return
    _, _, rest = node.name.partition("_star_")
    shadow = memory.known(container)
    if not is_a(container, *_SEQUENCES):
        reads(memory, node, node._operands[:1])
        return
    memory.read(node, memory.whole(container, shape=True) if type(container) is not tuple else ())
    if not rest:
        if shadow is not None:
            memory._item_of_sequence(node, shadow, index)
        return
    before, after = int(node.name.removeprefix("unpack_").partition("_star_")[0]), int(rest)
    if index == before:
        made = memory.new(node.value)
        if shadow is not None and shadow.items is not None:
            made.items = shadow.items[before : len(shadow.items) - after]
            copied(memory, node, shadow, made.items)
        else:
            memory.read(node, memory.whole(container))
        hold_all(memory, made, container)
    elif shadow is not None:
        memory._item_of_sequence(node, shadow, index if index < before else index - before - after - 1)


def set_item_form(memory: Effects, node: Any, frame: Any) -> None:
    set_item(memory, node, node._operands)


def set_slice_form(memory: Effects, node: Any, frame: Any) -> None:
    set_slice(memory, node, node._operands)


def delete_item_form(memory: Effects, node: Any, frame: Any) -> None:
    delete_item(memory, node, node._operands)


def set_attribute_form(memory: Effects, node: Any, frame: Any) -> None:
    set_attribute(memory, node, node._operands)


def delete_attribute_form(memory: Effects, node: Any, frame: Any) -> None:
    delete_attribute(memory, node, node._operands)


def append_form(memory: Effects, node: Any, frame: Any) -> None:
    append(memory, node, node._operands)


def extend_form(memory: Effects, node: Any, frame: Any) -> None:
    extend(memory, node, node._operands)


def change_form(memory: Effects, node: Any, frame: Any) -> None:
    change(memory, node, node._operands)


def put_form(memory: Effects, node: Any, frame: Any) -> None:
    """`{k: v for ...}`"""
    set_item(memory, node, node._operands)


def update_form(memory: Effects, node: Any, frame: Any) -> None:
    update(memory, node, node._operands)


def store_form(memory: Effects, node: Any, frame: Any) -> None:
    name = node._operands[0].value
    write = node, memory.epoch
    place = memory.place(frame, name)
    if place is None:
        shadow = memory.shadow(frame.function.__globals__)
        shadow.parts["", name] = write
        shadow.wrote(node, shape=False)
        return
    memory.cells[place] = write


def load_form(memory: Effects, node: Any, frame: Any) -> None:
    write, events = memory.read_name(frame, node._operands[0].value)
    if write is not None:
        memory.origins[node] = write[0]
        memory.read(node, memory.found(write, None, events))
    else:
        memory.read(node, memory.since(0, None, events))


def no_form(memory: Effects, node: Any, frame: Any) -> None:
    pass


Handler = Callable[[Any, Any, Any], None]
_VERBS: dict[str, Handler] = {
    function.__name__: function
    for function in (
        nothing, measures, reads, iterates, copies, rearranges, views, advance, set_attribute, delete_attribute,
        get_attribute, get_item, has_item, set_item, delete_item, append, appendleft, extend, insert, pop, pop_last,
        pop_first, reverse, rearrange, change, clear, pop_key, set_default, update, in_place,
    )
}  # fmt: skip
CALLS: dict[int, Handler] = {number: _VERBS[verb] for number, verb in EFFECTS.items()}
SPECIALS: dict[str, Handler] = {
    "tuple": display, "list": display, "set": display, "dict": dict_display, "setitem": set_item_form,
    "setslice": set_slice_form, "delitem": delete_item_form, "setattr": set_attribute_form,
    "delattr": delete_attribute_form, "append": append_form, "extend": extend_form, "add": change_form,
    "put": put_form, "update": update_form, "merge": update_form, "store": store_form, "delete": store_form,
    "load": load_form, "function": no_form, "set_closure": no_form, "yield": no_form, "await": no_form,
    "yield_from": no_form, "slice": no_form, "string": no_form, "import": no_form, "import_from": no_form,
    "matches": no_form,
}  # fmt: skip
CALLS[id(operator.add)] = add
CALLS[id(getslice)] = get_slice
CALLS[id(not_contains)] = has_item
