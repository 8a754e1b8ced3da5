"""Branches and loops whose turns append nothing: the record has every test that was made, in order, with its outcome.

The truth comes from the objects tested, which keep a list of what they answered. IRTRACK_EXAMPLES=20 runs twenty times
as many random programs.
"""

import random
import sys
from typing import Any

import pytest
from share import seeds

import irtrack
from irtrack import JumpNode, PrimitiveCallNode, RaiseNode
from irtrack.record.nodes.kinds import GapNode


class Toss(LookupError):
    """What a coin raises at times; always a new one."""


class Exhausted(Exception):
    """No more tosses: what ends a program for sure."""


class Coin:
    """An object that is asked for truths, and answers or raises what the end of `script` says.

    All coins share the script, and `answers`, which gets (coin, answer or exception) for each toss.
    """

    def __init__(self, script: list[Any], answers: list[tuple["Coin", Any]]) -> None:
        self.script = script
        self.answers = answers

    def toss(self) -> bool:
        answer = self.script.pop() if self.script else Exhausted()
        self.answers.append((self, answer))
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)

    def __bool__(self) -> bool:
        return self.toss()

    def __gt__(self, other: object) -> bool:
        return self.toss()

    def __contains__(self, item: object) -> bool:
        return self.toss()


def recorded(record: irtrack.NestedCallNode) -> list[tuple[Coin | None, Any]]:
    """What the record says the coins answered."""
    answers: list[tuple[Coin | None, Any]] = []
    raised: list[BaseException] = []
    for node in record.children:
        assert not isinstance(node, GapNode), node
        if isinstance(node, JumpNode) and node.condition is not None and isinstance(node.condition.value, Coin):
            answers.append((node.condition.value, node.holds))
        elif isinstance(node, PrimitiveCallNode):
            coins = [argument.value for argument in node.arguments if isinstance(argument.value, Coin)]
            if len(coins) == 1:
                turned = "not " in str(node)
                answers.append((coins[0], node.value != turned))
        elif isinstance(node, RaiseNode) and not any(node.exception is old for old in raised):
            raised.append(node.exception)
            answers.append((None, node.exception))
    return answers


def run(function: Any, script: list[Any]) -> None:
    """Run `function` with three coins that share a script, and compare."""
    answers: list[tuple[Coin, Any]] = []
    coins = [Coin(script, answers) for _ in range(3)]
    try:
        record = irtrack.track(function, *coins, 1, 2)
    except (Toss, Exhausted) as error:
        record = irtrack.trace_of(error)
    assert irtrack.check(record) == []
    found = recorded(record)
    assert [answer for _, answer in found] == [answer for _, answer in answers]
    for (coin, _), (truth, answer) in zip(found, answers, strict=True):
        assert coin is truth or isinstance(answer, Exception)


def bare(a, b, c, x, y):
    while a:
        pass


def compared(a, b, c, x, y):
    while a > 3:
        pass


def contained(a, b, c, x, y):
    while 3 in a:
        pass


def negated(a, b, c, x, y):
    while not a:
        pass


def both(a, b, c, x, y):
    while a and b:
        x, y = y, x


def either(a, b, c, x, y):
    while a or b > 2:
        x = y


def nested(a, b, c, x, y):
    while a:
        while b:
            pass


def nested_compared(a, b, c, x, y):
    while a > 2:
        x = y
        while b > 1:
            y = x


def continued(a, b, c, x, y):
    while True:
        if a:
            continue
        if b > 1:
            x = y
            continue
        break


def otherwise(a, b, c, x, y):
    while a:
        if b:
            break
    else:
        x = y
    while c:
        pass


def in_a_handler(a, b, c, x, y):
    try:
        while a:
            pass
    except Toss:
        while b:
            pass
    finally:
        while c:
            x = y


def behind_handlers(a, b, c, x, y):
    try:
        pass
    except Toss:
        pass
    try:
        pass
    except Toss:
        pass
    if a:
        y = 1


@pytest.mark.parametrize(
    "function",
    [bare, compared, contained, negated, both, either, nested, nested_compared, continued, otherwise, in_a_handler,
     behind_handlers],
)  # fmt: skip
def test_every_turn_of_a_loop_that_appends_nothing(function):
    generator = random.Random(7)
    for length in range(12):
        for raising in (False, True):
            script = [generator.random() < 0.6 for _ in range(length)]
            if raising:
                script.insert(0, Toss())
            run(function, script)


class Writer:
    """Writes a program at random: branches and loops over coins, and little else."""

    tests = ("a", "not a", "b", "not b", "c > x", "a > 1", "3 in b", "x not in c", "a and b", "a or c", "not (b and c)",
             "a > 1 or b", "x is y or c", "c and x is not y")  # fmt: skip

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = ["def program(a, b, c, x, y):"]
        self.left = 25

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def block(self, depth: int, loop: bool) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, loop)

    def statement(self, depth: int, loop: bool) -> None:
        kinds = ["pass", "x = y", "x, y = y, x", "x = 3"] + ["break", "continue"] * loop
        self.left -= 1
        if depth < 5 and self.left > 0:
            kinds += ["if", "while", "true", "try", "none"] * 3
        kind = self.random.choice(kinds)
        test = self.random.choice(self.tests)
        if kind in ("if", "none"):
            self.put(depth, f"if {test if kind == 'if' else 'x is None'}:")
            self.block(depth + 1, loop)
            if self.random.random() < 0.4:
                self.put(depth, "else:")
                self.block(depth + 1, loop)
        elif kind == "while":
            self.put(depth, f"while {self.random.choice(self.tests[:8])}:")
            self.block(depth + 1, True)
            if self.random.random() < 0.3:
                self.put(depth, "else:")
                self.block(depth + 1, loop)
        elif kind == "true":
            self.put(depth, "while True:")
            self.put(depth + 1, f"if {self.random.choice(self.tests[:8])}: break")
            self.block(depth + 1, True)
        elif kind == "try":
            self.put(depth, "try:")
            self.block(depth + 1, loop)
            catches = self.random.random() < 0.7
            if catches:
                self.put(depth, "except Toss" + " as error" * (self.random.random() < 0.5) + ":")
                self.block(depth + 1, loop)
            if not catches or self.random.random() < 0.3:
                self.put(depth, "finally:")
                self.block(depth + 1, False)
        else:
            self.put(depth, kind)


def test_random_branches():
    for seed in seeds(150):
        writer = Writer(seed)
        for _ in range(3):
            writer.statement(1, False)
        namespace: dict[str, Any] = {"Toss": Toss}
        text = "\n".join(writer.lines)
        exec(compile(text, f"<branches {seed}>", "exec"), namespace)
        for length in (0, 2, 5, 20, 60):
            script = [Toss() if writer.random.random() < 0.08 else writer.random.random() < 0.5 for _ in range(length)]
            try:
                run(namespace["program"], list(script))
            except AssertionError as error:
                raise AssertionError(f"{text}\n{script}") from error


def test_a_comprehension_may_have_a_variable_with_the_name_of_a_cell():
    """From 3.12 on it has the cell's place in the frame; what it loads there is no cell."""

    def f():
        x = 5

        def g():
            return x

        # the list as a comprehension: what is tried is its variable
        return [x for x in range(2)], [(x, w) for x in range(1) for w in range(1)], g()  # noqa: C416

    node = irtrack.track(f)
    assert node.value == ([0, 1], [(0, 0)], 5)
    if sys.version_info >= (3, 12):
        appended = [child for child in node if isinstance(child, irtrack.SpecialCallNode) and child.name == "append"]
        assert [child.referenced()[1].function.value for child in appended[:2]] == [next, next]
        assert irtrack.check(node) == []
