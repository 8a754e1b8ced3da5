"""How a call is written out: which function's body takes its place, and what its parameters are there."""

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, MethodType
from typing import Any, NamedTuple

from ...record.callables import constructors
from ...record.classes import lookup
from ...record.loans import own_code
from ...record.nodes.nested import NestedCallNode
from .header import literal

_TYPE_CALL = type.__dict__["__call__"]
_LONG = 40  # characters of a default value
_VARARGS, _VARKEYWORDS = 4, 8  # CO_VARARGS, CO_VARKEYWORDS


class Callee(NamedTuple):
    """The function that a call entered, its text, what it is passed before the arguments that the call shows; for a
    class, whose `__init__` it is, the texts of the class and of the function that makes the object.
    """

    function: Any
    text: str
    first: tuple[str, ...] = ()
    cls: str = ""
    new: str = ""


def callee(call: NestedCallNode, text: str) -> Callee | None:
    """What was entered; None for what has to be called as it is. `text`: that of what was called."""
    called: Any = call._operands[0].value
    code = call.template.code
    found: Callee | None = None
    if type(called) is FunctionType:
        found = Callee(called, text)
    elif type(called) is MethodType:
        found = Callee(called.__func__, f"{text}.__func__", (f"{text}.__self__",))
    elif issubclass(type(called), type):
        if lookup(type(called), "__call__") is _TYPE_CALL:
            new, init = constructors(called)
            if type(new) is not FunctionType and call.template.constructs:
                maker = "object.__new__" if new is object.__new__ else f"{text}.__new__"
                found = Callee(init, f"{text}.__init__", (), text, maker)
    else:
        method = lookup(type(called), "__call__")
        found = Callee(method, f"type({text}).__call__", (text,))
    if found is None or type(found.function) is not FunctionType or own_code(found.function) is not code:
        return None
    return found


class Parameter(NamedTuple):
    """`kind`: "", "*" or "**"; `default`: how it is had from the function, "" if there is none."""

    name: str
    kind: str
    default: str
    value: Any


def parameters_of(function: Any, text: str) -> list[Parameter]:
    """Of a function, in the order of its code's variables: positional, by keyword only, `*rest`, `**more`."""
    code = own_code(function)
    names = code.co_varnames
    count, last = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    defaults, by_name = function.__defaults__ or (), function.__kwdefaults__ or {}
    found: list[Parameter] = []
    for k, name in enumerate(names[:last]):
        place = k - count + len(defaults)
        if k < count and place >= 0:
            found.append(Parameter(name, "", f"{text}.__defaults__[{place}]", defaults[place]))
        elif k >= count and name in by_name:
            found.append(Parameter(name, "", f"{text}.__kwdefaults__[{name!r}]", by_name[name]))
        else:
            found.append(Parameter(name, "", "", None))
    if code.co_flags & _VARARGS:
        found.append(Parameter(names[last], "*", "", None))
        last += 1
    if code.co_flags & _VARKEYWORDS:
        found.append(Parameter(names[last], "**", "", None))
    return found


def plain(value: Any) -> str | None:
    """The text of a default value, if it is a short literal."""
    text = literal(value)
    return text if text is not None and len(text) < _LONG else None


def signature(code: CodeType, parameters: list[Parameter], skipped: int, *, literally: bool = True) -> str:
    """`a, b=1, /, *rest, k=2, **more`, without the first `skipped`; `literally`: write defaults out."""
    parts: list[str] = []
    stars = [parameter for parameter in parameters if parameter.kind]
    count = len(parameters) - len(stars)
    for k in range(count):
        if k == code.co_argcount and not any(parameter.kind == "*" for parameter in stars):
            parts.append("*")
        elif k == code.co_argcount:
            parts.append("*" + stars[0].name)
        if k >= skipped:
            default = parameters[k].default
            default = default and ((plain(parameters[k].value) if literally else None) or default)
            parts.append(parameters[k].name + (f"={default}" if default else ""))
        if k == code.co_posonlyargcount - 1 and k >= skipped:
            parts.append("/")
    if count <= code.co_argcount:
        parts += [parameter.kind + parameter.name for parameter in stars if parameter.kind == "*"]
    parts += [parameter.kind + parameter.name for parameter in stars if parameter.kind == "**"]
    return ", ".join(parts)


def static_binding(
    code: CodeType, positional: list[str], keywords: dict[str, str], default: Mapping[int, Callable[[], str]]
) -> list[str]:
    """The texts of all parameters for a call without stars, as the interpreter binds arguments."""
    count, last = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames
    left = dict(keywords)
    found: list[str] = []
    for k in range(last):
        if k < count and k < len(positional):
            found.append(positional[k])
        elif names[k] in left and k >= code.co_posonlyargcount:
            found.append(left.pop(names[k]))
        else:
            found.append(default[k]())
    if code.co_flags & _VARARGS:
        rest = positional[count:]
        found.append(f"({', '.join(rest)}{',' * (len(rest) == 1)})")
    if code.co_flags & _VARKEYWORDS:
        found.append(f"{{{', '.join(f'{name!r}: {text}' for name, text in left.items())}}}")
    return found
