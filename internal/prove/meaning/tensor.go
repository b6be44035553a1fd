// Package meaning proves rules between operators on tensors, by what the operators compute. The
// meaning of a tensor is a list of extents, which may be symbols, and a function from an index to a
// term of package scalar:
//
//	matmul(a, b)[i, j]   = Σ_{k<n} a[i, k]·b[k, j]
//	transpose(a)[i, j]   = a[j, i]
//	concatenate(a, b)[i] = [i < |a|]·a[i] + [i >= |a|]·b[i - |a|]
//
// A rule is proved where both sides have equal terms at a symbolic index, for all ranks, extents,
// dtypes and attributes that its pattern and its conditions admit.
//
// What is not known in advance is found by cases. An evaluation of both sides (evaluation.go) begins
// with a Case without assumptions (case.go). Where an operator cannot go on without an assumption, such
// as whether two extents are equal or which axis is meant, it panics with a need that lists all
// alternatives, and each is tried from the beginning in a copy of the case (proof.go). A case may end
// as vacuous, because no instance satisfies it or the rule is not applied there. It may end as
// unknown, which ends the proof. All cases proved, at least one of them with instances that have
// elements, make a proof.
//
// A shape of any rank is a block: one symbolic dimension in the place of any number of them, which is
// taken apart only where an operator asks for an axis (shape.go). So a rule about relu is proved once,
// not for each rank. Attributes that a pattern leaves open are symbols with names of their own
// (attribute.go). Operators that move or fold elements along axes which are not known become
// uninterpreted functions of the index, labelled by all that decides them: equal labels give equal
// movements.
//
// Conditions of the rule are assumptions (condition.go). One that has no place in a Case is left out;
// what is proved then is more than the rule needs.
//
// The meanings are a second account of what kernels compute, and may be wrong. So Agree computes
// both on the instances that were tried (agree.go), and a proof counts only where they agree.
//
// The operators' meanings are in elementwise.go (with the table of all), call.go (functions of
// corresponding elements and what they demand), linear.go, convolve.go, reduce.go, move.go, reshape.go,
// slice.go and join.go. tensor.go has shapes and broadcasting, dtype.go the classes of dtypes.
package meaning

import (
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
)

type term = scalar.Poly

// A Dim is a dimension, or a block: any number of dimensions, taken as one whose extent is the
// number of its elements.
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
	Other // another one than that of the operands, by an attribute such as out_dtype
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
	// Ordered has the same elements in row-major order, in the shape that they had before they were
	// reshaped; nil where they were not. A fold over all elements may read them there.
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

// keyOf is text that is equal for equal shapes alone.
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

// united is the block of two that are broadcast: the set of their names, without those that a case
// assumes to be absorbed by others of the set.
func (e *evaluation) united(a, b string) string {
	names := map[string]bool{}
	for _, n := range append(strings.Split(a, separator), strings.Split(b, separator)...) {
		names[n] = true
	}
	for _, x := range e.assumed.absorbed {
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

// block is the dimension of a block, with the extent |name|.
func (e *evaluation) block(name string) Dim {
	d := Dim{Extent: e.extent("|" + name + "|"), Block: name}
	return d
}

// A reading maps an index of a broadcast dimension to that of an operand.
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
				e.unknown("shapes of unknown ranks are broadcast with dimensions before them")
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

// joinExtents broadcasts two extents. They are equal, or one of them is 1; in other cases the
// operator refuses its operands.
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
