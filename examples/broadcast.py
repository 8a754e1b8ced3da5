"""A line through points by gradient descent, whose error stays large: the arrays have grown on the way.

Run this file to be told where.
"""

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]


def measured(count: int) -> tuple[Column, Column]:
    """Places in a column, and what was measured there, in a row."""
    generator = np.random.default_rng(3)
    places = np.linspace(0.0, 1.0, count)
    values = 2.0 * places + 0.5 + 0.01 * generator.standard_normal(count)
    return places.reshape(-1, 1), values


def predicted(places: Column, weights: Column) -> Column:
    features = np.concatenate([places, np.ones_like(places)], axis=1)
    return features @ weights


def slope(places: Column, error: Column) -> Column:
    return np.array([[(error * places).mean()], [error.mean()]])


def fit(places: Column, values: Column, steps: int) -> float:
    """The mean squared error when all is done."""
    weights = np.zeros((2, 1))
    for _ in range(steps):
        error = predicted(places, weights) - values
        weights = weights - slope(places, error)
    return float(((predicted(places, weights) - values) ** 2).mean())


def run() -> float:
    return fit(*measured(20), steps=30)


if __name__ == "__main__":
    from irtrack import broadcasts, track

    print(broadcasts(track(fit, *measured(20), steps=3)))
