package model

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// optional is the type of the language's prelude that represents values that may be missing.
var optional = &types.Decl{Name: "Optional", Params: []types.Param{{Name: "a", Var: &types.Var{Name: "a", Rigid: true}}}}

// OptionalOf is the type of an optional value.
func OptionalOf(t types.Type) types.Type { return &types.ADT{Decl: optional, Args: []types.Type{t}} }

// ElementOf is the type of the element of an optional value; nil of other types.
func ElementOf(t types.Type) types.Type {
	if adt, ok := types.Head(t).(*types.ADT); ok && adt.Decl == optional {
		return adt.Args[0]
	}
	return nil
}

// TypeOf is the type of a tensor, a sequence of tensors or an optional value; the type of
// errors where the value does not determine it, as that of an empty sequence.
func TypeOf(v value.Value) types.Type {
	switch v := v.(type) {
	case *value.Fractal:
		if v.Len() == 0 {
			return types.ErrorType
		}
		return &types.Fractal{Elem: TypeOf(v.At(0))}
	case *value.Data:
		if len(v.Fields) == 1 {
			return OptionalOf(TypeOf(v.Fields[0]))
		}
		return types.ErrorType
	}
	return op.TypeOf(v)
}
