"""A program without the statements that a slice has not: what is left must still give the result.

A statement of the source is in a slice if a node of one of its lines is. What makes no node, since it computes nothing
(`a = b`, `pass`, `break`, `global a`), stays, but for copies of what is not there any more; a `return` whose value
nobody needs returns nothing; a generator stays one; a `with` that is only needed for the exception that it swallowed
becomes a `suppress`.
"""

import ast
from typing import Any, cast

_NO_NODES = (ast.Break, ast.Continue, ast.Pass, ast.Global, ast.Nonlocal)
_COPIES = (ast.Name, ast.Constant, ast.Tuple, ast.Load, ast.UnaryOp, ast.USub)
_CONSTANTS = (ast.Constant, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator)  # which the compiler computes


class Deletion:
    """`deleted` counts the statements that are gone."""

    def __init__(self, lines: set[int]) -> None:
        self.lines = lines
        self.around: set[int] = set()  # the last lines of the `finally`, and the headers of the `with` around
        self.deleted = 0

    def apply(self, source: str) -> str:
        """The text of the module without the statements of its functions that lie on no line."""
        tree = ast.parse(source)
        generators = {f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and _is_generator(f)}
        functions = [f for f in tree.body if isinstance(f, ast.FunctionDef)]
        for c in tree.body:
            if isinstance(c, ast.ClassDef):
                functions += [f for f in c.body if isinstance(f, ast.FunctionDef)]
        for f in functions:
            nonlocal_names = sorted({n for x in ast.walk(f) if isinstance(x, ast.Nonlocal) for n in x.names})
            f.body = self._block(f.body) or [ast.Pass()]
            f.body[:0] = [_statement(f"{name} = None") for name in nonlocal_names]  # which functions within it declare
        for f in generators:
            f.body.append(_statement("if False: yield"))
        return "from contextlib import suppress\n" + ast.unparse(ast.fix_missing_locations(tree))

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [kept for statement in statements if (kept := self._kept(statement)) is not None]

    def _is_in_slice(self, statement: ast.stmt) -> bool:
        last = statement.end_lineno
        body = getattr(statement, "body", None)
        if body:  # its header
            last = max(statement.lineno, body[0].lineno - 1)
        return any(line in self.lines for line in range(statement.lineno, cast(int, last) + 1))

    def _kept(self, statement: ast.stmt) -> ast.stmt | None:
        if isinstance(statement, _NO_NODES):
            return statement
        is_in_slice = self._is_in_slice(statement)
        if isinstance(statement, ast.Return):
            # what returns a variable or a constant through these is on their lines
            value = statement.value
            is_copied = isinstance(value, ast.Name) or (value is not None and _is_constant(value))
            through = is_copied and not self.lines.isdisjoint(self.around)
            return statement if is_in_slice or through else ast.Return()
        around = self.around
        if isinstance(statement, ast.Try) and statement.finalbody:
            self.around = {*around, cast(int, statement.finalbody[-1].end_lineno)}
        elif isinstance(statement, ast.With):
            self.around = {*around, statement.lineno}
        elif isinstance(statement, ast.FunctionDef):
            self.around = set()
        try:
            return self._kept_with_body(statement, is_in_slice)
        finally:
            self.around = around

    def _kept_with_body(self, statement: ast.stmt, is_in_slice: bool) -> ast.stmt | None:
        needed = self._body(statement)
        if isinstance(statement, ast.With) and needed and not is_in_slice:
            return ast.With(
                items=[ast.withitem(ast.parse("suppress(ValueError)", mode="eval").body)], body=statement.body
            )
        if is_in_slice and isinstance(statement, ast.Assign) and _chooses_copies(statement.value):
            return _unless_missing([statement])  # the test may be needed for what it does, and what is copied is gone
        if needed or (is_in_slice and not isinstance(statement, ast.Try)):
            return statement
        self.deleted += 1
        return _copies(statement)

    def _body(self, statement: ast.stmt) -> bool:
        """Leave out of a compound statement what is not needed; is anything in it?"""
        needed = False
        owners: list[Any] = [statement, *getattr(statement, "handlers", ())]
        for owner in owners:
            for field in ("body", "orelse", "finalbody"):
                block = getattr(owner, field, None)
                if isinstance(block, list):
                    left = self._block(block)
                    needed |= any(not _is_idle(one) for one in left)
                    setattr(owner, field, left or ([ast.Pass()] if field == "body" else []))
        return needed


def lines_that_leave(source: str, lines: set[int]) -> set[int]:
    """The lines of what might leave loops early of which something is on these lines: without that they would go on."""
    found: set[int] = set()
    for loop in ast.walk(ast.parse(source)):
        if isinstance(loop, (ast.For, ast.While)) and any(
            line in lines for line in range(loop.lineno, cast(int, loop.end_lineno) + 1)
        ):
            found |= {
                statement.lineno
                for statement in ast.walk(loop)
                if isinstance(statement, ast.If) and any(isinstance(one, ast.Break) for one in ast.walk(statement))
            }
    return found


def _copied(part: ast.expr) -> set[str]:
    """The variables that an expression may be a copy of."""
    if isinstance(part, ast.IfExp):
        return _copied(part.body) | _copied(part.orelse)
    return {part.id} if isinstance(part, ast.Name) else set()


def lines_copied(source: str, lines: set[int]) -> set[int]:
    """The lines where something is assigned that a statement on these lines copies beside what it computes; or where it
    jumps.
    """
    statements = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Assign)]
    values = [one.value for one in statements if one.lineno in lines]
    parts = [part for value in values for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    copied = set[str]().union(*map(_copied, parts))
    return {
        one.lineno
        for one in statements
        if any(isinstance(part, ast.Name) and part.id in copied for target in one.targets for part in ast.walk(target))
    }


def lines_that_raise(source: str, lines: set[int]) -> set[int]:
    """The lines of each `raise` that is always reached in a `try` whose handlers copy to a variable that these lines
    read: a copy has no node, and no jump tells of it where nothing else can have run.
    """
    tree = ast.parse(source)
    names = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    read = {name.id for name in names if isinstance(name.ctx, ast.Load) and name.lineno in lines}
    found: set[int] = set()
    for attempt in ast.walk(tree):
        if isinstance(attempt, ast.Try):
            handled = [one for handler in attempt.handlers for one in ast.walk(handler)]
            copies = [one for one in handled if isinstance(one, ast.Assign) and isinstance(one.value, _COPIES)]
            targets = {target.id for copy in copies for target in copy.targets if isinstance(target, ast.Name)}
            if targets & read:
                found |= {one.lineno for one in attempt.body if isinstance(one, ast.Raise)}
    return found


def _statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def _is_generator(function: ast.FunctionDef) -> bool:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Yield):
            return True
        if not isinstance(one, ast.FunctionDef):
            waiting += ast.iter_child_nodes(one)
    return False


def _is_idle(statement: ast.stmt) -> bool:
    """Is it there only because it was not worth deleting?"""
    is_bare_return = isinstance(statement, ast.Return) and statement.value is None
    return isinstance(statement, _NO_NODES) or is_bare_return or hasattr(statement, "is_copy")


def _chooses_copies(value: ast.expr) -> bool:
    """Is it `a if ... else b`?"""
    return isinstance(value, ast.IfExp) and all(isinstance(one, _COPIES) for one in (value.body, value.orelse))


def _is_constant(value: ast.expr) -> bool:
    """Is it computed by the compiler?"""
    return all(isinstance(one, _CONSTANTS) for one in ast.walk(value))


def _copies(statement: ast.stmt) -> ast.stmt | None:
    """What a deleted assignment copies: of that there are no nodes, so that a slice can't have it."""
    parts = _parts(statement)
    if isinstance(statement, ast.Try):
        parts = [one for one in statement.finalbody if hasattr(one, "is_copy")]
    if not parts:
        return None
    copy = ast.If(ast.Constant(True), [_unless_missing([part]) for part in parts], [])
    copy.is_copy = True  # type: ignore[attr-defined]  # for `_is_idle`
    return copy


def _parts(statement: ast.stmt) -> list[ast.stmt]:
    """The assignments of a statement that copy what there is."""
    if not isinstance(statement, ast.Assign):
        return []
    target, value = statement.targets[0], statement.value
    is_pair = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    pairs = zip(target.elts, value.elts, strict=False) if is_pair else [(target, value)]
    found: list[ast.stmt] = []
    for name, copied in pairs:
        if isinstance(copied, ast.IfExp) and _chooses_copies(copied):
            copied = copied.body  # if it is needed, both are the same, or the test would be in the slice
        is_copy = _is_constant(copied) or all(isinstance(one, _COPIES) for one in ast.walk(copied))
        if isinstance(name, ast.Name) and is_copy:
            found.append(ast.Assign([name], copied))
    return found


def _unless_missing(statements: list[ast.stmt]) -> ast.stmt:
    """These, up to where a name is not there."""
    found = _statement("try: pass\nexcept NameError: pass")
    cast(ast.Try, found).body = statements
    return found
