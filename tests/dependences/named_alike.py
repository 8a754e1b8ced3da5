"""Methods of the program with the names of those of builtin containers; and others that are found by their names."""

import contextlib
import io
import logging
import typing
from collections import ChainMap, OrderedDict, defaultdict, deque

import numpy as np


class Part:
    def __init__(self, count):
        self.count = count

    def put(self, count):
        self.count = count

    def get(self, count):
        self.count = count

    def pop(self, count=0):
        self.count = count


class Single:
    only = None

    def __new__(cls):
        if cls.only is None:
            cls.only = object.__new__(cls)
        return cls.only

    def __init__(self):
        self.count = 0

    def put(self, count):
        self.count = count


class Shared:
    def __new__(cls, key, known):
        if key not in known:
            known[key] = super().__new__(cls)
        return known[key]

    def __init__(self, key, known):
        self.count = getattr(self, "count", 0) + 1


def put_out_of_a_defaultdict(a, b, x):
    part = Part(x)
    if a > 1:
        parts = defaultdict(list)
        parts["q"].append(part)
        for one in parts["q"]:
            one.put(b)
    return part.count


def got_out_of_a_deque(a, b, x):
    part = Part(x)
    if a > 1:
        parts = deque([part])
        while parts:
            parts.popleft().get(b)
    return part.count


def popped_out_of_an_array(a, b, x):
    part = Part(x)
    if a > 1:
        for one in np.array([part], object):
            one.pop(b)
    return part.count


def put_out_of_a_dict_in_order(a, b, x):
    part = Part(x)
    if a > 1:
        OrderedDict(q=part)["q"].put(b)
    return part.count


def put_out_of_a_chain(a, b, x):
    part = Part(x)
    if a > 1:
        ChainMap({}, {"q": part})["q"].put(b)
    return part.count


def put_in_a_context(a, b, x):
    part = Part(x)
    if a > 1:
        with contextlib.nullcontext(part) as one:
            one.put(b)
    return part.count


def put_by_a_cast(a, b, x):
    part = Part(x)
    if a > 1:
        typing.cast(Part, part).put(b)
    return part.count


def an_object_that_was_there(a, b, x):
    Single.only = None
    one = Single()
    one.count = x
    if a > 1:
        Single()
    return one.count


def an_object_that_was_there_and_is_written_to(a, b, x):
    Single.only = None
    one = Single()
    one.count = x

    def write():
        Single().put(b)

    if a > 1:
        write()
    return one.count


def an_object_around_that_was_there(a, b, x):
    part = Part(x)

    class Given(Part):
        def __new__(cls):
            return part

        def __init__(self):
            self.count = b

    part.__class__ = Given
    if a > 1:
        Given()
    return part.count


def an_object_of_a_table(a, b, x):
    known = {}
    one = Shared(x, known)
    if a > 1:
        Shared(b, known)
    return one.count


def a_class_method_that_was_stored(a, b, x):
    class Kept:
        pass

    Kept.find = classmethod([lambda cls: x, lambda cls: b][a > 1])
    return Kept.find()


def a_class_method_stored_on_a_way(a, b, x):
    class Kept:
        @classmethod
        def find(cls):
            return x

    if a > 1:
        Kept.find = classmethod(lambda cls: b)
    return Kept.find()


def _logger(out):
    logger = logging.Logger("q")
    logger.addHandler(logging.StreamHandler(out))
    return logger


def a_level_that_keeps_a_line_out(a, b, x):
    out = io.StringIO()
    logger = _logger(out)
    logger.setLevel(a * 25)
    logger.warning("q%d", b)
    return out.getvalue()


def a_filter_that_keeps_a_line_out(a, b, x):
    out = io.StringIO()
    logger = _logger(out)
    logger.addFilter(lambda record: a > 1)
    logger.error("q%d", b)
    return out.getvalue()


def put_by_a_proxy(a, b, x):
    part = Part(x)

    class Proxy:
        def __init__(self, part):
            self.part = part

        def __getattr__(self, name):
            return getattr(self.part, name)

    proxy = Proxy(part)
    if a > 1:
        proxy.put(b)
    return part.count


def got_in_a_function(a, b, x):
    part = Part(x)

    def write(parts):
        parts[0].get(b)

    if a > 1:
        write(deque([part]))
    return part.count


def got_in_a_function_that_makes_a_container(a, b, x):
    part = Part(x)

    def write():
        for one in typing.cast(list, [part]):
            one.get(b)

    if a > 1:
        write()
    return part.count


class Derived(Single):
    def __new__(cls):
        return super().__new__(cls)


def an_object_that_a_base_has_given(a, b, x):
    Derived.only = None
    one = Derived()
    one.count = x
    if a > 1:
        Derived()
    return one.count
