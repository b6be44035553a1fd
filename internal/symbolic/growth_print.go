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
	p.expr(g.Expr())
	return p.String()
}
