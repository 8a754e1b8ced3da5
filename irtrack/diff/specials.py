"""Special methods of numbers and arrays that are called by name: each is an operator."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")
_UNARY: dict[str, Any] = {"neg": operator.neg, "pos": operator.pos, "abs": abs, "float": float, "complex": complex}
_OWNERS = (float, complex, np.ndarray, np.generic)
Adapter = Callable[[Any, tuple[Any, ...], dict[str, Any]], tuple[Any, tuple[Any, ...], dict[str, Any]]]


def adapter_of(method: Any) -> Adapter | None:
    """What gives the operator that `float.__rmul__` stands for, and its operands; None for other methods."""
    return _ADAPTERS.get(method.__name__) if issubclass(method.__objclass__, _OWNERS) else None


def _adapter(function: Any, count: int, *, reflected: bool = False) -> Adapter:
    def adapted(method: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        if len(arguments) != count:
            return method, arguments, keywords
        return function, arguments[::-1] if reflected else arguments, keywords

    return adapted


_ADAPTERS: dict[str, Adapter] = {
    **{f"__{name}__": _adapter(getattr(operator, name), 2) for name in _BINARY},
    **{f"__r{name}__": _adapter(getattr(operator, name), 2, reflected=True) for name in _BINARY},
    **{f"__{name}__": _adapter(function, 1) for name, function in _UNARY.items()},
}
