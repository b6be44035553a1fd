package drawing

import (
	"github.com/fraccheck/fraccheck/types"
)

// A TypeTree is the structure tree of one type of a program: of a parameter, of a
// result, of a declared type.
type TypeTree struct {
	Of   string // the definition or declaration
	Name string // of the parameter; `result`; "" where the type is the declaration's own
	Type string
	Root *types.Node
}

// Title is what the tree is of.
func (t TypeTree) Title() string {
	if t.Name == "" {
		return t.Of
	}
	return t.Name + " : " + t.Type
}

// TreesOf are the trees of a definition's parameters, whose names are given, and of its
// result; of what is no function its own.
func TreesOf(of string, t types.Type, params []string) (trees []TypeTree) {
	of = oneLine(of, longestName)
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		return []TypeTree{treeOf(of, "value", t)}
	}
	for i, in := range f.In {
		name := "argument " + number(i+1)
		if i < len(params) && params[i] != "" {
			name = oneLine(params[i], longestName)
		}
		trees = append(trees, treeOf(of, name, in))
	}
	return append(trees, treeOf(of, "result", f.Out))
}

// DeclaredTree is the tree of a declared type.
func DeclaredTree(d *types.Decl) TypeTree {
	tree := treeOf(oneLine(d.Name, longestName), "", d.Applied())
	return tree
}

func treeOf(of, name string, t types.Type) TypeTree {
	return TypeTree{of, name, TypeText(t), types.Tree(t)}
}
