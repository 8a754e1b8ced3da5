"""Programs, made ready to run as `python script.py` and `python -m module` do."""

import builtins
import io
import os
import re
import runpy
import sys
import zipfile
from collections.abc import Callable
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple


class CannotRunError(Exception):
    """There is no such program; the exit status that Python has for it."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class Program(NamedTuple):
    """The code of a program, and the module `__main__` that it fills. `folder`: the first entry of sys.path."""

    code: CodeType
    module: ModuleType
    arguments: list[str]
    folder: str

    def enter(self) -> Callable[[], Any]:
        """Let the interpreter be as the program expects it; what then runs the program."""
        sys.argv[:] = self.arguments
        if not sys.flags.safe_path:
            sys.path[0] = self.folder
        _before.append(sys.modules["__main__"])
        sys.modules["__main__"] = self.module
        return FunctionType(self.code, self.module.__dict__)


_ENCODING = re.compile(rb"[ \t\f]*#.*?coding[:=]")  # a line that says which one it is
_before: list[ModuleType] = []  # what was `__main__`, which has to stay alive


def is_package(path: str) -> bool:
    """Is it a folder or an archive, whose `__main__` is run?"""
    return os.path.isdir(path) or zipfile.is_zipfile(path)


def script(path: str, arguments: list[str]) -> Program:
    """`python path arguments...`, where the path is that of a file, or of a folder or archive with a `__main__.py`.

    Raises CannotRunError, or SyntaxError.
    """
    absolute = os.path.abspath(path)
    if is_package(path):
        sys.path[0] = absolute
        try:
            _, spec, code = runpy._get_main_module_details(_NoModuleError)  # type: ignore[attr-defined]  # not public: what `python -m` does
        except _NoModuleError:
            raise CannotRunError(f"can't find '__main__' module in {path!r}", 1) from None
        return Program(code, _module_of(spec), [path, *arguments], absolute)
    try:
        with io.open_code(absolute) as file:
            source = file.read()
    except OSError as error:
        raise CannotRunError(f"can't open file {absolute!r}: [Errno {error.errno}] {error.strerror}", 2) from None
    _check_text(source, absolute)
    code = compile(source, absolute, "exec", dont_inherit=True)
    module = _main(__file__=absolute, __loader__=SourceFileLoader("__main__", absolute))
    return Program(code, module, [path, *arguments], os.path.dirname(os.path.realpath(path)))


def _check_text(source: bytes, path: str) -> None:
    """Raise the SyntaxError of a file that is no text: `compile`, which gets no file, does not say which it is."""
    try:
        if not any(map(_ENCODING.match, source.split(b"\n", 2)[:2])):
            source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise SyntaxError(
            f"Non-UTF-8 code starting with '\\x{source[error.start]:02x}' in file {path} on line {line}, "
            "but no encoding declared; see https://peps.python.org/pep-0263/ for details"
        ) from None
    if b"\0" in source:
        before = source[: source.index(b"\0")]
        line = before.count(b"\n") + 1
        text = before[before.rfind(b"\n") + 1 :].decode(errors="replace")
        raise SyntaxError("source code cannot contain null bytes", (path, line, None, text))


def module(name: str, arguments: list[str]) -> Program:
    """`python -m name arguments...`.

    Raises CannotRunError, or whatever the packages raise in which the module lies.
    """
    sys.argv[:] = ["-m", *arguments]  # as packages see it that are imported on the way
    if not sys.flags.safe_path:
        sys.path[0] = os.getcwd()
    try:
        _, spec, code = runpy._get_module_details(name, _NoModuleError)  # type: ignore[attr-defined]  # not public: what `python -m` does
    except _NoModuleError as error:
        raise CannotRunError(str(error), 1) from None
    return Program(code, _module_of(spec), [spec.origin, *arguments], os.getcwd())


class _NoModuleError(Exception):
    """What runpy is told to raise."""


def _module_of(spec: ModuleSpec) -> ModuleType:
    return _main(__file__=spec.origin, __loader__=spec.loader, __package__=spec.parent, __spec__=spec)


def _main(**names: Any) -> ModuleType:
    """A module `__main__` with what the interpreter puts into it."""
    made = ModuleType("__main__")
    own = sys.modules["__main__"].__dict__
    version: dict[str, Any] = {"__annotations__": {}, "__cached__": None}  # not all versions have them
    version = {name: value for name, value in version.items() if name in own}
    made.__dict__.update({"__builtins__": builtins, **version, **names})
    return made
