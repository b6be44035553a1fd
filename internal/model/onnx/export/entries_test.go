package export_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// opened is a program of a test.
type opened struct {
	module  *typecheck.Module
	program *interp.Program
}

func open(t *testing.T, path string) opened {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: filepath.Dir(path), Files: workspace.Disk{}})
	report, err := s.Check(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.OfProgram() {
			t.Errorf("%s: %s", s.Name(path), f.Message)
		}
	}
	m, err := s.Module(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return opened{m, p}
}

// written exports a definition to a file.
func (o opened) written(name, path string) error {
	m, err := export.Definition(o.module, name)
	if err != nil {
		return err
	}
	file, err := wire.Append(nil, m)
	if err != nil {
		return err
	}
	return os.WriteFile(path, file, 0o666)
}

// TestEntries exports each definition of a file, reads the model and runs it: it gives what the
// definition gives, on several arguments.
func TestEntries(t *testing.T) {
	o := open(t, filepath.Join("testdata", "entries.frac"))
	for i := range o.module.Items() {
		name, typ, ok := o.module.Signature(i)
		if !ok || !drawable(typ) {
			continue
		}
		t.Run(name[1:], func(t *testing.T) { o.agree(t, name, typ.(*types.Func)) })
	}
}

// drawable reports whether arguments of a function are tensors.
func drawable(t types.Type) bool {
	f, ok := t.(*types.Func)
	if !ok {
		return false
	}
	for _, in := range f.In {
		if _, ok := types.Head(in).(*types.Tensor); !ok {
			return false
		}
	}
	return true
}

func (o opened) agree(t *testing.T, name string, f *types.Func) {
	path := filepath.Join(t.TempDir(), "m.onnx")
	if err := o.written(name, path); err != nil {
		t.Fatal(err)
	}
	m, err := evaluate.OpenModel(workspace.Open(workspace.Options{Formats: readers.All, Root: filepath.Dir(path), Files: workspace.Disk{}}), path)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(5) {
		r := rand.New(rand.NewPCG(trial, 1))
		args := make([]value.Value, len(f.In))
		for i, in := range f.In {
			args[i] = drawn(r, types.Head(in).(*types.Tensor))
		}
		want, _, err := o.program.Run(context.Background(), interp.Entry{Name: name}, args, interp.Options{})
		if err != nil {
			t.Fatalf("trial %d: the program: %v", trial, err)
		}
		got, _, err := m.Run(context.Background(), args, interp.Options{})
		if err != nil {
			t.Fatalf("trial %d: the model: %v", trial, err)
		}
		wants := leaves(want)
		if len(got) != len(wants) {
			t.Fatalf("%d outputs, and %d are expected", len(got), len(wants))
		}
		for i, w := range wants {
			if d := value.Difference(got[i], w, value.Tolerance{}); d != "" {
				t.Errorf("trial %d, output %d: %s\n%s\n%s", trial, i, d, value.Text(got[i]), value.Text(w))
			}
		}
	}
}

func leaves(v value.Value) (all []value.Value) {
	tuple, ok := v.(*value.Tuple)
	if !ok {
		return []value.Value{v}
	}
	for _, e := range tuple.Elems {
		all = append(all, leaves(e)...)
	}
	return all
}

// drawn is a tensor of small numbers, floats with a fraction of a quarter. Size variables are 3.
func drawn(r *rand.Rand, t *types.Tensor) value.Value {
	d, _ := model.DtypeOf(t.Dtype)
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		if n, ok := dim.Const(); ok {
			shape[i] = int(n)
		} else {
			shape[i] = 3
		}
	}
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		n := r.Int64N(33) - 16
		switch {
		case d.IsFloat():
			value.Store(a.Data, i, value.FromFloat(d, float64(n)/4))
		case d == value.Bool:
			value.Store(a.Data, i, value.FromInt(d, n&1))
		case d.IsSigned():
			value.Store(a.Data, i, value.FromInt(d, n/4))
		default:
			value.Store(a.Data, i, value.FromInt(d, n&7))
		}
	}
	return value.Simplest(a)
}

// TestEveryEntryIsHeld holds that each operator of the table occurs in the file of TestEntries.
func TestEveryEntryIsHeld(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "entries.frac"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range export.Entries() {
		if name != "element" && !strings.Contains(string(text), name+"(") {
			t.Errorf("`%s` is in no definition of testdata/entries.frac", name)
		}
	}
}
