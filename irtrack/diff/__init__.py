"""Derivatives of ordinary Python: a run is recorded, and the record differentiated.

    grad(f)(x)    the gradient of f, whose result is one number

tape.py turns a record into the operations that a result may depend on; entered/ goes through these backwards and
forwards. Which derivatives functions have is in rules/derivatives; nothing here knows of one.
"""

from .entered.checking import check_grads
from .entered.checkpoint import checkpoint
from .entered.derivatives import (
    elementwise_grad,
    grad,
    hessian,
    hvp,
    jacfwd,
    jacobian,
    jacrev,
    jvp,
    value_and_grad,
    vjp,
)
from .errors import DifferentiationError, MissingRuleError
from .report import Fault, GradientReport, gradient_report
from .stopping import stop_gradient

__all__ = [
    "DifferentiationError",
    "Fault",
    "GradientReport",
    "MissingRuleError",
    "check_grads",
    "checkpoint",
    "elementwise_grad",
    "grad",
    "gradient_report",
    "hessian",
    "hvp",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jvp",
    "stop_gradient",
    "value_and_grad",
    "vjp",
]
