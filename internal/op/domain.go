package op

import "math"

// A Domain says of which numbers an operator has a result: an operand's elements lie between
// two ends, or are not 0. Beyond them the result of floats is infinite or NaN, and that of
// integers a fault.
type Domain struct {
	Arg         int
	Least, Most float64
	Open        bool // the ends are beyond the domain, too
	Hole        bool // 0 is beyond it; the ends say nothing
}

// The domains of operators.
var (
	Positive    = Domain{Most: math.Inf(1), Open: true}
	NotNegative = Domain{Most: math.Inf(1)}
	Cosines     = Domain{Least: -1, Most: 1}
	InsideOne   = Domain{Least: -1, Most: 1, Open: true}
	FromOne     = Domain{Least: 1, Most: math.Inf(1)}
	Divisor     = Domain{Arg: 1, Hole: true}
)

// Of is the domain of another operand.
func (d Domain) Of(arg int) Domain {
	d.Arg = arg
	return d
}

// Margin is how far a number is from leaving the domain; it is negative, or 0, for those that
// have no result, and 0 at an end that has one.
func (d Domain) Margin(x float64) float64 {
	if d.Hole {
		return math.Abs(x)
	}
	return math.Min(x-d.Least, d.Most-x)
}

// Outside reports whether a number is beyond the domain.
func (d Domain) Outside(x float64) bool {
	m := d.Margin(x)
	return m < 0 || m == 0 && (d.Open || d.Hole)
}

// Within are the traits of an operator with a domain.
func (t Traits) Within(d Domain) Traits {
	t.Domain = append(t.Domain[:len(t.Domain):len(t.Domain)], d)
	return t
}
