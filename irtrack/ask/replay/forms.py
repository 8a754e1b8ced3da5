"""The words of straight-line Python for what the statements of the IR do.

A form is written from the texts of its operands. A name that begins with `_` in a text is a helper's (helpers.py).
"""

import builtins
import operator
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import NamedTuple

from ...ir.notation import INFIX, PREFIX
from ...ir.operations import getslice, not_contains
from . import helpers

Texts = list[str]


class Form(NamedTuple):
    """`write` gives an expression, or, where `effect` holds, a statement."""

    write: Callable[[Texts], str]
    effect: bool = False


FORMS: dict[str, Form] = {}


def form(name: str, text: str | Callable[[Texts], str], *, effect: bool = False) -> None:
    """Add a form: its text with places for operands, or what makes it of theirs."""
    FORMS[name] = Form((lambda texts: text.format(*texts)) if isinstance(text, str) else text, effect)


def bare(text: str) -> str:
    """`name` of `'name'`: where the grammar wants an identifier."""
    return text[1:-1]


def owner(text: str) -> str:
    """What an attribute is asked of: `1 .real` has to be `(1).real`."""
    return f"({text})" if text[0].isdigit() else text


def _bound(text: str) -> str:
    """Of a slice; a missing one is left out."""
    return "" if text == "None" else text


form("constant", "{0}")

# displays
form("tuple", lambda texts: f"({', '.join(texts)}{',' * (len(texts) == 1)})")
form("list", lambda texts: f"[{', '.join(texts)}]")
form("set", lambda texts: f"{{{', '.join(texts)}}}" if texts else "set()")
form("dict", lambda texts: f"{{{', '.join(map('{}: {}'.format, texts[::2], texts[1::2]))}}}")
form("list_to_tuple", "tuple({0})")
form("string", lambda texts: f'"".join(({", ".join(texts)}))')
form("slice", lambda texts: f"slice({', '.join(texts)})")
form("format_str", lambda texts: f"format({', '.join([f'str({texts[0]})', *texts[1:]])})")
form("format_repr", lambda texts: f"format({', '.join([f'repr({texts[0]})', *texts[1:]])})")
form("format_ascii", lambda texts: f"format({', '.join([f'ascii({texts[0]})', *texts[1:]])})")
form("template", "_template({0}, {1})")

# filling them
form("append", "{0}.append({1})", effect=True)
form("add", "{0}.add({1})", effect=True)
form("put", "{0}[{1}] = {2}", effect=True)
form("extend", "{0}.extend({1})", effect=True)
form("update", "{0}.update({1})", effect=True)
form("update_dict", "{0}.update({{**{1}}})", effect=True)  # which refuses what is no mapping
form("extend_exactly", "{0}.extend([*{1}])", effect=True)  # with the error of `*`
form("merge", "_merge({0}, {1})", effect=True)

# stores
form("setitem", "{0}[{1}] = {2}", effect=True)
form("delitem", "del {0}[{1}]", effect=True)
form("setslice", lambda t: f"{t[0]}[{_bound(t[1])}:{_bound(t[2])}] = {t[3]}", effect=True)
form("setattr", lambda t: f"{owner(t[0])}.{bare(t[1])} = {t[2]}", effect=True)
form("delattr", lambda t: f"del {owner(t[0])}.{bare(t[1])}", effect=True)

# attributes of classes and modules
form("super_attribute", lambda t: f"{t[0]}({t[1]}, {t[2]}).{bare(t[3])}")
form("import_from", lambda t: f"{t[0]}.{bare(t[1])}")

# `with`
form("enter", "type({0}).__enter__({0})")
form("exit", lambda t: f"type({t[0]}).__exit__({', '.join(t)})" if len(t) > 2 else
     f"type({t[0]}).__exit__({t[0]}, type({t[1]}), {t[1]}, {t[1]}.__traceback__)")  # fmt: skip

# `except` and `match`
form("matches", "isinstance({0}, {1})")
form("match_group", "_match_group({0}, {1})")
form("rest_of_group", "_rest_of_group({0}, {1})")
form("prep_reraise_star", "_prep_reraise_star({0}, {1})")
form("match_mapping", "_match_mapping({0})")
form("match_sequence", "_match_sequence({0})")
form("match_keys", "_match_keys({0}, {1})")
form("match_class", lambda t: f"_match_class({t[0]}, {t[1]}, {t[2]}, {t[3]})")

HELPERS: dict[str, Callable[..., object]] = {
    f"_{name}": function
    for name, function in vars(helpers).items()
    if isinstance(function, FunctionType) and function.__module__ == helpers.__name__ and name[0] != "_"
}

_IN_PLACE = {function: sign for function, sign in INFIX.items() if sign.endswith("=") and function.__name__[0] == "i"}
_PLACED: dict[int, str] = {  # operations that put their operands elsewhere than calls do
    id(operator.getitem): "{0}[{1}]",
    id(operator.contains): "{1} in {0}",
    id(not_contains): "{1} not in {0}",
}
_BUILTINS = {
    id(f): f.__name__
    for f in (builtins.iter, builtins.next, builtins.len, builtins.bool, builtins.format, builtins.str, builtins.repr,
              builtins.ascii)
}  # fmt: skip


def form_of(name: str, values: Sequence[object], *, exactly: bool = False) -> str:
    """The form that does what a statement does with these values; `exactly`: with the same errors."""
    if name == "update" and type(values[0]) is dict:
        return "update_dict"
    return "extend_exactly" if exactly and name == "extend" else name


def in_place(function: object) -> str | None:
    """`+=`, if the function is an operator in place."""
    return next((sign for known, sign in _IN_PLACE.items() if known is function), None)


def operation(function: object, texts: Texts) -> str | None:
    """The words for a call that the interpreter makes of a function: an operator, an attribute, `len` of a pattern."""
    for known, sign in INFIX.items():
        if known is function:
            return f"{texts[0]} {sign} {texts[1]}" if function not in _IN_PLACE else None
    for known, sign in PREFIX.items():
        if known is function:
            return f"{sign}{texts[0]}"
    if id(function) in _PLACED:
        return _PLACED[id(function)].format(*texts)
    if function is getslice:
        return f"{texts[0]}[{_bound(texts[1])}:{_bound(texts[2])}]"
    if function is getattr and len(texts) == 2:
        return f"{owner(texts[0])}.{bare(texts[1])}"
    name = _BUILTINS.get(id(function))
    return f"{name}({', '.join(texts)})" if name is not None else None
