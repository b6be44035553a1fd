package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

func dtypeOf(t types.Type) op.Value {
	if t == nil {
		return condition.Unknown
	}
	_, leaf := types.Depth(t)
	if tensor, ok := leaf.(*types.Tensor); ok {
		return op.Text(tensor.Dtype.String())
	}
	return condition.Unknown
}

// shape is a tensor's shape in which what types leave open has names: it is some
// number of 0 or more.
func (s *session) shape(t *types.Tensor) []types.Dim {
	if !slices.ContainsFunc(t.Shape, types.Dim.Loose) {
		return t.Shape
	}
	if known := s.shapes[t]; known != nil {
		return known
	}
	shape := slices.Clone(t.Shape)
	for i, d := range shape {
		if d.Loose() {
			shape[i] = types.DimOf(symbolic.Var(symbolic.NewSymbol("?", uint32(len(s.shapes)<<10+i))))
		}
	}
	s.shapes[t] = shape
	return shape
}

func (s *search) shapeOf(t types.Type) op.Value {
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return condition.Unknown
	}
	v := op.Value{Kind: op.ListValue}
	for _, d := range s.shape(tensor) {
		v.List = append(v.List, condition.Extent(d))
	}
	return v
}

func rankOf(t types.Type) op.Value {
	if tensor, ok := t.(*types.Tensor); ok {
		return op.Int(int64(len(tensor.Shape)))
	}
	return condition.Unknown
}

func (s *search) sizeOf(t types.Type) op.Value {
	if tensor, ok := t.(*types.Tensor); ok {
		return condition.Extent(types.Product(s.shape(tensor)))
	}
	return condition.Unknown
}

// valueOf is the one value of all elements of a constant, zeros of either sign counting as
// one. It is unknown where they differ, and of a uint64 that is no int64.
func valueOf(p place) op.Value {
	l, ok := p.literal()
	if !ok || len(l.list) == 0 || l.list[0].large(l.dtype) {
		return condition.Unknown
	}
	for _, s := range l.list[1:] {
		if s != l.list[0] && !s.equal(l.list[0]) {
			return condition.Unknown
		}
	}
	return l.list[0].value()
}

func (s scalar) value() op.Value {
	switch {
	case s.truth:
		return op.Boolean(s.whole != 0)
	case s.integer:
		return op.Int(s.whole)
	}
	return op.Float(s.float)
}

// usesOf counts the places where a value is used, the result of the whole among
// them.
func usesOf(p place) op.Value {
	if p.value == graph.None || p.role != whole || p.in.graph.Kind(p.value).Constant() {
		return condition.Unknown
	}
	count := int64(0)
	for _, u := range p.in.graph.Uses(p.value) {
		if u.User != graph.None || u.Position == graph.Result {
			count++
		}
	}
	return op.Int(count)
}

// isPure reports whether evaluating an expression has no effect.
func (p place) isPure() bool {
	if p.role == operator || p.hides {
		return true
	}
	if p.in.Effects == nil || p.value == graph.None {
		return false
	}
	var does effect.Summary
	rest := []syntax.NodeID{p.in.graph.Node(p.value)}
	for len(rest) > 0 && does.Pure() {
		n := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if k := p.in.item.Kind(n); k != syntax.Operator && k != syntax.Segment {
			if !patterns[k] {
				does = does.And(p.in.Effects.Of(n))
			}
			continue
		}
		does = does.And(p.in.Effects.Own(n))
		if a, ok := p.in.Info.Application(n); ok && a.Args[0] != n {
			for _, arg := range a.Args {
				if arg != n {
					rest = append(rest, arg)
				}
			}
		}
	}
	return does.Pure()
}
