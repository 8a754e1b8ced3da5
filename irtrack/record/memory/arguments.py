"""From where values come to nodes: from operands; to parameters also by stars, by partials, from C code."""

from types import CellType, FunctionType
from typing import Any

from ..classes import lookup
from ..decoding.bound import wraps_partial
from ..nodes.kinds import JumpNode, RaiseNode, operands_of
from ..nodes.nested import NestedCallNode
from ..nodes.node import Node
from ..nodes.tape import TapeConstant
from .addresses import passed_by_call
from .effects.attributes import shows_names
from .effects.general import consume
from .frames import VARARGS, VARKEYWORDS, Code, Frame, is_among, is_starred
from .given import behind_stars, delegated_at, yielded_at
from .graph import Events, Range
from .memory import Memory, vertices_of
from .others import NONE
from .plain import gives_iterator
from .shadows import Write, can_change, changes, is_untouched

_GIVING_ITEMS = "__getitem__", "__next__"
_GONE_OVER = 8  # iterators that are read by themselves


class Arguments(Memory):
    """What nodes were computed from; of the parameters of a frame also what the operands of its call do not show."""

    __slots__ = ("begun", "came", "gone_over", "got", "passed")

    def __init__(self, whole: bool) -> None:
        super().__init__(whole)
        self.passed: dict[Node, int] = {}  # a parameter that has no vertex so far -> from where it has its value
        self.got: dict[Node, list[int]] = {}  # node within which something ran -> what came out of that
        self.came: dict[Node, tuple[int, int]] = {}  # of how much of that there is a vertex for what was yielded; that
        self.gone_over: dict[Node, tuple[int, Any]] = {}  # of how much of that `_read_given` knows iterators; these
        self.begun: dict[Node, int] = {}  # node within which something runs -> the vertex of that it began

    # -- what nodes read ----------------------------------------------------------------------------------------------

    def _operands(self, node: Any, frame: Frame) -> tuple[int, ...]:
        """The vertices of what a node was computed from; doubts about names are left in `doubting`."""
        kind = type(node)
        operands = node._operands if kind is not JumpNode and kind is not RaiseNode else operands_of(node)
        data = [operand._vertex for operand in operands if type(operand) is not TapeConstant]
        if kind is NestedCallNode:
            self.at = len(self.nodes)
            self.looked_up(node, frame)
            data += self.reading
            self.reading = []
        if frame.code.loads:
            for operand in operands:
                if type(operand) is TapeConstant and id(operand) in self.constants:
                    vertices, ranges = self.constants[id(operand)]
                    data += vertices
                    self.doubting += ranges
        return tuple(data)

    def _doubt_at(self, vertex: int) -> None:
        if self.doubting:
            self.ranges[vertex] = (*self.ranges.get(vertex, ()), *self.doubting)
            self.doubting = []

    def doubt_at(self, vertex: int, ranges: tuple[Range, ...]) -> None:
        """What a vertex reads may have been written at these events."""
        if ranges:
            self.ranges[vertex] = self.ranges.get(vertex, ()) + ranges

    # -- names that are loaded without a node ----------------------------------------------------------------------

    def _load_for(self, node: Any, frame: Frame) -> None:
        """The names that were loaded, without a node, before a node that is about to begin, or to be visited."""
        if frame.code.ahead:
            self._load_names(frame, node.position)
        elif node not in self.begun:
            names = frame.code.names
            for operand in operands_of(node):
                is_name = type(operand) is TapeConstant and operand.after >= 0
                if is_name and is_among(operand.name or "", names):
                    self.load(frame, operand)

    def _load_names(self, frame: Frame, position: int) -> None:
        """Those that were loaded before the node at that position."""
        while frame.constants and frame.constants[-1][0] < position:
            self.load(frame, frame.constants.pop()[1])

    def load(self, frame: Frame, constant: TapeConstant) -> tuple[tuple[int, ...], tuple[Range, ...]]:
        """A name was loaded without a node: what is known of the constant from now on."""
        self.at = len(self.nodes)
        name = constant.name
        assert name is not None
        place = frame.place(name)
        if type(constant.value) is CellType and name in frame.code.cells:
            if place[0] != "cell" and self.aliases.get(id(constant.value)) != place:  # its own, not passed on
                self.aliases[id(constant.value)] = place
                changes.count += 1
            return (), ()
        found = self.load_variable(constant, place) if frame.code.optimized and place[0] != "global" else None
        if found is None:
            self.read_name(frame, name)
            found = self._take_reading()
            if found[0] or found[1]:
                self.constants[id(constant)] = found
        return found

    def load_variable(self, constant: TapeConstant, place: Any) -> tuple[tuple[int, ...], tuple[Range, ...]] | None:
        """The usual case of it: a variable of a function, which nothing might have stored since; None if it is not."""
        write = self.cells.get(self.aliases.get(place[1], place) if place[0] == "cell" else place)
        if write is None or write[1] <= self.stirred or "cell_contents" in self.any_attributes:
            return None
        found = self.constants[id(constant)] = (write[0],), ()
        return found

    # -- parameters ----------------------------------------------------------------------------------------------------

    def _pass(self, frame: Frame, arguments: Any) -> None:
        """The arguments of a function: each has what the call passed."""
        call, cells, control, constants = frame.node, frame.code.cells, frame.control, self.constants
        nodes, data = self.nodes, self.data
        operands: Any = call._operands
        whole, decided = self.whole, self.control
        plain = type(call.parent) is NestedCallNode  # else the arguments are looked up in other ways
        made = call.children[1] if frame.code.constructs and len(call.children) > 1 else None
        for node in arguments:
            number = node.number
            if node is made and id(node) not in constants:
                number = 1  # it is made of the class that was called
            if not plain or type(number) is not int:
                self._argument(node, frame)
                continue
            operand = operands[number - 1]  # from here on written out, for it is done in each call
            vertex = len(nodes)
            if type(operand) is not TapeConstant:
                passed = operand._vertex
                data.append((passed,))
                if operand.value is node.value:
                    self.origins[vertex] = passed
            elif id(operand) in constants:
                known, doubts = constants[id(operand)]
                data.append(known)
                self.doubting += doubts
                self._doubt_at(vertex)
            else:
                data.append(())
            node._vertex = vertex
            nodes.append(node)
            if whole:
                decided.append(control)
            if cells and node.name in cells:
                self.cells[frame.place(node.name)] = vertex, self.epoch

    def _argument(self, node: Any, frame: Frame) -> None:
        """An argument of a function, or of a block."""
        branch = node.branch
        if type(branch) is JumpNode or type(branch) is RaiseNode:
            control = (*frame.decided(node), branch._vertex)
            node._vertex = self.vertex(node, self._operands(node, frame), control)
            if self.whole and can_change(node.value):
                self.addresses.others(node)  # which are known as long as the frame runs
        else:
            data, ranges = self.constants.get(id(node), ((), ()))
            operand = passed_by_call(node) if type(branch) is NestedCallNode and node.number is not None else None
            if isinstance(operand, Node):
                data = (*data, operand._vertex)
                if operand.value is node.value:  # and no function that was found in it
                    self.passed[node] = operand._vertex
            elif operand is not None and id(operand) in self.constants:
                data = (*data, *self.constants[id(operand)][0])
                ranges = (*ranges, *self.constants[id(operand)][1])
            is_shown = operand is not None and type(frame.node.parent) is NestedCallNode  # not passed by C code
            is_unknown = operand is None and id(node) not in self.constants
            if not is_shown and node.position > 1 and (is_unknown or _is_default(node, frame)):
                by_default, doubts = self._by_default(node, frame)
                data, ranges = (*data, *by_default), (*ranges, *doubts)
            node._vertex = vertex = self.vertex(node, data, frame.control)
            if node in self.passed:
                self.origins[vertex] = self.passed.pop(node)
            self.doubting += ranges
            if node.name in frame.code.cells:
                self.cells[frame.place(node.name)] = node._vertex, self.epoch
        self._doubt_at(node._vertex)

    def _by_default(self, argument: Any, frame: Frame) -> tuple[tuple[int, ...], tuple[Range, ...]]:
        """What a parameter depends on that no argument was passed for: the function, its defaults, how much there is
        behind a star; or, if it is the first one of a method, what this was looked up in.
        """
        function, code = frame.function, frame.code.template.code
        self.at = len(self.nodes)
        self.reading += vertices_of(frame.node._operands[:1])
        self._count_starred(frame.node)
        if type(function) is FunctionType:
            by_name = argument.position - 2 >= code.co_argcount
            self.attribute(function, "__kwdefaults__" if by_name else "__defaults__", None)
            if by_name and self.known(function.__kwdefaults__) is not None:
                self.item(function.__kwdefaults__, argument.name, argument.value)
        return self._take_reading()

    def _count_starred(self, call: Any) -> None:
        """How many items there are behind the stars of a call decides what is left for other parameters."""
        if is_starred(call._statement):
            for operand in behind_stars(call):
                self.reading += vertices_of((operand,))
                if can_change(operand.value):
                    self.read_whole(operand.value, shape=True)

    def _arguments(self, frame: Frame) -> None:
        """Values go from a call to its parameters; nodes of these are looked at later."""
        node, code = frame.node, frame.code
        children = node.children
        self.at = len(self.nodes)
        if node.parent is not None and type(node.parent) is not NestedCallNode:
            self._lent(node, children)
        elif code.stars or is_starred(node._statement) or wraps_partial(node._operands[0].value):
            self._starred(node, code, children)

    def _take_reading(self) -> tuple[tuple[int, ...], tuple[Range, ...]]:
        """What was read since it was last asked."""
        found = tuple(self.reading), tuple(self.doubting)
        self.reading, self.doubting = [], []
        self.at = len(self.nodes)  # what reads next is later than all that there is
        return found

    def _lent(self, node: NestedCallNode, children: Any) -> None:
        """The interpreter or C code made the call: what it passed is what the node above it has, or holds."""
        above: Any = node.parent
        operands = operands_of(above)
        for child in children[1 : 1 + len(node.template.argument_names)]:
            value = child.value
            same = [o for o in operands if isinstance(o, Node) and o.value is value and can_change(value)]
            if same:
                self.passed[child] = same[0]._vertex
                self.reading.append(same[0]._vertex)
            else:
                self.reading.append(self.begun[node])
                self.reading += self._came_before(above, value)
                knows_what_it_has = self._read_given(above)
                for operand in operands:
                    self.reach(operand.value, above if knows_what_it_has else None)
                is_given = issubclass(type(value), type) and above.value is value and id(value) not in self.made
                if is_given and is_untouched(self.known(value)):
                    # it is being made, of all that; who asks for an attribute knows no more
                    self.shadow(value).blurred = self.vertex(None, tuple(self.reading))
                shows_names(self, above, value)
            self.constants[id(child)] = self._take_reading()

    def _came_before(self, above: Node, value: Any) -> tuple[int, ...]:
        """Where a value may come from that C code passes, of what ran before within the node above: what has given that
        last, or else all that generators have given.
        """
        came = self.got.get(above)
        if came is None:
            return ()
        last: Any = self.nodes[came[-1]]
        given = yielded_at(last) if type(last) is not NestedCallNode else last
        if given is not None and given.value is value:
            return (came[-1],)
        count, vertex = self.came.get(above, (0, -1))
        nodes = [(one, self.nodes[one]) for one in came[count:]]
        fresh = [one for one, node in nodes if yielded_at(node) is not None or delegated_at(node) is not None]
        if fresh:
            vertex = self.vertex(None, (*fresh, vertex) if vertex >= 0 else tuple(fresh))
        self.came[above] = len(came), vertex
        return (vertex,) if vertex >= 0 else ()

    def _read_given(self, above: Node) -> bool:
        """C code goes over the iterators that special methods have given it which ran before within a node; False if
        these have given it the items themselves, or too many.
        """
        came = self.got.get(above)
        if came is None:
            return True
        count, given = self.gone_over.get(above, (0, []))
        for vertex in came[count:] if given is not None else ():
            node: Any = self.nodes[vertex]
            name = node.template.code.co_name if type(node) is NestedCallNode else ""
            if name in _GIVING_ITEMS:
                given = None
                break
            if gives_iterator(node):
                given.append(node.value)
        if given is not None and len(given) > _GONE_OVER:
            given = None  # since it would be asked again and again
        self.gone_over[above] = len(came), given
        for value in given or ():
            self.reach(value, above)
        return given is not None

    def _starred(self, node: NestedCallNode, code: Code, children: Any) -> None:
        """Arguments that a star passes, and parameters with a star."""
        count, names, starred = node._split()
        operands = node._operands
        passed: list[Any] = list(operands[1 : 1 + count])
        star = operands[1 + count] if starred else None
        if star is not None:
            items = self._items_of(star)
            passed += items
            if items or type(star.value) is tuple:
                star = None
            else:  # it may have none
                self._iterate(star.value, node)
                self._take_reading()
        own = code.template.code
        positional, keyword_only = own.co_argcount, own.co_kwonlyargcount
        argument_names = code.template.argument_names
        parameters = children[1 : 1 + len(argument_names)]
        function = operands[0].value
        is_partial = wraps_partial(function)
        shift = int(type(function) is not FunctionType)  # a method's object, an instance
        if is_partial:
            shift = len(getattr(function, "args", ()))
        for k, child in enumerate(parameters):
            if k < positional and child.number is None and shift <= k < len(passed) + shift:
                by = passed[k - shift]
                write = self._write_of(by)
                if write is not None:
                    if type(by) is tuple or by.value is child.value:
                        self.passed[child] = write[0]
                    if k - shift >= count:
                        self._take_starred(operands[1 + count], k - shift - count, write)
                    else:
                        self.reading.append(write[0])
                    self.constants[id(child)] = self._take_reading()
        last = positional + keyword_only
        given_names = operands[2 + count] if starred == 2 else None
        for k, child in enumerate(parameters[:last]):
            if (k >= shift or is_partial) and child.number is None and id(child) not in self.constants:
                self._named_or_not(node, child, given_names if k >= own.co_posonlyargcount else None, star)
        if own.co_flags & VARARGS and last < len(parameters):
            behind = self.known(operands[1 + count].value) if starred else None  # which may be that very tuple
            is_moved = starred and self.are_moved(operands[1 + count].value)
            self._gathered(parameters[last], passed[max(0, positional - shift) :], operands)
            if starred:
                gathered = self.shadow(parameters[last].value)
                self.might_be_as(gathered, behind)
                self.hold_given(gathered, operands[1 + count])
                gathered.blurred = self.begun[node] if is_moved else gathered.blurred
            last += 1
        if own.co_flags & VARKEYWORDS and last < len(parameters):
            given = dict(zip(names, operands[len(operands) - len(names) :], strict=True)) if names else {}
            rest = {name: operand for name, operand in given.items() if name not in argument_names[: last - 1]}
            self._gathered_keywords(parameters[last], rest, operands[-1] if starred == 2 else None)
        self.got.pop(node, None)

    def _named_or_not(self, call: NestedCallNode, argument: Any, mapping: Any, star: Any) -> None:
        """A parameter that none of the operands was: `**mapping` has it, a partial, something behind a star whose items
        nobody has seen, or else it has its default.
        """
        if mapping is not None and type(mapping.value) is dict and argument.name in mapping.value:
            self.reading += vertices_of((mapping,))
            write = self.item(mapping.value, argument.name, argument.value)
            if write is not None:
                self.passed[argument] = write[0]
        elif wraps_partial(call._operands[0].value):
            self.reading.append(self.begun[call])
            self.reach(argument.value)
            names = getattr(call._operands[0].value, "keywords", None)
            if type(names) is dict and (self.known(names) is not None or not self.tells_apart):
                self.item(names, argument.name, argument.value)
        elif star is not None:
            self.reading += self._unpacked(call)
            self._iterate(star.value, call)
        else:
            return
        self.constants[id(argument)] = self._take_reading()

    def _items_of(self, operand: Any) -> list[Any]:
        """What `*operand` passes: who wrote each item, as far as it is known."""
        shadow = self.known(operand.value)
        if shadow is not None and shadow.items is not None:
            return list(shadow.items)
        return [operand] * len(operand.value) if type(operand.value) is tuple else []

    def _take_starred(self, operand: Any, index: int, write: Write) -> None:
        """An item that `*operand` passes: it depends on what else might have been there, or have been passed so."""
        if id(operand) in self.constants:
            vertices, ranges = self.constants[id(operand)]
            self.reading += vertices
            self.doubting += ranges
        if self.addresses.others(operand) is not NONE:
            selected = Events()
            selected.add(self.epoch, self.selected((operand,)))
            self.doubting.append((selected, self.epoch, 1))
        shadow = self.known(operand.value)
        if shadow is not None:
            self.reading += shadow.shifted(index, write[0])
        self.take(write, shadow, self.any_items)

    def _unpacked(self, call: Any) -> tuple[int, ...]:
        """What the interpreter has read that has unpacked what is behind a star: also what ran when it did."""
        return self.begun[call], *self.got.get(call, ())

    def _write_of(self, passed: Any) -> Write | None:
        if type(passed) is tuple:
            return passed
        return (passed._vertex, self.epoch) if isinstance(passed, Node) else None

    def _gathered(self, argument: Any, passed: list[Any], operands: Any) -> None:
        """A parameter `*args` has the rest of what was passed."""
        value = argument.value
        if type(value) is not tuple:
            return
        self._count_starred(argument.parent)
        begun = self.begun[argument.parent]
        if len(value) == len(passed):
            shadow = self.new(value)
            shadow.items = [self._write_of(one) or (begun, self.epoch) for one in passed]
            for item in value:
                shadow.hold(item)
            self.reading += [vertex for vertex, _ in shadow.items]
        else:
            for operand in operands:
                self._iterate(operand.value, argument.parent)
            self.reading += self._unpacked(argument.parent)
        self.constants[id(argument)] = self._take_reading()

    def _iterate(self, value: Any, call: Any) -> None:
        """The interpreter has got all items of an object, by methods that were not entered."""
        self.might_call(self.reach(value), (), call)
        shadow = self.known(value)
        if shadow is not None and shadow.kind:
            self.at = self.begun[call]
            consume(self, shadow)
            self.at = len(self.nodes)
        for name in ("__iter__", "__next__", "__getitem__", "__len__"):
            method = lookup(type(value), name)
            if type(method) is FunctionType:
                self.read_cells(method)

    def _gathered_keywords(self, argument: Any, keywords: dict[str, Any], starred: Any) -> None:
        """A parameter `**kwargs` has the rest of the keywords."""
        begun = self.begun[argument.parent]
        shadow = self.new(argument.value)
        shadow.closed = starred is None
        for name, operand in keywords.items():
            shadow.parts["", name] = self._write_of(operand) or (begun, self.epoch)
            shadow.hold(operand.value)
        self.reading += [vertex for vertex, _ in shadow.parts.values()]
        if starred is not None:
            self.reading.append(begun)
            self.reach(starred.value)
            known = self.known(starred.value)
            if known is not None:
                shadow.parts.update(known.parts)
                shadow.blurred = known.blurred
            self.hold_given(shadow, starred)
        self.constants[id(argument)] = self._take_reading()


def _is_default(argument: Any, frame: Frame) -> bool:
    """May a parameter have its default, of which the call does not show who has passed it?"""
    function, code, number = frame.function, frame.code.template.code, argument.position - 2
    if type(function) is not FunctionType:
        return False
    defaults = function.__defaults__ or ()
    if number < code.co_argcount:
        k = number - code.co_argcount + len(defaults)
        return k >= 0 and defaults[k] is argument.value
    return (function.__kwdefaults__ or {}).get(argument.name, _is_default) is argument.value
