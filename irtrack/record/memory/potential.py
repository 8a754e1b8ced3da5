"""What the ways not taken could have written.

`o.x = 1; if c: o.x = 2` reads the 1 because `c` did not hold: the jump past the store belongs to what made `o.x` what
it is, though nothing that ran says so. These are the potential dependences of Agrawal, Horgan, Krauser and London,
"Incremental Regression Testing" (1993), and Gyimothy, Beszedes and Forgacs, "An Efficient Relevant Slicing Method for
Debugging" (1999). Of local variables the arguments of blocks tell; for what is in memory, each jump is an event at
which something might have been written by the blocks that it passed by.

What a store beside would have written to is found as far as the frame and the shadows tell; what they don't may be
anything.
"""

from collections.abc import Callable, Iterable
from types import FunctionType, MethodDescriptorType
from typing import TYPE_CHECKING, Any

from ...ir.language import Constant
from ...rules.effects import READING
from ..classes import is_a, is_static, lookup
from ..nodes.kinds import JumpNode, RaiseNode
from .asking import Asking
from .beside import Asked, Beside, Effect
from .memory import ITEMS
from .shadows import UNCHANGING
from .summaries import Names, Summaries, does_called, global_of

if TYPE_CHECKING:
    from .frames import Frame
    from .index import Index


class Potential(Summaries):
    """The potential writes of a record's jumps, told to its index."""

    def __init__(self, index: "Index") -> None:
        super().__init__()
        self.index = index
        self.of_setters: dict[tuple[int, str, str], tuple[FunctionType, ...]] = {}
        self.silent: dict[tuple[Any, ...], bool] = {}  # jumps that pass by nothing that could write
        self.still: dict[object, Any] = {}  # the same, of strides: an edge -> the globals with which that holds

    def setters(self, cls: type, kind: str, name: str) -> tuple[FunctionType, ...]:
        """The methods of the program's that write to an attribute, or an item, of an object of a class."""
        key = id(cls), kind, name
        found = self.of_setters.get(key)
        if found is None:
            found = self.of_setters[key] = tuple(
                [one for one in _setters(cls, kind, name) if type(one) is FunctionType and self.summary(one)]
            )
        return found

    @staticmethod
    def can_pass(beside: Beside) -> Callable[[int, int], bool]:
        """A function: does a jump from one block to another pass by anything that could write?"""
        if not beside.any:
            return lambda number, target: False
        return lambda number, target: (
            beside.flow.can_fork(number) and bool(beside.passed(beside.flow, number, target)[0])
        )

    def passed_at(self, edge: object, node: Any, frame: "Frame") -> None:
        """The same as `passed_by`, of a jump of a stride."""
        if self.passed_by(node, frame):
            self.still[edge] = frame.globals

    def passed_by(self, node: Any, frame: "Frame") -> bool:
        """A jump or an exception: let what it passed by be known as what might have been written.

        Is it known that this is nothing, as long as there are no generators?
        """
        beside, flow, location = frame.code.beside, frame.flow, node.location
        if location is None or (type(node) is JumpNode and not flow.can_fork(location.block)):
            return False
        raised = location.number if type(node) is RaiseNode and location.kind == "%" else 0
        effects, away = beside.passed(flow, location.block, node.target, raised)
        if not effects:
            return True
        if self._are_silent(effects, frame, (location.block, node.target, raised, flow.guarded)):
            if not self.index.has_iterators:
                return True
            if _has_no_iterators(effects, frame.latest(node)):
                return False
        asking = Asking(self, frame, node, away)
        for effect in effects:
            asking.tell(effect, node._vertex)
            if asking.is_anything:  # the others are among that
                break
        self.index.epoch += self.index.stirred == self.index.epoch
        return False

    def _are_silent(self, effects: tuple[Effect, ...], frame: "Frame", place: tuple[Any, ...]) -> bool:
        """Do they at most let iterators go on, whatever these are? Asked once for each place."""
        key = *place, id(frame.code), id(frame.globals)
        silent = self.silent.get(key)
        if silent is None:
            names = Names(None, None, frame)
            silent = all(
                self._is_silent(effect, frame, names) if isinstance(effect, Asked) else effect.kind == "advance"
                for effect in effects
            )
            self.silent[key] = silent
        return silent

    def _is_silent(self, call: Asked, frame: "Frame", names: Names) -> bool:
        name, function = global_of(call.function, frame.code.beside, names)
        if call.owner is not None or not name or name in frame.code.names:
            return False
        told = does_called(function, len(call.arguments))
        return (told in READING and told != "prints") or (
            told is None and type(function) is not MethodDescriptorType and not self.writes(function)
        )


def _has_no_iterators(effects: Iterable[Effect], latest: list[Any]) -> bool:
    """Is it plain that nothing that goes on is among what would be iterated, or passed to functions?"""
    for effect in effects:
        is_call = isinstance(effect, Asked)
        for operand in effect.arguments if isinstance(effect, Asked) else (effect.owner,):
            if not isinstance(operand, Constant):
                known = latest[operand.number] if operand is not None else None
                if known is None or not _is_still(known.value, is_call):
                    return False
    return True


def _is_still(value: Any, is_passed: bool) -> bool:
    """Is a value no iterator; and none of its items, if it `is_passed` to a function?"""
    if id(type(value)) in UNCHANGING:
        return True
    if is_a(value, list, tuple):
        return not is_passed or all(id(type(item)) in UNCHANGING for item in value[:ITEMS])
    return is_a(value, dict, set, frozenset) and not is_passed


def _setters(cls: type, kind: str, name: str) -> list[Any]:
    """What is called to write to an object of a class, if that has it."""
    if kind == "items":
        return [lookup(cls, "__setitem__"), lookup(cls, "__delitem__")]
    if kind != "attribute" or is_static(cls):
        return []
    of_class = lookup(cls, name)
    if type(of_class) is property:
        return [of_class.fset, of_class.fdel]
    hooks = [lookup(cls, "__setattr__"), lookup(cls, "__delattr__")]
    return [*hooks, lookup(type(of_class), "__set__"), lookup(type(of_class), "__delete__")]
