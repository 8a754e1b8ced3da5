"""Why a call has no children, in the user's words: the "native" of a node's metadata."""

import types
from functools import partial
from typing import TYPE_CHECKING, Any

from ...cpython.functions import with_code
from ...cpython.marks import Mark
from ...cpython.template import CannotTrackError
from ...ir.notation import INFIX, PREFIX
from ..callables import caller_of, enterable, template_of
from ..classes import is_a, lookup, namespaces
from ..loans import own_code

if TYPE_CHECKING:
    from .kinds import CallNode

GENERATORS = "a generator that was not made by recorded code runs natively"
OPERATORS = "operator methods run natively"
CALLBACKS = "callbacks of builtins run natively"
CLASS_BODIES = "class bodies run natively"
REFUSED = "the context's can_recur said no"

# special forms that run special methods of what they are given
_CALLING_FORMS = ("enter", "exit", "aenter", "aexit", "setitem", "delitem", "setattr", "delattr", "setslice", "unpack",
                  "extend", "update", "merge", "format", "match", "delete", "list_to_tuple")  # fmt: skip
_CODES = ((types.GeneratorType, "gi_code"), (types.CoroutineType, "cr_code"), (types.AsyncGeneratorType, "ag_code"))
_PYTHON = (types.FunctionType, types.MethodType, partial)
# by id, since what was called may have a `__hash__`
_OPERATIONS = frozenset(map(id, (*INFIX, *PREFIX, iter, next, len, format, str, repr, getattr)))


def native_reason(node: "CallNode") -> str | None:
    """The reason why Python code behind this call was not entered; None where there is none, or it was."""
    from .nested import NestedCallNode

    if isinstance(node, NestedCallNode) or node.children:
        return None
    function = node._operands[0].value
    arguments = [operand.value for operand in node._operands[1:]]
    if function is __build_class__:
        return CLASS_BODIES
    entered, reason = enterable(function)
    if reason:
        return reason
    if entered is not None:
        try:
            template_of(own_code(entered))
            with_code(entered, own_code(entered))
        except CannotTrackError as error:
            return str(error)
        return REFUSED
    if id(function) in _OPERATIONS:
        return _operation_reason(function, arguments)
    if any(map(_is_native_generator, arguments)):
        return GENERATORS
    caller = caller_of(function)
    if any(is_a(a, *_PYTHON) for a in arguments) and not (caller is not None and (caller.keeps or caller.lends)):
        return CALLBACKS
    return OPERATORS if any(_has_python_methods(a) for a in arguments) else None


def special_reason(name: str, arguments: list[Any]) -> str | None:
    """The same for a special form, behind which the language calls special methods."""
    if not name.startswith(_CALLING_FORMS):
        return None
    if any(map(_is_native_generator, arguments)):
        return GENERATORS
    return OPERATORS if any(_has_python_methods(a) for a in arguments) else None


def _operation_reason(function: Any, arguments: list[Any]) -> str | None:
    if any(map(_is_native_generator, arguments)):
        return GENERATORS
    if function is getattr and len(arguments) > 1 and type(arguments[1]) is str:
        return _getattr_reason(arguments[0], arguments[1])
    return OPERATORS if any(_has_python_methods(a) for a in arguments) else None


def _getattr_reason(owner: Any, name: str) -> str | None:
    found = lookup(type(owner), name)
    if issubclass(type(found), property) or type(getattr(type(found), "__get__", None)) is types.FunctionType:
        return OPERATORS
    hooked = lookup(type(owner), "__getattr__") or lookup(type(owner), "__getattribute__")
    return OPERATORS if type(hooked) is types.FunctionType else None


def is_recorded(value: Any) -> bool:
    """Is it a generator or coroutine that recorded code has made?"""
    code = _code_of(value)
    return code is not None and any(type(constant) is Mark for constant in code.co_consts)


def _is_native_generator(value: Any) -> bool:
    return _code_of(value) is not None and not is_recorded(value)


def _code_of(value: Any) -> types.CodeType | None:
    """The code of a generator or coroutine."""
    kind = type(value)
    for known, attribute in _CODES:
        if kind is known:
            code: types.CodeType = getattr(value, attribute)
            return code
    return None


def _has_python_methods(value: Any) -> bool:
    """Does the type of `value` define special methods in Python?"""
    return any(
        name.startswith("__") and type(method) is types.FunctionType and name not in ("__init__", "__new__")
        for namespace in namespaces(type(value))
        for name, method in namespace.items()
    )
