"""load(): a record from a file."""

import os

from ...record.garbage import rarely
from ...record.nodes.node import Node
from .file import File
from .reading.graph import read_graph
from .reading.nodes import Nodes
from .reading.values import Values
from .save import path_of

MAX_BYTES = 2 << 30


def load(path: str | os.PathLike[str], *, max_bytes: int | None = MAX_BYTES) -> Node:
    """The node that `save(node, path)` has kept, with its record.

    max_bytes: how much memory may be taken, as an estimate that rather is too high: 2 GiB unless you say otherwise,
    enough for more than a million nodes; None for any amount.

    What is loaded can be looked at and asked as before: printed, by `source`, `query`, slices. It has no code, so that
    `update`, `to_source` and `check` raise ValueError. A value that is not plain is a Shown, which prints as it did.
    Loading executes nothing that is in the file, and imports nothing for it; it may come from anybody.

    Raises LoadError, a ValueError, for what is no record, or of another version, damaged or too large; OSError if the
    file cannot be read, TypeError for what is no path or number.
    """
    path = path_of(path, "load")
    if max_bytes is not None and (isinstance(max_bytes, bool) or not isinstance(max_bytes, int)):
        raise TypeError(f"max_bytes is a number of bytes, or None for no limit, not {max_bytes!r}")
    with open(path, "rb") as opened, rarely():
        file = File(opened, path, max_bytes)
        with file.reading("the values"):
            values = Values(file)
        with file.reading("the nodes"):
            record = Nodes(file, values)
        if hasattr(record.nodes[0], "log"):
            with file.reading("the graph"):
                record.loaded.graph = read_graph(file, record.nodes)
        with file.reading("part saved"):
            [saved] = file.numbers("saved", "<i4")
            if not 0 <= saved < len(record.nodes):
                raise ValueError(f"there is no node {saved}")
    node: Node = record.nodes[saved]
    return node
