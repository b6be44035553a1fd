package witness

import (
	"math"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A goalKey is an operator and the way in which it could fail.
type goalKey struct {
	node   syntax.NodeID
	domain int // which of its domains an operand may leave; overflows for a result too large
}

// overflows is the goal of a result beyond its dtype.
const overflows = -1

// A goal is how near arguments have come to a failure.
type goal struct {
	margin float64 // the least so far; failing where it is below 0
	args   []shadow.Value
	// Of an operand that may not be 0: arguments of which it is below and above it.
	below, above []shadow.Value
	reached      bool
}

// observe follows how near each operator of the item comes to failing.
func (s *search) observe(given []shadow.Value) func(*syntax.Item, syntax.NodeID, *op.Op, []shadow.Value, shadow.Value) {
	return func(item *syntax.Item, node syntax.NodeID, o *op.Op, args []shadow.Value, result shadow.Value) {
		if item != s.object.Item {
			return
		}
		for i, d := range o.Domain {
			if d.Arg < len(args) {
				if t, ok := args[d.Arg].(*shadow.Tensor); ok && t.Sound() {
					s.approach(goalKey{node, i}, d, t, given)
				}
			}
		}
		if t, ok := result.(*shadow.Tensor); ok && t.Program.Dtype != value.Bool {
			s.approachEnd(goalKey{node, overflows}, t, given)
		}
	}
}

func (s *search) goal(k goalKey) *goal {
	g := s.goals[k]
	if g == nil {
		g = &goal{margin: math.Inf(1)}
		s.goals[k] = g
		s.order = append(s.order, k)
	}
	return g
}

func (s *search) approach(k goalKey, d op.Domain, t *shadow.Tensor, given []shadow.Value) {
	g := s.goal(k)
	for _, x := range t.Numbers() {
		m := d.Margin(x)
		if d.Outside(x) {
			g.reached = true
		}
		if m < g.margin {
			g.margin, g.args = m, given
		}
		if d.Hole && x < 0 && g.below == nil {
			g.below = given
		}
		if d.Hole && x > 0 && g.above == nil {
			g.above = given
		}
	}
}

func (s *search) approachEnd(k goalKey, t *shadow.Tensor, given []shadow.Value) {
	g := s.goal(k)
	end := declared.Within(t.Program.Dtype)
	for _, x := range t.ShadowNumbers() {
		if a := math.Abs(x); a > s.seen[k.node] && !math.IsInf(a, 0) {
			s.seen[k.node] = a
		}
		m := end.Most - x
		if x < 0 {
			m = x - end.Least
		}
		if t.Program.Dtype.IsFloat() {
			m = math.Log2(end.Most) - math.Log2(math.Abs(x)+math.SmallestNonzeroFloat64)
		}
		if m < 0 {
			g.reached = true
		}
		if m < g.margin {
			g.margin, g.args = m, given
		}
	}
}

// Steps of the ascent for each goal.
const (
	climbs   = 60
	halvings = 120
)

// climb changes the arguments that came nearest to each failure a little, again and again.
func (s *search) climb() {
	random := rand.New(rand.NewPCG(3, uint64(len(s.order))))
	for _, k := range s.order {
		g := s.goals[k]
		if g.reached || g.args == nil || s.options.Sites != nil && !s.options.Sites[k.node] {
			continue
		}
		if g.below != nil && g.above != nil {
			s.halve(g)
		}
		for i := 0; i < climbs && !g.reached && s.left > 0; i++ {
			s.run(s.changed(g.args, random))
		}
	}
}

// halve looks for 0 between arguments below and above it.
func (s *search) halve(g *goal) {
	below, above := g.below, g.above
	for range halvings {
		middle, ok := between(below, above)
		if !ok || g.reached || s.left <= 0 {
			return
		}
		g.below, g.above = nil, nil
		s.run(middle)
		switch {
		case g.below != nil && g.above == nil:
			below = middle
		case g.above != nil && g.below == nil:
			above = middle
		default:
			return
		}
	}
}

// between are arguments half-way between others; false where these have different shapes, or
// nothing lies between them.
func between(a, b []shadow.Value) ([]shadow.Value, bool) {
	out := make([]shadow.Value, len(a))
	moved := false
	for i := range a {
		x, ok1 := a[i].(*shadow.Tensor)
		y, ok2 := b[i].(*shadow.Tensor)
		if !ok1 || !ok2 || x.Program.Len() != y.Program.Len() {
			return nil, false
		}
		left, right := x.Numbers(), y.Numbers()
		c := value.NewArray(x.Program.Dtype, x.Program.Shape)
		for k := range left {
			m := left[k]/2 + right[k]/2
			if c.Dtype.IsInteger() {
				m = math.Floor(m)
			}
			n := number(c.Dtype, m, declared.Range{Least: math.Min(left[k], right[k]), Most: math.Max(left[k], right[k])})
			moved = moved || n.Float() != left[k] && n.Float() != right[k]
			value.Store(c.Data, k, n)
		}
		out[i] = shadow.Input(c)
	}
	return out, moved
}

// changed are arguments of which some numbers are others.
func (s *search) changed(args []shadow.Value, random *rand.Rand) []shadow.Value {
	out := append([]shadow.Value{}, args...)
	for range 1 + random.IntN(2) {
		i := random.IntN(len(out))
		leaves := shadow.Tensors(out[i])
		if len(leaves) == 0 {
			continue
		}
		at := leaves[random.IntN(len(leaves))]
		out[i] = replaced(out[i], at, s.variant(s.params[i], at, random))
	}
	return out
}

// variant is a tensor with other numbers of the parameter's range.
func (s *search) variant(p parameter, t *shadow.Tensor, random *rand.Rand) *shadow.Tensor {
	d := t.Program.Dtype
	r, _ := declared.Default(d)
	if p.within != nil {
		r, _ = p.within.And(declared.Within(d))
	}
	xs := t.Numbers()
	c := value.NewArray(d, t.Program.Shape)
	m := &maker{random: random, marks: s.marks}
	st := style(random.IntN(int(styles)))
	one := -1
	if len(xs) > 0 && random.IntN(2) == 0 {
		one = random.IntN(len(xs))
	}
	scale := 1.0
	if random.IntN(3) == 0 {
		scale = 1 + (random.Float64()-0.5)/4
	}
	for k, x := range xs {
		switch {
		case scale != 1:
			x *= scale
		case one < 0 || one == k:
			x = m.pick(st, r, k, len(xs))
		}
		value.Store(c.Data, k, number(d, x, r))
	}
	return shadow.Input(c)
}

// replaced is a value with another tensor in the place of one.
func replaced(v shadow.Value, old, new *shadow.Tensor) shadow.Value {
	each := func(vs []shadow.Value) []shadow.Value {
		out := make([]shadow.Value, len(vs))
		for i, e := range vs {
			out[i] = replaced(e, old, new)
		}
		return out
	}
	switch v := v.(type) {
	case *shadow.Tensor:
		if v == old {
			return new
		}
	case *shadow.Tuple:
		return &shadow.Tuple{Elems: each(v.Elems)}
	case *shadow.Sequence:
		return &shadow.Sequence{Elems: each(v.Elems)}
	case *shadow.Data:
		return &shadow.Data{Of: v.Of, Fields: each(v.Fields)}
	}
	return v
}
