"""Replay: a recorded call as straight-line Python.

source.py    to_source, and what it gives
writer.py    frame by frame and node by node
raising.py   statements that raised
statements.py  statements and expressions in Python's words
scope.py     the text of each value, cells, globals, lines
callee.py    what stands in the place of a call
forms.py     the words for special forms and operators
helpers.py   what has no words
header.py    globals, results of impure primitives, and what else comes from outside
survey.py    what has to be known before
impure.py    which results only the record knows
"""
