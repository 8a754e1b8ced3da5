"""What a function that is not called would have set by what stands behind an assignment: descriptors, namespaces."""


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
