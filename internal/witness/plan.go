package witness

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// mostMarks bounds the numbers of a text that are tried.
const mostMarks = 32

// marksIn are the numbers that a text writes.
func marksIn(item *syntax.Item) (found []float64) {
	for n := syntax.NodeID(1); int(n) < item.Len() && len(found) < mostMarks; n++ {
		if k := item.Kind(n); k != syntax.Int && k != syntax.Float {
			continue
		}
		text := item.NumberText(n)
		if at := strings.IndexAny(text, "iuf"); at > 0 {
			text = text[:at]
		}
		if x, err := strconv.ParseFloat(text, 64); err == nil && !slices.Contains(found, x) && !math.IsInf(x, 0) {
			found = append(found, x)
		}
	}
	return found
}

// plans are the sizes and lengths that are tried, the smallest first.
func (s *search) plans() (small, large []plan) {
	var ts []types.Type
	var symbols []*symbolic.Symbol
	sequences, open := false, false
	for _, p := range s.params {
		ts = append(ts, p.of)
		types.Walk(p.of, func(part types.Type) bool {
			switch part := part.(type) {
			case *types.Fractal, *types.ADT:
				sequences = true
			case *types.Tensor:
				for _, d := range part.Shape {
					open = open || d.IsAny()
				}
			}
			return true
		})
	}
	symbols = symbolsIn(ts)
	make := func(n int64, length int) plan {
		p := plan{elements: s.options.Elements, open: int(n), length: length, sizes: map[*symbolic.Symbol]int64{}}
		for i, v := range symbols {
			p.sizes[v] = n
			if n == 2 && i%2 == 1 {
				p.sizes[v] = 3
			}
		}
		return p
	}
	sizes, lengths := []int64{2}, []int{0}
	manySizes, manyLengths := []int64{}, []int{}
	if len(symbols) > 0 || open {
		sizes, manySizes = []int64{2, 1, 4}, []int64{16, 64, 256, 1024, 4096}
	}
	if sequences {
		lengths, manyLengths = []int{2, 1, 0, 3}, []int{8, 20, 64, 300, 1100, 4096}
	}
	for _, n := range sizes {
		for _, l := range lengths {
			small = append(small, make(n, l))
		}
	}
	for _, l := range manyLengths {
		large = append(large, make(2, l))
	}
	for _, n := range manySizes {
		large = append(large, make(n, lengths[0]))
	}
	return small, large
}

func symbolsIn(ts []types.Type) (found []*symbolic.Symbol) {
	for _, t := range ts {
		types.Walk(t, func(part types.Type) bool {
			if tensor, ok := part.(*types.Tensor); ok {
				for _, d := range tensor.Shape {
					if e, ok := d.Symbolic(); ok {
						e.Symbols(func(v *symbolic.Symbol) {
							if !slices.Contains(found, v) {
								found = append(found, v)
							}
						})
					}
				}
			}
			return true
		})
	}
	return found
}
