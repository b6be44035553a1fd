package network

import (
	"cmp"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Metric says what is counted of a layer.
type Metric uint8

const (
	MultiplyAdds Metric = iota // products that are added up
	Bytes                      // read and written
	Parameters                 // elements of weights
	metrics
)

// evaluated are the metrics that count as often as a layer is evaluated.
const evaluated = Parameters

// A Figure is a count, or why it is not known.
type Figure struct {
	Size types.Dim // loose where Why is set
	Why  *Reason
}

// A Reason says why a figure is not known, and where that was found out.
type Reason struct {
	Message string
	Item    *syntax.Item
	Node    syntax.NodeID
}

// A Report is what one run of a definition costs.
type Report struct {
	Totals [metrics]Figure
	// WeightBytes are the bytes of all weights, Statistics those of Parameters that are
	// not trained: the moving means and variances of normalizations.
	WeightBytes, Statistics Figure
	// Inputs are the parameters of the definition that are no weights, in their order.
	Inputs []Input
	Peak   Peak

	analysis *analysis
	weights  []weight
}

// figures are all that are known.
func (r *Report) figures() (known []*Figure) {
	for _, f := range []*Figure{&r.Totals[MultiplyAdds], &r.Totals[Bytes], &r.Totals[Parameters], &r.WeightBytes, &r.Statistics, &r.Peak.Figure} {
		if f.Why == nil {
			known = append(known, f)
		}
	}
	return known
}

// Names are those of the shape variables that the figures depend on where nothing is assumed,
// sorted; none of a report for which nothing is assumed.
func (r *Report) Names() []string { return slices.Sorted(maps.Keys(r.analysis.names)) }

// An Input is a parameter of the definition, with its sigil.
type Input struct {
	Name string
	Type types.Type
}

// A Peak is the most bytes of values that are live at once.
type Peak struct {
	Figure
	Exact bool // no order of evaluation needs less; else an upper bound of that
}

// A Layer is a call of an operator, or a weight that stands by itself, with what all its
// evaluations cost together.
type Layer struct {
	Operator string // "" for a constant, and for a call of a `Primitive=1` function
	Item     *syntax.Item
	Node     syntax.NodeID
	Result   types.Type
	Times    types.Dim // how often it is evaluated
	Figure
	// OneOf is set where it stands in one of several branches of which none is known to be
	// the dearest.
	OneOf bool
}

// Layers are the layers that cost anything, the dearest first; before them those whose
// figures are not known.
func (r *Report) Layers(m Metric) []Layer {
	var layers []Layer
	if m == Parameters {
		layers = r.weightLayers()
	} else {
		layers = r.analysis.layers(m)
	}
	keys := make([]float64, len(layers))
	order := make([]int, len(layers))
	for i, l := range layers {
		keys[i], order[i] = magnitude(l.Figure), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(keys[j], keys[i]) })
	sorted := make([]Layer, len(layers))
	for i, from := range order {
		sorted[i] = layers[from]
	}
	return sorted
}

// layers are those of an evaluated metric, callers first.
func (a *analysis) layers(m Metric) []Layer {
	var layers []Layer
	for i := len(a.order) - 1; i >= 0; i-- {
		u := &a.units[a.order[i]]
		times := u.times[m]
		if times.IsConst(0) {
			continue
		}
		for _, l := range u.layers {
			figure := l.own[m].times(times)
			if !figure.Size.IsConst(0) {
				layers = append(layers, u.in.layer(l.value, times, figure, u.oneOf[m]))
			}
		}
	}
	return layers
}

func (in *instance) layer(v graph.Value, times types.Dim, f Figure, oneOf bool) Layer {
	l := Layer{Item: in.info.Item, Node: in.graph.Node(v), Result: in.typeOf(v), Times: times, Figure: f, OneOf: oneOf}
	if in.ops[v] != nil {
		l.Operator = in.ops[v].Name
	}
	return l
}

// call is a call of an operator with what a Figure of op.Cost asks for.
func (in *instance) call(a typecheck.Application, v graph.Value) *op.Call {
	c := &op.Call{Op: a.Op, Attrs: a.Attrs, Out: in.typeOf(v), Last: true}
	for i, o := range in.graph.Operands(v) {
		if i < len(a.Args) {
			c.Args = append(c.Args, in.operandType(o))
		}
	}
	return c
}
