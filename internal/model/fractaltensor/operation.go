package fractaltensor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/python"
)

// operations are those of `kaleido.operations`.
var operations map[string]func(s *scope, x python.Expr, a *arguments) *val

func init() {
	operations = map[string]func(*scope, python.Expr, *arguments) *val{
		"map": each("map"), "filter": (*scope).filter, "dilated_map": (*scope).dilatedMap,
		"scan": aggregate("scan", true), "fold": aggregate("fold", false), "reduce": (*scope).reduce,
		"zip": (*scope).zip, "enumerate": (*scope).enumerate, "product": (*scope).product,
		"slices": (*scope).slices, "stack": (*scope).stack, "flatten": (*scope).flatten, "join": (*scope).join,
		"last": (*scope).last, "index": (*scope).index, "repeat": (*scope).repeat, "split": (*scope).split, "unbind": same,
		"slide": (*scope).slide, "shifted_slide": (*scope).shiftedSlide, "window": (*scope).window,
		"zeros": filled("0"), "ones": filled("1"), "full": filled(""), "rand": filled("?"), "arange": (*scope).arange,
		"cat": (*scope).cat, "reshape": (*scope).reshape, "permute": (*scope).permute,
		"softmax": axisOperation("nn.softmax", 0), "max": reduction("max"), "min": reduction("min"), "sum": (*scope).sum, "mean": reduction("mean"),
		"dot": (*scope).dot, "outer": (*scope).outerProduct, "layer_norm": (*scope).layerNorm, "dropout": (*scope).dropout,
		"mm": infix("@"), "matmul": infix("@"), "add": infix("+"), "sub": infix("-"), "multiply": infix("*"), "mul": infix("*"),
		"div": infix("/"), "scale": infix("*"), "pow": infix("**"), "maximum": pair("maximum"), "minimum": pair("minimum"),
	}
	for _, name := range []string{"tanh", "sigmoid", "exp", "log", "sqrt", "sin", "cos", "abs"} {
		operations[name] = elementwise(name)
	}
	operations["relu"] = elementwise("nn.relu")
}

// operation translates a call of an operation.
func (s *scope) operation(x python.Expr, name string, a *arguments) *val {
	f, ok := operations[name]
	if !ok {
		var names []string
		for n := range operations {
			names = append(names, n)
		}
		slices.Sort(names)
		return s.fail(x, codes.UnknownOperator, "`ops."+name+"` is not known"+hint(name, names))
	}
	if c, ok := x.(*python.Call); ok {
		a.call = c
	}
	if slices.ContainsFunc(a.values, func(v *val) bool { return v.star }) && (name != "zip" || len(a.values) > 1) {
		return s.fail(x, codes.TypeMismatch, "it is not known how many arguments `*` gives: it spreads a FractalTensor")
	}
	v := f(s, x, a)
	s.unread(x, name, a)
	return v
}

// variadic are the operations that read all arguments.
var variadic = map[string]bool{"zip": true, "enumerate": true, "arange": true}

// unread reports arguments that an operation does not have: what they would say is lost.
func (s *scope) unread(x python.Expr, name string, a *arguments) {
	if !variadic[name] && len(a.values) > a.reach {
		s.fail(x, codes.ArityMismatch, fmt.Sprintf("`ops.%s` takes %d arguments, and the call gives %d", name, a.reach, len(a.values)))
	}
	for _, given := range slices.Sorted(maps.Keys(a.named)) {
		if a.read[given] || given == "device" || given == "dtype" {
			continue
		}
		at := x
		if a.call != nil {
			for _, arg := range a.call.Args {
				if arg.Name == given {
					at = arg
				}
			}
		}
		s.fail(at, codes.UnknownAttribute, "`ops."+name+"` has no argument `"+given+"`"+hint(given, slices.Sorted(maps.Keys(a.read))))
	}
}

// operandAt is an argument as code; one that is left out is an error.
func (s *scope) operandAt(x python.Expr, a *arguments, i int, name string) *val {
	v := a.at(i, name)
	if v == nil {
		return s.fail(x, codes.ArityMismatch, "the call gives no `"+name+"`")
	}
	if v.fn != nil {
		return s.fail(x, codes.TypeMismatch, "`"+name+"` is a function, and a value is expected")
	}
	return s.value(v)
}

// integerAt is an argument that is a known number.
func (s *scope) integerAt(x python.Expr, a *arguments, i int, name string, otherwise int64) int64 {
	v := a.at(i, name)
	if v == nil {
		return otherwise
	}
	n, ok := v.konst.(int64)
	if !ok {
		s.fail(x, codes.AttributeValue, "`"+name+"` is a number that the program has written out")
	}
	return n
}

func each(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		xs := s.sequenceAt(x, a, 1, "xs")
		f, t := s.function(x, a.at(0, "func"), elementOfSequence(xs.t))
		return &val{t: packed(t), c: text(s.span(x), name+"(", f, ", ", xs.c, ")")}
	}
}

// sequenceAt is an argument over whose elements an operation goes.
func (s *scope) sequenceAt(x python.Expr, a *arguments, i int, name string) *val {
	v := a.at(i, name)
	if v == nil {
		v = a.at(i, "input")
	}
	if v == nil {
		return s.fail(x, codes.ArityMismatch, "the call gives no FractalTensor")
	}
	if v.items != nil { // a list of values is a FractalTensor of them
		return s.listed(v)
	}
	v = s.value(v)
	if v.t != nil && v.t.kind != sequenceType {
		s.r.contradict(s, x, "`"+s.r.source(s.m, x)+"` goes through the elements of `"+v.t.String()+"`")
	}
	return v
}

// listed is a tuple or list of the program as a FractalTensor.
func (s *scope) listed(v *val) *val {
	var parts []*code
	var t *typ
	for _, item := range v.items {
		p := s.value(item)
		parts, t = append(parts, p.c), p.t
	}
	return &val{t: sequenceOf(t), c: text(python.Span{}, "[", joined(python.Span{}, ", ", parts), "]")}
}

func elementOfSequence(t *typ) *typ {
	if t.is(sequenceType) {
		return t.elem
	}
	return nil
}

// packed is the type of the results of a function on elements: a tuple of FractalTensors if the
// function gives a tuple.
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

// aggregate translates `scan` and `fold`.
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
			v := s.value(init)
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

// reduce is a fold where the state has another type than the elements.
func (s *scope) reduce(x python.Expr, a *arguments) *val {
	name := "reduce"
	init := a.at(2, "initializer")
	if init == nil {
		name = "fold"
	} else if elem := elementOfSequence(s.sequenceAt(x, a, 1, "input").t); elem == nil || !s.value(init).t.fits(elem) {
		name = "fold"
	}
	return aggregate(name, false)(s, x, a)
}

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

// unzipped is a FractalTensor of tuples as a tuple of FractalTensors.
func (s *scope) unzipped(x python.Expr, c *code, elem *typ) *val {
	return &val{t: packed(elem), c: text(s.span(x), "map(fn(%_t) { %_t }, ", c, ")")}
}

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
	return s.dilated(x, f, t, s.named(xs), s.named(s.value(d)))
}

// dilated applies a function to each of the subsequences of a distance that is computed, and
// interleaves the results.
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

func (s *scope) product(x python.Expr, a *arguments) *val {
	xs, ys := s.sequenceAt(x, a, 0, "xs"), s.sequenceAt(x, a, 1, "ys")
	var t *typ
	if xs.t != nil && ys.t != nil {
		t = tupleOf(sequenceOf(xs.t), sequenceOf(ys.t))
	}
	return &val{t: t, c: text(s.span(x), "product(", xs.c, ", ", ys.c, ")")}
}

// slices of a matrix are rows of shape (1, n), as Kaleido has them.
func (s *scope) slices(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	axis := s.integerAt(x, a, 1, "dim", 0)
	c := text(s.span(x), "slices(", v.c, ", axis="+strconv.FormatInt(axis, 10)+")")
	if !v.t.is(tensorType) {
		return &val{c: c}
	}
	at := axis
	if at < 0 {
		at += int64(len(v.t.dims))
	}
	if at < 0 || at >= int64(len(v.t.dims)) {
		return &val{c: c} // the check says so
	}
	dims := slices.Delete(slices.Clone(v.t.dims), int(at), int(at)+1)
	switch len(dims) {
	case 0:
		return &val{t: sequenceOf(tensorOf(v.t.dtype, "1")), c: c}
	case 1:
		return &val{t: sequenceOf(tensorOf(v.t.dtype, "1", dims[0])), c: text(s.span(x), "map(fn(%_r) { expand_dims(%_r, axis=0) }, ", c, ")")}
	}
	return &val{t: sequenceOf(tensorOf(v.t.dtype, dims...)), c: c}
}

func (s *scope) stack(x python.Expr, a *arguments) *val {
	v := a.at(0, "xs")
	if v != nil && v.items == nil {
		v = s.value(v)
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

// withAxis ends a call with an axis that is not the first.
func withAxis(axis int64) string {
	if axis == 0 {
		return ")"
	}
	return ", axis=" + strconv.FormatInt(axis, 10) + ")"
}

// flatten joins the leaves along an axis. Leaves of one element become a vector.
func (s *scope) flatten(x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "x")
	axis := s.integerAt(x, a, 1, "dim", 0)
	leaf := v.t
	for leaf.is(sequenceType) {
		leaf = leaf.elem
	}
	c := text(s.span(x), "flatten(", v.c, withAxis(axis))
	if !leaf.is(tensorType) || axis < 0 || axis >= int64(len(leaf.dims)) {
		return &val{c: c}
	}
	if !slices.ContainsFunc(leaf.dims, func(d string) bool { return d != "1" }) && len(leaf.dims) > 1 {
		return &val{t: tensorOf(leaf.dtype, "?"), c: text(s.span(x), "reshape(", c, ", newshape=[-1])")}
	}
	dims := slices.Clone(leaf.dims)
	dims[axis] = "?"
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

// index reads the element at an integer, or at the one element of a tensor.
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

func (s *scope) repeat(x python.Expr, a *arguments) *val {
	v, n := s.operandAt(x, a, 0, "a"), s.operandAt(x, a, 1, "repeats")
	if v.t.is(sequenceType) {
		return &val{t: sequenceOf(v.t), c: text(s.span(x), "repeat(", v.c, ", ", n.c, ")")}
	}
	v = s.named(v)
	return &val{t: sequenceOf(v.t), c: text(s.span(x), "map(fn(%_i) { ", v.c, " }, arange(", n.c, "))")}
}

// split of a tensor gives a FractalTensor, of a FractalTensor a tuple.
func (s *scope) split(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "a")
	n := s.integerAt(x, a, 1, "num", 1)
	if v.t.is(sequenceType) {
		t := tupleOf(slices.Repeat([]*typ{v.t}, int(min(max(n, 0), 1000)))...)
		return &val{t: t, c: text(s.span(x), "split(", v.c, ", "+strconv.FormatInt(n, 10)+")")}
	}
	axis := s.integerAt(x, a, 2, "dim", -1)
	var t *typ
	if v.t.is(tensorType) && axis >= 0 && axis < int64(len(v.t.dims)) && n > 0 {
		dims := slices.Clone(v.t.dims)
		if size, err := strconv.ParseInt(dims[axis], 10, 64); err == nil {
			dims[axis] = strconv.FormatInt(size/n, 10)
		}
		t = sequenceOf(tensorOf(v.t.dtype, dims...))
	}
	whole := s.named(&val{t: v.t, c: text(s.span(x), "split(", v.c, fmt.Sprintf(", indices_or_sections=%d, axis=%d)", n, axis))})
	var parts []*code
	for i := range min(max(n, 0), 1000) {
		parts = append(parts, text(python.Span{}, whole.c, "."+strconv.FormatInt(i, 10)))
	}
	return &val{t: t, c: text(s.span(x), "[", joined(python.Span{}, ", ", parts), "]")}
}

// same is an operation that changes nothing of a value here.
func same(s *scope, x python.Expr, a *arguments) *val {
	v := s.sequenceAt(x, a, 0, "xs")
	return &val{t: v.t, atom: v.atom, c: text(s.span(x), v.c)}
}

// slide pads a FractalTensor on both sides and cuts windows.
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

// shiftedSlide gives windows that wrap round; of a FractalTensor of tuples, a tuple of those.
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

// window is the window around one element.
func (s *scope) window(x python.Expr, a *arguments) *val {
	i, v := s.operandAt(x, a, 0, "index"), s.sequenceAt(x, a, 1, "input")
	c := text(python.Span{}, "window(", v.c)
	if fill := a.at(4, "padding_value"); fill != nil {
		c.add(", ", s.value(fill).c)
	}
	c.add(fmt.Sprintf(", window=%d, dilation=%d)[", s.integerAt(x, a, 2, "window_size", 1), s.integerAt(x, a, 3, "dilation", 1)), i.c, "]")
	return &val{t: v.t, c: text(s.span(x), c)}
}

// filled makes a tensor of one value; `?` is a hole.
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
		v := s.fitted(s.valueOr(a.at(1, "fill_value")), &val{t: tensorOf(dtype)})
		return &val{t: t, c: text(s.span(x), "full(", v.c, ", shape="+shape+", dtype=\""+dtype+"\")")}
	}
}

func (s *scope) valueOr(v *val) *val {
	if v == nil {
		return &val{konst: int64(0)}
	}
	return v
}

// shapeAt reads a shape of known numbers; nil for another.
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

// dtypeAt reads `dtype='float'` and `dtype=kaleido.float32`.
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

func (s *scope) cat(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "xs")
	axis := s.integerAt(x, a, 1, "dim", 0)
	var t *typ
	if v.t.is(tupleType) && len(v.t.fields) > 0 && v.t.fields[0].is(tensorType) && axis >= 0 && axis < int64(len(v.t.fields[0].dims)) {
		dims := slices.Clone(v.t.fields[0].dims)
		total := int64(0)
		for _, f := range v.t.fields {
			if !f.is(tensorType) || int(axis) >= len(f.dims) {
				return &val{c: text(s.span(x), "concatenate(", v.c, fmt.Sprintf(", axis=%d)", axis))}
			}
			n, err := strconv.ParseInt(f.dims[axis], 10, 64)
			if err != nil {
				total = -1
				break
			}
			total += n
		}
		if dims[axis] = "?"; total >= 0 {
			dims[axis] = strconv.FormatInt(total, 10)
		}
		t = tensorOf(v.t.fields[0].dtype, dims...)
	}
	return &val{t: t, c: text(s.span(x), "concatenate(", v.c, fmt.Sprintf(", axis=%d)", axis))}
}

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

// rest is the extent that -1 stands for in a shape.
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

func elementwise(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		return &val{t: v.t, c: text(s.span(x), name+"(", v.c, ")")}
	}
}

func axisOperation(name string, otherwise int64) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		return &val{t: v.t, c: text(s.span(x), name+"(", v.c, fmt.Sprintf(", axis=%d)", s.integerAt(x, a, 1, "dim", otherwise)))}
	}
}

func infix(sign string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		first, second := a.at(0, "x"), a.at(1, "y")
		if first == nil || second == nil || len(a.values) > 2 {
			return s.fail(x, codes.ArityMismatch, fmt.Sprintf("the operation takes 2 arguments, and the call gives %d", len(a.values)+len(a.named)))
		}
		return s.binary(x, sign, first, second)
	}
}

func pair(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v, w := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "y")
		return &val{t: broadcast(v.t, w.t), c: text(s.span(x), name+"(", v.c, ", ", w.c, ")")}
	}
}

// reduction translates `ops.max(x, dim, keepdim)`.
func reduction(name string) func(*scope, python.Expr, *arguments) *val {
	return func(s *scope, x python.Expr, a *arguments) *val {
		v := s.operandAt(x, a, 0, "x")
		axis := s.integerAt(x, a, 1, "dim", 0)
		keep := a.at(2, "keepdim")
		kept := keep != nil && keep.konst == true
		var t *typ
		if v.t.is(tensorType) {
			at := axis
			if at < 0 {
				at += int64(len(v.t.dims))
			}
			if at >= 0 && at < int64(len(v.t.dims)) {
				dims := slices.Clone(v.t.dims)
				if dims[at] = "1"; !kept {
					dims = slices.Delete(dims, int(at), int(at)+1)
				}
				t = tensorOf(v.t.dtype, dims...)
			}
		}
		tail := fmt.Sprintf(", axis=[%d]", axis)
		if kept {
			tail += ", keepdims=True"
		}
		return &val{t: t, c: text(s.span(x), name+"(", v.c, tail+")")}
	}
}

// sum of all elements is a vector of one.
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

// outer is the matrix of the products of two vectors.
func (s *scope) outerProduct(x python.Expr, a *arguments) *val {
	v, w := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "y")
	var t *typ
	if v.t.is(tensorType) && w.t.is(tensorType) && len(v.t.dims) == 1 && len(w.t.dims) == 1 {
		t = tensorOf(v.t.dtype, v.t.dims[0], w.t.dims[0])
	}
	return &val{t: t, c: text(s.span(x), "matmul(reshape(", v.c, ", newshape=[-1, 1]), reshape(", w.c, ", newshape=[1, -1]))")}
}

// layerNorm normalizes along the last axis.
func (s *scope) layerNorm(x python.Expr, a *arguments) *val {
	v, w, b := s.operandAt(x, a, 0, "x"), s.operandAt(x, a, 1, "w"), s.operandAt(x, a, 2, "b")
	eps := "1e-06f"
	if k, ok := python.Float(s.valueOr(a.at(3, "eps")).konst); ok && a.at(3, "eps") != nil {
		eps = floatText(k)
	}
	flat := func(v *val) *code { return text(python.Span{}, "reshape(", v.c, ", newshape=[-1])") }
	return &val{t: v.t, c: text(s.span(x), "nn.layer_norm(", v.c, ", ", flat(w), ", ", flat(b), ", epsilon="+strings.TrimSuffix(eps, "f")+")")}
}

// dropout leaves a tensor as it is where a program does not learn, and so does Kaleido.
func (s *scope) dropout(x python.Expr, a *arguments) *val {
	v := s.operandAt(x, a, 0, "x")
	a.at(1, "drop_rate")
	return &val{t: v.t, atom: v.atom, c: text(s.span(x), v.c)}
}
