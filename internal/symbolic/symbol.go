package symbolic

import (
	"cmp"
	"reflect"
)

// A Symbol is a size variable with an integer value. Two symbols are the same
// only if their pointers are. Neither field changes once the symbol is in use,
// and a Symbol is not copied.
type Symbol struct {
	Name string
	// ID orders symbols of one name. Its creator keeps (Name, ID) unique among
	// symbols that meet in an expression; otherwise their order, though not
	// the meaning of the expression, differs from run to run.
	ID uint32

	variable *Expr
}

// NewSymbol gives a fresh symbol.
func NewSymbol(name string, id uint32) *Symbol {
	s := &struct {
		symbol Symbol
		variable
	}{symbol: Symbol{Name: name, ID: id}}
	s.symbol.variable = s.of(&s.symbol)
	return &s.symbol
}

// Var is the expression that consists of s.
func Var(s *Symbol) *Expr {
	if s == nil {
		return nil
	}
	if s.variable != nil {
		return s.variable
	}
	return new(variable).of(s)
}

// A variable is one allocation of the five parts of the expression of a symbol.
type variable struct {
	expr   Expr
	terms  [1]term
	mono   monomial
	powers [1]power
	atom   atom
}

func (v *variable) of(s *Symbol) *Expr {
	v.atom = atom{kind: symbolAtom, symbol: s, integral: true, nonnegative: true, size: 1, hash: s.hash()}
	v.powers[0] = power{&v.atom, 1}
	v.mono.powers = v.powers[:]
	v.mono.seal()
	v.terms[0] = term{rat{n: 1}, &v.mono}
	v.expr.terms = v.terms[:]
	return &v.expr
}

func (s *Symbol) compare(o *Symbol) int {
	if s == o {
		return 0
	}
	if c := cmp.Compare(s.Name, o.Name); c != 0 {
		return c
	}
	if c := cmp.Compare(s.ID, o.ID); c != 0 {
		return c
	}
	// The collector moves nothing on the heap, so addresses keep distinct
	// symbols apart even where (Name, ID) does not.
	return cmp.Compare(reflect.ValueOf(s).Pointer(), reflect.ValueOf(o).Pointer())
}

func (s *Symbol) hash() uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s.Name) {
		h = (h ^ uint64(s.Name[i])) * 1099511628211
	}
	return mix(h, uint64(s.ID))
}
