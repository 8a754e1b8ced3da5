"""What is entered instead of functions of `statistics`, which compute with fractions, where nothing can be followed.

They give the same value, by operations that are recorded.
"""

import math
import statistics
from typing import Any

from ..storing import exactly, mended


def mean(data: Any) -> Any:
    items = (*data,)
    return near(exactly(statistics.mean, items), lambda: math.fsum(items) / len(items))


def harmonic_mean(data: Any, weights: Any = None) -> Any:
    items = (*data,)
    shares = (1,) * len(items) if weights is None else (*weights,)
    value = exactly(statistics.harmonic_mean, items, None if weights is None else shares)
    return near(value, lambda: math.fsum(shares) / math.fsum([b / a for a, b in zip(items, shares, strict=True)]))


def variance(data: Any, xbar: Any = None) -> Any:
    items = (*data,)
    return near(exactly(statistics.variance, items, xbar), lambda: squares(items, xbar) / (len(items) - 1))


def population_variance(data: Any, mu: Any = None) -> Any:
    items = (*data,)
    return near(exactly(statistics.pvariance, items, mu), lambda: squares(items, mu) / len(items))


def deviation(data: Any, xbar: Any = None) -> Any:
    items = (*data,)
    return near(exactly(statistics.stdev, items, xbar), lambda: math.sqrt(squares(items, xbar) / (len(items) - 1)))


def population_deviation(data: Any, mu: Any = None) -> Any:
    items = (*data,)
    return near(exactly(statistics.pstdev, items, mu), lambda: math.sqrt(squares(items, mu) / len(items)))


def squares(items: tuple[Any, ...], middle: Any) -> Any:
    """The sum of the squared distances from the middle, which is the mean if nobody says another one."""
    if middle is None:
        middle = math.fsum(items) / len(items)
    return math.fsum([(item - middle) * (item - middle) for item in items])


def near(value: Any, compute: Any) -> Any:
    """The value itself, as what it depends on in the way in which something near it is computed."""
    return mended(compute(), value) if isinstance(value, float) else value
