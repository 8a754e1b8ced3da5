"""What straight-line code needs from outside, under names: globals, results of impure primitives, what has no literal.

Names that can be imported are; text and numbers are written; the rest is bound: given to the code when it runs.
"""

import builtins
import keyword
import math
import re
import sys
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ...record.callables import is_native_kind
from ...record.classes import class_name, is_a, module_of
from ...record.values import callable_name, value_text
from .forms import HELPERS

_LONGEST = 200  # characters of a literal in the midst of the code
_DIGITS = 10**100


class Line(NamedTuple):
    """A line of the header: what it is for, the code, which may be none, and a remark."""

    kind: str
    code: str
    remark: str


GLOBALS, RESULTS, OTHERS = "globals", "results of impure primitives", "what no text can be written for"


class Header:
    """`bindings`: by name what has to be given; `written`: the globals for which there is a text, which makes an equal
    object, and not that one. `lines`: what the code begins with. `names`: of what is there from outside.
    """

    def __init__(self, taken: set[str]) -> None:
        self.bindings: dict[str, Any] = {}
        self.written: dict[str, Any] = {}
        self.lines: list[Line] = []
        self.taken = {*taken, *keyword.kwlist, *vars(builtins)}
        self._named: dict[tuple[int, str], str] = {}
        self._alive: list[Any] = []
        self._waiting: dict[str, Any] = {}
        self._results: dict[str, int] = {}
        self.uses_helpers: set[str] = set()
        self.names: set[str] = set()

    # -- names --------------------------------------------------------------------------------------------------------

    def fresh(self, wanted: str) -> str:
        """A name that nothing has, as near as can be to that one."""
        base = re.sub(r"\W", "_", wanted).strip("_") or "value"
        if base[0].isdigit():
            base = "_" + base
        name, count = base, 1
        while name in self.taken or re.fullmatch(r"v\d+", name):
            count += 1
            name = f"{base}_{count}"
        self.taken.add(name)
        return name

    def bind(self, value: Any, wanted: str, kind: str, remark: str = "") -> str:
        """A name for an object; the same for the same object, and the same name wanted."""
        key = id(value), wanted
        name = self._named.get(key)
        if name is None:
            self._alive.append(value)
            name = self._named[key] = self.fresh(wanted)
            self._define(name, value, kind, remark)
        return name

    def result(self, value: Any, wanted: str, remark: str) -> str:
        """A name for what an impure primitive gave: one for each time."""
        self._results[wanted] = self._results.get(wanted, 0) + 1
        name = self.fresh(f"{wanted}_{self._results[wanted]}")
        self._define(name, value, RESULTS, remark)
        return name

    def name_for(self, function: Any, wanted: str) -> str:
        """A name for a function that is called; it is bound if a line turns out to need it."""
        key = id(function), wanted
        name = self._named.get(key)
        if name is None:
            name = self._named[key] = self.fresh(wanted)
            self.names.add(name)
            self._waiting[name] = function
        return name

    def settle(self, body: str) -> None:
        """Bind what was given a name, as far as the body has that."""
        for name, function in self._waiting.items():
            if re.search(rf"\b{name}\b", body):
                self._define(name, function, OTHERS, "")

    def _define(self, name: str, value: Any, kind: str, remark: str) -> None:
        self.names.add(name)
        code = self._code(name, value)
        if not code:
            self.bindings[name] = value
            remark = ", ".join(filter(None, (value_text(value), remark)))
        elif kind is GLOBALS:
            self.written[name] = value
        self.lines.append(Line(kind, code or f"# {name}", remark))

    def _code(self, name: str, value: Any) -> str:
        """The line that defines a name without anything from outside; "" if there is none."""
        text = literal(value)
        if text is not None:
            return f"{name} = {text}"
        if type(value) is ModuleType and sys.modules.get(value.__name__) is value and value.__name__ != "__main__":
            parent, _, last = value.__name__.rpartition(".")
            if last == name:
                return f"from {parent} import {last}" if parent else f"import {last}"
            return f"import {value.__name__} as {name}"
        if value is CellType:
            return f"from types import CellType as {name}" if name != "CellType" else "from types import CellType"
        module, qualified = importable(value)
        if module and module != "builtins":
            return f"from {module} import {qualified}" + (f" as {name}" if qualified != name else "")
        return f"from builtins import {qualified} as {name}" if module else ""

    def global_value(self, dotted: str, value: Any, namespace: dict[str, Any] | None) -> str:
        """What a global, or an attribute of one, is written as: `random.random`."""
        base, *rest = dotted.split(".")
        if not rest:
            if getattr(builtins, base, _MISSING) is value and base.isidentifier():
                return base
            return self.bind(value, base, GLOBALS)
        owner = found = (namespace or {}).get(base, getattr(builtins, base, _MISSING))
        for part in rest:
            if not is_a(found, ModuleType) and not issubclass(type(found), type):
                found = _MISSING
                break
            found = vars(found).get(part, _MISSING)
        if found is not value:
            return self.bind(value, rest[-1], GLOBALS, dotted)
        return ".".join([self.global_value(base, owner, namespace), *rest])

    def constant(self, value: Any, wanted: str = "constant") -> str:
        """A literal, or the name of an object."""
        text = literal(value)
        if text is not None and len(text) <= _LONGEST:
            return text
        module, name = importable(value)
        if module == "builtins" and "." not in name and getattr(builtins, name, _MISSING) is value:
            return name
        if type(value) is not FunctionType and (method := _builtin_method(value)):
            return method
        if type(value) is CodeType:
            wanted = f"code_{value.co_name}"
        elif is_a(value, FunctionType) or issubclass(type(value), type):
            wanted = callable_name(value).rpartition(".")[2]
        return self.bind(value, wanted, OTHERS)

    def write(self) -> list[str]:
        lines: list[str] = []
        if self.uses_helpers:
            names = ", ".join(f"{name[1:]} as {name}" for name in sorted(self.uses_helpers))
            lines.append(f"from {HELPERS['_match_keys'].__module__} import {names}")
        for kind in (GLOBALS, RESULTS, OTHERS):
            of_kind = [line for line in self.lines if line.kind == kind]
            if of_kind:
                lines.append(f"# bound: {kind}")
                lines += [f"{line.code}  # {line.remark}" if line.remark else line.code for line in of_kind]
        return lines


_MISSING = object()


def importable(value: Any) -> tuple[str, str]:
    """The module and the name under which everybody can import a function or class; "" if nobody can."""
    if not is_a(value, FunctionType, type(len)) and not issubclass(type(value), type):
        return "", ""
    is_class = issubclass(type(value), type)
    module: Any = module_of(value) if is_class else getattr(value, "__module__", None)
    name: Any = class_name(value) if is_class else getattr(value, "__qualname__", "")
    if not isinstance(module, str) or module == "__main__" or not isinstance(name, str) or not name.isidentifier():
        return "", ""
    known = sys.modules.get(module)
    return (module, name) if known is not None and vars(known).get(name, _MISSING) is value else ("", "")


def _builtin_method(value: Any) -> str:
    """`object.__setattr__`; "" if it is no method of a builtin class."""
    if not is_native_kind(type(value)):
        return ""
    cls: type = getattr(value, "__objclass__", object)
    name: str = getattr(value, "__name__", "")
    if getattr(builtins, cls.__name__, None) is not cls or vars(cls).get(name) is not value:
        return ""
    return f"{cls.__name__}.{name}"


def literal(value: Any, depth: int = 0) -> str | None:
    """The text that makes an equal value, of the same type; None if there is none."""
    kind = type(value)
    if value is None or kind is bool or kind is bytes or value is ... or value is NotImplemented:
        return repr(value)
    if kind is str:
        return repr(value)
    if kind is int:
        text = repr(value) if -_DIGITS < value < _DIGITS else hex(value)
        return f"({text})" if value < 0 else text
    if kind is float:
        if math.isfinite(value):
            return repr(value) if math.copysign(1, value) > 0 else f"({value!r})"
        return f'float("{value!r}")'
    if kind is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if kind is tuple or kind is frozenset:
        parts = [literal(item, depth + 1) for item in value] if depth < 10 else [None]
        if None in parts:
            return None
        text = ", ".join(part for part in parts if part is not None)
        if kind is frozenset:
            return f"frozenset(({text}{',' * (len(parts) == 1)}))"
        return f"({text}{',' * (len(parts) == 1)})"
    if kind is slice:
        inner = [literal(part, depth + 1) for part in (value.start, value.stop, value.step)]
        return f"slice({', '.join(map(str, inner))})" if None not in inner else None
    return None
