"""Log and IR, walked side by side, give the nodes of one nested call.

The IR says which statement comes next and which variables it reads, so that the log needs nothing but values and marks.
What the next entry may be, by what the decoder stands at:

    block          LOOP of this block: skipped
    PLAIN, folded  a value
    CALLED         ENTER: a nested call, then as PLAIN
    EFFECT         nothing
    if             the value tested decides where nothing can change its truth; else FALSE of this jump: the second edge
    next           a value: the first edge; FALSE of this jump instead of it: the second
    return         EXIT
    anything       HANDLER or UNWIND whose lasti lies here: the statement raised

What does not fit becomes a `gap` node that says what was found where; decoding never raises.
"""

import functools
from collections.abc import Iterator
from functools import cache
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from ..cpython.instrument import Template
from ..cpython.lift import CALLED, EFFECT, METHOD, NAME, DecodeBlock, Item, Lifted, lift
from ..cpython.marks import Mark, MarkKind
from ..ir.language import If, Load, Location, Next, Return, Special, Statement
from .nodes import (
    ArgumentNode,
    GapNode,
    JumpNode,
    NestedCallNode,
    Node,
    Operand,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .recompute import truth
from .recorder import lookup
from .tape import TapeConstant
from .values import callable_name

_ENTER, _EXIT, _UNWIND = MarkKind.ENTER, MarkKind.EXIT, MarkKind.UNWIND
_HANDLER, _FALSE, _LOOP = MarkKind.HANDLER, MarkKind.FALSE, MarkKind.LOOP
_METHOD_DESCRIPTOR = 1 << 17  # Py_TPFLAGS_METHOD_DESCRIPTOR
_GETATTR = TapeConstant(getattr)
_PLACEHOLDER = getattr(functools, "Placeholder", object())  # 3.14: a hole in a partial's arguments
_location = cache(Location)  # one object for each place: making them was a third of decoding
_END = Mark(MarkKind.EXIT, None, -1)  # what follows the last entry


class _GapError(Exception):
    """The log does not say what the IR expects."""


def lifted(template: Template) -> Lifted:
    """The template's code, lifted once."""
    if template.lifted is None:
        template.lifted = lift(template.instructions, template.flow)
    found: Lifted = template.lifted
    return found


class _Method:
    """What a method lookup found, as long as it is only called: the function, and the object that is passed first."""

    __slots__ = ("function", "owner")

    def __init__(self, function: TapeConstant, owner: Operand) -> None:
        self.function = function
        self.owner = owner


class Decoder:
    """Decodes the children of one nested call, a block at a time: `advance` until it says that it is done."""

    def __init__(self, node: NestedCallNode) -> None:
        self.node = node
        self.entries = node.log.entries
        self.ends = node.log.ends
        self.end = self.ends.get(node.start, len(self.entries))
        self.children: list[Node] = []
        self.template = node.template
        self.lifted = node.lifted
        constants = [TapeConstant(c.value) for c in self.lifted.constants]
        self.env: list[Any] = [None] * self.lifted.size + constants
        self.position = node.start + 1
        self.nested: NestedCallNode | None = None  # the call that was entered last, until its value has come
        self.exhausted = False  # did the iterator of the block give no value?

        self.number = 1  # of the block that comes next, 0 at the end

    def advance(self) -> bool:
        """Decode the next block; returns whether there is more."""
        self.entries = self.node.log.entries
        try:
            if not self.children:
                self._arguments()
            self.number = self._block(self.number)
            if not self.number and self.position != self.end:
                raise _GapError(f"{self.end - self.position} entries are left when the frame has ended")
        except Exception as error:
            gap = GapNode(self.node, len(self.children) + 1, None, f"{type(error).__name__}: {error}")
            self.children.append(gap)
            self.number = 0
        return self.number != 0

    # -- arguments ----------------------------------------------------------------------------------------------------

    def _arguments(self) -> None:
        node, entries = self.node, self.entries
        values = entries[self.position : self.position + len(self.template.argument_names)]
        self.position += len(values)
        arguments = self.lifted.ir.blocks[0].arguments
        function = entered_function(node, self.template)
        passed = passed_to(node, self.template)
        sources = [1 if node.parent is not None else None, *passed]
        branch = node if node.parent is not None else None
        for argument, value, number in zip(arguments, [function, *values], sources, strict=False):
            location = _location(1, "%", argument.variable)
            child = ArgumentNode(
                node, len(self.children) + 1, location, value, argument.name, branch if number else None, number
            )
            self.children.append(child)
            self.env[argument.variable] = child
        self.jump: Node | None = None
        self.passed: tuple[Operand, ...] = ()

    def _block_arguments(self, number: int, block: DecodeBlock) -> None:
        children = self.children
        for k, variable in enumerate(block.arguments):
            operand = self.passed[k]
            argument = self.lifted.ir.blocks[number - 1].index[variable]
            child = ArgumentNode(
                self.node, len(children) + 1, _location(number, "%", variable), operand.value, argument.name,  # type: ignore[union-attr]
                self.jump, k + 1, (operand,),
            )  # fmt: skip
            children.append(child)
            self.env[variable] = child

    # -- blocks -------------------------------------------------------------------------------------------------------

    def _next(self) -> Any:
        return self.entries[self.position] if self.position < self.end else _END

    def _block(self, number: int) -> int:
        """Decode one block; returns the number of the next, 0 at the end of the frame."""
        block = self.lifted.blocks[number - 1]
        if block.arguments and self.jump is not None:
            self._block_arguments(number, block)
        entries, env, children, node = self.entries, self.env, self.children, self.node
        entry = self._next()
        if type(entry) is Mark and entry.kind is _LOOP and entry.template is self.template:
            self.position += 1
        is_next = block.terminator.__class__ is Next
        last = len(block.items) - 1 if is_next else -1
        for k, item in enumerate(block.items):
            entry = entries[self.position] if self.position < self.end else _END
            kind = item.kind
            if type(entry) is Mark:
                mark = entry.kind
                if mark is _HANDLER or mark is _UNWIND:
                    raised = self._raised_here(block, block.items[k - 1].order if k else -1, item.order)
                    if raised is not None:
                        return self._raise(number, item if raised == item.order else None, raised)
                elif mark is _ENTER and kind == CALLED:
                    self._enter(item, number)
                    entry = self._next()
                    if type(entry) is Mark:
                        if entry.kind is _HANDLER or entry.kind is _UNWIND:
                            return self._raise(number, item, item.order)
                        return self._cut(f"a value of {item.statement}", entry)
                elif k == last and mark is _FALSE:
                    self.exhausted = True
                    break
                if type(entry) is Mark and kind != EFFECT:
                    return self._cut(f"a value of {item.statement}", entry)
            if kind == EFFECT:
                self._effect(item, number)
                continue
            self.position += 1
            statement = item.statement
            location = _location(number, "%", statement.variable)
            if kind <= CALLED:
                made: Node
                if statement.expression.__class__ is Special:
                    operands = tuple([env[i] for i in item.reads])
                    if statement.expression.name == "super_attribute":
                        entry = _bound_by_super(operands[1].value, operands[2].value, operands[3].value, entry)
                    made = SpecialCallNode(node, len(children) + 1, location, entry, operands, statement)
                elif kind == CALLED:
                    if self.nested is not None:
                        self.nested.value = entry
                        env[statement.variable] = self.nested
                        self.nested = None
                        continue
                    made = PrimitiveCallNode(
                        node, len(children) + 1, location, entry, self._call_operands(item), statement
                    )
                else:
                    operands = tuple([env[i] for i in item.reads])
                    made = PrimitiveCallNode(node, len(children) + 1, location, entry, operands, statement)
                children.append(made)
                env[statement.variable] = made
            else:
                env[statement.variable] = self._load(item, location, entry)
        return self._terminate(number, block)

    def _call_operands(self, item: Item) -> tuple[Operand, ...]:
        env = self.env
        operands = [env[i] for i in item.reads]
        function = operands[0]
        if function.__class__ is _Method:
            return (function.function, function.owner, *operands[1:])
        return tuple(operands)

    def _enter(self, item: Item, number: int) -> None:
        start = self.position
        location = _location(number, "%", item.statement.variable)
        exception = None
        end = self.ends.get(start, len(self.entries))
        closing = self.entries[end - 3] if end - 3 > start else None
        if type(closing) is Mark and closing.kind is _UNWIND:
            exception = self.entries[end - 1]
        made = NestedCallNode(
            self.node, len(self.children) + 1, location, None, self._call_operands(item), item.statement,
            self.node.log, start, exception,
        )  # fmt: skip
        self.children.append(made)
        self.nested = made
        self.position = end

    def _effect(self, item: Item, number: int) -> None:
        operands = tuple([self.env[i] for i in item.reads])
        location = _location(number, "%", item.statement.variable)
        name = item.statement.expression.name  # type: ignore[union-attr]
        value = operands[-1].value if operands and not name.startswith("del") else None
        made = SpecialCallNode(self.node, len(self.children) + 1, location, value, operands, item.statement)
        self.children.append(made)
        self.env[item.statement.variable] = made

    # -- loads --------------------------------------------------------------------------------------------------------

    def _load(self, item: Item, location: Location, value: Any) -> Any:
        load = item.statement.expression
        assert isinstance(load, Load)
        if item.kind == NAME:
            return TapeConstant(value, load.name)
        owner = self.env[item.reads[0]]
        if isinstance(owner, TapeConstant):
            shared = owner.value
            is_shared = issubclass(type(shared), ModuleType) or (item.kind == METHOD and issubclass(type(shared), type))
            if is_shared and type(value) is not MethodType:
                return TapeConstant(value, f"{owner.name or callable_name(shared)}.{load.name}")
        if item.kind == METHOD:
            function = _method_of(owner.value, load.name, value)
            if function is not None:
                return _Method(TapeConstant(function), owner)
            value = _bound(owner.value, load.name, value)
        operands = (_GETATTR, owner, TapeConstant(load.name))
        made = PrimitiveCallNode(self.node, len(self.children) + 1, location, value, operands, item.statement)
        self.children.append(made)
        return made

    # -- the ends of blocks -------------------------------------------------------------------------------------------

    def _terminate(self, number: int, block: DecodeBlock) -> int:
        terminator = block.terminator
        entry = self._next()
        is_mark = type(entry) is Mark
        if is_mark and (entry.kind is _HANDLER or entry.kind is _UNWIND):
            raised = self._raised_here(block, block.items[-1].order if block.items else -1, block.end, terminates=True)
            if raised is not None:
                return self._raise(number, None, raised)
        edges = terminator.edges
        if not edges:
            if terminator.__class__ is Return:
                operand = self.env[block.reads[0]]
                if not (is_mark and entry.kind is _EXIT and entry is not _END):
                    return self._cut("the end of the frame", entry)
                self.position += 1
                self._add(ReturnNode(self.node, 0, _location(number, "&", 1), operand.value, (operand,)))
                return 0
            return self._cut("an exception", entry)
        taken, condition, test = 0, None, ""
        if len(edges) == 2:
            condition = self.env[block.reads[0]]
            taken, test = self._decide(number, terminator, condition, entry)
        passed = tuple([self.env[i] for i in block.passes[taken]])
        self.passed = passed
        self.jump = self._add(
            JumpNode(
                self.node, 0, _location(number, "&", taken + 1), edges[taken].target, passed, condition, test, not taken
            )
        )
        return edges[taken].target

    def _decide(self, number: int, terminator: Any, condition: Operand, entry: Any) -> tuple[int, str]:
        is_next, exhausted = terminator.__class__ is Next, self.exhausted
        self.exhausted = False
        holds = not exhausted if is_next else truth(condition.value)
        if holds is not True and (  # the FALSE of a later turn may follow a turn that appends nothing
            type(entry) is Mark
            and entry.kind is _FALSE
            and entry.template is self.template
            and self.lifted.jumps.get(entry.index) == number
        ):
            self.position += 1
            return 1, "is exhausted" if is_next else ""
        if is_next:
            return 0, "has more"
        assert isinstance(terminator, If)
        if terminator.test == "is None":
            return int(condition.value is not None), "is None"
        return int(holds is False), ""

    def _add(self, node: Node) -> Node:
        node.position = len(self.children) + 1
        self.children.append(node)
        return node

    def _cut(self, expected: str, entry: Any) -> int:
        """The record ends here, because the recording did (a frame still running), or because something is wrong."""
        if self.position >= self.end and self.end == len(self.entries):
            return 0
        raise _GapError(f"expected {expected}, found {entry!r} at entry {self.position}")

    # -- exceptions ---------------------------------------------------------------------------------------------------

    def _raised_here(self, block: DecodeBlock, after: int, order: int, terminates: bool = False) -> int | None:
        """The order of the instruction that raised, if it lies in this block, behind `after` and not behind `order`.

        What lies before has given its value; a lasti that points there is an older one, restored by a reraise.
        -1 for a jump into the block that is none in the IR: a signal (Ctrl-C) raises there, nothing else.
        """
        lasti = self.entries[self.position + 1]
        owner = self.template.owner(lasti)
        if owner < 0:  # the place is lost: a reraise of an exception without traceback, or a signal in a trampoline
            mark = self.entries[self.position]
            handlers = [handler for handler, _ in self.lifted.ir.blocks[self.number - 1].handlers]
            if mark.kind is _HANDLER:
                return order if self.lifted.handler_blocks[mark.index] in handlers else None
            return None if handlers and terminates and block.terminator.edges else order
        instruction = self.lifted.representative[owner]
        raised = block.order.get(instruction)
        if raised is None and after < 0 and instruction not in self.lifted.block_of:
            return -1
        if terminates:
            if not block.terminator.edges and block.terminator.__class__ is not Return:
                return block.end  # a raise, or a reraise, which restores an older lasti
            order = block.end
        return raised if raised is not None and after < raised <= order else None

    def _raise(self, number: int, item: Item | None, order: int) -> int:
        entries = self.entries
        mark, exception = entries[self.position], entries[self.position + 2]
        self.position += 3
        block = self.lifted.blocks[number - 1]
        nested, self.nested = self.nested, None
        statement: Statement | None = None
        reads: tuple[Operand, ...] = ()
        location = _location(number, "&", 1)
        if item is not None:
            statement = item.statement
            location = _location(number, "%", statement.variable)
            reads = self._call_operands(item) if item.kind == CALLED else tuple([self.env[i] for i in item.reads])
        elif order == block.end and not block.terminator.edges:
            reads = tuple([self.env[i] for i in block.reads])
        target = None
        passed: tuple[Operand, ...] = ()
        raised = RaiseNode(self.node, 0, location, exception, statement, reads, nested, None, ())
        if mark.kind is _HANDLER:
            target = self.lifted.handler_blocks[mark.index]
            instruction = next(i for i, o in block.order.items() if o >= order)
            arguments = self.lifted.raise_reads(instruction, target)
            known = len(self.env) - self.lifted.size  # constants that only a handler is passed come up late
            self.env += [TapeConstant(c.value) for c in self.lifted.constants[known:]]
            passed = tuple([self.env[i] if i else raised for i in arguments])
        raised.target = target
        raised._operands = passed
        self.passed = passed
        self.jump = self._add(raised)
        return target or 0


def _method_of(owner: Any, name: str, found: Any) -> Any:
    """The function of a method lookup whose result takes `owner` as its first argument, else None."""
    kind = type(found)
    if kind is MethodType:
        return found.__func__ if found.__self__ is owner else None
    of_class = lookup(type(owner), name)
    if of_class is found and type(found).__flags__ & _METHOD_DESCRIPTOR:
        return found
    if kind is FunctionType and _was_method(owner, of_class, name, found):
        return found
    if kind in (BuiltinFunctionType, MethodWrapperType) and found.__self__ is owner:
        return of_class if type(of_class) in (MethodDescriptorType, WrapperDescriptorType) else None
    return None


def _was_method(owner: Any, of_class: Any, name: str, found: FunctionType) -> bool:
    """Is `found` a method that the body of the owner's class defined, and something replaced since it was looked up?"""
    if type(of_class) in (staticmethod, classmethod) and of_class.__func__ is found:
        return False
    namespace = lookup(type(owner), "__dict__")
    if type(namespace) is GetSetDescriptorType and namespace.__get__(owner).get(name) is found:
        return False
    bodies = [f"{base.__qualname__}." for base in type(owner).__mro__]
    return any(found.__code__.co_qualname == body + found.__code__.co_name for body in bodies)


def _bound(owner: Any, name: str, found: Any) -> Any:
    """What `getattr` gives for a method lookup: CPython 3.14 leaves a class method's function and the class unbound."""
    of_class = lookup(type(owner), name)
    if type(of_class) is classmethod and of_class.__func__ is found and callable(found):
        return MethodType(found, type(owner))
    return found


def _bound_by_super(start: Any, owner: Any, name: str, found: Any) -> Any:
    """What `super().name` gives: the specialised instruction leaves a function and the object unbound."""
    if not type(found).__flags__ & _METHOD_DESCRIPTOR or issubclass(type(owner), type):
        return found
    bases: Iterator[type] = iter(type(owner).__mro__)
    if not any(base is start for base in bases):
        return found
    of_class: Any = next((vars(base)[name] for base in bases if name in vars(base)), None)
    return found.__get__(owner) if of_class is found else found


def entered_function(node: NestedCallNode, template: Template) -> Any:
    """The Python function whose frame it was: for a class, its `__init__` or `__new__`.

    It is what was called where that has become another function since.
    """
    from .recorder import enterable

    called = node._operands[0].value
    function, _ = enterable(called)
    if function is not None and function.__code__ is template.code:
        return function
    while type(called) is functools.partial:
        called = called.func
    return called.__func__ if type(called) is MethodType else called


def passed_to(node: NestedCallNode, template: Template) -> list[int | str | None]:
    """For each argument of the entered function, the number of the operand of the call that passed it, if one did."""
    code = template.code
    names = template.argument_names
    count, keywords, _ = node._split()
    shift = 0  # arguments that the call does not show: a bound method's self, a class
    called = node._operands[0].value
    while type(called) is functools.partial:
        if any(argument is _PLACEHOLDER for argument in called.args):
            return [None] * len(names)
        shift += len(called.args)
        called = called.func
    if issubclass(type(called), (MethodType, type)) or type(called) is not type(_method_of):
        shift += 1
    sources: list[int | str | None] = []
    for i, name in enumerate(names):
        if i < code.co_argcount and shift <= i < count + shift:
            sources.append(i - shift + 2)
        elif name in keywords and i >= (code.co_posonlyargcount or 0) and i < code.co_argcount + code.co_kwonlyargcount:
            sources.append(name)
        else:
            sources.append(None)
    return sources
