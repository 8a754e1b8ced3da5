"""What all nodes are.

A node has: `value`, `snapshot`, `location` (and `file`, `place`), `position` (from 1, as printed), `parent`,
`children`, `function`, `arguments`, `keywords` (tape expressions), `metadata`, `ir`. `node[i]` is the child
printed as `@i`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from ...ir.language import IR, Location, Place
from .axes import Axis, Preceding, ReferenceAxis, query
from .loaded import Loaded
from .tape import TapeConstant, TapeExpression, TapeReference

if TYPE_CHECKING:
    from .nested import NestedCallNode
    from .stats import Stats

Operand = Union["Node", TapeConstant]
NO_PLACE = Place(None, None, None, None)


def _is_loaded(node: "Node | None") -> bool:
    """Does it belong to a record that was loaded from a file?"""
    while node is not None and not hasattr(node, "log"):
        node = node.parent
    return isinstance(getattr(node, "log", None), Loaded)


def tape(operand: Operand) -> TapeExpression:
    return operand if isinstance(operand, TapeConstant) else TapeReference(operand)


class Rare:
    """What few nodes have: `frames` that ran behind it, `metadata`, `keyword_names` and `exception` of a call; and does
    the value come from an update that gave it (`is_given`)?
    """

    __slots__ = ("exception", "frames", "is_given", "keyword_names", "metadata")

    def __init__(self) -> None:
        self.frames: tuple[NestedCallNode, ...] = ()
        self.metadata: dict[Any, Any] | None = None
        self.keyword_names: tuple[str, ...] = ()
        self.exception: BaseException | None = None
        self.is_given = False


def is_given(node: "Node") -> bool:
    """Has an update given the node its value, which nothing that the program does would give?"""
    return node._rare is not None and node._rare.is_given


class Node:
    """One event of a run.

    A plain class with slots, no dataclass: a record has millions, and making one costs a tenth of a microsecond less.
    Most of that is the memory that it takes, so slots are for what most nodes of a kind have; `_rare` has the rest.
    That is always set, since to find out that a slot is empty takes ten times as long as to read it.
    """

    __slots__ = ("_operands", "_position", "_rare", "_vertex", "location", "parent", "value")

    is_missing = False  # is it what stands for nodes that were not kept?
    parent: "Node | None"
    _position: int  # see `position`
    location: Location | None
    value: Any
    _operands: tuple[Operand, ...]
    _rare: Rare | None
    _vertex: int  # in the record's graph of dependences, set when somebody asks for that; see memory/

    def __init__(
        self,
        parent: "Node | None",
        position: int,
        location: Location | None,
        value: Any,
        operands: tuple[Operand, ...] = (),
    ) -> None:
        self.parent = parent
        self._position = position
        self.location = location
        self.value = value
        self._operands = operands
        self._rare = None

    @property
    def position(self) -> int:
        """The node's place among the children of its parent: from 1, as printed; of a root 1.

        Most who go through a record ask for none. So what often runs is decoded without, and all children of a call get
        theirs when one of them is first asked.
        """
        try:
            return self._position
        except AttributeError:
            parent: Any = self.parent
            parent._number_children()
            return self._position

    @position.setter
    def position(self, position: int) -> None:
        self._position = position

    @property
    def snapshot(self) -> Any:
        """What the value looked like then.

        Under `snapshot="replay"`, the default, a copy, made of what the object held at first and the changes that were
        recorded since; the object itself, as it is now, where that is not known (a display marks it by `*`). Under
        `snapshot="deep"` a copy made at that time, where there can be one; under a function what that gave. Under
        `snapshot=None` always the object itself.
        """
        from ..past import snapshot_of

        return snapshot_of(self)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict of the node's own, made when it is first asked for. "native": why a call was not entered; "no
        snapshot": why the context's own function made none.
        """
        rare = self._more()
        if rare.metadata is None:
            rare.metadata = self._initial_metadata()
        return rare.metadata

    def _initial_metadata(self) -> dict[Any, Any]:
        if _is_loaded(self):  # the reasons cannot be found there
            return {}
        from ..past import refusal_of

        reasons = {"native": self._native_reason(), "no snapshot": refusal_of(self)}
        return {key: reason for key, reason in reasons.items() if reason}

    def _native_reason(self) -> str | None:
        """Why Python code behind the node was not entered, if there is any."""
        return None

    @property
    def operands(self) -> tuple[TapeExpression, ...]:
        """Everything that the node was computed from, the function first where there is one."""
        return tuple(map(tape, self._operands))

    @property
    def function(self) -> TapeExpression | None:
        return None

    @property
    def arguments(self) -> tuple[TapeExpression, ...]:
        return self.operands

    @property
    def keywords(self) -> Mapping[str, TapeExpression]:
        return {}

    @property
    def expression(self) -> TapeExpression | None:
        """The right-hand side, if the node has one."""
        return None

    @property
    def children(self) -> "Sequence[Node]":
        """What ran in a nested call; of another node the calls that the interpreter or C code made behind it."""
        rare = self._rare
        return rare.frames if rare is not None else ()

    def _more(self) -> Rare:
        """Where to keep what few nodes have."""
        if self._rare is None:
            self._rare = Rare()
        return self._rare

    @property
    def _frames(self) -> "tuple[NestedCallNode, ...]":
        """The calls that the interpreter or C code made behind the node; of a nested call, before it."""
        rare = self._rare
        return rare.frames if rare is not None else ()

    @_frames.setter
    def _frames(self, frames: "tuple[NestedCallNode, ...]") -> None:
        self._more().frames = frames

    @property
    def _metadata(self) -> dict[Any, Any] | None:
        """None as long as nobody has asked for it."""
        return self._rare.metadata if self._rare is not None else None

    @_metadata.setter
    def _metadata(self, metadata: dict[Any, Any]) -> None:
        self._more().metadata = metadata

    @property
    def ir(self) -> IR | None:
        """The IR that the node's location points into: that of the function in which it ran."""
        return self.parent._ir_within() if self.parent is not None else None

    def _ir_within(self) -> IR | None:
        """The IR that the locations of children point into."""
        return self.ir

    @property
    def place(self) -> Place:
        """Where in the source: line, end line (from 1), column, end column (from 0)."""
        ir = self.ir
        if ir is None or self.location is None:
            return NO_PLACE
        item = ir[self.location]
        return getattr(item, "place", NO_PLACE)

    @property
    def file(self) -> str | None:
        """The source file of the function in which the node ran."""
        return self.ir.filename if self.ir is not None else None

    @property
    def line(self) -> int | None:
        return self.place.line

    def __getitem__(self, position: int) -> "Node":
        """The child printed as `@position`; negative positions count from the last."""
        children = self.children
        index: object = position
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(f"a node is indexed by a position, as in node[4], not by {position!r}")
        if position == 0:
            raise IndexError("positions begin at 1, as printed: the first child is node[1]")
        if abs(position) > len(children):
            has = f"has {len(children)} children" if children else "has no children"
            raise IndexError(f"there is no @{position}: {self.short()} {has}")
        return children[position - 1 if position > 0 else position]

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> "Iterator[Node]":
        return iter(self.children)

    def short(self) -> str:
        """`@4`, or the name of a root."""
        return f"@{self.position}" if self.parent is not None else "the root"

    def __repr__(self) -> str:
        from .text import node_text

        return node_text(self)

    __str__ = __repr__

    update: (
        "Callable[..., NestedCallNode]"  # of calls that were entered; see ask/update/, which the entry point attaches
    )

    # -- queries: see axes.py, references.py --------------------------------------------------------------------------

    @property
    def source(self) -> "Node | None":
        """Where the value was taken from, unchanged, if not from an operand: see memory/sources.py.

        Of a load the store that put it there, in whatever call; of a parameter what was passed; of a call its return.
        """
        from ..memory import source_of

        return source_of(self)

    def referenced(self, axis: ReferenceAxis = Preceding, numbered: bool = False, memory: bool = False) -> list[Any]:
        """The nodes that this one directly refers to, one entry an operand; no constants.

        axis: Preceding, what lies in the same nested call; Parent, for an argument of a function what the caller
        passed; or Preceding | Parent. numbered: pairs (number, node); of a call, 1 is the function, 2 the first
        argument, a keyword its name; of a jump, 1 is its first argument. memory: also what was read in memory, what
        was passed and what was returned, in whatever call; numbered "memory".
        """
        from . import references

        return references.referenced(self, axis, numbered, memory)

    def backward(
        self,
        f: "Callable[[Node, list[Node]], Any] | None" = None,
        axis: ReferenceAxis = Preceding,
        memory: bool = False,
    ) -> Any:
        """All nodes that this one depends on: references followed along `axis`, the nearest first, each once.

        With `f`: call f(node, references) for this node and then for each of these, and return what the last call gave.
        memory: references are followed through memory and across calls, too; the latest node comes first then.
        """
        from . import references

        return references.backward(self, f, axis, memory)

    def dependents(self) -> "list[Node]":
        """The nodes of the same nested call that directly refer to this one, in document order, each once."""
        from . import references

        return references.dependents(self)

    def forward(self, f: "Callable[[Node, list[Node]], Any] | None" = None) -> Any:
        """All nodes of the same nested call that depend on this one, the nearest first, each once.

        With `f`: call f(node, dependents) for this node and then for each of these, and return what the last call gave.
        """
        from . import references

        return references.forward(self, f)

    def stats(self) -> "Stats":
        """How large the node is, with all below it: entries of the log, nodes, frames, depth, bytes; and was it cut?

        What these are in detail says `irtrack.Stats`. Calls that nobody has looked at are decoded for it.
        """
        from .stats import stats

        return stats(self)

    def query(self, axis: type[Axis]) -> "list[Node]":
        """The nodes on an axis: Parent, Child, Preceding, Following, Ancestor, Descendant."""
        return query(self, axis)
