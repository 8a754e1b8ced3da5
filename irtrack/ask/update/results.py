"""Results of impure primitives that are objects: which stand as they were recorded, and which have to be had again.

A file, a lock, a connection, a list of names: what the run did to it has made something else of it. If it has to be as
it was when it was given, the primitive runs again. What chance gave can't be had again: there has to be a copy of it.
"""

import io
from typing import Any

from ..replay.impure import is_generator_of_numbers
from .history import History
from .plan import Renewal
from .touch import is_object, key_of

_TAKING_NUMBERS = io.open, io.FileIO  # those of files that are open, which may be other ones now


def is_had_again(node: Any, history: History, renewal: Renewal, everything: bool) -> bool:
    """Has an impure primitive made an object that has to be as it was then?"""
    value = node.value
    key = key_of(value)
    if not is_object(value) or is_generator_of_numbers(value) or history.maker.get(key) is not node:
        return False
    return bool(history.writes.get(key)) and (everything or key in renewal.renewed) and not _is_given_number(node)


def _is_given_number(node: Any) -> bool:
    """Is it a file that was made of the number of an open one, which may be another one's now?"""
    function, *given = [operand.value for operand in node._operands]
    return bool(given) and type(given[0]) is int and any(function is one for one in _TAKING_NUMBERS)
