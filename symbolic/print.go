package symbolic

import (
	"math/big"
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
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e *Expr) write(b *strings.Builder) {
	if len(e.terms) == 0 {
		b.WriteByte('0')
		return
	}
	lead := e.firstPositive()
	if e.terms[lead].coef.sign() < 0 {
		b.WriteByte('-')
	}
	e.terms[lead].write(b)
	for i, t := range e.terms {
		if i == lead {
			continue
		}
		if t.coef.sign() < 0 {
			b.WriteString(" - ")
		} else {
			b.WriteString(" + ")
		}
		t.write(b)
	}
}

func (e *Expr) firstPositive() int {
	for i, t := range e.terms {
		if t.coef.sign() > 0 {
			return i
		}
	}
	return 0
}

// write leaves the sign out.
func (t term) write(b *strings.Builder) {
	c := t.coef.big()
	num := new(big.Int).Abs(c.Num())
	if t.mono == nil || !num.IsInt64() || num.Int64() != 1 {
		b.WriteString(num.String())
		if t.mono != nil {
			b.WriteByte('*')
		}
	}
	t.mono.write(b)
	if !c.IsInt() {
		b.WriteByte('/')
		b.WriteString(c.Denom().String())
	}
}

func (m *monomial) write(b *strings.Builder) {
	if m == nil {
		return
	}
	for i, p := range m.powers {
		if i > 0 {
			b.WriteByte('*')
		}
		p.atom.write(b)
		if p.exp > 1 {
			b.WriteByte('^')
			b.WriteString(strconv.FormatUint(uint64(p.exp), 10))
		}
	}
}

func (a *atom) write(b *strings.Builder) {
	switch a.kind {
	case symbolAtom:
		b.WriteString(a.symbol.Name)
	case floorAtom:
		b.WriteString("floor(")
		a.args[0].writeIn(b, a.args[0].isNumerator())
		b.WriteByte('/')
		a.args[1].writeIn(b, a.args[1].isDivisor())
		b.WriteByte(')')
	case minAtom:
		a.writeCall(b, "min(")
	case maxAtom:
		a.writeCall(b, "max(")
	case productAtom:
		b.WriteByte('(')
		a.args[0].writeIn(b, false)
		b.WriteByte('*')
		a.args[1].writeIn(b, false)
		b.WriteByte(')')
	}
}

func (a *atom) writeCall(b *strings.Builder, open string) {
	b.WriteString(open)
	for i, x := range a.args {
		if i > 0 {
			b.WriteString(", ")
		}
		x.write(b)
	}
	b.WriteByte(')')
}

// writeIn puts e in parentheses unless it is bare.
func (e *Expr) writeIn(b *strings.Builder, bare bool) {
	if !bare {
		b.WriteByte('(')
	}
	e.write(b)
	if !bare {
		b.WriteByte(')')
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
