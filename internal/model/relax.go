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
// any number. Where a relation refuses a call, the builder looks for the axes whose extents
// keep it from holding: with `?` in their place it holds, and a run compares. Where only one
// extent of the other arguments fits, the two are equal in every run; that is noted, and a
// second, different equality of a size variable is a contradiction.

// An equality is what a size variable must be, and the node that requires it.
type equality struct {
	to   types.Dim
	node int
}

// relate asks for the result of a call, with the equalities that are known, and replaces the arguments by
// those that the call takes. It reports whether there is one; otherwise there is a fault.
func (b *Builder) relate(c *typedCall) bool {
	args := make([]types.Type, len(c.args))
	for i, arg := range c.args {
		if arg != nil {
			args[i] = b.solved(arg.Type)
		}
	}
	answer := c.related(args)
	if answer.Err != nil {
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

// Alone forgets the equalities that are known, until what it returns is called: a definition may
// be called where they do not hold, and elsewhere than where it requires others.
func (b *Builder) Alone() (back func()) {
	equal := b.equal
	b.equal = map[*symbolic.Symbol]equality{}
	return func() { b.equal = equal }
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

// Determined is a type with `?` in place of size variables that no parameter of the open
// definition has: nothing declares these.
func (b *Builder) Determined(t types.Type) types.Type {
	declared := symbolsOf(b.current().types()...)
	var s types.Substitution
	for _, sym := range symbolsOf(t) {
		if !slices.Contains(declared, sym) {
			s.Params = append(s.Params, types.Param{Name: sym.Name, Sym: sym})
			s.Dims = append(s.Dims, types.Any)
		}
	}
	if len(s.Params) == 0 {
		return t
	}
	return s.Apply(t)
}

// mostTrials bounds how often a relation is asked for one call.
const mostTrials = 128

// A trial counts how often the relation of a call is asked.
type trial struct {
	*typedCall
	left int
}

// holds reports whether the relation accepts arguments of some types, false once it was asked too often.
func (t *trial) holds(args []types.Type) bool {
	t.left--
	return t.left >= 0 && t.related(args).Err == nil
}

// solve finds argument types that a relation accepts, with `?` or another extent at as few
// axes as possible: one, two, or all whose extents are no numbers. Relations are functions without a
// description that could be inverted, so that they are asked again with each axis in turn, a search
// in O(p²) calls for p axes with formulas, of at most mostTrials.
func (b *Builder) solve(c *typedCall, args []types.Type) ([]types.Type, bool) {
	t := &trial{c, mostTrials}
	places := placesIn(args)
	for _, p := range places {
		if loose := p.with(args, types.Any); t.holds(loose) {
			return b.exact(t, p, args, loose), true
		}
	}
	for i, p := range places {
		for _, q := range places[:i] {
			if loose := q.with(p.with(args, types.Any), types.Any); t.holds(loose) {
				loose = b.exact(t, p, q.with(args, types.Any), loose)
				return b.exact(t, q, p.with(loose, types.Any), loose), true
			}
		}
	}
	for _, p := range places {
		args = p.with(args, types.Any)
	}
	t.left = 1
	return args, t.holds(args)
}

// exact puts the extent that an axis must have in the place of `?`, if only one of the other
// extents makes the relation hold, and notes what that says of a size variable. An extent of 1 must not
// make it hold: an axis that may be broadcast, too, is of either extent.
func (b *Builder) exact(t *trial, p axisPlace, args, loose []types.Type) []types.Type {
	has := p.extent(args)
	var found []types.Dim
	for _, d := range extentsOf(args) {
		if !d.Equal(has) && t.holds(p.with(args, d)) {
			found = append(found, d)
		}
	}
	if len(found) != 1 || t.holds(p.with(args, types.Const(1))) || t.left < 0 {
		return loose
	}
	if e, ok := has.Symbolic(); ok {
		if s, alone := e.Symbol(); alone {
			b.equal[s] = equality{found[0], b.node}
		}
	}
	return p.with(args, found[0])
}

// An axisPlace is an axis of an argument, or of a part of a tuple.
type axisPlace struct{ arg, part, axis int }

// placesIn are the axes whose extents are formulas.
func placesIn(args []types.Type) (places []axisPlace) {
	for i, arg := range args {
		for k, t := range partsOf(arg) {
			tensor, ok := types.Head(t).(*types.Tensor)
			if !ok {
				continue
			}
			for j, d := range tensor.Shape {
				if _, ok := d.Symbolic(); ok {
					places = append(places, axisPlace{i, k, j})
				}
			}
		}
	}
	return places
}

// partsOf are the parts of a tuple, or the type itself.
func partsOf(t types.Type) []types.Type {
	if t == nil {
		return nil
	}
	if tuple, ok := types.Head(t).(*types.Tuple); ok {
		return tuple.Elems
	}
	return []types.Type{t}
}

func (p axisPlace) extent(args []types.Type) types.Dim {
	return types.Head(partsOf(args[p.arg])[p.part]).(*types.Tensor).Shape[p.axis]
}

// with are argument types with another extent at the place.
func (p axisPlace) with(args []types.Type, d types.Dim) []types.Type {
	out := slices.Clone(args)
	replace := func(t types.Type) types.Type {
		tensor := types.Head(t).(*types.Tensor)
		changed := types.NewTensor(tensor.Dtype, len(tensor.Shape))
		copy(changed.Shape, tensor.Shape)
		changed.Shape[p.axis] = d
		return changed
	}
	if tuple, ok := types.Head(out[p.arg]).(*types.Tuple); ok {
		elems := slices.Clone(tuple.Elems)
		elems[p.part] = replace(elems[p.part])
		out[p.arg] = &types.Tuple{Elems: elems}
		return out
	}
	out[p.arg] = replace(out[p.arg])
	return out
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
