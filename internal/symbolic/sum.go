package symbolic

// Add is e + o.
func (e *Expr) Add(o *Expr) *Expr {
	if e == nil || o == nil {
		return nil
	}
	return e.addScaled(o, rat{n: 1})
}

// Sub is e - o.
func (e *Expr) Sub(o *Expr) *Expr {
	if e == nil || o == nil {
		return nil
	}
	return e.addScaled(o, rat{n: -1})
}

// Neg is -e.
func (e *Expr) Neg() *Expr {
	if e == nil {
		return nil
	}
	return e.scale(rat{n: -1})
}

// Sums merge two sorted lists in linear time. Of many summands total sorts all terms at once,
// in O(n log n): merging them one by one would be quadratic.

// addScaled is e + c*o, by merging two sorted lists; c is not zero.
func (e *Expr) addScaled(o *Expr, c rat) *Expr {
	if len(o.terms) == 0 {
		return e
	}
	if len(e.terms) == 0 {
		return o.scale(c)
	}
	if x, ok := e.constant(); ok {
		if y, ok := o.constant(); ok {
			return constant(x.add(y.mul(c)))
		}
	}
	return e.merge(o, c)
}

func (e *Expr) merge(o *Expr, c rat) *Expr {
	out := newExpr(len(e.terms) + len(o.terms))
	a, b := e.terms, o.terms
	for len(a) > 0 && len(b) > 0 {
		switch order := a[0].mono.compare(b[0].mono); {
		case order < 0:
			out.terms, a = append(out.terms, a[0]), a[1:]
		case order > 0:
			out.terms, b = append(out.terms, term{b[0].coef.mul(c), b[0].mono}), b[1:]
		default:
			if sum := a[0].coef.add(b[0].coef.mul(c)); !sum.isZero() {
				out.terms = append(out.terms, term{sum, a[0].mono})
			}
			a, b = a[1:], b[1:]
		}
	}
	out.terms = append(out.terms, a...)
	for _, t := range b {
		out.terms = append(out.terms, term{t.coef.mul(c), t.mono})
	}
	return out
}

// total is the sum of many.
func total(summands []*Expr) *Expr {
	var terms []term
	for _, e := range summands {
		terms = append(terms, e.terms...)
	}
	return collect(terms)
}

// scale is c*e; c is not zero.
func (e *Expr) scale(c rat) *Expr {
	if c.isOne() || len(e.terms) == 0 {
		return e
	}
	if x, ok := e.constant(); ok {
		return constant(x.mul(c))
	}
	out := newExpr(len(e.terms))
	for _, t := range e.terms {
		out.terms = append(out.terms, term{t.coef.mul(c), t.mono})
	}
	return out
}

// content is the greatest positive rational of which every coefficient is an
// integer multiple, zero for 0.
func (e *Expr) content() rat { return contentOf(e.terms, rat{}) }

func contentOf(terms []term, g rat) rat {
	for _, t := range terms {
		if g.isOne() && t.coef.isInt() {
			continue
		}
		g = g.gcd(t.coef)
	}
	return g
}
