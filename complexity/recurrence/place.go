package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// The terms of Ψ for the elements of the costs, as divide.go has them.

// placeOne: q against p.
func (d *division) placeOne(x demand, needs []float64) bool {
	if x.base.Cmp(one) != 0 {
		return d.placeExponential(x)
	}
	switch {
	case x.degree.sameAs(d.p):
		return d.placeEqual(x)
	case x.degree.value > d.p.value:
		return d.placeAbove(x)
	}
	return d.placeBelow(x, needs)
}

func (x exponent) sameAs(y exponent) bool {
	if x.whole >= 0 || y.whole >= 0 {
		return x.whole == y.whole
	}
	return x.expr.Equal(y.expr)
}

func (d *division) placeAbove(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	t.coef = nil
	exact := new(big.Rat)
	for i, s := range d.shapes {
		if x.exact[i].Sign() == 0 {
			continue
		}
		left := 1 - s.weight(x.degree.value)*(1+1e-12)
		if left < 1e-9 {
			return false
		}
		if x.degree.whole >= 0 {
			c := new(big.Rat).Sub(one, s.exactWeight(x.degree.whole))
			if c.Quo(x.exact[i], c); c.Cmp(exact) > 0 {
				exact = c
			}
			continue
		}
		t.c = max(t.c, x.coefs[i]/left*(1+slack*64))
	}
	return d.add(t, exact)
}

// placeEqual: all ratios being alike and the element without logarithm, the
// logarithm to that base keeps the coefficient as it is.
func (d *division) placeEqual(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	t.logs++
	if base := d.commonBase(); base != nil && x.logs == 0 && d.heavy() && d.x() >= ratUp(base) {
		t.unit, t.bits = symbolic.Ratio(base), math.Log2(ratUp(base))
		exact := new(big.Rat)
		for _, v := range x.exact {
			if v.Cmp(exact) > 0 {
				exact = v
			}
		}
		return d.add(t, exact)
	}
	y := math.Log2(d.x()) * (1 - slack)
	for i, s := range d.shapes {
		entropy := 0.0
		for _, a := range s.calls {
			l := -math.Log2(a.ratio())
			gain := 1.0
			if l < y {
				gain = max(1, float64(t.logs)*math.Pow(1-l/y, float64(t.logs-1)))
			}
			entropy += math.Pow(a.ratio(), x.degree.value) * l * gain
		}
		entropy += d.slack[i] * y
		t.c = max(t.c, x.coefs[i]/entropy*(1+1e-11))
	}
	return d.add(t, nil)
}

// heavy says that every shape with calls weighs 1.
func (d *division) heavy() bool {
	for i, s := range d.slack {
		if s != 0 && len(d.shapes[i].calls) > 0 {
			return false
		}
	}
	return true
}

// commonBase is 1/r if all calls have the same r, else nil.
func (d *division) commonBase() *big.Rat {
	var first Argument
	for _, s := range d.shapes {
		for _, a := range s.calls {
			if first.Den == 0 {
				first = a
			}
			if a.Num*first.Den != a.Den*first.Num {
				return nil
			}
		}
	}
	return big.NewRat(first.Den, first.Num)
}

// steep is the least by which a weight is above 1 that D relies on.
const steep = 1e-3

func (d *division) placeBelow(x demand, needs []float64) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1, sink: true}
	q, factor := x.degree, 1.0
	if x.logs > 0 {
		e := (d.p.value - q.value) / 2
		factor = greatestLog(x.logs, e)
		q = exponent{nil, q.value + e, -1}
	}
	t.degree, t.logs = q, 0
	for i, s := range d.shapes {
		if over := d.over(s, q); over > steep {
			t.c = max(t.c, divUp(mulUp(x.coefs[i], factor), over))
		}
	}
	for i, s := range d.shapes {
		over := d.over(s, q)
		if over > steep || x.coefs[i] == 0 && over >= 0 {
			continue
		}
		if d.slack[i] <= 0 {
			return false
		}
		lack := (x.coefs[i]*factor - min(over, 0)*t.c) * (1 + slack*64)
		needs[i] += lack * math.Pow(d.x(), q.value-d.p.value) / d.slack[i] * (1 + slack*64)
	}
	d.terms = append(d.terms, t)
	return true
}

// greatestLog is the greatest value of log2(x)^k/x^e: (k/(e*ln 2*exp(1)))^k.
func greatestLog(k int, e float64) float64 {
	return math.Pow(float64(k)/(e*math.Ln2*math.E), float64(k)) * (1 + slack*64)
}

// over is by how much the weight is above 1 at least.
func (d *division) over(s *shape, q exponent) float64 {
	if q.whole >= 0 {
		return ratDown(new(big.Rat).Sub(s.exactWeight(q.whole), one))
	}
	return s.weight(q.value)*(1-1e-12) - 1
}

// placeExponential: b^(r*n + s) is at most b^(s - (1-r)*n) of b^n.
func (d *division) placeExponential(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	base := math.Log(ratDown(x.base))
	for i, s := range d.shapes {
		left := 1.0
		for _, a := range s.calls {
			left -= math.Exp(-base*((1-a.ratio())*float64(d.first)-float64(max(a.Add, 0))/float64(a.Den))) * (1 + 1e-9)
		}
		if left < 1e-3 {
			return false
		}
		t.c = max(t.c, x.coefs[i]/left*(1+slack*64))
	}
	return d.add(t, nil)
}

// maxDigits bounds the denominators that are written.
const maxDigits = 1000

// add takes a term of Ψ with the coefficient exact, if that is short and at least
// c, else one of few digits.
func (d *division) add(t basis, exact *big.Rat) bool {
	if exact != nil && exact.Sign() > 0 && t.c == 0 {
		t.c = roundUp(ratUp(exact))
		if exact.Denom().IsInt64() && exact.Denom().Int64() <= maxDigits {
			t.coef, t.c = exact, ratDown(exact)
			d.terms = append(d.terms, t)
			return true
		}
	} else {
		t.c = roundUp(t.c)
	}
	if math.IsInf(t.c, 0) || math.IsNaN(t.c) {
		return false
	}
	t.coef = rational(t.c)
	d.terms = append(d.terms, t)
	return true
}

// placeStep provides for an element of the cost of a case with a call of n - c.
func (d *division) placeStep(x element, need *float64) bool {
	t := basis{element: x, unit: symbolic.Int(2), bits: 1, c: ratUp(x.coef)}
	if x.base.Cmp(one) != 0 {
		// The difference of b^n is (1 - 1/b)*b^n.
		t.c *= ratUp(x.base) / (ratDown(x.base) - 1) * (1 + slack*64)
		return d.placeExponential(demand{x, make([]float64, len(d.shapes)), nil}) && d.add(t, nil)
	}
	if d.p.value-x.degree.value >= 1 && x.logs == 0 {
		*need += t.c
		return true
	}
	if x.degree.whole < 0 {
		e := x.degree.expr.Add(symbolic.Int(1))
		degree, ok := exponentOf(e)
		if !ok {
			return false
		}
		t.degree = degree
	} else {
		t.degree = wholeExponent(x.degree.whole + 1)
	}
	k := t.degree.value
	t.c = min(t.c, t.c/(k*math.Pow(1-1/d.x(), k-1))*(1+slack*64))
	if k < d.p.value { // with logarithms
		*need += ratUp(x.coef) * greatestLog(x.logs, d.p.value-1-x.degree.value)
		return true
	}
	return d.add(t, nil)
}
