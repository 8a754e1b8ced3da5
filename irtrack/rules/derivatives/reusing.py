"""Cotangents that are computed in the memory of the result, where nobody needs that any more.

An expression is taken apart into its operations; from the last that reads the result on, each that can writes there.

    g * (1 - r * r)      t0 = multiply(r, r, r); t1 = subtract(1, t0, r); t2 = multiply(g, t1, r)
"""

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from .matching import match
from .scalars import TAKING_OUT

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.USub: "negative"
}  # fmt: skip
_ARRAYS = {"g", "r", "x", "y", "z"}  # which may be
_UFUNCS: dict[str, Any] = {name: getattr(np, name) for name in _OPERATORS.values()}


class _Operations:
    """The operations of an expression in their order: the name of a function, "" for any other expression; operands."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = {**names, **_UFUNCS}
        self.found: list[tuple[str, list[str]]] = []

    def value(self, node: ast.expr) -> str:
        """The name of what a part of the expression gives."""
        names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
        if isinstance(node, ast.Name) or not names & _ARRAYS:
            return f"({ast.unparse(node)})"
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return self._add(_OPERATORS[type(node.op)], [node.left, node.right])
        if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
            return self._add(_OPERATORS[type(node.op)], [node.operand])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and takes_out(self.names[node.func.id]):
            return self._add(node.func.id, node.args)
        self.found.append(("", [ast.unparse(node)]))
        return f"t{len(self.found) - 1}"

    def _add(self, function: str, parts: list[ast.expr]) -> str:
        operands = [self.value(part) for part in parts]
        self.found.append((function, operands))
        return f"t{len(self.found) - 1}"

    def lines(self) -> list[str]:
        """Their source; the last one writes to `r`, or there is none."""
        last = max((k for k, (_, operands) in enumerate(self.found) if any(map(_reads_result, operands))), default=0)
        lines, held = [], ""  # what is in the memory of the result
        for k, (function, operands) in enumerate(self.found):
            reuses = bool(function) and k >= last and (not held or held in operands)
            if reuses or held in operands:
                held = f"t{k}" if reuses else ""
            given = ", ".join([*operands, "r"] if reuses else operands)
            lines.append(f"t{k} = {function}({given})")
        return lines if held and held == f"t{len(lines) - 1}" else []


def _reads_result(text: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "r" for node in ast.walk(ast.parse(text)))


def takes_out(function: Any) -> bool:
    """Does it write its result to an array that it is passed behind its arguments?"""
    return isinstance(function, np.ufunc) or function in TAKING_OUT


def reusing(text: str, arguments: tuple[str, ...], number: int, names: dict[str, Any]) -> Callable[..., Any] | None:
    """The function of (g, r, x, y, ...) that computes an expression in r; None if that is of no use.

    `reads`: which arguments it uses, -1 if the result.
    """
    operations = _Operations(names)
    tree = ast.parse(text, mode="eval")
    operations.value(tree.body)
    lines = operations.lines()
    if not lines:
        return None
    body = "".join([f"    {line}\n" for line in lines])
    source = f"def vjp(g, r, {', '.join(arguments)}):\n{body}    return match(r, {arguments[number]})\n"
    namespace = {**operations.names, "match": match}
    exec(compile(source, f"<cotangent in place: {text}>", "exec"), namespace)
    found: Any = namespace["vjp"]
    used = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    found.reads = [k for k, name in enumerate(arguments) if name in used] + ([-1] if "r" in used else [])
    vjp: Callable[..., Any] = found
    return vjp
