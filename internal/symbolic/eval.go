package symbolic

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// What Eval can fail with.
var (
	ErrUnknown        = errors.New("unknown expression")
	ErrUnbound        = errors.New("symbol without a value")
	ErrDivisionByZero = errors.New("division by zero")
	ErrOverflow       = errors.New("value does not fit 64 bits")
	ErrNotInteger     = errors.New("value is not an integer")
	ErrIrrational     = errors.New("value is not rational")
)

// maxPowerBits bounds one power inside Eval; such a value is out of range
// unless the rest cancels it.
const maxPowerBits = 1 << 16

// Exact evaluation is by rationals of any length, so that no intermediate result overflows
// or is rounded. What a value does not have is an error, and no value: a division by 0,
// a power that is irrational (2^(1/2)), a number beyond 64 bits in the end. maxPowerBits
// keeps 2^2^n from using all memory.

type valuation func(*Symbol) (int64, bool)

// Eval is the value of e where value gives each symbol's. Only the result must
// fit int64, not what is computed on the way. Logarithms and powers must be
// rational where they stand; Enclose gives a value to all others.
func (e *Expr) Eval(value func(*Symbol) (int64, bool)) (int64, error) {
	if e == nil {
		return 0, ErrUnknown
	}
	v, err := e.eval(value)
	switch {
	case err != nil:
		return 0, err
	case !v.isInt():
		return 0, ErrNotInteger
	case v.r != nil:
		return 0, ErrOverflow
	}
	return v.n, nil
}

func (e *Expr) eval(value valuation) (rat, error) {
	var sum rat
	for _, t := range e.terms {
		v, err := t.eval(value)
		if err != nil {
			return rat{}, err
		}
		sum = sum.add(v)
	}
	return sum, nil
}

func (t term) eval(value valuation) (rat, error) {
	v := t.coef
	if t.mono == nil {
		return v, nil
	}
	for _, p := range t.mono.powers {
		x, err := p.eval(value)
		if err != nil {
			return rat{}, err
		}
		v = v.mul(x)
	}
	return v, nil
}

func (p power) eval(value valuation) (rat, error) {
	x, err := p.atom.eval(value)
	if err != nil || p.exp == 1 {
		return x, err
	}
	return x.pow(p.exp)
}

func (a rat) pow(k uint32) (rat, error) {
	if n := a.bits(); n > 1 && uint64(n)*uint64(k) > maxPowerBits {
		return rat{}, ErrOverflow
	}
	out := rat{n: 1}
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			out = out.mul(a)
		}
		a = a.mul(a)
	}
	return out, nil
}

func (a *atom) eval(value valuation) (rat, error) {
	if a.kind == symbolAtom {
		if v, ok := value(a.symbol); ok {
			return rat{n: v}, nil
		}
		return rat{}, fmt.Errorf("%w: %s", ErrUnbound, a.symbol.Name)
	}
	if a.kind == costAtom {
		return rat{}, fmt.Errorf("%w: %c(%s)", ErrUnbound, a.measure, a.symbol.Name)
	}
	v, err := a.args[0].eval(value)
	if err != nil {
		return rat{}, err
	}
	if a.kind == logAtom {
		return v.exactLog(a.base())
	}
	for _, arg := range a.args[1:] {
		x, err := arg.eval(value)
		if errors.Is(err, ErrIrrational) && a.kind == powerAtom {
			return v.irrationalPower(arg, value)
		}
		if err != nil {
			return rat{}, err
		}
		if a.kind == powerAtom {
			return v.exactPower(x, a.wholePower())
		}
		if v, err = a.kind.apply(v, x); err != nil {
			return rat{}, err
		}
	}
	return v, nil
}

func (k atomKind) apply(a, b rat) (rat, error) {
	switch k {
	case floorAtom:
		if b.isZero() {
			return rat{}, ErrDivisionByZero
		}
		return a.floorQuo(b), nil
	case productAtom:
		return a.mul(b), nil
	}
	if (a.cmp(b) <= 0) == (k == minAtom) {
		return a, nil
	}
	return b, nil
}

// exactLog is the logarithm of a to a primitive base, which is whole or
// irrational.
func (a rat) exactLog(base rat) (rat, error) {
	if a.cmp(one) <= 0 {
		return rat{}, nil
	}
	if a.isInt() != base.isInt() {
		return rat{}, ErrIrrational
	}
	k := math.Round(a.binaryLog() / base.binaryLog())
	if k < 1 || k > maxPowerBits {
		return rat{}, ErrIrrational
	}
	if power, err := base.pow(uint32(k)); err != nil || !power.equal(a) {
		return rat{}, ErrIrrational
	}
	return rat{n: int64(k)}, nil
}

// binaryLog is the logarithm of a positive number of any length, rounded.
func (a rat) binaryLog() float64 {
	mantissa := new(big.Float)
	exp := new(big.Float).SetRat(a.big()).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log2(m) + float64(exp)
}

// irrationalPower is max(a, 0)^x for an x that is irrational: 0 and 1 stay as they are.
func (a rat) irrationalPower(x *Expr, value valuation) (rat, error) {
	if in, err := x.enclose(value); err == nil && in.Low > 0 {
		switch {
		case a.sign() <= 0:
			return rat{}, nil
		case a.isOne():
			return a, nil
		}
	}
	return rat{}, ErrIrrational
}

// exactPower is a^x if whole, else max(a, 0)^x.
func (a rat) exactPower(x rat, whole bool) (rat, error) {
	if !whole && a.sign() < 0 {
		a = rat{}
	}
	switch {
	case x.isZero():
		return one, nil
	case a.isZero() && x.sign() < 0:
		return rat{}, ErrDivisionByZero
	case a.isZero() || a.isOne():
		return a, nil
	}
	if !x.isInt() {
		base, root, ok := reduceRoot(a, x)
		if !ok || root != 1 {
			return rat{}, ErrIrrational
		}
		return base, nil
	}
	if x.r != nil || x.n > maxPowerBits || x.n < -maxPowerBits {
		return rat{}, ErrOverflow
	}
	if x.n < 0 {
		a, x = one.quo(a), x.neg()
	}
	return a.pow(uint32(x.n))
}
