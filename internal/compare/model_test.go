package compare

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/value"
)

// small is `y = relu(gemm(x, w, b)) + x`.
func small() *wire.Model {
	x := &wire.ValueInfo{Name: "x", Type: &wire.Type{Kind: wire.TensorType, Elem: wire.Float, HasShape: true, Shape: []wire.Dim{{Kind: wire.DimParam, Param: "N"}, {Kind: wire.DimValue, Value: 2}}}}
	y := &wire.ValueInfo{Name: "y", Type: x.Type}
	return &wire.Model{
		IRVersion: 8, Opsets: []wire.Opset{{Version: 17}},
		Graph: &wire.Graph{
			Name: "g", Inputs: []*wire.ValueInfo{x}, Outputs: []*wire.ValueInfo{y},
			Initializers: []*wire.Tensor{
				wire.NewTensor("w", value.Wrap(value.Float32, []float32{1, 2, 3, 4}, []int{2, 2})),
				wire.NewTensor("b", value.Wrap(value.Float32, []float32{5, 6}, []int{2})),
			},
			Nodes: []*wire.Node{
				{Name: "dense", OpType: "Gemm", Inputs: []string{"x", "w", "b"}, Outputs: []string{"d"}},
				{Name: "act", OpType: "Relu", Inputs: []string{"d"}, Outputs: []string{"r"}},
				{Name: "norm", OpType: "Softmax", Inputs: []string{"r"}, Outputs: []string{"s"}},
				{Name: "skip", OpType: "Add", Inputs: []string{"s", "x"}, Outputs: []string{"y"}},
			},
		},
	}
}

// compared writes two models and compares them; the differences are `kind node`.
func compared(t *testing.T, a, b *wire.Model, values *Values) (*modelComparison, []string) {
	t.Helper()
	dir := t.TempDir()
	for name, m := range map[string]*wire.Model{"a.onnx": a, "b.onnx": b} {
		data, err := wire.Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return comparedFiles(t, dir, "a.onnx", "b.onnx", values)
}

func comparedFiles(t *testing.T, dir, a, b string, values *Values) (*modelComparison, []string) {
	t.Helper()
	r := &Reader{Git: &revisions.Finder{}, Root: dir, Dir: dir, Stderr: os.Stderr}
	c, err := r.Compare(t.Context(), a, b, values)
	if err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, change := range c.models.Changed {
		found = append(found, change.Kind+" "+change.Node)
	}
	return c.models, found
}

// TestModelsThatMeanTheSame: what a model leaves to chance is no difference.
func TestModelsThatMeanTheSame(t *testing.T) {
	for name, rewrite := range map[string]func(m *wire.Model){
		"nothing": func(*wire.Model) {},
		"names": func(m *wire.Model) {
			m.Graph.Nodes[0].Name, m.Graph.Nodes[0].Outputs, m.Graph.Nodes[1].Inputs = "q", []string{"z"}, []string{"z"}
			m.Graph.Initializers[0].Name, m.Graph.Nodes[0].Inputs[1] = "ww", "ww"
		},
		"order of initializers":  func(m *wire.Model) { slices.Reverse(m.Graph.Initializers) },
		"order of a sum":         func(m *wire.Model) { slices.Reverse(m.Graph.Nodes[3].Inputs) },
		"defaults":               func(m *wire.Model) { set(m, 0, &wire.Attribute{Name: "alpha", Type: wire.FloatAttr, F: 1}) },
		"an axis from the front": func(m *wire.Model) { set(m, 2, &wire.Attribute{Name: "axis", Type: wire.IntAttr, I: 1}) },
		"documentation":          func(m *wire.Model) { m.Doc, m.Graph.Nodes[1].Doc, m.Producer = "d", "d", "p" },
		"names of inputs and extents": func(m *wire.Model) {
			m.Graph.Inputs[0].Name, m.Graph.Nodes[0].Inputs[0], m.Graph.Nodes[3].Inputs[1] = "in", "in", "in"
			m.Graph.Inputs[0].Type.Shape[0].Param = "batch"
		},
		"a constant node": func(m *wire.Model) {
			w := m.Graph.Initializers[0]
			m.Graph.Initializers = m.Graph.Initializers[1:]
			m.Graph.Nodes = slices.Insert(m.Graph.Nodes, 0, &wire.Node{OpType: "Constant", Outputs: []string{"w"}, Attributes: []*wire.Attribute{{Name: "value", Type: wire.TensorAttr, T: w}}})
		},
	} {
		b := small()
		rewrite(b)
		if m, found := compared(t, small(), b, nil); len(found) > 0 || m.Paired != 4 {
			t.Errorf("%s: %d nodes are pairs, and these differ: %v", name, m.Paired, found)
		}
	}
}

// TestInnerAxes: axes of nodes in graphs and functions are counted from either side, and those of
// a Softmax of an operator set up to 12 where a rank is not known.
func TestInnerAxes(t *testing.T) {
	inner := func(axis int64) *wire.Model {
		m := small()
		softmax := func(in, out string) *wire.Node {
			return &wire.Node{Name: "soft" + out, OpType: "Softmax", Inputs: []string{in}, Outputs: []string{out}, Attributes: []*wire.Attribute{{Name: "axis", Type: wire.IntAttr, I: axis}}}
		}
		m.Graph.Initializers = append(m.Graph.Initializers, wire.NewTensor("c", value.Wrap(value.Bool, []bool{true}, []int{})))
		branch := func(out string) *wire.Graph {
			return &wire.Graph{Name: out, Nodes: []*wire.Node{softmax("d", out)}, Outputs: []*wire.ValueInfo{{Name: out}}}
		}
		m.Graph.Nodes[1] = &wire.Node{Name: "act", OpType: "If", Inputs: []string{"c"}, Outputs: []string{"r"}, Attributes: []*wire.Attribute{
			{Name: "then_branch", Type: wire.GraphAttr, G: branch("t")}, {Name: "else_branch", Type: wire.GraphAttr, G: branch("e")},
		}}
		m.Graph.Nodes[2] = &wire.Node{Name: "norm", OpType: "F", Domain: "own", Inputs: []string{"r"}, Outputs: []string{"s"}}
		m.Opsets = append(m.Opsets, wire.Opset{Domain: "own", Version: 1})
		m.Functions = []*wire.Function{{Name: "F", Domain: "own", Inputs: []string{"p"}, Outputs: []string{"q"}, Nodes: []*wire.Node{softmax("p", "q")}, Opsets: []wire.Opset{{Version: 17}}}}
		return m
	}
	if _, found := compared(t, inner(-1), inner(1), nil); len(found) > 0 {
		t.Errorf("axes counted from the end: %v", found)
	}
	if _, found := compared(t, inner(-1), inner(0), nil); len(found) != 3 {
		t.Errorf("want 3 other axes, found %v", found)
	}
	a, b := small(), small()
	for _, m := range []*wire.Model{a, b} {
		m.Graph.Initializers = append(m.Graph.Initializers, wire.NewTensor("last", value.Of([]int64{-1}, 1)))
		m.Graph.Nodes[2] = &wire.Node{Name: "norm", OpType: "ReduceSum", Inputs: []string{"r", "last"}, Outputs: []string{"s"}}
	}
	b.Graph.Inputs[0].Type = &wire.Type{Kind: wire.TensorType, Elem: wire.Double, HasShape: true, Shape: a.Graph.Inputs[0].Type.Shape}
	if _, found := compared(t, a, b, nil); !slices.Equal(found, []string{"shape x"}) {
		t.Errorf("axes after a type that is wrong: %v", found)
	}
	a, b = small(), small()
	for _, m := range []*wire.Model{a, b} {
		m.Opsets[0].Version = 11
		m.Graph.Initializers = append(m.Graph.Initializers, wire.NewTensor("k", value.Of([]int64{0, 2}, 2)))
		m.Graph.Nodes = slices.Insert(m.Graph.Nodes, 0, &wire.Node{Name: "pre", OpType: "Reshape", Inputs: []string{"x", "k"}, Outputs: []string{"x2"}})
		m.Graph.Nodes[1].Inputs[0], m.Graph.Nodes[4].Inputs[1] = "x2", "x2"
	}
	b.Graph.Inputs = append(b.Graph.Inputs, &wire.ValueInfo{Name: "k2", Type: &wire.Type{Kind: wire.TensorType, Elem: wire.Int64}})
	b.Graph.Nodes[0].Inputs[1] = "k2" // whose extent, the rank of x2, is not known
	if _, found := compared(t, a, b, nil); !slices.Equal(found, []string{"added k2", "attribute pre", "rewired pre"}) {
		t.Errorf("a rank that is not known: %v", found)
	}
}

// set gives a node an attribute.
func set(m *wire.Model, node int, a *wire.Attribute) {
	m.Graph.Nodes[node].Attributes = append(m.Graph.Nodes[node].Attributes, a)
}

// TestModelChanges: each change is one difference, and names its node.
func TestModelChanges(t *testing.T) {
	for want, rewrite := range map[string]func(m *wire.Model){
		"attribute dense": func(m *wire.Model) { set(m, 0, &wire.Attribute{Name: "alpha", Type: wire.FloatAttr, F: 2}) },
		"attribute norm":  func(m *wire.Model) { set(m, 2, &wire.Attribute{Name: "axis", Type: wire.IntAttr, I: 0}) },
		"operator act":    func(m *wire.Model) { m.Graph.Nodes[1].OpType = "Tanh" },
		"weights dense": func(m *wire.Model) {
			m.Graph.Initializers[0] = wire.NewTensor("w", value.Wrap(value.Float32, []float32{1, 2, 3, 5}, []int{2, 2}))
		},
		"removed act": func(m *wire.Model) {
			m.Graph.Nodes[2].Inputs[0] = "d"
			m.Graph.Nodes = slices.Delete(m.Graph.Nodes, 1, 2)
		},
		"added more": func(m *wire.Model) {
			m.Graph.Nodes[2].Inputs[0] = "e"
			m.Graph.Nodes = slices.Insert(m.Graph.Nodes, 2, &wire.Node{Name: "more", OpType: "Exp", Inputs: []string{"r"}, Outputs: []string{"e"}})
		},
		"rewired y": func(m *wire.Model) {
			r := &wire.ValueInfo{Name: "r", Type: m.Graph.Outputs[0].Type}
			m.Graph.Outputs = []*wire.ValueInfo{r, m.Graph.Outputs[0]}
		},
		"added twice": func(m *wire.Model) {
			m.Graph.Nodes[1].Inputs[0] = "e"
			m.Graph.Nodes = slices.Insert(m.Graph.Nodes, 1, &wire.Node{Name: "twice", OpType: "Relu", Inputs: []string{"d"}, Outputs: []string{"e"}})
		},
		"rewired norm": func(m *wire.Model) { m.Graph.Nodes[2].Inputs[0] = "d"; m.Graph.Nodes[3].Inputs[1] = "r" },
		"shape x":      func(m *wire.Model) { m.Graph.Inputs[0].Type.Shape[0] = wire.Dim{Kind: wire.DimValue, Value: 3} },
	} {
		a, b := small(), small()
		rewrite(b)
		if want == "rewired y" { // both have the two outputs
			a.Graph.Outputs = append(a.Graph.Outputs, b.Graph.Outputs[0])
		}
		_, found := compared(t, a, b, nil)
		if want == "rewired norm" { // the sum reads another value, too
			found = slices.DeleteFunc(found, func(s string) bool { return s == "rewired skip" })
		}
		if !slices.Equal(found, []string{want}) {
			t.Errorf("want %s, found %v", want, found)
		}
	}
}

// ones are inputs of ones.
func ones(ports []model.Port) ([]value.Value, error) {
	return []value.Value{value.Wrap(value.Float32, []float32{1, 1, -1, 1}, []int{2, 2})}, nil
}

func TestModelValues(t *testing.T) {
	b := small()
	b.Graph.Initializers[0] = wire.NewTensor("w", value.Wrap(value.Float32, []float32{1, 2, 3, 5}, []int{2, 2}))
	m, _ := compared(t, small(), b, &Values{Inputs: ones})
	first := m.Values.Beyond
	if first == nil || first.Node != "dense" || !slices.Equal(first.Element, []int{0, 1}) || first.Elements != [2]string{"12.0", "13.0"} {
		t.Errorf("the first value that diverges is %+v", first)
	}
	b = small()
	b.Graph.Initializers[1] = wire.NewTensor("b", value.Wrap(value.Float32, []float32{5, 6.0000005}, []int{2}))
	m, _ = compared(t, small(), b, &Values{Inputs: func([]model.Port) ([]value.Value, error) {
		return []value.Value{value.NewArray(value.Float32, []int{1, 2})}, nil
	}})
	if m.Values.Beyond != nil || m.Values.First == nil || !m.Values.First.Rounding || *m.Values.First.Ulps != 1 {
		t.Errorf("a difference in the last place: %+v", m.Values)
	}
	if m, _ = compared(t, small(), small(), &Values{Inputs: ones}); m.Values.Compared != 4 || m.Values.Differ != 0 {
		t.Errorf("equal models: %+v", m.Values)
	}
}

// TestModelAndProgram: a program is compared with the program that represents a model, calls of
// its definitions replaced by what they compute.
func TestModelAndProgram(t *testing.T) {
	dir := t.TempDir()
	m := small()
	m.Graph.Nodes[2].OpType = "Tanh"
	data, err := wire.Append(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	const program = `def @dense(%x: Tensor[(?, 2), float32], %w: Tensor[(2, 2), float32], %b: Tensor[(2), float32]) {
  add(matmul(%x, %w), %b)
}

def @main(%x: Tensor[(?, 2), float32]) {
  let %d = @dense(%x, Constant([[1f, 2f], [3f, 4f]], float32), Constant([5f, 6f], float32));
  add(tanh(OP(%d)), %x)
}
`
	for name, text := range map[string]string{"a.onnx": string(data), "same.frac": strings.ReplaceAll(program, "OP", "nn.relu"), "other.frac": strings.ReplaceAll(program, "OP", "exp")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{"same.frac": "", "other.frac": "operator act"} {
		_, found := comparedFiles(t, dir, "a.onnx", file, nil)
		found = slices.DeleteFunc(found, func(s string) bool { return strings.HasPrefix(s, "shape x") || strings.HasPrefix(s, "weights") })
		if got := strings.Join(found, ", "); got != want {
			t.Errorf("%s: found %q, want %q", file, got, want)
		}
	}
}

// TestProgramValues: the values of programs are compared, those in definitions that they call, too,
// and in branches that are taken.
func TestProgramValues(t *testing.T) {
	const program = `def @layer<N>(%x: Tensor[(N, 2), float32], %w: Tensor[(2, 2), float32]) { nn.relu(matmul(%x, %w) + BIAS) }

def @main(%x: Tensor[(2, 2), float32], %w: Tensor[(2, 2), float32]) {
  let %h = @layer(%x, %w);
  let (%a, %b) = split(%h, indices_or_sections=2, axis=1);
  let %c = if (sum(%a) > 0f && sum(%h) > 1f) { TAKEN } else { OTHER };
  let %up = fn(%v) { %v * FACTOR };
  @layer(concatenate((%a, %up(%c)), axis=1), %w)
}
`
	original := map[string]string{"BIAS": "1f", "TAKEN": "tanh(%b)", "OTHER": "-%b", "FACTOR": "2f"}
	with := func(old, now string) string {
		text := program
		for from, to := range original {
			if from == old {
				to = now
			}
			text = strings.Replace(text, from, to, 1)
		}
		return text
	}
	dir := t.TempDir()
	tensor := value.Wrap(value.Float32, []float32{1, 2, 3, 4}, []int{2, 2})
	inputs := &Values{Inputs: func([]model.Port) ([]value.Value, error) { return []value.Value{tensor, tensor}, nil }}
	for _, c := range []struct{ old, now, first string }{
		{"", "", ""}, {"BIAS", "2f", "1:98"}, {"TAKEN", "sigmoid(%b)", "6:48"}, {"OTHER", "%b * 7f", ""}, {"FACTOR", "3f", "8:27"},
	} {
		for name, text := range map[string]string{"a.frac": with("", ""), "b.frac": with(c.old, c.now)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		m, _ := comparedFiles(t, dir, "a.frac", "b.frac", inputs)
		if m.Values.Reason != nil {
			t.Fatalf("%s: %s", c.old, *m.Values.Reason)
		}
		first := ""
		if m.Values.First != nil {
			first = m.Values.First.Node
		}
		if first != c.first || m.Values.Compared < 13 {
			t.Errorf("%s as %s: of %d values the first that differs is %q, want %q", c.old, c.now, m.Values.Compared, first, c.first)
		}
	}
}

// TestSharedTuples compares a program whose tuples share their parts, which written out are
// 2^23 tensors, and one whose calls are nearly as many.
func TestSharedTuples(t *testing.T) {
	lets, calls := "def @main(%x: Tensor[(2), float32]) {\n  let %t0 = (%x, %x);\n", "def @f0(%x: Tensor[(2), float32]) { (%x, %x) }\n"
	for i := range 22 {
		lets += fmt.Sprintf("  let %%t%d = (%%t%d, %%t%d);\n", i+1, i, i)
		calls += fmt.Sprintf("def @f%d(%%x: Tensor[(2), float32]) { (@f%d(%%x), @f%d(%%x)) }\n", i+1, i, i)
	}
	data, err := wire.Append(nil, small())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"a.onnx": string(data), "lets.frac": lets + "  %t22\n}\n", "calls.frac": calls + "def @main(%x: Tensor[(2), float32]) { @f22(%x) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if m, _ := comparedFiles(t, dir, "a.onnx", "lets.frac", nil); m.Nodes[1] != 22 {
		t.Errorf("the program has %d nodes, want 22: one for each tuple that is a part", m.Nodes[1])
	}
	r := &Reader{Git: &revisions.Finder{}, Root: dir, Dir: dir, Stderr: os.Stderr}
	if _, err := r.Compare(t.Context(), "a.onnx", "calls.frac", nil); err == nil || !strings.Contains(err.Error(), "more than 262144 nodes or calls") {
		t.Errorf("a program of 2^22 calls: %v", err)
	}
}

// TestEqualNodes: nodes that compute the same of the same are one value, whatever their order.
func TestEqualNodes(t *testing.T) {
	with := func(order ...int) *wire.Model {
		m := small()
		m.Graph.Initializers = append(m.Graph.Initializers, wire.NewTensor("shape", value.Of([]int64{2}, 1)))
		m.Graph.Nodes[0].Inputs[2] = "z0"
		m.Graph.Nodes[3].Inputs[1] = "z1"
		for _, i := range order {
			zeros := &wire.Node{OpType: "ConstantOfShape", Inputs: []string{"shape"}, Outputs: []string{fmt.Sprintf("z%d", i)}}
			m.Graph.Nodes = slices.Insert(m.Graph.Nodes, 0, zeros)
		}
		return m
	}
	if _, found := compared(t, with(0, 1), with(1, 0), nil); len(found) > 0 {
		t.Errorf("equal nodes in another order: %v", found)
	}
}

// TestRenamedExtents: a size variable with another name at the same place is the same one.
func TestRenamedExtents(t *testing.T) {
	dir := t.TempDir()
	b := small()
	b.Graph.Inputs[0].Type.Shape[0].Param = "batch"
	b.Graph.Nodes[1].OpType = "Tanh"
	for name, m := range map[string]*wire.Model{"a.onnx": small(), "b.onnx": b} {
		data, err := wire.Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := &Reader{Git: &revisions.Finder{}, Root: dir, Dir: dir, Stderr: os.Stderr}
	c, err := r.Compare(t.Context(), "a.onnx", "b.onnx", nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.dearer)+len(c.cheaper)+len(c.unknown) > 0 {
		t.Errorf("costs differ: %+v %+v %+v", c.dearer, c.cheaper, c.unknown)
	}
	if len(c.models.Changed) != 1 || len(c.models.Changed[0].Costs) > 0 {
		t.Errorf("want an operator that differs and costs the same: %+v", c.models.Changed)
	}
}

func TestDistanceOfIntegers(t *testing.T) {
	x := value.Wrap(value.Int64, []int64{-1 << 63, 1 << 53}, []int{2})
	y := value.Wrap(value.Int64, []int64{1<<63 - 1, 1<<53 + 1}, []int{2})
	if d := distanceOf(x, y); d.Differ != 2 || *d.Largest != 0x1p64 || d.At[0] != 0 {
		t.Errorf("%+v", d)
	}
}
