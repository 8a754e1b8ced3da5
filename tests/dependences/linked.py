"""What a `raise` stores in an exception, and how it is found while that is handled."""

import sys
import traceback


def a_cause_by_another_name(a, b, x):
    error = ValueError()
    try:
        raise error from KeyError(b)
    except ValueError:
        pass
    return error.__cause__.args[0] + x


def a_cause_on_a_way(a, b, x):
    error = ValueError()
    if a > 1:
        try:
            raise error from KeyError(b)
        except ValueError:
            pass
    return error.__cause__ is None


def a_cause_in_a_function(a, b, x):
    error = ValueError()

    def fails():
        if a > 1:
            raise error from KeyError(b)

    try:
        fails()
    except ValueError:
        pass
    return str(error.__cause__)


def a_context_on_a_way(a, b, x):
    error = ValueError()
    try:
        try:
            raise KeyError(b)
        except KeyError:
            if a > 1:
                raise error  # noqa: B904
    except ValueError:
        pass
    return error.__context__ is None


def a_traceback_on_a_way(a, b, x):
    error = ValueError()
    if a > 1:
        try:
            raise error
        except ValueError:
            pass
    return error.__traceback__ is None


def a_cause_of_one_of_several(a, b, x):
    errors = [ValueError(b), ValueError(x)]
    try:
        raise errors[a > 1] from KeyError()
    except ValueError:
        pass
    return errors[0].__cause__ is None


def an_exception_that_sys_has(a, b, x):
    try:
        raise ValueError(b)
    except ValueError:
        return sys.exc_info()[1].args[0] + x


def the_exception_that_sys_gives(a, b, x):
    try:
        raise ValueError(b)
    except ValueError:
        return sys.exception().args[0] + x


def the_text_of_the_exception(a, b, x):
    try:
        raise ValueError(b)
    except ValueError:
        return traceback.format_exc()[-20:]
