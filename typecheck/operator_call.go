package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An OperatorCall is a call of an operator as the checker understood it.
type OperatorCall struct {
	Old    bool // written as an older TVM printed it: names of today's parameters do not fit
	Op     *op.Op
	Args   []syntax.NodeID // by parameter; NoNode where none is given
	Attrs  op.Attrs
	Places map[string]syntax.NodeID // where an attribute is written
	// Extra are the arguments that are passed on to the user's function, in the
	// order of its parameters.
	Extra []syntax.NodeID
}

// OperatorCall reports how the arguments of an operator's call were sorted; nil
// for other calls. A plain call, with each argument at its place and no
// attributes, needs no note: it says so itself.
func (info *Info) OperatorCall(n syntax.NodeID) *OperatorCall {
	if call := info.calls[n]; call != nil || info.Item.Kind(n) != syntax.Call {
		return call
	}
	parts := info.Item.Call(n)
	o := info.Objects[parts.Callee]
	if o == nil || o.Kind != OperatorObject || info.ops[o.Op] == nil {
		return nil
	}
	entry := info.ops[o.Op]
	attrs, _ := op.Bind(entry, nil)
	return &OperatorCall{Op: entry, Args: parts.Args, Attrs: attrs}
}

// plain reports whether OperatorCall can derive a call without a record.
func (c *checker) plain(o *op.Op, args []syntax.NodeID, ops *operands) bool {
	if !c.m.lenient && hasPythonDefault(o) || ops.meta != syntax.NoNode || len(ops.named) > 0 || len(ops.nodes) != len(args) || c.m.config.Ops[o.Name] != o {
		return false
	}
	for _, arg := range args {
		if c.item.Kind(arg) == syntax.NamedArg {
			return false
		}
	}
	return true
}

// hasPythonDefault reports whether some attribute is bound otherwise than by op.Bind where it
// is left out.
func hasPythonDefault(o *op.Op) bool {
	return slices.ContainsFunc(o.Attrs, func(a op.Attr) bool { return a.Python != nil })
}

// called notes how the arguments of an operator's call were sorted.
func (info *Info) called(n syntax.NodeID, o *op.Op, attrs op.Attrs, ops *operands) {
	if info.calls == nil {
		info.calls = map[syntax.NodeID]*OperatorCall{}
	}
	info.calls[n] = &OperatorCall{Op: o, Args: ops.nodes, Attrs: attrs, Places: ops.places}
}

// passedOn notes an argument that a call passes on to the user's function.
func (info *Info) passedOn(call, value syntax.NodeID) {
	if c := info.calls[call]; c != nil {
		c.Extra = append(c.Extra, value)
	}
}

// OperatorCallWith returns the call at n if it calls an operator for which holds reports true, and
// nil otherwise. The object that the callee names decides that for most calls, whose arguments are
// then not sorted: it is the operator, or that of its form on FractalTensors.
func (info *Info) OperatorCallWith(n syntax.NodeID, holds func(*op.Op) bool) *OperatorCall {
	if o := info.Object(info.Item.Call(n).Callee); o != nil && o.Kind == OperatorObject {
		named := info.ops[o.Op]
		if named != nil && !holds(named) && (named.Fractal == nil || !holds(named.Fractal)) {
			return nil
		}
	}
	if call := info.OperatorCall(n); call != nil && holds(call.Op) {
		return call
	}
	return nil
}
