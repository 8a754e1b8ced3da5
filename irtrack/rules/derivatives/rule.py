"""A function's rule: what its derivatives are, argument by argument."""

import inspect
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

Function = Callable[..., Any]
Derivative = Callable[..., Any]  # of (g, ans, *args, **kwargs) or (t, ans, *args, **kwargs)
Argument = int | str


class MissingDerivative(NotImplementedError):
    """A function has a rule, but none for this argument."""


class All:
    """Contains every argument."""

    def __contains__(self, argument: object) -> bool:
        return True

    def __repr__(self) -> str:
        return "ALL"


ALL: Final = All()


class Rule:
    """`vjp(0)(g, ans, *args, **kwargs)` is the first argument's cotangent, `jvp(0)(t, ans, ...)` its tangent's part.

    An argument is its position, or the name of a keyword; arguments behind the last named one share its rule where
    `variadic` has one. Cotangents have the argument's structure, shape and dtype, tangents the result's; within
    lists and tuples, the same. A function that writes to an argument (`writes`) has that argument, as it is
    afterwards, for its result, whatever it returns: g is that object's cotangent, and the values in `args` are those
    from before the write.

    `texts[i]`, for functions of plain numbers, is the cotangent of argument i as an expression in g, the result r, and
    the arguments x, y, z: right for a call with so many real numbers that gives one, with the names in `SCALARS`. With
    a tangent for g it is the tangent's part. None: the derivative is zero. `numpy_texts`: the same for numpy's numbers;
    where Python refuses (a division by zero) or gives a complex number, the vjps have to be asked.

    `reused(0)`, or None, is the first argument's vjp for a call of arrays, which computes in the memory of the result;
    `negative`: the arguments whose cotangent is -g.

    `lacks`: arguments of a function written in Python by which the rule has no derivative: a call that passes one is
    entered.
    """

    __slots__ = (
        "function",
        "jvps",
        "known_reused",
        "lacks",
        "linear",
        "negative",
        "nondiff",
        "numpy_texts",
        "parameters",
        "reusing",
        "texts",
        "variadic_jvp",
        "variadic_vjp",
        "vjps",
        "writes",
        "written",
    )

    def __init__(self, function: Function) -> None:
        self.function = function
        self.vjps: dict[Argument, Derivative] = {}
        self.jvps: dict[Argument, Derivative] = {}
        self.variadic_vjp: Derivative | None = None  # of (argument, g, ans, *args, **kwargs)
        self.variadic_jvp: Derivative | None = None
        self.written: dict[tuple[str, Argument], Callable[[], Derivative]] = {}  # texts, not yet made functions
        self.reusing: dict[Argument, Callable[[], Any]] = {}  # makes what `reused` gives
        self.known_reused: dict[Argument, Any] = {}
        self.negative: tuple[Argument, ...] = ()
        self.nondiff: set[Argument] | All = set()
        self.linear: set[Argument] = set()
        self.writes: tuple[Argument, ...] = ()
        self.lacks: tuple[Argument, ...] = ()
        self.texts: tuple[str | None, ...] | None = None
        self.numpy_texts: tuple[str | None, ...] | None = None
        self.parameters: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        return name_of(self.function)

    def is_nondiff(self, argument: Argument) -> bool:
        """No derivative with respect to this argument: it is zero, or the argument is no number."""
        return argument in self.nondiff or self.position(argument) in self.nondiff

    def covers(self, count: int, names: tuple[str, ...] | None) -> bool:
        """Does it know all arguments of a call with so many by position, and these by name, None for any?"""
        if not self.lacks:
            return True
        places = [self.position(argument) for argument in self.lacks]
        return names is not None and not any(
            place < count if isinstance(place, int) else place in names for place in (*places, *self.lacks)
        )

    def vjp(self, argument: Argument) -> Derivative:
        found = self.vjps.get(argument)
        return found if found is not None else self.found(argument, self.vjps, self.variadic_vjp, "vjp")

    def jvp(self, argument: Argument) -> Derivative:
        found = self.jvps.get(argument)
        return found if found is not None else self.found(argument, self.jvps, self.variadic_jvp, "jvp")

    def found(
        self, argument: Argument, known: dict[Argument, Derivative], variadic: Derivative | None, kind: str
    ) -> Derivative:
        """The derivative for an argument that was asked for for the first time; the next time it is in the dict."""
        position = self.position(argument)
        if position in known:
            derivative = known[position]
        elif variadic is not None:
            derivative = partial(variadic, position)
        elif (kind, position) in self.written:
            derivative = self.written[kind, position]()
        else:
            raise MissingDerivative(self.missing(argument, kind))
        known[argument] = derivative if position == argument else by_position(derivative, self.parameters or ())
        return known[argument]

    def reused(self, argument: Argument) -> Any:
        if argument not in self.known_reused:
            make = self.reusing.get(argument)
            self.known_reused[argument] = None if make is None else make()
        return self.known_reused[argument]

    def is_written_otherwise(self) -> None:
        """Its derivatives are no expressions, or no more."""
        self.texts = self.numpy_texts = None
        self.reusing, self.known_reused, self.negative = {}, {}, ()

    def missing(self, argument: Argument, kind: str = "vjp") -> str:
        """What to say of an argument without a derivative, and the line to add."""
        which = f"argument {argument}" if isinstance(argument, int) else f"argument {argument!r}"
        line = {
            "vjp": f"irtrack.defvjp({self.name}, lambda ans, *args: lambda g: ..., argnums=[{argument!r}])",
            "jvp": f"irtrack.defjvp({self.name}, lambda t, ans, *args: ..., argnums=[{argument!r}])",
        }[kind]
        return f"{self.name} has no {kind} for {which}; to add one: {line}"

    def position(self, argument: Argument) -> Argument:
        """Where a keyword stands among the positional parameters; the keyword itself if nowhere."""
        if isinstance(argument, int):
            return argument
        names = self.names()
        return names.index(argument) if argument in names else argument

    def names(self) -> tuple[str, ...]:
        """Of the parameters that can be passed by position."""
        if self.parameters is None:
            self.parameters = parameters_of(self.function)
        return self.parameters

    def __repr__(self) -> str:
        return f"<rule of {self.name}>"


def by_position(derivative: Derivative, parameters: tuple[str, ...]) -> Derivative:
    """The derivative of a call in which arguments were passed by name that could be passed by position."""

    def called(g: Any, ans: Any, *args: Any, **kwargs: Any) -> Any:
        positional = list(args)
        for name in parameters[len(args) :]:
            if name not in kwargs:
                break
            positional.append(kwargs[name])
        rest = {name: value for name, value in kwargs.items() if name not in parameters[: len(positional)]}
        return derivative(g, ans, *positional, **rest)

    return called


def name_of(function: Function) -> str:
    """`np.linalg.solve`, `math.sin`, `ndarray.sum`."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    if not name:
        return repr(function)  # of an object, as `operator.itemgetter(1)`
    module = getattr(function, "__module__", None) or ""
    if not module and getattr(sys.modules.get("scipy.special"), name, None) is function:  # whose ufuncs do not say it
        module = "scipy.special"
    if module.startswith("_"):
        module = module[1:]
    if module == "numpy" or module.startswith("numpy."):
        module = "np" + module[5:]
    return f"{module}.{name}" if module and module != "builtins" else str(name)


def parameters_of(function: Function) -> tuple[str, ...]:
    """The names of the parameters that can be passed by position."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return ()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in parameters if p.kind in kinds)
