"""The lines of a reader's code for lookups and calls."""

from types import ModuleType
from typing import Any

from ...cpython.lift import METHOD
from ...cpython.versions import RESULTS_FOLLOW
from ...record.decoding.plan import ASKING, NAME
from ...record.generated import tuple_of
from .operators import Operators


class Calls(Operators):
    """Writes what is done where something was called."""

    def _load(self, i: int, variable: int, item: Any) -> bool:
        if item.kind == METHOD:
            if variable in self.plan.carried:
                return False
            self._take(i, variable)
            return True
        self._take(i, variable)
        owner = self._operand(item.reads[0])
        name = item.statement.expression.name
        self.say(f"if issubclass(type({owner}), NUMERIC):")
        self.names["getattr"], self.names["EMPTY"] = getattr, {}
        self.say(f"called({self._moment(item)}, getattr, ({owner}, {name!r}), EMPTY, v{variable})", deeper=1)
        return True

    def _call(self, i: int, kind: int, variable: int, item: Any) -> bool:
        reads: tuple[int, ...] = item.reads
        self.say(f"p = {self.position}")
        self.offset, self.seen = 0, False
        if kind == ASKING:
            (asked, loaded, _, _, _, looked, _, _), index = self.plan.callees[reads[0]]
            if asked != NAME and (looked.kind != METHOD or loaded in self.plan.carried):
                return False
            site, plain = self.plan.template.histories[index]
            self.say("x = entries[p]")
            self.say("if type(x) is Mark and x.kind is CALLEE and x.template is template:")
            self.say(f"v{loaded} = entries[p + 1]", deeper=1)
            self.say("p += 2", deeper=1)
            self.say("else:")
            self.say(f"v{loaded} = callee(begin, {self.constant(site)}, {plain}, p)", deeper=1)
        function, *arguments = [self._operand(index) for index in reads]
        load = self.loads.get(reads[0])
        owner = self._operand(load.reads[0]) if load is not None else "None"
        call = item.statement.expression
        names = tuple([name for name, _ in call.keywords])
        if call.starred:  # the items of anything else are told by a frame
            self._leave_if(f"type({arguments[len(arguments) - len(names) - call.starred]}) is not tuple", i)
        self.say("x = entries[p]")
        self.say("if type(x) is Mark:")
        deep, self.deep = self.deep, self.deep + 1
        self._entered(i, variable, item, (function, owner, tuple_of(arguments), repr(names), str(call.starred)))
        self.deep = deep
        self.say("else:")
        self.say(f"v{variable} = x", deeper=1)
        self.say("p += 1", deeper=1)
        self.deep += 1
        self._primitive_of(i, variable, item, function, owner)
        self.deep = deep
        return True

    def _entered(self, i: int, variable: int, item: Any, called: tuple[str, ...]) -> None:
        """What stands behind a mark: the frame that the call entered, or its result behind RESOLVED."""
        self.say(f"f = {RESULTS_FOLLOW}")
        self.say("if x is RESOLVED:")
        self.say("f = True", deeper=1)
        self.say("p += 1", deeper=1)
        self.say("x = entries[p]", deeper=1)
        self.say("if type(x) is Mark and x.is_elsewhere:")
        self._pass_frames(i, "x", deeper=1)
        self.say("if type(x) is Mark:")
        self._leave_if("x.kind is not ENTER or p not in ends", i, deeper=1)
        self.say("e = ends[p]", deeper=1)
        self.say("y = entries[e - 1]", deeper=1)
        self._leave_if("type(y) is not Mark or y.kind is not EXIT or y.template is not x.template", i, deeper=1)
        self.say("if f:", deeper=1)
        self.say("y = entries[e]", deeper=2)
        self._leave_if("type(y) is Mark", i, deeper=2)
        self.say("e += 1", deeper=2)
        self.say("else:", deeper=1)
        self.say("x = entries[e - 2]", deeper=2)
        self.say("y = x if y.index < 0 and type(x) is not Mark and not y.template.constructs else "
                 "frame.log.result(p)", deeper=2)  # fmt: skip
        self.say(f"yield p, turn, {self.constant(item.statement)}, ({', '.join(called)})", deeper=1)
        self.say(f"p, v{variable} = e, y", deeper=1)
        self.say("else:")
        self.say(f"v{variable} = x", deeper=1)
        self.say("p += 1", deeper=1)
        deep, self.deep = self.deep, self.deep + 1
        self._primitive_of(i, variable, item, called[0], called[1])
        self.deep = deep

    def _primitive_of(self, i: int, variable: int, item: Any, function: str, owner: str) -> None:
        """A call that entered nothing."""
        arguments = [self._operand(index) for index in item.reads[1:]]
        load = self.loads.get(item.reads[0])
        if load is None:
            self._tell_of(variable, item, function, arguments)
            return
        looked: Any = load.statement.expression
        self.names["ModuleType"] = ModuleType
        self.say(f"g = ({function}, False) if type({owner}) is ModuleType else "
                 f"lookup({owner}, {looked.name!r}, {function})")  # fmt: skip
        self._leave_if("g is None", i)
        self.say("if g[1]:")
        self._tell_of(variable, item, "g[0]", [owner, *arguments], deeper=1)
        self.say("else:")
        self._tell_of(variable, item, "g[0]", arguments, deeper=1)
