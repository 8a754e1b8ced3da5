"""Questions about a record that are one expression long.

    irtrack.first_nan(node)             the first NaN, and what made it

walk.py       the nodes of a record in the order in which they were done
asked.py      what questions take, checked
telling.py    how answers print
first.py      the first value that is not as it should be
trouble.py    what is looked for then: NaN, infinity, None
elements.py   which elements of which arrays were the reason

An answer is a node, a sequence of nodes, or says by its attributes which nodes it is about; `print` shows it as a few
lines, with those of the source.
"""
