"""Partial re-evaluation: a record with other values for some nodes, of which only what depends on them runs again.

new = node.update({node[3]: 2.0})
new.value, new.metadata["update"]
"""

import contextlib
import copy
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ...cpython.versions import LIMIT_GUARDS_C_STACK
from ...ir.language import EFFECTS
from ...record.exports import StandIns, looks_into_another
from ...record.interrupts import is_interrupt
from ...record.memory.shadows import can_change
from ...record.nodes.axes import Descendant, query
from ...record.nodes.cuts import needs_whole
from ...record.nodes.kinds import (
    ArgumentNode,
    ConstantNode,
    JumpNode,
    PrimitiveCallNode,
    ReturnNode,
    SpecialCallNode,
)
from ...record.nodes.loaded import needs_code
from ...record.nodes.nested import NestedCallNode
from ...record.nodes.node import Node
from ...record.nodes.text import root_expression
from ...record.values import Dropped, described
from .execution import stack_depth
from .history import History, Key
from .plan import Again, Impossible, Renewal, not_kept
from .rerun import Rerun
from .writing import Known, Restart

_ATTEMPTS = 30
_EFFORT = 5  # statements that attempts may plan to run, for each of the record; in a small one more
_SMALL = 20_000
_DEEP = "its calls lie too deep in each other"
_FRAMES = 12
_MOST_FRAMES = 8_000 if LIMIT_GUARDS_C_STACK else 1_000_000


class Update(NamedTuple):
    """`<update: 12 of 3000 statements ran again>`: how a record came out of another.

    ran: how many statements (and jumps) were executed. of: how many the record had before. why: the reason why all of
    it ran again, "" if only a part did.
    """

    ran: int
    of: int
    why: str = ""

    @property
    def share(self) -> float:
        """Of the statements, how many ran again: from 0 to 1, or more where there are more than before."""
        return self.ran / self.of if self.of else 0.0

    def __repr__(self) -> str:
        all_of_it = f", all because {self.why}" if self.why else ""
        return f"<update: {self.ran} of {self.of} statements ran again{all_of_it}>"


def update(node: NestedCallNode, changes: Mapping[Node, Any]) -> NestedCallNode:
    """A new record of the call, in which some nodes have other values, and all that depends on them has run again.

    changes: by nodes that ran in the call (arguments, calls, what makes a value) the values that they have instead;
    objects that can be copied are. What such a node does besides, to a list for example, it does all the same.

    What does not depend on the change is taken over with its metadata, results of impure primitives among it. Where
    control goes elsewhere, a frame runs on from there. The new record's `metadata["update"]` is an `Update`: how many
    statements ran again, and why all of them did, should that have been necessary. What the record holds is not
    changed: objects to which the statements that run again write are made anew. What lies outside it is as it is now;
    globals that the run stores are afterwards as the new run leaves them, unless it is interrupted.

    An exception that comes out of the call is the record's `exception`.

    Raises TypeError for what is no node of a value, ValueError for a node that did not run in the call, or a record
    that cannot be run again, as one that was loaded from a file.
    """
    _check(node, changes)
    history = History(node)
    for one in changes:
        unit = history.unit.get(one, one)
        if unit is not one:
            raise ValueError(f"{one} ran within {unit}, which can only run again as a whole: give that another value")
    with room_for(history):
        return _update(node, history, changes)


@contextlib.contextmanager
def room_for(history: History) -> Iterator[None]:
    """A call that is gone through takes several frames of ours; but no more than the stack of C code has room for,
    should the program run into its limit.
    """
    history.limit, history.base = sys.getrecursionlimit(), stack_depth()
    try:
        history.raised = history.limit + min(_FRAMES * history.depth, _MOST_FRAMES)
        sys.setrecursionlimit(history.raised)
        yield
    finally:
        sys.setrecursionlimit(history.limit)


def _update(node: NestedCallNode, history: History, changes: Mapping[Node, Any]) -> NestedCallNode:
    """See `update`."""
    renewed: set[Key] = set()
    uncertain: set[Node] = set()
    rebuilt: set[Key] = set()
    known: dict[Node, Known] = {}
    left: set[int] = set()
    why, planned = "", 0
    for _ in range(_ATTEMPTS):
        why = history.why_all() if changes else ""
        if why:
            break
        try:
            plan = Renewal(history, changes, renewed, uncertain, rebuilt)
            planned += len(plan.units)
            if planned > _EFFORT * history.count + _SMALL:
                why = "control goes elsewhere again and again"
                break
            rerun = Rerun(history, plan, _copied(changes), known, everything=False)
            return _reported(rerun.run(), rerun, history)
        except RecursionError:
            raise ValueError(f"{root_expression(node)} cannot be updated: {_DEEP}") from None
        except Again:
            continue
        except Restart as restart:
            if restart.keys <= plan.renewed and restart.calls <= uncertain and restart.rebuilt <= rebuilt:
                why = "what it would have to make anew was not found"
                break
            renewed = renewed | restart.keys
            uncertain = uncertain | restart.calls | _alike(restart.calls, history, plan, left)
            rebuilt = rebuilt | restart.rebuilt
        except Impossible as impossible:
            why = str(impossible)
            break
    else:
        why = f"control went elsewhere more than {_ATTEMPTS} times"
    try:
        return run_all(history, changes, why)
    except Impossible as impossible:
        raise ValueError(f"{root_expression(node)} cannot be updated: {impossible}") from None


def _alike(calls: Iterable[Node], history: History, plan: Renewal, left: set[int]) -> set[Node]:
    """Calls that may go elsewhere, too, since one of the same function has before: a jump in them runs again. `left`:
    by which templates.
    """
    again = {id(call.template) for call in calls if isinstance(call, NestedCallNode)}
    again, known = again & left, again
    left |= known
    return {
        call
        for call, unit in history.frames.items()
        if again and unit is None and isinstance(call, NestedCallNode) and id(call.template) in again
        if any(isinstance(one, JumpNode) and one in plan.units for one in call.children)
    }


def run_all(history: History, changes: Mapping[Node, Any], why: str) -> NestedCallNode:
    """Run all statements again but impure ones that do not depend on the change. Raises Impossible."""
    for argument in history.root.children:
        if isinstance(argument, ArgumentNode) and type(argument.value) is Dropped and argument not in changes:
            raise Impossible(not_kept(argument))
    plan = Renewal(history, ())
    plan.changed, plan.renewed = set(changes), set(history.places)
    while True:
        rerun = Rerun(history, plan, _copied(changes), {}, everything=True)
        try:
            return _reported(rerun.run(), rerun, history, why)
        except RecursionError:
            raise Impossible(_DEEP) from None
        except Again:
            continue


def _copied(changes: Mapping[Node, Any]) -> dict[Node, Any]:
    """The values, objects copied: an attempt may change them, and another one follow."""
    memo: dict[int, Any] = {}
    found: dict[Node, Any] = {}
    for node, value in changes.items():
        found[node] = value
        if can_change(value):
            try:
                found[node] = copy.deepcopy(value, memo)
            except Exception as error:  # what can't be copied is used as it is
                if is_interrupt(error):
                    raise
    return found


def _let_go(record: NestedCallNode) -> None:
    """A record holds nothing that keeps another object from changing its size: see record/exports.py."""
    found = [node for node in query(record, Descendant) if looks_into_another(node.value)]
    values = [node.value for node in found]
    stand_in = StandIns(set(map(id, values))).of
    for node, value in zip(found, values, strict=True):
        node.value = stand_in(value)


def _reported(new: NestedCallNode, rerun: Rerun, history: History, why: str = "") -> NestedCallNode:
    old = history.root
    if old._metadata is not None:
        new._metadata = dict(old._metadata)
    if rerun.makes_views:
        _let_go(new)
    new.metadata["update"] = Update(rerun.ran, history.count, why)
    return new


def _check(node: Any, changes: Any) -> None:
    if isinstance(node, NestedCallNode):
        needs_code(node, "update()")
        needs_whole(node, "update()")
    if not isinstance(node, NestedCallNode) or node.template.suspends:
        raise TypeError(
            f"update() takes the node of a call that was entered and is no generator, not {described(node)}"
        )
    if not isinstance(changes, Mapping):
        raise TypeError(f"update() takes a mapping of nodes to their values, not {described(changes)}")
    for one in changes:
        is_value = isinstance(one, (ArgumentNode, PrimitiveCallNode, NestedCallNode, ConstantNode, SpecialCallNode))
        if not is_value or (isinstance(one, SpecialCallNode) and one.name in EFFECTS):
            raise TypeError(
                f"update() gives values to nodes that have one of their own, not to {described(one)}{_instead(one)}"
            )
        if isinstance(one, ArgumentNode) and one.position == 1:
            raise TypeError(f"update() gives no call another function, as {one} is: give the call a value")
        if one is node:
            raise ValueError(f"{one} is the call itself, which gives what its parts say: give one of these a value")
        path = [one]
        while path[-1].parent is not None and path[-1] is not node:
            path.append(path[-1].parent)
        if path[-1] is not node:
            raise ValueError(f"{one} did not run in the call {root_expression(node)}{_in_place_of(path, node)}")


def _instead(one: Any) -> str:
    """Which node to give a value in the place of one that only passes another's on."""
    decides = one._condition if isinstance(one, JumpNode) else None
    decides = one._operands[0] if isinstance(one, ReturnNode) else decides
    return f"; what decides is {decides}" if isinstance(decides, Node) else ""


def _in_place_of(path: list[Node], node: NestedCallNode) -> str:
    """What to take in the place of a node of another record. `path`: from it to the root of that."""
    root: Node = node
    while root.parent is not None:
        root = root.parent
    place = "".join(f"[{one.position}]" for one in reversed(path[:-1]))
    return f"; it is of another record: of this one, take node{place} or the like" if path[-1] is not root else ""
