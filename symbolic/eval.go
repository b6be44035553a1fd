package symbolic

import (
	"errors"
	"fmt"
)

// What Eval can fail with.
var (
	ErrUnknown        = errors.New("unknown expression")
	ErrUnbound        = errors.New("symbol without a value")
	ErrDivisionByZero = errors.New("division by zero")
	ErrOverflow       = errors.New("value does not fit 64 bits")
	ErrNotInteger     = errors.New("value is not an integer")
)

// maxPowerBits bounds one power inside Eval; such a value is out of range
// unless the rest cancels it.
const maxPowerBits = 1 << 16

type valuation func(*Symbol) (int64, bool)

// Eval is the value of e where value gives each symbol's. Only the result must
// fit int64, not what is computed on the way.
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
	v, err := a.args[0].eval(value)
	if err != nil {
		return rat{}, err
	}
	for _, arg := range a.args[1:] {
		x, err := arg.eval(value)
		if err != nil {
			return rat{}, err
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
