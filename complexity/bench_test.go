package complexity_test

import (
	"os"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/typecheck"
)

// BenchmarkFile bounds all definitions of testdata/lists.frac.
func BenchmarkFile(b *testing.B) {
	text, err := os.ReadFile("testdata/lists.frac")
	if err != nil {
		b.Fatal(err)
	}
	boundAll(b, string(text))
}

// BenchmarkPairs bounds 10,000 small definitions, of which two and two call each other.
func BenchmarkPairs(b *testing.B) { boundAll(b, bench.Pairs(5000)) }

func boundAll(b *testing.B, text string) {
	m := module(b, text)
	b.ResetTimer()
	for range b.N {
		a := analysisOf(m)
		for i := range m.Items() {
			if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
				a.Of(o)
			}
		}
	}
}
