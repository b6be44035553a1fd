"""dump.py: what python3-onnx reads in files, as lines that dump_test.go writes, too.

dump.py FILE...    prints `== FILE` and then the lines of each; a model by default, and after
                   `--tensor`, `--sequence` or `--optional` such a message.
dump.py --write    writes the models of this folder and their lines.
"""
import hashlib
import os
import struct
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

KINDS = {'tensor_type': 'tensor', 'sparse_tensor_type': 'sparse tensor', 'sequence_type': 'sequence',
         'optional_type': 'optional', 'map_type': 'map', 'opaque_type': 'opaque'}

GIVEN = {'f': 1, 'i': 2, 's': 3, 't': 4, 'g': 5, 'floats': 6, 'ints': 7, 'strings': 8, 'tensors': 9, 'graphs': 10,
         'sparse_tensor': 11, 'sparse_tensors': 12, 'tp': 13, 'type_protos': 14}


def f32(x):
    return '%08x' % struct.unpack('<I', struct.pack('<f', x))[0]


def text(s):
    b = s if isinstance(s, bytes) else s.encode()
    return b.hex() if any(c < 33 or c > 126 for c in b) else b.decode()


def tensor(path, t, out):
    out.append('%s = tensor %s %d %s' % (path, text(t.name), t.data_type, list(t.dims)))
    for e in t.external_data:
        out.append('%s.external %s %s' % (path, text(e.key), text(e.value)))
    if t.data_location == TensorProto.EXTERNAL:
        return
    if t.data_type == TensorProto.STRING:
        out.append('%s.elements %s' % (path, ' '.join(text(s) for s in t.string_data)))
    elif t.data_type in (TensorProto.COMPLEX64, TensorProto.COMPLEX128):
        out.append('%s.elements complex' % path)
    else:
        a = np.ascontiguousarray(numpy_helper.to_array(t))
        data = a.astype(a.dtype.newbyteorder('<')).tobytes()
        out.append('%s.elements %s' % (path, hashlib.sha256(data).hexdigest()[:16]))


def sparse(path, t, out):
    out.append('%s = sparse %s' % (path, list(t.dims)))
    if t.HasField('values'):
        tensor(path + '.values', t.values, out)
    if t.HasField('indices'):
        tensor(path + '.indices', t.indices, out)


def type_text(t):
    which = t.WhichOneof('value')
    s = KINDS.get(which, 'none')
    if which in ('tensor_type', 'sparse_tensor_type'):
        inner = getattr(t, which)
        s += ' %d' % inner.elem_type
        if inner.HasField('shape'):
            dims = []
            for d in inner.shape.dim:
                w = d.WhichOneof('value')
                dims.append('%d' % d.dim_value if w == 'dim_value' else text(d.dim_param) if w and d.dim_param else '?')
            s += ' (%s)' % ', '.join(dims)
    elif which in ('sequence_type', 'optional_type'):
        s += ' of %s' % type_text(getattr(t, which).elem_type)
    elif which == 'map_type':
        s += ' %d of %s' % (t.map_type.key_type, type_text(t.map_type.value_type))
    return s + (' as ' + text(t.denotation) if t.denotation else '')


def values(path, vs, out):
    for i, v in enumerate(vs):
        out.append('%s[%d] = %s %s %s' % (path, i, text(v.name), text(v.doc_string), type_text(v.type) if v.HasField('type') else 'none'))


def attributes(path, attrs, out):
    for i, a in enumerate(attrs):
        p = '%s[%d]' % (path, i)
        given = [GIVEN[f.name] for f, _ in a.ListFields() if f.name in GIVEN]
        kind = given[0] if a.type == 0 and len(given) == 1 else a.type
        out.append('%s = %s %d %s %s %d %s' % (p, text(a.name), kind, text(a.ref_attr_name), f32(a.f), a.i, text(a.s)))
        if a.floats:
            out.append('%s.floats %s' % (p, ' '.join(map(f32, a.floats))))
        if a.ints:
            out.append('%s.ints %s' % (p, list(a.ints)))
        if a.strings:
            out.append('%s.strings %s' % (p, ' '.join(map(text, a.strings))))
        if a.HasField('t'):
            tensor(p + '.t', a.t, out)
        if a.HasField('g'):
            graph(p + '.g', a.g, out)
        if a.HasField('sparse_tensor'):
            sparse(p + '.sparse_tensor', a.sparse_tensor, out)
        if a.HasField('tp'):
            out.append('%s.tp %s' % (p, type_text(a.tp)))
        for k, t in enumerate(a.tensors):
            tensor('%s.tensors[%d]' % (p, k), t, out)
        for k, g in enumerate(a.graphs):
            graph('%s.graphs[%d]' % (p, k), g, out)
        for k, t in enumerate(a.type_protos):
            out.append('%s.type_protos[%d] %s' % (p, k, type_text(t)))


def nodes(path, ns, out):
    for i, n in enumerate(ns):
        p = '%s[%d]' % (path, i)
        out.append('%s = %s' % (p, ' | '.join([text(n.name), text(n.op_type), text(n.domain), text(n.doc_string),
                                               ' '.join(map(text, n.input)), ' '.join(map(text, n.output))])))
        attributes(p + '.attribute', n.attribute, out)


def graph(path, g, out):
    out.append('%s = %s %s' % (path, text(g.name), text(g.doc_string)))
    nodes(path + '.node', g.node, out)
    for i, t in enumerate(g.initializer):
        tensor('%s.initializer[%d]' % (path, i), t, out)
    for i, t in enumerate(g.sparse_initializer):
        sparse('%s.sparse_initializer[%d]' % (path, i), t, out)
    values(path + '.input', g.input, out)
    values(path + '.output', g.output, out)
    values(path + '.value_info', g.value_info, out)


def opsets(path, ops, out):
    for o in ops:
        out.append('%s %s %d' % (path, text(o.domain), o.version))


def model(m):
    out = ['model %d %s %s %s %d %s' % (m.ir_version, text(m.producer_name), text(m.producer_version), text(m.domain), m.model_version, text(m.doc_string))]
    opsets('opset', m.opset_import, out)
    for e in m.metadata_props:
        out.append('metadata %s %s' % (text(e.key), text(e.value)))
    if m.HasField('graph'):
        graph('graph', m.graph, out)
    for i, f in enumerate(m.functions):
        p = 'functions[%d]' % i
        out.append('%s = %s' % (p, ' | '.join([text(f.name), text(f.domain), text(f.doc_string), ' '.join(f.input), ' '.join(f.output), ' '.join(f.attribute)])))
        opsets(p + '.opset', f.opset_import, out)
        nodes(p + '.node', f.node, out)
    return out


def sequence(path, q, out):
    out.append('%s = sequence %s %d' % (path, text(q.name), q.elem_type))
    for i, t in enumerate(q.tensor_values):
        tensor('%s[%d]' % (path, i), t, out)
    for i, s in enumerate(q.sequence_values):
        sequence('%s[%d]' % (path, i), s, out)
    for i, o in enumerate(q.optional_values):
        optional('%s[%d]' % (path, i), o, out)


def optional(path, o, out):
    out.append('%s = optional %s %d' % (path, text(o.name), o.elem_type))
    if o.HasField('tensor_value'):
        tensor(path + '.tensor_value', o.tensor_value, out)
    if o.HasField('sequence_value'):
        sequence(path + '.sequence_value', o.sequence_value, out)
    if o.HasField('optional_value'):
        optional(path + '.optional_value', o.optional_value, out)


def lines(kind, path):
    with open(path, 'rb') as f:
        data = f.read()
    out = []
    if kind == '--model':
        return model(onnx.ModelProto.FromString(data))
    if kind == '--tensor':
        tensor('tensor', TensorProto.FromString(data), out)
    elif kind == '--sequence':
        sequence('sequence', onnx.SequenceProto.FromString(data), out)
    else:
        optional('optional', onnx.OptionalProto.FromString(data), out)
    return out


def attribute_model():
    "every kind of attribute and of type"
    body = helper.make_graph([helper.make_node('Identity', ['x'], ['y'], name='inner')], 'body', [], [helper.make_tensor_value_info('y', 1, None)])
    node = helper.make_node('All', ['x', '', 'w'], ['y', ''], name='/a/b', doc_string='two\nlines', domain='custom',
                            f=1.5, i=-3, s=b'\xff\x00raw', floats=[1.0, float('inf'), -0.0], ints=[1, -1, 2**40],
                            strings=['a', 'ü'], t=numpy_helper.from_array(np.arange(6, dtype=np.int16).reshape(2, 3), 't'),
                            g=body, tensors=[numpy_helper.from_array(np.array(2.0)), numpy_helper.from_array(np.array([True, False]))],
                            graphs=[body, body])
    a = onnx.AttributeProto(name='sparse', type=onnx.AttributeProto.SPARSE_TENSOR)
    a.sparse_tensor.CopyFrom(helper.make_sparse_tensor(numpy_helper.from_array(np.array([3.0], np.float32)), numpy_helper.from_array(np.array([5])), [10]))
    node.attribute.append(a)
    a = onnx.AttributeProto(name='tp', type=onnx.AttributeProto.TYPE_PROTO)
    a.tp.CopyFrom(helper.make_optional_type_proto(helper.make_sequence_type_proto(helper.make_tensor_type_proto(10, ['N', None, 3]))))
    node.attribute.append(a)
    a = onnx.AttributeProto(name='type_protos', type=onnx.AttributeProto.TYPE_PROTOS)
    a.type_protos.append(helper.make_tensor_type_proto(1, []))
    a.type_protos.append(onnx.TypeProto(denotation='IMAGE', map_type=onnx.TypeProto.Map(key_type=8, value_type=helper.make_tensor_type_proto(7, None))))
    a.type_protos.append(onnx.TypeProto(opaque_type=onnx.TypeProto.Opaque(name='secret')))
    node.attribute.append(a)
    node.attribute.append(onnx.AttributeProto(name='ref', type=onnx.AttributeProto.INT, ref_attr_name='outer'))
    node.attribute.append(onnx.AttributeProto(name='untyped', i=0))
    f = helper.make_function('custom', 'All', ['a', 'b'], ['c'], [helper.make_node('Add', ['a', 'b'], ['c'])], [helper.make_opsetid('', 15)], ['alpha'])
    g = helper.make_graph([node], 'net', [helper.make_tensor_value_info('x', 1, ['N', 0, None, -1], 'an input')],
                          [helper.make_tensor_value_info('y', 16, None)],
                          initializer=[numpy_helper.from_array(np.zeros((0, 3), np.float32), 'w')], doc_string='graph',
                          value_info=[helper.make_sequence_value_info('q', 1, [2])] if hasattr(helper, 'make_sequence_value_info') else [])
    m = helper.make_model(g, producer_name='dump.py', functions=[f], opset_imports=[helper.make_opsetid('', 17), helper.make_opsetid('custom', 1)])
    m.ir_version = 8
    helper.set_model_props(m, {'key': 'value', 'empty': ''})
    return m


def tensor_model():
    "every dtype, in its typed field and in raw_data"
    g = onnx.GraphProto(name='tensors')
    numbers = {TensorProto.FLOAT: [1.5, float('nan'), float('-inf')], TensorProto.UINT8: [0, 200, 255], TensorProto.INT8: [-128, 0, 127],
               TensorProto.UINT16: [0, 1, 65535], TensorProto.INT16: [-32768, 5, 32767], TensorProto.INT32: [-2**31, -1, 2**31 - 1],
               TensorProto.INT64: [-2**63, -1, 2**63 - 1], TensorProto.BOOL: [True, False, True], TensorProto.FLOAT16: [1.5, -2.0, 65504.0],
               TensorProto.DOUBLE: [1e300, -0.0, 3.0], TensorProto.UINT32: [0, 7, 2**32 - 1], TensorProto.UINT64: [0, 7, 2**64 - 1]}
    for dtype, xs in numbers.items():
        g.initializer.append(helper.make_tensor('typed_%d' % dtype, dtype, [3, 1], xs))
        g.initializer.append(numpy_helper.from_array(np.array(xs, helper.mapping.TENSOR_TYPE_TO_NP_TYPE[dtype]).reshape(1, 3), 'raw_%d' % dtype))
    g.initializer.append(helper.make_tensor('typed_bf16', TensorProto.BFLOAT16, [3], [1.0, -2.5, 3e38]))
    t = TensorProto(name='raw_bf16', data_type=TensorProto.BFLOAT16, dims=[2], raw_data=b'\x80\x3f\x20\xc0')
    g.initializer.append(t)
    g.initializer.append(helper.make_tensor('strings', TensorProto.STRING, [2], [b'a', b'\xff']))
    g.initializer.append(helper.make_tensor('complex', TensorProto.COMPLEX64, [1], [1 + 2j]))
    g.initializer.append(helper.make_tensor('scalar', TensorProto.INT64, [], [-7]))
    t = TensorProto(name='external', data_type=1, dims=[4], data_location=TensorProto.EXTERNAL)
    t.external_data.add(key='location', value='weights.bin')
    t.external_data.add(key='offset', value='4096')
    g.initializer.append(t)
    s = helper.make_sparse_tensor(numpy_helper.from_array(np.array([1, 2], np.float32), 'sp'), numpy_helper.from_array(np.array([[0, 1], [2, 0]])), [3, 3])
    g.sparse_initializer.append(s)
    return onnx.ModelProto(ir_version=8, graph=g)


def write():
    here = os.path.dirname(os.path.abspath(__file__))
    for name, m in {'attributes': attribute_model(), 'tensors': tensor_model()}.items():
        path = os.path.join(here, name)
        with open(path + '.onnx', 'wb') as f:
            f.write(m.SerializeToString(deterministic=True))
        with open(path + '.txt', 'w') as f:
            f.write('\n'.join(lines('--model', path + '.onnx')) + '\n')


if sys.argv[1:] == ['--write']:
    write()
else:
    kind = '--model'
    for arg in sys.argv[1:]:
        if arg.startswith('--'):
            kind = arg
            continue
        print('== ' + arg)
        try:
            print('\n'.join(lines(kind, arg)))
        except Exception as e:  # what it does not read, either
            print('error: %s' % ' '.join(str(e).split())[:200])
