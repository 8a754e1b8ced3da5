"""Tape expressions: what stands on the right-hand side of a node.

Each has a `value`, and prints as in the record: `@4`, `⟨1⟩`, `⟨geom⟩(@7, @3)`, `[@1, @2]`.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...ir.notation import show_call, show_special
from ..values import callable_name, marked_text

if TYPE_CHECKING:
    from .node import Node


class TapeReference:
    """`@4`: the node of the same parent whose value this is."""

    __slots__ = ("node",)

    def __init__(self, node: "Node") -> None:
        self.node = node

    @property
    def value(self) -> Any:
        return self.node.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TapeReference) and other.node is self.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __repr__(self) -> str:
        return "@…" if self.node.is_missing else f"@{self.node.position}"


class TapeConstant:
    """`⟨1⟩`, `⟨random.random⟩`: a literal, or what a global, builtin, cell or module attribute gave."""

    __slots__ = ("after", "name", "value")

    def __init__(self, value: Any, name: str | None = None, after: int = -1) -> None:
        self.value = value
        self.name = name
        self.after = after  # how many nodes of its call came before a name was loaded; -1 for a literal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TapeConstant) and other.value is self.value and other.name == self.name

    def __hash__(self) -> int:
        return hash((id(self.value), self.name))

    def __repr__(self) -> str:
        return f"⟨{self.name or marked_text(self.value)}⟩"


class TapeCall:
    """`⟨geom⟩(@7, @3)`: `varargs` is the tuple passed as `*args`, if one was; a dict passed as `**` has that name."""

    __slots__ = ("arguments", "function", "keywords", "value", "varargs")

    def __init__(
        self,
        function: "TapeExpression",
        arguments: "tuple[TapeExpression, ...]",
        varargs: "TapeExpression | None",
        keywords: "Mapping[str, TapeExpression]",
        value: Any,
    ) -> None:
        self.function = function
        self.arguments = arguments
        self.varargs = varargs
        self.keywords = keywords
        self.value = value

    def show(self, text: "Callable[[TapeExpression], str]") -> str:
        arguments = [text(a) for a in self.arguments]
        if self.varargs is not None:
            arguments.append("*" + text(self.varargs))
        keywords = dict(self.keywords)
        starred = keywords.pop("**", None)
        if starred is not None:
            arguments.append("**" + text(starred))
        function = self.function
        if isinstance(function, TapeConstant):
            shown = f"⟨{function.name or callable_name(function.value)}⟩"
        else:
            shown = text(function)
        return show_call(function.value, shown, arguments, [(name, text(k)) for name, k in keywords.items()])

    def __repr__(self) -> str:
        return self.show(repr)


class TapeSpecialForm:
    """`[@1, @2]`, `@2[⟨0⟩] = @5`, `$(import)(...)`: what is no call."""

    __slots__ = ("arguments", "name", "value")

    def __init__(self, name: str, arguments: "tuple[TapeExpression, ...]", value: Any) -> None:
        self.name = name
        self.arguments = arguments
        self.value = value

    def __repr__(self) -> str:
        return show_special(self.name, [repr(a) for a in self.arguments])


TapeExpression = TapeReference | TapeConstant | TapeCall | TapeSpecialForm
