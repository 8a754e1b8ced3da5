"""What was the last that a generator has given."""


def last_that_was_let_through(a, b, x):
    p, q = {"n": 4}, {"n": a}
    for one in (each for each in (p, q) if each["n"] > 1):
        last = one
    last["w"] = 1
    return "w" in p


def last_that_was_let_through_by_a_function(a, b, x):
    def given():
        for each in (p, q):
            if each["n"] > 1:
                yield each

    p, q = {"n": 4}, {"n": a}
    for one in given():
        last = one
    last["w"] = 1
    return "w" in p


def first_that_was_let_through(a, b, x):
    p, q = {"n": a}, {"n": 4}
    for one in (each for each in (p, q) if each["n"] > 1):
        one["w"] = 1
        break
    return "w" in q
