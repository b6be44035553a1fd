#!/usr/bin/env python3
"""Writes internal/op/testdata/numpy.jsonl: what NumPy computes for calls of operators.

    python3 tools/reference/operators.py > internal/op/testdata/numpy.jsonl

Needs NumPy (Debian: python3-numpy; 1.24 made the committed file). A line is one
call: {"op", "args", "attrs", "out"}. A tensor is {"dtype", "shape", "data"},
its elements in row-major order and those JSON has no spelling for as strings;
a tuple is a list. Where NumPy's rules differ from Relay's, the call says in
Relay's terms what NumPy was asked in its own.
"""
import json
import math
import sys

import numpy as np

np.seterr(all="ignore")
rng = np.random.default_rng(20)

INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def element(x):
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    x = float(x)
    if math.isnan(x) or math.isinf(x):
        return str(x)
    return x


def tensor(a):
    if isinstance(a, (tuple, list)):
        return [tensor(x) for x in a]
    a = np.asarray(a)
    return {"dtype": a.dtype.name, "shape": list(a.shape), "data": [element(x) for x in a.ravel()]}


def case(op, args, out, **attrs):
    line = {"op": op, "args": [tensor(a) for a in args], "attrs": attrs, "out": tensor(out)}
    json.dump(line, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


def draw(dtype, *shape, low=-9, high=9):
    """Small numbers of any dtype, without halves, which are rounded in two ways."""
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.startswith("uint"):
        low = max(low, 0)
    if dtype in FLOATS:
        return (np.round(rng.uniform(low, high, shape) * 16) / 16 + 1 / 64).astype(dtype)
    return rng.integers(low, high, shape, endpoint=True).astype(dtype)


def elementwise():
    signed = INTS[:4] + FLOATS
    for op, f, dtypes in [
        ("abs", np.abs, INTS + FLOATS), ("negative", np.negative, INTS + FLOATS), ("copy", np.copy, INTS + FLOATS + ["bool"]),
        ("sign", np.sign, signed), ("bitwise_not", np.invert, INTS + ["bool"]), ("logical_not", np.logical_not, ["bool"]),
        ("ceil", np.ceil, FLOATS), ("floor", np.floor, FLOATS), ("round", np.round, FLOATS), ("trunc", np.trunc, FLOATS),
        ("isfinite", np.isfinite, FLOATS), ("isinf", np.isinf, FLOATS), ("isnan", np.isnan, FLOATS),
        ("exp", np.exp, FLOATS), ("sin", np.sin, FLOATS), ("cos", np.cos, FLOATS), ("tan", np.tan, FLOATS),
        ("tanh", np.tanh, FLOATS), ("sinh", np.sinh, FLOATS), ("cosh", np.cosh, FLOATS),
        ("atan", np.arctan, FLOATS), ("asinh", np.arcsinh, FLOATS),
        ("fast_exp", np.exp, FLOATS[1:]), ("fast_tanh", np.tanh, FLOATS[1:]),
    ]:
        for d in dtypes:
            x = draw(d, 3, 5)
            if d in FLOATS:
                x[0, :3] = [np.nan, np.inf, -np.inf]
            if op in ("sin", "cos", "tan"):
                x[0, :3] = 0
            if op == "sign" and d in FLOATS:
                x[0, 0] = 0  # Relay's sign of NaN is 0
            wide = x.astype("float64") if d == "float16" and op not in ("isfinite", "isinf", "isnan") else x
            out = f(wide)
            case(op, [x], out.astype(d) if out.dtype != bool else out)
    for op, f, low, high in [
        ("log", np.log, 0.1, 9), ("log2", np.log2, 0.1, 9), ("log10", np.log10, 0.1, 9), ("sqrt", np.sqrt, 0, 9),
        ("rsqrt", lambda x: 1 / np.sqrt(x), 0.5, 9), ("acos", np.arccos, -0.9, 0.9), ("asin", np.arcsin, -0.9, 0.9),
        ("acosh", np.arccosh, 1.5, 9), ("atanh", np.arctanh, -0.9, 0.9),
        ("sigmoid", lambda x: 1 / (1 + np.exp(-x)), -9, 9),
        ("erf", np.vectorize(math.erf), -2, 2), ("fast_erf", np.vectorize(math.erf), -2, 2),
    ]:
        for d in FLOATS:
            x = rng.uniform(low, high, (4, 3)).astype(d)
            case(op, [x], f(x.astype("float64")).astype(d))
    for d in INTS[:4] + FLOATS:
        x = draw(d, 4, 4)
        case("clip", [x], np.clip(x, np.array(-3, d), np.array(5, d)), a_min=-3.0, a_max=5.0)
    for a in INTS + FLOATS + ["bool"]:
        for b in INTS + FLOATS + ["bool"]:
            x = draw(a, 6, low=0)
            case("cast", [x], x.astype(b), dtype=b)
    x = draw("float32", 5)
    case("reinterpret", [x], x.view("int32"), dtype="int32")
    case("cast_like", [x, draw("int64", 2)], x.astype("int64"))


def binary():
    number = INTS + FLOATS
    for op, f, dtypes in [
        ("add", np.add, number), ("subtract", np.subtract, number), ("multiply", np.multiply, number),
        ("sub", np.subtract, ["int32"]), ("mul", np.multiply, ["float32"]), ("div", np.divide, ["float32"]),
        ("maximum", np.maximum, number), ("minimum", np.minimum, number),
        ("divide", np.divide, FLOATS), ("mod", np.fmod, number), ("trunc_mod", np.fmod, number), ("floor_mod", np.mod, number),
        ("floor_divide", np.floor_divide, INTS), ("trunc_divide", lambda x, y: np.trunc(x / y), FLOATS),
        ("divide", lambda x, y: (np.sign(x) * np.sign(y) * (np.abs(x) // np.abs(y))).astype(x.dtype), INTS),
        ("bitwise_and", np.bitwise_and, INTS + ["bool"]), ("bitwise_or", np.bitwise_or, INTS + ["bool"]),
        ("bitwise_xor", np.bitwise_xor, INTS + ["bool"]),
        ("logical_and", np.logical_and, ["bool"]), ("logical_or", np.logical_or, ["bool"]), ("logical_xor", np.logical_xor, ["bool"]),
        ("equal", np.equal, number + ["bool"]), ("not_equal", np.not_equal, number), ("less", np.less, number + ["bool"]),
        ("less_equal", np.less_equal, number), ("greater", np.greater, number), ("greater_equal", np.greater_equal, number),
    ]:
        for d in dtypes:
            for left, right in [((2, 1, 4), (3, 1)), ((5,), (2, 5)), ((), (3,)), ((2, 3), (2, 3))]:
                x, y = draw(d, *left), draw(d, *right, low=1)
                case(op, [x, y], f(x, y).astype(d) if f(x, y).dtype != bool else f(x, y))
    for d in FLOATS[1:]:
        x, y = rng.uniform(0.1, 4, (3, 1)).astype(d), rng.uniform(-2, 2, (4,)).astype(d)
        case("power", [x, y], np.power(x.astype("float64"), y).astype(d))
        x = np.array([-7.5, 7.5, 0.25], d)
        case("floor_divide", [x, np.array(2, d)], np.floor(x / 2))
    for d in INTS:
        x, y = draw(d, 3, 3, low=-3, high=3), draw(d, 3, 3, low=0, high=5)
        case("power", [x, y], np.power(x, y))
        case("left_shift", [x, y], np.left_shift(x, y))
        case("right_shift", [x, y], np.right_shift(x, y))
    for d in number + ["bool"]:
        c, x, y = draw("bool", 3, 1), draw(d, 4), draw(d, 2, 1, 1)
        case("where", [c, x, y], np.where(c, x, y))


def reductions():
    axes = [None, [0], [1], [2], [0, 2], [-1, 1], [0, 1, 2]]
    for op, f in [("sum", np.sum), ("prod", np.prod), ("max", np.max), ("min", np.min)]:
        for d in INTS + FLOATS:
            x = draw(d, 3, 4, 5, low=-2, high=2)
            for i, a in enumerate(axes):
                keep = i % 2 == 1
                wide = x.astype("float64") if d in FLOATS else x
                out = np.asarray(f(wide, axis=None if a is None else tuple(a), keepdims=keep)).astype(d)
                case(op, [x], out, **({} if a is None else {"axis": a}), keepdims=keep)
    for n in [1, 15, 16, 17, 31, 33, 100]:
        for shape, axis in [((n,), 0), ((n, 3), 0), ((3, n), 1), ((2, n, 2), 1)]:
            x = draw("float64", *shape)
            case("sum", [x], np.sum(x, axis=axis), axis=[axis])
    for d in FLOATS:
        x = draw(d, 3, 4, 2)
        case("mean", [x], np.mean(x.astype("float64"), axis=1).astype(d), axis=[1])
        mean = np.mean(x.astype("float64"), axis=(0, 2), keepdims=True).astype(d)
        spread = np.mean((x.astype("float64") - mean.astype("float64")) ** 2, axis=(0, 2))
        case("variance", [x, mean], spread.astype(d), axis=[0, 2])
        case("variance", [x, mean], (spread * 6 / 5).astype(d), axis=[0, 2], unbiased=True)
    x = draw("int32", 3, 4)
    case("mean", [x], np.trunc(np.sum(x, axis=0) / 3).astype("int32"), axis=[0])
    case("sum", [x], np.sum(x, axis=1, dtype="int32"), axis=[0], exclude=True)
    b = draw("bool", 3, 4)
    for op, f in [("all", np.all), ("any", np.any)]:
        for a in [None, [0], [1]]:
            case(op, [b], f(b, axis=None if a is None else a[0]), **({} if a is None else {"axis": a}))
    for op, f in [("argmax", np.argmax), ("argmin", np.argmin)]:
        for d in ["int8", "uint64", "float16", "float32", "float64"]:
            x = draw(d, 3, 4, 5, low=-3, high=3)
            for a in [0, 1, 2]:
                case(op, [x], f(x, axis=a).astype("int32"), axis=[a])
                flipped = np.flip(x, axis=a)
                case(op, [x], (x.shape[a] - 1 - f(flipped, axis=a)).astype("int32"), axis=[a], select_last_index=True)
            case(op, [x], np.asarray(f(x)).astype("int32"))
            case(op, [x], f(x.reshape(3, 20), axis=1).astype("int32"), axis=[1, 2])
    for op, f in [("cumsum", np.cumsum), ("cumprod", np.cumprod)]:
        for d in ["int32", "int8", "float32", "float64"]:
            x = draw(d, 3, 4, low=-2, high=2)
            case(op, [x], f(x).astype(d))
            for a in [0, 1, -1]:
                out = f(x, axis=a, dtype=d)
                case(op, [x], out, axis=a)
                first = np.full_like(np.take(out, [0], axis=a), 1 if op == "cumprod" else 0)
                shifted = np.concatenate([first, np.delete(out, -1, axis=a)], axis=a)
                case(op, [x], shifted, axis=a, exclusive=True)
            case(op, [x], f(x, axis=0, dtype="int64" if d[0] == "i" else "float64"), axis=0, dtype="int64" if d[0] == "i" else "float64")


def shapes():
    x = draw("float32", 2, 3, 4)
    for new, shape in [([6, 4], (6, 4)), ([-1], (24,)), ([0, -1], (2, 12)), ([-2], (2, 3, 4)), ([-3, 0], (6, 4)), ([-4, 1, 2, -2], (1, 2, 3, 4))]:
        case("reshape", [x], x.reshape(shape), newshape=new)
    case("contrib_reverse_reshape", [x], x.reshape(6, 4), newshape=[-1, 0])
    case("reshape_like", [x, draw("int8", 4, 6)], x.reshape(4, 6))
    for axes in [None, [0, 2, 1], [2, 0, 1], [-1, 0, 1]]:
        case("transpose", [x], np.transpose(x, axes), **({} if axes is None else {"axes": axes}))
    case("expand_dims", [x], x[:, None, None], axis=1, num_newaxis=2)
    case("expand_dims", [x], x[..., None], axis=-1)
    case("squeeze", [x[None, :, None]], x)
    case("squeeze", [x[None, :, None]], x[None], axis=[2])
    for a in [0, 1, -1]:
        case("reverse", [x], np.flip(x, a), axis=a)
    for a in [0, 1, -1]:
        y = draw("float32", *[5 if i == a % 3 else n for i, n in enumerate(x.shape)])
        case("concatenate", [(x, y)], np.concatenate([x, y], a), axis=a)
        case("stack", [(x, x + 1)], np.stack([x, x + 1], a), axis=a)
        case("repeat", [x], np.repeat(x, 3, a), axis=a, repeats=3)
    for reps in [[2], [2, 1, 3], [2, 1, 1, 2]]:
        case("tile", [x], np.tile(x, reps), reps=reps)
    case("split", [x], np.split(x, 3, 1), indices_or_sections=3, axis=1)
    case("split", [x], np.split(x, [1, 3], 2), indices_or_sections=[1, 3], axis=2)
    for indexing in ["ij", "xy"]:
        vs = (np.arange(3), np.arange(4) + 5, np.arange(2) + 10)
        case("meshgrid", [vs], np.meshgrid(*vs, indexing=indexing), indexing=indexing)
    case("broadcast_to", [x[:, :1]], np.broadcast_to(x[:, :1], (5, 2, 3, 4)), shape=[5, 2, 3, 4])
    case("broadcast_to_like", [x[:, :1], x], np.broadcast_to(x[:, :1], (2, 3, 4)))
    case("collapse_sum_like", [x, x[0, :1]], x.sum(axis=(0, 1))[None])
    case("collapse_sum_to", [x, np.array([3, 1])], x.sum(axis=(0, 2))[:, None], shape=[3, 1])
    for b, e, s, index in [
        ([0, 1], [2, 3], [1, 1], np.s_[0:2, 1:3]), ([1, 0, 3], [2, 9, 0], [1, 2, -1], np.s_[1:2, ::2, 3:0:-1]),
        ([-1, -2], [9, 9], [1, 1], np.s_[-1:, -2:]), ([1, 2, 9], [-9, -9, -9], [-1, -1, -2], np.s_[::-1, ::-1, ::-2]),
    ]:
        case("strided_slice", [x], x[index], begin=b, end=e, strides=s)
    case("strided_slice", [x], x[:, :, 1:3], begin=[1], end=[2], strides=[1], axes=[2], slice_mode="size")
    case("slice_like", [x, draw("int32", 1, 2, 3)], x[:1, :2, :3])
    case("slice_like", [x, draw("int32", 1, 2)], x[:, :2], axes=[1])
    y, v = x.copy(), draw("float32", 2, 2, 4)
    y[:, 0:3:2] = v
    case("strided_set", [x, v, np.array([0, 0]), np.array([2, 3]), np.array([1, 2])], y)
    case("sliding_window", [x], np.lib.stride_tricks.sliding_window_view(x, (2, 2), axis=(1, 2))[:, ::1, ::2], axis=1, window_shape=[2, 2], strides=[1, 2])
    case("shape_of", [x], np.array(x.shape, "int32"), dtype="int32")
    case("ndarray_size", [x], np.array(x.size, "int64"), dtype="int64")
    for op, v in [("zeros", 0), ("ones", 1)]:
        for d in ["int8", "float16", "bool"]:
            case(op, [], np.full((2, 3), v, d), shape=[2, 3], dtype=d)
        case(op + "_like", [x], np.full_like(x, v))
    case("full", [np.array(2.5, "float32")], np.full((2, 2), 2.5, "float64"), shape=[2, 2], dtype="float64")
    case("full_like", [x, np.array(3)], np.full_like(x, 3))
    for d, (b, e, s) in [("int32", (2, 11, 3)), ("float32", (0, 1, 0.25)), ("int64", (5, -5, -2))]:
        case("arange", [np.array(v, d) for v in (b, e, s)], np.arange(b, e, s, d), start="expr", stop="expr", step="expr", dtype=d)
    i = np.array([[0, 2], [3, 9]])
    hot = (i[..., None] == np.arange(4)).astype("float32") * 5 - 1
    case("one_hot", [i, np.array(4, "float32"), np.array(-1, "float32")], hot, depth=4, dtype="float32")
    case("one_hot", [i, np.array(4, "float32"), np.array(-1, "float32")], np.moveaxis(hot, 2, 0), depth=4, axis=0, dtype="float32")
    for k in [-1, 0, 2]:
        case("trilu", [x, np.array(k)], np.triu(x, k))
        case("trilu", [x, np.array(k)], np.tril(x, k), upper=False)


def lookups():
    x = draw("float32", 3, 4, 5)
    wide = draw("int16", 3, 4, 9)
    i = np.array([[0, 2, 1], [2, 2, 0]])
    for data in (x, wide):
        for a in [0, 1, 2]:
            case("take", [data, i], np.take(data, i, a), axis=a)
            case("take", [data, i - 5], np.take(data, i - 5, a, mode="wrap"), axis=a, mode="wrap")
            case("take", [data, i + 3], np.take(data, i + 3, a, mode="clip"), axis=a)
    case("take", [x, i + 20], np.take(x, i + 20))
    case("take", [x, np.array(2, "uint8")], x[2], axis=0)
    b = rng.integers(0, 4, (3, 6))
    case("take", [x, b], np.stack([x[k][b[k]] for k in range(3)]), axis=1, batch_dims=1)
    b = rng.integers(0, 5, (3, 6))
    case("take", [x, b], np.stack([x[k][:, b[k]] for k in range(3)]), axis=2, batch_dims=1)
    for a, n in [(0, 2), (1, 6), (2, 1)]:
        shape = [n if k == a else x.shape[k] for k in range(3)]
        g = rng.integers(0, x.shape[a], shape)
        case("gather", [x, g], np.take_along_axis(x, g, a), axis=a)
        u = draw("float32", *shape)
        if n <= x.shape[a]:
            g = np.argsort(rng.uniform(size=x.shape), axis=a).take(range(n), axis=a)
            y = x.copy()
            np.put_along_axis(y, g, u, a)
            case("scatter_elements", [x, g, u], y, axis=a)
        for how, f in [("add", np.add), ("mul", np.multiply), ("min", np.minimum), ("max", np.maximum)]:
            g = rng.integers(0, x.shape[a], shape)
            index = list(np.indices(shape))
            index[a] = g
            y = x.astype("float64")
            f.at(y, tuple(index), u.astype("float64"))
            case("scatter_elements", [x, g, u], y.astype("float32"), axis=a, reduction=how)
    n = np.stack([rng.integers(0, 3, (2, 3)), rng.integers(0, 4, (2, 3))])
    case("gather_nd", [x, n], x[n[0], n[1]])
    n = np.stack([rng.integers(0, 4, (3, 2)), rng.integers(0, 5, (3, 2))])
    case("gather_nd", [x, n], np.stack([x[k][n[0, k], n[1, k]] for k in range(3)]), batch_dims=1)
    case("adv_index", [(x, i, i)], x[i, i])
    case("adv_index", [(x, np.array([0, 2]), np.array([[1], [3], [0]]))], x[np.array([0, 2]), np.array([[1], [3], [0]])])
    n = np.stack([rng.integers(0, 3, 4), rng.integers(0, 4, 4)])
    u = draw("float32", 4, 5)
    for how, f in [("add", np.add), ("mul", np.multiply), ("min", np.minimum), ("max", np.maximum)]:
        y = x.astype("float64")
        f.at(y, (n[0], n[1]), u.astype("float64"))
        case("scatter_nd", [x, n, u], y.astype("float32"), mode=how)
    case("argwhere", [x > 0], np.argwhere(x > 0).astype("int32"))
    p = np.array([0, 7, 23, 59])
    case("unravel_index", [p, np.array([3, 4, 5])], np.stack(np.unravel_index(p, (3, 4, 5))))
    p = rng.permutation(9)
    case("invert_permutation", [p], np.argsort(p))
    lengths = np.array([2, 3, 0])
    y = x.copy()
    for k, m in enumerate(lengths):
        y[k, :m] = y[k, :m][::-1]
    case("reverse_sequence", [x, lengths], y, seq_axis=1, batch_axis=0)
    mask = np.arange(4)[None, :, None] < lengths[:, None, None]
    case("sequence_mask", [x, lengths], np.where(mask, x, np.float32(-1)), mask_value=-1.0, axis=1)
    mask = np.arange(3)[:, None, None] < np.array([1, 2, 3, 0])[None, :, None]
    case("sequence_mask", [x, np.array([1, 2, 3, 0])], np.where(mask, x, np.float32(0)))


def orders():
    for d in ["int8", "uint32", "float16", "float32", "float64", "bool"]:
        x = draw(d, 3, 4, 5, low=-4, high=4)
        for a in [0, 1, -1]:
            case("sort", [x], np.sort(x, a), axis=a)
            place = np.argsort(x, a, kind="stable")
            case("argsort", [x], place.astype("int32"), axis=a, dtype="int32")
            if d not in ("bool", "uint32"):
                down = np.argsort(-x.astype("float64"), a, kind="stable")
                case("argsort", [x], down, axis=a, is_ascend=False, dtype="int64")
                case("sort", [x], np.take_along_axis(x, down, a), axis=a, is_ascend=False)
                both = (np.take_along_axis(x, down, a).take(range(2), a), down.take(range(2), a).astype("int32"))
                case("topk", [x], both, k=2, axis=a, dtype="int32")
                case("topk", [x], np.take_along_axis(x, place, a).take(range(3), a), k=3, axis=a, is_ascend=True, ret_type="values", dtype="int32")
    s = np.sort(draw("float32", 9))
    v = np.concatenate([draw("float32", 5), s[:3]])
    for right in [False, True]:
        case("searchsorted", [s, v], np.searchsorted(s, v, "right" if right else "left").astype("int32"), right=right)
        t = np.sort(draw("int64", 2, 7), 1)
        w = draw("int64", 2, 4)
        out = np.stack([np.searchsorted(t[k], w[k], "right" if right else "left") for k in range(2)])
        case("searchsorted", [t, w], out, right=right, dtype="int64")
    x = draw("int32", 12, low=0, high=5)
    u, first, group, count = np.unique(x, True, True, True)

    def whole(a, n=12):
        return np.concatenate([a, np.zeros(n - len(a), a.dtype)]).astype("int32")

    case("unique", [x], (whole(u), whole(first), group.astype("int32"), np.array([len(u)], "int32"), whole(count)), return_counts=True)


def products():
    a, b, v = draw("float32", 3, 4), draw("float32", 4, 5), draw("float32", 4)
    batch, other = draw("float32", 2, 3, 4), draw("float32", 2, 4, 5)
    for eq, ops in [
        ("ij,jk->ik", (a, b)), ("ij,jk", (a, b)), ("ij->ji", (a,)), ("ij->", (a,)), ("ij->j", (a,)), ("ij,j->i", (a, v)), ("i,j->ij", (v, v)),
        ("bij,bjk->bik", (batch, other)), ("bij,bjk->ki", (batch, other)), ("...ij,...jk->...ik", (batch, other)), ("...ij,jk", (batch, b)),
        ("ii->i", (draw("float32", 4, 4),)), ("ii", (draw("float32", 4, 4),)), ("ij,jk,kl->il", (a, b, draw("float32", 5, 2))),
        ("ij,ij->ij", (a, a)), ("ij,kl->ijkl", (a, b)), ("ij,jk,k->", (a, b, draw("float32", 5))),
    ]:
        case("einsum", [ops], np.einsum(eq, *(o.astype("float64") for o in ops)).astype("float32"), equation=eq)
    i = draw("int32", 3, 4)
    case("einsum", [(i, i)], np.einsum("ij,kj->ik", i, i), equation="ij,kj->ik")
    x, m, s = draw("float32", 2, 3, 4), draw("float32", 3), draw("float32", 3, low=1)
    case("batch_norm", [x, m, s], (x - m[:, None]) / np.sqrt(s[:, None] + 1e-5))
    z = draw("float64", 3, 7) + 1j * draw("float64", 3, 7)
    f, g = np.fft.fft(z), np.fft.ifft(z)
    case("dft", [z.real, z.imag], (f.real, f.imag))
    case("dft", [z.real, z.imag], (g.real, g.imag), inverse=True)
    y, w = draw("float32", 2, 20), rng.uniform(0.5, 1, 6).astype("float32")
    frames = np.stack([y[:, k * 3 : k * 3 + 6] * w for k in range(5)], 1)
    f = np.moveaxis(np.fft.rfft(frames), 1, 2)
    case("stft", [y, w], np.stack([f.real, f.imag], -1).astype("float32"), n_fft=6, hop_length=3, win_length=6)
    f = np.moveaxis(np.fft.fft(frames), 1, 2) / np.sqrt(6)
    case("stft", [y, w], np.stack([f.real, f.imag], -1).astype("float32"), n_fft=6, hop_length=3, win_length=6, normalized=True, onesided=False)


def sparse():
    rows, values = np.array([[0, 1], [2, 3], [1, 0]]), draw("float32", 3)
    dense = np.full((3, 4), 7, "float32")
    dense[tuple(rows.T)] = values
    case("sparse_to_dense", [rows, values, np.array(7, "float32")], dense, output_shape=[3, 4])
    flat = np.ravel_multi_index(tuple(rows.T), (3, 4))
    case("sparse_reshape", [rows, np.array([3, 4]), np.array([2, -1])], (np.stack(np.unravel_index(flat, (2, 6)), 1), np.array([2, 6])))
    x = draw("float32", 2, 3, 4)
    y, d = x.copy(), draw("float32", 2, 3)
    y[:, range(3), range(3)] = d
    case("matrix_set_diag", [x, d], y)
    y, d = x.copy(), draw("float32", 2, 2)
    y[:, range(1, 3), range(2)] = d
    case("matrix_set_diag", [x, d], y, k1=-1, k2=-1)
    y, d = x.copy(), draw("float32", 2, 3, 3)
    for k in range(-1, 2):
        n = min(3 + min(k, 0), 4 - max(k, 0))
        place = [max(-k, 0) + np.arange(n), max(k, 0) + np.arange(n)]
        row = d[:, 1 - k]
        y[:, place[0], place[1]] = row[:, 3 - n :] if k >= 0 else row[:, :n]
    case("matrix_set_diag", [x, d], y, k1=-1, k2=1)


def computed():
    """Operators whose shape is an argument: it is data, of whatever integers."""
    def ints(*n, dtype="int64"):
        return np.array(n, dtype)

    def near(a, axis, scale):
        """The element below the place: Relay rounds down where it does not align corners."""
        at = np.floor((np.arange(a.shape[axis] * scale) + 0.5) / scale - 0.5).astype(int)
        return np.take(a, np.maximum(at, 0), axis=axis)

    x = draw("float32", 2, 3, 4)
    for dtype in ("int32", "int64"):
        case("dyn.reshape", [x, ints(4, 6, dtype=dtype)], x.reshape(4, 6))
        case("dyn.reshape", [x, ints(-1, 3, dtype=dtype)], x.reshape(-1, 3))
        case("dyn.tile", [x, ints(2, 1, 3, dtype=dtype)], np.tile(x, (2, 1, 3)))
        case("dyn.broadcast_to", [x[:, :1], ints(2, 5, 4, dtype=dtype)], np.broadcast_to(x[:, :1], (2, 5, 4)))
        case("dyn.zeros", [ints(2, 0, 3, dtype=dtype)], np.zeros((2, 0, 3), "float32"), dtype="float32")
        case("dyn.zeros", [ints(2, 3, dtype=dtype)], np.zeros((2, 3), "int32"), dtype="int32")
        case("dyn.ones", [ints(3, 2, dtype=dtype)], np.ones((3, 2), "float64"), dtype="float64")
        case("dyn.full", [np.array(7, "float32"), ints(3, 2, dtype=dtype)], np.full((3, 2), 7, "float32"), dtype="float32")
    case("dyn.tile", [x, ints(2, 2, 1, 1)], np.tile(x, (2, 2, 1, 1)))
    case("dyn.expand_dims", [x, np.array(1, "int64")], x[:, None], num_newaxis=1)
    case("dyn.expand_dims", [x, np.array(-1, "int64")], x[..., None], num_newaxis=1)
    y = draw("float32", 1, 3, 1, 2)
    case("dyn.squeeze", [y, ints(0, 2)], y[0, :, 0])
    case("dyn.squeeze", [y, ints(-2)], y[:, :, 0])
    k = draw("int32", 2, 3, low=-1, high=4)
    eye = np.where(k[..., None] == np.arange(4), 5, -2).astype("float32")
    case("dyn.one_hot", [k, np.array(5, "float32"), np.array(-2, "float32"), np.array(4, "int32")], eye, axis=-1, dtype="float32")
    case("dyn.one_hot", [k, np.array(5, "float32"), np.array(-2, "float32"), np.array(4, "int32")], np.moveaxis(eye, -1, 0), axis=0, dtype="float32")
    case("dyn.nn.pad", [x, np.array([[1, 0], [0, 2], [2, 1]]), np.array(9, "float32")],
         np.pad(x, [[1, 0], [0, 2], [2, 1]], constant_values=9))
    case("dyn.strided_slice", [x, ints(0, 1, 3), ints(2, 3, 0), ints(1, 1, -2)], x[0:2, 1:3, 3:0:-2])
    case("dyn.strided_slice", [x, ints(-1, 0, -3), ints(9, 2, -1), ints(1, 1, 1)], x[-1:9, 0:2, -3:-1])
    z = rng.permutation(24).reshape(2, 3, 4).astype("float32")
    for axis in (0, 1, -1):
        order = np.argsort(-z, axis=axis)
        n = 2
        at = np.take(order, range(n), axis=axis)
        both = np.take_along_axis(z, at, axis), at.astype("int32")
        case("dyn.topk", [z, np.array(n, "int32")], both, axis=axis, ret_type="both", dtype="int32")
        case("dyn.topk", [z, np.array([n], "int64")], both[0], axis=axis, ret_type="values", dtype="int32")
    rows, values = np.array([[0, 1], [2, 3], [1, 0]]), draw("float32", 3)
    dense = np.full((3, 4), 7, "float32")
    dense[tuple(rows.T)] = values
    case("dyn.sparse_to_dense", [rows, values, np.array(7, "float32"), ints(3, 4)], dense)
    i = draw("float32", 1, 2, 3, 4)
    case("dyn.nn.upsampling", [i, np.array(2.0), np.array(3.0)], i.repeat(2, 2).repeat(3, 3))
    v = draw("float32", 1, 2, 2, 3, 2)
    case("dyn.nn.upsampling3d", [v, np.array(2.0), np.array(1.0), np.array(3.0)], near(near(v, 2, 2), 4, 3))
    case("dyn.image.resize2d", [i, ints(6, 8), np.zeros(4, "float32")], i.repeat(2, 2).repeat(2, 3),
         layout="NCHW", method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor",
         cubic_alpha=-0.5, cubic_exclude=0)


def layouts():
    x = draw("float32", 2, 8, 3, 5)
    case("layout_transform", [x], x.transpose(0, 2, 3, 1), src_layout="NCHW", dst_layout="NHWC")
    blocked = x.reshape(2, 2, 4, 3, 5).transpose(0, 1, 3, 4, 2)
    case("layout_transform", [x], blocked, src_layout="NCHW", dst_layout="NCHW4c")
    case("layout_transform", [blocked], x, src_layout="NCHW4c", dst_layout="NCHW")
    padded = np.zeros((2, 12, 3, 5), "float32")
    padded[:, :8] = x
    case("layout_transform", [x], padded.reshape(2, 2, 6, 3, 5).transpose(0, 1, 3, 4, 2), src_layout="NCHW", dst_layout="NCHW6c")
    case("layout_transform", [x], x.transpose(1, 0, 3, 2), src_layout="NCHW", dst_layout="CNWH")


def fixed():
    x = np.concatenate([rng.integers(-(2**31), 2**31, 12), [0, 1, -1, 2**31 - 1, -(2**31)]]).astype("int32")
    for multiplier, shift in ((1 << 30, 0), (1518500250, -3), (2147483647, 1), (1288490189, -9)):
        exact = [int(v) * multiplier * 2 ** max(shift, 0) for v in x]
        total = 31 + max(-shift, 0)
        out = [(v + (1 << (total - 1))) >> total for v in exact]
        keep = [k for k, v in enumerate(out) if -(2**31) <= v < 2**31]
        case("fixed_point_multiply", [x[keep]], np.array([out[k] for k in keep], "int32"), multiplier=multiplier, shift=shift)


    x = rng.integers(-(2**20), 2**20, (2, 3, 4)).astype("int32")
    m = np.array([1 << 30, 1518500250, 2147483647])
    left, right = np.array([0, 2, 1]), np.array([3, 0, 5])
    out = np.zeros(x.shape, "int32")
    for c in range(3):
        total = 31 + int(right[c])
        for at in np.ndindex(2, 4):
            v = int(x[at[0], c, at[1]]) * 2 ** int(left[c]) * int(m[c])
            out[at[0], c, at[1]] = (v + (1 << (total - 1))) >> total
    case("fixed_point_multiply_per_axis", [x] + [v.astype("int32") for v in (m, left, right)], out,
         is_lshift_required=True, is_rshift_required=True, axes=[1])


def quantized():
    """Scales are powers of two and results whole, so that only one answer is right."""
    def f(x):
        return np.float32(x)

    def z(n):
        return np.int32(n)

    x = 2 * rng.integers(-30, 30, (3, 5)).astype("int8")
    real = (x - 2) * 0.5
    case("qnn.leaky_relu", [x, f(0.5), z(2), f(0.25), z(-3)],
         np.clip(np.where(real < 0, real / 2, real) / 0.25 - 3, -128, 127).astype("int8"), alpha=0.5)
    x = 4 * rng.integers(-15, 15, (1, 2, 4, 6)).astype("int8")
    mean = x.reshape(1, 2, 2, 2, 3, 2).astype(int).sum((3, 5)) // 4
    case("qnn.avg_pool2d", [x, f(0.5), z(1), f(0.25), z(4)], np.clip((mean - 1) * 2 + 4, -128, 127).astype("int8"), pool_size=[2, 2], strides=[2, 2])
    a, b = rng.integers(-20, 20, (2, 3)).astype("int8"), rng.integers(-20, 20, (1, 3)).astype("int8")
    out = np.concatenate([(a - 1) * 2 + 5, (b.astype(int) + 2) * 4 + 5])
    case("qnn.concatenate", [(a, b), (f(0.5), f(1)), (z(1), z(-2)), f(0.25), z(5)], np.clip(out, -128, 127).astype("int8"), axis=0)
    x = draw("float32", 3, 4)
    for code, (low, high) in {1: (-128, 127), 2: (0, 255), 3: (-(2**31), 2**31 - 1)}.items():
        q = np.clip(np.sign(x) * np.floor(abs(x) / 0.125 + 0.5) + 3, low, high).astype("float32")
        case("qnn.simulated_quantize", [x, z(code), f(0.125), z(3)], q)
        case("qnn.simulated_dequantize", [q, z(code), f(0.125), z(3)], ((q - 3) * 0.125).astype("float32"))
    x, w = rng.integers(-9, 9, (3, 8)).astype("int8"), rng.integers(-9, 9, (6, 8)).astype("int8")
    packed = w.reshape(2, 3, 4, 2).transpose(0, 2, 1, 3)
    case("qnn.contrib_dense_pack", [x, packed, z(2), z(-1), f(0.5), f(0.25)],
         ((x.astype(int) - 2) @ (w.astype(int) + 1).T).astype("int32"), units=6, out_dtype="int32")
    x = rng.integers(-40, 40, (4, 6)).astype("int8")
    e = np.exp((x - 3) * 0.125)
    share = e / e.sum(-1, keepdims=True)
    case("qnn.softmax", [x, f(0.125), z(3), f(1 / 256), z(-128)], np.clip(np.floor(share * 256 + 0.5) - 128, -128, 127).astype("int8"))


def identities():
    for op in ("annotation.stop_fusion", "annotation.checkpoint", "annotation.bitpack_start", "annotation.bitpack_end"):
        x = draw("float32", 2, 3)
        case(op, [x], x)
    x = draw("float32", 2, 3)
    case("annotation.compiler_begin", [x], x, compiler="c")
    case("annotation.compiler_end", [x], x, compiler="c")
    a, b = draw("float32", 2, 3, 4), draw("float32", 2, 4, 5)
    case("matmul", [a, b], a @ b)
    case("matmul", [a[0], b], a[0] @ b)
    a, b = draw("int64", 2, 1, 3, 4), draw("int64", 3, 4, 2)
    case("matmul", [a, b], a @ b)


def empty_rows():
    at, values = np.array([[0, 1], [0, 3], [2, 0], [3, 1]]), draw("int64", 4)
    filled = np.array([[0, 1], [0, 3], [1, 0], [2, 0], [3, 1], [4, 0]])
    more = np.insert(np.append(values, 9), 2, 9)
    case("sparse_fill_empty_rows", [at, values, np.array([5, 6]), np.array(9)], (filled, more, np.array([0, 1, 0, 0, 1])))


def even():
    halves = np.arange(-4, 5, dtype="float64") / 2
    for d in FLOATS:
        x = np.concatenate([halves, [0.25, -0.75, np.nan, np.inf, -np.inf]]).astype(d)
        case("round_even", [x], np.round(x))
    case("round_even", [np.arange(-3, 4, dtype="int32")], np.arange(-3, 4, dtype="int32"))


def weights(n, out, method, place, a=-0.75, scale=1.0, exclude=False, rounding=None):
    """A row for each element of the result: the weight of each element of the data."""
    table = np.zeros((out, n))
    for i in range(out):
        p = place(i)
        if method == "nearest_neighbor":
            table[i, min(max(int(rounding(p)), 0), n - 1)] = 1
            continue
        reach = (1 if method == "linear" else 2) / scale
        for j in range(math.floor(p - reach), math.ceil(p + reach) + 1):
            d = abs(j - p) * scale
            if method == "linear":
                w = max(0, 1 - d)
            elif d <= 1:
                w = (a + 2) * d**3 - (a + 3) * d**2 + 1
            else:
                w = a * (d**3 - 5 * d**2 + 8 * d - 4) if d < 2 else 0
            if not (exclude and (j < 0 or j >= n)):
                table[i, min(max(j, 0), n - 1)] += w
        table[i] /= table[i].sum()
    return table


def resizes():
    x = draw("float32", 2, 5, 4)

    def resize(x, outs, method, places, axes=(1, 2), scales=(), antialias=False, name="half_pixel", rounding="round_prefer_floor", computed=False, **attrs):
        y = x.astype("float64")
        for k, axis in enumerate(axes):
            n = x.shape[axis]
            s = scales[k] if scales else outs[k] / n
            how = {"round_prefer_floor": lambda p: math.ceil(p - 0.5), "round_prefer_ceil": lambda p: math.floor(p + 0.5),
                   "floor": math.floor, "ceil": math.ceil}[rounding]
            w = weights(n, outs[k], method, lambda i: places(i, n, outs[k], s), a=attrs.get("cubic_alpha", -0.75),
                        scale=min(1.0, s) if antialias else 1.0, exclude=attrs.get("cubic_exclude", False), rounding=how)
            y = np.moveaxis(np.tensordot(w, y, (1, axis)), 0, axis)
        if x.dtype.kind in "iu":
            y = np.round(y)
        options = dict(axes=list(axes), method=method, rounding_method=rounding, antialias=antialias,
                       coordinate_transformation_mode=name, **attrs)
        if computed:
            case("dyn.image.resize_nd", [x, np.array(outs, "int64")], y.astype(x.dtype), **options)
        else:
            case("image.resize_nd", [x], y.astype(x.dtype), size=list(outs), scales=list(scales), **options)

    def half(i, n, m, s):
        return (i + 0.5) / s - 0.5

    def asymmetric(i, n, m, s):
        return i / s

    def corners(i, n, m, s):
        return i * (n - 1) / (m - 1)

    def symmetric(i, n, m, s):
        return n / 2 * (1 - m / (s * n)) + half(i, n, m, s)

    for rounding in ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
        resize(x, (8, 2), "nearest_neighbor", asymmetric, name="asymmetric", rounding=rounding)
        resize(x, (3, 7), "nearest_neighbor", half, rounding=rounding)
    for method in ("linear", "cubic"):
        resize(x, (3, 7), method, half)
        resize(x, (3, 7), method, half, antialias=True)
        resize(x, (2, 3), method, half, antialias=True, scales=(0.45, 0.8))
        resize(x, (7, 3), method, corners, name="align_corners")
        resize(x, (3, 3), method, symmetric, name="half_pixel_symmetric", scales=(0.65, 0.8))
        resize(x, (7, 3), method, asymmetric, axes=(2, 0), name="asymmetric")
    resize(x, (3, 7), "cubic", half, cubic_alpha=-0.5, cubic_exclude=True)
    resize(rng.integers(0, 256, (2, 5, 4)).astype("uint8"), (3, 7), "linear", half)
    resize(rng.integers(-128, 128, (2, 5, 4)).astype("int8"), (3, 9), "linear", half)
    y = np.array([[1, 2, 3, 4]], "float32")
    case("image.resize_nd", [y], np.array([[9, 1, 2.5, 4, 9]], "float32"), size=[5], axes=[1], roi=[-0.5, 1.5], method="linear",
         coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=9.0)
    for rounding in ("round_prefer_floor", "round_prefer_ceil", "floor"):
        resize(x, (8, 2), "nearest_neighbor", asymmetric, name="asymmetric", rounding=rounding, computed=True)
        resize(x, (3, 7), "nearest_neighbor", half, rounding=rounding, computed=True)


def determinants():
    for d in FLOATS[1:]:
        x = draw(d, 3, 3)
        case("det", [x], np.array(np.linalg.det(x.astype("float64")), d))
        x = draw(d, 2, 3, 4, 4)
        case("det", [x], np.linalg.det(x.astype("float64")).astype(d))
    x = np.array([[0, 2, 1], [0, 0, 3], [4, 1, 0]], "float32")
    case("det", [x], np.array(24, "float32"))
    case("det", [np.zeros((2, 3, 3), "float32")], np.zeros(2, "float32"))


def distincts():
    def of(x, axis=None, keep=True):
        y, first, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True, axis=axis)
        if not keep:
            order = np.argsort(first)
            number = np.argsort(order)
            y = np.take(y, order, axis=axis or 0)
            first, inverse, counts = first[order], number[inverse], counts[order]
        attrs = {"sorted": keep}
        if axis is not None:
            attrs["axis"] = axis
        case("distinct", [x], (y, first, inverse.ravel(), counts), **attrs)

    for keep in (True, False):
        of(draw("int32", 4, 5, low=-3, high=3), keep=keep)
        of(draw("float32", 7, low=-1, high=1).round(), keep=keep)
        for axis in (0, 1, 2):
            of(draw("int64", 5, 4, 3, low=0, high=1)[:, :, :2], axis, keep)
        of(np.array([[2, 1], [0, 5], [2, 1], [0, 4]], "uint8"), 0, keep)
    of(np.array([3.0], "float64"))
    of(np.array([True, False, True]))


def greatest_places():
    for dtype, shape, k, steps, pad, columns in [
        ("float32", (2, 3, 7), (3,), (2,), (1, 1), False), ("float32", (2, 2, 5, 6), (2, 3), (1, 2), (0, 1, 1, 0), False),
        ("int8", (1, 2, 4, 5), (2, 2), (2, 1), (1, 1, 1, 1), True), ("float64", (1, 2, 3, 4, 4), (2, 2, 3), (1, 2, 1), (1, 0, 0, 0, 1, 1), False),
        ("int64", (2, 1, 3, 4, 4), (2, 2, 2), (1, 1, 2), (0,) * 6, True),
    ]:
        n, space = len(k), shape[2:]
        x = rng.permutation(math.prod(shape)).reshape(shape).astype(dtype)
        out = [(space[i] + pad[i] + pad[n + i] - k[i]) // steps[i] + 1 for i in range(n)]
        y = np.zeros(shape[:2] + tuple(out), "int64")
        for at in np.ndindex(*y.shape):
            best = None
            for tap in np.ndindex(*k):
                e = tuple(at[2 + i] * steps[i] + tap[i] - pad[i] for i in range(n))
                if all(0 <= e[i] < space[i] for i in range(n)) and (best is None or x[at[:2] + e] > x[at[:2] + best]):
                    best = e
            flat = np.ravel_multi_index(best, space, order="F" if columns else "C")
            y[at] = (at[0] * shape[1] + at[1]) * math.prod(space) + flat
        case(f"nn.max_pool{n}d_indices", [x], y, pool_size=list(k), strides=list(steps), padding=list(pad), column_major=columns)


def plane_at(plane, y, x):
    """A plane between its elements; 0 around it."""
    sum = 0.0
    for i in (math.floor(y), math.floor(y) + 1):
        for j in (math.floor(x), math.floor(x) + 1):
            if 0 <= i < plane.shape[0] and 0 <= j < plane.shape[1]:
                sum += (1 - abs(y - i)) * (1 - abs(x - j)) * plane[i, j]
    return sum


def modulated():
    for groups, moved, step in ((1, 1, 1), (2, 2, 1), (1, 2, 2)):
        x, w = draw("float32", 2, 4, 5, 6), draw("float32", 4, 4 // groups, 2, 3, low=-2, high=2)
        out = [(5 + 1 - 2) // step + 1, (6 + 2 - 3) // step + 1]
        offset, mask = draw("float32", 2, 2 * 6 * moved, *out, low=-2, high=2), draw("float32", 2, 6 * moved, *out, low=0, high=1)
        y = np.zeros((2, 4, *out))
        for b, o, r, c in np.ndindex(*y.shape):
            for i in range(4 // groups):
                channel = o // (4 // groups) * (4 // groups) + i
                part = channel // (4 // moved)
                for t in range(6):
                    dy, dx = offset[b, (part * 6 + t) * 2 : (part * 6 + t) * 2 + 2, r, c]
                    v = plane_at(x[b, channel], r * step + t // 3 - 0 + dy, c * step + t % 3 - 1 + dx)
                    y[b, o, r, c] += w[o, i, t // 3, t % 3] * v * mask[b, part * 6 + t, r, c]
        case("nn.modulated_deformable_conv2d", [x, offset, w, mask], y.astype("float32"), strides=[step, step], padding=[0, 1, 1, 1],
             groups=groups, deformable_groups=moved, channels=4, kernel_size=[2, 3])


def regions():
    x = draw("float32", 2, 3, 6, 8)
    rois = np.array([[0, 1, 1, 6, 5], [1, 0.5, 0.25, 3.25, 4.5], [1, -3, -2, 20, 9], [0, 2, 2, 2.25, 2.5]], "float32")

    def sample(plane, y, x):
        if not (-1 <= y <= plane.shape[0] and -1 <= x <= plane.shape[1]):
            return [0, 0, 0, 0]
        y, x = min(max(y, 0), plane.shape[0] - 1), min(max(x, 0), plane.shape[1] - 1)
        i, j = int(y), int(x)
        k, l = min(i + 1, plane.shape[0] - 1), min(j + 1, plane.shape[1] - 1)
        y, x = y - i, x - j
        return [(1 - y) * (1 - x) * plane[i, j], (1 - y) * x * plane[i, l], y * (1 - x) * plane[k, j], y * x * plane[k, l]]

    for mode, ratio, centred, scale in (("avg", 2, False, 1.0), ("avg", -1, True, 0.5), ("max", 3, False, 0.75), ("max_weighted", 0, True, 1.0), ("avg", 0, False, 1.0)):
        y = np.zeros((4, 3, 2, 3))
        for n, c, i, j in np.ndindex(*y.shape):
            image, (left, top, right, bottom) = int(rois[n, 0]), rois[n, 1:].astype("float64") * scale
            height, width = bottom - top, right - left
            if centred:
                left, top = left - 0.5, top - 0.5
            else:
                height, width = max(height, 1), max(width, 1)
            rows, columns = (ratio, ratio) if ratio > 0 else (math.ceil(height / 2), math.ceil(width / 3))
            parts = [sample(x[image, c], top + height / 2 * (i + (a + 0.5) / rows), left + width / 3 * (j + (b + 0.5) / columns))
                     for a in range(rows) for b in range(columns)]
            samples = [max(p) if mode == "max_weighted" else sum(p) for p in parts]
            y[n, c, i, j] = sum(samples) / len(samples) if mode == "avg" else max(samples)
        case("vision.roi_align", [x, rois], y.astype("float32"), pooled_size=[2, 3], spatial_scale=scale, sample_ratio=ratio, mode=mode, aligned=centred)
    for layout in ("NCHW", "NHWC"):
        y = np.zeros((4, 3, 2, 3), "float32")
        for n, c, i, j in np.ndindex(*y.shape):
            left, top, right, bottom = (math.floor(abs(v) + 0.5) * (1 if v > 0 else -1) for v in rois[n, 1:].tolist())
            height, width = max(bottom - top + 1, 1) / 2, max(right - left + 1, 1) / 3
            part = x[int(rois[n, 0]), c, max(0, math.floor(i * height) + top) : max(0, math.ceil((i + 1) * height) + top),
                     max(0, math.floor(j * width) + left) : max(0, math.ceil((j + 1) * width) + left)]
            y[n, c, i, j] = part.max() if part.size else 0
        data, out = (x, y) if layout == "NCHW" else (x.transpose(0, 2, 3, 1), y.transpose(0, 2, 3, 1))
        case("vision.roi_pool", [data, rois], out, pooled_size=[2, 3], spatial_scale=1.0, layout=layout)


def suppressed():
    def overlap(a, b):
        low, high = np.maximum(np.minimum(a[:2], a[2:]), np.minimum(b[:2], b[2:])), np.minimum(np.maximum(a[:2], a[2:]), np.maximum(b[:2], b[2:]))
        shared = np.prod(np.maximum(high - low, 0))
        return shared / (np.prod(abs(a[2:] - a[:2])) + np.prod(abs(b[2:] - b[:2])) - shared) if shared > 0 else 0

    for most, limit, least in ((3, 0.25, 0.2), (8, 0.5, -1.0), (0, 0.5, 0.0)):
        boxes = np.round(rng.uniform(0, 4, (2, 8, 4)) * 16) / 16
        scores = rng.permutation(48).reshape(2, 3, 8) / 64
        kept = []
        for image, label in np.ndindex(2, 3):
            chosen = []
            for k in np.argsort(-scores[image, label]):
                if scores[image, label, k] > least and len(chosen) < most and all(overlap(boxes[image, k], boxes[image, o]) <= limit for o in chosen):
                    chosen.append(k)
            kept += [(image, label, k) for k in chosen]
        rows = np.zeros((48, 3), "int64")
        rows[: len(kept)] = np.array(kept).reshape(-1, 3)
        args = [boxes.astype("float32"), scores.astype("float32"), np.array(most), np.array(limit, "float32"), np.array(least, "float32")]
        case("vision.all_class_non_max_suppression", args, (rows, np.array([len(kept)])), output_format="onnx")
        pairs, best, counts = np.zeros((2, 24, 2), "int64"), np.zeros((2, 24), "float32"), np.zeros(2, "int64")
        for image in range(2):
            of = sorted((p for p in kept if p[0] == image), key=lambda p: -scores[p])
            counts[image] = len(of)
            for i, p in enumerate(of):
                pairs[image, i], best[image, i] = p[1:], scores[p]
        case("vision.all_class_non_max_suppression", args, (pairs, best, counts), output_format="tensorflow")


def threefry(key, counter):
    """Threefry-4x64 in 20 rounds, by Salmon et al., on Python's integers."""
    ones = 2**64 - 1
    words = key + [0x1BD11BDAA9FC1A22 ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    turns = [(14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)]
    x = [(c + k) & ones for c, k in zip(counter, key)]
    for r in range(20):
        for to, of, turn in ((0, 1, turns[r % 8][0]), (2, 3, turns[r % 8][1])):
            if r % 2:
                of = 4 - of
            x[to] = (x[to] + x[of]) & ones
            x[of] = (x[of] << turn | x[of] >> 64 - turn) & ones ^ x[to]
        if r % 4 == 3:
            x = [(v + words[(r // 4 + 1 + i) % 5]) & ones for i, v in enumerate(x)]
            x[3] = (x[3] + r // 4 + 1) & ones
    return x


def randoms():
    def counted(n):
        return [n >> 64 * i & 2**64 - 1 for i in range(4)]

    def state(key, n):
        return np.array(key + counted(n) + [0, 0], "uint64")

    key, start = [3, 2**63 + 5, 0, 77], 2**64 - 2

    def words(n):
        blocks = -(-n // 4)
        return [w for b in range(blocks) for w in threefry(key, counted(start + b))][:n], state(key, start + blocks)

    first = state(key, start)
    for shape in ((2, 3), (9,)):
        n = math.prod(shape)
        w, after = words(n)
        case("random.threefry_generate", [first], (after, np.array(w, "uint64").reshape(shape)), out_shape=list(shape))
        u = [v >> 40 for v in w]
        case("random.uniform", [first, np.array(-1, "float32"), np.array(3, "float32")],
             (after, np.array([-1 + v / 2**24 * 4 for v in u], "float32").reshape(shape)), out_shape=list(shape), out_dtype="float32")
        case("random.uniform", [first, np.array(0.5, "float64"), np.array(2, "float64")],
             (after, np.array([0.5 + (v >> 11) / 2**53 * 1.5 for v in w]).reshape(shape)), out_shape=list(shape), out_dtype="float64")
        w, after = words(2 * n)
        pairs = [(1 - (w[2 * i] >> 11) / 2**53, (w[2 * i + 1] >> 11) / 2**53) for i in range(n)]
        x = np.array([1 + 2 * math.sqrt(-2 * math.log(a)) * math.cos(2 * math.pi * b) for a, b in pairs]).reshape(shape)
        for d in ("float32", "float64"):
            case("random.normal", [first, np.array(1, d), np.array(2, d)], (after, x.astype(d)), out_shape=list(shape), out_dtype=d)
    far = counted(start)
    far[3] ^= 2**63
    keys = [threefry(key, far), threefry(key, [far[0] + 1] + far[1:])]
    case("random.threefry_split", [first], (state(keys[0], 0), state(keys[1], 0)))
    for probs in (np.array([[0.1, 0, 0.7, 0.2], [3, 1, 0, 4]], "float32"), np.array([1, 2, 3, 4, 5], "int32")):
        rows = probs.reshape(-1, probs.shape[-1]).astype("float64").cumsum(1)
        w, after = words(7 * len(rows))
        places = [np.searchsorted(rows[i // 7], (v >> 11) / 2**53 * rows[i // 7, -1], side="right") for i, v in enumerate(w)]
        case("random.multinomial", [first, probs], (after, np.array(places, "int32").reshape(probs.shape[:-1] + (7,))), num_samples=7)


for group in (elementwise, binary, reductions, shapes, lookups, orders, products, sparse, computed, layouts, fixed, identities, empty_rows, quantized, even, resizes, determinants, distincts, greatest_places,
              modulated, regions, suppressed, randoms):
    group()
