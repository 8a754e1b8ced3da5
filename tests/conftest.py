"""What holds for all tests."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def small_heap() -> None:
    """The collector looks at nothing from before this module: the suite's heap has millions of objects."""
    gc.collect()
    gc.freeze()
