"""The functions that give derivatives. Their names and signatures are those of JAX."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ...record.values import described
from ...rules.derivatives.matching import match
from ..run import Run, check_function, check_scalar, is_nested, number_list, rebuilt, replaced
from ..trees import leaves
from .again import at, run_again
from .forward import push_forward
from .reverse import pull_back
from .shadows import Shadows

Argnums = int | tuple[int, ...]


def _several(argnums: Argnums) -> tuple[int, ...]:
    return tuple(argnums) if isinstance(argnums, tuple | list) else (argnums,)


def _run(f: Any, args: Any, kwargs: Any, argnums: tuple[int, ...], what: str) -> tuple[Run, Any]:
    """A run to be differentiated, and what it returned."""
    run = Run(f, args, kwargs, argnums, what)
    if not is_nested():
        return run, run.value
    run.steps, run.holders = run_again(run.recipe(), run.originals)
    return run, _renewed(run, run.value)


def _renewed(run: Run, tree: Any) -> Any:
    """What a run returned, with what the tape that was run again has in the places of numbers."""
    numbers = number_list(tree)
    return replaced(tree, [at(run.place(number), number, run.holders) for number in numbers])


def _gradients(run: Run, shadows: Shadows) -> list[Any]:
    """What has come to the leaves, with their shapes and dtypes; zeros where nothing has."""
    found = []
    for place, leaf in zip(run.tape.leaves, run.originals, strict=True):
        given = shadows.get(place)
        gradient = zero_like(leaf) if given is None else match(given, leaf)
        found.append(np.asarray(gradient) if isinstance(leaf, np.ndarray) else gradient)
    return found


def zero_like(leaf: Any) -> Any:
    if isinstance(leaf, np.ndarray):
        return np.zeros_like(leaf)
    return type(leaf)(0)


def one_like(leaf: Any) -> Any:
    if isinstance(leaf, np.ndarray):
        return np.ones_like(leaf)
    return type(leaf)(1)


def value_and_grad(f: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns what `f` does, and its gradient: see `grad`."""
    return _value_and_grad(f, argnums, has_aux, "value_and_grad")


def _value_and_grad(f: Callable[..., Any], argnums: Argnums, has_aux: bool, what: str) -> Callable[..., Any]:
    check_function(f, what)
    numbers = _several(argnums)

    @wraps(f)
    def value_and_gradient(*args: Any, **kwargs: Any) -> Any:
        run, value = _run(f, args, kwargs, numbers, what)
        recorded = run.value
        if has_aux:
            check_pair(value, what)
            recorded = recorded[0]
        check_scalar(recorded, what)
        place = run.place(recorded)
        seeds = [] if place is None else [(place, one_like(recorded))]
        spend = not is_nested() and run.is_large()
        if spend:
            run.let_go()
        shadows = pull_back(run.steps, run.holders, seeds, spend=spend)
        gradients = rebuilt(run.chosen, _gradients(run, shadows))
        return value, tuple(gradients) if isinstance(argnums, tuple | list) else gradients[0]

    return value_and_gradient


def check_pair(value: Any, what: str) -> None:
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"{what}: with has_aux=True the function returns a pair (result, anything), not {value!r}")


def grad(f: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the gradient of `f`, whose result is one real number.

    argnums: the argument to differentiate by, or a tuple of these, which gives a tuple. Arguments are floats, complex
    numbers, numpy scalars and arrays, and whatever nesting of containers and plain objects of them; the gradient has
    the same structure, None in the place of what is no such number. has_aux: `f` returns a pair, whose second part is
    not differentiated; the gradient then is the first of a pair, too.

    Raises TypeError where there is nothing to differentiate, DifferentiationError where it is not known how.
    """
    return _grad(f, argnums, has_aux, "grad")


def _grad(f: Callable[..., Any], argnums: Argnums, has_aux: bool, what: str) -> Callable[..., Any]:
    inner = _value_and_grad(f, argnums, has_aux, what)

    @wraps(f)
    def gradient(*args: Any, **kwargs: Any) -> Any:
        value, found = inner(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradient


def vjp(f: Callable[..., Any], *args: Any, has_aux: bool = False, **kwargs: Any) -> Any:
    """`(out, vjp_fn)`: what `f(*args, **kwargs)` returns, and the function that takes a cotangent of that to a tuple
    with the cotangent of each argument. With `has_aux`, `f` returns a pair, and so it is (out, vjp_fn, aux).
    """
    check_function(f, "vjp")
    numbers = tuple([k for k in range(len(args)) if is_differentiable(args[k])])
    if not numbers:
        raise TypeError("vjp: no argument is there to differentiate by: pass a float, or an array of floats")
    run, value = _run(f, args, kwargs, numbers, "vjp")
    recorded = run.value
    if has_aux:
        check_pair(value, "vjp")
        recorded = recorded[0]
    outputs = number_list(recorded)
    places = [run.place(output) for output in outputs]

    def pull(cotangent: Any) -> Any:
        given = number_list(cotangent)
        check_cotangents(outputs, given, recorded, cotangent)
        seeds = [(p, match(one, out)) for p, one, out in zip(places, given, outputs, strict=True) if p is not None]
        shadows = pull_back(run.steps, run.holders, seeds)
        gradients = iter(rebuilt(run.chosen, _gradients(run, shadows)))
        return tuple([next(gradients) if k in numbers else None for k in range(len(args))])

    return (value[0], pull, value[1]) if has_aux else (value, pull)


def is_differentiable(argument: Any) -> bool:
    return len(number_list(argument)) > 0


def check_cotangents(outputs: list[Any], given: list[Any], value: Any, cotangent: Any) -> None:
    if len(outputs) != len(given):
        raise TypeError(
            f"vjp_fn takes a cotangent with the structure of the result, {described(value)}: {_counted(outputs)}, "
            f"not {_counted(given)}, as {described(cotangent)} has{_hint(cotangent)}"
        )
    for output, one in zip(outputs, given, strict=True):
        if np.shape(output) != np.shape(one):
            raise TypeError(f"vjp_fn takes a cotangent of shape {np.shape(output)} there, not {np.shape(one)}")


def _counted(numbers: list[Any]) -> str:
    """`1 float or array of floats`"""
    return f"{len(numbers)} {'float or array' if len(numbers) == 1 else 'floats or arrays'} of floats"


def _hint(tree: Any) -> str:
    """What to do where whole numbers were given in the place of floats."""
    whole = any(
        isinstance(leaf, int) or (isinstance(leaf, np.ndarray) and leaf.dtype.kind in "iub") for leaf in leaves(tree)
    )
    return "; pass floats" if whole else ""


def jvp(f: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool = False) -> Any:
    """`(out, tangent)`: what `f(*primals)` returns, and how that changes in the direction `tangents`."""
    return _jvp(f, primals, tangents, has_aux, "jvp")


def _jvp(f: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool, what: str) -> Any:
    check_function(f, what)
    if not isinstance(primals, tuple | list) or not isinstance(tangents, tuple | list):
        raise TypeError(f"{what} takes a tuple of arguments and a tuple of their tangents, as in {what}(f, (x,), (v,))")
    if len(primals) != len(tangents):
        raise TypeError(f"{what}: there are {len(primals)} arguments, but {len(tangents)} tangents")
    numbers = tuple([k for k in range(len(primals)) if is_differentiable(primals[k])])
    if not numbers:
        raise TypeError(f"{what}: no argument is there to differentiate by: pass a float, or an array of floats")
    run, value = _run(f, tuple(primals), {}, numbers, what)
    recorded = run.value
    if has_aux:
        check_pair(value, what)
        recorded = recorded[0]
    given = [one for k in numbers for one in number_list(tangents[k])]
    check_tangents(run.originals, given, tuple(tangents), what)
    seeds = [(p, match(one, leaf)) for p, one, leaf in zip(run.tape.leaves, given, run.originals, strict=True)]
    shadows = push_forward(run.steps, run.holders, seeds)
    out = value[0] if has_aux else value
    tangent = rebuilt([out], _tangents(run, shadows, number_list(recorded)))[0]
    return (out, tangent, value[1]) if has_aux else (out, tangent)


def check_tangents(originals: list[Any], given: list[Any], tangents: Any, what: str) -> None:
    if len(originals) != len(given):
        raise TypeError(
            f"{what} takes tangents with the structure of the arguments, which have {_counted(originals)}, "
            f"not {_counted(given)}, as {described(tangents)} has{_hint(tangents)}"
        )
    for leaf, one in zip(originals, given, strict=True):
        if np.shape(leaf) != np.shape(one):
            raise TypeError(f"{what}: the tangent of an argument of shape {np.shape(leaf)} has shape {np.shape(one)}")


def _tangents(run: Run, shadows: Shadows, outputs: list[Any]) -> list[Any]:
    found = []
    for output in outputs:
        place = run.place(output)
        given = None if place is None else shadows.get(place)
        found.append(zero_like(output) if given is None else given)
    return found


def jacrev(f: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the Jacobian of `f`: in the place of each number or array of its result the derivative
    by the argument, whose shape is that of the result, followed by that of the argument. One reverse pass for each
    number of the result.
    """
    return _jacrev(f, argnums, has_aux, "jacrev")


def _jacrev(f: Callable[..., Any], argnums: Argnums, has_aux: bool, what: str) -> Callable[..., Any]:
    check_function(f, what)
    numbers = _several(argnums)

    @wraps(f)
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        run, value = _run(f, args, kwargs, numbers, what)
        recorded = run.value
        if has_aux:
            check_pair(value, what)
            recorded = recorded[0]
        found = [_rows(run, output) for output in number_list(recorded)]
        return _arranged(run, recorded, found, argnums, value[1] if has_aux else None, has_aux)

    return jacobian


def _arranged(run: Run, recorded: Any, found: list[Any], argnums: Argnums, aux: Any, has_aux: bool) -> Any:
    several = isinstance(argnums, tuple | list)
    trees = []
    for rows in found:
        gradients = rebuilt(run.chosen, rows)
        trees.append(tuple(gradients) if several else gradients[0])
    result = rebuilt([recorded], trees)[0]
    return (result, aux) if has_aux else result


def _rows(run: Run, output: Any) -> list[Any]:
    """The derivative of one number or array of the result by each leaf."""
    place = run.place(output)
    shape = np.shape(output)
    if place is None:
        return [_joined([], shape, output, leaf) for leaf in run.originals]
    if shape == ():
        return _row(run, place, one_like(output))
    rows = []
    for k in range(output.size):
        seed = np.zeros_like(output)
        seed[np.unravel_index(k, shape)] = 1
        rows.append(_row(run, place, seed))
    columns = [[row[k] for row in rows] for k in range(len(run.originals))]
    return [_joined(column, shape, output, leaf) for column, leaf in zip(columns, run.originals, strict=True)]


def _row(run: Run, place: Any, seed: Any) -> list[Any]:
    """The derivative of one number by each leaf: of a complex one by a real leaf both parts, of which each pass gives
    one.
    """
    found = _gradients(run, pull_back(run.steps, run.holders, [(place, seed)]))
    if not np.iscomplexobj(seed) or all(map(np.iscomplexobj, run.originals)):
        return found
    imaginary = _gradients(run, pull_back(run.steps, run.holders, [(place, seed * -1j)]))
    return [
        real if np.iscomplexobj(leaf) else real + 1j * other
        for real, other, leaf in zip(found, imaginary, run.originals, strict=True)
    ]


def _joined(column: list[Any], shape: tuple[int, ...], output: Any, leaf: Any) -> Any:
    if not column:
        return np.zeros((*shape, *np.shape(leaf))) if (*shape, *np.shape(leaf)) else 0.0
    return np.reshape(np.stack(column), (*shape, *np.shape(leaf)))


def jacfwd(f: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The same as `jacrev`, by one forward pass for each number of the argument."""
    check_function(f, "jacfwd")
    numbers = _several(argnums)

    @wraps(f)
    def jacobian(*args: Any, **kwargs: Any) -> Any:
        run, value = _run(f, args, kwargs, numbers, "jacfwd")
        recorded = run.value
        if has_aux:
            check_pair(value, "jacfwd")
            recorded = recorded[0]
        outputs = number_list(recorded)
        found: list[list[Any]] = [[] for _ in outputs]
        for place, leaf in zip(run.tape.leaves, run.originals, strict=True):
            columns = [
                _tangents(run, push_forward(run.steps, run.holders, [(place, seed)]), outputs)
                for seed in seeds_of(leaf)
            ]
            for k, output in enumerate(outputs):
                found[k].append(_side_by_side([column[k] for column in columns], output, leaf))
        return _arranged(run, recorded, found, argnums, value[1] if has_aux else None, has_aux)

    return jacobian


def seeds_of(leaf: Any) -> list[Any]:
    """The directions along the numbers of a leaf."""
    if not isinstance(leaf, np.ndarray):
        return [one_like(leaf)]
    found = []
    for k in range(leaf.size):
        seed = np.zeros_like(leaf)
        seed[np.unravel_index(k, leaf.shape)] = 1
        found.append(seed)
    return found


def _side_by_side(columns: list[Any], output: Any, leaf: Any) -> Any:
    if not isinstance(leaf, np.ndarray):
        return columns[0]
    if not columns:
        return np.zeros((*np.shape(output), *leaf.shape))
    return np.reshape(np.stack(columns, axis=-1), (*np.shape(output), *leaf.shape))


jacobian = jacrev


def hessian(f: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that returns the second derivatives of `f`, whose result is one real number."""
    return _jacrev(_grad(f, argnums, has_aux, "hessian"), argnums, has_aux, "hessian")


def hvp(f: Callable[..., Any], primals: Any, v: Any) -> Any:
    """The Hessian of `f` at `primals`, times `v`.

    `primals` is a tuple of arguments, as of `jvp`, and so is `v` and the result; or, for one argument, that itself.
    """
    several = isinstance(primals, tuple)
    gradient = _grad(f, tuple(range(len(primals))) if several else 0, False, "hvp")
    return _jvp(gradient, primals if several else (primals,), v if several else (v,), False, "hvp")[1]


def elementwise_grad(f: Callable[..., Any], argnum: int = 0) -> Callable[..., Any]:
    """A function that returns the derivative of the sum of all that `f` returns: of a function that works on each item
    on its own, the derivative item by item.
    """
    check_function(f, "elementwise_grad")

    @wraps(f)
    def gradient(*args: Any, **kwargs: Any) -> Any:
        run, _ = _run(f, args, kwargs, (argnum,), "elementwise_grad")
        seeds = []
        for output in number_list(run.value):
            place = run.place(output)
            if place is not None:
                seeds.append((place, one_like(output)))
        return rebuilt(run.chosen, _gradients(run, pull_back(run.steps, run.holders, seeds)))[0]

    return gradient
