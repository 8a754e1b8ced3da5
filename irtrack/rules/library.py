"""Functions of Python's own library, written in Python, that write to nothing but what is their own: one line a fact.

What they call of the program's are special methods of what they are given, and what is said here; what they give is a
number, a text, something new of these, or what they are given. (The Python Standard Library.)
"""

from typing import Any, NamedTuple

_OF_PATHS = "basename commonpath dirname exists expanduser isabs isdir isfile join normpath relpath split splitext"
_OF_NUMBERS = ("as_integer_ratio",)


class Row(NamedTuple):
    """`methods`: the names of those that functions of a module call of what they are given; `calls`: do they also call
    that itself? `iterates`: do they go over it? `prints`: to which attribute of `sys` do they write?
    """

    module: str
    functions: str
    methods: tuple[str, ...] = ()
    calls: bool = False
    iterates: bool = False
    prints: str = ""


ROWS = (
    Row("json", "dumps loads", calls=True),
    Row("logging", "debug info warning error exception critical log", prints="stderr"),
    Row("logging", "Logger.debug Logger.info Logger.warning Logger.error Logger.exception Logger.critical Logger.log",
        prints="stderr"),
    Row("ntpath", _OF_PATHS, ("__fspath__",)),
    Row("posixpath", _OF_PATHS, ("__fspath__",)),
    Row("pprint", "pformat saferepr"),
    Row("pprint", "pprint pp", prints="stdout"),
    Row("statistics", "fmean geometric_mean harmonic_mean mean median median_high median_low mode pstdev pvariance",
        _OF_NUMBERS, iterates=True),
    Row("statistics", "stdev variance", _OF_NUMBERS, iterates=True),
    Row("string", "Template.substitute Template.safe_substitute capwords"),
    Row("textwrap", "wrap fill shorten dedent indent"),
    Row("traceback", "format_exc format_exception format_stack"),
    Row("traceback", "print_exc print_exception print_stack", prints="stderr"),
    Row("uuid", "uuid3 uuid4 uuid5"),
)  # fmt: skip
_ROWS = {(row.module, name): row for row in ROWS for name in row.functions.split()}


def row_of(module: Any, name: str) -> Row | None:
    """The row of the function that has that name in a module."""
    return _ROWS.get((module, name)) if type(module) is str else None
