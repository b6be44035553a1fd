package complete

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/frequency"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// attributeNames complete the name before a `=` that is there already.
func (s *scene) attributeNames() []Candidate {
	found := s.attributesOf(s.above(2))
	for i := range found {
		found[i].Text = found[i].Filter
		found[i].Snippet = ""
	}
	return found
}

// attributesOf are the attributes of an operator's call that are not written yet, and the
// parameters that may be given by name.
func (s *scene) attributesOf(call syntax.NodeID) []Candidate {
	found := s.unwritten(call)
	if o := s.operator(s.calleeOf(call)); o != nil && s.item.Kind(call) == syntax.Call && s.calleeOf(call) != s.node() {
		found = append(found, s.argumentNames(o, call, s.namedIn(call))...)
	}
	return found
}

// unwritten are the attributes of an operator's call, or of a constraint, that are not
// written yet.
//
// An operator may have two forms, on tensors and on FractalTensors (op.Op.Fractal). Which one is
// meant is decided by an argument that may not be written yet, so the attributes of both are listed;
// of those with one name the first form's.
func (s *scene) unwritten(call syntax.NodeID) []Candidate {
	callee := s.calleeOf(call)
	o := s.operator(callee)
	if o == nil || callee == s.node() {
		return nil
	}
	written := s.namedIn(call)
	full := s.placedIn(call) >= leastArguments(o)
	var found []Candidate
	for form := o; form != nil; form = form.Fractal {
		for i, a := range form.Attrs {
			if !written[a.Name] {
				written[a.Name] = true
				c := attribute(form, a, i, full)
				c.cost = attributeCost(full)
				found = append(found, c)
			}
		}
	}
	return found
}

// argumentNames are the parameters of an operator that are not given yet: they
// may be given by name.
//
// Parameters before those that are given by position cannot be named any more.
func (s *scene) argumentNames(o *op.Op, call syntax.NodeID, written map[string]bool) []Candidate {
	var found []Candidate
	for i, p := range o.Params {
		if i < s.placedIn(call) || p.Variadic || written[p.Name] || o.Attr(p.Name) >= 0 {
			continue
		}
		found = append(found, Candidate{
			Label: p.Name + "=", Kind: Attribute, Detail: "argument " + strconv.Itoa(i+1) + " of " + o.Name,
			Filter: p.Name, Text: p.Name + "=", Snippet: p.Name + "=${1:%x}", fit: unknown, class: wrongLocalClass, order: i, cost: attributeCost(false) + 4,
		})
	}
	return found
}

// placedIn is the number of arguments of a call that are given by their place,
// without the stand-in.
func (s *scene) placedIn(call syntax.NodeID) int {
	n := 0
	for _, arg := range s.item.Kids(call)[1:] {
		if s.item.Kind(arg) != syntax.NamedArg && arg != s.node() {
			n++
		}
	}
	return n
}

// leastArguments are those that have to be given before attributes.
func leastArguments(o *op.Op) int {
	least, _ := o.Arity()
	return least
}

// mostAttributes is more than an operator has: what networks give more often is in
// front, whatever its place.
const mostAttributes = 100

// attribute is a candidate; before all others where the call has the
// arguments that it needs.
//
// Before the call has its arguments, attributes are possible but unlikely, and come after the
// variables in scope; after that nothing else is possible.
func attribute(o *op.Op, a op.Attr, order int, full bool) Candidate {
	c := Candidate{
		Label: a.Name + "=", Kind: Attribute, Filter: a.Name, Text: a.Name + "=",
		Snippet: a.Name + "=${1:" + Escape(usual(o, a)) + "}",
		Detail:  a.Type.String(),
		Listed:  len(valuesOf(o, a)) > 1,
		Lookup:  Reference{Kind: Attribute, Name: a.Name, Of: o.Name},
		fit:     unknown, class: attributeClass, order: order - (frequency.Of(o.Name+" "+a.Name)*mostAttributes+frequency.Attribute(a.Name))*mostAttributes,
	}
	if full || a.Required {
		c.fit, c.class = fits, valueClass
	}
	return c
}

// namedIn are the names of a call's named arguments, but the stand-in.
func (s *scene) namedIn(call syntax.NodeID) map[string]bool {
	names := map[string]bool{}
	for _, arg := range s.item.Kids(call) {
		if s.item.Kind(arg) == syntax.NamedArg && s.item.NamedArg(arg).Name != s.node() {
			names[s.item.SourceText(s.item.NamedArg(arg).Name)] = true
		}
	}
	return names
}
