package types

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
)

// A hasher gives each form of a part of a type a hash: types that would print alike
// have one, whatever they share, and on every machine.
type hasher struct {
	known map[Type]uint64
	forms map[uint64]bool
	names map[*Var]string
}

func newHasher() *hasher {
	return &hasher{map[Type]uint64{}, map[uint64]bool{}, map[*Var]string{}}
}

func (h *hasher) of(t Type) uint64 {
	t = Head(t)
	if known, ok := h.known[t]; ok {
		return known
	}
	f := fnv.New64a()
	io.WriteString(f, h.form(t))
	sum := f.Sum64()
	h.known[t], h.forms[sum] = sum, true
	return sum
}

// form names what a type is beside its parts, and the hashes of these.
func (h *hasher) form(t Type) string {
	w := walker{}
	form := ""
	switch t := t.(type) {
	case *Tuple:
		form = "tuple"
	case *ADT:
		form = "adt " + t.Decl.Name
	case *Fractal:
		form = "fractal"
	case *Ref:
		form = "ref"
	case *Func:
		form = fmt.Sprintf("fn %d", len(t.In))
		for _, p := range t.Params {
			form += " " + p.Name
		}
		for _, c := range t.Where {
			form += fmt.Sprintf(" %s %d %s", c.Op, len(c.Args), c.With)
		}
	case *Tensor:
		return "tensor " + t.Dtype.String() + ShapeString(t.Shape)
	case *Extent:
		return "extent " + t.Dim.String()
	case *Var:
		return h.name(t)
	default:
		return "_"
	}
	w.parts(t)
	for _, part := range slices.Backward(w.todo) { // from left to right
		form += fmt.Sprintf(" %x", h.of(part))
	}
	return form
}

// name is that of a declared variable; others are numbered from left to right.
func (h *hasher) name(v *Var) string {
	if v.Name != "" {
		return "'" + v.Name
	}
	if h.names[v] == "" {
		h.names[v] = fmt.Sprint(len(h.names))
	}
	return h.names[v]
}
