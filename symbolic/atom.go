package symbolic

import "cmp"

type atomKind uint8

// Kinds in printing order.
const (
	symbolAtom  atomKind = iota
	floorAtom            // args: numerator, divisor
	minAtom              // args: two or more, sorted
	maxAtom              // likewise
	productAtom          // args: two factors whose product is not expanded
)

// An atom is an indeterminate of the polynomials.
type atom struct {
	kind atomKind
	// integral says that the value is an integer wherever it is defined.
	integral bool
	// undefined says that some divisor inside is the constant zero.
	undefined bool
	size      int32
	hash      uint64
	symbol    *Symbol
	args      []*Expr
}

func newAtom(kind atomKind, args ...*Expr) *atom {
	a := &atom{kind: kind, args: args, integral: true, size: 1, hash: mix(0, uint64(kind))}
	for _, x := range args {
		a.integral = a.integral && (kind == floorAtom || x.integral())
		a.undefined = a.undefined || x.Undefined()
		a.size = saturate(int64(a.size) + int64(x.Size()))
		a.hash = mix(a.hash, x.Hash())
	}
	a.undefined = a.undefined || kind == floorAtom && args[1].isZero()
	return a
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
	if c := cmp.Compare(len(a.args), len(b.args)); c != 0 {
		return c
	}
	for i, x := range a.args {
		if c := x.Compare(b.args[i]); c != 0 {
			return c
		}
	}
	return 0
}

func (a *atom) equal(b *atom) bool {
	if a == b {
		return true
	}
	if a.hash != b.hash || a.kind != b.kind || a.symbol != b.symbol || len(a.args) != len(b.args) {
		return false
	}
	for i, x := range a.args {
		if !x.Equal(b.args[i]) {
			return false
		}
	}
	return true
}
