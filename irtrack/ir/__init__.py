"""The intermediate representation: SSA with block arguments.

Knows neither CPython nor recording. A program is a list of blocks; a block has arguments, statements and one
terminator; every operand is a variable `%4` or a constant `⟨1⟩`:

    1: (%1 = h, %2 = x, %3 = n)
      %4 = %2 * ⟨0⟩
      goto 2 (%4, ⟨0⟩)
"""
