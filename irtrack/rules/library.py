"""Functions of Python's own library, written in Python, that write to nothing but what is their own: one line a fact.

What they call of the program's are special methods of what they are given, and what is said here; what they give is a
number, a text, something new of these, or what they are given. (The Python Standard Library.)
"""

from typing import Any, NamedTuple

_OF_PATHS = "basename dirname exists isabs isdir isfile join normpath relpath split splitext"
_OF_NUMBERS = ("as_integer_ratio",)
_OF_EXCEPTIONS = ("__dir__",)  # of the object that has not the attribute that was asked for


class Row(NamedTuple):
    """`methods`: the names of those that functions of a module call of what they are given; `looks`: do they call its
    special methods? `calls`: do they also call that itself? `iterates`: do they go over it? `makes`: do they make more
    numbers of its class? `attributes`: the names of those that they ask it for. `handles`: do they look at the
    exception that is being handled, too? `uses`: an attribute of another module by which they go. `prints`: to which
    attribute of `sys` do they write, or else to what they are given, by position or name, for a `file`? `logs`: do they
    write to the streams of the handlers of logging?
    """

    module: str
    functions: str
    methods: tuple[str, ...] = ()
    looks: bool = True
    calls: bool = False
    iterates: bool = False
    makes: bool = False
    attributes: tuple[str, ...] = ()
    handles: bool = False
    uses: str = ""
    prints: str = ""
    logs: bool = False
    file: tuple[int | str, ...] = ()


ROWS = (
    Row("contextlib", "_GeneratorContextManager.__exit__", looks=False, iterates=True),
    Row("json", "dumps loads", ("encode", "iterencode", "decode"), calls=True),
    Row("logging", "debug info warning error exception critical log", prints="stderr", logs=True),
    Row("logging", "Logger.debug Logger.info Logger.warning Logger.error Logger.exception Logger.critical Logger.log",
        prints="stderr", logs=True),
    Row("ntpath", _OF_PATHS, ("__fspath__",)),
    Row("ntpath", "commonpath", ("__fspath__",), iterates=True),
    Row("ntpath", "expanduser", ("__fspath__",), uses="environ"),
    Row("posixpath", _OF_PATHS, ("__fspath__",)),
    Row("posixpath", "commonpath", ("__fspath__",), iterates=True),
    Row("posixpath", "expanduser", ("__fspath__",), uses="environ"),
    Row("pprint", "pformat saferepr"),
    Row("pprint", "pprint pp", prints="stdout", file=(1, "stream")),
    Row("statistics", "fmean geometric_mean harmonic_mean mean median median_high median_low mode pstdev pvariance",
        _OF_NUMBERS, iterates=True, makes=True),
    Row("statistics", "stdev variance", _OF_NUMBERS, iterates=True, makes=True),
    Row("string", "Template.substitute Template.safe_substitute capwords"),
    Row("textwrap", "wrap fill shorten dedent"),
    Row("textwrap", "indent", calls=True),
    Row("traceback", "format_exc", _OF_EXCEPTIONS, handles=True),
    Row("traceback", "format_exception", _OF_EXCEPTIONS),
    Row("traceback", "format_stack"),
    Row("traceback", "print_exc", _OF_EXCEPTIONS, handles=True, prints="stderr", file=(1, "file")),
    Row("traceback", "print_exception", _OF_EXCEPTIONS, prints="stderr", file=(4, "file")),
    Row("traceback", "print_stack", prints="stderr", file=(2, "file")),
    Row("uuid", "uuid3 uuid5", attributes=("bytes",)),
    Row("uuid", "uuid4"),
)  # fmt: skip
# by the names of the functions, where these are not known: what they take for a file
FILES_BY_NAME = {name: row.file for row in ROWS for name in row.functions.split() if row.file}
_ROWS = {(row.module, name): row for row in ROWS for name in row.functions.split()}


def row_of(module: Any, name: str) -> Row | None:
    """The row of the function that has that name in a module."""
    return _ROWS.get((module, name)) if type(module) is str else None
