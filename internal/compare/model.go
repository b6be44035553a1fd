package compare

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/dataflow"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A modelChange is a way in which two models compute differently.
type modelChange struct {
	Node     string    `json:"node"`     // its name in A; of what B alone has, in B
	In       *string   `json:"in"`       // "A" or "B" of what one model alone has, else null
	Kind     string    `json:"kind"`     // operator, attribute, weights, shape, added, removed, rewired
	Operator string    `json:"operator"` // of the node; input and output of those of the graph
	Function string    `json:"function"` // that the node is in; "" for the model's graph
	Old      string    `json:"old"`
	New      string    `json:"new"`
	Distance *distance `json:"distance"` // of weights of one shape
	Costs    []costOf  `json:"costs"`    // what changes of the node's costs
}

// A modelComparison is what differs between two models.
type modelComparison struct {
	Nodes   [2]int           `json:"nodes"` // how many each has
	Paired  int              `json:"paired"`
	Changed []modelChange    `json:"changed"`
	Values  *valueComparison `json:"values"` // null where they are not compared
}

// compareModels pairs the nodes of two models and lists what differs. With values it runs them.
func compareModels(ctx context.Context, old, now *diffSide, values *Values) (*modelComparison, error) {
	a, err := old.dataflow()
	if err != nil {
		return nil, err
	}
	defer a.Close()
	b, err := now.dataflow()
	if err != nil {
		return nil, err
	}
	defer b.Close()
	c := &modelComparison{Changed: []modelChange{}}
	p, err := c.graphs(a, b, "", a.Main, b.Main)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(a.Functions)) {
		if other := b.Functions[name]; other != nil {
			if _, err := c.graphs(a, b, name, a.Functions[name], other); err != nil {
				return nil, err
			}
		}
	}
	if values != nil {
		err = c.values(ctx, old, now, a, b, p, values)
	}
	return c, err
}

// A flow is a model as nodes that are compared.
type flow struct {
	*dataflow.Model
	*sourcefile.OpenedModel
	costs nodeCosts
}

func (s *diffSide) isModel() bool { return s.path != "" && sourcefile.IsModel(s.path) }

// dataflow opens the model of a side.
func (s *diffSide) dataflow() (*flow, error) {
	opened, err := sourcefile.OpenModel(s.files, s.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.snapshot.Name(s.path), err)
	}
	known := map[string]types.Type{}
	if source, err := s.snapshot.Source(s.path); err == nil && source.Model != nil {
		for _, v := range source.Model.Values {
			known[v.Name] = v.Type
		}
	}
	m, err := dataflow.Of(opened.Model, opened.External, func(name string) types.Type { return known[name] })
	if err != nil {
		opened.Close()
		return nil, fmt.Errorf("%s: %w", s.snapshot.Name(s.path), err)
	}
	return &flow{m, opened, s.nodeCosts()}, nil
}

// graphs compares two graphs of the models.
func (c *modelComparison) graphs(a, b *flow, function string, old, now *dataflow.Graph) (*pairing.Pairing, error) {
	p := pairing.Pair(old.Graph, now.Graph)
	c.Nodes[0], c.Nodes[1] = c.Nodes[0]+len(old.Nodes), c.Nodes[1]+len(now.Nodes)
	for _, k := range p.AtoB {
		if k >= 0 {
			c.Paired++
		}
	}
	listed := map[[2]int]bool{} // nodes whose costs are with an earlier change
	for _, d := range p.Differences() {
		change := modelChange{Node: d.Name, Kind: string(d.Kind), Operator: d.Op, Function: function, Old: d.Old, New: d.New}
		if function == "" && !listed[[2]int{d.A, d.B}] {
			listed[[2]int{d.A, d.B}] = true
			change.Costs = costsOf(a.costs.of(old.Graph, d.A), b.costs.of(now.Graph, d.B))
		}
		if d.Kind == pairing.Added || d.Kind == pairing.Removed {
			in := map[pairing.Kind]string{pairing.Added: "B", pairing.Removed: "A"}[d.Kind]
			change.In = &in
		}
		if d.ConstantA >= 0 && d.ConstantB >= 0 {
			far, err := apart(old.Tensors[d.ConstantA], now.Tensors[d.ConstantB], a.External, b.External)
			if err != nil {
				return nil, err
			}
			change.Distance = far
		}
		c.Changed = append(c.Changed, change)
	}
	return p, nil
}

// A distance is how far apart two tensors of one shape are.
type distance struct {
	Elements int       `json:"elements"`
	Differ   int       `json:"differ"`   // how many elements differ
	Largest  *float64  `json:"largest"`  // the largest difference; null beside an infinity or NaN
	At       []int     `json:"at"`       // the element with the largest difference
	Values   [2]string `json:"values"`   // what it is in each
	Relative *float64  `json:"relative"` // the largest difference over the largest magnitude in A
}

// apart measures two tensors; nil where their shapes differ or they hold no numbers.
func apart(a, b *wire.Tensor, extA, extB wire.External) (*distance, error) {
	if a == nil || b == nil || !slices.Equal(a.Dims, b.Dims) {
		return nil, nil
	}
	x, err := a.Float32s(extA)
	if err != nil {
		return nil, nil // strings and complex numbers
	}
	y, err := b.Float32s(extB)
	if err != nil {
		return nil, nil
	}
	if exact, err := a.Array(extA); err == nil {
		x = exact
	}
	if exact, err := b.Array(extB); err == nil {
		y = exact
	}
	return distanceOf(x, y), nil
}

// distanceOf measures two arrays of one shape. An element that is NaN in one of them alone is
// farther apart than all others.
func distanceOf(x, y *value.Array) *distance {
	d := &distance{Elements: x.Len()}
	xs, ys := x.Flat(), y.Flat()
	at, most, magnitude := -1, -1.0, 0.0
	for i := range x.Len() {
		p, q := value.Load(x.Dtype, xs, i), value.Load(y.Dtype, ys, i)
		u, v := p.Float(), q.Float()
		magnitude = max(magnitude, math.Abs(u))
		if p == q || u == v && math.Signbit(u) == math.Signbit(v) || math.IsNaN(u) && math.IsNaN(v) && x.Dtype == y.Dtype {
			continue
		}
		d.Differ++
		far := math.Abs(u - v)
		if math.IsNaN(far) {
			far = math.Inf(1)
		}
		if far > most {
			at, most = i, far
		}
	}
	if at < 0 {
		return d
	}
	d.Largest, d.At = finite(most), position(at, x.Shape)
	d.Values = [2]string{value.Digits(value.Load(x.Dtype, xs, at)), value.Digits(value.Load(y.Dtype, ys, at))}
	if magnitude > 0 {
		d.Relative = finite(most / magnitude)
	}
	return d
}

// position is an element of a shape by its axes.
func position(i int, shape []int) []int {
	at := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		at[k], i = i%shape[k], i/shape[k]
	}
	return at
}

// finite is a number as JSON has it; nil for those that it does not have.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func sameShape(x, y *value.Array) bool { return slices.Equal(x.Shape, y.Shape) }

// typeText is the type of a value.
func typeText(v value.Value) string { return types.String(model.TypeOf(v)) }

// dtypeOf is the dtype of a tensor's elements; 0 of other types.
func dtypeOf(t types.Type) value.Dtype {
	if tensor, ok := types.Head(t).(*types.Tensor); ok {
		d, _ := model.DtypeOf(tensor.Dtype)
		return d
	}
	return 0
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
