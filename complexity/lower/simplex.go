package lower

// A program is a linear program: the most of prices·x where each row·x is at most its right
// side, which is at least 0, for x ≥ 0. So x = 0 is allowed, and the primal simplex method (G.
// Dantzig, 1951) begins there. Numbers are rational: what it gives is exact.
type program struct {
	rows   [][]rational
	right  []rational
	prices []rational
	spend  func(steps int) bool // counts what the solution takes, and reports whether it may go on
}

// maxPivots ends programs that take too long.
const maxPivots = 500

// solve gives the best x; not ok where there is no best one, or it takes too long.
func (p *program) solve() (x []rational, ok bool) {
	columns := len(p.prices)
	basic := make([]int, len(p.rows)) // by row; slacks are after the columns
	outside := make([]int, columns)
	for i := range basic {
		basic[i] = columns + i
	}
	for j := range outside {
		outside[j] = j
	}
	for range maxPivots {
		column := p.entering(outside)
		if column < 0 {
			return p.solution(basic), true
		}
		row := p.leaving(column, basic)
		if row < 0 {
			return nil, false
		}
		if !p.spend(1 + len(p.rows)*columns/8) {
			return nil, false
		}
		p.pivot(row, column)
		basic[row], outside[column] = outside[column], basic[row]
	}
	return nil, false
}

// entering is a column whose price is above 0, by the rule of Bland (1977) the first variable, so
// that no cycle is possible; -1 for none.
func (p *program) entering(outside []int) int {
	best := -1
	for j, price := range p.prices {
		if price.sign() > 0 && (best < 0 || outside[j] < outside[best]) {
			best = j
		}
	}
	return best
}

// leaving is the row that limits a column first; -1 where none does.
func (p *program) leaving(column int, basic []int) int {
	best, least := -1, rational{}
	for i, row := range p.rows {
		if row[column].sign() <= 0 {
			continue
		}
		ratio := p.right[i].times(row[column].inverse())
		if c := ratio.compare(least); best < 0 || c < 0 || c == 0 && basic[i] < basic[best] {
			best, least = i, ratio
		}
	}
	return best
}

// pivot exchanges the basic variable of a row for the one of a column.
func (p *program) pivot(row, column int) {
	r := p.rows[row]
	inverse := r[column].inverse()
	for j := range r {
		r[j] = r[j].times(inverse)
	}
	r[column] = inverse
	p.right[row] = p.right[row].times(inverse)
	for i, other := range p.rows {
		if i != row && other[column].sign() != 0 {
			p.right[i] = p.right[i].minus(other[column].times(p.right[row]))
			eliminate(other, r, column)
		}
	}
	if p.prices[column].sign() != 0 {
		eliminate(p.prices, r, column)
	}
}

// eliminate takes a multiple of a pivot's row off another.
func eliminate(other, r []rational, column int) {
	by := other[column]
	for j := range other {
		if j != column && r[j].sign() != 0 {
			other[j] = other[j].minus(by.times(r[j]))
		}
	}
	other[column] = by.times(r[column]).negated()
}

func (p *program) solution(basic []int) []rational {
	x := make([]rational, len(p.prices))
	for i, v := range basic {
		if v < len(x) {
			x[v] = p.right[i]
		}
	}
	return x
}
