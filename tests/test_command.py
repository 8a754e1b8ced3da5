"""The command line: programs run as they do without it; their record is printed, saved and drawn."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from share import share

import irtrack
from irtrack.command.main import main

ROOT = Path(__file__).parents[1]

CART = """\
import sys


def price(count):
    total = 0
    for i in range(count):
        total += i * 2
    return total


def fail(count):
    return price(count) / 0


if sys.argv[1:] == ["fail"]:
    fail(3)
print("price:", price(int(sys.argv[1])))
"""
SUITE = """\
import unittest


class Sums(unittest.TestCase):
    def test_right(self):
        self.assertEqual(1 + 1, 2)

    def test_wrong(self):
        self.assertIn(3, [1, 2])

    @unittest.skip("later")
    def test_later(self):
        pass
"""
TOOL = """\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("names", nargs="*")
parser.add_argument("--count", type=int, default=1)
options = parser.parse_args()
for name in options.names:
    print(*[f"hello {name}"] * options.count)
parser.exit(3, "that is all\\n")
"""
CLICK = """\
import click


@click.group()
def cli():
    pass


@cli.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=1, help="how often")
def greet(names, count):
    for name in names:
        click.echo(f"hello {name} " * count)


@cli.command()
def fail():
    raise click.ClickException("it failed")


cli()
"""
ODD = """\
import atexit, pickle, sys, threading

class Own:
    pass

class Base(BaseException):
    pass

def hook(kind, error, traceback):
    if sys.argv[1] == "bad hook":
        raise TypeError("hook")
    print("hooked", kind, traceback.tb_lineno, traceback.tb_next)

def again():
    again()

atexit.register(print, "at exit")
print(pickle.loads(pickle.dumps(Own())).__class__, sorted(globals()), sys.argv, sys.path[0], __file__)
match sys.argv[1]:
    case "message":
        sys.exit("a message")
    case "seven":
        sys.exit(7)
    case "nothing":
        sys.exit()
    case "interrupt":
        raise KeyboardInterrupt
    case "hook" | "bad hook":
        sys.excepthook = hook
        raise ValueError(3)
    case "thread":
        threading.Thread(target=print, args=("in a thread",)).start()
    case "no streams":
        sys.stderr = None
        sys.stdout = None
    case "input":
        print(input("? "))
    case "base":
        raise Base("x")
    case "group":
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("programs")
    files = {
        "cart.py": CART, "suite.py": SUITE, "tool.py": TOOL, "click_tool.py": CLICK, "odd.py": ODD,
        "no_python.py": "x = = 1\n", "data.json": '{"a": [1, 2], "b": "\\u00e4"}',
        "package/__init__.py": "print('init', __name__)\n",
        "package/__main__.py": "import sys\nprint(__name__, __package__, sys.argv, __file__, __spec__.name)\n",
        "app/__main__.py": "import sys\nprint(__name__, sys.argv, sys.path[0], __file__, __package__)\n"
                           "1 / (sys.argv[1] != 'fail')\n",
        "broken/__main__.py": "x = = 1\n", "broken/__init__.py": "", "raising/__init__.py": "1 / 0\n",
    }  # fmt: skip
    for name, text in files.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    with zipfile.ZipFile(made / "app.zip", "w") as archive:
        archive.writestr("__main__.py", files["app/__main__.py"])
    return made


def python(folder, *arguments, environment=()):
    """What a run of Python gives: output, errors, exit status."""
    path = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **dict(environment)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env={**os.environ, **path}, input="a line\n", capture_output=True,
        text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    return done.stdout, done.stderr, done.returncode


def irtrack_run(folder, *arguments, **options):
    return python(folder, "-m", "irtrack", "run", *arguments, **options)


def without_times(outcome):
    out, err, status = outcome
    return out, re.sub(r"in \d+\.\d+s", "in ...s", err), status


# -- the program is what it was ---------------------------------------------------------------------------------------

SAME = [
    ["cart.py", "fail"], ["no_python.py"], ["-m", "package", "a", "--", "b"], ["-m", "cart", "fail"], ["app", "fail"],
    ["odd.py", "interrupt"],
]  # fmt: skip
MORE = [
    ["tool.py", "a", "b", "--count", "2"], ["app.zip", "x"], ["broken"], ["-m", "unittest", "suite"],
    ["-m", "json.tool", "--indent", "1", "data.json"],
    *[["odd.py", what] for what in ("message", "seven", "bad hook", "no streams")],
    ["-m", "broken"], ["-m", "raising"], ["app.zip", "fail"],
    ["cart.py", "3"], ["cart.py"], ["tool.py", "--nope"], ["tool.py", "--", "--levels"], ["app", "x"],
    ["-m", "json.tool", "--nope"], ["-m", "unittest", "-v", "suite.Sums.test_right"], ["-m", "timeit", "-h"],
    ["-m", "tokenize", "cart.py"],
    *[["odd.py", what] for what in ("nothing", "hook", "thread", "input", "base", "group")],
]  # fmt: skip


@pytest.mark.parametrize("arguments", SAME + share(MORE), ids=" ".join)
def test_a_program_has_its_own_output_and_exit_status(folder, arguments):
    assert without_times(irtrack_run(folder, "-q", *arguments)) == without_times(python(folder, *arguments))


@pytest.mark.skipif(importlib.util.find_spec("click") is None, reason="click is not installed")
@pytest.mark.parametrize("arguments", [["greet", "a", "b", "--count", "2"], *share([["fail"], ["--help"]])])
def test_a_program_with_click(folder, arguments):
    assert irtrack_run(folder, "-q", "click_tool.py", *arguments) == python(folder, "click_tool.py", *arguments)


def test_timeit_says_how_long_it_took(folder):
    out, err, status = irtrack_run(folder, "-q", "-m", "timeit", "-n", "20", "-r", "1", "sum([1, 2])")
    assert re.fullmatch(r"20 loops, best of 1: [\d.]+ [nu]sec per loop\n", out)
    assert (err, status) == ("", 0)


@pytest.mark.parametrize("arguments", [["nothing.py"], ["-m", "nothing"], ["-m", "package.nothing"]])
def test_what_is_no_program(folder, arguments):
    plain, own = python(folder, *arguments), irtrack_run(folder, *arguments)
    assert own[::2] == plain[::2]
    assert own[1] == plain[1].replace(f"{sys.executable}: ", "irtrack: ")


NO_TEXT = {
    "latin.py": (
        b'x = 1\ny = "caf\xe9"\n',
        r"Non-UTF-8 code starting with '\xe9' in file {} on line 2, but no encoding",
    ),
    "utf16.py": (b"\xff\xfex\0=\x001\0", r"Non-UTF-8 code starting with '\xff' in file {} on line 1, but"),
    "null.py": (b"x = 1\ny = 'a\0b'\n", "source code cannot contain null bytes"),
}


@pytest.mark.parametrize("name", NO_TEXT)
def test_a_program_that_is_no_text_is_named(folder, name):
    content, message = NO_TEXT[name]
    path = folder / name
    path.write_bytes(content)
    out, err, status = irtrack_run(folder, name)
    assert (out, status) == ("", 1)
    assert f"SyntaxError: {message.format(path)}" in err
    assert str(path) in err
    plain = python(folder, name)[1]
    if name == "null.py" or sys.version_info < (3, 14):  # later ones count lines from 0 there
        assert err == plain
    else:
        assert "Non-UTF-8 code starting with" in plain


def test_a_program_may_have_another_encoding(folder):
    (folder / "declared.py").write_bytes(b"# coding: latin-1\nprint(ascii('caf\xe9'))\n")
    assert irtrack_run(folder, "-q", "declared.py") == ("'caf\\xe9'\n", "", 0)


def test_the_record_follows_on_standard_error(folder):
    out, err, status = irtrack_run(folder, "--levels", "3", "--fold", "--source", "cart.py", "3")
    assert (out, status) == ("price: 6\n", 0)
    lines = err.splitlines()
    assert lines[0] == f"<module>() → None::NoneType                             {os.path.join('cart.py')}:1"
    assert "    ... 2 more turns: @12 to @23" in lines
    beside = next(line for line in lines if "⟨sys.argv⟩[⟨1⟩]" in line)
    assert beside.endswith('  17  print("price:", price(int(sys.argv[1])))')
    out, err, status = irtrack_run(folder, "cart.py", "fail")
    plain = python(folder, "cart.py", "fail")
    assert (out, status) == (plain[0], 1)
    assert err.startswith(plain[1] + "<module>() raises ZeroDivisionError('division by zero')")


def test_only_and_where_look_at_all_levels(folder):
    _, err, _ = irtrack_run(folder, "--where", "cart.py:7", "cart.py", "2")
    assert [line.split("→")[-1].strip() for line in err.splitlines() if "⟨2⟩" in line] == ["0::int", "2::int"]
    _, err, _ = irtrack_run(folder, "--only", "fail", "cart.py", "fail")
    assert sum("⟨fail⟩(" in line for line in err.splitlines()) == 1


def test_on_error_tells_the_story_of_the_exception(folder):
    assert irtrack_run(folder, "--on-error", "cart.py", "2") == python(folder, "cart.py", "2")
    _, err, status = irtrack_run(folder, "--on-error", "cart.py", "fail")
    plain = python(folder, "cart.py", "fail")
    assert status == plain[2]
    story = err.removeprefix(plain[1]).splitlines()
    assert story[0] == "where it came from: @4: [§1:%4] @3 / ⟨0⟩ raises ZeroDivisionError('division by zero')"
    assert "      7  total += i * 2  → 6::int" in story
    assert story[-1] == "    12  return price(count) / 0  → ZeroDivisionError('division by zero')::ZeroDivisionError"


def test_a_record_is_saved_and_drawn_and_shown(folder, capsys):
    arguments = ["--save", "r.irtrack", "--dot", "r.dot", "-o", "r.txt", "--levels", "3", "cart.py", "2"]
    assert irtrack_run(folder, *arguments) == ("price: 2\n", "", 0)
    text = (folder / "r.txt").read_text(encoding="utf-8")
    assert (folder / "r.dot").read_text(encoding="utf-8").startswith("digraph {")
    assert main(["show", str(folder / "r.irtrack"), "--levels", "3"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[1:] == text.splitlines()[1:]
    assert irtrack.load(folder / "r.irtrack").value is None
    assert main(["show", str(folder / "r.irtrack"), "--limit", "3", "--dot", str(folder / "s.dot")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"... {len(irtrack.load(folder / 'r.irtrack')) + 1 - 3} more lines: --limit 0 shows all"
    assert (folder / "s.dot").exists()


@pytest.mark.parametrize("program", ["no_python.py", "ends.py"])
def test_the_record_of_an_earlier_run_is_not_taken_for_that_of_one_without(folder, program):
    (folder / "ends.py").write_text("import os\nos._exit(3)\n")
    old = folder / "old.irtrack"
    irtrack.save(irtrack.track(abs, -1), old)
    plain = python(folder, program)
    assert irtrack_run(folder, "--save", "old.irtrack", program) == plain
    assert not old.exists()
    old.write_text("no record")  # the user's, by mistake; what this run writes it would only replace in the end
    irtrack_run(folder, "--save", "old.irtrack", program)
    assert old.read_text() == "no record"


def test_what_cannot_be_written_in_the_end_is_told(folder):
    source = "import os\nfor name in 'save', 'dot', 'text': os.mkdir('late.' + name)\nprint('done')\n"
    (folder / "late.py").write_text(source)
    options = ["--save", "late.save", "--dot", "late.dot", "-o", "late.text"]
    out, err, status = irtrack_run(folder, *options, "late.py")
    assert (out, status) == ("done\n", 0)
    assert [line.split(":")[1].strip().split()[0] for line in err.splitlines()] == ["--save", "--dot", "--output"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--fold", "--only", "price"], "argument --only: not allowed with argument --fold"),
        (["--fold", "--where", "cart.py:3"], "argument --where: not allowed with argument --fold"),
        (["--only", "price", "--where", "cart.py:3"], "argument --where: not allowed with argument --only"),
        (["--only", ""], "argument --only: the name of a function or of a file is wanted, not ''"),
        (["--where", "cart.py"], "argument --where: a place is a file and a line, as in cart.py:12, not 'cart.py'"),
        (["--levels", "x"], "argument --levels: a whole number is wanted, not 'x'"),
        (["--max-entries", "-3"], "argument --max-entries: "),
        (["--dot", "no/r.dot"], "argument --dot: 'no/r.dot' cannot be written: there is no folder "),
        (["--dot", "r.svg"], "argument --dot: Graphviz, which draws pictures, is not installed (there is no program "
         "`dot`): see https://graphviz.org/download, or save the text, as in --dot r.dot"),
        (["--save", "no/r.irtrack"], "argument --save: 'no/r.irtrack' cannot be written: there is no folder "),
        (["--save", "app"], "argument --save: the name of a file is wanted, not 'app'"),
        (["-o", ""], "argument -o/--output: the name of a file is wanted, not ''"),
        (["--fol"], "unrecognized arguments: --fol"),
    ],
)  # fmt: skip
def test_options_are_checked_before_the_program_runs(folder, capsys, monkeypatch, options, message):
    (folder / "marks.py").write_text("open('it ran', 'w')\n")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", "")
    for end in ["marks.py"], ["-m", "marks"]:
        with pytest.raises(SystemExit) as caught:
            main(["run", *options, *end])
        assert caught.value.code == 2
        assert message in capsys.readouterr().err
    assert not (folder / "it ran").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_the_program_may_go_elsewhere_and_fork(folder):
    (folder / "elsewhere").mkdir()
    source = "import os, sys\nos.chdir('elsewhere')\nsys.stderr = None\nif os.fork(): os.wait()\nelse: sys.exit(3)\n"
    (folder / "forks.py").write_text(source)
    out, err, status = irtrack_run(folder, "--save", "forks.irtrack", "forks.py")
    assert (out, status) == ("", 0)
    assert err.count("<module>() → ") == 1
    assert irtrack.load(folder / "forks.irtrack").value is None


def test_an_encoding_may_lack_characters_and_colours_may_be_forced(folder):
    out, err, status = python(folder, "-m", "irtrack", "ir", "json:dumps", environment={"PYTHONIOENCODING": "ascii"})
    assert (err, status) == ("", 0)
    assert r"\u27e8" in out
    colours = {"FORCE_COLOR": "1", "TERM": "xterm"}
    _, err, _ = irtrack_run(folder, "cart.py", "3", environment=colours)
    assert re.sub(r"\x1b\[[\d;]*m", "", err) == irtrack_run(folder, "cart.py", "3")[1] != err


def test_own_code_and_bounds(folder):
    _, err, _ = irtrack_run(folder, "--own-code", "--library", "--levels", "3", "tool.py", "a")
    assert "⟨argparse.ArgumentParser⟩() → " in err
    assert [line for line in err.splitlines() if line.startswith("    @")] == []
    _, err, _ = irtrack_run(folder, "--max-entries", "60", "cart.py", "100")
    assert "... here the recording stopped: max_entries=60" in err


# -- show, ir, and what is said wrongly -------------------------------------------------------------------------------


def test_ir_prints_the_program_that_locations_point_into(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    assert main(["ir", "json:dumps"]) == 0
    assert capsys.readouterr().out == f"{irtrack.code_ir(json.dumps)}\n"
    assert main(["ir", "json.decoder:JSONDecoder.decode", "--tracked"]) == 0
    assert capsys.readouterr().out == f"{irtrack.code_tracked(json.JSONDecoder.decode)}\n"
    monkeypatch.setattr(sys, "argv", ["irtrack", "1"])
    assert main(["ir", str(folder / "cart.py") + ":price"]) == 0
    assert capsys.readouterr().out.startswith("price: 0\n1: (%1 = price, %2 = count)\n  %3 = range(%2)\n")
    sys.modules.pop("cart", None)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["ir", "json"], 2, "irtrack: a function is given with its module, as in json:loads, not 'json'"),
        (["ir", "json:nothing"], 1, "irtrack: json has no 'nothing'"),
        (["ir", "json:decoder.x"], 1, "irtrack: json.decoder has no 'x'"),
        (["ir", "no_such:f"], 1, "irtrack: no_such cannot be imported: ModuleNotFoundError: No module named 'no_such'"),
        (["ir", "builtins:len"], 1, "irtrack: code_ir() takes a function written in Python, not "),
        (["show", "nothing.irtrack"], 1, "irtrack: [Errno 2] No such file or directory: 'nothing.irtrack'"),
        (["show", __file__], 1, f"irtrack: {__file__} is no record: "),
        (["run"], 2, "irtrack: error: run: which program? As in: irtrack run script.py, or: irtrack run -m module"),
        ([], 2, "irtrack: error: the following arguments are required: command"),
        (["run", "--where", "x", "y.py"], 2, "--where: a place is a file and a line, as in cart.py:12, not 'x'"),
        (["run", "--levels", "0", "y.py"], 2, "error: argument --levels: levels are counted from 1"),
        (["run", "--limit", "-1", "y.py"], 2, "error: argument --limit: "),
    ],
)  # fmt: skip
def test_what_is_said_wrongly(capsys, arguments, status, message):
    try:
        found = main(arguments)
    except SystemExit as error:
        found = error.code
    assert found == status
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "own", "program"),
    [
        ("run x.py --levels 3", "run", "x.py --levels 3"),
        ("run --levels 3 x.py -m y", "run --levels 3", "x.py -m y"),
        ("run --levels=3 -q x.py", "run --levels=3 -q", "x.py"),
        ("run --fold -m json.tool --indent 2", "run --fold -m json.tool", "--indent 2"),
        ("run -mjson.tool -h", "run -mjson.tool", "-h"),
        ("run -qoFILE x.py -q", "run -qoFILE", "x.py -q"),
        ("run -qo FILE -qm x -q", "run -qo FILE -qm x", "-q"),
        ("run -q -- -odd.py x", "run -q", "-odd.py x"),
        ("show x --levels 3", "show x --levels 3", ""),
    ],
)
def test_the_options_of_the_program_are_its_own(given, own, program):
    from irtrack.command.options import split

    assert split(given.split()) == (own.split(), program.split())


def test_the_entry_point_is_the_same(folder):
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'irtrack = "irtrack.command.main:main"' in pyproject
    program = "import sys; sys.argv[0] = 'irtrack'; from irtrack.command.main import main; sys.exit(main())"
    out, err, status = python(folder, "-c", program, "run", "-q", "tool.py", "a")
    assert (out, err, status) == python(folder, "tool.py", "a")
