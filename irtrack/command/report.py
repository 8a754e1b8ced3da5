"""What is printed and drawn of a record."""

import argparse
from subprocess import TimeoutExpired
from typing import Any, TextIO

from ..record.nodes.node import Node
from ..show.dot import to_dot
from ..show.levels import page_of
from ..show.page import Options
from ..show.styles import write, writer
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
    show = writer(out)
    for line in made.lines():
        show(line.indented)


def draw(node: Node, arguments: argparse.Namespace, err: TextIO) -> bool:
    """Draw the picture that the options ask for; says why not, if it cannot be."""
    try:
        to_dot(node, arguments.levels or 2, library=arguments.library).save(arguments.dot)
    except (OSError, ValueError, TimeoutExpired) as error:
        complain(f"--dot {arguments.dot}: {error}", err)
        return False
    return True


def complain(message: str, err: TextIO) -> None:
    write(f"irtrack: {message}", err)
