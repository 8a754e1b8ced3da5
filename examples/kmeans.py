"""k-means with numpy: points go to their nearest centre, centres to the mean of their points, until nothing moves."""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Labels = NDArray[np.intp]


def blobs(count: int) -> Points:
    """`count` points around each of three places in the plane; shape (3 * count, 2)."""
    generator = np.random.default_rng(7)
    places = np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0]])
    return np.concatenate([place + 0.5 * generator.standard_normal((count, 2)) for place in places])


def nearest(points: Points, centres: Points) -> Labels:
    differences = points[:, np.newaxis, :] - centres[np.newaxis, :, :]
    distances: Points = (differences**2).sum(axis=2)
    labels: Labels = distances.argmin(axis=1)
    return labels


def means(points: Points, labels: Labels, centres: Points) -> Points:
    moved = centres.copy()
    for k in range(len(centres)):
        mine = points[labels == k]
        if len(mine):
            moved[k] = mine.mean(axis=0)
    return moved


def kmeans(points: Points, k: int) -> Points:
    centres = points[:: len(points) // k]
    while True:
        moved = means(points, nearest(points, centres), centres)
        if np.array_equal(moved, centres):
            return centres
        centres = moved


def run() -> Points:
    return kmeans(blobs(50), 3)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(kmeans, blobs(5), 3), levels=2)
