package trial

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

// A style is how arguments of one size are made.
type style struct {
	name   string
	order  order  // of the numbers in them
	spread spread // of the constructors of a tree
	rows   rows   // lengths of what is nested in lists and FractalTensors
	// number makes an integer parameter of the size.
	number func(n int64) int64
	sizes  sizing
	// effects is set where functions that are passed read and write a reference.
	effects bool
}

type order uint8

const (
	random order = iota
	rising
	falling
	equal
	alternating
	written // around the numbers in the text of the program
)

type spread uint8

const (
	anyhow spread = iota
	leftmost
	rightmost
	balanced
)

type rows uint8

const (
	mixedRows rows = iota
	noRows
	shortRows
	evenRows
	oneRow
)

func same(n int64) int64 { return n }
func zero(int64) int64   { return 0 }

// power is the greatest power of two that is not greater.
func power(n int64) int64 {
	p := int64(1)
	for p <= n/2 {
		p *= 2
	}
	return min(p, n)
}

// A sizing says how large each of several things is. All are as large as is asked for where
// it is empty.
type sizing struct {
	alone int // the thing that grows, counted from 1; 0 where all do
	rest  int // how large the others stay then
	// Where apart is set all differ: the first is the largest, or where it is negative the last.
	apart int
}

// of is the size of a thing, the i-th of some, for arguments of size n.
func (z sizing) of(i, some, n int) int {
	switch {
	case z.alone > 0 && i != z.alone-1:
		return min(n, z.rest)
	case z.apart < 0:
		i = some - 1 - i
	}
	if z.apart != 0 {
		return (2*n + i + 1) / (i + 2) // n, 2n/3, n/2, 2n/5, …
	}
	return n
}

// alike are the styles in which everything grows; they are tried first, in this order.
var alike = []style{
	{name: "random", order: random, spread: anyhow, rows: mixedRows, number: same},
	{name: "rising", order: rising, spread: rightmost, rows: evenRows, number: same},
	{name: "falling", order: falling, spread: leftmost, rows: shortRows, number: same},
	{name: "all equal", order: equal, spread: balanced, rows: oneRow, number: power},
	{name: "alternating", order: alternating, spread: rightmost, rows: noRows, number: zero},
	{name: "balanced", order: random, spread: balanced, rows: evenRows, number: power},
}

// Limits of the styles that a definition has besides: the things that grow alone, and the
// numbers of its text that integers are.
const (
	maxAlone   = 6
	maxWritten = 3
)

// stylesOf are the styles for a definition: alike, all sizes different, each size growing alone
// beside others that are 0 or 1, integers that the text names, and functions with effects.
func stylesOf(s *Subject, f *types.Func) []style {
	all := append([]style(nil), alike...)
	things := thingsOf(s, f)
	if len(things) > 1 {
		all = append(all,
			style{name: "each smaller than the one before", order: random, rows: mixedRows, number: same, sizes: sizing{apart: 1}},
			style{name: "each larger than the one before", order: rising, spread: leftmost, rows: evenRows, number: same, sizes: sizing{apart: -1}})
		for i, name := range things[:min(len(things), maxAlone)] {
			for rest, order := range []order{falling, rising} {
				all = append(all, style{
					name: fmt.Sprintf("%s alone grows, others are %d", name, rest), order: order, spread: rightmost, rows: evenRows,
					number: same, sizes: sizing{alone: i + 1, rest: rest},
				})
			}
		}
	}
	numbers := s.Analysis.Written(s.Object)
	if len(numbers) > 0 {
		all = append(all, style{name: "numbers of the text", order: written, rows: mixedRows, number: same})
	}
	for _, k := range numbers[:min(len(numbers), maxWritten)] {
		if hasInteger(f) && k > 0 {
			all = append(all, style{name: fmt.Sprintf("integers are %d", k), order: written, rows: evenRows, number: func(int64) int64 { return k }})
		}
	}
	if takesFunctions(s, f) {
		all = append(all, style{name: "functions with effects", order: random, rows: mixedRows, number: same, effects: true})
	}
	return all
}

// thingsOf names what grows: the size variables of a definition, and its parameters.
func thingsOf(s *Subject, f *types.Func) (names []string) {
	for _, p := range f.Params {
		if p.Sym != nil {
			names = append(names, p.Name)
		}
	}
	for _, name := range s.Names {
		names = append(names, "%"+name)
	}
	return names
}

func hasInteger(f *types.Func) bool {
	for _, t := range f.In {
		if tensor, ok := types.Head(t).(*types.Tensor); ok && len(tensor.Shape) == 0 && tensor.Dtype.IsInteger() {
			return true
		}
	}
	return false
}

// takesFunctions reports whether functions are passed to a definition.
func takesFunctions(s *Subject, f *types.Func) (found bool) {
	for _, t := range f.In {
		types.Walk(t, func(part types.Type) bool {
			_, is := part.(*types.Func)
			found = found || is
			return !found
		})
		found = found || s.Analysis.HoldsFunctions(t)
	}
	return found
}
