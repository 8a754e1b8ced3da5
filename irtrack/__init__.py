"""irtrack: see what a Python program did.

node = irtrack.track(f, *args)      run f and record every operation, branch, call and value
irtrack.printlevels(node)           print the record
irtrack.save(node, path)            keep it in a file; node = irtrack.load(path)
"""

from .ask.questions.calls import Called, Calls, calls
from .ask.questions.compare import Comparison, compare
from .ask.questions.effects import Effect, Effects, effects
from .ask.questions.find import Nodes, find
from .ask.questions.first import Found, first, first_inf, first_nan, first_none
from .ask.questions.history import History, Moment, history
from .ask.questions.path import Path, dependence_path
from .ask.questions.reached import Decision, why_reached
from .ask.questions.shapes import Shaped, Shapes, broadcasts, shapes
from .ask.questions.unreached import Obstacle, why_not_reached
from .ask.replay.source import Source, to_source
from .ask.saving.file import LoadError
from .ask.saving.load import load
from .ask.saving.save import save
from .ask.slices import Slice, backward_slice, forward_slice
from .ask.update.update import Update, update
from .diff import (
    DifferentiationError,
    Fault,
    GradientReport,
    MissingRuleError,
    check_grads,
    checkpoint,
    elementwise_grad,
    grad,
    gradient_report,
    hessian,
    hvp,
    jacfwd,
    jacobian,
    jacrev,
    jvp,
    stop_gradient,
    value_and_grad,
    vjp,
)
from .ir.checker import verify
from .ir.language import IR, Location
from .record.check import check
from .record.contexts.composed import ComposedContext
from .record.contexts.context import DEFAULT, Context, DepthLimitContext, is_builtin
from .record.contexts.filters import OWN_CODE, ModuleFilter
from .record.contexts.pending import PendingCall
from .record.nodes.axes import Ancestor, Child, Descendant, Following, Parent, Preceding, query
from .record.nodes.kinds import (
    ArgumentNode,
    ConstantNode,
    JumpNode,
    PrimitiveCallNode,
    RaiseNode,
    ReturnNode,
    SpecialCallNode,
)
from .record.nodes.nested import NestedCallNode
from .record.nodes.node import Node
from .record.nodes.references import backward, forward
from .record.nodes.stats import Stats
from .record.nodes.tape import TapeCall, TapeConstant, TapeReference, TapeSpecialForm
from .record.recorded import recorded
from .record.recording import recording
from .record.tracking import code_ir, code_tracked, trace_of, track, track_async
from .record.values import Dropped, Shown, Unknown
from .rules.derivatives import defjvp, defvjp, nondiff, with_vjp
from .show.dot import Dot, to_dot
from .show.levels import page, printlevels
from .show.mermaid import to_mermaid
from .show.networkx import to_networkx
from .show.nodes import attach

Node.update = update
attach(Node)
del attach

__version__ = "0.1.0"

__all__ = [
    "DEFAULT",
    "IR",
    "OWN_CODE",
    "Ancestor",
    "ArgumentNode",
    "Called",
    "Calls",
    "Child",
    "Comparison",
    "ComposedContext",
    "ConstantNode",
    "Context",
    "Decision",
    "DepthLimitContext",
    "Descendant",
    "DifferentiationError",
    "Dot",
    "Dropped",
    "Effect",
    "Effects",
    "Fault",
    "Following",
    "Found",
    "GradientReport",
    "History",
    "JumpNode",
    "LoadError",
    "Location",
    "MissingRuleError",
    "ModuleFilter",
    "Moment",
    "NestedCallNode",
    "Node",
    "Nodes",
    "Obstacle",
    "Parent",
    "Path",
    "PendingCall",
    "Preceding",
    "PrimitiveCallNode",
    "RaiseNode",
    "ReturnNode",
    "Shaped",
    "Shapes",
    "Shown",
    "Slice",
    "Source",
    "SpecialCallNode",
    "Stats",
    "TapeCall",
    "TapeConstant",
    "TapeReference",
    "TapeSpecialForm",
    "Unknown",
    "Update",
    "backward",
    "backward_slice",
    "broadcasts",
    "calls",
    "check",
    "check_grads",
    "checkpoint",
    "code_ir",
    "code_tracked",
    "compare",
    "defjvp",
    "defvjp",
    "dependence_path",
    "effects",
    "elementwise_grad",
    "find",
    "first",
    "first_inf",
    "first_nan",
    "first_none",
    "forward",
    "forward_slice",
    "grad",
    "gradient_report",
    "hessian",
    "history",
    "hvp",
    "is_builtin",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jvp",
    "load",
    "nondiff",
    "page",
    "printlevels",
    "query",
    "recorded",
    "recording",
    "save",
    "shapes",
    "stop_gradient",
    "to_dot",
    "to_mermaid",
    "to_networkx",
    "to_source",
    "trace_of",
    "track",
    "track_async",
    "value_and_grad",
    "verify",
    "vjp",
    "why_not_reached",
    "why_reached",
    "with_vjp",
]
