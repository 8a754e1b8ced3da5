"""What went through memory, and all dependences of a record: which node fed what, in whatever frame.

graph.py       the dependences as a flat graph in the order of time
schedule.py    the nodes of a record in the order in which they ran
shadows.py     for each object that can change, who wrote what into it
writing.py     the shadows of all objects, and how they are written
memory.py      how they are read, and names
effects/       what each node does to them
addresses.py   to which other objects a store could have gone
others.py      what that is
instead.py     what a load would have found instead
behind.py      and what would have been in what that was computed from
given.py       what generators have given
put.py         what might have been put somewhere
confined.py    what only one function can write to
confining.py   and who has written to it
necessity.py   what need not have run, and what would be where it wrote
callees.py     which other functions a call could have called
choices.py     which functions and objects a node could have had
functions.py   what can be called, and what that runs
plain.py       what C code looks at in objects of the program's classes
called.py      which special methods a node calls of what it is given
potential.py   what the ways not taken could have written
asking.py      to which objects, at one jump
by_name.py     or to the attributes of which names, where there is no more time for that
calling.py     what would have been called there
supposing.py   what the variables of its frame would be there
leaves.py      out of which of the objects that are there
constructing.py what would be made for them
making.py      by which calls something would be made
reaching.py    what objects reach
extents.py     all that an object leads to, read as one
passing.py     what jumps pass by
told.py        jumps that tell the same again
uncalled.py    what functions could have written that C code might have called
holding.py     what objects hold that the record does not show
telling.py     how the index is told of either
keeping.py     what it asks of memory for that, noted
beside.py      what the blocks of a function can write
formatting.py  what a text looks up in what it formats
definitions.py what its variables are computed from
summaries.py   what a call of a function can write
summary.py     one such write, and how a caller sees it
library.py     what those of Python's own library can
roots.py       by what it reaches the objects to which it writes
names.py       what names stand for in it
settling.py    what functions that call each other have in common
stored.py      to which names code stores
latest.py      the latest nodes of variables
frames.py      names, and which jumps decide about what runs
arguments.py   what nodes were computed from; what goes from calls to parameters
doing.py       what nodes do to memory, and read there
index.py       the graph of a record, found in one pass when somebody first asks
strides.py     the same for what runs often, as generated code: its way from block to block
calls.py       calls that it comes by
pieces.py      pieces of generators' frames that it comes by
passed.py      arguments of calls, written out
inlined.py     short calls, written out
statements.py  that of statements
usual.py       the usual case of what these do to memory
samples.py     what such code reads of nodes
suspensions.py that of yields
segments.py    rows of nodes that it adds at once
origins.py     whether a node has its value from another one
sources.py     what it says of one node

The pass runs through the record once more, with shadows in the place of objects: nothing of the program runs, and no
object of it is compared, hashed or changed.
"""

from .graph import nodes_of
from .index import Index, index_of
from .sources import fed_by, source_of, when

__all__ = ["Index", "fed_by", "index_of", "nodes_of", "source_of", "when"]
