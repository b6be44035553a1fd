package exhaustive_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
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
	bodies int  // how many bodies there are; 0: each clause has its own

	scrutinee *shape // of the last program
	depth     int    // of its patterns
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
	if g.next++; g.bodies > 0 {
		g.next += g.IntN(2)
	}
	switch g.IntN(3) {
	case 0:
		return "%v" + strconv.Itoa(g.next)
	case 1:
		return "v" + strconv.Itoa(g.next)
	}
	return "_"
}

// body is that of a clause: a number, and perhaps a variable that is looked at.
func (g *generator) body(i int, pattern string) string {
	if g.bodies == 0 {
		return strconv.Itoa(i)
	}
	body := strconv.Itoa(g.IntN(g.bodies))
	if names := variableNames.FindAllString(pattern, -1); len(names) > 0 && g.IntN(3) == 0 {
		return "{ let _ = %" + strings.TrimPrefix(names[g.IntN(len(names))], "%") + "; " + body + " }"
	}
	return body
}

var variableNames = regexp.MustCompile(`\bv[0-9]+|%[a-z][a-z0-9]*`)

// program writes a definition with one match, in either notation, on one line
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
	g.scrutinee, g.depth = scrutinee, depth
	for i := range rows {
		if g.bodies > 0 {
			g.next = 0
		}
		p := g.pattern(scrutinee, depth)
		switch body := g.body(i, p); {
		case braces:
			fmt.Fprintf(&b, "%scase %s { %s }", between, p, body)
		case i == rows-1:
			fmt.Fprintf(&b, "%s%s => %s%s", between, p, body, comma)
		default:
			fmt.Fprintf(&b, "%s%s => %s,", between, p, body)
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
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), bodies: int(seed % 3)}
		text := g.program()
		p, fixes := fixAll(text)
		if fixes > 0 {
			faulty++
		}
		if len(p.found) > 0 || len(p.types) > 0 {
			t.Fatalf("seed %d:\n%s\nbecame\n%s\n%s", seed, text, p.file.Text(), p.Report())
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
		i := slices.IndexFunc(p.found, func(d syntax.Diagnostic) bool {
			return len(d.Fixes) > 1 && strings.HasPrefix(d.Fixes[1].Title, "move this clause")
		})
		if i < 0 {
			continue
		}
		moves++
		moved := apply(text, p.found[i].Fixes[1].Edits, p.starts[i])
		q := check(moved)
		if before, after := dead(p), dead(q); after != before-1 || len(q.types) > 0 {
			t.Fatalf("seed %d: %d dead clauses, then %d\n%s\nbecame\n%s\n%s", seed, before, after, text, moved, q.Report())
		}
	}
	t.Logf("%d of 1500 programs had a clause to move", moves)
}

// TestSinksMakeLive applies the fix that moves a catch-all to the end: more
// clauses run then.
func TestSinksMakeLive(t *testing.T) {
	moves := 0
	for seed := range uint64(3000) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 9))}
		text := g.program()
		p := check(text)
		for i, d := range p.found {
			last := len(d.Fixes) - 1
			if last < 0 || !strings.HasSuffix(d.Fixes[last].Title, "to the end") {
				continue
			}
			moves++
			moved := apply(text, d.Fixes[last].Edits, p.starts[i])
			if q := check(moved); dead(q) >= dead(p) || len(q.types) > 0 {
				t.Fatalf("seed %d: %d dead clauses, then %d\n%s\nbecame\n%s\n%s", seed, dead(p), dead(q), text, moved, q.Report())
			}
		}
	}
	t.Logf("%d of 3000 programs had a catch-all to move", moves)
}

func dead(p *program) int {
	n := 0
	for _, d := range p.found {
		if d.Code == codes.UnreachableCase || d.Code == codes.UnreachablePattern || copied(d) {
			n++
		}
	}
	return n
}

// copied reports whether a diagnostic is of a clause that repeats another one, and of what is missing.
func copied(d syntax.Diagnostic) bool {
	return d.Code == codes.NonexhaustiveMatch && strings.HasPrefix(d.Message, "this clause never runs")
}

// bindings writes a definition whose parameters and lets take values apart.
func (g *generator) bindings() string {
	types := shapes()
	one := func() *shape { return types[g.IntN(len(types))] }
	g.parens = g.IntN(2) == 0
	space := []string{"\n  ", " "}[g.IntN(2)]
	var b strings.Builder
	p, x, y := one(), one(), one()
	fmt.Fprintf(&b, "%sdef @f(%s : %s, %%x : %s, %%y : %s) -> int32 {%s", shapeDecls, g.pattern(p, 2), p.text, x.text, y.text, space)
	fmt.Fprintf(&b, "let %s = %%x;%s", g.pattern(x, 1+g.IntN(2)), space)
	in := one()
	fmt.Fprintf(&b, "let %%g = fn(%%n : bool, %s : %s) { %%n };%s", g.pattern(in, 2), in.text, space)
	end := []string{";" + space, ";  # why\n  ", "\n  "}[g.IntN(3)]
	fmt.Fprintf(&b, "let %s : %s = %%y%s", g.pattern(y, 2), y.text, end)
	if g.IntN(2) == 0 {
		fmt.Fprintf(&b, "match (%%x) {%s_ => let %s = %%y; 3 }%s}\n", space, g.pattern(y, 1), space)
	} else {
		fmt.Fprintf(&b, "4%s}\n", space)
	}
	return b.String()
}

// TestBindingsBecomeMatches applies the fixes of refutable bindings until there
// are none: then no checker and no check has anything to say.
func TestBindingsBecomeMatches(t *testing.T) {
	faulty := 0
	for seed := range uint64(1500) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 8))}
		text := g.bindings()
		p, fixes := fixAll(text)
		if fixes > 0 {
			faulty++
		}
		if len(p.found) > 0 || len(p.types) > 0 {
			t.Fatalf("seed %d:\n%s\nbecame\n%s\n%s", seed, text, p.file.Text(), p.Report())
		}
	}
	t.Logf("%d of 1500 programs had something to fix", faulty)
}
