package complexity

import "github.com/fraccheck/fraccheck/symbolic"

// Theta is how a bound grows: its terms that no other one outgrows, without their
// coefficients; empty where there is none.
func (b *Bound) Theta(m Metric) string {
	g, err := b.Expr(m).Growth()
	if err != nil {
		return ""
	}
	return g.String()
}

// Degrees are the largest powers of the sizes that a bound depends on.
func (b *Bound) Degrees(m Metric) map[string]int {
	degrees := map[string]int{}
	if b.Costs[m] == nil {
		return degrees
	}
	for _, t := range b.Costs[m].Terms {
		for i, e := range t.Powers {
			if e > 0 {
				degrees[b.Sizes[i]] = max(degrees[b.Sizes[i]], int(e))
			}
		}
	}
	return degrees
}

// Number is a bound that depends on no size, rounded up; nil for others.
func (b *Bound) Number(m Metric) *int64 {
	e := b.Expr(m)
	if e == nil {
		return nil
	}
	up, _ := e.CeilDiv(symbolic.Int(1))
	n, ok := up.Const()
	if !ok {
		return nil
	}
	return &n
}
