"""Generators, coroutines and asynchronous generators: one nested call each, however often they are suspended."""

import asyncio
import contextlib
import gc
import sys
import traceback
import types
import weakref

import pytest
from outcomes import all_nodes, compare, problems_of, whole

import irtrack
from irtrack import check, track
from irtrack.cpython.marks import Mark
from irtrack.record.nodes.kinds import RaiseNode, ReturnNode, SpecialCallNode
from irtrack.record.nodes.nested import NestedCallNode
from irtrack.record.recorder import Recorder


def counting(n, step=1):
    for i in range(n):
        sent = yield i * step
        if sent:
            return sent
    return "done"


def delegating(n):
    result = yield from counting(n, 2)
    yield result


def lines(node):
    return [str(child) for child in node.children]


def named(record, name):
    """The nested calls of the function of that name, in document order."""
    return [
        node
        for node in record.query(irtrack.Descendant)
        if isinstance(node, NestedCallNode) and node.template.code.co_name == name
    ]


# -- the record -------------------------------------------------------------------------------------------------------


def test_a_generator_is_the_call_that_made_it():
    def total(n):
        t = 0
        for x in counting(n):
            t += x
        return t

    record = whole(total, 2)
    generator = record[3]
    assert str(generator).startswith("@3: [§1:%3] ⟨counting⟩(@2) → <generator>")
    assert lines(generator) == [
        "@1: [Arg:§1:%1] counting = @3#1 → <function counting>",
        "@2: [Arg:§1:%2] n = @3#2 → 2::int",
        "@3: [Arg:§1:%3] step → 1::int",
        "@4: [§1:%4] ⟨range⟩(@2) → range(0, 2)::range",
        "@5: [§1:%5] iter(@4) → <range_iterator>",
        "@6: [§1:&1] goto §2",
        "@7: [§2:%6] next(@5) → 0::int",
        "@8: [§2:&1] goto §3",
        "@9: [§3:%7] @7 * @3 → 0::int",
        "@10: [§3:%8] $(yield)(@9) → None::NoneType",
        "@11: [§3:&2] goto §2 since not @10",
        "@12: [§2:%6] next(@5) → 1::int",
        "@13: [§2:&1] goto §3",
        "@14: [§3:%7] @12 * @3 → 1::int",
        "@15: [§3:%8] $(yield)(@14) → None::NoneType",
        "@16: [§3:&2] goto §2 since not @15",
        "@17: [§2:&2] goto §5 since @5 is exhausted",
        "@18: [§5:&1] return ⟨'done'⟩ → 'done'::str",
    ]
    assert not generator.suspended
    assert generator[15].backward(axis=irtrack.Preceding | irtrack.Parent)[-1] is record[2]


def test_what_is_sent_is_the_value_of_the_yield():
    def sends():
        generator = counting(3)
        next(generator)
        try:
            generator.send("enough")
        except StopIteration as stop:
            return stop.value

    record = whole(sends)
    (generator,) = named(record, "counting")
    (sent,) = [node for node in generator.children if isinstance(node, SpecialCallNode) and node.name == "yield"]
    assert sent.value == "enough"
    assert generator[-1].value == record.value == "enough"


def test_what_is_thrown_is_raised_by_the_yield():
    def catching():
        try:
            yield 1
        except KeyError as error:
            yield error.args[0]

    def throws():
        generator = catching()
        return [next(generator), generator.throw(KeyError("thrown"))]

    record = whole(throws)
    (generator,) = named(record, "catching")
    (thrown,) = [node for node in generator.children if isinstance(node, RaiseNode)]
    assert str(thrown) == "@2: [§1:%2] $(yield)(⟨1⟩) raises KeyError('thrown'), goto §2 (exception)"
    assert generator.suspended
    assert str(generator[-1].operands[0].value) == "thrown"


def test_yield_from_is_one_node():
    record = whole(lambda: list(delegating(2)))
    (outer,), (inner,) = named(record, "delegating"), named(record, "counting")
    assert inner.parent is outer
    assert [str(node)[str(node).index("]") + 2 :] for node in outer.children[2:]] == [
        "⟨counting⟩(@2, ⟨2⟩) → <generator>",
        "iter(@3) → <generator>",
        "$(yield_from)(@4) → 'done'::str",
        "$(yield)(@5) → None::NoneType",
        "return ⟨None⟩ → None::NoneType",
    ]


def test_throwing_and_closing_through_yield_from():
    def inner(log):
        try:
            yield 1
        except ValueError:
            log.append("inner")
            return 5
        finally:
            log.append("left")

    def outer(log):
        got = yield from inner(log)
        try:
            yield got
        finally:
            log.append("closed")

    def program():
        log = []
        first, second, third = outer(log), outer(log), outer(log)
        log.append([next(first), first.throw(ValueError), first.close()])
        next(second)
        second.close()
        next(third)
        try:
            third.throw(KeyError)
        except KeyError:
            log.append("through")
        return log

    assert program() == whole(program).value


def test_a_generator_that_is_interleaved_with_itself():
    def tree(n):
        if n:
            yield from tree(n - 1)
            yield n
            yield from tree(n - 1)

    def program():
        a, b = tree(2), tree(3)
        return [x + y for x, y in zip(a, b, strict=False)] + list(b)

    record = whole(program)
    assert record.value == program()
    assert len(named(record, "tree")) == 7 + 15


def test_exceptions_that_come_out_of_a_generator():
    def failing():
        yield 1
        yield 1 // 0

    def stopping():
        yield 1
        raise StopIteration

    def program(generator):
        found = []
        try:
            for x in generator():
                found.append(x)
        except (ZeroDivisionError, RuntimeError) as error:
            found.append(repr(error))
        return found

    for generator in (failing, stopping):
        record = whole(program, generator)
        assert record.value == program(generator)
        (made,) = named(record, generator.__name__)
        assert isinstance(made[-1], RaiseNode)
        assert made[-1].target is None
    assert "ZeroDivisionError" in str(whole(program, failing)[-1])


def test_a_generator_expression_over_what_cannot_be_iterated():
    def program(x):
        try:
            return sum(y for y in x)
        except TypeError as error:
            return str(error)

    assert whole(program, 5).value == program(5)


def test_generators_that_nobody_starts_or_ends():
    def program():
        never, closed, thrown, left = counting(1), counting(2), counting(3), counting(4)
        closed.close()
        with contextlib.suppress(KeyError):
            thrown.throw(KeyError("early"))
        next(left)
        del never
        return left

    record = whole(program)
    never, closed, thrown, left = named(record, "counting")
    assert [node.suspended for node in (never, left)] == [True, True]
    assert next(len(node.children) for node in (never, closed)) == 3
    assert isinstance(thrown[-1], RaiseNode)
    assert str(left[-1]) == "@10: [§3:%8] $(yield)(@9) → None::NoneType"


def test_generators_that_c_code_consumes():
    def program():
        pairs = list(zip(counting(3), (x * x for x in counting(2)), strict=False))
        first, *rest = counting(3)
        return (
            pairs,
            first,
            rest,
            [*counting(2)],
            {*counting(2)},
            max(counting(4)),
            1 in counting(3),
            dict(zip("ab", counting(2), strict=False)),
        )

    record = whole(program)
    assert record.value == program()
    assert len(named(record, "counting")) == 8
    assert not any(node.metadata for node in record.children)


def test_methods_and_closures_that_make_generators():
    class Tree:
        def __init__(self, *children):
            self.children = children

        def walk(self):
            yield self
            for child in self.children:
                yield from child.walk()

    def program():
        tree = Tree(Tree(), Tree(Tree()))
        scale = 3

        def scaled(n):
            for i in range(n):
                yield i * scale

        return len(list(tree.walk())), list(scaled(3)), [list(scaled(k)) for k in range(3)]

    record = whole(program)
    assert record.value == program()
    assert len(named(record, "walk")) == 4
    assert len(named(record, "scaled")) == 4


def test_a_long_generator_is_decoded_piece_by_piece():
    record = track(lambda: sum(counting(20_000)))
    (generator,) = [node for node in record.children if isinstance(node, NestedCallNode)]
    first = next(iter(generator))
    assert first.position == 1
    assert generator.undecoded > 0
    assert isinstance(generator[-1], ReturnNode)
    assert check(record) == []


# -- coroutines -------------------------------------------------------------------------------------------------------


class Manager:
    async def __aenter__(self):
        await asyncio.sleep(0)
        return 5

    async def __aexit__(self, *exception):
        await asyncio.sleep(0)
        return exception[0] is KeyError


async def numbers(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i


async def doubled(x):
    await asyncio.sleep(0)
    if x == 7:
        raise ValueError("seven")
    return 2 * x


async def everything():
    total = 0
    async for x in numbers(3):
        total += x
    total += await doubled(total)
    async with Manager() as five:
        total += five
        raise KeyError
    found = [y async for y in numbers(4) if y % 2] + [await doubled(k) for k in range(2)]
    try:
        await doubled(7)
    except ValueError as error:
        found.append(str(error))
    async for x in numbers(5):
        if x == 2:
            break
    else:
        found.append("else")
    found += await asyncio.gather(doubled(1), doubled(2))
    try:
        async with asyncio.timeout(0.001):
            await asyncio.sleep(10)
    except TimeoutError:
        found.append("timeout")
    return total, found


def test_coroutines():
    def program():
        return asyncio.run(everything())

    record = whole(program)
    assert record.value == program()
    (coroutine,) = named(record, "everything")
    awaited = [node for node in coroutine.children if isinstance(node, SpecialCallNode) and node.name == "await"]
    assert awaited[3].value == 6  # behind the three turns of the loop and its end
    assert len(named(record, "doubled")) == 6
    assert [node.template.code.co_name for node in coroutine.children if isinstance(node, NestedCallNode)].count(
        "numbers"
    ) == 3


def test_a_task_that_is_cancelled():
    async def waiting(log):
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            log.append("cancelled")
            raise

    async def main():
        log = []
        task = asyncio.create_task(waiting(log))
        await asyncio.sleep(0)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            log.append("seen")
        return log

    record = whole(lambda: asyncio.run(main()))
    assert record.value == ["cancelled", "seen"]
    (task,) = named(record, "waiting")
    assert any(isinstance(node, RaiseNode) and node.target is not None for node in task.children)


# -- what outlives its recording --------------------------------------------------------------------------------------


def test_a_generator_that_outlives_its_recording_goes_on_and_is_no_part_of_another():
    def make():
        generator = counting(5)
        next(generator)
        return [generator]

    first = track(make)
    (generator,) = first.value
    text = [str(node) for node in first.query(irtrack.Descendant)]
    second = track(lambda: [next(generator), sum(counting(2))])
    assert second.value == [1, 1]
    assert problems_of(second) == []
    assert len(named(second, "counting")) == 1
    third = track(list, generator)
    assert third.value == [2, 3, 4]
    assert [str(node) for node in first.query(irtrack.Descendant)] == text
    assert problems_of(first) == []


def test_a_generator_of_any_recording_is_no_part_of_another():
    """Their functions have twins from the second recording on, of which nobody is asked."""

    def make():
        return [(x for x in range(5)) for _ in range(2)]

    generators = [generator for _ in range(3) for generator in track(make).value]

    def go_on():
        return [next(generator) for generator in generators]

    first = track(go_on)
    assert first.value == [0] * 6
    templates = [entry.template for entry in first.log.entries if type(entry) is Mark]
    assert not any(template.suspends for template in templates if template is not None)
    length = len(first.log.entries)
    assert go_on() == [1] * 6
    assert len(first.log.entries) == length


@types.coroutine
def fails_later():
    yield "result"
    raise ValueError("later")


def test_async_for_whose_iterator_raises():
    async def items():
        yield 123
        await fails_later()

    async def loop(found):
        async for item in items():
            found.append(item)

    async def guarded(found):
        for _ in range(2):
            try:
                async for item in items():
                    found.append(item)
            except ValueError as error:
                found.append(str(error))
            finally:
                found.append("finally")
        return [item async for item in items()]

    def program(made):
        found = []
        coroutine = made(found)
        try:
            while True:
                found.append(coroutine.send(None))
        except (ValueError, StopIteration) as error:
            found.append(repr(error))
        return found

    for made in (loop, guarded):
        assert compare(lambda: program(made), tuple).value == program(made)  # noqa: B023  # called at once


def test_a_generator_has_the_name_that_its_function_has_got():
    def counting():
        yield 1

    def run():
        counting()
        counting.__name__ = "other"
        first = counting().__name__
        counting.__name__ = "counting"
        return first, counting().__name__

    assert compare(run, tuple).value == ("other", "counting")


def test_a_generator_that_outlives_its_recording_calls_plain_functions():
    def double(x):
        return 2 * x

    def calling(n):
        for i in range(n):
            try:
                got = yield double(i)
                if got:
                    yield from counting(got)
            except KeyError:
                yield double(-1)
            finally:
                double(i)
        return double(n)

    def make():
        generators = [calling(9) for _ in range(4)]
        return generators, [next(generator) for generator in generators[1:]]

    def use(a, b, c, d):
        found = [next(a), next(a), a.send(2), double(1), next(a), next(a), b.throw(KeyError), next(b)]
        b.close()
        try:
            c.throw(ValueError("out"))
        except ValueError as error:
            frames = traceback.extract_tb(error.__traceback__)
            found += [(frame.name, frame.lineno, frame.colno) for frame in frames][1:]
        return found, list(d)

    expected = use(*make()[0])
    generators, _ = track(make).value
    record = whole(use, *generators)
    assert record.value == expected
    assert len(named(record, "double")) == 1


def test_a_generator_that_outlives_its_recording_returns_what_it_does():
    def summing(n):
        total = 0
        for i in range(n):
            total = total + i * n
            yield total
        return "returned", total + n

    def started():
        made = summing(3)
        return [made, next(made)]

    def rest(made):
        try:
            while True:
                next(made)
        except StopIteration as error:
            return error.value

    assert rest(track(started).value[0]) == rest(started()[0]) == ("returned", 12)


def test_a_generator_that_outlives_its_record_keeps_no_log():
    class Value:
        pass

    def endless():
        while True:
            yield Value()

    def make():
        generator = endless()
        return [generator, weakref.ref(next(generator))]

    record = track(make)
    generator, first = record.value
    assert first() is not None
    del record
    for _ in range(100):
        last = weakref.ref(next(generator))
    gc.collect()
    assert first() is None
    next(generator)
    assert last() is None


def test_no_generator_leaks():
    def program():
        return [list(counting(3)), next(counting(2)), sum(x for x in counting(2))]

    track(program)
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        track(program)
    gc.collect()
    assert len(gc.get_objects()) - before < 50


@pytest.mark.skipif(sys.version_info < (3, 12), reason="eager tasks are new in 3.12")
def test_eager_tasks():
    async def main():
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        return await asyncio.gather(*(doubled(k) for k in range(3)))

    record = whole(lambda: asyncio.run(main()))
    assert record.value == [0, 2, 4]


# -- recordings that go on --------------------------------------------------------------------------------------------


def test_a_generator_function_is_recorded_while_its_record_lives():
    record = track(counting, 2)
    assert str(record) == "counting(⟨2⟩) → <generator>"
    assert len(record.children) == 3
    assert record.suspended
    assert next(record.value) == 0
    assert str(record[-1]) == "@10: [§3:%8] $(yield)(@9) → None::NoneType"
    assert track(lambda: next(record.value)).value == 1
    assert list(record.value) == []
    assert str(record[-1]) == "@18: [§5:&1] return ⟨'done'⟩ → 'done'::str"
    assert not record.suspended
    assert problems_of(record) == []


def test_calls_of_a_generator_that_goes_on():
    def walk(tree):
        if tree:
            yield from walk(tree[:-1])
            yield double(tree[-1])

    def double(x):
        return 2 * x

    record = track(walk, (1, 2, 3))
    seen = []
    for x in record.value:
        seen.append(x)
        assert irtrack.check(record) == []
        assert len(named(record, "double")) == len(seen)
    assert seen == [2, 4, 6]
    assert problems_of(record) == []
    assert track(counting, 3).value.__next__() == 0  # its record is gone


def test_a_function_that_returns_a_generator_goes_on():
    record = track(lambda: counting(2))
    assert list(record.value) == [0, 1]
    assert isinstance(record[2][-1], ReturnNode)
    assert problems_of(record) == []


def test_a_function_that_returns_a_generator_goes_on_each_time():
    def make():
        return (x for x in range(3))

    for _ in range(3):
        node = track(make)
        assert list(node.value) == [0, 1, 2]
        (generator,) = named(node, "<genexpr>")
        assert isinstance(generator[-1], ReturnNode)
        assert problems_of(node) == []


def test_functions_that_are_made_and_not_called_are_not_kept():
    def make(call):
        def made():
            return 1

        return weakref.ref(made), made() if call else made.__name__

    for call in (True, False, False):
        made, _ = track(make, call).value
        assert made() is None


def used_up(node):
    assert list(node.value) == [1]


@pytest.mark.parametrize("use", [used_up, lambda node: node.value.close(), lambda node: None, irtrack.check])
def test_a_record_that_went_on_leaves_nothing_when_it_is_gone(use):
    """Neither its recorder, nor what the code was bound to that the recorder made for it."""

    def make():
        class Local:
            def __init__(self):
                self.x = 1

            def __iter__(self):
                yield self.x

            def __lt__(self, other):
                return True

        made.append(weakref.ref(Local))
        return iter(sorted([Local(), Local()])[0])

    made = []

    def recorders():
        gc.collect()
        track(make)  # which looks for records that are gone
        gc.collect()
        return sum(type(thing) is Recorder for thing in gc.get_objects())

    before = recorders()
    for _ in range(5):
        use(track(make))
    assert recorders() <= before
    assert [reference() for reference in made[:-1]] == [None] * 6


def test_a_generator_whose_record_is_gone_keeps_no_values():
    class Value:
        pass

    def endless():
        while True:
            yield Value()

    record = track(endless)
    generator = record.value
    first = weakref.ref(next(generator))
    gc.collect()
    assert first() is not None
    del record
    gc.collect()
    assert first() is None
    second = weakref.ref(next(generator))
    next(generator)
    assert second() is None


def test_track_async():
    async def main():
        record = await irtrack.track_async(everything)
        assert problems_of(record) == []
        return record

    record = asyncio.run(main())
    assert record.value == asyncio.run(everything())
    assert str(record).startswith("everything() → (14, [1, 3, 0, 2, 'seven', 2, ...])::tuple")
    assert len(named(record, "doubled")) == 6
    assert track(counting, 1).value is not None


def test_track_async_of_a_function_that_returns_a_coroutine():
    async def main():
        return await irtrack.track_async(lambda: doubled(4))

    record = asyncio.run(main())
    assert record.value == 8
    assert check(record) == []


def test_a_generator_expression_that_gets_no_iterator():
    class Broken:
        def __iter__(self):
            raise ValueError("broken")

    def run(items):
        try:
            return sum(x for x in items)
        except ValueError as error:
            return str(error)

    node = track(run, Broken())
    assert node.value == "broken"
    assert check(node) == []


def test_a_loop_by_index_goes_on_behind_its_recording():
    class Counter:
        def __getitem__(self, i):
            return i

    def steps():
        yield from Counter()

    def loop():
        for i in Counter():
            yield i + 0

    for function in (steps, loop):
        made = []
        track(lambda function=function, made=made: made.append(function()) or next(made[0]))
        node = track(lambda made=made: next(made[0]))
        assert node.value == 1
        assert check(node) == []


def test_track_async_of_what_raises():
    async def main():
        with pytest.raises(ValueError, match="seven") as raised:
            await irtrack.track_async(doubled, 7)
        return raised.value

    error = asyncio.run(main())
    frames = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    assert frames == ["main", "doubled"]
    record = irtrack.trace_of(error)
    assert record.exception is error
    assert irtrack.check(record) == []
    assert "ValueError" in str(record)
    assert isinstance(record[-1], RaiseNode)


def test_tasks_within_track_async():
    async def main():
        return await asyncio.gather(*(irtrack.track_async(doubled, k) for k in range(3)))

    records = asyncio.run(main())
    assert [record.value for record in records] == [0, 2, 4]
    for record in records:
        assert problems_of(record) == []


def test_track_async_takes_what_can_be_awaited():
    async def main(f, *args):
        return await irtrack.track_async(f, *args)

    with pytest.raises(TypeError) as raised:
        asyncio.run(main(len, "abc"))
    assert str(raised.value) == (
        "track_async() takes a coroutine function, but len() returned int 3, which cannot be awaited; use track()"
    )


class Items:
    """An asynchronous iterator written in Python."""

    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.n:
            raise StopAsyncIteration
        self.n -= 1
        await asyncio.sleep(0)
        return self.n


class Awaitable:
    def __init__(self, made):
        self.made = made

    def __await__(self):
        return self.made()


class Wrong:
    def __init__(self, iterator, item):
        self.iterator = iterator
        self.item = item

    def __aiter__(self):
        return self.iterator or self

    def __anext__(self):
        return self.item()


def test_asynchronous_methods():
    def steps():
        yield from asyncio.sleep(0).__await__()
        return "awaited"

    async def run():
        found = [x async for x in Items(2)]
        async for x in Items(3):
            found.append(x)
        else:
            found.append(await Awaitable(steps))
        return found, {x async for x in Items(2)}

    node = compare(lambda: asyncio.run(run()), tuple)
    names = [n.template.code.co_name for n in all_nodes(node) if isinstance(n, NestedCallNode)]
    assert [names.count(name) for name in ("__aiter__", "__anext__", "__await__", "steps")] == [3, 10, 1, 1]
    calls = [n for n in all_nodes(node) if isinstance(n, NestedCallNode)]
    (loop,) = [n for n in calls if n.template.code is run.__code__]
    assert type(next(n for n in loop.children if n.children).value) is Items


@pytest.mark.parametrize(
    "made",
    [
        lambda: Awaitable(lambda: 5),
        lambda: Awaitable(lambda: steps_of_coroutine()),
        lambda: 3,
        lambda: Wrong(5, None),
        lambda: Wrong(None, lambda: 7),
        lambda: Wrong(None, lambda: {}["none"]),
    ],
)
def test_asynchronous_methods_that_are_wrong(made):
    async def wait():
        return await made()

    async def loop():
        async for _ in made():
            pass

    for run in (wait, loop):
        compare(lambda: asyncio.run(run()), tuple)  # noqa: B023  # called at once


async def steps_of_coroutine():
    return 1
