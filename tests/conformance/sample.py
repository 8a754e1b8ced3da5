"""Tests that do under track() what the runner has to tell apart; run by tests/test_conformance.py."""

import os
import sys
import time
import unittest


def is_tracked() -> bool:
    """Is the caller's code rewritten? What runs shows that, as docs/limits.md says."""
    frame = sys._getframe(1)
    return frame.f_code is not getattr(Sample, frame.f_code.co_name).__code__


def double(n: int) -> int:
    return 2 * n


class Sample(unittest.TestCase):
    def test_crash(self):
        if is_tracked():
            os.abort()

    def test_different(self):
        assert not is_tracked()

    def test_same(self):
        assert list(map(double, [1, 2])) == [2, 4]

    @unittest.skip("always")
    def test_skipped(self):
        pass

    def test_unsteady(self):
        self.fail(time.time_ns())


class AsynchronousSample(unittest.IsolatedAsyncioTestCase):
    async def test_coroutine(self):
        assert double(2) == 4
