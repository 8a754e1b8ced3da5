"""What values looked like when they were recorded.

history.py     one object: what it was at first, and its changes
kinds.py       which objects are followed
outside.py     copies of those that come from outside
replay.py      the way through a record, on which the changes are found
contents.py    what objects hold at one time, of which these know more, one above the other:
makers.py      what functions of C make of it,
writes.py      what they write to it,
forms.py       what special forms do,
changes.py     and what a node does
copier.py      copies that are made at once, for contexts that want them
snapshots.py   what a node's value was then, whole or as much as is shown

    record[4].value        [42, 2, 42]      the object, as it is now
    record[4].snapshot     [1, 2]           what it was then

Nothing is done for it while the program runs, but that what comes from outside is copied, if it is small; unless the
context wants copies.
"""

from .copier import Copier
from .outside import states_of
from .snapshots import assigned, refusal_of, shown, shown_operand, snapshot_of

__all__ = ["Copier", "assigned", "refusal_of", "shown", "shown_operand", "snapshot_of", "states_of"]
