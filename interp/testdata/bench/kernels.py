"""Times NumPy on what BenchmarkPeers runs: a line of name and least time in ms for each."""
import time

import numpy as np

try:
    from scipy import special
except ImportError:
    special = None

g = np.random.default_rng(1)
m = g.random((1024, 1024), "float32") + np.float32(0.1)
s = g.random((512, 512), "float32")
d = s.astype("float64")
v = g.random((1, 1024), "float32")
i = g.integers(0, 1024, 1024)


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def layer_norm(x):
    c = x - x.mean(1, keepdims=True)
    return c / np.sqrt((c * c).mean(1, keepdims=True) + np.float32(1e-5)) * v[0] + v[0]


peers = {
    "product 512 float32": lambda: s @ s,
    "product 512 float64": lambda: d @ d,
    "product 1x1024x1024": lambda: v @ m.T,
    "exp": lambda: np.exp(m),
    "log": lambda: np.log(m),
    "tanh": lambda: np.tanh(m),
    "sqrt": lambda: np.sqrt(m),
    "sigmoid": special and (lambda: special.expit(m)),
    "erf": special and (lambda: special.erf(m)),
    "tanh(x*w + b)": lambda: np.tanh(m * m + m),
    "add": lambda: m + m,
    "sum": lambda: m.sum(),
    "max": lambda: m.max(),
    "argmax": lambda: m.argmax(),
    "softmax": lambda: softmax(m),
    "layer_norm": lambda: layer_norm(m),
    "transpose": lambda: m.T + m.T,
    "concat": lambda: np.concatenate((m, m)),
    "take": lambda: m.take(i, axis=0),
    "slice": lambda: m[:, 1:1023] + m[:, 1:1023],
    "cumsum": lambda: m.cumsum(axis=1),
    "sort": lambda: np.sort(m, axis=1),
}
for name, f in peers.items():
    if not f:
        continue
    best, until = 1e9, time.perf_counter() + 0.5
    while time.perf_counter() < until:
        start = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - start)
    print(f"{name.replace(' ', '_')} {best * 1e3:.3f}")
