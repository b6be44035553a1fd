package drawing

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// step is what a value's box says before its operands are known.
func (b *builder) step(v graph.Value) Step {
	name, class := b.name(v)
	s := Step{Class: class, Name: oneLine(name, longestName), Type: TypeText(b.g.Type(v)), loose: looseType(b.g.Type(v))}
	if node := b.g.Node(v); node != syntax.NoNode {
		s.Node = node
		s.Tip = oneLine(b.sourceText(b.whole(node)), longestTip)
		if b.Place != nil {
			s.Place, s.Spans = b.Place(node).Text, []syntax.Span{b.Place(b.whole(node)).Span}
		}
	}
	return s
}

// whole is the expression that an operator sign is in.
func (b *builder) whole(node syntax.NodeID) syntax.NodeID {
	if b.g.Info.Item.Kind(node) == syntax.Operator {
		return b.g.Info.Index().Parent(node)
	}
	return node
}

func (b *builder) sourceText(node syntax.NodeID) string {
	if node == syntax.NoNode {
		return ""
	}
	span := b.g.Info.Item.Span(node)
	end := min(span.End, span.Start+8*longestTip)
	return b.g.Info.Item.Text[span.Start:end]
}

// name is what a value is called, and its class.
func (b *builder) name(v graph.Value) (string, Class) {
	kind := b.g.Kind(v)
	class := kindClasses[kind]
	switch kind {
	case graph.Operation:
		if a, ok := b.g.Info.Application(b.g.Node(v)); ok {
			return a.Op.Name, classOf(a.Op)
		}
		return b.sourceText(b.g.Node(v)), Other
	case graph.Construct:
		return b.sourceText(b.g.Info.Item.Call(b.g.Node(v)).Callee), class
	case graph.Call:
		return b.callee(v)
	case graph.Tuple, graph.List, graph.If, graph.Match:
		return kind.String(), class
	case graph.Function:
		return "fn", class
	}
	return b.sourceText(b.g.Node(v)), class
}

// callee is what a call is called. The functions on references have effects.
func (b *builder) callee(v graph.Value) (string, Class) {
	callee := b.g.Operands(v)[0]
	name := b.sourceText(callee.Node)
	switch {
	case callee.Value == graph.None:
		return "call", Call
	case typecheck.IsBuiltin(name):
		return name, Effect
	case b.g.Kind(callee.Value) == graph.Name && !strings.HasPrefix(name, "@"):
		return name, Data // Constant, of what is computed
	}
	return name, Call
}

// branchName is what the frame of a branch or clause is called.
func (b *builder) branchName(block graph.Block) string {
	info := b.g.Blocks()[block]
	if info.Kind == graph.Branch {
		if b.g.Operands(info.Opener)[1].Block == block {
			return "then"
		}
		return "else"
	}
	item := b.g.Info.Item
	for _, clause := range item.Match(b.g.Node(info.Opener)).Clauses {
		if item.Kind(clause) == syntax.Clause && item.Clause(clause).Body == info.Node && item.Clause(clause).Pattern != syntax.NoNode {
			return oneLine(b.sourceText(item.Clause(clause).Pattern), longestName)
		}
	}
	return "clause"
}

// atom is a constant or a parameter as an argument.
func (b *builder) atom(o graph.Operand) Arg {
	text := b.sourceText(b.g.Node(o.Value))
	a := Arg{loose: b.atomLoose(o.Value), given: b.tucked[o.Value]}
	if b.Constant != nil {
		if i, name, ok := b.Constant(text); ok {
			text, a.Constant, a.given = name, i+1, true
		}
	}
	a.Text = oneLine(text, longestArg)
	return a
}

// atomLoose is what constants and parameters have in common that may represent each
// other in copies of a layer: parameters, and numbers.
func (b *builder) atomLoose(v graph.Value) string {
	switch kind := b.g.Kind(v); kind {
	case graph.Parameter, graph.Free, graph.Literal:
		return kind.String() + " " + looseType(b.g.Type(v))
	}
	return b.sourceText(b.g.Node(v))
}

// attributes writes the attributes of an operator's call after its arguments.
func (b *builder) attributes(v graph.Value, box *Box) {
	a, ok := b.g.Info.Application(b.g.Node(v))
	if !ok || b.g.Kind(v) != graph.Operation {
		return
	}
	for i, given := range a.Attrs.Given {
		if given {
			text := a.Op.Attrs[i].Name + "=" + a.Attrs.Values[i].String()
			b.arg(box, Arg{Text: oneLine(text, longestArg), loose: text})
		}
	}
}
