"""Objects of several classes, one of which was chosen, and a store that only one of them would have got."""

from collections import Counter, OrderedDict, defaultdict, namedtuple


class Mark:
    kind = "mark"
    u = 0

    def __init__(self):
        self.seen = []

    def put(self, value):
        self.u = value


class Other:
    kind = "other"

    def put(self, value):
        pass


class Slotted:
    __slots__ = ("u",)


class Derived(Mark):
    pass


Row = namedtuple("Row", "k")


def by_the_same_condition(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if a > 1:
        one.u = b
    return mark.u


def by_its_class(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if isinstance(one, Mark):
        one.u = b
    return mark.u


def by_what_it_has(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if hasattr(one, "u"):
        one.u = b
    return mark.u


def by_what_it_has_in_an_attribute(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if one.kind == "mark":
        one.u = b
    return mark.u


def by_a_pattern(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    match one:
        case Mark():
            one.u = b
    return mark.u


def marks(one, value):
    if not isinstance(one, Mark):
        return
    one.u = value


def by_a_call_that_returns_early(a, b, x):
    mark, other = Mark(), Other()
    marks(mark if a > 1 else other, b)
    return mark.u


def of_a_derived_class(a, b, x):
    mark, other = Mark(), Derived()
    one = mark if a > 1 else other
    if type(one) is Mark:
        one.u = b
    return mark.u


def of_one_with_slots(a, b, x):
    mark, other = Mark(), Slotted()
    one = mark if a > 1 else other
    if a > 1:
        one.u = b
    return mark.u


def of_a_namedtuple(a, b, x):
    mark, other = Mark(), Row(b)
    one = mark if a > 1 else other
    if a > 1:
        one.u = b
    return mark.u


def taken_out_of_a_list(a, b, x):
    mark, box = Mark(), [[]]
    if a > 1:
        box.append(mark)
    one = box.pop()
    if a > 1:
        one.u = b
    return mark.u


def what_its_attribute_has_is_appended_to(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if isinstance(one, Mark):
        one.seen.append(b)
    return len(mark.seen)


def an_item_of_a_list(a, b, x):
    items, other = [0], Other()
    one = items if a > 1 else other
    if isinstance(one, list):
        one[0] = b
    return items[0]


def an_attribute_is_deleted(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if isinstance(one, Mark):
        del one.seen
    return hasattr(mark, "seen")


def an_attribute_is_added_to(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    if isinstance(one, Mark):
        one.u += b
    return mark.u


def a_method_of_its_class(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    type(one).put(one, b)
    return mark.u


def a_method_of_what_its_class_is_called(a, b, x):
    mark, other = Mark(), Other()
    one = mark if a > 1 else other
    one.__class__.put(one, b)
    return mark.u


def a_function_and_what_it_is_given(a, b, x):
    mark, other = Mark(), Other()
    put, one = (Mark.put, mark) if a > 1 else (Other.put, other)
    put(one, b)
    return mark.u


def a_defaultdict_made_with_names(a, b, x):
    one, other = [], []
    made = defaultdict(list, p=one)
    if a > 1:
        made["p"] = other
    made["p"].append(b)
    return len(one)


def a_defaultdict_made_with_pairs(a, b, x):
    one, other = [], []
    made = defaultdict(list, [("p", one)])
    if a > 1:
        made["p"] = other
    made["p"].append(b)
    return len(one)


def an_ordered_dict_made_with_pairs(a, b, x):
    one, other = [], []
    made = OrderedDict([("p", one)])
    if a > 1:
        made["p"] = other
    made["p"].append(b)
    return len(one)


def a_dict_made_with_pairs(a, b, x):
    one, other = [], []
    made = dict([("p", one)])
    if a > 1:
        made["p"] = other
    made["p"].append(b)
    return len(one)


def a_dict_updated_with_pairs(a, b, x):
    one, other = [], []
    made = {}
    made.update([("p", one)])
    if a > 1:
        made["p"] = other
    made["p"].append(b)
    return len(one)


def a_counter_made_with_names(a, b, x):
    made = Counter(p=b)
    if a > 1:
        made["p"] = x
    return made["p"]
