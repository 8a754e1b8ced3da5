"""The verbs in which rules are written. The first argument is a function, or a tuple of those that share the row."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import CodeType, EllipsisType, GetSetDescriptorType
from typing import Any, TypeGuard, TypeVar

import numpy as np

from .matching import filled, masked, match, spread, unmasked
from .registry import RULES, rule_for
from .reusing import reusing
from .rule import ALL, Argument, Derivative, Function, Rule
from .scalars import ARRAYS, SCALARS

Functions = Function | tuple[Function, ...]
F = TypeVar("F", bound=Callable[..., Any])
Text = str | EllipsisType | None
Maker = Callable[..., Callable[[Any], Any]]
RULE_CODE = os.path.join(os.path.dirname(__file__), "<")  # with which the file names of expressions begin
DIGAMMA_MODULE = SCALARS["digamma"].__module__
NAMES = ("x", "y", "z")

# elementwise derivatives; ufuncs have out= and where= besides, and take lists
PLAIN = """
def {name}(g, r, {arguments}):
    return {fit}({text}, {like})
"""
UFUNC = """
def {name}(g, r, {arguments}, out=None, *, where=True, **keywords):
    if {lists}:
        return {fit}({name}(asarray(g), r, {arrays}, where=where), {like})
    if where is True:
        return {fit}({text}, {like})
    return {fit}(masked({name}_inside(g, filled(r, where), {inside}), where), {like})

def {name}_inside(g, r, {arguments}):
    return {text}
"""


def elementwise(
    functions: Functions,
    *texts: Text,
    arrays: tuple[Text, ...] | None = None,
    tangents: tuple[Text, ...] | None = None,
    writes: bool = False,
    names: dict[str, Any] | None = None,
) -> None:
    """For each argument its cotangent: an expression in g, the result r, and the arguments x, y, z; None: zero.

    Where Python's numbers raise an ArithmeticError there, it is computed with numpy's: `g / x` may be infinite.

    `...` is for an argument whose derivative is not known. The tangent is the same expression with the argument's
    tangent for g, unless `tangents` says otherwise. `arrays`: other expressions for operands that may be arrays or
    complex. `names`: what the expressions use besides ARRAYS. `writes`: the result is stored to the first argument, if
    that is an array.

        elementwise((math.sin, np.sin), "g * cos(x)")
    """
    for function in several(functions):
        rule = rule_for(function)
        scalar = is_scalar(function)
        known = {**ARRAYS, **names} if names else SCALARS if scalar else ARRAYS
        vjps = texts if scalar or arrays is None else arrays
        jvps = vjps if scalar or tangents is None else tangents
        rule.texts = None if names else tuple(text for text in texts if text is not ...)
        rule.numpy_texts = None if names else next(filter(is_of_numbers, (vjps, texts)), None)
        set_zeros(rule, [number for number, text in enumerate(vjps) if text is None])
        for kind, row in (("vjp", vjps), ("jvp", jvps)):
            for number, text in enumerate(row):
                if isinstance(text, str):
                    rule.written[kind, number] = partial(compiled, function, kind, text, number, len(texts), known)
        if not scalar and not writes:
            rule.reusing = {
                number: partial(reusing, text, NAMES[: len(texts)], number, known)
                for number, text in enumerate(vjps)
                if isinstance(text, str)
            }
            rule.negative = tuple([number for number, text in enumerate(vjps) if text == "-g"])
        if isinstance(function, np.ufunc):
            rule.writes = ("out",)
            rule.vjps["out"] = rule.jvps["out"] = rule.vjps[function.nin] = rule.jvps[function.nin] = kept_of_out
        elif writes:
            rule.writes = (0,)


def is_of_numbers(texts: tuple[Text, ...]) -> TypeGuard[tuple[str | None, ...]]:
    """Do expressions use nothing but what SCALARS has?"""
    known = {"g", "r", *NAMES, *SCALARS}
    return all(text is None or (isinstance(text, str) and names_in(text) <= known) for text in texts)


def names_in(text: str) -> set[str]:
    return set(compile(text, text, "eval").co_names)


def is_scalar(function: Function) -> bool:
    """Whether a function takes plain numbers only: those of `math`, and what stands beside them in `scalars`."""
    return getattr(function, "__module__", None) in ("math", DIGAMMA_MODULE)


def compiled(function: Function, kind: str, text: str, number: int, count: int, names: dict[str, Any]) -> Derivative:
    """The function of (g, r, x, y, ...) that an expression says, in the shape of its argument or of the result."""
    source = (UFUNC if isinstance(function, np.ufunc) else PLAIN).format(
        name=kind,
        arguments=", ".join(NAMES[:count]),
        fit="match" if kind == "vjp" else "spread",
        text=text if text.isidentifier() else f"({text})",
        like=NAMES[number] if kind == "vjp" else "r",
        lists=" or ".join(f"type({each}) is list or type({each}) is tuple" for each in NAMES[:count]),
        arrays=", ".join(f"asarray({each})" for each in NAMES[:count]),
        inside=", ".join(f"filled({each}, where)" for each in NAMES[:count]),
    )
    namespace = {
        **names, "match": match, "spread": spread, "masked": masked, "filled": filled, "asarray": np.asarray
    }  # fmt: skip
    exec(compile(source, f"{RULE_CODE}{kind} of {function.__name__}: {text}>", "exec"), namespace)
    return namespace[kind]  # type: ignore[no-any-return]


def is_rule_code(code: CodeType) -> bool:
    """Is it that of an expression?"""
    return code.co_filename.startswith(RULE_CODE)


def kept_of_out(g: Any, ans: Any, *args: Any, where: Any = True, **keywords: Any) -> Any:
    """The cotangent, or tangent, of the array that a ufunc writes to: what a mask leaves of it."""
    return unmasked(g, where)


def linear(
    functions: Functions, *vjps: Derivative, argnums: Iterable[Argument] = (), writes: tuple[Argument, ...] = ()
) -> None:
    """For each argument in which a function is linear its vjp, of (g, ans, *args, **kwargs).

    A tangent is the function itself, with the tangent in the argument's place. `argnums` says which arguments these
    are, if not the first ones.

        linear((np.flip,), lambda g, ans, x, axis=None: np.flip(g, axis))
    """
    numbers = tuple(argnums) or tuple(range(len(vjps)))
    for function in several(functions):
        rule = rule_for(function)
        rule.is_written_otherwise()
        rule.linear = {*rule.linear, *numbers}
        rule.writes = writes or rule.writes
        for number, vjp in zip(numbers, vjps, strict=True):
            rule.vjps[number] = vjp
            rule.jvps[number] = tangent_by(function, number)


def tangent_by(function: Function, number: Argument) -> Derivative:
    """The function itself, with the tangent in the place of an argument, in the result's dtype."""

    def jvp(t: Any, ans: Any, *args: Any, out: Any = None, **kwargs: Any) -> Any:
        if isinstance(number, str):
            return applied(function, args, {**kwargs, number: t})
        return applied(function, (*args[:number], t, *args[number + 1 :]), kwargs)

    return jvp


def applied(function: Function, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The function of these arguments; a method or an attribute of arrays, of whatever number the first one is."""
    if getattr(function, "__objclass__", None) is not np.ndarray:
        return function(*args, **kwargs)
    first = args[0] if isinstance(args[0], np.ndarray | np.generic) else np.asarray(args[0])
    member: Any = function
    found = getattr(first, member.__name__)
    return found if isinstance(member, GetSetDescriptorType) else found(*args[1:], **kwargs)


def nondiff(functions: Functions, *more: Function, argnums: Iterable[Argument] | None = None) -> None:
    """Functions without derivative: it is zero, or the result is no number. With `argnums`, in these arguments only.

    nondiff(np.floor, np.ceil)
    """
    for function in (*several(functions), *more):
        rule = rule_for(function)
        if argnums is None:
            rule.nondiff = ALL
        else:
            set_zeros(rule, argnums)


def set_zeros(rule: Rule, argnums: Iterable[Argument]) -> None:
    if rule.nondiff is not ALL:
        rule.nondiff = {*rule.nondiff, *argnums}  # type: ignore[misc]


def defvjp(functions: Functions, *makers: Maker | None, argnums: Iterable[Argument] | None = None) -> None:
    """For each argument, a function of (ans, *args, **kwargs) that gives the one from g to the cotangent; None: zero.

    defvjp(f, lambda ans, x, y: lambda g: g * y, lambda ans, x, y: lambda g: g * x)
    """
    numbers = range(len(makers)) if argnums is None else argnums
    for function in several(functions):
        rule = rule_for(function)
        rule.is_written_otherwise()
        for number, maker in zip(numbers, makers, strict=True):
            if maker is None:
                set_zeros(rule, [number])
            else:
                rule.vjps[number] = made_by(maker)


def with_vjp(*makers: Maker | None, argnums: Iterable[Argument] | None = None) -> Callable[[F], F]:
    """`defvjp` as a decorator: the function is not entered, its derivatives are those.

    @with_vjp(lambda ans, x: lambda g: g * np.exp(x - ans))
    """

    def decorated(function: F) -> F:
        defvjp(function, *makers, argnums=argnums)
        return function

    return decorated


def made_by(maker: Maker) -> Derivative:
    def vjp(g: Any, ans: Any, *args: Any, **kwargs: Any) -> Any:
        return maker(ans, *args, **kwargs)(g)

    return vjp


def defvjp_argnum(functions: Functions, maker: Maker) -> None:
    """One maker, of (argnum, ans, args, kwargs), for all arguments."""

    def vjp(argnum: Argument, g: Any, ans: Any, *args: Any, **kwargs: Any) -> Any:
        return maker(argnum, ans, args, kwargs)(g)

    for function in several(functions):
        rule = rule_for(function)
        rule.is_written_otherwise()
        rule.variadic_vjp, rule.vjps = vjp, {}


def defjvp(functions: Functions, *jvps: Derivative | str | None, argnums: Iterable[Argument] | None = None) -> None:
    """For each argument, a function of (t, ans, *args, **kwargs) that gives its part of the tangent; None: zero.

    "same" stands for the function itself, where it is linear in that argument.
    """
    numbers = range(len(jvps)) if argnums is None else argnums
    for function in several(functions):
        rule = rule_for(function)
        for number, jvp in zip(numbers, jvps, strict=True):
            if jvp is None:
                set_zeros(rule, [number])
            else:
                rule.jvps[number] = tangent_by(function, number) if isinstance(jvp, str) else jvp


def defjvp_argnum(functions: Functions, jvp: Derivative) -> None:
    """One jvp, of (argnum, t, ans, args, kwargs), for all arguments."""

    def variadic(argnum: Argument, t: Any, ans: Any, *args: Any, **kwargs: Any) -> Any:
        return jvp(argnum, t, ans, args, kwargs)

    for function in several(functions):
        rule = rule_for(function)
        rule.variadic_jvp, rule.jvps = variadic, {}


def lacks(functions: Functions, *arguments: Argument) -> None:
    """The rule has no derivative by these arguments: a call with them is differentiated through its own code."""
    for function in several(functions):
        rule_for(function).lacks = arguments


def same(function: Function, known: Function) -> None:
    """A function has the rule of another one."""
    RULES[id(function)] = rule_for(known)


def several(functions: Functions) -> tuple[Function, ...]:
    return functions if isinstance(functions, tuple) else (functions,)
