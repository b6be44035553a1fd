package interp

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// TestNets runs the networks of the reference data on random weights: each
// gives a value, and the same one sequentially and in parallel.
func TestNets(t *testing.T) {
	for _, path := range reference.Nets(t) {
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
	p := compiled(t, text)
	args := netArguments(t, p)
	var texts []string
	for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
		v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, args, o)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, value.Text(v))
	}
	if texts[0] != texts[1] {
		t.Error("sequentially and in parallel the results differ")
	}
}

func randomTensor(random *rand.Rand, t types.Type) value.Value {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil
	}
	d, ok := code.DtypeOf(tensor.Dtype)
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
	o := p.compiler.Find(name)
	if o == nil {
		return nil
	}
	return types.Head(o.Type)
}
