"""Times NumPy on the arrays of BenchmarkFractal: the least of many runs, in ms."""
import time

import numpy as np


def least(f, runs=200):
    best = 1e9
    for _ in range(runs):
        start = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


x = (np.arange(1_000_000) % 10).astype("int32")
f = np.zeros(1_000_000, "float32")
print(f"sum of 1e6 int32      {least(lambda: np.add.reduce(x)):.3f}")
print(f"x * 2 + 1 of 1e6      {least(lambda: x * 2 + 1):.3f}")
print(f"tanh(x * w + b)       {least(lambda: np.tanh(f * f + np.float32(1)), 50):.3f}")
for n in (256, 512):
    a = np.random.default_rng(1).random((n, n), "float32")
    print(f"product of {n} x {n}  {least(lambda: a @ a, 50):.3f}")
