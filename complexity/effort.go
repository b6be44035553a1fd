package complexity

// How much is gone through to bound one body, in things that are copied or changed (an
// entry of a path's table, some coefficients of a size): a microsecond is some twenty of
// them. An analysis has so much for all its bodies; each may take a quarter of what is
// left, and so much at least.
const (
	maxEffort      = 3_000_000
	maxTotalEffort = 30_000_000
	leastEffort    = 20_000
	formEffort     = 3 // a byte of a form, which is mapped into the body and back
)

// nestingWithout is how deep bodies are gone into where nothing is left: small
// definitions are bounded all the same.
const nestingWithout = 4

// An effort is what is left for the body that is gone through, and for all.
type effort struct{ body, total int }

// share does work on a body with a share of its own.
func (e *effort) share(work func()) {
	around := e.body
	e.body = min(maxEffort, max(e.total/4, leastEffort))
	work()
	e.body = around
}

func (e *effort) spend(n int) {
	e.body -= n
	e.total -= n
}

// tooMuch tells that the body's share is used up: what has been found of it is not all.
func (e *effort) tooMuch() bool { return e.body < 0 }

// spend counts what is done on a path. Outside of bodies little is.
func (p *path) spend(n int) {
	if p.of != nil && p.of.home != nil {
		p.of.home.effort.spend(n)
	}
}

// over tells that a body need not be gone through any further: nothing will be known.
func (w *walk) over() bool {
	return w.ended() || w.effort.tooMuch() || w.in != nil && w.in.loss != nil
}
