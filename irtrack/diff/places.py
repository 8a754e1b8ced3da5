"""Where numbers are: each float or numpy scalar is a place of its own, and so is the memory of an array.

A number is known by its object, which nothing changes, and the record keeps alive; whatever way it takes, through
lists, attributes, closures or C containers, it stays that object. Of an array the memory counts: arrays that share it
share the place, and each is a view of it.
"""

from typing import Any

import numpy as np

from .errors import DifferentiationError


class View:
    """How an array lies in the memory of another one."""

    __slots__ = ("_array", "_owner", "dtype", "is_contiguous", "offset", "overlaps", "shape", "strides")

    is_contiguous: bool
    offset: int
    overlaps: bool

    def __init__(self, array: Any, owner: Any) -> None:
        self.shape = array.shape
        self.strides = array.strides
        self.dtype = array.dtype
        self._array = array
        self._owner = owner

    def __getattr__(self, name: str) -> Any:
        """What has not been told yet: found when it is first asked for, since most views never are."""
        if name == "offset":
            self.offset = address(self._array) - address(self._owner) if self._array.size else 0
            return self.offset
        if name == "overlaps":
            self.overlaps = _may_overlap(self.shape, self.strides, self.dtype.itemsize)
            return self.overlaps
        if name == "is_contiguous":
            self.is_contiguous = self._array.flags.c_contiguous or self._array.flags.f_contiguous
            return self.is_contiguous
        raise AttributeError(name)

    def of(self, buffer: Any) -> Any:
        """The same part of another array that is laid out as the owner is."""
        return np.ndarray(self.shape, self.dtype, buffer.ravel("K"), self.offset, self.strides)

    def indices(self, buffer: Any) -> Any:
        """Where each item lies in `buffer.ravel("K")`."""
        numbers = np.zeros(self.shape, np.intp) + self.offset // self.dtype.itemsize
        for axis, (count, stride) in enumerate(zip(self.shape, self.strides, strict=True)):
            steps = np.arange(count) * (stride // self.dtype.itemsize)
            numbers = numbers + steps.reshape([-1 if k == axis else 1 for k in range(len(self.shape))])
        return numbers


def part_of(array: Any, owner: Any) -> tuple[str, Any] | None:
    """If an array is a view of the real or imaginary part of a complex one: which of both, and a view of that one."""
    size = owner.itemsize
    if array.dtype.kind != "f" or owner.dtype.kind != "c" or 2 * array.itemsize != size:
        return None
    if any(stride % size for stride in array.strides):
        return None
    offset = address(array) - address(owner)
    start = offset - offset % size
    whole = np.ndarray(array.shape, owner.dtype, owner.ravel("K"), start, array.strides)
    return "imag" if offset % size else "real", whole


def lies_in(array: Any, other: Any) -> bool:
    """Are two arrays views of the same items?"""
    return isinstance(other, np.ndarray) and array.__array_interface__ == other.__array_interface__


def address(array: Any) -> int:
    found: int = array.__array_interface__["data"][0]
    return found


def _may_overlap(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """May two items of an array be one?"""
    reach = itemsize
    axes = [(abs(stride), count) for stride, count in zip(strides, shape, strict=True) if count > 1]
    for stride, count in sorted(axes):
        if stride < reach:
            return True
        reach = stride * (count - 1) + reach
    return False


def owner_of(array: Any) -> Any:
    """The array whose memory it is."""
    base = array.base
    while base is not None:
        if not isinstance(base, np.ndarray):
            base = _behind(base)
            if base is None:
                break
        array, base = base, base.base
    return array


def _behind(base: Any) -> Any:
    """The array to whose memory something leads that is none."""
    if type(base) is memoryview:
        base = base.obj
    elif type(base).__name__ == "DummyArray":  # of numpy's strides
        base = base.base
    return base if isinstance(base, np.ndarray) else None


def is_numeric(value: Any) -> bool:
    """Is it a float or complex number, or an array of these?"""
    cls = type(value)
    if cls is float or cls is np.float64 or cls is complex:
        return True
    if issubclass(cls, np.ndarray):
        return bool(value.dtype.kind in "fc")
    return issubclass(cls, float | complex | np.floating | np.complexfloating)


def fresh(value: Any) -> Any:
    """An equal number, or array, that is no other's object."""
    cls = type(value)
    if cls is float:
        return value * 1.0
    if cls is complex:
        return complex(value.real, value.imag)
    if issubclass(cls, np.ndarray):
        return value.copy(order="K")
    if issubclass(cls, np.generic):
        return np.array(value)[()]
    raise DifferentiationError(f"a {cls.__qualname__} cannot be differentiated: use float, or what numpy has")
