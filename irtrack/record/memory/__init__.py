"""What went through memory: which node wrote what another one reads, in whatever frame.

schedule.py    the nodes of a record in the order in which they ran
shadows.py     for each object that can change, who wrote what into it
effects.py     what each node does to these
potential.py   what the ways not taken could have written
index.py       the sources of a whole record, found in one pass when somebody first asks
control.py     which jumps decided that a node ran

The index is built by running through the record once more, with shadows in the place of objects: nothing of the program
runs, and no object of it is compared, hashed or changed.
"""

from .control import controls
from .index import Index, index_of
from .shadows import Moved, Range, Version

__all__ = ["Index", "Moved", "Range", "Version", "controls", "index_of"]
