"""What the record holds keeps no object from changing its size that the program could change."""

import array
import ctypes
import gc
import io
import mmap
import re
import struct
import traceback

import numpy as np
import pytest

import irtrack
from irtrack import Context, track


class Reader:
    def __init__(self, data):
        self.view = memoryview(data)

    def get(self):
        return self.view


def in_a_list():
    data = bytearray(b"abc")
    views = [memoryview(data)]
    first = views[0][0]
    views.clear()
    data.append(1)
    return first, data


def in_a_dict():
    data = bytearray(b"abc")
    views = {"v": memoryview(data)}
    first = views["v"][0]
    del views["v"]
    data.extend(b"xx")
    return first, data


def in_an_object():
    data = bytearray(b"abc")
    reader = Reader(data)
    first = reader.view[0]
    del reader
    data.insert(0, 1)
    return first, data


def in_an_object_that_goes_on():
    data = bytearray(b"abc")
    reader = Reader(data)
    view = reader.get()
    first = view[0]
    reader.view = None
    del view
    data.pop()
    return first, data


def returned():
    def view(data):
        return memoryview(data)[1:]

    data = bytearray(b"abc")
    first = view(data)[0]
    data.remove(98)
    return first, data


def passed():
    def use(*views, **others):
        return views[0][0] + others["last"][2]

    data = bytearray(b"abc")
    found = use(memoryview(data), last=memoryview(data))
    data.clear()
    return found, data


def in_a_loop():
    data = bytearray(b"abc")
    total = 0
    for view in [memoryview(data), memoryview(data)]:
        total += view[0]
    del view
    data.append(1)
    return total, data


def in_a_generator():
    def each(view):
        yield from view

    data = bytearray(b"abc")
    found = list(each(memoryview(data)))
    data.append(1)
    return found, data


def in_a_closure():
    data = bytearray(b"abc")
    view = memoryview(data)
    first = (lambda: view[0])()
    view = None
    data.append(1)
    return first, data, view


def behind_an_exception():
    def fail(data):
        view = memoryview(data)
        raise ValueError(view[0])

    data = bytearray(b"abc")
    try:
        fail(data)
    except ValueError as error:
        found = error.args
    data.append(1)
    return found, data


def a_method_of_it():
    data = bytearray(b"abc")
    method = memoryview(data).tolist
    found = method()
    del method
    append = data.append
    append(1)
    append(2)
    return found, data


def its_iterator():
    data = bytearray(b"abc")
    iterator = iter(memoryview(data))
    first = next(iterator)
    del iterator
    data.append(1)
    return first, data


def added_before_and_after():
    data = bytearray()
    found = []
    for part in b"ab", b"cd", b"ef":
        data += part
        view = memoryview(data)
        found.append(bytes(view[-1:]))
        del view
        data *= 2
        view = [memoryview(data)][0]
        found.append(view[0])
        view = None
        data[1:1] = b"xyz"
        found.append(len(np.frombuffer(data, "u1")))
        del data[:2]
        found.append([memoryview(data)][0][0])
        data[0:2:1] = b"longer"
        found.append([memoryview(data)][0][0])
        del data[0]
    return found, data


def arrays_over_it():
    data = bytearray(b"abcdefgh")
    numbers = np.frombuffer(data, dtype="u1")[2:].reshape(2, 3)
    total = int(numbers.sum()) + int(np.asarray(memoryview(data)).sum())
    del numbers
    del data[:2]
    return total, data


def c_types_over_it():
    data = bytearray(b"abcd")
    pair = (ctypes.c_char * 2).from_buffer(data)
    found = pair.value
    del pair
    data.append(1)
    return found, data


def array_of_numbers():
    data = array.array("i", [1, 2])
    first = [memoryview(data)][0][0]
    data.append(3)
    total = int(np.frombuffer(data, dtype="i4").sum())
    data += data
    return first, total, data


def buffer_of_a_file():
    with io.BytesIO(b"abc") as file:
        first = [file.getbuffer()][0][0]
        file.seek(0, 2)
        file.write(b"x")
        size = len(file.getbuffer())
        file.truncate(2)
        found = file.getvalue()
        last = [file.getbuffer()][0][-1]
    return first, size, found, last, file.closed


def shared_memory():
    memory = mmap.mmap(-1, 100)
    first = [memoryview(memory)][0][0]
    memory.close()
    return first, memory.closed


def released():
    data = bytearray(b"abcdefgh")
    with memoryview(data) as view:
        total = int(np.frombuffer(view, "u1").sum())
    other = memoryview(data)
    total += int(np.frombuffer(other, "u1").sum())
    other.release()
    data.append(1)
    return total, data


def searched():
    data = bytearray(b"a1b2")
    found = [match.start() for match in re.finditer(rb"\d", data)], list(struct.iter_unpack("2s", data))
    data.append(1)
    return found, data


def parsed():
    data = bytearray(b"3abc2xy1z")
    found = []
    while data:
        view = memoryview(data)
        size = int(view[:1].tobytes())
        found.append(bytes(view[1 : 1 + size]))
        view.release()
        del data[: 1 + size]
    return found, data


PROGRAMS = [value for value in globals().copy().values() if getattr(value, "__module__", "") == __name__]
PROGRAMS.remove(Reader)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_sizes_change_as_in_the_plain_run(program):
    expected = program()
    for context in Context(), Context(keep_last=20), Context(max_entries=1000):
        node = track(context, program)
        assert node.value == expected
        if context.keep_last is None:
            assert irtrack.check(node) == []
        assert all(str(child) for child in node)


def test_what_the_program_still_holds_is_a_buffer_error_as_ever():
    def run():
        data = bytearray(b"abc")
        view = memoryview(data)
        try:
            data.append(1)
        except BufferError as error:
            return str(error), traceback.format_tb(error.__traceback__), view[0]

    assert track(run).value == run()

    class Holder:
        pass

    def held():
        data = bytearray(b"abc")
        holder = Holder()
        holder.views = [memoryview(data)]
        try:
            data += b"x"
        except BufferError as error:
            return str(error), holder.views[0][0]

    assert track(held).value == held()

    def error_that_is_kept():
        def fail(data):
            view = memoryview(data)
            raise ValueError(view[0])

        data = bytearray(b"abc")
        try:
            fail(data)
        except ValueError as error:
            kept = error
        try:
            data.append(1)
        except BufferError as error:
            return str(error), str(kept)

    assert track(error_that_is_kept).value == error_that_is_kept()


def test_a_with_statement_that_cannot_let_go_raises_as_ever():
    def run():
        try:
            with io.BytesIO(b"abc") as file:
                view = file.getbuffer()
        except BufferError as error:
            found = str(error), traceback.format_tb(error.__traceback__), view[0]
        try:
            with io.BytesIO(b"abc") as file:
                return found
        finally:
            file.close()

    assert track(run).value == run()


def test_what_was_let_go_is_shown_as_such():
    node = track(in_an_object)
    shown = {str(child).split("→")[-1].strip() for child in node}
    assert "<Reader> (not kept)" in shown
    assert "u8[3] (not kept)" in {str(child).split("→")[-1].strip() for child in track(in_a_list)}
    node = track(arrays_over_it)
    assert "u8[2,3] (not kept)" in {str(child).split("→")[-1].strip() for child in node}


def test_nothing_is_let_go_where_the_size_does_not_change():
    def run(data):
        numbers = np.frombuffer(data, dtype="u1")
        return numbers.sum(), numbers

    node = track(run, bytearray(b"abc"))
    assert type(node[3].value) is np.ndarray


def test_methods_without_their_object_raise_as_ever():
    def run():
        memoryview(b"")
        errors = []
        for method, *arguments in (bytearray.append,), (bytearray.append, 1), (bytearray.append, bytearray(), 300):
            try:
                method(*arguments)
            except (TypeError, ValueError) as error:
                errors.append(str(error))
        return errors

    assert track(run).value == run()


def test_the_collector_has_no_part_in_it():
    gc.disable()
    try:
        assert track(parsed).value == parsed()
    finally:
        gc.enable()
