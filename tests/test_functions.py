"""Functions with another code object: they are what they were, and their calls are specialised."""

import dis
import sys
from collections.abc import Callable
from typing import Any

import pytest

from irtrack.cpython.functions import _maker, with_code


def plain(x: Any) -> Any:
    return x


def with_everything(x: Any, y: Any = 2, *, z: Any = 3) -> Any:
    """Defaults of both kinds."""
    return x, y, z


def closure(a: Any) -> Callable[..., Any]:
    def inner(x: Any, y: Any = 5, *, z: Any = 7) -> Any:
        nonlocal a
        a += 1
        return a, x, y, z

    return inner


FUNCTIONS: list[Any] = [plain, with_everything, closure(1), lambda *args, k=0: (args, k)]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_all_but_the_code_is_shared(f: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f.__code__.replace(co_stacksize=f.__code__.co_stacksize + 3)
    monkeypatch.setattr(f, "__qualname__", "renamed")
    made = with_code(f, code)
    assert made.__code__ is code
    for name in ("__globals__", "__builtins__", "__defaults__", "__kwdefaults__", "__qualname__"):
        assert getattr(made, name) is getattr(f, name)
    assert made.__name__ == f.__name__
    assert (made.__closure__ is None) == (f.__closure__ is None)
    assert all(one is other for one, other in zip(made.__closure__ or (), f.__closure__ or (), strict=True))
    with pytest.raises(TypeError, match=r"^renamed\(\)"):
        made(1, unknown=4)


def test_closures_share_their_cells() -> None:
    counted = closure(1)
    made = with_code(counted, counted.__code__.replace(co_stacksize=9))
    assert [counted(0), made(0), counted(0)] == [(2, 0, 5, 7), (3, 0, 5, 7), (4, 0, 5, 7)]


def calls(f: Any) -> list[str]:
    """How the call in a fresh loop was specialised by calls of `f`."""
    namespace: dict[str, Any] = {}
    exec("def loop(h):\n for i in range(500):\n  h(i)\n", namespace)
    namespace["loop"](f)
    return [i.opname for i in dis.get_instructions(namespace["loop"], adaptive=True) if i.opname.startswith("CALL")]


@pytest.mark.skipif(sys.version_info < (3, 13), reason="before 3.13 no instructions of ours make functions")
def test_a_traceback_out_of_what_makes_functions_can_be_printed() -> None:
    """A signal handler may raise there."""
    for flags in [(), (1,), (1, 2, 8)]:
        made = _maker(flags)
        assert len(list(made.co_positions())) == len(made.co_code) // 2


def test_calls_are_specialised() -> None:
    assert "CALL_PY_EXACT_ARGS" in calls(plain)
    assert calls(with_code(plain, plain.__code__.replace(co_stacksize=9))) == calls(plain)
