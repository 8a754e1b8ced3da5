"""Ways not taken that call functions of Python's own library: what these could have written, and that it is no more."""

import contextlib
import io
import linecache
import logging
from typing import Any

import pytest
from share import share

from irtrack import backward_slice, track

PRELUDE = """\
import contextlib, copy, dataclasses, io, json, logging, os.path, pprint, statistics, string, sys, textwrap, traceback
import uuid
from os.path import join
logger = logging.getLogger("program")
@dataclasses.dataclass
class Point:
    x: int
point = Point(1)
class Account:
    def __init__(self, n):
        self.n = n
        self.items = []
    def deposit(self, k):
        self.n += k
        self.items.append(k)
"""

CALLS = """\
json.dumps({"x": x})
json.loads("[1, 2]")
logger.debug("x is %s", x)
logger.warning("x is %s", acc)
logging.info("x is %s", x)
join("a", "b")
pprint.pformat(acc.items)
pprint.pprint(x)
print(acc.items)
statistics.mean([x, 1])
statistics.stdev([x, 1, 2.0])
textwrap.wrap("a b c", 2)
traceback.format_exc()
traceback.print_exc()
uuid.uuid4()
""".splitlines()

USES = "acc.n", "len(acc.items)", "acc.items[0]"


def inputs_of(source: str, *arguments: int) -> set[str | None]:
    record = track(load(source), *arguments)
    return {node.name for node in backward_slice(record).inputs}


def load(source: str) -> Any:
    source, filename = PRELUDE + source, "<library>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, filename, "exec"), namespace)
    return namespace["main"]


@contextlib.contextmanager
def unhandled():
    """What the tests' runner has registered is code that nobody knows."""
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(io.StringIO()):
        patch.setattr(logging.root, "handlers", [])
        logger = logging.getLogger("program")
        for name, value in (("handlers", []), ("filters", []), ("propagate", True)):
            patch.setattr(logger, name, value)
        yield


# a call that did not run, one in a function that did not, and one that did run: by the value of `d` and what it decides
PLACES = {
    "not taken": (0, "if d:\n        {call}"),
    "in a function": (0, "if d:\n        show(acc, x)"),
    "taken": (1, "if d:\n        {call}"),
    "by data": (1, "x = d\n    {call}"),
}

# of these that ran it is not known to what else they could have stored: a record of a message, parts of a text, what a
# sum was unpacked to; and `logging.info` sets up a handler that writes to the tests' own stream
STORING = 'logger.warning("x is %s", acc)', "logging.info(", "pprint.pformat(acc.items)", "statistics.stdev("


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("call", share(CALLS))
def test_they_write_to_nothing_of_the_program(call, place, use):
    if place in ("taken", "by data") and call.startswith(STORING):
        pytest.skip("what it stores could be stored elsewhere")
    d, statement = PLACES[place]
    source = f"""
def show(acc, x):
    {call}
def main(a, d):
    acc, x = Account(a), 4
    acc.deposit(5)
    {statement.format(call=call)}
    return {use}
"""
    with unhandled():
        assert "d" not in inputs_of(source, 3, d)


# what they do call is told
CALLING = {
    "default": """
def main(a, d):
    seen = []
    if d:
        json.dumps({1, 2}, default=lambda x: seen.append(x))
    return len(seen)
""",
    "encoder": """
class Encoder(json.JSONEncoder):
    seen = []
    def default(self, x):
        self.seen.append(x)
def main(a, d):
    Encoder.seen.clear()
    if d:
        json.dumps({1, 2}, cls=Encoder)
    return len(Encoder.seen)
""",
    "hook": """
def main(a, d):
    seen = []
    if d:
        json.loads("{}", object_hook=seen.append)
    return len(seen)
""",
    "repr": """
class Shown:
    count = 0
    def __repr__(self):
        self.count += 1
        return "shown"
def main(a, d):
    shown = Shown()
    if d:
        pprint.pformat([shown])
    return shown.count
""",
    "deepcopy": """
class Copied:
    count = 0
    def __deepcopy__(self, memo):
        self.count += 1
        return self
def main(a, d):
    copied = Copied()
    if d:
        copy.deepcopy([copied])
    return copied.count
""",
    "getstate": """
class Copied:
    count = 0
    def __getstate__(self):
        self.count += 1
        return {"count": self.count}
def main(a, d):
    copied = Copied()
    if d:
        copy.copy(copied)
    return copied.count
""",
    "ratio": """
class Number(float):
    count = 0
    def as_integer_ratio(self):
        Number.count += 1
        return 1, 1
def main(a, d):
    Number.count = 0
    if d:
        statistics.mean([Number(1.0)])
    return Number.count
""",
    "iterator": """
def main(a, d):
    rows = iter([1, 2, 3])
    if d:
        statistics.mean(rows)
    return next(rows, 0)
""",
    "generator": """
def main(a, d):
    seen = []
    def rows():
        for k in range(3):
            seen.append(k)
            yield k
    each = rows()
    if d:
        statistics.mean(each)
    return len(seen)
""",
    "message": """
class Message:
    count = 0
    def __str__(self):
        self.count += 1
        return "message"
logger.addHandler(logging.NullHandler())
def main(a, d):
    message = Message()
    if d:
        logging.error("%s", message)
    return message.count
""",
    "message by keys": """
import collections
def main(a, d):
    found = collections.defaultdict(int, y=1)
    if d:
        logging.error("%(x)s", found)
    return len(found)
""",
    "handler": """
class Handler(logging.Handler):
    records = []
    def emit(self, record):
        self.records.append(record)
def main(a, d):
    handler = Handler()
    handler.records.clear()
    logger.addHandler(handler)
    if d:
        logger.error("a")
    logger.removeHandler(handler)
    return len(handler.records)
""",
    "held handler": """
seen = []
class Handler(logging.Handler):
    def emit(self, record):
        seen.append(record)
logger.addHandler(Handler())
def main(a, d):
    seen.clear()
    if d:
        logger.error("a")
    return len(seen)
""",
    "filter": """
seen = []
def keeps(record):
    seen.append(record)
    return False
logger.addFilter(keeps)
def main(a, d):
    seen.clear()
    if d:
        logger.error("a")
    return len(seen)
""",
    "stream": """
stream = io.StringIO()
logger.addHandler(logging.StreamHandler(stream))
logger.propagate = False
def main(a, d):
    stream.seek(0); stream.truncate()
    if d:
        logger.error("a")
    return len(stream.getvalue())
""",
    "printed": """
def main(a, d):
    out = io.StringIO()
    before, sys.stdout = sys.stdout, out
    if d:
        print("a")
    sys.stdout = before
    return len(out.getvalue())
""",
    "printed by a function": """
def show(x):
    print(x)
def main(a, d):
    out = io.StringIO()
    before, sys.stdout = sys.stdout, out
    if d:
        show(1)
    sys.stdout = before
    return len(out.getvalue())
""",
    "printed to an object": """
class Out:
    def __init__(self):
        self.count = 0
    def write(self, text):
        self.count += 1
def main(a, d):
    out = Out()
    before, sys.stdout = sys.stdout, out
    if d:
        print("a")
    sys.stdout = before
    return out.count
""",
    "printed nicely": """
def main(a, d):
    out = io.StringIO()
    before, sys.stdout = sys.stdout, out
    if d:
        pprint.pprint("a")
    sys.stdout = before
    return len(out.getvalue())
""",
    "redirected": """
def main(a, d):
    out = io.StringIO()
    with contextlib.redirect_stderr(out):
        try:
            raise ValueError
        except ValueError:
            if d:
                traceback.print_exc()
    return len(out.getvalue())
""",
}


@pytest.mark.parametrize("name", share(CALLING))
def test_what_they_call_of_the_program_is_told(name):
    """Each result is another one on the way that is not taken."""
    source = CALLING[name]
    with unhandled():
        main = load(source)
        assert main(3, 0) != main(3, 1)
    with unhandled():
        assert "d" in inputs_of(source, 3, 0)
