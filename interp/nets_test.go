package interp

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// TestNets runs the printed nets of a directory (FRAC_NETS) on random weights.
func TestNets(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(os.Getenv("FRAC_NETS"), "*.r*"))
	if os.Getenv("FRAC_NETS") == "" {
		t.Skip("FRAC_NETS is not set")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			runNet(t, string(text))
		})
	}
}

func runNet(t *testing.T, text string) {
	p := compile(t, text)
	f, ok := typeOf(p, "@main").(*types.Func)
	if !ok {
		t.Skip("no @main")
	}
	random := rand.New(rand.NewPCG(1, 1))
	var args []value.Value
	for _, in := range f.In {
		v := randomTensor(random, in)
		if v == nil {
			t.Skipf("an argument of type %v", in)
		}
		args = append(args, v)
	}
	for range 2 {
		start := time.Now()
		_, stats, err := p.Run(context.Background(), Entry{Name: "@main"}, args, Options{Profile: true})
		t.Logf("%v %d steps %v", time.Since(start), stats.Steps, err)
	}
}

func randomTensor(random *rand.Rand, t types.Type) value.Value {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil
	}
	d, ok := dtypeOf(tensor.Dtype)
	if !ok {
		return nil
	}
	var shape []int
	for _, dim := range tensor.Shape {
		n, ok := dim.Const()
		if !ok {
			n = 1
		}
		shape = append(shape, int(n))
	}
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, value.FromFloat(d, random.Float64()))
	}
	if len(shape) == 0 {
		return a.Item()
	}
	return a
}

// typeOf is a definition's own type.
func typeOf(p *Program, name string) types.Type {
	o := p.find(name)
	if o == nil {
		return nil
	}
	return types.Head(o.Type)
}
