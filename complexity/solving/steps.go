package solving

import "github.com/fraccheck/fraccheck/internal/symbolic"

// recurrenceSteps is what solving a recurrence takes for each term of its costs.
const recurrenceSteps = 32

// spend counts steps of the body that is looked at.
func (a *Solver) Spend(n int) {
	a.Left -= n
	a.Meter.Spend(n)
}

// spend counts steps on a path. Those outside of bodies are few.
func (p *Trace) Spend(n int) {
	if p.Of != nil {
		p.Of.solver.Spend(n)
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
