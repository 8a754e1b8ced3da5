"""Caches of rewritten code: which callable an instruction met, and what is called instead.

A site is a constant of the code object, and inserted instructions read its attributes. `resolve` and `admit` (see
record/entering/calls.py) fill it; it is cleared when the recording ends.
"""

import sys
from collections.abc import Iterator
from itertools import repeat
from types import CodeType
from typing import Any


class Known(dict[Any, Any]):
    """A dict whose value for a missing key is None. Hashable, so that code can hold it as a constant."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]  # None in the base class, on purpose
    __missing__: Any = {}.get  # in C, and always None
    __repr__ = object.__repr__


class Recording:
    """What a recorder is lent to.

    `alive`: the tokens of its generators, whose frames hold this list, which is empty once it has ended; `thread`: its
    identifier, None behind the end; `raised`: has an exception been recorded? `cut`: has a frame stopped recording,
    since the log was full? `limit`: how long the log may become, where it is cut then; `looks`: goes on for ever, and
    says at each place where a frame could look at that whether it does.
    """

    __slots__ = ("alive", "cut", "limit", "looks", "raised", "thread")

    def __init__(self) -> None:
        self.alive: list[Any] = []
        self.thread: int | None = None
        self.raised = False
        self.cut = False
        self.limit = sys.maxsize
        self.looks: Iterator[bool] = repeat(False)


class Site:
    """The cache of one call.

    `seen`: the Python function last resolved, whose own instructions see what it returns; `twin`: what is called
    instead. `kind`: the type of functions, once one was seen; then another that the recording knows is found without
    asking, but not the first. `native`: the function last resolved that is not exchanged; `plain`: the last of these
    whose result is no new array. `key`: the ENTER of its code, and its index there, by which the history of a recording
    names it; None where nobody asks. `names`: by which the call passes arguments; None where only the call itself can
    tell. `looks`: are the types of arguments tested before the call, for whatever C functions of that name may call?
    """

    __slots__ = ("key", "kind", "looks", "names", "native", "plain", "seen", "twin")

    def __init__(self, names: tuple[str, ...] | None = None, looks: bool = False) -> None:
        self.key: Any = None
        self.names = names
        self.looks = looks
        self.clear()

    def clear(self) -> None:
        """Forget what belongs to one recording."""
        self.seen: Any = None
        self.twin: Any = None
        self.kind: Any = None
        self.plain: Any = None
        self.native: Any = None


NONE = Known()


class OperandSite:
    """The cache of an instruction that is a call of `function`, behind which Python code may run.

    `first`, `second`: types of the operands that are tested, for which none does; `firsts`: the ids of all such types
    that the recording has met there or elsewhere -> True; False where that holds for this instruction only, and not for
    others that rely on its test. `owner`, `owners`: the same of operands of which their types do not tell, as classes
    and modules: each is known by itself, and to this instruction only. `tested`: which operands these are. `name`: of
    the attribute. `names`: of all that the code does with attributes of that variable; of an operator, not empty if its
    operands may be indexed without another test. `looks`: is the result looked at where the types are `first` and
    `second`? If not, these are none of arrays. `lasting`: what `firsts` has in every recording.
    """

    __slots__ = ("first", "firsts", "function", "lasting", "looks", "name", "names", "owner", "owners", "second",
                 "tested")  # fmt: skip

    def __init__(
        self, function: Any, name: str, tested: tuple[int, ...], names: tuple[str, ...] = (), *, looks: bool = True
    ) -> None:
        self.function = function
        self.name = name
        self.tested = tested
        self.names = names
        self.looks = looks
        self.first: Any = None
        self.second: Any = None
        self.lasting = NONE
        self.clear()

    def clear(self) -> None:
        """Forget what belongs to one recording."""
        if not (self.lasting[id(self.first)] and self.lasting[id(self.second)]):
            self.first = self.second = None
        self.owner: Any = None
        self.firsts, self.owners = self.lasting, NONE


class HookedCall:
    """Call `index` of a template, which a hook is asked about.

    `mark`: what the node is appended behind that the hook returns. `is_method`: is the callable looked up as a method,
    in the call itself? `names`: as of a Site. `seen`: what was called last; `asks`: what is called instead.
    """

    __slots__ = ("asks", "is_method", "mark", "names", "seen")
    looks = of_module = False

    def __init__(self, mark: Any, is_method: bool, names: tuple[str, ...] | None) -> None:
        self.mark = mark
        self.is_method = is_method
        self.names = names
        self.clear()

    def clear(self) -> None:
        """Forget what belongs to one recording."""
        self.seen: Any = None
        self.asks: Any = None


class HookedEvent:
    """What a hook is told: `hook` is its name, `mark` what its node is appended behind; `name`: of a variable or form.

    `holds`: of a jump, does its condition hold? None where it has none.
    """

    __slots__ = ("holds", "hook", "mark", "name")

    def __init__(self, hook: str, mark: Any, name: str, holds: bool | None = None) -> None:
        self.hook = hook
        self.mark = mark
        self.name = name
        self.holds = holds


class HookedOperation(OperandSite):
    """The same for an operation; `of_module`: does it not count if it gets an attribute of a module?"""

    __slots__ = ("mark", "of_module")
    is_method = False

    def __init__(self, mark: Any, of_module: bool, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.mark = mark
        self.of_module = of_module


class ClassSite(Site):
    """The cache of a call whose callable has the name of a class.

    `cls`: the class last called; `new`, `init`: its methods of these names; `constructor`: the twin of its `__init__`,
    which returns the instance; None if instances are made natively.
    """

    __slots__ = ("cls", "constructor", "init", "new")

    def clear(self) -> None:
        """Forget what belongs to one recording."""
        super().clear()
        self.cls: Any = None
        self.new: Any = None
        self.init: Any = None
        self.constructor: Any = None


class FunctionSite:
    """The cache of an instruction that makes functions; `code`: the rewritten code of twins, once one was called.

    `defaults`: have these functions any?
    """

    __slots__ = ("code", "defaults")

    def __init__(self, defaults: bool) -> None:
        self.code: CodeType | None = None
        self.defaults = defaults


class Method:
    """On 3.11 and 3.12, what a method lookup gives for instances of `cls`: `function` bound to them, and its twin.

    Both are None where that is not sure, or where the lookup leaves a C function for sure.
    """

    __slots__ = ("cls", "function", "twin")

    def __init__(self, cls: type | None, function: Any = None, twin: Any = None) -> None:
        self.cls = cls
        self.function = function
        self.twin = twin


_NO_METHOD = Method(None)


class MethodSite(Site):
    """On 3.11 and 3.12, the cache of the lookup of method `name` and of its call, whose callable or receiver it finds.

    `fixed`: a type for whose instances the lookup leaves a function for sure. `method`: what the lookup last gave, in
    each recording `first` to begin with; the call goes on as it is with an instance of its class. `owner`: a receiver
    for which the lookup runs nothing written in Python, if its type does not tell. `native` is a type here: that of
    another receiver, or of C functions.
    """

    __slots__ = ("first", "fixed", "method", "name", "owner")

    def __init__(self, name: str, *, names: tuple[str, ...] | None = None) -> None:
        self.name = name
        self.fixed: type | None = None
        self.first = _NO_METHOD
        super().__init__(names)

    def clear(self) -> None:
        """Forget what belongs to one recording."""
        super().clear()
        self.method = self.first
        self.owner: Any = None
