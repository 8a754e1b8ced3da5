"""Who would make an object that is not there: by which calls and displays an operand comes to be."""

import operator
from collections.abc import Callable, Iterable
from functools import reduce
from types import FunctionType
from typing import Any

from ...ir.language import Call, Constant, Load, Operand, Special, Statement, Unbound, Variable
from ...ir.operations import getslice
from .beside import Beside
from .definitions import IN_PLACE, attribute_loaded
from .functions import unbound
from .shadows import UnmadeFunction, class_of

DISPLAYS: dict[str, type] = {"list": list, "dict": dict, "set": set, "tuple": tuple, "list_to_tuple": tuple}
TAKING = frozenset(map(id, (operator.getitem, iter, next)))
_JOINING = IN_PLACE | frozenset(map(id, (operator.add, operator.mul, operator.or_)))
_SELECTING = frozenset(map(id, (max, min, sum, reduce)))  # which give what they are passed, or make more of that
_FURTHEST = 60  # operands that are looked at
_DEEPEST = 3  # containers within containers that are made there


def makers(
    operand: Operand,
    beside: Beside,
    is_there: Callable[[Variable], bool],
    stored: Callable[[str], Iterable[Operand] | None],
    called: Callable[[Variable], list[Any] | None],
    *,
    further: bool = True,
) -> tuple[list[Any], bool]:
    """The functions and classes whose calls give what an operand is, or a container that it is taken out of; and is it
    known that it is one of these?

    `is_there`: has a variable a value already? `stored`: what the frame itself stores to a name, None if the name has
    another value; `called`: which functions a variable can be; `further`: also what operators and calls make
    of containers, and what attributes have that the frame has stored?
    """
    if isinstance(operand, Constant) or is_there(operand):  # as most often
        return [], False
    found: dict[int, Any] = {}
    waiting: list[tuple[Operand, int]] = [(operand, 0)]
    of_class: list[Operand] = []  # out of which containers of their class would be made
    seen: set[tuple[int, int]] = set()
    is_all = True
    while waiting:
        if further and len(seen) > _FURTHEST:
            is_all = False
            break
        one, depth = waiting.pop()  # out of how many containers it is taken
        if isinstance(one, Constant):
            is_all = is_all and type(one.value) is Unbound
            continue
        if (one.number, depth) in seen:
            continue
        seen.add((one.number, depth))
        defined = beside.statement(one.number)
        inner: Iterable[tuple[Operand, int]] | None = None
        expression = defined.expression if isinstance(defined, Statement) else None
        match expression:
            case _ if is_there(one):
                pass
            case Load(_, name, ()) | Special("load", (Constant(name),)) if operands := stored(name):
                inner = [(each, depth) for each in operands]
            case Special(name, operands) if name in DISPLAYS:
                put = beside.added_to(one.number) if further else ()
                inner = [(each, depth - 1) for each in (*operands, *put)] if depth else []
                if not depth:
                    found[id(DISPLAYS[name])] = DISPLAYS[name]
            case Call() if further and (joining := joined(expression, beside)):
                inner, is_all = [(each, depth) for each in joining], False
                of_class += joining if not depth else ()
            case Call(Constant(function), (container, *_)) if id(function) in TAKING and depth < _DEEPEST:
                inner = [(container, depth + (function is not iter))]
            case Special(name, (container, place)) if name.startswith("unpack_") and depth < _DEEPEST:
                inner = [(container, depth + 1)]
                if not depth and _is_starred(name, place):
                    found[id(list)] = list
            case Call(Variable() as function) as call if not depth:
                functions, arguments = called(function), call.operands[1:]
                if any(one is object.__new__ for one in functions or ()):
                    functions = [cls for each in arguments[:1] for cls in _types(each, called)]
                found.update((id(each), each) for each in functions or ())
                inner = [] if functions else None
                if any(map(_may_give, functions or ())):
                    inner = [(each, within) for each in arguments for within in (0, 1)]
                    is_all = False
            case Call(Variable()) as call if further:  # it may give a container of what it is passed, or makes
                arguments = call.operands[1:]
                classes = [cls for each in arguments for cls in _types(each, called)]
                found.update((id(cls), cls) for cls in classes)
                inner, is_all = [(each, within) for each in arguments for within in (depth - 1, depth)], False
            case None if beside.defined[one.number] != 1:
                inner = [(each, depth) for each in beside.incoming(one.number)]
                if (raised := beside.caught(one.number)) is not None:
                    inner += [(each, depth) for each in raised]
                    is_all = False
            case _ if further and (loaded := attribute_loaded(expression)) is not None:
                inner, is_all = [(each, depth) for each in beside.put_as(loaded[1])], False
        is_all = is_all and inner is not None
        waiting += inner or ()
    for one in of_class:
        is_known = isinstance(one, Variable) and (is_there(one) or isinstance(beside.expression_of(one), Load))
        there = called(one) if isinstance(one, Variable) and is_known else None
        found.update((id(class_of(each)), class_of(each)) for each in there or ())
    return list(found.values()), is_all and bool(found)


def _types(operand: Operand, called: Callable[[Variable], list[Any] | None]) -> list[Any]:
    """The classes that an operand can be."""
    found = called(operand) if isinstance(operand, Variable) else None
    return [one for one in found or () if isinstance(one, type)]


def joined(expression: Any, beside: Beside) -> tuple[Operand, ...]:
    """The containers of which a new one is made, of the same class, that holds what they hold."""
    function = expression.function if isinstance(expression, Call) else None
    if not isinstance(function, Constant):
        return ()
    operands = tuple[Operand, ...](expression.operands[1:])
    if function.value is getslice or (function.value is operator.getitem and beside.is_slice(operands[1])):
        return operands[:1]
    return operands if id(function.value) in _JOINING else ()


def _is_starred(form: str, place: Operand) -> bool:
    """Is it what a star takes that is unpacked to this place?"""
    before, star, _ = form.removeprefix("unpack_").partition("_star_")
    return bool(star) and isinstance(place, Constant) and place.value == int(before)


def _may_give(function: Any) -> bool:
    """May it give what it is passed, or what that holds?"""
    inner = unbound(function)[0]
    return type(inner) is FunctionType or type(inner) is UnmadeFunction or id(inner) in _SELECTING
