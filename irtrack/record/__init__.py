"""Recording a run, and the record: `track`, contexts, the log, its decoder, nodes, queries, `check`.

    tracking.py   track(), trace_of(), code_ir(), code_tracked(); recorded.py, recording.py: recorded(), recording()
    contexts.py   Context, DepthLimitContext: what is entered
    recorder.py   a log and the code that is bound to it; garbage.py: the garbage collector meanwhile
    binding.py    functions that append to the log; what their instructions call: calls.py, operations.py, callers.py
    behind/       what the language runs behind operations, as callables that run twins
    lending.py    functions that C code calls by itself run rewritten code; loans.py: who has some
    budget.py     which arrays are kept
    callables.py  what callables are, classes.py: questions about classes; neither runs code of theirs
    log.py        the log of one recording: which frame lies where in it; loaded.py: what a loaded record has instead
    decoding/     log and IR -> the children of a nested call
    nodes.py      the kinds of nodes; tape.py: what they refer to
    values.py     values that were not kept, one-line texts of values; text.py: the text of a node
    native.py     why a call was not entered, in words
    axes.py       Parent, Child, Preceding, ...: query; references.py: referenced, backward, dependents, forward
    check/        is a record right? recompute.py: computing a value again, where that is sound

Nodes are decoded when somebody looks; while the program runs, values are appended to a list and nothing else happens.
"""
