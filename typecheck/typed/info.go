package typed

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"sync"
)

// Object is what a node stands for by its name, nil where it stands for nothing
// known. Of an item whose check failed, or was never made, nothing is known.
func (info *Info) Object(n syntax.NodeID) *Object {
	if int(n) >= len(info.Objects) {
		return nil
	}
	return info.Objects[n]
}

// Type is the type of an expression or a pattern, nil where a node has none or
// the item was not checked.
func (info *Info) Type(n syntax.NodeID) types.Type {
	if int(n) >= len(info.Types) {
		return nil
	}
	return info.Types[n]
}

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

// Begin makes an empty tree, whose Types and Objects are allocated, that of an item. Calls
// of operators are looked up in ops.
func (info *Info) Begin(item *syntax.Item, ops op.Table) { info.Item, info.ops = item, ops }

// WithObjects is the same tree with other objects, of which what is made when it
// is asked for is made again.
func (info *Info) WithObjects(objects []*Object) *Info {
	return &Info{Item: info.Item, Types: info.Types, Objects: objects, Split: info.Split, ops: info.ops, calls: info.calls, conversions: info.conversions, claims: info.claims}
}

// A Result is what checking one item gave.
type Result struct {
	*Info
	Diagnostics []syntax.Diagnostic
	// Agree and Differ count the `/* ty=… */` comments.
	Agree, Differ int
}

// RecordClaim records what the comment after an expression claims.
func (info *Info) RecordClaim(n syntax.NodeID, t types.Type) {
	if info.claims == nil {
		info.claims = map[syntax.NodeID]types.Type{}
	}
	info.claims[n] = t
}

// Claim is the type of an expression that its type comment claims and nothing else
// shows; nil where there is none.
func (info *Info) Claim(n syntax.NodeID) types.Type { return info.claims[n] }

// A Conversion is the use of a value of one type as one of another, which has extents
// where the first has `?`.
type Conversion struct{ From, To types.Type }

// Conversions are what the value of an expression, or what a pattern with a type
// matches, goes through before it is used, in this order.
func (info *Info) Conversions(n syntax.NodeID) []Conversion { return info.conversions[n] }

// Converts reports whether a value in the item goes through a conversion.
func (info *Info) Converts() bool { return len(info.conversions) > 0 }

// RecordConversion adds a conversion of the value of a node after those that it goes through.
func (info *Info) RecordConversion(n syntax.NodeID, c Conversion) {
	if info.conversions == nil {
		info.conversions = map[syntax.NodeID][]Conversion{}
	}
	info.conversions[n] = append(info.conversions[n], c)
}

// RecordSplit records how many segments of a local belong to its name.
func (info *Info) RecordSplit(n syntax.NodeID, used int) {
	if info.Split == nil {
		info.Split = map[syntax.NodeID]int{}
	}
	info.Split[n] = used
}
