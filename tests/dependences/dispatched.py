"""Methods whose names are computed, or that are wrapped, of what a way not taken would make or look at."""

import ast
import functools
import io
import operator
import pprint
import reprlib


def visitor(a, b, x):
    out = [b]

    class Visitor:
        def visit(self, kind):
            return getattr(self, "visit_" + kind)()

        def visit_a(self):
            out.append(x)

    if a > 1:
        Visitor().visit("a")
    return len(out)


def visitor_with_a_default(a, b, x):
    out = [b]

    class Visitor:
        def visit(self, kind):
            method = getattr(self, "visit_" + kind, self.other)
            return method()

        def other(self):
            pass

        def visit_a(self):
            out.append(x)

    if a > 1:
        Visitor().visit("a")
    return len(out)


def visitor_of_the_library(a, b, x):
    out = [b]

    class Visitor(ast.NodeVisitor):
        def visit_Name(self, node):
            out.append(node.id)

    if a > 1:
        Visitor().visit(ast.parse("y"))
    return len(out)


def operator_that_is_remembered(a, b, x):
    out = [b]

    class C:
        @functools.cache  # noqa: B019  a method behind a cache is the point
        def __add__(self, other):
            out.append(x)
            return self

    o = C()
    if a > 1:
        o + 1
    return len(out)


def guarded_text(a, b, x):
    out = [b]

    class C:
        @reprlib.recursive_repr()
        def __repr__(self):
            out.append(x)
            return ""

    o = C()
    if a > 1:
        o.__repr__()
    return len(out)


def partial_of_print(a, b, x):
    out = io.StringIO()
    say = functools.partial(print, file=out)
    if a > 1:
        say(x)
    return out.getvalue()


def partial_of_pprint(a, b, x):
    out = io.StringIO()
    say = functools.partial(pprint.pprint, stream=out)
    if a > 1:
        say(x)
    return out.getvalue()


class Kept:
    got = property(operator.attrgetter("kept"))
    added = property(functools.partial(lambda y, self: self.kept + y, 1))
    remembered = property(functools.lru_cache(lambda self: self.kept))
    namespace = property(vars)


class Got:
    def __call__(self, o):
        return o.kept


Kept.by_object = property(Got())


class Row(list):
    most = property(max)


class Table(dict):
    first = property(operator.itemgetter("first"))


def property_of_attrgetter(a, b, x):
    o = Kept()
    o.kept = a + b
    return o.got


def property_of_a_partial(a, b, x):
    o = Kept()
    o.kept = a + b
    return o.added


def property_that_remembers(a, b, x):
    o = Kept()
    o.kept = a + b
    return o.remembered


def property_of_an_object(a, b, x):
    o = Kept()
    o.kept = a + b
    return o.by_object


def property_of_vars(a, b, x):
    o = Kept()
    o.kept = a + b
    return o.namespace["kept"]


def property_of_max(a, b, x):
    row = Row([a])
    row.append(b)
    return row.most


def property_of_itemgetter(a, b, x):
    table = Table()
    table["first"] = a + b
    return table.first
