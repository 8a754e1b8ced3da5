"""Computing a recorded value again, where that is sound: pure functions of operands that nothing can change."""

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..ir.operations import getslice, not_contains
from ..rules.purity import ROWS, Row
from .classes import is_a, is_static
from .interrupts import is_interrupt
from .values import Dropped, value_text

_BUILTIN, _NUMPY = 1, 2  # kinds of plain values; 0 is no plain value
_SCALARS: dict[type, int] = {
    **dict.fromkeys((int, bool, float, complex, str, bytes, type(None), range, type(...)), _BUILTIN),
    **dict.fromkeys((np.bool_, np.int8, np.int16, np.int32, np.int64), _NUMPY),
    **dict.fromkeys((np.uint8, np.uint16, np.uint32, np.uint64), _NUMPY),
    **dict.fromkeys((np.float16, np.float32, np.float64, np.complex64, np.complex128), _NUMPY),
}
_NUMBERS = (int, bool, float, complex)
_DEEPEST = 20  # of tuples within tuples; what is deeper is not compared
_TRUTHS = frozenset({*_SCALARS, tuple, frozenset})  # nothing can change whether these hold

_PURE: dict[int, Row] = {id(row.function): row for row in ROWS}
for _function, _same in ((getslice, operator.getitem), (not_contains, operator.contains)):
    _PURE[id(_function)] = _PURE[id(_same)]._replace(function=_function)


def _formatted(convert: Callable[[Any], str]) -> Callable[..., str]:
    return lambda value, spec="": format(convert(value), spec)


_COMPARISONS = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)

_SPECIALS: dict[str, Callable[..., Any]] = {
    "string": lambda *parts: "".join(parts),
    "slice": slice,
    "format_str": _formatted(str),
    "format_repr": _formatted(repr),
    "format_ascii": _formatted(ascii),
}


_KEPT_LESS = (Dropped, np.ndarray, memoryview)


def same(one: Any, other: Any) -> bool:
    """Are two recorded values one object, as far as the record kept them?"""
    if one is other:
        return True
    if type(one) is Dropped or type(other) is Dropped:  # an array of which one node kept less than the other
        return is_a(one, *_KEPT_LESS) and is_a(other, *_KEPT_LESS)
    return False


def truth(value: Any) -> bool | None:
    """Whether a condition holds; None where that cannot be told from the value alone, later."""
    cls = type(value)
    if type(cls) is type and cls in _TRUTHS:  # a metaclass may have a __hash__
        return bool(value)
    return None


def equal(one: Any, other: Any) -> bool:
    """Equality of plain values in which NaN equals NaN and 0.0 differs from -0.0."""
    if one is other:
        return True
    cls = type(one)
    if cls is not type(other):
        return False
    if cls is float:
        if one == other:
            return one != 0 or math.copysign(1, one) == math.copysign(1, other)
        return bool(one != one and other != other)
    if cls is complex:
        return equal(one.real, other.real) and equal(one.imag, other.imag)
    if cls is tuple:
        return len(one) == len(other) and all(map(equal, one, other))
    if cls is slice:
        return equal((one.start, one.stop, one.step), (other.start, other.stop, other.step))
    return bool(one == other or (one != one and other != other))


class Recomputation:
    """What has been recomputed in one record: `count` nodes.

    The nesting of tuples is measured once each, so that a record of growing tuples stays linear.
    """

    def __init__(self) -> None:
        self.count = 0
        self._depths: dict[int, int] = {}  # id of a container that the record keeps alive -> nesting, 0 if not plain

    def call(
        self, function: Any, operands: Sequence[Any], names: tuple[str, ...], starred: int, value: Any
    ) -> str | None:
        """What is wrong with the value of a call, the last of whose operands have these names. None: cannot be told."""
        row = _PURE.get(id(function))
        if row is None:
            return None
        if starred:
            if starred != 1 or names or type(operands[-1]) is not tuple:
                return None
            operands = (*operands[:-1], *operands[-1])
        if function is operator.is_ or function is operator.is_not:
            if any(type(operand) is Dropped for operand in operands):
                return None
            return self._compare(function, operands, (), value)
        if not self._applicable(row, operands):
            return None
        if row.fresh and not self._plain(value):
            return None
        return self._compare(function, operands, names, value)

    def special(self, name: str, operands: Sequence[Any], value: Any) -> str | None:
        """The same for a special form."""
        if name == "tuple":
            self.count += 1
            right = type(value) is tuple and len(value) == len(operands) and all(map(same, value, operands))
            return "" if right else f"gives {value_text(value)}, which is not the tuple of its operands"
        if name.startswith("unpack_"):
            return self._unpack(name, operands, value)
        function = _SPECIALS.get(name)
        if function is None or any(self._plain(operand) != _BUILTIN for operand in operands):
            return None
        return self._compare(function, operands, (), value)

    def _unpack(self, name: str, operands: Sequence[Any], value: Any) -> str | None:
        if len(operands) != 2 or type(operands[0]) is not tuple or type(operands[1]) is not int:
            return None
        sequence, index = operands
        before, _, after = name.removeprefix("unpack_").partition("_star_")
        if after:
            if index == int(before):
                return None  # a list
            if index > int(before):
                index -= int(before) + 1 + int(after)
        self.count += 1
        return "" if same(value, sequence[index]) else f"gives {value_text(value)}, which is not item {index}"

    def _applicable(self, row: Row, operands: Sequence[Any]) -> bool:
        kinds = [self._plain(operand) for operand in operands]
        if 0 in kinds:
            return False
        if _NUMPY in kinds:
            return not row.settings and all(
                kind == _NUMPY or is_a(operand, *_NUMBERS) for operand, kind in zip(operands, kinds, strict=True)
            )
        # format(x, "n") asks the locale
        return row.function is not format or len(operands) < 2 or not str(operands[1]).endswith("n")

    def _compare(
        self, function: Callable[..., Any], operands: Sequence[Any], names: tuple[str, ...], value: Any
    ) -> str | None:
        try:
            if names:
                split = len(operands) - len(names)
                result = function(*operands[:split], **dict(zip(names, operands[split:], strict=True)))
            else:
                result = function(*operands)
        except (MemoryError, RecursionError):
            return None
        except Exception as error:
            if is_interrupt(error):
                raise
            if "sys.set_int_max_str_digits" in str(error):
                return None
            self.count += 1
            return f"gives {value_text(value)}, but applied again it raises {value_text(error)}"
        if type(value) is bool and type(result) is np.bool_ and function in _COMPARISONS:
            result = bool(result)  # a comparison for a branch asks for the truth itself, from 3.13 on
        if type(result) is type(value) and not self._plain(value):
            return None
        self.count += 1
        return "" if equal(result, value) else f"gives {value_text(value)}, but applied again {value_text(result)}"

    def _plain(self, value: Any) -> int:
        cls = type(value)
        if type(cls) is not type:  # a metaclass may have a __hash__
            return 0
        kind = _SCALARS.get(cls)
        if kind is not None:
            return kind
        if cls is type:
            return _BUILTIN if is_static(value) else 0
        if cls is tuple or cls is frozenset or cls is slice:
            return _BUILTIN if self._depth(value, 0) else 0
        return 0

    def _depth(self, container: Any, level: int) -> int:
        """The nesting of a container of plain values; 0 for any other."""
        known = self._depths.get(id(container))
        if known is not None:
            return known
        if level > _DEEPEST:
            return 0
        deepest = 1
        items = (container.start, container.stop, container.step) if type(container) is slice else container
        for item in items:
            if is_a(item, tuple, frozenset, slice):
                depth = self._depth(item, level + 1)
                deepest = max(deepest, depth + 1) if depth else _DEEPEST + 1
            elif self._plain(item) != _BUILTIN:
                deepest = _DEEPEST + 1
            if deepest > _DEEPEST:
                deepest = 0
                break
        self._depths[id(container)] = deepest
        return deepest
