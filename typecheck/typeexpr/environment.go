package typeexpr

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// An Environment is what a resolver asks of the module that an item stands in.
type Environment interface {
	// TypeName finds a type by its name, as seen from a block of the file; nil for none.
	TypeName(name string, block int) *typed.Object
	// Ambiguity is the error for a name of a type that several imported files declare.
	Ambiguity(name string, block int, at syntax.Span) (d syntax.Diagnostic, ok bool)
	// ResolveAlias gives an alias its type.
	ResolveAlias(o *typed.Object)
	// NearTypes are the types whose names are near one that nothing declares; params are the
	// type parameters in scope. NearOperators are those of operators.
	NearTypes(name string, params []string) []string
	NearOperators(name string) []string
	// LacksParams reports whether the declaration of a type uses parameters that it does not
	// declare.
	LacksParams(o *typed.Object) bool
	// Misnamed reports whether the constructors of a type all give another name, which nothing
	// declares.
	Misnamed(o *typed.Object) bool
	// Broken reports whether a declaration of a type could not be read and fits.
	Broken(fits func(*syntax.Item) bool) bool
	// Bind binds attributes with the defaults of the file's version.
	Bind(o *op.Op, given []op.Named) (op.Attrs, []op.Error)
	Operators() op.Table
	// Tensor is the type of a tensor, shared with others that name the same.
	Tensor(d types.Dtype, shape []types.Dim) *types.Tensor

	Lenient() bool // the file owes TVM its leniency
	Partial() bool // an import could not be read: what is not found may stand in it
	Terse() bool   // messages do not look for what else may be meant
}
