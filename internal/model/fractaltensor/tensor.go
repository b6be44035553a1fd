package fractaltensor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// filled makes a tensor of one value: 0, 1, or with "" the argument. "?" is `ops.rand`, which is refused: a
// program of Frac gives the same result in each run.
func filled(content string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		dims, dtype := s.shapeAt(x, a), s.dtypeAt(a)
		if dims == nil {
			return s.fail(x, codes.AttributeValue, "the shape is a tuple of numbers that the program has written out")
		}
		t := tensorOf(dtype, dims...)
		shape := "[" + strings.Join(dims, ", ") + "]"
		switch content {
		case "0":
			return &val{t: t, c: text(s.span(x), "zeros(shape="+shape+", dtype=\""+dtype+"\")")}
		case "1":
			return &val{t: t, c: text(s.span(x), "ones(shape="+shape+", dtype=\""+dtype+"\")")}
		case "?":
			return s.fail(x, codes.UnknownOperator, "random numbers are no part of a program: pass them as an argument")
		}
		v := s.fitted(x, s.valueOr(a.at(1, "fill_value")), &val{t: tensorOf(dtype)})
		return &val{t: t, c: text(s.span(x), "full(", v.c, ", shape="+shape+", dtype=\""+dtype+"\")")}
	}
}

func (s *scope) valueOr(v *val) *val {
	if v == nil {
		return &val{konst: int64(0)}
	}
	return v
}

// shapeAt reads a shape of known numbers; nil for another, because shapes are attributes in Frac.
func (s *scope) shapeAt(x python.Expr, a *arguments) []string {
	v := a.at(0, "shape")
	if v == nil || v.items == nil {
		return nil
	}
	dims := []string{}
	for _, item := range v.items {
		n, ok := item.konst.(int64)
		if !ok {
			return nil
		}
		dims = append(dims, strconv.FormatInt(n, 10))
	}
	return dims
}

// dtypeAt reads `dtype='float'` and `dtype=kaleido.float32`; it is float32 where a call does not say.
func (s *scope) dtypeAt(a *arguments) string {
	if v := a.named["dtype"]; v != nil {
		if name, ok := v.konst.(string); ok && dtypes[name] != "" {
			return dtypes[name]
		}
	}
	if a.call != nil {
		for _, arg := range a.call.Args {
			if arg.Name == "dtype" && dtypes[lastName(arg.X)] != "" {
				return dtypes[lastName(arg.X)]
			}
		}
	}
	return "float32"
}

// arange is the numbers from a bound to below another, by a step: ⌈(b - a) / s⌉ of them.
func (s *scope) arange(x python.Expr, a *arguments) *val {
	bounds := []int64{0, 0, 1}
	for i, v := range a.values {
		n, ok := v.konst.(int64)
		if !ok || i > 2 {
			return s.fail(x, codes.AttributeValue, "the bounds of `arange` are numbers that the program has written out")
		}
		bounds[i] = n
	}
	if len(a.values) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	if bounds[2] < 1 {
		return s.fail(x, codes.AttributeValue, "the step of `arange` is 1 or more")
	}
	dtype := s.dtypeAt(a)
	if a.named["dtype"] == nil {
		dtype = "int32"
	}
	n := max(0, (bounds[1]-bounds[0]+bounds[2]-1)/bounds[2])
	return &val{t: tensorOf(dtype, strconv.FormatInt(n, 10)), c: text(s.span(x), fmt.Sprintf("cast(arange(%d, %d, %d, dtype=\"int32\"), dtype=%q)", bounds[0], bounds[1], bounds[2], dtype))}
}

// cat joins a tuple of tensors along an axis, whose extents are added.
func (s *scope) cat(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "xs")
	axis := s.integerAt(x, a, 1, "dim", 0)
	c := text(s.span(x), "concatenate(", v.c, fmt.Sprintf(", axis=%d)", axis))
	if !v.t.is(tupleType) || len(v.t.fields) == 0 {
		return &val{c: c}
	}
	at, ok := v.t.fields[0].axis(axis)
	if !ok {
		return &val{c: c}
	}
	dims := slices.Clone(v.t.fields[0].dims)
	total := int64(0)
	for _, f := range v.t.fields {
		if !f.is(tensorType) || len(f.dims) != len(dims) {
			return &val{c: c}
		}
		n, err := strconv.ParseInt(f.dims[at], 10, 64)
		if err != nil || total < 0 {
			total = -1
			continue
		}
		total += n
	}
	if dims[at] = "?"; total >= 0 {
		dims[at] = strconv.FormatInt(total, 10)
	}
	return &val{t: tensorOf(v.t.fields[0].dtype, dims...), c: c}
}

// reshape gives a tensor another shape with as many elements.
func (s *scope) reshape(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	shape := s.shapeAt(x, &arguments{named: map[string]*val{"shape": a.at(1, "shape")}})
	if shape == nil {
		return s.fail(x, codes.AttributeValue, "the shape is a list of numbers that the program has written out")
	}
	dims := slices.Clone(shape)
	for i, d := range dims {
		if d == "-1" {
			dims[i] = rest(v.t, dims)
		}
	}
	var t *typ
	if v.t.is(tensorType) {
		t = tensorOf(v.t.dtype, dims...)
	}
	return &val{t: t, c: text(s.span(x), "reshape(", v.c, ", newshape=["+strings.Join(shape, ", ")+"])")}
}

// rest is the extent that -1 represents in a shape: the elements of the tensor divided by the product of
// the other extents; `?` where that is not known or not whole.
func rest(t *typ, dims []string) string {
	if !t.is(tensorType) {
		return "?"
	}
	size, other := int64(1), int64(1)
	for _, d := range t.dims {
		n, err := strconv.ParseInt(d, 10, 64)
		if err != nil || n > 1<<20 || size > 1<<40 {
			return "?"
		}
		size *= n
	}
	for _, d := range dims {
		n, _ := strconv.ParseInt(d, 10, 64)
		if n > 1<<20 || other > 1<<40 {
			return "?"
		}
		if d != "-1" {
			other *= n
		}
	}
	if other <= 0 || size%other != 0 {
		return "?"
	}
	return strconv.FormatInt(size/other, 10)
}

// permute changes the order of the axes: axis i of the result is axis axes[i].
func (s *scope) permute(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	axes := s.shapeAt(x, &arguments{named: map[string]*val{"shape": a.at(1, "axes")}})
	if axes == nil {
		return s.fail(x, codes.AttributeValue, "the axes are a list of numbers that the program has written out")
	}
	var t *typ
	if v.t.is(tensorType) && len(axes) == len(v.t.dims) {
		t = tensorOf(v.t.dtype)
		for _, axis := range axes {
			i, err := strconv.Atoi(axis)
			if err != nil || i < 0 || i >= len(v.t.dims) {
				t = nil
				break
			}
			t.dims = append(t.dims, v.t.dims[i])
		}
	}
	return &val{t: t, c: text(s.span(x), "transpose(", v.c, ", axes=["+strings.Join(axes, ", ")+"])")}
}

// elementwise translates a function of each element.
func elementwise(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		return &val{t: v.t, c: text(s.span(x), name+"(", v.c, ")")}
	}
}

// axisOperation translates a function along an axis that keeps the shape.
func axisOperation(name string, otherwise int64) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		return &val{t: v.t, c: text(s.span(x), name+"(", v.c, fmt.Sprintf(", axis=%d)", s.integerAt(x, a, 1, "dim", otherwise)))}
	}
}

// infix translates an operation that Python has a sign for, with literals as its operands have them.
func infix(sign string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		first, second := a.at(0, "x"), a.at(1, "y")
		if first == nil || second == nil || len(a.values) > 2 {
			return s.fail(x, codes.ArityMismatch, fmt.Sprintf("the operation takes 2 arguments, and the call gives %d", len(a.values)+len(a.named)))
		}
		return s.binary(x, sign, first, second)
	}
}

// pair translates a function of corresponding elements of two tensors.
func pair(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v, w := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "y")
		return &val{t: broadcast(v.t, w.t), c: text(s.span(x), name+"(", v.c, ", ", w.c, ")")}
	}
}

// reduction translates `ops.max(x, dim, keepdim)`, which reduces one axis: it has the extent 1 with
// keepdim, and none without.
func reduction(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		axis := s.integerAt(x, a, 1, "dim", 0)
		keep := a.at(2, "keepdim")
		kept := keep != nil && keep.konst == true
		var t *typ
		if at, ok := v.t.axis(axis); ok {
			dims := slices.Clone(v.t.dims)
			if dims[at] = "1"; !kept {
				dims = slices.Delete(dims, at, at+1)
			}
			t = tensorOf(v.t.dtype, dims...)
		}
		tail := fmt.Sprintf(", axis=[%d]", axis)
		if kept {
			tail += ", keepdims=True"
		}
		return &val{t: t, c: text(s.span(x), name+"(", v.c, tail+")")}
	}
}

// sum of all elements is a vector of one in Kaleido; with an axis it is a reduction.
func (s *scope) sum(x python.Expr, a *arguments) *val {
	if a.at(1, "dim") != nil {
		return reduction("sum")(s, x, a)
	}
	v := s.operandAt(x, a, 0, "x")
	var t *typ
	if v.t.is(tensorType) {
		t = tensorOf(v.t.dtype, "1")
	}
	return &val{t: t, c: text(s.span(x), "reshape(sum(", v.c, "), newshape=[1])")}
}

// dot is the sum of the products of all elements, a vector of one.
func (s *scope) dot(x python.Expr, a *arguments) *val {
	v, w := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "y")
	var t *typ
	if v.t.is(tensorType) {
		t = tensorOf(v.t.dtype, "1")
	}
	return &val{t: t, c: text(s.span(x), "reshape(sum(", operand(v), " * ", operand(w), "), newshape=[1])")}
}

// outerProduct is the matrix of the products of two vectors: x_i · y_j.
func (s *scope) outerProduct(x python.Expr, a *arguments) *val {
	v, w := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "y")
	var t *typ
	if v.t.is(tensorType) && w.t.is(tensorType) && len(v.t.dims) == 1 && len(w.t.dims) == 1 {
		t = tensorOf(v.t.dtype, v.t.dims[0], w.t.dims[0])
	}
	return &val{t: t, c: text(s.span(x), "matmul(reshape(", v.c, ", newshape=[-1, 1]), reshape(", w.c, ", newshape=[1, -1]))")}
}

// layerNorm normalizes along the last axis. Kaleido's weights are rows (1, n), Frac's vectors.
func (s *scope) layerNorm(x python.Expr, a *arguments) *val {
	v, w, b := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "w"), s.operandAt(x, a, 2, "b")
	eps := 1e-6
	if given := a.at(3, "eps"); given != nil {
		k, ok := python.Float(given.konst)
		if !ok {
			return s.fail(x, codes.AttributeValue, "`eps` is a number that the program has written out")
		}
		eps = k
	}
	flat := func(v *val) *code { return text(python.Span{}, "reshape(", v.c, ", newshape=[-1])") }
	return &val{t: v.t, c: text(s.span(x), "nn.layer_norm(", v.c, ", ", flat(w), ", ", flat(b), ", epsilon="+strconv.FormatFloat(eps, 'g', -1, 64)+")")}
}

// dropout leaves a tensor as it is where a program does not learn, and so does Kaleido.
func (s *scope) dropout(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	a.at(1, "drop_rate")
	return &val{t: v.t, atom: v.atom, c: text(s.span(x), v.c)}
}
