package scalar

import (
	"math/big"
	"strings"
)

// Facts are conditions on indices and extents that hold. They are not changed once they are made.
type Facts struct {
	list []Guard
}

// With is the facts with more.
func (f *Facts) With(more ...Guard) *Facts {
	return &Facts{append(append([]Guard{}, f.list...), more...)}
}

// mostRows bounds the rows that an elimination keeps, whose number may square with each variable.
const mostRows = 400

// Entails reports whether a condition follows from the facts. Only true is certain: integers are
// taken as rationals, and each product of symbols as a variable of its own. To show P >= 0 of an
// integral P, P <= -1 is refuted. Of another one only P < 0 may be: i/2 - 1/4 is never <= -1 for
// i >= 0, and is below 0 for i = 0.
func (f *Facts) Entails(g Guard) bool {
	switch g.Kind {
	case AtLeast:
		if c, ok := g.P.Const(); ok {
			return c.Sign() >= 0
		}
		if Integral(g.P) {
			return f.contradicts(Guard{AtLeast, g.P.Neg().Add(Int(-1))}, false)
		}
		return f.contradicts(Guard{AtLeast, g.P.Neg()}, true)
	case Zero:
		return g.P.IsZero() || f.Entails(Guard{AtLeast, g.P}) && f.Entails(Guard{AtLeast, g.P.Neg()})
	}
	if c, ok := g.P.Const(); ok {
		return c.Sign() != 0
	}
	for _, known := range f.list {
		if known.Kind == NotZero && (known.P.Equal(g.P) || known.P.Equal(g.P.Neg())) {
			return true
		}
	}
	return f.Entails(Guard{AtLeast, g.P.Add(Int(-1))}) || f.Entails(Guard{AtLeast, g.P.Neg().Add(Int(-1))})
}

// Impossible reports whether the facts contradict each other.
func (f *Facts) Impossible() bool {
	if f.contradicts(Guard{AtLeast, Int(0)}, false) {
		return true
	}
	for _, g := range f.list {
		if g.Kind == NotZero && (g.P.IsZero() || f.without(g).Entails(Guard{Zero, g.P})) {
			return true
		}
	}
	return false
}

func (f *Facts) without(g Guard) *Facts {
	rest := &Facts{}
	for _, h := range f.list {
		if h.Kind != NotZero {
			rest.list = append(rest.list, h)
		}
	}
	return rest
}

// RealPrefix begins the names of symbols that are no integers.
const RealPrefix = "ρ"

// A row is Σ coef·variable + constant >= 0, or > 0.
type row struct {
	coef     map[string]*big.Rat
	constant *big.Rat
	strict   bool
}

func rowOf(p *Poly) row {
	r := row{coef: map[string]*big.Rat{}, constant: new(big.Rat)}
	for _, a := range p.adds {
		if a.body == "" {
			r.constant = a.coef
		} else {
			r.coef[a.body] = a.coef
		}
	}
	return r
}

// contradicts reports whether no rational numbers satisfy the facts and one more condition, P >= 0
// or, with strict, P > 0. Facts that some number is not 0 are left out.
func (f *Facts) contradicts(g Guard, strict bool) bool {
	last := rowOf(g.P)
	last.strict = strict
	rows := []row{last}
	relevant := f.relevant(g)
	for _, h := range relevant {
		switch h.Kind {
		case AtLeast:
			rows = append(rows, rowOf(h.P))
		case Zero:
			rows = append(rows, rowOf(h.P), rowOf(h.P.Neg()))
		}
	}
	return unsatisfiable(rows)
}

// relevant are the facts that share variables with a condition, directly or by others.
func (f *Facts) relevant(g Guard) []Guard {
	names := map[string]bool{}
	note := func(p *Poly) {
		for _, a := range p.adds {
			names[a.body] = true
		}
	}
	note(g.P)
	if len(names) == 0 || len(names) == 1 && names[""] {
		return f.list
	}
	delete(names, "")
	taken := make([]bool, len(f.list))
	var found []Guard
	for again := true; again; {
		again = false
		for i, h := range f.list {
			if taken[i] {
				continue
			}
			for _, a := range h.P.adds {
				if a.body != "" && names[a.body] {
					taken[i], again = true, true
					break
				}
			}
			if taken[i] {
				found = append(found, h)
				note(h.P)
				delete(names, "")
			}
		}
	}
	return found
}

// unsatisfiable eliminates one variable after the other (Fourier and Motzkin), the one that adds
// the fewest rows first, until a row without variables is false. With more than mostRows rows it
// gives up, and reports false.
func unsatisfiable(rows []row) bool {
	for {
		pick, best := "", -1
		counts := map[string][2]int{}
		for _, r := range rows {
			if len(r.coef) == 0 && (r.constant.Sign() < 0 || r.strict && r.constant.Sign() == 0) {
				return true
			}
			for v, c := range r.coef {
				n := counts[v]
				if c.Sign() > 0 {
					n[0]++
				} else {
					n[1]++
				}
				counts[v] = n
			}
		}
		for v, n := range counts {
			if cost := n[0] * n[1]; best < 0 || cost < best || cost == best && v < pick {
				pick, best = v, cost
			}
		}
		if best < 0 {
			return false
		}
		if rows = eliminate(rows, pick); len(rows) > mostRows {
			return false
		}
	}
}

// eliminate has the rows without v, and each row with v > 0 combined with each row with v < 0.
func eliminate(rows []row, v string) []row {
	var up, down, rest []row
	for _, r := range rows {
		switch c := r.coef[v]; {
		case c == nil:
			rest = append(rest, r)
		case c.Sign() > 0:
			up = append(up, r)
		default:
			down = append(down, r)
		}
	}
	for _, a := range up {
		for _, b := range down {
			rest = append(rest, combined(a, b, v))
		}
	}
	return rest
}

// combined adds multiples of two rows in which v has opposite signs, so that it goes.
func combined(a, b row, v string) row {
	x, y := new(big.Rat).Neg(b.coef[v]), a.coef[v]
	r := row{map[string]*big.Rat{}, new(big.Rat).Add(new(big.Rat).Mul(x, a.constant), new(big.Rat).Mul(y, b.constant)), a.strict || b.strict}
	for name, c := range a.coef {
		r.coef[name] = new(big.Rat).Mul(x, c)
	}
	for name, c := range b.coef {
		sum := new(big.Rat).Mul(y, c)
		if r.coef[name] != nil {
			sum.Add(sum, r.coef[name])
		}
		r.coef[name] = sum
	}
	for name, c := range r.coef {
		if c.Sign() == 0 {
			delete(r.coef, name)
		}
	}
	return r
}

// IsReal reports whether a term has a symbol that is no integer.
func IsReal(p *Poly) bool { return strings.Contains(p.key, RealPrefix) }

// Integral reports whether a term of indices and extents is an integer for all of their values.
func Integral(p *Poly) bool { return !IsReal(p) && Whole(p) }
