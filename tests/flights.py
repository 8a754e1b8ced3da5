"""Holds the record of a flight recorder against the record of the same run that is whole: it is the end of that."""

from collections.abc import Callable
from typing import Any

import irtrack
from irtrack.record.nodes.kinds import ArgumentNode, CutNode, GapNode
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.nodes.node import Node
from irtrack.record.values import UNKNOWN, value_text


def differences(whole: Node, flight: Node) -> list[str]:
    """What the record `flight` has that is not at the end of the record `whole`."""
    problems: list[str] = []
    work = [(whole, flight, "")]
    while work:
        full, last, path = work.pop()
        theirs, ours = list(full.children), list(last.children)
        cuts = [child.position for child in ours if isinstance(child, CutNode)]
        if cuts:
            first = cuts[0]
            if any(not isinstance(child, ArgumentNode) for child in ours[: first - 1]) or len(cuts) > 1:
                problems.append(f"{path}: a cut stands at {cuts}")
            pairs = list(zip(theirs[: first - 1], ours[: first - 1], strict=True))
            rest = len(ours) - first
            if rest > len(theirs) - first + 1:
                problems.append(f"{path}: {rest} nodes behind the cut, but there are {len(theirs)}")
                continue
            pairs += zip(theirs[len(theirs) - rest :], ours[first:], strict=True)
        elif isinstance(last, NestedCallNode) and len(theirs) == len(ours):
            pairs = list(zip(theirs, ours, strict=True))
        elif isinstance(last, NestedCallNode):
            problems.append(f"{path}: {len(ours)} nodes, not {len(theirs)}")
            continue
        else:  # what C code called, of which the first are gone, as are frames of generators
            pairs = list(zip(theirs[len(theirs) - len(ours) :], ours, strict=False))
        for theirs_one, ours_one in pairs:
            where = f"{path}.@{ours_one.position}"
            if isinstance(ours_one, GapNode):
                problems.append(f"{where} is a gap: {ours_one.value}")
            known = ours_one.value is not UNKNOWN
            if str(theirs_one.location) != str(ours_one.location) or type(theirs_one) is not type(ours_one):
                problems.append(f"{where}: {theirs_one}, but {ours_one}")
            elif known and value_text(theirs_one.value) != value_text(ours_one.value):
                problems.append(f"{where}: {theirs_one}, but {ours_one} has another value")
            else:
                work.append((theirs_one, ours_one, where))
    return problems


def record(context: irtrack.Context, f: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return irtrack.track(context, f, *arguments)
    except BaseException as error:
        node = irtrack.trace_of(error)
        assert node is not None
        return node
