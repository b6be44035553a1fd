package compare

import (
	"context"
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
)

// Values says how two models are run beside each other.
type Values struct {
	// Inputs returns the values of the inputs of the first model.
	Inputs  func(ports []model.Port) ([]value.Value, error)
	Options interp.Options
}

// A valueComparison is what two models compute from the same inputs.
type valueComparison struct {
	Compared int        `json:"compared"` // pairs of values
	Differ   int        `json:"differ"`
	First    *diverging `json:"first"`  // the first value that differs at all
	Beyond   *diverging `json:"beyond"` // the first that differs more than rounding allows
	Reason   *string    `json:"reason"` // why values are not compared; null where they are
}

// A diverging is a value that differs.
type diverging struct {
	Node     string    `json:"node"`   // in A
	Values   [2]string `json:"values"` // its names
	Types    [2]string `json:"types"`
	Element  []int     `json:"element"` // the first that differs; of Beyond the first beyond rounding
	Elements [2]string `json:"elements"`
	Ulps     *float64  `json:"ulps"` // between them, of the coarser dtype; null beside NaN or for other types
	Largest  *float64  `json:"largest"`
	Allowed  float64   `json:"allowed"` // by rounding, of each element
	Rounding bool      `json:"rounding"`
}

// An inputError is an input that cannot be had: a mistake of who asks.
type inputError struct{ error }

// A watch is two values that are compared.
type watch struct {
	node  int // in A
	names [2]string
	depth int // nodes on the longest way to it
}

// values runs both models on the same inputs and compares them along the pairing.
func (c *modelComparison) values(ctx context.Context, old, now modelFile, a, b *flow, p *pairing.Pairing, how *Values) error {
	first, err := evaluate.OpenModel(old.snapshot, old.path)
	if err != nil {
		return err
	}
	second, err := evaluate.OpenModel(now.snapshot, now.path)
	if err != nil {
		return err
	}
	inputs, err := how.Inputs(first.Inputs())
	if err != nil {
		return &inputError{err}
	}
	others, err := paired(inputs, first, second, p)
	if err != nil {
		return err
	}
	list := watches(a, b, p)
	names := [2][]string{}
	for _, w := range list {
		names[0], names[1] = append(names[0], w.names[0]), append(names[1], w.names[1])
	}
	found := &valueComparison{}
	next, stop := pull(ctx, second, others, names[1], how.Options)
	defer stop()
	var failed error
	err = first.Watch(ctx, inputs, names[0], how.Options, func(i int, v value.Value) bool {
		other, err := next()
		if err != nil {
			failed = err
			return false
		}
		if v != nil && other != nil {
			found.compare(&list[i], p.A.Nodes[list[i].node].Name, v, other)
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("%s: %w", old.name(), err)
	}
	if failed != nil {
		return fmt.Errorf("%s: %w", now.name(), failed)
	}
	c.Values = found
	return nil
}

// pull runs a model and gives its watched values one after another.
func pull(ctx context.Context, m *evaluate.Model, inputs []value.Value, names []string, o interp.Options) (next func() (value.Value, error), stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	values, failed := make(chan value.Value), make(chan error, 1)
	go func() {
		defer close(values)
		failed <- m.Watch(ctx, inputs, names, o, func(_ int, v value.Value) bool {
			select {
			case values <- v:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return func() (value.Value, error) {
		if v, ok := <-values; ok {
			return v, nil
		}
		return nil, <-failed
	}, cancel
}

// paired are the inputs of the second model: those of the first, in the dtypes of the second.
func paired(inputs []value.Value, first, second *evaluate.Model, p *pairing.Pairing) ([]value.Value, error) {
	others := make([]value.Value, len(second.Inputs()))
	for k, in := range second.Inputs() {
		i := p.InputsBtoA[k]
		if i < 0 {
			return nil, fmt.Errorf("the input %q of the second model has none in the first one: values cannot be compared", in.Name)
		}
		others[k] = inputs[i]
		have, want := first.Inputs()[i].Type, in.Type
		if x, y := dtypeOf(have), dtypeOf(want); x != y {
			if a := value.Dense(inputs[i]); a != nil && y != 0 {
				others[k] = value.Simplest(a.Convert(y))
			}
		}
	}
	return others, nil
}

// watches are the values of paired nodes, in the order of A.
func watches(a, b *flow, p *pairing.Pairing) (list []watch) {
	depth := make([]int, len(p.A.Nodes))
	for i := range p.A.Nodes {
		n := &p.A.Nodes[i]
		n.Read(func(_ int, o *pairing.Operand) {
			if o.From == pairing.FromNode {
				depth[i] = max(depth[i], depth[o.At])
			}
		})
		depth[i]++
		k := p.AtoB[i]
		if k < 0 {
			continue
		}
		names, others := a.results[i], b.results[k]
		for r := range min(len(names), len(others)) {
			if names[r] != "" && others[r] != "" {
				list = append(list, watch{i, [2]string{names[r], others[r]}, depth[i]})
			}
		}
	}
	return list
}

// roundings is how many roundings of a value one node is taken for.
const roundings = 8

// compare compares two values, and notes the first ones that differ.
func (c *valueComparison) compare(w *watch, node string, v, other value.Value) {
	c.Compared++
	x, y := value.Dense(v), value.Dense(other)
	if x == nil || y == nil {
		return // sequences and optional values
	}
	d := &diverging{Node: node, Values: w.names, Types: [2]string{typeText(v), typeText(other)}}
	if !sameShape(x, y) {
		c.Differ++
		c.note(d)
		return
	}
	if measure(d, x, y, w.depth) {
		c.Differ++
		c.note(d)
	}
}

func (c *valueComparison) note(d *diverging) {
	if c.First == nil {
		c.First = d
	}
	if c.Beyond == nil && !d.Rounding {
		c.Beyond = d
	}
}

// measure compares the elements of two arrays of one shape, and reports whether any differs.
// Rounding allows each element of floats eight roundings of the coarser dtype for every node on
// the longest way to the value, relative to the largest magnitude of the value.
func measure(d *diverging, x, y *value.Array, depth int) bool {
	eps := max(epsilon(x.Dtype), epsilon(y.Dtype))
	xs, ys := x.Flat(), y.Flat()
	largest, most, first := 0.0, 0.0, -1
	for i := range x.Len() {
		u := value.Load(x.Dtype, xs, i).Float()
		if !math.IsInf(u, 0) && !math.IsNaN(u) {
			largest = max(largest, math.Abs(u))
		}
	}
	d.Allowed = roundings * eps * float64(depth) * largest
	beyond := -1
	for i := range x.Len() {
		p, q := value.Load(x.Dtype, xs, i), value.Load(y.Dtype, ys, i)
		u, v := p.Float(), q.Float()
		if u == v || math.IsNaN(u) && math.IsNaN(v) {
			continue
		}
		if first < 0 {
			first = i
		}
		far := math.Abs(u - v)
		most = max(most, far)
		if beyond < 0 && !(far <= d.Allowed) {
			beyond = i
		}
	}
	if first < 0 {
		return false
	}
	if d.Rounding = beyond < 0; !d.Rounding {
		first = beyond
	}
	p, q := value.Load(x.Dtype, xs, first), value.Load(y.Dtype, ys, first)
	d.Element, d.Elements = position(first, x.Shape), [2]string{digits(p), digits(q)}
	d.Largest = finite(most)
	if eps > 0 {
		d.Ulps = finite(math.Abs(p.Float()-q.Float()) / ulp(p.Float(), eps))
	}
	return true
}

// ulp is the distance of a number to the next one of a dtype with an epsilon.
func ulp(x, eps float64) float64 {
	_, exponent := math.Frexp(x)
	return math.Ldexp(eps, max(exponent-1, -126))
}

// epsilon is the distance of 1 to the next number of a dtype; 0 for integers.
func epsilon(d value.Dtype) float64 {
	switch d {
	case value.Float64:
		return 0x1p-52
	case value.Float32:
		return 0x1p-23
	case value.Float16:
		return 0x1p-10
	case value.Bfloat16:
		return 0x1p-7
	}
	if d.IsFloat() {
		return 0x1p-2
	}
	return 0
}
