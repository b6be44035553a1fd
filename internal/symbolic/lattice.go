package symbolic

import (
	"math/big"
	"slices"
)

// A lattice holds all integer solutions of linear equations: of each unknown one value,
// and how much it changes with each of some integers that are free.
type lattice struct {
	unknowns []*monomial
	base     []*big.Int   // by unknown
	free     [][]*big.Int // by unknown, then by free integer
}

// newLattice solves equations in which each monomial is an unknown; nil where they have no
// integer solution. Equations with unknowns that need not be integers are left out.
//
// Columns of the matrix are combined, by steps of Euclid's algorithm, until it has the
// Hermite normal form: H = A·U for a U whose inverse has integers only. Then H·y = b is
// solved from the top, where a division that leaves a remainder refutes the equations, and
// x = U·y; what H says nothing of is free (Cohen, A Course in Computational Algebraic
// Number Theory, 2.4).
func newLattice(equations []Equation) *lattice {
	l := &lattice{}
	rows, right := l.matrix(equations)
	n := len(l.unknowns)
	u := make([][]*big.Int, n)
	for i := range u {
		u[i] = zeros(n)
		u[i][i].SetInt64(1)
	}
	var y []*big.Int
	for r, row := range rows {
		if reducePivot(rows[r:], u, row, len(y)) {
			rest, remainder := new(big.Int).Sub(right[r], dot(row, y)), new(big.Int)
			value, _ := new(big.Int).QuoRem(rest, row[len(y)], remainder)
			if remainder.Sign() != 0 {
				return nil
			}
			y = append(y, value)
		} else if dot(row, y).Cmp(right[r]) != 0 {
			return nil
		}
	}
	for _, row := range u {
		l.base = append(l.base, dot(row, y))
		l.free = append(l.free, row[len(y):])
	}
	return l
}

// matrix collects the unknowns, and gives the coefficients of each equation.
func (l *lattice) matrix(equations []Equation) (rows [][]*big.Int, right []*big.Int) {
	for _, eq := range equations {
		if !eq.Expr.wholeAtoms() {
			continue
		}
		terms, constant := eq.Expr.Sub(Int(eq.Value)).split()
		factors := integers(append(slices.Clone(terms), term{coef: constant}))
		row := zeros(len(l.unknowns))
		for i, t := range terms {
			at := l.unknown(t.mono)
			if at < 0 {
				at = len(l.unknowns)
				l.unknowns = append(l.unknowns, t.mono)
			}
			for len(row) <= at {
				row = append(row, new(big.Int))
			}
			row[at] = factors[i]
		}
		rows, right = append(rows, row), append(right, new(big.Int).Neg(factors[len(terms)]))
	}
	for i := range rows {
		rows[i] = append(rows[i], zeros(len(l.unknowns)-len(rows[i]))...)
	}
	return rows, right
}

func (l *lattice) unknown(m *monomial) int {
	return slices.IndexFunc(l.unknowns, m.equal)
}

func zeros(n int) []*big.Int {
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = new(big.Int)
	}
	return all
}

// dot is the sum of the products of y with as many elements of a row.
func dot(row, y []*big.Int) *big.Int {
	sum := new(big.Int)
	for i, v := range y {
		sum.Add(sum, new(big.Int).Mul(row[i], v))
	}
	return sum
}

// The invariant of the elimination: rows·(original columns) = rows now·U⁻¹, with U and its
// inverse whole. Each step is one of exchanging two columns and of subtracting a whole
// multiple of one from another, which have whole inverses. The least number of the row that
// is not 0 becomes the pivot, and the others are reduced modulo it: Euclid's algorithm on
// all of them at once, so that a row has its greatest common divisor in the end. Numbers may
// grow on the way, and are of any length.

// reducePivot combines columns from a pivot on until a row has one number there that is
// not 0, at the pivot; false where it has none. The other rows of the matrix and those of
// u go along.
func reducePivot(rows, u [][]*big.Int, row []*big.Int, pivot int) bool {
	for {
		least, others := -1, false
		for j := pivot; j < len(row); j++ {
			if row[j].Sign() == 0 {
				continue
			}
			others = others || least >= 0
			if least < 0 || row[j].CmpAbs(row[least]) < 0 {
				least = j
			}
		}
		if least < 0 {
			return false
		}
		swapColumns(rows, pivot, least)
		swapColumns(u, pivot, least)
		if !others {
			return true
		}
		for j := pivot + 1; j < len(row); j++ {
			if q := new(big.Int).Quo(row[j], row[pivot]); q.Sign() != 0 {
				subtractColumn(rows, j, pivot, q)
				subtractColumn(u, j, pivot, q)
			}
		}
	}
}

func swapColumns(rows [][]*big.Int, i, j int) {
	for _, row := range rows {
		row[i], row[j] = row[j], row[i]
	}
}

// subtractColumn takes a multiple of one column from another.
func subtractColumn(rows [][]*big.Int, from, column int, times *big.Int) {
	for _, row := range rows {
		row[from] = new(big.Int).Sub(row[from], new(big.Int).Mul(times, row[column]))
	}
}

// decided is the value of an unknown that has only one.
func (l *lattice) decided(i int) (*big.Int, bool) {
	return l.base[i], !slices.ContainsFunc(l.free[i], func(n *big.Int) bool { return n.Sign() != 0 })
}

// value is that of a linear combination of unknowns that has only one, which fits 64 bits.
func (l *lattice) value(e *Expr) (int64, bool) {
	terms, constant := e.split()
	if len(terms) == 0 {
		return constant.n, constant.r == nil
	}
	sum, change := constant.big(), make([]*big.Rat, 0)
	sum = new(big.Rat).Set(sum)
	for _, t := range terms {
		at := l.unknown(t.mono)
		if at < 0 {
			return 0, false
		}
		c := t.coef.big()
		sum.Add(sum, new(big.Rat).Mul(c, new(big.Rat).SetInt(l.base[at])))
		for j, f := range l.free[at] {
			if j == len(change) {
				change = append(change, new(big.Rat))
			}
			change[j].Add(change[j], new(big.Rat).Mul(c, new(big.Rat).SetInt(f)))
		}
	}
	if slices.ContainsFunc(change, func(r *big.Rat) bool { return r.Sign() != 0 }) {
		return 0, false
	}
	v := ratOf(sum)
	return v.n, v.r == nil
}
