package network

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// own works out what the values of a unit cost by themselves.
func (a *analysis) own(u *unit) {
	for _, v := range u.in.placed[u.block] {
		l := layer{value: v}
		switch u.in.graph.Kind(v) {
		case graph.Operation:
			if u.in.ops[v] == nil {
				continue
			}
			l.own[MultiplyAdds] = u.in.multiplyAdds(v)
			if !u.in.fused[u.block] {
				l.own[Bytes] = u.in.moved(v)
			}
		case graph.Call:
			if a.callsKernel(u, v) {
				l.own[Bytes] = u.in.transferred(u.in.graph.Operands(v)[1:], v)
			}
		}
		if l != (layer{value: v}) {
			u.layers = append(u.layers, l)
		}
	}
}

func (in *instance) multiplyAdds(v graph.Value) Figure {
	figure := in.ops[v].Cost.MultiplyAdds
	switch {
	case figure == nil && in.ops[v].Cost.Work == nil && in.ops[v].Relation != nil:
		return unknown(in.reason(v, "what `"+in.ops[v].Name+"` computes is not known"))
	case figure == nil:
		return none
	}
	a, _ := in.info.Application(in.graph.Node(v))
	c := in.call(a, v)
	loose := ""
	for i, t := range append(slices.Clone(c.Args), c.Out) {
		left := i < len(c.Args) && a.Args[i] == syntax.NoNode
		switch {
		case left:
		case !concrete(t):
			return unknown(in.reason(v, sizeless(t)))
		case loose == "" && bytesOf(t).Loose():
			loose = sizeless(t)
		}
	}
	if size := figure(c); !size.Loose() {
		return Figure{Size: size}
	}
	if loose == "" {
		loose = "how many multiply-adds `" + a.Op.Name + "` does here is not known"
	}
	return unknown(in.reason(v, loose))
}

// concrete reports whether a type is one that an operator's relation has accepted.
func concrete(t types.Type) bool {
	if t == nil {
		return false
	}
	switch types.Head(t).(type) {
	case *types.Var, *types.Bad:
		return false
	}
	return true
}

// moved are the bytes that a call of an operator reads and writes.
func (in *instance) moved(v graph.Value) Figure {
	if in.isView(v) {
		return none
	}
	return in.transferred(in.graph.Operands(v), v)
}

// transferred are the bytes of some operands and of the result.
func (in *instance) transferred(operands []graph.Operand, v graph.Value) Figure {
	sum := in.bytesAt(in.typeOf(v), v)
	for _, o := range operands {
		if o.Value != graph.None {
			sum = sum.plus(in.bytesAt(in.operandType(o), v))
		}
	}
	return sum
}

// isView reports whether the result of a call lies in the memory of the first argument: views,
// and changes of shape where nothing before them can have changed the layout.
func (in *instance) isView(v graph.Value) bool {
	if in.ops[v] == nil {
		return false
	}
	switch in.ops[v].Aliasing {
	case op.View:
		return true
	case op.ViewOrCopy:
		return in.rowMajor(in.graph.Operands(v)[0].Value)
	}
	return false
}

// rowMajor reports whether a value is laid out in the order of its elements: what an
// operator has computed, a parameter of the network, a constant.
func (in *instance) rowMajor(v graph.Value) bool {
	for v != graph.None {
		switch in.graph.Kind(v) {
		case graph.Parameter, graph.Literal, graph.Free:
			return in.graph.Kind(v) != graph.Parameter || in.entry && in.graph.Block(v) == in.at
		case graph.Project:
			v = in.graph.Operands(v)[0].Value
			continue
		case graph.Operation:
			o := in.ops[v]
			return o != nil && o.Aliasing != op.View && o.Aliasing != op.ViewOrCopy
		}
		return false
	}
	return false
}

// callsKernel reports whether a value is the call of a function that is one kernel, from outside.
func (a *analysis) callsKernel(u *unit, v graph.Value) bool {
	c := a.callee(u.in, v)
	return c.unit != noUnit && !u.in.fused[u.block] && a.units[c.unit].in.fused[a.units[c.unit].block]
}
