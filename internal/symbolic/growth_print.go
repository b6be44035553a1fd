package symbolic

// String is the growth as reports have it: "n*log(n)", "1", "n^2 + m".
func (g *Growth) String() string { return g.print(printer{times: "*", growth: true}) }

// Text is the growth for readers: "Θ(n·log n)", or "O(…)" where it is an upper
// bound only.
func (g *Growth) Text() string {
	if g.tight {
		return "Θ" + g.Upper()[1:]
	}
	return g.Upper()
}

// Upper is the growth for readers as an upper bound: "O(n·log n)".
func (g *Growth) Upper() string {
	return "O(" + g.print(printer{times: "·", growth: true, bare: true}) + ")"
}

func (g *Growth) print(p printer) string {
	e := g.Expr()
	if whole := g.exponential(); whole != nil {
		e = whole
	}
	p.expr(e)
	return p.String()
}

// exponential is 2^n*0.5^i + 1 as 2^max(n - i, 0); nil for other growths.
func (g *Growth) exponential() *Expr {
	if len(g.terms) != 2 || (g.terms[0] == nil) == (g.terms[1] == nil) {
		return nil
	}
	powers := append(g.terms[0].factors(), g.terms[1].factors()...)
	sum, base, falls := small[0], one, false
	for _, f := range powers {
		if f.atom.kind != powerAtom || f.exp != 1 {
			return nil
		}
		c, ok := f.atom.args[0].constant()
		if !ok {
			return nil
		}
		x := f.atom.args[1]
		if c.cmp(one) < 0 {
			c, x, falls = one.quo(c), x.Neg(), true
		}
		if sum = sum.Add(x); !base.isOne() && !base.equal(c) {
			return nil
		}
		base = c
	}
	if !falls {
		return nil
	}
	return constant(base).Power(sum.Max(small[0]))
}

// factors are those of a monomial, none of 1.
func (m *monomial) factors() []power {
	if m == nil {
		return nil
	}
	return m.powers
}
