package fractaltensor

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// attribute translates `x.T`, `x.length`, `x.shape` and the fields of a NamedTuple.
func (s *scope) attribute(x *python.Attribute) *val {
	if k := limitOf(x); k != nil {
		return &val{konst: k}
	}
	if lastName(x.X) == "kaleido" && dtypes[x.Name] != "" {
		return &val{konst: x.Name}
	}
	if n, ok := x.X.(*python.Name); ok && s.variable(n.ID) == nil && isOperations(s.m, n.ID, 0) {
		return &val{fn: &local{operation: x.Name}}
	}
	v := s.expr(x.X)
	if v.t.is(tupleType) && v.t.names != nil {
		if i := slices.Index(v.t.names, x.Name); i >= 0 {
			return s.component(x, v, i)
		}
		return s.fail(x, codes.BadProjection, "`"+v.t.class+"` has no field `"+x.Name+"`: it has "+strings.Join(v.t.names, ", "))
	}
	if t, ok := v.konst.(*typ); ok {
		return s.typeAttribute(x, t)
	}
	switch v = s.value(x, v); x.Name {
	case "element_type", "element_shape":
		t := v.t
		for t.is(sequenceType) {
			t = t.elem
		}
		if t != nil && x.Name == "element_type" {
			return &val{konst: t}
		} else if t != nil {
			return s.shapeOf(x, t)
		}
	case "numel":
		if v.t.is(tensorType) {
			return s.typeAttribute(x, v.t)
		}
	case "T":
		t := v.t
		if t.is(tensorType) {
			dims := slices.Clone(t.dims)
			slices.Reverse(dims)
			t = tensorOf(t.dtype, dims...)
		}
		return &val{t: t, c: text(s.span(x), "transpose(", v.c, ")")}
	case "length":
		return &val{t: integerType, c: text(s.span(x), "length(", v.c, ")")}
	case "shape":
		if v.t.is(tensorType) {
			return s.shapeOf(x, v.t)
		}
	}
	return s.fail(x, codes.BadProjection, "`"+s.r.source(s.m, x)+"` is not read: values have `T`, `length` and `shape`, and NamedTuples their fields")
}

// shapeOf is the extents of a type as a tuple that is written out. One that is not known is a hole, on
// which the check remarks.
func (s *scope) shapeOf(x python.Expr, t *typ) *val {
	shape := &val{items: []*val{}}
	for _, d := range t.dims {
		if n, err := strconv.ParseInt(d, 10, 64); err == nil {
			shape.items = append(shape.items, &val{konst: n})
		} else {
			shape.items = append(shape.items, &val{c: text(s.span(x), "?"), atom: true})
		}
	}
	return shape
}

// typeAttribute is an attribute of `x.element_type`.
func (s *scope) typeAttribute(x *python.Attribute, t *typ) *val {
	switch {
	case x.Name == "shape" && t.is(tensorType):
		return s.shapeOf(x, t)
	case x.Name == "numel" && t.is(tensorType):
		size := int64(1)
		for _, d := range t.dims {
			n, err := strconv.ParseInt(d, 10, 64)
			if err != nil || n > 1<<20 || size > 1<<40 {
				return s.fail(x, codes.BadProjection, "the number of elements is not known")
			}
			size *= n
		}
		return &val{konst: size}
	}
	return s.fail(x, codes.BadProjection, "`"+x.Name+"` of a type is not read")
}

// limitOf is `kaleido.float32.max` or `min`: the greatest and the least finite number.
func limitOf(x *python.Attribute) any {
	if lastName(x.X) == "float32" && (x.Name == "max" || x.Name == "min") {
		if x.Name == "min" {
			return -math.MaxFloat32
		}
		return math.MaxFloat32
	}
	return nil
}

// component is `v.i` of a tuple.
func (s *scope) component(x python.Expr, v *val, i int) *val {
	if v.items != nil {
		return v.items[i]
	}
	v = s.named(s.value(x, v))
	var t *typ
	if v.t.is(tupleType) && i < len(v.t.fields) {
		t = v.t.fields[i]
	}
	return &val{t: t, atom: true, c: text(s.span(x), v.c, "."+strconv.Itoa(i))}
}

// spread is `*x` as the components of a tuple. The number of a FractalTensor's elements is not known: it
// is one val with the mark star, which a call of a function with n parameters takes for as many
// elements as are left (scope.unstarred), and `ops.zip(*xss)` for the rows of a matrix.
func (s *scope) spread(x python.Expr) []*val {
	v := s.expr(x)
	if v.items != nil {
		return v.items
	}
	if v.t.is(sequenceType) {
		v = s.named(s.value(x, v))
		return []*val{{c: v.c, t: v.t, atom: true, star: true}}
	}
	if !v.t.is(tupleType) {
		what := "what it is is not known"
		if v.t != nil {
			what = "it is `" + v.t.String() + "`"
		}
		if v.t == nil && s.r.failures > s.failures { // it is not known for something that was said
			return []*val{{c: text(s.span(x), "?"), atom: true, bad: true}}
		}
		return []*val{s.fail(x, codes.TypeMismatch, "`*"+s.r.source(s.m, x)+"` spreads a tuple, and "+what)}
	}
	v = s.named(s.value(x, v))
	var all []*val
	for i := range v.t.fields {
		all = append(all, s.component(x, v, i))
	}
	return all
}

// subscript translates an index or a slice. A negative index counts from the end: of a tuple at once,
// of a FractalTensor by its length at run time. An index that is a tensor gathers.
func (s *scope) subscript(x *python.Subscript) *val {
	v := s.expr(x.X)
	if cut, ok := x.Index.(*python.Slice); ok {
		return s.slice(x, v, cut)
	}
	i := s.expr(x.Index)
	k, known := i.konst.(int64)
	if items := v.items; items != nil && known {
		if k < 0 {
			k += int64(len(items))
		}
		if k >= 0 && k < int64(len(items)) {
			return items[k]
		}
		return s.fail(x, codes.BadProjection, "the tuple has "+strconv.Itoa(len(items))+" components")
	}
	if v.t.is(tupleType) && known {
		if k < 0 {
			k += int64(len(v.t.fields))
		}
		if k < 0 || k >= int64(len(v.t.fields)) {
			return s.fail(x, codes.BadProjection, "the tuple has "+strconv.Itoa(len(v.t.fields))+" components")
		}
		return s.component(x, v, int(k))
	}
	v, i = s.value(x.X, v), s.value(x.Index, i)
	t := elementOf(v.t)
	if known && k < 0 {
		if k == -1 {
			return &val{t: t, c: text(s.span(x), "last(", v.c, ")")}
		}
		v = s.named(v)
		return &val{t: t, c: text(s.span(x), operand(v), "[length(", v.c, ") - "+strconv.FormatInt(-k, 10)+"]")}
	}
	if v.t.is(sequenceType) && i.t.is(tensorType) && len(i.t.dims) > 0 {
		return s.gather(x, v, i)
	}
	return &val{t: t, c: text(s.span(x), operand(v), "[", i.c, "]")}
}

// elementOf is the type of an element.
func elementOf(t *typ) *typ {
	switch {
	case t.is(sequenceType):
		return t.elem
	case t.is(tensorType) && len(t.dims) > 0:
		return tensorOf(t.dtype, t.dims[1:]...)
	}
	return nil
}

// slice translates `xs[a:b:c]` of a FractalTensor, whose bounds Frac's `slice` clamps to the length as
// Python does. A bound that is computed is taken for no negative one.
func (s *scope) slice(x *python.Subscript, v *val, cut *python.Slice) *val {
	if v.items != nil {
		return s.fail(x, codes.SyntaxError, "a part of a tuple is not read in a program of FractalTensors")
	}
	v = s.named(s.value(x, v))
	bound := func(x python.Expr, otherwise *code) *code {
		if x == nil {
			return otherwise
		}
		b := s.expr(x)
		if k, ok := b.konst.(int64); ok && k < 0 {
			return text(s.span(x), "length(", v.c, ") - "+strconv.FormatInt(-k, 10))
		}
		return s.value(x, b).c
	}
	low := bound(cut.Low, text(python.Span{}, "0"))
	high := bound(cut.High, text(python.Span{}, "length(", v.c, ")"))
	c := text(s.span(x), "slice(", v.c, ", ", low, ", ", high)
	if cut.Step != nil {
		step, ok := s.expr(cut.Step).konst.(int64)
		if !ok || step < 1 {
			return s.fail(cut.Step, codes.AttributeValue, "the step of a slice is a number of 1 or more")
		}
		c.add(", stride=" + strconv.FormatInt(step, 10))
	}
	c.add(")")
	return &val{t: v.t, c: c}
}
