package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
)

// graphOf is the graph of the only item of a program.
func graphOf(t testing.TB, text string) *graph.Graph {
	t.Helper()
	return graph.Of(trees(t, text)[0])
}

// chain binds n values one after the other, each from the one before.
func chain(n int) string {
	var text strings.Builder
	text.WriteString("def @main(%a0: int32) -> int32 {\n")
	for i := range n {
		fmt.Fprintf(&text, "  let %%a%d = %%a%d + 1;\n", i+1, i)
	}
	return text.String() + fmt.Sprintf("  %%a%d\n}\n", n)
}

// fan binds n values from one and joins them.
func fan(n int) string {
	var text strings.Builder
	text.WriteString("def @main(%x: int32) -> int32 {\n")
	for i := range n {
		fmt.Fprintf(&text, "  let %%a%d = %%x + 1;\n", i)
	}
	text.WriteString("  0")
	for i := range n {
		fmt.Fprintf(&text, " + %%a%d", i)
	}
	return text.String() + "\n}\n"
}

// TestLadder holds that sharing keeps a ladder of diamonds as small as its text.
func TestLadder(t *testing.T) {
	var text strings.Builder
	text.WriteString("def @main(%a0) {\n")
	for i := range 60 {
		fmt.Fprintf(&text, "let %%a%d = (%%a%d, %%a%d);\n", i+1, i, i)
	}
	g := graphOf(t, strings.Replace(text.String(), "(%a0)", "(%a0: int32)", 1)+"let %all = %a60; 0\n}\n")
	if g.Len() > 62 {
		t.Errorf("%d values", g.Len())
	}
	for v := graph.Value(1); v < 60; v++ {
		if g.Dominator(v) != v-1 || g.PostDominator(v) != v+1 || g.Owner(v) != graph.Body {
			t.Errorf("v%d comes from v%d and goes to v%d", v, g.Dominator(v), g.PostDominator(v))
		}
	}
}

// TestLongChain holds that a million bindings overflow nothing.
func TestLongChain(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 10_000
	}
	g := graphOf(t, chain(n))
	last := graph.Value(g.Len() - 1)
	if g.Len() != 2*n+1 || !g.Dominates(0, last) || !g.PostDominates(last, 0) || g.Owner(0) != graph.Body {
		t.Errorf("%d values", g.Len())
	}
}

// TestDeepNesting holds that functions and branches as deep as the parser takes
// them overflow nothing, and that a value used in the innermost one is found to
// belong there.
func TestDeepNesting(t *testing.T) {
	const depth = 2000
	ifs := "def @main(%c: bool, %x: int32) -> int32 { let %v = %x + 1; " + strings.Repeat("if (%c) { ", depth) + "%v" +
		strings.Repeat(" } else { 0 }", depth) + " }"
	g := graphOf(t, ifs)
	v := graph.Value(3) // after two parameters and the literal
	if owner := g.Owner(v); g.Blocks()[owner].Node == g.Info.Item.Body() || len(g.Blocks()) != 2*depth+1 {
		t.Errorf("block %d owns v%d = %s", owner, v, g.Info.Item.SourceText(g.Node(v)))
	}
	lambdas := "def @main(%x: int32) { let %v = %x + 1; " + strings.Repeat("fn() { ", depth) + "%v" + strings.Repeat(" }", depth) + " }"
	if g = graphOf(t, lambdas); g.Owner(2) != graph.Body {
		t.Errorf("block %d owns what functions read", g.Owner(2))
	}
}

func BenchmarkGraph(b *testing.B) {
	for _, shape := range []struct {
		name string
		text string
	}{{"deep", chain(100_000)}, {"wide", fan(100_000)}} {
		info := trees(b, shape.text)[0]
		info.Index()
		b.Run(shape.name, func(b *testing.B) {
			for b.Loop() {
				graph.Build(info)
			}
		})
		b.Run(shape.name+"-owners-dominators", func(b *testing.B) {
			for b.Loop() {
				g := graph.Build(info)
				g.Owner(0)
				g.Dominator(0)
				g.PostDominator(0)
			}
		})
	}
}
