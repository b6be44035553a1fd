package interp

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// The programs under testdata/bench stand beside their like in OCaml and
// Python; testdata/bench/compare.sh runs all three.
func BenchmarkPrograms(b *testing.B) {
	for _, name := range []string{"fib", "list", "tree", "queens"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile(filepath.Join("testdata/bench", name+".frac"))
			if err != nil {
				b.Fatal(err)
			}
			p := compile(b, string(text))
			e := Entry{Item: p.Entries()[0]}
			for b.Loop() {
				if _, _, err := p.Run(context.Background(), e, nil, Options{Sequential: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	paths, _ := filepath.Glob("testdata/bench/*.frac")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { hold(t, string(text)) })
	}
}
