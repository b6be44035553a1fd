package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// The parts of a typed tree, by the names under which checks and tools use them.
type (
	Object       = typed.Object
	ObjectKind   = typed.ObjectKind
	Info         = typed.Info
	Result       = typed.Result
	Index        = typed.Index
	Application  = typed.Application
	OperatorCall = typed.OperatorCall
	Conversion   = typed.Conversion
)

// The kinds of an Object.
const (
	BadObject         = typed.BadObject
	LocalObject       = typed.LocalObject
	DefObject         = typed.DefObject
	DeclaredObject    = typed.DeclaredObject
	TypeObject        = typed.TypeObject
	ParamObject       = typed.ParamObject
	ConstructorObject = typed.ConstructorObject
	OperatorObject    = typed.OperatorObject
)

// Infix returns the name of the operator that a symbol between two operands stands for, and
// Prefix that of a symbol before one.
func Infix(k syntax.TokenKind) string  { return typed.Infix(k) }
func Prefix(k syntax.TokenKind) string { return typed.Prefix(k) }

// Annotations returns the edits that write a `/* ty=T */` after what TVM prints one after.
func Annotations(r *Result) []syntax.Edit { return typed.Annotations(r) }

// NumberType returns the type of a number by its text: `3u8`, `-2.5f16`.
func NumberType(text string) types.Type { return literal.Type(text) }

// LiteralSuffix returns what makes a number one of a dtype; false where no literal is.
func LiteralSuffix(d types.Dtype) (string, bool) { return literal.Suffix(d) }

// IsTypeFormer reports whether a name builds types of the language from arguments: `Tensor`,
// `FractalTensor`.
func IsTypeFormer(name string) bool { return typeexpr.IsTypeFormer(name) }
