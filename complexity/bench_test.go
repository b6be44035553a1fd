package complexity_test

import (
	"os"
	"testing"

	"github.com/fraccheck/fraccheck/typecheck"
)

// BenchmarkFile bounds all definitions of testdata/lists.frac.
func BenchmarkFile(b *testing.B) {
	text, err := os.ReadFile("testdata/lists.frac")
	if err != nil {
		b.Fatal(err)
	}
	m := module(b, string(text))
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
