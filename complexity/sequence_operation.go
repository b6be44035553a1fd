package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A sequenceCall is a call of a function on FractalTensors.
type sequenceCall struct {
	*walk
	p     *path
	at    graph.Value
	op    *op.Op
	attrs op.Attrs
	args  []value
	// elements are the sizes of an element, by symbol: they stand for those of each
	// element, and in no result.
	elements map[*symbolic.Symbol]elementSize
}

// An elementSize is what the size of elements comes to: for all of them together, and for
// one at most.
type elementSize struct{ total, most *symbolic.Expr }

// A sequenceRule gives a call's result and notes what it costs; ok is false where that
// is not followed.
type sequenceRule func(*sequenceCall) (result value, ok bool)

var sequenceRules map[string]sequenceRule

func init() {
	sequenceRules = map[string]sequenceRule{
		parallel.Map: (*sequenceCall).mapped, parallel.Forall: (*sequenceCall).forall,
		parallel.Filter: (*sequenceCall).filtered, parallel.Filterall: (*sequenceCall).filteredAll,
		parallel.DilatedMap: (*sequenceCall).dilated,
		parallel.Reduce:     (*sequenceCall).reduced,
		parallel.FoldLeft:   (*sequenceCall).folded, parallel.FoldRight: (*sequenceCall).folded,
		parallel.ScanLeft: (*sequenceCall).scanned, parallel.ScanRight: (*sequenceCall).scanned,
		parallel.Zip: (*sequenceCall).zipped, parallel.Product: (*sequenceCall).product,
		parallel.Enumerate: (*sequenceCall).enumerated,
		parallel.Length:    (*sequenceCall).length, parallel.Depth: (*sequenceCall).depth,
		parallel.First: (*sequenceCall).element, parallel.Last: (*sequenceCall).element,
		parallel.Element.Name: (*sequenceCall).element,
		parallel.Slice:        (*sequenceCall).slice, parallel.Gather: (*sequenceCall).gather,
		parallel.Join: (*sequenceCall).join, parallel.Repeat: (*sequenceCall).repeat,
		parallel.Arange: (*sequenceCall).arange, parallel.Split: (*sequenceCall).split,
		parallel.Slide: (*sequenceCall).slide, parallel.Window: (*sequenceCall).window,
		parallel.ShiftedSlide: (*sequenceCall).window,
		parallel.Stack:        (*sequenceCall).stack, parallel.Slices: (*sequenceCall).slices,
		parallel.Flatten: (*sequenceCall).flatten,
	}
}

// onSequences reports whether an operator works on FractalTensors here, as some do that
// work on tensors too.
func (w *walk) onSequences(o *op.Op, out types.Type, args []value) bool {
	if sequenceRules[o.Canonical()] == nil {
		return false
	}
	if o.Scheme != nil || o == parallel.Element || measure.IsFractal(out) {
		return true
	}
	return len(args) > 0 && measure.IsFractal(args[0].typ())
}

func (w *walk) sequenceOperation(p *path, v graph.Value, o *op.Op, attrs op.Attrs, args []value) value {
	c := &sequenceCall{w, p, v, o, attrs, args, map[*symbolic.Symbol]elementSize{}}
	if _, most := o.Arity(); most < 0 || len(args) <= most {
		if result, ok := sequenceRules[o.Canonical()](c); ok {
			return light(result)
		}
	}
	p.Lose(w.loss(solving.NotFollowed, w.place(v)))
	return w.unknown(p, w.typeOf(v), false)
}

// arg is an argument, absent where it is left out.
func (c *sequenceCall) arg(i int) value {
	if i < len(c.args) {
		return c.args[i]
	}
	return absent
}

// sequence is an argument that is a FractalTensor whose lengths are followed.
func (c *sequenceCall) sequence(i int) (*sequence, bool) {
	s, ok := c.arg(i).(*sequence)
	return s, ok
}

// expr is a size of the path as an expression.
func (c *sequenceCall) expr(s linear.Form) *symbolic.Expr { return c.AffineExpr(c.p.Now(s)) }

// view counts an operation of one step.
func (c *sequenceCall) view() { c.charge(c.p, c.at, one()) }

// made counts an operation of some work in one step that makes FractalTensors.
func (c *sequenceCall) made(work, memory *symbolic.Expr) {
	costs := one()
	costs[solving.Work], costs[solving.Memory] = c.Rising(work), c.Rising(memory)
	c.charge(c.p, c.at, costs)
}

// sequenceBytes is what FractalTensors take that have so many elements in all.
func sequenceBytes(number, elements *symbolic.Expr) *symbolic.Expr {
	return number.Add(elements).Mul(symbolic.Int(words(1)))
}

// memberOf is an element of a FractalTensor: each of its sizes is a new symbol, of which
// is known what it comes to for all elements.
func (c *sequenceCall) memberOf(xs *sequence) value {
	number := 1
	member := c.member(xs, xs.elem(), &number)
	if !xs.places {
		return member
	}
	place := c.placeIn(xs)
	if whole, ok := member.(*tuple); ok {
		whole.parts[0] = place
		return whole
	}
	return place
}

// placeIn is the place of an element: less than the length, so that of n elements all add
// up to less than n*n/2.
func (c *sequenceCall) placeIn(xs *sequence) value {
	n, half := c.expr(xs.totals[0]), overFactorial(2)
	place := c.elementSymbol(n.Mul(n).Mul(half), n)
	c.p.Count(place)
	return numberOf(types.Scalar(types.Int32), place)
}

// member is the part of an element that has a type; the FractalTensors in it are numbered
// from number on.
func (c *sequenceCall) member(xs *sequence, t types.Type, number *int) value {
	if t == nil {
		return &opaque{}
	}
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		whole := &tuple{}
		for _, e := range t.Elems {
			whole.parts = append(whole.parts, c.member(xs, e, number))
		}
		return whole
	case *types.Fractal:
		row := &sequence{of: t}
		for i := range measure.CountFractals(t) {
			total := c.expr(xs.totals[*number])
			most := total
			if i == 0 {
				most = c.expr(xs.longest[*number])
			}
			row.totals = append(row.totals, c.elementSymbol(total, most))
			row.longest = append(row.longest, xs.longest[*number])
			*number++
		}
		row.longest[0] = row.totals[0]
		return row
	}
	return c.unknown(c.p, t, false)
}

func (c *sequenceCall) elementSymbol(total, most *symbolic.Expr) linear.Form {
	s := c.p.Fresh(most)
	symbol, _ := c.Size(s.Last()).Symbol()
	c.elements[symbol] = elementSize{total, most}
	return s
}

// sameShape is a FractalTensor with a new length and what is known of another's elements.
func sameShape(xs *sequence, length linear.Form) *sequence {
	return &sequence{of: xs.of, totals: append([]linear.Form{length}, xs.totals[1:]...), longest: append([]linear.Form{length}, xs.longest[1:]...)}
}
