"""Pictures: what has a box, what an arrow, and that the texts are what Graphviz and Mermaid read."""

import os
import re
import shutil
import sys

import pytest
from steps import calls_of

import irtrack
from irtrack import Context, backward_slice, to_dot, to_mermaid, to_networkx, track

# -- programs ---------------------------------------------------------------------------------------------------------


def square(x):
    return x * x


def program(n):
    total = square(n)
    while total > 3:
        total = total - square(1)
    return total


class Box:
    pass


def through_memory(x):
    box = Box()
    box.value = x * 2
    box.other = [x]
    return box.value


def odd(text):
    return [text, '"]; "\\', "&lt;<b>`#35;"]


def long_loop(n):
    total = 0
    for i in range(n):
        total += i
    return total


# -- readers ----------------------------------------------------------------------------------------------------------

QUOTED = r'"((?:[^"\\]|\\.)*)"'


def read_dot(text):
    """({number: label}, [(from, to)], {number: how deep}) of what `to_dot` writes; anything else is an error."""
    lines = text.split("\n")
    assert lines[0] == "digraph {"
    assert lines[-1] == "}"
    labels, arrows, depths, open_frames = {}, [], {}, 0
    for line in map(str.strip, lines[1:-1]):
        if re.fullmatch(r"subgraph cluster_\d+ \{", line):
            open_frames += 1
        elif line == "}":
            open_frames -= 1
        elif found := re.fullmatch(rf"n(\d+) \[label={QUOTED}, [^\"]*\]", line):
            label = re.sub(r"\\(.)", lambda escape: {"n": "\n"}.get(escape[1], escape[1]), found[2])
            labels[int(found[1])] = label.replace("&amp;", "&")
            depths[int(found[1])] = open_frames
            assert "&" not in found[2].replace("&amp;", "")
        elif found := re.fullmatch(r"n(\d+) -> n(\d+)( \[[^\[\]]*\])?", line):
            arrows.append((int(found[1]), int(found[2])))
        else:
            assert re.fullmatch(r"(node|edge) \[.*\]", line), line
    assert open_frames == 0
    return labels, arrows, depths


def read_mermaid(text):
    """The same of what `to_mermaid` writes."""
    lines = text.split("\n")
    assert lines[0] == "flowchart TD"
    labels, arrows, depths, open_frames = {}, [], {}, 0
    for line in map(str.strip, lines[1:]):
        if re.fullmatch(r'subgraph c\d+\[" "\]', line):
            open_frames += 1
        elif line == "end":
            open_frames -= 1
        elif found := re.fullmatch(r'n(\d+)(\(|\{\{|\(\[|\[)"([^"]*)"(\)|\}\}|\]\)|\])', line):
            text = re.sub(r"#(\d+);", lambda code: chr(int(code[1])), found[3].replace("<br/>", "\n"))
            assert not set(found[3].replace("<br/>", "")) & set("\"<>&`'\\{}[]()|")
            labels[int(found[1])] = text
            depths[int(found[1])] = open_frames
        else:
            found = re.fullmatch(r"n(\d+) (-->|-\.->|==>) n(\d+)", line)
            assert found, line
            arrows.append((int(found[1]), int(found[3])))
    assert open_frames == 0
    return labels, arrows, depths


def texts(labels):
    return [labels[number].split(":")[0] for number in sorted(labels)]


# -- what a picture has -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("write", "read"), [(to_dot, read_dot), (to_mermaid, read_mermaid)])
def test_a_picture_has_the_nodes_of_a_page_and_their_references(write, read):
    node = track(program, 2)
    labels, arrows, depths = read(write(node, 3))
    shown = [line.strip() for line in str(irtrack.page(node, 3)).splitlines()]
    assert len(labels) == len(shown)
    assert labels[0] == "program(⟨2⟩)\n→ 3::int"
    for number, line in list(enumerate(shown))[1:]:
        expected = re.sub(r" \[[^\]]*\]", "", line, count=1)
        assert labels[number] == expected.replace(" → ", "\n→ ", 1)
    named = {(labels[one].split(":")[0], labels[other].split(":")[0]) for one, other in arrows}
    assert {("@2", "@3"), ("@2", "@2")} <= named
    assert depths[0] == 1
    assert sorted(set(depths.values())) == [1, 2]


def test_arrows_go_from_what_was_computed_to_what_was_computed_from_it():
    node = track(program, 2)
    graph = pytest.importorskip("networkx") and to_networkx(node, 3)
    for one in graph:
        expected = set(one.referenced(irtrack.Preceding | irtrack.Parent)) & set(graph)
        assert {other for other, _, kind in graph.in_edges(one, keys=True) if kind == "reference"} == expected
    returned = node[3][-1]
    assert (returned, node[3], "return") in graph.edges(keys=True)
    jump = next(child for child in node if isinstance(child, irtrack.JumpNode))
    assert (jump, node[jump.position + 1], "jump") in graph.edges(keys=True)
    assert graph.nodes[node[3]] == {
        "text": str(node[3]), "kind": "NestedCallNode", "depth": 1, "file": __file__,
        "line": program.__code__.co_firstlineno + 1,
    }  # fmt: skip


def test_memory_is_an_arrow_where_it_is_asked_for():
    pytest.importorskip("networkx")
    node = track(through_memory, 3)
    kinds = [kind for _, _, kind in to_networkx(node).edges(keys=True)]
    assert "memory" not in kinds
    graph = to_networkx(node, memory=True)
    found = [(str(one), str(other)) for one, other, kind in graph.edges(keys=True) if kind == "memory"]
    assert [one.partition("] ")[2] for one, _ in found] == ["@3.value = @4"]
    assert "steelblue" in to_dot(node, memory=True)
    assert "==>" in to_mermaid(node, memory=True)


def test_a_slice_is_a_picture_of_its_nodes():
    node = track(program, 2)
    found = backward_slice(node[3])
    labels, arrows, _ = read_dot(to_dot(found))
    assert len(labels) == len(found)
    assert labels[0] == "program(⟨2⟩)\n→ 3::int"
    assert arrows
    assert read_dot(to_dot(found - found)) == ({}, [], {})
    assert read_mermaid(to_mermaid(found - found)) == ({}, [], {})
    assert set(pytest.importorskip("networkx") and to_networkx(found)) == set(found)


def test_labels_are_the_characters_that_are_printed():
    node = track(odd, "\x1b[31m\ud800\n</svg>")
    dot, _, _ = read_dot(to_dot(node))
    mermaid, _, _ = read_mermaid(to_mermaid(node))
    assert dot == mermaid
    assert any(label.startswith("@3: [@2, ⟨'\"]; \"\\\\'⟩, ⟨'&lt;<b>`#35;'⟩]") for label in dot.values())
    assert all(line.isprintable() for label in dot.values() for line in label.split("\n"))


# -- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [to_dot, to_mermaid])
def test_a_picture_that_nobody_could_read_is_refused_at_once(write):
    node = track(long_loop, 510_000)
    assert len(node.log.entries) > 10**6
    refused = ""

    def ask():
        nonlocal refused
        with pytest.raises(ValueError, match="more than 150 nodes") as raised:
            write(node)
        refused = str(raised.value)

    assert calls_of(ask) < 20_000  # a fiftieth of one for each entry
    assert refused == (
        f"{write.__name__}() would give more than 150 nodes, too many for a picture: take a call within, as in "
        f"{write.__name__}(node[10]), fewer levels, a slice, as in {write.__name__}(backward_slice(node)), or another "
        "limit (None for none)"
    )
    assert write(next(iter(node)))


def test_the_limit_can_be_another():
    node = track(program, 2)
    count = len(str(irtrack.page(node, 2)).splitlines())
    assert to_dot(node, limit=count) == to_dot(node, limit=None)
    with pytest.raises(ValueError, match=f"more than {count - 1} nodes"):
        to_dot(node, limit=count - 1)
    assert len(read_dot(to_dot(track(long_loop, 200), limit=None))[0]) > 800


def test_deep_records_are_drawn():
    def down(n):
        return n and down(n - 1)

    node = track(Context(), down, 300)
    assert max(read_dot(to_dot(node, 1000, limit=None))[2].values()) == 301
    assert max(read_mermaid(to_mermaid(node, 1000, limit=None))[2].values()) == 301


@pytest.mark.parametrize("write", [to_dot, to_mermaid, to_networkx])
def test_something_else_is_refused(write):
    if write is to_networkx:
        pytest.importorskip("networkx")
    with pytest.raises(TypeError) as raised:
        write(program)
    message = f"{write.__name__}() takes a node, as track() returns it, or a slice, not function <function program>"
    assert str(raised.value) == message
    for arguments, message in [
        ({"limit": "x"}, "limit is a whole number from 1, or None for all, not str 'x'"),
        ({"limit": 0}, "limit is a whole number from 1, or None for all, not 0"),
        ({"levels": None}, "levels is a whole number from 1, not NoneType None"),
    ]:
        with pytest.raises((TypeError, ValueError)) as raised:
            write(track(program, 2), **arguments)
        assert str(raised.value) == message


def test_networkx_is_an_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError) as raised:
        to_networkx(track(program, 2))
    assert str(raised.value) == "to_networkx() needs the package networkx: pip install 'irtrack[networkx]'"


# -- Graphviz ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def graphviz(tmp_path, monkeypatch):
    """A program `dot` that says how it was called; it refuses the format `bad`."""
    program = tmp_path / "bin" / "dot"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\nimport sys\ntext = sys.stdin.buffer.read().decode()\n"
        "if sys.argv[1] == '-Tbad': sys.exit('Format: \"bad\" not recognized')\n"
        "sys.stdout.buffer.write(f'<svg>{sys.argv[1:]} {text}</svg>'.encode())\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


@pytest.mark.skipif(os.name == "nt", reason="the program is a script")
def test_graphviz_draws_where_it_is_installed(graphviz, tmp_path):
    dot = to_dot(track(program, 2))
    assert dot.render() == f"<svg>['-Tsvg'] {dot}</svg>".encode()
    assert dot._repr_mimebundle_()["image/svg+xml"] == dot.render().decode()
    with pytest.raises(ValueError, match='Graphviz made no bad: Format: "bad" not recognized'):
        dot.render("bad")
    dot.save(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes() == f"<svg>['-Tpng'] {dot}</svg>".encode()


def test_without_graphviz_there_is_the_text(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "")
    dot = to_dot(track(program, 2))
    assert dot._repr_mimebundle_() == {"text/plain": repr(dot)}
    labels, arrows, _ = read_dot(dot)
    assert repr(dot) == f"<Dot: {len(labels)} nodes, {len(arrows)} arrows>"
    with pytest.raises(FileNotFoundError) as raised:
        dot.save(tmp_path / "record.svg")
    assert str(raised.value) == (
        "Graphviz, which draws pictures, is not installed (there is no program `dot`): see "
        "https://graphviz.org/download, or save the text, as in to_dot(node).save('record.dot')"
    )
    dot.save(tmp_path / "record.dot")
    assert (tmp_path / "record.dot").read_text(encoding="utf-8") == dot + "\n"


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_what_is_written():
    for node in track(program, 2), track(odd, "\x00\ud800"):
        assert b"<svg" in to_dot(node, 3).render()
