"""What might have been stored to one part of an object, and who reads that part without saying its name."""

import collections
import copy
import csv
import dataclasses
import io
import operator
import types


class Box:
    def __init__(self, v):
        self.other, self.v = 1, v


class Slots:
    __slots__ = "other", "v"

    def __init__(self, v):
        self.other, self.v = 1, v


class WithProperty(Box):
    @property
    def both(self):
        return self.v + self.other

    @both.setter
    def both(self, value):
        self.v = value


class Forwarding:
    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)


class Storing(dict):
    def __setattr__(self, name, value):
        self[name] = value


class Renaming(Box):
    def __setattr__(self, name, value):
        super().__setattr__("v" if name == "alias" else name, value)


@dataclasses.dataclass
class Point:
    x: int
    y: int


def its_dict_as_a_whole(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    return sum(vars(box).values())


def its_dict_by_key(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    return box.__dict__["v"]


def its_dict_by_any_key(a, b, x):
    box, names = Box(b), ["other", "v"]
    if a > 1:
        box.v = x
    return vars(box)[names[b % 2]]


def an_item_of_its_dict(a, b, x):
    box = Box(b)
    if a > 1:
        vars(box)["v"] = x
    return box.v


def an_item_of_its_dict_that_has_a_name(a, b, x):
    box = Box(b)
    names = vars(box)
    if a > 1:
        names["v"] = x
    return box.v


def an_item_of_its_dict_in_a_function(a, b, x):
    def put(names):
        names["v"] = x

    box = Box(b)
    if a > 1:
        put(box.__dict__)
    return box.v


def its_dict_updated(a, b, x):
    box = Box(b)
    if a > 1:
        vars(box).update(v=x)
    return box.v


def another_dict(a, b, x):
    box = Box(b)
    if a > 1:
        box.__dict__ = {"v": x}
    return box.v


def another_class(a, b, x):
    class Other(Box):
        v = property(lambda self: x)

    box = Box(b)
    if a > 1:
        box.__class__ = Other
    return box.v


def name_computed(a, b, x):
    box = Box(b)
    getattr(box, "other")
    setattr(box, "ov"[a > 1 :] + "ther" * (a <= 1), x)
    return box.v


def name_of_the_way_not_taken(a, b, x):
    box = Box(b)
    if a > 1:
        setattr(box, "".join(["v"]), x)
    return box.v


def read_by_a_getter(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    return operator.attrgetter("v")(box)


def read_by_a_computed_name(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    return getattr(box, "".join(["v"]))


def copied(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    return copy.copy(box).v


def copied_deeply(a, b, x):
    boxes = [Box(b)]
    if a > 1:
        boxes[0].v = x
    return copy.deepcopy(boxes)[0].v


def read_by_a_pattern(a, b, x):
    box = Box(b)
    if a > 1:
        box.v = x
    match box:
        case Box(v=found):
            return found


def read_by_a_property(a, b, x):
    box = WithProperty(b)
    if a > 1:
        box.other = x
    return box.both


def stored_by_a_property(a, b, x):
    box = WithProperty(b)
    if a > 1:
        box.both = x
    return box.v


def stored_under_another_name(a, b, x):
    box = Renaming(b)
    if a > 1:
        box.alias = x
    return box.v


def attributes_that_are_items(a, b, x):
    box = Storing(v=b)
    if a > 1:
        box.v = x
    return box["v"]


def forwarded(a, b, x):
    box = Box(b)
    forwarding = Forwarding(box)
    if a > 1:
        box.v = x
    return forwarding.v


def in_slots(a, b, x):
    box = Slots(b)
    if a > 1:
        box.v = x
    return box.v


def fields(a, b, x):
    point = Point(b, 1)
    if a > 1:
        point.x = x
    return sum(dataclasses.astuple(point))


def equal(a, b, x):
    point = Point(b, 1)
    if a > 1:
        point.x = x
    return point == Point(x, 1)


def shown(a, b, x):
    point = Point(b, 1)
    if a > 1:
        point.x = x
    return repr(point)


def replaced(a, b, x):
    point = Point(b, 1)
    if a > 1:
        point.x = x
    return dataclasses.replace(point, y=2).x


def of_a_class(a, b, x):
    class Of:
        v = 3

    one = Of()
    if a > 1:
        Of.v = x
    return one.v


def of_a_class_that_an_object_hides(a, b, x):
    class Of:
        v = x

    one = Of()
    one.v = b
    if a > 1:
        del one.v
    return one.v


def of_a_module(a, b, x):
    module = types.ModuleType("module")
    module.v = b
    if a > 1:
        module.v = x
    return vars(module)["v"]


def of_a_namespace(a, b, x):
    space = types.SimpleNamespace(v=b, other=1)
    if a > 1:
        space.v = x
    return len(repr(space)), space == types.SimpleNamespace(v=x, other=1)


def of_a_function(a, b, x):
    def one():
        pass

    one.v = b
    if a > 1:
        one.__dict__["v"] = x
    return one.v


def key_and_all_values(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return sum(box.values())


def key_and_items(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return [value for _, value in box.items()]


def key_and_computed_key(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return box[["v", "other"][b % 2]]


def computed_key_and_key(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box[["v", "other"][b % 2]] = x
    return box["v"]


def new_key(a, b, x):
    box = {"other": 1}
    if a > 1:
        box["v"] = x
    return box.get("v", b), "v" in box, len(box), list(box)


def key_taken_away(a, b, x):
    box = {"other": x, "v": b}
    if a > 1:
        del box["v"]
    return box.get("v"), "v" in box, len(box)


def key_popped(a, b, x):
    box = {"other": x, "v": b}
    if a > 1:
        box.pop("v")
    return box.get("v", x)


def key_merged(a, b, x):
    box = {"other": x, "v": b}
    if a > 1:
        box["v"] = x
    return {**box}["v"], (box | {})["v"], dict(box)["v"]


def key_passed_on(a, b, x):
    def given(other, v):
        return v

    box = {"other": x, "v": b}
    if a > 1:
        box["v"] = x
    return given(**box)


def key_formatted(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return "{v}".format(**box), "%(v)s" % box, "{v}".format_map(box)


def key_got_by_a_function(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return operator.itemgetter("v")(box), list(map(box.get, ["v"]))


def key_in_a_pattern(a, b, x):
    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    match box:
        case {"v": found}:
            return found


def key_that_is_another_text(a, b, x):
    class Text(str):
        pass

    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return box[Text("v")]


def key_that_equals_it(a, b, x):
    class Same:
        def __eq__(self, other):
            return other == "v"

        def __hash__(self):
            return hash("v")

    box = {"other": 1, "v": b}
    if a > 1:
        box["v"] = x
    return box[Same()]


def stored_under_a_key_that_equals_it(a, b, x):
    class Same:
        def __eq__(self, other):
            return other == "v"

        def __hash__(self):
            return hash("v")

    box = {"other": 1, "v": b}
    if a > 1:
        box[Same()] = x
    return box["v"]


def a_global_by_its_key(a, b, x):
    globals()["PART"] = b
    if a > 1:
        globals()["PART"] = x
    return PART


def one_of_several_by_attribute(a, b, x):
    boxes = [Box(b), Box(2)]
    boxes[a > 1].v = x
    return boxes[0].v


def one_of_several_by_its_dict(a, b, x):
    boxes = [Box(b), Box(2)]
    vars(boxes[a > 1])["v"] = x
    return boxes[0].v


def one_of_several_read_as_a_whole(a, b, x):
    boxes = [Box(b), Box(2)]
    boxes[a > 1].v = x
    return sum(vars(boxes[0]).values())


def one_of_several_by_key(a, b, x):
    boxes = [{"v": b}, {"v": 2}]
    boxes[a > 1]["v"] = x
    return boxes[0]["v"]


def one_of_several_in_a_loop(a, b, x):
    boxes = [Box(b) for _ in range(60)]
    for k in range(60):
        boxes[(k * a) % 60].v += x
    return boxes[7].v


def stored_in_a_function_of_many(a, b, x):
    def put(box):
        box.k0 = box.k1 = box.k2 = box.k3 = box.k4 = 1
        box.v = x

    box = Box(b)
    if a > 1:
        put(box)
    return box.v


def stored_under_many_keys(a, b, x):
    box = {"v": b}

    def put():
        box["k0"] = box["k1"] = box["k2"] = 1
        box["v"] = x

    if a > 1:
        put()
    return box["v"]


def stored_over_and_over(a, b, x):
    box = Box(b)
    for k in range(80):
        box.other = k
        if k == a + 50:
            box.v = x
    return box.v


def stored_over_and_over_by_key(a, b, x):
    box = {"v": b, "other": 0}
    for k in range(80):
        box["other"] = k
        if k == a + 50:
            box["v"] = x
    return box["v"]


class Hashing:
    def __init__(self, v, seen):
        self.v, self.seen = v, seen

    def __hash__(self):
        self.seen.append(1)
        return hash(self.v)

    def __eq__(self, other):
        self.seen.append(2)
        return self.v == other.v


def found_in_a_set_by_what_it_has(a, b, x):
    seen = []
    one = Hashing(b, seen)
    if a > 1:
        one.v = x
    return Hashing(x, seen) in {one}


def put_into_a_set_by_what_it_has(a, b, x):
    seen, found = [], set()
    found.add(Hashing(b, seen))
    if a > 1:
        found.add(Hashing(x, seen))
    return len(seen), len(found)


def put_into_a_set_in_a_tuple(a, b, x):
    seen, found = [], set()
    found.add((1, Hashing(b, seen)))
    found.discard((1, Hashing(x, seen)))
    return len(seen), len(found)


def put_into_a_set_or_not(a, b, x):
    found = {1}
    if a > 1:
        found.add(b)
    return x in found, len(found)


def taken_out_of_a_set(a, b, x):
    found, one = {1, x}, Box(b)
    found.add(one)
    one.v = a
    if a > 1:
        found.discard(x)
    return sorted(getattr(each, "v", each) for each in found)


def counted_by_an_update(a, b, x):
    counts = collections.Counter()
    counts.update([a, b])
    counts.update([x] if a > 1 else [])
    return counts[4], len(counts), counts.most_common(1)


def counted_objects(a, b, x):
    boxes = [Box(b), Box(x)]
    counts = collections.Counter(boxes)
    boxes[0].v = a
    return sorted(box.v for box in counts)


def rows_that_change_after_they_were_written(a, b, x):
    out, row = io.StringIO(), [a, b]
    writer = csv.writer(out)
    writer.writerow(row)
    if a > 1:
        row[1] = x
    writer.writerows([row])
    return out.getvalue()


def missing_of_many_classes(a, b, x):
    for _ in range(20):

        class Made(dict):
            def __missing__(self, key):
                return x

        found = Made()["q"]
    return found


def equal_of_many_classes(a, b, x):
    for _ in range(20):

        class Made:
            def __eq__(self, other):
                return x > 3

        found = [Made()].count(5)
    return found


def subclasses_of_many_classes(a, b, x):
    for _ in range(20):

        class Base:
            def __init_subclass__(cls):
                cls.tag = x

        class Made(Base):
            tag = b

    return Made.tag


def key_that_is_there(a, b, x):
    seen = []
    counts = {}
    for k in range(4):
        counts[Hashing(k % 2, seen)] = x if k == a else b
    return [counts[Hashing(k, seen)] for k in range(2)], len(counts)
