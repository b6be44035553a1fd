package convert

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/onnxtest"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/value"
)

func read(t *testing.T, file []byte) *model.Program {
	t.Helper()
	m, err := wire.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return onnx.Read(m, nil, table.Default(), nil)
}

// TestModelConstants reads back what is written, in the order of the numbers.
func TestModelConstants(t *testing.T) {
	names := []string{"w", "W", "w", "/a/b", "../up", "tab\t", strings.Repeat("x", 2000), ""}
	var m onnxtest.Model
	inputs := []string{}
	for i, name := range names {
		if name == "w" && i > 0 || name == "" { // a graph has each name once
			continue
		}
		m.Weights = append(m.Weights, onnxtest.Weight{Name: name, Array: value.Of([]float32{float32(i), 1, 2, 3}, 2, 2)})
		inputs = append(inputs, name)
	}
	for i, in := range inputs {
		m.Nodes = append(m.Nodes, onnxtest.Node{Op: "Relu", Inputs: []string{in}, Outputs: []string{"y" + string(rune('a'+i))}})
		m.Outputs = append(m.Outputs, onnxtest.Tensor{Name: "y" + string(rune('a'+i)), Shape: []any{2, 2}})
	}
	p := read(t, m.Bytes())
	var file bytes.Buffer
	if err := WriteConstants(&file, p); err != nil {
		t.Fatal(err)
	}
	archive, err := value.OpenNPZ(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range archive.Len() {
		a, err := archive.Read(i, 1<<20)
		want, _ := p.Constant(i).Read()
		if err != nil || !slices.Equal(a.Flat().([]float32), want.Flat().([]float32)) {
			t.Errorf("constant %d is %v (%v)", i, a, err)
		}
		got = append(got, archive.Name(i))
	}
	if want := []string{"w", "W_2", "a/b", "up", "constant_4", "constant_5"}; !slices.Equal(got, want) {
		t.Errorf("the names are %q, want %q", got, want)
	}
}

func TestModelText(t *testing.T) {
	p := read(t, onnxtest.Perceptron(4))
	got := ModelText(p, "m.npz")
	if !strings.Contains(got, "as a program.\n// Its constants are in \"m.npz\"") || !strings.HasSuffix(got, "}\n\n#[metadata]\n\"m.npz\"\n") {
		t.Errorf("the text is %s", got)
	}
	if p := read(t, (&onnxtest.Model{}).Bytes()); ModelText(p, "m.npz") != p.Text {
		t.Errorf("a model without constants names a file of them")
	}
}
