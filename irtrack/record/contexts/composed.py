"""Composition of contexts: right to left, as functions compose."""

from collections.abc import Callable, Sequence
from typing import Any

from ..classes import class_name
from ..nodes.kinds import CallNode
from ..nodes.node import Node
from ..values import described
from .context import HOOKS, Context, is_context_class
from .events import PendingError, PendingEvent
from .pending import PendingCall, refuse


class ComposedContext(Context):
    """Several contexts as one: `ComposedContext(a, b)` asks `a`, whose `super().tracked_call(call)` asks `b`.

    The context on the right is nearest to the program: it makes the node, and those to its left see that. So it is for
    each hook. A call is entered if `can_recur` of every context says so. Where one of them records a nested call under
    another context of its own class, that takes its place in the composition.

    Options: those of the first context that has them; or keyword arguments.
    """

    def __init__(self, *contexts: Context, **options: Any) -> None:
        for context in contexts:
            if not isinstance(context, Context):
                what = f"its class: did you mean {context.__qualname__}(...)?" if is_context_class(context) else None
                raise TypeError(f"ComposedContext() takes contexts, not {what or described(context)}")
        if not contexts:
            raise TypeError("ComposedContext() takes the contexts to compose, one or more")
        self.contexts: tuple[Context, ...] = ()
        for context in contexts:  # of contexts composed in parts each one has its place
            self.contexts += context.contexts if type(context) is ComposedContext else (context,)
        for name in self.options:
            given = [vars(context)[name] for context in contexts if name in vars(context)]
            own = [value for context in contexts if (value := getattr(type(context), name)) != getattr(Context, name)]
            for value in (*given, *own)[:1]:
                options.setdefault(name, value)
        super().__init__(**options)

    # -- asking -------------------------------------------------------------------------------------------------------

    def tracked_call(self, call: PendingCall) -> CallNode:
        return self.ask_from(0, "tracked_call", call)

    def tracked_nested(self, call: PendingCall) -> CallNode:
        return self.ask_from(0, "tracked_nested", call)

    def tracked_primitive(self, call: PendingCall) -> CallNode:
        return self.ask_from(0, "tracked_primitive", call)

    def tracked_special(self, event: PendingEvent) -> Node:
        return self.tell_from(0, "tracked_special", event)

    def tracked_constant(self, event: PendingEvent) -> Node:
        return self.tell_from(0, "tracked_constant", event)

    def tracked_argument(self, event: PendingEvent) -> Node:
        return self.tell_from(0, "tracked_argument", event)

    def tracked_return(self, event: PendingEvent) -> Node:
        return self.tell_from(0, "tracked_return", event)

    def tracked_jump(self, event: PendingEvent) -> Node:
        return self.tell_from(0, "tracked_jump", event)

    def tracked_error(self, event: PendingError) -> Node:
        return self.tell_from(0, "tracked_error", event)

    def ask_from(self, level: int, hook: str, call: PendingCall) -> CallNode:
        """Ask the context of that number about a call; below it are those to its right."""
        node: CallNode = self._ask(level, hook, call)
        return node

    def tell_from(self, level: int, hook: str, event: PendingEvent) -> Node:
        """The same of an event."""
        node: Node = self._ask(level, hook, event)
        return node

    def _ask(self, level: int, hook: str, pending: Any) -> Any:
        before = pending.composed, pending.level
        pending.composed, pending.level = self, level
        try:
            answer = getattr(self.contexts[level], hook)(pending)
        finally:
            pending.composed, pending.level = before
        if answer is None or answer is not pending.node:
            refuse(pending, answer, f"{class_name(type(self.contexts[level]))}.{hook}")
        return answer

    def below(self, context: Context, pending: PendingCall | PendingEvent) -> int | None:
        """The number of the context to the right of the one that is asked; None if that is another one, or the last.

        It is known by what is pending, since one context may be there twice.
        """
        level = pending.level
        return level + 1 if level + 1 < len(self.contexts) and self.contexts[level] is context else None

    def can_recur(self, f: Callable[..., Any], /, *args: Any, **kwargs: Any) -> bool:
        return all(
            context.can_recur(f, *args, **kwargs) if context.takes_arguments() else context.can_recur(f)
            for context in self.contexts
        )

    def inner(self, f: Callable[..., Any]) -> Context:
        return self._of([context.inner(f) for context in self.contexts])

    def instead_of(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        found = (context.instead_of(f, arguments, names) for context in self.contexts)
        return next((instead for instead in found if instead is not None), None)

    def instead_of_operation(self, function: Any, operands: Sequence[Any]) -> Any:
        found = (context.instead_of_operation(function, operands) for context in self.contexts)
        return next((instead for instead in found if instead is not None), None)

    # -- what it is asked ---------------------------------------------------------------------------------------------

    def overrides(self, method: str) -> bool:
        return any(context.overrides(method) for context in self.contexts)

    def takes_arguments(self) -> bool:
        return any(context.takes_arguments() for context in self.contexts)

    def entering(self, context: Context, level: int) -> Context:
        """Under what a call is recorded that one of the contexts, that one most likely, records under `context`."""
        if context is self or any(one is context for one in self.contexts):
            return self
        for k in (level, *range(len(self.contexts))):
            if type(self.contexts[k]) is type(context):
                return self._of([*self.contexts[:k], context, *self.contexts[k + 1 :]])
        return context

    def _of(self, contexts: Sequence[Context]) -> Context:
        if all(one is other for one, other in zip(contexts, self.contexts, strict=True)):
            return self
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other.contexts = tuple(contexts)
        return other

    def key(self) -> object:
        return type(self), tuple([context.key() for context in self.contexts]), super().key()[1][1:]  # type: ignore[index]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.contexts))})"


assert set(HOOKS) <= set(vars(ComposedContext))
