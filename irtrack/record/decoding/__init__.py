"""Decoding: log and IR, walked side by side, give the nodes of a nested call.

plan.py       what is read of the IR, made ready once for all runs of the code
decoder.py    blocks: arguments, statements, jumps
cursor.py     where a decoder stands in the log; what other frames appended there
straight.py   the usual run of a block, as generated code
short.py      short calls, as generated code
along.py      what such code has in common that goes along the log
loads.py      attributes and methods
opening.py    the arguments of calls that come often
raising.py    exceptions
bound.py      what a method lookup gave, and what a call passes first
frames.py     frames that no call of recorded code began
"""

from .decoder import Decoder
from .frames import called_frames
from .short import short_call

__all__ = ["Decoder", "called_frames", "short_call"]
