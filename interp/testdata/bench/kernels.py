"""Times NumPy on what BenchmarkPeers runs: a line of name and least processor time in ms for each."""
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
q = g.integers(-128, 128, (512, 512)).astype("int8")
k = g.integers(-(1 << 20), 1 << 20, (512, 512)).astype("int32")
j = g.integers(-(1 << 60), 1 << 60, (1024, 1024))


def softmax(x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def layer_norm(x):
    c = x - x.mean(1, keepdims=True)
    return c / np.sqrt((c * c).mean(1, keepdims=True) + np.float32(1e-5)) * v[0] + v[0]


def batch_norm(x):
    return (x - v[0]) * (v[0] / np.sqrt(v[0] + np.float32(1e-5))) + v[0]


def topk(x, k):
    places = np.argpartition(x, -k, axis=1)[:, -k:]
    order = np.argsort(-np.take_along_axis(x, places, 1), axis=1, kind="stable")
    places = np.take_along_axis(places, order, 1)
    return np.take_along_axis(x, places, 1), places


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
    "transpose": lambda: np.ascontiguousarray(m.T),
    "add transposed": lambda: m.T + m.T,
    "concat": lambda: np.concatenate((m, m)),
    "take": lambda: m.take(i, axis=0),
    "add slices": lambda: m[:, 1:1023] + m[:, 1:1023],
    "split": lambda: np.concatenate(np.split(m, 2, axis=1)[::-1], axis=1),
    "cumsum": lambda: m.cumsum(axis=1),
    "cumsum down": lambda: m.cumsum(axis=0),
    "sort": lambda: np.sort(m, axis=1),
    "sort int64": lambda: np.sort(j, axis=1),
    "argsort": lambda: m.argsort(axis=1, kind="stable"),
    "topk 10": lambda: topk(m, 10),
    "batch_norm": lambda: batch_norm(m),
    "product 512 int8": lambda: np.matmul(q, q.T, dtype="int32"),
    "product 512 int32": lambda: k @ k,
}
for name, f in peers.items():
    if not f:
        continue
    best, until = 1e9, time.perf_counter() + 0.5
    while time.perf_counter() < until:
        start = time.process_time()
        f()
        best = min(best, time.process_time() - start)
    print(f"{name.replace(' ', '_')} {best * 1e3:.3f}")
