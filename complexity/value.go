package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The abstract domain. Let ρ be a run that takes the path, with naturals for the path's
// symbols. A value of the walk stands for these values of the run:
//
//	number{t, s}      the integer s(ρ) of type t
//	data{t, sizes}    data of type t with sizes[m](ρ) constructors (or elements) of measure m
//	empty data        the constructor without fields that by names; all sizes are 0
//	tuple, closure    tuples and function literals of what their parts stand for
//	sequence          a FractalTensor with totals and longest as its lengths
//	callback{w}       a function each call of which costs at most w(ρ)
//	condition         a truth value: whether left(ρ) and right(ρ) are in the relation
//	choice            one of some functions
//	frames{d}         a function that the data d of its family stands for; see frames.go
//	opaque{t}         any value of type t; of no type, any value at all
//
// Going from a value to one that stands for more is always sound: it is what light, plain
// and the limits do.

// A value is what a path knows of one: *number, *data, *tuple, *sequence, *condition,
// *closure, *global, *operator, *builtin, *choice, *frames or *opaque.
type value interface{ typ() types.Type }

// A number is an integer whose value is a size of the path.
type number struct {
	of   types.Type
	size linear.Form
	// negative is set for an argument that is known to be below 0; see sign.go.
	negative bool
}

// data is a value of an algebraic type. sizes says for each recursive type in it
// how many constructors with fields it has. Of a constructor without fields all
// are 0, of whatever types.
type data struct {
	of    types.Type // nil where only its constructor is known
	sizes map[string]linear.Form
	empty bool
	// loose is set where the type is not known to its end, so that there may be
	// more in it than sizes tells.
	loose bool
	// holds are the functions in it; mixed is set where there may be others.
	holds []value
	mixed bool
	// by is the constructor without fields that it is, nil where that is not known.
	by *types.Constructor
	// fields are those of a record, nil where they are not known; see record.go.
	fields []value
	// origin is the value that this one is a copy of; see same.
	origin value
}

type tuple struct{ parts []value }

// A condition is a truth value: the comparison of two sizes, or of two values that have
// none, or a combination of others.
type condition struct {
	relation    relation
	left, right linear.Form
	a, b        value   // of and, or, not; of a comparison without sizes its sides
	square      *square // of a comparison with one: left is left out, where turned right
	turned      bool
}

type relation uint8

const (
	unclear relation = iota
	always
	never
	equal
	different
	less
	atMost
	both
	either
	inverse
)

// A closure is a function literal with what it sees of the variables around it.
type closure struct {
	graph *graph.Graph
	at    graph.Value
	seen  map[graph.Value]value
	of    types.Type // nil where the body around it has type variables
	// extents are what the size variables of the definition around it stand for.
	extents extents
}

// A global is a definition or a constructor as a function.
type global struct{ object *typecheck.Object }

// An operator is one of the table as a function.
type operator struct{ op *op.Op }

// A callback is a function of which nothing is known but that each call costs at
// most work.
type callback struct {
	of   types.Type
	work linear.Form
}

// An opaque value is one of which only the type is known. origin is the value that this
// one is a copy of; see same.
type opaque struct {
	of     types.Type
	origin value
}

func (v *number) typ() types.Type    { return v.of }
func (v *data) typ() types.Type      { return v.of }
func (v *condition) typ() types.Type { return types.Scalar(types.Bool) }
func (v *closure) typ() types.Type   { return v.of }
func (v *operator) typ() types.Type  { return nil }
func (v *callback) typ() types.Type  { return v.of }
func (v *opaque) typ() types.Type    { return v.of }

func (v *tuple) typ() types.Type {
	t := &types.Tuple{}
	for _, p := range v.parts {
		part := p.typ()
		if part == nil {
			return nil
		}
		t.Elems = append(t.Elems, part)
	}
	return t
}

// typ is the type of a definition without type parameters: those of others are
// chosen anew by each use.
func (v *global) typ() types.Type {
	if f, ok := types.Head(v.object.Type).(*types.Func); ok && len(f.Params) == 0 {
		return f
	}
	return nil
}

// light is a value with few parts, or else one of which nothing is known.
func light(v value) value {
	left := measure.MaxWeight
	if weigh(v, &left); left < 0 {
		return &opaque{}
	}
	return v
}

func weigh(v value, left *int) {
	if *left--; *left < 0 {
		return
	}
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			weigh(part, left)
		}
	case *closure:
		for _, seen := range v.seen {
			weigh(seen, left)
		}
	case *frames:
		weigh(v.data, left)
	case *data:
		for _, f := range slices.Concat(v.holds, v.fields) {
			weigh(f, left)
		}
	}
}
