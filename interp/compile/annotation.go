package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
)

// hasExtents reports whether a type says something of shapes that a run must
// hold values to: it has a tensor with a dimension that is not `?`.
func hasExtents(t types.Type) bool {
	return searchExtents(t, func(d types.Dim) bool { return !d.Loose() })
}

// hasVariables reports whether a type has a shape variable.
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

// hasShapeVariables reports whether a function has shape variables in its annotations.
func (b *builder) hasShapeVariables(params []syntax.NodeID, result syntax.NodeID) bool {
	for _, p := range params {
		if b.item.Param(p).Type != syntax.NoNode && hasVariables(b.typeOf(p)) {
			return true
		}
	}
	return result != syntax.NoNode && hasVariables(b.fn.Result)
}

// A sizeBinding is how the parameters of a function bind its shape variables. In nearly all
// functions that need one each has a parameter, a tensor or a tuple of tensors, with an
// extent that is the variable itself: checking the parameters binds it.
type sizeBinding struct {
	// equations says that an extent is an expression, as in Tensor[(n + 1), float32]:
	// equations are solved when all parameters have been looked at.
	equations syntax.NodeID
	// open says that equations are kept: there are some, or the code needs variables that
	// the parameters may not give in this way.
	open bool
}

func (b *builder) bindingOf(params []syntax.NodeID, body syntax.NodeID) (how sizeBinding) {
	bound := map[*symbolic.Symbol]bool{}
	for _, p := range params {
		annotation := b.item.Param(p).Type
		if annotation == syntax.NoNode {
			continue
		}
		t := b.typeOf(p)
		bindPlain(t, bound)
		if how.equations == syntax.NoNode && searchExtents(t, isComputed) {
			how.equations, how.open = annotation, true
		}
	}
	how.open = how.open || b.mayLackVariables(params, bound) && b.needsOther(body, bound)
	return how
}

// isComputed reports whether an extent is more than a variable.
func isComputed(d types.Dim) bool {
	e, ok := d.Symbolic()
	if !ok {
		return false
	}
	_, variable := e.Symbol()
	return !variable
}

// bindPlain adds the variables that are extents of a tensor, or of one in a tuple. Those
// of a FractalTensor are not bound where it is empty.
func bindPlain(t types.Type, bound map[*symbolic.Symbol]bool) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		for _, d := range t.Shape {
			if e, ok := d.Symbolic(); ok {
				if s, plain := e.Symbol(); plain {
					bound[s] = true
				}
			}
		}
	case *types.Tuple:
		for _, elem := range t.Elems {
			bindPlain(elem, bound)
		}
	}
}

// mayLackVariables reports whether there may be a shape variable that is not bound: one of
// the definition, or in the annotation of a parameter.
func (b *builder) mayLackVariables(params []syntax.NodeID, bound map[*symbolic.Symbol]bool) (lacks bool) {
	if b.outer == nil && slices.ContainsFunc(b.sizes(), func(s *symbolic.Symbol) bool { return !bound[s] }) {
		return true
	}
	for _, p := range params {
		lacks = lacks || b.item.Param(p).Type != syntax.NoNode && mentionsOther(b.typeOf(p), bound)
	}
	return lacks
}

// sizes are the shape variables of the definition that this code is part of.
func (b *builder) sizes() (all []*symbolic.Symbol) {
	if b.item.Kind(b.item.Root) != syntax.ItemDef {
		return nil
	}
	o := b.info.Objects[b.item.Def(b.item.Root).Name]
	if o == nil {
		return nil
	}
	if f, ok := types.Head(o.Type).(*types.Func); ok {
		for _, p := range f.Params {
			if p.Sym != nil {
				all = append(all, p.Sym)
			}
		}
	}
	return all
}

// mentionsOther reports whether a type has a shape variable that is not bound.
func mentionsOther(t types.Type, bound map[*symbolic.Symbol]bool) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Tensor:
			found = found || slices.ContainsFunc(part.Shape, func(d types.Dim) bool { return isOther(d, bound) })
		case *types.Extent:
			found = found || isOther(part.Dim, bound)
		}
		return !found
	})
	return found
}

func isOther(d types.Dim, bound map[*symbolic.Symbol]bool) (other bool) {
	if e, ok := d.Symbolic(); ok {
		e.Symbols(func(s *symbolic.Symbol) { other = other || !bound[s] })
	}
	return other
}

// needsOther reports whether code needs the value of a shape variable that is not bound: in
// a conversion, in an attribute, as the extent of a constant.
func (b *builder) needsOther(body syntax.NodeID, bound map[*symbolic.Symbol]bool) (needs bool) {
	b.item.Walk(body, func(n syntax.NodeID) bool {
		for _, c := range b.info.Conversions(n) {
			needs = needs || mentionsOther(c.To, bound)
		}
		if b.item.Kind(n) != syntax.Call || needs {
			return !needs
		}
		c := b.info.OperatorCall(n)
		if c == nil {
			t := b.typeOf(n)
			needs = t != nil && b.item.Kind(b.item.Unparen(b.item.Call(n).Callee)) == syntax.Name && mentionsOther(t, bound)
			return !needs
		}
		for _, v := range c.Attrs.Values {
			needs = needs || mentions(v, op.DimValue)
		}
		return !needs
	})
	return needs
}

// openExtents makes the extents of the activation, inside those around it.
func (b *builder) openExtents(equations bool) {
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
	kept := 0
	if equations {
		kept = 1
	}
	b.emit(code.OpExtents, r, 0, kept)
	b.bind(own, r)
}

// check emits the check of a value against an annotated type.
func (b *builder) check(n syntax.NodeID, reg int, t types.Type) {
	if n != syntax.NoNode && hasExtents(t) {
		b.hold(code.OpCheck, n, reg, t, 0)
	}
}

// hold emits a check of a value, or of a parameter whose type binds variables; c is an
// operand of the latter.
func (b *builder) hold(o code.Opcode, n syntax.NodeID, reg int, t types.Type, c int) {
	was := b.setNode(n)
	defer b.setNode(was)
	mark := b.next
	ext := b.loadExtents()
	b.fn.Types = append(b.fn.Types, t)
	b.emit(o, reg, ext, c)
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
