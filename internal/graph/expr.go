package graph

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A visitor adds an expression or statement to the graph.
type visitor = func(b *builder, n syntax.NodeID, block Block)

// visitors are by kind. Builders have them as a field, since they look at their
// operands by the same table.
var visitors = [1 << 8]visitor{
	syntax.Block:   (*builder).statements,
	syntax.Let:     (*builder).let,
	syntax.Graph:   (*builder).graph,
	syntax.FreeVar: (*builder).freeVar,
	syntax.Paren:   (*builder).paren,
	syntax.Local:   (*builder).local,
	syntax.Name:    (*builder).name,
	syntax.Global:  atom(Name),
	syntax.Int:     atom(Literal),
	syntax.Float:   atom(Literal),
	syntax.Bool:    atom(Literal),
	syntax.String:  atom(Literal),
	syntax.Meta:    atom(Literal),
	syntax.Call:    (*builder).call,
	syntax.Project: compound(Project),
	syntax.Index:   compound(Operation),
	syntax.Tuple:   (*builder).tuple,
	syntax.List:    compound(List),
	syntax.Fn:      func(b *builder, n syntax.NodeID, block Block) { b.function(n, block, Lambda) },
	syntax.If:      (*builder).branch,
	syntax.Match:   (*builder).match,
	syntax.Unary:   (*builder).prefix,
	syntax.Binary:  (*builder).chain,
}

func atom(kind Kind) visitor {
	return func(b *builder, n syntax.NodeID, block Block) { b.add(kind, n, block) }
}

// compound is for values of all their node's children.
func compound(kind Kind) visitor {
	return func(b *builder, n syntax.NodeID, block Block) { b.computed(kind, n, block, b.item.Kids(n)...) }
}

func (b *builder) paren(n syntax.NodeID, block Block) {
	b.refs[n] = ref(b.item.Inner(n))
	b.visit(b.item.Inner(n), block)
}

func (b *builder) tuple(n syntax.NodeID, block Block) {
	if len(b.item.Kids(n)) == 0 {
		b.add(Literal, n, block)
		return
	}
	b.computed(Tuple, n, block, b.item.Kids(n)...)
}

// name is a bare name: a variable, or a constructor, operator or builtin.
func (b *builder) name(n syntax.NodeID, block Block) {
	if o := b.variable(n); o != nil {
		b.refs[n] = b.use(n, o, block)
		return
	}
	b.add(Name, n, block)
}

func (b *builder) call(n syntax.NodeID, block Block) {
	call := b.item.Call(n)
	if a := b.operatorCall(n); a != nil {
		b.operation(a, block)
		return
	}
	args := call.Args
	if slices.ContainsFunc(args, b.named) {
		args = slices.DeleteFunc(slices.Clone(args), b.named)
	}
	switch o := b.object(call.Callee); {
	case o != nil && o.Kind == typecheck.ConstructorObject:
		b.computed(Construct, n, block, args...)
	case o == nil && b.item.SourceText(call.Callee) == constantName:
		b.constant(n, block)
	default:
		b.makeOf(Call, n, block, []syntax.NodeID{call.Callee}, args)
		b.visitAll(args, block)
		b.visit(call.Callee, block)
	}
}

// named reports whether an argument is named, as only operators and `Constant` have them; there it is no
// operands.
func (b *builder) named(arg syntax.NodeID) bool { return b.item.Kind(arg) == syntax.NamedArg }

func (b *builder) object(n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(b.Info.Objects) {
		return nil
	}
	return b.Info.Objects[n]
}

// operation is a call of an operator: its arguments by parameter, then what it
// passes on. They are looked at in this order, in which they are evaluated.
func (b *builder) operation(a *typecheck.Application, block Block) {
	b.makeOf(Operation, a.Node, block, a.Args, a.Extra)
	b.arguments(a.Extra, block)
	b.arguments(a.Args, block)
}

func (b *builder) arguments(args []syntax.NodeID, block Block) {
	for i := len(args) - 1; i >= 0; i-- {
		if b.item.Kind(args[i]) == syntax.Fn {
			b.tasks = append(b.tasks, task{do: (*builder).parallel, node: args[i], block: block})
			continue
		}
		b.visit(args[i], block)
	}
}

func (b *builder) parallel(t task) { b.function(t.node, t.block, Parallel) }

// constantName is the form that writes a dense tensor.
const constantName = "Constant"

// constant is `Constant(value, …)`: a literal, unless its value is computed. Its
// shape and dtype are no operands.
func (b *builder) constant(n syntax.NodeID, block Block) {
	call := b.item.Call(n)
	if len(call.Args) == 0 || b.literal(call.Args[0]) {
		b.add(Literal, n, block)
		return
	}
	b.computed(Call, n, block, call.Callee, call.Args[0])
}

// literal reports whether root is an expression of numbers and lists of them.
func (b *builder) literal(root syntax.NodeID) bool {
	ok := true
	b.item.Walk(root, func(n syntax.NodeID) bool {
		ok = ok && numbers[b.item.Kind(n)]
		return ok
	})
	return ok
}

var numbers = [1 << 8]bool{
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.List: true, syntax.Paren: true,
}

// prefix is a row of prefix operators: each is a value at its Operator, and a late
// division of what they give one at its Segment.
func (b *builder) prefix(n syntax.NodeID, block Block) {
	u := b.item.Unary(n)
	if len(u.Operators) == 0 {
		return
	}
	b.refs[n] = b.late(u.Operators[0], u.Operand, block)
	for i, operator := range u.Operators {
		operand := b.Info.Dividend(u.Operand)
		if i+1 < len(u.Operators) {
			operand = u.Operators[i+1]
		}
		b.makeOf(Operation, operator, block, []syntax.NodeID{operand})
	}
	b.visit(u.Operand, block)
}

// late is what the operator before an operand gives: the value of the Operator,
// or of the division in the operand's tail, which is made when that is there.
func (b *builder) late(operator, operand syntax.NodeID, block Block) ref {
	s := b.Info.Linked(operator, operand)
	if s != operator {
		b.tasks = append(b.tasks, task{do: (*builder).divideLate, node: s, from: ref(operator), block: block})
	}
	return ref(s)
}

func (b *builder) divideLate(t task) {
	b.divided(t.node, operand{t.from, syntax.NodeID(t.from), t.block})
}

// chain is a row of infix operators: each link is a value at its Operator, and a late
// division of what one gives a value at its Segment.
func (b *builder) chain(n syntax.NodeID, block Block) {
	c := b.item.Binary(n)
	b.refs[n] = ref(c.First)
	for i := c.Links() - 1; i >= 0; i-- {
		operator, right := c.Link(i)
		left := c.First
		if i > 0 {
			left = b.Info.Linked(c.Link(i - 1))
		}
		if gives := b.late(operator, right, block); i == c.Links()-1 {
			b.refs[n] = gives
		}
		inner := block
		if b.shortCircuits(operator) {
			inner = b.open(RightOperand, right, block)
		}
		b.makeLater(Operation, operator, block, operand{ref(left), left, block}, operand{ref(b.Info.Dividend(right)), b.Info.Dividend(right), inner})
		b.visit(right, inner)
	}
	b.visit(c.First, block)
}

// shortCircuits reports whether an operator may leave out its right operand, as `&&` and `||` do:
// all but those of tensors with dimensions.
func (b *builder) shortCircuits(operator syntax.NodeID) bool {
	switch syntax.TokenKind(b.item.Node(operator).Data) {
	case syntax.TokAnd, syntax.TokOr:
		if int(operator) >= len(b.Info.Types) || b.Info.Types[operator] == nil {
			return true
		}
		tensor, ok := types.Head(b.Info.Types[operator]).(*types.Tensor)
		return !ok || len(tensor.Shape) == 0
	}
	return false
}
