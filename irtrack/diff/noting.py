"""What a tape notes of the calls and operations that it comes by."""

import operator
from collections import defaultdict
from collections.abc import Iterable
from types import FunctionType
from typing import Any

import numpy as np

from ..record.classes import is_iterable, lookup
from ..record.decoding.bound import method_of
from ..record.nodes.nested import NestedCallNode
from ..rules.derivatives import Rule
from . import knowledge
from .draws import drawn
from .entered.plainly import Plainly, is_derived
from .entered.watched import watched
from .entered.written import starred as starred_items
from .escapes import MULTIPLE, SIMPLE, gives_array, holds_number, is_new_number
from .exposure import Exposure
from .frames import Moment, code_of, has_frames, node_of
from .iterating import compares
from .locations import function_name, place_of
from .places import is_numeric, owner_of
from .reading import given_to
from .scalars import Scalar, pull_of
from .slots import DEEPEST, items_within
from .steps import Inputs, Operation, Packing
from .storing import exactly, exposed, noted, set_by_view, store

TAKES = "takes an item of an array"
_NO_KEYWORDS: dict[str, Any] = {}  # of most operations
_new = object.__new__
_FLOAT64 = np.float64


class Notes(Exposure):
    """The part of a tape's maker that turns what was done into steps. `where`: a node, or the Moment of one."""

    def __init__(self, nested: bool) -> None:
        super().__init__(nested)
        # what is known of functions, by their ids: the function, what it is, and pulls, by its arguments and which live
        self.kinds = knowledge.kinds()
        self.methods: dict[tuple[int, int], tuple[Any, bool]] = {}

    def call(self, node: Any) -> None:
        """A node has called something."""
        operands = node._operands
        statement = node._statement
        expression = statement.expression if statement is not None else None
        if expression is not None and not getattr(expression, "keywords", ()) and not getattr(expression, "starred", 0):
            arguments = tuple([operand.value for operand in operands[1:]])
            keywords = _NO_KEYWORDS
        else:
            _, names, starred = node._split()
            given = [operand.value for operand in operands[1:]]
            if starred:
                self._write_star_out(node, given, len(given) - len(names) - starred)
            arguments, keywords = given_to(tuple(given), names, starred)
        self.called(node, operands[0].value, arguments, keywords, node.value)

    def _write_star_out(self, node: Any, given: list[Any], k: int) -> None:
        """Of `f(*iterable)`, which is the operand k, take the items that were passed."""
        iterable = given[k]
        if type(iterable) is tuple:
            return
        frame = next(iter(node._frames), None)
        if frame is not None and frame.function.value is starred_items:
            given[k] = frame.value
            return
        given[k] = ()
        if is_iterable(type(iterable)):
            self.escape(f"the items of a {type(iterable).__qualname__} are passed{place_of(node)} in a way that cannot "
                        "be followed; pass those of a tuple there")  # fmt: skip

    def called(
        self, where: Any, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any
    ) -> None:
        """`function(*arguments, **keywords)` has given `result`."""
        kind = self.kinds.get(id(function))
        if kind is None:
            kind = self.kinds[id(function)] = knowledge.kind_of(function)
        known = kind[1]
        if self.borrowed and arguments and id(arguments[0]) in self.borrowed and knowledge.changes_list(function):
            self.refuse_change(where, arguments[0])
        if known is knowledge.HANDS_ON:
            self._handed_on(where, function, arguments, keywords, result)
            return
        if not keywords and not self.nested:
            if known.__class__ is Rule:
                if self._usual(where, kind, arguments, result):
                    return
            elif function is operator.getitem and self._item(where, arguments, result):
                return
        on_memory = _ON_MEMORY.get(known) if type(known) is FunctionType else None
        if on_memory is not None:
            on_memory(self, where, *arguments, result)
            return
        self._any(where, function, arguments, keywords, result, known)

    def bound(self, owner: Any, name: str, found: Any) -> tuple[Any, bool] | None:
        """What a method that was looked up is when it is called, and whether it takes `owner` first; None: not sure."""
        cls = type(owner)
        known = self.methods.get((id(cls), id(found)))
        if known is not None:
            return known
        if issubclass(cls, (type, type(np))):
            return None if type(found) is FunctionType and issubclass(cls, type) else (found, False)
        of_class = lookup(cls, name)
        function = method_of(owner, found, of_class)
        if function is None:
            return None if type(found) is FunctionType else (found, False)
        if function is found is of_class:
            self.methods[id(cls), id(found)] = function, True
        return function, True

    def _handed_on(
        self, where: Any, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any
    ) -> None:
        if function is next and arguments:
            if self.iterators:
                self._next(where, arguments[0], result)
            if type(arguments[0]) is np.flatiter:
                self._check_next(where, arguments[0])
        elif function is setattr and len(arguments) == 3:
            self._check_attribute(where, *arguments)
        elif function is defaultdict.__init__:
            self.check_factory(where, *arguments[1:2])
        if self.nested and len(arguments) > 1:
            self.hand_out(where, *arguments[1:])

    # -- what most calls are: lines that run for every operation -------------------------------------------------------

    def number(
        self, frame: Any, turn: int, statement: Any, kind: tuple[Any, Rule, dict[int, Any]], arguments: tuple[Any, ...],
        result: Any,
    ) -> bool:  # fmt: skip
        """A function with a rule has given a float. False if it was given anything but numbers; nothing is noted then.

        `kind`: as of `kinds`. Of a Moment its frame, turn and statement; or a node, -1 and None.
        """
        function, rule, pulls = kind
        slots = self.slots
        found: list[int | None] = []
        live, bit, exact = 0, 1, type(result) is float
        for value in arguments:
            cls = type(value)
            if cls is _FLOAT64:
                exact = False
            elif cls is not float and cls is not int:
                return False
            slot = slots.get(id(value))
            if slot is not None:
                live |= bit
            if value is result:
                return True
            found.append(slot)
            bit <<= 1
        if live and id(result) not in slots:
            key = 2 * (live | bit) + exact  # the highest bit tells how many arguments there are
            pull = pulls.get(key)
            if pull is None:
                pull = pulls[key] = _pull_of(rule, function, len(arguments), live, exact)
            if pull.numbers:
                slot = slots[id(result)] = len(self.holders)
                self.live.add(slot)
                self.holders.append(result)
                made = _new(Scalar)  # and no call of `__init__`, which would take as long as the rest
                made.pull = pull
                made.arguments = arguments
                made.slots = tuple(found)
                made.result = result
                made.slot = slot
                made.frame, made.turn, made.statement = frame, turn, statement
                self.steps.append(made)
        return True

    def _usual(
        self, where: Any, kind: tuple[Any, Rule, dict[int, Any]], arguments: tuple[Any, ...], result: Any
    ) -> bool:
        """Numbers and arrays by position, of a function with a rule. False for any other; nothing is noted then."""
        cls = type(result)
        if cls is float or cls is _FLOAT64:
            if type(where) is Moment:
                is_noted = self.number(where.frame, where.turn, where.statement, kind, arguments, result)
            else:
                is_noted = self.number(where, -1, None, kind, arguments, result)
            if is_noted:
                return True
        elif cls is not np.ndarray or result.base is not None or result.dtype.kind not in "fc":
            return False
        slots = self.slots
        inputs: Inputs = []
        for k, value in enumerate(arguments):
            slot = slots.get(id(value))
            if slot is not None:
                inputs.append((k, (slot, None)))
            else:
                of = type(value)
                if of is np.ndarray:
                    if value.base is not None:
                        place = self.place(value)
                        if place is not None:
                            inputs.append((k, place))
                elif of is not float and of is not int and of is not _FLOAT64 and not issubclass(of, SIMPLE):
                    return False
            if value is result:
                return True
        if inputs and id(result) not in slots:
            rule = kind[1]
            if rule.nondiff:
                inputs = [(k, place) for k, place in inputs if not rule.is_nondiff(k)]
            if inputs:
                self._note(where, kind[0], arguments, inputs, result, rule)
        return True

    def _item(self, where: Any, arguments: tuple[Any, ...], result: Any) -> bool:
        """The same of `array[key]`; of a list and the like it is what was there before."""
        kind = type(arguments[0])
        if kind is list or kind is dict or kind is tuple:
            return True
        if kind is not np.ndarray:
            return False
        cls = type(result)
        if cls is np.ndarray:
            if result.base is not None:
                return self.knows(result)
            if result.dtype.kind not in "fc":
                return False
        elif cls is not float and cls is not np.float64:
            return False
        place = self.place(arguments[0])
        if place is not None and id(result) not in self.slots and result is not arguments[0]:
            self._note(where, operator.getitem, arguments, [(0, place)], result, None)
            self._borrow(where, arguments[1:])
        return True

    def _note(
        self, where: Any, function: Any, arguments: tuple[Any, ...], inputs: Inputs, result: Any, rule: Rule | None
    ) -> None:
        slot = self.slots[id(result)] = len(self.holders)
        self.live.add(slot)
        self.holders.append(result)
        made = _new(Operation)
        made.function = function
        made.arguments = arguments
        made.keywords = _NO_KEYWORDS
        made.result = result
        made.inputs = inputs
        made.outputs = slot, None
        made.rule = rule
        made.node = where
        made.take = rule is None
        self.steps.append(made)

    # -- all others ---------------------------------------------------------------------------------------------------

    def _any(
        self, where: Any, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any, known: Any
    ) -> None:
        if has_frames(where) and knowledge.is_of_method(function, arguments, result):
            return
        while type(known) is FunctionType:
            adapted = known(function, arguments, keywords)
            if adapted is None:
                if self.nested and arguments and type(arguments[0]) is defaultdict and not self.knows(result):
                    self.born.add(id(result))  # by what it makes of a key that is not there
                return
            if adapted[0] is function:
                known = TAKES if function is operator.getitem else None
            else:
                function, arguments, keywords = adapted
                known = knowledge.of(function)
        if known is knowledge.HANDS_ON:
            if function is defaultdict.__init__:
                self.check_factory(where, *arguments[1:2])
            return
        if type(known) is knowledge.Overwriting:
            self.check_overwriting(where, known, arguments, keywords)
            known = known.rule
        if self._is_of_sequences(function, arguments, result):
            return
        inputs: Inputs = []
        for k, value in enumerate(arguments):
            place = self.place(value) if type(value) is not np.flatiter else self.place(value.base)
            if place is not None:
                inputs.append((k, place))
            elif isinstance(known, Rule) or known is knowledge.PACKS or gives_array(value):
                self.check_hidden(where, function, arguments, value)
        if isinstance(known, Rule) or known is knowledge.PACKS:
            for value in keywords.values():
                self.check_hidden(where, function, arguments, value)
            if has_frames(where) and is_new_number(result) and not self.knows(result):
                self.check_conversions(where, function)
        if self.nested and inputs and any(isinstance(one, np.ma.MaskedArray) for one in (result, *arguments)):
            self.escape(f"a masked array is made or used{place_of(where)} while a derivative is taken within another "
                         "one, which cannot be followed; use its data and its mask as arrays")  # fmt: skip
        if known is knowledge.GOES_OVER:
            if self.nested and len(arguments) > 1:
                self.hand_out(where, *arguments[1:])
            are_items = not compares(function, len(arguments))
            if are_items and any(np.ndim(arguments[k]) and self._is_live(place) for k, place in inputs):
                self._gone_over(where, function, arguments, result)
            return
        if self.nested and knowledge.makes(function, known) and is_new_number(result) and not self.knows(result):
            self.born.add(id(owner_of(result) if isinstance(result, np.ndarray) else result))
        may_hold = self._may_hold(arguments) and (known in (None, knowledge.PACKS) or holds_number(result))
        if not inputs and not keywords and not may_hold:
            if known is None:
                self.look_at_unknown(where, function, arguments, keywords, result)
            return
        self._operation(where, function, arguments, keywords, result, known, inputs)

    def _gone_over(self, where: Any, function: Any, arguments: tuple[Any, ...], result: Any) -> None:
        """C code goes over an array, or Python code does that it has called."""
        if has_frames(where):
            return
        if function is iter and _is_generator_expression(node_of(where).parent):
            self.iterators[id(result)] = [arguments[0], 0]
            return
        self.escape(f"an array is gone over{place_of(where)} by code that cannot be followed")

    def _next(self, where: Any, iterator: Any, result: Any) -> None:
        """An iterator gives an item: of an array that a generator expression goes over."""
        known = self.iterators.get(id(iterator))
        if known is not None:
            array, k = known
            known[1] += 1
            self.taken(where, array, k, result)

    def taken(self, where: Any, array: Any, k: int, item: Any) -> None:
        place = self.place(array.base if type(array) is np.flatiter else array)
        if place is not None and is_new_number(item):
            inputs: Inputs = [(0, place)]
            self._operation(where, operator.getitem, (array, k), {}, item, TAKES, inputs)

    def _is_of_sequences(self, function: Any, arguments: tuple[Any, ...], result: Any) -> bool:
        """Does an operator put lists or tuples together, or repeat one?"""
        if not issubclass(type(result), MULTIPLE) or knowledge.module_of(function) != "_operator":
            return False
        return any(type(one) is list or type(one) is tuple for one in arguments)

    def _may_hold(self, arguments: tuple[Any, ...]) -> bool:
        return any(issubclass(type(one), (list, tuple, dict)) for one in arguments)

    def _operation(
        self, where: Any, function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], result: Any, known: Any,
        inputs: Inputs,
    ) -> None:  # fmt: skip
        is_tuple = issubclass(type(result), MULTIPLE)
        if not is_tuple and self.knows(result):
            others = [] if arguments and result is arguments[0] else [*arguments[1:], *keywords.values()]
            is_told = code_of(where) is watched.__code__  # what has changed is noted there
            if isinstance(result, np.ndarray) and any(result is one for one in others) and not is_told:
                self.escape(f"{function_name(function)} writes to an array{place_of(where)} in a way that cannot be "
                             "followed; pass that array as `out=`, or assign the result to it")  # fmt: skip
            return
        if known is None and knowledge.holds_nothing(result) and knowledge.is_harmless(function, result):
            return  # as `bisect.insort(items, x)`, which would be read as a whole
        # what containers hold now need not have been there then: only what reads numbers in them takes them for new
        self.registers = known is knowledge.PACKS or isinstance(known, Rule)
        inputs = self._all_inputs(arguments, keywords, inputs)
        self.registers = True
        if not inputs:
            if known is None:
                self.look_at_unknown(where, function, arguments, keywords, result)
            return
        if known is knowledge.NONDIFF:
            return
        live = [(k, place) for k, whole in inputs if (place := self._live_part(whole)) is not None]
        every = (*arguments, *keywords.values())
        # what has a rule makes its array; that it is in a list now may mean that it was put there afterwards
        given = set(map(id, every)) if known.__class__ is Rule and not is_tuple else items_within(every)
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
                self.check_result(where, function, live, result, known, given)
            return
        if live:
            self.live.update(slot for slot, _ in ([outputs] if type(outputs) is tuple else outputs.values()))
        self._borrow(where, (*arguments, *keywords.values()))
        if known is knowledge.PACKS:
            spec: Any = next((place for k, place in live if k == 0), {})
            self.steps.append(Packing(function, arguments, keywords, spec, outputs, result, where))
            return
        rule = known if isinstance(known, Rule) else None
        if rule is not None:
            live = [(k, place) for k, place in live if not rule.is_nondiff(k)]
            if is_derived(result) or any(map(is_derived, every)):
                rule = Plainly(rule)
        take = known is TAKES
        self.steps.append(Operation(function, arguments, keywords, result, live, outputs, rule, where, take=take))

    def _borrow(self, where: Any, values: Iterable[Any], deep: int = 0) -> None:
        """Lists have been read: what they held then, they have to hold."""
        for value in values:
            cls = type(value)
            if cls is not float and issubclass(cls, MULTIPLE):
                if issubclass(cls, list):
                    self.borrowed[id(value)] = where
                if deep < DEEPEST:
                    self._borrow(where, value, deep + 1)

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


_ON_MEMORY: dict[Any, Any] = {
    store: Notes.store, noted: Notes.change, exposed: Notes.expose, exactly: Notes.made_exactly,
    set_by_view: Notes.set_by_view, drawn: Notes.drawn,
}  # fmt: skip


def _pull_of(rule: Rule, function: Any, count: int, live: int, exact: bool) -> Any:
    """The pull for those arguments whose bits are set, as far as they have a derivative."""
    numbers = tuple([bool(live & 1 << k) and not rule.is_nondiff(k) for k in range(count)])
    return pull_of(rule, function, numbers, exact=exact)


def _is_generator_expression(node: Any) -> bool:
    return type(node) is NestedCallNode and node.template.code.co_name == "<genexpr>"
