"""Which functions written in C never make a numpy array: their results need no look at the byte budget.

Facts, one line each; what is not listed may make one.
"""

# modules of which no function makes an array, but for those below
MODULES = frozenset(
    ["math", "cmath", "time", "itertools", "_random", "random", "_io", "_struct", "_bisect", "_heapq", "_json",
     "_string", "_sre", "re", "zlib", "binascii", "_collections", "collections", "unicodedata", "sys", "posix", "gc",
     "_thread", "_weakref", "_datetime", "datetime", "_decimal", "decimal", "_hashlib", "_csv", "_ast"]
)  # fmt: skip

# functions that hand on what an object's own methods give, and may so make an array
THAT_MAY = frozenset(
    [("builtins", name) for name in ("sum", "abs", "pow", "round", "divmod", "eval", "exec", "__import__", "getattr",
                                     "next")]
    + [("math", name) for name in ("prod", "sumprod", "floor", "ceil", "trunc")]
)  # fmt: skip
METHODS_THAT_MAY = frozenset(["send", "throw"])  # of generators: what these yield

# what returns a memoryview, besides the class; as long as that lives, what it shows can't change its size
METHODS_THAT_GIVE_VIEWS = frozenset(("getbuffer", "cast", "toreadonly", "raw"))
