// Package scalar has the elements of tensors as terms in normal form. A term is
//
//	term   = addend + … + addend
//	addend = rational · Σ_{i<n, j<m, …} [condition]…[condition] · atom^(k/2)·…·atom^(k/2)
//	atom   = symbol | element x[term, …] | function(term, …) | (term) | fold | max of mins
//
// where n and m are terms, and a condition is a term that is at least 0, is 0, or is not 0: its
// bracket is 1 where it holds and 0 elsewhere (Iverson's notation; see R. Graham, D. Knuth and
// O. Patashnik, Concrete Mathematics, chapter 2). Products are distributed over sums, and sums
// over sums: Σ_i (x + y) = Σ_i x + Σ_i y, (Σ_i x)·y = Σ_i x·y.
//
// The normal form is sound and not complete. Two terms with one key are equal for all values of
// their symbols and elements for which both have a value, by the arithmetic of their Context;
// terms with different keys may still be equal. Infinities and NaN are set aside. A caller that
// needs more of a term, such as a divisor that is not 0, asks for it (Context.FactorsOf).
//
// A term and its parts never change once they are made. Nothing in a term is shared by name: a
// bound index has a name that its nesting and its place decide (canonical.go), so that equal terms
// have equal keys; an addend is opened, with fresh names, before its parts meet those of another.
//
// poly.go has the terms and their keys; normal.go multiplies, adds up over indices, and brings products
// into normal form, substitute.go puts terms in the place of symbols, and canonical.go names bound
// indices; linear.go decides inequalities of indices. function.go has the functions of
// elements by name, power.go powers, roots, exponentials and logarithms, division.go quotients of
// integers, truth.go truth values, lattice.go maxima and minima, and fold.go folds that are no sums;
// sign.go knows which terms are positive. zero.go decides equality, by cases where the normal forms
// differ; evaluate.go computes a term, for tests and for comparisons with kernels.
package scalar

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A Poly is a sum of addends with different bodies, in the order of their bodies. No addends are
// the number 0.
type Poly struct {
	adds []*addend
	key  string
}

// An addend is coef · Σ over binders · [guards] · product of factors. coef is not 0. The extent of
// a binder may mention binders before it. The names of binders are canonical, β, the height
// and the number, but for an addend that was opened.
type addend struct {
	coef    *big.Rat
	binders []Binder
	guards  []Guard
	factors []factor
	body    string // the key without the coefficient
}

// A Binder is a bound index, from 0 up to its extent.
type Binder struct {
	Name   string
	Extent *Poly
}

// A Guard is a condition on indices and extents. P is Integral where it is negated (Not).
type Guard struct {
	Kind GuardKind
	P    *Poly
}

// A GuardKind relates an integer to 0.
type GuardKind uint8

const (
	AtLeast GuardKind = iota // P >= 0
	Zero                     // P == 0
	NotZero
)

// Not is the opposite condition.
func (g Guard) Not() Guard {
	switch g.Kind {
	case AtLeast:
		return Guard{AtLeast, g.P.Neg().Add(Int(-1))}
	case Zero:
		return Guard{NotZero, g.P}
	}
	return Guard{Zero, g.P}
}

// Key tells conditions apart.
func (g Guard) Key() string { return [...]string{">=0 ", "==0 ", "!=0 "}[g.Kind] + g.P.key }

// A factor is an atom to a power, counted in halves: 2 is the atom itself, 1 its square root, -2
// its reciprocal.
type factor struct {
	atom *Atom
	half int
}

// An atomKind says what an atom is.
type atomKind uint8

const (
	symbol  atomKind = iota // name
	element                 // of the tensor name at the indices args
	apply                   // the function name of args
	group                   // args[0], a sum of several addends: the base of a power that is not expanded
	fold                    // name over binders of args[0]
	lattice                 // the greatest of the least of each of sets
)

// An Atom is what products are made of.
type Atom struct {
	kind    atomKind
	name    string
	args    []*Poly
	sets    [][]*Poly
	binders []Binder
	truth   bool // it is 0 or 1
	height  int  // how deep binders are nested inside: 0 for none
	key     string
}

func (a *Atom) seal() *Atom {
	var b strings.Builder
	switch a.kind {
	case symbol:
		b.WriteString(a.name)
	case element:
		b.WriteString(a.name + "[")
		writeKeys(&b, a.args)
		b.WriteString("]")
	case apply:
		b.WriteString(a.name + "(")
		writeKeys(&b, a.args)
		b.WriteString(")")
	case group:
		b.WriteString("{" + a.args[0].key + "}")
	case fold:
		b.WriteString(a.name)
		for _, x := range a.binders {
			b.WriteString("<" + x.Name + ":" + x.Extent.key + ">")
		}
		b.WriteString("{" + a.args[0].key + "}")
	case lattice:
		b.WriteString("max{")
		for _, s := range a.sets {
			b.WriteString("min{")
			writeKeys(&b, s)
			b.WriteString("}")
		}
		b.WriteString("}")
	}
	a.key = b.String()
	for _, p := range a.args {
		a.height = max(a.height, p.height())
	}
	for _, s := range a.sets {
		for _, p := range s {
			a.height = max(a.height, p.height())
		}
	}
	if len(a.binders) > 0 {
		a.height++
	}
	return a
}

func writeKeys(b *strings.Builder, ps []*Poly) {
	for i, p := range ps {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(p.key)
	}
}

// height is how deep binders are nested in a term: 0 for none.
func (p *Poly) height() int {
	h := 0
	for _, a := range p.adds {
		inner := 0
		for _, f := range a.factors {
			inner = max(inner, f.atom.height)
		}
		for _, g := range a.guards {
			inner = max(inner, g.P.height())
		}
		if len(a.binders) > 0 {
			inner++
		}
		h = max(h, inner)
	}
	return h
}

func (a *addend) seal() *addend {
	var b strings.Builder
	for _, x := range a.binders {
		b.WriteString("Σ" + x.Name + ":" + x.Extent.key + " ")
	}
	for _, g := range a.guards {
		b.WriteString("[" + g.Key() + "]")
	}
	for i, f := range a.factors {
		if i > 0 {
			b.WriteByte('*')
		}
		b.WriteString(f.atom.key)
		if f.half != 2 {
			b.WriteString("^" + strconv.Itoa(f.half) + "/2")
		}
	}
	a.body = b.String()
	return a
}

// Key is the normal form as text: equal for equal terms.
func (p *Poly) Key() string { return p.key }

// polyOf is the sum of addends. It adds up coefficients of equal bodies, and sorts adds in place.
func polyOf(adds []*addend) *Poly {
	slices.SortFunc(adds, func(a, b *addend) int { return strings.Compare(a.body, b.body) })
	var merged []*addend
	for _, a := range adds {
		if n := len(merged); n > 0 && merged[n-1].body == a.body {
			sum := new(big.Rat).Add(merged[n-1].coef, a.coef)
			joined := *merged[n-1]
			joined.coef = sum
			merged[n-1] = &joined
			continue
		}
		merged = append(merged, a)
	}
	merged = slices.DeleteFunc(merged, func(a *addend) bool { return a.coef.Sign() == 0 })
	p := &Poly{adds: merged}
	var b strings.Builder
	for i, a := range merged {
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(a.coef.RatString())
		if a.body != "" {
			b.WriteString("·" + a.body)
		}
	}
	if len(merged) == 0 {
		b.WriteString("0")
	}
	p.key = b.String()
	return p
}

// Int is a whole number.
func Int(n int64) *Poly { return Number(new(big.Rat).SetInt64(n)) }

// Number is a number.
func Number(x *big.Rat) *Poly {
	return polyOf([]*addend{(&addend{coef: x}).seal()})
}

func atomPoly(a *Atom) *Poly {
	return polyOf([]*addend{(&addend{coef: big.NewRat(1, 1), factors: []factor{{a, 2}}}).seal()})
}

// Symbol is an index, an extent or another number that has a name.
func Symbol(name string) *Poly { return atomPoly((&Atom{kind: symbol, name: name}).seal()) }

// Element is the element of a tensor at indices.
func Element(name string, truth bool, indices ...*Poly) *Poly {
	return atomPoly((&Atom{kind: element, name: name, args: indices, truth: truth}).seal())
}

// Apply is an uninterpreted function of terms.
func Apply(name string, truth bool, args ...*Poly) *Poly {
	return atomPoly((&Atom{kind: apply, name: name, args: args, truth: truth}).seal())
}

// Add is the sum.
func (p *Poly) Add(q *Poly) *Poly {
	return polyOf(append(slices.Clone(p.adds), q.adds...))
}

// Scale is the product with a number.
func (p *Poly) Scale(x *big.Rat) *Poly {
	adds := make([]*addend, len(p.adds))
	for i, a := range p.adds {
		scaled := *a
		scaled.coef = new(big.Rat).Mul(a.coef, x)
		adds[i] = &scaled
	}
	return polyOf(adds)
}

// Neg is the negative.
func (p *Poly) Neg() *Poly { return p.Scale(big.NewRat(-1, 1)) }

// Sub is the difference.
func (p *Poly) Sub(q *Poly) *Poly { return p.Add(q.Neg()) }

// Const is the number that a term is; false for other terms.
func (p *Poly) Const() (*big.Rat, bool) {
	switch {
	case len(p.adds) == 0:
		return new(big.Rat), true
	case len(p.adds) == 1 && p.adds[0].body == "":
		return p.adds[0].coef, true
	}
	return nil, false
}

// IsZero reports whether the term is 0.
func (p *Poly) IsZero() bool { return len(p.adds) == 0 }

// IsInt reports whether the term is a whole number, and which.
func (p *Poly) IsInt(n int64) bool {
	c, ok := p.Const()
	return ok && c.Cmp(new(big.Rat).SetInt64(n)) == 0
}

// Equal reports whether two terms have one normal form.
func (p *Poly) Equal(q *Poly) bool { return p.key == q.key }

// single is the only addend; nil where there are more or none.
func (p *Poly) single() *addend {
	if len(p.adds) == 1 {
		return p.adds[0]
	}
	return nil
}

// asAtom is the atom that a term is; nil for other terms.
func (p *Poly) asAtom() *Atom {
	a := p.single()
	if a == nil || len(a.binders)+len(a.guards) > 0 || len(a.factors) != 1 || a.factors[0].half != 2 || a.coef.Cmp(big.NewRat(1, 1)) != 0 {
		return nil
	}
	return a.factors[0].atom
}

// mentions reports whether a name of a symbol is in a term.
func (p *Poly) mentions(name string) bool {
	return slices.ContainsFunc(p.adds, func(a *addend) bool { return a.mentions(name) })
}

func (a *addend) mentions(name string) bool {
	return slices.ContainsFunc(a.factors, func(f factor) bool { return f.atom.mentions(name) }) ||
		slices.ContainsFunc(a.guards, func(g Guard) bool { return g.P.mentions(name) }) ||
		slices.ContainsFunc(a.binders, func(x Binder) bool { return x.Extent.mentions(name) })
}

func (a *Atom) mentions(name string) bool {
	if a.kind == symbol {
		return a.name == name
	}
	return slices.ContainsFunc(a.args, func(p *Poly) bool { return p.mentions(name) }) ||
		slices.ContainsFunc(a.binders, func(x Binder) bool { return x.Extent.mentions(name) }) ||
		slices.ContainsFunc(a.sets, func(s []*Poly) bool {
			return slices.ContainsFunc(s, func(p *Poly) bool { return p.mentions(name) })
		})
}
