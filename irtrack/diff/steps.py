"""What a tape is made of."""

from typing import Any

import numpy as np

from ..record.nodes.node import Node
from ..rules.derivatives import Rule
from .places import View

Place = tuple[int, View | None]
Inputs = list[tuple[Any, Any]]  # argument -> its Place, or the same for what it holds


class Operation:
    """`result = function(*arguments, **keywords)`, of which `inputs` depend on what is differentiated.

    `outputs`: the Place of the result, or those of its items that are numbers. `take`: is it `array[key]`? `node`: of
    the record, or the Moment of it.
    """

    __slots__ = ("arguments", "function", "inputs", "keywords", "node", "outputs", "result", "rule", "take")

    def __init__(
        self, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any, inputs: Inputs,
        outputs: Any, rule: Rule | None, node: Node | None, *, take: bool = False,
    ) -> None:  # fmt: skip
        self.function = function
        self.arguments = arguments
        self.keywords = keywords
        self.result = result
        self.inputs = inputs
        self.outputs = outputs
        self.rule = rule
        self.node = node
        self.take = take


class Packing:
    """`result = np.array([...])`: numbers and arrays put side by side. `inputs` as the argument is nested."""

    __slots__ = ("arguments", "function", "inputs", "keywords", "node", "outputs", "result")

    def __init__(self, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], inputs: Any, outputs: Place,
                 result: Any, node: Node) -> None:  # fmt: skip
        self.function = function
        self.arguments = arguments
        self.keywords = keywords
        self.inputs = inputs
        self.outputs = outputs
        self.result = result
        self.node = node


class Write:
    """`array[key] = value`, where `before` was. `place`: of the array; None if it does not depend on anything.

    `source`: the Place of the value, if that depends on what is differentiated. `part`: if the array is only that part
    of a complex one, "real" or "imag"; the place is that of the complex one.
    """

    __slots__ = ("after", "array", "before", "key", "node", "part", "place", "source", "value")

    def __init__(self, array: Any, key: Any, value: Any, before: Any, place: Place | None, source: Place | None,
                 node: Node, part: str | None = None) -> None:  # fmt: skip
        self.part = part
        self.array = array
        self.key = key
        self.value = value
        self.before = before
        self.after: Any = None  # what was there behind it, once it has been undone
        self.place = place
        self.source = source
        self.node = node

    def undo(self) -> None:
        after = self.array[self.key]
        self.after = after.copy() if isinstance(after, np.ndarray) else after
        self.array[self.key] = self.before

    def redo(self) -> None:
        self.array[self.key] = self.after
