package picture_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// TestNodesOfModel holds that each node of a model that is shown has one box by its own operator
// and name, that inputs and outputs are called as the model calls them, and that the boxes cost
// what the whole costs.
func TestNodesOfModel(t *testing.T) {
	const path = "../../../examples/models/decoder.onnx"
	s := workspace.Open(workspace.Options{Formats: readers.All, Files: workspace.Disk{}, Root: "/"})
	v, err := picture.View(s, path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	source, err := s.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	titled := map[string]string{}
	given := map[string]bool{}
	used := map[int]bool{} // weights
	var walk func(b *drawing.Box)
	walk = func(b *drawing.Box) {
		h := b.Head()
		if h.Title != "" {
			if _, twice := titled[h.Title]; twice {
				t.Errorf("the node %s has two boxes", h.Title)
			}
			titled[h.Title] = h.Name
		}
		if b.Form == drawing.Pill || b.Form == drawing.Result {
			given[h.Name] = true
		}
		for _, a := range h.Args {
			used[a.Constant] = true
		}
		for _, kid := range b.Kids {
			walk(kid)
		}
	}
	walk(v.Picture.Items[0])
	for _, n := range source.Model.Nodes {
		if op, shown := titled[n.Name]; shown && op != n.Op {
			t.Errorf("the node %s is called %s, want %s", n.Name, op, n.Op)
		}
	}
	for name, op := range map[string]string{"/norm": "LayerNormalization", "/mask/If": "If", "/key/MatMul": "MatMul", "/key/Concat": "Concat"} {
		if titled[name] != op {
			t.Errorf("the node %s is called %q, want %s", name, titled[name], op)
		}
	}
	for _, name := range []string{"x", "past_key", "causal", "y", "present_value"} {
		if !given[name] {
			t.Errorf("no input or output is called %s", name)
		}
	}
	networks, err := cost.Networks(s, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	weights := 0
	for i, w := range v.Weights {
		if w.Statistics == nil {
			t.Errorf("the weight %s has no statistics: %s", w.Name, w.Note)
			continue
		}
		if used[i+1] {
			weights += w.Statistics.Elements
		}
	}
	if n, ok := networks[0].Totals[2].Size.Const(); !ok || int64(weights) != n {
		t.Errorf("the weights have %d elements, want the %v parameters", weights, networks[0].Totals[2].Size)
	}
}

// TestTimeline holds that the most of the timeline is the peak of a network whose order is
// determined.
func TestTimeline(t *testing.T) {
	const path = "/net.frac"
	text := "def @main(%x: Tensor[(2, 8), float32], %w: Tensor[(8, 8), float32]) { nn.relu(nn.dense(tanh(%x), %w, units=8)) }\n"
	s := workspace.Open(workspace.Options{Formats: readers.All, Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}, Root: "/"})
	v, err := picture.View(s, path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	networks, err := cost.Networks(s, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, m := range v.Memory.Moments {
		most = max(most, m.Live)
		if _, known := v.Facts[m.Of]; !known {
			t.Errorf("a step of the timeline is at no node: %v", m.Of)
		}
	}
	if peak, ok := networks[0].Peak.Size.Const(); !ok || most != float64(peak) || len(v.Memory.Moments) != 3 {
		t.Errorf("the most of %d steps is %v, want the peak %v of 3", len(v.Memory.Moments), most, networks[0].Peak.Size)
	}
}
