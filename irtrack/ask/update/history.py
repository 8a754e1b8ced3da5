"""The history of a call: in which order its units ran, and which of them made, wrote or used which object.

A *unit* is what runs again as a whole: a statement, a jump; where something runs within it that is not a plain call (a
generator's frame, what C code calls back), the unit is the node within which it ran.
"""

import contextlib
import random
import sys
from collections.abc import Iterator
from inspect import CO_OPTIMIZED
from types import AsyncGeneratorType, CellType, CoroutineType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from ...cpython.facts import asks_for_globals, may_store_globals
from ...record.classes import is_a, lookup, module_of
from ...record.memory.schedule import Activation, Schedule, one_by_one
from ...record.memory.stored import stored_globals
from ...record.nodes.axes import Descendant
from ...record.nodes.kinds import ArgumentNode, CallNode, PrimitiveCallNode, RaiseNode, ReturnNode, SpecialCallNode
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.tape import TapeConstant
from ...rules.effects import does, owner_of
from ...rules.impurity import CHANCE
from ...rules.special_methods import CACHING
from ..replay.impure import asks_for_exception, draws, impure_nodes, is_generator_of_numbers
from ..replay.survey import looks_at_frame
from .called import TooMuch, may_run_python, may_run_python_to_find
from .copies import is_made_of_nodes
from .frame import MISSING
from .makers import makes, may_take
from .outside import Possible
from .touch import (
    DISPLAYS,
    MOST,
    called,
    held_by,
    is_iterator,
    is_object,
    is_shared,
    key_of,
    operands_of,
    written_by,
    written_by_callbacks,
)
from .views import Views
from .watch import Watch

_VARIABLE = 4 | 8  # CO_VARARGS, CO_VARKEYWORDS
_GOING_ON = GeneratorType, CoroutineType, AsyncGeneratorType
_ANY = "*"  # any attribute of a module
_MOST_COPIES = 20  # of copies, how far back it is looked of what they are
Key = Any  # the id of an object or cell; or ("global", id of a namespace, name), ("cell", call, name)


class History:
    """By keys of objects: `maker`, the unit that made it, None for one from outside; `part_of`, the object out of which
    it was first taken, where nobody saw it made; `writes`, with their times; `users`, the units that had it as a value
    or an operand. `unit`: by nodes, where it is another one. `readers`: by nodes, those that refer to them.
    """

    def __init__(self, root: NestedCallNode) -> None:
        self.root = root
        self.time: dict[Node, int] = {}
        self.unit: dict[Node, Node] = {}
        self.readers: dict[Node, list[Node]] = {}
        self.maker: dict[Key, Node | None] = {}
        self._found: dict[Key, Any] = {}  # what was there when it was first seen, and the run need not have made
        self.part_of: dict[Key, Key] = {}
        self.writes: dict[Key, list[tuple[int, Node]]] = {}
        self.users: dict[Key, dict[Node, None]] = {}
        self.cells: dict[tuple[Node, str], Any] = {}  # the cell of a call's variable, where a function got it
        self.inside: dict[Node, list[Node]] = {}  # the nodes of a unit that has more than one
        self.frames: dict[Node, Node | None] = {}  # call -> the unit that it is part of, None where it has units itself
        # by keys of names: the cell or namespace, the name, and what was there first, MISSING if that was stored
        self.places: dict[Key, tuple[Any, str, Any]] = {}
        self.own: set[Key] = set()  # cells that calls of the record have made
        self.stored: dict[Key, Any] = {}  # what was stored last to the names of modules, MISSING if that was deleted
        self.written: dict[Node, list[Key]] = {}
        # by ids of iterators, what they were made of: they let go of it at their end
        self.made_of: dict[int, list[Any]] = {}
        self.views = Views()
        self._raised: dict[int, Node] = {}  # by ids of exceptions the node that raised it last
        self._held: dict[Any, dict[int, Any]] = {}  # by nodes, what objects hold that were passed to them, and which
        self._looked = 0  # how much that is
        self._starred: list[tuple[int, Any]] = []  # when and which containers were passed behind a star
        self._deep = is_made_of_nodes(root)  # by an update: what ran within its primitives is not in it
        self.too_much = False  # can a statement reach more objects than are looked through?
        self.late = False  # did a generator go on when the call had ended?
        self.lost = False  # did C code call what an update took over, of which nobody knows where it ran?
        self.unseen = False  # did C code call what an update did not record?
        # by ids of dicts of modules to which it stores as attributes or keys, the names, _ANY for any
        self.opened: dict[int, set[str]] = {}
        self.met_late: set[Key] = set()  # names of these that it loaded when it had done so
        self.aside = ""  # what the run stored in another way than those name it who use it
        # by ids of dicts of modules the names that are had otherwise than by loads of names; _ANY for all they have
        self._looked_into: dict[int, set[str]] = {}
        self._storing: dict[int, set[str]] = {}  # and those that functions that ran may store there
        self.looking: list[Node] = []  # calls that look at the frame which makes them, as `locals()`
        self.unfollowed: set[int] = set()  # ids of templates whose calls can't be gone through where a frame runs on
        self.asking: list[Node] = []  # and those that ask for the exception that is being handled
        self.escaped: list[Any] = []  # what was stored where functions find it that nobody passes it to: as globals
        self._loaders: dict[Key, Any] = {}  # by keys of globals a call that loads or stores it
        self._stored: dict[int, tuple[Any, set[str]]] = {}
        self.possible = Possible()
        self._watch: Watch | None = None
        self.count = 0
        self.depth = 0  # of calls within calls
        # of frames on the stack: the program's limit, that while we run, and how many there were before the run
        self.limit, self.raised, self.base = 0, 0, 0
        self._now = 0
        self._stack: list[Node | None] = []
        self._caching: list[bool] = []  # of the frames that run: do they, or those around them, write to caches only?
        self._caches: set[Key] = set()  # to which these write, and what has these
        self._begun: Node | None = None
        self.impure = impure_nodes(root)
        # ids of generators of random numbers that the record seeds: what these draw, their seeds tell
        self._seeded: set[int] = set()
        self.generators: set[Key] = set()  # of random numbers, to which it writes
        self._drawing: dict[Key, Any] = {}  # those of them that are from outside
        Schedule(self).run(root, "updating")
        for key in self._caches:
            self.users.pop(key, None)
        looked = ((self._looked_into.get(key, set()), names) for key, names in self._storing.items())
        if any(one & names or (one and _ANY in one | names) for one, names in looked):
            self.aside = "names of a module whose dict or attributes it uses"
        for time, key in self._starred:
            writes = self.writes.get(key)
            self.too_much = self.too_much or (writes is not None and writes[-1][0] > time)

    # -- what the schedule tells --------------------------------------------------------------------------------------

    def begin(self, node: Any, activation: Activation) -> None:
        self._begun = node
        for value in _given(node):  # what runs within the node has it as an argument
            self._met(value, None)

    def enter(self, activation: Activation) -> None:
        call = activation.node
        outer = self._stack[-1] if self._stack else None
        unit: Node | None = outer
        if outer is None:
            if activation.is_piece:
                unit = activation.resumer or self._begun
                self.late = self.late or activation.resumer is None
            elif call is not self.root and (call.statement is None or not isinstance(call.parent, NestedCallNode)):
                unit = call.parent  # behind an operation, or the call of something else
            elif call is not self.root and not is_open(call):
                unit = call
        if unit is not None and unit is not call and not activation.is_piece:  # what C code calls is visited by nobody
            self.unit.setdefault(call, unit)
        function = call.children[0].value if call.children else None
        if type(function) is FunctionType and self.maker.get(id(function.__globals__)) is not None:
            self.aside = "the globals of a function in a dict of its own"
        if type(function) is FunctionType and (names := may_store_globals(call.template.code)):
            names |= {_ANY} if asks_for_globals(call.template.code) else set()
            self._storing.setdefault(id(function.__globals__), set()).update(names)
        self._stack.append(unit)
        self._caching.append(call.template.code in CACHING or (bool(self._caching) and self._caching[-1]))
        self.depth = max(self.depth, len(self._stack))
        if call not in self.frames:
            self._find_cells(call, unit is None)
        if not activation.is_piece or call not in self.frames:
            self.frames[call] = unit
        activation.info = self

    def leave(self, activation: Activation) -> None:
        self._stack.pop()
        self._caching.pop()

    def stretch(self, activation: Activation, position: int, until: int) -> int:
        return one_by_one(self, activation, position, until)

    def visit(self, node: Any, activation: Activation) -> None:
        unit = self._stack[-1]
        self._now += 1
        self.time[node] = self._now
        if unit is not None:
            self.unit[node] = unit
            self.inside.setdefault(unit, []).append(node)
        else:
            unit = node
        if unit is node or isinstance(unit, NestedCallNode):
            self.count += not isinstance(node, ArgumentNode)
        self._note(node, unit)

    def has_effects(self, unit: Node) -> bool:
        """Does it do more than to give a value: does it, or what runs within it, write to something that it has not
        made itself? What files and chance do stays done.
        """
        if unit in self.impure:
            return False
        nodes = {unit, *self.inside.get(unit, ())}
        if isinstance(unit, NestedCallNode):
            nodes.update(unit.query(Descendant))
        stores = (one for one in nodes if isinstance(one, SpecialCallNode) and one.name in ("store", "delete"))
        return any(self.maker.get(key) not in nodes for one in nodes for key in self.written.get(one, ())) or any(
            one._operands[0].value not in one.parent.template.code.co_cellvars
            for one in stores
            if isinstance(one.parent, NestedCallNode)
        )

    def is_from_outside(self, key: Key) -> bool:
        """Is it an object, or a part of one, that was there before the run?"""
        return self.maker.get(self._whole(key)) is None

    def _whole(self, key: Key) -> Key:
        """That of what an object is a part of, of parts of parts the largest."""
        seen = {key}
        while key in self.part_of and self.part_of[key] not in seen:
            key = self.part_of[key]
            seen.add(key)
        return key

    def watch(self) -> Watch:
        """What is seen of what was there before the run, and by the functions that ran; the same for all attempts."""
        if self._watch is None:
            functions = [call.children[0].value for call in self.frames if call.children]
            found = [value for key, value in self._found.items() if self.is_from_outside(key)]
            self._watch = Watch([*functions, *found])
        return self._watch

    def is_read_elsewhere(self, key: Key) -> bool:
        """Is it a name of a module that the run has otherwise than by loads of names?"""
        names = self._looked_into.get(key[1], set()) if type(key) is tuple else set()
        return key[2] in names or _ANY in names if names else False

    def is_of_cache(self, key: Key) -> bool:
        """Is it of a cache, whose content nobody sees?"""
        return key in self._caches

    def is_opened(self, key: Key) -> bool:
        """Is it a name, loaded before, which the run may have stored otherwise than by a statement that names it?"""
        holder, name, _ = self.places[key]
        return key not in self.met_late and not self.opened.get(id(holder), set()).isdisjoint((name, _ANY))

    def is_unknown_at_first(self, key: Key) -> bool:
        """Is it a name from outside to which the run stored before it asked for it, and did so later?"""
        place, writes = self.places.get(key), self.writes.get(key, ())
        if place is None or not writes or key in self.own or place[2] is not MISSING:
            return False
        return bool(self.users[key].keys() - {unit for _, unit in writes})

    def is_left_to_chance(self, key: Key) -> bool:
        """Is it a generator of random numbers that nobody has seeded? What it draws anew is as good as what it drew."""
        if key not in self._drawing:
            return False
        return not self.is_seeded or (type(self._drawing[key]) is random.Random and key not in self._seeded)

    def stays_left_to_chance(self, value: Any) -> bool:
        """Is it a generator of random numbers that nobody seeds, and so need not be made anew to be as it was?"""
        return is_generator_of_numbers(value) and module_of(type(value)) in CHANCE and not self.is_seeded

    def draws_unseeded(self, generator: Any) -> bool:
        """Has the record a generator of random numbers that it does not seed?"""
        return key_of(generator) in self.maker and id(generator) not in self._seeded

    @property
    def is_seeded(self) -> bool:
        """Does the record seed any?"""
        return bool(self._seeded)

    def is_open(self, call: Node) -> bool:
        """Is it a call whose statements are units themselves?"""
        return self.frames.get(call, call) is None

    def is_complete(self) -> bool:
        """Does the record have all that ran, in its order? An update may lack some."""
        return not self.late and not self.unseen and not self.lost

    def why_all(self) -> str:
        """Why all has to run again, whatever changes; "" if it has not."""
        if self.late:
            return "it is not known when one of its generators went on"
        if self.unseen:
            return "what C code called in the update is not known"
        if self.aside:
            return f"it stores {self.aside}"
        return "a statement of it can reach too much" if self.too_much else ""

    def raises(self, kind: type[BaseException]) -> bool:
        """Was such an exception raised in the record?"""
        return any(isinstance(node, RaiseNode) and issubclass(type(node.exception), kind) for node in self.time)

    def names_that_may_be_stored(self) -> list[Key]:
        """The keys of the globals that the record knows and that code of the program stores somewhere."""
        return [key for key, call in self._loaders.items()
                if self.writes.get(key) or self.places[key][1] in stored_globals(call, self._stored)]  # fmt: skip

    # -- objects ------------------------------------------------------------------------------------------------------

    def _find_cells(self, call: NestedCallNode, is_open: bool) -> None:
        """Which cells of the call functions got: the constants tell."""
        names = call.template.code.co_cellvars
        if not names:
            return
        for child in call.children:
            for operand in operands_of(child):
                if type(operand) is TapeConstant and type(operand.value) is CellType and operand.name in names:
                    self.own.add(id(operand.value))
                    if is_open:
                        self.cells.setdefault((call, operand.name), operand.value)

    def key_of_name(self, call: Any, name: str) -> Key:
        """That of a variable which a call loads by name."""
        code = call.template.code
        if name in code.co_cellvars:
            cell = self.cells.get((call, name))
            return id(cell) if cell is not None else ("cell", call, name)
        function = call.children[0].value if call.children else None
        if type(function) is not FunctionType:
            return ("global", 0, name)
        if name in code.co_freevars:
            cells = function.__closure__ or ()
            return id(cells[code.co_freevars.index(name)]) if cells else ("global", 0, name)
        return ("global", id(function.__globals__), name)

    def _note_chance(self, node: CallNode) -> None:
        """A generator of random numbers is made, seeded, or draws."""
        function, *operands = [operand.value for operand in node._operands]
        owner = owner_of(function)
        if is_generator_of_numbers(owner):
            self._met(owner, None)
        elif operands and is_generator_of_numbers(operands[0]):
            owner, *operands = operands
        elif not is_generator_of_numbers(node.value) or not _makes_one(node, function):
            return
        if is_generator_of_numbers(node.value) and owner is not node.value:
            owner = node.value
        elif getattr(function, "__name__", "") != "seed":
            if node in self.impure and id(owner) in self._seeded:
                self.impure.discard(node)
            return
        if any(operand is not None for operand in operands):
            self._seeded.add(id(owner))
            self.impure.discard(node)

    def _note(self, node: Any, unit: Node) -> None:
        if isinstance(node, CallNode) and node._operands:
            self._note_chance(node)
        for operand in operands_of(node):
            if isinstance(operand, Node):
                self.readers.setdefault(operand, []).append(node)
            elif type(operand) is TapeConstant and operand.after >= 0 and operand.name:
                key = self.key_of_name(node.parent, operand.name.partition(".")[0])
                self.users.setdefault(key, {})[unit] = None
                if type(operand.value) is not CellType:
                    base, dot, rest = operand.name.partition(".")
                    if rest:
                        self._look_into(node.parent, base, rest)
                    self._at_first(node.parent, base, key, MISSING if dot else operand.value)
            if _is_namespace(operand.value):
                self._looks_for(operand.value, _attribute_of(node, operand.value))
            if is_object(operand.value) or is_shared(operand.value):
                if self._deep and is_a(operand.value, *_GOING_ON):
                    self.late = True
                self._met(operand.value, None)
                self.users.setdefault(key_of(operand.value), {})[unit] = None
        if isinstance(node, SpecialCallNode) and node.name in ("load", "store", "delete"):
            key = self.key_of_name(node.parent, node._operands[0].value)
            self.users.setdefault(key, {})[unit] = None
            self._at_first(node.parent, node._operands[0].value, key, node.value if node.name == "load" else MISSING)
            if node.name != "load":
                self.writes.setdefault(key, []).append((self._now, unit))
                self.escaped += [node.value] if type(key) is tuple else []
                frame: Any = node.parent
                is_function = frame.template.code.co_flags & CO_OPTIMIZED  # the body of a class has names of its own
                if type(key) is tuple and key[0] == "global" and is_function:
                    self.stored[key] = node.value if node.name == "store" else MISSING
        if isinstance(node, RaiseNode):  # what was being handled is raised again, or the context of what is raised
            for one in (node.exception, node.exception.__context__):
                handled = self._raised.get(id(one))
                if handled is not None and node.call is None:
                    self.readers.setdefault(handled, []).append(node)
            self._raised[id(node.exception)] = node
        self._note_store(node)
        if isinstance(node, PrimitiveCallNode) and node._operands:
            function, *arguments = [operand.value for operand in node._operands]
            if looks_at_frame(function, arguments):
                self.looking.append(node)
            elif asks_for_exception(function):
                self.asking.append(node)
        written = self.written[node] = []
        try:
            values = self._with_held(written_by(node, node in self.inside))
        except TooMuch:
            values, self.too_much = [], True
        for value in values:
            if is_shared(value):
                self._met(value, None)
            if _is_namespace(value):
                self.aside = "names of a module as attributes or keys"
                self.opened.setdefault(id(_names_of(value)), set()).add(_name_stored(node))
            key = key_of(value)
            if key not in self.maker:  # it will be made later, or is a part of something that nobody has seen
                continue
            if self._caching[-1] and self.is_from_outside(key):
                self._note_cache(value, key)
                continue
            written.append(key)
            self.writes.setdefault(key, []).append((self._now, unit))
            self.users.setdefault(key, {})[unit] = None
            if is_generator_of_numbers(value):
                self.generators.add(key)
            if self.maker[key] is None:
                if is_generator_of_numbers(value):
                    self._drawing[key] = value
                self.escaped += [operand.value for operand in operands_of(node) if operand.value is not value]
        if isinstance(node, PrimitiveCallNode) and node._split()[2]:
            container = node._operands[1 + node._split()[0]].value
            if type(container) is not tuple:
                self._starred.append((self._now, key_of(container)))
        if self._deep and isinstance(node, CallNode):
            self._uses_all(node, unit)
        if node._frames and isinstance(node.parent, NestedCallNode) and is_made_of_nodes(node.parent):
            self.lost = True
        if self._deep and not isinstance(node, NestedCallNode) and not node._frames and _is_of_update(node):
            self.unseen = self.unseen or self._may_call(node)
        if is_iterator(node.value):
            self._note_iterator(node)
        self.views.note(node)
        if _is_namespace(node.value):
            self._looks_for(node.value, _ANY)
        if is_object(node.value):
            self._met(node.value, node)
            if type(node.value) is tuple:
                self._met_parts(node.value)
            self.users.setdefault(key_of(node.value), {})[unit] = None

    def _note_cache(self, value: Any, key: Key) -> None:
        if not is_shared(value):
            self._caches.add(key)
        while key in self.part_of and self.part_of[key] not in self._caches:
            key = self.part_of[key]
            self._caches.add(key)

    def _look_into(self, call: Any, base: str, rest: str) -> None:
        """A call loads `base.rest`, without a node for it: of modules it looks into their dicts."""
        function = call.children[0].value if call.children else None
        found = function.__globals__.get(base) if type(function) is FunctionType else None
        for name in rest.split("."):
            if type(found) is ModuleType:
                self._looks_for(found, name)
                found = vars(found).get(name)

    def _looks_for(self, namespace: Any, name: str) -> None:
        self._looked_into.setdefault(id(_names_of(namespace)), set()).add(name)

    def _note_store(self, node: Any) -> None:
        """Where `print` writes to, and the dict of an instance, which another one may have as well."""
        stored: list[Any] = []
        if isinstance(node, SpecialCallNode) and node.name in ("setattr", "delattr"):
            stored = [operand.value for operand in node._operands]
        elif isinstance(node, PrimitiveCallNode):
            with contextlib.suppress(TooMuch):
                call = called(node)
                stored = call.passed if call.does in ("set_attribute", "delete_attribute") else []
        if len(stored) > 1 and stored[0] is sys and stored[1] in ("stdout", "stderr", "stdin"):
            self.aside = f"sys.{stored[1]}"
        elif len(stored) > 1 and type(stored[1]) is str and stored[1] == "__dict__":
            self.aside = "the __dict__ of an object"

    def _note_iterator(self, node: Any) -> None:
        if id(node.value) in self.made_of:
            return
        given = [operand.value for operand in operands_of(node)]
        if isinstance(node, PrimitiveCallNode):
            with contextlib.suppress(TooMuch):  # then all runs again if it is consumed
                given = called(node).passed
        self.made_of[id(node.value)] = [one for one in given if one is not node.value]

    def _with_held(self, values: list[Any]) -> list[Any]:
        """With the iterators that iterators go over, and what they write to; with the memory into which views look."""
        found = [*values, *self.views.memory_of(values)]
        for value in found:
            given = self.made_of.get(id(value)) if is_iterator(value) else None
            if given is not None:
                more = [*filter(is_iterator, given), *written_by_callbacks(given)]
                found += [one for one in more if not any(one is other for other in found)]
        return found

    def _may_call(self, node: Any) -> bool:
        """Can C code have called a function written in Python in it?"""
        if isinstance(node, (ArgumentNode, ReturnNode)) or (
            isinstance(node, SpecialCallNode) and node.name in DISPLAYS | {"load", "store", "delete"}
        ):
            return False
        values = [operand.value for operand in operands_of(node)]
        if isinstance(node, PrimitiveCallNode) and does(values[0]) in ("nothing", "iterates", "append", "insert"):
            return False
        if draws(node):  # the methods of generators of random numbers call none of their own
            values = [value for value in values if module_of(type(value)) not in CHANCE]
        if isinstance(node, PrimitiveCallNode) and values[0] is getattr and len(values) == 3:
            return may_run_python_to_find(*values[1:])
        if isinstance(node, SpecialCallNode):  # it calls methods, no functions
            values = [value for value in values if type(value) is not FunctionType]
        for value in values:
            values += self.made_of.get(id(value), ()) if is_iterator(value) else ()
        return any(map(may_run_python, values))

    def _uses_all(self, node: Any, unit: Node) -> None:
        """What a call that was not recorded within could have used: functions that it called, and their cells."""
        try:
            for value in held_by(operand.value for operand in node._operands):
                self.users.setdefault(key_of(value), {})[unit] = None
        except TooMuch:
            self.too_much = True

    def _at_first(self, call: Any, name: str, key: Key, value: Any) -> None:
        """A name was loaded, or stored: then `value` is MISSING."""
        if key in self.places:
            return
        function = call.children[0].value if call.children else None
        code = call.template.code
        holder: Any = function.__globals__ if type(function) is FunctionType else {}
        if name in code.co_freevars and type(function) is FunctionType and function.__closure__:
            holder = function.__closure__[code.co_freevars.index(name)]
        elif name in code.co_cellvars:
            holder = self.cells.get((call, name))
            self.own.add(key)
        self.places[key] = holder, name, value
        if id(holder) in self.opened:
            self.met_late.add(key)
        if type(key) is tuple and key[0] == "global":
            self._loaders[key] = call

    def _met(self, value: Any, node: Any) -> None:
        """An object was seen, as the value of a node or before."""
        key = key_of(value)
        if key in self.maker:
            return
        if node is not None and type(value) is FunctionType and isinstance(node, ArgumentNode):
            node = None  # the call was not what made it
        if node is None or isinstance(node, ArgumentNode):
            call = node.parent if node is not None else None  # which has made a tuple or dict of arguments, or `self`
            made = call if call is not self.root and node is not None and not node._operands else None
            unit = self.unit.get(made, made) if made is not None else None
            above = made.parent if made is not None else None  # C code, which may have gone over something
            there = self._there_before(value, self._held_before(value, above)) if above is not None else None
            if there is not None:
                self.part_of[key] = key_of(there)
            self.maker[key] = unit if there is None else None
            self._found[key] = value
            return
        unit = self.unit.get(node, node)
        if makes(node):
            there = self._there_before(value, self._held_before(value, node)) if may_take(node) else None
            if there is None:
                self.maker[key] = unit
                return
        self._found[key] = value
        if issubclass(type(value), type):  # it is no part of what it was got from
            self.maker[key] = None
            return
        source = next(iter(_passed_to(node)), None)
        there = self._there_before(value, source)
        source = there if there is not None else source
        if source is not None and source is not value:
            self.part_of[key] = key_of(source)
        self.maker[key] = None

    def _there_before(self, value: Any, source: Any) -> Any:
        """The object from outside of which a value is a part that was found in an object: that, or what it was made of,
        as a copy is; None if there is none.
        """
        for _ in range(_MOST_COPIES):
            maker = self.maker.get(self._whole(key_of(source))) if source is not None else None
            if maker is None:
                break
            source = self._held_before(value, maker)
        return source if source is not None and self.is_from_outside(key_of(source)) else None

    def _held_before(self, value: Any, node: Any) -> Any:
        """The object of those passed to a node that has a value, if one does."""
        if node not in self._held:
            held: dict[int, Any] = {}
            given = {id(one): one for one in (_passed_to(node) if self._looked < MOST else ())}
            waiting = [*given.values()]
            for one in waiting:  # what an iterator has let go of is passed, too
                more = [each for each in self.made_of.get(id(one), ()) if is_object(each) and id(each) not in given]
                given |= {id(each): each for each in more}
                waiting += more
                with contextlib.suppress(TooMuch):
                    held |= {id(part): one for part in held_by([one]) if part is not one and id(part) not in held}
            self._looked += len(held)
            self._held[node] = held
        return self._held[node].get(id(value))

    def _met_parts(self, made: tuple[Any, ...]) -> None:
        """What is in a tuple that `tee` has made was made with it, wherever it is seen first."""
        for one in made:
            if is_iterator(one) and key_of(one) not in self.maker:
                self.part_of[key_of(one)] = key_of(made)
                self.maker[key_of(one)] = None


def _passed_to(node: Any) -> list[Any]:
    """The objects among the operands of a node, but for what it calls."""
    return [one.value for one in operands_of(node)[isinstance(node, CallNode) :] if is_object(one.value)]


def _given(node: Any) -> Iterator[Any]:
    """The objects that a node gives to what runs within it: operands, what a method is bound to, defaults."""
    values = [operand.value for operand in operands_of(node)]
    function = values[0] if values and isinstance(node, CallNode) else None
    if type(function) is MethodType:
        values.append(function.__self__)
        function = function.__func__
    if type(function) is FunctionType:
        values += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return (value for value in values if is_object(value))


def _is_of_update(node: Node) -> bool:
    """Is it of a call that was gone through again, and not recorded as it ran?"""
    return not isinstance(node.parent, NestedCallNode) or is_made_of_nodes(node.parent)


def _makes_one(node: CallNode, function: Any) -> bool:
    """Does a node that gives a generator of random numbers make it? Attributes, and functions of the program, have it
    from elsewhere.
    """
    return issubclass(type(function), type) or (not isinstance(node, NestedCallNode) and makes(node))


def _is_namespace(value: Any) -> bool:
    """Is it a module, or the dict of one?"""
    return type(value) is ModuleType or (type(value) is dict and ("__spec__" in value or "__builtins__" in value))


def _attribute_of(node: Node, module: Any) -> str:
    """The name of the attribute of a module that a node asks for, if it does no more than that."""
    values = [operand.value for operand in node._operands]
    asks = isinstance(node, PrimitiveCallNode) and len(values) == 3 and values[0] is getattr and values[1] is module
    return values[2] if asks and type(module) is ModuleType and type(values[2]) is str else _ANY


def _name_stored(node: Node) -> str:
    """The name that a node stores as an attribute or a key."""
    operands = operands_of(node)
    is_named = isinstance(node, SpecialCallNode) and node.name in ("setattr", "delattr", "setitem", "delitem")
    name = operands[1].value if is_named else None
    return name if type(name) is str else _ANY


def _names_of(namespace: Any) -> Any:
    """The dict of a module, which may be that dict."""
    return vars(namespace) if type(namespace) is ModuleType else namespace


def is_open(call: NestedCallNode) -> bool:
    """Can the frame of a call be gone through again statement by statement? Its arguments have to be known from it."""
    if call.template.suspends or call.statement is None or not isinstance(call.parent, NestedCallNode):
        return False
    if call._frames:  # something ran before the call
        return False
    called = call._operands[0].value
    _, _, starred = call._split()
    if starred or call.template.code.co_flags & _VARIABLE:
        return False
    if issubclass(type(called), type):
        plain = lookup(type(called), "__call__") is type.__dict__["__call__"]
        return plain and call.template.constructs and lookup(called, "__new__") is object.__new__
    return type(called) is FunctionType or (type(called) is MethodType and type(called.__func__) is FunctionType)
