"""What could have been written at one jump: to which objects, as far as the frame and the shadows tell."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from ...ir.language import Call, Constant, Operand, Special, Statement, Variable
from ...rules.effects import CHANGING_METHODS, READING, does, is_iterating
from ...rules.outputs import is_of_numpy, outputs
from ...rules.special_methods import BY_C
from ..classes import is_a, lookup
from ..loans import own_code
from .beside import GETTING, Asked, Effect, Possible, attribute_got, calls_back, operates, operating
from .by_name import ANYTHING
from .called import called_by_function
from .calling import NOBODY, Calling
from .definitions import attribute_loaded, variables
from .functions import called_in, files_of, is_class, protocols_of
from .keeping import Objects
from .making import DISPLAYS
from .names import Names, code_made
from .roots import CONTAINERS, IN_C, PASSED, does_called
from .shadows import ANY_PART, SCALARS, SUSPENDED, UNHELD, Stored, Unmade, UnmadeFunction, class_of, items_of
from .summary import WHATEVER
from .telling import stored_of

# methods that have a frame go on, and look at nothing else of what they are given
_THROWING = frozenset(
    id(method)
    for cls in SUSPENDED
    for name, method in vars(cls).items()
    if name in ("throw", "close", "athrow", "aclose")
)
_FILLING = "extend", "update", "change"  # by what C code is given
_NAMING = "name", "attribute"  # effects that are not among those of code of which nothing is known


class Asking(Calling):
    """What could have been written to at one jump."""

    def tell_all(self, effects: Sequence[Effect], vertex: int) -> None:
        """Let effects be possible. If one is a call that can write anything, nothing else is asked but what those
        before would put somewhere, which names the frame itself stores to, and what calls would be given: that is not
        all among it.
        """
        self.index.spends(10)
        for count, effect in enumerate(effects):
            if self._writes_anything(effect, vertex) if isinstance(effect, Asked) else effect.kind == "anything":
                self.tell_write("anything", None, "", vertex)
                for other in effects[:count]:
                    if puts(other):
                        self._note_effect(other, vertex)
                break
        for effect in effects:
            if not self.is_anything or (isinstance(effect, Possible) and effect.kind in _NAMING):
                self.tell(effect, vertex)
            if self.is_anything and isinstance(effect, Asked):
                self.tell_given(self.leaves_of((effect.function, *self._operands(effect))), vertex)

    def _writes_anything(self, call: Asked, vertex: int) -> bool:
        for one, _ in self._functions(call, vertex):
            if one is None and goes_by_name(call):
                if ANYTHING in self.potential.by_name.of_any(call.method):
                    return True
                continue
            function, _ = called_in(one)
            told = does_called(function, len(call.arguments))
            if told is None and type(function) is not MethodDescriptorType and self._summary(function) is WHATEVER:
                return True
        return False

    def _note_effect(self, effect: Effect, vertex: int) -> None:
        """Let it be known what an effect would put somewhere."""
        name, given = "", tuple[Operand, ...]()
        if isinstance(effect, Possible):
            name, given = effect.name if effect.kind == "attribute" else "", effect.given
        elif any(type(function) is MethodDescriptorType for function, _ in self._functions(effect, vertex)):
            given = effect.arguments
        fills = isinstance(effect, Possible) and effect.fills
        stored = self._stored(given, fills=fills) if given else None
        if stored is not None:
            self._note(vertex, name, stored)

    def tell(self, effect: Effect, vertex: int) -> None:
        if isinstance(effect, Asked):
            self._tell_call(effect, vertex)
        elif effect.kind == "name" and self._is_changed_in_place(effect):
            return
        elif effect.kind == "name":
            place = self._place(effect.name) or (id(self.frame.globals), effect.name)
            is_known = self._stores_the_same(effect.name, place)
            self.tell_store(place, vertex, is_known=is_known, stored=self._stored(effect.given))
        elif effect.by is not None and not self._is_done_by(effect):
            return
        elif effect.kind == "advance":
            self.tell_advance(self._iterated(effect.owner), vertex)
            self.tell_advance(self._made_for(effect.owner), vertex)
        elif effect.kind == "raise":
            self.tell_raise(vertex)
        elif effect.kind == "read" and not self.potential.acts(effect.name):
            return
        elif effect.kind == "read":
            given = partial(self.leaves_of, effect.given)
            self.tell_read(self._looked_at(effect.owner, effect.name), effect.name, vertex, given)
            made = self._made_for(effect.owner)
            if effect.name == "" or operates(effect.name) is not None:  # what it would hold may be looked at, too
                held = [self.index.shadow(one).held.values() for one in made if issubclass(one.cls, CONTAINERS)]
                made = [*made, *(one for values in held for one in values if type(one) is Unmade)]
            self.tell_read(made, effect.name, vertex, given)
        else:
            given = partial(self.leaves_of, effect.given)
            stored = self._stored(effect.given, fills=effect.fills)
            owners = self.shared(effect.owner)
            if owners is not None and owners and owners[0] is not None and id(type(owners[0])) in SCALARS:
                owners = [*owners, *self._instead_of_plain(effect.owner)]
            self.tell_write(effect.kind, owners, effect.name, vertex, given, stored)
            self._tell_setters(effect.kind, effect.owner, effect.name, given, vertex)

    def _is_changed_in_place(self, effect: Possible) -> bool:
        """Would a name keep what it has, where something is stored to it? What is changed there is told by itself."""
        changes = self.beside.changed_in_place
        return any(one.number in changes for one in variables(effect.given)) and self._keeps_what_it_has(effect.name)

    def _tell_setters(
        self, kind: str, operand: Operand | None, name: str, given: Callable[[], Objects], vertex: int
    ) -> None:
        """What would be made there for an operand might have been written to, by methods of its class."""
        for one in self._made_for(operand):
            for method in self.potential.setters(one.cls, kind, name):
                self.tell_function(method, [one, *(given() or ())], vertex)

    def _made_for(self, operand: Operand | None) -> list[Unmade]:
        """What stands for the objects that would be made there for an operand, if it is not there yet."""
        is_there = not isinstance(operand, Variable) or self._run(operand.number) is not None
        return self.unmade(operand) if operand is not None and not is_there else []

    def _stored(self, operands: Iterable[Operand], *, fills: bool = False) -> Stored | None:
        """The objects that operands would have, if these are there; if it `fills`, also what these hold."""
        objects: list[Any] = []
        computed: list[Operand] = []
        turns: list[Any] = []
        for operand in operands:
            latest = self._run(operand.number) if isinstance(operand, Variable) else None
            if not isinstance(operand, Variable):
                objects.append(operand.value)
            elif latest is None:
                objects += [one for each in self.beside.could_be(operand) for one in self._functions_put(each)]
                made = self.unmade(operand)
                objects += made
                # what is made there in any case is put there itself, and nothing that it holds
                is_new = code_made(operand, self.beside) is not None or self._classes(operand)[1]
                if not is_new and (made or not self._is_made(operand)):
                    computed.append(operand)
            elif latest.value is None:
                self.chosen.add(operand.number)
                objects += [one for one in self.index.choices.objects(latest) if one is not None]
            elif id(type(latest.value)) not in UNHELD:
                found = self._latest(operand)
                # another turn would have put what this one could have
                objects += found if found is not None else [latest.value, *self.others_of(latest)]
                turns += self._gone_over(operand)
        leaves = [*turns, *(self.leaves_of(computed) or ())] if computed else turns
        for one in objects:
            if type(one) is Unmade and issubclass(one.cls, CONTAINERS):  # perhaps what it would hold is put there
                leaves += self.index.shadow(one).held.values()
        if fills:
            objects += [held for one in objects for held in items_of(self.index.known(one))]
        return stored_of(objects, leaves) if objects or leaves else None

    def _gone_over(self, operand: Variable) -> list[Any]:
        """What a loop goes over that unpacks each item: another turn would give what that holds."""
        match self.beside.expression_of(operand):
            case Special(name, (row, *_)) if name.startswith("unpack_"):
                match self.beside.expression_of(row):
                    case Call(Constant(function), (iterator, *_)) if function is next:
                        return self._latest(iterator) or [] if isinstance(iterator, Variable) else []
        return []

    def _is_done_by(self, effect: Possible) -> bool:
        """May what does it be a text, or, where an iterator would go on, anything but a number?"""
        there = self._there(effect.by) if isinstance(effect.by, Variable) else None
        if there is None and (loaded := attribute_loaded(self.beside.expression_of(effect.by))) is not None:
            owner, name = loaded
            there = []
            for one in self.shared(owner) or ():
                kept = self.kept_in(one, name)
                self.attributes.append((one, name, kept))
                there += [*kept, lookup(class_of(one), name)]
        if not there:
            return True
        if effect.kind == "advance":
            return not all(id(type(one)) in SCALARS and one is not None for one in there)
        return any(issubclass(type(one), str) for one in there)

    def _looked_at(self, operand: Any, name: str) -> Objects:
        """An operand, and, if C code may look at it as a whole, what it holds."""
        found = self.objects(operand)
        if found == [] and isinstance(operand, Variable):  # what would be made there is looked into
            defined = self.beside.statement(operand.number)
            match defined.expression if isinstance(defined, Statement) else None:
                case Special(form, operands) if form in DISPLAYS:
                    found = self.leaves_of(operands)
        return self.reach(found) if found and (name in ("", GETTING) or operates(name) is not None) else found

    def _iterated(self, operand: Any) -> Objects:
        """What may go on when an operand is iterated over."""
        known = self._latest(operand) if isinstance(operand, Variable) else []
        if known is not None:
            return known
        leaves = self.leaves_of((operand,))
        return self.reach(leaves) if leaves is not None else None

    # -- calls --------------------------------------------------------------------------------------------------------

    def _tell_call(self, call: Asked, vertex: int) -> None:
        operands = self._operands(call)
        passed = self.leaves_of(operands)
        if passed is not None:
            passed = [*passed, *(made for one in operands for made in (*self.unmade(one), *self._functions_put(one)))]
        reached = (self.reach(passed) or passed) if passed else []
        for one in reached:
            if is_a(one, *SUSPENDED):
                self.tell_generator(one, vertex)
        called = list(self._functions(call, vertex))
        # of a function written in Python, its summary says at what it looks
        if not called or not all(id(one) in _THROWING or type(one) is FunctionType for one, _ in called):
            self.tell_read(reached if passed is not None else None, "", vertex)
        for one, receiver in called:
            if one is None and goes_by_name(call):
                self.potential.by_name.tell_method_of_any(call.method, vertex, self)
                self._tell_callbacks(call, passed, vertex)
                continue
            function, bound = called_in(one)
            told = does_called(function, len(call.arguments))
            self.tell_remembered(one, vertex)
            for file in files_of(one):
                for summary in self.potential.written_to_file(file, PASSED):
                    self.tell_summary(summary, passed, vertex)
            if told is not None:
                self._tell_looks(function, call, reached if passed is not None else None, vertex)
            if told is not None or is_a(function, *IN_C):
                self._tell_callbacks(call, passed, vertex)
            if is_iterating(function) or told == "advance":
                given_to = self.leaves_of(call.arguments)
                self.tell_advance(self.reach(given_to) if given_to else given_to, vertex)
            if is_of_numpy(function):
                self._tell_protocols(passed, vertex)
                if call.starred:  # where it writes may be behind the star
                    self.tell_write("items", reached if passed is not None else None, ANY_PART, vertex)
                    continue
            if told in READING:
                is_method = type(function) is MethodDescriptorType and receiver is not NOBODY and call.owner is not None
                for written in outputs(function, (call.owner, *call.arguments) if is_method else call.arguments):
                    self.tell_write("items", self.shared(written), "", vertex)
                for printed in self.potential.printed("stdout", PASSED) if told == "prints" else ():
                    self.tell_summary(printed, passed, vertex)
                continue
            is_given = is_a(one, classmethod) or any(map(self._may_be_class, call.arguments))
            classes = list(map(class_of, reached)) if is_given else []
            if is_class(function):  # of what would be made there
                classes.append(function)
            given = [*passed, *bound, *classes, *(receiver or ())] if passed is not None else None
            if told is not None or type(function) is MethodDescriptorType:
                if bound:
                    self.tell_write("items", self.reach(given) if given is not None else None, ANY_PART, vertex)
                else:
                    self._tell_native(call, told, receiver, vertex)
                continue
            for each in self._in_order(function):
                summary = each.behind_stars() if call.starred else each
                handing = operands if receiver is not NOBODY else call.arguments
                functions = self._hands_on(handing) if "passed" in summary.calls else []
                if functions is not None:
                    self.tell_summary(summary, [*given, *functions] if given is not None else None, vertex)
                elif summary.kind == "called":
                    self.tell_write("anything", None, "", vertex)
                else:
                    self.tell_summary(summary._replace(given=frozenset(["any"])), given, vertex)

    def _tell_protocols(self, passed: Objects, vertex: int) -> None:
        """Objects that a function of numpy is given may do themselves what it does."""
        for one in passed or ():
            for method in protocols_of(class_of(one)):
                self.tell_function(method, [one, *(passed or ())], vertex)

    def _may_be_class(self, operand: Operand) -> bool:
        """May it be the class of what it is computed from?"""
        names = Names(None, None, self.frame)
        return self.potential.may_give_class(self.beside.expression_of(operand), self.beside, names)

    def _operands(self, call: Asked) -> tuple[Operand, ...]:
        """What a call is given: of a method, the object, too."""
        owners = (self.shared(call.owner) if call.owner is not None else None) or []
        is_in_module = bool(owners) and all(issubclass(type(one), ModuleType) for one in owners)
        return call.arguments if call.owner is None or is_in_module else (*call.arguments, call.owner)

    def _tell_looks(self, function: Any, call: Asked, reached: Objects, vertex: int) -> None:
        """What C code might have called of what it would have been given, which it does not call of everything."""
        names = called_by_function(function)
        if does(function) == "get_item":  # of a defaultdict, too
            self.tell_read(reached, GETTING, vertex)
        if (function is getattr or function is hasattr) and len(call.arguments) > 1:
            self.tell_read(self.objects(call.arguments[0]), attribute_got(call), vertex)
            self.tell_read(self._made_for(call.arguments[0]), attribute_got(call), vertex)
        elif names is not None and not names <= BY_C:
            self.tell_read(reached, operating(names), vertex)

    def _tell_callbacks(self, call: Asked, passed: Objects, vertex: int) -> None:
        """C code might have called the functions that it would have been given."""
        for operand in (one for given in call.arguments for one in self.beside.could_be(given)):
            if isinstance(operand, Variable):
                made = code_made(operand, self.beside)
                functions = self.shared(operand) if made is not None else self._there(operand)
                for function, bound in map(called_in, functions or []):
                    if does(function) == "get_item":
                        self.tell_read(self.reach([*passed, *bound]) if passed is not None else None, GETTING, vertex)
                    if is_a(function, FunctionType, UnmadeFunction):
                        for summary in self._in_order(function):
                            self.tell_summary(summary, [*passed, *bound] if passed is not None else None, vertex)

    def _tell_native(self, call: Asked, told: str | None, receiver: Objects, vertex: int) -> None:
        """A call of a C function that changes its first argument, or the object whose method it is."""
        given, owner = call.arguments, call.owner
        stored = self._stored(given, fills=told in _FILLING)
        if receiver is NOBODY:
            owner = given[0] if given else None
            receiver, given = self.shared(owner) if owner is not None else [], given[1:]
        kind = "attribute" if told in ("set_attribute", "delete_attribute") else "items"
        key = given[0] if kind == "attribute" and given else None
        name = key.value if isinstance(key, Constant) and type(key.value) is str else ""
        self._tell_setters(kind, owner, name, partial(self.leaves_of, given), vertex)
        if told is None:  # it may change whatever it is given, and what its object was given
            for one in given:
                self.tell_write("items", self.shared(one), ANY_PART, vertex)
            receiver = self.reach(receiver) if receiver else receiver
        if kind == "items" or not given:
            self.tell_write("items", receiver, "" if told is not None else ANY_PART, vertex, stored=stored)
        else:
            is_any = receiver is None and not name
            self.tell_write("anything" if is_any else kind, receiver, name, vertex, stored=stored)

    def _stores_the_same(self, name: str, place: Any) -> bool:
        """Would what the frame stores to a name be functions of the code that is there already?"""
        if self._made_at(place):
            return True
        made = [code_made(stored, self.beside) for stored in self.beside.stored(name)]
        there = [own_code(one) for one in self._at(place) or () if type(one) is FunctionType]
        return all(any(code is own for own in there) for code in made)


def goes_by_name(call: Asked) -> bool:
    """Does the name of a method tell what may be called, where nothing is known of the object?"""
    return call.owner is not None and not call.is_above and not calls_back(call.method, call.arguments)


def puts(effect: Effect) -> bool:
    """May an effect put something somewhere that it is given?"""
    if isinstance(effect, Possible):
        return bool(effect.given) and effect.kind != "read"
    return effect.method in CHANGING_METHODS
