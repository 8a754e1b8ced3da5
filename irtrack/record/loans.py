"""Functions that run rewritten code themselves while something is recorded.

Most calls are exchanged: they call a twin, and the function stays as it is. But what C code holds and calls by itself,
as a method that compares keys of a dict, can only be entered if the function itself has other code. It is lent to it
until the recording ends; in other threads it runs the plain instructions that it has, too.
"""

from types import CodeType, FunctionType

_own: dict[int, tuple[CodeType, CodeType]] = {}  # id of code that is lent -> itself, and whose rewritten form it is


def made_for_lending(lent: CodeType, own: CodeType) -> None:
    """`lent` may become the code of a function whose own code is `own`."""
    _own[id(lent)] = lent, own


def own_code(f: FunctionType) -> CodeType:
    """The code of a function, whatever was lent to it."""
    code = f.__code__
    known = _own.get(id(code))
    return code if known is None else known[1]


class Loans:
    """What one recorder has lent."""

    def __init__(self) -> None:
        self.lent: dict[FunctionType, CodeType] = {}

    def lend(self, f: FunctionType, code: CodeType) -> None:
        self.lent[f] = code
        f.__code__ = code

    def recall(self) -> None:
        """Let all functions have their own code again; may be called again if it was interrupted."""
        if self.lent:
            for f, code in self.lent.items():
                if f.__code__ is code:
                    f.__code__ = own_code(f)
            self.lent.clear()
