"""What straight-line Python has no short words for: parts of `match`, exception groups, functions with all parts."""

import importlib
import itertools
from types import CodeType, FunctionType
from typing import Any

_MAPPING, _SEQUENCE = 1 << 6, 1 << 5  # Py_TPFLAGS_MAPPING, Py_TPFLAGS_SEQUENCE
_MATCH_SELF = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)  # of PEP 634
_MISSING = object()


def make_function(
    code: CodeType,
    namespace: dict[str, Any],
    defaults: Any = None,
    keyword_defaults: Any = None,
    annotations: Any = None,
    closure: Any = None,
    annotate: Any = None,
) -> Any:
    """What `def` and `lambda` make."""
    function: Any = FunctionType(code, namespace, code.co_name, defaults, closure)
    function.__qualname__ = code.co_qualname
    if keyword_defaults:
        function.__kwdefaults__ = keyword_defaults
    if annotations:
        pairs = zip(annotations[::2], annotations[1::2], strict=True) if type(annotations) is tuple else annotations
        function.__annotations__ = dict(pairs)
    if annotate is not None:
        function.__annotate__ = annotate  # from 3.14 on
    return function


def matches(exception: BaseException, kinds: Any) -> bool:
    """What `except kinds` asks: its own error for what are no classes of exceptions."""
    known = kinds if isinstance(kinds, tuple) else (kinds,)
    if not all(isinstance(kind, type) and BaseException in kind.__mro__ for kind in known):
        raise TypeError("catching classes that do not inherit from BaseException is not allowed")
    return any(kind in type(exception).__mro__ for kind in known)


def enter(manager: Any) -> Any:
    """`with manager`, as far as it enters, with its own error for what is none."""
    manager_method(manager, "__exit__")
    return manager_method(manager, "__enter__")(manager)


def manager_method(manager: Any, name: str) -> Any:
    """The method of a context manager; the interpreter's error for what is none."""
    if not any(name in vars(cls) for cls in type(manager).__mro__):
        with manager:
            pass
    return getattr(type(manager), name)


def import_from(module: Any, name: str) -> Any:
    """`from module import name`, with its own error."""
    namespace = {"__builtins__": {"__import__": lambda *arguments: module}}
    exec(f"from module import {name}", namespace)
    return namespace[name]


def merge(keywords: dict[Any, Any], more: Any) -> None:
    """`**more` of a call: it refuses a keyword that comes twice, and no key that is no text; that the call does."""
    names = {**more} if hasattr(type(more), "keys") else dict(**more)
    if not keywords.keys().isdisjoint(names):
        dict(**keywords, **names)
    keywords.update(names)


def match_mapping(subject: Any) -> bool:
    return bool(type(subject).__flags__ & _MAPPING)


def match_sequence(subject: Any) -> bool:
    return bool(type(subject).__flags__ & _SEQUENCE)


def match_keys(subject: Any, keys: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The values of these keys; None if one is missing."""
    values, seen = [], set()
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = subject.get(key, _MISSING)
        if value is _MISSING:
            return None
        values.append(value)
    return tuple(values)


def match_class(subject: Any, cls: Any, names: tuple[str, ...], count: int) -> tuple[Any, ...] | None:
    """The attributes that `case cls(a, b, x=c)` asks for, `count` of them by position; None where it does not match."""
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    if not isinstance(subject, cls):
        return None
    first: list[Any] = []
    known: Any = getattr(cls, "__match_args__", ())
    if not isinstance(known, tuple):
        raise TypeError(f"{cls.__name__}.__match_args__ must be a tuple (got {type(known).__name__})")
    if count == 1 and not hasattr(cls, "__match_args__") and issubclass(cls, _MATCH_SELF):
        first.append(subject)
    elif len(known) < count:
        raise TypeError(f"{cls.__name__}() accepts {len(known)} positional sub-patterns ({count} given)")
    asked = (*known[: count - len(first)], *names)
    for k, name in enumerate(asked):
        if not isinstance(name, str):
            raise TypeError(f"__match_args__ elements must be strings (got {type(name).__name__})")
        if name in asked[:k]:
            raise TypeError(f"{cls.__name__}() got multiple sub-patterns for attribute {name!r}")
        try:
            first.append(getattr(subject, name))
        except AttributeError:
            return None
    return tuple(first)


def match_group(exception: BaseException, kinds: Any) -> Any:
    """What of an exception `except* kinds` handles, as a group; None if nothing."""
    return _split(exception, kinds)[0]


def rest_of_group(exception: BaseException, kinds: Any) -> Any:
    """And what is left."""
    return _split(exception, kinds)[1]


def _split(exception: BaseException, kinds: Any) -> Any:
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if not isinstance(kind, type) or not issubclass(kind, BaseException):
            raise TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(kind, BaseExceptionGroup):
            raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")
    if isinstance(exception, kinds):
        if isinstance(exception, BaseExceptionGroup):
            return exception, None
        return BaseExceptionGroup("", (exception,)), None
    if not isinstance(exception, BaseExceptionGroup):
        return None, exception
    pair: Any = exception.split(kinds)
    if not isinstance(pair, tuple):
        raise TypeError(f"{type(exception).__name__}.split must return a tuple, not {type(pair).__name__}")
    if len(pair) < 2:
        raise TypeError(f"{type(exception).__name__}.split must return a 2-tuple, got tuple of size {len(pair)}")
    return pair


def prep_reraise_star(original: BaseException, raised: list[Any]) -> Any:
    """What `except*` raises in the end: what its clauses raised, and what no clause handled of the original."""
    found = [one for one in raised if one is not None]
    if not isinstance(original, BaseExceptionGroup):
        return found[0] if found else None
    new = [one for one in found if not _is_part(one, original)]
    leaves = {id(leaf) for one in found if _is_part(one, original) for leaf in _leaves(one)}
    rest = original.subgroup(lambda one: id(one) in leaves) if leaves else None
    if rest is not None:
        new.append(rest)
    return BaseExceptionGroup("", new) if len(new) > 1 else new[0] if new else None


def _is_part(one: BaseException, original: BaseException) -> bool:
    """Is it what `split` has made of the original, and not raised since?"""
    return (
        one.__traceback__ is original.__traceback__
        and one.__cause__ is original.__cause__
        and one.__context__ is original.__context__
        and getattr(one, "__notes__", None) is getattr(original, "__notes__", None)
    )


def _leaves(exception: BaseException) -> list[BaseException]:
    if not isinstance(exception, BaseExceptionGroup):
        return [exception]
    return [leaf for one in exception.exceptions for leaf in _leaves(one)]


def interpolation(value: Any, text: str, conversion: str | None, spec: str = "") -> Any:
    """`{value!r:spec}` of a template string."""
    return _templates().Interpolation(value, text, conversion, spec)


def template(strings: tuple[str, ...], interpolations: tuple[Any, ...]) -> Any:
    """A template string."""
    pairs = itertools.zip_longest(strings, interpolations)
    return _templates().Template(*(part for pair in pairs for part in pair if part is not None))


def _templates() -> Any:
    return importlib.import_module("string.templatelib")  # from 3.14 on
