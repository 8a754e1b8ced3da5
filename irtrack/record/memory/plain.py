"""Objects of which C code sees nothing but what their special methods tell it.

`sorted`, `max`, `+` or a set ask an object of a class written in Python for its hash, or whether it is less than
another; no attribute is read but by these methods, whose own nodes say what they have read. So who asks for no more
does not depend on what was stored in the object.
"""

from collections.abc import Collection, Iterable
from types import CellType, FunctionType, MethodType
from typing import Any

from ...rules.effects import owner_of
from ...rules.special_methods import (
    BY_C,
    FORMS,
    UNPACKING,
    asked_by,
    asked_by_form,
    asks_methods_only,
    form_asks_methods_only,
)
from ..classes import has_attributes_only, is_a, is_callable, is_static, lookup, namespaces, special_names, written_in_c
from ..nodes.kinds import PrimitiveCallNode, SpecialCallNode
from ..nodes.nested import NestedCallNode
from .functions import functions_behind
from .shadows import LODGING, SUSPENDED, UNCHANGING, can_change

# what asks a class for these, asks no object
_OF_CLASSES = frozenset(("__subclasshook__", "__instancecheck__", "__subclasscheck__"))
METHODS = BY_C.union(*FORMS.values()) - _OF_CLASSES
# iterators that call nothing when they go on
_STILL = frozenset(map(id, (*map(type, (iter([]), iter(()), iter({}), iter(set()), reversed([]))), zip, enumerate)))
_KEPT = 50  # nodes, within each other as a rule
_GIVING_ITERATORS = "__iter__", "__reversed__", "keys"


class Unknown:
    """In the place of the class of an iterator of which nobody knows what it looks at."""


def function_of(node: Any) -> Any:
    """What a call of C code calls: of a method that is bound, the one of the class."""
    function = node._operands[0].value
    owner = owner_of(function)
    return function if owner is None else written_in_c(type(owner), function.__name__)


def gives_iterator(call: Any) -> bool:
    """Has a special method given C code something to go over? What that holds is looked at then, too."""
    return type(call) is NestedCallNode and call.template.code.co_name in _GIVING_ITERATORS and can_change(call.value)


def iterators_given(node: Any) -> list[Any]:
    """What special methods have given so within a node."""
    return [frame.value for frame in node._frames if gives_iterator(frame)]


def iterators_of(node: Any, value: Any) -> list[Any]:
    """Those among them that a method of this object has given."""
    frames = [frame for frame in node._frames if gives_iterator(frame) and len(frame.children) > 1]
    return [frame.value for frame in frames if frame.children[1].value is value]


def looks_at_methods_only(node: Any) -> bool:
    """Does a node see nothing of plain objects but what their special methods tell, nor what it calls besides?"""
    if type(node) is SpecialCallNode:
        return form_asks_methods_only(node.name)
    if type(node) is not PrimitiveCallNode or not asks_methods_only(function_of(node)):
        return False
    return all(_is_open(one.value) for one in node._operands[1:])


def _is_open(value: Any) -> bool:
    """Do nodes, or tables, tell what it looks at if it is called, should it be what can be?"""
    cls = type(value)
    if not is_callable(cls) or is_a(value, FunctionType):
        return True
    if is_a(value, MethodType):
        return is_a(value.__func__, FunctionType)
    if issubclass(cls, type):
        return has_attributes_only(value) or asks_methods_only(value)
    return asks_methods_only(value) if is_static(cls) else type(lookup(cls, "__call__")) is FunctionType


def called_by(node: Any) -> list[Any]:
    """The functions of the program that a node was given, which it calls."""
    given = [one.value for one in node._operands[1:]] if type(node) is PrimitiveCallNode else []
    return [function for value in given if is_callable(type(value)) for function in _functions(value)]


def _functions(value: Any) -> list[Any]:
    cls = type(value)
    if is_a(value, FunctionType):
        return [value]
    if is_a(value, MethodType):
        return [value.__func__]
    found = lookup(value, "__init__") if issubclass(cls, type) else lookup(cls, "__call__")
    return [found] if type(found) is FunctionType else []


def goes_on_still(iterator: Any) -> bool:
    """Does an iterator call nothing when it goes on?"""
    return id(type(iterator)) in _STILL


def looking_of(memory: Any, iterator: Any) -> list[Any]:
    """The class of an iterator, and the functions that it calls when it goes on, if nodes, or tables, tell at what it
    looks then.
    """
    if goes_on_still(iterator):
        return [type(iterator)]
    made = memory.made.get(id(iterator))
    maker = memory.nodes[made[0]] if made is not None else None
    if is_a(iterator, *SUSPENDED) and type(maker) is NestedCallNode:
        return [type(iterator)]
    if type(maker) is PrimitiveCallNode and looks_at_methods_only(maker):
        return [type(iterator), *called_by(maker)]
    return [Unknown]


def _asked(node: Any, classes: Iterable[type]) -> frozenset[str] | None:
    """The special methods that a node asks for of what it finds, among that objects of these classes; None for any."""
    iterators = [cls for cls in classes if lookup(cls, "__next__") is not None]
    if any(id(cls) not in _STILL for cls in iterators):
        return None
    asked: frozenset[str] | None
    if type(node) is SpecialCallNode:
        asked = asked_by_form(node.name)
    elif any(is_callable(type(one.value)) and type(one.value) is not FunctionType for one in node._operands[1:]):
        asked = None
    else:
        asked = asked_by(function_of(node))
    return asked | UNPACKING if asked is not None and iterators else asked  # of that over which these go


class Plain:
    """Which objects are such, by the ids of their classes."""

    def __init__(self) -> None:
        # None for classes that are none, or else the ids of the special methods that are written in Python, by names
        self._methods: dict[int, dict[str, int] | None] = {}
        self._leaves: dict[int, bool] = {}  # by the ids of classes, what `leads_nowhere` gave
        self._with_attributes: dict[int, bool] = {}  # the same of `has_attributes`
        self._stored: dict[tuple[int, str], bool] = {}  # and of `stores_plainly`
        self._ran: dict[Any, set[int]] = {}  # what ran within the nodes that were looked at last

    def has(self, value: Any) -> bool:
        """Can an object of that class be looked at by methods only?"""
        return self._methods_of(type(value)) is not None

    def leads_nowhere(self, cls: type) -> bool:
        """Is all that its objects lead to known by their shadows? Not so of what can't change, of plain ones, which are
        not gone into, and of iterators, whose kind says at what they look.
        """
        found = self._leaves.get(id(cls))
        if found is None:
            is_looked_into = issubclass(cls, (tuple, frozenset)) or lookup(cls, "__next__") is not None
            found = self._leaves[id(cls)] = not is_looked_into and self._methods_of(cls) is None
        return found

    def has_attributes(self, cls: type) -> bool:
        """See the function."""
        found = self._with_attributes.get(id(cls))
        if found is None:
            found = self._with_attributes[id(cls)] = has_attributes(cls)
        return found

    def stores_plainly(self, cls: type, name: str) -> bool:
        """Is an attribute of an instance what was stored there, no function of the program being asked?"""
        found = self._stored.get((id(cls), name))
        if found is None:
            found = self._stored[id(cls), name] = _stores_plainly(cls, name)
        return found

    def forget(self) -> None:
        """Somebody has stored to classes."""
        self._stored.clear()

    def is_entered(self, node: Any, value: Any) -> bool:
        """Were methods of an object entered that a node was given, if it has any, and what the node calls?"""
        return self._are_entered(node, [type(value)], None, ())

    def are_entered(self, node: Any, found: Collection[Any]) -> bool:
        """Were the methods entered for which a node asks of objects that it has found, of these classes, and what is
        called by it, or by iterators that it has found, which are functions among that?
        """
        functions = [one for one in found if is_a(one, FunctionType)]
        classes = [one for one in found if not is_a(one, FunctionType)]
        if any(cls is Unknown for cls in classes):
            return False
        names = _asked(node, classes) if any(map(self._methods_of, classes)) else frozenset[str]()
        return self._are_entered(node, classes, names, functions)

    def _are_entered(
        self, node: Any, classes: Iterable[type], names: frozenset[str] | None, functions: Iterable[Any]
    ) -> bool:
        with_methods = [methods for cls in classes if (methods := self._methods_of(cls))]
        asked = [{one for name, one in methods.items() if names is None or name in names} for methods in with_methods]
        called = set(map(id, (*functions, *called_by(node))))
        if not called and not any(asked):
            return True
        ran = self._ran.get(node)
        if ran is None:
            if len(self._ran) > _KEPT:
                self._ran.clear()
            ran = self._ran[node] = {id(frame.children[0].value) for frame in node._frames if frame.children}
        return called <= ran and not any(one and one.isdisjoint(ran) for one in asked)

    def _methods_of(self, cls: type) -> dict[str, int] | None:
        if id(cls) not in self._methods:
            self._methods[id(cls)] = _special_methods(cls)
        return self._methods[id(cls)]


def has_attributes(cls: type) -> bool:
    """Are the attributes of its instances known by name alone?"""
    return id(cls) not in UNCHANGING and not issubclass(cls, (dict, type, CellType, *LODGING))


def _stores_plainly(cls: type, name: str) -> bool:
    if not has_attributes(cls) or lookup(cls, "__getattr__") is not None:
        return False
    return type(lookup(cls, "__getattribute__")) is not FunctionType and not functions_behind(lookup(cls, name))


def _special_methods(cls: type) -> dict[str, int] | None:
    if not namespaces(cls) or not has_attributes_only(cls):
        return None
    methods = {name: lookup(cls, name) for name in special_names(cls) & METHODS}
    found = {name: one for name, one in methods.items() if one is not None}
    if any(type(one) is not FunctionType for one in found.values()):
        return None  # of any other callable nobody knows what it reads
    return {name: id(one) for name, one in found.items()}
