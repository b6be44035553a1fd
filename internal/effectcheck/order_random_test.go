package effectcheck_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effectcheck"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestOrderIsFree holds that where no effects are found whose order only the text says,
// operands may be evaluated in another order: random programs in graph normal form give
// the same, and leave the same in two cells, which may be one, when the operands of any
// of their expressions change places. ORDER_PROGRAMS is how many there are.
func TestOrderIsFree(t *testing.T) {
	n := uint64(400)
	if long, err := strconv.ParseUint(os.Getenv("ORDER_PROGRAMS"), 10, 64); err == nil {
		n = long
	}
	free, swaps, bound := 0, 0, 0
	for seed := range n {
		text := ordered(seed)
		p := checktest.Check("test.frac", text, effectcheck.Order)
		if len(p.Errors()) > 0 {
			t.Fatalf("seed %d: %s\n%s", seed, p.Errors()[0].Message, text)
		}
		want, others := outcome.Of(p.Module), swapped(p)
		if len(p.Analyzed()) > 0 {
			if slices.ContainsFunc(others, func(other string) bool { return !slices.Equal(outcomesOf(t, other), want) }) {
				bound++
			}
			continue
		}
		free++
		for _, other := range others {
			swaps++
			if got := outcomesOf(t, other); !slices.Equal(got, want) {
				t.Errorf("seed %d: nothing is found, and another order gives\n%q\nwant\n%q\n%s\n---\n%s", seed, got, want, text, other)
			}
		}
	}
	t.Logf("%d of %d programs without findings, %d changes of order; %d with findings give something else", free, n, swaps, bound)
	if free == 0 || swaps < free || bound == 0 {
		t.Error("too little was tried")
	}
}

func outcomesOf(t *testing.T, text string) []string {
	p := checktest.Check("test.frac", text)
	if len(p.Errors()) > 0 {
		t.Fatalf("%s\n%s", p.Errors()[0].Message, text)
	}
	return outcome.Of(p.Module)
}

// swapped are the texts in which the second of two operands is evaluated first.
func swapped(p *checktest.Program) (texts []string) {
	file := p.Module.File()
	for i, item := range file.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			first, second, ok := operands(item, n)
			if !ok {
				continue
			}
			a, b := item.Span(first), item.Span(second)
			whole := item.Span(n)
			edits := []syntax.Edit{
				{Span: syntax.Span{Start: whole.Start, End: whole.Start}, NewText: "{ let %second = " + item.SourceText(second) + "; let %first = " + item.SourceText(first) + "; "},
				{Span: a, NewText: "%first"}, {Span: b, NewText: "%second"},
				{Span: syntax.Span{Start: whole.End, End: whole.End}, NewText: " }"},
			}
			text := file.Text()[:file.Start(i)] + syntax.ApplyEdits(item.Text, edits) + file.Text()[int(file.Start(i))+len(item.Text):]
			texts = append(texts, text)
		}
	}
	return texts
}

// operands are two operands that only the order of the text puts in an order.
func operands(item *syntax.Item, n syntax.NodeID) (first, second syntax.NodeID, ok bool) {
	switch item.Kind(n) {
	case syntax.Tuple:
		if kids := item.Kids(n); len(kids) == 2 {
			return kids[0], kids[1], true
		}
	case syntax.Call:
		if call := item.Call(n); len(call.Args) == 2 && item.SourceText(call.Callee) == "@two" {
			return call.Args[0], call.Args[1], true
		}
	}
	return 0, 0, false
}

const orderPreamble = `def @bump(%r: ref(int32)) -> int32 { ref_write(%r, ref_read(%r) * 2 + 1); 7 }
def @next(%r: ref(int32)) -> int32 { ref_write(%r, ref_read(%r) * 3 + 1); ref_read(%r) }
def @peek(%r: ref(int32)) -> int32 { ref_read(%r) }
def @two(%a: int32, %b: int32) -> int32 { %a - %b }

`

// An orderer writes definitions in graph normal form that read and change two cells,
// seldom enough that some have nothing to find.
type orderer struct {
	*rand.Rand
	bound int // how many graph bindings may be named
	quiet int // of ten expressions, how many leave the cells alone
	cells []string
}

func ordered(seed uint64) string {
	g := &orderer{Rand: rand.New(rand.NewPCG(seed, 3)), cells: []string{"%r", "%s"}}
	g.quiet = 4 + g.IntN(6)
	var b strings.Builder
	b.WriteString(orderPreamble + "def @f(%r: ref(int32), %s: ref(int32), %n: int32) {\n")
	for range g.IntN(4) {
		if g.IntN(4) == 0 {
			fmt.Fprintf(&b, "  %%%d = ref(%d);\n", g.bound, g.IntN(5))
			g.cells = append(g.cells, fmt.Sprint("%", g.bound))
		} else {
			fmt.Fprintf(&b, "  %%%d = %s;\n", g.bound, g.expr(3))
		}
		g.bound++
		if g.IntN(5) == 0 {
			fmt.Fprintf(&b, "  ref_write(%s, %s);\n", g.cell(), g.expr(2))
		}
	}
	fmt.Fprintf(&b, "  (%s, %s)\n}\n\n", g.expr(3), g.expr(3))
	for n := range 2 {
		fmt.Fprintf(&b, "{ let %%r = ref(2);\nlet %%s = ref(5);\nlet %%y = @f(%%r, %%s, %d);\n(%%y, ref_read(%%r), ref_read(%%s)) }\n\n", n)
		fmt.Fprintf(&b, "{ let %%r = ref(3);\nlet %%y = @f(%%r, %%r, %d);\n(%%y, ref_read(%%r)) }\n\n", n)
	}
	return b.String()
}

func (g *orderer) cell() string { return g.cells[g.IntN(len(g.cells))] }

// number is a graph binding that is no cell, or a constant.
func (g *orderer) number() string {
	if g.bound > 0 && g.IntN(2) == 0 {
		if name := fmt.Sprint("%", g.IntN(g.bound)); !slices.Contains(g.cells, name) {
			return name
		}
	}
	return []string{"%n", "1", "2"}[g.IntN(3)]
}

func (g *orderer) expr(fuel int) string {
	if fuel <= 0 || g.IntN(10) < g.quiet/2 {
		return g.number()
	}
	f := fuel - 1
	if g.IntN(10) >= g.quiet {
		switch g.IntN(4) {
		case 0:
			return "@bump(" + g.cell() + ")"
		case 1:
			return "@next(" + g.cell() + ")"
		case 2:
			return "{ ref_write(" + g.cell() + ", " + g.closed(f) + "); " + g.closed(f) + " }"
		}
		return []string{"@peek(", "ref_read("}[g.IntN(2)] + g.cell() + ")"
	}
	switch g.IntN(5) {
	case 0:
		return "(if (" + g.expr(f) + " == 1) { " + g.closed(f) + " } else { " + g.closed(f) + " })"
	case 1:
		return "(if (" + g.expr(f) + " < 2 && " + g.closed(f) + " < 3) { " + g.closed(f) + " } else { " + g.closed(f) + " })"
	case 2:
		return "{ " + g.expr(f) + " }"
	}
	return "@two(" + g.expr(f) + ", " + g.expr(f) + ")"
}

// closed is an expression of a branch, or of a block with statements. It leaves the
// cells alone and names no graph binding: where that is read first in a branch and
// again elsewhere, nothing is said of its effects, and one that is read first after
// a `;` counts as ordered by that.
func (g *orderer) closed(fuel int) string {
	bound, cells, quiet := g.bound, g.cells, g.quiet
	defer func() { g.bound, g.cells, g.quiet = bound, cells, quiet }()
	g.bound, g.cells, g.quiet = 0, []string{"%r", "%s"}, 10
	return g.expr(fuel)
}
