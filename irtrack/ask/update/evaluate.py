"""What a statement does with values: forms and calls, executed."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ...ir.language import Call, Load, Special, Statement
from ..replay.forms import FORMS, HELPERS, form_of

_EXACT = {name: HELPERS[f"_{name}"] for name in ("matches", "enter")}  # with the errors of the interpreter
_REFUSED = frozenset(["prep_reraise_star"])  # it asks for tracebacks
_NAMED = {"setattr": 1, "delattr": 1, "super_attribute": 3, "import_from": 1}  # forms with a name, and its place


def attribute(owner: Any, name: str, *, of_manager: bool) -> Any:
    """What the load of an attribute gives; from 3.14 on there are such of the methods that `with` calls."""
    return HELPERS["_manager_method"](owner, name) if of_manager else getattr(owner, name)


@cache
def function_of(name: str, count: int, attribute: str) -> tuple[Callable[..., Any], bool]:
    """A form as a function of its operands; and is it an effect, whose value is the last of these?"""
    if name in _EXACT:
        return _EXACT[name], False
    form = FORMS[name]
    texts = [f"a{k}" for k in range(count)]
    if name in _NAMED:
        texts[_NAMED[name]] = repr(attribute)
    parameters = ", ".join(f"a{k}" for k in range(count))
    text = form.write(texts)
    body = text if form.effect else f"return {text}"
    namespace: dict[str, Any] = dict(HELPERS)
    exec(f"def form({parameters}):\n    {body}", namespace)
    function: Callable[..., Any] = namespace["form"]
    return function, form.effect


def is_known(name: str) -> bool:
    """Is it a form that can be executed here?"""
    return name == "import" or (name in FORMS and name not in _REFUSED)


def perform(statement: Statement, values: list[Any], namespace: dict[str, Any]) -> Any:
    """The value of a statement that is no load of a name; `values` are those of its operands."""
    expression = statement.expression
    if isinstance(expression, Load):
        return getattr(values[0] if len(values) == 1 else values[1], expression.name)
    if isinstance(expression, Call):
        return call(expression, values)
    assert isinstance(expression, Special)
    if expression.name == "import":
        return __import__(values[0], namespace, None, values[2], values[1])
    name = str(values[_NAMED[expression.name]]) if expression.name in _NAMED else ""
    function, is_effect = function_of(form_of(expression.name, values, exactly=True), len(values), name)
    try:
        value = function(*values)
    except Exception:
        if expression.name == "import_from":
            HELPERS["_import_from"](*values)  # whose error is the interpreter's
        raise
    return (values[-1] if not expression.name.startswith("del") else None) if is_effect else value


def arguments_of(expression: Call, values: list[Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Function, positional and keyword arguments of a call."""
    function, *rest = values
    count = len(expression.keywords)
    named = dict(zip((name for name, _ in expression.keywords), rest[len(rest) - count :], strict=True))
    positional = rest[: len(rest) - count]
    if expression.starred == 2:
        named = {**positional.pop(), **named}
    if expression.starred:
        spread, _ = Passing(lambda: function)(*positional[-1])  # a list would ask it how long it is
        positional = [*positional[:-1], *spread]
    return function, tuple(positional), named


def merge(find: Callable[[], Any], known: dict[Any, Any], more: Any) -> None:
    """Of a call `f(**known, **more)` what comes before it; `find` gives the function."""
    is_refused_later = isinstance(more, dict) and not all(isinstance(name, str) for name in more)
    if not is_refused_later or known.keys() & more.keys():
        _, more = Passing(find)(**known, **more)
    known.update(more)


class Passing:
    """Stands for a function in the interpreter's errors about what it is passed, and returns that."""

    def __init__(self, find: Callable[[], Any]) -> None:
        self._find = find

    def __call__(self, *positional: Any, **named: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return positional, named

    def __getattribute__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_find")(), name)

    def __str__(self) -> str:
        return str(object.__getattribute__(self, "_find")())


def call(expression: Call, values: list[Any]) -> Any:
    function, positional, named = arguments_of(expression, values)
    return function(*positional, **named)


@cache
def unpacking(before: int, after: int) -> Callable[[Any], list[Any]]:
    """`a, b = x`, or, where `after` is not negative, `a, *b, c = x`: the items."""
    names = [f"x{k}" for k in range(before + (after >= 0) + max(after, 0))]
    targets = [f"*{name}" if after >= 0 and k == before else name for k, name in enumerate(names)]
    namespace: dict[str, Any] = {}
    exec(f"def unpack(value):\n    [{', '.join(targets)}] = value\n    return [{', '.join(names)}]", namespace)
    function: Callable[[Any], list[Any]] = namespace["unpack"]
    return function
