"""A tour of records in four screens: random control flow, a loop, objects, arrays.

Run it with `python examples/demo.py`.
"""

import random

import calculator
import geom
import h
import numpy as np
import rk4

from irtrack import printlevels, track


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def main() -> None:
    heading("A random number by recursion: what was drawn is what was called")
    random.seed(2)
    printlevels(track(geom.geom, 1, 0.5), levels=3)

    heading("A loop: each turn refers to the values of the turn before")
    printlevels(track(h.h, 2.0, 2), levels=2)

    heading("Objects and methods: how the calculator comes to 2 * (3 + 4)")
    printlevels(track(calculator.calculate, "2 * (3 + 4)"), levels=2)

    heading("Arrays: one step of Runge and Kutta")
    printlevels(track(rk4.rk4_step, rk4.lotka_volterra, np.array([10.0, 10.0]), 0.1), levels=2)


if __name__ == "__main__":
    main()
