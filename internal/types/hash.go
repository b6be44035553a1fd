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
	h.form(f, t)
	sum := f.Sum64()
	h.known[t], h.forms[sum] = sum, true
	return sum
}

// form writes what a type is beside its parts, and the hashes of these.
func (h *hasher) form(out io.Writer, t Type) {
	switch t := t.(type) {
	case *Tuple:
		io.WriteString(out, "tuple")
	case *ADT:
		io.WriteString(out, "adt "+t.Decl.Name)
	case *Fractal:
		io.WriteString(out, "fractal")
	case *Ref:
		io.WriteString(out, "ref")
	case *Func:
		functionForm(out, t)
	case *Tensor:
		io.WriteString(out, "tensor "+t.Dtype.String()+ShapeString(t.Shape))
	case *Extent:
		io.WriteString(out, "extent "+t.Dim.String())
	case *Var:
		io.WriteString(out, h.name(t))
	default:
		io.WriteString(out, "_")
	}
	for _, part := range slices.Backward(partsOf(nil, t)) { // from left to right
		fmt.Fprintf(out, " %x", h.of(part))
	}
}

func functionForm(out io.Writer, t *Func) {
	fmt.Fprintf(out, "fn %d", len(t.In))
	for _, p := range t.Params {
		io.WriteString(out, " "+p.Name)
	}
	for _, c := range t.Where {
		fmt.Fprintf(out, " %s %d %s", c.Op, len(c.Args), c.With)
	}
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
