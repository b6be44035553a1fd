package rewrite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestPath holds paths against runs: in random expressions whose leaves note that
// they are evaluated, what a certain path says to lie before a leaf is what
// ran before it, as far as it ran at all.
func TestPath(t *testing.T) {
	certain := 0
	for seed := range uint64(300) {
		g := &ticking{Rand: rand.New(rand.NewPCG(seed, 3))}
		text := "def @run(%r: ref(List[int32])) {\n  " + g.block(5) + "\n}\n\n" +
			"def @tick(%r: ref(List[int32]), %k: int32) -> int32 { ref_write(%r, Cons(%k, ref_read(%r))); %k }\n\n" +
			"{ let %r = ref(Nil); @run(%r); ref_read(%r) }\n"
		m := checktest.Module("test.frac", text)
		if n := errorCount(m); n > 0 {
			t.Fatalf("seed %d: %d errors in\n%s", seed, n, text)
		}
		certain += holdPaths(t, m.Check(0).Info.Item, rewrite.NewTree(m.Check(0).Info), ticks(t, m), text)
	}
	if certain < 500 {
		t.Errorf("only %d certain paths", certain)
	}
}

// holdPaths looks at the paths from the beginning of the body to each leaf, and
// counts the certain ones.
func holdPaths(t *testing.T, item *syntax.Item, tree *rewrite.Tree, ran []int64, text string) int {
	certain := 0
	for leaf := range leaves(item, item.Body()) {
		path, ok := tree.Path(item.Body(), leaf)
		if !ok {
			t.Fatalf("no path to a leaf of\n%s", text)
		}
		if !path.Certain() {
			continue
		}
		certain++
		var before []int64
		for _, n := range path.Before {
			for _, k := range leaves(item, n) {
				if slices.Contains(ran, k) {
					before = append(before, k)
				}
			}
		}
		own := leaves(item, leaf)[leaf]
		at := slices.Index(ran, own)
		if at < 0 {
			t.Fatalf("%d has a certain path and did not run: %v\n%s", own, ran, text)
		}
		slices.Sort(before)
		if want := slices.Sorted(slices.Values(ran[:at])); !slices.Equal(before, want) {
			t.Fatalf("before %d lie %v, and %v ran\n%s", own, before, want, text)
		}
	}
	return certain
}

// leaves are the calls of @tick under a node, with their numbers.
func leaves(item *syntax.Item, root syntax.NodeID) map[syntax.NodeID]int64 {
	found := map[syntax.NodeID]int64{}
	item.Walk(root, func(n syntax.NodeID) bool {
		var k int64
		if item.Kind(n) == syntax.Call {
			if _, err := fmt.Sscanf(item.SourceText(n), "@tick(%%r, %d)", &k); err == nil {
				found[n] = k
				return false
			}
		}
		return true
	})
	return found
}

// ticks are the numbers of the leaves that ran, in their order.
func ticks(t *testing.T, m *typecheck.Module) []int64 {
	t.Helper()
	p, err := interp.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := p.Run(context.Background(), interp.Entry{Item: p.Entries()[0]}, nil, interp.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	var ran []int64
	for list := v.(*value.Data); len(list.Fields) == 2; list = list.Fields[1].(*value.Data) {
		ran = append(ran, int64(list.Fields[0].(value.Scalar).Bits))
	}
	slices.Reverse(ran)
	return ran
}

// A ticking writes random expressions of type int32.
type ticking struct {
	*rand.Rand
	last int
}

func (g *ticking) block(fuel int) string {
	var b strings.Builder
	for range g.IntN(3) {
		g.last++
		fmt.Fprintf(&b, "let %%v%d = %s; ", g.last, g.expr(fuel-1))
	}
	return b.String() + g.expr(fuel-1)
}

func (g *ticking) expr(fuel int) string {
	if fuel <= 0 {
		g.last++
		return fmt.Sprintf("@tick(%%r, %d)", g.last)
	}
	a := func() string { return g.expr(fuel - 1) }
	switch g.IntN(9) {
	case 0:
		return "(" + a() + ", " + a() + ").0"
	case 1:
		return "if (" + a() + " > " + a() + ") { " + g.block(fuel-1) + " } else { " + g.block(fuel-1) + " }"
	case 2:
		return "(" + a() + " + " + a() + " - " + a() + ")"
	case 3:
		return "(if (" + a() + " > 3 && " + a() + " > 7) { 1 } else { " + a() + " })"
	case 4:
		return "match (Some(" + a() + ")) { Some(_) => { " + g.block(fuel-1) + " }, None => " + a() + " }"
	case 5:
		return "[" + a() + ", " + a() + "][0]"
	case 6:
		return "add(" + a() + ", " + a() + ")"
	case 7:
		return "{ let %f = fn(%x: int32) { %x + " + a() + " }; " + a() + " }"
	}
	return a()
}
