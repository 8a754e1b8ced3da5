"""Functions of Python's own library that run, and call the program's or not by what they are given."""

import json
import logging
import os.path
import pprint
import re
import statistics
import string
import textwrap
import traceback
from fractions import Fraction

logger = logging.getLogger(__name__)


class Shown:
    def __init__(self):
        self.count = 0

    def __repr__(self):
        self.count += 1
        return "shown"


class Failure(Exception):
    def __init__(self, seen):
        self.seen = seen

    def __str__(self):
        self.seen.append(1)
        return "failed"


class Path:
    def __init__(self):
        self.count = 0

    def __fspath__(self):
        self.count += 1
        return "path"


class Mapping:
    def __init__(self):
        self.asked = []

    def __getitem__(self, key):
        self.asked.append(key)
        return "y"


def a_default_that_is_called(a, b, x):
    seen = []

    def default(value):
        seen.append(b)
        return 1

    json.dumps([1, {1}] if a > 1 else [1], default=default)
    return seen


def a_hook_that_is_called(a, b, x):
    seen = []
    json.loads("{}" if a > 1 else "[1]", object_hook=lambda pairs: seen.append(b))
    return seen


def a_replacement_that_is_called(a, b, x):
    seen = []

    def replaced(match):
        seen.append(b)
        return "x"

    re.sub("k+", replaced, "okko" if a > 1 else "nothing")
    return seen


def a_look_at_what_is_printed(a, b, x):
    shown = Shown()
    pprint.pformat([shown, x] if a > 1 else [x])
    return shown.count


def a_look_at_what_is_deeper(a, b, x):
    shown = Shown()
    pprint.pformat({"rows": [[x], {"more": (shown,) if a > 1 else ()}]}, depth=b % 3 + 3)
    return shown.count


def a_look_at_what_could_be_held(a, b, x):
    shown = Shown()
    pprint.pformat({"rows": [[x], [b, shown if a > 1 else x]]})
    return shown.count


def a_look_at_another_object(a, b, x):
    shown, other = Shown(), Shown()
    pprint.saferepr(shown if a > 1 else other)
    return shown.count


def a_path_that_is_expanded(a, b, x):
    path, other = Path(), Path()
    os.path.normpath(path if a > 1 else other)
    return path.count, other.count


def a_look_at_what_was_raised(a, b, x):
    seen = []
    try:
        raise Failure(seen) if a > 1 else ValueError()
    except Exception as error:
        traceback.format_exception(error)
    return seen


def a_look_at_the_cause(a, b, x):
    seen = []
    try:
        raise ValueError(b) from (Failure(seen) if a > 1 else None)
    except ValueError as error:
        traceback.format_exception(error, chain=x > 2)
    return seen


def a_name_that_is_filled_in(a, b, x):
    mapping = Mapping()
    string.Template("$b and $c" if a > 1 else "nothing").safe_substitute(mapping)
    return mapping.asked


def a_path_that_is_joined(a, b, x):
    path = Path()
    os.path.join("root", path if a > 1 else "own")
    return path.count


def rows_that_are_gone_over(a, b, x):
    rows, others = iter([1, 2, 3]), iter([4, 5, 6])
    statistics.mean(rows if a > 1 else others)
    return next(rows, 0), next(others, 0)


def a_generator_that_is_gone_over(a, b, x):
    seen = []

    def rows():
        seen.append(b)
        yield 1

    statistics.fmean(rows() if a > 1 else [2])
    return seen


def a_number_that_is_asked(a, b, x):
    class Number(Fraction):
        def as_integer_ratio(self):
            seen.append(b)
            return super().as_integer_ratio()

    seen = []
    statistics.mean([Number(1), 2] if a > 1 else [1, 2])
    return seen


def a_message_that_is_not_written(a, b, x):
    shown = Shown()
    level = logger.level
    logger.setLevel(logging.CRITICAL if a > 1 else level)
    logger.debug("%s", shown)
    logger.setLevel(level)
    return shown.count


def a_text_that_is_folded(a, b, x):
    lines = textwrap.wrap("one two three", 20 if a > 1 else 4)
    return len(lines)


def a_value_that_it_gives(a, b, x):
    return json.loads(json.dumps({"a": a, "b": [b]}))["b"]


def a_match_that_decides(a, b, x):
    seen = [b]
    if re.match("k", "k" if a > 1 else "o"):
        seen.append(x)
    return seen
