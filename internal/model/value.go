package model

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Value is what an expression of the program gives.
type Value struct {
	Type types.Type
	// Const are its elements where they are known and few.
	Const *value.Array
	// Extents are the elements of an integer tensor of at most one axis, as far as they
	// follow from extents; nil where they do not.
	Extents []types.Dim

	name    string                       // the name that is wanted for its variable
	local   string                       // its variable, `%x`; "" until one is written
	text    string                       // of a value that needs no variable, such as `[]`
	from    *statement                   // the statement that binds it; nil for parameters and literals
	literal *literal                     // of a constant that is written where it is used
	parts   []*Value                     // of a tuple that is written where it is used
	weight  func() (*value.Array, error) // the elements of a constant of the model
	alias   *Value                       // the value that it is another name of
}

// Same reports whether two values are the same under different names.
func Same(v, w *Value) bool {
	for ; v != nil; v = v.alias {
		if v == w {
			return true
		}
	}
	return false
}

// unknown is a value of which nothing is known. Calls with it give unknown values, without a fault.
func unknown() *Value { return &Value{Type: types.ErrorType, text: "_"} }

// Known reports whether the type of a value is known.
func (v *Value) Known() bool { return v != nil && !types.IsBad(v.Type) }

// Local is the name of a parameter in the text.
func (v *Value) Local() string { return v.local }

// Tensor is the type of a tensor; nil of other values.
func (v *Value) Tensor() *types.Tensor {
	t, _ := types.Head(v.Type).(*types.Tensor)
	return t
}

// Shape is the shape of a tensor; nil of other values.
func (v *Value) Shape() []types.Dim {
	if t := v.Tensor(); t != nil {
		return t.Shape
	}
	return nil
}

// Dtype is the dtype of a tensor.
func (v *Value) Dtype() types.Dtype {
	if t := v.Tensor(); t != nil {
		return t.Dtype
	}
	return types.NoDtype
}

// Rank is the number of a tensor's axes, -1 of what is no tensor.
func (v *Value) Rank() int {
	if t := v.Tensor(); t != nil {
		return len(t.Shape)
	}
	return -1
}

// Given states the elements of a parameter where a model is read for one value of it.
func (v *Value) Given(a *value.Array) {
	if a.Len() <= mostKept && (!a.Dtype.IsFloat() || a.Len() <= mostFolded) {
		v.Const, v.Extents = a, elementsAsExtents(a)
	}
}

// Untyped reports whether the text of a value says less of its type than is known.
func (v *Value) Untyped() bool { return v.text == "[]" }
