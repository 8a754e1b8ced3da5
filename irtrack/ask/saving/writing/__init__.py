"""Writing: a record -> columns of numbers, and some JSON.

values.py   values, each once
nodes.py    nodes, and the functions that they are of
graph.py    dependences
"""
