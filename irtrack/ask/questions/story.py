"""Where a node came from, in a few lines: the latest of what it depends on, and the arguments of the record."""

from textwrap import dedent, indent

from ...record.nodes.node import Node
from ...record.past import shown
from ...record.values import typed_text
from ..slices import Slice, backward_slice
from .walk import nearest

LAST = "the last condition came from"
_NEAREST = 40  # nodes whose story is told


def came_from(node: Node, heading: str = "which came from") -> list[str]:
    """The lines; why there are none, for a record that lacks some of what ran, as an update's may."""
    try:
        inputs = backward_slice(node, control=False).inputs
    except (ValueError, LookupError) as error:
        return [f"where it came from is not known: {error}"]
    near = dedent(Slice(node, nearest(node, _NEAREST)).story(limit=None))
    lines = [heading, indent(near, "  ")]
    if inputs:
        lines += ["and, first of all,", *(f"  {one.name} = {typed_text(*shown(one))}" for one in inputs)]
    return lines
