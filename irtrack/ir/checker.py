"""What a program must keep to: numbering, arity of edges, single assignment, dominance."""

from .language import IR, Statement, Variable


def verify(ir: IR) -> list[str]:
    """All problems of a program, each with its place: numbering, arity of edges, single assignment, dominance.

    Raises TypeError for anything but an IR.
    """
    if not isinstance(ir, IR):
        raise TypeError(f"verify() takes an IR, as code_ir() returns it, not {type(ir).__qualname__} {ir!r:.80}")
    problems: list[str] = []
    defined: dict[int, int] = {}
    for number, block in enumerate(ir.blocks, 1):
        where = f"{ir.name} §{number}"
        if block.number != number:
            problems.append(f"{where}: is numbered {block.number}")
        for variable in block.index:
            if variable in defined:
                problems.append(f"{where}: %{variable} is also assigned in §{defined[variable]}")
            defined[variable] = number
        for k, edge in enumerate(block.terminator.edges, 1):
            if not 1 <= edge.target <= len(ir.blocks):
                problems.append(f"{where}:&{k} leads to §{edge.target}, which does not exist")
            elif len(edge.arguments) != len(ir.blocks[edge.target - 1].arguments):
                wanted = len(ir.blocks[edge.target - 1].arguments)
                problems.append(
                    f"{where}:&{k} passes {len(edge.arguments)} arguments to §{edge.target}, which has {wanted}"
                )
        problems += [
            f"{where}: handler §{h} does not exist"
            for h in (handler.target for handler in block.handlers)
            if not 1 <= h <= len(ir.blocks)
        ]
    return problems or _verify_dominance(ir)


def _verify_dominance(ir: IR) -> list[str]:
    """Every use is dominated by its definition (available-variables analysis to a fixed point)."""
    problems = []
    count = len(ir.blocks)
    everything = (1 << 1 + max((v for b in ir.blocks for v in b.index), default=0)) - 1
    available = [everything] * (count + 1)
    available[1] = 0
    changed = True
    own = [0] + [sum(1 << v for v in block.index) for block in ir.blocks]
    arguments = [0] + [sum(1 << a.variable for a in block.arguments) for block in ir.blocks]
    while changed:
        changed = False
        for number, block in enumerate(ir.blocks, 1):
            out = available[number] | own[number]
            reached = [(edge.target, out) for edge in block.terminator.edges]
            for handler in block.handlers:
                assigned = sum(1 << s.variable for s in block.statements[: handler.first])
                reached.append((handler.target, available[number] | arguments[number] | assigned))
            for target, variables in reached:
                if available[target] & variables != available[target]:
                    available[target] &= variables
                    changed = True
    for number, block in enumerate(ir.blocks, 1):
        known = available[number] | arguments[number]
        for item in (*block.statements, block.terminator):
            operands = item.expression.operands if isinstance(item, Statement) else item.operands
            if not isinstance(item, Statement):
                operands = (*operands, *(a for edge in item.edges for a in edge.arguments))
            for operand in operands:
                if isinstance(operand, Variable) and not known >> operand.number & 1:
                    problems.append(f"{ir.name} §{number}: {operand} is used where it may not be assigned")
            if isinstance(item, Statement):
                known |= 1 << item.variable
    return problems
