package complete

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An operatorPlace is what is known of the operand of an operator at the stand-in.
type operatorPlace struct {
	behind   string       // the operator whose result it is; empty: not known
	operands []types.Type // of variables that nothing names yet, where there are no arguments
}

// mostOperands is how many variables are tried as an operator's argument.
const mostOperands = 6

// operatorPlace finds what an operator at the stand-in would be applied to: the first argument, where
// it is there, or something in scope, where the variable that was bound last is the likeliest.
func (s *scene) operatorPlace() (p operatorPlace) {
	e := s.evidence()
	if call := s.above(1); e.called && s.item.Kind(call) == syntax.Call && len(s.item.Call(call).Args) > 0 {
		first := s.item.Call(call).Args[0]
		if s.item.Kind(first) == syntax.Call {
			first = s.item.Call(first).Callee
			return operatorPlace{behind: s.item.SourceText(first)}
		}
		return operatorPlace{behind: e.made[s.item.SourceText(first)]}
	}
	for _, b := range s.locals() {
		if e.usesOf(b) > 0 {
			continue
		}
		if b.typ != nil && len(p.operands) < mostOperands {
			p.operands = append(p.operands, b.typ)
		}
		if p.behind == "" && (e.role == graphRole || e.role == boundRole || e.role == tailRole) {
			p.behind = e.made[b.name]
		}
	}
	return p
}

// leastShare is the probability that is given to operators that nothing speaks for, all together.
const leastShare = 0.02

// costOfOperator is that of an operator: by how often networks use it behind the one whose result it
// takes, by how often the text around does, and by what it can be applied to.
func (s *scene) costOfOperator(o *op.Op, place operatorPlace) int {
	e := s.evidence()
	p := shareBehind(o.Name, place.behind)
	if e.calls > 0 {
		weight := 0.7 * float64(e.calls) / float64(e.calls+6)
		p = (1-weight)*p + weight*float64(e.around[o.Name].count)/float64(e.calls)
	}
	cost := s.costOfKind(operatorKind) + bits((1-leastShare)*p+leastShare/float64(len(s.ops)))
	switch {
	case e.called:
		cost += s.costOfArguments(o)
	case len(place.operands) > 0 && !slices.ContainsFunc(place.operands, s.firstTrial(o)):
		cost += weights[refusedCost]
	}
	return cost
}

// costOfArguments is the cost of calling an operator with the arguments that are there.
func (s *scene) costOfArguments(o *op.Op) int {
	call := s.above(1)
	if s.item.Kind(call) != syntax.Call {
		return 0
	}
	placed := 0
	for _, arg := range s.item.Call(call).Args {
		if s.item.Kind(arg) != syntax.NamedArg {
			placed++
			continue
		}
		name := s.item.SourceText(s.item.NamedArg(arg).Name)
		if o.Attr(name) < 0 && o.Param(name) < 0 && (o.Fractal == nil || o.Fractal.Attr(name) < 0) {
			return weights[impossibleCost]
		}
	}
	if least, most := o.Arity(); placed < least || most >= 0 && placed > most {
		return weights[impossibleCost]
	}
	return 0
}

// firstTrial asks whether an operator takes a value of a type as its first argument, as far as
// its relation says while the others are not known.
func (s *scene) firstTrial(o *op.Op) func(types.Type) bool {
	attrs, errs := op.BindPython(o, nil)
	isRelation := o.Scheme == nil && o.Relation != nil && len(o.Params) > 0
	q := s.trialCall(o, nil, attrs)
	return func(t types.Type) bool {
		switch types.Head(t).(type) {
		case *types.Fractal, *types.Func, *types.Var:
			if !isRelation || o.Fractal != nil {
				return true
			}
		}
		switch {
		case !isRelation:
			return o.Scheme == nil
		case len(errs) > 0: // an attribute that is needed is not there
			return asTensor(t) == fits
		}
		if !isKnown(t) {
			return true
		}
		q.Args[0] = t
		return o.Relation(q).Err == nil
	}
}
