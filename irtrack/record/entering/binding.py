"""A recorder's code for one context: functions that append to its log, and what their instructions call.

Twins are called instead of functions, of which there may be several by how they are entered; what frames of C code and
of the interpreter call (`enter`, `exchanged`) begins with a mark of its own.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any
from weakref import ref

from ...cpython.flow import GENERATOR_FLAGS
from ...cpython.functions import has_defaults, made_for_lending, with_code
from ...cpython.hooked import CALLS
from ...cpython.marks import Mark, MarkKind
from ...cpython.sites import FunctionSite, Known
from ...cpython.template import COPIES, Bound, CannotTrackError, Hooks
from ..callables import CACHE, held_functions, is_native_kind, python_functions, template_of
from ..classes import class_name, lookup
from ..contexts.context import ENTERED, Context
from ..contexts.hooks import Hooked, asked_by, hooks_of
from ..interrupts import ENTERED_FILES
from ..loans import own_code
from ..values import described
from .behind.attempts import Enter
from .behind.conversions import iterating, next_method
from .callers import Callers
from .calls import CONSTRUCTOR, DIRECT, GENERAL, NESTED, Calls
from .lending import Lender
from .operations import Operations

if TYPE_CHECKING:
    from ..recorder import Recorder

_CODES = 512  # that are kept from one recording to the next, if that does not run so many itself
_VARIANTS = 16  # of the code of closures that C code calls: so many at a time are told apart

# a function; its twin, and of which code, defaults and names that was made
_Twin = tuple[ref[Any], FunctionType, CodeType, Any, Any, str, str]


class Binding:
    """`calls`, `operations`, `callers` and `lender` say what the instructions call; here is the code."""

    def __init__(self, recorder: "Recorder", context: Context, bounded: Bound) -> None:
        self.recorder = recorder
        self.context = context
        self.bounded = bounded
        self.asks, self.moves = context.overrides("can_recur"), context.overrides("inner")
        self.replaces = context.overrides("instead_of")
        self.replaces_operations = context.overrides("instead_of_operation")
        self.asked = asked_by(context)  # what hooks are asked about
        self.chooses = self.asks or self.moves or CALLS in self.asked  # then each new function has to be asked about
        if self.asked - {COPIES} and bounded is Bound.CUT:
            raise ValueError(
                f"{class_name(type(context))} has hooks ({', '.join(hooks_of(context))}), which can't be combined with "
                "keep_last, since that drops the nodes that they make: use max_entries, or no hooks"
            )
        self.enters = context.operators == ENTERED  # is what runs behind operations entered?
        self.codes: dict[int, CodeType] = {}  # id of a code << 2 | how it is entered -> that code, rewritten
        self.twins: dict[int, _Twin] = {}  # of functions that stay
        self.most = _CODES  # of these; 0 as long as it is not known how many a recording needs
        self.makers: dict[int, list[FunctionSite]] = {}  # id of a code -> where functions of this code are made
        # id of a code, is it lent? -> what frames behind operations run, and how they begin; how often it was asked for
        self.variants: dict[tuple[int, bool], list[tuple[CodeType, Mark]]] = {}
        self.varied: defaultdict[tuple[int, bool], int] = defaultdict(int)
        self.behind = Known()  # functions of this recording -> their twins that the interpreter or C code calls
        self.gates: dict[FunctionType, partial[Any]] = {}  # calls of those by what may outlive the recording
        self.alive: list[Any] = []  # what is known by its id in this recording
        self.lender = Lender(self)
        self.operations = Operations(self)
        self.callers = Callers(self)
        self.calls = Calls(self)
        self.hooked = Hooked(self) if self.asked else None
        self.lend = self.lender.lend
        calls, operations, callers = self.calls, self.operations, self.callers
        self.hooks = Hooks(
            calls.resolver(DIRECT, calls.functions),
            calls.starred(calls.resolver(GENERAL, calls.general)),
            calls.functions,
            calls.general,
            calls.methods,
            recorder.forget,
            calls.admit,
            recorder.budget.keep,
            calls.generators,
            recorder.recording,
            operations.ask,
            operations.iterate,
            callers.collect,
            callers.look,
            recorder.max_entries or 0,
            recorder.flight.cut,
            **(self.hooked.asked if self.hooked is not None else {}),
        )

    def forget(self, *, over: bool) -> None:
        """Look again what to call, or, if the recording is over, never more."""
        self.behind.clear()
        self.varied.clear()
        for part in (self.lender, self.operations, self.callers, self.calls):
            part.forget()
        if self.hooked is not None:
            self.hooked.forget()
        self.alive.clear()
        for f, gate in self.gates.items():
            called = f if over else self.enter_or_leave(f)
            gate.__setstate__((called, (), {}, None))  # type: ignore[attr-defined]  # which typeshed leaves out
        if over:
            self.gates.clear()

    def restart(self) -> None:
        """Before a recording, when there is more code than is kept: most of it may be of functions that are gone.

        A twin has the globals of its function, which have the function itself, so neither would ever go by itself.
        """
        if self.most:
            self.dissolve()
            self.most = 0
        else:
            self.most = max(_CODES, 2 * len(self.codes))

    def dissolve(self) -> None:
        """Let go of all rewritten code, between two recordings, or behind the last."""
        for kept in (self.codes, self.twins, self.makers, self.variants):
            kept.clear()

    def twin(self, f: FunctionType, way: int) -> FunctionType:
        """`f` with rewritten code that is entered in that way.

        Raises CannotTrackError for a function that runs natively.
        """
        key = id(f) << 2 | way
        known = self.twins.get(key)
        if known is not None:
            reference, twin, code, defaults, kwdefaults, name, qualname = known
            if (
                reference() is f
                and own_code(f) is code
                and f.__defaults__ is defaults
                and f.__kwdefaults__ is kwdefaults
                and f.__name__ is name
                and f.__qualname__ is qualname
            ):
                return twin
        code = own_code(f)
        self._admits(code)
        if way == DIRECT and has_defaults(f):
            way = GENERAL
        twin = with_code(f, self._rewritten(code, way))
        if not code.co_flags & NESTED:
            twins = self.twins
            reference = ref(f, partial(dict.pop, twins, key))
            twins[key] = reference, twin, code, f.__defaults__, f.__kwdefaults__, f.__name__, f.__qualname__
        return twin

    def _rewritten(self, code: CodeType, way: int) -> CodeType:
        """`code` as it runs when it is entered in that way, made once."""
        key = id(code) << 2 | way
        found = self.codes.get(key)
        if found is not None:
            return found
        template = template_of(
            code, way == CONSTRUCTOR, self.enters, bounded=self.bounded, careful=self.replaces, hooks=self.asked
        )
        if way == DIRECT and not template.direct:
            found = self._rewritten(code, GENERAL)
        else:
            found = template.bind(self.recorder.log, self.hooks, direct=way == DIRECT)
            if not self.chooses:
                for index, made in template.functions.items():
                    self.makers.setdefault(id(made), []).append(found.co_consts[index])
        self.codes[key] = found
        for site in self.makers.get(id(code), ()):
            if way == (GENERAL if site.defaults or code.co_flags & GENERATOR_FLAGS else DIRECT):
                site.code = found
                self.recorder.makes_twins = True
        return found

    def callees(self, f: Any) -> "Binding":
        """The binding in which `f` is entered.

        Raises CannotTrackError if the context does not want that.
        """
        if self.asks and not self.recorder.quietly(self.context.can_recur, f):
            raise CannotTrackError("the context's can_recur said no")
        if not self.moves:
            return self
        inner: object = self.recorder.quietly(self.context.inner, f)
        if not isinstance(inner, Context):
            raise TypeError(
                f"{type(self.context).__qualname__}.inner() returns the Context of the calls that a function makes, "
                f"not {described(inner)}"
            )
        return self.recorder.binding(inner)

    def _admits(self, code: CodeType) -> None:
        """Raises CannotTrackError for our own code that is entered by contexts only which call it themselves."""
        if not self.replaces and code.co_filename.startswith(ENTERED_FILES):
            raise CannotTrackError("irtrack's own functions run natively")

    def replacement(self, f: Any, arguments: Sequence[Any], names: tuple[str, ...] | None) -> Any:
        """What to call where the context enters something instead of a callable; else as `Context.instead_of`."""
        found = self.context.instead_of(f, arguments, names)
        if found is None or found is f:
            return found
        function, *bound = found if type(found) is tuple else (found,)
        twin = self.callees(function).twin(function, GENERAL)
        return partial(twin, *bound) if bound else twin

    def instead_of(self, f: FunctionType) -> FunctionType:
        """The function that the context enters in the place of one written in Python."""
        found = self.context.instead_of(f, (), None) if self.replaces else None
        return found if type(found) is FunctionType else f

    def entering(self, f: Any, arguments: tuple[Any, ...]) -> Any:
        """What enters `f` when it is called, whatever `can_recur` says, since a hook wants that."""
        asks, self.asks = self.asks, False
        try:
            return self.calls.replacement(f, arguments, GENERAL)
        finally:
            self.asks = asks

    def entered(self, f: FunctionType, *, lent: bool = False) -> tuple[CodeType, Mark]:
        """Its rewritten code, and the mark by which the frames of that begin."""
        self.recorder.learned = True
        code = own_code(f)
        self._admits(code)
        variants = self.variants.setdefault((id(code), lent), [])
        # what these do differs from one function to the next; and what is lent is not told apart by when it was
        varies = lent or bool(code.co_freevars) or has_defaults(f)
        number = self.varied[id(code), lent] if varies else 0
        if number >= _VARIANTS:
            if lent:
                raise CannotTrackError("too many functions of the same code have it rewritten")
            number %= _VARIANTS
        if number == len(variants):
            template = template_of(code, False, self.enters, lent, self.bounded, self.replaces, self.asked)
            bound = template.bind(self.recorder.log, self.hooks, direct=False, behind=True)
            if lent:
                made_for_lending(bound, code)
            marks = (c for c in bound.co_consts if type(c) is Mark and c.kind is MarkKind.BEHIND)
            variants.append((bound, next(marks)))
        self.varied[id(code), lent] += varies
        return variants[number]

    def enter(self, f: FunctionType) -> FunctionType:
        """The twin of `f` that the interpreter or C code may call.

        Its frames do not show what `f` was: the mark tells that they begin with, and when it last got a function.
        Raises CannotTrackError for a function that runs natively.
        """
        known = self.behind[f]
        if known is None:
            instead = self.instead_of(f)
            rewritten, mark = self.callees(instead).entered(instead)
            known = self.behind[f] = with_code(instead, rewritten), mark
        twin, mark = known
        self.recorder.enter(mark, f)
        made: FunctionType = twin
        return made

    def enter_or_leave(self, f: FunctionType) -> FunctionType:
        """The same as `enter`; `f` itself, if it runs natively."""
        try:
            return self.enter(f)
        except (CannotTrackError, RecursionError):
            return f

    def gate(self, f: FunctionType) -> Any:
        """The same for what may outlive the recording, behind which it calls `f` itself."""
        if not f.__code__.co_flags & NESTED and self.instead_of(f) is f:  # of one code there are not many
            self.lend((f,))
        if f in self.recorder.loans:
            return f
        found = self.gates.get(f)
        if found is None:
            found = self.gates[f] = partial(self.enter_or_leave(f))
            vars(found)  # a partial that has got its dict is not taken apart by another one
        return found

    def iterating(self, iterator: Any) -> Any:
        """An iterator written in C that goes through `iterator` by the twin of its `__next__`, if that is in Python."""
        method = next_method(iterator)
        if method is not None:
            self.lend((method,))
        if method is None or method in self.recorder.loans:
            return iterator
        return iterating(iterator, self.gate(method))

    def leaving(self, owner: Any, method: Any) -> Any:
        """What calls the method by which a `with` statement lets go of `owner`, a file in memory or a memoryview."""
        return partial(self.recorder.exports.leave, method, owner)

    def exchanged(self, callback: Any, enter: Enter) -> Any:
        """What C code is to call instead of `callback`."""
        kind = type(callback)
        if kind is FunctionType:
            return enter(callback)
        if kind is MethodType:
            function = self.exchanged(callback.__func__, enter)
            return callback if function is callback.__func__ else MethodType(function, callback.__self__)
        if kind is staticmethod:
            return self.exchanged(callback.__func__, enter)
        if kind is partial:
            function = self.exchanged(callback.func, enter)
            if function is callback.func:
                return callback
            return partial(function, *callback.args, **callback.keywords)
        if issubclass(kind, type) or is_native_kind(kind) or kind is CACHE:  # which cannot be exchanged
            self.lend(held_functions(callback) if kind is CACHE else python_functions(callback))
            return callback
        call = lookup(kind, "__call__")
        if type(call) is FunctionType:
            return MethodType(enter(call), callback)
        self.lend(held_functions(callback))
        return callback
