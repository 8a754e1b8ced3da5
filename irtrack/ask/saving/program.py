"""The IR of functions, as JSON: a list for each part of it, which begins with the name of its type.

    ["call", [17], [3, 4], [["n", 5]], 0]        a call of constant 17, whose value is number 17 of the values

Parsers check what they read: they raise TypeError or ValueError for anything but what the writer makes.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from ...ir.language import (
    IR,
    Argument,
    Block,
    Call,
    Constant,
    Edge,
    Goto,
    Handler,
    If,
    Load,
    Location,
    Next,
    Place,
    Raise,
    Return,
    Special,
    Statement,
    Variable,
)

Parser = Callable[[Any], Any]
_LEFT_OUT = "index", "passed"  # which only finding dependences asks for
_MOST = 1 << 30  # of numbers of variables, lines, columns


def encode(part: Any, value_number: Callable[[Any], int]) -> Any:
    """A part of a program in JSON; `value_number` gives the number of a constant's value."""
    if part is None or type(part) in (int, str, bool):
        return part
    if type(part) is tuple:
        return [encode(item, value_number) for item in part]
    if type(part) is Variable:
        return part.number
    if type(part) is Constant:
        return [value_number(part.value)]
    names = [field.name for field in fields(part) if field.name not in _LEFT_OUT]
    return [_tag(type(part)), *(encode(getattr(part, name), value_number) for name in names)]


def _tag(cls: type) -> str:
    return cls.__name__.lower()


# -- parsers ----------------------------------------------------------------------------------------------------------


def number(row: Any) -> int:
    if type(row) is not int or not -1 <= row <= _MOST:
        raise TypeError(f"{row!r:.40} is no number")
    return row


def text(row: Any) -> str:
    if type(row) is not str:
        raise TypeError(f"{row!r:.40} is no text")
    return row


def flag(row: Any) -> bool:
    if type(row) is not bool:
        raise TypeError(f"{row!r:.40} is neither true nor false")
    return row


def optional(parse: Parser) -> Parser:
    return lambda row: None if row is None else parse(row)


def items(row: Any, count: int | None = None) -> list[Any]:
    if type(row) is not list or (count is not None and len(row) != count):
        raise TypeError(f"{row!r:.40} is no list" + (f" of {count}" if count is not None else ""))
    return row


def many(parse: Parser) -> Parser:
    return lambda row: tuple([parse(item) for item in items(row)])


def pair(one: Parser, other: Parser) -> Parser:
    def parse(row: Any) -> tuple[Any, Any]:
        first, second = items(row, 2)
        return one(first), other(second)

    return parse


def made(cls: type, *parsers: Parser) -> Parser:
    """A parser of what `encode` makes of an instance of `cls`, whose fields have these parsers."""

    def parse(row: Any) -> Any:
        tag, *rest = items(row, 1 + len(parsers))
        if tag != _tag(cls):
            raise ValueError(f"{tag!r:.40} is no {_tag(cls)}")
        return cls(*[parser(item) for parser, item in zip(parsers, rest, strict=True)])

    return parse


def one_of(parsers: dict[type, Parser]) -> Parser:
    by_tag = {_tag(cls): parser for cls, parser in parsers.items()}

    def parse(row: Any) -> Any:
        tag = items(row)[0]
        if type(tag) is not str or tag not in by_tag:
            raise ValueError(f"{tag!r:.40} is not one of {', '.join(by_tag)}")
        return by_tag[tag](row)

    return parse


location = made(Location, number, text, number)
place = made(Place, *[optional(number)] * 4)


class Grammar:
    """The parsers of programs whose constants are among `values`."""

    def __init__(self, values: Sequence[Any]) -> None:
        def operand(row: Any) -> Variable | Constant:
            if type(row) is int:
                return Variable(number(row))
            [value] = items(row, 1)
            return Constant(values[index(value, len(values))])

        operands = many(operand)
        edge = made(Edge, number, operands)
        call = made(Call, operand, operands, many(pair(text, operand)), number)
        special = made(Special, text, operands)
        load = made(Load, text, text, operands)
        expression = one_of({Call: call, Special: special, Load: load})
        self.statement = made(Statement, number, expression, place, flag)
        terminator = one_of({
            Goto: made(Goto, edge, place),
            If: made(If, operand, text, edge, edge, place),
            Next: made(Next, operand, edge, edge, place),
            Return: made(Return, operand, place),
            Raise: made(Raise, operands, flag, place),
        })  # fmt: skip
        argument = made(Argument, number, text)
        handler = made(Handler, number, number, number)
        block = made(Block, number, many(argument), many(self.statement), terminator, many(handler))
        self._program = made(IR, text, text, number, many(block))

    def program(self, row: Any) -> IR:
        """An IR whose blocks are numbered, and lead to each other."""
        found: IR = self._program(row)
        for k, block in enumerate(found.blocks, 1):
            if block.number != k or not all(1 <= way <= len(found.blocks) for way in block.ways):
                raise ValueError(f"{found.name} has no block {block.number}, or leads from there to none")
        return found


def index(row: Any, count: int) -> int:
    """A number below `count`."""
    if not 0 <= number(row) < count:
        raise IndexError(f"{row} is not below {count}")
    return int(row)
