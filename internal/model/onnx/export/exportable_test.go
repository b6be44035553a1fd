package export_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// TestExportablePrograms exports random programs of what ONNX can express. None is refused, and the
// models give what the programs give, for several extents.
func TestExportablePrograms(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	folder := t.TempDir()
	for seed := range seeds {
		text := exportable(seed)
		o, err := ofText(filepath.Join(folder, "p.frac"), text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		file := filepath.Join(folder, "m.onnx")
		if err := o.written("@main", file); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		m, err := evaluate.OpenModel(workspace.Open(workspace.Options{Formats: readers.All, Root: folder, Files: workspace.Disk{}}), file)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			continue
		}
		for trial := range uint64(2) {
			args := integers(rand.New(rand.NewPCG(seed, trial)), o.signature("@main"))
			want, _, err := o.program.Run(context.Background(), interp.Entry{Name: "@main"}, args, interp.Options{})
			if err != nil {
				continue
			}
			got, _, err := m.Run(context.Background(), args, interp.Options{})
			if err != nil {
				t.Errorf("seed %d: %v\n%s", seed, err, text)
				continue
			}
			for i, w := range leaves(want) {
				if d := value.Difference(got[i], w, value.Tolerance{}); d != "" {
					t.Errorf("seed %d, output %d: %s\n%s", seed, i, d, text)
				}
			}
		}
	}
}

// ofText opens a program that is a text; the error is what is wrong with it.
func ofText(path, text string) (opened, error) {
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: filepath.Dir(path), Files: workspace.Disk{}}).With(map[string]string{path: text})
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		return opened{}, err
	}
	for _, f := range report.Findings {
		if f.OfProgram() {
			return opened{}, errors.New(f.Message)
		}
	}
	m, err := s.Module(path)
	if err != nil {
		return opened{}, err
	}
	p, err := interp.Compile(m, nil)
	return opened{m, p}, err
}

func (o opened) signature(name string) *types.Func {
	for i := range o.module.Items() {
		if have, t, ok := o.module.Signature(i); ok && have == name {
			return t.(*types.Func)
		}
	}
	return nil
}

// integers are arguments of a function: small integers, of extents that are drawn.
func integers(r *rand.Rand, f *types.Func) []value.Value {
	sizes := map[string]int{}
	args := make([]value.Value, len(f.In))
	for i, in := range f.In {
		t := types.Head(in).(*types.Tensor)
		d, _ := model.DtypeOf(t.Dtype)
		shape := make([]int, len(t.Shape))
		for k, dim := range t.Shape {
			n, known := dim.Const()
			if !known {
				if sizes[dim.String()] == 0 {
					sizes[dim.String()] = 1 + r.IntN(4)
				}
				n = int64(sizes[dim.String()])
			}
			shape[k] = int(n)
		}
		a := value.NewArray(d, shape)
		for k := range a.Len() {
			n := r.Int64N(13) - 6
			if d == value.Bool {
				n &= 1
			}
			value.Store(a.Data, k, value.FromInt(value.Int64, n).Convert(d))
		}
		args[i] = value.Simplest(a)
	}
	return args
}
