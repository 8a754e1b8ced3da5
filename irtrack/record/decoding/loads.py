"""Loads of attributes and methods: what they gave, and what a call behind them passes first."""

from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType, ModuleType
from typing import Any

from ...cpython.facts import argument_count, shows_arguments
from ...cpython.functions import has_defaults
from ...cpython.lift import METHOD, Item
from ...cpython.marks import Mark, MarkKind
from ...ir.language import Load, Location
from ..classes import is_a, lookup
from ..loans import own_code
from ..nodes.kinds import PrimitiveCallNode
from ..nodes.tape import TapeConstant
from ..values import UNKNOWN, callable_name
from .bound import bound, is_class_method, may_have_been_method, method_of
from .cursor import Cursor
from .plan import NAME, Method

_ENTER, _CALLEE = MarkKind.ENTER, MarkKind.CALLEE
_GETATTR = TapeConstant(getattr)
_LOOK_AHEAD = 1000  # entries in which the frame of a call must begin


class Loads(Cursor):
    """Makes the nodes of loads."""

    __slots__ = ()

    def _ask(self, item: Item, position: int) -> int:
        """Find out what a call calls that is about to be decoded: CALLEE says it, or the history of its site.

        Returns where the entries of the call begin.
        """
        (kind, variable, _, _, location, load, name, _), call = self.plan.callees[item.reads[0]]
        entry = self.entries[position]
        if type(entry) is Mark and entry.kind is _CALLEE and entry.template is self.template:
            value = self.entries[position + 1]
            position += 2
        else:
            site, plain = self.template.histories[call]
            value = self.node.log.callee(self.node.log.beginning(self.node.start), site, plain, position)
        self.environment[variable] = (
            TapeConstant(value, name, len(self.children))
            if kind == NAME
            else self._load(load, location, name, value, position)
        )
        return position

    def _load(self, item: Item, location: Location, name: str, value: Any, position: int) -> Any:
        """The node of a load, or what it is folded into; the entries behind it begin at `position`."""
        owner, variable = self.environment[item.reads[0]], item.statement.variable
        load = item.statement.expression
        assert isinstance(load, Load)
        folds = not self.frames  # what the lookup ran needs a node above it
        if item.kind == METHOD and folds:
            known = self.node.log.methods.get((id(type(owner.value)), id(value), load.name))
            if known is not None and not isinstance(owner, TapeConstant) and variable not in self.plan.carried:
                return Method(known, owner)
        if folds and isinstance(owner, TapeConstant):
            shared = owner.value
            is_shared = issubclass(type(shared), ModuleType) or (item.kind == METHOD and issubclass(type(shared), type))
            if is_shared and type(value) is not MethodType:
                shown = name if owner.name else f"{callable_name(shared)}.{load.name}"
                return TapeConstant(value, shown, len(self.children))
        if item.kind == METHOD:
            receiver = self._receiver(owner, value)
            of_class = self._lookup(type(receiver), load.name)
            function = method_of(receiver, value, of_class)
            if function is None and (
                may_have_been_method(receiver, load.name, value, of_class) or self._receives(value, variable)
            ):
                passed = receiver
                if type(value) is FunctionType:
                    passed = self._passed_first(value, position, variable, receiver)
                if passed is receiver and not is_class_method(of_class, value):
                    function = value
                elif passed is type(receiver):  # a class method then
                    of_class = classmethod(value)
            if folds and function is not None and variable not in self.plan.carried:
                found = TapeConstant(function)
                if function is value is of_class:
                    self.node.log.methods[id(type(receiver)), id(value), load.name] = found
                return Method(found, owner)
            if function is not None:  # an argument of a block, or the node of a lookup, which want a value
                value = function.__get__(receiver)
            value = bound(receiver, of_class, value)
        operands = (_GETATTR, owner, TapeConstant(load.name))
        made = PrimitiveCallNode(self.node, len(self.children) + 1, location, value, operands, item.statement)
        self.children.append(made)
        if self.copies:
            self._has_copy(made, position - 1)
        return self._give(made, len(self.frames))

    def _receiver(self, owner: Any, found: Any) -> Any:
        """The object in which a method was looked up that gave `found`."""
        if owner.value is UNKNOWN and is_a(found, MethodType, BuiltinFunctionType, MethodWrapperType):
            return found.__self__  # the object was there before the record begins
        return owner.value

    def _passed_first(self, function: FunctionType, position: int, variable: int, owner: Any) -> Any:
        """The first argument of the next frame of `function`: what a lookup that found it left beside it, most likely.

        Asked where the class of the `owner` has changed since; `variable` is that of the lookup. A frame that does not
        show its arguments had the owner as its first if it had one more than the call has.
        """
        entries, ends = self.entries, self.node.log.ends
        for _ in range(_LOOK_AHEAD):
            if position >= len(entries) - 1 or position == self.end:
                break
            entry = entries[position]
            if type(entry) is Mark and entry.kind is _ENTER:
                template: Any = entry.template
                if template.code is own_code(function):
                    if entry.index or not template.argument_names:
                        return entries[position + 1] if entry.index else None
                    return owner if self.plan.arguments_of_call(variable) < len(template.argument_names) else None
                position = ends.get(position, len(entries))
            else:
                position += 1
        return None

    def _receives(self, function: Any, variable: int) -> bool:
        """Does the function take one argument more than the call shows whose function is that variable?"""
        return (
            type(function) is FunctionType
            and not has_defaults(function)
            and shows_arguments(own_code(function))
            and argument_count(own_code(function)) == self.plan.arguments_of_call(variable) + 1
        )

    def _lookup(self, cls: type, name: str) -> Any:
        """`lookup`, asked once for each class and name."""
        found = self.node.log.looked_up.get((id(cls), name))
        if found is None:
            found = self.node.log.looked_up[id(cls), name] = cls, lookup(cls, name)
        return found[1]
