package fractaltensor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// each translates `ops.map(f, xs)`: map(f, xs) : FractalTensor[T] for f : fn(E) -> T.
func each(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		xs := s.sequenceAt(x, a, 1, "xs")
		f, t := s.function(x, a.at(0, "func"), elementOfSequence(xs.t))
		return &val{t: packed(t), c: text(s.span(x), name+"(", f, ", ", xs.c, ")")}
	}
}

// elementOfSequence is the type of the elements of a FractalTensor.
func elementOfSequence(t *typ) *typ {
	if t.is(sequenceType) {
		return t.elem
	}
	return nil
}

// packed is the type of the results of a function on elements. A function that gives a tuple gives a
// tuple of FractalTensors, in Kaleido and in Frac:
//
//	map : (fn(E) -> (A, B), FractalTensor[E]) -> (FractalTensor[A], FractalTensor[B])
//
// of one level: fields that are tuples themselves become FractalTensors of tuples.
func packed(t *typ) *typ {
	if t == nil {
		return nil
	}
	if t.kind != tupleType {
		return sequenceOf(t)
	}
	fields := make([]*typ, len(t.fields))
	for i, f := range t.fields {
		fields[i] = sequenceOf(f)
	}
	return tupleOf(fields...)
}

// aggregate translates `scan` and `fold`, for f : fn(S, E) -> S and an initial state of S:
//
//	fold : … -> S          the last state
//	scan : … -> packed(S)  every state
//
// Without an initial state it is the first element, and S is E. Where the initial state does not say
// what S is, the result of f does.
func aggregate(name string, every bool) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		xs := s.sequenceAt(x, a, 1, "input")
		elem := elementOfSequence(xs.t)
		state := elem
		init := a.at(2, "initializer")
		if init != nil && init.konst == (none{}) {
			init = nil
		}
		tail := text(python.Span{}, ")")
		if init != nil {
			v := s.value(x, init)
			state = v.t
			tail = text(python.Span{}, ", ", v.c, ")")
		}
		f, t := s.function(x, a.at(0, "func"), state, elem)
		if state == nil || t != nil && !state.known() {
			state = t
		}
		if every {
			state = packed(state)
		}
		return &val{t: state, c: text(s.span(x), name+"(", f, ", ", xs.c, tail)}
	}
}

// reduce is a `reduce` of Frac, which needs an associative function of two elements and may be
// computed in any order, only where the initial value has the type of the elements. In Kaleido it
// is also written for folds whose state has another type, or of whose elements no type is known.
func (s *scope) reduce(x python.Expr, a *arguments) *val {
	name := "fold"
	if init := a.at(2, "initializer"); init != nil && init.konst != (none{}) {
		elem := elementOfSequence(s.sequenceAt(x, a, 1, "input").t)
		if elem != nil && s.value(x, init).t.fits(elem) {
			name = "reduce"
		}
	}
	return aggregate(name, false)(s, x, a)
}

// filter keeps the elements for which a condition holds.
func (s *scope) filter(x python.Expr, a *arguments) *val {
	xs := s.sequenceAt(x, a, 1, "xs")
	elem := elementOfSequence(xs.t)
	f, _ := s.function(x, a.at(0, "condition"), elem)
	c := text(s.span(x), "filter(", f, ", ", xs.c, ")")
	if elem.is(tupleType) { // as the results of functions: a tuple of FractalTensors
		return s.unzipped(x, c, elem)
	}
	return &val{t: xs.t, c: c}
}

// unzipped is a FractalTensor of tuples as a tuple of FractalTensors: a map of the identity, by the rule
// of packed.
func (s *scope) unzipped(x python.Expr, c *code, elem *typ) *val {
	return &val{t: packed(elem), c: text(s.span(x), "map(fn(%_t) { %_t }, ", c, ")")}
}

// dilatedMap applies a function to each subsequence of elements at a distance d, of which there are d,
// and puts the results where the elements were. Frac has it for a d that is written out.
func (s *scope) dilatedMap(x python.Expr, a *arguments) *val {
	xs := s.sequenceAt(x, a, 1, "xs")
	f, t := s.function(x, a.at(0, "func"), xs.t)
	d := a.at(2, "dilation")
	if d == nil {
		d = &val{konst: int64(1)}
	}
	if n, ok := d.konst.(int64); ok {
		return &val{t: t, c: text(s.span(x), "dilated_map(", f, ", ", xs.c, ", dilation="+strconv.FormatInt(n, 10)+")")}
	}
	return s.dilated(x, f, t, s.named(xs), s.named(s.value(x, d)))
}

// dilated is a dilatedMap with a computed distance d. Subsequence i has the elements i, i + d, …, so that
// the result p is
//
//	parts[p mod d][p div d]    for parts = map(fn(%i) { f(slice(xs, %i, length(xs), d)) }, arange(d))
func (s *scope) dilated(x python.Expr, f *code, t *typ, xs, d *val) *val {
	parts := s.named(&val{c: text(s.span(x), "map(fn(%_i) { ", "let %_f = ", f, "; %_f(slice(", xs.c, ", %_i, length(", xs.c, "), ", d.c, ")) }, arange(", d.c, "))")})
	braid := func(part *code) *code {
		return text(s.span(x), "map(fn(%_p) { ", part, "[floor_mod(%_p, ", d.c, ")][floor_divide(%_p, ", d.c, ")] }, arange(length(", xs.c, ")))")
	}
	if !t.is(tupleType) {
		return &val{t: t, c: braid(parts.c)}
	}
	var all []*code
	for i := range t.fields {
		all = append(all, braid(text(python.Span{}, parts.c, "."+strconv.Itoa(i))))
	}
	return &val{t: t, c: text(s.span(x), "(", joined(python.Span{}, ", ", all), ")")}
}

// zip pairs elements. `zip(*xss)` is the rows of a matrix as its columns: element i of the result is
// map(fn(%r) { %r[i] }, xss), for as many i as the first row has elements.
func (s *scope) zip(x python.Expr, a *arguments) *val {
	if len(a.values) == 1 {
		v := s.sequenceAt(x, a, 0, "xs")
		if !a.values[0].star {
			return v
		}
		return &val{t: v.t, c: text(s.span(x), "map(fn(%_i) { map(fn(%_r) { %_r[%_i] }, ", v.c, ") }, arange(length(", v.c, "[0])))")} // rows as columns
	}
	var fields []*typ
	var parts []*code
	for i := range a.values {
		v := s.sequenceAt(x, a, i, "xs")
		fields = append(fields, elementOfSequence(v.t))
		parts = append(parts, v.c)
	}
	return &val{t: sequenceOf(tupleOf(fields...)), c: text(s.span(x), "zip(", joined(python.Span{}, ", ", parts), ")")}
}

// enumerate of several FractalTensors pairs an index with an element of each.
func (s *scope) enumerate(x python.Expr, a *arguments) *val {
	if len(a.values) == 0 {
		return s.fail(x, codes.ArityMismatch, "the call gives no FractalTensor")
	}
	first := s.named(s.sequenceAt(x, a, 0, "xs"))
	ids := &val{t: sequenceOf(integerType), c: text(s.span(x), "arange(length(", first.c, "))")}
	b := &arguments{call: a.call, values: append([]*val{ids, first}, a.values[1:]...)}
	return s.zip(x, b)
}

// product is each pair of an element of xs and one of ys, as two FractalTensors of rows.
func (s *scope) product(x python.Expr, a *arguments) *val {
	xs, ys := s.sequenceAt(x, a, 0, "xs"), s.sequenceAt(x, a, 1, "ys")
	var t *typ
	if xs.t != nil && ys.t != nil {
		t = tupleOf(sequenceOf(xs.t), sequenceOf(ys.t))
	}
	return &val{t: t, c: text(s.span(x), "product(", xs.c, ", ", ys.c, ")")}
}

// slices cuts a tensor along an axis. Frac's slices lose the axis; those of a matrix are rows of shape
// (1, n) in Kaleido, and of a vector (1), which Frac has alike.
func (s *scope) slices(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	axis := s.integerAt(x, a, 1, "dim", 0)
	c := text(s.span(x), "slices(", v.c, ", axis="+strconv.FormatInt(axis, 10)+")")
	at, ok := v.t.axis(axis)
	if !ok {
		return &val{c: c} // the check reports a wrong axis
	}
	dims := slices.Delete(slices.Clone(v.t.dims), at, at+1)
	switch len(dims) {
	case 0:
		return &val{t: sequenceOf(tensorOf(v.t.dtype, "1")), c: c}
	case 1:
		return &val{t: sequenceOf(tensorOf(v.t.dtype, "1", dims[0])), c: text(s.span(x), "map(fn(%_r) { expand_dims(%_r, axis=0) }, ", c, ")")}
	}
	return &val{t: sequenceOf(tensorOf(v.t.dtype, dims...)), c: c}
}

// stack joins the elements of a FractalTensor, or the components of a tuple, along a new axis. Its
// extent is known of a tuple.
func (s *scope) stack(x python.Expr, a *arguments) *val {
	v := a.at(0, "xs")
	if v != nil && v.items == nil {
		v = s.value(x, v)
	} else {
		v = s.operandAt(x, a, 0, "xs")
	}
	axis := s.integerAt(x, a, 1, "dim", 0)
	var t *typ
	if elem := elementOfSequence(v.t); elem.is(tensorType) && axis >= 0 && axis <= int64(len(elem.dims)) {
		t = tensorOf(elem.dtype, slices.Insert(slices.Clone(elem.dims), int(axis), "?")...)
	} else if v.t.is(tupleType) && len(v.t.fields) > 0 && v.t.fields[0].is(tensorType) && axis >= 0 && axis <= int64(len(v.t.fields[0].dims)) {
		t = tensorOf(v.t.fields[0].dtype, slices.Insert(slices.Clone(v.t.fields[0].dims), int(axis), strconv.Itoa(len(v.t.fields)))...)
	}
	return &val{t: t, c: text(s.span(x), "stack(", v.c, withAxis(axis))}
}

// flatten joins the leaves of a FractalTensor, at any depth, along an axis. In Kaleido leaves of one
// element and several axes become a vector.
func (s *scope) flatten(x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "x")
	axis := s.integerAt(x, a, 1, "dim", 0)
	leaf := v.t
	for leaf.is(sequenceType) {
		leaf = leaf.elem
	}
	c := text(s.span(x), "flatten(", v.c, withAxis(axis))
	at, ok := leaf.axis(axis)
	if !ok {
		return &val{c: c}
	}
	if !slices.ContainsFunc(leaf.dims, func(d string) bool { return d != "1" }) && len(leaf.dims) > 1 {
		return &val{t: tensorOf(leaf.dtype, "?"), c: text(s.span(x), "reshape(", c, ", newshape=[-1])")}
	}
	dims := slices.Clone(leaf.dims)
	dims[at] = "?"
	return &val{t: tensorOf(leaf.dtype, dims...), c: c}
}

func (s *scope) join(x python.Expr, a *arguments) *val {
	v, w := s.sequenceAt(x, a, 0, "x"), s.sequenceAt(x, a, 1, "y")
	return &val{t: v.t, c: text(s.span(x), "join(", v.c, ", ", w.c, ")")}
}

func (s *scope) last(x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "x")
	return &val{t: elementOfSequence(v.t), c: text(s.span(x), "last(", v.c, ")")}
}

// index reads the element at an integer, or at the one element of a tensor, of shape (1) or (1, 1).
func (s *scope) index(x python.Expr, a *arguments) *val {
	v, i := s.sequenceAt(x, a, 0, "a"), s.operandAt(x, a, 1, "ids")
	at := i.c
	if i.t.is(tensorType) && len(i.t.dims) > 0 {
		at = text(python.Span{}, operand(i), strings.Repeat("[0]", len(i.t.dims)))
	}
	return &val{t: elementOfSequence(v.t), c: text(s.span(x), operand(s.named(v)), "[", at, "]")}
}

// gather reads the elements at the indices of a tensor.
func (s *scope) gather(x python.Expr, v, ids *val) *val {
	c := ids.c
	if len(ids.t.dims) > 1 {
		c = text(python.Span{}, "reshape(", c, ", newshape=[-1])")
	}
	return &val{t: v.t, c: text(s.span(x), "gather(", v.c, ", ", c, ")")}
}

// repeat is a FractalTensor of n times the same value: a map of a constant function, where the value is a
// tensor.
func (s *scope) repeat(x python.Expr, a *arguments) *val {
	v, n := s.operandAt(x, a, 0, "a"), s.operandAt(x, a, 1, "repeats")
	if v.t.is(sequenceType) {
		return &val{t: sequenceOf(v.t), c: text(s.span(x), "repeat(", v.c, ", ", n.c, ")")}
	}
	v = s.named(v)
	return &val{t: sequenceOf(v.t), c: text(s.span(x), "map(fn(%_i) { ", v.c, " }, arange(", n.c, "))")}
}

// split of a FractalTensor gives a tuple of n parts, of a tensor a FractalTensor of n parts along an
// axis. Frac's split of a tensor gives a tuple, whose components become the elements.
func (s *scope) split(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "a")
	n := s.integerAt(x, a, 1, "num", 1)
	if n < 1 || n > maxSplit {
		return s.fail(x, codes.AttributeValue, fmt.Sprintf("`num` is %d, and a split has 1 to %d parts", n, maxSplit))
	}
	if v.t.is(sequenceType) {
		t := tupleOf(slices.Repeat([]*typ{v.t}, int(n))...)
		return &val{t: t, c: text(s.span(x), "split(", v.c, ", "+strconv.FormatInt(n, 10)+")")}
	}
	axis := s.integerAt(x, a, 2, "dim", -1)
	var t *typ
	if at, ok := v.t.axis(axis); ok {
		dims := slices.Clone(v.t.dims)
		if size, err := strconv.ParseInt(dims[at], 10, 64); err == nil {
			dims[at] = strconv.FormatInt(size/n, 10)
		}
		t = sequenceOf(tensorOf(v.t.dtype, dims...))
	}
	whole := s.named(&val{t: v.t, c: text(s.span(x), "split(", v.c, fmt.Sprintf(", indices_or_sections=%d, axis=%d)", n, axis))})
	var parts []*code
	for i := range n {
		parts = append(parts, text(python.Span{}, whole.c, "."+strconv.FormatInt(i, 10)))
	}
	return &val{t: t, c: text(s.span(x), "[", joined(python.Span{}, ", ", parts), "]")}
}

// same is an operation that changes nothing of a value in Frac: `ops.unbind(xs)`.
func same(s *scope, x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "xs")
	return &val{t: v.t, atom: v.atom, c: text(s.span(x), v.c)}
}

// slide pads a FractalTensor by copies of a value on both sides and cuts windows that lie inside of the
// result.
func (s *scope) slide(x python.Expr, a *arguments) *val {
	v := s.named(s.sequenceAt(x, a, 0, "input"))
	width, stride := s.integerAt(x, a, 1, "window_size", 1), s.integerAt(x, a, 2, "stride", 1)
	dilation, padding := s.integerAt(x, a, 3, "dilation", 1), s.integerAt(x, a, 4, "padding", 0)
	c := v.c
	a.at(5, "padding_value")
	if padding > 0 {
		fill := s.named(s.operandAt(x, a, 5, "padding_value"))
		pad := fmt.Sprintf(" }, arange(%d))", padding)
		side := s.named(&val{t: v.t, c: text(python.Span{}, "map(fn(%_i) { ", fill.c, pad)})
		c = text(python.Span{}, "join(join(", side.c, ", ", v.c, "), ", side.c, ")")
	}
	return &val{t: sequenceOf(v.t), c: text(s.span(x), "slide(", c, fmt.Sprintf(", window=%d, stride=%d, dilation=%d)", width, stride, dilation))}
}

// shiftedSlide gives the window around each element; windows at the ends wrap round. Of a FractalTensor of
// tuples it gives a tuple of FractalTensors of windows: each field is cut by itself.
func (s *scope) shiftedSlide(x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "input")
	tail := fmt.Sprintf(", window=%d", s.integerAt(x, a, 1, "window_size", 1))
	name := "shifted_slide"
	if d := s.integerAt(x, a, 2, "dilation", 1); d != 1 {
		name = "window"
		tail += fmt.Sprintf(", dilation=%d", d)
	}
	if elem := elementOfSequence(v.t); elem.is(tupleType) {
		whole := s.named(s.unzipped(x, v.c, elem))
		var parts []*code
		for i := range elem.fields {
			parts = append(parts, text(python.Span{}, name+"(", whole.c, "."+strconv.Itoa(i)+tail+")"))
		}
		return &val{t: packed(packed(elem)), c: text(s.span(x), "(", joined(python.Span{}, ", ", parts), ")")}
	}
	return &val{t: sequenceOf(v.t), c: text(s.span(x), name+"(", v.c, tail+")")}
}

// window is the window around the element at an index. After the ends it has the padding value, or
// wraps round without one.
func (s *scope) window(x python.Expr, a *arguments) *val {
	i, v := s.operandAt(x, a, 0, "index"), s.sequenceAt(x, a, 1, "input")
	c := text(python.Span{}, "window(", v.c)
	if fill := a.at(4, "padding_value"); fill != nil {
		c.add(", ", s.value(x, fill).c)
	}
	c.add(fmt.Sprintf(", window=%d, dilation=%d)[", s.integerAt(x, a, 2, "window_size", 1), s.integerAt(x, a, 3, "dilation", 1)), i.c, "]")
	return &val{t: v.t, c: text(s.span(x), c)}
}

// withAxis ends a call with its axis; 0 is the default.
func withAxis(axis int64) string {
	if axis == 0 {
		return ")"
	}
	return ", axis=" + strconv.FormatInt(axis, 10) + ")"
}
