"""to_dot: a record as a picture for Graphviz."""

import re
import shutil
import subprocess
from os import PathLike, fspath
from pathlib import Path

from ..ask.slices import Slice
from ..record.nodes.kinds import ArgumentNode, JumpNode, RaiseNode, ReturnNode
from ..record.nodes.nested import NestedCallNode
from ..record.nodes.node import Node
from .graph import LIMIT, Box, box_lines, opened, picture

NO_GRAPHVIZ = (
    "Graphviz, which draws pictures, is not installed (there is no program `dot`): see https://graphviz.org/download, "
    "or save the text"
)
_SECONDS = 60  # that Graphviz may take
_SHAPES: list[tuple[type[Node], str]] = [
    (ArgumentNode, "shape=box, style=rounded"),
    (JumpNode, "shape=diamond, height=0.3"),
    (RaiseNode, "shape=octagon, color=red3"),
    (ReturnNode, "shape=house"),
    (NestedCallNode, "shape=box, style=bold"),
    (Node, "shape=box"),
]
_LINES = {
    "reference": "",
    "jump": ' [style=dotted, color="gray50", weight=2]',
    "return": ' [style=dashed, color="gray50", constraint=false]',
    "memory": ' [style=dashed, color="steelblue"]',
}


class Dot(str):
    """`<Dot: 8 nodes, 9 arrows>`: the text of a picture for Graphviz, which `print` shows.

    A notebook shows the picture, where Graphviz is installed.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        nodes = len(re.findall(r"^ *n\d+ \[label=", self, re.MULTILINE))
        return f"<Dot: {nodes} nodes, {len(re.findall(r'^  n[0-9]+ -> ', self, re.MULTILINE))} arrows>"

    def render(self, format: str = "svg") -> bytes:
        """The picture in a format of Graphviz: svg, png, pdf, ...

        Raises FileNotFoundError if Graphviz is not installed, ValueError if it refuses.
        """
        program = shutil.which("dot")
        if program is None:
            raise FileNotFoundError(f"{NO_GRAPHVIZ}, as in to_dot(node).save('record.dot')")
        done = subprocess.run(
            [program, f"-T{format}"], input=self.encode(), capture_output=True, timeout=_SECONDS, check=False
        )
        if done.returncode:
            raise ValueError(f"Graphviz made no {format}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def save(self, path: "str | PathLike[str]") -> None:
        """Write the text into `x.dot` or `x.gv`, or the picture into `x.svg`, `x.png`, ..."""
        suffix = Path(fspath(path)).suffix.removeprefix(".")
        content = self.encode() + b"\n" if is_text(path) else self.render(suffix)
        Path(path).write_bytes(content)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        try:
            return {"text/plain": repr(self), "image/svg+xml": self.render().decode()}
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return {"text/plain": repr(self)}


def is_text(path: "str | PathLike[str]") -> bool:
    """Does a file of that name have the text of a picture, and not the picture?"""
    return Path(fspath(path)).suffix in ("", ".dot", ".gv")


def to_dot(
    what: Node | Slice, levels: int = 2, *, library: bool = False, memory: bool = False, limit: int | None = LIMIT
) -> Dot:
    """A node with what is below it, or a slice, as a picture for Graphviz: calls are frames, values flow along arrows.

    levels, library: as in `printlevels`. memory: arrows from what put a value into memory to what found it there, too.
    limit: how many boxes at most; None for any number.

    Raises ValueError, without looking further, if there would be more.
    """
    boxes, arrows = picture("to_dot", what, levels, library, memory, limit)
    numbers = {box.node: number for number, box in enumerate(boxes)}
    lines = ["digraph {", '  node [fontname="monospace", fontsize=10, margin="0.1,0.05"]', "  edge [arrowsize=0.6]"]
    depth = 1
    for box, opens, closes in opened(boxes):
        if opens:
            lines.append("  " * depth + f"subgraph cluster_{numbers[box.node]} {{")
            depth += 1
        lines.append("  " * depth + _box(box, numbers[box.node]))
        for _ in range(closes):
            depth -= 1
            lines.append("  " * depth + "}")
    lines += [f"  n{numbers[one]} -> n{numbers[other]}{_LINES[kind]}" for one, other, kind in arrows]
    return Dot("\n".join([*lines, "}"]))


def _box(box: Box, number: int) -> str:
    shape = next(shape for kind, shape in _SHAPES if isinstance(box.node, kind))
    return f'n{number} [label="{_escaped(box_lines(box.node))}", {shape}]'


def _escaped(lines: list[str]) -> str:
    """A label: Graphviz gives meanings to backslashes, quotes and entities."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return r"\n".join(escaped)
