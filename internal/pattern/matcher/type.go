package matcher

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// int64Type is the widest dtype of integers in attributes.
var int64Type = types.Int64

// isOfType compares a type as a rule writes it with one of a program. Types of a
// program's own are known by their names.
func isOfType(want *pattern.Fragment, t types.Type) bool {
	return t != nil && want != nil && want.Item != nil && isType(want.Item, want.Node, t)
}

// isType compares part by part; the parser bounds how deep they are.
func isType(item *syntax.Item, n syntax.NodeID, t types.Type) bool {
	t = types.Head(t)
	switch item.Kind(n) {
	case syntax.TypeHole:
		return true
	case syntax.TypeParen:
		return isType(item, item.Kids(n)[0], t)
	case syntax.TypeTuple:
		tuple, ok := t.(*types.Tuple)
		return ok && areTypes(item, item.Kids(n), tuple.Elems)
	case syntax.TypeName:
		return isNamedType(item.SourceText(n), t)
	case syntax.TypeCall:
		call := item.TypeCall(n)
		return isTypeCall(item, item.SourceText(call.Name), call.Args, t)
	case syntax.TypeFn:
		fn := item.TypeFn(n)
		f, ok := t.(*types.Func)
		return ok && areTypes(item, item.Kids(fn.In), f.In) && isType(item, fn.Out, f.Out)
	}
	return false
}

func areTypes(item *syntax.Item, want []syntax.NodeID, got []types.Type) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if !isType(item, want[i], got[i]) {
			return false
		}
	}
	return true
}

func isNamedType(name string, t types.Type) bool {
	switch t := t.(type) {
	case *types.Tensor:
		d, ok := types.ParseDtype(name)
		return ok && len(t.Shape) == 0 && d == t.Dtype
	case *types.ADT:
		return len(t.Args) == 0 && t.Decl.Name == name
	case *types.Var:
		return t.Name == name
	}
	return false
}

func isTypeCall(item *syntax.Item, name string, args []syntax.NodeID, t types.Type) bool {
	switch t := t.(type) {
	case *types.Tensor:
		return isTensorType(item, name, args, t)
	case *types.Fractal:
		return name == "FractalTensor" && len(args) == 1 && isType(item, args[0], t.Elem)
	case *types.Ref:
		return (name == "ref" || name == "Ref") && len(args) == 1 && isType(item, args[0], t.Elem)
	case *types.ADT:
		return t.Decl.Name == name && areArguments(item, args, t.Args)
	}
	return false
}

func areArguments(item *syntax.Item, want []syntax.NodeID, got []types.Type) bool {
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if e, ok := types.Head(got[i]).(*types.Extent); ok {
			if !isExtent(item, want[i], e.Dim) {
				return false
			}
		} else if !isType(item, want[i], got[i]) {
			return false
		}
	}
	return true
}

func isTensorType(item *syntax.Item, name string, args []syntax.NodeID, t *types.Tensor) bool {
	if name != "Tensor" && name != "Array" || len(args) == 0 {
		return false
	}
	shape, dtype := syntax.NoNode, syntax.NoNode
	for i, arg := range args {
		at := arg
		is := (i == 0) == (name == "Tensor")
		if item.Kind(arg) == syntax.NamedArg {
			named := item.NamedArg(arg)
			at, is = named.Value, item.SourceText(named.Name) == "shape"
		}
		if is {
			shape = at
		} else {
			dtype = at
		}
	}
	if dtype != syntax.NoNode && item.Kind(dtype) != syntax.TypeHole {
		if d, ok := types.ParseDtype(item.SourceText(dtype)); !ok || d != t.Dtype {
			return false
		}
	}
	return shape == syntax.NoNode || isShape(item, shape, t.Shape)
}

func isShape(item *syntax.Item, n syntax.NodeID, shape []types.Dim) bool {
	var extents []syntax.NodeID
	switch item.Kind(n) {
	case syntax.TypeTuple, syntax.TypeList:
		extents = item.Kids(n)
	case syntax.TypeParen:
		extents = item.Kids(n)
	case syntax.TypeHole:
		return true
	default:
		extents = []syntax.NodeID{n}
	}
	if len(extents) != len(shape) {
		return false
	}
	for i, e := range extents {
		if !isExtent(item, e, shape[i]) {
			return false
		}
	}
	return true
}

// isExtent compares extents: `?` is any, a name the shape variable that is called so.
func isExtent(item *syntax.Item, n syntax.NodeID, d types.Dim) bool {
	for item.Kind(n) == syntax.TypeParen {
		n = item.Kids(n)[0]
	}
	switch item.Kind(n) {
	case syntax.TypeAny, syntax.TypeHole:
		return true
	case syntax.Int:
		s, ok := readScalar(item.NumberText(n), int64Type)
		return ok && d.IsConst(s.whole)
	}
	return d.String() == item.SourceText(n)
}

// numberType is the type of a number in a rule.
func numberType(text string) types.Type { return typecheck.NumberType(text) }
