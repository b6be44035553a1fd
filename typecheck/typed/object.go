package typed

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An Object is what a name stands for.
type Object struct {
	Kind ObjectKind
	Node syntax.NodeID
	Name string             // with its sigil: `%x`, `@f`, `Cons`
	Item *syntax.Item       // where it is declared, at Node; nil for operators
	Type types.Type         // a scheme for definitions; nil for types and operators
	Decl *types.Decl        // ADTs and opaque types
	Cons *types.Constructor // constructors
	Op   string             // operators: the name in the table
	// Params are the parameters of Type that each use of a variable chooses anew: of
	// one that `let` binds to a constructor without fields. Functions have their own.
	Params []types.Param
}

// An ObjectKind is the kind of an Object.
type ObjectKind uint8

const (
	BadObject      ObjectKind = iota
	LocalObject               // `let`, parameter, pattern variable, graph binding, free_var
	DefObject                 // `def @f`
	DeclaredObject            // `@f : T`
	TypeObject                // data, opaque type, alias
	ParamObject               // a type parameter or shape variable
	ConstructorObject
	OperatorObject
)
