package typecheck

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
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

// Info is the typed tree of one item: what was found out about each node. It
// does not change once it is given out.
type Info struct {
	Item *syntax.Item
	// Types has a type for every expression and pattern, by node; nil where
	// a node has none. No inference variables are left in it but unsolved
	// ones, which print as `_`.
	Types []types.Type
	// Objects reports what a name, a local, a pattern name, a constructor
	// pattern's Name or a binder stands for, by node.
	Objects []*Object
	// Split contains, for a Local with tail segments, how many of them belong to
	// the name; the rest are projections or a division.
	Split map[syntax.NodeID]int

	ops         op.Table
	calls       map[syntax.NodeID]*OperatorCall // see OperatorCall
	conversions map[syntax.NodeID][]Conversion  // see Conversions
	claims      map[syntax.NodeID]types.Type    // see Claim
	once        sync.Once
	index       *Index   // once somebody asked for it
	derived     sync.Map // by key, see Derived
}

// Derived is what make makes of the tree, which happens once for a key; it is kept
// as long as the tree. Packages that look at typed trees use a key type of their
// own. It is safe for concurrent use; what is made must be too.
func (info *Info) Derived(key any, make func() any) any {
	kept, ok := info.derived.Load(key)
	if !ok {
		kept, _ = info.derived.LoadOrStore(key, sync.OnceValue(make))
	}
	return kept.(func() any)()
}

// withObjects is the same tree with other objects, of which what is made when it
// is asked for is made again.
func (info *Info) withObjects(objects []*Object) *Info {
	return &Info{Item: info.Item, Types: info.Types, Objects: objects, Split: info.Split, ops: info.ops, calls: info.calls, conversions: info.conversions, claims: info.claims}
}

// A Result is what checking one item gave.
type Result struct {
	*Info
	Diagnostics []syntax.Diagnostic
	// Agree and Differ count the `/* ty=… */` comments.
	Agree, Differ int
}
