package complexity

import "github.com/fraccheck/fraccheck/internal/symbolic"

// spend counts steps of the body that is looked at.
func (a *solver) spend(n int) {
	a.left -= n
	a.meter.Spend(n)
}

// spend counts steps on a path. Those outside of bodies are few.
func (p *trace) spend(n int) {
	if p.of != nil {
		p.of.solver.spend(n)
	}
}

// exprSteps is what work on some expressions takes.
func exprSteps(es ...*symbolic.Expr) int {
	n := 4
	for _, e := range es {
		n += e.Size()
	}
	return n
}
