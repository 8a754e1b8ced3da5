"""Code that C functions run: `exec`, `eval`, imports, class statements. Its frames are in the record."""

import abc
import builtins
import enum
import importlib
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conformance.frames import Frames, count_frames, missing, recorded_frames
from outcomes import all_nodes, compare

from irtrack import NestedCallNode, track
from irtrack.record.nodes.kinds import CallNode

MODULES = {
    "__init__.py": "from . import a\nfrom .b import twice\ndef top(x): return twice(x)\n",
    "a.py": "X = sum(i for i in range(4))\nclass Q:\n    z = X\n",
    "b.py": "def twice(x):\n    return x + x\n",
    "raises.py": "def fails():\n    return 1 / 0\nfails()\n",
    "lacks.py": "import irtrack_package.nowhere\n",
    "wrong.py": "x = = 3\n",
    "sub/__init__.py": "",
}


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "irtrack_package"]:
        del sys.modules[name]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package to import, whose modules are not loaded when a test begins."""
    for name, source in MODULES.items():
        path = tmp_path / "irtrack_package" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    forget()
    yield
    forget()


def whole(program: Callable[[], Any]) -> CallNode:
    """The record of a program: nothing differs from the plain run, nothing is wrong with it."""
    return compare(program, lambda: (forget(), ())[1])


def hollow(program: Callable[[], Any], node: CallNode) -> set[str]:
    """The functions whose frames the record lacks."""
    forget()
    plain: Frames = count_frames(program)
    assert plain.started
    return {name for name, _, _ in missing(plain, recorded_frames(node))}


def ran(node: CallNode) -> list[str]:
    return [n.template.code.co_name for n in all_nodes(node) if isinstance(n, NestedCallNode)]


# -- exec and eval ----------------------------------------------------------------------------------------------------


def test_exec_and_eval():
    def run():
        namespace = {}
        exec("def double(x):\n    return x * 2\ny = double(4)\n", namespace)
        z = 5  # noqa: F841  # which `eval` sees
        code = compile("[i * i for i in range(2)]", "<given>", "eval")
        return namespace["y"], eval("z + 1"), eval(" z * 2"), eval(b"z - 1"), eval(code), eval("q", {"q": 3}, {})

    node = whole(run)
    assert node.value == (8, 6, 10, 4, [0, 1], 3)
    assert ran(node).count("<module>") >= 6
    assert ran(node).count("double") == 1
    assert hollow(run, node) == set()


def test_exec_sees_its_caller():
    def run():
        local = 1
        exec("import sys; seen.append(sys._getframe(1).f_code.co_name); seen.append(local)", {"seen": seen, "local": 7})
        exec("seen.append(sorted(locals()))")
        return local, list(seen)

    seen: list[Any] = []

    def fresh():
        seen.clear()
        return ()

    assert compare(run, fresh).value == (1, ["run", 7, ["local", "seen"]])


def test_exec_of_closures():
    def cell():
        x = 5

        def inner():
            return x

        return inner

    def run():
        inner = cell()
        found = []
        exec(inner.__code__, {}, closure=inner.__closure__)
        for wrong in ({}, {"closure": ()}):
            try:
                exec(inner.__code__, {}, **wrong)
            except TypeError as error:
                found.append(str(error))
        return found

    assert sorted(ran(whole(run))) == ["cell", "inner", "run"]


@pytest.mark.parametrize("source", ["a = = 1", "1/0", "\0", "raise SystemExit(3)", "def f(:", "return 3", 5, ""])
def test_exec_raises_what_it_does(source):
    def run():
        exec(source, {})

    whole(run)

    def value():
        return eval(source, {})

    whole(value)


def test_exec_takes_future_features():
    source = "from __future__ import annotations\ndef f():\n    exec('def g(x: 1/0): pass', n)\n    return n['g']\n"
    namespace: dict[str, Any] = {"n": {}}
    exec(source, namespace)
    assert whole(lambda: namespace["f"]().__annotations__).value == {"x": "1 / 0"}


# -- imports ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("package")
def test_imports():
    def run():
        import irtrack_package  # type: ignore[import-not-found]
        import irtrack_package.sub
        from irtrack_package import b, top

        return irtrack_package.a.X, top(1), b.__name__, irtrack_package.sub.__name__

    node = whole(run)
    assert node.value == (6, 2, "irtrack_package.b", "irtrack_package.sub")
    assert ran(node).count("<module>") == 4
    assert {"Q", "twice", "top", "exec_module", "_find_and_load"} <= set(ran(node))
    assert hollow(run, node) <= {"_get_module_lock.<locals>.cb"}  # which a weak reference calls


@pytest.mark.usefixtures("package")
def test_imports_by_functions():
    def run():
        __import__("irtrack_package.a")
        module = importlib.import_module("irtrack_package.sub")
        return module.__name__, __import__("irtrack_package", globals(), fromlist=["b"]).b.twice(3)

    node = whole(run)
    assert ran(node).count("<module>") == 4
    assert hollow(run, node) <= {"_get_module_lock.<locals>.cb"}


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    "statement",
    [
        "import irtrack_package.raises",
        "from irtrack_package import raises",
        "import irtrack_package.lacks",
        "from irtrack_package import lacks",
        "import irtrack_package.wrong",
        "import irtrack_nowhere.at_all",
        "from irtrack_package import nothing",
        "from . import nothing",
        "from ... import nothing",
    ],
)
def test_imports_that_raise(statement):
    namespace: dict[str, Any] = {}
    exec(f"def run():\n    {statement}\n", namespace)
    whole(namespace["run"])


@pytest.mark.usefixtures("package")
def test_modules_that_are_loaded_again():
    def run():
        found = []
        for i in range(6):
            import irtrack_package.a  # noqa: F401  # is the point

            found.append(id(sys.modules["irtrack_package.a"]))
            if i == 2:
                del sys.modules["irtrack_package.a"]
        return len(set(found[:3])), len(set(found))

    node = whole(run)
    assert node.value == (1, 2)
    assert ran(node).count("<module>") == 4  # three modules, and one of these once more


def test_an_import_function_of_the_program():
    plain, asked = builtins.__import__, []

    def import_(name, *rest):
        asked.append(name)
        return plain(name, *rest)

    def run():
        builtins.__import__ = import_
        try:
            import json.decoder
        finally:
            builtins.__import__ = plain
        return json.decoder.__name__

    assert ran(whole(run)).count("import_") == 1


# -- class statements -------------------------------------------------------------------------------------------------


class Meta(type):
    @classmethod
    def __prepare__(metaclass, name, bases, **keywords):
        return {"prepared": name}

    def __new__(metaclass, name, bases, namespace, **keywords):
        made = super().__new__(metaclass, name, bases, namespace)
        made.keywords = keywords
        return made

    def __init__(cls, name, bases, namespace, **keywords):
        cls.names = sorted(name for name in namespace if not name.startswith("__"))


class Outer(type):
    def __call__(cls, *arguments):
        return "called", super().__call__(*arguments).__name__


class Inner(type, metaclass=Outer):
    pass


def test_metaclasses():
    def run():
        class A(metaclass=Meta, q=1):
            x = 1

            def f(self):
                return __class__

        class B(A):
            pass

        class C(metaclass=Inner):
            pass

        class D(B, abc.ABC, metaclass=type("Both", (Meta, abc.ABCMeta), {})):
            @abc.abstractmethod
            def g(self): ...

        return A.keywords, A.names, B.names, A.prepared, A().f() is A, C, sorted(D.__abstractmethods__)

    node = whole(run)
    assert [ran(node).count(name) for name in ("__prepare__", "__init__", "__call__", "A", "B")] == [3, 3, 1, 1, 1]
    assert hollow(run, node) == set()


def test_metaclass_functions_and_entries():
    def metaclass(name, bases, namespace):
        return name, bases, sorted(namespace)

    class Entry:
        def __mro_entries__(self, bases):
            return (int,)

    entry = Entry()

    def run():
        class A(metaclass=metaclass):
            x = 1

        class C(entry):
            pass

        class D(entry, metaclass=Meta):
            pass

        return A, C.__mro__[1:], C.__orig_bases__ == (entry,), D.__bases__, D.__orig_bases__ == (entry,)

    node = whole(run)
    assert ran(node).count("__mro_entries__") == 2
    assert hollow(run, node) == set()


def test_typing_and_enum():
    T = typing.TypeVar("T")

    def run():
        class G(typing.Generic[T]):
            pass

        class H(G[int], list[int]):
            pass

        class E(enum.Enum):
            RED = 1

            def lower(self):
                return self.name.lower()

        return [c.__name__ for c in H.__mro__], [str(base) for base in H.__orig_bases__][1:], E.RED.lower(), E(1)

    whole(run)


def wrong_namespace():
    class Wrong(type):
        @classmethod
        def __prepare__(metaclass, *arguments):
            return 3

    class A(metaclass=Wrong):
        pass


def wrong_entries():
    class Entry:
        def __mro_entries__(self, bases):
            return [int]

    class A(Entry()):
        pass


def lost_cell():
    class Losing(type):
        def __new__(metaclass, name, bases, namespace):
            namespace.pop("__classcell__", None)
            return super().__new__(metaclass, name, bases, namespace)

    class A(metaclass=Losing):
        def f(self):
            return __class__


def conflict():
    class A(metaclass=Meta):
        pass

    class C(A, typing.Sized):
        pass


def raising_body():
    class A(metaclass=Meta):
        x = 1 / 0


def no_arguments():
    class A(metaclass=abc.ABCMeta, wrong=1):
        pass


@pytest.mark.parametrize("program", [wrong_namespace, wrong_entries, lost_cell, conflict, raising_body, no_arguments])
def test_class_statements_that_raise(program):
    node = whole(program)
    assert node.exception is not None


def test_track_leaves_nothing_behind():
    def run():
        class A(metaclass=Meta):
            def f(self):
                return 1

        exec("def g(): return 2", namespace)
        return A

    namespace: dict[str, Any] = {}
    A = track(run).value
    for function in (A.f, namespace["g"]):
        assert all(type(constant).__module__ == "builtins" for constant in function.__code__.co_consts)


def test_bases_that_carry_their_entries():
    class Carrier:
        def __init__(self, made):
            self.__mro_entries__ = made

    class Dynamic:
        def __getattr__(self, name):
            return lambda bases: (int,)

    def run():
        class P(typing.NamedTuple):
            x: int

        class T(typing.TypedDict, total=False):
            y: int

        class C(Carrier(lambda bases: (dict,))):
            pass

        class D(Dynamic()):
            pass

        return P(1), T(y=2), C.__mro__[1:], D.__mro__[1:]

    whole(run)


def prepare_that_is_none():
    class Wrong(type):
        __prepare__ = None

    class A(metaclass=Wrong):
        pass


def test_prepare_may_be_wrong():
    node = whole(prepare_that_is_none)
    assert isinstance(node.exception, TypeError)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("error", [KeyError, AttributeError])
def test_modules_may_have_getattr(error, tmp_path):
    source = "def __getattr__(name):\n    print(name)\n    if name == 'v':\n        return 8\n"
    source += f"    raise {error.__name__}(name)\n"
    (tmp_path / "irtrack_package" / "dynamic.py").write_text(source)

    def run():
        from irtrack_package.dynamic import v

        return v

    assert ran(whole(run)).count("__getattr__") == (1 if error is KeyError else 2)  # of `__path__`, and of `v`


def test_locals_of_a_class_leave_what_a_comprehension_hides():
    def run():
        class A:
            name = 1
            made = dict.fromkeys("x", name) if 0 else 2
            key = 3
            seen = sorted(name for name in locals() if name[0] != "_")
            others = tuple([key + key for key in "ab"])
            exec("q = key")
            found = sorted(name for name in locals() if name[0] != "_")
            del name

        return A.seen, A.found, A.key, A.q, A.others

    compare(run, tuple)
