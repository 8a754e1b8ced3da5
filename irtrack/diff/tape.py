"""The tape of a run: the operations that its result may have been computed by, in the order in which they ran.

It is made of the record, node by node. An operation counts if one of its arguments depends on what is differentiated.
Where a number is known to depend on that, and comes out of something that has no rule, the operation is on the tape all
the same: should the result depend on it, the derivative is an error. What leads out of sight is an error at once.
"""

import operator
from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from ..ir.language import Call
from ..record.garbage import rarely
from ..record.memory.schedule import Activation, Schedule
from ..record.nodes.kinds import NativeRootNode, PrimitiveCallNode, SpecialCallNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from ..rules.derivatives import Rule
from . import knowledge
from .draws import drawn
from .escapes import DEEPEST, MULTIPLE, TAKING_APART, holds_number, is_new_number
from .exposure import Exposure
from .locations import function_name, place_of
from .places import View, is_numeric, owner_of
from .steps import Inputs, Operation, Packing, Place, Write
from .storing import exposed, noted, set_by_view, store

TAKES = "takes an item of an array"
_NO_KEYWORDS: dict[str, Any] = {}  # of most operations
_new = object.__new__


class Tape(Exposure):
    """A traveller through the record (see record/memory/schedule.py) that notes what depends on `leaves`.

    `steps`: operations, packings, writes. `holders`: of each place the number, or the array that owns the memory.
    `live`: the places that depend on the leaves. Within another derivative (`nested`) the tape has all that is done
    with numbers, since any that comes from outside may depend on what that differentiates by.
    """

    def __init__(self, root: Node, leaves: Sequence[Any], nested: bool = False) -> None:
        self.nested = nested
        self.registers = True  # does what is met become a place?
        self.live: set[int] = set()
        self.born: set[int] = set()  # ids of arrays that the run has made, or written to, or was given
        self.steps: list[Any] = []
        self.views: dict[int, tuple[Any, View]] = {}  # by the id of an array
        self.slots: dict[int, int] = {}
        self.holders: list[Any] = []
        self.writes: list[Write] = []
        self.foreign: dict[int, Any] = {}  # owners of memory that arrays of another dtype share
        self.exposed: dict[int, tuple[Any, Any, Any, int]] = {}
        self.borrowed: dict[int, Node] = {}  # lists that operations read
        # from 3.15 on the code of generator expressions makes the iterator, before it can be seen: by its id, the array
        # and how many items it has given
        self.iterators: dict[int, list[Any]] = {}
        self.kinds: dict[int, tuple[Any, Any]] = {}  # what is known of functions, by their ids
        self.leaves = [self._new_place(leaf) for leaf in leaves]
        self.live.update(slot for slot, _ in self.leaves)
        self.born.update(id(leaf) for leaf in leaves)
        with rarely():
            if isinstance(root, PrimitiveCallNode):
                self._call(root)
            else:
                Schedule(self).run(root, "finding what the result depends on")
        self.check_memories()

    # -- the way through the record -----------------------------------------------------------------------------------

    def enter(self, activation: Activation) -> None:
        activation.info = self

    def begin(self, node: Any, activation: Activation) -> None:
        pass

    def leave(self, activation: Activation) -> None:
        pass

    def visit(self, node: Any, activation: Activation) -> None:
        kind = type(node)
        if kind is SpecialCallNode:
            self.special(node)
        elif kind is not NestedCallNode and isinstance(node, PrimitiveCallNode):
            self._call(node)

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        children, first, call = activation.children, position, self._call
        while position < until:
            child = children[position]
            kind = child.__class__
            if kind is PrimitiveCallNode:
                call(child)
            elif kind is SpecialCallNode:
                if child._statement.expression.name in TAKING_APART:
                    self.special(child)
            elif position > first and (kind is NestedCallNode or kind is NativeRootNode):
                break
            elif kind is NativeRootNode:
                call(child)
            position += 1
        return position

    # -- places -------------------------------------------------------------------------------------------------------

    def place(self, value: Any) -> Place | None:
        """Where a number is, if it depends on what is differentiated."""
        slot = self.slots.get(id(value))
        if slot is not None:
            return slot, None
        if type(value) is np.ndarray or isinstance(value, np.ndarray):
            return self._place_of_array(value)
        if self.nested and self.registers and is_numeric(value):
            return self._slot(value), None
        return None

    def _place_of_array(self, value: Any) -> Place | None:
        if value.base is None and not self.nested:
            return None
        owner = owner_of(value)
        slot = self.slots.get(id(owner))
        if slot is None:
            if not self.nested or not self.registers or owner.dtype.kind not in "fc":
                return None
            slot = self._slot(owner)
        if value is owner:
            return slot, None
        known = self.views.get(id(value))
        if known is not None and known[0] is value:
            return slot, known[1]
        if value.dtype != owner.dtype:
            if slot not in self.live:
                return None
            self.escape(
                f"an array of {value.dtype} is a view of one of {owner.dtype} that is differentiated: "
                "take a copy, as .real and .imag do for complex numbers"
            )
        view = View(value, owner)
        self.views[id(value)] = value, view
        return slot, view

    def places(self, value: Any, deep: int = 0) -> Any:
        """The same for what lists, tuples and dicts hold: {item: Place, or the same again}; None if none depends."""
        cls = type(value)
        if cls is int or cls is str:
            return None
        if not issubclass(cls, tuple | list | dict):
            return self.place(value)
        if deep > DEEPEST:
            return None
        found = {}
        for key, item in value.items() if issubclass(cls, dict) else enumerate(value):
            place = self.places(item, deep + 1)
            if place is not None:
                found[key] = place
        return found or None

    def _new_place(self, value: Any) -> Place:
        if isinstance(value, np.ndarray) and value.base is not None:
            owner = owner_of(value)
            if owner.dtype == value.dtype:
                return self._slot(owner), View(value, owner)
            self.foreign[id(owner)] = owner
        return self._slot(value), None

    def _slot(self, holder: Any) -> int:
        slot = self.slots[id(holder)] = len(self.holders)
        self.holders.append(holder)
        return slot

    def knows(self, value: Any) -> bool:
        """Has the record come by this object, or its memory, already?"""
        if id(value) in self.slots:
            return True
        if isinstance(value, np.ndarray) and value.base is not None:
            owner = owner_of(value)
            return id(owner) in self.slots and owner.dtype == value.dtype
        return False

    # -- calls --------------------------------------------------------------------------------------------------------

    def _call(self, node: Any) -> None:
        operands = node._operands
        function = operands[0].value
        kind = self.kinds.get(id(function))
        if kind is None:
            kind = self.kinds[id(function)] = function, knowledge.of(function)
        known = kind[1]
        if known is knowledge.HANDS_ON:
            if self.iterators and function is next:
                self._next(node, operands[1].value)
            if function is next and operands[1].value.__class__ is np.flatiter:
                self._check_next(node, operands[1].value)
            elif function is setattr and len(operands) == 4:
                self._check_attribute(node, *[operand.value for operand in operands[1:]])
            if self.borrowed and knowledge.changes_list(function) and id(operands[1].value) in self.borrowed:
                self.refuse_change(node, operands[1].value)
            return
        if known.__class__ is Rule or function is operator.getitem:
            done = self._usual_call(node, function, operands, known)
            if done:
                return
        on_memory = _ON_MEMORY.get(known) if type(known) is FunctionType else None
        if on_memory is not None:
            on_memory(self, node)
            return
        statement = node._statement
        call = statement.expression if statement is not None else None
        if call is not None and not getattr(call, "keywords", ()) and not getattr(call, "starred", 0):
            arguments = tuple([operand.value for operand in operands[1:]])
            keywords: dict[str, Any] = {}
        else:
            arguments, keywords = _given(node)
        while type(known) is FunctionType:
            adapted = known(function, arguments, keywords)
            if adapted is None:
                return
            if adapted[0] is function:
                known = TAKES if function is operator.getitem else None
            else:
                function, arguments, keywords = adapted
                known = knowledge.of(function)
        if known is knowledge.HANDS_ON:
            return
        if type(known) is knowledge.Overwriting:
            self.check_overwriting(node, known, arguments, keywords)
            known = known.rule
        inputs: Inputs = []
        for k, value in enumerate(arguments):
            place = self.place(value) if type(value) is not np.flatiter else self.place(value.base)
            if place is not None:
                inputs.append((k, place))
            elif hasattr(type(value), "__array__") and not issubclass(type(value), np.ndarray | np.generic):
                self._check_hidden(node, value)
        if known is knowledge.GOES_OVER:
            if any(np.ndim(arguments[k]) and self._is_live(place) for k, place in inputs) and not node.children:
                if function is iter and _is_generator_expression(node.parent):
                    self.iterators[id(node.value)] = [arguments[0], 0]
                    return
                self.escape(f"an array is gone over{place_of(node)} by code that cannot be followed")
            return
        result = node.value
        if self.nested and knowledge.makes(function, known) and is_new_number(result) and not self.knows(result):
            self.born.add(id(owner_of(result) if isinstance(result, np.ndarray) else result))
        may_hold = self._may_hold(arguments) and (known in (None, knowledge.PACKS) or holds_number(result))
        if not inputs and not keywords and not may_hold:
            if known is None:
                self.look_at_unknown(node, function, arguments, keywords, result)
            return
        self._operation(node, function, arguments, keywords, result, known, inputs)

    def _usual_call(self, node: Any, function: Any, operands: Any, known: Any) -> bool:
        """What most calls are, in short: of a function with a rule or of `array[key]`, numbers and arrays by position.

        False for any other, of which nothing is noted then. One long function, for its lines run for every operation.
        """
        call = node._statement.expression if node._statement is not None else None
        if call.__class__ is not Call or call.keywords or call.starred or self.nested:
            return False
        result = node.value
        cls = result.__class__
        take = known.__class__ is not Rule
        if take:
            owner = operands[1].value
            kind = owner.__class__
            if kind is list or kind is dict or kind is tuple:
                return True
            if kind is not np.ndarray:
                return False
        if cls is np.ndarray:
            if result.base is not None or result.dtype.kind not in "fc":
                return False
        elif cls is not float and cls is not np.float64:
            return False
        inputs: Inputs = []
        slots, arguments, k = self.slots, [], -1
        for operand in operands:
            value = operand.value
            if k >= 0:
                slot = slots.get(id(value))
                if slot is not None:
                    inputs.append((k, (slot, None)))
                    if value is result:
                        return True
                else:
                    kind = value.__class__
                    if kind is not float and kind is not int:
                        if kind is np.ndarray:
                            if value.base is not None:
                                place = self.place(value)
                                if place is not None:
                                    inputs.append((k, place))
                        elif (kind is list or kind is tuple or kind is dict) and not (take and k):
                            return False
                        elif hasattr(kind, "__array__") and not issubclass(kind, np.generic):
                            self._check_hidden(node, value)
                    if value is result:
                        return True
                arguments.append(value)
            k += 1
        if not inputs or id(result) in slots:
            return True
        if not take and known.nondiff:
            inputs = [(k, place) for k, place in inputs if not known.is_nondiff(k)]
            if not inputs:
                return True
        slot = slots[id(result)] = len(self.holders)
        self.live.add(slot)
        self.holders.append(result)
        made = _new(Operation)  # and no call of `__init__`, which would take as long as the rest
        made.function = function
        made.arguments = tuple(arguments)
        made.keywords = _NO_KEYWORDS
        made.result = result
        made.inputs = inputs
        made.outputs = slot, None
        made.rule = None if take else known
        made.node = node
        made.take = take
        self.steps.append(made)
        return True

    def _next(self, node: Any, iterator: Any) -> None:
        """An iterator gives an item: of an array that a generator expression goes over."""
        known = self.iterators.get(id(iterator))
        if known is not None:
            array, k = known
            known[1] += 1
            place = self.place(array.base if type(array) is np.flatiter else array)
            if place is not None and is_new_number(node.value):
                inputs: Inputs = [(0, place)]
                self._operation(node, operator.getitem, (array, k), {}, node.value, TAKES, inputs)

    def _may_hold(self, arguments: tuple[Any, ...]) -> bool:
        return any(issubclass(type(one), (list, tuple, dict)) for one in arguments)

    def _operation(
        self, node: Any, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any, known: Any,
        inputs: Inputs,
    ) -> None:  # fmt: skip
        is_tuple = issubclass(type(result), MULTIPLE)
        if not is_tuple and self.knows(result):
            others = [] if arguments and result is arguments[0] else [*arguments[1:], *keywords.values()]
            if isinstance(result, np.ndarray) and any(result is one for one in others):
                self.escape(f"{function_name(function)} writes to an array{place_of(node)} in a way that cannot be "
                             "followed; pass that array as `out=`, or assign the result to it")  # fmt: skip
            return
        of_sequences = is_tuple and any(type(one) is list or type(one) is tuple for one in arguments)
        if of_sequences and knowledge.module_of(function) == "_operator":  # put together or repeated
            return
        # what containers hold now need not have been there then: only what reads numbers in them takes them for new
        self.registers = known is knowledge.PACKS or isinstance(known, Rule)
        inputs = self._all_inputs(arguments, keywords, inputs)
        self.registers = True
        if not inputs:
            if known is None:
                self.look_at_unknown(node, function, arguments, keywords, result)
            return
        if known is knowledge.NONDIFF:
            return
        live = [(k, place) for k, whole in inputs if (place := self._live_part(whole)) is not None]
        every = (*arguments, *keywords.values())
        # what has a rule makes its array; that it is in a list now may mean that it was put there afterwards
        given = set(map(id, every)) if known.__class__ is Rule and not is_tuple else _items(every)
        if id(result) in given:
            return
        outputs: Any = {}
        if is_new_number(result):
            outputs = self._new_place(result)
        elif is_tuple:
            outputs = {
                k: self._new_place(item)
                for k, item in enumerate(result)
                if is_numeric(item) and not self.knows(item) and id(item) not in given
            }
        if not outputs:
            if live:
                self.check_result(node, function, live, result, known, given)
            return
        if live:
            self.live.update(slot for slot, _ in ([outputs] if type(outputs) is tuple else outputs.values()))
        for value in (*arguments, *keywords.values()):
            if type(value) is list:
                self.borrowed[id(value)] = node
        if known is knowledge.PACKS:
            spec: Any = next((place for k, place in live if k == 0), {})
            self.steps.append(Packing(function, arguments, keywords, spec, outputs, result, node))
            return
        rule = known if isinstance(known, Rule) else None
        if rule is not None:
            live = [(k, place) for k, place in live if not rule.is_nondiff(k)]
        take = known is TAKES
        self.steps.append(Operation(function, arguments, keywords, result, live, outputs, rule, node, take=take))

    def may_depend(self, value: Any) -> bool:
        """Does a value, or anything in it, depend on the leaves, or within another derivative on anything?"""
        registers, self.registers = self.registers, False
        places = self.places(value)
        self.registers = registers
        return places is not None and (self.nested or self._is_live(places))

    def _set_by_view(self, node: Any) -> None:
        if self.may_depend(node._operands[3].value):
            self.escape(f"a number that is differentiated is stored{place_of(node)} in a memoryview, "
                         "which irtrack cannot look into")  # fmt: skip

    def _drawn(self, node: Any) -> None:
        """`drawn(function, arguments, keywords)`"""
        function, *given = [operand.value for operand in node._operands[1:]]
        if self.may_depend(given):
            self.escape(
                f"{function_name(function)} is given what is differentiated{place_of(node)}, of which it gives "
                "nothing that is known; draw numbers that do not depend on it, and compute with these"
            )
        self.born.update(_items([node.value]))

    def _is_live(self, place: Any) -> bool:
        return self._live_part(place) is not None

    def _live_part(self, place: Any) -> Any:
        """What of places depends on the leaves; None if none does."""
        if type(place) is tuple:
            return place if place[0] in self.live else None
        found = {key: part for key, one in place.items() if (part := self._live_part(one)) is not None}
        return found or None

    def _all_inputs(self, arguments: tuple[Any, ...], keywords: dict[str, Any], inputs: Inputs) -> Inputs:
        """Those within lists and the like, too."""
        inputs = list(inputs)
        for k, value in enumerate(arguments):
            if issubclass(type(value), (list, tuple, dict)):
                places = self.places(value)
                if places is not None:
                    inputs.append((k, places))
        for name, value in keywords.items():
            places = self.places(value)
            if places is not None:
                inputs.append((name, places))
        return inputs

    def store(self, node: Any) -> None:
        """An array is written to."""
        array, key, value = [operand.value for operand in node._operands[1:4]]
        target = array.base if type(array) is np.flatiter else array
        owner = owner_of(target)
        if target.dtype.names:
            self.check_record(node, value)
        source = self.place(value)
        place = self.place(target)
        is_live = source is not None and source[0] in self.live
        if id(owner) in self.foreign:
            self.escape(f"an array whose real or imaginary part was taken as a view is written to{place_of(node)}; "
                         "take a copy")  # fmt: skip
        if self.nested and place is not None and id(owner) not in self.born and place[0] not in self.live:
            self.escape(f"an array from outside the function is written to{place_of(node)}, while a derivative is "
                         "taken within another one: that would not see it")  # fmt: skip
        if is_live and target.dtype.kind not in "fc":
            self.escape(f"a number that is differentiated is written to an array of {target.dtype}{place_of(node)}, "
                         "which keeps no fractions: the derivative would be zero")  # fmt: skip
        if place is None and source is not None and target.dtype.kind in "fc":
            if owner.base is not None:
                self.escape(f"an array is written to{place_of(node)} whose memory belongs to something else, "
                             f"a {type(owner.base).__qualname__}, which cannot be followed")  # fmt: skip
            self._new_place(owner)
            place = self.place(target)
        if is_live and place is None:
            self.escape(f"a number that is differentiated is written{place_of(node)} to a part of an array of "
                        f"{owner.dtype}, which cannot be followed")  # fmt: skip
        if is_live and self.exposed:
            self.check_exposed(owner, node)
        if is_live and place is not None:
            self.live.add(place[0])
        write = Write(array, key, value, node.value, place, source if is_live else None, node)
        self.steps.append(write)
        self.writes.append(write)


_ON_MEMORY: dict[Any, Any] = {
    store: Tape.store, noted: Tape.change, exposed: Tape.expose, set_by_view: Tape._set_by_view, drawn: Tape._drawn,
}  # fmt: skip


def _items(values: Iterable[Any], deep: int = 0) -> set[int]:
    """The ids of values, and of what is in them."""
    found = set()
    for value in values:
        found.add(id(value))
        cls = type(value)
        if deep < DEEPEST and issubclass(cls, (tuple, list, dict)):
            found |= _items(value.values() if issubclass(cls, dict) else value, deep + 1)
    return found


def _is_generator_expression(node: Any) -> bool:
    return type(node) is NestedCallNode and node.template.code.co_name == "<genexpr>"


def _given(node: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What a call passed, with stars written out."""
    operands = node._operands
    count, names, starred = node._split()
    arguments = tuple([operand.value for operand in operands[1 : 1 + count]])
    rest = operands[1 + count :]
    if starred:
        arguments += tuple(rest[0].value)
    keywords = {}
    if starred == 2:
        keywords.update(rest[1].value)
    keywords.update(zip(names, [operand.value for operand in rest[starred:]], strict=True))
    return arguments, keywords
