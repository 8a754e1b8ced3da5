"""Our own code that a differentiated program runs, so that its operations are recorded as the program's are.

written.py   what is entered instead of C functions that make or change numbers where no record shows it
reverse.py   the reverse pass
forward.py   the forward pass
again.py     a tape run once more

A plain `track` runs all of it natively.
"""
