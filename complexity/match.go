package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// maxTries is how many parts of a condition are looked at; those that are shared are
// met again and again.
const maxTries = 2000

// Decisions. With x ⊕ y for "P and this is noted":
//
//	P ⊢ if c {a} else {b}:   P ⊕ c ⊢ a  and  P ⊕ ¬c ⊢ b
//	P ⊕ (x ≠ y) of sizes:    P ⊕ (x ≥ y + 1)  and  P ⊕ (y ≥ x + 1), as only ≥ is linear
//	P ⊕ ¬(a && b):           P ⊕ ¬a  and  P ⊕ a ⊕ ¬b, in the order of evaluation
//	P ⊢ match v {pᵢ => eᵢ}:  for each i  P ⊕ (v fits pᵢ) ⊕ (v fits no pⱼ, j < i) ⊢ eᵢ,
//	                         and one path that fails where no clause fits
//
// That v fits K(p₁, …, pₙ) gives values x₁ … xₙ for the fields, and for each measure m of
// v's type the equation
//
//	size_m(v) = [K is of the type m counts, and n > 0] + Σ size_m(xᵢ)
//
// (taken). A path on which an equation or an inequality cannot hold is never taken, and goes.

// branch goes into both branches of an `if`.
func (w *walk) branch(p *path, v graph.Value) []*path {
	w.spend(p, v)
	operands := w.graph.Operands(v)
	cond := w.at(p, operands[0].Value)
	var next []*path
	gone := 0
	for i, holds := range []bool{true, false} {
		if i+1 >= len(operands) {
			break
		}
		w.tries = 0
		way := p
		if i+2 < len(operands) {
			way = p.fork() // the last way needs no copy
		}
		for _, q := range w.assume(way, cond, holds) {
			next = append(next, w.into(q, v, operands[i+1].Block)...)
			w.gone += len(next) - gone
			gone = len(next)
		}
	}
	w.gone -= gone
	return next
}

// into goes through a block whose result is the value of its opener. It begins
// when the opener has decided.
func (w *walk) into(p *path, opener graph.Value, b graph.Block) []*path {
	before, decided := p.Start, p.ready[opener]
	p.Start = decided
	done := w.block(p, b)
	next := make([]*path, len(done))
	for i, o := range done {
		o.values[opener] = o.result
		o.ready[opener] = o.Then(solving.Moment{}, w.ready(o.path, w.graph.At(w.graph.Blocks()[b].Node)))
		o.Start = before
		next[i] = o.path
	}
	return next
}

// assume notes that a condition holds, or does not; the ways in which that is so.
func (w *walk) assume(p *path, cond value, holds bool) []*path {
	c, ok := cond.(*condition)
	if !ok {
		if !p.decide(cond, holds) {
			return nil
		}
		return []*path{p}
	}
	if c.square != nil {
		return w.assumeSquare(p, c, holds)
	}
	if c.byValue() {
		if !p.compare(c.relation, c.a, c.b, holds) {
			return nil
		}
		return []*path{p}
	}
	if w.tries++; w.tries > maxTries {
		w.in.Lose(w.loss(solving.TooManyPaths, w.item.Body()))
		return nil
	}
	one := linear.Number(1)
	possible := true
	switch c.relation {
	case unclear:
	case always, never:
		possible = (c.relation == always) == holds
	case inverse:
		return w.assume(p, c.a, !holds)
	case both, either:
		return w.assumePair(p, c, holds)
	case equal, different:
		if (c.relation == equal) == holds {
			possible = p.Equate(c.left, c.right)
		} else {
			return w.assumeDifferent(p, c.left, c.right)
		}
	case less:
		if holds {
			possible = p.AtLeast(c.right, c.left.Plus(1, one))
		} else {
			possible = p.AtLeast(c.left, c.right)
		}
	case atMost:
		if holds {
			possible = p.AtLeast(c.right, c.left)
		} else {
			possible = p.AtLeast(c.left, c.right.Plus(1, one))
		}
	}
	if !possible {
		return nil
	}
	return []*path{p}
}

// assumePair is `a && b`, or the other way round `a || b`.
func (w *walk) assumePair(p *path, c *condition, holds bool) []*path {
	if (c.relation == both) == holds { // both parts are as the whole
		var next []*path
		for _, q := range w.assume(p, c.a, holds) {
			next = append(next, w.assume(q, c.b, holds)...)
		}
		return next
	}
	next := w.assume(p.fork(), c.a, holds)
	for _, q := range w.assume(p, c.a, !holds) {
		next = append(next, w.assume(q, c.b, holds)...)
	}
	return next
}

// assumeDifferent goes on where one size is smaller than the other, or larger.
func (w *walk) assumeDifferent(p *path, a, b linear.Form) []*path {
	var next []*path
	one := linear.Number(1)
	if q := p.fork(); q.AtLeast(a, b.Plus(1, one)) {
		next = append(next, q)
	}
	if p.AtLeast(b, a.Plus(1, one)) {
		next = append(next, p)
	}
	return next
}

// match goes into every clause that the scrutinee may come to.
func (w *walk) match(p *path, v graph.Value) []*path {
	w.spend(p, v)
	operands := w.graph.Operands(v)
	scrutinee := w.at(p, operands[0].Value)
	m := w.item.Match(w.graph.Node(v))
	var next []*path
	var before []syntax.NodeID
	gone := 0
	for i, clause := range m.Clauses {
		w.Analysis.Spend(16)
		pattern := w.item.Clause(clause).Pattern
		for _, q := range w.reach(p, scrutinee, pattern, before) {
			next = append(next, w.into(q, v, operands[i+1].Block)...)
			w.gone += len(next) - gone
			gone = len(next)
		}
		before = append(before, pattern)
	}
	if !w.coversAll(scrutinee, before) && len(w.leftOver(p, scrutinee, before, maxRefined)) > 0 {
		w.in.ended = append(w.in.ended, p)
		if w.mayBeUnread(v) {
			q := p.fork()
			q.values[v] = w.unknown(q, w.typeOf(v), false)
			next = append(next, q)
		}
	}
	if len(w.in.ended) > maxPaths {
		w.in.Lose(w.loss(solving.TooManyPaths, w.graph.Node(v)))
	}
	w.gone -= gone
	return next
}

// coversAll reports whether a clause fits every value, as far as that is seen at a
// glance. Elsewhere the match may fail: by its nature (`match?`), or since nobody
// has checked that it does not.
func (w *walk) coversAll(v value, patterns []syntax.NodeID) bool {
	if slices.ContainsFunc(patterns, w.catchesAll) {
		return true
	}
	adt, ok := types.Head(typeOf(v)).(*types.ADT)
	return ok && !slices.ContainsFunc(adt.Decl.Constructors, func(k *types.Constructor) bool { return !w.covered(k, patterns) })
}

// reach are the ways in which a value comes to a clause: it fits none of the clauses
// before, which says more of it than the pattern of this one. `Cons(%h, _)` after
// `Cons(%h, Nil)` has two elements at least.
func (w *walk) reach(p *path, v value, pattern syntax.NodeID, before []syntax.NodeID) []*path {
	q := p.fork()
	if n, isNumber := v.(*number); isNumber && w.catchesAll(pattern) && !w.beyond(q, n, before) {
		return nil
	}
	if !w.bind(q, v, pattern) {
		return nil
	}
	if w.catchesAll(pattern) {
		return w.leftOver(q, v, before, maxExcluded)
	}
	return w.leftOver(q, v, before, maxRefined)
}

// beyond notes that a number is none of the first naturals that clauses before
// have taken.
func (w *walk) beyond(p *path, n *number, before []syntax.NodeID) bool {
	taken := map[int64]bool{}
	for _, b := range before {
		if k, ok := w.integer(w.strip(b)); ok {
			taken[k] = true
		}
	}
	least := int64(0)
	for taken[least] {
		least++
	}
	return least == 0 || !p.Natural(n.size) || p.AtLeast(n.size, linear.Number(least))
}

// strip is a pattern without parentheses and types; of a literal its number.
func (w *walk) strip(pattern syntax.NodeID) syntax.NodeID {
	for {
		switch w.item.Kind(pattern) {
		case syntax.PatParen, syntax.PatLit:
			pattern = w.item.Inner(pattern)
		case syntax.PatTyped:
			pattern = w.item.PatTyped(pattern).Pattern
		default:
			return pattern
		}
	}
}

// catchesAll reports whether a pattern is a variable or a wildcard, or a tuple of such.
func (w *walk) catchesAll(pattern syntax.NodeID) bool {
	pattern = w.strip(pattern)
	switch w.item.Kind(pattern) {
	case syntax.PatTuple:
		return !slices.ContainsFunc(w.item.Kids(pattern), func(part syntax.NodeID) bool { return !w.catchesAll(part) })
	case syntax.PatWild, syntax.PatVar:
		return true
	case syntax.PatName:
		return w.constructor(pattern) == nil
	}
	return false
}

// covered reports whether one of some patterns takes every value of a constructor.
func (w *walk) covered(k *types.Constructor, patterns []syntax.NodeID) bool {
	return slices.ContainsFunc(patterns, func(pattern syntax.NodeID) bool {
		pattern = w.strip(pattern)
		if w.catchesAll(pattern) {
			return true
		}
		named, args := w.patternOf(pattern)
		return named == k && !slices.ContainsFunc(args, func(a syntax.NodeID) bool { return !w.catchesAll(a) })
	})
}

// patternOf is the constructor that a pattern asks for, and its parts; nil where
// it asks for none.
func (w *walk) patternOf(pattern syntax.NodeID) (*types.Constructor, []syntax.NodeID) {
	switch w.item.Kind(pattern) {
	case syntax.PatName:
		return w.constructor(pattern), nil
	case syntax.PatCons:
		c := w.item.PatCons(pattern)
		return w.constructor(c.Name), c.Args
	}
	return nil, nil
}

func (w *walk) constructor(name syntax.NodeID) *types.Constructor {
	if o := w.graph.Info.Object(name); o != nil {
		return o.Cons
	}
	return nil
}

// bind matches a value with a pattern: what the pattern's variables stand for is
// noted, and how the sizes of its parts add up. False where it cannot match.
func (w *walk) bind(p *path, v value, pattern syntax.NodeID) bool {
	if bound := w.graph.At(pattern); bound != graph.None && w.item.Kind(pattern) != syntax.PatLit {
		if _, known := p.values[bound]; !known {
			p.values[bound] = v
		}
	}
	switch w.item.Kind(pattern) {
	case syntax.PatParen:
		return w.bind(p, v, w.item.Inner(pattern))
	case syntax.PatTyped:
		return w.bind(p, v, w.item.PatTyped(pattern).Pattern)
	case syntax.PatTuple:
		return w.bindTuple(p, v, w.item.Kids(pattern))
	case syntax.PatLit:
		return w.bindLiteral(p, v, w.item.Inner(pattern))
	}
	k, args := w.patternOf(pattern)
	if k == nil {
		return true
	}
	return w.bindConstructor(p, v, k, args)
}

func (w *walk) bindTuple(p *path, v value, patterns []syntax.NodeID) bool {
	t, _ := v.(*tuple)
	for i, sub := range patterns {
		var part value = &opaque{}
		switch {
		case t != nil && i < len(t.parts):
			part = t.parts[i]
		default:
			part = w.unknown(p, w.closed(w.graph.Info.Type(sub)), false)
		}
		if !w.bind(p, part, sub) {
			return false
		}
	}
	return true
}

func (w *walk) bindLiteral(p *path, v value, literal syntax.NodeID) bool {
	n, isNumber := v.(*number)
	k, isInteger := w.integer(literal)
	if isNumber && isInteger {
		return p.Equate(n.size, linear.Number(k))
	}
	return true
}

func (w *walk) bindConstructor(p *path, v value, k *types.Constructor, args []syntax.NodeID) bool {
	d, _ := v.(*data)
	adt, _ := types.Head(typeOf(v)).(*types.ADT)
	if d != nil && d.empty && len(k.Fields) > 0 {
		return false
	}
	var parts []value
	if d != nil && adt != nil && adt.Decl == k.Of {
		taken, possible := w.parted(p, d, adt, k)
		if !possible {
			return false
		}
		parts = taken
	}
	for i, sub := range args {
		var part value
		if i < len(parts) {
			part = parts[i]
		} else {
			part = w.unknown(p, w.closed(w.graph.Info.Type(sub)), false)
		}
		if !w.bind(p, part, sub) {
			return false
		}
	}
	return true
}

// taken are the fields of a value that a constructor has built: new values whose
// sizes add up to the whole's. The same value gives the same parts again.
func (w *walk) taken(p *path, d *data, t *types.ADT, k *types.Constructor) (parts []value, possible bool) {
	for _, f := range measure.Fields(t, k) {
		parts = append(parts, w.held(d, w.unknown(p, f, false)))
		p.bounded(parts[len(parts)-1])
	}
	if d.empty {
		return parts, len(parts) == 0
	}
	if !p.marked(d, len(parts)) {
		return nil, false
	}
	own := w.Key(t)
	list, _ := w.Measures(t)
	for _, m := range list {
		whole, ok := d.sizes[m]
		if !ok {
			continue
		}
		sum := linear.Form{}
		if m == own && len(parts) > 0 {
			sum.Const = 1
		}
		known := true
		for _, part := range parts {
			a, ok := w.sizeOf(part, m)
			known = known && ok
			sum = sum.Plus(1, a)
		}
		if known && !p.Equate(whole, sum) {
			return nil, false
		}
	}
	return parts, true
}

// typeOf is a value's type, Bad where it has none.
func typeOf(v value) types.Type {
	if t := v.typ(); t != nil {
		return t
	}
	return types.ErrorType
}

// mayBeUnread reports whether a match or a call is in a graph binding, which is worked out where it is first
// used, if it is: where its clauses fit nothing, what follows it may run all the same.
func (w *walk) mayBeUnread(v graph.Value) bool {
	if w.inBindings == nil {
		w.inBindings = map[syntax.NodeID]bool{}
		w.item.Walk(w.item.Root, func(n syntax.NodeID) bool {
			if w.item.Kind(n) == syntax.Graph {
				w.markMatches(n)
			}
			return true
		})
	}
	return w.inBindings[w.graph.Node(v)]
}

// markMatches notes the matches and calls in a graph binding; those in function literals are worked out
// where these are called.
func (w *walk) markMatches(binding syntax.NodeID) {
	w.item.Walk(binding, func(n syntax.NodeID) bool {
		switch w.item.Kind(n) {
		case syntax.Fn:
			return false
		case syntax.Match, syntax.Call:
			w.inBindings[n] = true
		}
		return true
	})
}
