"""Calls to try rules with, as text: one line a call. The names are arrays of the shapes that stand in `samples`."""

import ast
import cmath
import math
import operator
from typing import Any, NamedTuple

import numpy as np


class Example(NamedTuple):
    """`np.sum(m, axis=0)`"""

    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def samples() -> dict[str, Any]:
    """New arrays with the same random numbers each time."""
    random = np.random.default_rng(11)

    def real(*shape: int) -> Any:
        return random.standard_normal(shape)

    def comp(*shape: int) -> Any:
        return real(*shape) + 1j * real(*shape)

    q, cq = real(3, 3), comp(3, 3)
    values = {
        "s": 0.7,
        "v": real(3),
        "w": real(4),
        "m": real(2, 3),
        "n": real(3, 4),
        "t": real(2, 3, 4),
        "q": q,
        "k": real(2, 3, 3) + 2 * np.eye(3),
        "p": q @ q.T + 2 * np.eye(3),
        "z0": np.array([1.5, 0.0, -2.0]),
        "z00": np.array([[1.5, 0.0, -2.0], [0.0, 0.0, 1.0]]),
        "nn": np.array([[1.5, np.nan, -2.0], [0.3, 0.0, 1.0]]),
        "cs": 0.3 + 0.4j,
        "cv": comp(3),
        "cm": comp(2, 3),
        "cn": comp(3, 4),
        "cq": cq,
        "ct": comp(2, 3, 4),
        "cp": cq @ cq.conj().T + 2 * np.eye(3),
        "u": np.sort(random.uniform(0.1, 0.9, 3)),
        "v5": real(5),
        "a0": real(),
        "mask": np.array([[True, False, True], [False, True, True]]),
        "one": real(1),
        "e": real(0, 3),
        "l": [0.5, -1.5],
        "pair": [real(3), real(3)],
        "i": np.array([2, 0, 2]),
        "v12": real(12),
        "m1": real(2, 1),
        "m22": real(2, 2),
        "singular": np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]]),
    }
    return {"np": np, "cmath": cmath, "math": math, "operator": operator, "A": np.ndarray, **values}


def example(line: str, names: dict[str, Any]) -> Example:
    """The call that a line says, not executed."""
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call), line

    def value(tree: ast.expr) -> Any:
        return eval(compile(ast.Expression(tree), line, "eval"), names)

    return Example(
        value(call.func),
        tuple(value(each) for each in call.args),
        {each.arg: value(each.value) for each in call.keywords if each.arg},
    )


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines() if line.strip() and not line.strip().startswith("#")]
