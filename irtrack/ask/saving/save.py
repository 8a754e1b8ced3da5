"""save(): a record into a file."""

import errno
import os
from typing import Any

from ...record.garbage import rarely
from ...record.memory import index_of
from ...record.nodes.node import Node
from ...record.values import described
from .file import Parts
from .writing.graph import write_graph
from .writing.nodes import Nodes


def save(node: Node, path: str | os.PathLike[str]) -> None:
    """Keep the record that `node` belongs to in a file, from which `load(path)` gives the node again, with all others.

    path: of the file; one that is there is replaced when all of the new one is written, and is kept should that fail.

    Plain values are kept exactly: None, numbers, text, bytes, tuples, lists, sets, dicts, deques, ranges, slices,
    arrays and scalars of numpy, and Python's own functions and classes; others as their type and repr, a Shown. Objects
    that are there twice are one object again. Values are saved as they are now. The lines of source of all functions
    that were entered go with the record: take care to whom you give it.

    Raises TypeError for what is no node or path, OSError if the file cannot be written.
    """
    if not isinstance(node, Node):
        raise TypeError(f"save() takes a node, as track() returns it, not {described(node)}")
    path = path_of(path, "save")
    if not os.path.isdir(os.path.dirname(os.path.realpath(path))):  # what is written takes long to make
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    root = node
    while root.parent is not None:
        root = root.parent
    parts = Parts()
    with rarely():
        nodes = Nodes(root)
        nodes.write(parts)
        if hasattr(root, "log"):
            write_graph(index_of(root), nodes.numbers, parts)
    parts.numbers("saved", "<i4", [nodes.numbers[node]])
    parts.write(path)


def path_of(path: Any, name: str) -> str:
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name}() takes the path of a file, not {described(path)}")
    return os.fsdecode(path)
