package export_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// Groups of one name and of arguments of one type are different functions of the model.
func TestGroupsOfOneName(t *testing.T) {
	folder := t.TempDir()
	o, err := ofText(filepath.Join(folder, "p.frac"), `def @main(%x: Tensor[(2), float32]) {
  let %f = fn(%a: Tensor[(2), float32], Composite="act") -> Tensor[(2), float32] { nn.relu(%a) };
  let %g = fn(%a: Tensor[(2), float32], Composite="act") -> Tensor[(2), float32] { negative(%a) };
  (%f(%x), %g(%x), %f(%x))
}
`)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "m.onnx")
	if err := o.written("@main", file); err != nil {
		t.Fatal(err)
	}
	m, err := evaluate.OpenModel(workspace.Open(workspace.Options{Formats: readers.All, Root: folder, Files: workspace.Disk{}}), file)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := m.Run(context.Background(), []value.Value{value.Of([]float32{-1, 2}, 2)}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float32{{0, 2}, {1, -2}, {0, 2}} {
		if d := value.Difference(got[i], value.Of(want, 2), value.Tolerance{}); d != "" {
			t.Errorf("output %d: %s", i, d)
		}
	}
}

// A match of a known constructor whose fields are matched by constructors is refused, and not taken for
// one whose first clause matches.
func TestNestedConstructors(t *testing.T) {
	for name, text := range map[string]string{
		"field": `def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] {
  match (Some(Some(%x))) { Some(None) => %x, Some(Some(%y)) => negative(%y), None => %x }
}
`,
		"tuple": `def @main(%x: Tensor[(2), float32]) -> Tensor[(2), float32] {
  match (Some((None(), %x))) { Some((Some(%z), %y)) => %z, Some((_, %y)) => negative(%y), None => %x }
}
`} {
		o, err := ofText(filepath.Join(t.TempDir(), "p.frac"), text)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.written("@main", filepath.Join(t.TempDir(), "m.onnx")); err == nil || !strings.Contains(err.Error(), "nested constructors") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
