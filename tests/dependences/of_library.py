"""What functions of Python's own library call of the program, or write to, on ways not taken."""

import io
import json
import os
import pprint
import statistics
import textwrap
import traceback
import uuid


def a_predicate(a, b, x):
    seen = []

    def keep(line):
        seen.append(b)
        return x > 3

    if a > 1:
        textwrap.indent("p\nq", " ", keep)
    return seen


def a_predicate_by_name(a, b, x):
    seen = [b, x]
    if a > 1:
        textwrap.indent("p\nq", " ", predicate=seen.append)
    return len(seen)


def a_stream_printed_to(a, b, x):
    out = io.StringIO()
    if a > 1:
        pprint.pprint([b, x], out)
    return out.getvalue()


def a_stream_printed_to_by_name(a, b, x):
    out = io.StringIO()
    if a > 1:
        pprint.pp([b, x], stream=out)
    return out.getvalue()


def a_stream_that_a_function_prints_to(a, b, x):
    def show(out):
        pprint.pprint([b, x], out)

    out = io.StringIO()
    if a > 1:
        show(out)
    return out.getvalue()


def a_stream_for_a_traceback(a, b, x):
    out = io.StringIO()
    try:
        raise ValueError(b + x)
    except ValueError as e:
        if a > 1:
            traceback.print_exception(type(e), e, None, None, out)
    return out.getvalue()


def a_stream_for_the_stack(a, b, x):
    out = io.StringIO()
    if a > 1:
        traceback.print_stack(None, 1, out)
    return len(out.getvalue()) > 0


def a_stream_for_what_is_handled(a, b, x):
    out = io.StringIO()
    try:
        raise ValueError(b + x)
    except ValueError:
        if a > 1:
            traceback.print_exc(None, out)
    return len(out.getvalue()) > 0


def the_text_of_what_is_handled(a, b, x):
    class Told(Exception):
        count = 0

        def __str__(self):
            Told.count += 1
            return "told"

    try:
        raise Told
    except Told:
        if a > 1:
            traceback.format_exc()
    return Told.count > 0


def an_argument_of_what_is_handled(a, b, x):
    class Shown:
        count = 0

        def __repr__(self):
            self.count += 1
            return "shown"

    shown = Shown()
    try:
        raise ValueError(shown)
    except ValueError:
        if a > 1:
            traceback.format_exc()
    return shown.count > 0


def what_is_handled_in_a_caller(a, b, x):
    class Told(Exception):
        count = 0

        def __str__(self):
            Told.count += 1
            return "told"

    def tell():
        traceback.format_exc()

    try:
        raise Told
    except Told:
        if a > 1:
            tell()
    return Told.count > 0


def the_names_of_an_object_that_has_another_one(a, b, x):
    class Named:
        count = 0

        def __dir__(self):
            self.count += 1
            return ["name"]

    named = Named()
    try:
        named.nane
    except AttributeError as e:
        if a > 1:
            traceback.format_exception(e)
    return named.count > 0


def a_method_of_a_text(a, b, x):
    class Text(str):
        count = 0

        def splitlines(self, *given):
            Text.count += b
            return str.splitlines(self, *given)

    text = Text("p q")
    if a > 1:
        textwrap.indent(text, " ")
    return Text.count


def a_method_of_a_path(a, b, x):
    class Path(str):
        count = 0

        def rfind(self, part):
            self.count += b
            return 0

    path = Path("p/q")
    if a > 1:
        os.path.basename(path)
    return path.count


def the_items_of_a_dict(a, b, x):
    class Row(dict):
        count = 0

        def items(self):
            self.count += 1
            return super().items()

    row = Row(k=x)
    if a > 1:
        json.dumps([row], indent=1)
    return row.count


def the_items_of_a_dict_that_is_shown(a, b, x):
    class Row(dict):
        count = 0

        def items(self):
            self.count += 1
            return super().items()

    row = Row(k=x)
    if a > 1:
        pprint.pformat(row)
    return row.count > 0


def a_number_that_is_made(a, b, x):
    class Number(float):
        count = 0

        def __new__(cls, *given):
            cls.count += 1
            return float.__new__(cls, *given)

    number = Number(x)
    if a > 1:
        statistics.mean([number, number])
    return Number.count > 1


def a_number_that_is_made_and_initialized(a, b, x):
    class Number(float):
        count = 0

        def __init__(self, *given):
            Number.count += 1

    number = Number(x)
    if a > 1:
        statistics.mean([number, number])
    return Number.count > 1


def an_iterator_of_paths(a, b, x):
    paths = iter(["/p", "/q"])
    if a > 1:
        os.path.commonpath(paths)
    return next(paths, "")


def a_default_behind_stars(a, b, x):
    seen = []
    options = {"default": lambda value: seen.append(b)}
    if a > 1:
        json.dumps([{x}], **options)
    return seen


def bytes_of_a_namespace(a, b, x):
    class Space:
        count = 0

        @property
        def bytes(self):
            self.count += b
            return b"1"

    space = Space()
    if a > 1:
        uuid.uuid3(space, "name")
    return space.count


def an_environment_that_is_replaced(a, b, x):
    class Environment(dict):
        count = 0

        def __contains__(self, key):
            Environment.count += b
            return True

        def __getitem__(self, key):
            return "x"

    before, os.environ = os.environ, Environment()
    if a > 1:
        os.path.expanduser("~")
    os.environ = before  # noqa: B003
    return Environment.count
