"""Hostile values pass through every display: nothing raises, floods, moves the cursor, becomes HTML, or is asked."""

import html.parser
import importlib.util
import io
import linecache
import time

import numpy as np
import pytest
import rich.console
from hostile import ASKED, VALUES
from share import share

import irtrack
from irtrack import page, printlevels, to_dot, to_mermaid, to_networkx, track

LINE = 1000  # characters of a line at most
SECONDS = 30  # of the processor, for all displays of one value: they take a hundredth of that, what hangs takes more


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Reader(html.parser.HTMLParser):
    """The text of a page in HTML; finds tags that no page has."""

    def __init__(self, text):
        super().__init__()
        self.text, self.tag = "", ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        assert tag in {"div", "span", "details", "summary", "style"}, tag
        assert {name for name, _ in attributes} <= {"class", "open"}
        self.tag = tag
        self.text += "\n" * (tag in ("div", "summary"))

    def handle_data(self, data):
        if self.tag != "style":
            self.text += data


def program(value, **keywords):
    held = [value]
    named = {"held": held}
    return named, keywords


def displays(node):
    """(name, text) of everything that shows a record."""
    yield "repr", repr(node)
    yield "children", "\n".join(map(repr, node))
    for options in {}, {"source": True}, {"fold": True}, {"only": "program"}, {"around": node[3]}, {"library": True}:
        out = io.StringIO()
        printlevels(node, 3, file=out, **options)
        yield f"printlevels {options}", out.getvalue()
    yield "html", Reader(page(node, 3)._repr_html_()).text
    yield "mimebundle", Reader(node._repr_mimebundle_()["text/html"]).text
    console = rich.console.Console(file=io.StringIO(), width=10_000)
    console.print(node, page(node, 3))
    yield "rich", console.file.getvalue()
    yield "dot", to_dot(node)
    yield "mermaid", to_mermaid(node)
    if importlib.util.find_spec("networkx"):
        yield "networkx", "\n".join(text for _, text in to_networkx(node, 3).nodes(data="text"))
    yield "slice", str(irtrack.backward_slice(node[-1]))
    yield "stats", str(node.stats())


def is_harmless(text):
    return all(line.isprintable() and len(line) < LINE for line in text.split("\n"))


@pytest.mark.parametrize("make", share(VALUES), ids=lambda make: make.__name__)
def test_a_hostile_value_is_shown_as_any_other(make, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    value = make()
    node = track(program, value)
    ASKED.clear()
    start = time.process_time()
    for name, text in displays(node):
        assert is_harmless(text), (name, text[:2000])
        assert "\x1b" not in text
        text.encode()  # no lone surrogates
    terminal = Terminal()
    printlevels(node, 3, file=terminal)
    assert len(terminal.getvalue()) < 20 * LINE
    assert time.process_time() - start < SECONDS
    assert [name for name in ASKED if "repr" not in name] == []
    assert node[2].value is value


def questions(node, path):
    """The answers to what a record can be asked, as text."""
    yield "history", irtrack.history(node, "value")
    yield "first", irtrack.first_nan(node)
    yield "calls", irtrack.calls(node, "program")
    yield "effects", irtrack.effects(node)
    yield "compare", irtrack.compare(node, track(program, node[2].value))
    yield "path", irtrack.dependence_path(node[2], node[-1])
    yield "shapes", irtrack.shapes(node)
    yield "source", irtrack.to_source(node)
    yield "check", irtrack.check(node)
    yield "update", node.update({node[3]: {}})
    irtrack.save(node, path)
    yield "load", page(irtrack.load(path), 3)


@pytest.mark.parametrize(
    "make", share(make for make in VALUES if "huge" not in make.__name__), ids=lambda make: make.__name__
)
def test_questions_ask_a_hostile_value_nothing(make, tmp_path):
    node = track(program, make())
    ASKED.clear()
    for name, answer in questions(node, tmp_path / "record"):
        assert is_harmless(str(answer)), name
    assert [name for name in ASKED if "repr" not in name] == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (10**5000, "<int of about 5,000 digits>"),
        ([-(10**5000)], "[<negative int of about 5,000 digits>]::list*"),
        (np.array([10**5000, 1], dtype=object), "object[2] [<int of about 5,000 digits>, 1]*"),
        ((np.array([len, [2]], dtype=object),), "(object[2] [<function len>, [2]],)::tuple*"),
        (np.zeros(1, dtype=[("a", "O")]), "void64[1]*"),
    ],
    ids=range(5),
)
def test_what_python_shows_badly(value, text):
    def given():
        return value

    assert str(track(given)[-1]).endswith(f"→ {text}")


def test_names_spoil_no_display(monkeypatch):
    name = "x\x1b[31m<b>\ud800"
    namespace = {}
    lines = ["def f(x, **named):\n", "    return getattr(x, 'real'), named  # \x1b[31m \t <b>\n"]
    exec(compile("".join(lines), f"{name}.py", "exec"), namespace)
    monkeypatch.setitem(linecache.cache, f"{name}.py", (0, None, lines, f"{name}.py"))
    f = namespace["f"]
    f.__qualname__ = (name * 1000).replace("\ud800", "")
    node = track(f, 3, **{name: 4})
    node[1].metadata[name * 1000] = name * 1000
    node[2].metadata[VALUES[0]()] = VALUES[1]()
    node[3].metadata[(name,)] = {name: name}
    for display, text in displays(node):
        assert is_harmless(text), display
        text.encode()
    for name, answer in ("calls", irtrack.calls(node, "f")), ("reached", irtrack.why_reached(node[-1])):
        assert is_harmless(str(answer)), name


def test_long_lines_of_source_spoil_no_answer(monkeypatch):
    sums = " + ".join(f"x * {k}" for k in range(400))  # the time that is taken grows with the square
    lines = ["def f(x):\n", f"    return {sums}\n"]
    monkeypatch.setitem(linecache.cache, "long.py", (0, None, lines, "long.py"))
    exec(compile("".join(lines), "long.py", "exec"), namespace := {})
    node = track(namespace["f"], 3)
    assert irtrack.history(node, sums).values == [node.value]
    answers = [irtrack.history(node, 2), irtrack.history(node, sums), irtrack.backward_slice(node)]
    answers += [irtrack.find(node, at=2), irtrack.first(node, lambda value: value == 6), page(node, source=True)]
    assert all(is_harmless(str(answer)) for answer in answers)


def test_there_are_enough():
    assert len(VALUES) >= 40
