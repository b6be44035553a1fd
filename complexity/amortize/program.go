package amortize

import (
	"math"
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// maxRows is how many rows a program may have: the time grows with the third power.
const maxRows = 200

// minimize finds coefficients of at least 0 that satisfy all rows at the least
// price, by the simplex method; false where it finds none. What it gives is
// rounded to small fractions and has still to be checked.
func minimize(prices []float64, rows []row, m *steps.Meter) ([]*big.Rat, bool) {
	used := usedColumns(len(prices), rows)
	x := make([]float64, len(prices))
	n := len(used)
	if len(rows) == 0 {
		return rounded(x), true
	}
	if len(rows) > maxRows {
		return nil, false
	}
	left, right := make([][]float64, len(rows)), make([]float64, len(rows))
	for i, r := range rows {
		left[i] = make([]float64, n)
		for j, column := range used {
			left[i][j] = float64(r.left[column])
		}
		right[i], _ = r.right.Float64()
	}
	price := make([]float64, n)
	for j, column := range used {
		price[j] = prices[column]
	}
	found, ok := newTableau(price, left, right).solve(m)
	if !ok {
		return nil, false
	}
	for j, column := range used {
		x[column] = found[j]
	}
	return rounded(x), true
}

// usedColumns are the coefficients that some row speaks of; the others are 0.
func usedColumns(n int, rows []row) []int {
	var used []int
	for j := range n {
		if slices.ContainsFunc(rows, func(r row) bool { return r.left[j] != 0 }) {
			used = append(used, j)
		}
	}
	return used
}

func rounded(x []float64) []*big.Rat {
	exact := make([]*big.Rat, len(x))
	for i, v := range x {
		exact[i] = fraction(v)
	}
	return exact
}

// fraction is the simplest fraction near a number, by its continued fraction.
func fraction(v float64) *big.Rat {
	const near, largest, huge = 1e-6, 5040, 1e9
	if v > huge { // so that no product below overflows
		return big.NewRat(int64(math.Ceil(min(v, huge*huge))), 1)
	}
	p0, q0, p1, q1 := int64(0), int64(1), int64(1), int64(0)
	for x := v; ; {
		whole := math.Floor(x)
		p0, q0, p1, q1 = p1, q1, int64(whole)*p1+p0, int64(whole)*q1+q0
		if q1 > largest || math.Abs(v-float64(p1)/float64(q1)) < near || x == whole {
			return big.NewRat(max(p1, 0), max(q1, 1))
		}
		x = 1 / (x - whole)
	}
}
