"""What the nodes of a record that was loaded from a file have in the place of a log: see ask/saving/.

Such a record has its nodes, its values as far as they are plain, the IR of its functions, its dependences and the lines
of source. It has no code, so what runs the program again, or holds the record against its code, cannot be had.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ...ir.language import IR

if TYPE_CHECKING:
    from ..memory.graph import Graph
    from ..values import Shown
    from .node import Node


class LoadedFrame(NamedTuple):
    """What is known of a frame of a loaded record: the answers to what `Log` is asked."""

    ir: IR
    gives_return: bool
    is_library: bool
    suspended: bool
    is_cut: bool


class Loaded:
    """`<loaded from run.irtrack>`: shared by all nodes of a record; a call's `start` is the number of its frame."""

    decoded = None  # it does not grow

    def __init__(
        self,
        path: str,
        frames: Sequence[LoadedFrame],
        lines: Mapping[str, Mapping[int, str]],
        graph: "Graph",
        cut: str = "",
        dropped: str = "",
    ) -> None:
        self.path = path
        self.frames = frames
        self.lines = lines
        self.graph = graph
        self.cut = cut  # by which bound it was, when it was recorded
        self.shown: dict[Node, Shown] = {}  # what values looked like that have changed later
        self.dropped = dropped  # the same of one that drops the beginning

    def ir(self, start: int) -> IR:
        return self.frames[start].ir

    def gives_return(self, start: int) -> bool:
        return self.frames[start].gives_return

    def is_library(self, start: int) -> bool:
        return self.frames[start].is_library

    def suspended(self, start: int) -> bool:
        return self.frames[start].suspended

    def has_end(self, start: int) -> bool:
        return not self.frames[start].is_cut

    def lacks_beginning(self, start: int) -> bool:
        return bool(self.dropped) and self.frames[start].is_cut

    def drop_surplus(self) -> None:
        """There is none."""

    def source_line(self, filename: str, line: int) -> str:
        """The line as it was when the record was saved."""
        return self.lines.get(filename, {}).get(line, "")

    def template(self, start: int) -> NoReturn:
        raise ValueError(self.refusal("what was asked for"))

    def refusal(self, what: str, lacking: str = "the code that ran", instead: str = "") -> str:
        """Why something cannot be had of the record."""
        return (
            f"{what} needs {lacking}, which a record that was loaded from a file ({self.path}) does not have: "
            f"{instead}ask the record that was saved, or track the call again"
        )

    def __repr__(self) -> str:
        return f"<loaded from {self.path}>"


def loaded_from(node: "Node") -> "Loaded | None":
    """What a node has of the file that its record was loaded from; None for a record that was made here."""
    root: Any = node
    while root.parent is not None:
        root = root.parent
    log = getattr(root, "log", None)
    return log if isinstance(log, Loaded) else None


def needs_code(node: "Node", what: str) -> None:
    """Raise ValueError if the record of `node` was loaded from a file."""
    loaded = loaded_from(node)
    if loaded is not None:
        raise ValueError(loaded.refusal(what))


def needs_objects(node: "Node", what: str, instead: str = "") -> None:
    """The same for what only the objects of the program can tell. instead: how else it could be asked."""
    loaded = loaded_from(node)
    if loaded is not None:
        raise ValueError(loaded.refusal(what, "the objects that it had", f"{instead}, or " if instead else ""))
