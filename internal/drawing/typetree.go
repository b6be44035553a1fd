package drawing

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A TypeTree is the structure tree of one type of a program: of a parameter, of a
// result, of a declared type.
type TypeTree struct {
	Of   string // the definition or declaration
	Name string // of the parameter; `result`; "" where the type is the declaration's own
	Type string
	Root *types.Node
	Span syntax.Span // of what has the type, in its file; empty where that is not known
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
	return TreeOf(d.Name, d.Applied())
}

// TreeOf is the tree of the type of one expression, or of a type that is written.
func TreeOf(of string, t types.Type) TypeTree { return treeOf(oneLine(of, longestName), "", t) }

func treeOf(of, name string, t types.Type) TypeTree {
	return TypeTree{Of: of, Name: name, Type: TypeText(t), Root: types.Tree(t)}
}
