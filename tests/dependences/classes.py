"""Classes that are made and changed; writes by functions in the place of methods and statements."""

import collections
import functools
import operator
import types
import warnings


def subclass_hook_by_type(a, b, x):
    log = []

    class B:
        def __init_subclass__(cls, **kw):
            log.append(cls.v)

    type("C", (B,), {"v": a})
    return log


def set_name_by_type(a, b, x):
    log = []

    class D:
        def __set_name__(self, owner, name):
            log.append((name, a))

    type("C", (), {"v": D()})
    return log


def metaclass_called(a, b, x):
    log = []

    class M(type):
        def __new__(mcs, name, bases, ns, k=0):
            log.append(k)
            return super().__new__(mcs, name, bases, ns)

    M("C", (), {}, k=a)
    return log


def metaclass_init_called(a, b, x):
    log = []

    class M(type):
        def __init__(cls, name, bases, ns, k=0):
            log.append(k)
            cls.w = x

        def __new__(mcs, name, bases, ns, k=0):
            return super().__new__(mcs, name, bases, ns)

    C = M("C", (), {}, k=a)
    return log, C.w


def new_class(a, b, x):
    log = []

    class B:
        def __init_subclass__(cls, k=0):
            log.append(k)

    types.new_class("C", (B,), {"k": a})
    return log


def new_class_body(a, b, x):
    def body(ns):
        ns["v"] = a

    return types.new_class("C", (), {}, body).v


def attribute_by_type(a, b, x):
    return type("C", (), {"v": a, "w": b}).v


def hook_that_writes_to_the_class(a, b, x):
    class B:
        def __init_subclass__(cls):
            cls.w = a

    return type("C", (B,), {}).w


def hook_that_writes_to_the_base(a, b, x):
    class B:
        n = 0

        def __init_subclass__(cls):
            B.n += a

    type("C", (B,), {})
    return B.n


def type_on_a_way_not_taken(a, b, x):
    log = [0]

    class B:
        def __init_subclass__(cls):
            log[0] = b

    if a > 1:
        type("C", (B,), {})
    return log


def class_on_a_way_not_taken(a, b, x):
    log = [0]

    class B:
        def __init_subclass__(cls):
            log[0] = b

    if a > 1:

        class C(B):
            pass

    return log


def into_the_class(a, b, x):
    class B:
        v = 1

    if a > 1:
        B.v = b
    return B().v


def into_the_base(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    if a > 1:
        B.v = b
    return C.v


def into_the_base_of_an_instance(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    c = C()
    if a > 1:
        setattr(B, "v", b)
    return c.v


def method_into_the_class(a, b, x):
    class B:
        def m(self):
            return 1

    if a > 1:
        B.m = lambda self: b
    return B().m()


def property_over_it(a, b, x):
    class B:
        @property
        def v(self):
            return 1

    if a > 1:
        B.v = b
    return B().v


def getattr_under_it(a, b, x):
    class B:
        def __getattr__(self, name):
            return 1

    if a > 1:
        B.v = b
    return B().v


def nearer_class(a, b, x):
    class B:
        v = 1

    class C(B):
        pass

    if a > 1:
        C.v = b
    return C().v


def deleted_from_the_class(a, b, x):
    class B:
        v = 1

    class C(B):
        v = b

    if a > 1:
        del C.v
    return C().v


def into_the_class_by_self(a, b, x):
    class B:
        v = 1

        def set(self):
            type(self).v = b

    c = B()
    if a > 1:
        c.set()
    return B().v


def into_the_class_by_class(a, b, x):
    class B:
        v = 1

        def set(self):
            self.__class__.v = b

    c = B()
    if a > 1:
        c.set()
    return B().v


def into_the_class_by_classmethod(a, b, x):
    class B:
        v = 1

        @classmethod
        def set(cls):
            cls.v = b

    if a > 1:
        B.set()
    return B().v


def into_the_class_by_a_function(a, b, x):
    class B:
        v = 1

    def f(cls):
        cls.v = b

    if a > 1:
        f(B)
    return B().v


def into_a_class_that_is_held(a, b, x):
    class B:
        v = 1

    kinds = [B]
    if a > 1:
        kinds[0].v = b
    return B().v


def into_a_class_that_an_object_holds(a, b, x):
    class B:
        v = 1

    class H:
        def __init__(self, kind):
            self.kind = kind

        def set(self):
            self.kind.v = b

    h = H(B)
    if a > 1:
        h.set()
    return B().v


def unbound_append(a, b, x):
    l = [1]
    if a > 1:
        list.append(l, b)
    return l


def unbound_append_in_a_function(a, b, x):
    l = [1]

    def f(to):
        list.append(to, b)

    if a > 1:
        f(l)
    return l


def set_item_of_operator(a, b, x):
    d = {0: 1}
    if a > 1:
        operator.setitem(d, 0, b)
    return d[0]


def set_item_of_operator_in_a_function(a, b, x):
    d = {0: 1}

    def f():
        operator.setitem(d, 0, b)

    if a > 1:
        f()
    return d[0]


def delete_item_of_operator(a, b, x):
    l = [0, 1, b]
    if a > 1:
        operator.delitem(l, 0)
    return l[1]


def added_in_place_by_operator(a, b, x):
    l = [0]
    if a > 1:
        operator.iadd(l, [b])
    return l[-1]


def set_by_object(a, b, x):
    class C:
        v = 1

    c = C()
    if a > 1:
        object.__setattr__(c, "v", b)
    return c.v


def set_by_type(a, b, x):
    class C:
        v = 1

    if a > 1:
        type.__setattr__(C, "v", b)
    return C.v


def set_by_super(a, b, x):
    class C:
        v = 1

        def set(self):
            super().__setattr__("v", b)

    c = C()
    if a > 1:
        c.set()
    return c.v


def keyword_default_stored(a, b, x):
    def f(*, k=1):
        return k

    if a > 1:
        f.__kwdefaults__["k"] = b
    return f()


def default_stored(a, b, x):
    def f(k=1):
        return k

    if a > 1:
        f.__defaults__ = (b,)
    return f()


def keyword_default_really_stored(a, b, x):
    def f(*, k=1):
        return k

    f.__kwdefaults__["k"] = b
    return f()


def keyword_of_a_partial(a, b, x):
    p = functools.partial(lambda k: k, k=1)
    if a > 1:
        p.keywords["k"] = b
    return p()


def keyword_of_a_partial_really(a, b, x):
    p = functools.partial(lambda k: k, k=1)
    p.keywords["k"] = b
    return p()


def cell_contents(a, b, x):
    v = 1

    def f():
        return v

    if a > 1:
        f.__closure__[0].cell_contents = b
    return f()


def cell_contents_really(a, b, x):
    v = 1

    def f():
        return v

    f.__closure__[0].cell_contents = b
    return f()


def dict_update_unbound(a, b, x):
    d = {0: 1}
    if a > 1:
        dict.update(d, {0: b})
    return d[0]


def set_add_unbound(a, b, x):
    s = {1}
    if a > 1:
        set.add(s, b)
    return sorted(s)


def deque_unbound(a, b, x):
    s = collections.deque([1])
    if a > 1:
        collections.deque.appendleft(s, b)
    return s[0]


def method_caller(a, b, x):
    l = [1]
    if a > 1:
        operator.methodcaller("append", b)(l)
    return l


def bound_method_kept(a, b, x):
    l = [1]
    put = l.append
    if a > 1:
        put(b)
    return l


def bound_method_in_a_closure(a, b, x):
    l = [1]
    put = l.append

    def f():
        put(b)

    if a > 1:
        f()
    return l


def partial_kept(a, b, x):
    l = [1]
    put = functools.partial(l.append, b)
    if a > 1:
        put()
    return l


def partial_of_setattr(a, b, x):
    class C:
        v = 1

    c = C()
    put = functools.partial(setattr, c, "v")
    if a > 1:
        put(b)
    return c.v


def attribute_of_a_function(a, b, x):
    def f():
        return f.v

    f.v = 1
    if a > 1:
        f.v = b
    return f()


def attribute_of_a_function_by_a_function(a, b, x):
    def f():
        return f.v

    def g(to):
        to.v = b

    f.v = 1
    if a > 1:
        g(f)
    return f()


def dict_of_a_function(a, b, x):
    def f():
        return f.v

    f.v = 1
    if a > 1:
        f.__dict__["v"] = b
    return f()


def popped_by_name(a, b, x):
    d = {"v": b}
    if a > 1:
        dict.pop(d, "v")
    return d.get("v", 3)


def heap_pushed(a, b, x):
    import heapq

    h = [5]
    if a > 1:
        heapq.heappush(h, b)
    return h[0]


def vars_of_an_instance(a, b, x):
    class C:
        v = 1

    c = C()
    if a > 1:
        vars(c)["v"] = b
    return c.v


def global_by_globals(a, b, x):
    globals()["_spare"] = 1
    if a > 1:
        globals()["_spare"] = b
    return _spare


def global_by_a_function(a, b, x):
    def f():
        global _spare
        _spare = b

    globals()["_spare"] = 1
    if a > 1:
        f()
    return _spare


def registry_of_warnings(a, b, x):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if a > 1:
            warnings.warn("b", stacklevel=2)
    return len(caught)


def inner_functions_that_call_each_other(a, b, x):
    l = [1]

    def even(n, to):
        if n > 0:
            odd(n - 1, to)

    def odd(n, to):
        to.append(b)
        if n > 0:
            even(n - 1, l)

    other = []
    if a > 1:
        even(3, other)
    return l


def recursion_with_another_list(a, b, x):
    l = [1]

    def f(n, to):
        to.append(b)
        if n > 0:
            f(n - 1, l)

    if a > 1:
        f(2, [])
    return l


class Counted:
    def __init__(self):
        self.n = 0

    def get(self, k):
        self.n = k
        return k


def method_named_as_one_that_reads(a, b, x):
    c = Counted()
    if a > 1:
        c.get(b)
    return c.n


def method_named_as_one_that_reads_in_a_function(a, b, x):
    c = Counted()

    def f(one):
        one.get(b)

    if a > 1:
        f(c)
    return c.n


def into_the_class_of_it(a, b, x):
    class B:
        v = 1

    c = B()
    if a > 1:
        type(c).v = b
    return B().v


def into_the_class_of_it_by_name(a, b, x):
    class B:
        v = 1

    c = B()
    if a > 1:
        c.__class__.v = b
    return B().v


def singleton(a, b, x):
    class S:
        only = None

        def __new__(cls):
            if cls.only is None:
                cls.only = super().__new__(cls)
                cls.only.v = 1
            return cls.only

    s = S()
    if a > 1:
        S().v = b
    return s.v


def partial_with_positions(a, b, x):
    def f(u, v, w):
        return u + w

    p = functools.partial(f, a)
    return p(b, w=x)


def partial_by_star(a, b, x):
    def f(u, v, w=3):
        return u + v

    p = functools.partial(f, a)
    return p(*[b])


def attribute_in_the_dict_of_a_class(a, b, x):
    class Kind:
        y = 0

    Kind.y = a
    return Kind.__dict__["y"]


def attribute_in_vars_of_a_class(a, b, x):
    class Kind:
        y = 0

    if a > 0:
        Kind.y = b
    return vars(Kind).get("y")


def body_of_a_class_by_its_dict(a, b, x):
    class Kind:
        y = a

    return Kind.__dict__["y"] + dict(vars(Kind))["y"]


def its_class_by_a_property(a, b, x):
    class Counted:
        n = 0

        @property
        def kind(self):
            return type(self)

    def put(one):
        one.kind.n = x

    one = Counted()
    if a > 1:
        put(one)
    return one.n


def its_class_by_a_method(a, b, x):
    class Counted:
        n = 0

        def kind(self):
            return type(self)

    def put(one):
        one.kind().n = x

    one = Counted()
    if a > 1:
        put(one)
    return one.n


def its_class_passed_on(a, b, x):
    class Counted:
        n = 0

    def put(cls):
        cls.n = x

    def put_to_class(one):
        put(one.__class__)

    one = Counted()
    if a > 1:
        put_to_class(one)
    return one.n


def its_class_by_setattr(a, b, x):
    class Counted:
        n = 0

    def put(one):
        setattr(type(one), "n", x)

    one = Counted()
    if a > 1:
        put(one)
    return one.n


def a_class_method_within_a_method(a, b, x):
    class Counted:
        n = 0

        @classmethod
        def put(cls):
            cls.n = x

        def run(self):
            self.put()

    one = Counted()
    if a > 1:
        one.run()
    return one.n


def a_class_method_above(a, b, x):
    class Counted:
        n = 0

        @classmethod
        def put(cls):
            cls.n = x

    class Below(Counted):
        def run(self):
            super().put()

    one = Below()
    if a > 1:
        one.run()
    return one.n


def a_class_that_an_object_keeps(a, b, x):
    class Counted:
        n = 0

        def __init__(self):
            self.kind = type(self)

    def put(one):
        one.kind.n = x

    one = Counted()
    if a > 1:
        put(one)
    return one.n


# what making an object writes that a way not taken would have made


def made_by_new_that_keeps(a, b, x):
    kept = []

    class K:
        def __new__(cls, v, *others):
            made = super().__new__(cls)
            kept.append(v)
            for one in others:
                one.append(v)
            return made

        def __init__(self, v, *others):
            self.v = v

    given = []
    if a > 0:
        K(x, given)
    return len(kept), len(given)


def made_by_new_of_a_tuple(a, b, x):
    class K(tuple):
        kept = []

        def __new__(cls, v):
            cls.kept.append(v)
            return super().__new__(cls, (v,))

    list(map(K, [x] * max(a, 0)))
    return len(K.kept)


def made_by_new_that_calls_a_class_method(a, b, x):
    class K:
        kept = []

        def __new__(cls, v):
            return cls.make(v)

        @classmethod
        def make(cls, v):
            made = object.__new__(cls)
            cls.kept.append(v)
            return made

    def make(one):
        return K(one)

    if a > 0:
        make(x)
    return len(K.kept)


def made_by_new_of_another_class(a, b, x):
    kept = []

    class Other:
        def __init__(self, v):
            kept.append(v)

    class K:
        def __new__(cls, v):
            return Other(v)

    maker = K if a > 0 else int
    maker(x)
    return len(kept)


def made_by_a_cached_function(a, b, x):
    kept = []

    @functools.lru_cache
    def make(v):
        kept.append(v)
        return v

    if a > 0:
        make(x)
    return len(kept)


def cached_recursion_that_writes(a, b, x):
    kept = []

    @functools.lru_cache
    def down(n):
        if n > a:
            kept.append(n)
        return n if n < 1 else down(n - 1)

    down(abs(x) % 4)
    return len(kept)


def cached_property_that_writes(a, b, x):
    kept = []

    class K:
        @functools.cached_property
        def p(self):
            if a > 0:
                kept.append(x)
            return x

    k = K()
    return k.p, k.p, len(kept)


def cached_property_that_would_have_been_asked(a, b, x):
    kept = []

    class K:
        @functools.cached_property
        def p(self):
            kept.append(x)
            return x

    k = K()
    if a > 0:
        k.__dict__["p"] = b
    return k.p, len(kept)


def sent_to_a_generator_that_writes(a, b, x):
    kept = []

    def collects():
        while True:
            got = yield len(kept)
            if got > a:
                kept.append(got)

    going = collects()
    next(going)
    going.send(x)
    going.send(b)
    return len(kept)


def sent_to_one_of_two_generators(a, b, x):
    kept, others = [], []

    def collects(to):
        while True:
            to.append((yield))

    one, other = collects(kept), collects(others)
    next(one), next(other)
    (one if a > 0 else other).send(x)
    return len(kept), len(others)


# what is asked of a class while it is made


def what_is_read_as_a_subclass_is_made(a, b, x):
    class Base:
        def __init_subclass__(cls):
            cls.more = cls.kept + b

    class Made(Base):
        kept = a

    return Made.more


def what_is_collected_of_subclasses(a, b, x):
    found = []

    class Base:
        def __init_subclass__(cls):
            found.append(cls.__dict__["kept"])

    class Made(Base):
        kept = a

    class Other(Base):
        kept = b

    return found


def fields_of_a_subclass(a, b, x):
    found = []

    class Base:
        def __init_subclass__(cls):
            for name in cls.__annotations__:
                found.append(getattr(cls, name, None))

    class Made(Base):
        kept: int = a
        other: int = b

    return found


def what_is_read_as_a_name_is_set(a, b, x):
    class Named:
        def __set_name__(self, owner, name):
            self.more = owner.kept

    class Made:
        kept = a
        named = Named()

    return vars(Made)["named"].more


def what_a_metaclass_reads_of_the_names(a, b, x):
    class Meta(type):
        def __new__(mcs, name, bases, names):
            made = super().__new__(mcs, name, bases, dict(names, twice=names["kept"] * 2))
            made.more = names["other"]
            return made

        def __init__(cls, name, bases, names):
            cls.again = cls.kept

    class Made(metaclass=Meta):
        kept = a
        other = b

    return Made.twice, Made.more, Made.again


def a_dict_that_a_subclass_is_made_with(a, b, x):
    class Base:
        def __init_subclass__(cls, options):
            cls.more = options["kept"]

    class Made(Base, options={"kept": b}):
        kept = a

    return Made.more


class Maker:
    make = str


def made_by(maker, *given):
    return maker.make(*given)


def made_by_what_an_attribute_would_have(a, b, x):
    made = [b]

    class Base:
        def __init_subclass__(cls):
            made.append(x)

    maker = Maker()
    if a > 1:
        maker.make = type
        made_by(maker, "Made", (Base,), {})
    return len(made)


class Named:
    def __init__(self, names):
        self.names = names

    def __set_name__(self, owner, name):
        self.names.append(name)


def made_so_with_what_is_told_its_name(a, b, x):
    names = [b]
    maker = Maker()
    if a > 1:
        maker.make = type
        made_by(maker, "Made", (), {"x": Named(names)})
    return len(names)
