package optimize

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// total reports whether a call of an operator has no effect and cannot fail, by the causes of faults
// that its entry states (package effect rules them out by types, constants and lengths) and by the
// functions that it is passed.
func (t *terms) total(o *op.Op, attrs op.Attrs, kids []id, out types.Type) bool {
	if o.Impure || o.Rebinding != nil || o.Compiled {
		return false
	}
	a := effect.Call{Op: o, Attrs: attrs, Out: out}
	for i, k := range kids {
		typ := t.typeOf(k)
		if typ == nil {
			return false
		}
		a.In = append(a.In, typ)
		a.Initial = a.Initial || i == o.Param("init")
		if v := t.Data(k).value; v != nil && v.whole {
			a.Divisor = v.i
		} else {
			a.Divisor = 0
		}
		if _, function := types.Head(typ).(*types.Func); function && !t.totalFunction(k) {
			return false
		}
	}
	if determined(o, attrs, a.In, out) {
		return true
	}
	fails := a.Fails()
	if o.Name == "zip" && fails == effect.OnLength {
		return t.sameLengths(kids)
	}
	return fails == 0
}

// totalFunction reports whether calling a function cannot fail and has no effect. A literal with entries
// may; of definitions that are passed as they are nothing is known here.
func (t *terms) totalFunction(c id) bool {
	if _, _, ok := t.lambdaOf(c); ok {
		return true
	}
	for _, e := range t.Entries(c) {
		h := t.head(e.Node)
		if h.kind != global {
			continue
		}
		if h.object != nil && h.object.Kind == typecheck.ConstructorObject {
			return true
		}
		if h.op != nil && h.op.Scheme == nil {
			f, ok := types.Head(t.typeOf(c)).(*types.Func)
			if !ok {
				return false
			}
			return !h.op.Impure && (effect.Call{Op: h.op, Attrs: h.attrs, In: f.In, Out: f.Out}).Fails() == 0
		}
	}
	return false
}

// totalCall reports whether calling a definition with such arguments cannot fail and has no effect.
// What it may do by calling the functions that it is passed is decided by these.
func (t *terms) totalCall(o *typecheck.Object, args []id) bool {
	s := t.called(o)
	if s.Calls != 0 {
		for _, a := range args {
			if _, function := types.Head(t.typeOf(a)).(*types.Func); function && !t.totalFunction(a) {
				return false
			}
		}
		s.Calls = 0
	}
	return s.Pure() && s.Total()
}

// determined reports whether a call that its relation accepts cannot fail, of operators whose entries
// do not rule faults out: convolutions with attributes in range, and normalizations, of floats of at
// least 32 bits whose extents are numbers of at least 1. So the convolution laws of
// rules/convolution.fracrule can drop and repeat them.
func determined(o *op.Op, attrs op.Attrs, in []types.Type, out types.Type) bool {
	switch o.Canonical() {
	case "nn.conv1d", "nn.conv2d", "nn.conv3d":
		for _, name := range []string{"strides", "dilation", "padding"} {
			least := int64(1)
			if name == "padding" {
				least = 0
			}
			xs, ok := attrs.Ints(name)
			rank := int(o.Name[len(o.Name)-2] - '0')
			if !ok || len(xs) != rank && (name != "padding" || len(xs) != 2*rank) {
				return false
			}
			for _, x := range xs {
				if x < least {
					return false
				}
			}
		}
		if groups, ok := attrs.Int("groups"); !ok || groups < 1 || strings.ContainsAny(attrs.Str("data_layout")+attrs.Str("kernel_layout")+attrs.Str("out_layout"), "0123456789") {
			return false
		}
	case "nn.batch_norm":
	default:
		return false
	}
	for _, t := range append(in[:len(in):len(in)], out) {
		if tup, ok := types.Head(t).(*types.Tuple); ok && len(tup.Elems) > 0 {
			t = tup.Elems[0]
		}
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok || !tensor.Dtype.IsFloat() || tensor.Dtype.Bits < 32 {
			return false
		}
		shape, known := constantShape(tensor.Shape)
		for _, n := range shape {
			if n < 1 {
				return false
			}
		}
		if !known {
			return false
		}
	}
	return true
}
