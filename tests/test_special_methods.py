"""What operators and C functions do with instances of classes that have one special method, or a few.

Each class is below a builtin one, and C code often treats such instances otherwise than others: it takes their value,
or finds a method of the builtin class first. IRTRACK_EXAMPLES=20 tries twenty times as many combinations of methods.
"""

import collections
import contextlib
import copy
import datetime
import decimal
import fractions
import io
import itertools
import math
import operator
import random
import re
import types
from array import array

import numpy as np
import pytest
from share import amount, share

from irtrack import track

COMBINATIONS = amount(8)
CALLED: list[str] = []
RESULTS = {
    "len": 3, "bool": False, "abs": "abs", "round": "round", "int": 41, "float": 4.5, "complex": 2j, "index": 2,
    "hash": 77, "reversed": [9], "bytes": b"B", "dir": ["z"], "floor": 1, "ceil": 2, "trunc": 3, "format": "F",
    "str": "S", "repr": "R", "contains": True, "length_hint": 5, "eq": True, "lt": True, "missing": 6,
    "fspath": "/dev/null", "enter": 1, "divmod": (1, 2), "neg": 5, "add": "add", "radd": "radd", "iadd": "iadd",
    "mul": "mul", "rmul": "rmul", "imul": "imul", "mod": "mod", "imod": "imod", "pow": "pow", "or": "or", "ror": "ror",
    "ior": "ior", "call": 8, "instancecheck": True, "setitem": None, "delitem": None, "aiter": 5, "await": 5,
}  # fmt: skip
NAMES = [*RESULTS, "iter", "getitem", "keys", "getattribute", "getattr"]
BASES = {
    object: (), int: (65,), float: (2.5,), complex: (1j,), str: ("ab",), bytes: (b"ab",), bytearray: (b"ab",),
    list: ([1, 2],), tuple: ((1, 2),), dict: ({1: 2},), set: ({1},), frozenset: ({1},), collections.deque: ([1, 2],),
    collections.OrderedDict: ({1: 2},), collections.defaultdict: (int, {1: 2}), collections.Counter: ("ab",),
    collections.UserList: ([1],), array: ("i", [1, 2]), fractions.Fraction: (1, 2), decimal.Decimal: ("1.5",),
    datetime.timedelta: (3,), np.float64: (1.5,), np.float32: (2,), BaseException: ("e",), types.SimpleNamespace: (),
}  # fmt: skip
EVERYWHERE = object, int, str, list, dict  # of the others each Python takes a share of the combinations
USES = """
len(k) | bool(k) | not k | 1 if k else 2 | list(iter(k)) | next(k) | next(k, 5) | abs(k) | round(k) | round(k, 1)
int(k) | int(k, 10) | float(k) | complex(k) | complex(k, 1) | list(reversed(k)) | bytes(k) | bytearray(k) | bin(k)
oct(k) | hex(k) | chr(k) | len(dir(k)) < 3 | math.floor(k) | math.ceil(k) | math.trunc(k) | format(k) | format(k, '>9')
f'{k}' | f'{k:>9}' | f'{k!r:>9}' | f'{k!a}{k!s}' | str(k) | repr(k) | ascii(k) | print(k, k, sep=',') | '%s %r' % (k, k)
'%d' % k | list(k) | tuple(k) | set(k) | frozenset(k) | dict(k) | dict(k, a=1) | {**k} | [*k] | (lambda *a: a)(*k)
(lambda **a: a)(**k) | sum(k) | any(k) | all(k) | sorted(k) | min(k) | max(k, k) | list(zip(k, k)) | list(enumerate(k))
list(map(str, k)) | ','.join(k) | b','.join(k) | [1].extend(k) | operator.iadd([1], k) | {}.update(k) | set().update(k)
collections.deque(k) | collections.deque([1]).extend(k) | list(itertools.islice(k, 1)) | list(itertools.chain(k, k))
list(itertools.chain.from_iterable([k])) | dict.fromkeys(k) | range(k) | [1, 2, 3, 4][k] | 'abcd'[k:] | 1 in k
1 not in k | k in [1] | k == 1 | k != 1 | k < 1 | 1 > k | -k | k + 1 | 1 + k | k * 2 | 2 * k | k % 2 | k ** 2 | k + k
pow(k, 2, 5) | divmod(k, 2) | k[0] | k[0:1] | isinstance(1, k) | issubclass(int, k) | k() | callable(k) | k|{} | {}|k
[1] + k | k + [1] | 'a' + k | b'a' + k | (1,) + k | [1] * k | 'a' * k | k * k | k @ k | k.real | k.nothing
type(copy.copy(k)).__name__ | bytes(memoryview(k)) | operator.index(k) | operator.length_hint(k) | math.sqrt(k)
math.isnan(k) | math.prod(k) | math.fsum(k) | math.gcd(k, 4) | [1, 2].count(k) | {65: 1}.get(k) | k in {65}
sorted([k, k]) | list(yield_from(k)) | [x for x in k] | {x: 1 for x in k} | 'abc'.startswith(k) | int.__add__(1, k)
'{:>5}{}'.format(k, k) | '{0[0]}'.format(k) | 'a'.replace('a', k) | operator.imul(k, 2) | (lambda a, b: (a, b))(*k)
changed(k, 'k += [2]') | changed(k, 'k += 2') | changed(k, 'k += k') | changed(k, 'k *= 2') | changed(k, 'k |= {1: 1}')
changed(k, 'k %= 2') | changed([1], 'k += other', k) | changed(collections.deque(), 'k += other', k)
changed({1: 3}, 'k |= other', k) | changed('a', 'k += other', k) | changed(k, 'a, b = k; k = b')
changed(k, 'k[0] = 1') | changed(k, 'k[0:1] = [1]') | changed(k, 'del k[0]') | changed(k, 'with k as k: pass')
changed(k, 'a, *k = k') | k.join('ab')
"""


def yield_from(k):
    yield from k


def changed(k, statement, other=None):
    scope = {"k": k, "other": other}
    exec(statement, scope)
    return scope["k"] is k, scope["k"]


MODULES = {module.__name__: module for module in (collections, copy, itertools, math, operator)}
SCOPE = {**MODULES, "yield_from": yield_from, "changed": changed}
RUNS = {text: eval(f"lambda k: {text}", SCOPE) for text in map(str.strip, re.split(r" \| |\n", USES.strip()))}


def method(name):
    def run(self, *arguments):
        CALLED.append(name)
        if name == "iter":
            return iter("ab")
        if name == "getitem":
            return [4, 5][arguments[0]] if type(arguments[0]) is int else 6
        if name == "keys":
            return ["k"]
        if name == "getattribute":
            return object.__getattribute__(self, *arguments)
        if name == "getattr":
            raise AttributeError(*arguments)
        return RESULTS[name]

    return run


def outcome(run, value):
    CALLED.clear()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            result = run(value)
            shown = f"{type(result).__name__} {object.__repr__(result) if result is value else repr(result)}"
        except Exception as error:
            shown = f"{type(error).__name__}: {error}"
    shown, printed = (re.sub("0x[0-9a-f]+", "", text) for text in (shown, output.getvalue()))
    return shown, printed, CALLED[:]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.filterwarnings("ignore")  # of conversions that will go
def test_special_methods_of_a_class_below_a_builtin_one(base):
    chance = random.Random(base.__name__)
    combinations = [[name] for name in NAMES]
    combinations += [chance.sample(NAMES, chance.randint(2, 5)) for _ in range(COMBINATIONS)]
    if base not in EVERYWHERE:
        combinations = [names for _, names in share((f"{base.__name__} {names}", names) for names in combinations)]
    for names in combinations:
        methods = {name if name == "keys" else f"__{name}__": method(name) for name in names}
        cls = type("K", (base,), methods)
        for text, run in RUNS.items():
            plain = outcome(run, cls(*BASES[base]))
            seen = outcome(lambda value, run=run: track(run, value).value, cls(*BASES[base]))
            assert seen == plain, (text, names)
