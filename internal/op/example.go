package op

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// Values to propose for an attribute that a call lacks or gives wrongly. Whether one fits
// the call's arguments is the relation's to say: Examples are tried in their order.

// Examples are values of attribute i that some call takes, for a first argument of a type,
// which may be nil; those that say least come first.
func (o *Op) Examples(i int, first types.Type) []Value {
	a := &o.Attrs[i]
	var found []Value
	if a.Python != nil {
		found = append(found, *a.Python)
	}
	for _, w := range a.Words() {
		found = append(found, Text(w))
	}
	t, _ := types.Head(first).(*types.Tensor)
	if t == nil {
		t = &types.Tensor{Dtype: types.Float32}
	}
	return append(found, a.plainExamples(t)...)
}

func (a *Attr) plainExamples(t *types.Tensor) (found []Value) {
	rank := max(len(t.Shape), 1)
	switch a.Type {
	case IntAttr:
		return []Value{Int(1), Int(0), Int(2), Int(-1), Int(4), Int(8)}
	case FloatAttr:
		return []Value{Float(1), Float(0), Float(0.5)}
	case BoolAttr:
		return []Value{Boolean(true), Boolean(false)}
	case DtypeAttr:
		for _, name := range append([]string{t.Dtype.String()}, dtypeNames...) {
			if _, ok := types.ParseDtype(name); ok {
				found = append(found, Text(name))
			}
		}
		return found
	case IntOrIntsAttr:
		return []Value{Int(1), Int(2), Ints(1)}
	case IntsAttr, FloatsAttr:
		return a.lists(t, rank)
	case ListAttr:
		found = append(found, repeated(Ints(0, 0), rank), repeated(Ints(1, 1), rank), repeated(Ints(0, 0), max(rank-2, 1)))
		return append(found, a.lists(t, rank)...)
	case AnyAttr:
		return []Value{{}}
	}
	return nil
}

// lists are lists of numbers: axes, extents, and what represents each dimension or each
// spatial one.
func (a *Attr) lists(t *types.Tensor, rank int) []Value {
	found := []Value{repeated(Int(1), 1), repeated(Int(1), rank), repeated(Int(1), 2), repeated(Int(1), 3), repeated(Int(2), 2), repeated(Int(0), rank), repeated(Int(1), 4)}
	own := Value{Kind: ListValue}
	for _, d := range t.Shape {
		if n, ok := d.Const(); ok {
			own.List = append(own.List, Int(n))
		}
	}
	switch name := strings.ToLower(a.Name); {
	case strings.Contains(name, "ax"):
		found = append([]Value{Ints(0), reversed(rank)}, found...)
	case name == "begin":
		found = append([]Value{repeated(Int(0), rank)}, found...)
	case name == "newshape":
		found = append([]Value{Ints(-1)}, found...)
	case ownShape[name] && len(own.List) == len(t.Shape):
		found = append([]Value{own}, found...)
	}
	if a.Type == FloatsAttr {
		for i, v := range found {
			found[i], _ = attrRules[FloatsAttr].convert(v)
		}
	}
	return append(found, Ints(0))
}

// ownShape are the attributes that are extents of a tensor like the first argument.
var ownShape = map[string]bool{"shape": true, "end": true, "target_shape": true, "output_shape": true, "out_shape": true, "const_shape": true}

func repeated(v Value, n int) Value {
	return Value{Kind: ListValue, List: slices.Repeat([]Value{v}, n)}
}

func reversed(n int) Value {
	v := Value{Kind: ListValue}
	for i := n - 1; i >= 0; i-- {
		v.List = append(v.List, Int(int64(i)))
	}
	return v
}

// Meant are values of attribute i that another value, which its type refuses, may stand
// for: an integer for a list of it, a list of one for the integer, a number in quotes.
func (o *Op) Meant(i int, v Value) []Value {
	a := &o.Attrs[i]
	switch {
	case a.isList() && (v.Kind == IntValue || v.Kind == FloatValue):
		return []Value{repeated(v, 1), repeated(v, 2), repeated(v, 3), repeated(v, 4)}
	case v.Kind == ListValue && len(v.List) > 0 && (a.Type == IntAttr || a.Type == FloatAttr || a.Type == BoolAttr):
		if !slices.ContainsFunc(v.List, func(e Value) bool { return e.String() != v.List[0].String() }) {
			return v.List[:1]
		}
	case v.Kind == FloatValue && v.Float == float64(int64(v.Float)):
		return []Value{Int(int64(v.Float))}
	case v.Kind == StringValue && a.Type != StringAttr && a.Type != DtypeAttr:
		if n, err := strconv.ParseInt(v.Str, 10, 64); err == nil {
			return append([]Value{Int(n)}, o.Meant(i, Int(n))...)
		}
		if strings.EqualFold(v.Str, "true") || strings.EqualFold(v.Str, "false") {
			return []Value{Boolean(strings.EqualFold(v.Str, "true"))}
		}
		if v.Str == "None" || v.Str == "" {
			return []Value{{}}
		}
	}
	return nil
}

// Takes gives a value as the attribute's type has it; false where it refuses it.
func (a *Attr) Takes(v Value) (Value, bool) {
	converted, problem := a.convert(v)
	return converted, problem == ""
}

// With are the attributes with another value for one of them; false where its type
// refuses the value.
func (a Attrs) With(i int, v Value) (Attrs, bool) {
	converted, problem := a.Op.Attrs[i].convert(v)
	if problem != "" {
		return a, false
	}
	a.Values, a.Given = slices.Clone(a.Values), slices.Clone(a.Given)
	a.Values[i], a.Given[i] = converted, true
	return a, true
}
