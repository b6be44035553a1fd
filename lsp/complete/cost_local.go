package complete

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// costOfLocals sets the costs of the variables in scope, which are there with the nearest first.
//
// What is bound is bound to be used: a variable that nothing names yet is likelier than one that
// something does. Of those that nothing names the first parameter is the likeliest, and of the others
// the last one.
func (s *scene) costOfLocals(found []Candidate, bindings []binding) {
	e, accepts := s.evidence(), s.argumentTrial()
	base, parameter, beside, before := s.costOfKind(localKind), s.parameterName(), s.variablesBeside(), s.argumentsBefore()
	parameterShare := s.parameterShare()
	unused := map[bool]int{}
	for i := range found {
		c, b := &found[i], bindings[i]
		c.cost = base + c.fit.cost()
		if c.class == wrongLocalClass && e.role != conditionRole || accepts != nil && i < mostTrials && b.typ != nil && !accepts(b.typ) {
			c.cost = base + weights[misfitCost]
		}
		if uses := e.usesOf(b); uses == 0 {
			c.cost += spread(weights[unusedOrderCost], unused[b.parameter])
			unused[b.parameter]++
		} else {
			c.cost += weights[usedCost] + spread(weights[usedOrderCost], i) + weights[usedMoreCost]*min(uses-1, 2)
		}
		switch same, part := alike(b.name, parameter); {
		case same:
			c.cost -= weights[sameNameGain]
		case part:
			c.cost -= weights[likeNameGain]
		}
		if beside[b.name] {
			c.cost += weights[inCallCost]
		}
		if before[b.name] {
			c.cost -= weights[sameArgumentGain]
		}
		c.cost += costOfShare(parameterShare, b.parameter)
		if e.role == graphRole && !e.called {
			c.cost += costOfPart(b.typ)
		}
	}
}

// usesOf is how often a variable is used; a tuple of n parts is unused up to the n-th time.
func (e *evidence) usesOf(b binding) int {
	uses := e.uses(b.name)
	if tuple, ok := types.Head(b.typ).(*types.Tuple); ok && uses < len(tuple.Elems) {
		return 0
	}
	return uses
}

// costOfPart is the cost of a variable as the value of a graph binding, which it is only if a part of
// it is taken.
func costOfPart(t types.Type) int {
	if _, ok := types.Head(t).(*types.Tuple); ok {
		return -4
	}
	return weights[impossibleCost] / 2
}

// costOfShare is the cost of being a parameter, or something that is computed, where a share of all
// are parameters; 0 says nothing.
func costOfShare(share float64, parameter bool) int {
	switch {
	case share == 0:
		return 0
	case parameter:
		return bits(share)
	}
	return bits(1 - share)
}

// parameterShare is how likely the argument of an operator at the stand-in is a parameter of the
// definition; 0 elsewhere.
func (s *scene) parameterShare() float64 {
	if !s.isArgument() {
		return 0
	}
	o := s.operator(s.item.Call(s.above(1)).Callee)
	if o == nil {
		return 0
	}
	return parameterShare(o.Name, s.indexOf(s.above(1), s.node())-1)
}

// parameterName is what the callee calls the argument at the stand-in; empty where it says nothing.
func (s *scene) parameterName() string {
	if parent := s.above(1); s.item.Kind(parent) == syntax.NamedArg {
		return s.item.SourceText(s.item.NamedArg(parent).Name)
	}
	if !s.isArgument() {
		return ""
	}
	callee, i := s.item.Call(s.above(1)).Callee, s.indexOf(s.above(1), s.node())-1
	if o := s.operator(callee); o != nil {
		if i < len(o.Params) {
			return o.Params[i].Name
		}
		return ""
	}
	if names := parameterNames(s.objectOf(callee)); i < len(names) {
		name, _, _ := strings.Cut(names[i], ":")
		return strings.TrimSpace(name)
	}
	return ""
}

// variablesBeside are those that are arguments, operands or elements beside the stand-in.
func (s *scene) variablesBeside() map[string]bool {
	names := map[string]bool{}
	for _, kid := range s.item.Kids(s.above(1)) {
		if kid != s.node() && s.item.Kind(kid) == syntax.Local {
			names[s.item.SourceText(kid)] = true
		}
	}
	return names
}

// argumentsBefore are the variables that other calls of the callee have at the place of the stand-in.
func (s *scene) argumentsBefore() map[string]bool {
	names, call := map[string]bool{}, s.above(1)
	if !s.isArgument() {
		return names
	}
	i, callee := s.indexOf(call, s.node()), s.item.SourceText(s.item.Call(call).Callee)
	for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
		if s.item.Kind(n) != syntax.Call || n == call || s.item.SourceText(s.item.Call(n).Callee) != callee {
			continue
		}
		if kids := s.item.Kids(n); i < len(kids) && s.item.Kind(kids[i]) == syntax.Local {
			names[s.item.SourceText(kids[i])] = true
		}
	}
	return names
}

// mostTrials bounds how often a relation is asked for one list.
const mostTrials = 300

// argumentTrial asks the typing relation of the operator that is called whether the argument at the
// stand-in may have a type; it is nil where there is none to ask.
func (s *scene) argumentTrial() func(types.Type) bool {
	call := s.above(1)
	if s.item.Kind(call) == syntax.NamedArg {
		call = s.above(2)
	}
	if s.item.Kind(call) != syntax.Call {
		return nil
	}
	known := s.info.OperatorCall(call)
	if known == nil || known.Op.Relation == nil || known.Op.Scheme != nil {
		return nil
	}
	at, q := slices.Index(known.Args, s.node()), s.trialCall(known.Op, known.Args, known.Attrs)
	if at < 0 || at >= len(q.Args) || len(q.Attrs.Values) != len(known.Op.Attrs) {
		return nil
	}
	return func(t types.Type) bool {
		if !isKnown(t) {
			return true
		}
		q.Args[at] = t
		answer := known.Op.Relation(q)
		return answer.Err == nil || answer.Err.Attr != ""
	}
}

// isKnown reports whether nothing of a type is left open or in error, so that a relation answers as
// it does for the checker.
func isKnown(t types.Type) bool {
	known := true
	types.Walk(t, func(part types.Type) bool {
		v, isVar := part.(*types.Var)
		known = known && part != nil && !types.IsBad(part) && !(isVar && !isDeclared(v))
		return known
	})
	return known
}

// trialCall is a call of an operator with arguments of which some are not known, or not there yet.
func (s *scene) trialCall(o *op.Op, args []syntax.NodeID, attrs op.Attrs) *op.Call {
	fresh := func() types.Type { return &types.Var{} }
	q := &op.Call{Op: o, Attrs: attrs, Fresh: fresh, FreshLeaf: fresh, Args: make([]types.Type, max(len(args), len(o.Params)))}
	for i := range q.Args {
		switch {
		case i < len(args) && args[i] == syntax.NoNode, i >= len(args) && (o.Params[i].Optional || o.Params[i].Variadic):
			continue
		case i < len(args):
			q.Args[i] = s.typeOf(args[i])
		}
		if q.Args[i] == nil || !isKnown(q.Args[i]) {
			q.Args[i] = fresh()
		}
	}
	return q
}
