"""Variables around functions that are not called: what these give to C code."""

import datetime


class Compared:
    def __init__(self):
        self.n = 0

    def __lt__(self, other):
        self.n += 1
        return True

    def __eq__(self, other):
        self.n += 1
        return True

    def __index__(self):
        self.n += 1
        return 1


def sorted_in_a_display(a, b, x):
    one = Compared()

    def run():
        [Compared(), one].sort()

    if a > 1:
        run()
    return one.n


def removed_from_a_display(a, b, x):
    one = Compared()

    def run():
        [one].remove(1)

    if a > 1:
        run()
    return one.n


def given_to_a_class_written_in_c(a, b, x):
    one = Compared()

    def run():
        datetime.date(2000, one, 1)

    if a > 1:
        run()
    return one.n
