"""The border to CPython: opcodes, code objects, lifting them to the IR, and instrumenting them.

The only room that imports `dis`, `opcode` or `bytecode`; one file of it (versions.py) asks which Python runs.

    versions.py    what differs between CPython 3.11 and 3.15, as data
    opcodes.py     one row an opcode: stack effect, meaning; operators.py: which function an operator calls
    code.py        code object -> instructions -> code object, exactly; functions.py: functions with another one
    flow.py        stack depths and kinds at each instruction
    facts.py       facts about single instructions and whole code objects
    marks.py       what a log holds besides values
    sites.py       caches of rewritten code
    template.py    rewritten code, which is bound to a log
    lift/          instructions -> IR

The rewriting, each class on the one before:

    emitter.py     the pieces that rewritten code is made of
    calls.py       another callable is called: exchange.py; methods.py: looked up as a method, up to 3.12
    guarded.py     behind which instructions may Python code run?
    guards.py      does it, this time? known.py: which of these tests can be left out
    frames.py      how frames begin, go on and end
    trampolines.py how exceptions are logged
    instrument.py  all of it; branches.py: which branches and loops have marks; arrays.py: what may make an array

    verifier.py    is a rewritten code object safe to run? listing.py: how it is shown
    ahead.py       the calls of a frame that runs already
"""
