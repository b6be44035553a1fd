package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Costs of functions on elements, for a function with the cost C(x) and the result r(x), n
// elements xᵢ, and ⌈log₂ n⌉ levels of a tree of forks:
//
//	               work                  span                      memory
//	map f          Σ C(xᵢ)               max C(xᵢ) + ⌈log₂ n⌉      Σ M(xᵢ) + results
//	filter f       as map f
//	forall f       as map f at a depth, with the rows around it as further work
//	foldl f s      Σ C(sᵢ, xᵢ)           Σ S(sᵢ, xᵢ)               Σ M(sᵢ, xᵢ)
//	scanl f s      as foldl f s, and all states are results
//	reduce f       Σ C(a, b), n of them  max S · (⌈log₂ n⌉ + 1)    Σ M
//
// C is known for one element whose sizes are open symbols (elementSymbol); Σ and max over
// the elements are put in by sum and most. For a size x of an element with the total T and
// the greatest M, and e = Σ cₖ·C(x, k) with cₖ ≥ 0,
//
//	Σᵢ C(xᵢ, k) ≤ Σᵢ xᵢ·M^(k-1)/k! = T·M^(k-1)/k!        max e = e at M
//
// The state of a fold is bounded before: by the types and sizes of what f makes of it. If
// a size of f(s, x) is s + a with a free of s, that of all states is at most s₀ + n·a; if it
// is free of s, max(s₀, a). Anything else is unknown.

// mapped is `map`: as many applications as there are elements, side by side.
func (c *sequenceCall) mapped() (value, bool) {
	xs, ok := c.sequence(1)
	if !ok || len(c.args) != 2 {
		return nil, false
	}
	a, ok := c.apply(c.arg(0), c.memberOf(xs))
	if !ok || a.out == nil {
		return nil, false
	}
	n := c.expr(xs.totals[0])
	c.sideBySide(a, n, collectedBytes(a.out, symbolic.Int(1), n), symbolic.Int(0))
	return c.collected(a, xs.totals[0], n), true
}

// sideBySide notes the cost of n applications at once, of the memory that takes their
// results, and of some work besides.
func (c *sequenceCall) sideBySide(a *applied, n, memory, work *symbolic.Expr) {
	costs := solving.Charges{
		solving.Work: c.sum(a.costs[solving.Work], n).Add(work), solving.Tick: c.sum(a.costs[solving.Tick], n),
		solving.Span: c.most(a.costs[solving.Span]).Add(rounds(n)), solving.Memory: c.sum(a.costs[solving.Memory], n).Add(memory),
	}
	for m, e := range costs {
		costs[m] = c.Rising(e)
	}
	c.charge(c.p, c.at, costs)
}

// collected are the results of n applications.
func (c *sequenceCall) collected(a *applied, length linear.Form, n *symbolic.Expr) value {
	s := &stacking{c, length, func(e *symbolic.Expr) *symbolic.Expr { return c.sum(e, n) }, c.most, a.sizes}
	return s.value(a.out)
}

// filtered is `filter`: some of the elements.
func (c *sequenceCall) filtered() (value, bool) {
	xs, ok := c.sequence(1)
	if !ok || len(c.args) != 2 {
		return nil, false
	}
	a, ok := c.apply(c.arg(0), c.memberOf(xs))
	if !ok {
		return nil, false
	}
	n := c.expr(xs.totals[0])
	c.sideBySide(a, n, sequenceBytes(symbolic.Int(1), n), symbolic.Int(0))
	return sameShape(xs, c.p.Fresh(n)), true
}

// level is the depth at which the function of `forall` and `filterall` works: where it
// takes FractalTensors, not at the leaves. The types in the text decide, not those of
// values, which may be deeper.
func (c *sequenceCall) level(xs *sequence) (int, bool) {
	if c.at == graph.None || c.graph.Kind(c.at) != graph.Operation {
		return 0, false
	}
	operands := c.graph.Operands(c.at)
	if operands[0].Value == graph.None || operands[1].Value == graph.None {
		return 0, false
	}
	f, ok := types.Head(c.graph.Type(operands[0].Value)).(*types.Func)
	if !ok || len(f.In) == 0 {
		return 0, false
	}
	depth, _ := types.Depth(c.graph.Type(operands[1].Value))
	taken, _ := types.Depth(f.In[0])
	actual, _ := types.Depth(xs.of)
	return depth - taken, taken < depth && depth <= actual
}

// A deepCall is one of a function that goes through several depths.
type deepCall struct {
	xs     *sequence
	level  int
	n      *symbolic.Expr // elements at the level
	rows   *symbolic.Expr // FractalTensors inside of the outermost one, down to the level
	inside *symbolic.Expr // all elements of these and of the outermost one
}

func (c *sequenceCall) deep() (*deepCall, bool) {
	xs, ok := c.sequence(1)
	if !ok || len(c.args) != 2 || c.op.Scheme == nil {
		return nil, false
	}
	level, ok := c.level(xs)
	if !ok {
		return nil, false
	}
	d := &deepCall{xs: xs, level: level, n: c.expr(xs.totals[level-1]), rows: symbolic.Int(0), inside: symbolic.Int(0)}
	for i := range level {
		d.inside = d.inside.Add(c.expr(xs.totals[i]))
		if i+1 < level {
			d.rows = d.rows.Add(c.expr(xs.totals[i]))
		}
	}
	return d, true
}

// memberAt is an element at a level.
func (c *sequenceCall) memberAt(xs *sequence, level int) value {
	t := xs.of
	for range level {
		t = types.Head(t).(*types.Fractal).Elem
	}
	return c.member(xs, t, &level)
}

// forall is `forall`: a map at some depth.
func (c *sequenceCall) forall() (value, bool) {
	d, ok := c.deep()
	if !ok {
		return nil, false
	}
	a, ok := c.apply(c.arg(0), c.memberAt(d.xs, d.level))
	if !ok || a.out == nil {
		return nil, false
	}
	places := d.rows.Add(symbolic.Int(1))
	c.sideBySide(a, d.n, collectedBytes(a.out, places, d.inside), d.rows)
	return within(c.collected(a, d.xs.totals[d.level-1], d.n), d.xs, d.level), true
}

// within puts results at the depth of the elements that they are of: those of a level
// keep the lengths around them.
func within(v value, xs *sequence, level int) value {
	switch v := v.(type) {
	case *tuple:
		t := &tuple{}
		for _, part := range v.parts {
			t.parts = append(t.parts, within(part, xs, level))
		}
		return t
	case *sequence:
		s := &sequence{of: v.of}
		for range level - 1 {
			s.of = &types.Fractal{Elem: s.of}
		}
		s.totals = append(append(s.totals, xs.totals[:level]...), v.totals[1:]...)
		s.longest = append(append(s.longest, xs.longest[:level]...), v.longest[1:]...)
		return s
	}
	return v
}

// filteredAll is `filterall`.
func (c *sequenceCall) filteredAll() (value, bool) {
	d, ok := c.deep()
	if !ok {
		return nil, false
	}
	a, ok := c.apply(c.arg(0), c.memberAt(d.xs, d.level))
	if !ok {
		return nil, false
	}
	c.sideBySide(a, d.n, sequenceBytes(d.rows.Add(symbolic.Int(1)), d.inside), d.rows)
	length := d.xs.totals[0]
	if d.level == 1 {
		length = c.p.Fresh(c.expr(length))
	}
	return sameShape(d.xs, length), true
}

// dilated is `dilated_map`: the function is applied to as many parts as the distance of
// their elements says, which have all elements together.
func (c *sequenceCall) dilated() (value, bool) {
	xs, ok := c.sequence(1)
	distance, given := c.attrs.Int("dilation")
	if !ok || !given || distance < 1 || distance > linear.MaxFactor || len(c.args) != 2 {
		return nil, false
	}
	part := &sequence{of: xs.of}
	for i, total := range xs.totals {
		t := c.expr(total)
		part.totals = append(part.totals, c.elementSymbol(t, t))
		part.longest = append(part.longest, xs.longest[i])
	}
	part.longest[0] = part.totals[0]
	a, ok := c.apply(c.arg(0), part)
	if !ok || !measure.IsFractal(a.out) || len(a.sizes) != 2*measure.CountFractals(a.out)-1 {
		return nil, false
	}
	n, parts := c.expr(xs.totals[0]), symbolic.Int(distance)
	c.sideBySide(a, parts, sequenceBytes(symbolic.Int(1), n), n)
	s := &sequence{of: a.out, totals: []linear.Form{xs.totals[0]}, longest: []linear.Form{xs.totals[0]}}
	for i := 1; i < len(a.sizes); i += 2 {
		s.totals = append(s.totals, c.p.AtMost(c.sum(a.sizes[i], parts)))
		s.longest = append(s.longest, c.p.AtMost(c.most(a.sizes[i+1])))
	}
	return s, true
}

// A fold is a call that carries a state along the elements.
type fold struct {
	*applied
	n     *symbolic.Expr
	state types.Type
	// largest are what the sizes of all states are at most, in the order of its sizes.
	largest []*symbolic.Expr
}

// carried looks at a fold: what the function costs where the state is as large as it gets.
func (c *sequenceCall) carried() (*fold, bool) {
	xs, ok := c.sequence(1)
	if !ok || len(c.args) < 2 || len(c.args) > 3 {
		return nil, false
	}
	member := c.memberOf(xs)
	first := member
	if c.arg(2) != absent {
		first = c.arg(2)
	}
	if t := c.typeOf(c.at); first.typ() == nil && t != nil {
		first = c.as(c.p, first, t)
	}
	if first.typ() == nil || measure.Wide(first.typ()) || measure.Loose(first.typ()) {
		return nil, false
	}
	f := &fold{n: c.expr(xs.totals[0]), state: first.typ()}
	return f, c.iterate(f, first, member)
}

// maxStates is how many types of states are tried: that of the first, and what the
// function makes of it.
const maxStates = 3

// iterate finds the type of the states, and their sizes.
func (c *sequenceCall) iterate(f *fold, first, member value) bool {
	for range maxStates {
		state := c.unknown(c.p, f.state, false)
		args := []value{state, member}
		if c.op.Name == parallel.Reduce {
			args[1] = c.unknown(c.p, f.state, false)
		}
		a, ok := c.apply(c.arg(0), args...)
		if !ok || a.out == nil {
			return false
		}
		if types.Key(a.out) == types.Key(f.state) {
			f.applied = a
			return c.grow(f, first, args)
		}
		f.state = a.out
	}
	return false
}

// sizesOf lists a value's sizes in the order of its form.
func (c *sequenceCall) sizesOf(v value) []linear.Form {
	var sizes []linear.Form
	c.sizesLike(c.p, v, v.typ(), &sizes)
	return sizes
}

// grow bounds the sizes of the states. Each application may leave a size as it is, add
// something that does not depend on the state, or make one that does not.
func (c *sequenceCall) grow(f *fold, first value, args []value) bool {
	state := c.sizesOf(args[0])
	start := c.sizesOf(first)
	if len(state) == 0 {
		return len(f.sizes) == 0
	}
	if len(state) != len(f.sizes) || len(start) != len(f.sizes) {
		return false
	}
	operands := [][]linear.Form{state}
	if c.op.Name == parallel.Reduce {
		operands = append(operands, c.sizesOf(args[1]))
	}
	carried := map[*symbolic.Symbol]int{}
	for _, sizes := range operands {
		for i, s := range sizes {
			carried[c.symbolOf(s)] = i
		}
	}
	for i, next := range f.sizes {
		f.largest = append(f.largest, c.largestState(f, i, next, start[i], carried))
	}
	f.put(carried)
	return true
}

func (c *sequenceCall) symbolOf(s linear.Form) *symbolic.Symbol {
	symbol, _ := c.Size(s.Last()).Symbol()
	return symbol
}

// largestState bounds size i of all states; nil where it may grow in another way.
func (c *sequenceCall) largestState(f *fold, i int, next *symbolic.Expr, start linear.Form, carried map[*symbolic.Symbol]int) *symbolic.Expr {
	rest, keeps, ok := splitState(next, i, carried)
	if !ok {
		return nil
	}
	begin := c.expr(start)
	if c.op.Name == parallel.Reduce { // states are added up, of which each element is one
		elements := c.sum(begin, f.n)
		if c.arg(2) != absent {
			xs, _ := c.sequence(1)
			elements = begin
			for _, s := range c.sizesOf(c.memberOf(xs))[i : i+1] {
				elements = elements.Add(c.sum(c.expr(s), f.n))
			}
		}
		return c.Rising(elements.Add(c.sum(rest, f.n)))
	}
	if !keeps {
		return c.Rising(c.Larger(c.most(begin), c.most(rest)))
	}
	return c.Rising(c.most(begin).Add(c.sum(rest, f.n)))
}

// splitState takes a size of the next state apart: whether the state's own is in it,
// and what is added. ok is false where it grows faster, or with others.
func splitState(next *symbolic.Expr, i int, carried map[*symbolic.Symbol]int) (rest *symbolic.Expr, keeps, ok bool) {
	if next == nil {
		return nil, false, false
	}
	rest, ok = next, true
	next.Symbols(func(s *symbolic.Symbol) {
		at, is := carried[s]
		if !is || !ok {
			return
		}
		without := rest.Sub(symbolic.Var(s))
		if ok = at == i && (!without.Has(s) || !rest.Has(s)); ok && rest.Has(s) {
			rest, keeps = without, true
		}
	})
	return rest, keeps, ok
}

// put puts the largest states in the places of the states.
func (f *fold) put(carried map[*symbolic.Symbol]int) {
	for m, e := range f.costs {
		lost := false
		bound := e.Positive().Subst(func(s *symbolic.Symbol) *symbolic.Expr {
			i, is := carried[s]
			lost = lost || is && f.largest[i] == nil
			if !is {
				return nil
			}
			return f.largest[i]
		})
		if f.costs[m] = bound; lost {
			f.costs[m] = nil
		}
	}
}

// last is the state in the end.
func (c *sequenceCall) last(f *fold) value {
	v := c.unknown(c.p, f.state, false)
	for i, s := range c.sizesOf(v) {
		c.p.Bound(s, f.largest[i])
	}
	return v
}

// folded is `foldl` and `foldr`: one application after the other.
func (c *sequenceCall) folded() (value, bool) {
	f, ok := c.carried()
	if !ok {
		return nil, false
	}
	c.inTurn(f, symbolic.Int(0))
	return c.last(f), true
}

// inOrder reports whether the operator applies its function to one element after the other.
func (c *sequenceCall) inOrder() bool {
	switch c.op.Canonical() {
	case parallel.FoldLeft, parallel.FoldRight, parallel.ScanLeft, parallel.ScanRight:
		return true
	}
	return false
}

// inTurn notes the costs of a fold.
func (c *sequenceCall) inTurn(f *fold, memory *symbolic.Expr) {
	var costs solving.Charges
	for m, e := range f.costs {
		costs[m] = c.sum(e, f.n)
	}
	costs[solving.Memory] = costs[solving.Memory].Add(memory)
	for m, e := range costs {
		costs[m] = c.Rising(e)
	}
	c.charge(c.p, c.at, costs)
	functions(c.arg(0), func(part value) {
		if _, passed := part.(*callback); passed {
			c.mayFollow(c.p, c.p.ready[c.at])
		}
	})
}

// scanned is `scanl` and `scanr`: all states.
func (c *sequenceCall) scanned() (value, bool) {
	f, ok := c.carried()
	if !ok {
		return nil, false
	}
	c.inTurn(f, collectedBytes(f.state, symbolic.Int(1), f.n))
	xs, _ := c.sequence(1)
	s := &stacking{
		c, xs.totals[0],
		func(e *symbolic.Expr) *symbolic.Expr { return f.n.Mul(e) },
		func(e *symbolic.Expr) *symbolic.Expr { return e },
		f.largest,
	}
	return s.value(f.state), true
}

// reduced is `reduce`: a tree of applications.
func (c *sequenceCall) reduced() (value, bool) {
	f, ok := c.carried()
	if !ok {
		return nil, false
	}
	levels := rounds(f.n)
	if c.arg(2) != absent {
		levels = levels.Add(symbolic.Int(1))
	}
	var costs solving.Charges
	for m, e := range f.costs {
		costs[m] = c.Rising(c.sum(e, f.n))
	}
	costs[solving.Span] = c.Rising(levels.Mul(c.most(f.costs[solving.Span])))
	c.charge(c.p, c.at, costs)
	return c.last(f), true
}
