package instance

import (
	"math"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Style is how elements are drawn.
type Style uint8

const (
	Whole     Style = iota // small whole numbers, negative ones among them
	Quarters               // multiples of 1/4
	Equal                  // all the same
	Positive               // small and positive
	Bits                   // 0 and 1
	Negatives              // negative multiples of 1/2
	Extremes               // the ends of integers
	Rough                  // irregular fractions: no rounding makes two of them equal
	Spread                 // large and small numbers, of which sums lose digits

	Styles = iota
)

// Draw gives the variables of the instance values.
func (in *Instance) Draw(r *rand.Rand, s Style) (map[*term.Term]value.Value, error) {
	values := map[*term.Term]value.Value{}
	for _, v := range in.Rule.Variables {
		t, ok := in.Types[v].(*types.Tensor)
		if !ok {
			return nil, errOpen
		}
		if v.Kind == term.Number {
			full, err := Full(t, v.Value)
			if err != nil {
				return nil, err
			}
			values[v] = full
			continue
		}
		a, err := Full(t, op.Int(0))
		if err != nil {
			return nil, err
		}
		fill(a.(*value.Array), r, s)
		values[v] = a
	}
	return values, nil
}

func fill(a *value.Array, r *rand.Rand, s Style) {
	same := r.IntN(7) - 3
	for i := range a.Len() {
		value.Store(a.Data, i, element(a.Dtype, r, s, same))
	}
}

func element(d value.Dtype, r *rand.Rand, s Style, same int) value.Scalar {
	n := r.IntN(9) - 4
	switch {
	case d == value.Bool:
		return value.Truth(s == Equal && same > 0 || s != Equal && r.IntN(2) == 1)
	case s == Equal:
		n = same
	case s == Positive:
		n = 1 + r.IntN(5)
	case s == Bits:
		n = r.IntN(2)
	case s == Negatives:
		n = -1 - r.IntN(4)
	case s == Extremes && !d.IsFloat():
		return extreme(d, r)
	}
	if !d.IsFloat() {
		return value.FromInt(d, int64(n))
	}
	switch s {
	case Quarters:
		return value.FromFloat(d, float64(r.IntN(33)-16)/4)
	case Negatives:
		return value.FromFloat(d, float64(n)/2)
	case Rough:
		return value.FromFloat(d, math.Trunc((r.Float64()*6-3)*1000)/1000+0.0003)
	case Positive:
		return value.FromFloat(d, float64(n)/2)
	case Spread:
		large := 1e8
		if d == value.Float16 || d == value.Bfloat16 {
			large = 4096
		}
		return value.FromFloat(d, [...]float64{large, -large, 1, 3, -2, 0.1}[r.IntN(6)])
	}
	return value.FromFloat(d, float64(n))
}

// extreme is an end of the integers of a dtype, or a number near one or near 0.
func extreme(d value.Dtype, r *rand.Rand) value.Scalar {
	low, high := int64(0), int64(math.MaxInt64)
	if d.IsSigned() {
		low, high = math.MinInt64>>(64-d.Bits()), math.MaxInt64>>(64-d.Bits())
	} else if d.Bits() < 64 {
		high = 1<<d.Bits() - 1
	}
	switch r.IntN(6) {
	case 0:
		return value.FromInt(d, low)
	case 1, 2:
		return value.FromInt(d, high-int64(r.IntN(2)))
	case 3:
		return value.FromInt(d, low+int64(r.IntN(3)))
	case 4:
		return value.FromInt(d, high/2+int64(r.IntN(3)))
	}
	return value.FromInt(d, int64(r.IntN(4)))
}
