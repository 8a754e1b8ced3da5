"""Lookups of attributes, methods and items: what one runs is entered, and is the child of its node."""

import random
from types import ModuleType

import pytest

import irtrack
from irtrack import NestedCallNode, check, track

CALLED: list[str] = []
NAMES = ("plain", "gives", "made", "missing", "shadowed")


def called(name):
    """What a lookup by that name gives."""
    return {"plain": len, "gives": lambda *args: "gives", "made": int}.get(name, 1)


class Plain:
    made = int

    def plain(self):
        CALLED.append("plain")
        return self

    def shadowed(self):
        CALLED.append("shadowed")
        return 1


class Reads(Plain):
    def __getattribute__(self, name):
        CALLED.append("__getattribute__")
        return object.__getattribute__(self, name)


class Falls(Plain):
    def __getattr__(self, name):
        CALLED.append("__getattr__")
        if name == "missing":
            raise AttributeError(name)
        return called(name)


class Both(Reads):
    __getattr__ = Falls.__getattr__


class Properties(Plain):
    def _gives(self):
        CALLED.append("_gives")
        return called("gives")

    gives = property(_gives)

    @property
    def made(self):
        CALLED.append("made")
        raise AttributeError("made")


class FallingProperties(Properties):
    __getattr__ = Falls.__getattr__


class Descriptor:
    def __get__(self, instance, owner=None):
        CALLED.append("__get__")
        return called("gives")


class Data(Descriptor):
    def __set__(self, instance, value):
        CALLED.append("__set__")


class Described(Plain):
    gives, made = Descriptor(), Data()


class Slotted:
    __slots__ = ("gives", "made")

    def plain(self):
        CALLED.append("plain")


class Called(Plain):
    def __call__(self, *args):
        CALLED.append("__call__")
        return self

    @property
    def gives(self):
        CALLED.append("gives")
        return self


class MetaFalls(type):
    def __getattr__(cls, name):
        CALLED.append("__getattr__")
        if name == "missing":
            raise AttributeError(name)
        return called(name)

    @property
    def made(cls):
        CALLED.append("made")
        return int


class MetaReads(type):
    def __getattribute__(cls, name):
        CALLED.append("__getattribute__")
        return type.__getattribute__(cls, name)


class OfFalls(metaclass=MetaFalls):
    def plain(self):
        CALLED.append("plain")

    @classmethod
    def shadowed(cls):
        CALLED.append("shadowed")
        return cls

    def __class_getitem__(cls, item):
        CALLED.append("__class_getitem__")
        return item


class OfReads(metaclass=MetaReads):
    @staticmethod
    def plain():
        CALLED.append("plain")


class Items:
    def __class_getitem__(cls, item):
        CALLED.append("__class_getitem__")
        return item

    def __getitem__(self, item):
        CALLED.append("__getitem__")
        return item


def dynamic_module():
    module = ModuleType("dynamic")
    exec(
        "def __getattr__(name):\n"
        "    CALLED.append('__getattr__')\n"
        "    if name == 'missing':\n"
        "        raise AttributeError(name)\n"
        "    return called(name)\n",
        {"CALLED": CALLED, "called": called},
        namespace := {},
    )
    vars(module).update(namespace, plain=len)
    return module


# -- at random --------------------------------------------------------------------------------------------------------

CLASSES = (Plain, Reads, Falls, Both, Properties, FallingProperties, Described, Slotted, Called, Items)
OWNERS = (OfFalls, OfReads, Items, Described, Plain, list)


def zoo():
    made = [*(cls() for cls in CLASSES), *(cls() for cls in CLASSES[:4]), *OWNERS, dynamic_module(), random]
    made[0].shadowed = len
    made[len(CLASSES)].shadowed = int
    return made


def shown(value):
    return value if type(value) in (str, int, bool) else getattr(type(value), "__name__", "?")


def random_lookups(chance, depth=0):
    """Statements that look attributes and items up in local and global variables."""
    lines = []
    for _ in range(chance.randint(2, 5)):
        x, y = chance.choices("abcGH", k=2)
        local = chance.choice("abc")
        name, other = chance.choices(NAMES, k=2)
        arguments = chance.choice(("", "", "'1'", f"{local}"))
        kind = chance.choice(
            ("get", "get", "call", "call", "call", "twice", "item", "set", "delete", "has", "copy", "new", "for", "if")
            if depth < 2
            else ("get", "call", "item", "set", "has", "copy")
        )
        if kind == "get":
            tried = [f"out.append({x}.{name})"]
        elif kind == "call":
            tried = [f"out.append({x}.{name}({arguments}))"]
        elif kind == "twice":
            tried = [f"out.append({x}.{name}.{other})"]
        elif kind == "item":
            tried = [f"out.append({x} == {local})", f"out.append({x}[1])"]
        elif kind == "set":
            tried = [
                f"if not issubclass(type({local}), KINDS):",
                f"    {local}.{name} = {chance.choice(('1', 'len', x))}",
            ]
        elif kind == "delete":
            tried = [f"if not issubclass(type({local}), KINDS):", f"    del {local}.{name}"]
        elif kind == "has":
            tried = [f"out.append(hasattr({x}, '{name}'))", f"out.append(getattr({y}, '{other}', None))"]
        elif kind == "copy":
            tried = [f"{local} = {y}"]
        elif kind == "new":
            tried = [f"{local} = objects[{chance.randint(0, 21)}]"]
        elif kind == "for":
            inner = random_lookups(chance, depth + 1)
            lines += [f"for {local} in objects[{chance.randint(0, 19)} :][:3]:", *(f"    {line}" for line in inner)]
            continue
        else:
            inner = random_lookups(chance, depth + 1)
            lines += [f"if {x} is not {y}:", *(f"    {line}" for line in inner)]
            continue
        lines += ["try:", *(f"    {line}" for line in tried), "except Exception as error:"]
        lines += ["    out.append(type(error).__name__)"]
    return lines


@pytest.mark.parametrize("seed", range(150))
def test_every_lookup_that_ran_code_has_its_call(seed):
    chance = random.Random(seed)
    places = [chance.randint(0, 21) for _ in range(5)]
    body = [
        "def run(objects):",
        "    out = []",
        *(f"    {name} = objects[{place}]" for name, place in zip("abc", places, strict=False)),
        *(f"    {line}" for line in random_lookups(chance)),
        "    return out",
    ]

    def outcome(run):
        objects = zoo()
        scope = {"KINDS": (type, ModuleType), "G": objects[places[3]], "H": objects[places[4]]}
        exec("\n".join(body), scope)
        CALLED.clear()
        made = run(scope["run"], objects)
        return made, CALLED[:]

    plain, expected = outcome(lambda f, objects: f(objects))
    node, ran = outcome(track)
    assert ran == expected, "\n".join(body)
    assert list(map(shown, node.value)) == list(map(shown, plain)), "\n".join(body)
    assert check(node) == [], "\n".join(body)
    calls = [n.template.code.co_name for n in node.query(irtrack.Descendant) if isinstance(n, NestedCallNode)]
    entered = [name for name in calls if name in {*expected, "__getattr__"}]
    assert sorted(entered) == sorted(expected), "\n".join(body)
