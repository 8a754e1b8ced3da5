"""What is looked for first when numbers went wrong: NaN and infinity, in numbers, arrays and tuples of them.

No code of the program runs to find them: a subclass of an array is looked at as the array that it is.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

KINDS = (float, complex, np.inexact, np.ndarray, tuple)  # the types of what can be NaN, or hold it
_DEEPEST = 5  # tuples within tuples


@dataclass(frozen=True, slots=True)
class Trouble:
    """`NaN`: `of_float` says of a float whether it is meant, `of_array` of each element of an array of numbers."""

    name: str
    of_float: Callable[[float], bool]
    of_array: Callable[..., Any]

    def is_in(self, value: Any, depth: int = 0) -> bool:
        """Is it the value, an element of an array, or an item of a tuple?"""
        cls = type(value)
        if cls is float:
            return self.of_float(value)
        if cls is np.ndarray and value.dtype.kind in "fc":
            return bool(self.of_array(value).any())
        if issubclass(cls, np.ndarray):
            return bool(self.elements(value).any())
        if issubclass(cls, tuple):
            return depth < _DEEPEST and any(self.is_in(item, depth + 1) for item in tuple.__iter__(value))
        if issubclass(cls, (float, complex)):  # whose __float__ may be the program's
            plain = float.__float__(value) if issubclass(cls, float) else complex.__pos__(value)
            return bool(self.of_array(plain))
        return issubclass(cls, KINDS) and bool(self.of_array(value))

    def elements(self, array: "np.ndarray[Any, Any]") -> Any:
        """Which elements of an array are meant; none of what is masked, and of objects."""
        plain = np.ndarray.view(array, np.ndarray)
        if plain.dtype.kind not in "fc":
            return np.False_
        found = self.of_array(plain)
        return found & ~np.ma.getmaskarray(array) if isinstance(array, np.ma.MaskedArray) else found

    def is_constant_of(self, template: Any) -> bool:
        """May code give it without computing it?"""
        return any(self.is_in(constant) for constant in template.code.co_consts)


NAN = Trouble("NaN", math.isnan, np.isnan)
INFINITY = Trouble("infinity", math.isinf, np.isinf)
