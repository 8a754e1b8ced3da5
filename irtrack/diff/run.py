"""A run that is differentiated: what it was called with, its tape, and what came out."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from ..record.nodes.kinds import PrimitiveCallNode
from ..record.nodes.nested import NestedCallNode
from ..record.tracking import track
from ..record.values import SMALL_ARRAY, Dropped, callable_name, described
from ..rules.derivatives import rule_of
from . import caches
from .context import Differentiation
from .errors import DifferentiationError
from .handed import held_in, numbers_in
from .locations import place_of
from .places import fresh, is_numeric, owner_of
from .recipe import Recipe
from .steps import Place
from .tape import Tape
from .trees import is_leaf, leaves, parts, paths, tree_map
from .way import LARGE


class _Depth(threading.local):
    level = 0

    def __init__(self) -> None:
        self.handed: list[list[Any]] = []  # for each level what derivatives within it have handed out unseen


_depth = _Depth()
_CONTEXT = Differentiation()


def is_nested() -> bool:
    """Is something being differentiated that calls us?"""
    return _depth.level > 0


@contextmanager
def differentiating() -> Iterator[list[Any]]:
    """What runs within is differentiated: derivatives that it takes are nested, and add what they hand out unseen."""
    _depth.level += 1
    _depth.handed.append([])
    caches.opened()
    try:
        yield _depth.handed[-1]
    except Exception as error:
        if len(_depth.handed) > 1:
            _depth.handed[-2].extend(numbers_in(error.args))
        raise
    finally:
        caches.closed()
        _depth.handed.pop()
        _depth.level -= 1


def check_function(f: Any, what: str) -> None:
    if not callable(f):
        raise TypeError(f"{what}() takes a function to differentiate, not {described(f)}")


class Run:
    """`f(*args, **kwargs)`, to be differentiated by the arguments of the numbers `argnums`.

    `chosen`: these arguments; `originals`: the numbers in them; `tape.leaves`: the places of the same in the run, which
    had numbers of its own. `value`: what `f` returned; `steps` and `holders` as of the tape, or of the tape run again.
    """

    def __init__(self, f: Callable[..., Any], args: Any, kwargs: Any, argnums: tuple[int, ...], what: str) -> None:
        check_function(f, what)
        self.what = what
        self.chosen = [_argument(args, k, what) for k in argnums]
        if len({k % len(args) for k in argnums}) < len(argnums):
            raise ValueError(f"{what}: argnums names an argument twice: {argnums}")
        for k, argument in zip(argnums, self.chosen, strict=True):
            _check_argument(argument, k, what)
        self.originals = [leaf for argument in self.chosen for leaf in _numbers(argument)]
        made: list[Any] = []
        given = list(args)
        for k, argument in zip(argnums, self.chosen, strict=True):
            given[k if k >= 0 else len(args) + k] = tree_map(lambda leaf: _fresh(leaf, made), argument)
        with differentiating() as handed:
            self.node = track(_CONTEXT, f, *given, **kwargs)
        reason = self.node.metadata.get("native") if isinstance(self.node, PrimitiveCallNode) else None
        if reason and rule_of(f) is None:
            raise DifferentiationError(f"{what}: {callable_name(f)} cannot be recorded: {reason}")
        self.value = self.node.value
        self.tape = Tape(self.node, made, is_nested(), handed)
        if is_nested():
            self._hand_on(handed)
        _check_shared(self.originals, made, self.tape, what)
        self.steps, self.holders = self.tape.steps, self.tape.holders
        self.memo: dict[int, Any] = {}

    def _hand_on(self, handed: list[Any]) -> None:
        """Tell the derivative within which this one is taken of the numbers that may come to it unseen."""
        above = _depth.handed[-1]
        above += [*handed, *self.tape.handed]
        for leaf in leaves(self.value):
            if hasattr(type(leaf), "__next__"):
                raise DifferentiationError(
                    f"{self.what}: the function returns a {type(leaf).__qualname__} while a derivative is taken within "
                    "another one, and what comes out of that could not be followed; return a list"
                )
            if not is_numeric(leaf):
                above += numbers_in(held_in(leaf))

    def is_large(self) -> bool:
        """Does it hold much memory in arrays?"""
        return sum([one.nbytes for one in self.holders if type(one) is np.ndarray]) > LARGE

    def let_go(self) -> None:
        """Let nothing but the steps hold arrays: the record is still there to say where something was."""
        _keep_freed_memory()
        self.tape.views.clear()
        if isinstance(self.node, NestedCallNode):
            entries = self.node.log.entries
            for k, entry in enumerate(entries):
                if type(entry) is np.ndarray and entry.nbytes > SMALL_ARRAY:
                    entries[k] = Dropped(entry)

    def recipe(self) -> Recipe:
        return Recipe(self.tape)

    def place(self, leaf: Any) -> Place | None:
        """None, too, for what got a place by being asked for when the tape had been run again."""
        place = self.tape.place(leaf)
        return place if place is not None and place[0] < len(self.holders) else None


@cache
def _keep_freed_memory() -> None:
    """Let malloc keep twice as much freed memory as this: what a derivative holds is freed at once when it is there,
    and the next one would wait for the system to clear new pages, half as long as it computes. glibc does so when it
    first frees as large a block ("dynamic mmap threshold" in mallopt(3), at most 32 MB); elsewhere it is of no effect.
    """
    np.empty(31 << 20, np.uint8)


def _check_shared(originals: list[Any], made: list[Any], tape: Tape, what: str) -> None:
    """Of arrays that share memory each is differentiated by on its own: what is written to one, no other may read."""
    written = {id(owner_of(write.array.base if type(write.array) is np.flatiter else write.array)): write
               for write in tape.writes}  # fmt: skip
    if not written:
        return
    arrays = [(one, fresh) for one, fresh in zip(originals, made, strict=True) if isinstance(one, np.ndarray)]
    changed = [(one, written[id(fresh)]) for one, fresh in arrays if id(fresh) in written]
    for one, write in changed:
        if sum(np.shares_memory(one, other) for other, _ in arrays) > 1:
            raise DifferentiationError(
                f"{what}: an array is written to{place_of(write.node)} that shares memory with another argument, or "
                "stands in several places; pass copies"
            )


def _fresh(leaf: Any, made: list[Any]) -> Any:
    if not is_numeric(leaf):
        return leaf
    made.append(fresh(leaf))
    return made[-1]


def _numbers(tree: Any) -> list[Any]:
    """The numbers in an argument, each container once, as `tree_map` goes."""
    found: list[Any] = []
    tree_map(lambda leaf: found.append(leaf) if is_numeric(leaf) else None, tree)
    return found


def _argument(args: Any, k: int, what: str) -> Any:
    wanted: object = k
    if not isinstance(wanted, int) or isinstance(wanted, bool):
        raise TypeError(f"{what}: argnums is an int or a tuple of ints, not {k!r}")
    if not -len(args) <= k < len(args):
        count = len(args)
        raise TypeError(f"{what}: there is no argument {k}: the function was called with {count} by position")
    return args[k]


def _check_argument(argument: Any, k: int, what: str) -> None:
    """Something has to be there that can be differentiated by."""
    if not is_leaf(argument):
        return
    if not is_numeric(argument):
        kind = type(argument).__qualname__
        shown = f"an array of {argument.dtype}" if isinstance(argument, np.ndarray) else f"{kind} {argument!r}"
        hint = "; pass a float" if isinstance(argument, int) else ""
        if isinstance(argument, np.ndarray) and argument.dtype.kind in "iu":
            hint = "; pass an array of floats"
        raise TypeError(f"{what}: argument {k} is {shown}, by which nothing can be differentiated{hint}")


def numbers_of(tree: Any, what: str) -> list[tuple[str, Any]]:
    """What a function returned, number by number, with the names by which they are reached."""
    return [(name, leaf) for name, leaf in paths(tree, what) if is_numeric(leaf)]


def rebuilt(trees: list[Any], values: list[Any]) -> list[Any]:
    """The same trees with other values in the places of numbers, None for all else."""
    left = iter(values)
    return [tree_map(lambda leaf: next(left) if is_numeric(leaf) else None, tree) for tree in trees]


def replaced(tree: Any, values: list[Any]) -> Any:
    """The same tree with other values in the places of numbers."""
    left = iter(values)
    return tree_map(lambda leaf: next(left) if is_numeric(leaf) else leaf, tree)


def number_list(tree: Any) -> list[Any]:
    return _numbers(tree)


def same_structure(tree: Any, other: Any) -> bool:
    if is_leaf(tree) or is_leaf(other):
        return is_leaf(tree) and is_leaf(other)
    ours, theirs = parts(tree), parts(other)
    return len(ours) == len(theirs) and all(map(same_structure, ours, theirs))


def check_scalar(value: Any, what: str) -> None:
    """`grad` is of what returns one real number."""
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind == "f":
        return
    if isinstance(value, float | np.floating):
        return
    if isinstance(value, np.ndarray):
        shown = f"an array of shape {value.shape} and dtype {value.dtype}"
    else:
        shown = f"{type(value).__qualname__} {value!r}" if is_leaf(value) else f"a {type(value).__qualname__}"
    raise TypeError(
        f"{what}: the function has to return one real number, not {shown}; jacobian() and vjp() take other results"
    )


__all__ = ["DifferentiationError", "Run", "is_nested", "leaves"]
