"""Progress bars: long work shows one on a terminal, and nowhere else."""

import io
import re
from types import SimpleNamespace

import pytest

import irtrack
from irtrack.record import progress as bars


class Terminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self):
        return True


@pytest.fixture
def slow(monkeypatch):
    """Every step comes a second after the one before."""
    clock = iter(range(10**9))
    monkeypatch.setattr(bars, "monotonic", lambda: float(next(clock)))


@pytest.fixture
def terminal(monkeypatch):
    made = Terminal()
    monkeypatch.setattr(bars, "sys", SimpleNamespace(stderr=made))  # pytest has another for `sys` when a test begins
    return made


def half(x):
    return x / 2


def loop(n):
    total = 0
    for i in range(n):
        total += half(i)
    return total


def titles(text):
    """What bars said that they were for, in their order, and whether any reached its end early."""
    return list(dict.fromkeys(re.findall(r"(decoding|counting|printing|saving|finding dependences|updating) ", text)))


def work(tmp_path):
    record = irtrack.track(loop, 600)
    yield "counting", record.stats
    yield "decoding", lambda: record.children
    yield "printing", lambda: irtrack.printlevels(record, 9, limit=None, file=io.StringIO())
    yield "finding dependences", lambda: record[-1].backward(memory=True)
    yield "saving", lambda: irtrack.save(record, tmp_path / "record")
    yield "updating", lambda: record.update({record[2]: 5})


def test_long_work_shows_a_bar_and_takes_it_away(slow, terminal, tmp_path):
    for title, run in work(tmp_path):
        terminal.seek(0)
        terminal.truncate()
        run()
        text = terminal.getvalue()
        assert title in titles(text), title
        assert "%" in text
        assert text.endswith(("\x1b[2K", "\x1b[?25h"))  # the line is empty again, the cursor is shown
        assert text.count("\x1b[?25l") == text.count("\x1b[?25h") > 0
        parts = [int(part) for part in re.findall(r"(\d+)%", text)]
        assert all(0 <= part <= 100 for part in parts)


def test_short_work_shows_none(terminal, tmp_path, monkeypatch):
    monkeypatch.setattr(bars, "monotonic", lambda: 0.0)
    for _, run in work(tmp_path):
        run()
    assert terminal.getvalue() == ""


def test_none_is_shown_where_standard_error_is_no_terminal(slow, tmp_path, monkeypatch):
    pipe = io.StringIO()
    for stream in (pipe, None):
        monkeypatch.setattr("sys.stderr", stream)
        for _, run in work(tmp_path):
            run()
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr("sys.stderr", closed)
    for _, run in work(tmp_path):
        run()
    assert pipe.getvalue() == ""


def test_lines_on_a_terminal_have_no_bar_among_them(slow, terminal):
    record = irtrack.track(loop, 600)
    assert len(record.children) > 3000
    terminal.truncate(0)
    irtrack.printlevels(record, 9, limit=None, file=Terminal())
    assert "printing" not in terminal.getvalue()


def test_what_interrupts_the_work_leaves_no_bar(slow, terminal, monkeypatch):
    record = irtrack.track(loop, 600)
    text = io.StringIO()
    lines = iter(range(10**9))
    monkeypatch.setattr(text, "write", lambda line: 1 // (1500 - next(lines)))
    with pytest.raises(ZeroDivisionError):
        irtrack.printlevels(record, 9, limit=None, file=text)
    assert bars._working.bar is None
    written = terminal.getvalue()
    assert "printing" in written
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h")


def test_how_far_it_is():
    record = irtrack.track(loop, 10)
    parts = [bars.passed(node, record) for node in irtrack.query(record, irtrack.Descendant)]
    assert parts[0] == 0.0
    assert parts == sorted(parts)
    assert 0.98 < parts[-1] < 1
