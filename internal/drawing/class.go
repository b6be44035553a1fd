package drawing

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
)

// A Class is what kind of thing a box shows: its colour.
type Class uint8

const (
	Contraction Class = iota // products that are added up
	Elementwise
	Reduction
	View // shapes and orders of elements
	Data // tuples, lists, constructors, tensors out of nothing
	Control
	Call
	Parallel
	Effect
	Other // of an operator whose entry does not tell
	Parameter
	Constant
	Outcome // what a definition or expression gives
	Several // of different classes
	Classes = iota
)

var classNames = [Classes]string{
	"contraction", "elementwise", "reduction", "view", "data", "control", "call", "parallel", "effect", "other",
	"parameter", "constant", "result", "several",
}

func (c Class) String() string { return classNames[c] }

// classOf reads the class of an operator from its entry.
func classOf(o *op.Op) Class {
	for _, rule := range classRules {
		if rule.is(o) {
			return rule.class
		}
	}
	return Other
}

// classRules are tried in their order.
var classRules = []struct {
	class Class
	is    func(o *op.Op) bool
}{
	{Effect, func(o *op.Op) bool { return o.Rebinding != nil }},
	{Parallel, func(o *op.Op) bool { return o.Scheme != nil }},
	{Contraction, func(o *op.Op) bool { return o.Product != nil || o.Cost.MultiplyAdds != nil }},
	{Elementwise, func(o *op.Op) bool { return o.Map != nil }},
	{View, func(o *op.Op) bool {
		return o == parallel.Element || o.Aliasing == op.View || o.Aliasing == op.ViewOrCopy || o.Kind == op.Injective
	}},
	{Reduction, func(o *op.Op) bool { return o.Kind == op.CommReduce || o.Kind == op.OutFusable }},
	{Elementwise, func(o *op.Op) bool { return o.Kind == op.Elementwise || o.Kind == op.Broadcast }},
	{Data, func(o *op.Op) bool { return len(o.Params) == 0 }},
	{Reduction, func(o *op.Op) bool { return strings.Contains(o.Name, "norm") }},
}

// kindClasses are the classes of values that are no operators.
var kindClasses = map[graph.Kind]Class{
	graph.Parameter: Parameter, graph.Free: Parameter, graph.Field: Parameter, graph.Project: Parameter, graph.Literal: Constant, graph.Name: Constant,
	graph.Self: Constant, graph.Function: Call, graph.Construct: Data, graph.Call: Call, graph.Tuple: Data,
	graph.List: Data, graph.If: Control, graph.Match: Control,
}
