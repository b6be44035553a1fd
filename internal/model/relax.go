package model

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A model may ask that two extents are equal without a word: a product of (N, W) and (4, 5)
// runs only where W is 4. The checker of programs refuses it, since a size variable may be
// any number. The builder solves it: where a relation refuses a call, it looks for size
// variables and extents of the arguments that must be equal for the relation to hold, and notes
// the equalities. A second, different one is a contradiction.

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
		args, _ = b.solve(c, args)
		answer = c.related(args)
	}
	if answer.Err != nil {
		if loose, ok := loosened(c, args); ok {
			args = loose
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
const mostTrials = 200

// solve looks for equalities that a call requires, of a size variable with another extent of
// its arguments. They are found pair by pair: with `?` for all other extents that are no
// numbers, the relation refuses the two and holds where they are equal. Where it holds for 1
// too, operands broadcast: nothing is noted, since the variable may be 1; a number is the
// extent of the result all the same. It is false where the relation refuses the call even so.
func (b *Builder) solve(c *typedCall, args []types.Type) ([]types.Type, bool) {
	trials := 0
	holds := func(args []types.Type) bool { trials++; return c.related(args).Err == nil }
	for again := true; again; {
		again = false
	search:
		for _, s := range symbolsOf(args...) {
			of := types.DimOf(symbolic.Var(s))
			for _, d := range extentsOf(args) {
				if e, ok := d.Symbolic(); ok && e.Has(s) {
					continue
				}
				if trials > mostTrials {
					return args, false
				}
				pair := onlyWith(args, of, d)
				if holds(pair) || !holds(substituted(pair, s, d)) {
					continue
				}
				_, number := d.Const()
				broadcast := holds(substituted(pair, s, types.Const(1)))
				if broadcast && !number {
					continue
				}
				if !broadcast {
					b.equal[s] = equality{d, b.node}
				}
				args, again = substituted(args, s, d), true
				break search
			}
		}
	}
	return args, holds(args)
}

// onlyWith are types with `?` for extents that are neither numbers nor among some.
func onlyWith(ts []types.Type, some ...types.Dim) []types.Type {
	keep := func(d types.Dim) bool {
		_, known := d.Const()
		return known || slices.ContainsFunc(some, d.Equal)
	}
	out := make([]types.Type, len(ts))
	for i, t := range ts {
		if t != nil {
			out[i], _ = loosenedType(t, 0, keep)
		}
	}
	return out
}

// loosened are the arguments of a call with `?` for the size variables of one of them, the
// last that makes the relation hold, or of all. The call may be right for some values of the
// variables, and a run decides. It is false where numbers alone contradict.
func loosened(c *typedCall, args []types.Type) ([]types.Type, bool) {
	all := slices.Clone(args)
	for i := len(args) - 1; i >= 0; i-- {
		if args[i] == nil {
			continue
		}
		one := slices.Clone(args)
		for _, from := range [...]int{1, 0} {
			loose, changed := loosenedType(args[i], from, isNumber)
			if one[i], all[i] = loose, loose; changed && c.related(one).Err == nil {
				return one, true
			}
		}
	}
	return all, c.related(all).Err == nil
}

// loosenedType is a type with `?` for the extents that are not kept; in a tuple, of the elements
// from one on.
func loosenedType(t types.Type, from int, keep func(types.Dim) bool) (types.Type, bool) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		loose, changed := types.NewTensor(t.Dtype, len(t.Shape)), false
		for i, d := range t.Shape {
			if loose.Shape[i] = d; !d.Loose() && !keep(d) {
				loose.Shape[i], changed = types.Any, true
			}
		}
		return loose, changed
	case *types.Tuple:
		loose, changed := &types.Tuple{Elems: slices.Clone(t.Elems)}, false
		for i := from; i < len(t.Elems); i++ {
			e, differs := loosenedType(t.Elems[i], 0, keep)
			loose.Elems[i], changed = e, changed || differs
		}
		return loose, changed
	}
	return t, false
}

func isNumber(d types.Dim) bool {
	_, known := d.Const()
	return known
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
