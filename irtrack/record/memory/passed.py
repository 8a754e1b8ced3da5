"""The arguments of calls, as generated code: for a function that is often called in one way, what `_pass` does for any.

n0, n1 = children[:2]
operands = call._operands
if len(operands) < 2 or n0.number != 1 or n1.number != 2:
    return False
b = len(index.nodes)
a1 = operands[1]
if type(a1) is not TapeConstant:
    d1 = a1._vertex,
    if a1.value is n1.value:
        origins[b + 1] = a1._vertex
...
index.data += (d0, d1)
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..generated import Generated, tuple_of
from ..nodes.kinds import ArgumentNode
from ..nodes.tape import TapeConstant
from .frames import Code


def passing(code: Code, arguments: Sequence[Any]) -> Callable[..., bool] | None:
    """passes(index, call, children, control) -> has it added the arguments? None if there is no such function.

    `arguments`: those of a call that does not pass any by a star.
    """
    made = 1 if code.constructs else -1  # the argument that is made of the class which was called
    found = [1 if k == made else node.number for k, node in enumerate(arguments) if type(node) is ArgumentNode]
    numbers = [number for number in found if type(number) is int]
    if len(numbers) != code.arguments or code.stars:
        return None
    writer = Generated(
        f"arguments of {code.template.code.co_qualname}", "index, call, children, control", TapeConstant=TapeConstant
    )
    count, most = len(numbers), max(numbers)
    nodes = [f"n{k}" for k in range(count)]
    writer.line(f"{', '.join(nodes)}, = children[:{count}]")
    writer.line("operands, constants, origins = call._operands, index.constants, index.origins")
    differs = [f"n{k}.number != {number}" for k, number in enumerate(numbers) if k != made]
    if made in range(count):
        differs.append("id(n1) in constants")
    writer.line(f"if {' or '.join([f'len(operands) < {most}', *differs])}:")
    writer.line("return False", deeper=1)
    writer.line("b = len(index.nodes)")
    for k, (node, number) in enumerate(zip(nodes, numbers, strict=True)):
        vertex = f"b + {k}" if k else "b"
        writer.line(f"a = operands[{number - 1}]")
        writer.line("if type(a) is not TapeConstant:")
        writer.line(f"d{k} = (a._vertex,)", deeper=1)
        writer.line(f"if a.value is {node}.value:", deeper=1)
        writer.line(f"origins[{vertex}] = a._vertex", deeper=2)
        writer.line("elif id(a) in constants:")
        writer.line(f"d{k}, doubts = constants[id(a)]", deeper=1)
        writer.line(f"index.doubt_at({vertex}, doubts)", deeper=1)
        writer.line("else:")
        writer.line(f"d{k} = ()", deeper=1)
        writer.line(f"{node}._vertex = {vertex}")
        if arguments[k].name in code.cells:
            writer.line(f"index.cells[id(call), {arguments[k].name!r}] = {vertex}, index.epoch")
    writer.line(f"index.nodes += {tuple_of(nodes)}")
    writer.line(f"index.data += {tuple_of([f'd{k}' for k in range(count)])}")
    if code.whole:
        writer.line(f"index.control += {tuple_of(['control'] * count)}")
    writer.line("return True")
    return writer.function()
