package scalar

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Arithmetic says which laws the elements of tensors obey. Indices always are integers.
type Arithmetic uint8

const (
	Reals    Arithmetic = iota // floats, but for rounding
	Modulo                     // integers that wrap around
	Bits                       // floats to the bit
	Booleans                   // truth values: + is or, · is and, Σ is any
)

// A Context is what terms are normalized in.
type Context struct {
	Facts *Facts // of indices and extents
	Kind  Arithmetic
	// Positive and Natural have the keys of atoms that are above 0, and not below 0.
	Positive, Natural map[string]bool
	Steps             int              // that are left; ErrSteps is panicked with below 0
	fresh             int              // how many names Fresh has given
	values            map[string]*Poly // of atoms that are 0 or 1, by their keys, where a case is assumed
}

// New is a context.
func New(kind Arithmetic) *Context {
	return &Context{Facts: &Facts{}, Kind: kind, Positive: map[string]bool{}, Natural: map[string]bool{}, Steps: 400_000}
}

// With is the context with more facts. It counts names and steps from those of c; where both are
// used on, the caller copies fresh and Steps back, so that no name is given twice.
func (c *Context) With(more ...Guard) *Context {
	next := *c
	next.Facts = c.Facts.With(more...)
	return &next
}

// ErrSteps stops a normalization that takes too long.
var ErrSteps = errors.New("the normal form takes too long")

func (c *Context) spend(n int) {
	if c.Steps -= n; c.Steps < 0 {
		panic(ErrSteps)
	}
}

// Fresh is a name that nothing else has.
func (c *Context) Fresh() string {
	c.fresh++
	return fmt.Sprintf("κ%d", c.fresh)
}

// Mul is the product: that of sums is the sum of the products of their addends.
func (c *Context) Mul(p, q *Poly) *Poly {
	var adds []*addend
	for _, a := range p.adds {
		for _, b := range q.adds {
			c.spend(1)
			x, y := c.opened(a), c.opened(b)
			r := c.product(new(big.Rat).Mul(x.coef, y.coef), slices.Concat(x.binders, y.binders), slices.Concat(x.guards, y.guards), slices.Concat(x.factors, y.factors))
			adds = append(adds, r.adds...)
		}
	}
	return polyOf(adds)
}

// Under is the term where a condition holds, and 0 elsewhere.
func (c *Context) Under(g Guard, p *Poly) *Poly {
	var adds []*addend
	for _, a := range p.adds {
		x := c.opened(a)
		adds = append(adds, c.product(x.coef, x.binders, append(slices.Clone(x.guards), g), x.factors).adds...)
	}
	return polyOf(adds)
}

// Sum is Σ_{name<extent} p: name is a symbol in p, and not in the extent.
func (c *Context) Sum(name string, extent, p *Poly) *Poly {
	var adds []*addend
	for _, a := range p.adds {
		x := c.opened(a)
		fresh := c.Fresh()
		names := map[string]*Poly{name: Symbol(fresh)}
		var factors []factor
		for _, f := range x.factors {
			factors = append(factors, factor{f.atom.renamed(names), f.half})
		}
		var guards []Guard
		for _, g := range x.guards {
			guards = append(guards, Guard{g.Kind, g.P.renamed(names)})
		}
		binders := []Binder{{fresh, extent}}
		for _, b := range x.binders {
			binders = append(binders, Binder{b.Name, b.Extent.renamed(names)})
		}
		adds = append(adds, c.product(x.coef, binders, guards, factors).adds...)
	}
	return polyOf(adds)
}

// product brings coef · Σ over binders · [guards] · factors into normal form. Binders have fresh
// names. It joins powers of one atom, simplifies conditions and binders until nothing changes, and
// takes binders away that nothing mentions: Σ_{i<n} p = n·p, or, of truth values, [n >= 1]·p.
func (c *Context) product(coef *big.Rat, binders []Binder, guards []Guard, factors []factor) *Poly {
	c.spend(1)
	if coef.Sign() == 0 {
		return polyOf(nil)
	}
	factors, expand := merged(factors)
	if i := slices.IndexFunc(factors, func(f factor) bool {
		return f.atom.kind == apply && f.atom.name == "abs" && f.half > 0 && f.half%4 == 0
	}); expand == nil && i >= 0 && c.Kind == Reals {
		expand = c.power(factors[i].atom.args[0], factors[i].half) // |x|² = x²
		factors = slices.Delete(slices.Clone(factors), i, i+1)
	}
	if expand != nil {
		rest := c.product(coef, binders, guards, factors)
		return c.Mul(rest, expand)
	}
	for {
		again, done := c.simplify(&binders, &guards, &factors)
		if done != nil {
			return done.Scale(coef)
		}
		if !again {
			break
		}
	}
	for i, x := range binders {
		if bounds(binders, x.Name) || slices.ContainsFunc(factors, func(f factor) bool { return f.atom.mentions(x.Name) }) ||
			slices.ContainsFunc(guards, func(g Guard) bool { return g.P.mentions(x.Name) }) {
			continue
		}
		if c.Kind == Booleans { // any of one value is that value, if there is one
			guards = append(slices.Clone(guards), Guard{AtLeast, x.Extent.Add(Int(-1))})
			return c.product(coef, slices.Delete(slices.Clone(binders), i, i+1), guards, factors)
		}
		rest := c.product(coef, slices.Delete(slices.Clone(binders), i, i+1), guards, factors)
		return c.Mul(rest, x.Extent)
	}
	return polyOf([]*addend{canonical(coef, binders, guards, factors)})
}

// merged joins powers of one atom: xᵃ·xᵇ = xᵃ⁺ᵇ, and t² = t for a truth value t. A group with a
// power of at least 1 gives one power to expand, a term that is to be multiplied with kept.
func merged(factors []factor) (kept []factor, expand *Poly) {
	sorted := slices.Clone(factors)
	slices.SortFunc(sorted, func(a, b factor) int { return strings.Compare(a.atom.key, b.atom.key) })
	for _, f := range sorted {
		if n := len(kept); n > 0 && kept[n-1].atom.key == f.atom.key {
			kept[n-1].half += f.half
			continue
		}
		kept = append(kept, f)
	}
	kept = slices.DeleteFunc(kept, func(f factor) bool { return f.half == 0 })
	for i, f := range kept {
		if f.atom.truth && f.half > 2 {
			kept[i].half = 2
		}
		if f.atom.kind == group && f.half >= 2 {
			rest := slices.Clone(kept)
			if rest[i].half -= 2; rest[i].half == 0 {
				rest = slices.Delete(rest, i, i+1)
			}
			return rest, f.atom.args[0]
		}
	}
	return kept, nil
}

// simplify makes one step of these; done is the whole result where it is known.
//
//	[g]·p           = p            where the other conditions and the ranges of indices entail g
//	[g]·p           = 0            where they entail that g does not hold
//	Σ_{i<n} p       = 0            where n <= 0
//	Σ_{i<1} p       = p(i := 0)
//	Σ_{i<n} [i=e]·p = [0 <= e][e < n]·p(i := e)
//	Σ_{i<n} [i<e]·p = Σ_{i<e} p               where 0 <= e <= n
//	Σ_{i<n} [i>=e]·p = Σ_{j<n-e} p(i := j+e)  where 0 <= e <= n
//
// The last two join a sum over the parts of a concatenation, and leave e free of other binders.
func (c *Context) simplify(binders *[]Binder, guards *[]Guard, factors *[]factor) (again bool, done *Poly) {
	facts := c.ranges(*binders)
	kept := []Guard{}
	seen := map[string]bool{}
	for i, g := range *guards {
		known := facts.With(kept...).With((*guards)[i+1:]...)
		if seen[g.Key()] || known.Entails(g) {
			again = true
			continue
		}
		if known.Entails(g.Not()) {
			return false, polyOf(nil)
		}
		seen[g.Key()] = true
		kept = append(kept, g)
	}
	*guards = kept
	for i, x := range *binders {
		if facts.Entails(Guard{AtLeast, x.Extent.Neg()}) {
			return false, polyOf(nil)
		}
		if x.Extent.IsInt(1) && !bounds(*binders, x.Name) {
			return c.put(x.Name, Int(0), i, *binders, *guards, *factors)
		}
	}
	for i, g := range *guards {
		for k, x := range *binders {
			p, ok := solved(g.P, x.Name)
			if !ok || bounds(*binders, x.Name) {
				continue
			}
			rest := slices.Delete(slices.Clone(*guards), i, i+1)
			if g.Kind == Zero {
				rest = append(rest, Guard{AtLeast, p}, Guard{AtLeast, x.Extent.Sub(p).Add(Int(-1))})
				return c.put(x.Name, p, k, *binders, rest, *factors)
			}
			if g.Kind != AtLeast || dependsOnBinder(p, *binders) {
				continue
			}
			upper := signIn(g.P, x.Name) < 0 // p - x >= 0
			if upper && facts.Entails(Guard{AtLeast, p.Add(Int(1))}) && facts.Entails(Guard{AtLeast, x.Extent.Sub(p).Add(Int(-1))}) {
				next := slices.Clone(*binders)
				next[k].Extent = p.Add(Int(1))
				*binders, *guards = next, rest
				return true, nil
			}
			if !upper && facts.Entails(Guard{AtLeast, p}) && facts.Entails(Guard{AtLeast, x.Extent.Sub(p)}) {
				next := slices.Clone(*binders)
				name := c.Fresh()
				next[k] = Binder{name, x.Extent.Sub(p)}
				*binders = next
				*guards = rest
				return c.shift(x.Name, Symbol(name).Add(p), *binders, rest, *factors)
			}
		}
	}
	return again, nil
}

// bounds reports whether the extent of a binder mentions a name.
func bounds(binders []Binder, name string) bool {
	return slices.ContainsFunc(binders, func(x Binder) bool { return x.Extent.mentions(name) })
}

// dependsOnBinder reports whether a bound mentions a binder.
func dependsOnBinder(p *Poly, binders []Binder) bool {
	for _, x := range binders {
		if p.mentions(x.Name) {
			return true
		}
	}
	return false
}

func (c *Context) ranges(binders []Binder) *Facts {
	var more []Guard
	for _, x := range binders {
		more = append(more, Guard{AtLeast, Symbol(x.Name)}, Guard{AtLeast, x.Extent.Sub(Symbol(x.Name)).Add(Int(-1))})
	}
	if len(more) == 0 {
		return c.Facts
	}
	return c.Facts.With(more...)
}
