"""Classes that are raised on ways not taken, and were passed there, or taken out of something: they make exceptions."""


class Counted(Exception):
    made = 0

    def __init__(self, *given):
        Counted.made += 1
        super().__init__(*given)


class Logged(Exception):
    def __init__(self, *given):
        LOG.append(1)
        super().__init__(*given)


LOG = []
ERRORS = {1: Logged}
KINDS = [Logged, Counted]


class Checker:
    error = Logged

    def __init__(self, error):
        self.own = error

    def check(self, is_fine):
        if not is_fine:
            raise self.error

    def check_own(self, is_fine):
        if not is_fine:
            raise self.own

    def check_given(self, is_fine, errors):
        if not is_fine:
            raise errors["own"]


def need(is_fine, error):
    if not is_fine:
        raise error


def fail(error):
    raise error


def that_is_passed(a, b, x):
    Counted.made = x
    try:
        need(a <= 1, Counted)
    except Counted:
        pass
    return Counted.made


def that_is_passed_to_what_is_not_called(a, b, x):
    Counted.made = x
    try:
        if a > 1:
            fail(Counted)
    except Counted:
        pass
    return Counted.made


def that_is_in_a_dict(a, b, x):
    LOG.clear()
    try:
        if a > 1:
            raise ERRORS[1]
    except Logged:
        pass
    return len(LOG)


def that_is_in_a_list(a, b, x):
    LOG.clear()
    try:
        if a > 1:
            raise KINDS[0]
    except Logged:
        pass
    return len(LOG)


def that_is_an_attribute_of_a_class(a, b, x):
    LOG.clear()
    checker = Checker(Counted)
    try:
        checker.check(a <= 1)
    except Logged:
        pass
    return len(LOG)


def that_is_an_attribute(a, b, x):
    LOG.clear()
    checker = Checker(Logged)
    try:
        checker.check_own(a <= 1)
    except Logged:
        pass
    return len(LOG)


def that_is_an_attribute_of_what_is_not_called(a, b, x):
    LOG.clear()
    checker = Checker(Logged)
    try:
        if a > 1:
            checker.check_own(False)
    except Logged:
        pass
    return len(LOG)


def that_is_in_a_dict_that_is_passed(a, b, x):
    LOG.clear()
    checker = Checker(Logged)
    try:
        checker.check_given(a <= 1, {"own": Logged})
    except Logged:
        pass
    return len(LOG)


def that_is_gone_over(a, b, x):
    LOG.clear()
    for error in KINDS:
        try:
            if a > 1:
                raise error
        except (Logged, Counted):
            pass
    return len(LOG)


def that_is_a_default(a, b, x):
    LOG.clear()

    def check(error=Logged):
        if a > 1:
            raise error

    try:
        check()
    except Logged:
        pass
    return len(LOG)


def of_the_function(a, b, x):
    out = []

    class Own(Exception):
        def __init__(self, *given):
            out.append(b)

    try:
        need(a <= 1, Own)
    except Own:
        pass
    return out
