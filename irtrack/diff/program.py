"""A call that is computed again where its derivative is wanted: what is kept for that, and whether it is the same."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import CellType, FunctionType, MethodType
from typing import Any

import numpy as np

from ..ask.questions.effects import effects
from ..record.callables import CACHE
from ..record.nodes.axes import Descendant
from ..record.nodes.kinds import SpecialCallNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..record.tracking import track
from ..rules.derivatives.verbs import is_rule_code
from .draws import Kept, keeping
from .errors import DifferentiationError
from .handed import gives_more, is_filled
from .locations import function_name, place_of
from .places import is_numeric, owner_of
from .recipe import Recipe
from .recomputing import Recomputing
from .run import differentiating, number_list
from .steps import Place
from .tape import Tape
from .trees import leaves, tree_map

_CONTEXT = Recomputing()
_REPEATED = ("global", "argument", "outside")  # kinds of effects that would be there twice


class Program:
    """`f(*args, **kwargs)`, done once.

    `value`: what it gave; `results`: the numbers and the owners of arrays in that which it has made; `values`: those
    which it has not made and may have read. Of the record nothing is kept but what impure functions gave.
    """

    def __init__(self, f: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.name = function_name(f)
        self._again = _frozen(f, args, kwargs)
        self._draws: list[Any] = []
        try:
            with keeping(self._draws), differentiating():
                node = track(_CONTEXT, f, *args, **kwargs)
        except Exception as error:
            if any(map(is_numeric, leaves(error.args))):
                raise DifferentiationError(
                    f"checkpoint: {self.name} raises {error!r}, whose numbers could not be followed; return them"
                ) from error
            raise
        self.value = node.value
        for leaf in leaves(self.value):
            if gives_more(leaf):
                raise DifferentiationError(
                    f"checkpoint: {self.name} returns a {type(leaf).__qualname__}, and what comes out of that could "
                    "not be followed; return a list, or the numbers"
                )
        for problem in _problems(node, f):
            raise DifferentiationError(
                f"checkpoint: {self.name} {problem}, which would be done again when it is computed again; "
                "let it return what it computes"
            )
        tape = Tape(node, [], nested=True)
        literals = _literals(node)
        found = [holder for _, holder in Recipe(tape).outside if id(holder) not in tape.born]
        outside = [holder for holder in found if id(holder) not in literals]
        self.values = tuple(outside)
        known = set(map(id, outside))
        owners = {id(owner): owner for owner in map(_owner, number_list(self.value))}
        self.results = tuple(owner for key, owner in owners.items() if key not in known)
        _forget(node)

    def again(self, values: Sequence[Any], results: Sequence[Any]) -> tuple[Recipe, list[Place | None]]:
        """Compute it again by those values, which should give those results: the recipe, with `self.values` for leaves,
        and the places of the results.

        Raises DifferentiationError if something else has come out.
        """
        f, args, kwargs = self._again
        with keeping(Kept(self._draws)), differentiating(), _held(self.values, values):
            node = track(_CONTEXT, f, *args, **kwargs)
            tape = Tape(node, self.values, nested=True)
            recipe = Recipe(tape)
        known = set(map(id, self.values))
        owners = {id(owner): owner for owner in map(_owner, number_list(node.value))}
        found = [owner for key, owner in owners.items() if key not in known]
        if self._reads_more(node, tape, recipe) or not _same(found, results):
            raise DifferentiationError(
                f"checkpoint: {self.name} has computed something else when it was computed again: it reads what has "
                "changed since, or draws random numbers in a way that irtrack does not know; pass these as arguments"
            )
        _forget(node)
        return recipe, [tape.place(owner) for owner in found]

    def has(self, values: Sequence[Any]) -> bool:
        """Are the values those that it has read?"""
        return all(one is other for one, other in zip(values, self.values, strict=True))

    def _reads_more(self, node: Node, tape: Tape, recipe: Recipe) -> bool:
        """Does it read other numbers than the first time? What derivatives within it make are new objects each time."""
        literals, read = _literals(node), recipe.slots_read()
        others = [
            holder
            for slot, holder in recipe.outside
            if slot in read and id(holder) not in tape.born and id(holder) not in literals
        ]
        return any(isinstance(one, np.ndarray) or not any(_is_equal(one, value) for value in self.values)
                   for one in others)  # fmt: skip


@contextmanager
def _held(arrays: Sequence[Any], values: Sequence[Any]) -> Iterator[None]:
    """Let arrays hold what they held, where that has changed since."""
    pairs = [(array, value) for array, value in zip(arrays, values, strict=True) if isinstance(array, np.ndarray)]
    changed = [(array, array.copy(), value) for array, value in pairs if not np.array_equal(array, value, True)]
    for array, _, value in changed:
        array[...] = value
    try:
        yield
    finally:
        for array, present, _ in changed:
            array[...] = present


def _is_equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and (one == other or (one != one and other != other))


def _forget(node: Node) -> None:
    """Children are in cycles with their parents, and would be kept until the garbage collector comes."""
    if isinstance(node, NestedCallNode):
        node.forget_children()


def _owner(number: Any) -> Any:
    return owner_of(number) if isinstance(number, np.ndarray) else number


def _same(found: list[Any], results: Sequence[Any]) -> bool:
    return len(found) == len(results) and all(
        np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-6, atol=0, equal_nan=True)
        for one, other in zip(found, results, strict=True)
    )


def _frozen(f: Any, args: Any, kwargs: Any) -> tuple[Any, Any, Any]:
    """The same call, whatever happens to its containers, to those of a closure, and to its variables."""
    owner = f.__self__ if type(f) is MethodType else None
    function = f.__func__ if type(f) is MethodType else f
    cells = list(function.__closure__ or ()) if type(function) is FunctionType else []
    filled = [cell for cell in cells if is_filled(cell)]
    try:
        owner, args, kwargs, contents = tree_map(
            lambda leaf: leaf, (owner, args, kwargs, [cell.cell_contents for cell in filled])
        )
    except ValueError:  # something holds itself; what changes then is found when it is computed again
        return f, args, kwargs
    if filled:
        new = {id(cell): CellType(content) for cell, content in zip(filled, contents, strict=True)}
        closure = tuple([new.get(id(cell), cell) for cell in cells])
        made = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, closure)
        made.__kwdefaults__ = function.__kwdefaults__
        function = made
    return (MethodType(function, owner) if type(f) is MethodType else function), args, kwargs


def _literals(root: Node) -> set[int]:
    """The ids of the numbers that stand in the code that has run."""
    calls = [root, *root.query(Descendant)] if isinstance(root, NestedCallNode) else []
    codes = {id(call.template.code): call.template.code for call in calls if isinstance(call, NestedCallNode)}
    return {id(constant) for code in codes.values() for constant in _constants(code.co_consts)}


def _constants(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from _constants(value)
        elif isinstance(value, float | complex):
            yield value


def _problems(root: Node, f: Any) -> Iterator[str]:
    """What the call has done besides returning a value."""
    for effect in effects(root):
        if effect.kind in _REPEATED and not _makes_rule(effect.node):
            yield f"changes {effect.what}{place_of(effect.node)}"
    nodes = root.query(Descendant) if isinstance(root, NestedCallNode) else []
    made = {id(node.value) for node in nodes if isinstance(node, SpecialCallNode) and node.name == "function"}
    ours = [id(cell) for cell in _closure(f)]
    for node in nodes:
        if isinstance(node, SpecialCallNode) and node.name == "store" and not _is_own(node, f, made, ours):
            yield f"sets the variable {node._operands[0].value}{place_of(node)}"
        elif any(type(operand.value) is CACHE for operand in node._operands[:1]):
            yield f"uses a cache{place_of(node)}"


def _makes_rule(node: Node) -> bool:
    """Is it in the code that makes a derivative of a rule, when that is first asked for?"""
    call = node.parent
    return isinstance(call, NestedCallNode) and is_rule_code(call.template.code)


def _is_own(node: Any, f: Any, made: set[int], ours: list[int]) -> bool:
    """Is it the store to a variable of a function that the call has made?"""
    call, name = node.parent, node._operands[0].value
    names = call.template.code.co_freevars
    if name not in names:
        return True
    function = f if call.parent is None else call._operands[0].value
    cell = dict(zip(names, _closure(function), strict=False)).get(name)
    return id(function) in made and id(cell) not in ours


def _closure(function: Any) -> Any:
    return getattr(getattr(function, "__func__", function), "__closure__", None) or ()


def recomputed(program: Program, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a program has computed, or computes by other values: the one operation of the outer record."""
    if program.has(values):
        return program.results
    from .entered.again import at, run_again

    recipe, places = program.again(values, program.results)
    _, holders = run_again(recipe, list(values))
    pairs = zip(places, program.results, strict=True)
    return tuple([result if place is None else at(place, None, holders) for place, result in pairs])
