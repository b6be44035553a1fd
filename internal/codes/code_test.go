package codes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// TestTable holds that the table has a row for every constant, and no other.
func TestTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[Code]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" {
			code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			declared[Code(code)] = true
		}
		return true
	})
	for code := range declared {
		if table[code].confidence == Unsaid {
			t.Errorf("%s has no row", code)
		}
	}
	if len(table) != len(declared) {
		t.Errorf("%d rows and %d codes", len(table), len(declared))
	}
}
