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
)

// The networks of the reference data on random weights.
func BenchmarkNets(b *testing.B) {
	for _, path := range reference.Nets(b) {
		b.Run(filepath.Base(path), func(b *testing.B) {
			text, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			p := compiled(b, string(text))
			args := netArguments(b, p)
			for b.Loop() {
				if _, _, err := p.Run(context.Background(), Entry{Name: "@main"}, args, Options{Threads: threads}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// netArguments are random arguments for a network.
func netArguments(t testing.TB, p *Program) []value.Value {
	f, ok := typeOf(p, "@main").(*types.Func)
	if !ok {
		t.Fatal("no @main")
	}
	random := rand.New(rand.NewPCG(1, 1))
	var args []value.Value
	for _, in := range f.In {
		v := randomTensor(random, in)
		if v == nil {
			t.Fatalf("an argument of type %s", types.String(in))
		}
		args = append(args, v)
	}
	return args
}
