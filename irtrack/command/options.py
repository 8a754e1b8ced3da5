"""What can be said on the command line."""

import argparse
import os
import shutil

from ..show.choice import predicate
from ..show.dot import NO_GRAPHVIZ, is_text

RUN = """\
Run a program as `python` would, then print the record of the run to standard error. Output and exit status are
those of the program. Options of irtrack stand before the program, all that follows is passed to it."""
SHOW = "Print a record that was saved by `irtrack run --save FILE` or irtrack.save(node, FILE)."
IR = "Print the IR of a function, into which the locations of nodes point."
MOST = 10_000_000  # entries of the log
DEEP = 1000  # levels: all there are, in most records


def parser() -> argparse.ArgumentParser:
    """The parser of the command line, without the program of `run` and its arguments."""
    made = argparse.ArgumentParser(prog="irtrack", description="See what a Python program did.")
    commands = made.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run a program and print its record", description=RUN, allow_abbrev=False)
    run.usage = "irtrack run [options] (script.py | -m module) [arguments ...]"
    run.add_argument("-m", dest="module", metavar="module", help="run a module, as `python -m` does")
    run.add_argument("-o", "--output", metavar="FILE", type=_file, help="print to a file, not to standard error")
    run.add_argument("-q", "--quiet", action="store_true", help="print no record")
    run.add_argument("--save", metavar="FILE", type=_file, help="keep the record in a file, for `irtrack show`")
    run.add_argument(
        "--on-error", action="store_true", help="print only where an exception came from, if one ends the program"
    )
    run.add_argument("--own-code", action="store_true", help="record no code of the standard library and of packages")
    run.add_argument(
        "--max-entries", type=_count, default=MOST, metavar="N",
        help=f"stop recording, not the program, when the log is as long as this ({MOST:,}; 0: never)",
    )  # fmt: skip
    _add_display(run)
    show = commands.add_parser("show", help="print a saved record", description=SHOW)
    show.add_argument("file", metavar="FILE")
    _add_display(show)
    ir = commands.add_parser("ir", help="print the IR of a function", description=IR)
    ir.add_argument("function", metavar="module:function", help="as in json.decoder:JSONDecoder.decode or file.py:main")
    ir.add_argument("--tracked", action="store_true", help="print the rewritten bytecode")
    return made


def _add_display(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("what is printed")
    group.add_argument("--levels", type=_positive, metavar="N", help="levels of nested calls (2; with --only all)")
    group.add_argument("--library", action="store_true", help="open calls into libraries, too")
    group.add_argument("--source", action="store_true", help="with the lines of source")
    group.add_argument("--limit", type=_count, default=200, metavar="N", help="lines at most (200; 0: all)")
    one = group.add_mutually_exclusive_group()
    one.add_argument("--fold", action="store_true", help="of equal turns of a loop only the first")
    one.add_argument("--only", metavar="WHAT", type=_choice, help="calls of this function, or what ran in this file")
    one.add_argument("--where", metavar="FILE:LINE", type=_place, help="what ran at a line, and its values")
    group.add_argument(
        "--dot", metavar="FILE", type=_picture, help="draw a picture: text in .dot, or by Graphviz in .svg, .png, ..."
    )


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a whole number is wanted, not {text!r}")
    return int(text)


def _positive(text: str) -> int:
    if not _count(text):
        raise argparse.ArgumentTypeError("levels are counted from 1")
    return int(text)


def _place(text: str) -> str:
    file, _, line = text.rpartition(":")
    if not file.endswith(".py") or not line.isdecimal():
        raise argparse.ArgumentTypeError(f"a place is a file and a line, as in cart.py:12, not {text!r}")
    return text


def _choice(text: str) -> str:
    try:
        predicate(text)
    except TypeError:
        raise argparse.ArgumentTypeError(f"the name of a function or of a file is wanted, not {text!r}") from None
    return text


def _file(text: str) -> str:
    """The absolute path of a file that can be written, as far as one can know without trying."""
    path = os.path.abspath(text)
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: there is no folder {folder}")
    if not text or os.path.isdir(path):
        raise argparse.ArgumentTypeError(f"the name of a file is wanted, not {text!r}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be written: permission denied")
    return path


def _picture(text: str) -> str:
    if not is_text(text) and shutil.which("dot") is None:
        raise argparse.ArgumentTypeError(NO_GRAPHVIZ + f", as in --dot {os.path.splitext(text)[0]}.dot")
    return _file(text)


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What is irtrack's, and what follows: the program's own. argparse would change the latter."""
    if arguments[:1] != ["run"]:
        return arguments, []
    takes_value = _options(parser())
    number = 1
    while number < len(arguments) and arguments[number].startswith("-"):
        one = arguments[number]
        if one == "--":
            return arguments[:number], arguments[number + 1 :]
        name, takes_next = _option(one, takes_value)
        number += 1 + takes_next
        if name == "-m":
            break
    return arguments[:number], arguments[number:]


def _option(text: str, takes_value: dict[str, bool]) -> tuple[str, bool]:
    """The option of that text that may take a value, and is its value the next argument? `-qo FILE` is `-q -o FILE`."""
    if text.startswith("--"):
        return text, takes_value.get(text, False)
    for place, letter in enumerate(text[1:], 2):
        if takes_value.get(f"-{letter}", False):
            return f"-{letter}", place == len(text)
    return text, False


def _options(made: argparse.ArgumentParser) -> dict[str, bool]:
    """The options of `run`: does it take a value?"""
    actions = made._subparsers._group_actions[0].choices["run"]._actions  # type: ignore[union-attr, index]  # argparse has no public way
    return {name: action.nargs != 0 for action in actions for name in action.option_strings}
