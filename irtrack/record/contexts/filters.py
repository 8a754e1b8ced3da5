"""Contexts that choose by module what is entered."""

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from ..callables import enterable
from ..loans import own_code
from ..log import is_library_file
from ..values import described
from .context import Context


class ModuleFilter(Context):
    """Enters calls by the module whose code runs: `track(ModuleFilter(only=["mine"]), f, x)`.

    only: names of packages or modules; nothing else is entered. None, the default, for all.
    never: names of packages or modules that are not entered.
    library: is code of the standard library and of installed packages (site-packages) entered, too?

    A package's name stands for all modules in it. Which module a function belongs to is told by the globals that its
    code sees; that of a class by its `__init__`, or whatever of it runs. What is not entered is one primitive call, and
    so is all that it calls itself: code of yours that a library calls back is not seen if the library is not entered.

    Raises TypeError for what are no names.
    """

    only: Iterable[str] | None = None
    never: Iterable[str] = ()
    library: bool = True
    options = (*Context.options, "only", "never", "library")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.only = _names("only", self.only) if self.only is not None else None
        self.never = _names("never", self.never)
        if not isinstance(self.library, bool):
            raise TypeError(f"library is True or False, not {described(self.library)}")

    def can_recur(self, f: Callable[..., Any]) -> bool:
        function, _ = enterable(f)
        if type(function) is not FunctionType:
            return True
        if not self.library and is_library_file(own_code(function).co_filename):
            return False
        module = function.__globals__.get("__name__")
        if not isinstance(module, str):
            return self.only is None
        return not _is_in(module, self.never) and (self.only is None or _is_in(module, self.only))


def _names(option: str, names: Any) -> tuple[str, ...]:
    if isinstance(names, str):
        raise TypeError(f"{option} is a list of names of modules: did you mean {option}=[{names!r}]?")
    try:
        found = tuple(names)
    except TypeError:
        raise TypeError(f"{option} is a list of names of modules, not {described(names)}") from None
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"{option} is a list of names of modules, as text, which {described(name)} is not")
    return found


def _is_in(module: str, packages: Iterable[str]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


OWN_CODE = ModuleFilter(library=False)
