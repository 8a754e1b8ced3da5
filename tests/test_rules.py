"""Rules of what is no elementwise function: each line is a call, checked against central differences."""

import pytest
from rule_checks import check_float32, check_rule
from rule_examples import example, lines_of, samples

REDUCTIONS = """
np.sum(m)
np.sum(t, axis=(0, 2))
np.sum(m, 1, keepdims=True)
np.sum(m, axis=0, where=mask)
np.sum(l)
np.sum(s)
A.sum(m, 0)
A.sum(cm, axis=-1)
np.mean(m)
np.mean(t, axis=(0, -1), keepdims=True)
np.mean(m, axis=1, where=mask)
A.mean(cm, 0)
np.prod(m)
np.prod(t, axis=(0, 2))
np.prod(m, axis=1, where=mask)
np.prod(z0)
np.prod(z00, axis=1)
np.prod(z00, axis=0, keepdims=True)
A.prod(cm, axis=1)
np.var(m)
np.var(t, axis=(0, 2), ddof=1)
np.var(cm, axis=1)
np.var(m, 1, None, None, 1, True)
np.var(m, axis=0, where=mask)
A.var(m, axis=0)
np.std(m)
np.std(t, axis=1, keepdims=True)
np.std(cm, axis=0)
A.std(m, ddof=1)
np.max(m)
np.max(t, axis=(0, 2), keepdims=True)
np.max(m, axis=1, where=mask, initial=-5.0)
A.max(m, 0)
np.min(m, axis=1)
A.min(t, axis=(1, 2))
np.ptp(m, axis=1)
np.ptp(m)
np.nansum(nn, axis=0)
np.nanmean(nn, axis=1)
np.nanprod(nn, axis=0)
np.nanvar(nn, axis=1, ddof=1)
np.nanstd(nn)
np.nanmax(nn, axis=1)
np.nanmin(nn)
"""


@pytest.mark.parametrize("line", lines_of(REDUCTIONS))
def test_call(line):
    function, args, kwargs = example(line, samples())
    check_rule(function, *args, **kwargs)
    check_float32(function, *args, **kwargs)
