package dataflow

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/value"
)

// commuting are the operators whose operands may have any order: those of two operands, and
// those that give the same element in any order.
var commuting = map[string]bool{
	"Add": true, "Mul": true, "And": true, "Or": true, "Xor": true, "Equal": true,
	"BitwiseAnd": true, "BitwiseOr": true, "BitwiseXor": true, "Max": true, "Min": true,
}

func commutes(n *wire.Node) bool {
	return schema.Canonical(n.Domain) == "" && (commuting[n.OpType] || n.OpType == "Sum" && len(n.Inputs) == 2)
}

// attributes are those of a node in the order of their names, with what it leaves to a default,
// and without what says no more than holds without it.
func (b *builder) attributes(proto *wire.Node, s *schema.Schema, n *pairing.Node) (all []pairing.Attribute) {
	given := map[string]bool{}
	for _, a := range proto.Attributes {
		given[a.Name] = true
		if a.G != nil || len(a.Graphs) > 0 || implied(proto, a, n, b.graph) {
			continue
		}
		one := b.attribute(proto, a)
		if s != nil {
			d := s.Attribute(a.Name)
			one.Default = d != nil && d.HasDefault && b.attributeText(attributeOf(d)) == b.attributeText(a)
		}
		all = append(all, one)
	}
	if s != nil {
		for i := range s.Attributes {
			if d := &s.Attributes[i]; d.HasDefault && !given[d.Name] {
				one := b.attribute(proto, attributeOf(d))
				one.Default = true
				all = append(all, one)
			}
		}
	}
	all = append(all, b.parameters(proto, n)...)
	all = append(all, b.version(proto, s)...)
	slices.SortFunc(all, func(x, y pairing.Attribute) int { return cmp.Compare(x.Name, y.Name) })
	return all
}

// attribute is an attribute, with axes that are counted from the front.
func (b *builder) attribute(proto *wire.Node, a *wire.Attribute) pairing.Attribute {
	one := pairing.Attribute{Name: a.Name, Value: b.attributeText(b.countedFromFront(proto, a))}
	if written := b.attributeText(a); written != one.Value {
		one.Written = written
	}
	return one
}

// version is what an operator does in its version and in no later one: up to operator set 12,
// Softmax and its kin take all axes from theirs on as one. Of a domain that is not known, each
// version may do something else.
func (b *builder) version(proto *wire.Node, s *schema.Schema) []pairing.Attribute {
	of := schema.Canonical(proto.Domain)
	if s == nil && of != "" && schema.Newest(of) == 0 {
		return []pairing.Attribute{{Name: "version", Value: strconv.FormatInt(b.opsets[of], 10)}}
	}
	switch proto.OpType {
	case "Softmax", "LogSoftmax", "Hardmax":
	default:
		return nil
	}
	if of != "" || s == nil || s.Since >= 13 || len(proto.Inputs) == 0 {
		return nil
	}
	axis := int64(1)
	for _, a := range proto.Attributes {
		if a.Name == "axis" {
			axis = a.I
		}
	}
	one := pairing.Attribute{Name: "axes", Value: "all from axis on, as one"}
	if rank, known := b.rank(proto.Inputs[0]); axis == -1 || known && axis == rank-1 {
		// as later versions do; a graph in which the rank is not known still has the same text
		one = pairing.Attribute{Name: "axes", Value: "the axis", Written: one.Value, Default: true}
	}
	return []pairing.Attribute{one}
}

// attributeOf is a default as a node would give it.
func attributeOf(d *schema.Attribute) *wire.Attribute {
	return &wire.Attribute{Name: d.Name, Type: wire.AttributeType(d.Type), I: d.Int, F: d.Float, S: d.Str, Ints: d.Ints, Floats: d.Floats, Strings: d.Strs}
}

// countedFromFront is an attribute with axes that are counted from the front, where the rank of
// the first input is known.
func (b *builder) countedFromFront(n *wire.Node, a *wire.Attribute) *wire.Attribute {
	if a.Ref != "" || a.Name != "axis" && a.Name != "axes" || len(n.Inputs) == 0 {
		return a
	}
	rank, known := b.rank(n.Inputs[0])
	if !known {
		return a
	}
	if n.OpType == "Unsqueeze" {
		rank += int64(len(a.Ints))
	}
	front := *a
	front.Ints = slices.Clone(a.Ints)
	for i, k := range front.Ints {
		if k < 0 {
			front.Ints[i] += rank
		}
	}
	if a.Type == wire.IntAttr && a.I < 0 {
		front.I += rank
	}
	return &front
}

// implied reports whether an attribute that has no default in the operator's signature says what
// holds without it.
func implied(proto *wire.Node, a *wire.Attribute, n *pairing.Node, g *Graph) bool {
	op := proto.OpType
	all := func(x int64) bool { return !slices.ContainsFunc(a.Ints, func(k int64) bool { return k != x }) }
	switch a.Name {
	case "strides", "dilations":
		return all(1)
	case "pads", "output_padding":
		return all(0) && op != "Pad" || isValid(proto)
	case "auto_pad":
		return a.S == "VALID" || a.S == "NOTSET"
	case "perm":
		for i, k := range a.Ints {
			if k != int64(len(a.Ints)-1-i) {
				return false
			}
		}
		return true
	case "value":
		return op == "ConstantOfShape" && isZero(a.T)
	case "kernel_shape":
		return strings.HasPrefix(op, "Conv") && len(n.Operands) > 1 && n.Operands[1].From == pairing.FromConstant &&
			strings.HasSuffix(g.Constants[n.Operands[1].At].Shape, ", "+strings.TrimPrefix(shapeText(a.Ints), "("))
	}
	return false
}

// isValid reports whether a node pads nothing, whatever its pads are.
func isValid(n *wire.Node) bool {
	return slices.ContainsFunc(n.Attributes, func(a *wire.Attribute) bool { return a.Name == "auto_pad" && a.S == "VALID" })
}

// isZero reports whether a tensor is the one number that ConstantOfShape has without it.
func isZero(t *wire.Tensor) bool {
	if t == nil || t.Type != wire.Float || t.Location != wire.InModel {
		return false
	}
	if n, err := t.Count(); err != nil || n != 1 {
		return false
	}
	a, err := t.Array(nil)
	return err == nil && a.Flat().([]float32)[0] == 0
}

// mostParameter is how many elements a constant has at most that is written as an attribute.
const mostParameter = 64

// parameters takes constant operands out of a node that a version of its operator has as
// attributes: the axes of Squeeze, the limits of Clip.
func (b *builder) parameters(proto *wire.Node, n *pairing.Node) (all []pairing.Attribute) {
	for i := range n.Operands {
		o := &n.Operands[i]
		if o.From != pairing.FromConstant || o.Name == "" || !wasAttribute(schema.Canonical(proto.Domain), proto.OpType, o.Name) {
			continue
		}
		t := b.graph.Tensors[o.At]
		if t == nil {
			continue
		}
		if count, err := t.Count(); err != nil || count > mostParameter {
			continue
		}
		a, err := t.Array(b.ext)
		if err != nil {
			continue
		}
		text := elementsText(a)
		if a.Rank() == 0 || a.Len() == 1 && !isList(schema.Canonical(proto.Domain), proto.OpType, o.Name) {
			text = strings.Trim(text, "[]")
		}
		one := pairing.Attribute{Name: o.Name, Value: text}
		if a.Dtype == value.Int64 && o.Name == "axes" {
			one = b.attribute(proto, &wire.Attribute{Name: o.Name, Type: wire.IntsAttr, Ints: a.Flat().([]int64)})
		}
		all = append(all, one)
		*o = pairing.Operand{Role: o.Role, Name: o.Name}
	}
	return all
}

// attributeNamed is the attribute that some version of an operator has.
func attributeNamed(of, op, name string) *schema.Attribute {
	for _, v := range schema.Versions(of, op) {
		if s, err := schema.Find(of, op, v); err == nil && s.Attribute(name) != nil {
			return s.Attribute(name)
		}
	}
	return nil
}

func wasAttribute(of, op, name string) bool { return attributeNamed(of, op, name) != nil }

func isList(of, op, name string) bool {
	a := attributeNamed(of, op, name)
	return a != nil && (a.Type == schema.IntsAttr || a.Type == schema.FloatsAttr)
}

func elementsText(a *value.Array) string {
	parts := make([]string, a.Len())
	for i := range parts {
		parts[i] = scalarText(value.Load(a.Dtype, a.Data, i))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// scalarText is a number as an attribute of its sort has it.
func scalarText(s value.Scalar) string {
	switch {
	case s.Dtype == value.Bool:
		return strconv.FormatBool(s.IsTrue())
	case s.Dtype == value.Uint64:
		return strconv.FormatUint(s.Bits, 10)
	case s.Dtype == value.Float64:
		return strconv.FormatFloat(s.Float(), 'g', -1, 64)
	case s.Dtype.IsFloat():
		return floatText(float32(s.Float()))
	}
	return strconv.FormatInt(s.Int(), 10)
}

// attributeText is the value of an attribute as text: equal for equal values.
func (b *builder) attributeText(a *wire.Attribute) string {
	if a.Ref != "" {
		return "the attribute " + a.Ref + " of the function"
	}
	switch a.Type {
	case wire.FloatAttr:
		return floatText(a.F)
	case wire.IntAttr:
		return strconv.FormatInt(a.I, 10)
	case wire.StringAttr:
		return strconv.Quote(a.S)
	case wire.FloatsAttr:
		return listText(a.Floats, floatText)
	case wire.IntsAttr:
		return listText(a.Ints, func(k int64) string { return strconv.FormatInt(k, 10) })
	case wire.StringsAttr:
		return listText(a.Strings, strconv.Quote)
	case wire.TensorAttr:
		return b.tensorText(a.T)
	case wire.TensorsAttr:
		return listText(a.Tensors, b.tensorText)
	case wire.SparseTensorAttr:
		if a.Sparse == nil {
			return "a sparse tensor"
		}
		return "a sparse tensor " + shapeText(a.Sparse.Dims) + " of " + b.tensorText(a.Sparse.Values) + " at " + b.tensorText(a.Sparse.Indices)
	case wire.TypeAttr:
		return fmt.Sprintf("%+v", a.TP)
	}
	return fmt.Sprintf("a value of type %s", a.Type)
}

func floatText(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }

func listText[T any](list []T, text func(T) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = text(x)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// tensorText writes a tensor that is few elements, and names another one by its hash.
func (b *builder) tensorText(t *wire.Tensor) string {
	if t == nil {
		return "none"
	}
	if n, err := t.Count(); err == nil && n <= mostParameter {
		if a, err := t.Array(b.ext); err == nil {
			return fmt.Sprintf("%s %s %s", t.Type, shapeText(t.Dims), elementsText(a))
		}
	}
	h, err := t.Hash(seed, b.ext)
	if err != nil && b.err == nil {
		b.err = err
	}
	return fmt.Sprintf("%s %s #%x", t.Type, shapeText(t.Dims), h)
}

// constantOf is the attribute that a Constant node has as its value; nil for other nodes.
func constantOf(n *wire.Node) *wire.Attribute {
	if n.OpType != "Constant" || schema.Canonical(n.Domain) != "" || len(n.Outputs) != 1 || len(n.Attributes) != 1 || n.Attributes[0].Ref != "" {
		return nil
	}
	return n.Attributes[0]
}

// constantNode binds the value of a Constant node as the constant that an initializer would be.
func (b *builder) constantNode(n *wire.Node) {
	a, name := constantOf(n), n.Name
	if name == "" {
		name = n.Outputs[0]
	}
	var t *wire.Tensor
	switch a.Type {
	case wire.TensorAttr:
		t = a.T
	case wire.FloatAttr:
		t = wire.NewTensor(name, value.Wrap(value.Float32, []float32{a.F}, []int{}))
	case wire.IntAttr:
		t = wire.NewTensor(name, value.Wrap(value.Int64, []int64{a.I}, []int{}))
	case wire.FloatsAttr:
		t = wire.NewTensor(name, value.Wrap(value.Float32, a.Floats, []int{len(a.Floats)}))
	case wire.IntsAttr:
		t = wire.NewTensor(name, value.Wrap(value.Int64, a.Ints, []int{len(a.Ints)}))
	}
	switch {
	case t != nil:
		b.scope.values[n.Outputs[0]] = b.tensor(t, name)
	case a.Sparse != nil:
		b.scope.values[n.Outputs[0]] = b.sparse(a.Sparse, name)
	default:
		text := b.attributeText(a)
		b.scope.values[n.Outputs[0]] = b.constant(pairing.Constant{Name: name, Type: a.Type.String(), Hash: maphash.String(seed, text)}, nil)
	}
}
