"""What objects reach: all that they hold, as far as is known when somebody asks, and what that holds.

Each jump asks for it, mostly of objects that were asked for before, or that hold such. So it is kept of each object as
long as nothing that was looked at has come to hold more; what reaches another one reaches all that this does.
"""

from collections.abc import Iterable
from itertools import islice
from types import FunctionType
from typing import Any

from ..classes import is_fixed, is_static
from ..loans import own_code
from .functions import is_called
from .holding import Holding
from .names import closure_of, globals_named
from .shadows import SHARED, SUSPENDED, UNCHANGING, Shadow, Unmade, can_change, changes, class_of

_KEPT = 1000  # of which it is known what they reach
_MOST = 100  # objects that are told apart; more may be any
_NOTHING: dict[int, Any] = {}

# by ids, what was looked at: an object, its shadow, what that held, and how much
Trail = dict[int, tuple[Any, Shadow | None, dict[int, Any], int]]


class Reached(list[Any]):
    """What some objects reach, in whatever order: the same list for all that reach the same."""

    __slots__ = ("classes", "looked_at", "shared", "with_classes")

    def __init__(self, objects: Iterable[Any]) -> None:
        super().__init__(objects)
        self.classes = by_class(self)
        self.looked_at: dict[str, list[list[Any]]] = {}  # by names, those that may do something then
        self.shared: list[Any] | None = None  # see `shared_by`
        self.with_classes: list[Any] | None = None


def by_class(objects: Iterable[Any]) -> list[list[Any]]:
    """Objects, those of a class together; what stands for those that were not made, apart from these."""
    found: dict[tuple[int, int], list[Any]] = {}
    for one in objects:
        kind = type(one)
        found.setdefault((id(kind), id(one.cls) if kind is Unmade else 0), []).append(one)
    return list(found.values())


class Known:
    """What is known of some roots: that they reach these, and how that was found."""

    __slots__ = ("count", "reached", "roots", "trail")

    def __init__(self, roots: list[Any], reached: Reached, trail: Trail) -> None:
        self.roots = roots  # which keep their ids
        self.reached = reached
        self.trail = trail
        self.count = changes.count  # how often anything had come to hold more when this was so


class Reaching:
    """What objects reach, as it is now."""

    def __init__(self, index: Any, holding: Holding) -> None:
        self.index = index
        self.holding = holding
        self.of_objects: dict[int, Known] = {}
        self.of_several: dict[tuple[int, ...], Known] = {}
        self.same: dict[frozenset[int], Reached] = {}
        # by ids, one or several: what reaches more than is told apart, which it is taken to do from then on
        self.many: dict[int | tuple[int, ...], list[Any]] = {}

    def reach(self, objects: list[Any]) -> Known | None:
        """All objects that are among these, or held by them; None, for any, if they are many."""
        objects = [one for one in objects if id(type(one)) not in UNCHANGING or issubclass(type(one), SHARED)]
        key = tuple(map(id, objects))
        if key in self.many or not self.many.keys().isdisjoint(key):
            return None
        if len(objects) == 1:
            return self._of(objects[0])
        known = self.of_several.get(key)
        if known is None or not self.is_as_it_was(known):
            if len(self.of_several) >= _KEPT:
                self.of_several.clear()
            if any(self._of(one) is None for one in objects):  # with whatever it is asked for next
                return None
            known = self._find(objects)
            if known is None:
                self.many[key] = objects
                return None
            self.of_several[key] = known
        return known

    def _of(self, one: Any) -> Known | None:
        known = self.of_objects.get(id(one))
        if known is None or not self.is_as_it_was(known):
            self.of_objects.pop(id(one), None)
            if len(self.of_objects) >= _KEPT:
                self.of_objects.clear()
                self.same.clear()
            known = self._find([one], known)
            if known is None:
                self.many[id(one)] = [one]
                return None
            self.of_objects[id(one)] = known
        return known

    def is_as_it_was(self, known: Known) -> bool:
        """Do objects hold what they held?"""
        if known.count == changes.count:
            return True
        get, trail = self.index.shadows.get, known.trail
        for key, (one, shadow, held, size) in trail.items():
            now = get(key)
            if now is not shadow:
                if now is None:  # it lies in another's memory
                    return False
                if now.held.keys() != held.keys() or now.sources != (shadow.sources if shadow is not None else ()):
                    return False
                trail[key] = one, now, now.held, size  # as of the empty tuple, which all have that need one
            elif shadow is not None and shadow.held is not held:
                return False
            if len(held) != size:
                return False
        known.count = changes.count
        return True

    def _grown(self, known: Known) -> tuple[Trail, list[Any]] | None:
        """What was gone through, and what that has come to hold since; None if something was replaced."""
        get, trail = self.index.shadows.get, dict(known.trail)
        more: list[Any] = []
        for key, (one, shadow, held, size) in known.trail.items():
            if get(key) is not shadow:
                return None
            if shadow is not None:
                if shadow.held is not held:
                    return None
                if len(held) != size:
                    more += islice(reversed(held.values()), len(held) - size)
                    trail[key] = one, shadow, held, len(held)
        return trail, more

    def _find(self, roots: list[Any], before: Known | None = None) -> Known | None:
        """None if they reach more than is told apart. `before`: what they did reach."""
        found: dict[int, Any] = {}
        trail: Trail = {}
        classes = set[int]()
        shadows, held_by, many = self.index.shadows, self.holding.held_by, self.many
        waiting = list(roots)
        grown = self._grown(before) if before is not None else None
        if before is not None and grown is not None:
            trail, waiting = grown
            found.update(zip(map(id, before.reached), before.reached, strict=True))
            classes.update([id(type(ones[0])) for ones in before.reached.classes])
        while waiting:
            one = waiting.pop()
            key, cls = id(one), type(one)
            if key in trail:
                continue
            if key in many:
                return None
            is_object = id(cls) not in UNCHANGING
            if not is_object and not issubclass(cls, SHARED):
                continue
            known = self.of_objects.get(key)
            if known is not None and self.is_as_it_was(known):
                if len(roots) == 1 and id(roots[0]) in known.trail:
                    return known  # each reaches the other
                trail.update(known.trail)
                found.update(zip(map(id, known.reached), known.reached, strict=True))
            else:
                shadow = shadows.get(key) or self.index.known(one)
                held = shadow.held if shadow is not None else _NOTHING
                trail[key] = one, shadow, held, len(held)  # of what lies in another's memory it is never as it was
                if shadow is not None:
                    waiting += shadow.ever()
                    waiting += [source.value for source in shadow.sources]
                if is_object:
                    found[key] = one
                    if id(cls) not in classes:
                        classes.add(id(cls))
                        waiting += held_by(cls) if not is_static(cls) else ()
                waiting += held_by(one)
                if issubclass(cls, SUSPENDED):
                    waiting += self._passed_to(one)
            if len(found) > _MOST:
                return None
        ids = frozenset(found)
        reached = self.same.get(ids)
        if reached is None:
            reached = self.same[ids] = Reached(found.values())
        return Known(roots, reached, trail)

    def _passed_to(self, generator: Any) -> list[Any]:
        """What a generator was passed, or has for globals, which it may give also when its frame is gone."""
        call = self.index.maker_of(generator)
        if call is None:
            return []
        passed = [operand.value for operand in call._operands]
        around = [value for one in passed for value in (*closure_of(one), *self._globals_of(one))]
        return [*passed, *around]

    @staticmethod
    def _globals_of(function: Any) -> list[Any]:
        """The objects that are globals of a function, and can change; no classes, modules and functions."""
        if type(function) is not FunctionType:
            return []
        return list(filter(can_change, globals_named(function.__globals__, own_code(function).co_names)))

    def callable_in(self, objects: Iterable[Any]) -> list[Any]:
        """What can be called of what objects hold, as far as that can be seen."""
        shadows, holding = self.index.shadows, self.holding
        held = []
        for one in objects:
            shadow = shadows.get(id(one))
            if shadow is not None:
                held += shadow.held.values()
            if can_change(one):
                held += holding.all_of(one)
        return list(filter(is_called, held))

    def shared_in(self, objects: Iterable[Any]) -> list[Any]:
        """The classes, modules and functions that objects hold, as far as that can be seen."""
        shadows, held_by = self.index.shadows, self.holding.held_by
        held: list[Any] = []
        for one in objects:
            held += held_by(one) if type(one) is not Unmade else shadows[id(one)].held.values()
        return list({id(value): value for value in held if issubclass(type(value), SHARED)}.values())

    def classes_in(self, classes: Iterable[type]) -> list[type]:
        """The classes that are attributes of these, and of such."""
        waiting = [one for one in classes if not is_static(one)]
        seen = set(map(id, waiting))
        found: list[type] = []
        for one in waiting:
            inner = [each for each in self.holding.held_by(one) if issubclass(type(each), type)]
            fresh = [each for each in inner if id(each) not in seen and not is_static(each)]
            seen.update(map(id, fresh))
            waiting += fresh
            found += fresh
        return found

    def shared_by(self, reached: Reached, *, with_classes: bool) -> list[Any]:
        """The same, and the classes of which they are, kept with what was reached; what classes have is had by their
        objects, too.
        """
        if reached.shared is None:
            classes = self.classes_in([class_of(ones[0]) for ones in reached.classes])
            reached.shared = [*self.shared_in(reached), *classes]
        if not with_classes:
            return reached.shared
        if reached.with_classes is None:
            found = {id(one): one for one in reached.shared}
            found.update((id(cls), cls) for cls in [class_of(ones[0]) for ones in reached.classes] if not is_fixed(cls))
            reached.with_classes = list(found.values())
        return reached.with_classes
