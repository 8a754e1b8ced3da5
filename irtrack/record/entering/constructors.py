"""How instances of a class are made, and by what twin."""

from types import FunctionType, MethodType
from typing import Any

from ..callables import constructors, is_plain, makes_plainly
from ..interrupts import is_interrupt


class Constructor:
    """How instances of a class are made: `new` as it makes them, `twin` of the `__init__` that returns them.

    `twin` is None for a class that is called natively. `called`: what to call instead of a class whose instances are
    made by a `__new__` written in Python, else None. Valid as long as the class has the same `__new__` and `__init__`;
    `called`, as long as it has no subclasses.
    """

    __slots__ = ("called", "init", "is_plain", "new", "twin")

    def __init__(self, cls: type, twin: FunctionType | None, called: MethodType | None = None) -> None:
        self.new, self.init = constructors(cls)
        self.is_plain = is_plain(self.new, self.init)  # then to ask the class for them runs no code
        self.twin = twin
        self.called = called

    def is_of(self, cls: Any, metaclass: type) -> bool:
        """Are instances of `cls` still made so?"""
        if metaclass is type and self.is_plain:
            return cls.__init__ is self.init and cls.__new__ is self.new
        new, init = constructors(cls)
        return new is self.new and init is self.init and makes_plainly(metaclass)

    def make(self, cls: type, arguments: tuple[Any, ...]) -> Any:
        """What to call instead of `cls`."""
        assert self.twin is not None
        try:
            made = self.new(cls, *arguments)
        except Exception as error:  # an abstract class, a group of no exceptions: let the frame itself raise
            if is_interrupt(error):
                raise
            return cls
        return MethodType(self.twin, made)
