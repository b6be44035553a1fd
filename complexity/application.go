package complexity

import (
	"math/big"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An applied is what applying a function to values comes to, over the path's sizes: what
// it costs, and the type of its result with the sizes of that, nil where one has no
// bound.
type applied struct {
	costs solving.Charges
	out   types.Type
	sizes []*symbolic.Expr
}

// apply applies a function that an operator is given. Only folds apply it to one element after
// the other.
func (c *sequenceCall) apply(f value, args ...value) (*applied, bool) {
	functions(f, func(part value) {
		_, passed := part.(*callback)
		c.in.unordered = c.in.unordered || passed && !c.inOrder()
	})
	switch f := f.(type) {
	case *global:
		if f.object.Kind == typecheck.DefObject {
			return c.applyBody(c.newInstance(instance{object: f.object}), args)
		}
	case *closure:
		return c.applyBody(c.newInstance(instance{literal: f}), args)
	case *operator:
		return c.applyOperator(f.op, args)
	case *callback:
		return c.applyCallback(f)
	}
	c.p.Lose(c.loss(solving.UnknownFunction, c.place(c.at)))
	return nil, false
}

func (c *sequenceCall) applyBody(in *instance, args []value) (*applied, bool) {
	found, sizes, pass := c.instanceOf(c.p, c.at, in, args)
	if found == nil {
		return nil, false
	}
	if !found.Done || found.result == nil || found.Loss != nil {
		if in.literal != nil && found.Loss != nil { // it stands here
			c.p.Lose(*found.Loss)
		}
		c.p.Lose(c.loss(solving.CallCost, c.place(c.at)))
		return nil, false
	}
	c.in.fails = c.in.fails || found.fails
	c.in.enters(found)
	exprs := make([]*symbolic.Expr, len(sizes))
	for i, s := range sizes {
		exprs[i] = c.expr(s)
	}
	a := &applied{out: pass.back(found.result)}
	for m := range a.costs {
		a.costs[m] = symbolic.Int(0)
	}
	for _, m := range c.Wanted {
		a.costs[m] = nil
		if b := found.Bounds[m]; b != nil {
			a.costs[m] = c.Analysis.Applied(b.First(), exprs)
		}
	}
	a.costs[solving.Work] = a.costs[solving.Work].Add(symbolic.Int(1))
	a.costs[solving.Span] = a.costs[solving.Span].Add(symbolic.Int(1))
	if found.effects {
		a.costs[solving.Span] = nil
		c.p.Lack(solving.Span, c.loss(solving.ParallelEffects, c.place(c.at)))
	}
	a.sizes = make([]*symbolic.Expr, c.count(a.out))
	for i := range a.sizes {
		a.sizes[i] = c.resultSize(found, i, exprs)
	}
	return a, true
}

// count is how many sizes a value of a type has.
func (c *sequenceCall) count(t types.Type) int {
	scratch := c.newPath(c.in)
	var sizes []linear.Form
	c.form(scratch, c.unknown(scratch, t, false), &strings.Builder{}, &sizes)
	return len(sizes)
}

// resultSize is what bounds a size of an instance's result: its own bound, or that of a
// sum that it is a part of.
func (c *sequenceCall) resultSize(in *instance, i int, args []*symbolic.Expr) *symbolic.Expr {
	n, others := givenSizes(in)
	for at := range n { // integers and tags are no sizes of the value that is made of it
		if slices.Contains(others, at) && at <= i {
			i++
		}
	}
	for _, s := range in.Sizes {
		if s.Bound == nil {
			continue
		}
		for _, part := range s.Parts {
			if part == i {
				return c.Analysis.Applied(s.Bound.First(), args)
			}
		}
	}
	return nil
}

func (c *sequenceCall) applyOperator(o *op.Op, args []value) (*applied, bool) {
	call := &op.Call{Op: o, Attrs: defaults(o), Last: true, Fresh: freshType, FreshLeaf: freshType}
	scalars := true
	for _, arg := range args {
		t := arg.typ()
		if t == nil || measure.Wide(t) || measure.Loose(t) {
			return nil, false
		}
		scalars = scalars && measure.IsScalar(t)
		call.Args = append(call.Args, t)
	}
	for len(call.Args) < len(o.Params) {
		call.Args = append(call.Args, nil)
	}
	if call.Out = c.related(call); call.Out == nil || len(call.Args) > len(o.Params) {
		return nil, false
	}
	a := &applied{costs: one(), out: call.Out}
	if !scalars || !measure.IsScalar(call.Out) {
		a.costs = c.operatorCost(c.p, c.at, call)
	}
	a.sizes = make([]*symbolic.Expr, c.count(a.out))
	return a, true
}

func (c *sequenceCall) applyCallback(f *callback) (*applied, bool) {
	t, ok := types.Head(f.of).(*types.Func)
	if !ok || measure.HasVariables(t.Out) {
		return nil, false
	}
	work := c.expr(f.work)
	a := &applied{out: t.Out, costs: one()}
	a.costs[solving.Work], a.costs[solving.Span], a.costs[solving.Memory] = a.costs[solving.Work].Add(work), a.costs[solving.Span].Add(work), work
	a.sizes = make([]*symbolic.Expr, c.count(a.out))
	return a, true
}

// most bounds what is said of an element, for each of them.
func (c *sequenceCall) most(e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if x, is := c.elements[s]; is {
			return x.most
		}
		return nil
	})
}

func (c *sequenceCall) ofElement(e *symbolic.Expr) bool {
	found := false
	e.Symbols(func(s *symbolic.Symbol) {
		_, is := c.elements[s]
		found = found || is
	})
	return found
}

// sum bounds the sum over n elements of what is said of one.
func (c *sequenceCall) sum(e, n *symbolic.Expr) *symbolic.Expr {
	if e == nil || !c.ofElement(e) {
		return n.Mul(e)
	}
	p, ok := c.Binomials(e)
	if !ok || !solving.Nonnegative(p) {
		return n.Mul(c.most(c.Rising(e)))
	}
	sum := symbolic.Int(0)
	for _, t := range p.Terms {
		sum = sum.Add(c.sumTerm(t.Coef, t.Powers, n))
	}
	return sum
}

// sumTerm bounds the sum of a product of binomials: the size of the first factor that
// depends on the element adds up to its total, of all others the largest counts.
func (c *sequenceCall) sumTerm(coef *big.Rat, powers []uint8, n *symbolic.Expr) *symbolic.Expr {
	if !coef.Num().IsInt64() || !coef.Denom().IsInt64() {
		return nil
	}
	product, _ := symbolic.Rational(coef.Num().Int64(), coef.Denom().Int64())
	added := false
	for i, k := range powers {
		if k == 0 {
			continue
		}
		symbol, _ := c.Size(i).Symbol()
		x, is := c.elements[symbol]
		switch {
		case !is:
			product = product.Mul(binomialExpr(c.Size(i), k))
		case added:
			product = product.Mul(powerExpr(x.most, k))
		default: // Σ C(x, k) ≤ Σ x·x^(k-1)/k!
			product = product.Mul(x.total).Mul(x.most.Pow(uint32(k - 1))).Mul(overFactorial(k))
			added = true
		}
	}
	if !added {
		product = product.Mul(n)
	}
	return product
}

// binomialExpr is C(x, k).
func binomialExpr(x *symbolic.Expr, k uint8) *symbolic.Expr {
	product := overFactorial(k)
	for i := range int64(k) {
		product = product.Mul(x.Sub(symbolic.Int(i)))
	}
	return product
}

// powerExpr is x^k/k!, which is at least C(x, k) for every x that is at least 0.
func powerExpr(x *symbolic.Expr, k uint8) *symbolic.Expr {
	return x.Pow(uint32(k)).Mul(overFactorial(k))
}

func overFactorial(k uint8) *symbolic.Expr {
	factorial := int64(1)
	for i := int64(2); i <= int64(k); i++ {
		factorial *= i
	}
	e, _ := symbolic.Rational(1, factorial)
	return e
}

// rounds is the logarithm to the base 2, rounded up.
func rounds(n *symbolic.Expr) *symbolic.Expr { return op.Rounds(types.DimOf(n)).Expr() }

// A stacking collects the results of a function: a tuple becomes a tuple of FractalTensors.
// sum and most say what the next sizes of a result come to for all elements, and for one.
type stacking struct {
	*sequenceCall
	length linear.Form
	sum    func(e *symbolic.Expr) *symbolic.Expr
	most   func(e *symbolic.Expr) *symbolic.Expr
	sizes  []*symbolic.Expr
}

func (s *stacking) next() *symbolic.Expr {
	if len(s.sizes) == 0 {
		return nil
	}
	e := s.sizes[0]
	s.sizes = s.sizes[1:]
	return e
}

func (s *stacking) value(t types.Type) value {
	if whole, ok := types.Head(t).(*types.Tuple); ok {
		v := &tuple{}
		for _, e := range whole.Elems {
			v.parts = append(v.parts, s.value(e))
		}
		return v
	}
	xs := &sequence{of: &types.Fractal{Elem: t}, totals: []linear.Form{s.length}, longest: []linear.Form{s.length}}
	for i := range measure.CountFractals(t) {
		total := s.next()
		longest := total
		if i > 0 {
			longest = s.next()
		}
		xs.totals = append(xs.totals, s.p.AtMost(s.sum(total)))
		xs.longest = append(xs.longest, s.p.AtMost(s.most(longest)))
	}
	return xs
}

// leavesOf counts the FractalTensors that results of a type are collected in.
func leavesOf(t types.Type) int {
	whole, ok := types.Head(t).(*types.Tuple)
	if !ok {
		return 1
	}
	n := 0
	for _, e := range whole.Elems {
		n += leavesOf(e)
	}
	return n
}

// collectedBytes is what collecting results of a type takes: FractalTensors in so many
// places that have so many elements in all.
func collectedBytes(t types.Type, places, elements *symbolic.Expr) *symbolic.Expr {
	return sequenceBytes(places, elements).Mul(symbolic.Int(int64(leavesOf(t)))).Add(places.Mul(symbolic.Int(words(components(t)))))
}
