"""Hares and lynxes: the equations of Lotka and Volterra, integrated by the classical Runge-Kutta method with numpy."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


def lotka_volterra(state: Vector) -> Vector:
    hares, lynxes = state
    return np.array([1.1 * hares - 0.4 * hares * lynxes, 0.1 * hares * lynxes - 0.4 * lynxes])


def rk4_step(slope: Callable[[Vector], Vector], state: Vector, dt: float) -> Vector:
    k1 = slope(state)
    k2 = slope(state + dt / 2 * k1)
    k3 = slope(state + dt / 2 * k2)
    k4 = slope(state + dt * k3)
    return state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(slope: Callable[[Vector], Vector], state: Vector, dt: float, steps: int) -> Vector:
    for _ in range(steps):
        state = rk4_step(slope, state, dt)
    return state


def run() -> Vector:
    return integrate(lotka_volterra, np.array([10.0, 10.0]), dt=0.1, steps=100)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(rk4_step, lotka_volterra, np.array([10.0, 10.0]), 0.1), levels=2)
