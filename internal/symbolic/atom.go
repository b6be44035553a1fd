package symbolic

import (
	"cmp"
	"slices"
)

type atomKind uint8

// Kinds in printing order.
const (
	symbolAtom  atomKind = iota
	floorAtom            // args: numerator, divisor
	minAtom              // args: two or more, sorted
	maxAtom              // likewise
	productAtom          // args: two factors whose product is not expanded
	logAtom              // args: what the logarithm is taken of, base
	powerAtom            // args: base, exponent
	costAtom             // args: sizes that the cost by measure of a call of symbol depends on
)

// An atom is an indeterminate of the polynomials.
type atom struct {
	kind atomKind
	// integral says that the value is an integer wherever it is defined.
	integral bool
	// undefined says that some divisor inside is the constant zero.
	undefined bool
	// fixed says that no symbol occurs inside.
	fixed bool
	// nonnegative says that the value is at least 0 where all symbols are.
	nonnegative bool
	size        int32
	hash        uint64
	symbol      *Symbol
	measure     Measure
	args        []*Expr
}

func newAtom(kind atomKind, args ...*Expr) *atom {
	a := &atom{kind: kind, args: args, fixed: kind != costAtom, size: 1, hash: mix(0, uint64(kind))}
	for _, x := range args {
		a.fixed = a.fixed && x.fixed()
		a.undefined = a.undefined || x.Undefined()
		a.size = saturate(int64(a.size) + int64(x.Size()))
		a.hash = mix(a.hash, x.Hash())
	}
	a.undefined = a.undefined || kind == floorAtom && args[1].isZero()
	a.integral = a.isIntegral()
	a.nonnegative = a.isNonnegative()
	return a
}

func (a *atom) isIntegral() bool {
	switch a.kind {
	case floorAtom, costAtom:
		return true
	case logAtom:
		return false
	case powerAtom:
		if !a.args[1].integral() || !a.args[1].Nonnegative() {
			return false
		}
		return a.args[0].integral()
	}
	return !slices.ContainsFunc(a.args, func(x *Expr) bool { return !x.integral() })
}

// expr is the expression that consists of a.
func (a *atom) expr() *Expr {
	if a.kind == symbolAtom {
		return Var(a.symbol)
	}
	m := newMonomial(1)
	m.powers = append(m.powers, power{a, 1})
	return single(rat{n: 1}, m.seal())
}

func (a *atom) compare(b *atom) int {
	if a == b {
		return 0
	}
	if c := cmp.Compare(a.kind, b.kind); c != 0 {
		return c
	}
	if a.kind == symbolAtom {
		return a.symbol.compare(b.symbol)
	}
	if c := a.compareHead(b); c != 0 {
		return c
	}
	for i, x := range a.args {
		if c := x.Compare(b.args[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compareHead compares what stands before the arguments.
func (a *atom) compareHead(b *atom) int {
	if a.kind == costAtom {
		if c := cmp.Compare(a.measure, b.measure); c != 0 {
			return c
		}
		if c := a.symbol.compare(b.symbol); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a.args), len(b.args))
}

func (a *atom) equal(b *atom) bool {
	if a == b {
		return true
	}
	if a.hash != b.hash || a.kind != b.kind || a.symbol != b.symbol || a.measure != b.measure || len(a.args) != len(b.args) {
		return false
	}
	for i, x := range a.args {
		if !x.Equal(b.args[i]) {
			return false
		}
	}
	return true
}
