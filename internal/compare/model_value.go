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
	at    [2]int // what the runs call them
	depth int    // nodes on the longest way to it
}

// A watched is a model or a program that is run, and what its runs show.
type watched struct {
	inputs  []model.Port
	results func(node int) []string // the names of what a node gives, "" for one without
	number  func(node, result int) int
	watch   func(ctx context.Context, inputs []value.Value, o interp.Options, visit func(number int, parts []value.Value)) error
}

// watchedModel shows the values of a model by their names, those that each node gives.
func (f modelFile) watchedModel(results [][]string) (*watched, error) {
	m, err := evaluate.OpenModel(f.snapshot, f.path)
	if err != nil {
		return nil, err
	}
	first, names := make([]int, len(results)), []string{}
	for i, list := range results {
		first[i] = len(names)
		names = append(names, list...)
	}
	return &watched{
		inputs: m.Inputs(), results: func(node int) []string { return results[node] },
		number: func(node, result int) int { return first[node] + result },
		watch: func(ctx context.Context, inputs []value.Value, o interp.Options, visit func(int, []value.Value)) error {
			return m.Watch(ctx, inputs, names, o, visit)
		},
	}, nil
}

// watchedProgram shows the values of the nodes of a program, which a run computes once.
func (f modelFile) watchedProgram(item int, b *programBuilder) (*watched, error) {
	p, err := evaluate.Open(f.snapshot, f.path)
	if err != nil {
		return nil, err
	}
	var watchpoints []evaluate.Watchpoint
	var nodes []int
	for s, node := range b.watchpoints {
		watchpoints, nodes = append(watchpoints, s), append(nodes, node)
	}
	entry := interp.Entry{Item: item}
	if name, _, ok := b.file.Module.Signature(item); ok {
		entry.Name = name
	}
	return &watched{
		inputs: b.ports, results: func(node int) []string { return []string{b.out.Nodes[node].Name} },
		number: func(node, _ int) int { return node },
		watch: func(ctx context.Context, inputs []value.Value, o interp.Options, visit func(int, []value.Value)) error {
			return p.Watch(ctx, entry, inputs, watchpoints, o, func(i int, parts []value.Value) { visit(nodes[i], parts) })
		},
	}, nil
}

// mostKept is how many bytes of values are kept from one run.
const mostKept = 1 << 30

// values runs both sides on the same inputs and compares them along the pairing. Each is run once,
// and again as long as the values of the first side do not fit into memory together.
func (c *modelComparison) values(ctx context.Context, old, now modelFile, a, b *flow, p *pairing.Pairing, how *Values) error {
	first, err := a.run()
	if err != nil {
		return err
	}
	second, err := b.run()
	if err != nil {
		return err
	}
	inputs, err := how.Inputs(first.inputs)
	if err != nil {
		return &inputError{err}
	}
	others, err := paired(inputs, first, second, p)
	if err != nil {
		return err
	}
	list := watches(first, second, p)
	byOld, byNow := map[int]int{}, map[int][]int{}
	for i, w := range list {
		byOld[w.at[0]] = i
		byNow[w.at[1]] = append(byNow[w.at[1]], i)
	}
	found := &valueComparison{}
	differing := make([]*diverging, len(list))
	done := make([]bool, len(list))
	for again := true; again; {
		again = false
		kept, bytes := map[int][]value.Value{}, 0
		err := first.watch(ctx, inputs, how.Options, func(number int, parts []value.Value) {
			i, wanted := byOld[number]
			switch {
			case !wanted || done[i]:
			case bytes > mostKept:
				again = true
			default:
				kept[i], done[i] = copies(parts, &bytes), true
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", old.name(), err)
		}
		err = second.watch(ctx, others, how.Options, func(number int, parts []value.Value) {
			for _, i := range byNow[number] {
				if values, ok := kept[i]; ok && len(values) == len(parts) {
					found.Compared++
					differing[i] = compareParts(&list[i], p.A.Nodes[list[i].node].Name, values, parts)
				}
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", now.name(), err)
		}
	}
	for _, d := range differing {
		if d != nil {
			found.Differ++
			found.note(d)
		}
	}
	c.Values = found
	return nil
}

// copies are values that a run may go on to change. It counts their bytes.
func copies(parts []value.Value, bytes *int) (list []value.Value) {
	for _, v := range parts {
		if a, ok := v.(*value.Array); ok {
			v = a.Copy()
			*bytes += a.Len() * a.Dtype.Size()
		}
		list = append(list, v)
	}
	return list
}

// paired are the inputs of the second side: those of the first, in the dtypes of the second.
func paired(inputs []value.Value, first, second *watched, p *pairing.Pairing) ([]value.Value, error) {
	others := make([]value.Value, len(second.inputs))
	for k, in := range second.inputs {
		i := p.InputsBtoA[k]
		if i < 0 {
			return nil, fmt.Errorf("the input %q of the second model has none in the first one: values cannot be compared", in.Name)
		}
		others[k] = inputs[i]
		have, want := first.inputs[i].Type, in.Type
		if x, y := dtypeOf(have), dtypeOf(want); x != y {
			if a := value.Dense(inputs[i]); a != nil && y != 0 {
				others[k] = value.Simplest(a.Convert(y))
			}
		}
	}
	return others, nil
}

// watches are the values of paired nodes, in the order of A.
func watches(a, b *watched, p *pairing.Pairing) (list []watch) {
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
		names, others := a.results(i), b.results(k)
		for r := range min(len(names), len(others)) {
			if names[r] != "" && others[r] != "" {
				list = append(list, watch{i, [2]string{names[r], others[r]}, [2]int{a.number(i, r), b.number(k, r)}, depth[i]})
			}
		}
	}
	return list
}

// roundings is how many roundings of a value one node is taken for.
const roundings = 8

// compareParts compares two values part by part and returns the first part that differs; nil
// where none does. Sequences and optional values are not compared.
func compareParts(w *watch, node string, parts, others []value.Value) *diverging {
	for i, v := range parts {
		x, y := value.Dense(v), value.Dense(others[i])
		if x == nil || y == nil {
			continue
		}
		d := &diverging{Node: node, Values: w.names, Types: [2]string{typeText(v), typeText(others[i])}}
		if !sameShape(x, y) || measure(d, x, y, w.depth) {
			return d
		}
	}
	return nil
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
