package amortize

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// A tableau is a linear program in the middle of the dual simplex method (C. Lemke,
// "The dual method of solving the linear programming problem", 1954): every basic
// variable as an affine function of the others, which are 0, and the price that is
// still to be saved on each of these, which is at least 0 throughout. It is written
// out: programs have some ten rows, for which a factored basis does more work
// than it saves.
type tableau struct {
	rows     [][]float64 // by basic variable: the coefficients of the others
	values   []float64   // of the basic variables; below 0 while not all rows hold
	prices   []float64   // of the others
	basic    []int       // variables; those from len(prices) on are the slacks of rows
	nonbasic []int
}

// tolerance is how far numbers may be off that should be 0. What is found is checked
// exactly by the caller.
const tolerance = 1e-9

// newTableau is the program min price·x where every row·x ≥ right and x ≥ 0: with
// x = 0, its prices are right and its rows do not hold.
func newTableau(price []float64, rows [][]float64, right []float64) *tableau {
	t := &tableau{rows: rows, values: make([]float64, len(rows)), prices: price}
	for i, r := range right {
		t.values[i] = -r
		t.basic = append(t.basic, len(price)+i)
	}
	for j := range price {
		t.nonbasic = append(t.nonbasic, j)
	}
	return t
}

// solve gives the best x; false where there is none, or rounding keeps the method from
// coming to an end.
func (t *tableau) solve(m *steps.Meter) ([]float64, bool) {
	for range 50 * (len(t.rows) + len(t.prices)) {
		m.Spend(1 + len(t.rows)*len(t.prices)/64)
		row := t.worst()
		if row < 0 {
			return t.solution(), true
		}
		column := t.entering(row)
		if column < 0 {
			return nil, false
		}
		t.pivot(row, column)
	}
	return nil, false
}

// worst is the row that is furthest from holding; -1 where all hold.
func (t *tableau) worst() int {
	worst := -1
	for i, v := range t.values {
		if v < -tolerance && (worst < 0 || v < t.values[worst]) {
			worst = i
		}
	}
	return worst
}

// entering is the variable that makes a row hold at the least price; -1 where none
// does.
func (t *tableau) entering(row int) int {
	best, least := -1, math.Inf(1)
	for j, c := range t.rows[row] {
		if c > tolerance && t.prices[j]/c < least-tolerance {
			best, least = j, t.prices[j]/c
		}
	}
	return best
}

// pivot makes one of the others basic in the place of a basic variable.
func (t *tableau) pivot(row, column int) {
	r := t.rows[row]
	by := r[column]
	for j := range r {
		r[j] /= -by
	}
	r[column] = 1 / by
	t.values[row] /= -by
	for i, other := range t.rows {
		if i != row && other[column] != 0 {
			t.values[i] += add(other, r, column) * t.values[row]
		}
	}
	add(t.prices, r, column)
	t.basic[row], t.nonbasic[column] = t.nonbasic[column], t.basic[row]
}

// add puts a row in the place of the variable in a column of another, and gives what
// stood there.
func add(to, row []float64, column int) float64 {
	times := to[column]
	to[column] = 0
	for j, c := range row {
		to[j] += times * c
	}
	return times
}

func (t *tableau) solution() []float64 {
	x := make([]float64, len(t.prices))
	for i, v := range t.basic {
		if v < len(x) {
			x[v] = max(t.values[i], 0)
		}
	}
	return x
}
