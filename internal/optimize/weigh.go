package optimize

import (
	"math"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Metric is what is minimized: the bounds of `fraccheck cost`, or the figures of its networks.
type Metric string

const (
	Work   Metric = "work"
	Span   Metric = "span"
	Memory Metric = "memory"
	MACs   Metric = "macs"
	Bytes  Metric = "bytes"
)

// A scale weighs single nodes, by which terms are chosen. What a whole definition costs is known better
// (cost.go); a scale is what can be added up: the same node weighs the same in all terms.
//
// Sizes are numbers: each size variable, and the length of each FractalTensor and list that is an
// argument, is base. Work and span are in steps, memory and bytes in bytes, multiply-adds in themselves.
type scale struct {
	*terms
	metric  Metric
	base    int64
	bounds  *complexity.Analysis
	own     map[id]weight // by node
	lengths map[id]float64
	forced  map[id]bool // see terms.forced
	seed    uint32      // varies which of equally cheap nodes is taken; 0 for the smallest terms
}

// A weight is what a node costs besides its arguments, and how often it calls those that are functions.
type weight struct{ own, calls float64 }

// newScale weighs the nodes of an e-graph by a metric.
func newScale(t *terms, b *body, m Metric, base int64, bounds *complexity.Analysis) *scale {
	return &scale{terms: t, forced: t.forced(b), metric: m, base: base, bounds: bounds, own: map[id]weight{}, lengths: map[id]float64{}}
}

// tick is what every node weighs at least, so that smaller terms are taken of those that cost
// the same, and no term is chosen as a part of itself.
const tick = 1.0 / 1024

// number is a size in numbers: the middle of its enclosure where all variables are base.
func (s *scale) number(e *symbolic.Expr) float64 {
	if e == nil {
		return float64(s.base)
	}
	if n, ok := e.Const(); ok {
		return float64(n)
	}
	in, err := e.Enclose(func(*symbolic.Symbol) (int64, bool) { return s.base, true })
	if err != nil || math.IsNaN(in.High) {
		return float64(s.base)
	}
	return in.Mid()
}

// dim is an extent in numbers.
func (s *scale) dim(d types.Dim) float64 {
	if n, ok := d.Const(); ok {
		return float64(n)
	}
	if d.Loose() {
		return float64(s.base)
	}
	return s.number(d.Expr())
}

// weigh is the weight of a node.
func (s *scale) weigh(e egraph.Entry) weight {
	if w, known := s.own[e.ID]; known {
		return w
	}
	w := s.weight(e)
	w.own += tick * s.perturbation(e.ID)
	s.own[e.ID] = w
	return w
}

// perturbation varies the least weight of a node by the seed, from 1/4 to 4 (a multiplicative hash of
// the node's number), so that equally cheap terms are chosen differently.
func (s *scale) perturbation(c id) float64 {
	if s.seed == 0 {
		return 1
	}
	x := (uint32(c)+1)*2654435761 ^ s.seed*2246822519
	x ^= x >> 15
	x *= 2246822519
	x ^= x >> 13
	return math.Exp2(float64(x%1024)/256 - 2)
}

// plain is the weight of what costs some steps and makes some words of 8 bytes.
func (s *scale) plain(work, words float64) weight {
	switch s.metric {
	case Work, Span:
		return weight{own: work}
	case Memory:
		return weight{own: 8 * words}
	}
	return weight{}
}

// weight weighs a node by its kind, as the cost model of docs/cost.md counts it.
func (s *scale) weight(e egraph.Entry) weight {
	h := s.head(e.Node)
	switch h.kind {
	case operation:
		return s.operation(h, e)
	case construct:
		if len(e.Kids) == 0 {
			return weight{}
		}
		return s.plain(1, float64(len(e.Kids)+1))
	case tuple:
		return s.plain(0, float64(len(e.Kids)))
	case list:
		return s.plain(1, float64(len(e.Kids)))
	case project, branch, choice, shortcut:
		return s.plain(1, 0)
	case lambda:
		return s.plain(0, float64(1+len(s.Data(e.ID).free)))
	case call:
		return s.call(e)
	}
	return weight{}
}

// operation weighs an operator by its entry. Bytes are those that it reads and writes; a view moves none.
func (s *scale) operation(h *head, e egraph.Entry) weight {
	if h.op.Scheme != nil || s.fractal(e) {
		return s.sequence(h, e)
	}
	c := &op.Call{Op: h.op, Attrs: h.attrs, Out: s.typeOf(e.ID), Last: true}
	at := 0
	for i := range max(len(h.op.Params), len(e.Kids)) {
		if i < 63 && h.absent&(1<<i) != 0 || at >= len(e.Kids) {
			c.Args = append(c.Args, nil)
			continue
		}
		c.Args = append(c.Args, s.typeOf(e.Kids[at]))
		at++
	}
	cost := h.op.Cost
	figure := func(f op.Figure, unknown float64) weight {
		if f == nil {
			return weight{own: unknown}
		}
		return weight{own: s.dim(f(c))}
	}
	switch s.metric {
	case Work:
		return figure(cost.Work, s.dim(op.Operands(c))+1)
	case Span:
		return figure(cost.Span, 1)
	case Memory:
		return figure(cost.Memory, 0)
	case MACs:
		return figure(cost.MultiplyAdds, 0)
	}
	if h.op.Aliasing == op.View {
		return weight{}
	}
	bytes := s.dim(op.ResultBytes(c))
	for i := range c.Args {
		if c.Args[i] != nil {
			bytes += s.dim(op.BytesOf(i)(c))
		}
	}
	return weight{own: bytes}
}

// fractal reports whether a node works on FractalTensors.
func (s *scale) fractal(e egraph.Entry) bool {
	for _, c := range append(e.Kids[:len(e.Kids):len(e.Kids)], e.ID) {
		if _, ok := types.Head(s.typeOf(c)).(*types.Fractal); ok {
			return true
		}
	}
	return false
}

// sequence weighs a function on FractalTensors by their lengths: n calls for n elements, in parallel for
// the span of map and forall, and log n deep for that of reduce.
func (s *scale) sequence(h *head, e egraph.Entry) weight {
	n := 1.0
	for _, k := range e.Kids {
		if _, ok := types.Head(s.typeOf(k)).(*types.Fractal); ok {
			n = s.length(k)
			break
		}
	}
	out := s.elements(s.typeOf(e.ID), s.length(e.ID))
	each := func(calls, words float64) weight {
		w := s.plain(n, words)
		w.calls = calls
		return w
	}
	switch h.op.Canonical() {
	case parallel.Map, parallel.Forall, parallel.ScanLeft, parallel.ScanRight, parallel.Filter, parallel.Filterall, parallel.DilatedMap:
		if s.metric == Span && (h.op.Canonical() == parallel.Map || h.op.Canonical() == parallel.Forall) {
			return weight{1, 1}
		}
		return each(n, out)
	case parallel.Reduce, parallel.FoldLeft, parallel.FoldRight:
		if s.metric == Span && h.op.Canonical() == parallel.Reduce {
			return weight{1, math.Log2(max(2, n))}
		}
		return each(n, 0)
	case parallel.First, parallel.Last, parallel.Length, parallel.Depth, parallel.Zip, parallel.Slice, parallel.Enumerate:
		return s.plain(1, 0)
	}
	if s.metric == Span {
		return weight{own: 1}
	}
	return s.plain(max(1, s.length(e.ID)), out)
}

// elements are the words of a FractalTensor of n elements; floats of 32 bits are half a word.
func (s *scale) elements(t types.Type, n float64) float64 {
	f, ok := types.Head(t).(*types.Fractal)
	if !ok {
		return 0
	}
	if tensor, ok := types.Head(f.Elem).(*types.Tensor); ok && len(tensor.Shape) > 0 {
		return n * (1 + s.dim(types.Product(tensor.Shape))/2)
	}
	return n
}

// length is the length of a FractalTensor or a list, as far as the graph shows, and else base.
func (s *scale) length(c id) float64 {
	c = s.Find(c)
	if n, known := s.lengths[c]; known {
		return n
	}
	s.lengths[c] = float64(s.base) // where a class is a part of itself
	s.lengths[c] = s.lengthOfClass(c)
	return s.lengths[c]
}

// lengthOfClass is the length by the first node that determines it. A call of a definition on lists is
// taken to keep their elements: @concat adds lengths, @map and @rev keep them.
func (s *scale) lengthOfClass(c id) float64 {
	for _, e := range s.Entries(c) {
		h := s.head(e.Node)
		switch {
		case h.kind == list:
			return float64(len(e.Kids))
		case h.kind == construct && len(e.Kids) == 0:
			return 0
		case h.kind == construct && len(e.Kids) == 2:
			return 1 + s.length(e.Kids[1])
		case h.kind == operation:
			switch h.op.Canonical() {
			case parallel.Map, parallel.Forall, parallel.ScanLeft, parallel.ScanRight, parallel.Filter:
				return s.length(e.Kids[1])
			case parallel.Zip, parallel.Enumerate, parallel.Slice:
				return s.length(e.Kids[0])
			case parallel.Join:
				sum := 0.0
				for _, k := range e.Kids {
					sum += s.length(k)
				}
				return sum
			}
		case h.kind == call:
			sum := 0.0
			for _, k := range e.Kids[1:] {
				if _, ok := types.Head(s.typeOf(k)).(*types.ADT); ok {
					sum += s.length(k)
				}
			}
			if sum > 0 {
				return sum
			}
		}
	}
	return float64(s.base)
}

// call weighs the call of a definition by its bound at the sizes of the arguments. Without a bound it is
// two steps for each element; a function that it is passed is called once for each.
func (s *scale) call(e egraph.Entry) weight {
	calls := 1.0
	for _, k := range e.Kids[1:] {
		switch types.Head(s.typeOf(k)).(type) {
		case *types.ADT, *types.Fractal:
			calls = max(calls, s.length(k))
		}
	}
	metric, ok := map[Metric]complexity.Metric{Work: complexity.Work, Span: complexity.Span, Memory: complexity.Memory}[s.metric]
	if !ok {
		return weight{0, calls}
	}
	for _, f := range s.Entries(e.Kids[0]) {
		h := s.head(f.Node)
		if h.kind != global || h.object == nil || s.bounds == nil {
			continue
		}
		if x, ok := s.bound(metric, h, e); ok {
			return weight{x, calls}
		}
	}
	return weight{2 * calls, calls}
}

// bound is the bound of a definition at the sizes of arguments. What the functions cost that it is passed
// is left out: extraction adds their bodies by weight.calls.
func (s *scale) bound(m complexity.Metric, h *head, e egraph.Entry) (float64, bool) {
	b := s.bounds.Of(h.object)
	if b == nil || !b.Bounded(m) {
		return 0, false
	}
	names := s.bounds.Parameters(h.object)
	expr := b.Expr(m)
	if expr == nil {
		return 0, false
	}
	expr = expr.SubstCosts(func(symbolic.Measure, *symbolic.Symbol, []*symbolic.Expr) *symbolic.Expr { return symbolic.Int(0) })
	in, err := expr.Enclose(func(x *symbolic.Symbol) (int64, bool) {
		for i, name := range names {
			if i+1 < len(e.Kids) && x.Name == "|"+name+"|" {
				return int64(s.length(e.Kids[i+1])), true
			}
		}
		return s.base, true
	})
	if err != nil {
		return 0, false
	}
	return in.Mid(), true
}
