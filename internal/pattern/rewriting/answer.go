package rewriting

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// answer works out what the questions of a template give; false where that is not
// known.
func (p *planner) answer() bool {
	for i, piece := range p.pieces {
		answer := answers[piece.kind]
		if answer == nil {
			continue
		}
		text, ok := answer(p, p.siteOf(piece.name), piece)
		if !ok {
			return false
		}
		p.texts[i] = text
	}
	return true
}

// answers are by the kind of piece.
var answers = map[pieceKind]func(p *planner, n syntax.NodeID, what piece) (string, bool){
	valuePiece:      (*planner).valueOf,
	attributePiece:  (*planner).attributeOf,
	attributesPiece: (*planner).attributesOf,
	shapePiece:      (*planner).shapeOf,
	dtypePiece:      (*planner).dtypeOf,
	rankPiece:       (*planner).rankOf,
	sizePiece:       (*planner).sizeOf,
}

// siteOf is where a name was matched; NoNode if it was not, or at several places.
func (p *planner) siteOf(name string) syntax.NodeID {
	for _, b := range p.match.Bindings {
		if b.Name == name && len(b.Sites) == 1 && b.Sites[0].In == p.seen {
			return b.Sites[0].Node
		}
	}
	return syntax.NoNode
}

// elementOf is the text of a literal that is the one number in `Constant(…)`, with the
// suffix of the constant's dtype; false where none is known to be that element.
func (p *planner) elementOf(constant, number syntax.NodeID) (string, bool) {
	t, ok := p.tensor(constant)
	text := p.item.NumberText(number)
	if kind := p.item.Kind(number); !ok || kind != syntax.Int && kind != syntax.Float {
		return text, ok && kind == syntax.Bool && t.Dtype == types.Bool
	}
	if written, ok := typecheck.NumberType(text).(*types.Tensor); ok && written.Dtype == t.Dtype {
		return text, true
	}
	suffix, known := typecheck.LiteralSuffix(t.Dtype)
	plain := !strings.ContainsAny(text, "iuf") // one of another dtype was converted
	return text + suffix, known && plain && (t.Dtype.IsFloat() || !strings.ContainsAny(text, ".eE"))
}

// valueOf is the text of a literal, and of the number that is all of `Constant(…)`.
func (p *planner) valueOf(n syntax.NodeID, _ piece) (string, bool) {
	n = p.core(n)
	if p.item.Kind(n) == syntax.Call && p.graph.At(n) >= 0 && p.graph.Kind(p.graph.At(n)) == graph.Literal {
		if args := p.item.Call(n).Args; len(args) > 0 {
			return p.elementOf(n, p.core(args[0]))
		}
	}
	switch p.item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool, syntax.String:
		return p.item.SourceText(n), true
	}
	return "", false
}

// attributeOf is the value of an attribute as it is written, or its default.
func (p *planner) attributeOf(n syntax.NodeID, what piece) (string, bool) {
	call := p.nav.OperatorCall(n)
	if call == nil || !call.Attrs.Has(what.text) {
		return "", false
	}
	value := call.Attrs.Value(what.text)
	if what.index >= 0 {
		if what.index >= len(value.List) {
			return "", false
		}
		return value.List[what.index].String(), true
	}
	if at, written := call.Places[what.text]; written && p.item.Kind(at) == syntax.NamedArg {
		return p.item.SourceText(p.item.NamedArg(at).Value), true
	}
	return value.String(), value.Kind != op.ExprValue
}

// attributesOf are all attributes of a call, as they are written; those that RAF gives by
// place, by name. A default is written, too, where the operator that it is passed on to has
// another one: softmax(x) is along axis -1, and bias_add without an axis along 1.
func (p *planner) attributesOf(n syntax.NodeID, what piece) (string, bool) {
	if p.item.Kind(n) != syntax.Call {
		return "", n != syntax.NoNode
	}
	call := p.nav.OperatorCall(n)
	var texts []string
	named := map[string]bool{}
	for _, arg := range p.item.Call(n).Args {
		if p.item.Kind(arg) != syntax.NamedArg {
			continue
		}
		name := p.item.SourceText(p.item.NameOf(arg))
		named[name] = true
		if call == nil || call.Attrs.Has(name) {
			texts = append(texts, p.item.SourceText(arg))
		}
	}
	if call != nil && call.Attrs.Op != nil {
		target, written := p.receiver(what.to)
		for i, a := range call.Attrs.Op.Attrs {
			value := call.Attrs.Values[i]
			if named[a.Name] || written[a.Name] || !call.Attrs.Given[i] && !differs(target, a.Name, value) {
				continue
			}
			if value.Kind == op.ExprValue {
				return "", false // a variable, which RAF may give
			}
			texts = append(texts, a.Name+"="+value.String())
		}
	}
	if len(texts) == 0 {
		return "", true
	}
	return what.before + strings.Join(texts, ", ") + what.after, true
}

// receiver is the operator that a template calls, nil of other calls, and the attributes
// that are written there.
func (p *planner) receiver(call syntax.CallNode) (target *op.Op, written map[string]bool) {
	item := p.rule.With.Item
	written = map[string]bool{}
	for _, arg := range call.Args {
		if item.Kind(arg) == syntax.NamedArg {
			written[item.SourceText(item.NameOf(arg))] = true
		}
	}
	return pattern.Ops()[item.SourceText(call.Callee)], written
}

// differs reports whether an operator has an attribute, and another value for it where it
// is left out.
func differs(o *op.Op, name string, value op.Value) bool {
	if o == nil || o.Attr(name) < 0 {
		return false
	}
	a := o.Attrs[o.Attr(name)]
	return a.Required || !condition.EqualValues(value, a.Default)
}

// tensor is the type of a tensor.
func (p *planner) tensor(n syntax.NodeID) (*types.Tensor, bool) {
	if v := p.graph.At(n); v >= 0 {
		t, ok := types.Head(p.graph.Type(v)).(*types.Tensor)
		return t, ok
	}
	return nil, false
}

func (p *planner) shapeOf(n syntax.NodeID, what piece) (string, bool) {
	t, ok := p.tensor(n)
	if !ok || what.index >= len(t.Shape) {
		return "", false
	}
	var texts []string
	for _, d := range t.Shape {
		extent, known := d.Const()
		if !known && what.index < 0 {
			return "", false
		}
		texts = append(texts, strconv.FormatInt(extent, 10))
	}
	if what.index < 0 {
		return "[" + strings.Join(texts, ", ") + "]", true
	}
	_, known := t.Shape[what.index].Const()
	return texts[what.index], known
}

func (p *planner) dtypeOf(n syntax.NodeID, _ piece) (string, bool) {
	t, ok := p.tensor(n)
	if !ok {
		return "", false
	}
	return strconv.Quote(t.Dtype.String()), true
}

func (p *planner) rankOf(n syntax.NodeID, _ piece) (string, bool) {
	t, ok := p.tensor(n)
	if !ok {
		return "", false
	}
	return strconv.Itoa(len(t.Shape)), true
}

func (p *planner) sizeOf(n syntax.NodeID, _ piece) (string, bool) {
	t, ok := p.tensor(n)
	if !ok {
		return "", false
	}
	size, known := types.Product(t.Shape).Const()
	return strconv.FormatInt(size, 10), known
}
