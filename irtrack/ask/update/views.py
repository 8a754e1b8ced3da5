"""What looks into the memory of other objects: memoryviews, and what came out of them and was not kept."""

import contextlib
from collections.abc import Iterable
from typing import Any

from ...record.nodes.kinds import PrimitiveCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.values import Dropped
from ...rules.allocation import METHODS_THAT_GIVE_VIEWS
from .called import TooMuch
from .copies import result_of
from .touch import called, lenders, operands_of


class Views:
    """In whose memory values lie."""

    def __init__(self) -> None:
        self._lent: dict[int, tuple[Any, ...]] = {}  # by ids of what was not kept
        self._lenders: list[Any] = []

    def note(self, node: Any) -> None:
        """A node gives something that looks into the memory of another object, as a memoryview does. Of what was not
        kept nobody knows which it is, unless the node has made it.
        """
        value = node.value
        if type(value) is memoryview:
            self._lenders += [owner for owner in self.memory_of([value]) if not any(owner is x for x in self._lenders)]
        if type(value) is not Dropped or id(value) in self._lent:
            return
        last = result_of(node) if isinstance(node, NestedCallNode) else None
        given = [operand.value for operand in operands_of(last or node)]
        makes = False
        if isinstance(node, PrimitiveCallNode):
            with contextlib.suppress(TooMuch):
                call = called(node)
                given = call.passed
                name = getattr(call.function, "__name__", "")
                makes = call.function is memoryview or name in METHODS_THAT_GIVE_VIEWS
        owner = given[0] if given and (makes or type(given[0]) is memoryview or id(given[0]) in self._lent) else None
        if owner is None:
            self._lent[id(value)] = tuple(self._lenders)
            return
        self._lent[id(value)] = (owner,)
        if makes:
            self._lenders.append(owner)

    def memory_of(self, values: Iterable[Any]) -> list[Any]:
        """The objects in whose memory values lie that look into it."""
        found: dict[int, Any] = {}
        waiting = list(values)
        for value in waiting:
            owners = self._lent.get(id(value), ())
            if type(value) is memoryview:
                with contextlib.suppress(ValueError):  # it was released
                    owners = lenders(value)
            waiting += [owner for owner in owners if id(owner) not in found]
            found.update((id(owner), owner) for owner in owners)
        return list(found.values())
