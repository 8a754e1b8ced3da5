"""What differentiation raises."""


class DifferentiationError(Exception):
    """A derivative that cannot be found: rather this than a wrong or zero one."""


class MissingRuleError(DifferentiationError, NotImplementedError):
    """A function written in C, on which the result depends, has no derivative that irtrack knows."""
