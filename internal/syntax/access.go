package syntax

import (
	"iter"
	"slices"
)

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

// Import is the path of an ItemImport, a String; another node where it was not read.
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

// DeclaredNames are the names that the item gives to the rest of its file: of a function, of a
// type and its constructors.
func (t *Item) DeclaredNames() (names []string) {
	if n := t.Declared(); n != NoNode {
		names = append(names, t.SourceText(n))
	}
	for n := range t.Constructors() {
		names = append(names, t.SourceText(t.Constructor(n).Name))
	}
	return names
}

// Constructors are the nodes that declare constructors of the item's type.
func (t *Item) Constructors() iter.Seq[NodeID] {
	return func(yield func(NodeID) bool) {
		if t.Kind(t.Root) != ItemData {
			return
		}
		for _, n := range t.Data(t.Root).Constructors {
			if t.Kind(n) == Constructor && !yield(n) {
				return
			}
		}
	}
}

// HoleIn is the first hole in an expression; NoNode where it has none.
func (t *Item) HoleIn(n NodeID) NodeID {
	if n == NoNode || t.Kind(n) == Hole {
		return n
	}
	if !t.Flag(t.Root, FlagOpen) {
		return NoNode
	}
	for _, kid := range t.Kids(n) {
		if hole := t.HoleIn(kid); hole != NoNode {
			return hole
		}
	}
	return NoNode
}

// OpenAttribute is the first hole in the attributes of a Call; NoNode where they have none.
func (t *Item) OpenAttribute(n NodeID) NodeID {
	for _, arg := range t.Call(n).Args {
		if t.Kind(arg) == NamedArg {
			if hole := t.HoleIn(t.NamedArg(arg).Value); hole != NoNode {
				return hole
			}
		}
	}
	return NoNode
}

// mentions lists the nodes whose name may be declared by another item.
var mentions = [kindCount]bool{Global: true, Name: true, TypeName: true, PatName: true}

// Mentions are the names in the item that another item may declare, with their nodes.
func (t *Item) Mentions() iter.Seq2[string, NodeID] {
	return func(yield func(string, NodeID) bool) {
		for n := NodeID(1); int(n) < t.Len(); n++ {
			if mentions[t.Kind(n)] && !yield(t.SourceText(n), n) {
				return
			}
		}
	}
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

// A BlockNode is `{ Statements Result }`; Result is NoNode where none is written
// after the last statement.
type BlockNode struct {
	Statements []NodeID
	Result     NodeID
}

// Block takes a Block apart.
func (t *Item) Block(n NodeID) BlockNode {
	kids := t.Kids(n)
	if len(kids) == 0 {
		return BlockNode{}
	}
	return BlockNode{kids[:len(kids)-1], kids[len(kids)-1]}
}

// A LetNode is `let Pattern : Type = Value`.
type LetNode struct{ Pattern, Type, Value NodeID }

// Let takes a Let apart.
func (t *Item) Let(n NodeID) LetNode { return LetNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2)} }

// A GraphNode is `%0 = Value`; Name is a Local.
type GraphNode struct{ Name, Value NodeID }

// Graph takes a Graph apart.
func (t *Item) Graph(n NodeID) GraphNode { return GraphNode{t.Kid(n, 0), t.Kid(n, 1)} }

// A FreeVarNode is `free_var Name : Type`; Name is a Local.
type FreeVarNode struct{ Name, Type NodeID }

// FreeVar takes a FreeVar apart.
func (t *Item) FreeVar(n NodeID) FreeVarNode { return FreeVarNode{t.Kid(n, 0), t.Kid(n, 1)} }

// An AssignNode is `Target = Value`.
type AssignNode struct{ Target, Value NodeID }

// Assign takes an Assign apart.
func (t *Item) Assign(n NodeID) AssignNode { return AssignNode{t.Kid(n, 0), t.Kid(n, 1)} }

// A CallNode is `Callee(Args)`; Args are expressions and NamedArgs, as written. The
// types that TVM prints after the operands are left out.
type CallNode struct {
	Callee NodeID
	Args   []NodeID
}

// Call takes a Call apart.
func (t *Item) Call(n NodeID) CallNode {
	args := t.behind(n, 1)
	isType := func(a NodeID) bool { return t.Kind(a) >= TypeName }
	if slices.ContainsFunc(args, isType) {
		args = slices.DeleteFunc(slices.Clone(args), isType)
	}
	return CallNode{t.Kid(n, 0), args}
}

// A NamedArgNode is `Name = Value`.
type NamedArgNode struct{ Name, Value NodeID }

// NamedArg takes a NamedArg apart.
func (t *Item) NamedArg(n NodeID) NamedArgNode { return NamedArgNode{t.Kid(n, 0), t.Kid(n, 1)} }

// Base is what a Call, a Project or an Index follows: the first link of
// `f(x).0[i]` is `f`.
func (t *Item) Base(n NodeID) NodeID { return t.Kid(n, 0) }

// An IndexNode is `Sequence[At]`.
type IndexNode struct{ Sequence, At NodeID }

// Index takes an Index apart.
func (t *Item) Index(n NodeID) IndexNode { return IndexNode{t.Kid(n, 0), t.Kid(n, 1)} }

// Inner is the only child of a Project, Paren, PatParen, PatLit or TypeParen.
func (t *Item) Inner(n NodeID) NodeID { return t.Kid(n, 0) }

// A FnNode is `fn<TypeParams>(Params) -> Result { Body }`.
type FnNode struct{ TypeParams, Params, Result, Body NodeID }

// Fn takes a Fn apart.
func (t *Item) Fn(n NodeID) FnNode {
	return FnNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2), t.Kid(n, 3)}
}

// An IfNode is `if Cond { Then } else { Else }`; Cond is a Paren as a rule.
type IfNode struct{ Cond, Then, Else NodeID }

// If takes an If apart.
func (t *Item) If(n NodeID) IfNode { return IfNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2)} }

// A MatchNode is `match Scrutinee { Clauses }`; Scrutinee is a Paren as a rule.
type MatchNode struct {
	Scrutinee NodeID
	Clauses   []NodeID
}

// Match takes a Match apart.
func (t *Item) Match(n NodeID) MatchNode { return MatchNode{t.Kid(n, 0), t.behind(n, 1)} }

// A ClauseNode is `Pattern => Body`.
type ClauseNode struct{ Pattern, Body NodeID }

// Clause takes a Clause apart.
func (t *Item) Clause(n NodeID) ClauseNode { return ClauseNode{t.Kid(n, 0), t.Kid(n, 1)} }

// A UnaryNode is a row of prefix operators, the outermost first, and what they
// are applied to.
type UnaryNode struct {
	Operators []NodeID
	Operand   NodeID
}

// Unary takes a Unary apart.
func (t *Item) Unary(n NodeID) UnaryNode {
	kids := t.Kids(n)
	if len(kids) == 0 {
		return UnaryNode{}
	}
	return UnaryNode{kids[:len(kids)-1], kids[len(kids)-1]}
}

// A BinaryNode is a chain of infix operators of one precedence, `First op e op
// e …`, which binds to the left: link i applies its operator to all that stands
// before it and to its operand.
type BinaryNode struct {
	First NodeID
	links []NodeID // operator, operand, …
}

// Binary takes a Binary apart.
func (t *Item) Binary(n NodeID) BinaryNode { return BinaryNode{t.Kid(n, 0), t.behind(n, 1)} }

// Links is how many operators the chain has.
func (b BinaryNode) Links() int { return len(b.links) / 2 }

// Link gives the i-th operator, from 0, and the operand to its right.
func (b BinaryNode) Link(i int) (operator, operand NodeID) { return b.links[2*i], b.links[2*i+1] }

// Unparen takes parentheses off an expression, a pattern or a type.
func (t *Item) Unparen(n NodeID) NodeID {
	for parenthesis[t.Kind(n)] {
		n = t.Inner(n)
	}
	return n
}

// Bare takes parentheses and braces off an expression: what it comes to.
func (t *Item) Bare(n NodeID) NodeID {
	for {
		n = t.Unparen(n)
		if t.Kind(n) != Block || len(t.Kids(n)) == 0 {
			return n
		}
		n = t.Block(n).Result
	}
}

var parenthesis = [kindCount]bool{Paren: true, PatParen: true, TypeParen: true}

// Pattern is what a Let, a Param, a Clause or a PatTyped binds or matches.
func (t *Item) Pattern(n NodeID) NodeID { return t.Kid(n, 0) }

// A PatConsNode is `Name(Args)`.
type PatConsNode struct {
	Name NodeID
	Args []NodeID
}

// PatCons takes a PatCons apart.
func (t *Item) PatCons(n NodeID) PatConsNode { return PatConsNode{t.Kid(n, 0), t.behind(n, 1)} }

// A PatTypedNode is `Pattern : Type`.
type PatTypedNode struct{ Pattern, Type NodeID }

// PatTyped takes a PatTyped apart.
func (t *Item) PatTyped(n NodeID) PatTypedNode { return PatTypedNode{t.Kid(n, 0), t.Kid(n, 1)} }

// A TypeCallNode is `Name[Args]`; Args are types and NamedArgs.
type TypeCallNode struct {
	Name NodeID
	Args []NodeID
}

// TypeCall takes a TypeCall apart.
func (t *Item) TypeCall(n NodeID) TypeCallNode { return TypeCallNode{t.Kid(n, 0), t.behind(n, 1)} }

// A TypeFnNode is `fn<TypeParams>(In) -> Out where Where`; In is a TypeTuple.
type TypeFnNode struct{ TypeParams, In, Out, Where NodeID }

// TypeFn takes a TypeFn apart.
func (t *Item) TypeFn(n NodeID) TypeFnNode {
	return TypeFnNode{t.Kid(n, 0), t.Kid(n, 1), t.Kid(n, 2), t.Kid(n, 3)}
}
