"""What is merged into a dict decides what its other keys have; what C code keeps of what it was given."""

import csv
import io
from types import SimpleNamespace


def display_with_a_dict_made_by_a_branch(a, b, x):
    d = {"x": b}
    d = {**d, **({"x": x} if a > 1 else {})}
    return d["x"]


def display_with_a_dict_of_a_list(a, b, x):
    return {**{"x": b}, **[{"y": 1}, {"x": 2}][a > 1]}["x"]


def display_with_a_dict_chosen(a, b, x):
    d, first, second = {"x": b}, {"x": 5}, {"y": 5}
    d = {**d, **(first if a > 1 else second)}
    return d["x"]


def updated_by_one_of_a_dict(a, b, x):
    base = {"dbg": 0, "n": b}
    options = {"p": {"n": 5}, "q": {"dbg": 1}}
    base.update(options["p" if a > 1 else "q"])
    return base["n"]


def updated_by_one_of_a_list(a, b, x):
    d = {"x": b}
    entries = [{"y": 1}, {"x": 2}]
    d.update(entries[a % 2])
    return d["x"]


def attributes_updated_by_one_chosen(a, b, x):
    o, first, second = SimpleNamespace(n=b), {"n": 5}, {"m": 5}
    o.__dict__.update(first if a > 1 else second)
    return o.n


def merged_in_place(a, b, x):
    d, first, second = {"x": b}, {"x": 5}, {"y": 5}
    d |= first if a > 1 else second
    return d["x"]


def filled_before_it_is_merged(a, b, x):
    d, first, second = {"x": b}, {}, {}
    first["x"] = x
    return {**d, **(first if a > 1 else second)}["x"]


class Registry:
    value = 0

    @classmethod
    def set(cls, v):
        cls.value = v

    @staticmethod
    def put(v):
        Registry.value = v


def nothing(v):
    pass


def class_method_chosen(a, b, x):
    Registry.value = b
    (Registry.set if a > 1 else nothing)(x)
    return Registry.value


def static_method_chosen(a, b, x):
    Registry.value = b
    (Registry.put if a > 1 else nothing)(x)
    return Registry.value


def kept_by_a_writer(a, b, x):
    f = io.StringIO()
    writer = csv.writer(f)
    if a > 1:
        writer.writerow([b])
    return f.getvalue()


def kept_by_a_writer_that_writes(a, b, x):
    f = io.StringIO()
    csv.writer(f).writerow([a])
    return f.getvalue()


def kept_by_a_wrapper(a, b, x):
    raw = io.BytesIO()
    wrapper = io.TextIOWrapper(raw)
    if a > 1:
        wrapper.write("text")
        wrapper.flush()
    return raw.getvalue()
