package convert

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/onnxtest"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// openModel writes a model, and opens a snapshot of its folder.
func openModel(t *testing.T, file []byte) (s *workspace.Snapshot, path, program string) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "m.onnx")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return workspace.Open(workspace.Options{Formats: readers.All, Root: dir}), path, filepath.Join(dir, "m.frac")
}

// fileOf is the program file of a model.
func fileOf(t *testing.T, file []byte) *ModelFile {
	t.Helper()
	s, path, program := openModel(t, file)
	f, err := Model(context.Background(), s, path, program, "m.npz")
	if err != nil {
		t.Fatal(err)
	}
	return f
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
	p := fileOf(t, m.Bytes())
	var file bytes.Buffer
	if err := p.WriteConstants(&file); err != nil {
		t.Fatal(err)
	}
	archive, err := value.OpenNPZ(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range archive.Len() {
		a, err := archive.Read(i, 1<<20)
		want, _ := p.model.Constant(p.kept[i]).Read()
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
	got := fileOf(t, onnxtest.Perceptron(4))
	if !strings.Contains(got.Text, "as a program.\n// Its constants are in \"m.npz\"") || !strings.HasSuffix(got.Text, "}\n\n#[metadata]\n\"m.npz\"\n") {
		t.Errorf("the text is %s", got.Text)
	}
	if f := fileOf(t, (&onnxtest.Model{}).Bytes()); f.HasConstants() || strings.Contains(f.Text, "npz") {
		t.Errorf("a model without constants names a file of them: %s", f.Text)
	}
}
