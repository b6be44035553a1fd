package amortize

// exponents are all rows of n exponents whose sum is at most degree, the smaller
// sums first.
func exponents(n, degree int) [][]uint8 {
	var all [][]uint8
	for d := 0; d <= degree; d++ {
		all = appendExponents(all, make([]uint8, n), 0, d)
	}
	return all
}

// appendExponents adds the rows that go on from row[:at] and whose rest sums up
// to degree.
func appendExponents(all [][]uint8, row []uint8, at, degree int) [][]uint8 {
	if at == len(row) {
		if degree == 0 {
			all = append(all, append([]uint8(nil), row...))
		}
		return all
	}
	for d := degree; d >= 0; d-- {
		row[at] = uint8(d)
		all = appendExponents(all, row, at+1, degree-d)
	}
	row[at] = 0
	return all
}

// A grid is what turns values into coefficients: the coefficient of Π C(sᵢ, βᵢ) in
// a polynomial of s is its β-th forward difference at 0 (Newton's series), a sum
// of its values at the points γ ≤ β.
type grid struct {
	points  [][]int64    // where a polynomial has to be known
	weights [][]weighted // by coefficient: the points that it is made of
}

type weighted struct {
	point int
	by    int64
}

// steps is what it takes to have so many columns at all points, and what is made of them.
func (g *grid) steps(columns int) int {
	n := len(g.points)
	for _, w := range g.weights {
		n += len(w)
	}
	return n * (1 + columns/8)
}

func newGrid(variables, degree int) *grid {
	rows := exponents(variables, degree)
	index := make(map[string]int, len(rows))
	g := &grid{points: make([][]int64, len(rows)), weights: make([][]weighted, len(rows))}
	for i, row := range rows {
		index[string(row)] = i
		g.points[i] = make([]int64, variables)
		for j, e := range row {
			g.points[i][j] = int64(e)
		}
	}
	for i, row := range rows {
		g.weights[i] = below(index, row, make([]uint8, variables), 0, 1, nil)
	}
	return g
}

// below lists the points that are not above row, with the sign and the number of
// ways of a forward difference.
func below(index map[string]int, row, point []uint8, at int, by int64, found []weighted) []weighted {
	if at == len(row) {
		return append(found, weighted{index[string(point)], by})
	}
	for e := uint8(0); e <= row[at]; e++ {
		point[at] = e
		sign := int64(1)
		if (row[at]-e)%2 == 1 {
			sign = -1
		}
		found = below(index, row, point, at+1, by*sign*binomial(int64(row[at]), e), found)
	}
	point[at] = 0
	return found
}
