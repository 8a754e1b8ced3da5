"""A tape run once more, as ordinary code: so a derivative that is taken within another one is seen by that."""

from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

import numpy as np

from ..places import owner_of
from ..recipe import Recipe
from ..steps import Operation, Packing, Write


def run_again(recipe: Recipe, leaves: list[Any]) -> tuple[list[Any], list[Any]]:
    """The steps of a tape with other leaves, and what its places hold then."""
    tape = recipe.tape
    holders: list[Any] = [None] * recipe.size
    for (slot, _), leaf in zip(tape.leaves, leaves, strict=True):
        holders[slot] = leaf.copy() if recipe.is_written and isinstance(leaf, np.ndarray) else leaf
    for slot, holder in recipe.outside:
        holders[slot] = holder
    for slot, memory in recipe.memories:
        holders[slot] = memory.copy()
    steps: list[Any] = []
    for step, sources in zip(tape.steps, recipe.sources, strict=True):
        kind = type(step)
        if kind is Write:
            steps.append(write_again(step, sources, holders))
            continue
        arguments = tuple([at(place, value, holders) for place, value in zip(sources[0], step.arguments, strict=True)])
        keywords = {name: at(sources[1][name], value, holders) for name, value in step.keywords.items()}
        function = step.function
        if isinstance(function, GetSetDescriptorType | MemberDescriptorType):
            result = getattr(arguments[0], function.__name__)
        else:
            result = function(*arguments, **keywords)
        outputs = step.outputs
        if type(outputs) is tuple:
            slot, view = outputs
            if view is not None and not isinstance(result, np.ndarray):  # of a derived class's array without dimensions
                result = np.reshape(result, -1)
            holders[slot] = result if view is None else owner_of(result)
        else:
            for k, (slot, view) in outputs.items():
                holders[slot] = result[k] if view is None else owner_of(result[k])
        if kind is not Packing:
            made: Any = Operation(
                function, arguments, keywords, result, step.inputs, outputs, step.rule, step.node, take=step.take
            )
        else:
            made = Packing(function, arguments, keywords, step.inputs, outputs, result, step.node)
        steps.append(made)
    return steps, holders


def write_again(step: Write, sources: Any, holders: list[Any]) -> Write:
    flat, target, source = sources
    array = at(target, None, holders)
    value = at(source, step.value, holders)
    before = array.flat[step.key] if flat else array[step.key]
    if isinstance(before, np.ndarray):
        before = before.copy()
    written = array.flat if flat else array
    written[step.key] = value
    return Write(written, step.key, value, before, step.place, step.source, step.node)


def at(source: Any, value: Any, holders: list[Any]) -> Any:
    """What there is now in the place of `value`."""
    kind = type(source)
    if source is None:
        return value
    if kind is tuple:
        slot, view = source
        return holders[slot] if view is None else view.of(holders[slot])
    if kind is list:
        return at(source[0], None, holders).flat
    if isinstance(value, dict):
        return {key: at(source.get(key), item, holders) for key, item in value.items()}
    items = [at(source.get(k), item, holders) for k, item in enumerate(value)]
    return tuple(items) if isinstance(value, tuple) else items
