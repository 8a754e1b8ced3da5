"""What lies in the memory of another object: memoryviews, arrays."""

import array
import io

import numpy as np


def with_a_view(a, b, x):
    l = bytearray(2)
    with memoryview(l) as m:
        m[0] = b
    return l[0]


def with_a_view_of_an_array(a, b, x):
    l = array.array("i", [0])
    with memoryview(l) as m:
        m[0] = b
    return l[0]


def with_a_view_of_numbers(a, b, x):
    l = np.zeros(2)
    with memoryview(l) as m:
        m[0] = float(b)
    return float(l[0])


def with_one_of_two_views(a, b, x):
    one, other = bytearray(2), bytearray(2)
    with memoryview(one if a > 1 else other) as m:
        m[0] = b
    return one[0], other[1]


def with_the_buffer_of_a_file(a, b, x):
    s = io.BytesIO(b"abc")
    with s.getbuffer() as m:
        m[0] = b
    return s.getvalue()


def the_buffer_of_a_file(a, b, x):
    s = io.BytesIO(b"abc")
    s.getbuffer()[0] = b
    return s.getvalue()


def the_buffer_of_one_of_two_files(a, b, x):
    one, other = io.BytesIO(b"abc"), io.BytesIO(b"abc")
    (one if a > 1 else other).getbuffer()[0] = 1
    return one.getvalue()


def the_buffer_of_a_file_in_a_loop(a, b, x):
    s = io.BytesIO(b"abc")
    for m in [s.getbuffer()]:
        m[0] = b
        m.release()  # or else 3.12 crashes when it collects both
    return s.getvalue()


def numbers_over_an_array(a, b, x):
    l = array.array("d", [1, 2])
    n = np.asarray(l)
    n[0] = b
    return l[0]


def numbers_over_one_of_two_arrays(a, b, x):
    one, other = array.array("d", [1]), array.array("d", [1])
    np.asarray(one if a > 1 else other)[0] = b
    return one[0]


def strides(a, b, x):
    l = np.zeros(4)
    np.lib.stride_tricks.as_strided(l, (2,), (8,))[0] = b
    return float(l[0])


def windows(a, b, x):
    l = np.zeros(4)
    v = np.lib.stride_tricks.sliding_window_view(l, 2)
    l[0] = b
    return float(v[0, 0])


def part_of_an_item(a, b, x):
    m = memoryview(bytearray(b"abc"))
    l = [m]
    l[0][1:][0] = b
    return m.tolist()


class Box:
    pass


def part_of_an_attribute(a, b, x):
    m = memoryview(bytearray(b"abc"))
    box = Box()
    box.value = m
    box.value[1:][0] = b
    return m.tolist()


def part_of_another_attribute(a, b, x):
    one, other = memoryview(bytearray(b"abc")), memoryview(bytearray(b"abc"))
    box = Box()
    box.value = other
    if a > 1:
        box.value = one
    box.value[1:][0] = b
    return one.tolist()


def part_of_a_choice(a, b, x):
    one, other = memoryview(bytearray(b"abc")), memoryview(bytearray(b"abc"))
    chosen = {0: other, 1: one}[a % 2]
    chosen[1:][0] = b
    return bytes(one.obj)


def passed_on(a, b, x):
    l = array.array("i", [1, 2])
    m = memoryview(l)

    def same(z):
        return z

    l[0] = b
    return same(m)[0]


def an_item(a, b, x):
    l = array.array("i", [1, 2])
    items = [memoryview(l)]
    items[0][0] = b
    return l[0]


def released_later(a, b, x):
    l = array.array("i", [1, 2])
    items = [memoryview(l)]
    items[0][0] = b
    items[0].release()
    l.append(x)
    return l[0]


def let_go_of_when_it_grows(a, b, x):
    l = array.array("i", [1, 2])
    for m in [memoryview(l)]:
        m[0] = b
    del m
    l.append(x)
    return l[0]


def for_reading_only(a, b, x):
    l = bytearray(2)
    m = memoryview(l)
    k = m.toreadonly()

    def store():
        m[0] = b

    if a > 1:
        store()
    return k[0]


def how_far_over_an_array(a, b, x):
    flat = np.zeros((2, 2)).flat
    if a == 1:
        next(flat)
    return flat.index, flat.coords
