"""What comes to light when what hides it is deleted, or is hidden by a store."""


class Box:
    def __init__(self, v):
        self.v = v


class Asked:
    """A descriptor that counts."""

    def __init__(self):
        self.times = 0

    def __get__(self, owner, cls):
        self.times += 1
        return 1


def by_del(a, b, x):
    row = [x]

    class Holder:
        items = row

    one = Holder()
    one.items = [b]
    if a > 1:
        del one.items
    one.items.append(5)
    return len(row)


def of_a_class_that_got_it_later(a, b, x):
    class Holder:
        pass

    Holder.items = row = [x]
    one = Holder()
    one.items = [b]
    if a > 1:
        del one.items
    one.items.append(5)
    return len(row)


def by_delattr(a, b, x):
    class Holder:
        items = [x]

    one = Holder()
    one.items = [b]
    if a > 1:
        delattr(one, "items")
    one.items[0] = 5
    return Holder.items


def an_object(a, b, x):
    class Holder:
        box = Box(x)

    one = Holder()
    one.box = Box(b)
    if a > 1:
        del one.box
    one.box.v = 9
    return Holder.box.v


def a_method(a, b, x):
    row = [x]

    class Holder:
        def go(self):
            row.append(b)

    one = Holder()
    one.go = lambda: 0
    if a > 1:
        del one.go
    one.go()
    return len(row)


def of_a_base(a, b, x):
    row = [x]

    class Base:
        items = row

    class Holder(Base):
        items = [b]

    if a > 1:
        del Holder.items
    Holder.items.append(5)
    return len(row)


def by_the_dict(a, b, x):
    row = [x]

    class Holder:
        items = row

    one = Holder()
    one.items = [b]
    if a > 1:
        one.__dict__.pop("items")
    one.items.append(5)
    return len(row)


def by_clearing_the_dict(a, b, x):
    row = [x]

    class Holder:
        items = row

    one = Holder()
    one.items = [b]
    if a > 1:
        vars(one).clear()
    one.items.append(5)
    return len(row)


def a_descriptor_that_a_store_hides(a, b, x):
    asked = Asked()

    class Holder:
        value = asked

    one = Holder()
    if a > 1:
        one.value = b
    one.value
    return asked.times
