"""Iterators of `itertools` that have others go on."""

import itertools
from itertools import combinations, combinations_with_replacement, groupby, permutations, product


def a_group_that_is_over(a, b, x):
    groups = groupby([1, 1, 2])
    _, group = next(groups)
    if a > 1:
        next(groups)
    return list(group)


def a_group_that_was_gone_over(a, b, x):
    groups = groupby([1, 1, 2, 3])
    _, group = next(groups)
    if a == 1:
        list(group)
    return len(list(group))


def a_group_of_which_one_was_taken(a, b, x):
    groups = groupby([1, 1, 2, 3])
    _, group = next(groups)
    if a > 1:
        next(group)
    return len(list(group))


def groups_that_were_collected(a, b, x):
    groups = list(groupby([1, 1, b]))
    return [list(group) for _, group in groups], [(k, len(list(group))) for k, group in groupby([1, b, b])]


def a_key_that_a_group_asks_for(a, b, x):
    seen = []
    _, group = next(groupby([1, 1, 2], lambda z: seen.append(z) or z))
    if a > 1:
        list(group)
    return seen


def _of(function, a, *more):
    given = iter([(1,), (2,), (3,)])
    if a == 1:
        function(given, *more)
    return next(given, 9)


def what_combinations_have_taken(a, b, x):
    return _of(combinations, a, 2), _of(combinations_with_replacement, a, 2)


def what_permutations_have_taken(a, b, x):
    given = iter([b, 2, 3])
    if a > 1:
        permutations(given)
    return next(given, 9)


def what_a_product_has_taken(a, b, x):
    given = iter([b, 2, 3])
    if a == 1:
        product(given)
    return next(given, 9)


def combinations_of_objects(a, b, x):
    given = [[1], [2], [3]]
    for one, _ in combinations(given, 2):
        one.append(b)
    return given


if hasattr(itertools, "batched"):  # 3.12 and later

    def what_batches_have_taken(a, b, x):
        given = iter([1, 2, 3, 4, 5])
        batches = itertools.batched(given, 2)
        if a == 1:
            next(batches)
        return list(given)

    def what_might_be_in_a_batch(a, b, x):
        given = [1, 2, 3, 4]
        batches = itertools.batched(given, 2)
        next(batches)
        given[2] = b
        return next(batches)

    def objects_in_batches(a, b, x):
        given = [[1], [2], [3]]
        batch = next(itertools.batched(given, 2))
        batch[a % 2].append(b)
        return given[0]
