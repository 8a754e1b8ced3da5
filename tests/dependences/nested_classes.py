"""Classes that are attributes of classes, written to by their paths on ways not taken."""

import types


class Config:
    class db:
        hits = 0
        rows = []

        class inner:
            deep = 0

    limit = 0

    @staticmethod
    def query():
        Config.db.hits += 1


class Node:
    class Meta:
        count = 0

    def __init__(self):
        Node.Meta.count += 1


class Own:
    class Meta:
        count = 0

    def __init__(self):
        self.Meta.count += 1


class OfType:
    class Meta:
        count = 0

    def add(self):
        type(self).Meta.count += 1


class OfSelf:
    class Meta:
        count = 0

    def add(self):
        self.Meta.count += 1

    def set(self, v):
        setattr(self.Meta, "count", v)

    @classmethod
    def of_class(cls):
        cls.Meta.count += 1


class Derived(OfSelf):
    pass


class Other:
    n = 0


class Alias:
    K = Other


class Out:
    class kind:
        n = 0

        def __init__(self):
            Out.kind.n += 1

    def make(self):
        self.kind()


class Methods:
    class B:
        n = 0
        seen = []

        @classmethod
        def hit(cls):
            cls.n += 1

        @staticmethod
        def put():
            SEEN.append(1)

        @classmethod
        def keep(cls, v):
            cls.seen.append(v)


SEEN = []
SPACE = types.SimpleNamespace(kind=Other)
KINDS = {"other": Other}


def query():
    Config.db.hits += 1


def query_deep():
    Config.db.inner.deep += 1


def by_a_path(a, b, x):
    Config.db.hits = x
    if a > 1:
        query()
    return Config.db.hits


def by_a_longer_path(a, b, x):
    Config.db.inner.deep = x
    if a > 1:
        query_deep()
    return Config.db.inner.deep


def by_a_path_of_a_static_method(a, b, x):
    Config.db.hits = x
    if a > 1:
        Config.query()
    return Config.db.hits


def as_an_object_is_made(a, b, x):
    Node.Meta.count = x
    if a > 1:
        Node()
    return Node.Meta.count


def as_an_object_is_made_in_a_function(a, b, x):
    Node.Meta.count = x

    def make():
        return Node()

    if a > 1:
        make()
    return Node.Meta.count


def of_an_object(a, b, x):
    OfSelf.Meta.count = x
    one = OfSelf()
    if a > 1:
        one.add()
    return OfSelf.Meta.count


def of_an_object_by_setattr(a, b, x):
    OfSelf.Meta.count = x
    one = OfSelf()
    if a > 1:
        one.set(b)
    return OfSelf.Meta.count


def of_an_object_that_a_function_would_make(a, b, x):
    OfSelf.Meta.count = x

    def run():
        OfSelf().add()

    if a > 1:
        run()
    return OfSelf.Meta.count


def of_an_object_of_a_derived_class(a, b, x):
    OfSelf.Meta.count = x
    one = Derived()
    if a > 1:
        one.add()
    return OfSelf.Meta.count


def of_the_type_of_an_object(a, b, x):
    OfType.Meta.count = x
    one = OfType()
    if a > 1:
        one.add()
    return OfType.Meta.count


def of_a_class_method(a, b, x):
    OfSelf.Meta.count = x
    if a > 1:
        OfSelf.of_class()
    return OfSelf.Meta.count


def of_a_class_method_in_a_function(a, b, x):
    OfSelf.Meta.count = x

    def run():
        OfSelf.of_class()

    if a > 1:
        run()
    return OfSelf.Meta.count


def by_another_name(a, b, x):
    Other.n = x

    def run():
        Alias.K.n += 1

    if a > 1:
        run()
    return Other.n


def that_is_made_by_a_method(a, b, x):
    Out.kind.n = x
    one = Out()
    if a > 1:
        one.make()
    return Out.kind.n


def that_is_made_by_a_path(a, b, x):
    Out.kind.n = x

    def run():
        Out.kind()

    if a > 1:
        run()
    return Out.kind.n


def that_is_made_by_a_path_at_once(a, b, x):
    Out.kind.n = x
    if a > 1:
        Out.kind()
    return Out.kind.n


def by_its_class_method(a, b, x):
    Methods.B.n = x

    def run():
        Methods.B.hit()

    if a > 1:
        run()
    return Methods.B.n


def by_its_static_method(a, b, x):
    SEEN.clear()

    def run():
        Methods.B.put()

    if a > 1:
        run()
    return len(SEEN)


def what_its_class_method_keeps(a, b, x):
    Methods.B.seen.clear()

    def run(y):
        Methods.B.keep(y)

    if a > 1:
        run(b)
    return list(Methods.B.seen)


class Holding:
    rows = []

    def add(self, y):
        self.rows.append(y)


def what_the_class_of_what_would_be_made_holds(a, b, x):
    Holding.rows.clear()

    def run(y):
        Holding().add(y)

    if a > 1:
        run(b)
    return list(Holding.rows)
