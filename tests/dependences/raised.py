"""Accesses that raise: they look at what is there, or has gone, and would have gone elsewhere by another index."""

from collections import deque


class Box:
    def __init__(self, v):
        self.v = v


def caught_key_that_was_deleted(a, b, x):
    found = {"k": b}
    if a > 0:
        del found["k"]
    try:
        return found["k"]
    except KeyError:
        return "gone"


def caught_key_that_was_popped(a, b, x):
    found = {"k": b}
    if a > 0:
        found.pop("k")
    try:
        return found["k"]
    except KeyError:
        return "gone"


def caught_key_of_a_dict_that_was_cleared(a, b, x):
    found = {"k": b}
    if a > 0:
        found.clear()
    try:
        return found["k"]
    except KeyError:
        return "gone"


def caught_key_that_was_not_stored(a, b, x):
    found = {}
    if a < 1:
        found["k"] = b
    try:
        return found["k"]
    except KeyError:
        return "none"


def caught_key_that_is_computed(a, b, x):
    found = {2: b}
    try:
        return found[a]
    except KeyError:
        return "none"


def caught_attribute_that_was_deleted(a, b, x):
    box = Box(b)
    if a > 0:
        del box.v
    try:
        return box.v
    except AttributeError:
        return "gone"


def caught_attribute_that_delattr_deleted(a, b, x):
    box = Box(b)
    if a > 0:
        delattr(box, "v")
    try:
        return box.v
    except AttributeError:
        return "gone"


def caught_attribute_that_was_not_stored(a, b, x):
    box = Box(b)
    if a < 1:
        box.w = x
    try:
        return box.w
    except AttributeError:
        return "none"


def caught_index_of_a_list_that_was_emptied(a, b, x):
    items = [b]
    if a > 0:
        items.pop()
    try:
        return items[0]
    except IndexError:
        return "gone"


def caught_index_of_a_list_that_was_filled(a, b, x):
    items = []
    for k in range(a):
        items.append(k)
    try:
        return items[2]
    except IndexError:
        return "short"


def caught_pop_of_a_list_that_was_emptied(a, b, x):
    items = [b]
    if a > 0:
        items.clear()
    try:
        return items.pop()
    except IndexError:
        return "gone"


def caught_popleft_of_a_deque(a, b, x):
    items = deque([b])
    if a > 0:
        items.popleft()
    try:
        return items.popleft()
    except IndexError:
        return "gone"


def caught_remove_from_a_set(a, b, x):
    found = {1, 2}
    if a > 0:
        found.remove(1)
    try:
        found.remove(1)
        return b
    except KeyError:
        return "gone"


def caught_value_of_a_list_that_is_not_there(a, b, x):
    items = [1, a]
    try:
        items.remove(2)
        return b
    except ValueError:
        return "none"


def caught_unpacking(a, b, x):
    items = [b]
    if a > 0:
        items.append(x)
    try:
        (first,) = items
        return first
    except ValueError:
        return "two"


def caught_end_of_an_iterator(a, b, x):
    rest = iter([b, x])
    for _ in range(a):
        next(rest)
    try:
        next(rest)
        return next(rest)
    except StopIteration:
        return "end"


def raised_past_a_function(a, b, x):
    found = {"k": b}

    def look():
        return found["k"]

    if a > 0:
        del found["k"]
    try:
        return look()
    except KeyError:
        return "gone"


def minimum_of_nothing(a, b, x):
    items = [b]
    if a > 0:
        items.pop()
    try:
        return min(items)
    except ValueError:
        return "none"


def store_that_raised(a, b, x):
    items = [b]
    try:
        items[a] = 7
    except IndexError:
        pass
    return items[0]


def deletion_that_raised(a, b, x):
    items = [b]
    try:
        del items[a]
    except IndexError:
        pass
    return len(items)


def deletion_of_a_key_that_raised(a, b, x):
    found = {2: b}
    try:
        del found[a]
    except KeyError:
        pass
    return found.get(2)


def pop_that_raised(a, b, x):
    items = [b]
    try:
        items.pop(a)
    except IndexError:
        pass
    return items


def pop_of_a_key_that_raised(a, b, x):
    found = {2: b}
    try:
        found.pop(a)
    except KeyError:
        pass
    return found


def removal_that_raised(a, b, x):
    items = [0, 2]
    try:
        items.remove(a)
    except ValueError:
        pass
    return items[-1]


def removal_from_a_set_that_raised(a, b, x):
    found = {2, b}
    try:
        found.remove(a)
    except KeyError:
        pass
    return 2 in found


def attribute_whose_deletion_raised(a, b, x):
    box = Box(b)
    try:
        delattr(box, "vw"[a > 0])
    except AttributeError:
        pass
    return box.v if hasattr(box, "v") else None


def store_that_raised_in_one_of_several(a, b, x):
    rows = [[b], [], [x]]
    try:
        rows[a][0] = 5
    except IndexError:
        pass
    return rows[2]


def extend_that_raised(a, b, x):
    items = []

    def some():
        yield a
        raise KeyError

    try:
        items.extend(some())
    except KeyError:
        pass
    return items


def update_that_raised(a, b, x):
    found = {}
    try:
        found.update([("k", a), None])
    except TypeError:
        pass
    return found


def sort_that_raised(a, b, x):
    items = [a, 1, None]
    try:
        items.sort()
    except TypeError:
        pass
    return items


def addition_in_place_that_raised(a, b, x):
    items = []
    try:
        items += (10 // (a - k) for k in range(9))
    except ZeroDivisionError:
        pass
    return items


def loop_over_what_is_left_of_an_iterator(a, b, x):
    rest = iter([b, x])
    for _ in range(a):
        next(rest)
    found = 0
    for one in rest:
        found = one
    return found


def _found(d, k, log):
    try:
        return d[k]
    except KeyError:
        log.append(k)
        return 0


def handler_in_a_called_function(a, b, x):
    log = []
    _found({1: b}, a, log)
    return len(log)


class Divider:
    def __init__(self):
        self.errors = 0

    def divide(self, x, y):
        try:
            return x // y
        except ZeroDivisionError:
            self.errors += 1


def handler_in_a_method(a, b, x):
    divider = Divider()
    divider.divide(b, a)
    return divider.errors


def handler_in_a_nested_function(a, b, x):
    items = [b]

    def f():
        try:
            [0, 0][a]
        except IndexError:
            items.append(7)

    f()
    return len(items)


def _checked(v):
    if v < 1:
        raise ValueError(v)
    return v


def handler_of_what_a_called_function_raises(a, b, x):
    errors = []

    def f():
        try:
            return _checked(a)
        except ValueError:
            errors.append(b)
            return 0

    f()
    return len(errors)


def handler_of_a_conversion(a, b, x):
    errors = []

    def f(text):
        try:
            return int(text)
        except ValueError as error:
            errors.append(error)

    f("12x"[: a + 1])
    return len(errors)


def finally_behind_a_return(a, b, x):
    items = []

    def f():
        try:
            return [b, x][a]
        except IndexError:
            items.append(1)
        finally:
            items.append(2)

    f()
    return sum(items)


def a_cause_that_is_stored(a, b, x):
    error = KeyError(1)
    if a == 1:
        error.__cause__ = KeyError(b)
    return error.__suppress_context__


def a_cause_that_would_be_raised_from(a, b, x):
    error = KeyError(1)
    try:
        if a > 1:
            raise error from ValueError(b)
    except KeyError:
        pass
    return error.__suppress_context__


def a_cause_that_was_raised_from(a, b, x):
    error = KeyError(1)
    try:
        if a == 1:
            raise error from ValueError(b)
    except KeyError:
        pass
    return error.__suppress_context__
