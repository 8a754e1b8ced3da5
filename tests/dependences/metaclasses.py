"""Properties and descriptors that metaclasses have."""


class Meta(type):
    @property
    def number(cls):
        return cls.value

    @number.setter
    def number(cls, value):
        cls.value = value

    @number.deleter
    def number(cls):
        del cls.value


class Base(metaclass=Meta):
    value = 0


def a_property_of_a_metaclass(a, b, x):
    made = Meta("Made", (), {"value": 0})
    made.number = b
    return made().value


def a_property_of_a_metaclass_by_name(a, b, x):
    made = Meta("Made", (), {"value": 0})
    setattr(made, "number", b)
    return made().value


def a_property_of_a_metaclass_in_place(a, b, x):
    made = Meta("Made", (), {"value": 0})
    made.number += b
    return made().value


def a_property_of_a_metaclass_that_deletes(a, b, x):
    made = Meta("Made", (Base,), {"value": x})
    if a > 1:
        del made.number
    return made().value


def a_property_of_a_metaclass_that_might_have_run(a, b, x):
    made = Meta("Made", (Base,), {"value": 0})
    if a > 1:
        made.number = b
    return made().value


def a_property_of_a_metaclass_of_one_of_two(a, b, x):
    one, other = Meta("One", (Base,), {}), Meta("Other", (Base,), {})
    (one, other)[a % 2].number = b
    return one().value


def a_property_of_a_metaclass_in_a_loop(a, b, x):
    made = Meta("Made", (Base,), {})
    for k in range(3):
        made.number += k * b
    return made().value


class Storing:
    def __set__(self, owner, value):
        owner.value = value


class Other(type):
    number = Storing()


def a_descriptor_of_a_metaclass(a, b, x):
    made = Other("Made", (), {"value": 0})
    made.number = b
    return made().value
