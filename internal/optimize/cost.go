package optimize

import (
	"context"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Cost is the bound of a definition by one metric, as `fraccheck cost` prints it. samples are its
// values at the sizes of sampled, in the same order.
type Cost struct {
	Text    string
	expr    *symbolic.Expr
	samples []float64
}

// Known reports whether there is a bound.
func (c Cost) Known() bool { return c.expr != nil }

// trees gives the typed trees of definitions without errors.
func trees(m *typecheck.Module) func(*typecheck.Object) *typecheck.Info {
	return func(o *typecheck.Object) *typecheck.Info {
		home, i := m.Owner(o)
		if home == nil {
			return nil
		}
		return sound(home, i)
	}
}

// sound is the typed tree of an item without errors; nil of others.
func sound(m *typecheck.Module, i int) *typecheck.Info {
	r := m.Check(i)
	if len(r.Item.Errors) > 0 || slices.ContainsFunc(r.Diagnostics, func(d syntax.Diagnostic) bool { return d.Severity == codes.Error }) {
		return nil
	}
	return r.Info
}

// costOf bounds the definition in an item: of work, span and memory by package complexity, for the
// worst case over all arguments; of multiply-adds and bytes by package complexity/network, which counts
// one run and knows nothing of data types.
func costOf(ctx context.Context, m *typecheck.Module, i int, metric Metric) Cost {
	o := m.Object(i)
	if o == nil {
		return Cost{}
	}
	if metric == MACs || metric == Bytes {
		return networkCost(m, o, metric)
	}
	kind := map[Metric]complexity.Metric{Work: complexity.Work, Span: complexity.Span, Memory: complexity.Memory}[metric]
	a := complexity.New(m.Ops(), trees(m), kind).Until(ctx)
	b := a.Of(o)
	if b == nil || !b.Bounded(kind) {
		return Cost{}
	}
	c := Cost{Text: b.Text(kind), expr: b.Expr(kind)}
	if c.expr == nil {
		return Cost{}
	}
	c.sample()
	return c
}

// bounded reports whether a definition has a bound where all metrics are bounded together, as
// `fraccheck cost` does: they share one budget, and a form must not lose the bound that a user sees.
func bounded(ctx context.Context, m *typecheck.Module, i int, metric Metric) bool {
	if metric == MACs || metric == Bytes {
		return true
	}
	kind := map[Metric]complexity.Metric{Work: complexity.Work, Span: complexity.Span, Memory: complexity.Memory}[metric]
	b := complexity.New(m.Ops(), trees(m)).Until(ctx).Of(m.Object(i))
	return b != nil && b.Bounded(kind)
}

// networkCost is the total of a definition's network; nothing where a size is not known.
func networkCost(m *typecheck.Module, o *typecheck.Object, metric Metric) Cost {
	info := trees(m)
	r := network.Of(o, func(o *typecheck.Object) (*typecheck.Info, *syntax.File) {
		home, _ := m.Owner(o)
		if home == nil {
			return nil, nil
		}
		return info(o), home.File()
	}, nil)
	if r == nil {
		return Cost{}
	}
	f := r.Totals[network.MultiplyAdds]
	if metric == Bytes {
		f = r.Totals[network.Bytes]
	}
	if f.Why != nil || f.Size.Loose() {
		return Cost{}
	}
	c := Cost{Text: f.Size.String(), expr: f.Size.Expr()}
	c.sample()
	return c
}

// sampled are the sizes at which bounds are compared where neither is below the other everywhere: all
// 10, all 1,000, and two with some sizes 16 times others, rising and falling. Size variables are
// numbered by their names, so that two bounds get the same sizes.
var sampled = []func(i int) int64{
	func(int) int64 { return 10 }, func(int) int64 { return 1000 },
	func(i int) int64 { return 20 << (2 * (i % 3)) }, func(i int) int64 { return 320 >> (2 * (i % 3)) },
}

// sample evaluates the bound at the sampled sizes. The cost of calling a function that is passed is 7
// everywhere: it is unknown, and the same before and after.
func (c *Cost) sample() {
	var names []string
	c.expr.Symbols(func(s *symbolic.Symbol) { names = append(names, s.Name) })
	slices.Sort(names)
	names = slices.Compact(names)
	expr := c.expr.SubstCosts(func(symbolic.Measure, *symbolic.Symbol, []*symbolic.Expr) *symbolic.Expr { return symbolic.Int(7) })
	for _, size := range sampled {
		in, err := expr.Enclose(func(s *symbolic.Symbol) (int64, bool) { return size(slices.Index(names, s.Name)), true })
		if err != nil {
			c.expr = nil
			return
		}
		c.samples = append(c.samples, in.Mid())
	}
}

// An order is the result of comparing two bounds.
type order uint8

const (
	notLess order = iota
	less          // at some sizes and more at none, which is proved
	traded        // at most of the sampled sizes; at others it may be more
)

// compare reports whether c is less than d: in the geometric mean over the sampled sizes at least. The
// result is less where that is also proved for all sizes, by the nonnegativity of d - c or because both
// are numbers, and traded otherwise.
func (c Cost) compare(d Cost) order {
	if !c.Known() || !d.Known() {
		return notLess
	}
	// Costs of samples are compared by their quotients: a form that costs a tenth at one size and
	// twice as much at another is less.
	other := renamedTo(c.expr, d.expr)
	sum, more := 0.0, false // the logarithm of the product of the quotients (c+1)/(d+1)
	for i, x := range c.samples {
		y := d.samples[i]
		sum += math.Log(x+1) - math.Log(y+1)
		more = more || x > y*(1+1e-9)
	}
	switch {
	case sum > -1e-9:
		return notLess
	case more:
		return traded
	case c.expr.Equal(other):
		return notLess
	case other.Sub(c.expr).Nonnegative():
		return less
	case len(names(c.expr))+len(names(d.expr)) == 0:
		return less
	}
	return traded
}

// lessSomewhere reports whether c is less than d by a tenth at one of the sampled sizes.
func (c Cost) lessSomewhere(d Cost) bool {
	for i, x := range c.samples {
		if i < len(d.samples) && x < 0.9*d.samples[i] {
			return true
		}
	}
	return false
}

// lessBy reports whether c is less than d by a factor at all sampled sizes.
func (c Cost) lessBy(d Cost, factor float64) bool {
	for i, x := range c.samples {
		if i < len(d.samples) && x*factor > d.samples[i] {
			return false
		}
	}
	return true
}

// Saved is how much less c is than d where all sizes are 1,000.
func (c Cost) Saved(d Cost) float64 {
	const large = 1 // in sampled
	if len(c.samples) <= large || len(d.samples) <= large {
		return 0
	}
	return d.samples[large] - c.samples[large]
}

// renamedTo is the expression o over the symbols of e, as far as these have the same names: two
// analyses have symbols of their own.
func renamedTo(e, o *symbolic.Expr) *symbolic.Expr {
	own := map[string]*symbolic.Symbol{}
	e.Symbols(func(s *symbolic.Symbol) { own[s.Name] = s })
	return o.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if to := own[s.Name]; to != nil && to != s {
			return symbolic.Var(to)
		}
		return nil
	})
}

// names are those of the symbols of an expression, as often as they occur.
func names(e *symbolic.Expr) (all []string) {
	e.Symbols(func(s *symbolic.Symbol) { all = append(all, s.Name) })
	return all
}

// total is the logarithm of the product of the costs at the sampled sizes, by which candidates are
// ranked: the same factor counts the same at small and at large sizes.
func (c Cost) total() float64 {
	if !c.Known() {
		return math.Inf(1)
	}
	sum := 0.0
	for _, x := range c.samples {
		sum += math.Log(x + 1)
	}
	return sum
}
