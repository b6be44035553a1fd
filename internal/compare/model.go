package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/dataflow"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A modelChange is a way in which two models compute differently.
type modelChange struct {
	File     string    `json:"file"`     // of a folder; "" where OLD and NEW are files
	Node     string    `json:"node"`     // its name in A; of what B alone has, in B
	In       *string   `json:"in"`       // "A" or "B" of what one model alone has, else null
	Kind     string    `json:"kind"`     // operator, attribute, weights, shape, added, removed, rewired
	Operator string    `json:"operator"` // of the node; input and output of those of the graph
	Function string    `json:"function"` // that the node is in; "" for the model's graph
	Old      string    `json:"old"`
	New      string    `json:"new"`
	Distance *distance `json:"distance"` // of weights of one shape
	Costs    []costOf  `json:"costs"`    // what changes of the node's costs

	partner string // the name of the node in B, "" where B has none
}

// A modelComparison is what differs between two models.
type modelComparison struct {
	Nodes   [2]int           `json:"nodes"` // how many each has
	Paired  int              `json:"paired"`
	Changed []modelChange    `json:"changed"`
	Values  *valueComparison `json:"values"` // null where they are not compared

	old, now modelFile // of a single pair of files
}

// A modelFile is a model, or a program that is compared with one.
type modelFile struct {
	snapshot *workspace.Snapshot
	files    workspace.Files
	path     string
}

func (f modelFile) isModel() bool { return sourcefile.IsModel(f.path) }

// isProgram reports whether a file is a program, or a model.
func (f modelFile) isProgram() bool {
	return f.isModel() || sourcefile.HasEnding(f.path, sourcefile.ProgramEndings)
}

// comparable reports whether one of two files is a model, and the other one a model or a program.
func comparable(a, b modelFile) bool {
	return a.isModel() && b.isProgram() || a.isProgram() && b.isModel()
}

func (f modelFile) name() string { return f.snapshot.Name(f.path) }

// Models compares two models, or a model and a program, of a snapshot.
func Models(ctx context.Context, s *workspace.Snapshot, old, now string) (*Comparison, error) {
	first, second := modelFile{s, workspace.Disk{}, old}, modelFile{s, workspace.Disk{}, now}
	if !comparable(first, second) {
		return nil, fmt.Errorf("%s and %s: one of the two must be a model, and the other one a model or a program", first.name(), second.name())
	}
	models := newModelComparison()
	return &Comparison{models: models}, models.add(ctx, "", first, second, nil)
}

func newModelComparison() *modelComparison { return &modelComparison{Changed: []modelChange{}} }

// compareModels compares the models of two sides that have one name, or the two files that the
// sides are; nil where there are none.
func (r *Reader) compareModels(ctx context.Context, old, now *diffSide, values *Values) (*modelComparison, error) {
	single := old.programs[""] != "" && now.programs[""] != "" // files, and no folders
	c := newModelComparison()
	compared := false
	for _, key := range slices.Sorted(maps.Keys(now.programs)) {
		first, second := old.model(key), now.model(key)
		programs := values != nil && single && first.isProgram() && second.isProgram()
		if !comparable(first, second) && !programs || !single && !first.isModel() {
			continue
		}
		compared = true
		if !single && sameBytes(first, second) {
			continue
		}
		err := c.add(ctx, key, first, second, values)
		switch {
		case ctx.Err() != nil || single && err != nil:
			return nil, err
		case err != nil:
			fmt.Fprintf(r.Stderr, "fraccheck: models are not compared: %v\n", err)
		}
	}
	switch {
	case values != nil && !(single && compared):
		return nil, errors.New("--values compares two models or programs: OLD and NEW each name a file of one")
	case !compared:
		return nil, nil
	}
	return c, nil
}

// sameBytes reports whether two files are equal.
func sameBytes(a, b modelFile) bool {
	x, err := a.files.ReadFile(a.path, disk.Models)
	if err != nil {
		return false
	}
	y, err := b.files.ReadFile(b.path, disk.Models)
	return err == nil && bytes.Equal(x, y)
}

// ModelsMarkdown lists what differs between the models as a document in Markdown.
func (c *Comparison) ModelsMarkdown(old, now string) string {
	section := c.models.section()
	title := fmt.Sprintf("# %s and %s\n\n%s.\n", plainMarkdown(old), plainMarkdown(now), c.models.summary())
	if len(section.rows) == 0 {
		return title
	}
	return title + section.within(longestSummary)
}

// add pairs the nodes of two models and lists what differs. With values it runs them.
func (c *modelComparison) add(ctx context.Context, key string, old, now modelFile, values *Values) error {
	var a, b *flow
	models := old.isModel() && now.isModel()
	err := both(func() (err error) { a, err = old.flow(models); return err }, func() (err error) { b, err = now.flow(models); return err })
	if a != nil {
		defer a.close()
	}
	if b != nil {
		defer b.close()
	}
	if err != nil {
		return err
	}
	if key == "" {
		c.old, c.now = old, now
	}
	p, err := c.graphs(key, "", a, b, a.main, b.main)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(a.functions)) {
		if other := b.functions[name]; other != nil {
			if _, err := c.graphs(key, name, a, b, a.functions[name], other); err != nil {
				return err
			}
		}
	}
	c.functions(key, "A", a, b)
	c.functions(key, "B", b, a)
	if values != nil {
		err := c.values(ctx, old, now, a, b, p, values)
		if wrong := (*inputError)(nil); errors.As(err, &wrong) {
			return wrong.error
		}
		if err != nil {
			reason := err.Error()
			c.Values = &valueComparison{Reason: &reason}
		}
	}
	return ctx.Err()
}

// functions lists the functions that one model alone has.
func (c *modelComparison) functions(file, in string, of, other *flow) {
	kind := map[string]pairing.Kind{"A": pairing.Removed, "B": pairing.Added}[in]
	for _, name := range slices.Sorted(maps.Keys(of.functions)) {
		if other.functions[name] == nil {
			c.Changed = append(c.Changed, modelChange{File: file, Node: name, In: &in, Kind: string(kind), Operator: "function", Costs: []costOf{}})
		}
	}
}

// A flow is a model, or a program, as nodes that are compared.
type flow struct {
	main      *pairing.Graph
	functions map[string]*pairing.Graph
	array     func(i int) (*value.Array, error) // of a constant of main; nil for one that holds no numbers
	close     func()
	costs     func() nodeCosts
	inputs    func() []types.Type // of main; nil where they are not known
	run       func() (*watched, error)
}

// flow makes the graph of a file: of a model as its format has it if both sides are models, else
// of the program.
func (f modelFile) flow(models bool) (*flow, error) {
	if models {
		return f.dataflow()
	}
	return f.programFlow()
}

// dataflow opens a model.
func (m modelFile) dataflow() (*flow, error) {
	opened, err := readers.OpenModel(m.files, m.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.name(), err)
	}
	known, ranks := map[string]types.Type{}, map[model.InnerValue]int(nil)
	if source, err := m.snapshot.Source(m.path); err == nil && source.Model != nil {
		for _, v := range source.Model.Values {
			known[v.Name] = v.Type
		}
		ranks = source.Model.Ranks
	}
	inputs := func() (list []types.Type) {
		if source, err := m.snapshot.Source(m.path); err == nil && source.Model != nil {
			for _, in := range source.Model.Inputs {
				list = append(list, in.Type)
			}
		}
		return list
	}
	read, err := dataflow.Of(opened.Model, opened.External, func(name string) types.Type { return known[name] }, ranks)
	if err != nil {
		opened.Close()
		return nil, fmt.Errorf("%s: %w", m.name(), err)
	}
	f := &flow{main: read.Main.Graph, functions: map[string]*pairing.Graph{}, run: func() (*watched, error) { return m.watchedModel(read.Main.Results) }, close: opened.Close, costs: sync.OnceValue(m.nodeCosts), inputs: inputs}
	for name, g := range read.Functions {
		f.functions[name] = g.Graph
	}
	f.array = func(i int) (*value.Array, error) {
		t := read.Main.Tensors[i]
		if t == nil {
			return nil, nil
		}
		if a, err := t.Array(opened.External); err == nil {
			return a, nil
		}
		a, _ := t.Float32s(opened.External) // strings and complex numbers have no distance
		return a, nil
	}
	return f, nil
}

// graphs compares two graphs of the models.
func (c *modelComparison) graphs(file, function string, a, b *flow, old, now *pairing.Graph) (p *pairing.Pairing, err error) {
	p = pairing.Pair(old, now)
	c.Nodes[0], c.Nodes[1] = c.Nodes[0]+len(old.Nodes), c.Nodes[1]+len(now.Nodes)
	for _, k := range p.AtoB {
		if k >= 0 {
			c.Paired++
		}
	}
	var extents map[string]string
	listed := map[[2]int]bool{} // nodes whose costs are with an earlier change
	for _, d := range p.Differences() {
		change := modelChange{File: file, Node: d.Name, Kind: string(d.Kind), Operator: d.Op, Function: function, Old: d.Old, New: d.New, Costs: []costOf{}}
		if function == "" && !listed[[2]int{d.A, d.B}] {
			listed[[2]int{d.A, d.B}] = true
			if extents == nil {
				extents = extentNames(a, b, p)
				both(func() error { a.costs(); return nil }, func() error { b.costs(); return nil }) // at once
			}
			change.Costs = costsOf(a.costs().of(old, d.A), b.costs().of(now, d.B), extents)
		}
		if d.Kind == pairing.Added || d.Kind == pairing.Removed {
			in := map[pairing.Kind]string{pairing.Added: "B", pairing.Removed: "A"}[d.Kind]
			change.In = &in
		}
		if function == "" && d.ConstantA >= 0 && d.ConstantB >= 0 {
			if change.Distance, err = a.apart(b, d.ConstantA, d.ConstantB); err != nil {
				return nil, err
			}
		}
		if d.B >= 0 {
			change.partner = now.Nodes[d.B].Name
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

// apart measures two constants; nil where their shapes differ or they hold no numbers.
func (f *flow) apart(other *flow, i, k int) (*distance, error) {
	x, err := f.array(i)
	if err != nil {
		return nil, err
	}
	y, err := other.array(k)
	if err != nil || x == nil || y == nil || !sameShape(x, y) {
		return nil, err
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
		if !math.IsNaN(u) {
			magnitude = max(magnitude, math.Abs(u))
		}
		if p == q || x.Dtype != y.Dtype && u == v {
			continue
		}
		d.Differ++
		far := math.Abs(u - v)
		if x.Dtype.IsInteger() && y.Dtype.IsInteger() && far < 1<<53 { // so that the difference is an int64
			far = math.Abs(float64(p.Int() - q.Int()))
		}
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
	d.Values = [2]string{digits(value.Load(x.Dtype, xs, at)), digits(value.Load(y.Dtype, ys, at))}
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

// digits is a number as people write it.
func digits(s value.Scalar) string {
	if s.Dtype.IsFloat() && (math.IsInf(s.Float(), 0) || math.IsNaN(s.Float())) {
		return strings.ToLower(strconv.FormatFloat(s.Float(), 'g', -1, 64))
	}
	return value.Digits(s)
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
