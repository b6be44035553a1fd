package symbolic

import (
	"math/big"
	"slices"
)

// An Equation says that an expression over size variables has a value.
type Equation struct {
	Expr  *Expr
	Value int64
}

// A Solution is what a system of equations says of its size variables, which are natural
// numbers.
//
// The problem is undecidable for polynomials (Matiyasevich 1970), so that it is solved as
// far as three exact methods reach; what they leave is open, never guessed:
//
//  1. Each monomial (n, n*m, n/2) counts as an unknown of its own. Integer elimination of
//     all equations together (lattice.go) says which unknowns have one value, or that
//     there is no integer solution. What is decided is put into the equations, in which
//     other monomials become linear then, until nothing changes: a product is decided
//     once one of its factors is.
//  2. Bounds follow from each variable being at least 0 (bounds.go): n + m = 0 decides
//     both, n + 3 = 2 has no solution.
//  3. Where all variables of a part of the system are bounded, all of its solutions are
//     looked at, as far as a budget reaches: n*n = 9, 3*n + 5*m = 8.
type Solution struct {
	// Conflict lists equations that no natural numbers satisfy together, by index; each
	// subset of them can be satisfied as far as is known. It is nil where there is no
	// contradiction.
	Conflict []int

	equations []Equation
	given     valuation
	known     map[*Symbol]int64
	rest      []Equation // what is left once the known values are put in
	origin    []int      // of each of the rest: its index among the equations
	lattice   *lattice   // the solutions of the rest, by monomial
	parts     []*part
}

// mostEquations bounds the systems that are solved: more equations than that are left out,
// which decides less and nothing wrong.
const mostEquations = 64

// Solve solves equations in natural numbers. given has the values of variables that are
// known before, and may be nil.
func Solve(equations []Equation, given func(*Symbol) (int64, bool)) *Solution {
	if given == nil {
		given = func(*Symbol) (int64, bool) { return 0, false }
	}
	s := &Solution{equations: equations, given: given, known: map[*Symbol]int64{}}
	if !s.solve() {
		s.Conflict = conflict(equations, given)
	}
	return s
}

// A minimal unsatisfiable subset by deletion: leave each equation out in turn, for good if
// the others contradict each other still. It takes one solving for each equation. Minimal
// is by inclusion; there may be smaller ones elsewhere. As solving is incomplete, a subset
// of it that is called satisfiable may be contradictory in a way that is not seen.

// conflict is a least contradictory subset of contradictory equations: each is left out
// in turn, and stays out where the others contradict each other without it.
func conflict(equations []Equation, given valuation) []int {
	kept := make([]int, min(len(equations), mostEquations))
	for i := range kept {
		kept[i] = i
	}
	for i := 0; i < len(kept); {
		without := slices.Delete(slices.Clone(kept), i, i+1)
		var some []Equation
		for _, at := range without {
			some = append(some, equations[at])
		}
		if (&Solution{equations: some, given: given, known: map[*Symbol]int64{}}).solve() {
			i++
		} else {
			kept = without
		}
	}
	return kept
}

// solve is false where the equations contradict each other.
func (s *Solution) solve() bool {
	for progress := true; progress; {
		if !s.substitute() {
			return false
		}
		s.lattice = newLattice(s.rest)
		if s.lattice == nil {
			return false
		}
		var ok bool
		if progress, ok = s.decide(); !ok {
			return false
		}
	}
	s.parts = partsOf(s.rest)
	for _, p := range s.parts {
		if p.solutions(1) == noSolution {
			return false
		}
	}
	return true
}

// substitute puts the known values into the equations; false where one of them is false
// then. Equations that hold, and those that cannot be written any more, are left out.
func (s *Solution) substitute() bool {
	s.rest, s.origin = nil, nil
	for i, eq := range s.equations[:min(len(s.equations), mostEquations)] {
		e := s.reduced(eq.Expr)
		if e == nil || e.Undefined() {
			continue
		}
		if c, constant := e.constant(); constant {
			if !c.equal(rat{n: eq.Value}) {
				return false
			}
			continue
		}
		s.rest, s.origin = append(s.rest, Equation{e, eq.Value}), append(s.origin, i)
	}
	return true
}

// reduced is an expression with the known values in it; nil where it is too large.
func (s *Solution) reduced(e *Expr) *Expr {
	return e.Subst(func(v *Symbol) *Expr {
		if n, ok := s.symbol(v); ok {
			return Int(n)
		}
		return nil
	})
}

func (s *Solution) symbol(v *Symbol) (int64, bool) {
	if n, ok := s.given(v); ok {
		return n, true
	}
	n, ok := s.known[v]
	return n, ok
}

// decide notes the variables that elimination decides: those that are monomials, and those
// of which a monomial is a power. ok is false where one would be no natural number.
func (s *Solution) decide() (progress, ok bool) {
	for i, m := range s.lattice.unknowns {
		value, decided := s.lattice.decided(i)
		if !decided {
			continue
		}
		if m.nonnegative() && value.Sign() < 0 {
			return false, false
		}
		if len(m.powers) != 1 || m.powers[0].atom.kind != symbolAtom {
			continue
		}
		p := m.powers[0]
		if p.exp > 1 && value.Sign() > 0 {
			if value, ok = integerRoot(value, int64(p.exp)); !ok {
				return false, false
			}
		}
		if !value.IsInt64() {
			return false, false // no extent is that large
		}
		s.known[p.atom.symbol] = value.Int64()
		progress = true
	}
	return progress, true
}

// Value is the one value that an expression has in all solutions; not ok where the
// equations leave it open, or contradict each other.
func (s *Solution) Value(e *Expr) (n int64, ok bool) {
	if s.Conflict != nil || e == nil {
		return 0, false
	}
	if e = s.reduced(e); e == nil {
		return 0, false
	}
	if n, ok := e.Const(); ok || e.IsConst() {
		return n, ok
	}
	if n, ok := s.lattice.value(e); ok {
		return n, true
	}
	for _, p := range s.parts {
		if !p.covers(e) || p.solutions(mostSolutions) != allSolutions {
			continue
		}
		return p.value(e)
	}
	return 0, false
}

// Open lists the equations that say something of the variables in an expression that are
// not decided, directly or by what they have in common with others.
func (s *Solution) Open(e *Expr) (found []int) {
	e = s.reduced(e)
	for _, p := range s.parts {
		if e.find(p.has) {
			for _, i := range p.members {
				found = append(found, s.origin[i])
			}
		}
	}
	slices.Sort(found)
	return found
}

// integers gives the coefficients of terms as integers, multiplied by the least number
// that all of their denominators divide.
func integers(terms []term) []*big.Int {
	factor := big.NewInt(1)
	for _, t := range terms {
		d := t.coef.big().Denom()
		gcd := new(big.Int).GCD(nil, nil, factor, d)
		factor = new(big.Int).Mul(factor, new(big.Int).Quo(d, gcd))
	}
	out := make([]*big.Int, len(terms))
	for i, t := range terms {
		r := t.coef.big()
		out[i] = new(big.Int).Mul(r.Num(), new(big.Int).Quo(factor, r.Denom()))
	}
	return out
}
