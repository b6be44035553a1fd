#!/usr/bin/env python3
"""Writes what network operators must give, for internal/op/nn, internal/op/image and internal/op/qnn.

Each operator is computed from its definition by plain loops over NumPy arrays
in float64, with nothing in common with the kernels. Run it with Debian's
python3-numpy from the root of the repository:

    /usr/bin/python3 tools/reference/nn_reference.py
"""
import itertools
import json
import math

import numpy as np

rng = np.random.default_rng(7)
cases = {"nn": [], "image": [], "qnn": []}


def tensor(a):
    a = np.asarray(a)
    data = a.ravel().tolist()
    if a.dtype.kind == "f":
        digits = {2: 4, 4: 6, 8: 17}[a.dtype.itemsize]
        data = [float(np.format_float_scientific(x, precision=digits, trim="-")) if digits < 17 else x for x in data]
        data = [int(x) if abs(x) < 1e9 and x == int(x) else x for x in data]
    return {"dtype": str(a.dtype), "shape": list(a.shape), "data": data}


def case(op, args, outs, **attrs):
    outs = outs if isinstance(outs, tuple) else (outs,)
    family = op.split(".")[0]
    cases[family].append({
        "op": op, "attrs": attrs,
        "args": [tensor(a) for a in args], "out": [tensor(o) for o in outs],
    })


def noise(*shape, dtype="float32"):
    if np.dtype(dtype).kind in "iu":
        low = 0 if np.dtype(dtype).kind == "u" else -9
        return rng.integers(low, 10, size=shape).astype(dtype)
    return np.round(rng.standard_normal(shape), 2).astype(dtype)


def wide(a):
    return np.asarray(a).astype("int64" if np.asarray(a).dtype.kind in "iu" else "float64")


# --- layouts ---------------------------------------------------------------

def to_layout(a, canonical, layout):
    """a in the canonical layout -> the same elements in layout, which may split."""
    import re
    axes = re.findall(r"(\d*)([A-Za-z])", layout)
    split = {l.upper(): int(n) for n, l in axes if n}
    shape, names = [], []
    for letter, n in zip(canonical, a.shape):
        if letter in split:
            shape += [n // split[letter], split[letter]]
            names += [letter, letter.lower()]
        else:
            shape.append(n)
            names.append(letter)
    return a.reshape(shape).transpose([names.index(l) for _, l in axes])


# --- products --------------------------------------------------------------

def products():
    for dtype in ("float32", "float64", "int32"):
        x, w = noise(3, 2, 5, dtype=dtype), noise(4, 5, dtype=dtype)
        case("nn.dense", [x, w], np.einsum("abk,uk->abu", wide(x), wide(w)).astype(dtype), units=4)
    x, w = noise(7, 33), noise(131, 33)
    case("nn.dense", [x[:2], w], (wide(x[:2]) @ wide(w).T).astype("float32"), units=None)
    x, w = noise(3, 9, dtype="int8"), noise(4, 9, dtype="int8")
    case("nn.dense", [x, w], (wide(x) @ wide(w).T).astype("int32"), units=4, out_dtype="int32")
    x, w = noise(3, 9, dtype="float16"), noise(4, 9, dtype="float16")
    case("nn.dense", [x, w], (wide(x) @ wide(w).T).astype("float16"), units=4)
    for ta, tb in itertools.product((False, True), repeat=2):
        a, b = noise(6, 5), noise(5, 7)
        out = (wide(a) @ wide(b)).astype("float32")
        case("nn.matmul", [a.T if ta else a, b.T if tb else b], out, units=7, transpose_a=ta, transpose_b=tb)
        for m, n in ((3, 3), (1, 3), (3, 1)):
            a, b = noise(m, 6, 5), noise(n, 5, 7)
            out = np.matmul(wide(a), wide(b)).astype("float32")
            swap = (0, 2, 1)
            case("nn.batch_matmul", [a.transpose(swap) if ta else a, b.transpose(swap) if tb else b], out,
                 transpose_a=ta, transpose_b=tb)
    x = noise(2, 3, 4, 2)
    case("nn.batch_flatten", [x], x.reshape(2, 24))


# --- convolutions ----------------------------------------------------------

def pads(padding, n):
    if len(padding) == 1:
        return [(padding[0], padding[0])] * n
    if len(padding) == n:
        return [(p, p) for p in padding]
    return [(padding[i], padding[i + n]) for i in range(n)]


def convolve(x, w, strides, padding, dilation, groups):
    """x (N, C, …), w (O, C/groups, …)."""
    n = x.ndim - 2
    pad = pads(padding, n)
    reach = [(w.shape[2 + i] - 1) * dilation[i] + 1 for i in range(n)]
    out = [(x.shape[2 + i] + sum(pad[i]) - reach[i]) // strides[i] + 1 for i in range(n)]
    y = np.zeros([x.shape[0], w.shape[0]] + out, dtype=wide(x).dtype)
    per, share = x.shape[1] // groups, w.shape[0] // groups
    for b, o in itertools.product(range(x.shape[0]), range(w.shape[0])):
        for place in itertools.product(*map(range, out)):
            total = 0
            for c in range(per):
                for tap in itertools.product(*map(range, w.shape[2:])):
                    at = [place[i] * strides[i] + tap[i] * dilation[i] - pad[i][0] for i in range(n)]
                    if all(0 <= at[i] < x.shape[2 + i] for i in range(n)):
                        total += wide(x[(b, o // share * per + c, *at)]) * wide(w[(o, c, *tap)])
            y[(b, o, *place)] = total
    return y


def transpose_convolve(x, w, strides, padding, dilation, groups, output_padding):
    """x (N, C, …), w (C, O/groups, …)."""
    n = x.ndim - 2
    pad = pads(padding, n)
    out = [(x.shape[2 + i] - 1) * strides[i] + (w.shape[2 + i] - 1) * dilation[i] + 1 - sum(pad[i]) + output_padding[i]
           for i in range(n)]
    share, per = w.shape[1], x.shape[1] // groups
    y = np.zeros([x.shape[0], share * groups] + out, dtype=wide(x).dtype)
    for b, c, o in itertools.product(range(x.shape[0]), range(x.shape[1]), range(share)):
        for place in itertools.product(*map(range, x.shape[2:])):
            for tap in itertools.product(*map(range, w.shape[2:])):
                at = [place[i] * strides[i] + tap[i] * dilation[i] - pad[i][0] for i in range(n)]
                if all(0 <= at[i] < out[i] for i in range(n)):
                    y[(b, c // per * share + o, *at)] += wide(x[(b, c, *place)]) * wide(w[(c, o, *tap)])
    return y


names = {1: ("NCW", "OIW", "NWC", "WIO"), 2: ("NCHW", "OIHW", "NHWC", "HWIO"), 3: ("NCDHW", "OIDHW", "NDHWC", "DHWIO")}

conv_shapes = [  # extents, taps, C, O, strides, padding, dilation, groups
    ([9], [3], 4, 6, [1], [1, 1], [1], 1),
    ([11], [3], 4, 6, [2], [2, 0], [2], 2),
    ([5, 6], [3, 3], 4, 6, [1, 1], [1, 1], [1, 1], 1),
    ([7, 6], [3, 2], 4, 6, [2, 1], [1, 0, 2, 1], [1, 2], 2),
    ([6, 7], [3, 3], 6, 6, [1, 1], [1], [1, 1], 6),
    ([7, 8], [3, 3], 3, 6, [2, 2], [1, 1], [1, 1], 3),
    ([8, 7], [2, 3], 4, 4, [3, 2], [2, 1], [2, 2], 4),
    ([5, 5], [1, 1], 5, 7, [1, 1], [0, 0], [1, 1], 1),
    ([5, 5], [1, 1], 4, 4, [2, 2], [0, 0], [1, 1], 1),
    ([3, 3], [3, 3], 4, 5, [1, 1], [0, 0], [1, 1], 1),
    ([4, 3, 5], [2, 3, 2], 2, 4, [1, 1, 2], [1, 0, 1], [1, 1, 1], 1),
    ([4, 4, 4], [2, 2, 3], 4, 4, [2, 1, 1], [1, 0, 1, 0, 1, 2], [1, 2, 1], 2),
]


def convolutions():
    for extents, taps, c, o, s, p, d, g in conv_shapes:
        n = len(extents)
        x, w = noise(2, c, *extents), noise(o, c // g, *taps)
        y = convolve(x, w, s, p, d, g).astype("float32")
        attrs = dict(strides=s, padding=p, dilation=d, groups=g)
        given = dict(channels=o, kernel_size=taps) if n == 1 else {}
        case(f"nn.conv{n}d", [x, w], y, **given, **attrs)
        first, kernel, last, klast = names[n]
        case(f"nn.conv{n}d", [to_layout(x, first, last), to_layout(w, kernel, klast)], to_layout(y, first, last),
             data_layout=last, kernel_layout=klast, channels=o, kernel_size=taps, **attrs)
    extents, taps, c, o, s, p, d, g = [5, 6], [3, 3], 8, 4, [1, 1], [1, 1], [1, 1], 1
    for dtype, out in (("int8", "int32"), ("uint8", "int32"), ("float64", "float64"), ("float16", "float16")):
        x, w = noise(1, 4, 5, 4, dtype=dtype), noise(3, 4, 3, 3, dtype=dtype)
        case("nn.conv2d", [x, w], convolve(x, w, s, p, d, 1).astype(out), padding=p, out_dtype=out)
    x, w = noise(1, c, *extents), noise(o, c, *taps)
    y = convolve(x, w, s, p, d, g).astype("float32")
    case("nn.conv2d", [to_layout(x, "NCHW", "NCHW4c"), to_layout(w, "OIHW", "OIHW4i2o")], to_layout(y, "NCHW", "NCHW2c"),
         padding=p, data_layout="NCHW4c", kernel_layout="OIHW4i2o", out_layout="NCHW2c", channels=o, kernel_size=taps)
    # a depthwise weight (C, multiplier, …)
    x, w = noise(1, 3, 5, 5), noise(3, 2, 3, 3)
    y = convolve(x, w.reshape(6, 1, 3, 3), s, p, d, 3).astype("float32")
    case("nn.conv2d", [x, w], y, padding=p, groups=3, channels=6, kernel_size=[3, 3])


def transposed():
    shapes = [
        ([5], [3], 4, 3, [2], [1, 0], [1], 1, [1]),
        ([4, 5], [3, 2], 4, 3, [2, 2], [1, 1], [1, 1], 1, [1, 0]),
        ([4, 3], [3, 3], 4, 2, [1, 2], [0, 1, 1, 0], [2, 1], 2, [0, 0]),
        ([3, 3], [4, 4], 3, 1, [2, 2], [1, 1], [1, 1], 3, [0, 0]),
        ([2, 3, 2], [2, 2, 2], 2, 3, [2, 1, 2], [0, 0, 0], [1, 1, 1], 1, [0, 0, 1]),
    ]
    for extents, taps, c, share, s, p, d, g, more in shapes:
        n = len(extents)
        x, w = noise(2, c, *extents), noise(c, share, *taps)
        y = transpose_convolve(x, w, s, p, d, g, more).astype("float32")
        attrs = dict(strides=s, padding=p, dilation=d, groups=g, output_padding=more, channels=share * g, kernel_size=taps)
        case(f"nn.conv{n}d_transpose", [x, w], y, **attrs)
        first, _, last, _ = names[n]
        if g == 1:
            kernel = "IO" + first[2:]
            case(f"nn.conv{n}d_transpose", [to_layout(x, first, last), to_layout(w, kernel, first[2:] + "OI")],
                 to_layout(y, first, last), data_layout=last, kernel_layout=first[2:] + "OI", **attrs)


# --- pooling ---------------------------------------------------------------

def pool(x, kind, size, strides, padding, dilation, ceil, include):
    n = len(size)
    pad = pads(padding, n)
    out = []
    for i in range(n):
        room = x.shape[2 + i] + sum(pad[i]) - ((size[i] - 1) * dilation[i] + 1)
        out.append((math.ceil(room / strides[i]) if ceil else room // strides[i]) + 1)
    y = np.zeros(list(x.shape[:2]) + out, dtype=wide(x).dtype)
    for lead in itertools.product(*map(range, x.shape[:2])):
        for place in itertools.product(*map(range, out)):
            seen, padded = [], 0
            for tap in itertools.product(*map(range, size)):
                at = [place[i] * strides[i] + tap[i] * dilation[i] - pad[i][0] for i in range(n)]
                padded += all(at[i] < x.shape[2 + i] + pad[i][1] for i in range(n))
                if all(0 <= at[i] < x.shape[2 + i] for i in range(n)):
                    seen.append(wide(x[(*lead, *at)]))
            if kind == "max":
                y[(*lead, *place)] = max(seen, default=-float(np.finfo("float32").max))
            else:
                count = max(1, padded if include else len(seen))
                total = sum(seen)
                y[(*lead, *place)] = total / count if x.dtype.kind == "f" else int(total / count)
    return y


def pools():
    shapes = [
        ([9], [3], [2], [1, 0], [1]), ([8], [2], [1], [0], [3]),
        ([6, 7], [2, 3], [2, 2], [0, 1], [1, 1]), ([7, 7], [3, 3], [2, 2], [1, 1, 1, 1], [1, 1]),
        ([8, 9], [3, 2], [2, 3], [1, 0, 0, 1], [2, 3]), ([4, 5, 4], [2, 2, 3], [1, 2, 2], [0, 1, 1], [1, 1, 1]),
    ]
    for extents, size, s, p, d in shapes:
        n = len(extents)
        first, _, last, _ = names[n]
        for ceil in (False, True):
            x = noise(2, 3, *extents)
            attrs = dict(pool_size=size, strides=s, padding=p, dilation=d, ceil_mode=ceil)
            y = pool(x, "max", size, s, p, d, ceil, False).astype("float32")
            case(f"nn.max_pool{n}d", [to_layout(x, first, last)], to_layout(y, first, last), layout=last, **attrs)
            for include in (False, True):
                y = pool(x, "avg", size, s, p, d, ceil, include).astype("float32")
                case(f"nn.avg_pool{n}d", [x], y, count_include_pad=include, **attrs)
    x = noise(1, 2, 5, 6, dtype="int32")
    for kind in ("max", "avg"):
        y = pool(x, kind, [2, 2], [1, 1], [1, 1], [1, 1], False, False).astype("int32")
        case(f"nn.{kind}_pool2d", [x], y, pool_size=[2, 2], padding=[1, 1])
        x8 = noise(1, 8, 4, 4)
        y = pool(x8, kind, [2, 2], [2, 2], [0, 0], [1, 1], False, False).astype("float32")
        case(f"nn.{kind}_pool2d", [to_layout(x8, "NCHW", "NCHW4c")], to_layout(y, "NCHW", "NCHW4c"),
             pool_size=[2, 2], strides=[2, 2], layout="NCHW4c")
    for kind in ("max", "avg"):
        f = {"max": np.max, "avg": np.mean}[kind]
        x = noise(2, 3, 5, 4)
        case(f"nn.global_{kind}_pool2d", [x], f(wide(x), axis=(2, 3), keepdims=True).astype("float32"))
        case(f"nn.global_{kind}_pool2d", [x], f(wide(x), axis=(1, 2), keepdims=True).astype("float32"), layout="NHWC")
        for extents, outs in (([7], [3]), ([7, 5], [3, 4]), ([5, 6], [1, 1]), ([5, 4, 6], [2, 3, 4])):
            n = len(extents)
            x = noise(2, 2, *extents)
            y = np.zeros([2, 2] + outs)
            for place in itertools.product(*map(range, outs)):
                cut = tuple(slice(place[i] * extents[i] // outs[i], -(-(place[i] + 1) * extents[i] // outs[i]))
                            for i in range(n))
                y[(slice(None), slice(None), *place)] = f(wide(x)[(slice(None), slice(None), *cut)], axis=tuple(range(2, 2 + n)))
            case(f"nn.adaptive_{kind}_pool{n}d", [x], y.astype("float32"), output_size=outs)


# --- activations and norms -------------------------------------------------

def activations():
    for dtype in ("float32", "float64", "float16", "int32"):
        x = noise(3, 4, dtype=dtype)
        case("nn.relu", [x], np.maximum(x, 0))
        if dtype != "int32":
            case("nn.leaky_relu", [x], np.where(x > 0, wide(x), wide(x) * 0.1).astype(dtype), alpha=0.1)
    x, b = noise(2, 3, 4), noise(3)
    case("nn.bias_add", [x, b], x + b[:, None])
    x, b = noise(2, 3, 4, dtype="int32"), noise(4, dtype="int32")
    case("nn.bias_add", [x, b], x + b, axis=-1)
    x, a = noise(2, 3, 4), noise(3)
    case("nn.prelu", [x, a], np.where(x > 0, x, x * a[:, None]))
    for axis in (-1, 0, 1):
        x = noise(3, 4, 5) * 3
        e = np.exp(wide(x) - wide(x).max(axis=axis, keepdims=True))
        y = e / e.sum(axis=axis, keepdims=True)
        case("nn.softmax", [x], y.astype("float32"), axis=axis)
        case("nn.fast_softmax", [x], y.astype("float32"), axis=axis)
        case("nn.log_softmax", [x], np.log(y).astype("float32"), axis=axis)
    x = noise(4, 6, dtype="float16")
    e = np.exp(wide(x))
    case("nn.softmax", [x], (e / e.sum(-1, keepdims=True)).astype("float16"))
    x = noise(2, 3)
    case("nn.dropout", [x], (x, np.ones_like(x)))


def norms():
    for axis, shape in ((1, (2, 3, 4, 2)), (3, (2, 3, 4, 2)), (-1, (2, 5))):
        x = noise(*shape)
        c = shape[axis]
        gamma, beta, mean, var = noise(c), noise(c), noise(c), np.abs(noise(c)) + np.float32(0.1)
        b = [1] * len(shape)
        b[axis] = c
        g, t, m, v = (wide(a).reshape(b) for a in (gamma, beta, mean, var))
        base = (wide(x) - m) / np.sqrt(v + 1e-3)
        case("nn.batch_norm", [x, gamma, beta, mean, var], ((base * g + t).astype("float32"), mean, var), axis=axis, epsilon=1e-3)
        case("nn.batch_norm", [x, gamma, beta, mean, var], (base.astype("float32"), mean, var), axis=axis, epsilon=1e-3,
             scale=False, center=False)
    for axis in (-1, 1):
        x = noise(3, 4, 5)
        c = x.shape[axis]
        gamma, beta = noise(c), noise(c)
        b = [1, 1, 1]
        b[axis] = c
        y = (wide(x) - wide(x).mean(axis, keepdims=True)) / np.sqrt(wide(x).var(axis, keepdims=True) + 1e-5)
        case("nn.layer_norm", [x, gamma, beta], (y * gamma.reshape(b) + beta.reshape(b)).astype("float32"), axis=axis)
    for axis in (1, 3):
        x = noise(2, 4, 3, 6)
        c = x.shape[axis]
        gamma, beta = noise(c), noise(c)
        b = [1, 1, 1, 1]
        b[axis] = c
        over = tuple(k for k in (1, 2, 3) if k != axis)
        y = (wide(x) - wide(x).mean(over, keepdims=True)) / np.sqrt(wide(x).var(over, keepdims=True) + 1e-5)
        case("nn.instance_norm", [x, gamma, beta], (y * gamma.reshape(b) + beta.reshape(b)).astype("float32"), axis=axis)
    for groups in (1, 2, 4):
        x, gamma, beta = noise(2, 4, 3, 5), noise(4), noise(4)
        parts = wide(x).reshape(2, groups, -1)
        y = (parts - parts.mean(-1, keepdims=True)) / np.sqrt(parts.var(-1, keepdims=True) + 1e-5)
        y = y.reshape(x.shape) * gamma.reshape(1, 4, 1, 1) + beta.reshape(1, 4, 1, 1)
        case("nn.group_norm", [x, gamma, beta], y.astype("float32"), num_groups=groups)
    for axis, size in ((1, 5), (1, 3), (3, 3)):
        x = noise(2, 7, 3, 4)
        y = np.zeros(x.shape)
        for i in np.ndindex(*x.shape):
            at = list(i)
            total = 0
            for k in range(max(0, i[axis] - size // 2), min(x.shape[axis], i[axis] + size // 2 + 1)):
                at[axis] = k
                total += wide(x[tuple(at)]) ** 2
            y[i] = wide(x[i]) / (2 + 0.5 * total / size) ** 0.75
        case("nn.lrn", [x], y.astype("float32"), size=size, axis=axis, bias=2.0, alpha=0.5, beta=0.75)
    for axes in ([1], [1, 2], [-1]):
        x = noise(2, 3, 4)
        y = wide(x) / np.sqrt(np.maximum((wide(x) ** 2).sum(tuple(axes), keepdims=True), 1e-3))
        case("nn.l2_normalize", [x], y.astype("float32"), eps=1e-3, axis=axes)


# --- padding and rearrangement ---------------------------------------------

def rearrangements():
    x = noise(2, 3, 4)
    for mode, numpy_mode in (("constant", "constant"), ("edge", "edge"), ("reflect", "reflect")):
        width = [[1, 0], [0, 2], [2, 1]]
        more = {"constant_values": 1.5} if mode == "constant" else {}
        case("nn.pad", [x, np.float32(1.5)], np.pad(x, width, numpy_mode, **more), pad_width=width, pad_mode=mode)
    case("nn.pad", [x, np.float32(0)], np.pad(x, [[0, 0], [1, 0], [0, 0]])[:, :, 1:3], pad_width=[[0, 0], [1, 0], [-1, -1]])
    for mode in ("SYMMETRIC", "REFLECT"):
        width = [[1, 0], [0, 2], [2, 1]]
        case("nn.mirror_pad", [x], np.pad(x, width, mode.lower()), mode=mode, pad_width=width)
    for mode in ("DCR", "CRD"):
        x = noise(2, 12, 2, 3)
        y = np.zeros((2, 3, 4, 6), "float32")
        for n, c, h, w in np.ndindex(*y.shape):
            block = h % 2 * 2 + w % 2
            y[n, c, h, w] = x[n, block * 3 + c if mode == "DCR" else c * 4 + block, h // 2, w // 2]
        case("nn.depth_to_space", [x], y, block_size=2, mode=mode)
        case("nn.depth_to_space", [to_layout(x, "NCHW", "NHWC")], to_layout(y, "NCHW", "NHWC"), block_size=2, mode=mode, layout="NHWC")
    x = noise(2, 3, 4, 6)
    y = np.zeros((2, 12, 2, 3), "float32")
    for n, c, h, w in np.ndindex(*y.shape):
        y[n, c, h, w] = x[n, c % 3, h * 2 + c // 3 // 2, w * 2 + c // 3 % 2]
    case("nn.space_to_depth", [x], y, block_size=2)
    x, s = noise(3, 2, 4), [2, 1, 3]
    y = np.full((5, 2, 10), 0.5, "float32")
    y[::2, :, ::3] = x
    case("nn.dilate", [x], y, strides=s, dilation_value=0.5, attrs_type_key="relay.attrs.DilateAttrs")
    x = noise(2, 4, 3, 2)
    wide_x = np.pad(x, [[0, 0], [1, 1], [0, 1], [0, 0]])
    y = np.zeros((8, 3, 2, 2), "float32")
    for n, h, w, c in np.ndindex(*y.shape):
        block = n // 2
        y[n, h, w, c] = wide_x[n % 2, h * 2 + block // 2, w * 2 + block % 2, c]
    case("nn.space_to_batch_nd", [x], y, block_shape=[2, 2], paddings=[[1, 1], [0, 1]])
    case("nn.batch_to_space_nd", [y], x, block_shape=[2, 2], crops=[[1, 1], [0, 1]])


# --- resizing --------------------------------------------------------------

def place(mode, x, n, out, roi):
    if mode == "half_pixel":
        return (x + 0.5) * n / out - 0.5
    if mode == "asymmetric":
        return x * n / out
    if mode == "align_corners":
        return x * (n - 1) / (out - 1) if out > 1 else 0
    if mode == "pytorch_half_pixel":
        return (x + 0.5) * n / out - 0.5 if out > 1 else 0
    if mode == "tf_half_pixel_for_nn":
        return (x + 0.5) * n / out
    if out > 1:
        return roi[0] * (n - 1) + x * (roi[1] - roi[0]) * (n - 1) / (out - 1)
    return 0.5 * (roi[0] + roi[1]) * (n - 1)


def cubic_weights(t, a):
    near = lambda d: (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1
    far = lambda d: a * d ** 3 - 5 * a * d ** 2 + 8 * a * d - 4 * a
    return [far(1 + t), near(t), near(1 - t), far(2 - t)]


def axis_matrix(n, out, method, mode, rounding, alpha, exclude, roi):
    """The matrix that makes `out` elements of `n`."""
    m = np.zeros((out, n))
    for x in range(out):
        at = place(mode, x, n, out, roi)
        if method == "nearest_neighbor":
            rules = {"round": lambda v: math.floor(abs(v) + 0.5) * (1 if v >= 0 else -1),
                     "floor": lambda v: math.floor(v + 1e-5), "ceil": lambda v: math.ceil(v - 1e-5),
                     "round_prefer_floor": lambda v: math.ceil(v - 0.5), "round_prefer_ceil": lambda v: math.floor(v + 0.5)}
            m[x, min(max(rules[rounding](at), 0), n - 1)] += 1
            continue
        low = math.floor(at)
        taps = {low: 1 - (at - low), low + 1: at - low}
        if method == "cubic":
            taps = {low - 1 + i: w for i, w in enumerate(cubic_weights(at - low, alpha))}
            if exclude:
                taps = {i: w for i, w in taps.items() if 0 <= i < n}
                total = sum(taps.values())
                taps = {i: w / total for i, w in taps.items()}
        for i, w in taps.items():
            m[x, min(max(i, 0), n - 1)] += w
    return m


def outside(n, out, mode, roi):
    return np.array([mode == "tf_crop_and_resize" and not 0 <= place(mode, x, n, out, roi) <= n - 1 for x in range(out)])


def resize(x, size, method, mode, rounding="round", alpha=-0.5, exclude=0, roi=None, fill=0.0):
    n = len(size)
    y, hidden = wide(x), np.zeros([1] * n, bool)
    for i in range(n):
        span = (roi[i], roi[i + n]) if roi else (0, 1)
        m = axis_matrix(x.shape[2 + i], size[i], method, mode, rounding, alpha, exclude, span)
        y = np.moveaxis(np.tensordot(m, y, (1, 2 + i)), 0, 2 + i)
        shape = [1] * n
        shape[i] = size[i]
        hidden = hidden | outside(x.shape[2 + i], size[i], mode, span).reshape(shape)
    return np.where(hidden, fill, y)


def resizes():
    modes = ("half_pixel", "asymmetric", "align_corners")
    for mode in modes:
        for size in ([7, 9], [3, 4]):
            for method in ("nearest_neighbor", "linear", "cubic"):
                x = noise(1, 2, 5, 6)
                rounding = "floor" if mode == "asymmetric" else "round"
                y = resize(x, size, method, mode, rounding).astype("float32")
                attrs = dict(size=size, roi=[0.0] * 4, method=method, coordinate_transformation_mode=mode, rounding_method=rounding)
                case("image.resize2d", [x], y, **attrs)
        for method in ("nearest_neighbor", "linear", "cubic"):
            x = noise(1, 2, 6)
            case("image.resize1d", [x], resize(x, [10], method, mode).astype("float32"), size=[10], roi=[0.0] * 2,
                 method=method, coordinate_transformation_mode=mode, rounding_method="round")
            x = noise(1, 2, 3, 2, 4)
            case("image.resize3d", [x], resize(x, [4, 3, 6], method, mode).astype("float32"), size=[4, 3, 6], roi=[0.0] * 6,
                 method=method, coordinate_transformation_mode=mode, rounding_method="round")
    x = noise(1, 4, 5, 2)
    y = resize(x.transpose(0, 3, 1, 2), [6, 3], "linear", "half_pixel").transpose(0, 2, 3, 1).astype("float32")
    case("image.resize2d", [x], y, size=[6, 3], roi=[0.0] * 4, layout="NHWC")
    x = noise(1, 2, 5, 6)
    case("image.resize2d", [x], resize(x, [8, 4], "cubic", "half_pixel", alpha=-0.75, exclude=1).astype("float32"),
         size=[8, 4], roi=[0.0] * 4, method="cubic", cubic_alpha=-0.75, cubic_exclude=1)
    roi = [0.1, 0.2, 0.8, 1.3]
    case("image.resize2d", [x], resize(x, [5, 5], "linear", "tf_crop_and_resize", roi=roi, fill=0.5).astype("float32"),
         size=[5, 5], roi=roi, method="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=0.5)
    x = noise(1, 2, 4, 4, dtype="int32")
    case("image.resize2d", [x], resize(x, [6, 6], "nearest_neighbor", "half_pixel").astype("int32"), size=[6, 6], roi=[0.0] * 4,
         method="nearest_neighbor")
    for method, mode, align in (("nearest_neighbor", "asymmetric", False), ("bilinear", "asymmetric", False),
                                ("bilinear", "align_corners", True), ("bicubic", "asymmetric", False)):
        x = noise(1, 2, 3, 4)
        y = resize(x, [6, 10], method.removeprefix("bi"), mode, "floor").astype("float32")
        case("nn.upsampling", [x], y, scale_h=2.0, scale_w=2.5, method=method, align_corners=align)
    x = noise(1, 2, 2, 3, 2)
    case("nn.upsampling3d", [x], resize(x, [4, 6, 4], "linear", "half_pixel").astype("float32"), scale_d=2.0, scale_h=2.0,
         scale_w=2.0, method="trilinear")
    case("nn.upsampling3d", [x], resize(x, [4, 6, 4], "nearest_neighbor", "half_pixel", "floor").astype("float32"),
         scale_d=2.0, scale_h=2.0, scale_w=2.0)
    crops()


def crops():
    x = noise(2, 2, 5, 6)
    boxes = np.array([[0.1, 0.2, 0.9, 0.7], [0, 0, 1, 1], [-0.2, 0.5, 0.5, 1.2]], "float32")
    which = np.array([0, 1, 1], "int32")
    for method in ("bilinear", "nearest_neighbor"):
        y = np.zeros((3, 2, 4, 3))
        for b, (box, k) in enumerate(zip(boxes.astype("float64"), which)):
            y[b] = resize(x[k:k + 1], [4, 3], {"bilinear": "linear"}.get(method, method), "tf_crop_and_resize", "round",
                          roi=list(box), fill=0.25)[0]
        case("image.crop_and_resize", [x, boxes, which], y.astype("float32"), crop_size=[4, 3], method=method,
             extrapolation_value=0.25)


# --- quantized -------------------------------------------------------------

def bounds(dtype):
    info = np.iinfo(dtype)
    return info.min, info.max


def quantized(real, scale, zero, dtype, away=True):
    q = np.sign(real / scale) * np.floor(np.abs(real / scale) + 0.5) + zero
    return np.clip(q, *bounds(dtype)).astype(dtype)


def f32(x):
    return np.float32(x)


def i32(x):
    return np.int32(x)


def shaped(v, rank, axis):
    b = [1] * rank
    b[axis] = -1
    return np.asarray(v).reshape(b)


def quantize():
    for dtype in ("int8", "uint8", "int32"):
        x = noise(3, 4) * 4
        case("qnn.quantize", [x, f32(0.25), i32(3)], quantized(wide(x), 0.25, 3, dtype), out_dtype=dtype)
    x, s, z = noise(2, 3, 4) * 4, np.array([0.5, 0.25, 0.125], "float32"), np.array([0, 3, -2], "int32")
    case("qnn.quantize", [x, s, z], quantized(wide(x), shaped(s, 3, 1), shaped(z, 3, 1), "int8"), out_dtype="int8", axis=1)
    q = noise(2, 3, 4, dtype="int8")
    case("qnn.dequantize", [q, s, z], ((wide(q) - shaped(z, 3, 1)) * shaped(s, 3, 1)).astype("float32"), out_dtype="float32", axis=1)
    case("qnn.dequantize", [q, f32(0.1), i32(2)], ((wide(q) - 2) * np.float64(f32(0.1))).astype("float32"), out_dtype="float32")
    for rounding in ("UPWARD", "TONEAREST"):
        q = rng.integers(-1000, 1000, (4, 30)).astype("int32")
        for si, so in ((0.37, 1.3), (0.5, 1.0), (2.0, 0.75), (0.25, 0.25)):
            real = (wide(q) - 5) * np.float64(f32(si)) / np.float64(f32(so))
            near = np.floor(real + 0.5) if rounding == "UPWARD" else np.sign(real) * np.floor(np.abs(real) + 0.5)
            y = np.clip(near - 3, *bounds("int8")).astype("int8")
            case("qnn.requantize", [q, f32(si), i32(5), f32(so), i32(-3)], y, rounding=rounding, out_dtype="int8")
    a, b = rng.integers(-100, 100, (2, 3, 4)).astype("int8"), rng.integers(-100, 100, (3, 1)).astype("int8")
    scales = [f32(0.5), i32(2), f32(0.25), i32(-1), f32(0.75), i32(4)]

    def up(v):
        return np.floor(v + 0.5)
    ra, rb = (wide(a) - 2) * 0.5 / 0.75, (wide(b) + 1) * 0.25 / 0.75
    case("qnn.add", [a, b] + scales, np.clip(up(ra) + up(rb) + 4, -128, 127).astype("int8"))
    case("qnn.subtract", [a, b] + scales, np.clip(up(ra) - up(rb) + 4, -128, 127).astype("int8"))
    product = (wide(a) - 2) * (wide(b) + 1)
    case("qnn.mul", [a, b] + scales, np.clip(up(product * 0.125 / 0.75) + 4, -128, 127).astype("int8"))
    x, w = rng.integers(0, 255, (1, 3, 5, 5)).astype("uint8"), rng.integers(-100, 100, (4, 3, 3, 3)).astype("int8")
    zs = [i32(120), i32(3), f32(0.1), f32(0.2)]
    y = convolve(wide(x) - 120, wide(w) - 3, [1, 1], [1, 1], [1, 1], 1).astype("int32")
    case("qnn.conv2d", [x, w] + zs, y, padding=[1, 1], channels=4, kernel_size=[3, 3], out_dtype="int32")
    x, w = rng.integers(-100, 100, (2, 7)).astype("int8"), rng.integers(-100, 100, (4, 7)).astype("int8")
    case("qnn.dense", [x, w] + [i32(-5), i32(3), f32(0.1), f32(0.2)], ((wide(x) + 5) @ (wide(w) - 3).T).astype("int32"),
         units=4, out_dtype="int32")
    x, w = rng.integers(-100, 100, (2, 3, 7)).astype("int8"), rng.integers(-100, 100, (2, 7, 4)).astype("int8")
    case("qnn.batch_matmul", [x, w] + [i32(-5), i32(3), f32(0.1), f32(0.2)],
         np.matmul(wide(x) + 5, wide(w) - 3).astype("int32"), out_dtype="int32")
    x, w = rng.integers(-100, 100, (1, 2, 3, 3)).astype("int8"), rng.integers(-100, 100, (2, 3, 2, 2)).astype("int8")
    case("qnn.conv2d_transpose", [x, w] + [i32(-5), i32(3), f32(0.1), f32(0.2)],
         transpose_convolve(wide(x) + 5, wide(w) - 3, [2, 2], [0, 0], [1, 1], 1, [0, 0]).astype("int32"),
         strides=[2, 2], channels=3, kernel_size=[2, 2], out_dtype="int32")
    functions()


def functions():
    fs = {"abs": np.abs, "exp": np.exp, "sigmoid": lambda v: 1 / (1 + np.exp(-v)), "tanh": np.tanh, "sqrt": np.sqrt,
          "rsqrt": lambda v: 1 / np.sqrt(v), "log": np.log, "erf": np.vectorize(math.erf),
          "hardswish": lambda v: v * np.clip(v + 3, 0, 6) / 6}
    for name, f in fs.items():
        q = rng.integers(1, 100, (3, 4)).astype("int8")
        real = wide(q) * 0.0625
        y = quantized(f(real), np.float64(f32(0.03)), -7, "int8")
        case("qnn." + name, [q, f32(0.0625), i32(0), f32(0.03), i32(-7)], y)


# --- losses, gradients, sparse matrices, sampling ---------------------------

def losses():
    x, y = np.abs(noise(3, 4)) + np.float32(0.5), noise(3, 4)
    case("nn.cross_entropy", [x, y], np.float32(-(np.log(wide(x)) * y).sum() / 3))
    case("nn.cross_entropy_with_logits", [x, y], np.float32(-(wide(x) * y).sum() / 3))
    p, t, w = noise(2, 4, 3), rng.integers(0, 4, (2, 3)).astype("int32"), np.abs(noise(4)) + np.float32(0.1)
    for ignore in (-1, 2):
        loss, weight = np.zeros((2, 3)), 0
        for n, i in np.ndindex(2, 3):
            if t[n, i] != ignore:
                loss[n, i] = -wide(w)[t[n, i]] * p[n, t[n, i], i]
                weight += wide(w)[t[n, i]]
        for reduction, out in (("none", loss), ("sum", loss.sum()), ("mean", loss.sum() / weight)):
            case("nn.nll_loss", [p, t, w], np.asarray(out).astype("float32"), reduction=reduction, ignore_index=ignore)
    buffer, data = noise(2, 5, 3), noise(2, 2, 3)
    case("nn.fifo_buffer", [data, buffer], np.concatenate([buffer, data], 1)[:, 2:], axis=1)
    data = noise(2, 7, 3)
    case("nn.fifo_buffer", [data, buffer], data[:, 2:], axis=1)


def gradients():
    x, s, p = noise(2, 3, 6, 5), [2, 1], [1, 1]
    size = [3, 2]
    shape = pool(x, "max", size, s, p, [1, 1], False, False).shape
    g = noise(*shape)
    most, mean = np.zeros(x.shape), np.zeros(x.shape)
    for n, c, h, w in np.ndindex(*shape):
        seen = [(n, c, h * 2 + i - 1, w + j - 1) for i in range(3) for j in range(2)
                if 0 <= h * 2 + i - 1 < 6 and 0 <= w + j - 1 < 5]
        most[max(seen, key=lambda at: x[at])] += g[n, c, h, w]
        for at in seen:
            mean[at] += g[n, c, h, w] / len(seen)
    attrs = dict(pool_size=size, strides=s, padding=p)
    case("nn.max_pool2d_grad", [g, x], most.astype("float32"), **attrs)
    case("nn.avg_pool2d_grad", [g, x], mean.astype("float32"), **attrs)
    x, groups = noise(2, 4, 6, 5), 2
    s, p, d, taps = [2, 1], [1, 0], [1, 2], [3, 2]
    g = noise(*convolve(x, noise(6, 2, *taps), s, p, d, groups).shape)
    y = np.zeros((6, 2, *taps))
    for at in np.ndindex(*y.shape):
        one = np.zeros(y.shape)
        one[at] = 1
        y[at] = (convolve(wide(x), one, s, p, d, groups) * g).sum()
    case("nn.conv2d_backward_weight", [g, x], y.astype("float32"), strides=s, padding=p, dilation=d, groups=groups,
         kernel_size=taps, channels=6, kernel_layout="NCHW", out_layout="OIHW")


def correlations():
    for size, reach, step, apart, pad, multiply in ((1, 2, 1, 1, 2, True), (3, 2, 2, 2, 3, False)):
        a, b = noise(2, 3, 7, 8), noise(2, 3, 7, 8)
        pa, pb = (np.pad(wide(v), [[0, 0], [0, 0], [pad, pad], [pad, pad]]) for v in (a, b))
        border = reach + (size - 1) // 2
        extents = [-(-(n + 2 * pad - 2 * border) // step) for n in (7, 8)]
        side = 2 * (reach // apart) + 1
        y = np.zeros((2, side * side, *extents))
        for n, k, i, j in np.ndindex(*y.shape):
            di, dj = (k // side - side // 2) * apart, (k % side - side // 2) * apart
            i0, j0 = i * step + reach, j * step + reach
            one = pa[n, :, i0:i0 + size, j0:j0 + size]
            two = pb[n, :, i0 + di:i0 + di + size, j0 + dj:j0 + dj + size]
            y[n, k, i, j] = (one * two if multiply else abs(one - two)).sum() / (size * size * 3)
        case("nn.correlation", [a, b], y.astype("float32"), kernel_size=size, max_displacement=reach, stride1=step,
             stride2=apart, padding=[pad, pad], is_multiply=multiply)


def deformations():
    for groups, movers in ((1, 1), (2, 2), (1, 2)):
        x, w = noise(1, 4, 5, 6), noise(4, 4 // groups, 2, 3)
        s, p, d = [1, 2], [1, 1], [2, 1]
        shape = convolve(x, w, s, p, d, groups).shape
        move = noise(1, 2 * 6 * movers, *shape[2:])
        y = np.zeros(shape)
        for n, o, h, v in np.ndindex(*shape):
            for c, i, j in np.ndindex(4 // groups, 2, 3):
                channel = o // (4 // groups) * (4 // groups) + c
                at = channel // (4 // movers) * 12 + (i * 3 + j) * 2
                a = h * s[0] + i * d[0] - 1 + wide(move[n, at, h, v])
                b = v * s[1] + j * d[1] - 1 + wide(move[n, at + 1, h, v])
                y[n, o, h, v] += wide(w[o, c, i, j]) * sum(
                    max(0, 1 - abs(a - k)) * max(0, 1 - abs(b - l)) * wide(x[n, channel, k, l])
                    for k in range(5) for l in range(6))
        case("nn.deformable_conv2d", [x, move, w], y.astype("float32"), strides=s, padding=p, dilation=d, groups=groups,
             deformable_groups=movers)


def compressed(a, block=None):
    data, indices, pointers = [], [], [0]
    h, w = block or (1, 1)
    for i in range(0, a.shape[0], h):
        for j in range(0, a.shape[1], w):
            part = a[i:i + h, j:j + w]
            if part.any():
                data.append(part if block else part[0, 0])
                indices.append(j // w)
        pointers.append(len(indices))
    return [np.array(data, a.dtype), np.array(indices, "int32"), np.array(pointers, "int32")]


def sparse():
    a = noise(6, 8) * (rng.random((6, 8)) < 0.3)
    a = a.astype("float32")
    x = noise(3, 8)
    for block in (None, (2, 4)):
        case("nn.sparse_dense", [x] + compressed(a, block), (wide(x) @ wide(a).T).astype("float32"))
        case("nn.sparse_dense", [x] + compressed(a, block), (wide(a) @ wide(x).T).astype("float32"), sparse_lhs=True)
    x = noise(6, 8)
    case("nn.sparse_add", [x] + compressed(a), x + a)
    square = (noise(6, 6) * (rng.random((6, 6)) < 0.4)).astype("float32")
    case("nn.sparse_transpose", compressed(square), tuple(compressed(square.T)))


def sampling():
    theta = noise(2, 2, 3)
    y = np.zeros((2, 2, 3, 4))
    for n, k, i, j in np.ndindex(*y.shape):
        y[n, k, i, j] = wide(theta[n, k]) @ [-1 + 2 * j / 3, -1 + 2 * i / 2, 1]
    case("image.affine_grid", [theta], y.astype("float32"), target_shape=[3, 4])
    x, grid = noise(2, 2, 4, 5), (rng.random((2, 2, 3, 4)) * 3 - 1.5).astype("float32")
    for method, mode, corners in itertools.product(("nearest", "bilinear", "bicubic"), ("zeros", "border", "reflection"), (True, False)):
        case("image.grid_sample", [x, grid], sample(x, grid, method, mode, corners).astype("float32"),
             method=method, padding_mode=mode, align_corners=corners)
    x, grid = noise(1, 2, 3, 4, 5), (rng.random((1, 3, 2, 2, 3)) * 2.4 - 1.2).astype("float32")
    case("image.grid_sample", [x, grid], sample(x, grid, "bilinear", "zeros", True).astype("float32"), layout="NCDHW")
    x, w = noise(1, 2, 5, 6), noise(2, 2, 3)
    y = np.zeros((1, 2, 4, 3))
    padded = np.pad(wide(x), [[0, 0], [0, 0], [1, 0], [1, 1]])
    for n, c, h, v in np.ndindex(*y.shape):
        y[n, c, h, v] = max(padded[n, c, h + i * 2, v * 2 + j] + wide(w[c, i, j]) for i in range(2) for j in range(3))
    case("image.dilation2d", [x, w], y.astype("float32"), strides=[1, 2], padding=[1, 1, 0, 1], dilations=[2, 1])


def sample(x, grid, method, mode, corners):
    extents = x.shape[2:]
    n = len(extents)

    def settle(v, size):
        if mode == "border":
            return min(max(v, 0), size - 1)
        if mode == "reflection":
            low, high = (0, size - 1) if corners else (-0.5, size - 0.5)
            while not low <= v <= high:
                v = 2 * low - v if v < low else 2 * high - v
            return min(max(v, 0), size - 1)
        return v

    def read(b, c, at):
        return wide(x[(b, c, *at)]) if all(0 <= at[k] < extents[k] for k in range(n)) else 0

    def near(d):
        a = -0.75
        d = abs(d)
        if d <= 1:
            return (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1
        return a * d ** 3 - 5 * a * d ** 2 + 8 * a * d - 4 * a if d < 2 else 0

    y = np.zeros(x.shape[:2] + grid.shape[2:])
    for b, c in np.ndindex(*x.shape[:2]):
        for place in np.ndindex(*grid.shape[2:]):
            at = []
            for k in range(n):
                v, size = float(grid[(b, n - 1 - k, *place)]), extents[k]
                at.append((v + 1) * (size - 1) / 2 if corners else ((v + 1) * size - 1) / 2)
            if method == "bicubic":
                low = [math.floor(v) for v in at]
                y[(b, c, *place)] = sum(
                    near(at[0] - low[0] - i) * near(at[1] - low[1] - j) *
                    read(b, c, [math.floor(settle(low[0] + i, extents[0])), math.floor(settle(low[1] + j, extents[1]))])
                    for i in range(-1, 3) for j in range(-1, 3))
                continue
            at = [settle(v, extents[k]) for k, v in enumerate(at)]
            if method == "nearest":
                y[(b, c, *place)] = read(b, c, [round(v) for v in at])
                continue
            low = [math.floor(v) for v in at]
            y[(b, c, *place)] = sum(
                math.prod(1 - abs(at[k] - low[k] - side[k]) for k in range(n)) * read(b, c, [low[k] + side[k] for k in range(n)])
                for side in itertools.product((0, 1), repeat=n))
    return y


def write():
    for family, rows in cases.items():
        with open(f"op/{family}/testdata/reference.jsonl", "w") as f:
            for row in rows:
                f.write(json.dumps(row, separators=(",", ":")) + "\n")
        print(family, len(rows), "cases")


for make in (products, convolutions, transposed, pools, activations, norms, rearrangements, resizes, quantize,
             losses, gradients, correlations, deformations, sparse, sampling):
    make()
write()
