"""The command line: `irtrack run script.py`, `irtrack show FILE`, `irtrack ir module:function`.

It may import all other rooms; none imports it. program.py makes the program ready as the interpreter does, run.py
records it and prints the record, when it is over, to standard error: standard output is the program's.
"""
