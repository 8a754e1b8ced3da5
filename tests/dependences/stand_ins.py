"""Objects that stand for one that was chosen: views of its memory, weak proxies."""

import weakref


def a_view_of_bytes(a, b, x):
    one, other = bytearray(b"ab"), bytearray(b"ab")
    memoryview(one if a > 1 else other)[0] = b
    return one[0]


class Plain:
    n = 0


def an_attribute_of_the_class_by_a_proxy(a, b, x):
    one, other = Plain(), Plain()
    weakref.proxy(one if a > 1 else other).n = b
    return one.n


def a_part_of_a_view_of_bytes(a, b, x):
    one, other = bytearray(b"abcd"), bytearray(b"abcd")
    memoryview(one if a > 1 else other)[1:3] = b"xy"
    return one[1]
