"""Memory that C code can get at: what it writes there, and when it may no longer have it."""

from abc import abstractmethod
from typing import Any

import numpy as np

from .escapes import Escapes
from .knowledge import Overwriting
from .locations import function_name, place_of
from .places import owner_of
from .steps import Write
from .trees import leaves


class Exposure(Escapes):
    """The part of a tape's maker that looks after arrays which C code changes, or can change.

    `exposed`: by the id of an array that owns memory: itself, what it held then, the node, how many writes there were.
    """

    exposed: dict[int, tuple[Any, Any, Any, int]]
    nested: bool
    born: set[int]
    steps: list[Any]
    writes: list[Write]

    @abstractmethod
    def store(self, node: Any) -> None: ...

    def change(self, node: Any) -> None:
        """`noted(array, key, value, before, function, given)`"""
        array, function, given = [node._operands[k].value for k in (1, 5, 6)]
        if self.may_depend(owner_of(array)) or self.may_depend(given) or self._is_from_outside(array):
            self.escape(f"{function_name(function)} writes to an array{place_of(node)} in a way that cannot be "
                         "followed; write what it gives to the array instead")  # fmt: skip
        self.store(node)

    def expose(self, node: Any) -> None:
        """`exposed(array, function)`"""
        array, function = [operand.value for operand in node._operands[1:3]]
        owner = owner_of(array)
        if self.may_depend(owner) or self._is_from_outside(array):
            self.escape(f"the memory of an array that is differentiated is handed to {function_name(function)}"
                        f"{place_of(node)}: what is read or written there cannot be followed")  # fmt: skip
        self.exposed.setdefault(id(owner), (owner, node.value, node, len(self.writes)))

    def _is_from_outside(self, array: Any) -> bool:
        """May an array be one that another derivative, within which this one is taken, differentiates?"""
        return self.nested and array.dtype.kind in "fc" and id(owner_of(array)) not in self.born

    def check_overwriting(self, node: Any, known: Overwriting, arguments: Any, keywords: Any) -> None:
        name = known.told(arguments, keywords)
        every = (*arguments, *keywords.values())
        if name and any(isinstance(one, np.ndarray) and (self.may_depend(one) or self.is_used(one)) for one in every):
            self.escape(f"{known.rule.name} is called with {name}{place_of(node)}, which destroys what the derivative "
                         "needs; leave that out")  # fmt: skip

    def check_record(self, node: Any, value: Any) -> None:
        """A structured array, which has no place, is written to."""
        if self.may_depend(value):
            self.escape(f"a number that is differentiated is written to a structured array{place_of(node)}, which "
                         "cannot be followed; use an array for each field")  # fmt: skip

    def check_exposed(self, owner: Any, node: Any) -> None:
        """What is differentiated is written to an array."""
        known = self.exposed.get(id(owner))
        if known is not None:
            function = known[2]._operands[2].value
            self.escape(f"a number that is differentiated is written to an array{place_of(node)}; "
                        f"{function_name(function)} was given its memory before{place_of(known[2])}: what is read or "
                        "written there cannot be followed")  # fmt: skip

    def check_memories(self) -> None:
        """At the end: has anything changed that no step did, and that steps have read?"""
        for owner, before, node, count in self.exposed.values():
            later = [write for write in self.writes[count:] if owner_of(_array(write)) is owner]
            for write in reversed(later):
                write.undo()
            is_same = before.tobytes() == owner.tobytes()
            for write in later:
                write.redo()
            if not is_same and self.is_used(owner):
                function = node._operands[2].value
                self.escape(f"the memory of an array was changed unseen by what {function_name(function)} gave"
                            f"{place_of(node)}; compute with a copy of the array")  # fmt: skip

    def is_used(self, array: Any) -> bool:
        """Has any step to do with the memory of an array?"""
        owner = owner_of(array)
        return any(
            isinstance(one, np.ndarray) and owner_of(one) is owner for step in self.steps for one in _values_of(step)
        )


def _array(write: Write) -> Any:
    return write.array.base if type(write.array) is np.flatiter else write.array


def _values_of(step: Any) -> list[Any]:
    if isinstance(step, Write):
        return [_array(step), step.value]
    return leaves([step.arguments, step.keywords, step.result])
