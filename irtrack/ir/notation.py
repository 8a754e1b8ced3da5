"""Calls, special forms and constants in Python's own notation, from the texts of their parts."""

import operator
from collections.abc import Callable
from types import BuiltinFunctionType, CodeType
from typing import Any

from .operations import getslice, not_contains

INFIX: dict[Callable[..., Any], str] = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.matmul: "@", operator.lshift: "<<", operator.rshift: ">>",
    operator.and_: "&", operator.or_: "|", operator.xor: "^", operator.iadd: "+=", operator.isub: "-=",
    operator.imul: "*=", operator.itruediv: "/=", operator.ifloordiv: "//=", operator.imod: "%=", operator.ipow: "**=",
    operator.imatmul: "@=", operator.ilshift: "<<=", operator.irshift: ">>=", operator.iand: "&=", operator.ior: "|=",
    operator.ixor: "^=", operator.lt: "<", operator.le: "<=", operator.eq: "==", operator.ne: "!=", operator.gt: ">",
    operator.ge: ">=", operator.is_: "is", operator.is_not: "is not",
}  # fmt: skip
PREFIX: dict[Callable[..., Any], str] = {
    operator.neg: "-", operator.pos: "+", operator.invert: "~", operator.not_: "not ",
}  # fmt: skip


def show_call(function: object, shown: str, arguments: list[str], keywords: list[tuple[str, str]]) -> str:
    """A call in Python's own notation, from the texts of its parts: `@2 + ⟨1⟩`, `@2[⟨0⟩]`, `⟨geom⟩(@7, n=@3)`."""
    plain = f"{shown}({', '.join(arguments + [f'{name}={text}' for name, text in keywords])})"
    if any(argument.startswith("*") for argument in arguments):
        return plain
    infix: str | None = None
    prefix: str | None = None
    if type(function) is BuiltinFunctionType:  # a user's callable may not hash
        infix, prefix = INFIX.get(function), PREFIX.get(function)
    if not keywords and infix and len(arguments) == 2:
        return f"{arguments[0]} {infix} {arguments[1]}"
    if not keywords and prefix and len(arguments) == 1:
        return prefix + arguments[0]
    if function is operator.getitem and len(arguments) == 2:
        return f"{arguments[0]}[{arguments[1]}]"
    if function is getslice and len(arguments) == 3:
        start, stop = _bounds(arguments[1:])
        return f"{arguments[0]}[{start}:{stop}]"
    if function is operator.contains and len(arguments) == 2:
        return f"{arguments[1]} in {arguments[0]}"
    if function is not_contains and len(arguments) == 2:
        return f"{arguments[1]} not in {arguments[0]}"
    if function is getattr and len(arguments) == 2:
        return arguments[0] + "." + arguments[1].strip("⟨⟩'")
    if function is next or function is iter:
        return plain.replace(shown, shown.strip("⟨⟩"), 1)
    return plain


def _bounds(texts: list[str]) -> tuple[str, str]:
    """Of a slice; a missing one is left out."""
    return texts[0].removeprefix("⟨None⟩"), texts[1].removeprefix("⟨None⟩")


_BRACKETS: dict[str, tuple[str, str]] = {"tuple": ("(", ")"), "list": ("[", "]"), "set": ("{", "}")}


def show_special(name: str, arguments: list[str]) -> str:
    """A special form: `[@1, @2]`, `@2[⟨0⟩] = @5`, `$(raise)(@4)`."""
    if name in _BRACKETS:
        left, right = _BRACKETS[name]
        comma = "," if name == "tuple" and len(arguments) == 1 else ""
        return f"{left}{', '.join(arguments)}{comma}{right}"
    if name == "dict":
        pairs = zip(arguments[::2], arguments[1::2], strict=False)
        return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"
    if name == "setitem" and len(arguments) == 3:
        return f"{arguments[0]}[{arguments[1]}] = {arguments[2]}"
    if name == "setslice" and len(arguments) == 4:
        start, stop = _bounds(arguments[1:3])
        return f"{arguments[0]}[{start}:{stop}] = {arguments[3]}"
    if name == "setattr" and len(arguments) == 3:
        return arguments[0] + "." + arguments[1].strip("⟨⟩'") + " = " + arguments[2]
    if name == "store" and len(arguments) == 2:
        return arguments[0].strip("⟨⟩'") + " = " + arguments[1]
    if name == "constant":
        return arguments[0]
    return f"$({name})({', '.join(arguments)})"


def show_constant(value: object) -> str:
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__qualname__", None) or type(value).__qualname__)
    if type(value) is frozenset:  # of literals; the order of hashes is another in each process
        text = f"frozenset({{{', '.join(sorted(map(repr, value)))}}})"
    else:
        text = repr(value) if type(value) is not CodeType else f"<code {value.co_qualname}>"
    return text if len(text) <= 60 else text[:57] + "..."
