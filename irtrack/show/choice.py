"""What `only=` may say: which nodes of a record are shown."""

import os
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..ask.questions.asked import signature_of, takes_one
from ..record.nodes.kinds import CallNode
from ..record.nodes.node import Node
from ..record.values import callable_name, described

Predicate = Callable[[Node], Any]
_PLACE = re.compile(r"(?P<file>.+\.py|<.+>):(?P<line>\d+)$")


def predicate(only: object) -> Predicate:
    """The nodes that `only` stands for.

    A kind of nodes; the name of a function, `mean` or `Cart.add`, for its calls; the name of a file, `cart.py`, for
    what ran in it; a line, `cart.py:12`; or a function that says it of each node.
    """
    if isinstance(only, type) and issubclass(only, Node):
        kind = only
        return lambda node: isinstance(node, kind)
    if isinstance(only, str) and only:
        return _named(only)
    if takes_one(only):
        return only
    raise TypeError(
        f"only= is a kind of nodes, the name of a function, a file or a line (cart.py:12), or a predicate of nodes, "
        f"not {described(only)}{_hint(only)}"
    )


def _hint(only: object) -> str:
    """What may have been meant by a function that takes no node."""
    if not callable(only) or isinstance(only, type):
        return ""
    name = callable_name(only)
    return signature_of(only) + (f'; its calls are only="{name}"' if not name.endswith("<lambda>") else "")


def _named(text: str) -> Predicate:
    if place := _PLACE.match(text):
        file, line = place["file"], int(place["line"])
        return lambda node: node.line == line and is_file(node, file)
    if text.endswith(".py") or text.startswith("<") or os.sep in text:
        return lambda node: is_file(node, text)
    return lambda node: isinstance(node, CallNode) and calls(node, text)


def is_file(node: Node, name: str) -> bool:
    """Did the node run in a file of that name? `cart.py` is any of that name, `shop/cart.py` one in a folder `shop`."""
    path = node.file
    return path is not None and _is_path(path, name)


@lru_cache(maxsize=1024)
def _is_path(path: str, name: str) -> bool:
    if name.startswith("<"):
        return path == name
    wanted = os.path.normpath(name)
    return path.endswith(os.sep + wanted) or os.path.abspath(path) == os.path.abspath(wanted)


def calls(node: CallNode, name: str) -> bool:
    """Does the node call a function of that name? `add` is any of that name, `Cart.add` that of a class or module."""
    function = node.function
    names = callable_name(function.value), getattr(function, "name", None) or ""
    return any(one == name or one.endswith("." + name) for one in names)
