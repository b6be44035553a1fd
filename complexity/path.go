package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A path is one way through a body: what has been found out on it so far. Its
// symbols stand for natural numbers; the first ones are the sizes of the
// parameters.
type path struct {
	of     *instance // nil outside of bodies
	values map[graph.Value]value
	// solved gives symbols by others, nil for those that are free. No symbol that
	// is solved stands in it.
	solved []*linear.Form
	// least are what is known to be at least 0.
	least []linear.Form
	costs [metrics]int64
	exprs [metrics][]*symbolic.Expr // of operators, over the path's sizes
	works []linear.Form             // of callbacks that were called
	// charged are operations whose cost is no number; see maxCharged.
	charged []charged
	calls   []call
	// highest are the numbers that symbols are at most.
	highest map[int]int64
	// counted are sizes that are lengths of FractalTensors; see maxCounted.
	counted []linear.Form
	// parted is data that has been taken apart.
	parted []parts
	// quotients are the divisions on the path: the same gives the same symbol.
	quotients  []division
	remainders []leaving
	// What is known of values without a size: truth values, how two stand to each other,
	// and what has been computed of them.
	decided  []decision
	orders   []order
	computed []computation
	// most are bounds of symbols, over the path's sizes.
	most map[int]*symbolic.Expr
	// When things are done, for Span: what has been, when values are there, and
	// when the block began that is gone through.
	moments []*moment
	ready   map[graph.Value]*moment
	start   *moment
	effect  *moment // when a reference was last read or written
	// loss says why the path has no bound: the first thing that was not followed; lacks why
	// it has none of a metric.
	loss  *Loss
	lacks [metrics]*Loss
}

// A division is that of a size by a number, rounded down.
type division struct {
	of    linear.Form
	by    int64
	whole linear.Form
	rest  linear.Form
}

// A call is one of an instance: with sizes in, and fresh symbols for the sizes
// that come out.
type call struct {
	callee *instance
	as     *instance    // with the arguments as the path has them; nil for bodies together
	in     *graph.Graph // in which it stands: of the body, or of one that was gone through in it; nil for bodies together
	at     graph.Value
	args   []linear.Form
	out    []linear.Form
	free   bool // it costs nothing by itself
	silent bool // it may give nothing, so that nothing is known of what it gives
}

func newPath(of *instance) *path {
	return &path{of: of, values: map[graph.Value]value{}, ready: map[graph.Value]*moment{}}
}

func (p *path) fork() *path {
	p.spend(16 + len(p.values) + len(p.ready) + len(p.solved)/8)
	q := *p
	q.values = maps.Clone(p.values)
	q.solved = slices.Clone(p.solved)
	q.least = slices.Clone(p.least)
	q.calls = slices.Clone(p.calls)
	q.charged = slices.Clone(p.charged)
	q.works = slices.Clone(p.works)
	for m := range q.exprs {
		q.exprs[m] = slices.Clone(p.exprs[m])
	}
	q.moments = slices.Clone(p.moments)
	q.ready = maps.Clone(p.ready)
	q.most = maps.Clone(p.most)
	q.highest = maps.Clone(p.highest)
	q.parted = slices.Clone(p.parted)
	q.counted = slices.Clone(p.counted)
	q.quotients = slices.Clone(p.quotients)
	q.remainders = slices.Clone(p.remainders)
	q.decided = slices.Clone(p.decided)
	q.orders = slices.Clone(p.orders)
	q.computed = slices.Clone(p.computed)
	return &q
}

// symbol makes a new symbol.
func (p *path) symbol() linear.Form {
	p.solved = append(p.solved, nil)
	return linear.Variable(len(p.solved) - 1)
}

// now is a size in the symbols that are free.
func (p *path) now(a linear.Form) linear.Form {
	for i, c := range a.All() {
		if c != 0 && p.solved[i] != nil {
			p.spend(1)
			a = a.Replace(i, *p.solved[i])
		}
	}
	return a
}

// equate notes that two sizes are equal; false where they cannot be, so that the
// path is never taken.
func (p *path) equate(a, b linear.Form) bool {
	e := p.now(a).Plus(-1, p.now(b))
	if e.Sign() != 0 {
		return p.vanish(e)
	}
	if i := p.solvable(e, true); i >= 0 {
		p.solve(i, e)
		return true
	}
	if i := p.solvable(e, false); i >= 0 {
		p.solve(i, e)
		p.least = append(p.least, *p.solved[i])
	}
	return true
}

// vanish notes that a sum of parts of one sign is 0: each of them is.
func (p *path) vanish(e linear.Form) bool {
	if e.Const != 0 {
		return false
	}
	for i, c := range e.All() {
		if c != 0 {
			zero := linear.Form{}
			p.put(i, zero)
		}
	}
	return true
}

// solvable finds a symbol of an equation e = 0 that has the coefficient 1 or -1;
// where plain, one whose solution is a sum of naturals. The newest one that does
// is taken, and a parameter's size last, except that a plain solution of a
// parameter is what is looked for first.
func (p *path) solvable(e linear.Form, plain bool) int {
	for i, c := range e.All() {
		if c != 1 && c != -1 {
			continue
		}
		if rest := e.Without(i); !plain || rest.Sign() == -c || rest.IsZero() {
			return i
		}
	}
	return -1
}

// solve puts the solution of e = 0 for symbol i in its place.
func (p *path) solve(i int, e linear.Form) {
	rest := e.Without(i)
	solution := linear.Form{}.Plus(-e.Of(i), rest) // the coefficient is 1 or -1
	p.put(i, solution)
}

func (p *path) put(i int, solution linear.Form) {
	p.spend(1 + len(p.solved)/8)
	for j, s := range p.solved {
		if s != nil && s.Of(i) != 0 {
			replaced := s.Replace(i, solution)
			p.spend(1)
			p.solved[j] = &replaced
			p.limit(replaced)
		}
	}
	p.solved[i] = &solution
	p.limit(solution)
}

// limit gives up on sizes that may come to overflow.
func (p *path) limit(a linear.Form) {
	if p.of != nil && a.Exceeds(maxFactor) {
		p.of.lose(Loss{Reason: TooLarge})
	}
}

// atLeast notes that a ≥ b; false where it cannot be.
func (p *path) atLeast(a, b linear.Form) bool {
	e := p.now(a).Plus(-1, p.now(b))
	if e.Const < 0 && e.Sign() == -1 {
		return false
	}
	p.least = append(p.least, e)
	p.settle()
	return p.filled()
}

// filled notes of symbols that are as large as they can be that nothing else is in them;
// false where one is larger. So what is left of an odd number by 2 is 1.
func (p *path) filled() bool {
	for _, i := range slices.Sorted(maps.Keys(p.highest)) {
		e := p.now(linear.Variable(i))
		if !e.Rises() || e.Const < p.highest[i] {
			continue
		}
		if e.Const > p.highest[i] {
			return false
		}
		e.Const = 0
		p.vanish(e)
	}
	return true
}

// settle solves what is known to be at least 0: `x - y ≥ 0` makes x the sum of y
// and a new symbol. What cannot be solved so is left; forgetting it is safe.
func (p *path) settle() {
	kept := p.least[:0:0]
	for _, e := range p.least {
		p.spend(1 + len(p.solved)/8)
		e = p.now(e)
		if e.Sign() == 1 || e.IsZero() {
			continue
		}
		if e.Const == 0 && e.Sign() == -1 { // no less than 0, and no more
			p.vanish(e)
			continue
		}
		p.noteHighest(e)
		if i := p.larger(e); i >= 0 {
			slack := p.symbol()
			p.solve(i, e.Plus(-1, slack))
			if p.solved[i].Const < 0 { // that it is no less than 0 says more
				kept = append(kept, *p.solved[i])
			}
			continue
		}
		kept = append(kept, e)
	}
	p.least = kept
}

// noteHighest notes of a number less a symbol that the symbol is at most that.
func (p *path) noteHighest(e linear.Form) {
	at := -1
	for i, c := range e.All() {
		switch {
		case c == 0:
		case c > 0 || at >= 0:
			return
		default:
			at = i
		}
	}
	if at < 0 || e.Const < 0 {
		return
	}
	most := e.Const / -e.Of(at)
	if known, met := p.highest[at]; !met || most < known {
		p.bound(linear.Variable(at), most)
	}
}

// larger finds the symbol x of e = x - rest with a rest that is a sum of naturals
// and a constant.
func (p *path) larger(e linear.Form) int {
	for i, c := range e.All() {
		rest := e.Without(i)
		rest.Const = 0
		if c == 1 && (rest.IsZero() || rest.Sign() == -1) {
			return i
		}
	}
	return -1
}

// natural tells whether a size is at least 0 whatever its symbols are.
func (p *path) natural(a linear.Form) bool {
	a = p.now(a)
	return a.IsZero() || a.Sign() == 1 || a.Const < 0 && p.reaches(a) || p.follows(a)
}

// follows tells of a sum that it is one that is known to be at least 0, and naturals
// besides.
func (p *path) follows(a linear.Form) bool {
	return slices.ContainsFunc(p.least, func(e linear.Form) bool {
		more := a.Plus(-1, p.now(e))
		return more.IsZero() || more.Sign() == 1
	})
}

// reaches tells of a sum with a number taken away that what is known of its parts
// makes up for the number: where they add up to 1 or more, one of them is 1.
func (p *path) reaches(a linear.Form) bool {
	for _, e := range p.least {
		if e = p.now(e); e.Const >= 0 {
			continue
		}
		enough := true
		for i, c := range e.All() {
			enough = enough && (c <= 0 || a.Of(i) >= -a.Const)
		}
		if enough && a.Rises() {
			return true
		}
	}
	return false
}

// lack notes why there is no bound of a metric.
func (p *path) lack(m Metric, l Loss) {
	if p.lacks[m] == nil {
		p.lacks[m] = &l
	}
}

// lost is why there is no bound of a metric; nil where that is not known.
func (p *path) lost(m Metric) *Loss {
	if p.loss != nil {
		return p.loss
	}
	return p.lacks[m]
}

// lose notes why there is no bound.
func (p *path) lose(l Loss) {
	if p.loss == nil {
		p.loss = &l
	}
}
