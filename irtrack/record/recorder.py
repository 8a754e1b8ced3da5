"""A recorder: a log, and the rewritten code that appends to it.

Code objects hold the log as a constant, so a recorder is lent to one recording at a time from a small pool; nested and
concurrent recordings take another. Its code stays warm from one recording to the next.

What the inserted instructions call is made here: `resolve` (the callable to call instead), `collect` (the same, where
all arguments have to be seen), `ask` and `iterate` (what runs behind an operation), `look` (behind a call of a function
named like one written in C), `admit` (3.11, 3.12: what a method lookup gives for a class). Of what callables are,
callables.py knows, of operations behind/; the byte budget is in budget.py.
"""

import functools
import itertools
import operator
import sys
import weakref
from _thread import get_ident
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from ..cpython.flow import GENERATOR_FLAGS
from ..cpython.functions import has_defaults, made_for_lending, with_code
from ..cpython.instrument import TWIN_ATTRIBUTES
from ..cpython.marks import RESOLVED, Mark, MarkKind
from ..cpython.operators import Form
from ..cpython.sites import NONE, ClassSite, FunctionSite, Known, Method, MethodSite, OperandSite, Recording, Site
from ..cpython.template import CannotTrackError, Hooks, LogList
from ..cpython.versions import RESULTS_FOLLOW
from ..rules.allocation import METHODS_THAT_GIVE_VIEWS
from ..rules.callbacks import CALLED_BY_C, Caller
from .behind import OPERATORS, natively, protocol
from .behind.attempts import Attempt
from .behind.attributes import owns_plainly
from .behind.code import calling, settled
from .behind.conversions import (
    asynchronous,
    calls_python,
    construct,
    conversion,
    converts,
    is_hooked,
    iterable_of,
    iterating,
    next_method,
)
from .behind.operators import FORMATS, OPERATOR_NAMES, PLAIN, operates_plainly
from .budget import Budget
from .callables import (
    CACHE,
    NATIVE_TYPES,
    PLACEHOLDER,
    TYPE_CALL,
    behind_descriptors,
    brought_functions,
    caller_of,
    enterable_class,
    held_functions,
    is_constructed,
    is_native_kind,
    made_by_type,
    makes_no_array,
    makes_plainly,
    may_use,
    python_functions,
    special_methods,
    template_of,
)
from .classes import is_callable, is_fixed, is_static, lookup, namespaces
from .contexts import DEFAULT, ENTERED, Context
from .loans import Loans, own_code
from .log import Seen

_SHORT = 64  # entries
_FEW = 8  # items of a tuple that are all looked at
_COLLECTIONS = frozenset(map(id, (list, tuple, set, frozenset, dict)))
_MAY_BE_DESCRIPTORS = OPERATOR_NAMES | {"__getattr__", "__call__"}
_VARIANTS = 16  # of the code of closures that C code calls: so many at a time are told apart
_NESTED = 0x10  # CO_NESTED: the code of functions that are made anew whenever another function runs

# how rewritten code is entered: by a call of the function itself, which shows each argument (`Template.direct`); in any
# other way; as a constructor, which returns its first argument
DIRECT, GENERAL, CONSTRUCTOR = range(3)

# types that look attributes up as object does, though they have a `__getattribute__` of their own
_PLAIN_TYPES = (str, list, dict, tuple, int, float, set, bytes, frozenset, bytearray, complex, bool, np.ndarray)
_GETATTRIBUTE = object.__dict__["__getattribute__"]


def _some(collection: Any) -> Iterable[Any]:
    """Items of a collection; the others are like these, most likely."""
    if type(collection) is tuple and len(collection) <= _FEW:
        return collection
    for item in collection:
        return (item,) if id(type(item)) not in _COLLECTIONS else ()
    return ()


class _Constructor:
    """How instances of a class are made: `new` as it makes them, `twin` of the `__init__` that returns them.

    `twin` is None for a class that is called natively. Valid as long as the class has the same `__new__`, `__init__`.
    """

    __slots__ = ("init", "new", "twin")

    def __init__(self, init: Any, new: Any, twin: FunctionType | None) -> None:
        self.init = init
        self.new = new
        self.twin = twin

    def make(self, cls: type, arguments: tuple[Any, ...]) -> Any:
        """What to call instead of `cls`."""
        assert self.twin is not None
        try:
            made = self.new(cls, *arguments)
        except Exception:  # an abstract class, a group of no exceptions: let the frame itself raise
            return cls
        return MethodType(self.twin, made)


# a function; its twin, and of which code, defaults and names that was made
_Twin = tuple[weakref.ref[Any], FunctionType, CodeType, Any, Any, str, str]


class Binding:
    """A recorder's code for one context: twins of functions, and the `resolve` that their calls ask."""

    def __init__(self, recorder: "Recorder", context: Context) -> None:
        self.recorder = recorder
        self.context = context
        self.codes: dict[int, CodeType] = {}  # id of a code << 2 | how it is entered -> that code, rewritten
        self.twins: dict[int, _Twin] = {}  # of functions that stay
        self.makers: dict[int, list[FunctionSite]] = {}  # id of a code -> where functions of this code are made
        # what this recording has resolved
        self.functions = Known()  # -> their twins for direct calls
        self.general = Known()  # -> those for others
        self.generators = Known()  # -> those of functions that make generators, whose calls append what they return
        self.behind = Known()  # -> those that the interpreter or C code calls
        self.looked: dict[tuple[int, int], bool] = {}  # by the ids of a C function and a type: what `calls_python` says
        self.collected: dict[int, bool] = {}  # by the id of a class: what `collects` says
        # id of a code, is it lent? -> what frames behind operations run, and how they begin; how often it was asked for
        self.variants: dict[tuple[int, bool], list[tuple[CodeType, Mark]]] = {}
        self.varied: defaultdict[tuple[int, bool], int] = defaultdict(int)
        self.adopted: dict[int, type] = {}  # by the id of a class: those whose methods may have been lent code,
        self.whole = Known()  # and those of which all have been
        self.gates: dict[FunctionType, functools.partial[Any]] = {}  # calls of those by what may outlive the recording
        # function, name, names, tested operands of an OperandSite -> what such sites know of types
        self.plain: dict[tuple[Any, str, tuple[str, ...], tuple[int, ...]], Known] = defaultdict(Known)
        self.classes: dict[int, _Constructor] = {}  # by the id of a class, which `alive` keeps
        self.alive: list[Any] = []
        self.methods = Known()  # 3.11, 3.12: id of a class, MethodSite -> Method
        self.asks = type(context).can_recur is not Context.can_recur
        self.moves = type(context).inner is not Context.inner
        self.chooses = self.asks or self.moves  # then each new function has to be asked about
        self.enters = context.operators == ENTERED  # is what runs behind operations entered?
        self.hooks = Hooks(
            self._resolver(DIRECT, self.functions),
            self._starred(self._resolver(GENERAL, self.general)),
            self.functions,
            self.general,
            self.methods,
            recorder.forget,
            self.admit,
            recorder.budget.keep,
            self.generators,
            recorder.recording,
            self.ask,
            self.iterate,
            self.collect,
            self.look,
        )

    def forget(self) -> None:
        """The recording is over."""
        for f, gate in self.gates.items():
            gate.__setstate__((f, (), {}, None))  # type: ignore[attr-defined]  # which typeshed leaves out
        self.gates.clear()
        self.functions.clear()
        self.general.clear()
        self.generators.clear()
        self.behind.clear()
        self.plain.clear()
        self.varied.clear()
        self.adopted.clear()
        self.whole.clear()
        self.collected.clear()
        self.looked.clear()
        self.classes.clear()
        self.methods.clear()
        self.alive.clear()

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
        if way == DIRECT and has_defaults(f):
            way = GENERAL
        twin = with_code(f, self._rewritten(code, way))
        if not code.co_flags & _NESTED:
            twins = self.twins
            reference = weakref.ref(f, functools.partial(dict.pop, twins, key))
            twins[key] = reference, twin, code, f.__defaults__, f.__kwdefaults__, f.__name__, f.__qualname__
        return twin

    def _rewritten(self, code: CodeType, way: int) -> CodeType:
        """`code` as it runs when it is entered in that way, made once."""
        key = id(code) << 2 | way
        found = self.codes.get(key)
        if found is not None:
            return found
        template = template_of(code, way == CONSTRUCTOR, self.enters)
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
        return found

    def root(self, f: Any, arguments: tuple[Any, ...]) -> Any:
        """What to call instead of the function of a recording."""
        try:
            if arguments:
                self.adopt(arguments)
            if type(f) is FunctionType and not self.chooses and not f.__code__.co_flags & GENERATOR_FLAGS:
                return self.twin(f, DIRECT)
            return self.replacement(f, arguments, DIRECT)
        except (CannotTrackError, RecursionError):
            return f

    def native_root(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Attempt | None:
        """What to call instead of `f(*arguments, **keywords)`, which `track` does; None for a plain call."""
        if not self.enters or type(f) is FunctionType:
            return None
        caller = caller_of(f)
        iterates = caller is not None and bool(caller.iterates)
        if not converts(f) and not iterates and not self.collects(f, type(f), (*arguments, Site())):
            return None
        return self.attempt(f, arguments, keywords, sys._getframe(1))

    def replacement(self, f: Any, arguments: tuple[Any, ...], way: int) -> Any:
        """What to call instead of `f`, which is `f` itself if it runs natively.

        `arguments` are those of the call; `way` is how it enters `f`, if that is a function.
        """
        self.recorder.learned = True
        kind = type(f)
        if kind is FunctionType:
            twin = self._callees(f).twin(f, way)
            known = self.functions if way == DIRECT else self.general
            if f.__code__.co_flags & GENERATOR_FLAGS:
                self.recorder.suspends = True
                if not RESULTS_FOLLOW:
                    known = self.generators
            known[f] = twin
            return twin
        if kind is MethodType:
            function = f.__func__
            if type(function) is FunctionType:
                return MethodType(self.general[function] or self.replacement(function, (), GENERAL), f.__self__)
            inner = self.replacement(function, (f.__self__, *arguments), GENERAL)
            return f if inner is function else MethodType(inner, f.__self__)
        if kind is staticmethod:
            inner = self.replacement(f.__func__, arguments, GENERAL)
            return f if inner is f.__func__ else inner
        if kind is functools.partial:
            if f.func is setattr or f.func is delattr:
                self.recorder.forget()
            inner = self.replacement(f.func, f.args, GENERAL)
            return f if inner is f.func else functools.partial(inner, *f.args, **f.keywords)
        if issubclass(type(f), type):
            return self._constructor(f, arguments)
        call = lookup(kind, "__call__")
        return MethodType(self._callees(f).twin(call, GENERAL), f) if type(call) is FunctionType else f

    def _callees(self, f: Any) -> "Binding":
        """The binding in which `f` is entered.

        Raises CannotTrackError if the context does not want that.
        """
        if self.asks and not self.context.can_recur(f):
            raise CannotTrackError("the context's can_recur said no")
        if not self.moves:
            return self
        inner: object = self.context.inner(f)
        if not isinstance(inner, Context):
            raise TypeError(
                f"{type(self.context).__qualname__}.inner() returns the Context of the calls that a function makes, "
                f"not {type(inner).__qualname__} {inner!r:.80}"
            )
        return self.recorder.binding(inner)

    # -- what runs behind operations ----------------------------------------------------------------------------------

    def ask(self, *arguments: Any) -> Any:
        """Called with the operands of an operation and its site, which has not seen their types.

        What to call instead, without arguments; None to run the operation as it is.
        """
        *operands, site = arguments
        try:
            self.adopt(operands)
            if site.function in FORMATS and type(operands[0]) is str:
                self.adopt_whole(operands[1] if type(operands[1]) is tuple else operands[1:])
            if site.firsts is NONE and site.tested and self._is_known(site, operands):
                return None
            attempt = protocol(site.function, operands, site.name, self)
            if attempt is not None:
                return attempt
        except CannotTrackError:
            pass
        except RecursionError:  # there is room for the operation itself
            return None
        except Exception:  # what cannot be exchanged runs as it is
            self.adopt_whole(operands)
            return natively(site.function, operands, site.name)
        try:
            return self._admit(site, operands)
        except RecursionError:
            return None

    def _admit(self, site: OperandSite, operands: list[Any]) -> Attempt | None:
        """Let an operation behind which no Python code runs be known; as `ask`."""
        if site.function is Form.IMPORT:
            self.recorder.filled.append(site)
            site.first = settled(operands[0], site.name)
            return None
        if self._tests_enough(site, operands):
            if site.function in OPERATORS and any(type(operand) is memoryview for operand in operands):
                return natively(site.function, operands, site.name)  # and ask again: see `Budget.keep`
            self.admit_types(site, operands)
            return None
        if len(site.tested) == 1:
            self.admit_types(site, operands, enough=False)
        return natively(site.function, operands, site.name)

    def _is_known(self, site: OperandSite, operands: list[Any]) -> bool:
        """Has the recording met the operands' types before, and found them plain? Then let the site know."""
        self.remember(site)
        if not all(site.firsts[id(type(operands[k]))] for k in site.tested):
            return False
        site.first, site.second = type(operands[site.tested[0]]), type(operands[site.tested[-1]])
        return True

    def _tests_enough(self, site: OperandSite, operands: list[Any]) -> bool:
        """Do types for which nothing runs here stay known to the code behind?"""
        if site.names:
            return owns_plainly(operands[0], site.names)
        if site.function in OPERATORS:
            return all(operates_plainly(type(operands[k])) for k in site.tested)
        return True

    def admit_types(self, site: OperandSite, operands: list[Any], *, enough: bool = True) -> None:
        """Let the site's operation run as it is with operands of these types: none of its methods is in Python.

        `enough`: so it is with all that relies on the site's test.
        """
        self.remember(site)
        tested = [type(operands[k]) for k in site.tested]
        for known, cls in zip((site.firsts, site.seconds), tested, strict=False):
            if known[id(cls)] is None:
                known[id(cls)] = enough
                self.alive.append(cls)
        if enough:
            site.first, site.second = tested[0], tested[-1]

    def remember(self, site: OperandSite) -> None:
        """The site is about to learn something, which is forgotten when the recording ends."""
        if site.firsts is not NONE:
            return
        self.recorder.filled.append(site)
        self.recorder.learned = True
        known = self.plain[site.function, site.name, site.names, site.tested]
        if not known and site.function in OPERATORS:
            known.update(PLAIN)
        site.firsts = site.seconds = known

    def iterate(self, iterator: Any, site: OperandSite) -> Any:
        """What a loop goes on with in the place of `iterator`, which a method written in Python has made."""
        try:
            found = self.iterating(iterator) if site.function is next else self._iterating_later(iterator)
            if found is iterator:
                self.admit_types(site, [iterator])
        except RecursionError:
            return iterator
        return found

    def iterating(self, iterator: Any) -> Any:
        """An iterator written in C that goes through `iterator` by the twin of its `__next__`, if that is in Python."""
        method = next_method(iterator)
        if method is not None:
            self.lend((method,))
        if method is None or method in self.recorder.loans:
            return iterator
        return iterating(iterator, self.gate(method))

    def _iterating_later(self, iterator: Any) -> Any:
        """The same for the iterator of an `async for`."""
        return asynchronous(iterator, self.gate)

    def enter(self, f: FunctionType) -> FunctionType:
        """The twin of `f` that the interpreter or C code may call.

        Its frames do not show what `f` was: the mark tells that they begin with, and when it last got a function.
        Raises CannotTrackError for a function that runs natively.
        """
        known = self.behind[f]
        if known is None:
            rewritten, mark = self._callees(f)._entered(f)
            known = self.behind[f] = with_code(f, rewritten), mark
        twin, mark = known
        self.recorder.enter(mark, f)
        made: FunctionType = twin
        return made

    def lend(self, functions: Iterable[Any], *, generators: bool = False) -> None:
        """Let functions that C code holds for good run rewritten code until the recording ends.

        Those of `generators` only if no other thread is likely to call them: see `rewrite`.
        """
        recorder = self.recorder
        if recorder.recording.thread is None:  # what goes on when `track` has returned leaves no traces in functions
            return
        for f in functions:
            if type(f) is not FunctionType or f in recorder.loans:
                continue
            generates = bool(f.__code__.co_flags & GENERATOR_FLAGS)
            if generates and not generators:
                continue
            try:
                code, mark = self._callees(f)._entered(f, lent=not generates)
                if generates:
                    made_for_lending(code, own_code(f))
            except (CannotTrackError, RecursionError):
                continue
            recorder.enter(mark, f)
            recorder.loans.lend(f, code)

    def adopt(self, values: Iterable[Any]) -> None:
        """Let methods by which C code compares, hashes ... values of the types of these run rewritten code."""
        adopted = self.adopted
        for value in values:
            cls = type(value)
            if id(cls) in _COLLECTIONS and value:
                self.adopt(_some(value))
            elif id(cls) not in adopted and id(cls) not in PLAIN:
                self.adopt_class(cls)
                if cls is not type and issubclass(cls, type):  # as that of an enumeration, which has its members
                    self.adopt_class(value)

    def adopt_class(self, cls: type) -> None:
        self.recorder.learned = True
        self.adopted[id(cls)] = cls
        if not self.enters:
            return
        for namespace in namespaces(cls):
            self.lend([namespace[name] for name in namespace.keys() & CALLED_BY_C])
            self.lend(behind_descriptors([namespace[name] for name in namespace.keys() & _MAY_BE_DESCRIPTORS]))

    def adopt_used(self, f: Any, arguments: Sequence[Any]) -> None:
        """The same for arguments of `f`, written in C; for all special methods where it may call them."""
        self.adopt(arguments)
        caller = caller_of(f)
        if caller is not None:
            for place in caller.lends:
                if place < len(arguments):
                    self.lend(python_functions(arguments[place]))
            if caller.brings:
                self.lend(brought_functions(caller))
            arguments = [arguments[place] for place in caller.uses if place < len(arguments)]
        elif not may_use(f):
            return
        if arguments:
            self.adopt_whole(arguments)

    def adopt_whole(self, values: Iterable[Any]) -> None:
        """The same for all special methods, for it is not known which ones C code will call."""
        for value in values:
            cls = type(value)
            if id(cls) in _COLLECTIONS and value:
                self.adopt_whole(_some(value))
            elif id(cls) not in PLAIN and self.whole[id(cls)] is None:
                self.recorder.learned = True
                self.whole[id(cls)] = cls
                self.lend(special_methods(cls))

    def collects(self, f: Any, kind: type, arguments: tuple[Any, ...]) -> bool:
        """Does a call of `f`, which is no function, need all of its arguments before it is known what to call?

        `arguments`: those of `resolve`.
        """
        if issubclass(kind, (BuiltinFunctionType, MethodDescriptorType)):
            caller = caller_of(f)
            if caller is None:
                return f.__name__ in METHODS_THAT_GIVE_VIEWS
            places = (*caller.calls, *caller.keeps, *caller.runs)
            named = bool(places) and arguments[-1].named
            return named or any(type(place) is int and place < len(arguments) - 1 for place in places)
        if kind is functools.partial:
            inner, given = f.func, (*f.args, *arguments)
            if inner is setattr or inner is delattr:  # which may change a function
                return False
            return converts(inner) or bool(f.keywords and caller_of(inner)) or self.collects(inner, type(inner), given)
        if kind is MethodWrapperType or kind is WrapperDescriptorType:
            return made_by_type(f, arguments[:-1]) is not None
        if not issubclass(kind, type):
            return False
        if f is memoryview:
            return True
        known: bool | None = self.collected.get(id(f))
        if known is None:
            function, reason = enterable_class(f)
            known = caller_of(f) is not None or (function is None and reason != "" and is_constructed(f))
            self.adopt_class(f)
            self.collected[id(f)] = known
            self.alive.append(f)
            self.recorder.learned = True
        return known

    def collect(self, /, *arguments: Any, **keywords: Any) -> Any:
        """Called in the place of what `resolve` would have, with all arguments: what to call instead, with none."""
        f = self.recorder.called.pop()
        try:
            return self.attempt(f, arguments, keywords, sys._getframe(1))
        except RecursionError:  # there is room for `f` itself
            return functools.partial(f, *arguments, **keywords)

    def attempt(self, f: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], frame: FrameType) -> Attempt:
        """What to call instead of `f(*arguments, **keywords)`, which `frame` does: Python code runs behind it."""
        if type(f) is functools.partial:
            if any(argument is PLACEHOLDER for argument in f.args):
                return functools.partial(f, *arguments, **keywords)
            return self.attempt(f.func, (*f.args, *arguments), {**f.keywords, **keywords}, frame)
        cls = made_by_type(f, arguments)
        if cls is not None:
            return construct(cls, arguments[f is TYPE_CALL :], keywords, self.enter_or_leave)
        if issubclass(type(f), type) and is_constructed(f):
            return construct(f, arguments, keywords, self.enter_or_leave)
        caller = caller_of(f)
        attempt = None
        try:
            if caller is not None:
                self.adopt_used(f, arguments)
                arguments = self._exchange_callbacks(caller, list(arguments), keywords, f is not caller.function)
                if caller.runs:
                    attempt = calling(f, arguments, keywords, frame, self.enter_or_leave, self.lend)
            else:
                attempt = conversion(f, arguments, keywords, self)
        except Exception:  # what cannot be exchanged runs as it is
            self.adopt_whole(arguments)
        return attempt or functools.partial(f, *arguments, **keywords)

    def _exchange_callbacks(
        self, caller: Caller, arguments: list[Any], keywords: dict[str, Any], is_bound: bool
    ) -> tuple[Any, ...]:
        """Exchange, in both, what the caller calls. `is_bound`: its argument 0 is not among them."""
        if caller.iterates and (len(arguments) == 1 or caller.function not in (min, max)):  # else it compares these
            for k in range(min(caller.iterates) - is_bound, min(len(arguments), max(caller.iterates) + 1 - is_bound)):
                arguments[k] = iterable_of(arguments[k], self, later=caller.later, twice=caller.twice)
        for place in (*caller.calls, *caller.keeps):
            enter = self.enter_or_leave if place in caller.calls else self.gate
            if isinstance(place, str):
                if place in keywords:
                    keywords[place] = self.exchanged(keywords[place], enter)
            elif place - is_bound < len(arguments):
                arguments[place - is_bound] = self.exchanged(arguments[place - is_bound], enter)
        return tuple(arguments)

    def look(self, f: Any, argument: Any, site: OperandSite) -> Any:
        """Called before a call of a function that is named like one which calls methods of its argument.

        True if its arguments are to be collected, as some are written in Python; else None.
        """
        key = id(f), id(type(argument))
        try:
            calls = self.looked.get(key)
            if calls is None:
                self.adopt((argument,))
                calls = calls_python(f, argument)
                if not is_hooked(f):
                    self.looked[key] = calls
                    self.alive += f, type(argument)
            if calls:
                self.recorder.called.append(f)
                return True
            if not converts(f) and caller_of(f) is None and site.firsts is NONE:
                self.recorder.filled.append(site)
                site.firsts = Known()  # a function of the same name: what it makes of types says nothing of others
            self.admit_types(site, [argument])
        except RecursionError:
            return None
        return None

    def exchanged(self, callback: Any, enter: Callable[[FunctionType], Any]) -> Any:
        """What C code is to call instead of `callback`."""
        kind = type(callback)
        if kind is FunctionType:
            return enter(callback)
        if kind is MethodType:
            function = self.exchanged(callback.__func__, enter)
            return callback if function is callback.__func__ else MethodType(function, callback.__self__)
        if kind is staticmethod:
            return self.exchanged(callback.__func__, enter)
        if kind is functools.partial:
            function = self.exchanged(callback.func, enter)
            if function is callback.func:
                return callback
            return functools.partial(function, *callback.args, **callback.keywords)
        if issubclass(kind, type) or is_native_kind(kind) or kind is CACHE:  # which cannot be exchanged
            self.lend(held_functions(callback) if kind is CACHE else python_functions(callback))
            return callback
        call = lookup(kind, "__call__")
        if type(call) is FunctionType:
            return MethodType(enter(call), callback)
        self.lend(held_functions(callback))
        return callback

    def enter_or_leave(self, f: FunctionType) -> FunctionType:
        """The same as `enter`; `f` itself, if it runs natively."""
        try:
            return self.enter(f)
        except (CannotTrackError, RecursionError):
            return f

    def gate(self, f: FunctionType) -> Any:
        """The same for what may outlive the recording, behind which it calls `f` itself."""
        if not f.__code__.co_flags & _NESTED:  # of one code there are not many
            self.lend((f,))
            if f in self.recorder.loans:
                return f
        found = self.gates.get(f)
        if found is None:
            found = self.gates[f] = functools.partial(self.enter_or_leave(f))
        return found

    def _entered(self, f: FunctionType, *, lent: bool = False) -> tuple[CodeType, Mark]:
        """Its rewritten code, and the mark by which the frames of that begin."""
        self.recorder.learned = True
        code = own_code(f)
        if code.co_flags & GENERATOR_FLAGS:
            self.recorder.suspends = True
        variants = self.variants.setdefault((id(code), lent), [])
        # what these do differs from one function to the next; and what is lent is not told apart by when it was
        varies = lent or bool(code.co_freevars) or has_defaults(f)
        number = self.varied[id(code), lent] if varies else 0
        if number >= _VARIANTS:
            if lent:
                raise CannotTrackError("too many functions of the same code have it rewritten")
            number %= _VARIANTS
        if number == len(variants):
            template = template_of(code, False, self.enters, lent)
            bound = template.bind(self.recorder.log, self.hooks, direct=False, behind=True)
            if lent:
                made_for_lending(bound, code)
            marks = (c for c in bound.co_consts if type(c) is Mark and c.kind is MarkKind.BEHIND)
            variants.append((bound, next(marks)))
        self.varied[id(code), lent] += varies
        return variants[number]

    def _constructor(self, cls: type, arguments: tuple[Any, ...]) -> Any:
        """A callable that makes an instance as `cls(...)` would, its Python code entered."""
        function, _ = enterable_class(cls)
        if function is None:
            self._learn_class(cls, None)
            return cls
        callees = self._callees(cls)
        if lookup(type(cls), "__call__") is function or type(lookup(cls, "__init__")) is not FunctionType:
            return MethodType(callees.twin(function, GENERAL), cls)
        return self._learn_class(cls, callees.twin(function, CONSTRUCTOR)).make(cls, arguments)

    def _learn_class(self, cls: Any, twin: FunctionType | None) -> _Constructor:
        if not makes_plainly(type(cls)):
            new = lookup(cls, "__new__")
            return _Constructor(None, new.__func__ if type(new) is staticmethod else new, twin)
        constructor = self.classes[id(cls)] = _Constructor(cls.__init__, cls.__new__, twin)
        self.alive.append(cls)
        return constructor

    def _resolver(self, way: int, functions: Known) -> Callable[..., Any]:
        """The `resolve` of calls that enter functions in that way, whose twins are `functions`."""
        filled, forget = self.recorder.filled, self.recorder.forget
        replacement = self.replacement
        general, classes, codes, generators = self.general, self.classes, self.codes, self.generators
        collects = self.collects if self.enters else None
        recorder, log, append = self.recorder, self.recorder.log, self.recorder.log.append
        chooses = self.chooses

        def fill(site: Site) -> None:
            """The site is about to remember something, which is forgotten when the recording ends."""
            if site.seen is None and site.native is None:
                filled.append(site)

        def see(site: Site, f: Any, twin: Any) -> None:
            fill(site)
            site.seen = None  # never a callable beside another's twin, whenever an interrupt comes
            if site.key is not None:
                recorder.history.append((len(log), site.key, False, f))
            site.twin = twin
            site.seen = f
            site.kind = FunctionType

        def leave(site: Site, f: Any) -> None:
            fill(site)
            site.native = f
            if makes_no_array(f):
                site.plain = None
                if site.key is not None:
                    recorder.history.append((len(log), site.key, True, f))
                site.plain = f

        def resolve(f: Any, *arguments: Any) -> Any:
            """Called by a frame whose site has not seen `f`, with the arguments and the site: what to call instead."""
            append(RESOLVED)
            try:
                kind = type(f)
                if kind is FunctionType:
                    twin = functions[f]
                    if twin is None:
                        code = f.__code__
                        if code.co_flags & GENERATOR_FLAGS and not RESULTS_FOLLOW:
                            return generators[f] or learn(f, arguments)
                        rewritten = codes.get(id(code) << 2 | way)
                        if rewritten is None or chooses or not code.co_flags & _NESTED or has_defaults(f):
                            return learn(f, arguments)
                        recorder.learned = True
                        try:
                            twin = functions[f] = with_code(f, rewritten)
                        except CannotTrackError:
                            return learn(f, arguments)
                    see(arguments[-1], f, twin)
                    return twin
                if collects is not None and collects(f, kind, arguments):
                    recorder.called.append(f)
                    return self.hooks.collect
                found = classes.get(id(f))
                if found is not None and makes_plainly(kind) and f.__init__ is found.init and f.__new__ is found.new:
                    site = arguments[-1]
                    if site.__class__ is ClassSite and kind is type:
                        if site.cls is None:
                            filled.append(site)
                        site.cls = None
                        site.new, site.init, site.constructor = found.new, found.init, found.twin
                        site.cls = f
                    return f if found.twin is None else found.make(f, arguments[:-1])
                if kind is MethodType and type(f.__func__) is FunctionType:
                    twin = general[f.__func__]
                    if twin is not None:
                        return MethodType(twin, f.__self__)
                site = arguments[-1]
                if site.__class__ is MethodSite and not is_callable(kind):  # a receiver
                    fill(site)
                    site.native = kind
                    return f
                if kind is BuiltinFunctionType:
                    self.adopt_used(f, arguments[:-1])
                    if f is setattr or f is delattr:
                        function, name = (*arguments, None)[:2]
                        if type(function) is FunctionType and type(name) is str and name in TWIN_ATTRIBUTES:
                            forget()
                        return f
                    if site.__class__ is MethodSite:
                        fill(site)
                        site.native = kind
                        if site.fixed is None:
                            self.fix(type(f.__self__), site)
                    else:
                        leave(site, f)
                    return f
                return learn(f, arguments)
            except RecursionError:  # there is room for `f` itself
                return f

        def learn(f: Any, arguments: tuple[Any, ...]) -> Any:
            """What to call instead of an `f` that this recording meets for the first time."""
            try:
                found = replacement(f, arguments[:-1], way)
            except (CannotTrackError, RecursionError):
                found = f
            kind = type(f)
            site = arguments[-1]
            is_class = issubclass(kind, type)
            if is_class:
                self.adopt_class(f)
            if found is f and (not is_class or is_static(f)):
                self.adopt_used(f, arguments[:-1])
                if kind not in NATIVE_TYPES and not is_class:
                    self.lend(held_functions(f))
            if kind is FunctionType and found is not f:
                if RESULTS_FOLLOW or not f.__code__.co_flags & GENERATOR_FLAGS:
                    see(site, f, found)
                else:
                    fill(site)
                    site.kind = FunctionType
            elif kind is FunctionType or kind is CACHE or is_native_kind(kind) or (kind is type and is_static(f)):
                leave(site, f)
            return found

        return resolve

    def _starred(self, resolve: Callable[..., Any]) -> Callable[..., Any]:
        """The same for calls whose positional arguments are an iterable."""
        forget = self.recorder.forget

        def resolve_starred(f: Any, arguments: Any, site: Site) -> Any:
            if type(arguments) is tuple:
                return resolve(f, *arguments, site)
            if f is setattr or f is delattr:  # what it changes is not known before the arguments are
                forget()
                return f
            kind = type(arguments)
            if lookup(kind, "__iter__") is None and lookup(kind, "__getitem__") is None:
                return f  # what it raises names the callable
            if issubclass(type(f), type) and issubclass(f, BaseException):
                return f  # it keeps its arguments, which an iterator gives only once
            return resolve(f, site)

        return resolve_starred

    def fix(self, cls: type, site: MethodSite) -> None:
        """3.11, 3.12: let a method lookup keep its form where it leaves a C function for every instance of `cls`.

        That is so for types whose attributes nothing can change, and whose instances have no dict.
        """
        if type(cls) is not type or not is_fixed(cls) or cls.__dictoffset__ or is_callable(cls):
            return  # a metaclass may run code when it is asked
        found = lookup(cls, site.name)
        if type(found) is MethodDescriptorType and (
            any(cls is plain for plain in _PLAIN_TYPES) or lookup(cls, "__getattribute__") is _GETATTRIBUTE
        ):
            site.fixed = cls
            if makes_no_array(found):
                site.method = site.first = Method(cls)

    def admit(self, owner: Any, site: MethodSite) -> None:
        """3.11, 3.12: learn what method a lookup gives for receivers of the type that `owner` has.

        The call takes an object of a type that was admitted for a receiver, so nothing that can be called is.
        """
        cls = type(owner)
        self.recorder.filled.append(site)
        method = Method(cls)
        function = lookup(cls, site.name)
        if is_callable(cls):
            method = Method(None)
        elif type(function) is FunctionType:
            try:  # noqa: SIM105  # `suppress` is written in Python, and may be lent code
                method = Method(cls, function, self.functions[function] or self.replacement(function, (), DIRECT))
            except (CannotTrackError, RecursionError):
                pass
        self.methods[id(cls), site] = method
        self.alive.append(cls)
        site.method = method


class Recorder:
    """A log and the code bound to it."""

    def __init__(self) -> None:
        self.log = LogList()
        self.reference = weakref.ref(self)
        self.history: list[Seen] = []  # what sites have begun to call, of this recording
        self.filled: list[Site | OperandSite] = []  # sites to clear when the recording ends
        self.learned = False  # has a binding something to forget then?
        self.behind: dict[Mark, tuple[list[int], list[Any]]] = {}  # of this recording
        self.called: list[Any] = []  # what `collect` is about to be called for, if nothing raises
        self.suspends = False  # have frames begun that may outlive the recording?
        self.recording = Recording()
        self.loans = Loans(self.recording)
        leave = operator.methodcaller("__setattr__", "epoch", None)
        self.stop = functools.partial(next, map(leave, itertools.repeat(self.recording)))
        self.last: weakref.ref[Any] | None = None  # the Log that uses our list
        # What a weak reference calls must be in C: an interrupt that arrived in Python code would be lost there.
        # This is `log.clear()` for whatever argument; called only while a finished record is the log's last user.
        self.clear_log = functools.partial(next, map(operator.methodcaller("clear"), itertools.repeat(self.log)))
        self.lost: weakref.ref[Any] | None = None  # the Log of a recording that goes on
        self.budget = Budget(self.log)
        self.bindings: dict[object, Binding] = {}
        self.default = self.binding(DEFAULT)

    def enter(self, mark: Mark, f: FunctionType) -> None:
        """Frames that begin with the mark are those of `f` from now on."""
        positions, functions = self.behind.setdefault(mark, ([], []))
        if not functions or functions[-1] is not f:
            positions.append(len(self.log))
            functions.append(f)

    def binding(self, context: Context) -> Binding:
        key = context.key() if context is not DEFAULT else None
        found = self.bindings.get(key)
        if found is None:
            found = self.bindings[key] = Binding(self, context)
        found.context = context
        return found

    def begin(self, context: Context) -> Binding:
        """Take the log for a recording; a record that still lives gets a copy of what it used."""
        if self.last is not None:
            owner = self.last()
            if owner is not None:
                owner.detach()
            self.last = None
        self.log.clear()
        if self.history or self.behind:  # of a recording that an interrupt lost
            self.history, self.behind = [], {}
        self.budget.restart(context.max_bytes)
        self.recording.raised = False
        self.recording.thread = get_ident()
        return self.default if context is DEFAULT else self.binding(context)

    def forget(self) -> None:
        """Let every site and every binding look again what to call."""
        if not self.filled and not self.learned:
            return
        for site in self.filled:
            site.clear()
        for binding in self.bindings.values():
            binding.forget()
        self.filled.clear()
        self.learned = False

    def settle(self) -> None:
        """Let no function of the program have rewritten code any more; may be called again if it was interrupted."""
        self.loans.recall()
        self.called.clear()
        self.recording.thread = None

    def end(self, owner: Any, *, raised: bool = False) -> None:
        """Give the log to `owner` (a Log), forget everything else of the recording, and go back to the pool.

        A short one is copied, which costs less than to lend it. So is one with an exception: from that frames lead to
        whoever has the record, so our list would keep its user alive for ever.
        """
        self.settle()
        self.forget()
        self.lost = owner.recorder = None
        if self.suspends:
            self.suspends = False
            self.recording.epoch = object()
        if self.budget.swept:
            self.budget.sweep()
        if self.history:
            owner.history, self.history = self.history, []
        if self.behind:
            owner.behind, self.behind = self.behind, {}
        if raised or self.recording.raised or len(self.log) < _SHORT:
            owner.entries = self.log.copy()
            self.log.clear()
        else:
            self.last = weakref.ref(owner, self.clear_log)
        give_back(self)

    def go_on(self, owner: Any) -> None:
        """Lend the log to `owner` (a Log) while it lives, or until `end`: what `track` returned still runs."""
        self.settle()
        owner.recorder, owner.decoded, owner.history, owner.behind = self, {}, self.history, self.behind
        self.last = weakref.ref(owner, self.clear_log)
        self.lost = weakref.ref(owner, self.stop)


_pool: list[Recorder] = []  # recorders that nobody uses


def take() -> Recorder:
    """A recorder that nobody uses."""
    try:
        recorder = _pool.pop()
    except IndexError:
        return Recorder()
    if recorder.last is not None and recorder.last() is None and recorder.log:
        # the collector has freed the last record and has still to call what clears the log: it has called us first
        fresh = Recorder()
        give_back(recorder)
        return fresh
    return recorder


def give_back(recorder: Recorder) -> None:
    """Nobody uses the recorder any more."""
    _pool.append(recorder)
