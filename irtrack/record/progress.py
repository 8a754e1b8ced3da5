"""Progress of long work: a bar on a terminal, once the work has taken a while.

    with progress("saving") as step:
        for number, node in enumerate(nodes):
            if not number % MANY:
                step(passed, node, root)        `passed(node, root)` is the part that is done, if somebody wants to know

Of work within work the innermost has the bar. Nothing is written where standard error is no terminal.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Union

from .loans import silently

if TYPE_CHECKING:
    from .nodes.node import Node

AFTER = 0.7  # seconds in which most work is done, and no bar is wanted
MANY = 1024  # nodes between two steps
_EVERY = 0.1  # seconds between two looks of the bar
_FINE = 1e-4  # of the whole, more than which no bar shows

Step = Callable[..., None]
_working = threading.local()


@contextmanager
def progress(what: str) -> Iterator[Step]:
    """Show how far some work is, if it takes long."""
    if not is_terminal(sys.stderr):
        yield _nothing
        return
    outer = getattr(_working, "bar", None)
    bar = _working.bar = _Bar(what, outer)
    try:
        yield bar.step
    finally:
        _working.bar = outer
        bar.hide()


def _nothing(fraction: Callable[..., float], *arguments: Any) -> None:
    """Nobody looks."""


def is_terminal(file: Any) -> bool:
    try:
        return bool(file.isatty())
    except (AttributeError, ValueError):  # there is none, it is closed, or the program has put something else there
        return False


def passed(node: "Node", root: "Node") -> float:
    """The part of what is in `root` that comes before `node`, as if all children of a node took equally long."""
    path = []
    while node is not root and node.parent is not None:
        path.append((node.position - 1, len(node.parent.children)))
        node = node.parent
    done, width = 0.0, 1.0
    for position, count in reversed(path):
        width /= count
        done += position * width
        if width < _FINE:
            break
    return done


class _Bar:
    """`saving ━━━━━━━━━╺━━━━━━━━  50% 0:00:03`"""

    def __init__(self, what: str, outer: Union["_Bar", None]) -> None:
        self.what = what
        self.outer = outer
        self.next = monotonic() + AFTER  # when it is looked at again
        self.shown: Any = None

    def step(self, fraction: Callable[..., float], *arguments: Any) -> None:
        now = monotonic()
        if now >= self.next:
            self.next = now + _EVERY
            silently(self._show, fraction(*arguments))

    def _show(self, fraction: float) -> None:
        if self.shown is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            if self.outer is not None:
                self.outer.hide()
            columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
            # no thread of its own; standard output stays what it is
            self.shown = Progress(
                *columns, console=Console(file=sys.stderr, force_terminal=True), auto_refresh=False, transient=True,
                redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
            self.shown.start()
            self.shown.add_task(self.what, total=1.0)
        self.shown.update(self.shown.task_ids[0], completed=fraction)
        self.shown.refresh()

    def hide(self) -> None:
        """Take the bar off the terminal; another step shows it again."""
        if self.shown is not None:
            shown, self.shown = self.shown, None
            silently(shown.stop)
