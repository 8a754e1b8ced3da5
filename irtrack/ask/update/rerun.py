"""A call, gone through again: what does not depend on the change is taken over, the rest is executed.

As long as control goes where it went, the recorded nodes lead (along.py); where a condition has changed, or something
is raised or is not, the frame runs on from there by its IR (onward.py).
"""

import contextlib
from collections.abc import Sequence
from types import CellType, FunctionType, MethodType
from typing import Any

from ...record.classes import lookup
from ...record.loans import own_code
from ...record.nodes.axes import Descendant
from ...record.nodes.kinds import (
    ArgumentNode,
    ConstantNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from .along import Along
from .copies import copy_call, fresh_log
from .execution import Raised
from .frame import MISSING, Frame
from .loads import Missing
from .onward import Left
from .plan import Again, Impossible
from .results import is_of_chance
from .touch import are_same, is_iterator, is_object, key_of, operands_of
from .writing import WRITTEN, Restart

_OF_NAMES = "load", "store", "delete"  # forms of what a function stores, too
_UNKNOWN = "the run stored a name of which nobody knows what it was before"


class Rerun(Along):
    """Goes through a call, and the calls within it."""

    def run(self) -> NestedCallNode:
        """The new record."""
        before: list[tuple[Any, str, Any]] = []
        try:
            self._set_back(before)
            if self.everything:
                self._begin_to_watch()
            new = self._go_through_root()
            self._check_changed()
            for key in self.history.stored.keys() - self.renewal.renewed:  # which another update may have stored
                holder, name, _ = self.history.places[key]
                _set(holder, name, self.history.stored[key])
            return new
        except BaseException as left:  # another attempt follows, or none: what lies outside is again what it was
            is_restored = self.watch is None or self.watch.restore()
            for holder, name, value in before:
                _set(holder, name, value)
            if not is_restored and isinstance(left, (Restart, Again)) and not self.everything:
                raise Impossible(WRITTEN) from None
            raise

    def _go_through_root(self) -> NestedCallNode:
        old = self.history.root
        operands = tuple(TapeConstant(value) for value in self._passed(old))
        new = NestedCallNode(None, 1, None, None, operands, None, fresh_log(old), 0)
        new._keyword_names = old._keyword_names
        frame = Frame(old, new, old.children[0].value)
        arguments = [self.changes.get(child, child.value) for child in self._parameters(old)]
        try:
            new.value = self._go_through(frame, arguments)
        except Raised as raised:
            new.exception = raised.error
        return new

    def _passed(self, old: NestedCallNode) -> list[Any]:
        """What the new call is given."""
        values = [operand.value for operand in old._operands]
        count, names, _ = old._split()
        shift = len(self._parameters(old)) and int(type(values[0]) is not FunctionType)
        for k, argument in enumerate(self._parameters(old)):
            if argument not in self.changes:
                continue
            if argument.name in names:
                values[len(values) - len(names) + names.index(argument.name)] = self.changes[argument]
            elif 0 <= k - shift < count:
                values[1 + k - shift] = self.changes[argument]
        return values

    def _set_back(self, before: list[tuple[Any, str, Any]]) -> None:
        """Globals and cells from outside that are renewed begin as they were; `before` gets what they are now."""
        for key in self.renewal.renewed:
            place = self.history.places.get(key)
            if place is None or key in self.history.own:
                continue
            holder, name, first = place
            if not self.history.writes.get(key) and not self.history.is_opened(key):
                continue
            is_unknown = not self.everything and self.history.is_unknown_at_first(key)
            if is_unknown and self.history.writes[key][0][1] in self.history.inside:
                raise Impossible(_UNKNOWN)
            before.append((holder, name, _get(holder, name)))
            if first is not MISSING:
                _set(holder, name, first)

    def _parameters(self, call: NestedCallNode) -> list[ArgumentNode]:
        return [child for child in call.children[: 1 + len(call.template.argument_names)]
                if isinstance(child, ArgumentNode)][1:]  # fmt: skip

    def _go_through(self, frame: Frame, arguments: list[Any]) -> Any:
        """What the frame returns."""
        self._make_cells(frame, arguments)
        value, left = None, None
        try:
            try:
                value = self._along(frame, arguments)
            except Left as found:  # behind which nothing runs in here: the program would find it in `sys.exc_info()`
                left = found
            if left is not None:
                self._check_reach(frame)
                self._undo(frame.old.children[frame.position :])
                value = self._run_on(frame, left)
        finally:
            frame.node._children = tuple(frame.children)
            frame.node._elsewhere, frame.node._resumed = [], []
        return frame.made if frame.made is not MISSING else value

    def _along(self, frame: Frame, arguments: list[Any]) -> Any:
        """Follow the recorded nodes."""
        old = frame.old
        parameters = self._parameters(old)
        for argument, value in zip([old.children[0], *parameters], [frame.function, *arguments], strict=True):
            assert isinstance(argument, ArgumentNode)
            number = _number(argument, old, frame.node)
            branch = frame.node if number is not None and frame.node.parent is not None else None
            new = ArgumentNode(frame.node, argument.position, argument.location, value, argument.name, branch, number)
            self._add(frame, argument, new)
        frame.attributes = attributes_in(old)
        for index in range(1 + len(parameters), len(old.children)):
            child = old.children[index]
            frame.position = index
            self._pass_loads(frame, child)
            self._pass_attributes(frame, child)
            try:
                if isinstance(child, ReturnNode):
                    operand = self._operand(child._operands[0], frame)
                    new_return = ReturnNode(frame.node, 0, child.location, operand.value, (operand,))
                    self._add(frame, child, new_return)
                    return operand.value
                self._follow(frame, child, index)
            except Missing as missing:
                raise self._raises_at_load(frame, child, missing) from None
            if isinstance(child, RaiseNode) and child.target is None:
                raise Raised(frame.children[-1].value)
        raise Impossible("the recorded call has not ended")

    def _follow(self, frame: Frame, child: Any, index: int) -> None:
        """The next recorded node: take it over, or execute it."""
        if isinstance(child, ArgumentNode):
            operand = self._operand(child._operands[0], frame) if child._operands else None
            branch = frame.new.get(child.branch) if child.branch is not None else None
            value = operand.value if operand is not None else child.value
            value = self.changes.get(child, value)
            new = ArgumentNode(frame.node, 0, child.location, value, child.name, branch, child.number,
                               (operand,) if operand is not None else ())  # fmt: skip
            self._add(frame, child, new)
        elif isinstance(child, ConstantNode):
            operands = tuple(self._operand(operand, frame) for operand in child._operands)
            value = self.changes.get(child, operands[0].value if operands else child.value)
            self._add(frame, child, ConstantNode(frame.node, 0, child.location, value, operands))
        elif child in self.changes:
            operands = tuple(self._operand(operand, frame) for operand in child._operands)
            self._do_again(frame, child)
            made = type(child) if not isinstance(child, NestedCallNode) else PrimitiveCallNode
            self._add(frame, child, made(frame.node, 0, child.location, self.changes[child], operands, child.statement))
            self._goes_on(frame, child)
        elif isinstance(child, JumpNode):
            self._follow_jump(frame, child)
        elif isinstance(child, RaiseNode):
            self._follow_raise(frame, child)
        elif isinstance(child, NestedCallNode) and self.history.is_open(child):
            self._follow_call(frame, child)
        else:
            self._follow_statement(frame, child)

    def _do_again(self, frame: Frame, child: Any) -> None:
        """A node that is given another value does what it did, whatever value or exception comes of it now."""
        if not self.history.has_effects(child) and not self._goes_over_anew(frame, child):
            return
        count, has_raised = len(frame.children), frame.has_raised
        with contextlib.suppress(Raised, Left):
            if isinstance(child, NestedCallNode) and self.history.is_open(child):
                self._follow_call(frame, child)
            else:
                self._follow_statement(frame, child)
        del frame.children[count:]
        frame.has_raised = has_raised

    def _goes_over_anew(self, frame: Frame, child: Any) -> bool:
        """Is it a turn of a loop over a sequence, which had no iterator that went on, from 3.15 on, and has one now?"""
        values = [operand.value for operand in child._operands]
        is_turn = isinstance(child, PrimitiveCallNode) and values[0] is next and not is_iterator(values[1])
        return is_turn and is_iterator(self._operand(child._operands[1], frame).value)

    def _make_cells(self, frame: Frame, arguments: list[Any]) -> None:
        names = frame.old.template.argument_names
        for name in frame.code.co_cellvars:
            cell = self.history.cells.get((frame.old, name))
            if cell is None or self._is_new(id(cell)):
                old, cell = cell, CellType()
                if old is not None:
                    self.made_anew[id(cell)] = cell, old
                if name in names and names.index(name) < len(arguments):
                    cell.cell_contents = arguments[names.index(name)]
            frame.cells[name] = cell

    def _follow_call(self, frame: Frame, child: NestedCallNode) -> None:
        """A call whose frame can be gone through: if anything in it may be another."""
        operands = self._operands(child, child._operands, frame)
        is_kept = not self.everything and child not in self.touched
        if is_kept and not are_same(child._operands, operands):
            raise Restart((), [child])
        if is_kept or self._was_drawn(child, operands):
            self._add(frame, child, copy_call(child, frame.node, operands))
            return
        if not self._enters_alike(operands, child):
            self._call_anew(frame, child, operands)
            return
        try:
            self._enter(frame, child, child, operands)
        except Raised as raised:
            if child.exception is None:
                self._uncertain(child)
                raise self._raises_here(frame, child, operands, raised) from None
            return
        if child.exception is not None:
            self._uncertain(child)
            self._goes_on(frame, child)

    def _enter(self, frame: Frame, child: NestedCallNode, old: Node | None, operands: tuple[Operand, ...]) -> Node:
        """Go through a call that was recorded as `child`, in the place of `old`."""
        new = NestedCallNode(frame.node, 0, child.location, None, operands, child.statement, fresh_log(child), 0)
        self._add(frame, old, new)
        inner = Frame(child, new, self._function(operands[0].value))
        block, step = self._place(frame, child.location)
        inner.handled = self._handled(frame, block, self._steps(frame, block)[step][5].order)
        try:
            arguments = self._arguments(inner, child, operands)
            new.value = self._go_through(inner, arguments)
        except Raised as raised:
            new.exception = raised.error
            raise Raised(raised.error, new) from None
        return new

    def _called_as_recorded(self, frame: Frame, old: NestedCallNode, operands: tuple[Operand, ...]) -> Node | None:
        history = self.history
        if not self._enters_alike(operands, old) or not history.is_open(old) or id(old.template) in history.unfollowed:
            return None
        if self._was_drawn(old, operands):
            new = copy_call(old, frame.node, operands)
            self._add(frame, None, new)
            return new
        everything, self.everything = self.everything, True
        try:
            return self._enter(frame, old, None, operands)
        except (Restart, Impossible):
            history.unfollowed.add(id(old.template))
            raise Again from None
        finally:
            self.everything = everything

    def _was_drawn(self, call: NestedCallNode, operands: tuple[Operand, ...]) -> bool:
        """Does a call draw random numbers as before, for the same? Its generator may be in any state now. If it made a
        list that is made anew, that has to be another one.
        """
        is_as_before = are_same(call._operands, operands) and call.exception is None and call not in self._changing
        is_as_before = is_as_before and not (is_object(call.value) and self._is_new(key_of(call.value)))
        return is_as_before and is_of_chance(call._operands[0].value) and not (self.history.is_seeded or self.seeded)

    def _uncertain(self, call: Node) -> None:
        if not self.everything and call not in self.renewal.uncertain:
            raise Restart((), [call])

    def _enters_alike(self, operands: tuple[Operand, ...], child: NestedCallNode) -> bool:
        """Does a call enter the code that was recorded, with as many arguments? Equal code is enough: `exec` may have
        compiled the same text anew. The same function may have other code.
        """
        called, old_called = operands[0].value, child._operands[0].value
        function = self._function(called)
        if type(function) is not FunctionType or own_code(function) != child.template.code:
            return False
        if not self.everything and not self._finds_alike(function, child):
            return False
        makes_both = issubclass(type(called), type) == issubclass(type(old_called), type)
        return makes_both and len(_given(operands)) == len(_given(child._operands))

    def _finds_alike(self, function: FunctionType, child: NestedCallNode) -> bool:
        """Are a function's globals and the variables around it those of the one that was recorded, or made in their
        place? Others are loaded from where they are; but what was stored would have to be there, and not in these.
        """
        old = child.children[0].value
        if function is old or type(old) is not FunctionType:
            return True
        if function.__globals__ is not old.__globals__:
            return False
        others: set[str] = set()
        for name, cell, other in zip(
            function.__code__.co_freevars, function.__closure__ or (), old.__closure__ or (), strict=True
        ):
            if cell is other or self.made_anew.get(id(cell), (cell, None))[1] is other:
                continue
            others.add(name)
            writes = self.history.writes.get(id(cell))
            if writes and writes[-1][0] > self._now and not self._is_new(id(cell)):  # it has what was stored last
                return False
        return not others or not any(
            isinstance(node, SpecialCallNode) and node.name in _OF_NAMES and node._operands[0].value in others
            for node in child.children
        )

    def _call_anew(self, frame: Frame, child: Any, operands: tuple[Operand, ...]) -> None:
        """Another function is called."""
        self._uncertain(child)
        self._check_reach(frame, stays=True)
        self._undo([child])
        self._execute_again(frame, PrimitiveCallNode, child, operands)

    def _undo(self, left: Sequence[Node]) -> None:
        """What those nodes wrote, and what ran within them, which do not run now, has to be made anew without that."""
        if self.everything:
            return
        history, nodes = self.history, set(left)
        for node in left:
            for call in [node] if isinstance(node, NestedCallNode) else node._frames:
                nodes.update((call, *call.query(Descendant)))
        keys = {key for node in nodes for key in history.written.get(node, ())}
        for node in nodes:
            if isinstance(node, SpecialCallNode) and node.name in ("store", "delete"):
                keys.add(history.key_of_name(node.parent, node._operands[0].value))
        if any(history.is_unknown_at_first(key) and history.writes[key][0][1] in nodes for key in keys):
            raise Impossible(_UNKNOWN)
        before = [key for key in keys if history.maker.get(key) not in nodes and key not in self.renewal.renewed]
        need = list(filter(self.renewal.can_renew, before))
        if need:
            raise Restart(need)

    def _function(self, called: Any) -> Any:
        if type(called) is MethodType:
            return called.__func__
        return lookup(called, "__init__") if issubclass(type(called), type) else called

    def _arguments(self, inner: Frame, child: NestedCallNode, operands: tuple[Operand, ...]) -> list[Any]:
        """The values of the parameters of a call that is gone through again."""
        called, given = operands[0].value, _given(operands)
        was_bound = type(child._operands[0].value) is MethodType
        _, names, _ = child._split()
        found: list[Any] = []
        for k, argument in enumerate(self._parameters(child)):
            number = argument.number
            if isinstance(number, str):
                value = given[len(given) - len(names) + names.index(number)]
            elif number is not None:
                value = given[number - 2 + was_bound]
            elif k == 0 and was_bound:
                value = given[0]
            elif k == 0 and issubclass(type(called), type):
                value = argument.value
                if self._is_new(id(value)):
                    value = object.__new__(called)
                inner.made = value
            else:
                value = self._default(inner.function, k, argument)
            found.append(self.changes.get(argument, value))
        return found

    def _default(self, function: Any, k: int, argument: ArgumentNode) -> Any:
        code, defaults = function.__code__, function.__defaults__ or ()
        place = k - code.co_argcount + len(defaults)
        if k < code.co_argcount:
            return defaults[place] if 0 <= place < len(defaults) else argument.value
        return (function.__kwdefaults__ or {}).get(argument.name, argument.value)


def _given(operands: tuple[Operand, ...]) -> list[Any]:
    """What a call passes: first the object to which a method is bound."""
    called = operands[0].value
    bound = [called.__self__] if type(called) is MethodType else []
    return [*bound, *(operand.value for operand in operands[1:])]


def _number(argument: ArgumentNode, old: NestedCallNode, new: NestedCallNode) -> int | str | None:
    """Which operand of the new call an argument is: what a method is bound to need not be one any more, or is one."""
    number, shift = argument.number, len(new._operands) - len(old._operands)
    if argument.position == 1:
        return number if new.parent is not None else None
    if not shift or isinstance(number, str):
        return number
    if number is None:
        return 2 if argument.position == 2 else None
    return number + shift if number + shift > 1 else None


def attributes_in(call: NestedCallNode) -> dict[int, list[str]]:
    """The folded loads of attributes of modules, by the position of the node behind which they were."""
    found: dict[int, list[str]] = {}
    for child in call.children:
        for operand in operands_of(child):
            if type(operand) is not TapeConstant or operand.after < 0 or type(operand.value) is CellType:
                continue
            if operand.name and "." in operand.name:
                found.setdefault(operand.after, []).append(operand.name)
    return found


def _get(holder: Any, name: str) -> Any:
    """What a cell or a namespace has; MISSING if nothing."""
    if type(holder) is not CellType:
        return holder.get(name, MISSING)
    try:
        return holder.cell_contents
    except ValueError:
        return MISSING


def _set(holder: Any, name: str, value: Any) -> None:
    if type(holder) is CellType:
        if value is not MISSING:
            holder.cell_contents = value
    elif value is not MISSING:
        holder[name] = value
    else:
        holder.pop(name, None)
