"""The usual run of a frame, gone through without nodes: by code that is written for its function.

The code reads the log as a decoder does (record/decoding), and tells the tape what was done with which values. It is a
generator: it yields each call that entered a function, and goes on behind that one's frame. At anything unusual (an
exception, a piece of a generator, a frame that C code called) it leaves the rest of the frame to the nodes.
"""

from .given import given_to
from .reader import Reader

__all__ = ["Reader", "given_to"]
