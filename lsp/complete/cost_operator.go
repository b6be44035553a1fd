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
	pair     []types.Type // of the two values that an operator of two would take, where both are known
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
	bound, params := []types.Type{}, []types.Type{}
	for _, b := range s.locals() {
		if e.usesOf(b) > 0 {
			continue
		}
		if b.parameter {
			params = append(params, b.typ)
		} else {
			bound = append(bound, b.typ)
		}
		if b.typ != nil && len(p.operands) < mostOperands {
			p.operands = append(p.operands, b.typ)
		}
		if p.behind == "" && (e.role == graphRole || e.role == boundRole || e.role == tailRole) {
			p.behind = e.made[b.name]
		}
	}
	if pair := append(bound[:min(len(bound), 1)], params...); len(pair) > 1 && pair[0] != nil && pair[1] != nil && isKnown(pair[0]) && isKnown(pair[1]) {
		p.pair = pair[:2]
	}
	return p
}

// leastShare is the probability that is given to operators that nothing speaks for, all together.
const leastShare = 0.02

// costOfOperator is that of an operator: by how often networks use it after the one whose result it
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
	case place.pair != nil:
		cost += s.costOfPair(o, place.pair)
	}
	return cost
}

// costOfPair is the cost of an operator of two values where something was computed and the next
// parameter waits: a gain where its relation takes both.
func (s *scene) costOfPair(o *op.Op, pair []types.Type) int {
	attrs, errs := op.BindPython(o, nil)
	if least, _ := o.Arity(); least != len(pair) || o.Scheme != nil || o.Relation == nil || len(errs) > 0 {
		return 0
	}
	q := s.trialCall(o, nil, attrs)
	copy(q.Args, pair)
	if o.Relation(q).Err != nil {
		return weights[pairGain]
	}
	return -weights[pairGain]
}

// costOfArguments is the cost of calling an operator with the arguments that are there.
func (s *scene) costOfArguments(o *op.Op) int {
	call := s.above(1)
	if s.item.Kind(call) != syntax.Call {
		return 0
	}
	placed, named := 0, []op.Named{}
	for _, arg := range s.item.Call(call).Args {
		if s.item.Kind(arg) != syntax.NamedArg {
			placed++
			continue
		}
		name := s.item.SourceText(s.item.NamedArg(arg).Name)
		if o.Attr(name) < 0 && o.Param(name) < 0 && (o.Fractal == nil || o.Fractal.Attr(name) < 0) {
			return weights[impossibleCost]
		}
		if v, ok := literalAt(s.item, s.item.NamedArg(arg).Value); ok {
			named = append(named, op.Named{Name: name, Value: v})
		}
	}
	if least, most := o.Arity(); placed < least || most >= 0 && placed > most {
		return weights[impossibleCost]
	}
	if s.refuses(o, s.item.Call(call).Args[:placed], named) {
		return weights[misfitCost]
	}
	return 0
}

// refuses reports whether the relation of an operator refuses arguments that are all given by their
// place.
func (s *scene) refuses(o *op.Op, args []syntax.NodeID, named []op.Named) bool {
	attrs, errs := op.BindPython(o, named)
	if o.Scheme != nil || o.Relation == nil || len(errs) > 0 || len(args) > len(o.Params) || slices.ContainsFunc(o.Params, func(p op.Param) bool { return p.Variadic }) {
		return false
	}
	answer := o.Relation(s.trialCall(o, args, attrs))
	return answer.Err != nil && answer.Err.Attr == ""
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
