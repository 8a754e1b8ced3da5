"""What rich, IPython and Jupyter ask nodes for; the entry point attaches it to them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..record.nodes.node import Node
from ..record.nodes.text import node_spans
from .html import html
from .page import Options, Page
from .styles import rich_text

if TYPE_CHECKING:
    from rich.text import Text


def _rich(node: Node) -> "Text":
    """One line, in colour: rich's `print(node)`, or a node in a Tree or a table."""
    return rich_text(node_spans(node))


def _html(node: Node) -> str:
    """Two levels, as `printlevels` prints them."""
    return html(Page(node, Options(2)))


def _mimebundle(node: Node, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """One line for a prompt, two levels for a notebook."""
    return {"text/plain": repr(node), "text/html": _html(node)}


METHODS: dict[str, Callable[..., Any]] = {"__rich__": _rich, "_repr_html_": _html, "_repr_mimebundle_": _mimebundle}


def attach(kind: type[Node]) -> None:
    """Give a kind of nodes the methods by which others show it."""
    for name, method in METHODS.items():
        setattr(kind, name, method)
