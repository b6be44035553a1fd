package hint

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// binders are the variables of a pattern whose types are not written.
func (h *hinter) binders(pattern syntax.NodeID, show shower) {
	h.item.Walk(pattern, func(n syntax.NodeID) bool {
		switch h.item.Kind(n) {
		case syntax.PatTyped:
			return false
		case syntax.PatCons:
			h.fields(n, show)
			return false
		case syntax.PatVar, syntax.PatName:
			h.variable(n, show)
		}
		return true
	})
}

// fields are the variables in the fields of a constructor's pattern, but for those
// that represent a field by themselves where the constructor determines its type.
//
// In `case Cons(%x, %rest)` of a List[int32] the type of %rest is clear from the constructor, and that of
// %x depends on the argument: only the latter is shown.
func (h *hinter) fields(n syntax.NodeID, show shower) {
	p := h.item.PatCons(n)
	o := h.info.Object(p.Name)
	for i, arg := range p.Args {
		if o == nil || o.Cons == nil || i >= len(o.Cons.Fields) || !isVariable[h.item.Kind(arg)] || !determines(o.Cons, i) {
			h.binders(arg, show)
		}
	}
}

var isVariable = map[syntax.Kind]bool{syntax.PatVar: true, syntax.PatName: true}

// determines reports whether who knows a constructor knows the type of a field: it mentions
// no parameters of the data type, or is the type that is matched.
func determines(c *types.Constructor, field int) bool {
	if adt, ok := c.Fields[field].(*types.ADT); ok && adt.Decl == c.Of {
		return true
	}
	known := true
	types.Walk(c.Fields[field], func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Var:
			known = false
		case *types.Tensor:
			known = known && !slices.ContainsFunc(part.Shape, isOpen)
		}
		return known
	})
	return known
}

func isOpen(d types.Dim) bool {
	_, symbolic := d.Symbolic()
	return symbolic
}

// variable shows the type of a variable that a pattern binds.
func (h *hinter) variable(n syntax.NodeID, show shower) {
	if o := h.info.Object(n); o != nil && o.Kind == typecheck.LocalObject && !h.noted[n] {
		h.binder(n, show)
	}
}
