"""A classifier in numpy that learns until its loss is NaN: where does that come from?

Points of three classes are measured, split, scaled and expanded; a softmax regression is trained on them by gradient
descent with momentum, and evaluated. No warning is printed, and the loss is NaN. The bug lies somewhere in the middle:
run this file to be told where.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Labels = NDArray[np.intp]

CLASSES = 3
SENSORS = 4


@dataclass
class Data:
    """Measurements, one row each, and to which class each belongs."""

    points: Matrix
    labels: Labels


@dataclass
class Scale:
    """By what columns are moved and divided."""

    centre: Matrix
    spread: Matrix


@dataclass
class Model:
    """A softmax regression: weights, and how fast these are moving."""

    weights: Matrix
    velocity: Matrix
    losses: list[float] = field(default_factory=list)


# -- data -------------------------------------------------------------------------------------------------------------


def measure(generator: np.random.Generator, count: int) -> Data:
    """`count` points of each class around a place of its own; the last sensor is stuck at 1.0 now and then."""
    places = generator.uniform(-3.0, 3.0, (CLASSES, SENSORS))
    points = np.concatenate([place + generator.standard_normal((count, SENSORS)) for place in places])
    labels = np.repeat(np.arange(CLASSES), count)
    stuck = generator.random(len(points)) < 0.1
    points[stuck, -1] = 1.0
    return Data(points, labels)


def shuffled(data: Data, generator: np.random.Generator) -> Data:
    order = generator.permutation(len(data.points))
    return Data(data.points[order], data.labels[order])


def split(data: Data, part: float) -> tuple[Data, Data]:
    """The first part of the data, and the rest."""
    count = int(len(data.points) * part)
    first = Data(data.points[:count], data.labels[:count])
    return first, Data(data.points[count:], data.labels[count:])


def without_outliers(data: Data, width: float) -> Data:
    """Without points that lie further than `width` spreads from the median in some column."""
    median = np.median(data.points, axis=0)
    deviation = np.abs(data.points - median)
    spread = np.median(deviation, axis=0)
    keep = (deviation <= width * spread).all(axis=1)
    return Data(data.points[keep], data.labels[keep])


# -- features ---------------------------------------------------------------------------------------------------------


def measured_scale(points: Matrix) -> Scale:
    return Scale(points.mean(axis=0), points.std(axis=0))


def scaled(points: Matrix, scale: Scale) -> Matrix:
    return (points - scale.centre) / scale.spread


def expanded(points: Matrix) -> Matrix:
    """With a column of ones in front, and the product of the first two columns behind."""
    ones = np.ones((len(points), 1))
    product = points[:, :1] * points[:, 1:2]
    return np.concatenate([ones, points, product], axis=1)


def one_hot(labels: Labels) -> Matrix:
    table = np.zeros((len(labels), CLASSES))
    table[np.arange(len(labels)), labels] = 1.0
    return table


# -- the model --------------------------------------------------------------------------------------------------------


def softmax(scores: Matrix) -> Matrix:
    shifted = scores - scores.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=1, keepdims=True)


def confidence(probabilities: Matrix) -> Matrix:
    """How sure the model is of each point: 0.0 if it has no idea, 1.0 if it is certain."""
    entropy = -(probabilities * np.log(probabilities)).sum(axis=1)
    return 1.0 - entropy / np.log(CLASSES)


def cross_entropy(probabilities: Matrix, targets: Matrix) -> float:
    return float(-np.log((probabilities * targets).sum(axis=1) + 1e-12).mean())


def gradient(features: Matrix, probabilities: Matrix, targets: Matrix, weight: Matrix) -> Matrix:
    error = (probabilities - targets) * weight[:, np.newaxis]
    return features.T @ error / len(features)


def step(model: Model, slope: Matrix, rate: float, momentum: float) -> None:
    model.velocity *= momentum
    model.velocity -= rate * slope
    model.weights += model.velocity


def focus(sure: Matrix) -> Matrix:
    """Points of which the model is sure count less, in units of the mean."""
    weight = 1.5 - sure
    return weight / weight.mean()


def train(features: Matrix, labels: Labels, steps: int, rate: float) -> Model:
    shape = features.shape[1], CLASSES
    model = Model(np.zeros(shape), np.zeros(shape))
    targets = one_hot(labels)
    for _ in range(steps):
        probabilities = softmax(features @ model.weights)
        weight = focus(confidence(probabilities))
        model.losses.append(cross_entropy(probabilities, targets))
        step(model, gradient(features, probabilities, targets, weight), rate, 0.9)
    return model


# -- evaluation -------------------------------------------------------------------------------------------------------


def predicted(model: Model, features: Matrix) -> Labels:
    found: Labels = (features @ model.weights).argmax(axis=1)
    return found


def accuracy(model: Model, features: Matrix, labels: Labels) -> float:
    return float((predicted(model, features) == labels).mean())


def confusion(found: Labels, labels: Labels) -> NDArray[np.int64]:
    """How often which class was taken for which."""
    table = np.zeros((CLASSES, CLASSES), dtype=np.int64)
    np.add.at(table, (labels, found), 1)
    return table


def recall(table: NDArray[np.int64]) -> Matrix:
    """Which part of each class was found."""
    totals = table.sum(axis=1)
    found: Matrix = table.diagonal() / np.maximum(totals, 1)
    return found


def report(model: Model, features: Matrix, labels: Labels) -> dict[str, float]:
    table = confusion(predicted(model, features), labels)
    return {
        "loss": model.losses[-1],
        "accuracy": accuracy(model, features, labels),
        "worst recall": float(recall(table).min()),
    }


def classify(count: int, steps: int, rate: float) -> dict[str, float]:
    """Train on `count` points of each class, and say how good the model is."""
    generator = np.random.default_rng(5)
    data = shuffled(measure(generator, count), generator)
    learning, rest = split(without_outliers(data, 6.0), 0.7)
    scale = measured_scale(learning.points)
    features = expanded(scaled(learning.points, scale))
    with np.errstate(all="ignore"):
        model = train(features, learning.labels, steps, rate)
    return report(model, expanded(scaled(rest.points, scale)), rest.labels)


def run() -> dict[str, float]:
    return classify(count=40, steps=12, rate=300.0)


if __name__ == "__main__":
    from irtrack import first_nan, track

    print(first_nan(track(classify, count=40, steps=12, rate=300.0)))
