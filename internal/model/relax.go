package model

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A model may ask that two extents are equal without a word: a product of (N, W) and (4, 5)
// runs only where W is 4. The checker of programs refuses it, since a size variable may be
// any number. The builder solves it: where a relation refuses a call, it looks for one size
// variable and an extent of the other arguments that make the relation hold, and notes the
// equality. A second, different one is a contradiction.

// An equality is what a size variable must be, and the node that requires it.
type equality struct {
	to   types.Dim
	node int
}

// relate asks for the result of a call, with the equalities that are known.
func (b *Builder) relate(c *typedCall) bool {
	args := make([]types.Type, len(c.args))
	for i, arg := range c.args {
		if arg != nil {
			args[i] = b.solved(arg.Type)
		}
	}
	answer := c.related(args)
	if answer.Err != nil && answer.Err.Code == string(codes.ShapeMismatch) {
		if solved, ok := b.solve(c, args); ok {
			args = solved
			answer = c.related(args)
		}
	}
	switch {
	case answer.Err != nil:
		b.refuse(c, answer.Err.Code, answer.Err.Arg, answer.Err.Message, answer.Err.Notes)
		return false
	case answer.Out == nil || types.IsBad(answer.Out):
		b.Failf(codes.AmbiguousType, "the type of `%s` does not follow from its arguments", c.op.Name)
		return false
	}
	c.out = answer.Out
	for i, arg := range c.args {
		if arg != nil {
			c.args[i] = b.relaxed(c, arg, args[i])
		}
	}
	return true
}

// refuse notes the fault of a call, with what earlier nodes require of its extents.
func (b *Builder) refuse(c *typedCall, code string, arg int, message string, notes []string) {
	f := Fault{Code: codes.Code(code), Message: message}
	if arg >= 0 && arg < len(c.args) {
		f.Arg = c.args[arg]
	}
	f.Notes = append(f.Notes, notes...)
	for _, a := range c.args {
		if a == nil {
			continue
		}
		for _, s := range symbolsOf(a.Type) {
			if eq, ok := b.equal[s]; ok && eq.node >= 0 {
				f.Notes = append(f.Notes, fmt.Sprintf("`%s` is %s, as node %q requires.", s.Name, eq.to, b.Program.Nodes[eq.node].Name))
			}
		}
	}
	b.Fail(f)
}

// solved is a type with the size variables replaced by what they must be.
func (b *Builder) solved(t types.Type) types.Type {
	if len(b.equal) == 0 {
		return t
	}
	var s types.Substitution
	for _, sym := range symbolsOf(t) {
		if eq, ok := b.equal[sym]; ok {
			s.Params = append(s.Params, types.Param{Name: sym.Name, Sym: sym})
			s.Dims = append(s.Dims, eq.to)
		}
	}
	if len(s.Params) == 0 {
		return t
	}
	return s.Apply(t)
}

// mostTrials bounds the relations that are asked for one call.
const mostTrials = 64

// solve looks for equalities that make a relation hold: of one size variable with an extent
// that is an argument's, then of two. Where several extents do (1 and 4, where operands
// broadcast) nothing is noted, and the greatest is used for the result.
func (b *Builder) solve(c *typedCall, args []types.Type) ([]types.Type, bool) {
	trials := 0
	var search func(args []types.Type, depth int) ([]types.Type, bool)
	search = func(args []types.Type, depth int) ([]types.Type, bool) {
		extents := extentsOf(args)
		for _, s := range symbolsOf(args...) {
			var found []types.Dim
			for _, d := range extents {
				if e, ok := d.Symbolic(); ok && e.Has(s) {
					continue
				}
				if trials++; trials > mostTrials {
					return nil, false
				}
				if c.related(substituted(args, s, d)).Err == nil {
					found = append(found, d)
				}
			}
			if len(found) > 0 {
				best := greatest(found)
				if len(found) == 1 && c.related(substituted(args, s, types.Const(1))).Err != nil {
					b.equal[s] = equality{best, b.node}
				}
				return substituted(args, s, best), true
			}
		}
		if depth == 0 {
			return nil, false
		}
		for _, s := range symbolsOf(args...) {
			for _, d := range extents {
				if e, ok := d.Symbolic(); ok && e.Has(s) {
					continue
				}
				if solved, ok := search(substituted(args, s, d), depth-1); ok {
					b.equal[s] = equality{d, b.node}
					return solved, true
				}
			}
		}
		return nil, false
	}
	return search(args, 2)
}

// extentsOf are the different extents of types, known numbers first.
func extentsOf(ts []types.Type) (numbers []types.Dim) {
	var others []types.Dim
	add := func(to *[]types.Dim, d types.Dim) {
		for _, e := range *to {
			if e.Equal(d) {
				return
			}
		}
		*to = append(*to, d)
	}
	for _, t := range ts {
		if t == nil {
			continue
		}
		types.Walk(t, func(t types.Type) bool {
			if tensor, ok := t.(*types.Tensor); ok {
				for _, d := range tensor.Shape {
					switch _, known := d.Const(); {
					case known:
						add(&numbers, d)
					case !d.Loose():
						add(&others, d)
					}
				}
			}
			return true
		})
	}
	return append(numbers, others...)
}

func greatest(ds []types.Dim) types.Dim {
	best := ds[0]
	for _, d := range ds[1:] {
		n, known := d.Const()
		m, ok := best.Const()
		if !ok || known && n > m {
			best = d
		}
	}
	return best
}

func substituted(ts []types.Type, s *symbolic.Symbol, d types.Dim) []types.Type {
	by := types.Substitution{Params: []types.Param{{Name: s.Name, Sym: s}}, Dims: []types.Dim{d}}
	out := make([]types.Type, len(ts))
	for i, t := range ts {
		if t != nil {
			out[i] = by.Apply(t)
		}
	}
	return out
}

// relaxed is an argument as it is written where the call takes it with another type than it
// has: extents that differ are `?` there.
func (b *Builder) relaxed(c *typedCall, arg *Value, taken types.Type) *Value {
	loose, differs := relaxedType(arg.Type, taken)
	if !differs {
		return arg
	}
	c.relaxed = true
	if arg.parts != nil {
		parts := make([]*Value, len(arg.parts))
		for i, part := range arg.parts {
			parts[i] = b.relaxed(c, part, taken.(*types.Tuple).Elems[i])
		}
		return &Value{Type: loose, parts: parts}
	}
	return b.As(arg, loose)
}

func relaxedType(has, taken types.Type) (types.Type, bool) {
	switch has := types.Head(has).(type) {
	case *types.Tensor:
		t, ok := types.Head(taken).(*types.Tensor)
		if !ok || len(t.Shape) != len(has.Shape) {
			return has, false
		}
		loose, differs := types.NewTensor(has.Dtype, len(has.Shape)), false
		for i, d := range has.Shape {
			if loose.Shape[i] = d; !d.Equal(t.Shape[i]) {
				loose.Shape[i], differs = types.Any, true
			}
		}
		return loose, differs
	case *types.Tuple:
		t, ok := types.Head(taken).(*types.Tuple)
		if !ok || len(t.Elems) != len(has.Elems) {
			return has, false
		}
		loose, differs := &types.Tuple{Elems: make([]types.Type, len(has.Elems))}, false
		for i, e := range has.Elems {
			d := false
			loose.Elems[i], d = relaxedType(e, t.Elems[i])
			differs = differs || d
		}
		return loose, differs
	}
	return has, false
}
