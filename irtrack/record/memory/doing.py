"""What each node does to memory, and reads there: the function of effects/ is called that tells of it."""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any

from ...ir.language import Call
from ...rules.effects import READING, does
from ...rules.outputs import is_of_numpy
from ..classes import is_a, is_static, lookup, special_methods
from ..loans import own_code
from ..nodes.kinds import (
    ArgumentNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
    operands_of,
)
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from ..values import Dropped
from .arguments import Arguments
from .called import called_of_operands, calls_given, looks_into
from .callees import Callees, attribute_of
from .choices import Choices
from .effects import CALLS, FORMS, QUIET, acting, bound_to, call, special, unknown
from .effects.attributes import evaluate, get_attribute, load, sees, set_attribute
from .effects.general import computes, measures, might_write_elsewhere, nothing
from .effects.iterators import advance, exhaust, iterates
from .effects.mappings import get_item, has_item, misses, set_item
from .effects.raised import raised, stand_in
from .effects.sequences import append, display
from .frames import Frame
from .functions import is_called
from .memory import SEQUENCES, vertices_of
from .potential import Potential
from .shadows import LODGING, SCALARS, UNCHANGING, WHOLE, Otherwise, can_change, changes

_SILENT_KINDS = frozenset([ArgumentNode, JumpNode, NestedCallNode, ReturnNode, type(None)])
_SILENT = frozenset([display, get_attribute, load, measures, nothing])
_LOOKED_INTO = frozenset(map(id, (list, tuple, dict, set, frozenset, str, range)))
_OF_ATTRIBUTES = frozenset(("set_attribute", "delete_attribute", "setattr", "delattr"))
_WRITING = _OF_ATTRIBUTES | {"set_item", "delete_item", "in_place", "setitem", "setslice", "delitem"}
_ENTERED = 16  # classes of one class statement whose methods are, see docs/limits.md


class Doing(Arguments):
    """The memory of a run, as nodes change it."""

    __slots__ = ("acting", "acts_like_plain", "around", "classes", "goes_by_nodes", "sent", "unseen")

    callees: Callees
    choices: Choices
    potential: Potential

    def __init__(self, whole: bool) -> None:
        super().__init__(whole)
        self.acting: frozenset[str] = frozenset()  # see `Code`
        self.acts_like_plain = False  # is one among these that could be called where a number or text was?
        self.classes: defaultdict[int, int] = defaultdict(int)  # by the code of methods, how many classes were made
        self.goes_by_nodes = False  # may nodes have done what no stride asks for?
        self.unseen: set[int] = set()  # the ids of codes that may have run without being entered
        self.around: dict[int, list[FunctionType]] = {}  # what `_using_what_is_around` gave, by the ids of classes
        self.sent: dict[Node, int] = {}  # call of a generator -> that it was gone on with, with what was sent

    def written_by(self, node: Any) -> Sequence[Any] | None:
        """The objects that were there to which a node has written, and no others; None if nobody knows."""
        kind = type(node)
        if kind is SpecialCallNode:
            handle, operands = FORMS.get(node.name), node._operands
        elif kind is PrimitiveCallNode and not getattr(node._statement.expression, "starred", None):
            function, *operands = node._operands
            handle = CALLS.get(id(function.value))
            if id(function.value) in QUIET and all(id(type(one.value)) in SCALARS for one in (node, *operands)):
                return ()
        else:
            return () if kind in _SILENT_KINDS else None
        if handle in _SILENT:
            return ()
        value = operands[0].value if operands else None
        if handle is get_item or handle is has_item or handle is iterates:
            return () if id(type(value)) in _LOOKED_INTO else None
        if handle is advance:
            return self._advanced(value)
        is_one = handle is append or (handle is set_item and (type(value) is list or type(value) is dict))
        if handle is set_attribute:
            name = operands[1].value
            is_one = (
                can_change(value) and type(name) is str and name not in WHOLE and not issubclass(type(value), LODGING)
            )
        return (value,) if is_one else None

    def _advanced(self, iterator: Any) -> Sequence[Any] | None:
        """The same of what has had an iterator go on."""
        shadow = self.known(iterator)
        if shadow is None or not shadow.kind or shadow.acts:
            return None
        found = [shadow]
        for one in found:
            found += one.sources
        return None if any(one.acts for one in found) else [one.value for one in found]

    # -- what is read before something runs within a node -----------------------------------------------------------

    def _read_classes(self, node: Any) -> tuple[int, ...]:
        """What somebody has stored to classes by which something runs within a node; doubts are left in `doubting`."""
        if not (self.hooks or self.hooked) or type(node) is NestedCallNode:
            return ()
        return self._read_before(self._asks_classes_first, node)

    def _asks_classes_first(self, node: Any) -> None:
        self._asks_classes(node)
        name, _ = attribute_of(node)
        if name is not None:
            owner = node._operands[type(node) is PrimitiveCallNode].value
            self.asks_first(type(owner), (name, "__getattribute__", "__getattr__"))

    def _read_own(self, node: Any) -> tuple[int, ...]:
        """What decided that a descriptor runs within a node that gets an attribute, and that nothing hides it; or that
        an item is missing that one gets.
        """
        name, sets = attribute_of(node) if self.whole else (None, False)
        if self.whole and name is None and type(node) is PrimitiveCallNode:
            return self._read_before(misses, self, node)
        if name is None or sets:
            return ()
        owner = node._operands[1].value
        if not self.potential.may_hide(type(owner), name):
            return ()
        return self._read_before(self.attribute, owner, name, None)

    def _read_before(self, read: Callable[..., Any], *given: Any) -> tuple[int, ...]:
        """What that reads, which is called before the node has a vertex."""
        doubts, self.doubting = self.doubting, []
        self.at = len(self.nodes)
        read(*given)
        found, more = self._take_reading()
        self.doubting = [*doubts, *more]
        return found

    def _seen(self, node: Any, frame: Frame) -> tuple[int, ...]:
        """The variables that code can use which `eval` or `exec` runs in the frame of a node."""
        if type(node) is not PrimitiveCallNode or len(node._operands) != 2:
            return ()
        if CALLS.get(id(node._operands[0].value)) is not evaluate:
            return ()
        self.at, self.frame = len(self.nodes), frame
        sees(self, node, ())
        return self._take_reading()[0]

    # -- what it does when that has run --------------------------------------------------------------------------------

    def _effect(self, node: Any, kind: type, frame: Frame) -> None:
        """What a node does to memory, and reads there."""
        self.frame = frame
        if self.hooked:
            self._asks_classes(node)
        if kind is PrimitiveCallNode:
            operands = node._operands
            function = operands[0].value
            handle = CALLS.get(id(function))
            expression = node._statement.expression
            if self.choices.are_there(operands[0]):
                self.callees.tell(node, frame)
            self._looked_at_by_c(node, operands[1:])
            if type(expression) is Call and expression.starred:
                self._call_starred(node, function, handle)
            elif handle is None:
                call(self, node, function)
            else:
                handle(self, node, operands[1:])
        elif kind is ReturnNode and frame.node.parent is None:
            self.reach(node.value)  # who asks for the result of a run, asks for all that it holds
            return
        elif kind is SpecialCallNode:
            name = node.name
            self._looked_at_by_c(node, node._operands)
            handle = FORMS.get(name)
            if handle is None:
                special(self, node)
            else:
                handle(self, node, node._operands)
            if name == "yield" and node.value is not None and frame.node in self.sent:
                self.reading.append(self.sent[frame.node])
        else:
            if kind is JumpNode and node._condition is not None:
                self._condition(node)
            elif kind is RaiseNode:
                if self.whole:
                    self._might_have_called(node)
                raised(self, node)
            return
        if self.unseen:
            self._ran_unseen(node)
        if self.ran and self.whole and node._frames:
            self._might_have_written(node)
        value = node.value
        if id(type(value)) not in UNCHANGING:
            self.made.setdefault(id(value), (node._vertex, self.epoch))
            if type(value) is Dropped:
                self.is_part_of(value, node)

    def _asks_classes(self, node: Any) -> None:
        """C code, or the language, has called special methods that somebody has stored to a class."""
        names = called_of_operands(node)
        asked = self.hooked if names is None else self.hooked & names
        for operand in operands_of(node) if asked else ():
            self.asks_class(operand.value, asked)

    def _might_have_written(self, node: Any) -> None:
        """A method of the program's did what a node does: that might have been done to another object, without one."""
        verb, operands = self.acts(node)
        if operands and verb in _WRITING:
            name = operands[1].value if verb in _OF_ATTRIBUTES and len(operands) > 1 else ""
            might_write_elsewhere(self, operands[0], name if type(name) is str else "")

    def _might_have_called(self, node: RaiseNode) -> None:
        """A call of what is written in C has raised something, which could have been one of something else."""
        statement = node.statement
        if node.call is not None or statement is None or not isinstance(statement.expression, Call):
            return
        call = stand_in(node, statement)
        if self.choices.are_there(call._operands[0]):
            self.callees.tell(call, self.frame)
        self._looked_at_by_c(call, call._operands[1:])

    def _looked_at_by_c(self, node: Any, operands: Sequence[Any]) -> None:
        """C code is given objects: of classes of the program it may call methods."""
        if not self.whole:
            return
        if not self.tells_apart and self.is_anything_as_usual(node.location, node._vertex):
            return
        names = called_of_operands(node)
        if not calls_given(names) and not self.callees.tells_special(names, *attribute_of(node)):
            return
        acts = bool(self.acting) and (names is None or not self.acting.isdisjoint(names))
        for operand in operands if calls_given(names) else ():
            given = self.given_otherwise(operand)
            if given:
                self.callees.tell_those(given, node, self.frame, self.selected((operand,)))
        selected = [one for one in operands if type(one) is not TapeConstant or id(one) in self.constants]
        if not acts:
            selected = [one for one in selected if not _is_fixed(type(one.value))]
        holders = [one for one in selected if is_a(one.value, *SEQUENCES)] if acts and looks_into(node, names) else []
        if not self.tells_apart:
            selected, holders = self.callees.tell_special_by_name(node, selected, names, holders), []
        for operand in selected:
            self.callees.tell_special(node, operand, [one.value for one in operands if one is not operand], names)
        for operand in holders:
            passed = [one.value for one in operands if one is not operand]
            self.callees.tell_special_of_held(node, operand, passed, names)

    def note_class(self, cls: type) -> None:
        self.might_be_made([cls])
        for method in self._using_what_is_around(cls):
            code = id(own_code(method))
            self.classes[code] += 1
            if self.classes[code] > _ENTERED:
                self.unseen.add(code)
                self.goes_by_nodes = True

    def _using_what_is_around(self, cls: type) -> list[FunctionType]:
        """The special methods of a class that use variables around the class statement."""
        found = self.around.get(id(cls))
        if found is None:
            functions = [getattr(one, "__func__", one) for one in special_methods(cls)]  # of class methods, too
            found = [one for one in functions if type(one) is FunctionType and one.__closure__]
            self.around[id(cls)] = found
        return found

    def _ran_unseen(self, node: Any) -> None:
        """Methods that C code has called may not have been entered, where a class statement has made many classes: what
        they have taken out of the variables around them, nobody tells.
        """
        for operand in node._operands:
            value = operand.value
            cls = value if issubclass(type(value), type) else type(value)
            for method in self._using_what_is_around(cls) if not is_static(cls) else ():
                if id(own_code(method)) in self.unseen and not any(
                    frame.children and frame.children[0].value is method for frame in node._frames
                ):
                    self.read_cells(method)

    @abstractmethod
    def is_anything_as_usual(self, place: object, vertex: int) -> bool:
        """See `ByName`."""

    @abstractmethod
    def might_be_made(self, classes: Iterable[type]) -> None:
        """There are objects of these classes, or a way not taken might have made some."""

    def acts(self, node: Any) -> tuple[str, Sequence[Any]]:
        if type(node) is not PrimitiveCallNode:
            return (node.name if type(node) is SpecialCallNode else ""), node._operands
        function, *operands = node._operands
        handle = CALLS.get(id(function.value))
        if handle is None:
            receiver, handle = bound_to(node, function.value)
            operands = [*receiver, *operands]
        return handle.__name__ if handle is not None else "", operands

    def is_part_of(self, value: Any, node: Any) -> None:
        """What was not kept lies in the memory of another object, or of what it was made of, if that was not kept."""
        shadow = self.shadow(value.owner) if value.owner is not None else None
        for operand in (*node._operands[1:2], *getattr(node._operands[0], "_operands", ())[1:2]):  # up to 3.11
            is_view = is_a(operand.value, Dropped, memoryview)  # kept, if it was loaded by its name
            found = self.known(operand.value) if is_view else None
            if shadow is None and found is not None and found.value is not operand.value:
                shadow = found
        view = value.view() if value.view is not None else None
        for one in (value, view):
            if one is not None and shadow is not None:  # the memoryview does not know that itself once it is released
                self.shadows[id(one)] = shadow
                changes.replace()

    def _call_starred(self, node: Any, function: Any, handle: Any) -> None:
        """A call with a star of what was not entered."""
        receiver: tuple[Any, ...] = ()
        if handle is None:
            receiver, handle = bound_to(node, function)
        spread = self._spread(node)
        given = node._operands[1:]
        is_known = handle is not None and not is_of_numpy(function)
        if is_known and spread is not None:
            handle(self, node, [*receiver, *spread])
        elif is_known and does(function) in READING and not any(map(self._holds_what_acts, given)):
            computes(self, node, given)
        else:
            unknown(self, node, (*receiver, *given, *acting(function)))
        if can_change(node.value):
            count, _, starred = node._split()
            for operand in node._operands[1 + count : 1 + count + starred] if starred else ():
                made = self.shadow(node.value)
                self.might_be_elsewhere(made, operand.value)
                self.hold_given(made, operand)

    def _holds_what_acts(self, operand: Any) -> bool:
        """Does it hold anything that goes on, or is called, by whoever gets that? A container of another kind may."""
        value = operand.value
        if not is_a(value, *SEQUENCES):
            return can_change(value)
        known = self.known(value)
        held = (*value, *(known.held.values() if known is not None else ()))
        return any(lookup(type(one), "__next__") is not None or is_called(one) for one in held)

    def _spread(self, node: Any) -> list[Any] | None:
        """The operands of a call with a star, one for each item behind it; None if these are not known."""
        count, names, starred = node._split()
        operands = list(node._operands[1 : 1 + count])
        behind = node._operands[1 + count]
        writes = self._items_of(behind)
        if starred > 1 or names or type(behind.value) is not tuple or len(writes) != len(behind.value):
            return None
        for item, write in zip(behind.value, writes, strict=True):
            writer = self.nodes[write[0]] if type(write) is tuple else None
            operands.append(writer if writer is not None and writer.value is item else TapeConstant(item))
        self.reading += vertices_of((behind,))
        return operands

    def given_otherwise(self, operand: Any) -> list[Any]:
        return self.callees.given_otherwise(operand)

    def instead_of_plain(self, operand: Any) -> tuple[Any, ...]:
        return self.choices.objects(operand)

    def might_call_those(self, otherwise: Otherwise) -> None:
        self.callees.tell_those(otherwise.functions, otherwise.node, otherwise.frame, otherwise.decides)

    def _condition(self, jump: Any) -> None:
        """What decided is read: whether an iterator has more, how many items a container has."""
        value = jump._condition.value
        if jump.test == "" or can_change(value):
            self._looked_at_by_c(jump, (jump._condition,))
        if not can_change(value):
            return
        if id(value) in self.decided:
            self.reading.append(self.decided.pop(id(value)))
        if jump.test == "is exhausted":
            exhaust(self, value)
        elif jump.test == "":
            measures(self, jump, (jump._condition,))


def _is_fixed(cls: type) -> bool:
    """Are its instances unchanging, or its methods written in C?"""
    return id(cls) in UNCHANGING or is_static(cls)
