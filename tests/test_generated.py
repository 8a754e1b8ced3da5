"""Generated code and the loops that it stands for give the same: nodes, sources, slices.

Each program is loaded anew for either way, since code is kept with what it was generated for.
"""

import argparse
import importlib
import warnings
from random import Random
from types import FunctionType
from typing import Any

import dependences
import pytest
import random_generators
import random_programs
import random_slices
from share import seeds, share
from test_random import load

import irtrack
from irtrack import Descendant, backward_slice, forward_slice, trace_of, track
from irtrack.record import generated
from irtrack.record.decoding import decoder, opening, short
from irtrack.record.decoding.plan import plan_of
from irtrack.record.generated import Generated
from irtrack.record.memory import calls, frames, index, inlined
from irtrack.record.memory.graph import Graph
from irtrack.record.nodes.kinds import GapNode

NEVER = 10**9


def path(node: Any) -> str:
    places: list[str] = []
    while node is not None:
        places.append(str(node.position))
        node = node.parent
    return ".".join(reversed(places))


def seen(source: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """What is in the record of a program, and what is asked of it."""
    main = load(source)["main"]
    try:
        record = track(main, *arguments)
    except BaseException as error:
        record = trace_of(error)
    nodes = record.query(Descendant)
    assert not any(isinstance(node, GapNode) for node in nodes)
    assert irtrack.check(record) == []
    random = Random(len(nodes))
    found: dict[str, Any] = {
        "nodes": [text for text in map(str, nodes) if "0x" not in text],
        "sources": [(path(node), path(node.source)) for node in nodes if node.source is not None],
    }
    asked = [record, *random.sample(nodes, min(len(nodes), 6))]
    for control in (False, True):  # of the index without control first
        for node in asked:
            found[f"before {path(node)}, {control}"] = sorted(map(path, backward_slice(node, control)))
            found[f"behind {path(node)}, {control}"] = sorted(map(path, forward_slice(node, control)))
    known, some = index.index_of(record), random.sample(nodes, min(len(nodes), 500))
    # from the bound on, to tell objects apart, what is told depends on how much had been asked before
    found["decided"] = decided(known, nodes, some) if known.tells_apart else None
    return found


def decided(graph: Graph, nodes: list[Any], some: list[Any]) -> tuple[list[Any], list[Any]]:
    """What decides about each node; the events to one of which some owe what they read."""
    paths, control, events = list(map(path, graph.nodes)), [], []
    for node in nodes:
        control.append((paths[node._vertex], {paths[k] for k in graph.control[node._vertex]}))
    for node in some:
        found = set()
        for those, epoch, last in set(graph.ranges.get(node._vertex, ())):
            found.update([paths[k] for k in those.vertices[those.first(epoch) : last]])
        events.append((paths[node._vertex], found))
    return control, events


def compare(
    monkeypatch: pytest.MonkeyPatch, source: str, arguments: tuple[Any, ...], when: tuple[int, ...] = (1, 3)
) -> None:
    results = []
    for hot in (NEVER, *when):
        for module in (decoder, opening, short, index, frames, calls):
            monkeypatch.setattr(module, "HOT", hot)
        results.append(seen(source, arguments))
    for key, value in results[0].items():
        assert all(value == result[key] for result in results if None not in (value, result[key])), (key, source)


@pytest.mark.parametrize("seed", share(seeds(10)))
def test_random_programs(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    random = Random(seed)
    compare(monkeypatch, random_programs.write(random.randrange), (3,))
    compare(monkeypatch, random_generators.write(random.randrange), (3,))
    compare(monkeypatch, random_slices.write(random), tuple(random_slices.arguments(random)))


# by the address of an object the set is gone over; at the end of a row there is more that is known to have decided; by
# what the last run has left in caches of the library, two nodes are in it or not, visited as well
NOT_THE_SAME = {"sets_united", "iterator_in_a_list", "a_number_that_is_asked"}


def dependences_of(module: Any) -> dict[str, Any]:
    """The slices of the programs of a module, loaded anew."""
    found = {}
    functions = [f for f in vars(importlib.reload(module)).values() if type(f) is FunctionType]
    for f in functions:
        if f.__code__.co_varnames[:3] != ("a", "b", "x") or f.__name__ in NOT_THE_SAME:
            continue
        for arguments in ((1, 9, 7), (2, 1, 4)):
            for turn in range(2):
                try:
                    record = track(f, *arguments)
                except Exception:
                    continue
                for control in (False, True) if turn else ():  # the first one fills caches
                    key = f"{f.__name__}{arguments}, {turn}, {control}"
                    found[key] = sorted(map(path, backward_slice(record, control)))
    return found


@pytest.mark.parametrize("module", share(dependences.MODULES), ids=lambda module: module.__name__)
def test_programs_with_dependences(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
    found = []
    for hot in (NEVER, 1):
        for one in (decoder, opening, short, index, frames, calls):
            monkeypatch.setattr(one, "HOT", hot)
        found.append(dependences_of(module))
    for key, value in found[0].items():
        assert found[1][key] == value, key


CHANGING = """
import numpy as np
from collections import deque

class Number:
    def __init__(self, value): self.value = value
    def __add__(self, other): return Number(self.value + getattr(other, "value", other))
    __radd__ = __add__
    @property
    def half(self): return self.value / 2

def plain(x): return x
def raising(x):
    if x % 7 == 3: raise ValueError(x)
    return x
def pieces(x):
    yield x
    yield x + 1

def main(n):
    calls = [abs, plain, raising, Number, str, lambda x: n + x, pieces, tuple, np.array]
    total, kept, last = 0, deque(maxlen=5), {}
    for turn in range(n):
        f = calls[turn // 8 % len(calls)]
        try:
            x = f(turn) if f is not tuple else f((turn, n))
            total = x if turn % 8 == 0 else total + x if type(x) is type(total) else x
        except (ValueError, TypeError) as error:
            last[turn % 3] = str(error)
            continue
        finally:
            kept.append(turn)
        if f is pieces:
            for item in x:
                n = n + item - item
        elif f is Number:
            last["half"] = x.half
        elif f is np.array:
            x = x + 1
            x[...] = turn
        a, *rest = kept
        while rest:
            a += rest.pop()
            if a > 50: break
        last["a"] = (y := a) if a != turn else None
        match x:
            case int(): last[0] = x
            case str(): last[1] = x[0:1] in "12"
            case (one, other): last[2] = [one, other, *rest]
    return last, total
"""


def test_blocks_that_change_halfway(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(monkeypatch, CHANGING, (150,))


USUAL = """
class Part:
    def __init__(self, v):
        self.v, self.seen = v, []
    def put(self, v):
        if v % 5 == 0:
            return self
        self.v = v
        self.seen.append(v)
        return self

def down(n, parts):
    if n == 0:
        return parts[-1]
    part = down(n - 1, parts)
    part.v += n
    return part

def cleared(counts, key):
    del counts[key]

def main(n):
    parts, counts, a, b = [Part(k) for k in range(4)], {}, 0, 1
    for k in range(n):
        a, b = b, a
        part = parts[k % 4 if k % 3 else -1].put(k)
        key = str(k % 6)
        counts[key] = counts.get(key, 0) + part.v
        if k % 11 == 10:
            cleared(counts, key)
            parts[k % 4] = Part(a)
        for v in part.seen:
            a += v
            if v > 20 and part.seen:
                part.seen[0] = b
        if k % 9 == 8:
            part.seen = list(reversed(part.seen))
    return down(60, parts).v, counts, a, b
"""


def test_what_is_usual_and_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(monkeypatch, USUAL, (45,), when=(1, 2, 5))


WHOLES = """
import numpy as np
from random import Random

class Slot:
    __slots__ = ("v", "kept")
    def __init__(self, v): self.v, self.kept = v, []

class Open:
    v = 7
    def __init__(self, v): self.w = v

class Closed(Slot):
    def __init__(self, v):
        super().__init__(v)
        self.v += 1

class Asked:
    def __init__(self, v): self.given = v
    @property
    def v(self): return self.given + 1
    @v.setter
    def v(self, value): self.given = value

def of_arrays(n, x):
    whole = np.arange(6.0) + x
    parts, total, rows = whole[::2], 0.0, [whole]
    for k in range(n):
        x = whole * 2 + k if k % 7 else rows[0][1:4] + 1
        if k % 5 == 3: whole[k % 6] = x[0]
        if k % 6 == 5: parts += 1
        if k % 9 == 8: np.multiply(whole, 0.5, out=whole)
        if k % 8 == 7: x = np.array([k, "a"], dtype=object)[:1] * 2
        y = np.exp(-x) if x.dtype != object else x
        rows.append(y if k % 4 else y.reshape(-1))
        total = total + rows[k % 2 - 1].sum() + y.mean() + float(parts @ parts)
        if len(rows) > 5: del rows[1:]
    return total, rows

def of_texts(n, x):
    found, line = {}, "a=1;b=2;" + str(x)
    for k in range(n):
        for part in line.split(";"):
            name, equals, value = part.partition("=")
            if name in ("a", "b"): found[name, k % 3] = value
            if part.endswith(("1", "2")): line = line + ";" if k % 8 == 7 else line
            for letter in value + chr(1072 + k % 3) * (k % 2): found[letter] = name
        if k % 10 == 9: line = ";".join([line[:9], str(k), str(x)])
        first, second = divmod(k, 7) if k % 4 else line.split("=", 1) if k % 8 else ([k], [x])
        found["first"] = first
        if k % 8 == 0: second.append(k)
    return found

def over_several(n, x):
    one, two, total = [k for k in range(5)], [[k] for k in range(7)], 0
    for k in range(n):
        for i, a in enumerate(one): total += i * a
        for a, b in zip(one, two): total += a + b[0]
        for i, (a, b) in enumerate(zip(one, two if k % 6 else iter(two)), k): b[0] = a + i
        for b in two:
            b[-1] += 1
            if b[-1] % 11 == 0: break
        for a in reversed(one): total += one[-1] - one[-2]
        one[k % 5] = two[-1][0] if k % 7 else x
        if k % 5 == 4: one.insert(0, one.pop())
        if k % 9 == 8: one = list(sorted(one))
        if k % 13 == 12: one = tuple(one) if type(one) is list else one[:3] + (4, 5)
        if type(one) is tuple: one = [*one]
        total += {-1: k, 2: one[0]}[-1]
    return total, one, two

def of_several(n, x):
    owners, total = [Slot(x), Slot(1), Open(2), Closed(3), Asked(4)], 0
    for k in range(n):
        owner = owners[k % (2 if k < 50 else 5)]
        total += owner.v
        owner.v = total % 9
        if k % 6 == 5: owners[k % 2] = Closed(owner.v) if k % 4 else Slot(k)
        if k == 70: Open.v = property(lambda self: self.w)
        if k > 71 and type(owner) is Open: owner.w += 1
        if k == 65: del owners[2].v
        kept = owners[0].kept
        kept.append(owner)
        if len(kept) > 3: kept[0].v
        if k == 70: owners[2] = owners[1]
    return total, [owner.v for owner in owners]

def of_chance(n, x):
    chance, other, total = Random(x), Random(2), 0
    for k in range(n):
        total += (chance if k % 3 else other).random() + chance.getrandbits(3)
        if k % 20 == 19: chance.seed(total)
        if k % 25 == 24: other.setstate(chance.getstate())
    return total

def raised(n, x):
    total = 0
    for k in range(n):
        try:
            total += 10 // (k % 3)
            for a in [k, x][: k % 3]: total += a
        except ZeroDivisionError as error:
            total -= len(error.args)
        finally:
            total += 1
    return total

"""
OF_WHOLES = ["of_arrays", "of_texts", "over_several", "of_several", "of_chance", "raised"]


@pytest.mark.parametrize(
    ("f", "n", "when"), share([(f, *how) for f in OF_WHOLES for how in ((30, (1, 2)), (90, (40,)))])
)
def test_what_is_usual_of_whole_objects(monkeypatch: pytest.MonkeyPatch, f: str, n: int, when: tuple[int, ...]) -> None:
    compare(monkeypatch, f"{WHOLES}\nmain = {f}", (n, n), when=when)


PIECES = """
count = 0

class Bag:
    def __init__(self): self.items, self.turns = [], 0
    def __iter__(self):
        for item in self.items:
            self.turns += 1
            yield item
    def fill(self, numbers):
        for x in numbers:
            self.items.append(x)
            yield self

def numbers(n):
    for i in range(n):
        yield i

def pairs(xs):
    for x in xs:
        yield x, [x]
        if x % 4 == 1: yield None

def odd(xs):
    for x in xs:
        if x % 2:
            yield x * x

def turning(xs):
    for x in xs:
        if x < 9: yield x
        elif x % 3 == 1: continue
        elif x % 3: yield -x
        while x > 20 and x % 2: x //= 2
        yield [x]

def counted(n):
    global count
    for _ in range(n):
        count += 1
        yield count

def chained(n):
    yield from numbers(n)
    got = yield from echo()
    yield got

def echo():
    got = 0
    while got is not None and got < 20:
        got = yield (got, got) if got % 3 else got
    return got

def failing(n):
    for i in range(n):
        try:
            if i % 7 == 3: raise ValueError(i)
            yield i
        except (ValueError, KeyError) as error:
            yield str(error)

def main(n):
    total, bag, out = 0, Bag(), []
    for item in bag.fill(odd(numbers(n))):
        total += len(item.items)
    for x in bag:
        for y in bag:
            total += x * y
            if y > x: break
    for pair in pairs(counted(n)):
        if pair is not None:
            pair[1].append(count)
            out.append(pair)
    total += sum(b[-1] + a for a, b in out if a % 3) + max(len(b) for _, b in out)
    asked = chained(5)
    for k in range(n):
        try:
            out.append(next(asked) if k < 6 else asked.send(k))
        except StopIteration:
            break
    risky = failing(n)
    for x in risky:
        out.append(x)
        if type(x) is int and x % 5 == 4: out.append(risky.throw(KeyError(x)))
    for x in turning(odd(numbers(n))):
        out.append(x if x else n)
        for y in turning(numbers(x)) if type(x) is int else x: total += len(y) if type(y) is list else y
    one, two = numbers(n), odd(numbers(n))
    while (x := next(one, None)) is not None:
        for y in two:
            out.append((x, y))
            if y % 3 == x % 3: break
    for k in range(n):
        a, b, *rest = numbers(2 + k % 3)
        total += a + b * k + sum(rest) + (k in numbers(k % 4))
    left = [f() for f in [(lambda: x) for x in odd(numbers(9))]]
    return total, out, left, [x for x, _ in zip(odd(iter(range(n))), numbers(4))], bag.turns
"""


@pytest.mark.parametrize("when", share([(1, 2), (3, 7)]))
def test_pieces_of_generators(monkeypatch: pytest.MonkeyPatch, when: tuple[int, int]) -> None:
    compare(monkeypatch, PIECES, (33,), when=when)


SHORT = """
level = depth = 0

class Part:
    scale = 1
    def __init__(self, v): self.v, self.seen = v, []
    def get(self): return self.v
    def add(self, k, by=2):
        self.v += k * by
        self.seen.append(self.v)
        return self
    def pick(self, other):
        best = self if self.v % 3 else other
        best.v += 1
        return best
    def fail(self, k):
        if k % 13 == 5: raise ValueError(self.v)
        return self.v // (k % 7)
    @property
    def twice(self): return self.v * 2

class Other(Part):
    def get(self): return self.twice

def put(owner, k):
    owner.level = k
    return level + k if k % 2 else k

def sink(owner, k):
    owner.depth = k
    deeper = owner.depth + k
    return deeper + depth

def same(x): return x

def named(x, *, to): return [x, to][x % 2]

def power(x, n): return 1 if n == 0 else x * power(x, n - 1)

def main(n):
    parts = [Part(k) for k in range(3)]
    parts.append(Other(5))
    total = 0
    for k in range(n):
        total += parts[k * k % len(parts)].get() + same(k)
    for k in range(n):
        total += named(k, to=total) % 100
    for k in range(n):
        total += parts[k % 3].add(k).v + parts[k % 2].add(k, by=k).v
    for k in range(n):
        total += parts[k * k % 3].pick(parts[k % 2]).v
    for k in range(n):
        total += same(parts[k % 4]).v + power(2, k % 3)
    for k in range(n):
        total += put(Part if k in (31, 35) else parts[0], k)
    for k in range(n):
        total += sink(Part if k in (21, 35) else parts[0], k)
    for k in range(n):
        total += parts[k % 4].get()
        if k == 38:
            Part.get = lambda self: self.v + 100
    for k in range(n):
        try:
            total += parts[k % 4].fail(k)
        except (ValueError, ZeroDivisionError) as error:
            total += 1
    return total, [part.seen[-1] for part in parts if part.seen]
"""


def test_short_calls_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bool] = []
    write = inlined.Inlined.write
    monkeypatch.setattr(
        inlined.Inlined, "write", lambda *given: (found := write(*given), written.append(found is not None))[0]
    )
    made: dict[str, int] = {"frame_within": 0, "go_on": 0}

    def counted(name: str) -> Any:
        function = getattr(inlined, name)

        def count(*arguments: Any) -> Any:
            made[name] += 1
            return function(*arguments)

        return count

    for name in made:
        monkeypatch.setattr(inlined, name, counted(name))
    compare(monkeypatch, SHORT, (45,), when=(1, 2, 3, 5, 8))
    assert sum(written) > 20
    assert made["frame_within"] > 0
    assert made["go_on"] > 0


RAISING = """
class Part:
    def __init__(self, data): self.data = data
    def __getitem__(self, k):
        if type(k) is slice:
            return Part(self.data[k])
        return self.data[k]

def main(n):
    part, total = Part([1, 2, 3]), 0
    for k in range(n):
        for x in part:  # an IndexError, which no handler of the program catches, ends it
            total += x
        try:
            total += part[k % 5]
        except IndexError:
            total -= 1
    return total
"""


CAUGHT = """
import operator

class Part:
    def __init__(self, v): self.v = v
    def half(self, k):
        if k % 11 == 10: raise ValueError(self.v)
        self.v += k
        return self.v // 2
    def __enter__(self): return self
    def __exit__(self, kind, error, trace):
        self.v += 1
        return kind is KeyError
    def share(self, k):
        try:
            return 12 // (k % 5)
        except ZeroDivisionError:
            self.v = k  # which a return passes by
        return 0

def risky(k): return 7 // (k % 4)

def total(parts, n):  # whose exceptions are caught here, by its caller, or by nobody
    found, last = 0, None
    for k in range(n):
        part = parts[k % len(parts)]
        found = found + k * 2
        try:
            found += risky(k)
            found += part.half(k)
            do = operator.mul if k % 6 else divmod
            pair, twice = do(k, 2), ([k] if k % 4 == 1 else k) * 2
            last = k
        except ZeroDivisionError:
            found -= 1
        else:
            part.v -= 1
        finally:
            found = found + 1
        while found > 1000:
            found -= part.v + 990
        found += part.share(k) + part.v
        if k % 5 == 4:
            parts[k % 2].v = last
    return found

def looked_up(table, n):
    found, x = [], 0
    for k in range(n):
        try:
            try: x = table[k % 9]
            except KeyError: table[k % 9] = x
            found.append(x)
            if k % 6 == 5: continue
            x = x + table["a" * (k % 3)]
        except KeyError as error:
            found.append(str(error))
        with Part(k) as part:
            x = x + part.half(k % 4)
            if k % 7 == 3: table["a"] = x
            found.append(table[k % 8])
    return found

def pieces(n):
    for k in range(n):
        try:
            yield risky(k + 1) + k
        except ZeroDivisionError:
            yield k

def summed(n):
    found = 0
    for x in pieces(n):
        found += x
        if found % 3: found = found + 1
    return found

def main(n):
    parts, found = [Part(k) for k in range(3)], []
    for k in range(3):
        try: found.append(total(parts, n - k))
        except ValueError as error: found.append(len(error.args))
        try: found += looked_up({k: k}, n), summed(n)
        except (KeyError, ValueError): found.append(k)
    return found, total(parts, 9), looked_up({}, 10), summed(7), next((x for x in found if x == 5), None)
"""


@pytest.mark.parametrize("when", share([(1, 2), (3, 5)]))
def test_exceptions_that_are_caught(monkeypatch: pytest.MonkeyPatch, when: tuple[int, int]) -> None:
    compare(monkeypatch, CAUGHT, (40,), when=when)


MIXED = """
def main(n):
    found = 0
    for x in range(n):
        both = (x if x % 2 else [x]) + (x if x % 2 else [x])  # which can raise, and cannot
        found += x
        if found % 3: found = found + 1
    return found
"""


@pytest.mark.parametrize("program", share(["MIXED", "USUAL", "SHORT", "STORED", "PASSED_OTHERWISE"]))
def test_callers_that_catch(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Each statement that could have raised decides about the next, also in what is called."""
    caller = """
within = main
def main(n):
    try: return within(n)
    except ValueError: return None
"""
    compare(monkeypatch, globals()[program] + caller, (30,), when=(1, 3))


def test_statements_that_raise_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(monkeypatch, RAISING, (30,), when=(1, 2, 3, 4, 5, 6))


def test_one_function_for_a_long_block(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    write = Generated.function
    monkeypatch.setattr(Generated, "function", lambda self: (made.append(self.title), write(self))[1])
    body = "".join(f"        x = x + {k}\n" for k in range(300))
    record = track(load(f"def main(x):\n    for i in range(60):\n{body}    return x\n")["main"], 1)
    assert record in backward_slice(record)
    assert 1 <= len(made) <= 8


def test_code_that_cannot_be_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **keywords: Any) -> None:
        raise RuntimeError("no compile")

    main = load(RAISING)["main"]
    monkeypatch.setattr(generated, "_compile", refuse)
    record = track(main, 300)
    assert not any(isinstance(node, GapNode) for node in record)
    assert record in backward_slice(record)
    monkeypatch.undo()
    main = load(RAISING)["main"]
    main.__code__ = main.__code__.replace(co_qualname="a\0b")
    record = track(main, 300)
    assert not any(isinstance(node, GapNode) for node in record)
    assert record in backward_slice(record)


def test_generated_code_is_used() -> None:
    record = track(
        load("def main(n):\n    t = 0\n    for i in range(n):\n        t += i * 2\n    return t\n")["main"], 200
    )
    assert record.value == sum(range(200)) * 2
    assert len(record.children) > 400
    blocks = record.lifted.plan.blocks
    assert any(block.straight for block in blocks)
    found = index.index_of(record)
    (code,) = found.codes.values()
    assert any(isinstance(one, index.Stride) for strides in code.strides for one in strides.values())


WHOLE = """
class Part:
    def __init__(self, v): self.v = v
    def above(self, k): return k > self.v
    def moved(self, by):
        while by > 0:
            self.v += 1
            by -= 1
        return self

def pick(parts, k):
    for part in parts:
        if part.above(k): return part
    return None

def nothing(): pass

def swapped(a, b, n):
    for _ in range(n): a, b = b, a
    return a

def checked(k):
    if k % 50 == 49: raise ValueError(k)
    return k if k % 7 else nothing()

def shown(k):
    if k > 100: return "more"
    return str(k)

def main(n):
    parts, found = [Part(k) for k in range(0, n, 9)], []
    for k in range(n):
        found.append(pick(parts, k) is None)
        found.append(swapped(k, -k, k % 4))
        found.append(parts[k % len(parts)].moved(k % 3).v)
        try: found.append(checked(k))
        except ValueError: nothing()
        found.append(shown(k))
    return found
"""


def test_short_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops with and without arguments, what raises now and then, ways that are first taken late, methods."""
    compare(monkeypatch, WHOLE, (130,), when=(1, 2, 5, 40))


def test_short_calls_are_decoded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are usual; those that are not are given up after a while."""
    source = """
def usual(k): return k + 1
def unusual(k):
    try: return 1 // (k % 2)
    except ZeroDivisionError: return usual(k)
def main(n): return [unusual(k) for k in range(n)]
"""
    main = load(source)["main"]
    record = track(main, 1000)
    calls = [node for node in record.query(Descendant) if isinstance(node, irtrack.NestedCallNode)]
    shorts = {call.function.value.__name__: plan_of(call.template).short for call in calls if call[1].value is not main}
    usual, unusual = shorts["usual"], shorts["unusual"]
    assert usual.run is not None
    assert usual.missed == 0
    assert usual.runs > 400
    assert unusual.run is None
    assert unusual.missed < 100


PASSED_OTHERWISE = """
class Relay:
    def __init__(self): self.kept = self.plain
    def plain(self, x): return x
    def by_method(self, x): return self.kept(x)
    def by_name(self, x):
        kept = self.kept
        return kept(x)

def less(x, y, z=1): return x - y

def main(n):
    relay, total, x = Relay(), 0, 5
    for i in range(n):
        total += relay.by_name(i)
        try: total += relay.by_method(i)
        except KeyError: total += 1
        total += less(y=i, x=total) if i % 2 else less(i, x)
        total += less(x=total, y=n) + less(total, y=i) + less(*(i, n))
    return total
"""


def test_calls_that_pass_their_arguments_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(monkeypatch, PASSED_OTHERWISE, (30,))


STORED = """
shared, others = 0, [1]

class Counter:
    def __init__(self, start):
        def step(by):
            nonlocal start
            start += by
            if start % 5 == 0:
                return start
            return by
        self.step = step
        self.get = lambda: start

def main(n):
    global shared, others
    total, counters = 0, [Counter(k) for k in range(3)]
    def add(x, *, twice=False):
        nonlocal total
        total += x
        if twice:
            total += x
        return total
    for turn in range(n):
        counter = counters[turn % 3]
        x = counter.step(turn) + add(turn) + shared
        if turn % 4 == 1:
            shared = x
            others.append(shared)
        elif turn % 4 == 3:
            others = [counter.get(), total]
        if turn == n // 2:
            globals()["later"] = add
        y = add(others[-1], twice=turn % 3 == 0) if turn > n // 2 else len(others)
        others[-1] = x + y - total
    return total, shared, others, [c.get() for c in counters]
"""


def test_names_that_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(monkeypatch, STORED, (60,))


def options(n):
    parser = argparse.ArgumentParser()
    for i in range(10):
        parser.add_argument(f"--o{i}", type=int)
    given = parser.parse_args([word for i in range(n) for word in (f"--o{i % 10}", str(i))])
    return given.o1


@pytest.mark.parametrize("whole", [False, True])
def test_the_code_is_no_reason_to_warn_anybody(whole):
    record = track(options, 200)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert index.index_of(record, whole=whole).nodes
    assert [str(one.message) for one in warned] == []


NAMES = """
shared = 0

def main(n, x):
    total, kept, box = x, [], {"v": x}

    def bump(k):
        nonlocal total
        total += k
        return total

    def ahead(k): return total + bump(k) + total
    def taken(k): return total * k if k % 3 else total
    def told():
        if total % 2: return total
        return box["v"] if box else 0
    def of_many(k, *more, by=1): return total + k * by + sum(more)
    def chosen(f, k): return f(k) + total
    def around(k): return lambda y: (lambda z: y + z + total)(k)
    def counts():
        global shared
        shared += total
        return shared
    def taking(): return shared + total
    def parted():
        for k in range(3):
            bump(k)
            yield total

    class Part:
        size = total
        def __init__(self, k): self.k = k + total
        def grown(self): return Part(self.k + total)

    for k in range(n):
        kept.append(ahead(k) + taken(k) + told())
        kept.append(of_many(k, by=k) + of_many(k, 1, 2) + chosen(taken if k % 4 else bump, k))
        kept.append(around(k)(x) + counts() + taking() + Part(k).grown().k + Part.size)
        if k % 5 == 4: box = {} if box else {"v": k}
        if k % 7 == 6: total = kept[k]
        for item in parted() if k % 2 else (): kept.append(item)
    return kept, total
"""


@pytest.mark.parametrize("when", share([(1, 2), (3, 7)]))
def test_names_that_are_stored_to(monkeypatch: pytest.MonkeyPatch, when: tuple[int, int]) -> None:
    compare(monkeypatch, NAMES, (16, 2), when=when)


LOOPS = """
def first(xs):
    for x in xs:
        if x > 2: return x
    return 0

def counted(xs, count=0, last=None):
    for x in xs:
        if x % 3 == 0: count += 1
        last = x
    return count if count else last

def nested(xs, ys):
    found = []
    for x in xs:
        for i, y in enumerate(ys):
            if x == y: break
            found.append((i, y))
        else:
            found.append(x)
        for a, b in zip(found, ys): x += i if type(a) is tuple else b
    return found

def texts(words):
    out = {}
    for word in words:
        for letter in word: out[letter] = out.get(letter, 0) + 1
        for key, value in out.items():
            if value > 3: word += key
        for key in reversed(list(out)): word = key + word[:2]
    return out, word if words else None

def main(n, x):
    rows, found = [[], [1], [1, 2, 3], [3, 6, x]], []
    for k in range(n):
        row = rows[k % 4]
        found += [first(row), counted(row), *nested(row, rows[(k + 1) % 4])]
        found.append(texts(["", "ab", "a" * k][: k % 4]))
        for _ in (): found.append(k)
        while row and row[-1] > 50: row.pop()
        if k % 3 == 0: row.append(k + x)
        if k % 6 == 5: rows[k % 4] = iter(row) if k % 4 else tuple(row)
        if k % 6 == 1: rows = [list(row) for row in rows]
    return found
"""


@pytest.mark.parametrize("when", share([(1, 2), (3, 7)]))
def test_loops_of_few_turns(monkeypatch: pytest.MonkeyPatch, when: tuple[int, int]) -> None:
    compare(monkeypatch, LOOPS, (26, 2), when=when)
