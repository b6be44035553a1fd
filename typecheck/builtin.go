package typecheck

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// IsBuiltin tells of the functions on references, which are declared nowhere:
// `ref`, `ref_read`, `ref_write`.
func IsBuiltin(name string) bool { return builtins[name] != nil }

// IsFormer tells of the names that build types of the language from parameters:
// `Tensor`, `FractalTensor`.
func IsFormer(name string) bool {
	_, ok := typeFormers[name]
	return ok
}

// ParamName is the name that a TypeParam declares, without its kind.
func ParamName(item *syntax.Item, n syntax.NodeID) string { return typeParamName(item, n) }

// NumberType is the type of a number by its text: `3u8`, `-2.5f16`.
func NumberType(text string) types.Type {
	return numberType(signed(text))
}
