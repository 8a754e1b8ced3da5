"""A way not taken calls what it was given, or found: functions of callers, in containers, of classes above, in C."""

import functools
import operator
from types import SimpleNamespace


class Base:
    """Its methods store."""

    shared = None

    def __init__(self, value=0):
        self.value = value

    def store(self, value):
        self.value = value

    def store_twice(self, value):
        self.store(value)
        self.store(value + 1)

    def through(self, function, *values):
        return function(*values)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.value = 7


class Derived(Base):
    def __init__(self, value=0, other=None):
        super().__init__(value)
        if other is not None:
            other.store(value)

    def store(self, value):
        super().store(value + 1)

    @classmethod
    def make(cls, value, other=None):
        return cls(value, other)

    @classmethod
    def share(cls, value):
        cls.shared = value

    @staticmethod
    def give(one, value):
        one.value = value


class Beside(Base):
    def store(self, value):
        super().store(value + 3)


class Both(Derived, Beside):
    pass


class Calls:
    def __init__(self, target):
        self.target = target

    def __call__(self, value):
        self.target.store(value)


class Asks:
    """It gets what it is asked for from another object."""

    def __init__(self, target):
        self.__dict__["target"] = target

    def __getattr__(self, name):
        return getattr(self.target, name)


GLOBAL = Base()
STORE = GLOBAL.store
APPEND_TO = []
APPEND = APPEND_TO.append
TABLE = {"store": GLOBAL.store, "none": None}
PARTIAL = functools.partial(Base.store, GLOBAL)


def call(function, *values):
    return function(*values)


def call_within(function, *values):
    return call(call, function, *values)


def call_first(functions, *values):
    return functions[0](*values)


def call_all(functions, *values):
    for function in functions:
        function(*values)


def call_named(one, name, *values):
    return getattr(one, name)(*values)


def call_if(function=None, *values):
    if function is not None:
        function(*values)


def call_default(value, function=STORE):
    function(value)


def call_keyword(value, *, function):
    function(value)


def call_from(functions, name, *values):
    function = functions.get(name)
    if function is not None:
        function(*values)


def adder(one):
    def add(value):
        one.value += value

    return add


def pick(one, which):
    return one.store if which else None


def store_in(one):
    return one.store


def a_function_that_was_given(a, b, x):
    one = Base(x)
    if a > 4:
        call(one.store, b)
    return one.value


def a_function_given_twice(a, b, x):
    one = Base(x)
    if a > 4:
        call_within(one.store, b)
    return one.value


def the_first_of_several(a, b, x):
    one = Base(x)
    if a > 4:
        call_first([one.store, print], b)
    return one.value


def the_first_of_what_was_there(a, b, x):
    one = Base(x)
    functions = [one.store]
    if a > 4:
        call_first(functions, b)
    return one.value


def all_of_several(a, b, x):
    one, other = Base(x), Base(x)
    functions = (other.store, one.store)
    if a > 4:
        call_all(functions, b)
    return one.value


def one_made_there(a, b, x):
    one = Base(x)
    if a > 4:
        call(lambda value: one.store(value), b)
    return one.value


def one_made_before(a, b, x):
    one = Base(x)
    add = adder(one)
    if a > 4:
        call(add, b)
    return one.value


def one_made_by_a_call_there(a, b, x):
    one = Base(x)
    if a > 4:
        call(adder(one), b)
    return one.value


def one_made_by_a_call_there_among_others(a, b, x):
    one = Base(x)
    if a > 4:
        call_all([abs, adder(one)], b)
    return one.value


def one_called_where_it_is_made(a, b, x):
    one = Base(x)
    if a > 4:
        adder(one)(b)
    return one.value


def one_by_a_name(a, b, x):
    one = Base(x)
    if a > 4:
        call_named(one, "store", b)
    return one.value


def one_by_a_computed_name(a, b, x):
    one = Base(x)
    if a > 4:
        getattr(one, "sto" + "re")(b)
    return one.value


def one_unless_there_is_none(a, b, x):
    one = Base(x)
    if a > 4:
        call_if(one.store, b)
    return one.value


def a_default(a, b, x):
    GLOBAL.value = x
    if a > 4:
        call_default(b)
    return GLOBAL.value


def a_keyword(a, b, x):
    one = Base(x)
    if a > 4:
        call_keyword(b, function=one.store)
    return one.value


def one_of_a_table(a, b, x):
    GLOBAL.value = x
    if a > 4:
        TABLE["store"](b)
    return GLOBAL.value


def one_of_a_table_that_may_lack_it(a, b, x):
    GLOBAL.value = x
    if a > 4:
        call_from(TABLE, "store", b)
    return GLOBAL.value


def one_of_a_table_by_a_key(a, b, x):
    GLOBAL.value = x
    function = TABLE.get("store" if a > 4 else "none")
    if function is not None:
        function(b)
    return GLOBAL.value


def one_that_a_call_gave(a, b, x):
    one = Base(x)
    function = pick(one, a > 4)
    if function is not None:
        function(b)
    return one.value


def one_that_a_call_gives_there(a, b, x):
    one = Base(x)
    if a > 4:
        store_in(one)(b)
    return one.value


def one_that_a_branch_gave(a, b, x):
    one = Base(x)
    function = one.store if a > 4 else None
    if function:
        function(b)
    return one.value


def one_that_an_attribute_has(a, b, x):
    one, holder = Base(x), SimpleNamespace(act=None)
    if a > 4:
        holder.act = one.store
    if holder.act is not None:
        holder.act(b)
    return one.value


def one_kept_by_an_object(a, b, x):
    one, holder = Base(x), Base()
    holder.act = one.store
    if a > 4:
        holder.act(b)
    return one.value


def one_kept_by_an_object_that_is_passed(a, b, x):
    one, holder = Base(x), Base()
    holder.value = one.store
    if a > 4:
        call_named(holder, "value", b)
    return one.value


def a_default_of_getattr(a, b, x):
    one, other = Base(x), Base()
    act = getattr(other, "nothing", one.store)
    if a > 4:
        act(b)
    return one.value


def an_attribute_that_may_be_there(a, b, x):
    one, holder = Base(x), Base()
    if a > 4:
        holder.act = one.store
    act = getattr(holder, "act", None)
    if act:
        act(b)
    return one.value


def an_attribute_that_a_call_may_store(a, b, x):
    one, holder = Base(x), Base()
    if a > 4:
        setattr(holder, "a" + "ct", one.store)
    if hasattr(holder, "act"):
        holder.act(b)
    return one.value


def an_attribute_by_the_dict(a, b, x):
    one, holder = Base(x), Base()
    if a > 4:
        holder.__dict__["act"] = one.store
    if hasattr(holder, "act"):
        holder.act(b)
    return one.value


def an_attribute_of_a_class(a, b, x):
    class Own(Base):
        pass

    one = Own(x)
    if a > 4:
        Own.act = Base.store
    act = getattr(one, "act", None)
    if act is not None:
        act(b)
    return one.value


def an_object_that_asks_another(a, b, x):
    one = Base(x)
    asks = Asks(one)
    if a > 4:
        asks.store(b)
    return one.value


def an_object_that_is_called(a, b, x):
    one = Base(x)
    calls = Calls(one)
    if a > 4:
        call(calls, b)
    return one.value


def an_object_that_is_made_and_called(a, b, x):
    one = Base(x)
    if a > 4:
        call(Calls(one), b)
    return one.value


def an_object_made_and_called_there(a, b, x):
    one = Base(x)
    if a > 4:
        Calls(one)(b)
    return one.value


def a_method_above(a, b, x):
    one = Derived(x)
    if a > 4:
        one.store(b)
    return one.value


def a_method_above_and_beside(a, b, x):
    one = Both(x)
    if a > 4:
        one.store(b)
    return one.value


def a_method_above_of_a_parameter(a, b, x):
    one = Derived(x)
    if a > 4:
        call(Derived.store, one, b)
    return one.value


def a_method_that_calls_those_above(a, b, x):
    one = Derived(x)
    if a > 4:
        one.store_twice(b)
    return one.value


def a_constructor_that_calls_one_above(a, b, x):
    one = Base(x)
    if a > 4:
        Derived(b, one)
    return one.value


def a_class_method(a, b, x):
    one = Base(x)
    if a > 4:
        Derived.make(b, one)
    return one.value


def a_class_method_of_an_instance(a, b, x):
    one, other = Base(x), Derived()
    if a > 4:
        other.make(b, one)
    return one.value


def a_class_method_that_is_passed(a, b, x):
    one = Base(x)
    if a > 4:
        call(Derived.make, b, one)
    return one.value


def a_class_method_that_stores_to_the_class(a, b, x):
    Derived.shared = x
    if a > 4:
        Derived.share(b)
    return Derived.shared


def what_a_class_method_makes(a, b, x):
    one = Derived(x)
    if a > 4:
        one = Derived.make(b)
        one.store(b)
    return one.value


def a_static_method(a, b, x):
    one = Base(x)
    if a > 4:
        Derived.give(one, b)
    return one.value


def a_class_that_is_passed(a, b, x):
    one = Base(x)
    if a > 4:
        call(Derived, b, one)
    return one.value


def a_bound_method_by_a_global(a, b, x):
    GLOBAL.value = x
    if a > 4:
        STORE(b)
    return GLOBAL.value


def a_bound_method_by_a_global_of_another_function(a, b, x):
    def within():
        STORE(b)

    GLOBAL.value = x
    if a > 4:
        within()
    return GLOBAL.value


def a_method_in_c_by_a_global(a, b, x):
    APPEND_TO[:] = [x]
    if a > 4:
        APPEND(b)
    return APPEND_TO[-1]


def a_method_in_c_by_a_global_of_another_function(a, b, x):
    def within():
        APPEND(b)

    APPEND_TO[:] = [x]
    if a > 4:
        within()
    return APPEND_TO[-1]


def a_partial_by_a_global(a, b, x):
    def within():
        PARTIAL(b)

    GLOBAL.value = x
    if a > 4:
        within()
    return GLOBAL.value


def a_method_in_c_that_is_passed(a, b, x):
    items = [x]
    if a > 4:
        call(items.append, b)
    return items[-1]


def a_method_in_c_among_several(a, b, x):
    items = [x]
    if a > 4:
        call_all([items.append], b)
    return items[-1]


def a_method_in_c_kept_by_an_object(a, b, x):
    items = [x]
    holder = Base(items.append)
    if a > 4:
        holder.value(b)
    return items[-1]


def a_method_in_c_by_a_variable(a, b, x):
    items = [x]
    append = items.append
    if a > 4:
        append(b)
    return items[-1]


def a_function_in_c_that_calls_it(a, b, x):
    one = Base(x)
    if a > 4:
        functools.reduce(lambda _, value: one.store(value), [0, b])
    return one.value


def a_function_in_c_that_gets_it(a, b, x):
    one = Base(x)
    if a > 4:
        operator.methodcaller("store", b)(one)
    return one.value


def a_function_in_c_that_is_passed(a, b, x):
    one = Base(x)
    if a > 4:
        call(setattr, one, "value", b)
    return one.value


def a_function_in_c_of_no_table(a, b, x):
    items = bytearray([abs(x) % 200])
    if a > 4:
        memoryview(items)[:1] = b"a"
    return items[0]


def a_function_of_a_method(a, b, x):
    one, other = Base(x), Base()
    if a > 4:
        other.through(one.store, b)
    return one.value


def a_function_made_for_a_method(a, b, x):
    one, other = Base(x), Base()
    if a > 4:
        other.through(adder(one), b)
    return one.value


def a_function_of_a_method_of_a_parameter(a, b, x):
    def within(other, function):
        other.through(function, b)

    one = Base(x)
    if a > 4:
        within(Base(), one.store)
    return one.value


def a_function_made_for_a_method_of_a_parameter(a, b, x):
    def within(other):
        other.through(adder(one), b)

    one = Base(x)
    if a > 4:
        within(Base())
    return one.value


def a_context_that_is_passed(a, b, x):
    def within(one):
        with one:
            pass

    one = Base(x)
    if a > 4:
        within(one)
    return one.value


def a_function_put_there(a, b, x):
    one, functions = Base(x), []
    if a > 4:
        functions.append(one.store)
        functions[0](b)
    return one.value


def a_function_put_there_by_a_call(a, b, x):
    one, functions = Base(x), []
    if a > 4:
        call(functions.append, one.store)
        functions[0](b)
    return one.value


def a_function_put_there_by_another_jump(a, b, x):
    one, functions = Base(x), [abs]
    if b > 4:
        functions[0] = one.store
    if a > 4:
        functions[0](b)
    return one.value


def functions_in_a_loop(a, b, x):
    one, functions = Base(x), []
    for value in range(a - 3):
        functions.append(one.store)
    for function in functions:
        function(b)
    return one.value


def functions_of_a_dict(a, b, x):
    one = Base(x)
    functions = {"act": one.store}
    if a > 4:
        for _, function in functions.items():
            function(b)
    return one.value


def a_function_that_calls_itself(a, b, x):
    def walk(n, visit):
        if n:
            visit(n)
            walk(n - 1, visit)

    one = Base(x)
    if a > 4:
        walk(2, one.store)
    return one.value


def a_generator_of_functions(a, b, x):
    def functions():
        yield one.store

    one = Base(x)
    if a > 4:
        for function in functions():
            function(b)
    return one.value


def a_parameter_that_is_none(a, b, x):
    def within(hook=None):
        if hook is not None:
            hook(b)

    one = Base(x)
    within(one.store if a > 4 else None)
    return one.value


def a_parameter_that_was_none(a, b, x):
    def within(one, hook):
        if hook:
            hook(b)
        return one.value

    one, hooks = Base(x), [None, None]
    hooks[a > 4] = one.store
    return within(one, hooks[1])


def a_parameter_by_a_star(a, b, x):
    def within(one, hook=None):
        if hook:
            hook(b)
        return one.value

    one = Base(x)
    return within(*([one, one.store] if a > 4 else [one]))


def a_parameter_by_two_stars(a, b, x):
    def within(one, hook=None):
        if hook:
            hook(b)
        return one.value

    one = Base(x)
    return within(one, **({"hook": one.store} if a > 4 else {}))


def an_attribute_that_may_be_there_of_a_parameter(a, b, x):
    def within(holder):
        holder.act(b)

    one, holder = Base(x), Base()
    if a > 4:
        holder.act = one.store
    if hasattr(holder, "act"):
        within(holder)
    return one.value


def a_generator_that_is_given_a_function(a, b, x):
    def within(function):
        yield function(b)

    one = Base(x)
    if a > 4:
        list(within(one.store))
    return one.value


def a_property_that_gives_a_function(a, b, x):
    class Own(Base):
        @property
        def act(self):
            return self.store

    one = Own(x)
    if a > 4:
        one.act(b)
    return one.value


def a_property_that_gives_a_function_of_a_parameter(a, b, x):
    class Own(Base):
        @property
        def act(self):
            return self.store

    def within(own):
        own.act(b)

    one = Own(x)
    if a > 4:
        within(one)
    return one.value


def a_function_of_a_list_in_an_object(a, b, x):
    one, holder = Base(x), Base()
    holder.hooks = [one.store]
    if a > 4:
        for hook in holder.hooks:
            hook(b)
    return one.value


def a_function_of_a_list_in_an_object_that_is_passed(a, b, x):
    def within(holder):
        for hook in holder.hooks:
            hook(b)

    one, holder = Base(x), Base()
    holder.hooks = [one.store]
    if a > 4:
        within(holder)
    return one.value


def hooks_that_might_have_been_added(a, b, x):
    class Events:
        def __init__(self):
            self.hooks = []

        def add(self, hook):
            self.hooks.append(hook)

        def fire(self, *values):
            for hook in self.hooks:
                hook(*values)

    one, events = Base(x), Events()
    if a > 4:
        events.add(one.store)
    events.fire(b)
    return one.value


def hooks_that_might_be_fired(a, b, x):
    class Events:
        def __init__(self):
            self.hooks = []

        def add(self, hook):
            self.hooks.append(hook)

        def fire(self, *values):
            for hook in self.hooks:
                hook(*values)

    one, events = Base(x), Events()
    events.add(one.store)
    if a > 4:
        events.fire(b)
    return one.value


def hooks_that_might_be_added_and_fired(a, b, x):
    class Events:
        def __init__(self):
            self.hooks = {}

        def add(self, name, hook):
            self.hooks.setdefault(name, []).append(hook)

        def fire(self, name, *values):
            for hook in self.hooks.get(name, ()):
                hook(*values)

    one, events = Base(x), Events()
    if a > 4:
        events.add("act", lambda value: one.store(value))
    if b > 4:
        events.fire("act", b)
    return one.value


def a_decorator(a, b, x):
    def decorated(function):
        @functools.wraps(function)
        def wrapper(*values):
            return function(*values)

        return wrapper

    one = Base(x)
    store = decorated(one.store)
    if a > 4:
        store(b)
    return one.value


def a_decorator_there(a, b, x):
    def decorated(function):
        def wrapper(*values):
            return function(*values)

        return wrapper

    one = Base(x)
    if a > 4:
        decorated(one.store)(b)
    return one.value


def a_cached_function(a, b, x):
    one = Base(x)

    @functools.lru_cache
    def act(value):
        one.store(value)

    if a > 4:
        act(b)
    return one.value


def a_cached_function_of_another(a, b, x):
    one = Base(x)

    @functools.lru_cache
    def act(value):
        one.store(value)

    def within():
        act(b)

    if a > 4:
        within()
    return one.value


def a_single_dispatch(a, b, x):
    @functools.singledispatch
    def act(one, value):
        pass

    @act.register
    def _(one: Base, value):
        one.store(value)

    one = Base(x)
    if a > 4:
        act(one, b)
    return one.value


def a_metaclass_that_is_called(a, b, x):
    class Meta(type):
        def __call__(cls, one, value):
            one.store(value)

    class Own(metaclass=Meta):
        pass

    one = Base(x)
    if a > 4:
        Own(one, b)
    return one.value


def a_class_with_a_new(a, b, x):
    class Own:
        def __new__(cls, one, value):
            one.store(value)
            return object.__new__(cls)

    one = Base(x)
    if a > 4:
        Own(one, b)
    return one.value


def an_exception_that_stores(a, b, x):
    class Wrong(ValueError):
        def __init__(self, one, value):
            super().__init__(value)
            one.store(value)

    one = Base(x)
    try:
        if a > 4:
            raise Wrong(one, b)
    except ValueError:
        pass
    return one.value


def a_constructor_that_calls_its_methods(a, b, x):
    class Own(Base):
        def __init__(self, other, value):
            super().__init__(value)
            self.act(other)

        def act(self, other):
            other.store(self.value)

    class Below(Own):
        def act(self, other):
            super().act(other)

    one = Base(x)
    if a > 4:
        Below(one, b)
    return one.value


def a_named_tuple_of_functions(a, b, x):
    one = Base(x)
    pair = SimpleNamespace(act=one.store, other=None)
    if a > 4:
        pair.act(b)
    return one.value


def a_match_of_a_function(a, b, x):
    one = Base(x)
    match [one.store, b]:
        case [act, value] if a > 4:
            act(value)
    return one.value


def a_conditional_of_functions(a, b, x):
    one = Base(x)
    (one.store if a > 4 else abs)(b)
    return one.value


def a_comprehension_over_functions(a, b, x):
    one = Base(x)
    if a > 4:
        [act(b) for act in (abs, one.store)]
    return one.value


def a_comprehension_of_functions(a, b, x):
    one = Base(x)
    if a > 4:
        for act in [each.store for each in (one,)]:
            act(b)
    return one.value


def functions_of_zip(a, b, x):
    one = Base(x)
    if a > 4:
        for act, value in zip([one.store], [b], strict=True):
            act(value)
    return one.value


def functions_of_a_slice(a, b, x):
    one = Base(x)
    acts = [abs, one.store]
    if a > 4:
        for act in acts[1:]:
            act(b)
    return one.value


def the_last_of_functions(a, b, x):
    one = Base(x)
    acts = [abs, one.store]
    if a > 4:
        acts.pop()(b)
    return one.value


def functions_behind_an_iterator(a, b, x):
    one = Base(x)
    acts = iter([one.store])
    if a > 4:
        next(acts)(b)
    return one.value


def functions_of_nested_containers(a, b, x):
    one = Base(x)
    acts = {"a": {"b": [one.store]}}
    if a > 4:
        acts["a"]["b"][0](b)
    return one.value


def functions_of_nested_containers_of_a_parameter(a, b, x):
    def within(acts):
        acts["a"]["b"][0](b)

    one = Base(x)
    if a > 4:
        within({"a": {"b": [one.store]}})
    return one.value


class Hooked:
    def __init__(self, hook=None):
        self.hook = hook

    def fire(self, value):
        if self.hook is not None:
            self.hook(value)


def a_hook_that_may_be_none(a, b, x):
    one = Base(x)
    Hooked(one.store if a > 4 else None).fire(b)
    return one.value


def a_hook_that_may_be_set(a, b, x):
    one, hooked = Base(x), Hooked()
    if a > 4:
        hooked.hook = one.store
    hooked.fire(b)
    return one.value


def a_hook_that_may_be_set_by_a_name(a, b, x):
    one, hooked = Base(x), Hooked()
    if a > 4:
        setattr(hooked, "ho" + "ok", one.store)
    hooked.fire(b)
    return one.value


def a_hook_that_may_be_set_by_a_call(a, b, x):
    def hang(hooked):
        hooked.hook = one.store

    one, hooked = Base(x), Hooked()
    if a > 4:
        hang(hooked)
    hooked.fire(b)
    return one.value


def a_hook_that_may_be_set_for_all(a, b, x):
    one, hooked = Base(x), [Hooked(), Hooked()]
    hooked[min(max(a - 4, 0), 1)].hook = one.store if b else None
    hooked[1].fire(b)
    return one.value


def a_hook_of_one_that_may_be_another(a, b, x):
    one = Base(x)
    hooked = Hooked(one.store) if a > 4 else Hooked()
    hooked.fire(b)
    return one.value


class Goes:
    def __init__(self, target):
        self.target = target

    def go(self, value):
        self.target.store(value)


def a_method_of_what_is_made_there(a, b, x):
    one = Base(x)
    if a > 4:
        call(Goes(one).go, b)
    return one.value


def a_method_of_what_is_made_within(a, b, x):
    def within(target):
        call(Goes(target).go, b)

    one = Base(x)
    if a > 4:
        within(one)
    return one.value


def a_method_of_what_a_function_makes_within(a, b, x):
    def make(target):
        return Goes(target)

    def within(target):
        call(make(target).go, b)

    one = Base(x)
    if a > 4:
        within(one)
    return one.value
