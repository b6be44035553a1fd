package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// IsBuiltin reports whether name is the functions on references, which are declared nowhere: `ref`,
// `ref_read`, `ref_write`.
func IsBuiltin(name string) bool { return builtins[name] != nil }

// ParamName is the name that a TypeParam declares, without its kind.
func ParamName(item *syntax.Item, n syntax.NodeID) string { return typed.TypeParamName(item, n) }

// builtins are the functions on references.
var builtins = makeBuiltins()

var refWrite = builtins["ref_write"]

func makeBuiltins() map[string]*types.Func {
	a := &types.Var{Name: "a", Rigid: true}
	params := []types.Param{{Name: "a", Var: a}}
	cell := &types.Ref{Elem: a}
	return map[string]*types.Func{
		"ref":       {Params: params, In: []types.Type{a}, Out: cell},
		"ref_read":  {Params: params, In: []types.Type{cell}, Out: a},
		"ref_write": {Params: params, In: []types.Type{cell, a}, Out: types.Unit},
	}
}

// Builtin is the type of a function on references that the language has without
// a declaration (`ref`, `ref_read`, `ref_write`); nil for other names.
func Builtin(name string) *types.Func { return builtins[name] }
