package onnx

import (
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// The operators of two operands that most entries compose.

func (n *node) add(a, b *model.Value) *model.Value      { return n.Call("add", args(a, b)) }
func (n *node) subtract(a, b *model.Value) *model.Value { return n.Call("subtract", args(a, b)) }
func (n *node) multiply(a, b *model.Value) *model.Value { return n.Call("multiply", args(a, b)) }
func (n *node) divide(a, b *model.Value) *model.Value   { return n.Call("divide", args(a, b)) }
func (n *node) maximum(a, b *model.Value) *model.Value  { return n.Call("maximum", args(a, b)) }
func (n *node) minimum(a, b *model.Value) *model.Value  { return n.Call("minimum", args(a, b)) }

// where takes the elements of a where a condition holds, and of b elsewhere.
func (n *node) where(condition, a, b *model.Value) *model.Value {
	return n.Call("where", args(condition, a, b))
}

// apply calls operators of one operand one after the other.
func (n *node) apply(v *model.Value, ops ...string) *model.Value {
	for _, op := range ops {
		v = n.Call(op, args(v))
	}
	return v
}

// zero is the number 0 of a dtype, or false.
func (n *node) zero(d types.Dtype) *model.Value {
	if d == types.Bool {
		return n.Number(value.Truth(false))
	}
	return n.number(0, d)
}

// stated is a tensor with the extents that the node requires of it. A run checks them.
func (n *node) stated(v *model.Value, shape ...types.Dim) *model.Value {
	if !v.Known() || v.Rank() != len(shape) {
		return v
	}
	loose, exact := types.NewTensor(v.Dtype(), len(shape)), types.NewTensor(v.Dtype(), len(shape))
	opens, differs := false, false
	for i, d := range v.Shape() {
		loose.Shape[i], exact.Shape[i] = d, d
		if d.Equal(shape[i]) || shape[i].Loose() {
			continue
		}
		exact.Shape[i], differs = shape[i], true
		if !d.Loose() {
			loose.Shape[i], opens = types.Any, true
		}
	}
	if opens {
		v = n.As(v, loose)
	}
	if differs {
		v = n.As(v, exact)
	}
	return v
}
