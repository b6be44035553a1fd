package sharing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
	"github.com/fraccheck/fraccheck/internal/sharing"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

const tensorType = "Tensor[(8, 8), float32]"

// hostile are items that grow in one way each; n is about how many expressions they
// have.
var hostile = []struct {
	name string
	make func(n int) string
}{
	{"equal", func(n int) string {
		return "def @f(%x: " + tensorType + ") {\n  (" + strings.Repeat("exp(%x),\n  ", n) + "%x)\n}\n"
	}},
	{"equal_chain", func(n int) string {
		return "def @f(%x: " + tensorType + ") {\n  exp(%x)" + strings.Repeat("\n  + exp(%x)", n) + "\n}\n"
	}},
	{"chains", func(n int) string {
		chain := "%x" + strings.Repeat(" + %x", n/2)
		return "def @f(%x: " + tensorType + ") {\n  (" + chain + " - %x, " + chain + " * %x)\n}\n"
	}},
	{"bindings", func(n int) string {
		var b strings.Builder
		b.WriteString("def @f(%x0: " + tensorType + ") {\n")
		for i := range n {
			fmt.Fprintf(&b, "  let %%x%d = exp(%%x%d);\n", i+1, i-i%2)
		}
		fmt.Fprintf(&b, "  %%x%d\n}\n", n)
		return b.String()
	}},
	{"graph", func(n int) string {
		var b strings.Builder
		b.WriteString("def @f(%x: " + tensorType + ") {\n  %0 = exp(%x);\n")
		for i := range n {
			fmt.Fprintf(&b, "  %%%d = tanh(%%%d);\n", i+1, i-i%2)
		}
		fmt.Fprintf(&b, "  %%%d\n}\n", n)
		return b.String()
	}},
	{"branches", func(n int) string {
		return "def @f(%x: " + tensorType + ", %c: bool) {\n  (" + strings.Repeat("if (%c) { exp(%x) } else { -exp(%x) },\n  ", n/4) + "%x)\n}\n"
	}},
	{"loops", func(n int) string {
		return "def @f(%x: " + tensorType + ", %r: FractalTensor[" + tensorType + "]) {\n  (" +
			strings.Repeat("map(fn(%y: "+tensorType+") { %y + tanh(%x) * exp(%x) }, %r),\n  ", n/4) + "%x)\n}\n"
	}},
	{"deep", func(n int) string {
		nest := strings.Repeat("exp(", 400) + "%x" + strings.Repeat(")", 400)
		return "def @f(%x: " + tensorType + ") {\n  (" + strings.Repeat(nest+",\n", n/400) + "%x)\n}\n"
	}},
	{"nested_loops", func(n int) string {
		deep := strings.Repeat("map(fn(%y: "+tensorType+") { %y + stack(", 60) + "%r" + strings.Repeat(")[0] * exp(%x) }, %r)", 60)
		return "def @f(%x: " + tensorType + ", %r: FractalTensor[" + tensorType + "]) {\n  (" + strings.Repeat(deep+",\n", n/200) + "%x)\n}\n"
	}},
}

// BenchmarkHostile measures both checks at two lengths: what is linear takes four times
// as long for four times the text. Parsing, types and effects are not measured.
func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		for _, n := range []int{12_500, 50_000} {
			for _, a := range []*analysis.Analyzer{sharing.Analyzer, effectcheck.Order} {
				b.Run(fmt.Sprintf("%s/%s/%d", h.name, a.Name, n), func(b *testing.B) { measure(b, h.make(n), a) })
			}
		}
	}
}

func measure(b *testing.B, text string, analyzer *analysis.Analyzer) {
	m := checktest.Module("test.frac", text)
	r, known := m.Check(0), facts.Of(m)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		b.StopTimer()
		unit := analysis.NewUnit(context.Background(), m, 0, r, known)
		for _, a := range analyzer.Requires {
			unit.Of(a)
		}
		b.StartTimer()
		unit.Run(analyzer, func(syntax.Diagnostic) {})
	}
}
