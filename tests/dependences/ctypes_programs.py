"""Objects of ctypes that lie in the memory of others."""

import ctypes


class Pair(ctypes.Structure):
    _fields_ = (("first", ctypes.c_int), ("second", ctypes.c_int))


class Either(ctypes.Union):
    _fields_ = (("first", ctypes.c_int), ("second", ctypes.c_int))


def behind_a_pointer(a, b, x):
    number = ctypes.c_int(3)
    ctypes.pointer(number).contents.value = b
    return number.value


def behind_one_of_two_pointers(a, b, x):
    one, other = Pair(), Pair()
    ctypes.pointer((one, other)[a % 2])[0].first = b
    return one.first


def behind_a_pointer_to_another_type(a, b, x):
    numbers = (ctypes.c_int * 2)()
    ctypes.cast(numbers, ctypes.POINTER(ctypes.c_int))[0] = b
    return numbers[0]


def in_a_buffer(a, b, x):
    l = bytearray(2)
    (ctypes.c_char * 2).from_buffer(l)[0] = bytes([b])
    return bytes(l)


def in_an_array_of_structures(a, b, x):
    pairs = (Pair * 2)()
    pairs[0].first = b
    pairs[1].first = 7
    return pairs[0].first


def by_another_name(a, b, x):
    either = Either()
    either.first = b
    return either.second


def by_another_name_perhaps(a, b, x):
    text = ctypes.create_string_buffer(b"abc")
    if a > 1:
        text.raw = b"x"
    return text.value
