package complexity

import (
	"math"

	"github.com/fraccheck/fraccheck/complexity/solving"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Theta is how a bound grows: its terms that no other one outgrows, without their
// coefficients; empty where there is none.
func (b *Bound) Theta(m solving.Metric) string {
	g, err := b.Expr(m).Growth()
	if err != nil {
		return ""
	}
	if text := g.String(); text != "0" {
		return text
	}
	return "1"
}

// Order is how a bound grows, for readers: "O(n·log n)"; empty where there is none.
func (b *Bound) Order(m solving.Metric) string {
	g, err := b.Expr(m).Growth()
	if err != nil {
		return ""
	}
	if text := g.Upper(); text != "O(0)" {
		return text
	}
	return "O(1)"
}

// Degrees are the powers of the sizes in how a bound grows; a size with another
// growth, as of logarithms, is left out.
func (b *Bound) Degrees(m solving.Metric) map[string]int {
	degrees := map[string]int{}
	g, err := b.Expr(m).Growth()
	if err != nil {
		return degrees
	}
	for i, s := range b.symbols {
		if d, ok := g.Degree(s); ok && d > 0 && d == math.Trunc(d) {
			degrees[b.Sizes[i]] = int(d)
		}
	}
	return degrees
}

// Number is a bound that depends on no size, rounded up; nil for others.
func (b *Bound) Number(m solving.Metric) *int64 {
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
