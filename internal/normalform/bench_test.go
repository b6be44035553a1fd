package normalform_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// bindings is a definition of n `let`s, each of which reads two before it.
func bindings(n int) string {
	var b strings.Builder
	b.WriteString("def @f(%x0: int32, %x1: int32) -> int32 {\n")
	for i := 2; i < n+2; i++ {
		fmt.Fprintf(&b, "  let %%x%d = %%x%d + %%x%d;\n", i, i-1, i-2)
	}
	fmt.Fprintf(&b, "  %%x%d\n}\n", n+1)
	return b.String()
}

// BenchmarkConvert converts 100,000 bindings. The checked tree, its dataflow graph and
// the effects of its expressions are there before; that the new text is read and checked
// is part of the time.
func BenchmarkConvert(b *testing.B) {
	m := checktest.Module("test.frac", bindings(100_000))
	result := m.Check(0)
	target := normalform.Target{Module: m, Index: 0, Result: result, Unit: analysis.NewUnit(context.Background(), m, 0, result, facts.Of(m))}
	graph.Of(result.Info)
	effect.Of(target.Unit)
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := normalform.Convert(target, form, normalform.Nested); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("check/"+name, func(b *testing.B) {
			for b.Loop() {
				normalform.Check(target, form)
			}
		})
	}
}
