// Package meaning says what the operators on tensors compute, as index expressions: a
// tensor is a list of extents, which may be symbols, and a function of indices to a scalar
// term. Two sides of a rule are proved equal where these terms have one normal form in each
// case of shapes, dtypes and attributes.
//
// Tensor.go has tensors, case.go the cases and their search, attribute.go what is known of
// attributes, condition.go the conditions of rules; the other files give operators their
// meaning.
package meaning

import (
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
)

type term = scalar.Poly

// A Dim is a dimension, or a block: any number of dimensions, taken as one.
type Dim struct {
	Extent *term
	Block  string // the names of the shapes that are broadcast to the block's, in order; "" for a dimension
}

// A Mode is a class of dtypes.
type Mode uint8

const (
	Float Mode = iota
	Int
	Uint
	Bool
	Other // what an attribute may make of the dtype of operands
)

// A Dtype is a class of dtypes, or one of it.
type Dtype struct {
	Mode Mode
	Name string // "" where it may be any of its mode
}

// anyDtype begins the names of dtypes that may be any of their mode.
const anyDtype = "~"

// fixed reports whether it is one dtype.
func (d Dtype) fixed() bool { return d.Name != "" && d.Name[:1] != anyDtype }

// apart reports whether two dtypes are different for sure.
func (d Dtype) apart(other Dtype) bool {
	return d.Mode != other.Mode || d.fixed() && other.fixed() && d.Name != other.Name
}

// A Tensor is a tensor by its elements.
type Tensor struct {
	Shape []Dim
	Dtype Dtype
	At    func(index []*term) *term
	// Ordered has the same elements in the same order, in the shape that they had before they
	// were reshaped; nil where they were not.
	Ordered *Tensor
}

// A Value is a tensor, or a tuple where Parts is not nil.
type Value struct {
	*Tensor
	Parts []Value
}

// ordinary reports whether a shape has no block.
func ordinary(shape []Dim) bool {
	for _, d := range shape {
		if d.Block != "" {
			return false
		}
	}
	return true
}

// keyOf tells shapes apart.
func keyOf(shape []Dim) string {
	var b strings.Builder
	b.WriteString("(")
	for _, d := range shape {
		if d.Block != "" {
			b.WriteString("*" + d.Block)
		} else {
			b.WriteString(d.Extent.Key())
		}
		b.WriteString(";")
	}
	b.WriteString(")")
	return b.String()
}

func sameShape(a, b []Dim) bool { return keyOf(a) == keyOf(b) }

// separator stands between the names of a block.
const separator = "&"

// united is the block of two that are broadcast.
func (e *evaluation) united(a, b string) string {
	names := map[string]bool{}
	for _, n := range append(strings.Split(a, separator), strings.Split(b, separator)...) {
		names[n] = true
	}
	for _, x := range e.case_.absorbed {
		if names[x.name] && all(x.by, names) && !contains(x.by, x.name) {
			delete(names, x.name)
		}
	}
	var list []string
	for n := range names {
		list = append(list, n)
	}
	sort.Strings(list)
	return strings.Join(list, separator)
}

func all(list []string, in map[string]bool) bool {
	for _, n := range list {
		if !in[n] {
			return false
		}
	}
	return true
}

func contains(list []string, name string) bool {
	for _, n := range list {
		if n == name {
			return true
		}
	}
	return false
}

// block is a dimension that stands for a block.
func (e *evaluation) block(name string) Dim {
	d := Dim{Extent: e.extent("|" + name + "|"), Block: name}
	return d
}

// A reading is how the index of an operand follows from that of what it is broadcast to.
type reading func(index *term) *term

func itself(index *term) *term { return index }
func first(*term) *term        { return scalar.Int(0) }

// broadcast joins shapes, aligned on the right. For each operand it gives how its indices
// follow from those of the result.
func (e *evaluation) broadcast(shapes ...[]Dim) ([]Dim, []func([]*term) []*term) {
	result := shapes[0]
	maps := []func([]*term) []*term{func(i []*term) []*term { return i }}
	for _, s := range shapes[1:] {
		joined, left, right := e.join(result, s)
		for k, m := range maps {
			maps[k] = func(i []*term) []*term { return m(left(i)) }
		}
		maps = append(maps, right)
		result = joined
	}
	return result, maps
}

func (e *evaluation) join(a, b []Dim) (joined []Dim, left, right func([]*term) []*term) {
	var x, y []reading // from the right
	i, j := len(a)-1, len(b)-1
	for i >= 0 || j >= 0 {
		switch {
		case i < 0:
			joined, y = append(joined, b[j]), append(y, itself)
			j--
		case j < 0:
			joined, x = append(joined, a[i]), append(x, itself)
			i--
		case a[i].Block != "" && b[j].Block != "":
			if a[i].Block != b[j].Block && (i > 0 || j > 0) {
				e.unknown("shapes of unknown ranks are broadcast with dimensions in front of them")
			}
			block := e.united(a[i].Block, b[j].Block)
			joined = append(joined, e.block(block))
			x, y = append(x, e.projected(a[i].Block, block)), append(y, e.projected(b[j].Block, block))
			i, j = i-1, j-1
		case a[i].Block != "":
			e.refine(a[i].Block)
		case b[j].Block != "":
			e.refine(b[j].Block)
		default:
			d, f, g := e.joinExtents(a[i].Extent, b[j].Extent)
			joined, x, y = append(joined, Dim{Extent: d}), append(x, f), append(y, g)
			i, j = i-1, j-1
		}
	}
	n := len(joined)
	for k := range n / 2 {
		joined[k], joined[n-1-k] = joined[n-1-k], joined[k]
	}
	return joined, readings(x, len(a), n), readings(y, len(b), n)
}

func readings(fromRight []reading, rank, of int) func([]*term) []*term {
	return func(index []*term) []*term {
		own := make([]*term, rank)
		for k := range rank {
			own[rank-1-k] = fromRight[k](index[of-1-k])
		}
		return own
	}
}

func (e *evaluation) projected(part, whole string) reading {
	if part == whole {
		return itself
	}
	return func(i *term) *term { return e.c.Function(scalar.Projection+part, false, i) }
}

// joinExtents broadcasts two extents: equal ones, or one of them is 1.
func (e *evaluation) joinExtents(a, b *term) (*term, reading, reading) {
	switch {
	case e.sameExtent(a, b):
		return a, itself, itself
	case a.IsInt(1):
		return b, first, itself
	case b.IsInt(1):
		return a, itself, first
	}
	one := scalar.Int(1)
	e.need(func(c *Case) { c.equate(a, b) }, func(c *Case) { c.equate(a, one) }, func(c *Case) { c.equate(b, one) })
	return nil, nil, nil
}
