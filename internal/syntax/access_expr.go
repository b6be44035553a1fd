package syntax

import "slices"

// A BlockNode is `{ Statements Result }`; Result is NoNode where none is written
// behind the last statement.
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
// types that TVM prints behind the operands are left out.
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

// Base is what a Call, a Project or an Index stands behind: the first link of
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
// in front of it and to its operand.
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
