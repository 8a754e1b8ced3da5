"""What a function that is not called would have set by what stands behind an assignment: descriptors, namespaces."""

import functools
import types


class Priced:
    """Its price by a property, its count in a slot."""

    __slots__ = "_price", "count"

    def __init__(self):
        self._price = self.count = 0

    @property
    def price(self):
        return self._price

    @price.setter
    def price(self, value):
        self._price = value


def set_by_the_property_itself(a, b, x):
    one = Priced()

    def put():
        Priced.price.__set__(one, x)

    if a > 1:
        put()
    return one.price


def set_by_the_property_itself_in_a_callback(a, b, x):
    one = Priced()
    row = []

    def put():
        Priced.price.__set__(one, x)

    if a > 1:
        row.append(put)
    for each in row:
        each()
    return one.price


def set_by_the_property_itself_on_a_way(a, b, x):
    one = Priced()
    if a > 1:
        Priced.price.__set__(one, x)
    return one.price


def set_by_the_function_of_a_property(a, b, x):
    one = Priced()

    def put():
        Priced.price.fset(one, x)

    if a > 1:
        put()
    return one.price


def set_by_the_descriptor_of_a_slot(a, b, x):
    one = Priced()

    def put():
        Priced.count.__set__(one, x)

    if a > 1:
        put()
    return one.count


def set_by_the_descriptor_of_a_slot_on_a_way(a, b, x):
    one = Priced()
    if a > 1:
        Priced.count.__set__(one, x)
    return one.count


def set_by_the_property_of_the_class_of_an_object(a, b, x):
    one = Priced()

    def put(given):
        type(given).price.__set__(given, x)

    if a > 1:
        put(one)
    return one.price


def set_in_the_keywords_of_a_partial(a, b, x):
    f = functools.partial(lambda n, k=0: n + k, 1)

    def put():
        f.keywords["k"] = x

    if a > 1:
        put()
    return f()


def set_in_the_keywords_of_a_partial_on_a_way(a, b, x):
    f = functools.partial(lambda n, k=0: n + k, 1)
    if a > 1:
        f.keywords["k"] = x
    return f()


def total():
    return RATE


RATE = 0


def set_in_the_globals_of_a_function(a, b, x):
    total.__globals__["RATE"] = 0

    def put():
        total.__globals__["RATE"] = x

    if a > 1:
        put()
    return total()


def set_in_the_globals_of_a_function_on_a_way(a, b, x):
    total.__globals__["RATE"] = 0
    if a > 1:
        total.__globals__["RATE"] = x
    return total()


def set_in_memory_of_which_there_is_another_view(a, b, x):
    whole = memoryview(bytearray(2))
    view = whole.toreadonly()

    def put():
        whole[0] = x

    if a > 1:
        put()
    return view[0]


def set_in_memory_of_which_there_is_a_part(a, b, x):
    whole = memoryview(bytearray(2))
    view = whole[:1]

    def put():
        whole[0] = x

    if a > 1:
        put()
    return view[0]


def set_in_memory_of_which_there_is_another_view_on_a_way(a, b, x):
    whole = memoryview(bytearray(2))
    view = whole.cast("b")
    if a > 1:
        whole[0] = x
    return view[0]


def set_in_the_class_of_an_object(a, b, x):
    class K:
        v = 0

    if a > 1:
        type(K()).v = x
    return type("S", (K,), {})().v


def set_in_the_class_of_an_object_and_read_there(a, b, x):
    class K:
        v = 0

    if a > 1:
        type(K()).v = x
    return K.v


def set_in_the_names_of_a_module(a, b, x):
    one = types.ModuleType("one")
    one.v = 0
    if a > 1:
        vars((lambda given: given)(one))["v"] = x
    return one.v


def set_in_the_names_of_an_object(a, b, x):
    one = types.SimpleNamespace(v=0)
    if a > 1:
        vars((lambda given: given)(one))["v"] = x
    return one.v


def set_in_the_dict_of_a_module(a, b, x):
    one = types.ModuleType("one")
    one.v = 0
    if a > 1:
        (lambda given: given)(one).__dict__["v"] = x
    return one.v


def set_in_the_globals(a, b, x):
    globals()["RATE"] = 0

    def put():
        globals()["RATE"] = x

    if a > 1:
        put()
    return total()


def set_in_a_module_that_is_handed_on(a, b, x):
    one = types.ModuleType("one")
    one.v = 0
    if a > 1:
        (lambda given: given)(one).v = x
    return one.v


def set_in_what_is_called_its_class(a, b, x):
    class K:
        v = 0

    if a > 1:
        K().__class__.v = x
    return K.v
