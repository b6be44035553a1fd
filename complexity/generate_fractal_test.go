package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The kinds of values that generated programs compute with: an integer, FractalTensors
// of one, two and three depths, of tensors, of pairs of rows, and tensors of symbolic
// extents.
const (
	integer = iota
	row
	rows
	planes
	vector
	matrix
	vectors
	pairs
	list
	kinds
)

var kindTypes = [kinds]string{
	"int32", "FractalTensor[int32]", "FractalTensor[FractalTensor[int32]]", "FractalTensor[FractalTensor[FractalTensor[int32]]]",
	"Tensor[(n), float32]", "Tensor[(m, n), float32]", "FractalTensor[Tensor[(n), float32]]",
	"FractalTensor[(FractalTensor[int32], int32)]", "List[int32]",
}

// forms are ways to write an expression of a kind: a digit in angle brackets is an
// expression of that kind, a letter a new variable, and a letter with a kind, as in
// <x:1>, makes the variable one of that kind in all that follows.
var kindForms = [kinds][]string{
	integer: {
		"2", "0", "(<0> + <0>)", "(<0> * <0>)", "length(<1>)", "length(<2>)", "length(<6>)",
		"reduce(fn(<x:0>, <y:0>) { <0> }, <1>, <0>)", "foldl(fn(<s:0>, <x:0>) { <0> }, <1>, <0>)", "foldr(fn(<s:0>, <x:1>) { <0> }, <2>, <0>)",
		"if (<0> < <0>) { <0> } else { <0> }", "reduce(add, <1>, <0>)", "<1>[<0>]", "first(<1>)", "{ let <z:1> = <1>; <0> }",
		"foldl(fn((<a:0>, <b:0>), <x:0>) { (<0>, <0>) }, <1>, (<0>, <0>)).0", "@length(<8>)", "match (<8>) { Nil => <0>, Cons(<x:0>, <l:8>) => <0> }",
		"@foldl(fn(<s:0>, <x:0>) { <0> }, <0>, <8>)", "(fn(<x:0>) { <0> })(<0>)", "{ let <r:1> = <1>; if (length(%r) < <0>) { <0> } else { <0> } }",
		"foldl(fn(<s:0>, (<r:1>, <x:0>)) { <0> }, <7>, 0)", "foldl(fn(<s:0>, <p:2>) { <0> }, <3>, <0>)",
	},
	row: {
		"[<0>, <0>]", "arange(<0>)", "map(fn(<x:0>) { <0> }, <1>)", "map(fn(<r:1>) { <0> }, <2>)", "filter(fn(<x:0>) { <0> < <0> }, <1>)",
		"slice(<1>, 0, <0>)", "slice(<1>, <0>, 3)", "{ let <r:1> = <1>; slice(%r, 1, length(%r)) }", "split(<1>, 3).2", "join(<1>, <1>)", "scanl(fn(<s:0>, <x:0>) { <0> }, <1>, <0>)", "scanr(fn(<s:0>, <x:0>) { <0> }, <1>)",
		"foldl(fn(<s:1>, <x:0>) { <1> }, <1>, <1>)", "foldl(fn(<s:1>, <r:1>) { <1> }, <2>, <1>)", "reduce(fn(<r:1>, <t:1>) { join(%r, %t) }, <2>, <1>)",
		"reduce(fn(<r:1>, <t:1>) { <1> }, <2>)", "first(<2>)", "<2>[<0>]", "gather(<1>, <1>)", "split(<1>, 2).0",
		"dilated_map(fn(<r:1>) { map(fn(<x:0>) { <0> }, %r) }, <1>, dilation=2)", "if (<0> < <0>) { <1> } else { <1> }",
		"map(fn((<i:0>, <x:0>)) { <0> }, enumerate(<1>))", "map(fn((<x:0>, <y:0>)) { <0> }, zip(<1>, <1>))", "{ let <z:2> = <2>; <1> }",
		"foldl(fn((<a:1>, <b:1>), <x:0>) { (<1>, <1>) }, <1>, (<1>, <1>)).0", "scanl(fn((<a:0>, <b:0>), <x:0>) { (<0>, <0>) }, <1>, (<0>, <0>)).1",
		"foldl(fn((<a:1>, <b:1>), <x:0>) { (%b, %a) }, <1>, (<1>, <1>)).1", "foldl(fn((<a:2>, <b:1>), <x:0>) { (<2>, <1>) }, <1>, (<2>, <1>)).1",
		"@foldl(fn(<s:1>, <x:0>) { <1> }, <1>, <8>)", "@foldl(fn(<s:1>, <x:0>) { join(%s, [%x]) }, <1>, <8>)", "map(fn(<x:0>) { (<0>, <0>) }, <1>).0",
		"map(fn((<r:1>, <x:0>)) { <0> }, <7>)", "map(fn(<v:4>) { <0> }, <6>)", "map(negative, <1>)", "foldl(fn(<s:1>, <x:0>) { join(%s, [%x]) }, <1>, <1>)",
	},
	rows: {
		"[<1>, <1>]", "map(fn(<x:0>) { <1> }, <1>)", "map(fn(<r:1>) { <1> }, <2>)", "forall(fn(<x: int32:0>) { <0> }, <2>)", "filter(fn(<r:1>) { <0> < <0> }, <2>)",
		"filterall(fn(<x: int32:0>) { <0> < <0> }, <2>)", "slide(<1>, window=2)", "window(<1>, window=3, fill=<0>)", "shifted_slide(<1>, window=2)",
		"product(<1>, <1>).0", "product(<1>, <1>).1", "scanl(fn(<s:1>, <x:0>) { <1> }, <1>, <1>)", "scanl(fn(<s:1>, <r:1>) { <1> }, <2>, <1>)", "join(<2>, <2>)",
		"slice(<2>, 0, <0>)", "if (<0> < <0>) { <2> } else { <2> }", "gather(<2>, <1>)", "first(<3>)", "map(fn(<p:2>) { <1> }, <3>)",
		"scanl(fn((<a:1>, <b:0>), <x:0>) { (<1>, <0>) }, <1>, (<1>, <0>)).0", "map(fn(<r:1>) { (<1>, <0>) }, <2>).0",
		"foldl(fn(<s:2>, <x:0>) { <2> }, <1>, <2>)", "map(fn((<r:1>, <x:0>)) { <1> }, <7>)",
	},
	planes: {
		"[<2>]", "map(fn(<x:0>) { <2> }, <1>)", "map(fn(<r:1>) { <2> }, <2>)", "slide(<2>, window=2)", "forall(fn(<x: int32:0>) { <0> }, <3>)",
		"filterall(fn(<x: int32:0>) { <0> < <0> }, <3>)", "join(<3>, <3>)",
		"scanl(fn(<s:2>, <x:0>) { <2> }, <1>, <2>)",
	},
	vector: {
		"(<4> + <4>)", "tanh(<4>)", "foldl(fn(<s:4>, <v:4>) { <4> }, <6>, <4>)", "if (<0> < <0>) { <4> } else { <4> }", "reduce(fn(<v:4>, <w:4>) { <4> }, <6>, <4>)",
		"<6>[0]", "<5>[0]",
	},
	matrix: {"(<5> * <5>)", "(<5> + <4>)", "exp(<5>)", "foldl(fn(<s:5>, <v:4>) { <5> }, <6>, <5>)"},
	vectors: {
		"[<4>, <4>]", "map(fn(<v:4>) { <4> }, <6>)", "map(fn(<x:0>) { <4> }, <1>)", "scanl(fn(<s:4>, <v:4>) { <4> }, <6>, <4>)", "filter(fn(<v:4>) { <0> < <0> }, <6>)",
		"join(<6>, <6>)", "slices(<5>)", "gather(<6>, <1>)",
	},
	list: {
		"foldr(fn(<l:8>, <x:0>) { Cons(<0>, <8>) }, <1>, <8>)", "@map(fn(<x:0>) { <0> }, <8>)", "Cons(<0>, <8>)", "match (<8>) { Nil => <8>, Cons(<x:0>, <l:8>) => <8> }",
		"foldl(fn(<l:8>, <r:1>) { <8> }, <2>, <8>)", "@concat(<8>, <8>)",
	},
	pairs: {"zip(<2>, <1>)", "slice(<7>, 0, <0>)", "filter(fn((<r:1>, <x:0>)) { <0> < <0> }, <7>)"},
}

// A sequenceWriter writes programs over FractalTensors.
type sequenceWriter struct {
	*rand.Rand
	names   []bound
	defs    []definition
	counter int
	left    int
}

type bound struct {
	name string
	kind int
}

type definition struct {
	name string
	in   []int
	out  int
}

// program writes some definitions, each of which may call those before.
func (g *sequenceWriter) program() string {
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		d := definition{name: "@f" + strconv.Itoa(i), out: g.IntN(kinds)}
		g.names = nil
		var params []string
		for range 1 + g.IntN(3) {
			v := g.variable(g.IntN(kinds))
			d.in = append(d.in, v.kind)
			params = append(params, v.name+": "+kindTypes[v.kind])
		}
		for _, kind := range []int{vector, matrix} { // so that there is one of each
			v := g.variable(kind)
			d.in = append(d.in, kind)
			params = append(params, v.name+": "+kindTypes[kind])
		}
		g.left = 4 + g.IntN(20)
		body := g.expr(d.out)
		if g.IntN(3) == 0 {
			body = g.recursive(&d, &params, body)
		}
		fmt.Fprintf(&b, "def %s<n, m>(%s) -> %s {\n  %s\n}\n", d.name, strings.Join(params, ", "), kindTypes[d.out], body)
		g.defs = append(g.defs, d)
	}
	return b.String()
}

// recursive makes a definition that calls itself with a smaller integer.
func (g *sequenceWriter) recursive(d *definition, params *[]string, base string) string {
	k := g.variable(integer)
	*params = append(*params, k.name+": int32")
	g.left = 4 + g.IntN(10)
	var args []string
	for _, kind := range d.in {
		args = append(args, g.expr(kind))
	}
	d.in = append(d.in, integer)
	call := fmt.Sprintf("%s(%s, %s - 1)", d.name, strings.Join(args, ", "), k.name)
	again := g.variable(d.out)
	g.left = 3
	return fmt.Sprintf("if (%s <= 0) { %s } else { let %s = %s; %s }", k.name, base, again.name, call, g.expr(d.out))
}

func (g *sequenceWriter) variable(kind int) bound {
	g.counter++
	v := bound{"%v" + strconv.Itoa(g.counter), kind}
	g.names = append(g.names, v)
	return v
}

// expr writes an expression of a kind.
func (g *sequenceWriter) expr(kind int) string {
	g.left--
	var known []string
	for _, v := range g.names {
		if v.kind == kind {
			known = append(known, v.name)
		}
	}
	if len(known) > 0 && (g.left <= 0 || g.IntN(3) == 0) {
		return known[g.IntN(len(known))]
	}
	if g.left <= 0 && kind != vector && kind != matrix {
		return g.least(kind)
	}
	if g.left > 0 && g.IntN(6) == 0 {
		for _, d := range g.defs {
			if d.out == kind {
				return g.callOf(d)
			}
		}
	}
	if len(known) > 0 && g.left <= 0 {
		return known[0]
	}
	forms := kindForms[kind]
	return g.filled(forms[g.IntN(len(forms))])
}

// least is a small expression.
func (g *sequenceWriter) least(kind int) string {
	switch kind {
	case integer:
		return strconv.Itoa(g.IntN(4))
	case row:
		return "[1, 2]"
	case rows:
		return "[[1], [2, 3]]"
	case planes:
		return "[[[1]]]"
	case list:
		return "Nil"
	case pairs:
		return "zip([[1], [2, 3]], [1, 2])"
	}
	return "[" + g.expr(vector) + "]"
}

func (g *sequenceWriter) callOf(d definition) string {
	var args []string
	for _, kind := range d.in {
		args = append(args, g.expr(kind))
	}
	return d.name + "(" + strings.Join(args, ", ") + ")"
}

// filled is a form with expressions in its places. Its variables are seen in what follows
// them up to the brace that closes the function.
func (g *sequenceWriter) filled(form string) string {
	var b strings.Builder
	own := map[string]string{}
	before, depth := len(g.names), 0
	for form != "" {
		at := strings.IndexAny(form, "<{}%")
		if at < 0 {
			b.WriteString(form)
			break
		}
		b.WriteString(form[:at])
		form = form[at:]
		switch {
		case form[0] == '{':
			depth++
			b.WriteByte('{')
			form = form[1:]
		case form[0] == '}':
			if depth--; depth == 0 {
				g.names = g.names[:before:before]
			}
			b.WriteByte('}')
			form = form[1:]
		case form[0] == '%':
			b.WriteString(own[form[1:2]])
			form = form[2:]
		case form[1] == ' ': // the sign for less
			b.WriteByte('<')
			form = form[1:]
		default:
			end := strings.IndexByte(form, '>')
			g.hole(&b, form[1:end], own)
			form = form[end+1:]
		}
	}
	g.names = g.names[:before:before]
	return b.String()
}

func (g *sequenceWriter) hole(b *strings.Builder, text string, own map[string]string) {
	if len(text) == 1 {
		b.WriteString(g.expr(int(text[0] - '0')))
		return
	}
	kind := int(text[len(text)-1] - '0')
	v := g.variable(kind)
	own[text[:1]] = v.name
	b.WriteString(v.name + strings.TrimSuffix(text[1:len(text)-2], ":"))
}

// TestRandomFractalBoundsHold bounds random programs over FractalTensors and tensors and
// runs them. COST_PROGRAMS says how many, COST_SEED from which on.
func TestRandomFractalBoundsHold(t *testing.T) {
	programs, _ := strconv.Atoi(os.Getenv("COST_PROGRAMS"))
	if programs == 0 {
		programs = 30
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	bounded, compared, checked := 0, 0, 0
	for seed := first; seed < first+uint64(programs); seed++ {
		g := &sequenceWriter{Rand: rand.New(rand.NewPCG(seed, 11))}
		text := g.program()
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: table.Default()})
		if hasErrors(t, m) {
			continue
		}
		checked++
		b, c := holdModule(t, m, trial.Options{Steps: 20_000, Size: 24, Seed: seed})
		bounded, compared = bounded+b, compared+c
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	t.Logf("%d of %d programs checked, %d definitions bounded, %d runs", checked, programs, bounded, compared)
	if checked < programs/2 || bounded < checked/2 {
		t.Errorf("only %d definitions of %d programs have a bound", bounded, checked)
	}
}
