package network

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What is assumed of extents is put into types before anything is counted, so that branches
// and orders of evaluation are compared by numbers. An extent `?` that follows from others is
// computed from these where that is possible: an operator's relation is asked again, for
// arguments whose extents are known by now. Only what no relation says, and results of calls
// of functions, are taken for what `?` is assumed to be.

// assume works out the types of an instance's values, operands first.
func (a *analysis) assume(in *instance) {
	if a.assumed == nil {
		return
	}
	n := in.graph.Len()
	known := make([]types.Type, n)
	for v := range graph.Value(n) {
		known[v] = in.apply(in.graph.Type(v))
		a.note(known[v])
	}
	assumed := a.inReport()
	in.types = make([]types.Type, n)
	for v, t := range known {
		in.types[v] = extents(t, assumed)
	}
	for v, t := range known {
		if t == nil || measure.Wide(t) || !measure.HasExtent(t, types.Dim.Loose) {
			continue
		}
		if computed := in.computed(graph.Value(v)); computed != nil && concrete(computed) {
			in.types[v] = extents(computed, assumed)
		}
	}
}

// inReport is what is assumed, over the shape variables of the report.
func (a *analysis) inReport() *assume.Set {
	return a.assumed.In(slices.Collect(maps.Values(a.names))...)
}

// note takes down the shape variables in a type by their names.
func (a *analysis) note(t types.Type) {
	if t == nil || measure.Wide(t) {
		return
	}
	measure.HasExtent(t, func(d types.Dim) bool {
		d.Expr().Symbols(func(s *symbolic.Symbol) {
			if a.names[s.Name] == nil {
				a.names[s.Name] = s
			}
		})
		return false
	})
}

// extents puts what is assumed into a type.
func extents(t types.Type, assumed *assume.Set) types.Type {
	if t == nil {
		return nil
	}
	return measure.MapAllExtents(t, assumed.Dim)
}

// computed is the type of a value as it follows from those of its operands; nil where none
// does.
func (in *instance) computed(v graph.Value) types.Type {
	operands := in.graph.Operands(v)
	switch in.graph.Kind(v) {
	case graph.Operation:
		return in.related(v)
	case graph.Tuple:
		tuple := &types.Tuple{}
		for _, o := range operands {
			tuple.Elems = append(tuple.Elems, in.operandType(o))
			if tuple.Elems[len(tuple.Elems)-1] == nil {
				return nil
			}
		}
		return tuple
	case graph.Project:
		tuple, ok := headOf(in.operandType(operands[0])).(*types.Tuple)
		if i := in.graph.Index(v); ok && 0 <= i && i < len(tuple.Elems) {
			return tuple.Elems[i]
		}
	}
	return nil
}

// related is the type that an operator's relation gives for the types of the operands by now.
func (in *instance) related(v graph.Value) types.Type {
	if in.ops[v] == nil || in.ops[v].Relation == nil {
		return nil
	}
	a, _ := in.info.Application(in.graph.Node(v))
	c := in.call(a, v)
	c.Out, c.Fresh, c.FreshLeaf = nil, fresh, fresh
	for len(c.Args) < len(c.Op.Params) {
		c.Args = append(c.Args, nil)
	}
	answer := c.Op.Relation(c)
	if answer.Err != nil || answer.Waits || len(answer.More) > 0 || answer.Out == nil || measure.HasVariables(answer.Out) || measure.Wide(answer.Out) {
		return nil
	}
	return answer.Out
}

func fresh() types.Type { return &types.Var{} }
