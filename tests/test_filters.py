"""Contexts that choose by module what is entered."""

import collections
import email.message
import json
import statistics

import pytest

from irtrack import OWN_CODE, Descendant, ModuleFilter, NestedCallNode, query, track


def mine(values):
    return statistics.median(scaled(values)) + len(json.dumps(values))


def scaled(values):
    return [2 * value for value in values]


def calls_in(node):
    """The functions that were entered below the root; comprehensions, which are calls up to 3.11, left out."""
    calls = (call.function.value for call in query(node, Descendant) if isinstance(call, NestedCallNode))
    return {f.__qualname__ for f in calls if not f.__qualname__.endswith(">")}


def entered(context):
    return {name.split(".")[-1] for name in calls_in(track(context, mine, [3, 1, 2]))}


def test_everything_is_entered_by_default():
    assert {"scaled", "median", "dumps", "encode"} <= entered(ModuleFilter())


def test_own_code_leaves_libraries_out():
    assert entered(OWN_CODE) == {"scaled"}
    assert entered(ModuleFilter(library=False)) == {"scaled"}


def test_only():
    names = entered(ModuleFilter(only=[__name__, "json"]))
    assert {"scaled", "dumps"} <= names
    assert "median" not in names
    assert entered(ModuleFilter(only=[__name__])) == {"scaled"}
    assert "dumps" not in entered(ModuleFilter(only=(__name__, "json.encoder")))  # the package itself is not in it


def test_never():
    assert "median" not in entered(ModuleFilter(never=["statistics"]))
    assert "dumps" in entered(ModuleFilter(never=["statistics"]))
    assert "dumps" in entered(ModuleFilter(never=["jso"]))  # a name is no prefix
    assert "encode" not in entered(ModuleFilter(never=["json.encoder"]))


def test_only_and_never():
    names = entered(ModuleFilter(only=[__name__, "json"], never=["json.encoder"]))
    assert names == {"scaled", "dumps"}


class Mine:
    def __init__(self, values):
        self.values = scaled(values)


def makes(values):
    email.message.Message()
    return Mine(values).values, collections.Counter(values)


def test_classes_and_methods_belong_to_the_module_of_their_code():
    def names(context):
        return calls_in(track(context, makes, [1, 2]))

    assert names(OWN_CODE) == {"Mine", "scaled"}
    assert {"Mine", "scaled", "Message", "Counter"} <= names(ModuleFilter())


def test_what_is_not_entered_says_why():
    node = track(OWN_CODE, mine, [1, 2])
    call = next(child for child in node if getattr(child.function, "value", None) is statistics.median)
    assert call.metadata == {"native": "the context's can_recur said no"}
    assert call.value == 3


def test_a_root_that_the_filter_leaves_out_is_primitive():
    node = track(OWN_CODE, statistics.median, [1, 2])
    assert node.value == 1.5
    assert len(node) == 0


def test_functions_without_a_module():
    namespace = {}
    exec("def f(x): return g(x)\ndef g(x): return x", namespace)
    del namespace["__builtins__"]
    f = namespace["f"]
    assert len(track(ModuleFilter(), f, 1)) > 0
    namespace.pop("__name__", None)
    assert len(track(ModuleFilter(only=["mine"]), f, 1)) == 0
    assert len(track(ModuleFilter(never=["mine"]), f, 1)) > 0


def test_other_options_stay():
    assert ModuleFilter(only=["a"], operators="primitive", max_bytes=7).max_bytes == 7


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"only": "json"}, "only is a list of names of modules: did you mean only=['json']?"),
        ({"never": "json"}, "never is a list of names of modules: did you mean never=['json']?"),
        ({"only": 3}, "only is a list of names of modules, not int 3"),
        ({"never": [json]}, "never is a list of names of modules, as text, which module"),
        ({"library": "no"}, "library is True or False, not str 'no'"),
        ({"modules": []}, "has no option 'modules'"),
    ],
)
def test_bad_options(options, text):
    with pytest.raises(TypeError) as caught:
        ModuleFilter(**options)
    assert text in str(caught.value)
