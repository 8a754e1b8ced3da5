"""The lines of a reader's code for operators and special forms."""

import operator
from typing import Any

from ...ir.language import Special
from ...ir.operations import getslice
from ...record.generated import tuple_of
from ...rules.derivatives import Rule
from .. import knowledge
from ..escapes import TAKING_APART
from ..scalars import pull_of
from .lines import Lines


def belief(function: Any) -> Any:
    """What an operator is taken to be, which another rule would change."""
    known = knowledge.of(function)
    return (known, known.texts) if isinstance(known, Rule) else known


class Operators(Lines):
    """Writes what is done where an operator gave a value."""

    def _result(self, variable: int, item: Any) -> None:
        if isinstance(item.statement.expression, Special):
            self._special(item)
        else:
            self._apply(variable, item)

    def _special(self, item: Any) -> None:
        name = item.statement.expression.name
        if name in TAKING_APART:
            self.say(f"tape.looked_at({self._moment(item)}, {name!r}, {self._operands(item.reads)})")

    def _apply(self, variable: int, item: Any) -> None:
        """Tell the tape of an operation that gave the variable its value."""
        reads = item.reads
        call = item.statement.expression
        if reads[0] < self.size or call.keywords or call.starred:
            self._tell(variable, item)
            return
        function = self.plan.environment[reads[0]].value
        known = belief(function)
        self.beliefs.append((function, known))
        rule = known[0] if type(known) is tuple else None
        if known is knowledge.HANDS_ON or known is knowledge.NONDIFF:
            return
        if function is operator.getitem:
            self.say(f"c = type({self._operand(reads[1])})")
            self.say("if c is not list and c is not tuple and c is not dict:")
            self._tell(variable, item, deeper=1)
        elif function is getslice:
            self.say(f"if type({self._operand(reads[1])}) is flatiter:")
            self._tell(variable, item, deeper=1)
        elif rule is not None and rule.texts is not None and len(rule.texts) == len(reads) - 1:
            self._scalar(variable, item, function, rule)
        else:
            self._tell(variable, item)

    def _scalar(self, variable: int, item: Any, function: Any, rule: Rule) -> None:
        """An operator: of plain numbers, most likely."""
        reads = item.reads[1:]
        variables = [k for k, index in enumerate(reads) if index < self.size]
        if not variables:
            return
        self.say(f"c = type(v{variable})")
        types = ("float64", "float", "int")
        plain = " and ".join([f"({' or '.join([f'type(v{reads[k]}) is {one}' for one in types])})" for k in variables])
        self.say(f"if (c is float or (c is float64 and {plain})) and not w:")
        slots = ["None"] * len(reads)
        for k in variables:
            slots[k] = f"s{k}"
            self.say(f"s{k} = get(id(v{reads[k]}))", deeper=1)
        self.say(f"n = id(v{variable})", deeper=1)
        some = " or ".join([f"s{k} is not None" for k in variables])
        self.say(f"if ({some}) and n not in slots:", deeper=1)
        self._choose_pull(function, rule, variables, len(reads))
        self.say("m = slots[n] = len(holders)", deeper=2)
        self.say(f"hold(v{variable})", deeper=2)
        self.say("live.add(m)", deeper=2)
        self.say("z = new(Scalar)", deeper=2)
        values = {
            "pull": "q", "result": f"v{variable}", "arguments": self._operands(reads), "slot": "m",
            "slots": tuple_of(slots), "frame": "frame", "turn": "turn", "statement": self.constant(item.statement),
        }  # fmt: skip
        for name, value in values.items():
            self.say(f"z.{name} = {value}", deeper=2)
        self.say("push(z)", deeper=2)
        changes = knowledge.changes_list(function)  # as `items += ...` does
        self.say(f"elif c is not int and c is not str{'' if changes else ' and c is not list'}:")
        self._tell(variable, item, deeper=1)

    def _choose_pull(self, function: Any, rule: Rule, variables: list[int], count: int) -> None:
        """That for Python's numbers, or for numpy's, and for those of the operands that are live."""
        for exact in (True, False):

            def pull(*live: int, exact: bool = exact) -> str:
                return self.constant(pull_of(rule, function, tuple([k in live for k in range(count)]), exact=exact))

            self.say("if c is float:" if exact else "else:", deeper=2)
            if len(variables) == 1:
                self.say(f"q = {pull(*variables)}", deeper=3)
            else:
                one, other = variables
                self.say(f"q = {pull(one)} if s{other} is None else {pull(other)} if s{one} is None else "
                         f"{pull(one, other)}", deeper=3)  # fmt: skip
