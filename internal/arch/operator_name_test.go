package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// ownNames are the packages that may write operators' names out.
var ownNames = map[string]string{
	"complexity/lower":           "evaluates with forms in the place of numbers, by the rules of treewalk",
	"internal/fill":              "ranks operators for a search, and chooses attributes where these need their own rule",
	"internal/optimize":          "has laws of operators whose axes and extents no rule file can name",
	"internal/pattern/dfpattern": "reads calls of functions of Relay and of Python by their names",
	"internal/model":             "says what the operators of other formats become",
	"internal/op":                "has the entries",
	"internal/prove":             "gives operators a meaning in proofs, each by its name",
	"internal/prelude":           "is a program",
	"internal/syntax/habits":     "says what the names of other libraries are called, and stands below the table",
	"internal/treewalk":          "is a reference for the interpreter, and asks it for nothing",
	"internal/value":             "owns the functions that elementwise operators apply, and finds them by the operator's name",
	"tools":                      "is no part of the program",
}

// ordinary are the operators' names that stand as words of their own somewhere,
// with what they are there. They are still refused where the text around says that
// an operator is meant: see namesOperator.
var ordinary = map[string]string{
	"depth": "what differs between two types", "first": "the first of two operands, in a message",
	"max":  "a function on extents",
	"full": "a kind of report in the protocol", "length": "an argument of type constructors",
	"negative": "a flag of nodes", "repeat": "a statement of other languages", "tail": "a call in the place of a return",
	"where": "a keyword", "window": "an attribute",
}

// elsewhere are the files that name operators which they cannot ask for.
var elsewhere = map[string]string{
	"internal/symbolic/parse.go":     "reads functions on sizes, and stands below the table",
	"internal/symbolic/print.go":     "writes them",
	"internal/syntax/habit_item.go":  "says what to write for `forall` of other languages",
	"internal/syntax/habit_infix.go": "says what to write for symbols of other languages, and stands below the table",
	"typecheck/typeexpr/extent.go":   "reads functions on extents",
	"typecheck/typeexpr/habit.go":    "says what the types of other languages are called here",
}

// TestOperatorsAreNamedInTheirEntries refuses the name of an operator as a
// string outside of the packages above: what is known of an operator is in
// its entry, and the few that are treated by themselves are named by constants
// of op and internal/op/parallel. A name that is no ordinary word is refused as any whole
// literal. An ordinary word is refused where its place says what is meant: it is
// compared with an operator's name, looks up a table of operators, or is in
// a list of three names of operators or more.
func TestOperatorsAreNamedInTheirEntries(t *testing.T) {
	names, seen := table.Default(), map[string]bool{}
	root := root(t)
	walk(t, root, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || mayNameOperators(path.Dir(name)) || elsewhere[name] != "" {
			return
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			return
		}
		for word := range wordsIn(file) {
			seen[word] = true
		}
		for _, at := range operatorNames(file, names) {
			t.Errorf("%s:%d: the operator's name %s: read its entry, or use a constant of op or internal/op/parallel", name, fset.Position(at.Pos()).Line, at.Value)
		}
	})
	for word := range ordinary {
		if !seen[word] {
			t.Errorf("%q stands nowhere: it needs no exception", word)
		}
	}
}

// mayNameOperators reports whether a package, or one above it, may write operators' names out.
// The packages for tests and generators, which have no layer, may.
func mayNameOperators(dir string) bool {
	if layer(dir) < 0 {
		return true
	}
	for ; dir != "."; dir = path.Dir(dir) {
		if ownNames[dir] != "" {
			return true
		}
	}
	return false
}

// wordsIn are the literals of a file.
func wordsIn(file *ast.File) map[string]bool {
	words := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				words[text] = true
			}
		}
		return true
	})
	return words
}

// operatorNames are the literals of a file that name operators.
func operatorNames(file *ast.File, names op.Table) (found []*ast.BasicLit) {
	meant := map[*ast.BasicLit]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		for _, lit := range namesOperator(n, names) {
			meant[lit] = true
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text, ok := nameIn(n, names); ok && (meant[n] || !isOrdinary(text)) {
				found = append(found, n)
			}
		}
		return true
	})
	return found
}

func isOrdinary(text string) bool {
	_, ok := ordinary[text]
	return ok
}

// nameIn is the operator that a literal names.
func nameIn(e ast.Expr, names op.Table) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil && names[text] != nil
}

// namesOperator gives the literals that a node uses as operators' names.
func namesOperator(n ast.Node, names op.Table) (meant []*ast.BasicLit) {
	note := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if _, ok := nameIn(e, names); ok {
				meant = append(meant, e.(*ast.BasicLit))
			}
		}
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if givesName(n.X) || givesName(n.Y) {
			note(n.X, n.Y)
		}
	case *ast.SwitchStmt:
		if n.Tag != nil && givesName(n.Tag) {
			for _, clause := range n.Body.List {
				note(clause.(*ast.CaseClause).List...)
			}
		}
	case *ast.IndexExpr:
		if x, ok := n.X.(*ast.CallExpr); ok && selected(x.Fun) == "Ops" || strings.HasSuffix(strings.ToLower(selected(n.X)), "ops") {
			note(n.Index)
		}
	case *ast.CompositeLit:
		var listed []ast.Expr
		for _, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Key
			}
			if _, ok := nameIn(e, names); ok {
				listed = append(listed, e)
			}
		}
		if len(listed) >= 3 {
			note(listed...)
		}
	}
	return meant
}

// givesName recognizes an expression that is an operator's name: `call.Op.Name`,
// `o.Op`, `o.Canonical()`.
func givesName(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return selected(call.Fun) == "Canonical"
	}
	s, ok := e.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "Op" || s.Sel.Name == "Name" && strings.EqualFold(selected(s.X), "op"))
}

// selected is the last name of `a.b.c`.
func selected(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestOperatorNamesAreFound(t *testing.T) {
	names := op.Table{"window": {}, "repeat": {}, "tail": {}, "nn.dense": {}, "strided_slice": {}}
	tests := []struct {
		code string
		want int
	}{
		{`x == "window"`, 0},
		{`o.Name == "window"`, 0},
		{`call.Op.Name == "window"`, 1},
		{`"window" != o.Canonical()`, 1},
		{`m.Ops()["repeat"]`, 1},
		{`b.ops["repeat"]`, 1},
		{`f("repeat")`, 0},
		{`f("nn.dense") + g("strided_slice")`, 2},
		{`f("an nn.dense layer")`, 0},
		{`[]string{"repeat", "window"}`, 0},
		{`map[string]bool{"repeat": true, "window": true, "tail": true}`, 3},
		{`func() { switch c.Op.Name { case "window", "repeat": } }`, 2},
	}
	for _, test := range tests {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nvar _ = "+test.code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(operatorNames(file, names)); got != test.want {
			t.Errorf("%s: %d names, want %d", test.code, got, test.want)
		}
	}
}
