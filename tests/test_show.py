"""Pages: which nodes they show, and that colours, HTML and rich show the same characters."""

import functools
import html.parser
import io
import re
from typing import Any, ClassVar

import pytest
import rich.console
import rich.tree
from steps import calls_of

import irtrack
from irtrack import JumpNode, ReturnNode, page, printlevels, track
from irtrack.record.nodes.text import node_spans, plain

# -- programs ---------------------------------------------------------------------------------------------------------


def improve(guess, x):
    return (guess + x / guess) / 2


def root(x):
    guess = 1.0
    while abs(guess * guess - x) > 1e-9:
        guess = improve(guess, x)
    return guess


def triangle(n):
    total = 0
    for i in range(1, n):
        for j in range(i):
            total += j
    return total


def alternating(n):
    odd = 0
    for i in range(n):
        if i % 2:
            odd += 1
    return odd


def trying(texts):
    numbers = 0
    for text in texts:
        try:
            numbers += int(text)
        except ValueError:
            continue
    return numbers


class Cart:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)


def shop():
    cart = Cart()
    cart.add(1)
    cart.add(2)
    return cart.items


class Terminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self):
        return True


class Lines(html.parser.HTMLParser):
    """The text of HTML, with the tags that are open; complains of what is never closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.lines, self.skip = [], [], False
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in {"div", "span", "details", "summary", "style"}
        assert {name for name, _ in attributes} <= {"class", "open"}
        self.open.append(tag)
        if tag in ("summary", "div"):
            self.lines.append("  " * (self.open.count("details") - (tag == "summary")))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] != "style":
            self.lines[-1] += data


@pytest.fixture(autouse=True)
def with_colours(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)


def printed(node, levels=2, file=None, **options) -> str:
    out = file or io.StringIO()
    printlevels(node, levels, file=out, **options)
    return out.getvalue()


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def everything(node):
    return [node, *irtrack.query(node, irtrack.Descendant)]


# -- one look ---------------------------------------------------------------------------------------------------------

PROGRAMS = [(root, 2.0), (triangle, 4), (alternating, 5), (trying, ["1", "x", "2"]), (shop,)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_all_displays_show_the_same_characters(program):
    node = track(*program)
    text = printed(node, 3)
    assert text == str(page(node, 3)) + "\n"
    coloured = printed(node, 3, file=Terminal())
    assert coloured != text
    assert without_colours(coloured) == text
    lines = Lines(page(node, 3)._repr_html_()).lines
    assert "\n".join(lines[1:]) == text.rstrip("\n")  # the first is the frame around it
    console = rich.console.Console(file=io.StringIO(), width=1000)
    console.print(page(node, 3))
    assert console.file.getvalue() == text


def test_colours_are_those_of_a_terminal_that_has_some(monkeypatch):
    node = track(root, 2.0)
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(node, file=Terminal()) == printed(node)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert printed(node, file=Terminal()) == printed(node)


def test_spans_say_what_characters_are():
    node = track(root, 2.0)
    assert plain(node_spans(node[10])) == str(node[10])
    assert [tuple(span) for span in node_spans(node[8])] == [
        ("@8:", "position"), (" [§2:%7]", "place"), (" ", ""), ("@7", "reference"), (" > ", ""),
        ("⟨1e-09⟩", "constant"), (" → ", ""), ("True", "value"), ("::bool", "type"),
    ]  # fmt: skip
    assert {style for span in map(node_spans, everything(node)) for _, style in span} >= {"jump", "reference"}


def test_what_a_file_cannot_encode_is_escaped():
    class Narrow(io.TextIOWrapper):
        pass

    out = Narrow(io.BytesIO(), encoding="ascii")
    printlevels(track(improve, 1.0, 2.0), file=out)
    out.flush()
    assert out.buffer.getvalue().startswith(rb"improve(\u27e81.0\u27e9, \u27e82.0\u27e9) \u2192 1.5::float")


# -- source -----------------------------------------------------------------------------------------------------------


def test_source_stands_beside_the_nodes_that_begin_a_line():
    node = track(root, 2.0)
    first = root.__code__.co_firstlineno
    lines = printed(node, 3, source=True).splitlines()
    assert [line[:70].rstrip() for line in lines[1:]] == printed(node, 3).splitlines()[1:]
    beside = [line[71:] for line in lines[1:14]]
    assert beside == [
        "", "", f"  {first + 1}  guess = 1.0", "", f"  {first + 2}  while abs(guess * guess - x) > 1e-9:", "", "", "",
        "", f"  {first + 3}  guess = improve(guess, x)", "", "", "",
    ]  # fmt: skip
    assert lines[14][71:] == f"  {improve.__code__.co_firstlineno + 1}  return (guess + x / guess) / 2"


# -- fold -------------------------------------------------------------------------------------------------------------


def test_equal_turns_are_folded():
    node = track(root, 2.0)
    lines = printed(node, 2, fold=True).splitlines()
    whole = printed(node, 2).splitlines()
    assert lines == [*whole[:12], "  ... 3 more turns: @12 to @35", *whole[36:]]


def test_loops_within_folded_turns_may_go_round_more_often():
    node = track(triangle, 6)
    lines = printed(node, 2, fold=True).splitlines()
    assert [line for line in lines if "more turn" in line] == ["  ... 4 more turns: @19 to @120"]
    nested = printed(track(triangle, 2), 2, fold=True)
    assert "more turn" not in nested


def test_turns_that_went_another_way_are_not_folded():
    node = track(alternating, 6)
    assert printed(node, 2, fold=True) == printed(node, 2)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_folding_leaves_out_what_it_says_and_nothing_else(program):
    node = track(*program)
    shown = re.findall(r"^  @(\d+):|to @(\d+)$", printed(node, 2, fold=True, limit=None), re.MULTILINE)
    left_out = re.findall(r"@(\d+) to @(\d+)", printed(node, 2, fold=True, limit=None))
    positions = {int(one) for one, _ in shown if one}
    for first, last in left_out:
        positions |= set(range(int(first), int(last) + 1))
    assert positions == set(range(1, len(node) + 1))


def test_equal_turns_ran_the_same_statements():
    node = track(trying, ["1", "x", "y", "2", "3", "z"])
    lines = printed(node, 2, fold=True).splitlines()
    folded = [line for line in lines if "more turn" in line]
    assert len(folded) == 2
    for line in folded:
        count, first, last = (int(number) for number in re.findall(r"\d+", line))
        length = (last - first + 1) // count
        assert length * count == last - first + 1
        turns = [
            [child.location for child in node.children[first - 1 - length : last]][i::length] for i in range(length)
        ]
        assert all(len(set(map(str, places))) == 1 for places in turns)


# -- only -------------------------------------------------------------------------------------------------------------


def shown(node, levels=3, **options) -> list[str]:
    return [line.strip().split(":")[0] for line in printed(node, levels, **options).splitlines()[1:]]


def test_only_takes_a_kind_a_name_a_file_a_line_or_a_predicate():
    node = track(root, 2.0)
    jumps = [child.short() for child in node if isinstance(child, JumpNode)]
    assert shown(node, 2, only=JumpNode) == jumps
    assert shown(node, only="improve") == ["@10", "@18", "@26", "@34"]
    line = f"{__file__}:{improve.__code__.co_firstlineno + 1}"
    assert shown(node, only=line)[:6] == ["@10", "@4", "@5", "@6", "@7", "@18"]
    assert shown(node, only=line.rpartition("/")[2]) == shown(node, only=line)
    assert shown(node, only=lambda one: one.value == 1.5) == ["@10", "@6", "@7", "@12", "@18", "@2"]
    assert shown(node, only="test_show.py") == [
        text.strip().split(":")[0] for text in printed(node, 3).splitlines()[1:]
    ]
    assert shown(node, only="other.py") == ["... no other node is what only= asks for, down to level 3"]


def test_only_finds_methods_by_their_name():
    node = track(shop)
    calls = [child.short() for child in node if "⟨Cart.add⟩(" in str(child)]
    assert len(calls) == 2
    assert shown(node, 2, only="Cart.add") == shown(node, 2, only="add") == calls
    appended = shown(node, 3, only="list.append")
    assert appended == shown(node, 3, only="append")
    assert appended[::2] == calls
    assert len(appended) == 4


def test_only_shows_the_calls_around_what_it_finds():
    node = track(root, 2.0)
    assert shown(node, only=ReturnNode) == ["@10", "@7", "@18", "@7", "@26", "@7", "@34", "@7", "@42"]
    assert (
        printed(node, 1, only=ReturnNode).splitlines()[1] == "... no other node is what only= asks for, down to level 1"
    )


# -- around -----------------------------------------------------------------------------------------------------------


def test_around_shows_what_leads_to_a_node_and_its_neighbours():
    node = track(root, 2.0)
    lines = printed(node, 1, around=node[18]).splitlines()
    whole = printed(node, 2).splitlines()
    assert lines == [
        whole[0], "  ... @1 to @12", *whole[13:18], "> " + whole[18].strip(), *whole[19:24], "  ... @24 to @42",
    ]  # fmt: skip
    inner = printed(node, 1, around=node[18][1]).splitlines()
    assert inner[:3] == [whole[0], whole[18], "  > " + str(node[18][1])]
    assert inner[-1] == "    ... @7"
    assert printed(node, 2, around=node) == printed(node, 2)
    assert len(printed(node, 2, around=node[18]).splitlines()) == len(lines) + 7
    assert "&gt; " in page(node, 1, around=node[18])._repr_html_()


# -- arguments --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda node: printlevels(node, only=3),
            TypeError,
            "only= is a kind of nodes, the name of a function, a file or a line (cart.py:12), or a predicate of "
            "nodes, not int 3",
        ),
        (
            lambda node: printlevels(node, only=int),
            TypeError,
            "only= is a kind of nodes, the name of a function, a file or a line (cart.py:12), or a predicate of "
            "nodes, not type <class int>",
        ),
        (lambda node: printlevels(node, around=3), TypeError, "around= is a node of the record, not 3"),
        (
            lambda node: printlevels(node, around=track(improve, 1, 2)),
            ValueError,
            "around= is a node below the one that is printed, which the root is not: improve(⟨1⟩, ⟨2⟩) → 1.5::float",
        ),
        (
            lambda node: page(node, fold=True, only="f"),
            ValueError,
            "fold= and only= are two ways to choose what is shown: give one of them",
        ),
        (lambda node: page(3), TypeError, "page() takes a node, as track() returns it, not 3"),
        (lambda node: page(node, limit=0), ValueError, "limit is a whole number from 1, or None for all, not 0"),
        (lambda node: page(node, "x"), TypeError, "levels is a whole number from 1, not str 'x'"),
        (
            lambda node: printlevels(node, only=improve),
            TypeError,
            "only= is a kind of nodes, the name of a function, a file or a line (cart.py:12), or a predicate of nodes, "
            'not function <function improve>, which takes (guess, x); its calls are only="improve"',
        ),
    ],
)
def test_bad_input(call, kind, message):
    with pytest.raises(kind) as raised:
        call(track(improve, 1.0, 2.0))
    assert str(raised.value) == message


def test_the_limit_says_how_to_get_the_rest():
    node = track(root, 2.0)
    last = printed(node, 3, limit=2, source=True, library=True).splitlines()[-1]
    assert last == "... 69 more lines: printlevels(node, 3, library=True, source=True, limit=None) shows all"
    last = printed(node, 3, limit=2, only=JumpNode).splitlines()[-1]
    assert last == "... 9 more lines: printlevels(node, 3, only=..., limit=None) shows all"
    assert len(printed(node, 3, limit=71).splitlines()) == 71


# -- prompts, notebooks, rich -----------------------------------------------------------------------------------------


def test_a_node_is_one_line_at_a_prompt_and_two_levels_in_a_notebook():
    node = track(root, 2.0)
    bundle = node._repr_mimebundle_()
    assert bundle["text/plain"] == repr(node)
    assert bundle["text/html"] == node._repr_html_() == page(node)._repr_html_()
    assert Lines(node[5]._repr_html_()).lines[1] == printed(node[5]).rstrip("\n")
    assert page(node)._repr_mimebundle_()["text/plain"] == str(page(node))
    assert repr(page(node[10], 3)) == "<page of @10: 3 levels>"


def test_rich_shows_nodes_in_print_tree_and_pager():
    node = track(root, 2.0)
    console = rich.console.Console(file=Terminal(), width=200, force_terminal=True)
    console.print(node[10])
    assert without_colours(console.file.getvalue()) == f"{node[10]}\n"
    tree = rich.tree.Tree(node)
    tree.add(node[10]).add(node[10][4])
    plain_console = rich.console.Console(file=io.StringIO(), width=200)
    plain_console.print(tree)
    assert plain_console.file.getvalue() == f"{node}\n└── {node[10]}\n    └── {node[10][4]}\n"

    class Pager(rich.pager.Pager):
        shown: ClassVar[list[str]] = []

        def show(self, content):
            self.shown.append(content)

    with plain_console.pager(Pager()):
        plain_console.print(page(node, 3))
    assert Pager.shown == [printed(node, 3)]


def test_a_page_printed_in_a_notebook_is_one_text(monkeypatch):
    """There standard output says that it is a terminal, and rich would show each line by itself."""
    monkeypatch.setattr(rich.console, "_is_jupyter", lambda: True)
    node = track(root, 2.0)
    assert without_colours(printed(node, file=Terminal())) == printed(node)


def test_ipython_shows_one_line_and_html():
    formatters = pytest.importorskip("IPython.core.formatters")
    node = track(root, 2.0)
    data, _ = formatters.DisplayFormatter().format(node)
    assert data["text/plain"] == repr(node)
    assert data["text/html"] == node._repr_html_()


def test_every_kind_of_node_has_a_display():
    def fails():
        return len(map((1).__truediv__, [0]))

    with pytest.raises(TypeError) as raised:
        track(fails)
    nodes = everything(irtrack.trace_of(raised.value)) + everything(track(functools.reduce, max, [1, 2]))
    for node in nodes:
        assert node._repr_html_()
        assert str(node.__rich__()) == str(node)


# -- how long it takes ------------------------------------------------------------------------------------------------


def long_loop(n):
    total = 0
    for i in range(n):
        total += i
    return total


def test_two_levels_of_a_long_record_come_at_once():
    node: Any = track(long_loop, 510_000)
    assert len(node.log.entries) > 10**6
    assert calls_of(lambda: printed(node, 2)) + calls_of(node._repr_html_) < 300_000  # and not one for each entry
    assert "more than" in printed(node, 2)
