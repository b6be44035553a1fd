package symbolic

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// String is the text of e as the language reads it: terms by falling degree,
// then by name, except that the first positive one leads: "n - m", and a sign
// in front only where all are negative. Fractions print as "3*n/2".
func (e *Expr) String() string {
	if e == nil {
		return "?"
	}
	p := printer{times: "*"}
	p.expr(e)
	return p.String()
}

// A printer writes expressions. For growth it leaves the bases of logarithms
// out, and where it writes for readers the parentheses of "log n" too.
type printer struct {
	strings.Builder
	times        string
	growth, bare bool
}

func (p *printer) expr(e *Expr) {
	if len(e.terms) == 0 {
		p.WriteByte('0')
		return
	}
	terms := e.printed()
	lead := max(0, slices.IndexFunc(terms, func(t term) bool { return t.coef.sign() > 0 }))
	if terms[lead].coef.sign() < 0 {
		p.WriteByte('-')
	}
	p.term(terms[lead])
	for i, t := range terms {
		if i == lead {
			continue
		}
		if t.coef.sign() < 0 {
			p.WriteString(" - ")
		} else {
			p.WriteString(" + ")
		}
		p.term(t)
	}
}

// printed is the order of terms in print: that of the normal form, unless
// logarithms and powers tell more of their growth.
func (e *Expr) printed() []term {
	if !e.anyAtom(func(a *atom) bool { return a.kind == logAtom || a.kind == powerAtom }) {
		return e.terms
	}
	terms := slices.Clone(e.terms)
	slices.SortStableFunc(terms, func(t, u term) int {
		return cmp.Compare(u.mono.printDegree(), t.mono.printDegree())
	})
	return terms
}

// printDegree orders terms roughly by growth: logarithms below all powers,
// exponentials above.
func (m *monomial) printDegree() float64 {
	if m == nil {
		return 0
	}
	sum := 0.0
	for _, p := range m.powers {
		sum += p.atom.printDegree() * float64(p.exp)
	}
	return sum
}

func (a *atom) printDegree() float64 {
	switch {
	case a.fixed:
		return 0
	case a.kind == logAtom:
		return 1.0 / (1 << 10)
	case a.kind != powerAtom:
		return 1
	case !a.args[1].fixed():
		return 1 << 20
	}
	x, err := a.args[1].Enclose(nil)
	if err != nil || len(a.args[0].terms) == 0 {
		return 1
	}
	return x.Mid() * a.args[0].terms[0].mono.printDegree()
}

// term leaves the sign out.
func (p *printer) term(t term) {
	c := t.coef.big()
	num := new(big.Int).Abs(c.Num())
	divides := t.mono != nil && t.mono.onlyDivides()
	if t.mono == nil || divides || !num.IsInt64() || num.Int64() != 1 {
		p.WriteString(num.String())
		if t.mono != nil && !divides {
			p.WriteString(p.times)
		}
	}
	p.monomial(t.mono)
	if !c.IsInt() {
		p.WriteByte('/')
		p.WriteString(c.Denom().String())
	}
}

func (p *printer) monomial(m *monomial) {
	if m == nil {
		return
	}
	first := true
	powers := joinedLogs(m.powers)
	for _, f := range powers {
		if f.divides() {
			continue
		}
		if !first {
			p.WriteString(p.times)
		}
		p.power(f)
		first = false
	}
	for _, f := range powers {
		if f.divides() {
			p.WriteByte('/')
			p.expr(f.atom.args[0])
		}
	}
}

// joinedLogs are factors in which log2(x)*log10(2) is log10(x).
func joinedLogs(powers []power) []power {
	for i, f := range powers {
		if f.exp != 1 || f.atom.kind != logAtom || !f.atom.fixed {
			continue
		}
		at := slices.IndexFunc(powers, func(g power) bool {
			return g.exp == 1 && g.atom.kind == logAtom && !g.atom.fixed && g.atom.args[1].Equal(f.atom.args[0])
		})
		if at >= 0 {
			joined := slices.Clone(powers)
			joined[at].atom = newAtom(logAtom, powers[at].atom.args[0], f.atom.args[1])
			return slices.Delete(joined, i, i+1)
		}
	}
	return powers
}

// divides reports whether a factor is x^(-1) for an x that needs no parentheses, which is
// written as a divisor.
func (f power) divides() bool {
	if f.exp != 1 || f.atom.kind != powerAtom {
		return false
	}
	if b := f.atom.args[0].soleAtom(); b == nil || b.kind != symbolAtom && b.kind != maxAtom && b.kind != minAtom {
		return false
	}
	k, whole := f.atom.args[1].Const()
	return whole && k == -1
}

// onlyDivides reports whether a monomial has divisors only, so that it is written below 1.
func (m *monomial) onlyDivides() bool {
	return !slices.ContainsFunc(m.powers, func(f power) bool { return !f.divides() })
}

func (p *printer) power(f power) {
	open := f.exp > 1 && (f.atom.kind == powerAtom || p.bare && f.atom.kind == logAtom)
	if open {
		p.WriteByte('(')
	}
	p.atom(f.atom)
	if open {
		p.WriteByte(')')
	}
	if f.exp > 1 {
		p.WriteByte('^')
		p.WriteString(strconv.FormatUint(uint64(f.exp), 10))
	}
}

func (p *printer) atom(a *atom) {
	switch a.kind {
	case symbolAtom:
		p.WriteString(a.symbol.Name)
	case floorAtom:
		p.floor(a)
	case minAtom:
		p.call("min", a.args)
	case maxAtom:
		p.call("max", a.args)
	case productAtom:
		p.WriteByte('(')
		p.in(a.args[0], false)
		p.WriteString(p.times)
		p.in(a.args[1], false)
		p.WriteByte(')')
	case logAtom:
		p.log(a)
	case powerAtom:
		p.realPower(a)
	case costAtom:
		p.WriteByte(byte(a.measure))
		p.WriteString("(" + a.symbol.Name)
		p.arguments(", ", a.args)
	}
}

func (p *printer) floor(a *atom) {
	p.WriteString("floor(")
	if c, ok := a.args[1].constant(); ok && c.isOne() {
		p.expr(a.args[0])
	} else {
		p.in(a.args[0], a.args[0].isNumerator())
		p.WriteByte('/')
		p.in(a.args[1], a.args[1].isDivisor())
	}
	p.WriteByte(')')
}

func (p *printer) call(name string, args []*Expr) {
	p.WriteString(name)
	p.arguments("(", args)
}

func (p *printer) arguments(separator string, args []*Expr) {
	for _, x := range args {
		p.WriteString(separator)
		p.expr(x)
		separator = ", "
	}
	p.WriteByte(')')
}

func (p *printer) log(a *atom) {
	x := a.args[0]
	switch {
	case p.bare && x.soleAtom() != nil && x.soleAtom().kind == symbolAtom:
		p.WriteString("log ")
		p.expr(x)
	case p.growth:
		p.call("log", a.args[:1])
	case a.base().isInt():
		p.call("log"+a.args[1].String(), a.args[:1])
	default:
		p.call("log", a.args)
	}
}

func (p *printer) realPower(a *atom) {
	base, x := a.args[0], a.args[1]
	if c, ok := base.constant(); ok {
		p.base(c)
	} else {
		b := base.soleAtom()
		p.in(base, b != nil && b.kind != powerAtom && !(p.bare && b.kind == logAtom))
	}
	p.WriteByte('^')
	if arg, base, ok := x.asLog(); ok {
		p.exponentLog(arg, base)
		return
	}
	if c, ok := x.constant(); ok && p.decimal(c) {
		return
	}
	b := x.soleAtom()
	k, whole := x.Const()
	p.in(x, whole && k >= 0 || b != nil && b.kind != powerAtom && !(p.bare && b.kind == logAtom))
}

// base writes a constant that is raised: 2, 1.8393, (4/3).
func (p *printer) base(c rat) {
	r := c.big()
	if c.isInt() {
		p.WriteString(r.Num().String())
	} else if digits, exact := r.FloatPrec(); exact && digits <= 12 {
		p.WriteString(r.FloatString(digits))
	} else {
		p.WriteString("(" + r.RatString() + ")")
	}
}

// decimal writes an exponent that has a large denominator, if its decimals end.
func (p *printer) decimal(c rat) bool {
	r := c.big()
	digits, exact := r.FloatPrec()
	if !exact || digits > 12 || r.Sign() < 0 || r.Denom().Cmp(big.NewInt(10)) <= 0 {
		return false
	}
	p.WriteString(r.FloatString(digits))
	return true
}

func (p *printer) exponentLog(arg, base rat) {
	a, b := constant(arg), constant(base)
	if base.isInt() {
		p.call("log"+b.String(), []*Expr{a})
	} else {
		p.call("log", []*Expr{a, b})
	}
}

// asLog reads a fixed sum of whole multiples of logarithms to one base as one
// logarithm: log2(3) + 1 is log2(6).
func (e *Expr) asLog() (arg, base rat, ok bool) {
	arg = one
	for _, t := range e.terms {
		a := t.mono.sole()
		if t.mono != nil && (a == nil || a.kind != logAtom || !a.fixed) || t.coef.r != nil {
			return rat{}, rat{}, false
		}
		if a == nil {
			continue
		}
		if base.isZero() {
			base = a.base()
		}
		number, ok := a.args[0].constant()
		if !ok || !base.equal(a.base()) {
			return rat{}, rat{}, false
		}
		if arg, ok = multiplyPower(arg, number, t.coef.n); !ok {
			return rat{}, rat{}, false
		}
	}
	if base.isZero() {
		return rat{}, rat{}, false
	}
	_, k := e.split()
	arg, ok = multiplyPower(arg, base, k.n)
	return arg, base, ok && arg.cmp(one) > 0
}

func multiplyPower(product, base rat, k int64) (rat, bool) {
	p, ok := base.integerPower(k)
	product = product.mul(p)
	return product, ok && product.bits() <= 64
}

// in puts e in parentheses unless it is bare.
func (p *printer) in(e *Expr, bare bool) {
	if !bare {
		p.WriteByte('(')
	}
	p.expr(e)
	if !bare {
		p.WriteByte(')')
	}
}

// isNumerator says that "e/k" divides all of e.
func (e *Expr) isNumerator() bool {
	if len(e.terms) > 1 {
		return false
	}
	return len(e.terms) == 0 || e.terms[0].coef.isInt() && e.terms[0].coef.sign() > 0
}

// isDivisor says that "k/e" divides by all of e.
func (e *Expr) isDivisor() bool {
	if !e.isNumerator() {
		return false
	}
	if len(e.terms) == 0 || e.terms[0].mono == nil {
		return true
	}
	return e.terms[0].coef.isOne() && len(e.terms[0].mono.powers) == 1
}
