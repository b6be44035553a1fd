package interp

import (
	"maps"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A web is the tree of elementwise operators that an expression is made of,
// with the values of bindings that are read nowhere else in it.
type web struct {
	leaves  []syntax.NodeID // operands that are computed before the chain runs
	inlined map[*typecheck.Object]syntax.NodeID
	ops     int
	fails   bool // an operator may fail
	loud    bool // evaluating a leaf may fail, take long or have an effect
}

// longestChain bounds the operators of a web; what is beyond is a leaf, and may
// be a chain of its own.
const longestChain = 48

// gather finds the web of an expression.
func (b *builder) gather(n syntax.NodeID) web {
	budget := longestChain
	return b.gatherWithin(n, b.typeOf(n), &budget, map[*typecheck.Object]bool{})
}

// gatherWithin gathers operators as long as their results have the shape of the
// whole: a smaller operand is computed before it is spread. within are the graph
// bindings around.
func (b *builder) gatherWithin(n syntax.NodeID, whole types.Type, budget *int, within map[*typecheck.Object]bool) web {
	if _, held := b.leaves[n]; held {
		return b.leaf(n)
	}
	bare, o := b.inlinable(n, within)
	operands, count := b.elementwise(bare)
	if operands == nil || count > *budget || !alike(b.typeOf(bare), whole) {
		return b.leaf(n)
	}
	*budget -= count
	w := web{ops: count, inlined: map[*typecheck.Object]syntax.NodeID{}}
	if o != nil {
		within[o] = true
		defer delete(within, o)
		w.inlined[o] = bare
	}
	parts := make([]web, len(operands))
	for i, operand := range operands {
		parts[i] = b.gatherWithin(operand, whole, budget, within)
		w.loud = w.loud || parts[i].loud
		if parts[i].loud { // what fails before it must have been computed
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

func (b *builder) leaf(n syntax.NodeID) web {
	return web{leaves: []syntax.NodeID{n}, loud: !b.quiet(n)}
}

// quiet tells of an expression whose evaluation is a mere look.
func (b *builder) quiet(n syntax.NodeID) bool {
	n = b.inside(n)
	if _, held := b.leaves[n]; held {
		return true
	}
	switch b.item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool:
		return true
	case syntax.Local:
		o := b.local(n)
		_, late := b.late[o]
		return o != nil && !late && !b.division(n) && (b.env == nil || !b.env.isGraph(o))
	}
	return false
}

// plain gives the variable that an expression is.
func (b *builder) plain(n syntax.NodeID) (*typecheck.Object, bool) {
	n = b.inside(n)
	if b.item.Kind(n) != syntax.Local || len(b.item.Kids(n)) > b.info.Split[n] {
		return nil, false
	}
	o := b.local(n)
	return o, o != nil
}

// inlinable gives the expression that a variable stands for, if the variable is
// read here only and the expression was not evaluated yet; else n itself.
func (b *builder) inlinable(n syntax.NodeID, within map[*typecheck.Object]bool) (syntax.NodeID, *typecheck.Object) {
	bare := b.inside(n)
	o, ok := b.plain(bare)
	if !ok || within[o] {
		return bare, nil
	}
	value, late := b.late[o]
	if !late && b.env != nil && b.env.isGraph(o) && !b.env.forked[o] && !b.rebinding && b.readsOf(o).count == 1 {
		value, late = b.env.values[o], true
	}
	if !late || value == syntax.NoNode {
		return bare, nil
	}
	return b.inside(value), o
}

// alike tells of tensors that surely, or very likely, have one shape.
func alike(t, whole types.Type) bool {
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

// mayFail tells whether an elementwise operator may: it divides integers, or
// its operands might have shapes that do not fit.
func (b *builder) mayFail(n syntax.NodeID, operands []syntax.NodeID) bool {
	if len(operands) == 1 {
		return false
	}
	t, ok := b.typeOf(n).(*types.Tensor)
	if !ok || b.divides(n, t) {
		return true
	}
	root := b.rootOf(operands[0])
	for _, operand := range operands {
		x, ok := b.typeOf(operand).(*types.Tensor)
		if !ok || !fits(x, t) && (root == nil || b.rootOf(operand) != root) {
			return true
		}
	}
	return false
}

// fits tells of shapes that broadcast to that of the result whatever the values
// are.
func fits(x, result *types.Tensor) bool {
	more := len(result.Shape) - len(x.Shape)
	for i, d := range x.Shape {
		if more < 0 || !d.IsConst(1) && (d.Loose() || !d.Equal(result.Shape[more+i])) {
			return false
		}
	}
	return true
}

// undivided are operators on integers that cannot fail.
var undivided = map[string]bool{
	"add": true, "subtract": true, "multiply": true, "maximum": true, "minimum": true, "where": true,
	"less": true, "less_equal": true, "greater": true, "greater_equal": true, "equal": true, "not_equal": true,
}

// divides tells whether an operator with a result of type t may divide integers
// by zero.
func (b *builder) divides(n syntax.NodeID, t *types.Tensor) bool {
	if d, ok := dtypeOf(t.Dtype); ok && d.IsFloat() {
		return false
	}
	if c := b.info.OperatorCall(n); c != nil {
		return !undivided[c.Op.Name]
	}
	kids := b.item.Kids(n)
	for i := 1; i < len(kids); i += 2 {
		if b.item.Kind(n) == syntax.Binary && b.operator(kids[i]) == syntax.TokSlash {
			return true
		}
	}
	return false
}

// rootOf is the variable whose shape an expression has, whatever that is.
func (b *builder) rootOf(n syntax.NodeID) *typecheck.Object {
	for range longestChain {
		n = b.inside(n)
		if o, ok := b.plain(n); ok {
			value, late := b.late[o]
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
	return b.elementwise(b.inside(value))
}
