package scalar

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// opened is an addend with fresh names for its binders, so that its parts may be put beside those
// of other addends.
func (c *Context) opened(a *addend) *addend {
	if len(a.binders) == 0 {
		return a
	}
	names := map[string]*Poly{}
	open := &addend{coef: a.coef}
	for _, x := range a.binders {
		name := c.Fresh()
		names[x.Name] = Symbol(name)
		open.binders = append(open.binders, Binder{name, x.Extent})
	}
	for _, f := range a.factors {
		open.factors = append(open.factors, factor{f.atom.renamed(names), f.half})
	}
	for _, g := range a.guards {
		open.guards = append(open.guards, Guard{g.Kind, g.P.renamed(names)})
	}
	return open
}

// renamed puts symbols for symbols, which keeps the form normal but for its order. Names of
// binders inside p are not among the names.
func (p *Poly) renamed(names map[string]*Poly) *Poly {
	if !p.touches(names) {
		return p
	}
	adds := make([]*addend, len(p.adds))
	for i, a := range p.adds {
		b := &addend{coef: a.coef}
		for _, x := range a.binders {
			b.binders = append(b.binders, Binder{x.Name, x.Extent.renamed(names)})
		}
		for _, g := range a.guards {
			b.guards = append(b.guards, Guard{g.Kind, g.P.renamed(names)})
		}
		for _, f := range a.factors {
			b.factors = append(b.factors, factor{f.atom.renamed(names), f.half})
		}
		slices.SortFunc(b.guards, func(x, y Guard) int { return strings.Compare(x.Key(), y.Key()) })
		slices.SortFunc(b.factors, func(x, y factor) int { return strings.Compare(x.atom.key, y.atom.key) })
		adds[i] = b.seal()
	}
	return polyOf(adds)
}

func (p *Poly) touches(names map[string]*Poly) bool {
	for name := range names {
		if p.mentions(name) {
			return true
		}
	}
	return false
}

// mostPermuted bounds the binders whose orders are all tried: 720 orders. Equal products with more
// binders may get different keys.
const mostPermuted = 6

// canonical names the binders of a product by their height and number, in the order that makes its
// key the least: sums over several indices are equal in every order of them.
func canonical(coef *big.Rat, binders []Binder, guards []Guard, factors []factor) *addend {
	a := &addend{coef: coef, binders: binders, guards: guards, factors: factors}
	if len(binders) == 0 {
		return ordered(a).seal()
	}
	height := 0
	for _, f := range factors {
		height = max(height, f.atom.height)
	}
	for _, g := range guards {
		height = max(height, g.P.height())
	}
	var best *addend
	try := func(order []int) {
		names := map[string]*Poly{}
		b := &addend{coef: coef}
		for i, k := range order {
			name := betaName(height+1, i)
			names[binders[k].Name] = Symbol(name)
			b.binders = append(b.binders, Binder{name, binders[k].Extent})
		}
		for i, x := range b.binders {
			b.binders[i].Extent = x.Extent.renamed(names)
		}
		for _, g := range guards {
			b.guards = append(b.guards, Guard{g.Kind, g.P.renamed(names)})
		}
		for _, f := range factors {
			b.factors = append(b.factors, factor{f.atom.renamed(names), f.half})
		}
		if ordered(b).seal(); best == nil || b.body < best.body {
			best = b
		}
	}
	order := make([]int, len(binders))
	for i := range order {
		order[i] = i
	}
	if len(binders) > mostPermuted {
		try(order)
	} else {
		permute(order, 0, try)
	}
	return best
}

func ordered(a *addend) *addend {
	slices.SortFunc(a.guards, func(x, y Guard) int { return strings.Compare(x.Key(), y.Key()) })
	slices.SortFunc(a.factors, func(x, y factor) int { return strings.Compare(x.atom.key, y.atom.key) })
	return a
}

func permute(order []int, from int, try func([]int)) {
	if from == len(order) {
		try(order)
		return
	}
	for i := from; i < len(order); i++ {
		order[from], order[i] = order[i], order[from]
		permute(order, from+1, try)
		order[from], order[i] = order[i], order[from]
	}
}

// betaName is the name of a canonical binder. Those further out have a greater height, so that no
// binder inside has the name of one around it.
func betaName(height, i int) string { return fmt.Sprintf("β%d.%d", height, i) }

func (a *Atom) renamed(names map[string]*Poly) *Atom {
	if a.kind == symbol {
		if p := names[a.name]; p != nil {
			return p.asAtom()
		}
		return a
	}
	b := &Atom{kind: a.kind, name: a.name, truth: a.truth}
	for _, p := range a.args {
		b.args = append(b.args, p.renamed(names))
	}
	for _, x := range a.binders {
		b.binders = append(b.binders, Binder{x.Name, x.Extent.renamed(names)})
	}
	for _, s := range a.sets {
		var set []*Poly
		for _, p := range s {
			set = append(set, p.renamed(names))
		}
		b.sets = append(b.sets, set)
	}
	return b.seal()
}
