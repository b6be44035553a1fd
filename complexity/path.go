package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// An affine is a size: an affine function of a path's symbols.
type affine = amortize.Affine

// A path is one way through a body: what has been found out on it so far. Its
// symbols stand for natural numbers; the first ones are the sizes of the
// parameters.
type path struct {
	of     *instance // nil outside of bodies
	values map[graph.Value]value
	// solved gives symbols by others, nil for those that are free. No symbol that
	// is solved stands in it.
	solved []*affine
	// least are what is known to be at least 0.
	least []affine
	costs [metrics]int64
	exprs [metrics][]*symbolic.Expr // of operators, over the path's sizes
	works []affine                  // of callbacks that were called
	// charged are operations whose cost is no number; see maxCharged.
	charged []charged
	calls   []call
	// highest are the numbers that symbols are at most.
	highest map[int]int64
	// counted are sizes that are lengths of FractalTensors; see maxCounted.
	counted []affine
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
	of    affine
	by    int64
	whole affine
	rest  affine
}

// A call is one of an instance: with sizes in, and fresh symbols for the sizes
// that come out.
type call struct {
	callee *instance
	as     *instance    // with the arguments as the path has them; nil for bodies together
	in     *graph.Graph // in which it stands: of the body, or of one that was gone through in it; nil for bodies together
	at     graph.Value
	args   []affine
	out    []affine
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
func (p *path) symbol() affine {
	p.solved = append(p.solved, nil)
	return amortize.Variable(len(p.solved) - 1)
}

// now is a size in the symbols that are free.
func (p *path) now(a affine) affine {
	for i, c := range a.Coef {
		if c != 0 && p.solved[i] != nil {
			p.spend(1 + len(a.Coef)/64)
			a = a.Replace(i, *p.solved[i])
		}
	}
	return a
}

// equate notes that two sizes are equal; false where they cannot be, so that the
// path is never taken.
func (p *path) equate(a, b affine) bool {
	e := p.now(a).Plus(-1, p.now(b))
	if oneSign(e) != 0 {
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

// oneSign is the sign that all coefficients and the constant have, 0 where they
// have both.
func oneSign(e affine) int64 {
	low, high := min(e.Const, 0), max(e.Const, 0)
	for _, c := range e.Coef {
		low, high = min(low, c), max(high, c)
	}
	switch {
	case low < 0 && high > 0:
		return 0
	case low < 0:
		return -1
	}
	return 1
}

// vanish notes that a sum of parts of one sign is 0: each of them is.
func (p *path) vanish(e affine) bool {
	if e.Const != 0 {
		return false
	}
	for i, c := range e.Coef {
		if c != 0 {
			zero := affine{}
			p.put(i, zero)
		}
	}
	return true
}

// solvable finds a symbol of an equation e = 0 that has the coefficient 1 or -1;
// where plain, one whose solution is a sum of naturals. The newest one that does
// is taken, and a parameter's size last, except that a plain solution of a
// parameter is what is looked for first.
func (p *path) solvable(e affine, plain bool) int {
	for i, c := range e.Coef {
		if c != 1 && c != -1 {
			continue
		}
		if rest := without(e, i); !plain || oneSign(rest) == -c || isZero(rest) {
			return i
		}
	}
	return -1
}

// addsUp tells of a sum of naturals and a number, which may be taken away.
func addsUp(e affine) bool {
	return !slices.ContainsFunc(e.Coef, func(c int64) bool { return c < 0 })
}

func without(e affine, i int) affine { return e.Replace(i, affine{}) }

func isZero(e affine) bool {
	return e.Const == 0 && !slices.ContainsFunc(e.Coef, func(c int64) bool { return c != 0 })
}

// solve puts the solution of e = 0 for symbol i in its place.
func (p *path) solve(i int, e affine) {
	rest := without(e, i)
	solution := affine{}.Plus(-e.Of(i), rest) // the coefficient is 1 or -1
	p.put(i, solution)
}

func (p *path) put(i int, solution affine) {
	p.spend(1 + len(p.solved)/8)
	for j, s := range p.solved {
		if s != nil && s.Of(i) != 0 {
			replaced := s.Replace(i, solution)
			p.spend(1 + len(replaced.Coef)/64)
			p.solved[j] = &replaced
			p.limit(replaced)
		}
	}
	p.solved[i] = &solution
	p.limit(solution)
}

// limit gives up on sizes that may come to overflow.
func (p *path) limit(a affine) {
	if p.of != nil && large(a) {
		p.of.lose(Loss{Reason: TooLarge})
	}
}

// atLeast notes that a ≥ b; false where it cannot be.
func (p *path) atLeast(a, b affine) bool {
	e := p.now(a).Plus(-1, p.now(b))
	if e.Const < 0 && oneSign(e) == -1 {
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
		e := p.now(amortize.Variable(i))
		if slices.ContainsFunc(e.Coef, func(c int64) bool { return c < 0 }) || e.Const < p.highest[i] {
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
		if oneSign(e) == 1 || isZero(e) {
			continue
		}
		if e.Const == 0 && oneSign(e) == -1 { // no less than 0, and no more
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
func (p *path) noteHighest(e affine) {
	at := -1
	for i, c := range e.Coef {
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
	most := e.Const / -e.Coef[at]
	if known, met := p.highest[at]; !met || most < known {
		p.bound(amortize.Variable(at), most)
	}
}

// larger finds the symbol x of e = x - rest with a rest that is a sum of naturals
// and a constant.
func (p *path) larger(e affine) int {
	for i, c := range e.Coef {
		rest := without(e, i)
		rest.Const = 0
		if c == 1 && (isZero(rest) || oneSign(rest) == -1) {
			return i
		}
	}
	return -1
}

// natural tells whether a size is at least 0 whatever its symbols are.
func (p *path) natural(a affine) bool {
	a = p.now(a)
	return isZero(a) || oneSign(a) == 1 || a.Const < 0 && p.reaches(a) || p.follows(a)
}

// follows tells of a sum that it is one that is known to be at least 0, and naturals
// besides.
func (p *path) follows(a affine) bool {
	return slices.ContainsFunc(p.least, func(e affine) bool {
		more := a.Plus(-1, p.now(e))
		return isZero(more) || oneSign(more) == 1
	})
}

// reaches tells of a sum with a number taken away that what is known of its parts
// makes up for the number: where they add up to 1 or more, one of them is 1.
func (p *path) reaches(a affine) bool {
	for _, e := range p.least {
		if e = p.now(e); e.Const >= 0 {
			continue
		}
		enough := true
		for i, c := range e.Coef {
			enough = enough && (c <= 0 || a.Of(i) >= -a.Const)
		}
		if enough && !slices.ContainsFunc(a.Coef, func(c int64) bool { return c < 0 }) {
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
