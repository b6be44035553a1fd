package symbolic

import (
	"fmt"
	"math"
)

// An Interval holds a real number. Either end may be infinite: the value is too
// great for a float64.
type Interval struct{ Low, High float64 }

// Mid is a number in the interval, Width/2 at most from any other in it.
func (v Interval) Mid() float64 { return v.Low + (v.High-v.Low)/2 }

// Width is the greatest error of taking one number of the interval for another.
func (v Interval) Width() float64 { return v.High - v.Low }

// Enclose gives an interval in which the value of e lies where value gives each
// symbol's. Its width is the error, a few units in the last place for each
// operation. Where a floor is taken of what lies close to a whole number it is 1
// and more.
func (e *Expr) Enclose(value func(*Symbol) (int64, bool)) (Interval, error) {
	if e == nil {
		return Interval{}, ErrUnknown
	}
	if v, err := e.eval(value); err == nil {
		return v.interval(), nil
	}
	return e.enclose(value)
}

// Interval arithmetic (R. E. Moore, Interval Analysis, 1966): the interval of an operation
// holds the results of it for all operands in their intervals. Each is computed at the ends
// and rounded outwards (wide), so the true value is never lost; subtraction of what is
// nearly equal makes intervals wide and not wrong.

// wide rounds outwards by a few units in the last place: package math promises
// less than one for logarithms, and powers of float64 are not far worse.
func wide(low, high float64) Interval {
	return Interval{outwards(low, -1), outwards(high, 1)}
}

func outwards(v float64, sign float64) float64 {
	if math.IsInf(v, 0) {
		return v
	}
	return v + sign*(math.Abs(v)*0x1p-51+math.SmallestNonzeroFloat64)
}

func (a rat) interval() Interval {
	v, exact := a.big().Float64()
	if exact {
		return Interval{v, v}
	}
	if math.IsInf(v, 1) {
		return Interval{math.MaxFloat64, v}
	}
	if math.IsInf(v, -1) {
		return Interval{v, -math.MaxFloat64}
	}
	return wide(v, v)
}

func (e *Expr) enclose(value valuation) (Interval, error) {
	sum := Interval{}
	for _, t := range e.terms {
		v, err := t.enclose(value)
		if err != nil {
			return Interval{}, err
		}
		sum = ordered(wide(sum.Low+v.Low, sum.High+v.High))
	}
	return sum, nil
}

func (t term) enclose(value valuation) (Interval, error) {
	v := t.coef.interval()
	if t.mono == nil {
		return v, nil
	}
	for _, p := range t.mono.powers {
		x, err := p.atom.enclose(value)
		if err != nil {
			return Interval{}, err
		}
		v = v.mul(x.natural(p.exp))
	}
	return v, nil
}

func (a *atom) enclose(value valuation) (Interval, error) {
	if a.kind == symbolAtom || a.kind == costAtom {
		v, err := a.eval(value)
		return v.interval(), err
	}
	if a.kind == floorAtom {
		// An enclosure of a whole number would be rounded to the one below too.
		if v, err := a.eval(value); err == nil {
			return v.interval(), nil
		}
	}
	var args [2]Interval
	for i, x := range a.args {
		v, err := x.enclose(value)
		if err != nil {
			return Interval{}, err
		}
		switch {
		case i < 2:
			args[i] = v
		default: // of an extremum
			args[0], args[1] = a.kind.enclose(args), v
		}
	}
	if a.kind == logAtom {
		return args[0].log(a.base())
	}
	if a.kind == powerAtom {
		return args[0].power(args[1], a.wholePower())
	}
	if a.kind == floorAtom {
		return args[0].floorQuo(args[1])
	}
	return a.kind.enclose(args), nil
}

func (k atomKind) enclose(v [2]Interval) Interval {
	switch k {
	case minAtom:
		return Interval{min(v[0].Low, v[1].Low), min(v[0].High, v[1].High)}
	case maxAtom:
		return Interval{max(v[0].Low, v[1].Low), max(v[0].High, v[1].High)}
	}
	return v[0].mul(v[1])
}

// ordered replaces what infinities left undefined.
func ordered(v Interval) Interval {
	if math.IsNaN(v.Low) {
		v.Low = math.Inf(-1)
	}
	if math.IsNaN(v.High) {
		v.High = math.Inf(1)
	}
	return v
}

func (v Interval) mul(w Interval) Interval {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range []float64{v.Low, v.High} {
		for _, y := range []float64{w.Low, w.High} {
			p := x * y
			if math.IsNaN(p) { // 0 times an end beyond float64, which is finite
				p = 0
			}
			low, high = min(low, p), max(high, p)
		}
	}
	return wide(low, high)
}

func (v Interval) natural(k uint32) Interval {
	out := Interval{1, 1}
	for square := v; k > 0; k >>= 1 {
		if k&1 == 1 {
			out = out.mul(square)
		}
		square = square.mul(square)
	}
	return out
}

func (v Interval) floorQuo(w Interval) (Interval, error) {
	if w.Low <= 0 && w.High >= 0 {
		return Interval{}, fmt.Errorf("%w, or nearly so", ErrDivisionByZero)
	}
	q := v.mul(wide(1/w.High, 1/w.Low))
	return Interval{math.Floor(q.Low), math.Floor(q.High)}, nil
}

func (v Interval) log(base rat) (Interval, error) {
	b := base.interval()
	low, high := math.Log(max(v.Low, 1)), math.Log(max(v.High, 1))
	if math.IsInf(low, 1) {
		low = math.Log(math.MaxFloat64)
	}
	l, h := wide(low, high), wide(math.Log(b.Low), math.Log(b.High))
	q := wide(l.Low/h.High, l.High/h.Low)
	return Interval{max(q.Low, 0), q.High}, nil
}

func (v Interval) power(x Interval, whole bool) (Interval, error) {
	if whole && v.Low < 0 {
		return v.wholePower(x)
	}
	v = Interval{max(v.Low, 0), max(v.High, 0)}
	if v.Low == 0 && x.Low < 0 {
		return Interval{}, fmt.Errorf("%w, or nearly so", ErrDivisionByZero)
	}
	low, high := math.Inf(1), 0.0
	for _, b := range []float64{v.Low, v.High} {
		for _, k := range []float64{x.Low, x.High} {
			p := power64(b, k)
			low, high = min(low, p.Low), max(high, p.High)
		}
	}
	// 0^x falls to 0 from 0^0 = 1.
	if v.Low == 0 {
		low = 0
		if x.Low <= 0 {
			high = max(high, 1)
		}
	}
	return wide(low, high), nil
}

// power64 bounds b^k. Package math squares repeatedly, so that the error grows
// with the exponent.
func power64(b, k float64) Interval {
	p := math.Pow(b, k)
	switch {
	case math.IsNaN(p): // 1 to an infinite exponent, or infinity to 0
		return Interval{0, math.Inf(1)}
	case math.IsInf(p, 1):
		return Interval{math.MaxFloat64 / 4, p}
	}
	e := p * min(1, (math.Abs(k)+8)*0x1p-50)
	return Interval{p - e, p + e + math.SmallestNonzeroFloat64}
}

// wholePower is a power of what may be negative by a negative whole number.
func (v Interval) wholePower(x Interval) (Interval, error) {
	if v.High >= 0 {
		return Interval{}, fmt.Errorf("%w, or nearly so", ErrDivisionByZero)
	}
	positive := wide(-1/v.Low, -1/v.High)
	k := math.Round(-x.Mid())
	if k > maxPowerBits {
		return Interval{}, ErrOverflow
	}
	return Interval{-positive.High, -positive.Low}.natural(uint32(k)), nil
}
