"""What might have been put somewhere: who has written to it, and what events say that might have."""

from collections.abc import Iterable
from typing import Any

from .graph import Events, Range
from .shadows import ANY_PART, Unmade, changes

MOST = 32  # objects that are told apart
EVENTS = 40  # the latest at which it is asked what might have been put somewhere


def writers_of(memory: Any, container: Any) -> list[int]:
    """The vertices that have made a container, and that have written to it last."""
    shadow, (made, *_) = memory.known(container), memory.made.get(id(container), (-1,))
    written = (shadow.shape, shadow.version, *shadow.pending) if shadow is not None else ()
    return [one for one in (made, *written) if one >= 0]


def doubts_of(memory: Any, vertex: int) -> tuple[Range, ...]:
    """The events at which what a vertex has read might have been written; also what it has read of many objects."""
    found: tuple[Range, ...] = memory.ranges.get(vertex, ())
    waiting = [one for one in memory.data[vertex] if memory.nodes[one] is None]
    for one in waiting:
        if one in memory.ranges:
            found += memory.ranges[one]
            waiting += [before for before in memory.data[one][:1] if memory.nodes[before] is None]
    return found


def might_be(memory: Any, ranges: Iterable[Range], name: str = "", *, is_named: bool = False) -> list[Any] | None:
    """What might have been put somewhere at some events, under that name, or any; None if it is more than is told
    apart. `is_named`: only what is known to have been put under the name, and not, as items are, without one. It is
    asked again and again while nothing comes to hold anything else.
    """
    state = changes.count, memory.overwritten, memory.times_noted
    if memory.might_have_been[0] != state:
        memory.might_have_been = state, {}
    key, known = (tuple(ranges), name, is_named), memory.might_have_been[1]
    if key not in known:
        known[key] = _find_put(memory, *key)
    found: list[Any] | None = known[key]
    return found


def _find_put(memory: Any, ranges: tuple[Range, ...], name: str, is_named: bool) -> list[Any] | None:
    objects: dict[int, Any] = {}
    unmade: dict[int, Any] = {}
    seen: set[int] = set()
    told: set[int] = set()  # the ids of what was told of several events alike
    stored_at, nodes, hold = memory.stored_at, memory.nodes, memory.potential.hold_within
    waiting = list(ranges)
    lowest: dict[tuple[Events, int], int] = {}  # of events up to a last one, those were looked at from there on
    for events, epoch, last in waiting:
        first = max(events.first(epoch), last - EVENTS)
        behind = lowest.get((events, last), last)
        if first >= behind:
            continue
        lowest[events, last] = first
        for vertex in reversed(events.vertices[first:behind]):
            if vertex in seen:
                continue
            seen.add(vertex)
            there = stored_at.get(vertex)
            for place, stored in there.items() if there is not None else ():
                if (place == name or not (is_named or place) or name == ANY_PART) and id(stored) not in told:
                    told.add(id(stored))
                    for key, one in stored.objects.items():
                        (unmade if type(one) is Unmade else objects)[key] = one
                    is_told = not stored.holders or hold(stored.holders.values(), objects, unmade)
                    if not is_told or len(objects) > MOST + 1:
                        return None
            if nodes[vertex] is None and vertex in memory.ranges:  # what might have been in what was copied
                waiting += memory.ranges[vertex]
    memory.spends((len(waiting) + len(seen)) // 16)
    return [*objects.values(), *unmade.values()]
