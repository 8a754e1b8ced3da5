"""What arrays of objects hold, and what classes derived from arrays have."""

import numpy as np

SHARED = np.empty(2, object)
SHARED[:] = [], []


def put_there(a, b, x):
    l, k = np.empty(2, object), [0]
    l[0] = k
    k.append(b)
    return l.tolist()


def text_of_what_was_put_there(a, b, x):
    l, k = np.empty(2, object), [0]
    l[0] = k
    k.append(b)
    return str(l)


def made_of_objects(a, b, x):
    k = [0]
    l = np.array([k, None], dtype=object)
    k.append(b)
    return l.tolist()


def changed_where_it_lies(a, b, x):
    l = np.array([[0], None], dtype=object)
    l[0].append(b)
    return l.tolist()


def put_into_a_part(a, b, x):
    l, k = np.empty((2, 2), object), {}
    l[:] = [[k, 1], [2, 3]]
    k[1] = b
    return l[:1].tolist()


def filled(a, b, x):
    l, k = np.empty(2, object), {}
    l.fill(k)
    k[1] = b
    return np.concatenate([l, l]).tolist()


def full_of_one(a, b, x):
    k = {}
    l = np.full(2, k, dtype=object)
    k[1] = b
    return str(l.copy())


def added_to_each(a, b, x):
    l, more, k = np.empty(1, object), np.empty(1, object), {}
    l[0], more[0] = [2], [k]
    l += more
    k[1] = b
    return l.tolist()


def copied_into(a, b, x):
    l, k = np.empty(2, object), [0]
    np.copyto(l, np.array([k, None], dtype=object))
    k.append(b)
    return str(l)


def a_field(a, b, x):
    l, k = np.zeros(2, [("f", object)]), [0]
    l[0]["f"] = k
    k.append(b)
    return l.tolist()


def found_there(a, b, x):
    for k in SHARED:
        k.append(b)
    text = str(SHARED)
    for k in SHARED:
        k.clear()
    return text


def one_of_them(a, b, x):
    k, other = [0], [1]
    l = np.array([k, other, 0], dtype=object)
    l[a % 2].append(x)
    return k, other == [1]


def perhaps_put_there(a, b, x):
    l, k = np.empty(2, object), [0]
    if a > 1:
        l[0] = k
    k.append(b)
    return str(l)


class Named(np.ndarray):
    def __array_finalize__(self, other):
        self.name = getattr(other, "name", 0)


def an_attribute(a, b, x):
    l = np.zeros(3).view(Named)
    l.name = b
    return l.name


def an_attribute_of_a_view(a, b, x):
    l = np.zeros(3).view(Named)
    l.name = b
    return l[1:].name


def an_attribute_of_a_row(a, b, x):
    l = np.zeros((3, 2)).view(Named)
    l.name = b
    return l[1].name, l.T.name


def an_attribute_besides_that_of_a_view(a, b, x):
    l = np.zeros(3).view(Named)
    view = l[1:]
    l.name = b
    view.name = 7
    return l.name


def an_attribute_that_might_have_been(a, b, x):
    l = np.zeros(3).view(Named)
    if a > 1:
        l.name = b
    return l[1:].name, (l + 1).name


def an_attribute_that_is_there(a, b, x):
    l = np.zeros(3).view(Named)
    if a > 1:
        l.more = b
    return hasattr(l, "more")


def an_attribute_by_its_dict(a, b, x):
    l = np.zeros(3).view(Named)
    view = l[1:]
    l.__dict__["name"] = b
    view.name = 7
    return l.name


def the_dict_of_an_array(a, b, x):
    l = np.zeros(3).view(Named)
    names = vars(l)
    l.name = b
    return names["name"]


def a_shape(a, b, x):
    l = np.zeros(4)
    if a > 1:
        l.shape = (2, 2)
    return l.shape
