package arch

import (
	"go/ast"
	"go/types"
	"slices"
	"testing"
)

// unasked are the functions of the interpreter that make lists without asking for the
// memory: an entry is an argument, a field, an axis, a register or a node of a trace, or
// what is made is as large as what was asked for by who calls.
var unasked = []string{
	"Call", "Evaluate", "apply", "begin", "buffers", "emptyArray", "fieldTypes", "fillForm", "foreign", "fork", "kernel",
	"keptOffsets", "lanes", "list", "loop", "materialize", "needs", "newSegment", "operator", "plan", "plans",
	"rebindForm", "refill", "regroup", "run", "runFused", "settledFractal", "shell", "stackNothing", "windows",
}

// TestFormsAskBeforeTheyAllocate holds that functions of the interpreter that make
// slices ask for the memory, or are known to make small ones.
func TestFormsAskBeforeTheyAllocate(t *testing.T) {
	used := map[string]bool{}
	for _, p := range checkedPackages(t, "./interp/machine") {
		for _, file := range p.files {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil || !p.makesSlices(f) || asksForMemory(f) {
					continue
				}
				if used[f.Name.Name] = true; !slices.Contains(unasked, f.Name.Name) {
					t.Errorf("%s: %s makes a slice without asking; use machine.reserve, or name the function in `unasked` where it is small", p.fset.Position(f.Pos()), f.Name.Name)
				}
			}
		}
	}
	for _, name := range unasked {
		if !used[name] {
			t.Errorf("%s asks, or makes no slice any more: take it out of the table", name)
		}
	}
}

// makesSlices recognizes functions that make slices of a length that is no constant.
func (p *checkedPackage) makesSlices(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || callee.Name != "make" || len(call.Args) < 2 {
			return true
		}
		_, isSlice := types.Unalias(p.info.TypeOf(call)).Underlying().(*types.Slice)
		found = found || isSlice && p.info.Types[call.Args[len(call.Args)-1]].Value == nil
		return true
	})
	return found
}

// asksForMemory recognizes functions that ask a machine before they take memory.
func asksForMemory(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			found = found || slices.Contains([]string{"reserve", "ask", "Allocate"}, s.Sel.Name)
		}
		return !found
	})
	return found
}
