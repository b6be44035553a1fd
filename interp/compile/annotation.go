package compile

import (
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// hasExtents tells whether a type says something of shapes that a run must
// hold values to: it has a tensor with a dimension that is not `?`.
func hasExtents(t types.Type) bool {
	return searchExtents(t, func(d types.Dim) bool { return !d.Loose() })
}

// hasVariables tells whether a type has a shape variable.
func hasVariables(t types.Type) bool {
	return searchExtents(t, func(d types.Dim) bool { _, ok := d.Symbolic(); return ok })
}

// searchExtents looks for a dimension in what a check looks at: tensors, and
// tuples and FractalTensors of them.
func searchExtents(t types.Type, is func(types.Dim) bool) bool {
	if t == nil {
		return false
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		for _, d := range t.Shape {
			if is(d) {
				return true
			}
		}
	case *types.Tuple:
		for _, elem := range t.Elems {
			if searchExtents(elem, is) {
				return true
			}
		}
	case *types.Fractal:
		return searchExtents(t.Elem, is)
	}
	return false
}

// hasShapeVariables tells whether a function has shape variables in its annotations.
func (b *builder) hasShapeVariables(params []syntax.NodeID, result, body syntax.NodeID) bool {
	for _, p := range params {
		if b.item.Param(p).Type != syntax.NoNode && hasVariables(b.typeOf(p)) {
			return true
		}
	}
	return result != syntax.NoNode && hasVariables(b.fn.Result)
}

// needsSecondCheck tells whether checking the parameters once may leave something over:
// a dimension that is computed from shape variables.
func (b *builder) needsSecondCheck(params []syntax.NodeID) bool {
	for _, p := range params {
		if b.item.Param(p).Type == syntax.NoNode {
			continue
		}
		if searchExtents(b.typeOf(p), func(d types.Dim) bool {
			e, ok := d.Symbolic()
			if !ok {
				return false
			}
			_, variable := e.Symbol()
			return !variable
		}) {
			return true
		}
	}
	return false
}

// openExtents makes the extents of the activation, inside those around it.
func (b *builder) openExtents() {
	own := b.extents
	b.extents = nil
	outer := b.extentsAround()
	b.extents = own
	r := b.temp()
	if outer != nil {
		b.load(outer, r)
	} else {
		b.constant(r, code.Slot{})
	}
	b.emit(code.OpExtents, r, 0, 0)
	b.bind(own, r)
}

// check emits the check of a value against an annotated type.
func (b *builder) check(n syntax.NodeID, reg int, t types.Type) {
	if n == syntax.NoNode || !hasExtents(t) {
		return
	}
	was := b.setNode(n)
	defer b.setNode(was)
	mark := b.next
	ext := b.loadExtents()
	b.fn.Types = append(b.fn.Types, t)
	b.emit(code.OpCheck, reg, ext, 0)
	b.put(uint32(len(b.fn.Types) - 1))
	b.next = mark
}

// loadExtents gives the register of the extents that are known here.
func (b *builder) loadExtents() int {
	o := b.extentsAround()
	if r, ok := b.vars[o]; ok && r.where == inRegister {
		return r.at
	}
	r := b.temp()
	if o == nil {
		b.constant(r, code.Slot{})
	} else {
		b.load(o, r)
	}
	return r
}

func (b *builder) checkResult(reg int) {
	if b.declaredResult == nil {
		return
	}
	mark := b.next
	ext := b.loadExtents()
	b.fn.Types = append(b.fn.Types, b.declaredResult)
	b.emit(code.OpCheck, reg, ext, 0)
	b.put(uint32(len(b.fn.Types) - 1))
	b.next = mark
}
