package complexity

import (
	"math/big"
	"slices"
	"strings"
)

// Theta is how a bound grows: its terms that no other one outgrows, whatever its
// sizes are, without their coefficients; empty where there is none.
func (b *Bound) Theta(m Metric) string {
	if b.Costs[m] == nil {
		return ""
	}
	all := expand(b.Costs[m])
	var text strings.Builder
	for _, t := range all {
		if !slices.ContainsFunc(all, func(o power) bool { return outgrows(o, t) }) {
			writeTerm(&text, power{big.NewRat(1, 1), t.exps}, b.Sizes)
		}
	}
	if text.Len() == 0 {
		return "1"
	}
	return text.String()
}

// outgrows tells whether one term is a multiple of another by some variable.
func outgrows(a, b power) bool {
	more := false
	for i := range max(len(a.exps), len(b.exps)) {
		x, y := exponent(a, i), exponent(b, i)
		if x < y {
			return false
		}
		more = more || x > y
	}
	return more
}

func exponent(p power, i int) int {
	if i < len(p.exps) {
		return p.exps[i]
	}
	return 0
}

// Degrees are the largest powers of the sizes that a bound depends on.
func (b *Bound) Degrees(m Metric) map[string]int {
	degrees := map[string]int{}
	if b.Costs[m] == nil {
		return degrees
	}
	for _, t := range expand(b.Costs[m]) {
		for i, e := range t.exps {
			if e > 0 {
				degrees[b.Sizes[i]] = max(degrees[b.Sizes[i]], e)
			}
		}
	}
	return degrees
}

// Number is a bound that depends on no size, rounded up; nil for others.
func (b *Bound) Number(m Metric) *int64 {
	if b.Costs[m] == nil || b.Costs[m].Degree() > 0 {
		return nil
	}
	sum := new(big.Rat)
	for _, t := range b.Costs[m].Terms {
		sum.Add(sum, t.Coef)
	}
	up := new(big.Int).Add(sum.Num(), new(big.Int).Sub(sum.Denom(), big.NewInt(1)))
	n := up.Div(up, sum.Denom()).Int64()
	return &n
}
