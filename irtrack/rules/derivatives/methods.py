"""Methods and attributes of numpy's scalars: the rules are those of arrays."""

import numpy as np

from . import arrays, cumulative, indexing, products, reductions, selecting, shapes
from .registry import rule_of
from .verbs import same

TABLES = (arrays, cumulative, indexing, products, reductions, selecting, shapes)  # which come first

for name in dir(np.generic):
    method = getattr(np.ndarray, name, None)
    if rule_of(method) is not None and rule_of(getattr(np.generic, name)) is None and method is not None:
        same(getattr(np.generic, name), method)
