package exhaustive_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/syntax"
)

// A shape is a type of the generated programs.
type shape struct {
	text     string
	cons     []shapeCons
	elems    []*shape
	literals []string
}

type shapeCons struct {
	name   string
	fields []*shape
}

const shapeDecls = `type Void {}
type Color { Red, Green, Blue }
type Nat { S(Nat), Z }
type Box { Box(Color) }
type Colors { More(Color, Colors), End }
type Tree { Leaf, Node(Tree, bool, Tree) }
type Either { Left(bool), Never(Void), Right(Nat) }
type Opt[a] { No, Yes(a) }
`

func shapes() []*shape {
	boolean := &shape{text: "bool", literals: []string{"True", "False"}}
	integer := &shape{text: "int32", literals: []string{"0", "1", "-7"}}
	void := &shape{text: "Void"}
	color := &shape{text: "Color", cons: []shapeCons{{"Red", nil}, {"Green", nil}, {"Blue", nil}}}
	nat := &shape{text: "Nat"}
	nat.cons = []shapeCons{{"S", []*shape{nat}}, {"Z", nil}}
	box := &shape{text: "Box", cons: []shapeCons{{"Box", []*shape{color}}}}
	colors := &shape{text: "Colors"}
	colors.cons = []shapeCons{{"More", []*shape{color, colors}}, {"End", nil}}
	tree := &shape{text: "Tree"}
	tree.cons = []shapeCons{{"Leaf", nil}, {"Node", []*shape{tree, boolean, tree}}}
	either := &shape{text: "Either", cons: []shapeCons{{"Left", []*shape{boolean}}, {"Never", []*shape{void}}, {"Right", []*shape{nat}}}}
	pair := &shape{text: "(bool, Colors)", elems: []*shape{boolean, colors}}
	opt := &shape{text: "Opt[(bool, Colors)]", cons: []shapeCons{{"No", nil}, {"Yes", []*shape{pair}}}}
	return []*shape{boolean, integer, color, nat, box, colors, tree, either, pair, opt}
}

// A generator writes random programs.
type generator struct {
	*rand.Rand
	parens bool // `Nil()`
	next   int  // numbers variables
}

func (g *generator) pattern(s *shape, depth int) string {
	if len(s.elems) > 0 {
		return "(" + g.patterns(s.elems, depth) + ")"
	}
	if depth == 0 || g.IntN(5) < 2 || len(s.literals)+len(s.cons) == 0 {
		return g.variable()
	}
	if len(s.literals) > 0 {
		return s.literals[g.IntN(len(s.literals))]
	}
	c := s.cons[g.IntN(len(s.cons))]
	if len(c.fields) > 0 || g.parens {
		return c.name + "(" + g.patterns(c.fields, depth-1) + ")"
	}
	return c.name
}

func (g *generator) patterns(list []*shape, depth int) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = g.pattern(s, depth)
	}
	return strings.Join(texts, ", ")
}

func (g *generator) variable() string {
	g.next++
	switch g.IntN(3) {
	case 0:
		return "%v" + strconv.Itoa(g.next)
	case 1:
		return "v" + strconv.Itoa(g.next)
	}
	return "_"
}

// program writes a definition with one match, in either spelling, on one line
// or several.
func (g *generator) program() string {
	types := shapes()
	scrutinee := types[g.IntN(len(types))]
	if n := g.IntN(4); n > 0 {
		var texts []string
		scrutinee = &shape{}
		for range n + 1 {
			s := types[g.IntN(len(types))]
			scrutinee.elems, texts = append(scrutinee.elems, s), append(texts, s.text)
		}
		scrutinee.text = "(" + strings.Join(texts, ", ") + ")"
	}
	g.parens = g.IntN(2) == 0
	between := []string{"\n    ", " "}[g.IntN(2)]
	comma := []string{",", "", ",", ","}[g.IntN(2)]
	var b strings.Builder
	fmt.Fprintf(&b, "%sdef @f(%%x : %s) -> int32 {\n  match (%%x) {", shapeDecls, scrutinee.text)
	depth, rows, braces := 1+g.IntN(3), 1+g.IntN(7), g.IntN(2) == 0
	for i := range rows {
		p := g.pattern(scrutinee, depth)
		switch {
		case braces:
			fmt.Fprintf(&b, "%scase %s { %d }", between, p, i)
		case i == rows-1:
			fmt.Fprintf(&b, "%s%s => %d%s", between, p, i, comma)
		default:
			fmt.Fprintf(&b, "%s%s => %d,", between, p, i)
		}
	}
	b.WriteString("\n  }\n}\n")
	return b.String()
}

// TestFixesMakeClean applies first fixes to random programs until nothing is
// left: then no checker and no check has anything to say.
func TestFixesMakeClean(t *testing.T) {
	faulty := 0
	for seed := range uint64(1500) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		text := g.program()
		p, fixes := fixAll(text)
		if fixes > 0 {
			faulty++
		}
		if len(p.found) > 0 || len(p.types) > 0 {
			t.Fatalf("seed %d:\n%s\nbecame\n%s\n%s", seed, text, p.file.Text, p.report())
		}
	}
	t.Logf("%d of 1500 programs had something to fix", faulty)
}

// TestMovesMakeLive applies the fix that moves a clause: the clause that was
// reported is live then, and nothing else is newly dead.
func TestMovesMakeLive(t *testing.T) {
	moves := 0
	for seed := range uint64(1500) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 4))}
		text := g.program()
		p := check(text)
		moved, ok := p.fix(1)
		if !ok {
			continue
		}
		moves++
		q := check(moved)
		if before, after := dead(p), dead(q); after != before-1 || len(q.types) > 0 {
			t.Fatalf("seed %d: %d dead clauses, then %d\n%s\nbecame\n%s\n%s", seed, before, after, text, moved, q.report())
		}
	}
	t.Logf("%d of 1500 programs had a clause to move", moves)
}

func dead(p *program) int {
	n := 0
	for _, d := range p.found {
		if d.Code == syntax.UnreachableCase || d.Code == syntax.UnreachablePattern {
			n++
		}
	}
	return n
}
