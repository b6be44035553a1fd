package rewriting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
)

// scaled are programs with n places that a rule matches, and 3n operators.
var scaled = []struct {
	name, rules string
	program     func(b *strings.Builder, n int)
}{
	{"let", "rewrite r { var x  match x + 0  with x }", func(b *strings.Builder, n int) {
		for i := range n {
			fmt.Fprintf(b, "  let %%x%d = (%%x%d * %%x%d - 1) + 0;\n", i+1, i, i)
		}
		fmt.Fprintf(b, "  %%x%d\n", n)
	}},
	{"graph", "rewrite r { var x  match x * 2  with x + x }", func(b *strings.Builder, n int) {
		b.WriteString("  %0 = %x0;\n")
		for i := range n {
			fmt.Fprintf(b, "  %%%d = multiply(%%%d - 1, 2);\n", i+1, i)
		}
		fmt.Fprintf(b, "  %%%d\n", n)
	}},
	{"chain", "rewrite r { var x  match x + 0  with x }", func(b *strings.Builder, n int) {
		b.WriteString("  %x0" + strings.Repeat(" + 0 - 1 + %x0", n) + "\n")
	}},
	{"nothing left", "rewrite r { var x  match x + 0  with x }", func(b *strings.Builder, n int) {
		b.WriteString("  %x0" + strings.Repeat(" + 0", n) + "\n")
	}},
	{"refused", "rewrite r { var x  match x + 0  with True }", func(b *strings.Builder, n int) {
		for i := range n {
			fmt.Fprintf(b, "  let %%x%d = (%%x%d * %%x%d - 1) + 0;\n", i+1, i, i)
		}
		fmt.Fprintf(b, "  %%x%d\n", n)
	}},
	{"dropped", "rewrite r { var x  match -(-x)  with x }", func(b *strings.Builder, n int) {
		for i := range n {
			fmt.Fprintf(b, "  let %%y%d = -%%x%d;\n  let %%z%d = -%%y%d;\n  let %%x%d = %%z%d + 1;\n", i, i, i, i, i+1, i)
		}
		fmt.Fprintf(b, "  %%x%d\n", n)
	}},
	{"rows", "rewrite r { var x, y  match (x + 1) * y  with x * y + y }", func(b *strings.Builder, n int) {
		b.WriteString("  %0 = %x0 + 1;\n  %x0")
		for range n {
			b.WriteString("\n  + (%0 - 1 + 1) * (%0 - 2)")
		}
		b.WriteString("\n")
	}},
}

// TestItems holds the same of many definitions.
func TestItems(t *testing.T) {
	holdLinear(t, 150, 1200, func(n int) func() {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "def @f%d(%%x: int32) -> int32 { @f%d(%%x + 0) * 2 }\n", i+1, i)
		}
		m := checktest.Module("test.frac", "def @f0(%x: int32) -> int32 { %x }\n"+b.String())
		return func() {
			if r := apply(t, m, "rewrite a { var x  match x + 0  with x } rewrite b { var x  match x * 2  with x + x }"); len(r.Rewrites) != 2*n {
				t.Errorf("%d rewrites", len(r.Rewrites))
			}
		}
	})
}

// holdLinear holds that work of a large size allocates at most half as much again for each part
// as work of a small one. Allocations are counted and not seconds, which depend on the machine.
func holdLinear(t *testing.T, small, large int, work func(n int) func()) {
	t.Helper()
	few, many := testing.AllocsPerRun(1, work(small)), testing.AllocsPerRun(1, work(large))
	t.Logf("%.0f allocations for %d, %.0f for %d", few, small, many, large)
	if many > 1.5*few*float64(large)/float64(small) {
		t.Errorf("%d make %.0f allocations, and %d make %.0f", small, few, large, many)
	}
}

func scaledProgram(program func(b *strings.Builder, n int), n int) string {
	var b strings.Builder
	b.WriteString("def @f(%x0: int32) -> int32 {\n")
	program(&b, n)
	b.WriteString("}\n")
	return b.String()
}

// TestScale holds that work grows with the number of places, and not with its square.
func TestScale(t *testing.T) {
	for _, s := range scaled {
		t.Run(s.name, func(t *testing.T) {
			holdLinear(t, 250, 2000, func(n int) func() {
				m := checktest.Module("test.frac", scaledProgram(s.program, n))
				m.Check(0)
				return func() {
					r := apply(t, m, s.rules)
					if len(r.Rewrites)+len(r.Refused) < n {
						t.Errorf("%d rewrites and %d refusals of %d", len(r.Rewrites), len(r.Refused), n)
					}
				}
			})
		})
	}
}

// BenchmarkFile rewrites 10,000 places of 30,000 operators.
func BenchmarkFile(b *testing.B) {
	for _, s := range scaled {
		m := checktest.Module("test.frac", scaledProgram(s.program, 10_000))
		m.Check(0)
		r := rewriting.New(parsed(b, s.rules))
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := r.File(b.Context(), m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
