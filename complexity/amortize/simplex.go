package amortize

// A dictionary is a linear program `least c·x where A·x ≥ b, x ≥ 0` with its basic
// variables written by the others (V. Chvátal, Linear Programming, 1983): row i says
// basic[i] = value[i] + Σ rows[i][j]·others[j]. Variables from the first slack on are the
// slacks of the rows.
//
// With prices of at least 0, x = 0 costs least of all and only violates rows. The dual
// simplex method (C. Lemke, 1954) mends one after the other, so that what it has is
// never dearer than the solution, and needs no solution to begin with.
type dictionary struct {
	rows   [][]float64
	value  []float64
	prices []float64 // of others
	basic  []int
	others []int
}

// Numbers below tolerance are rounding errors. A program may take maxWork
// multiplications: it takes a few steps for each row, or goes round in circles.
const (
	tolerance = 1e-9
	maxWork   = 1 << 28
)

func newDictionary(prices []float64, a [][]float64, b []float64) *dictionary {
	d := &dictionary{rows: a, prices: prices}
	for j := range prices {
		d.others = append(d.others, j)
	}
	for i, v := range b {
		d.value = append(d.value, -v)
		d.basic = append(d.basic, len(prices)+i)
	}
	return d
}

// solve gives the variables before the slacks; false where there is no solution, or the
// work is too much.
func (d *dictionary) solve() ([]float64, bool) {
	work := maxWork
	for row := d.violated(); row >= 0; row = d.violated() {
		column := d.cheapest(d.rows[row])
		work -= len(d.rows) * len(d.others)
		if column < 0 || work < 0 {
			return nil, false
		}
		d.exchange(row, column)
	}
	x := make([]float64, len(d.others))
	for i, v := range d.basic {
		if v < len(x) {
			x[v] = max(d.value[i], 0)
		}
	}
	return x, true
}

// violated is the row whose variable is least, if that is below 0; -1 for none.
func (d *dictionary) violated() int {
	row, least := -1, -tolerance
	for i, v := range d.value {
		if v < least {
			row, least = i, v
		}
	}
	return row
}

// cheapest is the variable that makes up for what a row lacks at the least price; -1
// where none does.
func (d *dictionary) cheapest(row []float64) int {
	column, least := -1, 0.0
	for j, v := range row {
		if v > tolerance && (column < 0 || d.prices[j]/v < least) {
			column, least = j, d.prices[j]/v
		}
	}
	return column
}

// exchange makes a basic variable 0, and another one basic.
func (d *dictionary) exchange(row, column int) {
	r := d.rows[row]
	by := 1 / r[column]
	for j := range r {
		r[j] *= -by
	}
	r[column] = by
	d.value[row] *= -by
	for i, other := range d.rows {
		if i != row {
			d.value[i] += other[column] * d.value[row]
			replace(other, r, column)
		}
	}
	replace(d.prices, r, column)
	d.basic[row], d.others[column] = d.others[column], d.basic[row]
}

// replace puts a variable's row in its place in another one.
func replace(in, row []float64, column int) {
	factor := in[column]
	if factor == 0 {
		return
	}
	in[column] = 0
	for j, v := range row {
		in[j] += factor * v
	}
}
