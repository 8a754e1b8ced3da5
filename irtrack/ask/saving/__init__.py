"""Saving: a record in one file, for looking at elsewhere.

    irtrack.save(node, "run.irtrack")        irtrack.load("run.irtrack")

file.py       the file: its parts, their sizes, and how much memory may be taken for them
plain.py      which values are kept, and as what
writing.py    values and nodes -> columns of numbers; reading.py, the other way, trusts nothing
program.py    the IR of functions, as JSON
layout.py     what there is to say of each kind of node
save.py, load.py

The format is described in docs/saving.md. Nothing in a file is code, and nothing that it names is imported.
"""
