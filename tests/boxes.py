"""Objects with one attribute."""


class Box:
    """Of one value."""

    def __init__(self, v):
        self.v = v


class Bumped:
    """That counts."""

    v = 0

    def bump(self):
        self.v += 1
