package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// An Object is what a name stands for.
type Object struct {
	Kind ObjectKind
	Name string       // with its sigil: `%x`, `@f`, `Cons`
	Item *syntax.Item // where it is declared; nil for operators
	Node syntax.NodeID
	Type types.Type         // a scheme for definitions; nil for types and operators
	Decl *types.Decl        // ADTs and opaque types
	Cons *types.Constructor // constructors
	Op   string             // operators: the name in the table
}

// An ObjectKind tells what an Object is.
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

// Info is the typed tree of one item: what was found out about each node.
type Info struct {
	Item *syntax.Item
	// Types has a type for every expression and pattern, by node; nil where
	// a node has none. No inference variables are left in it but unsolved
	// ones, which print as `_`.
	Types []types.Type
	// Objects tells what a name, a local, a pattern name, a constructor
	// pattern's Name or a binder stands for, by node.
	Objects []*Object
	// Split tells, for a Local with tail segments, how many of them belong to
	// the name; the rest are projections or a division.
	Split map[syntax.NodeID]int

	ops   op.Table
	calls map[syntax.NodeID]*OperatorCall // see OperatorCall
}

// A Result is what checking one item gave.
type Result struct {
	*Info
	Diagnostics []syntax.Diagnostic
	// Agree and Differ count the `/* ty=… */` comments.
	Agree, Differ int
}
