"""What is printed and drawn of a record."""

import argparse
import sys
from subprocess import TimeoutExpired
from typing import Any, TextIO

from ..record.nodes import Node
from ..show.dot import to_dot
from ..show.levels import page_of
from ..show.page import Options
from ..show.styles import writer
from .options import DEEP


def print_record(node: Node, arguments: argparse.Namespace, out: TextIO) -> None:
    """Print what the options ask for."""
    only: Any = arguments.where or arguments.only
    levels = arguments.levels or (DEEP if only else 2)
    options = Options(
        levels, arguments.library, arguments.source, arguments.fold, only, None, arguments.limit or None,
    )  # fmt: skip
    made = page_of("show", node, options)
    made.more = "--limit 0"
    write = writer(out)
    for line in made.lines():
        write(line.indented)


def draw(node: Node, arguments: argparse.Namespace) -> bool:
    """Draw the picture that the options ask for; says on standard error why not, if it cannot be."""
    try:
        to_dot(node, arguments.levels or 2, library=arguments.library).save(arguments.dot)
    except (OSError, ValueError, TimeoutExpired) as error:
        complain(f"--dot {arguments.dot}: {error}")
        return False
    return True


def complain(message: str) -> None:
    print(f"irtrack: {message}", file=sys.stderr)
