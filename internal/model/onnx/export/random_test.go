package export_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// TestRandomPrograms exports the definitions of random programs whose arguments are tensors. What
// is exported gives what the program gives; the rest is refused with a place.
func TestRandomPrograms(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 3
	}
	folder := t.TempDir()
	exported, refused := 0, 0
	for seed := range seeds {
		for kind, text := range []string{progen.MakeDense(seed), progen.MakeSound(seed), progen.Make(seed).Text} {
			path := filepath.Join(folder, "p.frac")
			s := workspace.Open(workspace.Options{Formats: readers.All, Root: folder, Files: workspace.Disk{}}).With(map[string]string{path: text})
			m, err := s.Module(path)
			if err != nil {
				t.Fatal(err)
			}
			p, err := interp.Compile(m, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := opened{m, p}
			for i := range m.Items() {
				name, typ, ok := m.Signature(i)
				if !ok || !drawable(typ) {
					continue
				}
				file := filepath.Join(folder, "m.onnx")
				err := o.written(name, file)
				if refusal := (*export.Refusal)(nil); errors.As(err, &refusal) {
					if refusal.Span.Len() == 0 || refusal.Message == "" {
						t.Errorf("seed %d, kind %d, %s: a refusal without a place: %s", seed, kind, name, refusal.Message)
					}
					refused++
					continue
				}
				if err != nil {
					t.Errorf("seed %d, kind %d, %s: %v", seed, kind, name, err)
					continue
				}
				exported++
				if d := o.randomDifference(t, name, typ.(*types.Func), file, seed); d != "" {
					t.Errorf("seed %d, kind %d, %s: %s\n%s", seed, kind, name, d, text)
				}
			}
		}
	}
	t.Logf("%d definitions are exported, %d refused", exported, refused)
	if exported == 0 {
		t.Error("nothing is exported")
	}
}

// randomDifference says how the values of a definition and of its model differ; "" where they do
// not, or where the program has none.
func (o opened) randomDifference(t *testing.T, name string, f *types.Func, file string, seed uint64) string {
	args := make([]value.Value, len(f.In))
	r := rand.New(rand.NewPCG(seed, 2))
	for i, in := range f.In {
		args[i] = drawn(r, types.Head(in).(*types.Tensor))
	}
	limits := interp.Options{MaxSteps: 1 << 20}
	want, _, err := o.program.Run(context.Background(), interp.Entry{Name: name}, args, limits)
	if err != nil {
		return ""
	}
	m, err := evaluate.OpenModel(workspace.Open(workspace.Options{Formats: readers.All, Root: filepath.Dir(file), Files: workspace.Disk{}}), file)
	if err != nil {
		return err.Error()
	}
	got, _, err := m.Run(context.Background(), args, interp.Options{})
	if err != nil {
		return err.Error()
	}
	for i, w := range leaves(want) {
		if i >= len(got) {
			return "an output is missing"
		}
		if d := value.Difference(got[i], w, value.Tolerance{}); d != "" {
			return d
		}
	}
	return ""
}
