#!/usr/bin/env python3
"""Writes internal/model/onnx/schema/schemas.txt: the signatures of ONNX's operators.

    python3 tools/onnx/schemas.py ONNX > internal/model/onnx/schema/schemas.txt
    python3 tools/onnx/schemas.py --compare ONNX

ONNX is a checkout of https://github.com/onnx/onnx. Names, types, defaults and
arities are read from docs/Changelog.md and docs/Changelog-ml.md; what these
leave out (sets of output counts, operators that take any attribute) from
onnx/defs. --compare checks the result against python3-onnx (Debian's package,
1.12 knows opset 17) and prints each difference; it needs that package, the
first form only the standard library.

The format of the table is described in internal/model/onnx/schema/table.go.
"""
import pathlib
import re
import struct
import sys

# The documents print floats with five decimals. These are the values behind.
SELU = {"alpha": 1.67326319217681884765625, "gamma": 1.05070102214813232421875}
FLT_MAX = 3.4028234663852886e38

# What replaces an operator that an operator set removed, where it is another one.
INSTEAD = {"Scatter": "ScatterElements", "Upsample": "Resize",
           "TreeEnsembleClassifier": "TreeEnsemble", "TreeEnsembleRegressor": "TreeEnsemble"}

# A version that the documents call deprecated, and whose signature they do not print though
# models of opset 18 to 20 have it: that of the version behind, without an attribute.
SILENT = {("GroupNormalization", 18): "stash_type"}

# The order in which a list of types is written.
ELEMENTS = ("bool int4 int8 int16 int32 int64 int2 uint2 uint4 uint8 uint16 uint32 uint64 float4e2m1 "
            "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz float8e8m0 float16 bfloat16 float "
            "double complex64 complex128 string").split()


def type_key(name):
    inner = re.search(r"([a-z0-9_]+)\)*$", name).group(1)
    return (name.count("("), name.split("(")[0], ELEMENTS.index(inner) if inner in ELEMENTS else 99, name)


class Schema:
    def __init__(self, domain, name, since):
        self.domain, self.name, self.since = domain, name, since
        self.deprecated = self.unchecked = False
        self.attributes, self.inputs, self.outputs, self.types = [], [], [], []
        self.ranges = {}
        self.output_counts = []


ENTRY = re.compile(r"<dt><tt>(?P<name>[^<]*)</tt>(?: \((?P<tags>[^)]*)\))? : (?P<rest>.*)</dt>")
OPERATOR = re.compile(r'### <a name="[^"]*"></a>\*\*(?:(.*)\.)?(\w+)-(\d+)\*\*( \(deprecated\))?')
SECTION = re.compile(r"#### (Attributes|Inputs|Outputs|Type Constraints)(?: \((\d+) - (\S+)\))?$")


def read_changelog(text):
    """The schemas of one document, in its order."""
    schemas, section = [], None
    for line in text.splitlines():
        if m := OPERATOR.match(line):
            schemas.append(Schema(m[1] or "", m[2], int(m[3])))
            schemas[-1].deprecated = bool(m[4])
            section = None
        elif m := SECTION.match(line):
            section = m[1]
            if m[2]:
                schemas[-1].ranges[section] = (int(m[2]), -1 if m[3] == "&#8734;" else int(m[3]))
        elif section and line.startswith("<dt>"):
            m = ENTRY.match(line)
            if not m:
                sys.exit("cannot read: " + line)
            read_entry(schemas[-1], section, m)
    return schemas


def read_entry(schema, section, m):
    rest = m["rest"].replace("&lt;", "<").replace("&gt;", ">")
    if section == "Attributes":
        schema.attributes.append(read_attribute(schema, m["name"], rest))
    elif section == "Type Constraints":
        types = [t.strip() for t in re.split(r", (?=\w+\()", re.sub(r"map\((\w+), ", r"map(\1,", rest))]
        schema.types.append((m["name"], sorted(set(types), key=type_key)))
    else:
        tags = (m["tags"] or "").split(", ")
        option = "?" if "optional" in tags else "" if "variadic" not in tags else \
            "+" if "heterogeneous" in tags else "*"
        formals = schema.inputs if section == "Inputs" else schema.outputs
        formals.append([m["name"], option, rest.replace(" ", "")])


def read_attribute(schema, name, rest):
    """(name, type, "!" if required, "" or "=" and the default)"""
    kind, _, opt = rest.partition(" (")
    kind = kind.removeprefix("list of ")
    if opt == "required)":
        return name, kind, "!"
    if not opt:
        return name, kind, ""
    value = opt.removeprefix("default is ").removesuffix(")")
    if kind == "float":
        return name, kind, "=" + exact(schema, name, float(value.strip("()")))
    if value.startswith("["):
        value = ",".join(v.strip().strip("'") for v in value[1:-1].split(","))
    if re.search(r"[ |]", value):
        sys.exit(f"{schema.name}: a default with a blank: {value}")
    return name, kind, "=" + value


def exact(schema, name, value):
    if schema.name == "Selu" and schema.since >= 6:
        value = SELU[name]
    if schema.name in ("Adam", "Adagrad") and name == "epsilon":
        value = 1e-6
    if abs(value) > 3e38:
        value = FLT_MAX if value > 0 else -FLT_MAX
    return shortest(value)


def shortest(value):
    """The shortest decimal of the nearest float32."""
    single = struct.unpack("f", struct.pack("f", value))[0]
    for digits in range(1, 10):
        s = f"{single:.{digits}g}"
        try:
            if struct.pack("f", float(s)) == struct.pack("f", single):
                return s
        except OverflowError:
            pass
    return repr(single)


DEFINITION = re.compile(r"ONNX_(ML_|PREVIEW_|PREVIEW_TRAINING_|TRAINING_)?OPERATOR_SET_SCHEMA\(\s*(\w+),\s*(\d+),")


def read_definitions(root, schemas):
    """Adds what only the C++ definitions say."""
    index = {(s.name, s.since): s for s in schemas if s.domain == ""}
    for path in sorted(root.glob("onnx/defs/**/*.cc")):
        text = path.read_text()
        starts = list(DEFINITION.finditer(text))
        for m, end in zip(starts, [n.start() for n in starts[1:]] + [len(text)]):
            body = text[m.start():end]
            if m[1] or (m[2], int(m[3])) not in index:
                continue
            schema = index[m[2], int(m[3])]
            schema.unchecked = ".AllowUncheckedAttributes()" in body
            if ".NumInputs(" in body:
                sys.exit(f"{m[2]}-{m[3]}: a set of input counts is not read")
            if n := re.search(r"\.NumOutputs\(\{([\d, ]+)\}\)", body):
                schema.output_counts = [int(x) for x in n[1].split(",")]


def arity(formals):
    """The bounds that follow from the formals, and the index of a variadic one, if any.

    The least number of arguments of a variadic formal is 1 here. An optional
    formal may be left out only at the end.
    """
    least = most = 0
    for i, (_, option, _) in enumerate(formals):
        if option in ("*", "+"):
            return most + 1, -1, i
        most += 1
        if option == "":
            least = most
    return least, most, None


def finish(schema):
    """Writes the least count of a variadic formal into its option and checks the bounds."""
    for section, formals in ("Inputs", schema.inputs), ("Outputs", schema.outputs):
        least, most, variadic = arity(formals)
        # The documents print no bounds where the two are equal.
        want = schema.ranges.get(section, (most, most))
        if variadic is not None:
            formals[variadic][1] += str(want[0] - least + 1)
        elif want != (least, most):
            sys.exit(f"{schema.name}-{schema.since}: {section} {want}, not {(least, most)}")


def read(root):
    schemas = []
    for name in "Changelog.md", "Changelog-ml.md":
        schemas += read_changelog((root / "docs" / name).read_text())
    read_definitions(root, schemas)
    for schema in schemas:
        if not schema.deprecated:
            finish(schema)
    schemas.sort(key=lambda s: (s.domain, s.name, s.since))
    for schema, behind in zip(schemas, schemas[1:]):
        if without := SILENT.get((schema.name, schema.since)):
            schema.deprecated, schema.types = False, behind.types
            schema.inputs, schema.outputs = behind.inputs, behind.outputs
            schema.attributes = [a for a in behind.attributes if a[0] != without]
    return schemas


def write(schemas, version):
    lists = {}
    for schema in schemas:
        for _, types in schema.types:
            if len(types) > 1:
                lists[tuple(types)] = lists.get(tuple(types), 0) + 1
    ordered = sorted(lists, key=lambda t: (-lists[t], t))
    number = {types: i for i, types in enumerate(ordered)}
    print(f"# Written by tools/onnx/schemas.py from ONNX {version}; do not edit.")
    for types in ordered:
        print("types", " ".join(types))
    domain = None
    for schema in schemas:
        if schema.domain != domain:
            domain = schema.domain
            print("domain", domain or "ai.onnx")
        print(line(schema, number))


def line(schema, number):
    head = f"{schema.name} {schema.since}"
    if schema.deprecated:
        return " ".join([head, "deprecated", INSTEAD.get(schema.name, "")]).rstrip()
    attributes = [f"{name}:{kind}{opt}" for name, kind, opt in schema.attributes]
    if schema.unchecked:
        attributes.append("...")
    inputs, outputs = ([f"{name}{option}:{kind}" for name, option, kind in formals]
                       for formals in (schema.inputs, schema.outputs))
    if schema.output_counts:
        outputs.append("#" + ",".join(map(str, schema.output_counts)))
    types = [f"{name}={number[tuple(ts)] if len(ts) > 1 else ts[0]}" for name, ts in schema.types]
    return " | ".join(" ".join(part) for part in ([head], attributes, inputs, outputs, types)).rstrip()


def compare(schemas):
    """Prints each difference from python3-onnx; the number of versions compared."""
    import onnx

    index = {(s.domain, s.name, s.since): s for s in schemas}
    count = faults = 0
    for theirs in onnx.defs.get_all_schemas_with_history():
        key = theirs.domain, theirs.name, theirs.since_version
        ours = index.pop(key, None)
        if theirs.support_level == onnx.defs.OpSchema.SupportType.EXPERIMENTAL:
            continue
        count += 1
        if ours is None:
            print(key, "is missing")
            faults += 1
            continue
        for what, a, b in differences(ours, theirs, onnx):
            print(*key, what, "here", a, "there", b)
            faults += 1
    for key in index:
        if key[0] == "" and key[2] <= 17:
            print(key, "is not in python3-onnx")
            faults += 1
    print(f"{count} versions compared, {faults} differences")


def differences(ours, theirs, onnx):
    if ours.deprecated or theirs.deprecated:
        if ours.deprecated != theirs.deprecated:
            yield "deprecated", ours.deprecated, theirs.deprecated
        return
    for what, mine, formals in ("inputs", ours.inputs, theirs.inputs), ("outputs", ours.outputs, theirs.outputs):
        option = onnx.defs.OpSchema.FormalParameterOption
        signs = {option.Single: "", option.Optional: "?"}
        mine = [[name, opt[:1], kind] for name, opt, kind in mine]
        other = [[f.name, signs.get(f.option, "*" if f.isHomogeneous else "+"), f.typeStr.replace(" ", "")]
                 for f in formals]
        if mine != other:
            yield what, mine, other
        for f in formals:
            if f.option != option.Variadic and not f.isHomogeneous:
                yield what, "homogeneous", f.name
    yield from bounds("input", ours.inputs, theirs.min_input, theirs.max_input)
    yield from bounds("output", ours.outputs, theirs.min_output, theirs.max_output)
    mine = {name: set(types) for name, types in ours.types}
    other = {c.type_param_str: {re.sub(", ", ",", t) for t in c.allowed_type_strs} for c in theirs.type_constraints}
    if mine != other:
        yield "types", mine, other
    mine = sorted(ours.attributes)
    other = sorted(attribute(a, onnx) for a in theirs.attributes.values())
    if mine != other:
        yield "attributes", [a for a in mine if a not in other], [a for a in other if a not in mine]


def bounds(what, formals, least, most):
    plain = [[n, o[:1], t] for n, o, t in formals]
    low, high, variadic = arity(plain)
    if variadic is not None:
        low += int(formals[variadic][1][1:]) - 1
    most = -1 if most > 1e6 else most
    if (low, high) != (least, most):
        yield what, (low, high), (least, most)


def attribute(a, onnx):
    kind = str(a.type).rpartition(".")[2].lower()
    if a.required:
        return a.name, kind, "!"
    if not a.default_value.name:
        return a.name, kind, ""
    value = onnx.helper.get_attribute_value(a.default_value)
    if kind == "float":
        return a.name, kind, "=" + shortest(value)
    if kind in ("ints", "floats"):
        return a.name, kind, "=" + ",".join(map(str, value))
    if kind == "strings":
        return a.name, kind, "=" + ",".join(v.decode() for v in value)
    return a.name, kind, "=" + (value.decode() if kind == "string" else str(value))


def main(arguments):
    root = pathlib.Path(arguments[-1])
    schemas = read(root)
    if arguments[0] == "--compare":
        compare(schemas)
    else:
        write(schemas, (root / "VERSION_NUMBER").read_text().strip())


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
