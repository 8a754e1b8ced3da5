"""A frame that is gone through again."""

import builtins
from functools import cached_property
from types import CellType, FunctionType
from typing import Any

from ...cpython.lift import ATTRIBUTE, METHOD, NAME
from ...ir.language import Load, Statement, Unbound
from ...record.classes import lookup
from ...record.decoding.bound import method_of
from ...record.decoding.plan import BlockPlan, Method, Plan, plan_of
from ...record.loans import own_code
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node, Operand
from ...record.nodes.tape import TapeConstant
from .evaluate import attribute

MISSING = object()


class Frame:
    """`old`: the recorded call; `node`: the new one; `new`: by nodes of the old call, those of the new one.

    `cells`: of its variables, by name. `loaded`: what names gave when they were loaded, by variables of the IR;
    `block`, `passed`: up to which step of which block the recorded nodes were followed; `jumped`: the last of them led
    away.
    """

    def __init__(self, old: NestedCallNode, node: NestedCallNode, function: Any) -> None:
        self.old = old
        self.node = node
        self.function = function
        self.code = own_code(function) if type(function) is FunctionType else old.template.code
        self.globals: dict[str, Any] = function.__globals__ if type(function) is FunctionType else {}
        self.children: list[Node] = []
        self.new: dict[Node, Node] = {}
        self.cells: dict[str, CellType] = {}
        self.plan: Plan = plan_of(old.template)
        self.made: Any = MISSING  # what a constructor makes
        self.latest: dict[int, Node] = {}  # by variables of the IR
        self.loaded: dict[int, TapeConstant] = {}
        self.at: dict[tuple[str, int], TapeConstant] = {}  # the same by names, and how many nodes came before
        self.handled: BaseException | None = None  # what its caller was handling
        self.has_raised = False
        self.attributes: dict[int, list[str]] = {}  # see attributes_in
        # by variables what lookups of methods gave that are called again: the method, or the node that has it
        self.methods: dict[int, Method | Node] = {}
        self.position = 0  # of the recorded node that is followed
        self.block: BlockPlan | None = None
        self.passed = 0
        self.jumped = True

    @cached_property
    def loads(self) -> dict[int, Any]:
        """By variables of the IR, the items that load them."""
        items = [item for block in self.plan.blocks for item in block.lifted.items]
        return {item.statement.variable: item for item in items if isinstance(item.statement.expression, Load)}

    # -- names --------------------------------------------------------------------------------------------------------

    def cell(self, name: str) -> CellType | None:
        """That of a variable; None for a global."""
        found = self.cells.get(name)
        if found is None and name in self.code.co_freevars and type(self.function) is FunctionType:
            closure = self.function.__closure__ or ()
            found = self.cells[name] = closure[self.code.co_freevars.index(name)]
        return found

    def has_other(self, name: str) -> bool:
        """Is it a variable of another function around it than of the recorded one?"""
        names, old = self.code.co_freevars, self.old.children[0].value if self.old.children else None
        if name not in names or old is self.function or type(old) is not FunctionType:
            return False
        closure = old.__closure__ or ()
        return len(closure) == len(names) and closure[names.index(name)] is not self.cell(name)

    def load(self, name: str) -> Any:
        """What a name is now. Raises NameError."""
        cell = self.cell(name)
        if cell is not None:
            try:
                return cell.cell_contents
            except ValueError:
                raise self.unbound(name) from None
        if name in self.globals:
            return self.globals[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise NameError(f"name {name!r} is not defined")

    def unbound(self, name: str) -> NameError:
        """What the load of a variable raises that has no value."""
        text = "variable {!r} where it is not associated with a value"
        if name in self.code.co_varnames or name in self.code.co_cellvars:
            return UnboundLocalError(f"cannot access local {text.format(name)}")
        return NameError(f"cannot access free {text.format(name)} in enclosing scope")

    def store(self, name: str, value: Any) -> None:
        cell = self.cell(name)
        if cell is not None:
            cell.cell_contents = value
        else:
            self.globals[name] = value

    def delete(self, name: str) -> None:
        """Raises NameError."""
        cell = self.cell(name)
        if cell is not None:
            self.load(name)  # `del` of an empty cell is none
            del cell.cell_contents
        elif name in self.globals:
            del self.globals[name]
        else:
            raise NameError(f"name {name!r} is not defined")


class Environment(list[Any]):
    """The latest node of each variable, and constants; loads that are folded are done when they are needed."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.plan.environment)
        self.frame = frame

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if found is None and index in self.frame.loads:
            found = self[index] = self.loaded(self.frame.loads[index])
        return found

    def is_unbound(self, index: int) -> bool:
        """Is what a local variable holds there no value?"""
        found = super().__getitem__(index)
        return found is not None and type(found.value) is Unbound

    def loaded(self, item: Any) -> Operand | Method:
        """What a load gives that is no node."""
        frame = self.frame
        statement: Statement = item.statement
        load = statement.expression
        assert isinstance(load, Load)
        if item.kind == NAME and not item.reads:
            if load.scope == "closure":
                return TapeConstant(frame.cell(load.name), load.name, len(frame.children))
            return TapeConstant(frame.load(load.name), load.name, len(frame.children))
        owner = self[item.reads[0]]
        value = attribute(owner.value, load.name, of_manager=item.kind == NAME)
        if item.kind == METHOD and statement.variable not in frame.plan.carried:  # what blocks pass has a value
            function = method_of(owner.value, value, lookup(type(owner.value), load.name))
            if function is not None:
                return Method(TapeConstant(function), owner)
        assert item.kind in (ATTRIBUTE, METHOD, NAME)
        shown = f"{owner.name}.{load.name}" if isinstance(owner, TapeConstant) and owner.name else load.name
        return TapeConstant(value, shown, len(frame.children))
