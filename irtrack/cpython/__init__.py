"""The border to CPython: opcodes, code objects, lifting them to the IR, and instrumenting them.

The only room that imports `dis`, `opcode` or `bytecode`; one file of it (versions.py) asks which Python runs.

    versions.py    what differs between CPython 3.11 and 3.15, as data
    opcodes.py     one row an opcode: stack effect, meaning
    code.py        code object -> instructions -> code object, exactly
    functions.py   functions with another code object
    flow.py        stack depths and kinds at each instruction
    facts.py       facts about single instructions and whole code objects
    branches.py    which branches and loops have marks in the log
    arrays.py      which operators may make an array that nobody else looks at
    sites.py       caches of rewritten code
    template.py    rewritten code, which is bound to a log
    emitter.py     the pieces that rewritten code is made of
    calls.py       the rewriting of calls: another callable is called
    instrument.py  the rewriting: what is appended to the log, and where
    verifier.py    is a rewritten code object safe to run?
    lift/          instructions -> IR
"""
