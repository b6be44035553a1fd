package onnx

import (
	"fmt"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// typeOf is a declared type as a type of the language; nil where it says too little or where
// the language has no such type. Of an input, an extent without a value becomes a size
// variable of its own; elsewhere it is `?`.
func (r *reader) typeOf(t *wire.Type, name string, input bool) types.Type {
	if t == nil {
		return nil
	}
	switch t.Kind {
	case wire.TensorType:
		d, ok := t.Elem.Dtype()
		if !ok || !t.HasShape {
			return nil
		}
		tensor := types.NewTensor(d, len(t.Shape))
		for i, dim := range t.Shape {
			tensor.Shape[i] = r.extent(dim, name+"_"+strconv.Itoa(i), input)
		}
		return tensor
	case wire.SequenceType:
		if of := r.typeOf(t.Of, name, false); of != nil {
			return &types.Fractal{Elem: of}
		}
	case wire.OptionalType:
		if of := r.typeOf(t.Of, name, false); of != nil {
			return model.OptionalOf(of)
		}
	}
	return nil
}

// untyped says why a declared type is none of the language's.
func untyped(t *wire.Type) string {
	switch {
	case t == nil || t.Kind == wire.NoType:
		return "the model declares none"
	case t.Kind == wire.SequenceType || t.Kind == wire.OptionalType:
		return untyped(t.Of)
	case t.Kind != wire.TensorType:
		return fmt.Sprintf("the language has no values of the kind %s", t.Kind)
	case !t.HasShape:
		return "the model declares no shape"
	}
	return fmt.Sprintf("the language has no tensors of %s", t.Elem)
}

// extent is a declared extent.
func (r *reader) extent(d wire.Dim, hint string, input bool) types.Dim {
	switch {
	case d.Kind == wire.DimValue && d.Value >= 0:
		return types.Const(d.Value)
	case d.Kind == wire.DimParam && d.Param != "":
		return r.Extent(d.Param)
	case input:
		return r.FreshExtent(hint)
	}
	return types.Any
}

// tensor is a constant of the model.
func (r *reader) tensor(t *wire.Tensor) *model.Value {
	d, ok := t.Type.Dtype()
	if !ok {
		return r.wrongTensor(t, codes.DtypeMismatch, fmt.Sprintf("the initializer %q holds %s, which the language has no tensors of", t.Name, t.Type))
	}
	if err := t.Check(r.ext); err != nil {
		return r.wrongTensor(t, codes.MetadataError, err.Error())
	}
	typ := types.NewTensor(d, len(t.Dims))
	for i, n := range t.Dims {
		typ.Shape[i] = types.Const(n)
	}
	return r.Weight(t.Name, typ, func() (*value.Array, error) { return t.Array(r.ext) })
}

// wrongTensor reports a constant that cannot be read.
func (r *reader) wrongTensor(t *wire.Tensor, code codes.Code, message string) *model.Value {
	r.reportError(model.Finding{Code: code, Node: r.Node(), Input: -1, Value: t.Name, Message: message})
	return r.Unknown()
}

// contradiction says why no value has both types; "" where one may.
func contradiction(has, claimed types.Type) string {
	switch has := types.Head(has).(type) {
	case *types.Tensor:
		c, ok := types.Head(claimed).(*types.Tensor)
		switch {
		case !ok:
			return "a tensor is no " + types.String(claimed)
		case has.Dtype != c.Dtype:
			return fmt.Sprintf("the dtypes %s and %s differ", c.Dtype, has.Dtype)
		case len(has.Shape) != len(c.Shape):
			return fmt.Sprintf("the ranks %d and %d differ", len(c.Shape), len(has.Shape))
		}
		for i, d := range has.Shape {
			n, known := d.Const()
			if m, ok := c.Shape[i].Const(); ok && known && n != m {
				return fmt.Sprintf("the extents %d and %d of axis %d differ", m, n, i)
			}
		}
	case *types.Fractal:
		c, ok := types.Head(claimed).(*types.Fractal)
		if !ok {
			return "a sequence is no " + types.String(claimed)
		}
		return contradiction(has.Elem, c.Elem)
	case *types.ADT:
		if c := model.ElementOf(claimed); c != nil {
			return contradiction(has.Args[0], c)
		}
	}
	return ""
}

// spelled is a type as ONNX spells it; "" where it is not known.
func spelled(t types.Type) string {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if d, ok := dtypeNames[t.Dtype.String()]; ok {
			return "tensor(" + d + ")"
		}
	case *types.Fractal:
		if of := spelled(t.Elem); of != "" {
			return "seq(" + of + ")"
		}
	case *types.ADT:
		if of := spelled(t.Args[0]); of != "" {
			return "optional(" + of + ")"
		}
	}
	return ""
}

// dtypeNames are ONNX's names of dtypes.
var dtypeNames = map[string]string{
	"float32": "float", "float64": "double", "float16": "float16", "bfloat16": "bfloat16", "bool": "bool",
	"int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
	"uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
	"int4": "int4", "uint4": "uint4", "int2": "int2", "uint2": "uint2",
	"float8_e4m3fn": "float8e4m3fn", "float8_e4m3fnuz": "float8e4m3fnuz", "float8_e5m2": "float8e5m2",
	"float8_e5m2fnuz": "float8e5m2fnuz", "float4_e2m1fn": "float4e2m1",
}

// dtypeAttribute is a dtype that a node names by the number of ONNX's table.
func (n *node) dtypeAttribute(name string, otherwise types.Dtype) (types.Dtype, bool) {
	k := n.int(name)
	if k == 0 && !n.has(name) {
		return otherwise, true
	}
	number := wire.DataType(k)
	d, ok := number.Dtype()
	switch {
	case ok:
		return d, true
	case !number.IsKnown(), number == wire.Undefined:
		n.Failf(codes.AttributeValue, "`%s` of %s is %d, which is the number of no dtype", name, n.proto.OpType, k)
	default:
		n.refuse(nil, "the language has no tensors of %s", number)
	}
	return d, false
}

// typeText is a type as messages show it.
func typeText(t types.Type) string { return "`" + types.String(t) + "`" }

// compatible reports whether two extents may be equal.
func compatible(a, b types.Dim) bool {
	n, known := a.Const()
	m, ok := b.Const()
	return !known || !ok || n == m || op.Compatible(a, b)
}
