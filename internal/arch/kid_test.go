package arch

import (
	"go/ast"
	"path"
	"testing"
)

// TestChildrenAreNamed holds that only package syntax knows in which order the
// children of a node stand: others ask for them by name (`item.Def(n).Body`).
// Positions that are computed are allowed, and lists of children.
func TestChildrenAreNamed(t *testing.T) {
	above := func(name string) bool { return layer(path.Dir(name)) != layer("internal/syntax") }
	eachNode(t, above, func(place string, n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && byPosition(call) {
			t.Errorf("%s asks for a child by its position; internal/syntax/access.go has names", place)
		}
	})
}

// byPosition recognizes `item.Kid(n, 2)`.
func byPosition(call *ast.CallExpr) bool {
	callee, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || callee.Sel.Name != "Kid" || len(call.Args) != 2 {
		return false
	}
	_, literal := call.Args[1].(*ast.BasicLit)
	return literal
}
