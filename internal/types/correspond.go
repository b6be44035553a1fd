package types

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Correspond gives the type parameters of b in the order of those of a that they
// correspond to. The order in which a function type declares its parameters says nothing,
// for nobody gives them by place: they correspond by where they first occur, so that
// `fn<a, b>(a, b) -> a` and `fn<b, a>(a, b) -> a` differ in names alone. Parameters that
// occur nowhere, or in the relations of a `where` alone, keep their order. Both types have
// the same number of parameters.
func Correspond(a, b *Func) []Param {
	if len(a.Params) < 2 {
		return b.Params
	}
	as, bs := occurrences(a), occurrences(b)
	if slices.Equal(as, bs) {
		return b.Params
	}
	params := make([]Param, len(b.Params))
	for i, at := range as {
		params[at] = b.Params[bs[i]]
	}
	return params
}

// occurrences are the indices of a function type's parameters in the order in which they
// first occur in its parameters and its result. An extent that has several shape
// variables gives no order among them, so extents that are one variable come first.
func occurrences(f *Func) []int {
	const nowhere = 1 << 30
	vars, symbols := map[*Var]int{}, map[*symbolic.Symbol]int{}
	for i, p := range f.Params {
		if p.Var != nil {
			vars[p.Var] = i
		} else {
			symbols[p.Sym] = i
		}
	}
	order := make([]int, len(f.Params)) // by index, when it first occurs
	for i := range order {
		order[i] = nowhere
	}
	count := 0
	note := func(i int, isParam bool) {
		if isParam && order[i] == nowhere {
			order[i] = count
			count++
		}
	}
	walk := func(visit func(Dim)) {
		for _, t := range append(slices.Clip(f.In), f.Out) {
			Walk(t, func(t Type) bool {
				switch t := t.(type) {
				case *Var:
					i, ok := vars[t]
					note(i, ok)
				case *Tensor:
					for _, d := range t.Shape {
						visit(d)
					}
				case *Extent:
					visit(t.Dim)
				}
				return count < len(order)
			})
		}
	}
	walk(func(d Dim) {
		if e, ok := d.Symbolic(); ok {
			if s, ok := e.Symbol(); ok {
				i, ok := symbols[s]
				note(i, ok)
			}
		}
	})
	if count < len(order) && len(symbols) > 0 {
		walk(func(d Dim) {
			for i, p := range f.Params {
				if p.Sym != nil && order[i] == nowhere {
					e, ok := d.Symbolic()
					note(i, ok && e.Has(p.Sym))
				}
			}
		})
	}
	indices := make([]int, len(order))
	for i := range indices {
		indices[i] = i
	}
	slices.SortStableFunc(indices, func(i, j int) int { return cmp.Compare(order[i], order[j]) })
	return indices
}
