"""Recording a run, and the record: `track`, contexts, the log, its decoder, nodes, queries, `check`.

    contexts.py   Context, DepthLimitContext: what is entered
    recorder.py   twins of functions, bound to a log; what the inserted instructions call
    behind/       what the language runs behind operations, as callables that run twins
    tracking.py   track(), trace_of(), code_ir(), code_tracked()
    recorded.py   recorded()
    garbage.py    the garbage collector during a recording
    classes.py    questions about classes that run no code of theirs
    native.py     why a call was not entered, in words
    values.py     values that were not kept, one-line texts of values
    log.py        the log of one recording: which frame lies where in it
    tape.py       tape expressions: TapeReference, TapeConstant, TapeCall, TapeSpecialForm
    nodes.py      the kinds of nodes
    plan.py       the IR of a template, made ready for the decoder
    decoder.py    log and IR -> the children of a nested call
    axes.py       Parent, Child, Preceding, ...: query
    references.py referenced, backward, dependents, forward
    text.py       the text of one node
    check/        is a record right?
    recompute.py  computing a recorded value again, where that is sound

Nodes are decoded when somebody looks; while the program runs, values are appended to a list and nothing else happens.
"""
