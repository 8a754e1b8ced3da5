"""Tables of facts about functions: which are pure.

One row a fact, no algorithms; whoever needs a fact builds the index that suits. Imports nothing of irtrack.

    for row in purity.ROWS: ...
"""
