package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A sequence is a FractalTensor. Its type has a FractalTensor in it for each depth,
// itself the first, and where tuples hold several, for each of these; they are numbered in
// the order of the type's text. totals are by number how many elements all of them
// have together: the first is the length, the others are no less than that. longest
// are how many one of them has at most.
type sequence struct {
	of      types.Type
	totals  []linear.Form
	longest []linear.Form // the first is the length
	// items are the elements, nil where these are not known one by one.
	items []value
	// places tells that the elements, or the first parts of them, are the integers from 0
	// up to the length.
	places bool
}

func (v *sequence) typ() types.Type { return v.of }

// maxDepth is how many FractalTensors a type may have in it whose lengths are followed.
const maxDepth = 8

// sizes are the length, then of each depth the total and the longest.
func (v *sequence) sizes() []linear.Form {
	all := []linear.Form{v.totals[0]}
	for i := 1; i < len(v.totals); i++ {
		all = append(all, v.totals[i], v.longest[i])
	}
	return all
}

// unknownFractal is a FractalTensor whose lengths are all new.
func (w *walk) unknownFractal(p *path, t types.Type) value {
	if measure.Wide(t) || measure.CountFractals(t) > maxDepth {
		return &opaque{of: t}
	}
	return w.unknownSequence(p, t)
}

func (w *walk) unknownSequence(p *path, t types.Type) *sequence {
	s := &sequence{of: t, totals: []linear.Form{p.Symbol()}}
	s.longest = append(s.longest, s.totals[0])
	for range measure.CountFractals(t) - 1 {
		s.totals = append(s.totals, p.Symbol())
		s.longest = append(s.longest, p.Symbol())
	}
	return s
}

// bounded notes of FractalTensors taken out of data that none inside of them is longer
// than all are together.
func (p *path) bounded(v value) {
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			p.bounded(part)
		}
	case *sequence:
		for i := 1; i < len(v.totals); i++ {
			p.AtLeast(v.totals[i], v.longest[i])
		}
	}
}

// fractalSizes lists the sizes of a result that is a FractalTensor; those that are not
// known are new symbols.
func (w *walk) fractalSizes(p *path, v value, t types.Type, sizes *[]linear.Form) {
	if measure.Wide(t) || measure.CountFractals(t) > maxDepth {
		return
	}
	s, ok := v.(*sequence)
	if !ok || len(s.totals) != measure.CountFractals(t) {
		s = w.unknownSequence(p, t)
	}
	*sizes = append(*sizes, s.sizes()...)
}

// elem is the type of the elements.
func (v *sequence) elem() types.Type {
	if t, ok := types.Head(v.of).(*types.Fractal); ok {
		return t.Elem
	}
	return nil
}
