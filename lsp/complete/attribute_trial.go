package complete

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A trial asks an operator what it says of a call with other values of one attribute.
type trial struct {
	place valuePlace
	call  *op.Call // nil where the call is not known well enough to be asked about
}

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

// lacks tells whether a call does not have another attribute that it needs yet.
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

// of tells how the call goes with a value; false where the operator refuses that value
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

// mostAxes puts axes behind all other values.
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
