"""What calls ask (cpython/calls.py): the callable to call instead, for functions, methods, classes and the like."""

from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType, WrapperDescriptorType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...cpython.flow import GENERATOR_FLAGS
from ...cpython.functions import has_defaults, with_code
from ...cpython.instrument import TWIN_ATTRIBUTES
from ...cpython.marks import RESOLVED
from ...cpython.sites import ClassSite, Known, Method, MethodSite, Site
from ...cpython.template import CannotTrackError
from ...cpython.versions import RESULTS_FOLLOW
from ...rules.exports import may_look, resized_by
from ..callables import (
    caller_of,
    enterable_class,
    finds_new_plainly,
    held_functions,
    is_native_kind,
    is_opaque,
    makes_no_array,
    makes_plainly,
    may_use,
)
from ..classes import is_callable, is_fixed, is_iterable, lookup
from .behind.attempts import Attempt
from .constructors import Constructor
from .natives import Natives, key_of

if TYPE_CHECKING:
    from .binding import Binding

# how rewritten code is entered: by a call of the function itself, which shows each argument (`Template.direct`); in any
# other way; as a constructor, which returns its first argument
DIRECT, GENERAL, CONSTRUCTOR = range(3)
NESTED = 0x10  # CO_NESTED: the code of functions that are made anew whenever another function runs

# types that look attributes up as object does, though they have a `__getattribute__` of their own
_PLAIN_TYPES = (str, list, dict, tuple, int, float, set, bytes, frozenset, bytearray, complex, bool, np.ndarray)
_C_CALLABLES = BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType
_GETATTRIBUTE = object.__dict__["__getattribute__"]


def _bound_key(f: Any) -> Any:
    """What all methods have in common that are bound alike: the function; or, of one written in C, owner and name."""
    if type(f) is MethodType:
        return id(f.__func__)
    owner = f.__self__
    return id(owner if type(owner) is type else type(owner)), f.__name__


class Calls:
    """The calls of a recorder's code for one context."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.lender = binding.lender
        # what this recording has resolved
        self.functions = Known()  # -> their twins for direct calls
        self.general = Known()  # -> those for others
        self.generators = Known()  # -> those of functions that make generators, whose calls append what they return
        self.classes: dict[int, Constructor] = {}  # by the id of a class
        self.bound = Known()  # C functions bound to what is no module, which call no argument -> how to adopt these
        self.methods = Known()  # 3.11, 3.12: id of a class, MethodSite -> Method
        self.natives = Natives()  # in every recording

    def forget(self) -> None:
        """The recording is over."""
        self.functions.clear()
        self.general.clear()
        self.generators.clear()
        self.classes.clear()
        self.bound.clear()
        self.methods.clear()

    def forget_many(self, most: int) -> None:
        """Let functions be resolved again where there are too many to keep, as closures are in a long run."""
        for known in (self.functions, self.general, self.generators):
            if len(known) > most:
                known.clear()

    def root(self, f: Any, arguments: tuple[Any, ...]) -> Any:
        """What to call instead of the function of a recording."""
        try:
            if arguments:
                self.lender.adopt(arguments)
            if type(f) is FunctionType and not self.binding.chooses and not f.__code__.co_flags & GENERATOR_FLAGS:
                return self.binding.twin(f, DIRECT)
            return self.replacement(f, arguments, DIRECT)
        except (CannotTrackError, RecursionError):
            return f

    def replacement(self, f: Any, arguments: tuple[Any, ...], way: int) -> Any:
        """What to call instead of `f`, which is `f` itself if it runs natively.

        `arguments` are those of the call; `way` is how it enters `f`, if that is a function.
        """
        self.recorder.learned = True
        kind = type(f)
        if kind is FunctionType:
            instead = self.binding.instead_of(f)
            twin = self.binding.callees(instead).twin(instead, way)
            known = self.functions if way == DIRECT else self.general
            if f.__code__.co_flags & GENERATOR_FLAGS and not RESULTS_FOLLOW:
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
        if kind is partial:
            if f.func is setattr or f.func is delattr:
                self.recorder.forget()
            inner = self.replacement(f.func, f.args, GENERAL)
            return f if inner is f.func else partial(inner, *f.args, **f.keywords)
        if issubclass(type(f), type):
            return self._constructor(f, arguments)
        call = lookup(kind, "__call__")
        return MethodType(self.binding.callees(f).twin(call, GENERAL), f) if type(call) is FunctionType else f

    def _constructor(self, cls: type, arguments: tuple[Any, ...]) -> Any:
        """A callable that makes an instance as `cls(...)` would, its Python code entered."""
        function, _ = enterable_class(cls)
        if function is None:
            self._learn_class(cls, None)
            return cls
        callees = self.binding.callees(cls)
        if lookup(type(cls), "__call__") is function:
            return MethodType(callees.twin(function, GENERAL), cls)
        if type(lookup(cls, "__init__")) is not FunctionType:
            called = MethodType(callees.twin(function, GENERAL), cls)
            self._learn_class(cls, None, called)
            return called
        return self._learn_class(cls, callees.twin(function, CONSTRUCTOR)).make(cls, arguments)

    def _learn_class(self, cls: Any, twin: FunctionType | None, called: MethodType | None = None) -> Constructor:
        constructor = Constructor(cls, twin, called)
        if makes_plainly(type(cls)):
            self.classes[id(cls)] = constructor
            self.binding.alive.append(cls)
        return constructor

    def resolver(self, way: int, functions: Known) -> Callable[..., Any]:
        """The `resolve` of calls that enter functions in that way, whose twins are `functions`."""
        filled, forget = self.recorder.filled, self.recorder.forget
        replacement = self.replacement
        general, classes, codes, generators = self.general, self.classes, self.binding.codes, self.generators
        bound, natives, lasting = self.bound, self.natives, self.natives.known
        collects = self.binding.callers.collects if self.binding.enters else None
        recorder, log, append = self.recorder, self.recorder.log, self.recorder.log.append
        chooses, exports = self.binding.chooses, recorder.exports
        replaced = self.binding.replacement if self.binding.replaces else None

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

        def leave(site: Site, f: Any, arguments: tuple[Any, ...]) -> None:
            if replaced is not None and replaced(f, (), None) is f:  # which depends on the arguments
                return
            if replaced is None or replaced(f, arguments[:-1], site.names) is None:
                natives.add(f, arguments)
            settle(site, f, may_look(f), makes_no_array(f))

        def settle(site: Site, f: Any, looks: bool, plain: bool) -> None:
            if looks and not exports.expected:
                exports.expect()
            fill(site)
            site.native = f
            if plain:
                site.plain = None
                if site.key is not None:
                    recorder.history.append((len(log), site.key, True, f))
                site.plain = f

        def resolve(f: Any, *arguments: Any) -> Any:
            """Called by a frame whose site has not seen `f`, with the arguments and the site: what to call instead."""
            append(RESOLVED)
            try:
                calls = lasting.get(id(f))
                facts = calls.get(key_of(arguments)) if calls is not None else None
                if facts is not None:
                    settle(arguments[-1], f, *facts)
                    return f
                kind = type(f)
                if replaced is not None and kind is not FunctionType:
                    found = replaced(f, arguments[:-1], arguments[-1].names)
                    if found is not None and found is not f:
                        return found
                if kind is FunctionType:
                    twin = functions[f]
                    if twin is None:
                        code = f.__code__
                        if code.co_flags & GENERATOR_FLAGS and not RESULTS_FOLLOW:
                            twin = generators[f]
                            if twin is None:
                                return learn(f, arguments)
                            fill(arguments[-1])
                            arguments[-1].kind = FunctionType
                            return twin
                        rewritten = codes.get(id(code) << 2 | way)
                        if rewritten is None or chooses or not code.co_flags & NESTED or has_defaults(f):
                            return learn(f, arguments)
                        recorder.learned = True
                        try:
                            twin = functions[f] = with_code(f, rewritten)
                        except CannotTrackError:
                            return learn(f, arguments)
                    see(arguments[-1], f, twin)
                    return twin
                if exports.expected and issubclass(kind, _C_CALLABLES) and resized_by(f) is not None:
                    recorder.called.append(f)  # from 3.13 on the object of a method is not among the arguments
                    return self.binding.hooks.collect
                if kind is BuiltinFunctionType or kind is MethodType:
                    adopt = bound[_bound_key(f)]
                    if adopt is not None and arguments[-1].__class__ is not MethodSite:
                        adopt(arguments[:-1])
                        return f
                if collects is not None and collects(f, kind, arguments):
                    recorder.called.append(f)
                    return self.binding.hooks.collect
                found = classes.get(id(f))
                if found is not None and found.is_of(f, kind):
                    if found.called is not None:
                        is_same = finds_new_plainly(kind) and not type.__subclasses__(f)
                        return found.called if is_same else learn(f, arguments)
                    site = arguments[-1]
                    if site.__class__ is ClassSite and kind is type and found.is_plain:
                        if site.cls is None:
                            filled.append(site)
                        site.cls = None
                        site.new, site.init, site.constructor = found.new, found.init, found.twin
                        site.cls = f
                    elif found.twin is None and kind is type and is_fixed(f):
                        leave(site, f, arguments)
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
                    if not exports.expected and may_look(f):
                        exports.expect()
                    self.lender.adopt_used(f, arguments[:-1])
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
                        leave(site, f, arguments)
                        owner = f.__self__
                        if owner is not None and type(owner) is not ModuleType and caller_of(f) is None:
                            leave_bound(f)
                    return f
                return learn(f, arguments)
            except RecursionError:  # there is room for `f` itself
                return f

        def leave_bound(f: Any) -> None:
            """What is bound is another object each time, so that no site can know it."""
            bound[_bound_key(f)] = self.lender.adopt_whole if may_use(f) else self.lender.adopt
            self.binding.alive.append(f)

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
                if found is f and not is_fixed(f) and may_look(f):
                    exports.expect()
                self.lender.adopt_class(f)
            if found is f and (not is_class or is_fixed(f)):
                self.lender.adopt_used(f, arguments[:-1])
                if not is_native_kind(kind) and not is_class:
                    self.lender.lend(held_functions(f))
            if kind is FunctionType and found is not f:
                if RESULTS_FOLLOW or not f.__code__.co_flags & GENERATOR_FLAGS:
                    see(site, f, found)
                else:
                    fill(site)
                    site.kind = FunctionType
            elif kind is FunctionType or is_opaque(kind) or (kind is type and is_fixed(f)):
                leave(site, f, arguments)
            elif kind is MethodType and found is f and is_opaque(type(f.__func__)):
                leave_bound(f)
            return found

        return resolve

    def starred(self, resolve: Callable[..., Any]) -> Callable[..., Any]:
        """The same for calls whose positional arguments are an iterable."""
        forget = self.recorder.forget

        def resolve_starred(f: Any, arguments: Any, site: Site) -> Any:
            if type(arguments) is tuple:
                return resolve(f, *arguments, site)
            if f is setattr or f is delattr:  # what it changes is not known before the arguments are
                forget()
                return f
            if not is_iterable(type(arguments)):
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
            if makes_no_array(found) and resized_by(found) is None:
                site.method = site.first = Method(cls)

    def admit(self, owner: Any, site: MethodSite) -> Attempt | None:
        """3.11, 3.12: learn what method a lookup gives for receivers of the type that `owner` has.

        The call takes an object of a type that was admitted for a receiver, so nothing that can be called is. Gives
        what to call instead of the lookup, as `Operations.ask` does.
        """
        cls = type(owner)
        self.recorder.filled.append(site)
        if self.binding.enters:
            attempt = self.binding.operations.get(owner, site.name)
            if attempt is not None:
                return attempt
            if issubclass(cls, (type, ModuleType)):
                self.binding.alive.append(owner)
                site.owner = owner
                return None
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
        self.binding.alive.append(cls)
        site.method = method
        return None
