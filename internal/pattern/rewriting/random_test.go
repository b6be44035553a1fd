package rewriting_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

var programs = flag.Int("programs", 3, "number of random programs of each kind that are rewritten")

// exact are rules that leave each value and each failure what it is.
const exact = `
let int = has_dtype("int32")
rewrite add_zero { var x  match (x + 0) & int  with x }
rewrite zero_add { var x  match (x - 0) & int  with x }
rewrite mul_one { var x  match x * 1  with x }
rewrite double_negation { var x  match -(-x)  with x }
rewrite double { var x  match (x * 2) & int  with x + x }
rewrite triple { var x  match (x * 3) & int  with { let %t = x + x; %t + x } }
rewrite not_not { var c, a, b  match is_if(!c, a, b)  with if (c) { b } else { a } }
rewrite once regroup { var x, y, z  match ((x + y) + z) & int  with x + (y + z) }
rewrite negated_sum { var x, y  match -(x + y) & int  with (-x) + -y }
rewrite through_if { var c, a, b  match is_if(c, a + 1, b + 1) & int  with (if (c) { a } else { b }) + 1 }
rewrite square { var x  match ((c = x + _) * c) & int  with c * c + 0 }
`

// algebraic are rules that may take another of two failures first, or none.
const algebraic = exact + `
rewrite once swap { var x, y  match (x - y) & int  with -(y - x) }
rewrite once distribute { var x, y, z  match ((x + y) * z) & int  with z * x + z * y }
rewrite once difference { var x, y  match ((a = x - _) - (b = y + _)) & int  with { let %d = b - a; -%d + (x - x) + (y - y) } }
rewrite once branch { var c, a, b, x  match (is_if(c, a, b) + x) & int  with if (c) { a + x } else { x + b } }
rewrite once commute { var x, y  match (x + y) & int  with y + x }
rewrite map_map { var f, g, xs  match map(f, map(g, xs))  with map(fn (%x) { f(g(%x)) }, xs) }
rewrite map_one { var f, x  match map(f, [x])  with [f(x)] }
rewrite pair { var x, y  match (x, y).0  with x }
`

// A decorator writes what the rules match into a program, at expressions of int32.
type decorator struct {
	*rand.Rand
	info  *typecheck.Info
	edits []syntax.Edit
}

var wrappings = [][2]string{
	{"(", " + 0)"}, {"(0 + ", ")"}, {"(", " - 0)"}, {"(", " * 1)"}, {"(-(-", "))"}, {"(", " * 2)"}, {"(3 * ", ")"},
	{"((", ", 1).0)"}, {"{ let %deco = ", " + 0; %deco * %deco }"}, {"(if (!True) { 1 } else { ", " })"},
	{"(", " - 7)"}, {"{ %90 = ", " * 1; %90 + 0 }"}, {"{ let %unused = ", " * 2; %unused + 0 }"},
}

func (d *decorator) decorate() string {
	item := d.info.Item
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		kind := item.Kind(n)
		if kind == syntax.NamedArg {
			return false
		}
		if d.IntN(4) == 0 && expressions[kind] && types.IsScalar(d.info.Type(n), types.Int32) && d.isWhole(n) {
			w := wrappings[d.IntN(len(wrappings))]
			text := item.SourceText(n)
			if kind != syntax.Local && kind != syntax.Call || strings.Contains(text, "\n") {
				text = "(" + text + ")"
			}
			d.edits = append(d.edits, syntax.Edit{Span: item.Span(n), NewText: w[0] + text + w[1]})
			return false
		}
		return true
	})
	return syntax.ApplyEdits(item.Text, d.edits)
}

// isWhole recognizes a node that is no operand which a rule of layout keeps in place.
func (d *decorator) isWhole(n syntax.NodeID) bool {
	parent := d.info.Index().Parent(n)
	switch d.info.Item.Kind(parent) {
	case syntax.Graph:
		return d.info.Item.Graph(parent).Value == n
	case syntax.Call:
		return d.info.Item.Call(parent).Callee != n
	}
	return true
}

var expressions = map[syntax.Kind]bool{syntax.Local: true, syntax.Call: true, syntax.Binary: true, syntax.If: true, syntax.Int: true, syntax.Match: true}

func decorated(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	for range 1 + r.IntN(3) {
		m := checktest.Module("test.frac", text)
		var b strings.Builder
		for i, item := range m.File().All() {
			result := m.Check(i)
			if item.Kind(item.Root) != syntax.ItemDef || len(item.Errors) > 0 {
				b.WriteString(item.Text)
				continue
			}
			d := &decorator{Rand: r, info: result.Info}
			b.WriteString(d.decorate())
		}
		if len(errorsOf(checktest.Module("test.frac", b.String()))) == 0 {
			text = b.String()
		}
	}
	return text
}

// errorsOf are the errors that the parser and the checker find.
func errorsOf(m *typecheck.Module) []string {
	var found []string
	for i, item := range m.File().All() {
		for _, d := range append(slices.Clone(item.Errors), m.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				found = append(found, d.Message)
			}
		}
	}
	return found
}

// randomKinds make random programs that run.
var randomKinds = map[string]func(seed uint64) string{
	"plain": func(seed uint64) string { return progen.Make(seed).Text + "\n@main()\n" },
	"dense": func(seed uint64) string { return progen.MakeDense(seed) + "\n@main()\n" },
	"fault": func(seed uint64) string { return progen.MakeFaults(seed) + "\n@main()\n" },
	"sound": func(seed uint64) string { return progen.MakeSound(seed) + "\n@main()\n" },
	"late":  progen.MakeLate,
	"effect": func(seed uint64) string {
		text, drivers := progen.MakeEffects(seed)
		for _, d := range drivers {
			text += d[0] + "()\n" + d[1] + "()\n"
		}
		return text
	},
}

// TestMeaning rewrites random programs: what they give, the effects that happen, and
// the failures stay the same, and no error comes in.
func TestMeaning(t *testing.T) {
	for kind, make := range randomKinds {
		t.Run(kind, func(t *testing.T) {
			rewritten := 0
			for seed := range uint64(*programs) {
				text := decorated(make(seed), seed)
				for _, text := range append(inForms(t, text), text) {
					rewritten += holdMeaning(t, seed, text, exact, true)
					rewritten += holdMeaning(t, seed, text, algebraic, false)
				}
			}
			if rewritten < *programs {
				t.Errorf("%d rewrites in %d programs", rewritten, *programs)
			}
			t.Logf("%d rewrites", rewritten)
		})
	}
}

// inForms are a program's normal forms.
func inForms(t *testing.T, text string) []string {
	m := checktest.Module("test.frac", text)
	var texts []string
	for _, form := range []normalform.Form{normalform.ANF, normalform.GNF, normalform.BBNF} {
		r, err := formtest.File(t.Context(), m, form, normalform.Nested)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, r.Text)
	}
	return texts
}

func holdMeaning(t *testing.T, seed uint64, text, rules string, failures bool) int {
	m := checktest.Module("test.frac", text)
	if len(errorsOf(m)) > 0 {
		return 0
	}
	return holdResult(t, seed, m, apply(t, m, rules), failures)
}

// holdResult holds what rules made of a module against it, and gives how often they did.
func holdResult(t *testing.T, seed uint64, m *typecheck.Module, r *rewriting.Result, failures bool) int {
	after := checktest.Module("test.frac", r.Module.File().Text())
	differs := func(what string, a, b any) {
		t.Errorf("seed %d: %s %v, want %v\n--- from\n%s\n--- to\n%s\n--- by\n%s", seed, what, a, b, m.File().Text(), after.File().Text(), said(m, r))
	}
	if errs := errorsOf(after); len(errs) > 0 {
		differs("errors", errs, "none")
	} else if got, want := outcome.Of(after), outcome.Of(m); !alike(got, want, failures) {
		differs("gives", fmt.Sprint(got), want)
	}
	return len(r.Rewrites)
}

// alike recognizes outcomes that are the same or, unless failures are to be, of runs that
// failed before.
func alike(got, want []string, failures bool) bool {
	return slices.EqualFunc(got, want, func(x, y string) bool {
		return !failures && strings.HasPrefix(y, "fails") || outcome.Alike([]string{x}, []string{y})
	})
}
