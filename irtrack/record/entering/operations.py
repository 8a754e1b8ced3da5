"""What the tests before operations ask (cpython/guards.py): which Python code runs behind one, and what instead.

An operation behind which none runs lets its site know the types of its operands.
"""

import builtins
import operator
from collections import defaultdict
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...cpython.operators import REPLACEABLE, RESIZING, Form
from ...cpython.sites import Known, OperandSite
from ...cpython.template import CannotTrackError
from ...ir.operations import getslice
from ...rules.exports import RESIZED
from ..interrupts import is_interrupt
from .behind import OPERATORS, natively, protocol
from .behind.attempts import Attempt
from .behind.attributes import is_of_module, owns_plainly
from .behind.code import settled
from .behind.conversions import asynchronous
from .behind.lent import lend_of
from .behind.operators import COLLECTIONS, FORMATS, NUMERIC, PLAIN, operates_plainly

if TYPE_CHECKING:
    from .binding import Binding

_Key = tuple[Any, str, tuple[str, ...], tuple[int, ...]]
# types written in C behind whose operators nothing runs, in any recording; not those of containers
_ALWAYS = Known({cls: True for cls in PLAIN if cls not in COLLECTIONS and cls != id(bytearray)})
ALWAYS_PLAIN = Known({**_ALWAYS, **NUMERIC})
# operations -> types whose instances are known to them by themselves only: their attributes are their own
_KNOWN_BY_THEMSELVES: dict[Any, tuple[type, ...]] = {
    builtins.getattr: (type, ModuleType),
    Form.OWN: (type, ModuleType),
    operator.getitem: (type,),
    getslice: (type,),
    Form.RAISE: (type,),
}


class Operations:
    """The operations of a recorder's code for one context."""

    def __init__(self, binding: "Binding") -> None:
        self.binding = binding
        self.recorder = binding.recorder
        self.lender = binding.lender
        # function, name, names, tested operands of an OperandSite -> what such sites know of types, and of single ones
        self.plain: dict[_Key, Known] = defaultdict(Known)
        self.owners: dict[_Key, Known] = defaultdict(Known)

    def forget(self) -> None:
        """The recording is over."""
        self.plain.clear()
        self.owners.clear()

    def ask(self, *arguments: Any) -> Any:
        """Called with the operands of an operation and its site, which has not seen their types.

        What to call instead, without arguments; None to run the operation as it is.
        """
        *operands, site = arguments
        try:
            if self.recorder.exports.expected and _resizes(site, operands):
                kind = next(kind for kind in RESIZED if issubclass(type(operands[0]), kind))
                self.recorder.exports.ready(operands[0], kind)
                return natively(site.function, operands, site.name)  # and ask again
            if site.function is builtins.getattr and site.tested and is_of_module(operands[0], site.name):
                return self._know(site, operands)
            self.lender.adopt(operands)
            if self.binding.replaces_operations:
                given = [operands[0], site.name, operands[1]] if site.function is builtins.setattr else operands
                instead = self.binding.context.instead_of_operation(site.function, given)
                if instead is not None:
                    return partial(self.binding.enter(instead), *given)
            if site.function in FORMATS and type(operands[0]) is str:
                self.lender.adopt_whole(operands[1] if type(operands[1]) is tuple else operands[1:])
            if site.firsts is site.lasting and site.tested and self._is_known(site, operands):
                return None
            try:
                attempt = protocol(site.function, operands, site.name, self.binding)
            except CannotTrackError:
                attempt = None
            return attempt if attempt is not None else self._admit(site, operands)
        except RecursionError:  # there is room for the operation itself
            return None
        except Exception as error:  # what cannot be exchanged runs as it is
            if is_interrupt(error):
                raise
            self.lender.adopt_whole(operands)
            return natively(site.function, operands, site.name)

    def get(self, owner: Any, name: str) -> Attempt | None:
        """The same for a method lookup of 3.11 and 3.12: what to call instead of it."""
        try:
            self.lender.adopt((owner,))
            return protocol(builtins.getattr, [owner], name, self.binding)
        except (CannotTrackError, RecursionError):
            return None
        except Exception as error:
            if is_interrupt(error):
                raise
            return None if type(owner) is super else natively(builtins.getattr, [owner], name)

    def _admit(self, site: OperandSite, operands: list[Any]) -> Attempt | None:
        """Let an operation behind which no Python code runs be known; as `ask`."""
        if site.function is Form.IMPORT:
            self.recorder.filled.append(site)
            site.first = settled(operands[0], site.name)
            return None
        if not site.tested:
            return None
        replaces = self.binding.replaces_operations and site.function in REPLACEABLE
        given = operands[:1] if site.function is builtins.setattr else operands
        if replaces and any(issubclass(type(operand), np.ndarray | np.flatiter) for operand in given):
            return natively(site.function, operands, site.name)  # and ask again
        if issubclass(type(operands[0]), _KNOWN_BY_THEMSELVES.get(site.function, ())):
            return self._know(site, operands)
        if self._tests_enough(site, operands):
            if site.function in OPERATORS and any(type(operand) is memoryview for operand in operands):
                return natively(site.function, operands, site.name)  # and ask again: see `Budget.keep`
            if issubclass(type(operands[0]), RESIZED):
                return self._admit_resized(site, operands)
            self.admit_types(site, operands)
            return None
        if len(site.tested) == 1:
            self.admit_types(site, operands, enough=False)
        return natively(site.function, operands, site.name)

    def _know(self, site: OperandSite, operands: list[Any]) -> Attempt | None:
        """Let the first operand be known by itself."""
        self.remember(site)
        site.owner = operands[0]
        site.owners[id(site.owner)] = True
        self.binding.alive.append(site.owner)
        return natively(site.function, operands, site.name)

    def _admit_resized(self, site: OperandSite, operands: list[Any]) -> Attempt | None:
        """Let the types of an operation on a bytearray be known, but not to what may change its size: see `Exports`."""
        if "+=" not in site.names:
            self.admit_types(site, operands)
            return None
        self.admit_types(site, operands, enough=False)
        return natively(site.function, operands, site.name)

    def _is_known(self, site: OperandSite, operands: list[Any]) -> bool:
        """Has the recording met the operands' types before, and found them plain? Then let the site know."""
        self.remember(site)
        if not all(site.firsts[id(type(operands[k]))] for k in site.tested):
            return False
        _expect(site, [type(operands[k]) for k in site.tested])
        return True

    def _tests_enough(self, site: OperandSite, operands: list[Any]) -> bool:
        """Do types for which nothing runs here stay known to the code behind?"""
        if site.function in OPERATORS:
            types = [type(operands[k]) for k in site.tested]
            return all(operates_plainly(cls) and not ("[]" in site.names and issubclass(cls, type)) for cls in types)
        if not site.names:
            return True
        owner = operands[0]
        return not issubclass(type(owner), _KNOWN_BY_THEMSELVES[Form.OWN]) and owns_plainly(owner, site.names)

    def admit_types(self, site: OperandSite, operands: list[Any], *, enough: bool = True) -> None:
        """Let the site's operation run as it is with operands of these types: none of its methods is in Python.

        `enough`: so it is with all that relies on the site's test.
        """
        self.remember(site)
        tested = [type(operands[k]) for k in site.tested]
        for cls in tested:
            if site.firsts[id(cls)] is None:
                site.firsts[id(cls)] = enough
                self.binding.alive.append(cls)
        if enough:
            _expect(site, tested)

    def remember(self, site: OperandSite) -> None:
        """The site is about to learn something, which is forgotten when the recording ends."""
        if site.firsts is not site.lasting:
            return
        self.recorder.filled.append(site)
        self.recorder.learned = True
        key = site.function, site.name, site.names, site.tested
        types, owners = self.plain[key], self.owners[key]
        is_operator = site.function in OPERATORS
        replaced = self.binding.replaces_operations and site.function in REPLACEABLE
        if not types and (is_operator or site.function is Form.LEND):
            types.update(PLAIN)
            del types[id(bytearray)]
            if not replaced:
                types.update(NUMERIC)
        site.firsts, site.owners = types, owners
        if is_operator:
            site.lasting = _ALWAYS if replaced else ALWAYS_PLAIN

    def iterate(self, iterator: Any, site: OperandSite) -> Any:
        """What a loop goes on with in the place of `iterator`, which a method written in Python has made."""
        try:
            if site.function is Form.LEND:
                lend_of(self.binding, site.name, [iterator])
                return iterator
            if site.function is next:
                found = self.binding.iterating(iterator)
            else:
                found = asynchronous(iterator, self.binding.gate)
            if found is iterator:
                self.admit_types(site, [iterator])
        except RecursionError:
            return iterator
        return found


def _resizes(site: OperandSite, operands: list[Any]) -> bool:
    """May the operation change the size of a bytearray or the like? A store to an item may if that is a slice."""
    resizes = site.function in RESIZING and (site.function is not operator.setitem or bool(site.name))
    return resizes and issubclass(type(operands[0]), RESIZED)


def _expect(site: OperandSite, types: list[type]) -> None:
    """Operands of these types are the usual ones from now on."""
    if site.looks or not any(issubclass(cls, np.ndarray) for cls in types):
        site.first, site.second = types[0], types[-1]
