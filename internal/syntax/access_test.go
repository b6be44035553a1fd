package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// TestParts takes each kind of node apart and prints what it found, `-` for an
// absent part.
func TestParts(t *testing.T) {
	cases := []struct {
		text string
		kind Kind
		want string
	}{
		{"def @f<a>(%x: a) -> a where add(a, a) = a { %x }", ItemDef, "@f|<a>|(%x: a)|a|where add(a, a) = a|{ %x }"},
		{"def @f() { 1 }", ItemDef, "@f|-|()|-|-|{ 1 }"},
		{"data L<a> { N, C(a) }", ItemData, "L|<a>|N,C(a)"},
		{"type P<a> = (a, a)", ItemAlias, "P|<a>|(a, a)"},
		{"@f : fn(int32) -> int32", ItemDecl, "@f|fn(int32) -> int32"},
		{"assert equiv(int32, float32)", ItemAssert, "int32|float32"},
		{"data L { C(int32) : L }", Constructor, "C|(int32)|L"},
		{"def @f(%x: int32) { 1 }", Param, "%x|int32|"},
		{"def @f<a>(%x: a) where add(a, a) = a { 1 }", Constraint, "add(a, a)|a"},
		{"let %x : int32 = 1; 2", Let, "%x|int32|1"},
		{"let (%x, %y) = 1; 2", Let, "(%x, %y)|-|1"},
		{"%0 = 1; 2", Graph, "%0|1"},
		{"free_var %x : int32; 2", FreeVar, "%x|int32"},
		{"f(1, axis=2)", Call, "f|1,axis=2"},
		{"f(axis=2)", NamedArg, "axis|2"},
		{"%x[1]", Index, "%x|1"},
		{"%x.1", Local, ""},
		{"(1)", Paren, "1"},
		{"fn<a>(%x) -> a { 1 }", Fn, "<a>|(%x)|a|{ 1 }"},
		{"if (1) { 2 } else { 3 }", If, "(1)|{ 2 }|{ 3 }"},
		{"match (1) { _ => 2 }", Match, "(1)|_ => 2"},
		{"match (1) { _ => 2 }", Clause, "_|2"},
		{"match (1) { C(%x, _) => 2 }", PatCons, "C|%x,_"},
		{"-!%x", Unary, "-,!|%x"},
		{"1 + 2 - 3", Binary, "1|+ 2,- 3"},
		{"fn(%x: List[int32]) { 1 }", TypeCall, "List|int32"},
		{"fn(%x: fn<a>(a) -> a) { 1 }", TypeFn, "<a>|(a)|a|-"},
	}
	for _, c := range cases {
		item := ParseFile("parts.frac", c.text).Item(0)
		n := firstOf(item, c.kind)
		if n == NoNode {
			t.Errorf("%s: no node of the kind", c.text)
			continue
		}
		if got := partsOf(item, n); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestDeclaredAndBody(t *testing.T) {
	for text, want := range map[string]string{
		"def @f() { 1 }":    "@f|{ 1 }",
		"type T":            "T|-",
		"1 + 2":             "-|1 + 2",
		"import \"a.frac\"": "-|-",
	} {
		item := ParseFile("parts.frac", text).Item(0)
		if got := shown(item, item.Declared(), item.Body()); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestUnparen(t *testing.T) {
	item := ParseFile("parts.frac", "((1))").Item(0)
	if got := item.SourceText(item.Unparen(firstOf(item, Paren) + 1)); got != "1" {
		t.Errorf("got %s", got)
	}
}

func TestBare(t *testing.T) {
	for text, want := range map[string]string{"(({ (1) }))": "1", "({ let %x = 2; { %x } })": "%x", "({ let %x = 2; })": ""} {
		item := ParseFile("parts.frac", text).Item(0)
		if got := item.SourceText(item.Bare(item.Body())); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func firstOf(item *Item, kind Kind) NodeID {
	for n := NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == kind {
			return n
		}
	}
	return NoNode
}

func shown(item *Item, nodes ...NodeID) string {
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		if parts[i] = "-"; n != NoNode {
			parts[i] = item.SourceText(n)
		}
	}
	return strings.Join(parts, "|")
}

func row(item *Item, nodes []NodeID) string {
	return strings.ReplaceAll(shown(item, nodes...), "|", ",")
}

func partsOf(item *Item, n NodeID) string {
	parts := map[Kind]func() string{
		ItemDef: func() string {
			d := item.Def(n)
			return shown(item, d.Name, d.TypeParams, d.Params, d.Result, d.Where, d.Body)
		},
		ItemData: func() string {
			d := item.Data(n)
			return shown(item, d.Name, d.TypeParams) + "|" + row(item, d.Constructors)
		},
		ItemAlias:   func() string { a := item.Alias(n); return shown(item, a.Name, a.TypeParams, a.Type) },
		ItemDecl:    func() string { d := item.Decl(n); return shown(item, d.Name, d.Type) },
		ItemAssert:  func() string { a := item.Assert(n); return shown(item, a.Left, a.Right) },
		Constructor: func() string { c := item.Constructor(n); return shown(item, c.Name, c.Fields, c.Result) },
		Param: func() string {
			p := item.Param(n)
			return shown(item, p.Pattern, p.Type) + "|" + row(item, p.Attrs)
		},
		Constraint: func() string { c := item.Constraint(n); return shown(item, c.Call, c.Result) },
		Let:        func() string { l := item.Let(n); return shown(item, l.Pattern, l.Type, l.Value) },
		Graph:      func() string { g := item.Graph(n); return shown(item, g.Name, g.Value) },
		FreeVar:    func() string { f := item.FreeVar(n); return shown(item, f.Name, f.Type) },
		Call:       func() string { c := item.Call(n); return shown(item, c.Callee) + "|" + row(item, c.Args) },
		NamedArg:   func() string { a := item.NamedArg(n); return shown(item, a.Name, a.Value) },
		Index:      func() string { i := item.Index(n); return shown(item, i.Sequence, i.At) },
		Paren:      func() string { return shown(item, item.Inner(n)) },
		Fn:         func() string { f := item.Fn(n); return shown(item, f.TypeParams, f.Params, f.Result, f.Body) },
		If:         func() string { i := item.If(n); return shown(item, i.Cond, i.Then, i.Else) },
		Match:      func() string { m := item.Match(n); return shown(item, m.Scrutinee) + "|" + row(item, m.Clauses) },
		Clause:     func() string { c := item.Clause(n); return shown(item, c.Pattern, c.Body) },
		PatCons:    func() string { p := item.PatCons(n); return shown(item, p.Name) + "|" + row(item, p.Args) },
		Unary:      func() string { u := item.Unary(n); return row(item, u.Operators) + "|" + shown(item, u.Operand) },
		Binary: func() string {
			b := item.Binary(n)
			links := make([]string, b.Links())
			for i := range links {
				operator, operand := b.Link(i)
				links[i] = fmt.Sprint(item.SourceText(operator), " ", item.SourceText(operand))
			}
			return shown(item, b.First) + "|" + strings.Join(links, ",")
		},
		TypeCall: func() string { c := item.TypeCall(n); return shown(item, c.Name) + "|" + row(item, c.Args) },
		TypeFn:   func() string { f := item.TypeFn(n); return shown(item, f.TypeParams, f.In, f.Out, f.Where) },
	}
	if parts[item.Kind(n)] == nil {
		return ""
	}
	return parts[item.Kind(n)]()
}
