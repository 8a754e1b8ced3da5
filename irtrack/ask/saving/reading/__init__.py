"""Reading: the other way. Nothing that a file says is trusted: all numbers are checked before they are used.

values.py   values
nodes.py    nodes, and the functions that they are of
graph.py    dependences
"""
