package matcher_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/progen"
)

// TestForms holds that a program without effects has the same matches in all its
// forms, at what its results need.
func TestForms(t *testing.T) {
	n := uint64(30)
	if testing.Short() {
		n = 20
	}
	compared := 0
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 12))
		program := newProgram(r)
		compared += compareForms(t, seed, program.text.String(), cutRules(r, program))
		compared += compareForms(t, seed, progen.MakeDense(seed), generalRules())
	}
	if compared < int(n) {
		t.Errorf("%d matches were compared", compared)
	}
	t.Logf("%d matches", compared)
}

// cutRules are rules of parts of a program that do not ask how it is written.
func cutRules(r *rand.Rand, program *randomProgram) (rules []*pattern.Rule) {
	for i := range 6 {
		p := newCutter(r, program).pattern()
		written := false
		pattern.Walk(p, func(p *pattern.Pattern) { written = written || p.Kind == pattern.Local })
		if !written {
			rules = append(rules, &pattern.Rule{Name: fmt.Sprint("cut", i), Match: p})
		}
	}
	return rules
}

// generalRules are rules that match in most programs.
func generalRules() []*pattern.Rule {
	any, elementwise := pattern.Any(), pattern.IsOfKind(op.Elementwise).CallAny().Or(pattern.IsOfKind(op.Broadcast).CallAny())
	var rules []*pattern.Rule
	for i, p := range []*pattern.Pattern{
		pattern.IsOp(op.Add).Call(pattern.Var("a"), pattern.Var("b")),
		any.Call(any.Call(pattern.Var("a"), pattern.Var("b")), pattern.Var("a")),
		any.Call(any.CallAny().As("f"), pattern.Contains(pattern.IsOp(op.Multiply).Call(pattern.Var("m"), any))),
		pattern.IsOfKind(op.Elementwise).Call(elementwise.As("inner")),
		pattern.IsTuple(pattern.Var("a"), pattern.Var("b")).Or(pattern.IsTupleGetItem(pattern.Var("t"), pattern.AnyIndex)),
		pattern.IsIf(pattern.Var("c"), pattern.Var("yes"), pattern.Var("no")),
		pattern.IsFunctionAny(pattern.Contains(elementwise).As("body")),
		pattern.Dominate(any.CallAny().As("parent"), elementwise, elementwise),
		pattern.IsOp(op.Add).Call(pattern.IsConstant().As("k"), any),
		pattern.IsMatchAny(pattern.Var("s")),
		pattern.Recursion("chain", func(self *pattern.Pattern) *pattern.Pattern {
			return pattern.IsOfKind(op.Broadcast).Call(self, pattern.Var("beside")).Or(any.CallAny().As("end"))
		}),
	} {
		rules = append(rules, &pattern.Rule{Name: fmt.Sprint("general", i), Match: p})
	}
	return rules
}

func compareForms(t *testing.T, seed uint64, text string, rules []*pattern.Rule) int {
	t.Helper()
	m := checktest.Module("test.frac", text)
	forms := 0
	set := matcher.Compile(rules)
	want := described(set, text)
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		r, err := formtest.File(context.Background(), m, form, normalform.Nested)
		if err != nil || len(r.Refusals) > 0 {
			continue
		}
		if !slices.Equal(described(everything, r.Text), described(everything, text)) {
			continue // a graph binding is computed where it is needed, in several places
		}
		forms++
		if got := described(set, r.Text); !slices.Equal(got, want) {
			t.Errorf("seed %d, %s:\n%s\n%s\nonly there: %q\nonly here: %q", seed, name, text, r.Text, without(got, want), without(want, got))
		}
	}
	return len(want) * forms
}

// everything is a rule that matches everywhere.
var everything = matcher.Compile([]*pattern.Rule{{Name: "all", Match: pattern.Any()}})

func without(a, b []string) (rest []string) {
	b = slices.Clone(b)
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = slices.Delete(b, i, i+1)
			continue
		}
		rest = append(rest, s)
	}
	return rest
}

// described are the matches in a text by what they compute, where a result needs it.
func described(set *matcher.Rules, text string) (found []string) {
	for _, s := range subjectsOf(checktest.Module("test.frac", text)) {
		g := graph.Of(s.Info)
		needed := map[graph.Value]bool{}
		for v := range graph.Value(g.Len()) {
			for _, u := range g.Uses(v) {
				if u.User == graph.None && u.Position == graph.Result {
					need(g, v, needed)
				}
			}
		}
		for _, m := range set.Match(context.Background(), s) {
			if m.At.Value < 0 || !needed[m.At.Value] || g.Kind(m.At.Value) == graph.Parameter {
				continue
			}
			out := fmt.Sprint(m.Rule.Name, " ", m.Root, " ", describe(m.At, 5))
			for _, b := range m.Bindings {
				var sites []string
				for _, site := range b.Sites {
					sites = append(sites, describe(site, 4))
				}
				slices.Sort(sites) // of a path they are in the order of the text
				out += "; " + b.Name + " = " + strings.Join(sites, ", ")
			}
			found = append(found, out)
		}
	}
	slices.Sort(found)
	return found
}

func need(g *graph.Graph, v graph.Value, needed map[graph.Value]bool) {
	if v < 0 || needed[v] {
		return
	}
	needed[v] = true
	for _, o := range g.Operands(v) {
		need(g, o.Value, needed)
	}
}

// describe writes what a site computes, so far down.
func describe(s matcher.Site, depth int) string {
	if s.Value < 0 {
		return textOf(s)
	}
	return describeValue(graph.Of(s.In.Info), s.Value, depth)
}

func describeValue(g *graph.Graph, v graph.Value, depth int) string {
	if v < 0 || depth == 0 {
		return "…"
	}
	item := g.Info.Item
	text := g.Kind(v).String()
	switch g.Kind(v) {
	case graph.Literal, graph.Name:
		return item.SourceText(g.Node(v))
	case graph.Operation:
		a, _ := g.Info.Application(g.Node(v))
		text = a.Op.Canonical()
	case graph.Project, graph.Parameter:
		text += fmt.Sprint(g.Index(v))
	}
	var operands []string
	for _, o := range g.Operands(v) {
		operands = append(operands, describeValue(g, o.Value, depth-1))
	}
	return text + "(" + strings.Join(operands, ", ") + ")"
}
