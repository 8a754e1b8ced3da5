"""What the styles of spans look like, for rich and for HTML; and writing lines of them to a file.

Colours never change the characters.
"""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

from ..record.nodes.text import Span, plain
from ..record.progress import is_terminal

if TYPE_CHECKING:
    from rich.text import Text

# style of a span -> of rich, and in CSS (colours that can be read on white and on black)
STYLES: dict[str, tuple[str, str]] = {
    "position": ("bold", "font-weight: bold"),
    "place": ("dim", "opacity: 0.6"),
    "reference": ("cyan", "color: #0e8a9c"),
    "constant": ("magenta", "color: #b04ab8"),
    "value": ("green", "color: #2f9445"),
    "type": ("dim", "opacity: 0.6"),
    "mark": ("yellow", "color: #b58900"),
    "jump": ("blue", "color: #3b82d6"),
    "error": ("red", "color: #d64545"),
    "metadata": ("yellow", "color: #b58900"),
    "source": ("dim", "opacity: 0.6"),
    "chosen": ("bold red", "font-weight: bold; color: #d64545"),
    "note": ("italic", "font-style: italic"),
}


def rich_text(spans: Iterable[Span]) -> "Text":
    """Spans as rich has them."""
    from rich.text import Text

    text = Text(overflow="fold")
    for characters, style in spans:
        text.append(characters, STYLES[style][0] if style else None)
    return text


def writer(out: TextIO) -> Callable[[Iterable[Span]], None]:
    """What writes a line: in colour if `out` is a terminal that has some, or FORCE_COLOR is set, but not NO_COLOR."""
    if is_terminal(out) or os.environ.get("FORCE_COLOR"):
        from rich.console import Console

        # in a notebook rich would make an output of each line, instead of writing it to the file
        console = Console(file=out, highlight=False, markup=False, emoji=False, force_jupyter=False)
        if console.color_system is not None and not console.no_color:
            return lambda spans: console.print(rich_text(spans), soft_wrap=True)
    return lambda spans: write(plain(spans), out)


def write(text: str, out: TextIO) -> None:
    """Print a text, with an escape for each character that the encoding of a file lacks."""
    encoding = getattr(out, "encoding", None)
    if isinstance(encoding, str):
        text = text.encode(encoding, "backslashreplace").decode(encoding)
    print(text, file=out)
