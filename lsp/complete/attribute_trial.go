package complete

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A trial asks an operator's typing relation about the call with other values of one
// attribute: `axis=3` of a tensor with two dimensions is an error there, so it is not offered.
// The call is that of the item with the stand-in; it can be asked about if its other
// attributes and the types of its arguments are known.
type trial struct {
	place valuePlace
	call  *op.Call // nil where the call is not known well enough to be asked about
}

// trialOf prepares the question. It is not asked if the relation could fail for another reason than
// the attribute: an argument whose type is not known, another attribute that is missing.
func (s *scene) trialOf(p valuePlace) trial {
	t := trial{place: p}
	if s.item.Kind(p.call) != syntax.Call || p.form.Relation == nil || s.objectOf(s.item.Call(p.call).Callee) == nil {
		return t
	}
	known := s.info.OperatorCall(p.call)
	if known == nil || known.Op != p.form || s.lacks(p, known.Attrs) {
		return t
	}
	args, ok := s.typesOf(known.Args)
	if least, _ := p.form.Arity(); !ok || len(args) < least {
		return t
	}
	fresh := func() types.Type { return &types.Var{} }
	attrs := op.Attrs{Op: p.form, Values: slices.Clone(known.Attrs.Values), Given: slices.Clone(known.Attrs.Given)}
	t.call = &op.Call{Op: p.form, Args: args, Attrs: attrs, Fresh: fresh, FreshLeaf: fresh}
	return t
}

// lacks reports whether a call does not have another attribute that it needs yet.
func (s *scene) lacks(p valuePlace, attrs op.Attrs) bool {
	for i, a := range p.form.Attrs {
		if a.Required && i != p.at && !attrs.Given[i] {
			return true
		}
	}
	return len(attrs.Values) != len(p.form.Attrs)
}

// typesOf are the types of arguments, nil for one that is not given; false where one is
// not known.
func (s *scene) typesOf(args []syntax.NodeID) ([]types.Type, bool) {
	all := make([]types.Type, len(args))
	for i, n := range args {
		if all[i] = s.typeOf(n); all[i] == nil && n != syntax.NoNode {
			return nil, false
		}
	}
	return all, true
}

// of finds how the call goes with a value; false where the operator refuses that value
// itself.
func (t trial) of(text string) (fit, bool) {
	v, ok := literal(text)
	a := t.place.attr()
	if t.call == nil || !ok || a.Name == op.TypeKey { // which says nothing by itself
		return fits, true
	}
	v, problem := op.Convert(t.place.form, a.Name, v)
	if problem != nil {
		return misfits, false
	}
	t.call.Attrs.Values[t.place.at], t.call.Attrs.Given[t.place.at] = v, true
	answer := t.place.form.Relation(t.call)
	suspect := slices.ContainsFunc(answer.Warn, func(w op.Warning) bool { return w.Attr == a.Name })
	switch {
	case answer.Err != nil:
		return misfits, answer.Err.Attr != a.Name
	case suspect:
		return misfits, true
	}
	return fits, true
}

// axes are the dimensions of the first argument, where the attribute names one of them.
func (t trial) axes() []Candidate {
	if t.call == nil || t.place.attr().Name != "axis" || len(t.call.Args) == 0 {
		return nil
	}
	var found []Candidate
	for i, extent := range shapeOf(t.call.Args[0]) {
		text := strconv.Itoa(i)
		if t.place.attr().Type == op.IntsAttr {
			text = "[" + text + "]"
		}
		c := valueOf(text, mostAxes+i)
		c.Detail = "extent " + extent.String()
		found = append(found, c)
	}
	return found
}

// mostAxes puts axes after all other values.
const mostAxes = 1000

// shapeOf is the shape of a tensor, or of the first one of a tuple.
func shapeOf(t types.Type) []types.Dim {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return t.Shape
	case *types.Tuple:
		if len(t.Elems) > 0 {
			return shapeOf(t.Elems[0])
		}
	}
	return nil
}

// literal reads a value of an attribute: a number, a truth value, a string, `None`, or a
// list of these.
func literal(text string) (op.Value, bool) {
	item := syntax.ParseFile("value", text).Item(0)
	if item.Kind(item.Root) != syntax.ItemExpr || len(item.Errors) > 0 {
		return op.Value{}, false
	}
	body := item.Kids(item.TopLevel(item.Root))
	if len(body) != 1 {
		return op.Value{}, false
	}
	return literalAt(item, body[0])
}

func literalAt(item *syntax.Item, n syntax.NodeID) (op.Value, bool) {
	text := item.SourceText(n)
	switch item.Kind(n) {
	case syntax.Int:
		v, err := strconv.ParseInt(item.NumberText(n), 10, 64)
		return op.Int(v), err == nil
	case syntax.Float:
		v, err := strconv.ParseFloat(strings.TrimSuffix(item.NumberText(n), "f"), 64)
		return op.Float(v), err == nil
	case syntax.Bool:
		return op.Boolean(strings.EqualFold(text, "true")), true
	case syntax.String:
		s, err := strconv.Unquote(text)
		return op.Text(s), err == nil
	case syntax.Name:
		return op.Value{}, text == "None"
	case syntax.List:
		return literals(item, item.Kids(n))
	}
	return op.Value{}, false
}

func literals(item *syntax.Item, nodes []syntax.NodeID) (op.Value, bool) {
	list := op.Value{Kind: op.ListValue}
	for _, n := range nodes {
		v, ok := literalAt(item, n)
		if !ok {
			return list, false
		}
		list.List = append(list.List, v)
	}
	return list, true
}
