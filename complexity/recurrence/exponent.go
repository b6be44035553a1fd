package recurrence

import (
	"math"
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// weight is Σ (p/d)^q over the calls of a shape.
func (s *shape) weight(q float64) float64 {
	sum := 0.0
	for _, a := range s.calls {
		sum += math.Pow(a.ratio(), q)
	}
	return sum
}

// exactWeight is weight for a natural q.
func (s *shape) exactWeight(q int) *big.Rat {
	sum := new(big.Rat)
	for _, a := range s.calls {
		x := new(big.Rat).Set(one)
		for range q {
			x.Mul(x, big.NewRat(a.Num, a.Den))
		}
		sum.Add(sum, x)
	}
	return sum
}

// root is the q with weight 1: the exponent of Akra and Bazzi.
func (s *shape) root() float64 {
	if len(s.calls) < 2 {
		return 0
	}
	if s.alike() {
		return math.Log(float64(len(s.calls))) / -math.Log(s.calls[0].ratio())
	}
	low, high := 0.0, 1.0
	for s.weight(high) > 1 && high < 2*maxDegree {
		low, high = high, 2*high
	}
	for range 60 {
		if mid := (low + high) / 2; s.weight(mid) > 1 {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// alike says that all calls have the same ratio.
func (s *shape) alike() bool {
	first := s.calls[0]
	return !slices.ContainsFunc(s.calls, func(a Argument) bool { return a.Num*first.Den != a.Den*first.Num })
}

// A balance is the exponent p for which no recursive shape has a weight above 1,
// and of each shape how far below 1 it is. A weight that is 1 exactly has the
// slack 0.
type balance struct {
	p      exponent
	shapes []*shape
	index  []int // of the shapes among the cases
	slack  []float64
}

func (p *problem) balance() (balance, bool) {
	b := balance{}
	heaviest, q := 0, 0.0
	for i := range p.cases {
		if s := &p.cases[i]; s.open() && !s.stepping() {
			b.shapes, b.index = append(b.shapes, s), append(b.index, i)
			if x := s.root(); x > q || len(s.calls) == 1 && q == 0 {
				heaviest, q = len(b.shapes)-1, x
			}
		}
	}
	if q > maxDegree {
		return b, false
	}
	for _, try := range b.shapes[heaviest].exponents(q) {
		if b.fits(try) {
			return b, true
		}
	}
	return b, false
}

// exponents are those to try for the root q: the exact one, if it has a form, and
// one that is slightly greater.
func (s *shape) exponents(q float64) []exponent {
	if k := int(math.Round(q)); s.exactWeight(k).Cmp(one) == 0 || len(s.calls) < 2 {
		return []exponent{wholeExponent(k), decimal(q)}
	}
	if x := s.logarithm(); x.expr != nil {
		return []exponent{x, decimal(q)}
	}
	return []exponent{decimal(q)}
}

// stepping says that the shape's call is of n - c.
func (s *shape) stepping() bool {
	return slices.ContainsFunc(s.calls, func(a Argument) bool { return !a.divides() })
}

// logarithm is the exponent of a calls of n/b, log_b(a), with no expression if
// the calls are not alike.
func (s *shape) logarithm() exponent {
	if len(s.calls) == 0 || !s.alike() {
		return exponent{}
	}
	first := s.calls[0]
	base, ok := symbolic.Rational(first.Den, first.Num)
	e := symbolic.Int(int64(len(s.calls))).Log(base)
	if !ok || e == nil {
		return exponent{}
	}
	x, _ := exponentOf(e)
	return x
}

// decimal rounds an exponent up to four decimals.
func decimal(q float64) exponent {
	k := int64(math.Ceil(q*1e4 + 1e-6))
	e, _ := symbolic.Rational(k, 1e4)
	x, _ := exponentOf(e)
	return x
}

// fits works out the slacks for an exponent; not ok if a weight may be above 1.
func (b *balance) fits(p exponent) bool {
	b.p, b.slack = p, make([]float64, len(b.shapes))
	for i, s := range b.shapes {
		switch {
		case p.whole >= 0:
			left := new(big.Rat).Sub(one, s.exactWeight(p.whole))
			b.slack[i] = ratDown(left)
			if left.Sign() < 0 {
				return false
			}
		case s.weighs1(p):
		default:
			b.slack[i] = 1 - s.weight(p.value)*(1+1e-12)
			if b.slack[i] < 1e-11 {
				return false
			}
		}
	}
	return true
}

// weighs1 says that the weight is 1 since p is the logarithm that the calls have.
func (s *shape) weighs1(p exponent) bool {
	own := s.logarithm()
	return own.expr != nil && own.expr.Equal(p.expr)
}
