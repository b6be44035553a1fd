#!/usr/bin/env python3
"""Counts how many extents of models are known to python3-onnx and to fraccheck.

    python3 tools/onnx/extents.py [--contradictions] [--fewer] FRACCHECK FOLDER…

Each model below a FOLDER is read by onnx.shape_inference.infer_shapes (with data_prop=True) and
by `FRACCHECK types --values --format json`, after the shapes that it declares for anything but
its inputs have been removed: what is counted was inferred. The values are the inputs of the
model's graph without a value of their own, and the results of its nodes. A Markdown table is printed, with a row for each
FOLDER; standard error lists the models that one of the two does not read, and the
contradictions: values that both give a dtype, a rank or an extent, and another one.

--contradictions also compares the models as they are, with what they declare.

An extent counts as known where it is a number, or a formula of names of the model: of its
dim_params, or of an input's extent without a value, which fraccheck names. `unk__0`, which
python3-onnx calls an extent that it does not know, does not count.

--fewer lists the values of which python3-onnx knows more extents.

It needs python3-onnx (Debian's package), and runs one process of fraccheck for each model.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import onnx
import onnx.shape_inference

DTYPES = {"FLOAT": "float32", "DOUBLE": "float64"}
TENSOR = re.compile(r"Tensor\[\((.*)\), (\w+)\]$")


def declared(value):
    """The dtype and the extents of a tensor, None where they are not known."""
    if not value.type.HasField("tensor_type"):
        return None
    tensor = value.type.tensor_type
    if not tensor.elem_type or not tensor.HasField("shape"):
        return None
    name = onnx.TensorProto.DataType.Name(tensor.elem_type)
    extents = []
    for d in tensor.shape.dim:
        extents.append(d.dim_value if d.HasField("dim_value") else None if unknown(d.dim_param) else d.dim_param)
    return DTYPES.get(name, name.lower()), extents


def unknown(name):
    return not name or name.startswith("unk__")


def shown(text):
    """The same of a type as fraccheck writes it."""
    if text is None:
        return None
    if re.fullmatch(r"\w+", text):
        return text, []
    if not (m := TENSOR.match(text)):
        return None
    extents, depth, start = [], 0, 0
    for i, c in enumerate(m[1] + ","):
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            extents.append(m[1][start:i].strip())
            start = i + 1
    return m[2], [int(e) if re.fullmatch(r"-?\d+", e) else None if e == "?" else e for e in extents if e]


def graphs_of(graph):
    yield graph
    for node in graph.node:
        for a in node.attribute:
            for g in [a.g] * a.HasField("g") + list(a.graphs):
                yield from graphs_of(g)


def bare(model):
    """Removes what a model declares about the values that it computes."""
    for graph in graphs_of(model.graph):
        del graph.value_info[:]
        for out in graph.output:
            if out.type.HasField("tensor_type"):
                out.type.tensor_type.ClearField("shape")


def write(model, path, folder):
    """Writes a model into a folder, with its external data."""
    tensors = [t for graph in graphs_of(model.graph) for t in graph.initializer]
    for location in {e.value for t in tensors for e in t.external_data if e.key == "location"}:
        source, target = path.parent / location, pathlib.Path(folder) / location
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    file = os.path.join(folder, "model.onnx")
    onnx.save(model, file)
    return file


def infer(model):
    inferred = onnx.shape_inference.infer_shapes(model, data_prop=True).graph
    known = {v.name: declared(v) for v in list(inferred.value_info) + list(inferred.output) + list(inferred.input)}
    constants = {t.name for t in inferred.initializer}
    names = [v.name for v in inferred.input if v.name not in constants] + [o for n in inferred.node for o in n.output if o]
    return {name: known.get(name) for name in names}


def types(fraccheck, file):
    run = subprocess.run([fraccheck, "types", "--values", "--format", "json", file],
                         capture_output=True, text=True, env={**os.environ, "FRACCHECK_CACHE": "off"})
    if run.returncode != 0:
        raise ValueError(run.stderr.strip())
    return {v["name"]: shown(v["type"]) for v in json.loads(run.stdout)["values"]}


def contradiction(theirs, ours):
    """Why no value has both types, None where one may."""
    if theirs is None or ours is None:
        return None
    if theirs[0] != ours[0]:
        return f"dtype {theirs[0]} against {ours[0]}"
    if len(theirs[1]) != len(ours[1]):
        return f"rank {len(theirs[1])} against {len(ours[1])}"
    for i, (a, b) in enumerate(zip(theirs[1], ours[1])):
        if isinstance(a, int) and isinstance(b, int) and a != b:
            return f"extent {i} is {a} against {b}"
        if a is not None and b is not None and isinstance(a, int) != isinstance(b, int):
            return f"extent {i} is {a} against {b}"
        if isinstance(a, str) and isinstance(b, str) and re.sub(r"\W", "_", a) != re.sub(r"\W", "_", b):
            return f"extent {i} is named {a} against {b}"
    return None


class Count:
    fewer = False  # whether values of which python3-onnx knows more are listed

    def __init__(self):
        self.models = self.values = self.extents = self.theirs = self.ours = self.contradictions = 0
        self.ranks = [0, 0]  # values whose rank is known to either

    def add(self, path, theirs, ours, place):
        self.models += 1
        for name, t in theirs.items():
            o = ours.get(name)
            self.values += 1
            self.ranks[0] += t is not None
            self.ranks[1] += o is not None
            if known := t or o:
                self.extents += len(known[1])
            self.theirs += sum(e is not None for e in t[1]) if t else 0
            self.ours += sum(e is not None for e in o[1]) if o else 0
            if self.fewer and not place and len([e for e in t[1] if e is not None] if t else []) > len([e for e in o[1] if e is not None] if o else []):
                print(f"fewer: {path}{place}: {name}: {t} against {o}", file=sys.stderr)
            if why := contradiction(t, o):
                self.contradictions += 1
                print(f"contradiction: {path}{place}: {name}: python3-onnx against fraccheck: {why}", file=sys.stderr, flush=True)


def count(fraccheck, folder, declarations):
    total = Count()
    for path in sorted(pathlib.Path(folder).rglob("*.onnx")):
        try:
            model = onnx.load(path, load_external_data=False)
        except Exception as e:
            print(f"not read by python3-onnx: {path}: {e}", file=sys.stderr)
            continue
        try:
            if declarations:
                Count().add(path, infer(model), types(fraccheck, str(path)), " as it is")
            bare(model)
            with tempfile.TemporaryDirectory() as temporary:
                ours = types(fraccheck, write(model, path, temporary))
            total.add(path, infer(model), ours, "")
        except Exception as e:
            print(f"left out: {path}: {str(e).splitlines()[0]}", file=sys.stderr)
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fraccheck")
    parser.add_argument("folder", nargs="+")
    parser.add_argument("--contradictions", action="store_true", help="compare models with what they declare, too")
    parser.add_argument("--fewer", action="store_true", help="list values of which python3-onnx knows more extents")
    args = parser.parse_args()
    Count.fewer = args.fewer
    print("| models | number | values | with a rank: python3-onnx | fraccheck | extents of these "
          "| known: python3-onnx | fraccheck | contradictions |")
    print("|---|" + "---:|" * 8)
    for folder in args.folder:
        c = count(args.fraccheck, folder, args.contradictions)
        print(f"| {pathlib.Path(folder).name} | {c.models:,} | {c.values:,} | {c.ranks[0]:,} | {c.ranks[1]:,} "
              f"| {c.extents:,} | {c.theirs:,} | {c.ours:,} | {c.contradictions} |", flush=True)


if __name__ == "__main__":
    main()
