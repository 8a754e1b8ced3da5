"""A page in HTML, for notebooks: the same characters; what is in a call can be closed by a click."""

from collections.abc import Iterator
from html import escape

from ..record.nodes.text import Span
from .page import Line, Page
from .styles import STYLES

_CSS = "".join(f".irtrack .{name} {{{css}}} " for name, (_, css) in STYLES.items())
_LAYOUT = (
    ".irtrack {font-family: monospace; white-space: pre; overflow-x: auto; line-height: 1.4} "
    ".irtrack details {padding-left: 2ch} .irtrack summary {margin-left: -2ch; cursor: pointer} "
    ".irtrack div {padding-left: 2ch; text-indent: -2ch} "
)


def html(page: Page) -> str:
    """A page as a piece of HTML, which needs nothing else."""
    return f'<div class="irtrack"><style>{_LAYOUT}{_CSS}</style>{"".join(_parts(page))}</div>'


def _parts(page: Page) -> Iterator[str]:
    """Lines, each with what is below it in a <details>."""
    opened: list[int] = []  # depths of the <details> that are open
    previous: Line | None = None
    for line in page.lines():
        if previous is not None:
            yield from _before(previous, line.depth, opened)
        previous = line
    if previous is not None:
        yield from _before(previous, 0, opened)


def _before(line: Line, following: int, opened: list[int]) -> Iterator[str]:
    """A line, and what closes before one of depth `following`."""
    text = "".join(map(_span, (Span("> ", "chosen"), *line.spans) if line.is_chosen and line.depth else line.spans))
    if following > line.depth:
        opened.append(line.depth)
        yield f"<details open><summary>{text}</summary>"
        return
    yield f"<div>{text}</div>"
    while opened and opened[-1] >= following:
        opened.pop()
        yield "</details>"


def _span(span: Span) -> str:
    return f'<span class="{span.style}">{escape(span.text)}</span>' if span.style else escape(span.text)
