package compile

import (
	"maps"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A fusionTree is the tree of elementwise operators that an expression is made of,
// with the values of bindings that are read nowhere else in it.
type fusionTree struct {
	leaves     []syntax.NodeID // operands that are computed before the operators run
	inlined    map[*typecheck.Object]syntax.NodeID
	ops        int
	fails      bool // an operator may fail
	observable bool // evaluating a leaf may fail, take long or have an effect
}

// maxFusedOperators bounds the operators of a tree; what is beyond is a leaf, and may
// be a tree of its own.
const maxFusedOperators = 48

// fusionTree finds the tree of an expression.
func (b *builder) fusionTree(n syntax.NodeID) fusionTree {
	budget := maxFusedOperators
	return b.fusionTreeWithin(n, b.typeOf(n), &budget, map[*typecheck.Object]bool{})
}

// fusionTreeWithin gathers operators as long as their results have the shape of the
// whole: a smaller operand is computed before it is spread. within are the graph
// bindings around.
func (b *builder) fusionTreeWithin(n syntax.NodeID, whole types.Type, budget *int, within map[*typecheck.Object]bool) fusionTree {
	if _, held := b.evaluated[n]; held {
		return b.leaf(n)
	}
	bare, o := b.inlinable(n, within)
	operands, count := b.elementwise(bare)
	if operands == nil || count > *budget || !sameShape(b.typeOf(bare), whole) {
		return b.leaf(n)
	}
	*budget -= count
	w := fusionTree{ops: count, inlined: map[*typecheck.Object]syntax.NodeID{}}
	if o != nil {
		within[o] = true
		defer delete(within, o)
		w.inlined[o] = bare
	}
	parts := make([]fusionTree, len(operands))
	for i, operand := range operands {
		parts[i] = b.fusionTreeWithin(operand, whole, budget, within)
		w.observable = w.observable || parts[i].observable
		if parts[i].observable { // what fails before it must have been computed
			for k := range i {
				if parts[k].fails {
					parts[k] = b.leaf(operands[k])
				}
			}
		}
	}
	w.fails = b.mayFail(bare, operands)
	for _, p := range parts {
		w.leaves = append(w.leaves, p.leaves...)
		w.ops += p.ops
		w.fails = w.fails || p.fails
		maps.Copy(w.inlined, p.inlined)
	}
	return w
}

func (b *builder) leaf(n syntax.NodeID) fusionTree {
	return fusionTree{leaves: []syntax.NodeID{n}, observable: !b.isTrivial(n)}
}

// isTrivial reports whether evaluating an expression only reads a register or a
// constant: it cannot fail and takes no time.
func (b *builder) isTrivial(n syntax.NodeID) bool {
	n = b.item.Unparen(n)
	if _, held := b.evaluated[n]; held {
		return true
	}
	switch b.item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool:
		return true
	case syntax.Local:
		o := b.local(n)
		_, late := b.deferred[o]
		return o != nil && !late && !b.division(n) && !b.anyGraph(o)
	}
	return false
}

// variableOf gives the variable that an expression is.
func (b *builder) variableOf(n syntax.NodeID) (*typecheck.Object, bool) {
	n = b.item.Unparen(n)
	if b.item.Kind(n) != syntax.Local || len(b.item.Kids(n)) > b.info.Split[n] {
		return nil, false
	}
	o := b.local(n)
	return o, o != nil
}

// inlinable gives the expression that a variable stands for, if the variable is
// read here only and the expression was not evaluated yet; else n itself.
func (b *builder) inlinable(n syntax.NodeID, within map[*typecheck.Object]bool) (syntax.NodeID, *typecheck.Object) {
	bare := b.item.Unparen(n)
	o, ok := b.variableOf(bare)
	if !ok || within[o] {
		return bare, nil
	}
	value, late := b.deferred[o]
	if !late && b.env != nil && b.env.isGraph(o) && !b.env.forked[o] && !b.rebinds && len(b.usesOf(o)) == 1 {
		value, late = b.env.values[o], true
	}
	if !late || value == syntax.NoNode {
		return bare, nil
	}
	return b.item.Unparen(value), o
}

// sameShape reports whether tensors surely, or (where both have `?`) very likely, have
// one shape of one dimension or more.
func sameShape(t, whole types.Type) bool {
	x, ok := t.(*types.Tensor)
	y, same := whole.(*types.Tensor)
	if !ok || !same || len(x.Shape) != len(y.Shape) || len(x.Shape) == 0 {
		return false
	}
	for i, d := range x.Shape {
		if !d.Equal(y.Shape[i]) && !(d.Loose() && y.Shape[i].Loose()) {
			return false
		}
	}
	return true
}

// mayFail reports whether an elementwise operator may: its entry says so of the dtype,
// or its operands might have shapes that do not fit.
func (b *builder) mayFail(n syntax.NodeID, operands []syntax.NodeID) bool {
	if len(operands) == 1 {
		return false
	}
	t, ok := b.typeOf(n).(*types.Tensor)
	if !ok || b.failsForOtherReasons(n, t) {
		return true
	}
	root := b.shapeSource(operands[0])
	for _, operand := range operands {
		x, ok := b.typeOf(operand).(*types.Tensor)
		if !ok || !broadcastsTo(x, t) && (root == nil || b.shapeSource(operand) != root) {
			return true
		}
	}
	return false
}

// broadcastsTo reports whether a shape broadcasts to that of the result whatever the
// values of shape variables are.
func broadcastsTo(x, result *types.Tensor) bool {
	more := len(result.Shape) - len(x.Shape)
	for i, d := range x.Shape {
		if more < 0 || !d.IsConst(1) && (d.Loose() || !d.Equal(result.Shape[more+i])) {
			return false
		}
	}
	return true
}

// failsForOtherReasons reports whether an operator with a result of type t may fail on
// more than extents. Of a float no divisor is refused, and that there is a function
// for the dtypes is seen where the operator is compiled.
func (b *builder) failsForOtherReasons(n syntax.NodeID, t *types.Tensor) bool {
	ruledOut := op.OnExtent
	if d, ok := code.DtypeOf(t.Dtype); ok && d.IsFloat() {
		ruledOut |= op.OnZero | op.OnDtype
	}
	for _, o := range b.operators(n) {
		if o == nil || !o.Fails.Total(ruledOut) {
			return true
		}
	}
	return false
}

// operators are the entries of the operators that an elementwise expression consists
// of, nil for one that is not known.
func (b *builder) operators(n syntax.NodeID) (found []*op.Op) {
	switch b.item.Kind(n) {
	case syntax.Call:
		return []*op.Op{b.info.OperatorCall(n).Op}
	case syntax.Binary:
		chain := b.item.Binary(n)
		for i := range chain.Links() {
			operator, _ := chain.Link(i)
			found = append(found, b.compiler.ops[typecheck.Infix(b.operator(operator))])
		}
	}
	return found
}

// shapeSource is the variable whose shape an expression has, whatever that is.
func (b *builder) shapeSource(n syntax.NodeID) *typecheck.Object {
	for range maxFusedOperators {
		n = b.item.Unparen(n)
		if o, ok := b.variableOf(n); ok {
			value, late := b.deferred[o]
			if !late && b.env != nil && b.env.isGraph(o) {
				value, late = b.env.values[o], true
			}
			if operands, _ := b.operandsIn(value, late); len(operands) != 1 {
				return o
			}
			n = value
			continue
		}
		operands, _ := b.elementwise(n)
		if len(operands) != 1 {
			return nil
		}
		n = operands[0]
	}
	return nil
}

func (b *builder) operandsIn(value syntax.NodeID, known bool) ([]syntax.NodeID, int) {
	if !known || value == syntax.NoNode {
		return nil, 0
	}
	return b.elementwise(b.item.Unparen(value))
}
