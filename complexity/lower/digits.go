package lower

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Bounds have logarithms as numbers of digits: that of n to a base d is 1 + ⌊log_d n⌋ for n ≥ 1,
// and 0 for n = 0. For naturals f and g, and 0 ≤ r < d,
//
//  1. digits(d·g + r) = digits(g) + 1 where d·g + r ≥ 1;
//  2. digits(f) ≥ digits(g) where f ≥ g, and digits(f) ≤ k where f < d^k;
//  3. digits(f) ≤ digits(g) + 1 where f ≤ d·g + d - 1.
//
// So the digits of a number are a symbol of the bound like its parameters, by which a recursion
// that divides its parameter, or multiplies it, is as simple as one that takes 1 off. By 1 the
// digits of the forms on a path are written over few symbols; 2 and 3 are facts about these.

// A numeral is a form over the parameters of a problem whose digits its bound may have.
type numeral struct {
	of   linear.Form
	base int64
}

// maxNumerals is how many of them a problem has.
const maxNumerals = 3

// numerals have the problems of a group be bounded by digits where something is multiplied or
// divided on their paths; false where nothing is.
func numerals(group []*problem) bool {
	base := int64(1)
	for _, q := range group {
		for _, p := range q.paths {
			for _, u := range p.uses {
				for _, n := range u.numerals {
					base = max(base, n.base)
				}
				if !u.known {
					base = max(base, factorOf(p.set.All(u.args)))
				}
			}
			if len(p.uses) > 0 {
				base = max(base, factorOf(q.own(&p)))
			}
		}
	}
	if base == 1 {
		return false
	}
	for _, q := range group {
		mappedAll(q.args, func(f linear.Form) linear.Form {
			if !f.IsNumber() && f.Natural() && !f.Has(index) {
				q.addNumeral(f, base)
			}
			return f
		})
		for _, f := range q.shifted(base) {
			q.addNumeral(f, base)
		}
	}
	return true
}

func (q *problem) addNumeral(f linear.Form, base int64) {
	same := func(n numeral) bool { return n.of.Equal(f) }
	if len(q.numerals) < maxNumerals && !slices.ContainsFunc(q.numerals, same) {
		q.numerals = append(q.numerals, numeral{f, base})
	}
}

// params are the parameters of a problem, which are symbols of its paths.
func (q *problem) params() []linear.Form {
	all := make([]linear.Form, q.count)
	for i := range all {
		all[i] = linear.Variable(i + 1)
	}
	return all
}

// own are the parameters of a problem, by what is known on a path.
func (q *problem) own(p *path) []linear.Form { return p.set.All(q.params()) }

// maxBase is the largest number by which something is divided.
const maxBase = 1 << 10

// factorOf is the largest factor in forms.
func factorOf(forms []linear.Form) int64 {
	most := int64(1)
	for _, f := range forms {
		for _, t := range f.Terms {
			if t.Coef <= maxBase {
				most = max(most, t.Coef)
			}
		}
	}
	return most
}

// shifted are sums n + a of parameters and numbers such that n becomes n/d - e in a call, and so
// n + a becomes (n + a)/d: a = e·d/(d - 1).
func (q *problem) shifted(base int64) (all []linear.Form) {
	for _, p := range q.paths {
		for _, u := range p.uses {
			if u.problem != q {
				continue
			}
			for i, now := range q.own(&p) {
				part, _ := split(now, base)
				e := part.Minus(p.set.Now(u.args[i]))
				if e.IsNumber() && e.Const > 0 && e.Const*base%(base-1) == 0 {
					all = append(all, linear.Variable(i+1).Plus(1, linear.Number(e.Const*base/(base-1))))
				}
			}
		}
	}
	return all
}

// split is d·whole + rest for a form: whole has what is divided by d, term by term.
func split(f linear.Form, base int64) (whole, rest linear.Form) {
	floor := f.Const / base
	if f.Const%base < 0 {
		floor--
	}
	whole = f.Map(func(_ int, c int64) int64 {
		if c%base != 0 {
			return 0
		}
		return c / base
	})
	whole.Const = floor
	return whole, f.Plus(-base, whole)
}

// digits are the symbols that stand for the digits of forms on a path, after those of its set.
type digits struct {
	set   *constraint.Set
	known []numeral
}

// isDigits reports whether a symbol stands for digits.
func (d *digits) isDigits(symbol int16) bool { return int(symbol) >= d.set.Symbols() }

// form is what a symbol stands for the digits of.
func (d *digits) form(symbol int16) (linear.Form, bool) {
	if !d.isDigits(symbol) {
		return linear.Form{}, false
	}
	return d.known[int(symbol)-d.set.Symbols()].of, true
}

// of are the digits of a form.
func (d *digits) of(f linear.Form, base int64) polynomial {
	f = d.set.Now(f)
	if f.IsNumber() {
		return constant(whole(digitsOf(f.Const, base)))
	}
	if part, rest := split(f, base); !part.IsZero() && d.set.Natural(part) && d.below(rest, base) && d.set.Natural(f.Minus(linear.Number(1))) {
		p := slices.Clone(d.of(part, base))
		p.add(monomial{}, whole(1))
		return p
	}
	at := slices.IndexFunc(d.known, func(n numeral) bool { return n.base == base && n.of.Equal(f) })
	if at < 0 {
		at = len(d.known)
		d.known = append(d.known, numeral{f, base})
	}
	return polynomial{{monomial{int16(d.set.Symbols() + at)}, whole(1)}}
}

func digitsOf(n, base int64) (count int64) {
	for ; n > 0; n /= base {
		count++
	}
	return count
}

// natural reports whether a form is known to be at least 0, also by what symbols are at most.
func (d *digits) natural(f linear.Form) bool {
	for _, t := range f.Terms {
		if most, ok := d.set.Most(t.Of); ok && t.Coef < 0 && most < maxBase {
			f = f.Replace(t.Of, linear.Number(most))
		}
	}
	return d.set.Natural(f)
}

// below reports whether a form is known to be in [0, limit).
func (d *digits) below(f linear.Form, limit int64) bool {
	if !d.set.Natural(f) {
		return false
	}
	most := d.set.Raised(f, limit)
	return most.IsNumber() && most.Const < limit
}

// facts are what is known of the digits, each of which is at least 0.
func (d *digits) facts() (all []polynomial) {
	note := func(up, down int, constant int64) {
		p := polynomial{}
		p.add(monomial{}, whole(constant))
		if up >= 0 {
			p.add(monomial{int16(d.set.Symbols() + up)}, whole(1))
		}
		if down >= 0 {
			p.add(monomial{int16(d.set.Symbols() + down)}, whole(-1))
		}
		all = append(all, p)
	}
	for i, f := range d.known {
		if most := d.set.Raised(f.of, maxBase); most.IsNumber() {
			note(-1, i, digitsOf(most.Const, f.base))
		}
		if d.set.Natural(f.of.Minus(linear.Number(1))) {
			note(i, -1, -1)
		}
		for j, g := range d.known {
			if i == j || f.base != g.base || !d.set.Natural(f.of) || !d.set.Natural(g.of) {
				continue
			}
			if d.natural(f.of.Minus(g.of)) {
				note(i, j, 0)
			}
			if d.natural(linear.Number(f.base-1).Plus(f.base, g.of).Minus(f.of)) {
				note(j, i, 1)
			}
		}
	}
	return all
}

// A point is what stands in the place of the symbols 1, 2, … of a bound.
type point []polynomial

func formsAt(args []linear.Form) point {
	all := make(point, 0, len(args)+maxNumerals)
	for _, a := range args {
		all = append(all, ofForm(a))
	}
	return all
}

// at is what stands for the symbols of a problem's bound where its parameters are args: after
// these its numerals.
func (q *problem) at(args []linear.Form, d *digits) point {
	all := formsAt(args)
	for _, n := range q.numerals {
		all = append(all, d.of(replaced(n.of, args), n.base))
	}
	return all
}

// templates are the monomials of a bound up to a degree; where digits is set, also each of them
// times the digits of each numeral.
func (q *problem) templates(degree int, digits bool) []monomial {
	all := monomials(q.count, degree)
	if plain := all; digits {
		for i := range q.numerals {
			for _, m := range plain {
				if n, ok := m.times(monomial{int16(q.count + 1 + i)}); ok {
					all = append(all, n)
				}
			}
		}
	}
	return all
}

// text spells the logarithm that a numeral has instead of its digits.
func (n numeral) text(names []string) string {
	return fmt.Sprintf("log%d(%s)", n.base, ofForm(n.of).text(names))
}
