package explain

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
)

// Every code of package syntax has a page, whose title it is.
func TestEveryCodeHasPage(t *testing.T) {
	for _, code := range declaredCodes(t) {
		text, ok := Page(code)
		if !ok {
			t.Errorf("%s has no page", code)
			continue
		}
		if !strings.HasPrefix(text, "# "+code+"\n\n") {
			t.Errorf("the page on %s has another title", code)
		}
		if Summary(code) == "" {
			t.Errorf("the page on %s does not begin with a paragraph that says what the code means", code)
		}
		if !strings.Contains(text, "\n## How to fix it\n") {
			t.Errorf("the page on %s has no section `## How to fix it`", code)
		}
	}
}

// declaredCodes reads the constants of type Code.
func declaredCodes(t *testing.T) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "../codes/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" {
			code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			codes = append(codes, code)
		}
		return true
	})
	if len(codes) < 30 {
		t.Fatalf("only %d codes were found", len(codes))
	}
	return codes
}
