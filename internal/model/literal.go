package model

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A literal is a constant that the text shows where it is used, or an entry of the program's
// constants.
type literal struct {
	read  func() (*value.Array, error)
	entry int // in the program's constants, -1 for one that is not there yet
}

// mostShown is the number of elements up to which integers are written as numbers. Weights
// never are.
const mostShown = 16

// Number is a scalar constant.
func (b *Builder) Number(s value.Scalar) *Value { return b.Array(value.FromScalar(s)) }

// Ints is a constant vector of int64.
func (b *Builder) Ints(ns ...int64) *Value { return b.Array(value.Of(ns, len(ns))) }

// Array is a constant.
func (b *Builder) Array(a *value.Array) *Value {
	v := &Value{Type: op.TypeOf(a), Const: a}
	v.literal = &literal{func() (*value.Array, error) { return a, nil }, -1}
	v.Extents = elementsAsExtents(a)
	return v
}

// Weight is a constant of the model, which is read when its elements are needed. It is
// bound by its name at the beginning of the open definition.
func (b *Builder) Weight(name string, t *types.Tensor, read func() (*value.Array, error)) *Value {
	v := &Value{Type: t, name: name, weight: read}
	if n, ok := count(t); ok && (n <= mostFolded || n <= mostKept && !t.Dtype.IsFloat()) {
		if a, err := read(); err == nil {
			v = b.Array(a)
			v.name = name
			v.weight = read
			if shown(a) {
				return v
			}
			v.literal = nil
		}
	}
	entry := b.Program.addConstant(Constant{Name: name, Type: t, Read: read})
	s := &statement{binds: []*Value{v}, expr: []piece{{text: metaText(entry)}}, claim: t, node: -1}
	v.from = s
	d := b.current()
	d.body.weights = append(d.body.weights, s)
	return v
}

// Elements are the elements of a constant, nil of a value that is none, or too large to be read while a
// model is.
func (v *Value) Elements() *value.Array {
	if v == nil || v.Const != nil || v.weight == nil {
		if v == nil {
			return nil
		}
		return v.Const
	}
	if n, ok := count(v.Tensor()); !ok || n > mostRead {
		return nil
	}
	a, err := v.weight()
	if err != nil {
		return nil
	}
	v.Const = a
	return a
}

// mostRead bounds the elements of a weight that a reader reads, mostKept those that are
// read without a question.
const (
	mostRead = 1 << 16
	mostKept = 1 << 12
)

func count(t *types.Tensor) (int64, bool) {
	if t == nil {
		return 0, false
	}
	return types.Product(t.Shape).Const()
}

// Count is the number of a tensor's elements, if it is known.
func Count(v *Value) (int64, bool) { return count(v.Tensor()) }

func metaText(entry int) string { return "meta[" + ConstantKind + "][" + strconv.Itoa(entry) + "]" }

// shown reports whether a constant is written as numbers.
func shown(a *value.Array) bool {
	return a.Rank() == 0 || a.Len() <= mostShown && a.Len() > 0 && a.Rank() == 1 && !a.Dtype.IsFloat()
}

// literalText writes a constant: a number, a short vector, or an entry of the program's constants, with its
// type as a comment.
func (b *Builder) literalText(v *Value) string {
	l := v.literal
	a := v.Const
	if a != nil && a.Rank() == 0 {
		if a.Dtype == value.Bfloat16 { // which has no literals
			return "cast(" + value.Text(value.F32(float32(a.Item().Float()))) + `, dtype="bfloat16")`
		}
		return value.Text(a.Item())
	}
	if a != nil && shown(a) {
		text := value.Text(&value.Tuple{Elems: []value.Value{a}})
		return strings.TrimSuffix(strings.TrimPrefix(text, "("), ",)")
	}
	if l.entry < 0 {
		l.entry = b.Program.addConstant(Constant{Name: v.name, Type: v.Type, Read: l.read})
	}
	return metaText(l.entry) + " /* ty=" + types.String(v.Type) + " */"
}

// DtypeOf is a dtype of the language as a dtype of arrays.
func DtypeOf(d types.Dtype) (value.Dtype, bool) { return value.ParseDtype(d.String()) }
