package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
)

// Calls of operators whose arguments are in the wrong places: attributes by position, as in
// NumPy (`repeat(%x, 3)`), and operands in another order (`where(%a, %condition, %b)`).
// What is proposed was tried: the operator's relation takes it.

// isLiteralValue reports whether an expression is the value of an attribute by its form.
func (c *checker) isLiteralValue(n syntax.NodeID) bool {
	switch c.Item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.String, syntax.Bool:
		return true
	case syntax.List, syntax.Tuple:
		return !slices.ContainsFunc(c.Item.Kids(n), func(kid syntax.NodeID) bool { return !c.isLiteralValue(kid) })
	}
	return false
}

// A placement gives the arguments of a call their places: operands, and literals that
// become attributes.
type placement struct {
	o        *op.Op
	texts    []string     // of the arguments
	types    []types.Type // nil of those that are no operands
	values   []op.Value   // of those that are literals
	trial    *trial
	adds     bool        // an attribute that no argument gives may be added
	added    []int       // the one that was added
	operands []int       // of nodes, in the order of the parameters
	names    map[int]int // the attribute of a node
}

// nameAttributes proposes names for the literals among the arguments of a call that has too
// many besides those that it names. It is false where no choice of names makes a call that
// checks.
func (c *checker) nameAttributes(o *op.Op, nodes []syntax.NodeID, named []op.Named, d *syntax.Diagnostic) bool {
	whole := c.Item.Span(nodes[0]).Cover(c.Item.Span(nodes[len(nodes)-1]))
	if len(nodes) > len(o.Params)+4 || o.Relation == nil || len(named) > 0 && strings.Contains(c.Item.Text[whole.Start:whole.End], "=") {
		return false // one that is named stands in between
	}
	var given []argument
	for _, n := range nodes {
		v, t := op.Value{Kind: op.ExprValue}, types.Type(nil)
		if c.isLiteralValue(n) {
			v = c.attrValue(n)
		}
		if k := c.Item.Kind(n); v.Kind == op.ExprValue || k == syntax.Int || k == syntax.Float || k == syntax.Bool {
			if t = c.ResolveVars(c.expr(n, nil, reason{})); types.IsBad(t) {
				return false
			}
		}
		given = append(given, argument{c.Item.SourceText(n), v, t})
	}
	return c.placeArguments(o, given, named, whole, d)
}

// placeArguments finds the places of arguments. whole is what they cover in the text.
func (c *checker) placeArguments(o *op.Op, given []argument, attributes []op.Named, whole syntax.Span, d *syntax.Diagnostic) bool {
	p := &placement{o: o, names: map[int]int{}, trial: c.newTrial(o, nil)}
	for _, a := range given {
		p.values, p.types, p.texts = append(p.values, a.value), append(p.types, a.t), append(p.texts, a.text)
	}
	p.group()
	named, _ := c.m.bind(o, attributes)
	attrs, found := p.place(0, named)
	if j := p.joined(); j != nil && !found {
		if attrs, found = j.place(0, named); found {
			p = j
		}
	}
	for _, weaker := range []func(){func() { p.adds = true }, func() { p.adds, p.trial.lax = false, true }} {
		if !found {
			weaker()
			p.trial.left = mostTrials
			attrs, found = p.place(0, named)
		}
	}
	if found {
		c.reportPlaces(p, attrs, whole, d)
	}
	return found
}

// group makes a tuple of the tensors in front, for an operator that takes one.
func (p *placement) group() {
	n := slices.IndexFunc(p.values, func(v op.Value) bool { return v.Kind != op.ExprValue })
	if len(p.o.Params) != 1 || n < 2 {
		return
	}
	p.types = append([]types.Type{&types.Tuple{Elems: slices.Clone(p.types[:n])}}, p.types[n:]...)
	p.texts = append([]string{"(" + strings.Join(p.texts[:n], ", ") + ")"}, p.texts[n:]...)
	p.values = p.values[n-1:]
}

// joined is the placement with the integers at the end as one list, as in Python's
// `reshape(%x, 3, 2)`; nil where there are fewer than two.
func (p *placement) joined() *placement {
	at := len(p.values)
	for at > 0 && p.values[at-1].Kind == op.IntValue {
		at--
	}
	if len(p.values)-at < 2 {
		return nil
	}
	list := op.Value{Kind: op.ListValue, List: slices.Clone(p.values[at:])}
	return &placement{
		o: p.o, trial: p.trial, names: map[int]int{},
		texts:  append(slices.Clone(p.texts[:at]), list.String()),
		types:  append(slices.Clone(p.types[:at]), nil),
		values: append(slices.Clone(p.values[:at]), list),
	}
}

// order are the attributes in the order in which a literal is tried for them: those without
// a default before those that have one.
func (p *placement) order() (found []int) {
	for _, without := range []bool{true, false} {
		for k, a := range p.o.Attrs {
			if (a.Default.Kind == op.NoneValue) == without && a.Name != op.TypeKey {
				found = append(found, k)
			}
		}
	}
	return found
}

// place decides on node i and those after it: first on what makes it an operand where it
// stands.
func (p *placement) place(i int, attrs op.Attrs) (op.Attrs, bool) {
	if i == len(p.texts) {
		return attrs, len(p.operands) == len(p.o.Params) && p.holds(attrs)
	}
	if len(p.operands) < len(p.o.Params) && p.types[i] != nil {
		p.operands = append(p.operands, i)
		if found, ok := p.place(i+1, attrs); ok {
			return found, true
		}
		p.operands = p.operands[:len(p.operands)-1]
	}
	if p.values[i].Kind == op.ExprValue {
		return attrs, false
	}
	for _, k := range p.order() {
		if attrs.Given[k] || p.trial.left <= 0 {
			continue
		}
		if p.o.Attrs[k].Type == op.BoolAttr && p.values[i].Kind != op.BoolValue {
			continue // `max(%x, 0f)` is no `keepdims=False`
		}
		for _, v := range append([]op.Value{p.values[i]}, p.o.Meant(k, p.values[i])...) {
			with, ok := attrs.With(k, v)
			if !ok {
				continue
			}
			p.names[i] = k
			if found, ok := p.place(i+1, with); ok {
				return found, true
			}
			delete(p.names, i)
		}
	}
	return attrs, false
}

func (p *placement) holds(attrs op.Attrs) bool {
	for k, a := range p.o.Attrs {
		if a.Required && !attrs.Given[k] && a.Python == nil {
			return false
		}
	}
	p.trial.args, p.trial.known = nil, true
	for _, i := range p.operands {
		p.trial.args = append(p.trial.args, p.types[i])
	}
	return p.trial.holds(attrs) || p.adds && p.add(attrs)
}

// add finds an attribute without a default that the call does not give and holds with, such
// as `axis` of `repeat`, which TVM's text may leave out and the relation asks for.
func (p *placement) add(attrs op.Attrs) bool {
	if !p.trial.known {
		return false
	}
	for k, a := range p.o.Attrs {
		if attrs.Given[k] || a.Required || a.Default.Kind != op.NoneValue || a.Name == op.TypeKey {
			continue
		}
		if values, ok := p.trial.values(attrs, []int{k}, nil); ok {
			attrs.Values[k] = values[0]
			p.added = []int{k}
			return true
		}
	}
	return false
}

func (c *checker) reportPlaces(p *placement, attrs op.Attrs, whole syntax.Span, d *syntax.Diagnostic) {
	var texts, named []string
	for _, i := range p.operands {
		texts = append(texts, p.texts[i])
	}
	for i := range p.texts {
		if k, ok := p.names[i]; ok {
			text := p.o.Attrs[k].Name + "=" + p.texts[i]
			if v, ok := p.o.Attrs[k].Takes(p.values[i]); !ok || v.String() != attrs.Values[k].String() || p.values[i].Kind == op.ListValue {
				text = p.o.Attrs[k].Name + "=" + attrs.Values[k].String()
			}
			named = append(named, text)
		}
	}
	d.Notes = append(d.Notes, fmt.Sprintf("Attributes are given by name: `%s`.", strings.Join(named, "`, `")))
	for _, k := range p.added {
		text := attributeText(p.o, []int{k}, []op.Value{attrs.Values[k]})
		d.Notes = append(d.Notes, fmt.Sprintf("The call needs `%s` as well, as in `%s`.", p.o.Attrs[k].Name, text))
		named = append(named, text)
	}
	if !slices.IsSorted(p.operands) || len(p.operands) > 0 && p.operands[len(p.operands)-1] >= len(p.operands) {
		d.Message = fmt.Sprintf("the arguments of `%s` are in another order: it takes %s, and its attributes by name", p.o.Name, quotedParams(p.o))
	}
	text := strings.Join(append(texts, named...), ", ")
	fix := syntax.Replace("write `"+strings.Join(named, ", ")+"`", whole, text)
	if p.trial.lax || len(p.added) > 0 {
		fix.Confidence = codes.Sketch
	}
	d.Fixes = []syntax.Fix{fix}
}

func quotedParams(o *op.Op) string {
	names := make([]string, len(o.Params))
	for i, p := range o.Params {
		names[i] = "`" + p.Name + "`"
	}
	return strings.Join(names, ", ")
}

// swappedOperands replaces the error of a call of an operator by one that says which two
// arguments are in each other's place, where the relation takes them in the other order.
func (c *checker) swappedOperands(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if !reductions[d.Code] && d.Code != codes.SuspectShape && d.Code != codes.AttributeValue || k.Op.Internal || c.Item.Kind(k.Node) != syntax.Call || len(k.Nodes) < 2 || len(k.Nodes) != len(k.Args) || len(k.Args) > 6 || c.callingFunction(k) != "" {
		return false
	}
	t := c.newTrial(k.Op, k.Args)
	if !t.known {
		return false
	}
	types := t.args
	for i := range types {
		for j := i + 1; j < len(types); j++ {
			if types[i] == nil || types[j] == nil || k.Nodes[i] == syntax.NoNode || k.Nodes[j] == syntax.NoNode {
				continue
			}
			t.args = slices.Clone(types)
			t.args[i], t.args[j] = types[j], types[i]
			if d.Code == codes.AttributeValue && rankOf(types[i]) == rankOf(types[j]) || !t.holds(k.Attrs) {
				continue // then the attribute is as likely to be wrong
			}
			c.sayOperandsSwapped(k, i, j, types, d)
			return true
		}
	}
	return false
}

// rankOf is how many dimensions a tensor has; -1 for what is none.
func rankOf(t types.Type) int {
	if tensor, ok := types.Head(t).(*types.Tensor); ok {
		return len(tensor.Shape)
	}
	return -1
}

func (c *checker) sayOperandsSwapped(k *infer.Constraint, i, j int, found []types.Type, d *syntax.Diagnostic) {
	left, right := k.Nodes[i], k.Nodes[j]
	a, b := c.Item.Span(left), c.Item.Span(right)
	fix := syntax.Fix{Title: "swap them", Edits: []syntax.Edit{
		{Span: a, NewText: c.Item.SourceText(right)}, {Span: b, NewText: c.Item.SourceText(left)},
	}}
	if d.Code == codes.ShapeMismatch || d.Code == codes.SuspectShape { // other extents may be the mistake as well
		fix.Title, fix.Confidence = fmt.Sprintf("swap arguments %d and %d", i+1, j+1), codes.Sketch
		d.Notes = append(d.Notes, fmt.Sprintf("The call checks with the arguments %d and %d in the other order.", i+1, j+1))
		d.Fixes = append(d.Fixes, fix)
		return
	}
	*d = syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: a.Cover(b),
		Message: fmt.Sprintf("arguments %d and %d of `%s` are swapped: it takes %s", i+1, j+1, k.Op.Name, quotedParams(k.Op)),
		Notes:   []string{fmt.Sprintf("Argument %d is `%s`, and argument %d is `%s`.", i+1, types.Text(found[i]), j+1, types.Text(found[j]))},
		Fixes:   []syntax.Fix{fix},
	}
}
