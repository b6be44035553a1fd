package linear

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// MatmulTerms is how many products `matmul` adds up for one element.
func MatmulTerms(c *op.Call) types.Dim { return c.Extent(0, -1) }

// einsumCost follows the kernel: it multiplies the operands two by two.
func einsumCost() op.Cost {
	cost := op.ProductCost(einsumProducts, einsumTerms)
	cost.Work = op.Figure(einsumProducts).Times(2).Plus(einsumSums)
	cost.Span = cost.Span.Plus(einsumSteps)
	return cost
}

// A summation is an einsum call with the extents of its labels.
type summation struct {
	equation
	extents map[rune]types.Dim
}

func summationOf(c *op.Call) (s summation, ok bool) {
	ts, _, ok := c.TensorsOf(0)
	eq, problem := parseEquation(c.Attrs.Str("equation"))
	if !ok || problem != "" || len(eq.operands) != len(ts) {
		return s, false
	}
	e := labelling{extents: map[rune]types.Dim{}}
	for i, t := range ts {
		e.operand(eq.operands[i], t.Shape)
	}
	e.extents[ellipsis] = types.Product(e.rest)
	return summation{eq, e.extents}, e.problem == ""
}

// size is the product of the extents of labels, each counted once.
func (s summation) size(labels string) types.Dim {
	size := types.Const(1)
	for i, l := range labels {
		if strings.IndexRune(labels, l) == i {
			size = size.Mul(s.extents[l])
		}
	}
	return size
}

// walk visits the products in the kernel's order: the labels of both sides that remain
// once those needed nowhere else are summed away; summed is called with what was.
func (s summation) walk(product, summed func(labels string)) {
	left := s.operands[0]
	for i, right := range s.operands[1:] {
		later := s.result + strings.Join(s.operands[i+2:], "")
		a := s.kept(left, right+later, summed)
		b := s.kept(right, a+later, summed)
		product(a + b)
		left = only(a+b, later)
	}
	s.kept(left, s.result, summed)
}

func (s summation) kept(labels, needed string, summed func(labels string)) string {
	kept := only(labels, needed)
	if len(kept) < len(only(labels, labels)) {
		summed(labels)
	}
	return kept
}

// only are the different labels that are among others.
func only(labels, among string) string {
	var kept []rune
	for _, l := range labels {
		if strings.ContainsRune(among, l) && !slices.Contains(kept, l) {
			kept = append(kept, l)
		}
	}
	return string(kept)
}

func einsumProducts(c *op.Call) types.Dim {
	return einsumSum(c, func(s summation, add func(labels string)) { s.walk(add, func(string) {}) })
}

// einsumSums are the elements of operands that are summed before they are multiplied.
func einsumSums(c *op.Call) types.Dim {
	return einsumSum(c, func(s summation, add func(labels string)) { s.walk(func(string) {}, add) })
}

func einsumSum(c *op.Call, each func(s summation, add func(labels string))) types.Dim {
	s, ok := summationOf(c)
	if !ok {
		return types.Unknown
	}
	sum := types.Const(0)
	each(s, func(labels string) { sum = sum.Add(s.size(labels)) })
	return sum
}

// einsumSteps is how often the kernel sums, one sum after the other: the logarithm of
// each is rounded up by itself.
func einsumSteps(c *op.Call) types.Dim {
	s, ok := summationOf(c)
	if !ok {
		return types.Unknown
	}
	n := int64(0)
	count := func(string) { n++ }
	s.walk(count, count)
	return types.Const(2 * n)
}

// einsumTerms are those of one element of the result, were all sums taken at once.
func einsumTerms(c *op.Call) types.Dim {
	s, ok := summationOf(c)
	if !ok {
		return types.Unknown
	}
	terms := types.Const(1)
	for l, d := range s.extents {
		if !strings.ContainsRune(s.result, l) {
			terms = terms.Mul(d)
		}
	}
	return terms
}

// fourierCost is that of the fast transform of the last axis (Cooley and Tukey, 1965):
// in each round five products and five sums for two elements. Lengths with prime factors
// other than 2 are transformed as three of a power of 2, four times as long at most
// (Bluestein, 1970), which bounds them.
var fourierCost = func() op.Cost {
	rounds := op.Figure(func(c *op.Call) types.Dim { return op.Rounds(c.Extent(0, -1)).Add(types.Const(2)) })
	return op.Cost{
		Work: func(c *op.Call) types.Dim {
			return c.Size(0).Mul(rounds(c)).Mul(types.Const(60)).Add(c.Size(0).Mul(types.Const(24)))
		},
		Span:   rounds.Times(6).Plus(op.Steady(6)),
		Memory: op.ResultBytes,
	}.AtMost()
}()

// windowCost is that of short transforms by the definition: of each sample of a window
// the weighted sample, its sine and its cosine, and both products added up, for two
// elements of the result.
var windowCost = func() op.Cost {
	length := func(c *op.Call) types.Dim {
		for _, attr := range []string{"win_length", "n_fft"} {
			if n, ok := c.Attrs.Int(attr); ok && n > 0 {
				return types.Const(n)
			}
		}
		return types.Unknown
	}
	cost := op.GatheredCost(length)
	cost.Work = cost.Work.Times(4)
	cost.Span = cost.Span.Plus(op.Steady(3))
	return cost
}()
