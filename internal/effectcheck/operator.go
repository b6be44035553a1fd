package effectcheck

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// operatorCall is the call at a node if it is one of an operator of which something holds;
// nil of all others. What the name stands for says so of most calls, which are not looked
// at further: an operator, or its form on FractalTensors.
func operatorCall(info *typecheck.Info, ops op.Table, n syntax.NodeID, holds func(*op.Op) bool) *typecheck.OperatorCall {
	if o := info.Object(info.Item.Call(n).Callee); o != nil && o.Kind == typecheck.OperatorObject {
		named := ops[o.Op]
		if named != nil && !holds(named) && (named.Fractal == nil || !holds(named.Fractal)) {
			return nil
		}
	}
	if call := info.OperatorCall(n); call != nil && holds(call.Op) {
		return call
	}
	return nil
}

// rebinds tells of an operator that gives variables other values.
func rebinds(o *op.Op) bool { return o.Rebinding != nil }
