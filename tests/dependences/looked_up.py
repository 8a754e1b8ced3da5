"""What an operator or a text looks up in what it is given: items of a defaultdict, attributes; and goes over."""

import itertools
import operator
from collections import defaultdict, deque
from string import Template

TEXT = "%(q)s"


def an_iterator_added_in_place(a, b, x):
    rows, out = iter([b, x, 3]), []
    if a > 1:
        out += rows
    return next(rows, 0)


def a_generator_added_in_place(a, b, x):
    seen, out = [], []

    def each():
        seen.append(b)
        yield x

    rows = each()
    if a > 1:
        out += rows
    return seen


def an_iterator_added_to_a_deque(a, b, x):
    rows, out = iter([b, x, 3]), deque()
    if a > 1:
        out += rows
    return next(rows, 0)


def an_iterator_of_pairs_merged_in_place(a, b, x):
    rows, out = iter([(b, x), (3, 4)]), {}
    if a > 1:
        out |= rows
    return next(rows, 0)


def keys_asked_for_by_a_merge_in_place(a, b, x):
    class Keyed:
        count = b

        def keys(self):
            self.count += x
            return []

        def __getitem__(self, key):
            return key

    keyed, out = Keyed(), {}
    if a > 1:
        out |= keyed
    return keyed.count


def keys_that_a_text_asked_for(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        "%(q)s" % found
    return len(found)


def keys_that_a_text_asked_for_that_is_loaded(a, b, x):
    found, texts = defaultdict(int, y=b), ["%(q)s"]
    for text in texts:
        if a > 1:
            text % found
    return len(found)


def keys_that_a_text_asked_for_in_place(a, b, x):
    found, text = defaultdict(lambda: x, y=b), "%(q)s"
    if a > 1:
        text %= found
    return len(found)


def keys_that_a_global_text_asked_for(a, b, x):
    def show(row):
        return TEXT % row

    found = defaultdict(int, y=b)
    if a > 1:
        show(found)
    return len(found)


def keys_that_a_text_of_an_object_asked_for(a, b, x):
    class Row:
        def __init__(self):
            self.text = "%(q)s"

        def show(self, row):
            return self.text % row

    found, row = defaultdict(int, y=b), Row()
    if a > 1:
        row.text % found
    return len(found)


def keys_that_were_missing_in_a_text(a, b, x):
    class Found(dict):
        def __missing__(self, key):
            self[key] = x
            return b

    found = Found()
    if a > 1:
        "%(q)s" % found
    return len(found)


def keys_of_a_map_of_formats(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        "{q}".format_map(found)
    return len(found)


def keys_in_a_field(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        "{0[q]}{k[y]}".format(found, k=found)  # noqa: UP032
    return len(found)


def keys_in_a_field_of_a_text(a, b, x):
    found, text = defaultdict(int, y=b), "{0[q]}"
    if a > 1:
        text.format(found)
    return len(found)


def keys_in_a_field_within_a_format(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        "{0:{1[q]}}".format(x, found)
    return len(found)


def keys_of_a_template(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        Template("$q").safe_substitute(found)
    return len(found)


def keys_of_a_translation(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        "q".translate(found)
    return len(found)


def keys_that_a_map_asked_for(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        list(map(found.__getitem__, "pq"))
    return len(found)


def keys_that_a_map_of_an_operator_asked_for(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        list(map(operator.getitem, [found], "q"))
    return len(found)


def keys_that_a_map_asked_for_in_a_function(a, b, x):
    def look(found):
        return list(map(found.__getitem__, "pq"))

    found = defaultdict(int, y=b)
    if a > 1:
        look(found)
    return len(found)


def an_attribute_in_a_field(a, b, x):
    class Row:
        count = b

        @property
        def p(self):
            self.count += x
            return x

    row = Row()
    if a > 1:
        "{0.p}".format(row)  # noqa: UP030, UP032
    return row.count


def any_attribute_in_a_field(a, b, x):
    class Row:
        def __init__(self):
            self.count = b

        def __getattr__(self, name):
            self.count += x
            return name

    row, text = Row(), "{k.p}"
    if a > 1:
        text.format(k=row)
    return row.count


def a_get_of_a_pattern(a, b, x):
    class Row(dict):
        count = b

        def get(self, *given):
            self.count += x
            return dict.get(self, *given)

    row = Row(k=1)
    if a > 1:
        match row:
            case {"k": 1}:
                pass
    return row.count


def an_attribute_that_sorting_got(a, b, x):
    class Row:
        count = b

        @property
        def p(self):
            self.count += x
            return x

    row = Row()
    if a > 1:
        sorted([row], key=operator.attrgetter("p"))
    return row.count


def an_attribute_that_a_map_got(a, b, x):
    class Row:
        def __init__(self):
            self.count, self.me = b, self

        @property
        def p(self):
            self.count += x
            return x

    row = Row()
    if a > 1:
        list(map(operator.attrgetter("me", "p"), [row]))
    return row.count


def a_method_that_sorting_called(a, b, x):
    class Row:
        count = b

        def p(self):
            self.count += x
            return x

    row = Row()
    if a > 1:
        max([row], key=operator.methodcaller("p"))
    return row.count


def an_attribute_that_groups_are_made_by(a, b, x):
    class Row:
        count = b

        @property
        def p(self):
            self.count += x
            return x

    row = Row()
    if a > 1:
        for _ in itertools.groupby([row], operator.attrgetter("p")):
            pass
    return row.count


def a_key_that_a_method_asked_for(a, b, x):
    found = defaultdict(int, y=b)
    get = found.__getitem__
    if a > 1:
        get("q")
    return len(found)


def a_key_that_a_special_method_asked_for(a, b, x):
    found = defaultdict(int, y=b)
    if a > 1:
        found.__getitem__("q")
    return len(found)


def _plain():
    class Plain:
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v

        def __len__(self):
            return 1

        def __add__(self, other):
            return self.v + other

        def __call__(self):
            return self.v

        def __iter__(self):
            return iter((self.v,))

        def __setattr__(self, name, value):
            object.__setattr__(self, name, value)

    return Plain


def property_over_an_attribute(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.v = property(lambda self: b)
        total += one.get() + one.v
    return total


def hook_for_all_attributes(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__getattribute__ = lambda self, name: 99
        total += one.v
    return total


def hook_for_others(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__getattr__ = lambda self, name: b
        total += getattr(one, "other", 2)
    return total


def length_of_a_class(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__len__ = lambda self: abs(b)
        total += len(one)
    return total


def operator_of_a_class(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__add__ = lambda self, other: b
        total += one + k
    return total


def call_of_a_class(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            setattr(K, "__call__", lambda self: b)
        total += one()
    return total


def loop_over_a_class(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__iter__ = lambda self: iter((b, 3))
        for each in one:
            total += each
    return total


def truth_of_a_class(a, b, x):
    K = _plain()
    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            K.__bool__ = lambda self: b > 4
        total += b if one else 1
    return total


def operator_of_any_class(a, b, x):
    K = _plain()

    def change(cls):
        cls.__len__ = lambda self: abs(b)

    one, total = K(x), 0
    for k in range(5):
        if k == 3 and a > 1:
            change(K)
        total += len(one)
    return total
