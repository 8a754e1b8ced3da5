"""Code that C functions run: `exec` and `eval`, imports, class statements with a metaclass.

See builtin_exec_impl and builtin___build_class__ in Python/bltinmodule.c of CPython,
PyImport_ImportModuleLevelObject and remove_importlib_frames in Python/import.c.
"""

import __future__

import builtins
import importlib
import operator
import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import ModuleSpec
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from ....cpython.operators import Form
from ...callables import is_constructed, special_methods
from ...classes import is_below, lookup, plain_name
from ...interrupts import is_interrupt
from .attempts import MISSING, Attempt, Enter, Lend, Steps, Twins, in_turn, is_python, stand_in
from .conversions import construct

_bootstrap: Any = importlib._bootstrap  # the import system, which typeshed leaves out
_FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
_IMPORT, _BUILD_CLASS = builtins.__import__, builtins.__build_class__  # which a program may replace
_PARENT = ModuleSpec.__dict__["parent"].fget
_OPTIMIZED = 1  # CO_OPTIMIZED
_GET_LAZY_IMPORTS: Any = getattr(sys, "get_lazy_imports", None)  # from 3.15 on
_TRACEBACK = BaseException.__dict__["__traceback__"]
_IMPORTLIB = ("<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>")


# -- exec and eval ----------------------------------------------------------------------------------------------------

_compiled: dict[tuple[str, CodeType], CodeType] = {}  # equal code is rewritten once


def run_code(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], caller: CodeType, enter: Enter, lend: Lend
) -> Attempt | None:
    """What to call instead of `exec(*arguments, **keywords)`, or `eval`, which the code `caller` does."""
    if not arguments:
        return None
    source, *rest = arguments
    if type(source) is str or type(source) is bytes:
        if "closure" in keywords:
            return None  # it raises
        mode = "exec" if function is exec else "eval"
        text: Any = source
        if mode == "eval":
            text = text.lstrip(" \t" if type(text) is str else b" \t")
        try:
            source = compile(text, "<string>", mode, caller.co_flags & _FUTURE, dont_inherit=True)
        except Exception as error:
            if is_interrupt(error):
                raise
            return None  # it raises what it does
        source = _compiled.setdefault((source.co_filename, source), source)
    closure = keywords.get("closure")
    if type(source) is not CodeType or len(closure or ()) != len(source.co_freevars):
        return None
    for namespace in (*rest, *keywords.values()):  # whose variables are its items
        if type(namespace) is not dict:
            lend(special_methods(type(namespace)))
    namespace = rest[0] if rest else keywords.get("globals")
    if type(namespace) is not dict:
        namespace = {}
    made = FunctionType(source, namespace, source.co_name, None, closure)
    twin = enter(made)
    return None if twin is made else partial(function, twin.__code__, *rest, **keywords)


# -- imports ----------------------------------------------------------------------------------------------------------


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    """A call of the import system; what it raises leads to the importing frame as if no Python code were between."""
    try:
        return function(*arguments)
    except BaseException as error:
        if not sys.flags.verbose:
            _TRACEBACK.__set__(error, _without_importlib(error))
        raise


# the one frame of ours that stands between those of a program; what skips the import system's frames skips it
_call.__code__ = _call.__code__.replace(co_filename=_IMPORTLIB[0], co_name="_call_with_frames_removed")


def _without_importlib(error: BaseException) -> Any:
    """The traceback behind `_call`, without the frames that the interpreter takes out of those of imports."""
    entries = []
    entry = _TRACEBACK.__get__(error).tb_next
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    kept: list[Any] = []
    chunk = 0  # how many were kept when the last frames of the import system began
    inside = False
    for entry in entries:
        code = entry.tb_frame.f_code
        was_inside, inside = inside, code.co_filename in _IMPORTLIB
        if inside and not was_inside:
            chunk = len(kept)
        kept.append(entry)
        if inside and (issubclass(type(error), ImportError) or code.co_name == "_call_with_frames_removed"):
            del kept[chunk:]
    for entry, following in zip(kept, [*kept[1:], None], strict=False):
        if entry.tb_next is not following:
            entry.tb_next = following
    return kept[0] if kept else None


def importing(
    name: Any, namespace: Any, locals_: Any, names: Any, level: Any, enter: Enter, lend: Lend
) -> Attempt | None:
    """What to call instead of `__import__(name, namespace, locals_, names, level)`; None to call it itself."""
    absolute = _absolute(name, namespace, level)
    if absolute is None:
        return None
    known = sys.modules.get(absolute)
    if known is not None:
        if type(known) is not ModuleType:
            return None
        if names:
            lend(_module_hooks(known))
        if _is_loaded(known) and not level and not (names and _is_package(known)):
            return None

    def steps() -> Steps:
        module = known
        if level and type(namespace.get("__spec__")) is ModuleSpec:
            yield partial(enter(_PARENT), namespace["__spec__"])
        if module is None:
            module = yield partial(_call, enter(_bootstrap._find_and_load), absolute, _IMPORT)
            if names:
                lend(_module_hooks(module))
        elif not _is_loaded(module):
            yield partial(_call, enter(_bootstrap._lock_unlock_module), absolute)  # which waits for other threads
        if names and (yield partial(getattr, module, "__path__", MISSING)) is not MISSING:
            return (yield partial(_call, enter(_bootstrap._handle_fromlist), module, names, _IMPORT))
        first = name.partition(".")[0]
        if names or (first == name and not level):
            return module
        if level:
            return (yield partial(_IMPORT, name, namespace, locals_, names, level))
        return (yield importing(first, None, None, None, 0, enter, lend) or partial(_IMPORT, first))

    return in_turn(steps())


def _module_hooks(module: Any) -> list[Any]:
    """What is asked for the names that are imported from a module, if it has none of that name."""
    return [vars(module).get("__getattr__")] if type(module) is ModuleType else []


def _is_loaded(module: Any) -> bool:
    """Has its code ended, so that the interpreter waits for no other thread?"""
    return type(module) is ModuleType and not getattr(vars(module).get("__spec__"), "_initializing", False)


def _is_package(module: Any) -> bool:
    return type(module) is ModuleType and "__path__" in vars(module)


def _absolute(name: Any, namespace: Any, level: Any) -> str | None:
    """The absolute name of an imported module; None where the interpreter has to say what is wrong with it."""
    if type(name) is not str or type(level) is not int or level < 0:
        return None
    if level == 0:
        return name or None
    package = namespace.get("__package__") if type(namespace) is dict else None
    if type(package) is not str or getattr(namespace.get("__spec__"), "parent", package) != package:
        return None
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        return None
    return f"{parts[0]}.{name}" if name else parts[0]


def _import_statement(level: Any, names: Any, name: str, twins: Twins) -> Attempt | None:
    frame = sys._getframe(3)  # behind `protocol` and `ask`
    if _may_be_lazy(frame.f_globals):
        return None
    function: Any = frame.f_builtins.get("__import__")
    namespace = None if frame.f_code.co_flags & _OPTIMIZED else frame.f_locals
    arguments = name, frame.f_globals, namespace, names, level
    if is_python(function):
        return partial(twins.enter(function), *arguments)
    return importing(*arguments, twins.enter, twins.lend) if function is _IMPORT else None


def _may_be_lazy(namespace: Any) -> bool:
    """May an import statement without `lazy` be lazy all the same?"""
    if _GET_LAZY_IMPORTS is None:
        return False
    return dict.__contains__(namespace, "__lazy_modules__") or _GET_LAZY_IMPORTS() == "all"


def settled(level: Any, name: str) -> Any:
    """The module that an import statement found, if nothing written in Python runs there the next time; else None."""
    module = sys.modules.get(name) if level == 0 else None
    return module if _is_loaded(module) else None


# -- class statements -------------------------------------------------------------------------------------------------


def class_statement(arguments: tuple[Any, ...], keywords: dict[str, Any], enter: Enter, lend: Lend) -> Attempt | None:
    """What to call instead of `__build_class__(*arguments, **keywords)`, whose body is exchanged."""
    if len(arguments) < 2 or type(arguments[0]) is not FunctionType or type(arguments[1]) is not str:
        return None
    return in_turn(_build_class(arguments[0], arguments[1], list(arguments[2:]), dict(keywords), enter, lend))


def _build_class(
    body: Any, name: str, original: list[Any], keywords: dict[str, Any], enter: Enter, lend: Lend
) -> Steps:
    build = partial(_BUILD_CLASS, body, name)
    bases: list[Any] = []
    for base in original:
        method = MISSING if _is_class(base) else (yield partial(getattr, base, "__mro_entries__", MISSING))
        if method is MISSING:
            bases.append(base)
            continue
        entries = yield partial(_entered(method, enter), tuple(original))
        if not issubclass(type(entries), tuple):
            yield partial(build, stand_in(base, __mro_entries__=partial(next, iter([entries]))))  # which raises
        bases += entries
    metaclass = keywords.pop("metaclass", type(bases[0]) if bases else type)
    for base in bases if _is_class(metaclass) else ():
        if is_below(type(base), metaclass):
            metaclass = type(base)
        elif type(base) is not metaclass and not is_below(metaclass, type(base)):
            yield partial(build, *bases, metaclass=metaclass)  # which raises
    prepare = yield partial(getattr, metaclass, "__prepare__", MISSING)
    namespace: Any = {}
    if prepare is not MISSING:
        namespace = yield partial(operator.call, _entered(prepare, enter), name, tuple(bases), **keywords)
        lend(special_methods(type(namespace)))
    if lookup(type(namespace), "__getitem__") is None:
        wrong = plain_name(metaclass) if _is_class(metaclass) else "<metaclass>"
        yield partial(build, metaclass=type(wrong, (type,), {"__prepare__": staticmethod(lambda *_: namespace)}))

    def leave(*_: Any) -> Any:
        return namespace

    leave.__prepare__ = leave  # type: ignore[attr-defined]
    yield partial(build, metaclass=leave)  # runs the body
    if len(bases) != len(original) or any(map(operator.is_not, bases, original)):
        yield partial(operator.setitem, namespace, "__orig_bases__", tuple(original))
    cell = dict.get(namespace, "__classcell__") if issubclass(type(namespace), dict) else None
    made = yield _make(metaclass, (name, tuple(bases), namespace), keywords, enter, lend)

    def give(*_: Any) -> Any:
        return made

    return (yield partial(_BUILD_CLASS, lambda: cell, name, metaclass=give))  # checks the cell


def _make(metaclass: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], enter: Enter, lend: Lend) -> Attempt:
    """A call of the metaclass."""
    if _is_class(metaclass):
        call = lookup(type(metaclass), "__call__")
        if is_python(call):
            return partial(enter(call), metaclass, *arguments, **keywords)
        if is_constructed(metaclass):
            return construct(metaclass, arguments, keywords, enter)
        lend(class_hooks(metaclass, *arguments[1:]))
        return partial(metaclass, *arguments, **keywords)
    return partial(operator.call, _entered(metaclass, enter), *arguments, **keywords)


def class_hooks(metaclass: Any, bases: Any, namespace: Any) -> list[Any]:
    """The `mro`, `__init_subclass__` and `__set_name__` that `type.__new__` may call."""
    found = [lookup(metaclass, "mro")] if _is_class(metaclass) else []
    found += [getattr(lookup(base, "__init_subclass__"), "__func__", None) for base in bases if _is_class(base)]
    values = dict.values(namespace) if issubclass(type(namespace), dict) else ()
    return found + [lookup(type(value), "__set_name__") for value in values]


def _is_class(value: Any) -> bool:
    return issubclass(type(value), type)


def _entered(function: Any, enter: Enter) -> Any:
    if type(function) is MethodType:
        return MethodType(_entered(function.__func__, enter), function.__self__)
    return enter(function) if is_python(function) else function


PROTOCOLS: dict[Any, Callable[..., Attempt | None]] = {Form.IMPORT: _import_statement}


def calling(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], frame: FrameType, enter: Enter, lend: Lend
) -> Attempt | None:
    """What to call instead of `function(*arguments, **keywords)`, which `frame` does and which runs code; None for it.

    `enter` raises nothing: it gives a function itself that runs natively.
    """
    if function is _BUILD_CLASS:
        return class_statement(arguments, keywords, enter, lend)
    if function is type.__new__:
        lend(class_hooks(arguments[0], *arguments[2:4]))
        return partial(function, *arguments, **keywords)
    if function is not _IMPORT:
        return run_code(function, arguments, keywords, frame.f_code, enter, lend)
    named = dict(zip(_IMPORT_ARGUMENTS, arguments, strict=False))
    if not named.keys().isdisjoint(keywords) or not keywords.keys() <= _IMPORT_ARGUMENTS.keys():
        return None
    name, namespace, locals_, names, level = (_IMPORT_ARGUMENTS | named | keywords).values()
    return importing(name, namespace, locals_, names, level, enter, lend)


_IMPORT_ARGUMENTS = {"name": None, "globals": None, "locals": None, "fromlist": (), "level": 0}
