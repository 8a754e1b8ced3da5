"""What nodes do to the objects that they are given, done again to what these held.

What a function of C does says a word of rules/effects.py. It is called again, with what its arguments held, if that
runs no code of the program: items are hashed and compared only if they are plain, iterators are not gone through.
"""

import bisect
import heapq
import operator
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any

from ...ir.language import Call
from ...ir.operations import getslice, not_contains
from ...rules.effects import EFFECTS, READING, READING_METHODS, owner_of
from ..classes import is_a, is_static, lookup, written_in_c
from ..memory.shadows import UNCHANGING
from ..nodes.kinds import CallNode, RaiseNode
from ..nodes.native import is_recorded
from ..nodes.node import Node
from ..values import Shown
from .history import CONTAINERS, Attributes, History
from .kinds import are_plain, are_scalars, can_change, is_followed, is_instance, is_plain
from .sorting import arrange, can_be_sorted_again, order_by_program


class UnknownError(Exception):
    """Nobody knows what an argument holds."""


def _ids(*functions: Any) -> frozenset[int]:
    return frozenset(map(id, functions))


# what gives a new container that is made of what its arguments hold
_MAKERS = _ids(
    list, dict, set, deque, OrderedDict, bytearray, sorted, list.copy, dict.copy, set.copy, deque.copy,
    OrderedDict.copy, set.union, set.intersection, set.difference, set.symmetric_difference, dict.fromkeys,
    operator.add, operator.mul, operator.or_, operator.and_, operator.sub, operator.xor, operator.getitem, getslice,
    operator.iadd, operator.imul, operator.ior, str.split, str.rsplit, str.splitlines,
)  # fmt: skip
_VIEWS = _ids(enumerate, zip, reversed, iter, dict.keys, dict.values, dict.items)
_ACTING = _ids(BuiltinFunctionType, partial, GeneratorType)  # types
_THREADS = "start_new_thread", "start_joinable_thread", "start_new"
# what raises only if it has changed nothing
_ALL_OR_NOTHING = frozenset(
    ("append", "appendleft", "insert", "pop", "pop_last", "pop_first", "pop_key", "set_item", "delete_item",
     "set_attribute", "delete_attribute", "set_default", "advance")
)  # fmt: skip
_OF_CONTENT = frozenset(("extend", "update"))  # the arguments are gone through
_LOOKS = _ids(list.remove, deque.remove, heapq.heapify, heapq.heappush, heapq.heappop, heapq.heapreplace,
              heapq.heappushpop, bisect.insort_left, bisect.insort_right)  # fmt: skip  # which compare items
_ITEMWISE = _ids(set.add, set.discard, set.remove, deque.rotate, OrderedDict.move_to_end, dict.popitem,
                 OrderedDict.popitem, set.pop, bytearray.append, bytearray.insert, bytearray.pop, bytearray.remove,
                 bytearray.reverse)  # fmt: skip


class Changes:
    """The histories of objects, up to the node that is passed by."""

    def __init__(self) -> None:
        self.time = 0
        self.histories: dict[int, History] = {}  # by the id of an object
        self.kept: list[Any] = []  # of which the ids are known
        self.floods: list[int] = []  # when everything was lost
        self.threads = False  # do others run?
        self.filled: dict[int, int] = {}  # by the id of what a display or comprehension made: when that was complete
        self.recipes: dict[int, tuple[Any, Any, tuple[Any, ...]]] = {}  # of iterators that nobody has begun, and views

    # -- objects ------------------------------------------------------------------------------------------------------

    def born(self, value: Any, content: Any) -> None:
        """An object is new and has that content; None if nobody knows."""
        kind = CONTAINERS.get(id(type(value)))
        state = content if type(value) is not Shown else None
        if state is not None:
            if kind is None:
                state = Attributes(content)
            elif kind is deque:
                state = deque(content, value.maxlen)
            elif kind is defaultdict:
                state = defaultdict(None, content)
            else:
                state = kind(content)
        self.histories[id(value)] = History(value, state, self.time)

    def history(self, value: Any) -> History | None:
        """That of an object which is about to be changed; None if it is not followed."""
        found = self.histories.get(id(value))
        if found is None and is_followed(value):
            found = self.histories[id(value)] = History(value, None, self.time)
        return found

    def known(self, value: Any) -> History | None:
        """The same, if it is known what the object holds."""
        found = self.histories.get(id(value))
        if found is None or found.lost >= 0 or self.threads or (self.floods and self.floods[-1] >= found.copies[0][0]):
            return None
        return found

    def flood(self) -> None:
        """Anything may have changed."""
        self.time += 1
        self.floods.append(self.time)

    def expose(self, values: Sequence[Any]) -> None:
        """Somebody may have changed these, and all that they hold."""
        waiting = [*values]
        while waiting:
            value = waiting.pop()
            if not can_change(value):
                waiting += filter(can_change, _owners(value))
                continue
            if type(value) is partial:
                waiting += [value.func, *value.args, *value.keywords.values()]
            elif type(value) is tuple:
                waiting += value
                continue
            self.recipes.pop(id(value), None)
            history = self.history(value)
            if history is None:
                continue
            if history.lost < 0:
                waiting += _held(history.now)
                history.lose(self.time)
            waiting += history.held
            history.held = []

    def change(self, value: Any, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """An object is changed as `function` changes what it holds."""
        history = self.history(value)
        if history is None:
            return None
        if self.known(value) is None:
            history.lose(self.time)
            history.held += [one for one in arguments if can_change(one)]
            return None
        return history.change(self.time, function, *arguments, **keywords)

    def lose(self, value: Any, *held: Any) -> None:
        """Nobody knows what it holds from now on, but that these may be in it."""
        history = self.history(value)
        if history is not None:
            if history.lost < 0:
                history.held += filter(can_change, _held(history.now))
                history.lose(self.time)
            history.held += filter(can_change, held)

    def content(self, value: Any) -> Any:
        """What goes through an object finds, to be looked at at once."""
        if not can_change(value) or is_a(value, tuple, frozenset):
            return value
        if type(value) is slice and are_scalars((value.start, value.stop, value.step)):
            return value
        recipe = self.recipes.get(id(value))
        if recipe is not None and recipe[0] is value:
            return recipe[1](*[self.content(argument) for argument in recipe[2]])
        history = self.known(value)
        if history is None or is_instance(value):
            raise UnknownError
        return history.now

    # -- calls --------------------------------------------------------------------------------------------------------

    def call(self, node: Any) -> None:
        """What a call does of what was not entered."""
        operands = node._operands
        function = operands[0].value
        verb = EFFECTS.get(id(function))
        values = [operand.value for operand in operands[1:]]
        if any(id(type(value)) in _ACTING for value in values) or function is memoryview:
            self._let_act(node, function, values)
        if verb in READING and verb != "get_item" and id(type(node.value)) in UNCHANGING:
            return
        if verb is None:
            function, values, verb = _as_method(function, values)
        if verb is None and function is not getslice and function is not not_contains:
            self._unknown(node, function, values)
            return
        positional, names = _spread(node, values)
        if positional is None:
            if verb not in READING:
                self.expose(values)
            self._new(node, None)
            return
        if verb is None or verb in READING:
            self._read(node, function, verb, positional, names)
        elif positional:
            self._write(node, function, verb, positional, names)

    def _let_act(self, node: Any, function: Any, values: list[Any]) -> None:
        """What is given may change objects by itself, when it is called, gone through, or written to."""
        if function is memoryview or any(map(_acts, values)):
            self.expose(values)
        if not node._frames and any(map(_runs_unseen, values)):
            self.flood()

    def _unknown(self, node: Any, function: Any, values: list[Any]) -> None:
        """No table tells what it does."""
        ran = node._frames
        kind = type(function)
        if issubclass(kind, type):
            if is_instance(node.value) and id(node.value) not in self.histories:
                if type(node.value) is function and lookup(function, "__init__") is object.__init__:
                    self.born(node.value, {})
                else:
                    self.born(node.value, None)
            if not is_static(function) and not ran and type(lookup(function, "__init__")) is FunctionType:
                self.flood()
        elif function is object.__new__:
            if is_instance(node.value):
                self.born(node.value, {})
            return
        elif is_a(function, FunctionType, MethodType) and not ran:
            self.flood()  # it was not entered
        elif not ran and any(is_a(value, FunctionType, MethodType) for value in values):
            self.flood()  # which C code may have called, or will
            if getattr(function, "__name__", "") in _THREADS:
                self.threads = True
        self.expose([*values, *_owners(function)])

    def _read(self, node: Any, function: Any, verb: str | None, values: Sequence[Any], names: dict[str, Any]) -> None:
        value = node.value
        if (verb == "get_attribute" and len(values) > 1 and values[1] == "__dict__") or verb == "get_attributes":
            self._shares(values, value)
        elif verb == "get_item" and is_a(values[0], defaultdict) and len(values) == 2:
            history = self.known(values[0])
            if history is not None and is_plain(values[1]) and values[1] not in history.now:
                self.change(values[0], operator.setitem, values[1], value)
        elif verb == "default_dict":
            self._new(node, dict, values[1:], names)
        elif id(function) in _VIEWS and not names:
            if not any(value is one for one in values):  # the iterator of an iterator is that iterator
                self.recipes[id(value)] = value, function, tuple(values)
        elif id(function) in _MAKERS:
            is_item = function is operator.getitem and not (len(values) == 2 and type(values[1]) is slice)
            if not is_item and not any(value is one for one in values):
                self._new(node, function, values, names)
        elif function is object.__new__:
            self.born(value, {})
        elif verb == "rearranges" or verb == "copies":
            self._new(node, None)

    def _shares(self, values: Sequence[Any], namespace: Any) -> None:
        """`vars(a)`: what is written to it are attributes."""
        history = self.known(values[0]) if values else None
        if history is not None and type(history.now) is Attributes and type(namespace) is dict:
            self.histories[id(namespace)] = history
            self.kept.append(namespace)
        elif values:
            self.lose(values[0])

    def _new(self, node: Any, function: Any, values: Sequence[Any] = (), names: dict[str, Any] | None = None) -> None:
        """The value of a node is a new container, as that function makes it."""
        value = node.value
        if not is_followed(value) or id(value) in self.histories:
            return
        content = None
        try:
            if function is sorted and node._frames:
                content = list(self.content(values[0]))
                content = list(map(content.__getitem__, self._order(node, content, names or {})))
            elif function is not None and not node._frames:
                given = [self.content(one) for one in values]
                if _runs_nothing(function, given, names or {}, value):
                    content = function(*given, **(names or {}))
        except (UnknownError, TypeError, ValueError, LookupError, AttributeError):
            content = None
        self.born(value, content if type(content) is type(value) or function is dict else None)

    def _order(self, node: Any, items: Any, names: dict[str, Any]) -> list[int]:
        order = order_by_program(node._frames, items, names)
        if order is None:
            raise UnknownError
        return order

    def _write(self, node: Any, function: Any, verb: str, values: Sequence[Any], names: dict[str, Any]) -> None:
        """It changes its first argument."""
        target, *rest = values
        if node._frames and verb not in ("append", "advance") and not _is_container(target):
            return  # methods of the program, which tell
        if verb == "advance":
            self.recipes.pop(id(target), None)
        elif verb in ("set_attribute", "delete_attribute"):
            if rest:
                self.attribute(target, rest[0], *rest[1:2])
        elif verb == "in_place":
            self._in_place(node, function, target, rest)
        elif not _is_container(target):
            self.expose(values)
        else:
            self._apply(node, function, verb, target, rest, names)

    def _apply(self, node: Any, function: Any, verb: str, target: Any, rest: list[Any], names: dict[str, Any]) -> None:
        known = self.known(target)
        try:
            if known is not None and function is list.sort and node._frames:
                self.change(target, arrange, self._order(node, known.now, names))
                return
            if known is None or node._frames:
                raise UnknownError
            rest = self._arguments(function, verb, known.now, rest, names)
        except UnknownError:
            self.lose(target, *rest)
            return
        if function is set.pop:
            function, rest = set.discard, [node.value]
            if not is_plain(node.value):
                self.lose(target)
                return
        result = self.change(target, function, *rest, **names)
        if verb in ("pop", "pop_last", "pop_first", "set_default") and not _is_same(result, node.value):
            self.lose(target, *rest)

    def _arguments(self, function: Any, verb: str, state: Any, rest: list[Any], names: dict[str, Any]) -> list[Any]:
        """With what a method can be called again. Raises UnknownError if it can't."""
        if verb == "rearrange":
            if not can_be_sorted_again(state, names):
                raise UnknownError
        elif verb in _OF_CONTENT or (verb == "set_item" and type(rest[0]) is slice):
            rest = [*rest[:-1], _kept(self.content(rest[-1]))] if rest else rest
            if isinstance(state, (dict, set)) and rest and not are_plain(_keys(rest[-1])):
                raise UnknownError
        elif isinstance(state, (dict, set)):
            if id(function) not in _ITEMWISE and verb == "change":
                rest = [_kept(self.content(one)) for one in rest]
                if not all(are_plain(one) for one in rest):
                    raise UnknownError
            elif rest and not is_plain(rest[0]):
                raise UnknownError
        elif id(function) in _LOOKS:
            if names or not are_plain(state) or not are_plain(rest):
                raise UnknownError
        elif verb == "change" and id(function) not in _ITEMWISE:
            rest = [_kept(self.content(one)) for one in rest]
        return rest

    def _in_place(self, node: Any, function: Any, target: Any, rest: list[Any]) -> None:
        """`a += b`"""
        if node.value is not target:
            if id(function) in _MAKERS and rest:
                self._new(node, function, [target, *rest])
            return
        if not _is_container(target) or not rest:
            return
        try:
            if self.known(target) is None:
                raise UnknownError
            other = rest[0] if type(rest[0]) is int else _kept(self.content(rest[0]))
            if is_a(target, set, dict, OrderedDict, defaultdict) and not are_plain(_keys(other)):
                raise UnknownError
        except UnknownError:
            self.lose(target, *rest)
            return
        self.change(target, function, other)

    def attribute(self, owner: Any, name: Any, *value: Any) -> None:
        """An attribute is stored, or deleted."""
        if not is_instance(owner) or type(name) is not str:
            return
        if name in ("__dict__", "__class__"):
            self.lose(owner, *value)
        elif value:
            self.change(owner, operator.setitem, name, *value)
        else:
            self.change(owner, operator.delitem, name)

    # -- special forms ------------------------------------------------------------------------------------------------

    def form(self, node: Any) -> None:
        name, operands = node.name, node._operands
        values = [operand.value for operand in operands]
        if name in ("list", "set", "dict"):
            self._display(node, name, values)
        elif name in ("setitem", "delitem", "put"):
            if node._frames and not _is_container(values[0]):
                return
            if name == "put":
                self.filled[id(values[0])] = self.time
            function = operator.delitem if name == "delitem" else operator.setitem
            if _is_container(values[0]):
                verb = "delete_item" if name == "delitem" else "set_item"
                self._apply(node, function, verb, values[0], values[1:], {})
        elif name == "setslice":
            if _is_container(values[0]):
                self._apply(node, operator.setitem, "set_item", values[0], [slice(*values[1:3]), values[3]], {})
        elif name == "append":
            self.filled[id(values[0])] = self.time
            self.change(values[0], list.append, values[1])
        elif name == "add":
            self.filled[id(values[0])] = self.time
            self._apply(node, set.add, "change", values[0], values[1:], {})
        elif name in ("extend", "update", "merge"):
            self.filled[id(values[0])] = self.time
            kind = type(values[0])
            adds: Any = list.extend if kind is list else set.update if kind is set else dict.update
            self._apply(node, adds, "extend", values[0], values[1:2], {})
        elif name in ("setattr", "delattr"):
            if not node._frames:
                self.attribute(*values[:3])
        elif name.startswith("unpack_"):
            self._unpack(node, values)
        elif name in ("enter", "exit", "aenter", "aexit") and not node._frames:
            self.expose(values)

    def _display(self, node: Any, name: str, values: list[Any]) -> None:
        if name == "list":
            self.born(node.value, values)
        elif name == "set":
            self.born(node.value, set(values) if are_plain(values) else None)
        else:
            keys = values[::2]
            self.born(node.value, dict(zip(keys, values[1::2], strict=False)) if are_plain(keys) else None)

    def _unpack(self, node: Any, values: list[Any]) -> None:
        """`a, *b = c`: b is a new list."""
        self.recipes.pop(id(values[0]), None)
        before, star, after = node.name.removeprefix("unpack_").partition("_star_")
        if not star or len(values) != 2 or values[1] != int(before):
            return
        try:
            items = list(self.content(values[0])) if is_a(values[0], list, tuple, str) else None
        except UnknownError:
            items = None
        self.born(node.value, None if items is None else items[int(before) : len(items) - int(after)])

    def raised(self, node: RaiseNode) -> None:
        """A statement raised, and may have done a part of what it does."""
        statement = node.statement
        values = [operand.value for operand in node._reads]
        if statement is None or node.call is not None or not values:
            return
        if not isinstance(statement.expression, Call):
            name = getattr(statement.expression, "name", "")
            if name not in ("setitem", "delitem", "setattr", "delattr", "append", "put", "add"):
                self.lose(values[0], *values[1:])
            return
        function, verb = values[0], EFFECTS.get(id(values[0]))
        if verb is None:
            function, values, verb = _as_method(function, values[1:])
        else:
            values = values[1:]
        if verb is None:
            if is_a(function, FunctionType, MethodType):
                self.flood()
            self.expose(values)
        elif verb not in READING and verb not in _ALL_OR_NOTHING:
            self.expose(values)

    def keywords_of(self, node: CallNode) -> dict[str, Any] | None:
        """What a call passed by name; None if it does not show that."""
        called = node._operands[0].value
        if not is_a(called, FunctionType, MethodType) and not issubclass(type(called), type):
            return None
        given = dict(node.keywords)
        starred = given.pop("**", None)
        found = {name: operand.value for name, operand in given.items()}
        if starred is not None:
            try:
                more = self.content(starred.value)
            except UnknownError:
                return None
            found = {**found, **more}
        return found


def _is_same(one: Any, other: Any) -> bool:
    """Are they one object, or texts or tuples, which are made anew when a list of them is?"""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if type(one) is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    return is_a(one, str, bytes, int, float) and bool(one == other)


def _is_container(value: Any) -> bool:
    return id(type(value)) in CONTAINERS


def _as_method(function: Any, values: list[Any]) -> tuple[Any, list[Any], str | None]:
    """A method of C that is bound to its object, as a call of what its class has."""
    owner = owner_of(function)
    if owner is None or not can_change(owner):
        return function, values, None
    found = written_in_c(type(owner), function.__name__)
    verb = EFFECTS.get(id(found))
    return (function, values, None) if verb is None else (found, [owner, *values], verb)


def _spread(node: Node, values: list[Any]) -> tuple[list[Any] | None, dict[str, Any]]:
    """The positional arguments and the others; None if they are not known one by one."""
    statement: Any = getattr(node, "_statement", None)
    expression = statement.expression if statement is not None else None
    if not isinstance(expression, Call):
        return values, {}
    names = [name for name, _ in expression.keywords]
    if expression.starred:
        if expression.starred > 1 or names or type(values[-1]) is not tuple:
            return None, {}
        return [*values[:-1], *values[-1]], {}
    if not names:
        return values, {}
    return values[: -len(names)], dict(zip(names, values[-len(names) :], strict=True))


def _owners(function: Any) -> list[Any]:
    """The objects on which a call works though nobody passes them."""
    if is_a(function, BuiltinFunctionType, MethodType):
        return [function.__self__]
    return [function] if can_change(function) else []


def _acts(value: Any) -> bool:
    """Is it a method of C that changes its object, and may be called by whoever has it?"""
    if type(value) is partial:
        return any(map(_acts, (value.func, *value.args)))
    return type(value) is BuiltinFunctionType and can_change(value.__self__) and value.__name__ not in READING_METHODS


def _runs_unseen(value: Any) -> bool:
    """Is it a generator that was not made by recorded code?"""
    return type(value) is GeneratorType and not is_recorded(value)


def _held(state: Any) -> list[Any]:
    if isinstance(state, dict):
        return [*state, *state.values()]
    return [] if state is None or isinstance(state, bytearray) else list(state)


def _keys(value: Any) -> Any:
    """What a dict or set would hash of what it is updated with."""
    if isinstance(value, (dict, set, frozenset)):
        return value
    pairs = list(value)
    return [pair[0] if isinstance(pair, (tuple, list)) and pair else pair for pair in pairs]


def _kept(content: Any) -> Any:
    """The same content, which stays what it is."""
    if isinstance(content, (list, dict, set, deque, bytearray)):
        return content.copy()
    return content if is_a(content, tuple, str, bytes, range, frozenset) or not can_change(content) else list(content)


def _runs_nothing(function: Any, given: list[Any], names: dict[str, Any], made: Any) -> bool:
    """Can a new container be made again of that without code of the program?"""
    if isinstance(made, (set, dict)):
        return all(are_plain(_keys(one)) for one in given if not is_a(one, int, str))
    if function is sorted:
        given[:] = [list(one) for one in given]
        return all(can_be_sorted_again(one, names) for one in given)
    return True
