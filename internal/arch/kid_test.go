package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestChildrenAreNamed holds that only package syntax knows in which order the
// children of a node stand: others ask for them by name (`item.Def(n).Body`).
// Positions that are computed are allowed, and lists of children.
func TestChildrenAreNamed(t *testing.T) {
	root := root(t)
	walk(t, root, func(name string) {
		dir := path.Dir(name)
		if !strings.HasSuffix(name, ".go") || layer(dir) == layer("syntax") {
			return
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("reading %s: %v", name, err)
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && byPosition(call) {
				t.Errorf("%s:%d asks for a child by its position; syntax/access.go has names", name, set.Position(call.Pos()).Line)
			}
			return true
		})
	})
}

// byPosition tells of `item.Kid(n, 2)`.
func byPosition(call *ast.CallExpr) bool {
	callee, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || callee.Sel.Name != "Kid" || len(call.Args) != 2 {
		return false
	}
	_, literal := call.Args[1].(*ast.BasicLit)
	return literal
}
