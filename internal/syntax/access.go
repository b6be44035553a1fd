package syntax

// The children of a node by name. Each method is for nodes of the kind that it
// is called after; of any other kind, or of a node with fewer children, what is
// missing is NoNode. The order of children is that of the comments in kind.go,
// and stands nowhere else.

// A DefNode is `def Name<TypeParams>(Params) -> Result where Where { Body }`.
type DefNode struct{ Name, TypeParams, Params, Result, Where, Body NodeID }

// Def takes an ItemDef apart.
func (t *Item) Def(n NodeID) DefNode {
	return DefNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2), t.Kid(n, 3), t.Kid(n, 4), t.Kid(n, 5)}
}

// A DataNode is `data Name<TypeParams> { Constructors }`.
type DataNode struct {
	Name, TypeParams NodeID
	Constructors     []NodeID
}

// Data takes an ItemData apart; an ItemOpaque is one without constructors.
func (t *Item) Data(n NodeID) DataNode {
	return DataNode{t.Kid(n, 0), t.Kid(n, 1), t.behind(n, 2)}
}

// An AliasNode is `type Name<TypeParams> = Type`.
type AliasNode struct{ Name, TypeParams, Type NodeID }

// Alias takes an ItemAlias apart.
func (t *Item) Alias(n NodeID) AliasNode {
	return AliasNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2)}
}

// A DeclNode is `@name : Type`.
type DeclNode struct{ Name, Type NodeID }

// Decl takes an ItemDecl apart.
func (t *Item) Decl(n NodeID) DeclNode { return DeclNode{t.Kid(n, 0), t.Kid(n, 1)} }

// Import is the path of an ItemImport, a String.
func (t *Item) Import(n NodeID) NodeID { return t.Kid(n, 0) }

// TopLevel is the block of an ItemExpr.
func (t *Item) TopLevel(n NodeID) NodeID { return t.Kid(n, 0) }

// An AssertNode is `assert equiv(Left, Right)`.
type AssertNode struct{ Left, Right NodeID }

// Assert takes an ItemAssert apart.
func (t *Item) Assert(n NodeID) AssertNode { return AssertNode{t.Kid(n, 0), t.Kid(n, 1)} }

// declares lists the items that give something a name, their first child.
var declares = [kindCount]bool{
	ItemDef: true, ItemData: true, ItemOpaque: true, ItemAlias: true, ItemDecl: true,
}

// Declared is the name that the item declares: a Global or a Name. It is NoNode
// of items that declare none (expressions, imports, what could not be read).
func (t *Item) Declared() NodeID {
	if !declares[t.Kind(t.Root)] {
		return NoNode
	}
	return t.Kid(t.Root, 0)
}

// named lists the nodes that begin with a name: of what they declare, of an
// argument, of the constructor that a pattern takes apart.
var named = [kindCount]bool{
	ItemDef: true, ItemData: true, ItemOpaque: true, ItemAlias: true, ItemDecl: true,
	Constructor: true, FreeVar: true, Graph: true, NamedArg: true, PatCons: true,
}

// NameOf is the name that a node begins with: of what an item, a Constructor, a
// FreeVar or a Graph declares, of a NamedArg, of the constructor in a PatCons. It
// is NoNode of all others.
func (t *Item) NameOf(n NodeID) NodeID {
	if !named[t.Kind(n)] {
		return NoNode
	}
	return t.Kid(n, 0)
}

// TypeParams is the list of type parameters of an item, NoNode where it has
// none.
func (t *Item) TypeParams() NodeID {
	if kind := t.Kind(t.Root); !declares[kind] || kind == ItemDecl {
		return NoNode
	}
	return t.Kid(t.Root, 1)
}

// Body is what the item evaluates: the block of a definition or of a top-level
// expression, NoNode of all others.
func (t *Item) Body() NodeID {
	switch t.Kind(t.Root) {
	case ItemDef:
		return t.Def(t.Root).Body
	case ItemExpr:
		return t.TopLevel(t.Root)
	}
	return NoNode
}

// A ConstructorNode is `Name(Fields) : Result`; Fields is a TypeTuple, NoNode
// where no parentheses are written.
type ConstructorNode struct{ Name, Fields, Result NodeID }

// Constructor takes a Constructor apart.
func (t *Item) Constructor(n NodeID) ConstructorNode {
	return ConstructorNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2)}
}

// A ParamNode is `Pattern: Type {Attrs}`; Attrs are NamedArgs.
type ParamNode struct {
	Pattern, Type NodeID
	Attrs         []NodeID
}

// Param takes a Param apart.
func (t *Item) Param(n NodeID) ParamNode {
	return ParamNode{t.Kid(n, 0), t.Kid(n, 1), t.behind(n, 2)}
}

// A ConstraintNode is `Call = Result`, of types.
type ConstraintNode struct{ Call, Result NodeID }

// Constraint takes a Constraint apart.
func (t *Item) Constraint(n NodeID) ConstraintNode {
	return ConstraintNode{t.Kid(n, 0), t.Kid(n, 1)}
}

// behind gives the children of a node from the i-th on.
func (t *Item) behind(n NodeID, i int) []NodeID {
	kids := t.Kids(n)
	return kids[min(i, len(kids)):]
}
