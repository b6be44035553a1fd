package export_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A tensorType is the type of a tensor; extents are numbers or size variables.
type tensorType struct {
	dtype string
	shape []string
}

func tensor(dtype string, shape ...string) tensorType { return tensorType{dtype, shape} }

func (t tensorType) String() string {
	return fmt.Sprintf("Tensor[(%s), %s]", strings.Join(t.shape, ", "), t.dtype)
}

func (t tensorType) equal(u tensorType) bool {
	return t.dtype == u.dtype && slices.Equal(t.shape, u.shape)
}

func (t tensorType) of(dtype string) tensorType { return tensorType{dtype, t.shape} }

func (t tensorType) float() bool { return strings.HasPrefix(t.dtype, "float") }

// with is the type with one more axis, and without with one less.
func (t tensorType) with(axis int, extent string) tensorType {
	return tensorType{t.dtype, slices.Insert(slices.Clone(t.shape), axis, extent)}
}

func (t tensorType) without(axis int) tensorType {
	return tensorType{t.dtype, slices.Delete(slices.Clone(t.shape), axis, axis+1)}
}

func (t tensorType) replaced(axis int, extent string) tensorType {
	return t.without(axis).with(axis, extent)
}

type typedVar struct {
	name string
	typ  tensorType
}

// A helper is a definition that the others call. Its size variables are A and B.
type helper struct {
	name string
	in   []tensorType
	out  tensorType
}

// A writer writes random programs of what ONNX can express: tensors of ranks 0 to 3, tuples,
// sequences, optional values, branches, folds, scans, functions that call themselves as the last
// thing that they do, functions as arguments, and extents that are size variables. All numbers
// are integers, floats too, and small enough that sums are exact in any order; functions that
// round are around the results alone.
type writer struct {
	rand    *rand.Rand
	sizes   []string // size variables in scope
	vars    []typedVar
	names   int
	helpers []helper
}

// exportable is a program whose entry is `@main`, a function of tensors.
func exportable(seed uint64) string {
	w := &writer{rand: rand.New(rand.NewPCG(seed, 7))}
	var b strings.Builder
	for i := range w.rand.IntN(3) {
		b.WriteString(w.helper(fmt.Sprintf("@h%d", i)))
	}
	w.sizes = []string{"N", "M"}[:w.rand.IntN(3)]
	params := w.parameters("%x", 2+w.rand.IntN(3))
	fmt.Fprintf(&b, "def @main%s(%s) {\n", w.quantified(), params)
	var results []string
	for i := range 1 + w.rand.IntN(3) {
		t := w.typ()
		name := fmt.Sprintf("%%r%d", i)
		fmt.Fprintf(&b, "  let %s: %s = %s;\n", name, t, w.expr(t, 4))
		w.vars = append(w.vars, typedVar{name, t})
		results = append(results, name)
	}
	results = append(results, w.rounded())
	fmt.Fprintf(&b, "  (%s)\n}\n", strings.Join(results, ", "))
	return b.String()
}

// quantified declares the size variables in scope.
func (w *writer) quantified() string {
	if len(w.sizes) == 0 {
		return ""
	}
	return "<" + strings.Join(w.sizes, ", ") + ">"
}

// parameters declares parameters, after one for each size variable that gives it.
func (w *writer) parameters(prefix string, n int) string {
	var texts []string
	for i := range n + len(w.sizes) {
		t := w.typ()
		if i < len(w.sizes) {
			t = tensor("float32", w.sizes[i], w.choose("2", "3"))
		}
		v := typedVar{fmt.Sprintf("%s%d", prefix, i), t}
		w.vars = append(w.vars, v)
		texts = append(texts, v.name+": "+t.String())
	}
	return strings.Join(texts, ", ")
}

// helper is a definition with parameters and size variables of its own.
func (w *writer) helper(name string) string {
	inner := &writer{rand: w.rand, sizes: []string{"A", "B"}[:w.rand.IntN(3)], helpers: w.helpers}
	params := inner.parameters("%p", w.rand.IntN(3)+1)
	h := helper{name: name, out: inner.typ()}
	for _, v := range inner.vars {
		h.in = append(h.in, v.typ)
	}
	w.helpers = append(w.helpers, h)
	return fmt.Sprintf("def %s%s(%s) -> %s { %s }\n\n", name, inner.quantified(), params, h.out, inner.expr(h.out, 3))
}

func (w *writer) chance(percent int) bool { return w.rand.IntN(100) < percent }

func (w *writer) choose(from ...string) string { return from[w.rand.IntN(len(from))] }

func (w *writer) fresh() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

func (w *writer) extent() string {
	if len(w.sizes) > 0 && w.chance(30) {
		return w.choose(w.sizes...)
	}
	return w.choose("1", "2", "2", "3", "3", "4")
}

func (w *writer) typ() tensorType {
	t := tensor(w.choose("float32", "float32", "float32", "int32", "int64", "bool", "float64"))
	for range w.rand.IntN(4) {
		t.shape = append(t.shape, w.extent())
	}
	return t
}

// bind makes a text in which one more variable is in scope.
func (w *writer) bind(v typedVar, make func() string) string {
	outer := w.vars
	w.vars = append(slices.Clone(w.vars), v)
	defer func() { w.vars = outer }()
	return make()
}

var suffixes = map[string]string{"float32": "f", "float64": "f64", "int32": "", "int64": "i64", "int8": "i8", "uint8": "u8"}

func literal(dtype string, n int) string {
	if dtype == "bool" {
		return map[bool]string{true: "True", false: "False"}[n%2 == 0]
	}
	if n < 0 {
		return "-" + literal(dtype, -n)
	}
	return strconv.Itoa(n) + suffixes[dtype]
}

// leaf is a variable, a number, or a tensor that is made of numbers.
func (w *writer) leaf(t tensorType) string {
	var known []string
	for _, v := range w.vars {
		if v.typ.equal(t) {
			known = append(known, v.name)
		}
	}
	if len(known) > 0 && w.chance(85) {
		return w.choose(known...)
	}
	number := literal(t.dtype, w.rand.IntN(7))
	if len(w.vars) > 0 && w.chance(70) {
		v := w.vars[w.rand.IntN(len(w.vars))]
		if number = v.name; len(v.typ.shape) > 0 {
			number = fmt.Sprintf("%s(%s)", map[bool]string{true: "any", false: w.choose("max", "min")}[v.typ.dtype == "bool"], v.name)
		}
		number = w.converted(number, v.typ.dtype, t.dtype)
	}
	if len(t.shape) == 0 {
		return number
	}
	for _, v := range w.vars {
		if slices.Equal(v.typ.shape, t.shape) && w.chance(60) {
			return w.converted(v.name, v.typ.dtype, t.dtype)
		}
	}
	shape := strings.Join(t.shape, ", ")
	switch w.rand.IntN(3) {
	case 0:
		return fmt.Sprintf("%s(shape=[%s], dtype=%q)", w.choose("ones", "zeros"), shape, t.dtype)
	case 1:
		if size := t.size(); size > 0 && t.dtype != "bool" {
			return fmt.Sprintf("cast(reshape(arange(0, %d, 1, dtype=\"int32\"), newshape=[%s]), dtype=%q)", size, shape, t.dtype)
		}
	}
	return fmt.Sprintf("broadcast_to(%s, shape=[%s])", number, shape)
}

// size is the number of elements; 0 where it is not known.
func (t tensorType) size() int {
	n := 1
	for _, d := range t.shape {
		k, _ := strconv.Atoi(d)
		n *= k
	}
	return n
}

// converted is a value in another dtype. Only truth is a number of truth values.
func (w *writer) converted(text, from, to string) string {
	if from == to {
		return text
	}
	return fmt.Sprintf("cast(%s, dtype=%q)", text, to)
}

// clipped keeps numbers small.
func (w *writer) clipped(t tensorType, text string, most int) string {
	if t.float() && w.chance(30) {
		return fmt.Sprintf("clip(%s, a_min=%df, a_max=%df)", text, -most, most)
	}
	return fmt.Sprintf("maximum(minimum(%s, %s), %s)", text, literal(t.dtype, most), literal(t.dtype, -most))
}

// expr is an expression of a type.
func (w *writer) expr(t tensorType, fuel int) string {
	if fuel <= 0 || w.chance(8) {
		return w.leaf(t)
	}
	forms := w.numeric
	if t.dtype == "bool" {
		forms = w.truth
	}
	for {
		var text string
		switch w.rand.IntN(4) {
		case 0, 1:
			text = forms(t, fuel-1)
		case 2:
			text = w.shaped(t, fuel-1)
		default:
			text = w.controlled(t, fuel-1)
		}
		if text != "" {
			return text
		}
	}
}

// narrower is a type that broadcasts to t.
func (w *writer) narrower(t tensorType) tensorType {
	if !w.chance(40) {
		return t
	}
	shape := slices.Clone(t.shape[w.rand.IntN(len(t.shape)+1):])
	for i := range shape {
		if w.chance(20) {
			shape[i] = "1"
		}
	}
	return tensorType{t.dtype, shape}
}

func (w *writer) truth(t tensorType, fuel int) string {
	switch w.rand.IntN(5) {
	case 0:
		return w.choose("logical_not", "bitwise_not") + "(" + w.expr(t, fuel) + ")"
	case 1:
		name := w.choose("logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "equal", "not_equal", "maximum", "add", "multiply")
		return name + "(" + w.expr(t, fuel) + ", " + w.expr(w.narrower(t), fuel) + ")"
	case 2:
		if len(t.shape) < 3 {
			axis := w.rand.IntN(len(t.shape) + 1)
			return fmt.Sprintf("%s(%s, axis=[%d])", w.choose("all", "any"), w.expr(t.with(axis, w.extent()), fuel), axis)
		}
	case 3:
		if len(t.shape) == 0 {
			return "(" + w.expr(t, fuel) + w.choose(" && ", " || ") + w.expr(t, fuel) + ")"
		}
	}
	of := t.of(w.choose("float32", "int32", "int64", "float64"))
	return "(" + w.expr(of, fuel) + w.choose(" < ", " <= ", " > ", " >= ", " == ", " != ") + w.expr(w.narrower(of), fuel) + ")"
}

// numeric is arithmetic.
func (w *writer) numeric(t tensorType, fuel int) string {
	e := func() string { return w.expr(t, fuel) }
	positive := literal(t.dtype, 1+w.rand.IntN(4))
	switch w.rand.IntN(16) {
	case 0, 1:
		return w.clipped(t, "("+e()+w.choose(" + ", " - ", " * ")+w.expr(w.narrower(t), fuel)+")", 12)
	case 2:
		return w.choose("maximum", "minimum") + "(" + e() + ", " + w.expr(w.narrower(t), fuel) + ")"
	case 3:
		name := w.choose("floor_mod", "trunc_mod", "floor_divide", "trunc_divide")
		if w.chance(50) {
			return fmt.Sprintf("%s(%s, %s)", name, e(), positive)
		}
		return fmt.Sprintf("%s(%s, abs(%s) + %s)", name, e(), w.expr(w.narrower(t), fuel), positive)
	case 4:
		if !t.float() {
			return "(" + e() + " / " + positive + ")"
		}
		half := "0.5f"
		if t.dtype == "float64" {
			half = "0.5f64"
		}
		return w.choose("floor", "ceil", "round", "round_even", "trunc") + "(" + e() + " * " + half + ")"
	case 5:
		return w.choose("abs", "negative", "sign", "nn.relu", "copy", "-") + "(" + e() + ")"
	case 6:
		return "where(" + w.expr(w.narrower(t.of("bool")), fuel) + ", " + e() + ", " + w.expr(w.narrower(t), fuel) + ")"
	case 7, 8:
		return w.reduced(t, fuel)
	case 9:
		from := t.of(w.choose("float32", "int32", "int64", "bool", "float64", "int32"))
		return w.converted(w.expr(from, fuel), from.dtype, t.dtype)
	case 10:
		return fmt.Sprintf("cast(cast(%s, dtype=%q), dtype=%q)", e(), w.choose("int8", "int16", "float64", "int64"), t.dtype)
	case 11:
		return w.product(t, fuel)
	case 12:
		if rank := len(t.shape); rank > 0 {
			axis := w.rand.IntN(rank)
			switch w.rand.IntN(3) {
			case 0:
				return w.clipped(t, fmt.Sprintf("cumsum(%s, axis=%d)", e(), axis), 12)
			case 1:
				return fmt.Sprintf("sort(%s, axis=%d, is_ascend=%s)", e(), axis, w.choose("True", "False"))
			}
			return fmt.Sprintf("cast(argsort(%s, axis=%d, is_ascend=%s, dtype=\"int32\"), dtype=%q)", w.expr(t.of("float32"), fuel), axis, w.choose("True", "False"), t.dtype)
		}
	case 13:
		if rank := len(t.shape); rank > 0 {
			if n, err := strconv.Atoi(t.shape[rank-1]); err == nil {
				indices := w.expr(t.of("int32").without(rank-1), fuel)
				return fmt.Sprintf("one_hot(%s, %s, %s, depth=%d, dtype=%q)", indices, literal(t.dtype, 3), literal(t.dtype, 1), n, t.dtype)
			}
		}
	case 14:
		if len(t.shape) == 0 && t.dtype == "int32" {
			return "length(" + w.sequence(tensor("float32", w.extent()), fuel) + ")"
		}
		if t.dtype == "int64" || t.dtype == "int32" {
			return w.clipped(t, "power("+w.clipped(t, e(), 3)+", "+literal(t.dtype, 2)+")", 12)
		}
	case 15:
		if t.dtype == "int32" || t.dtype == "int64" {
			return w.clipped(t, w.choose("bitwise_and", "bitwise_or", "bitwise_xor")+"("+e()+", "+w.expr(w.narrower(t), fuel)+")", 12)
		}
	}
	return ""
}

// reduced reduces one axis more than the type has.
func (w *writer) reduced(t tensorType, fuel int) string {
	rank := len(t.shape)
	if rank == 3 {
		return ""
	}
	axis, extent, keep := w.rand.IntN(rank+1), w.extent(), ""
	from := t.with(axis, extent)
	if axis < rank && t.shape[axis] == "1" && w.chance(50) {
		from, keep = t.replaced(axis, extent), ", keepdims=True"
	}
	at := axis
	if w.chance(30) {
		at -= len(from.shape)
	}
	axes := fmt.Sprintf("axis=[%d]%s", at, keep)
	if rank == 0 && w.chance(50) {
		axes = "axis=None"
		from = from.with(0, w.extent())
	}
	switch w.rand.IntN(4) {
	case 0:
		return w.clipped(t, "sum("+w.expr(from, fuel)+", "+axes+")", 12)
	case 1:
		return w.choose("max", "min") + "(" + w.expr(from, fuel) + ", " + axes + ")"
	case 2:
		return w.clipped(t, "prod("+w.clipped(from, w.expr(from, fuel), 2)+", "+axes+")", 12)
	}
	return fmt.Sprintf("cast(%s(%s, %s), dtype=%q)", w.choose("argmax", "argmin"), w.expr(from.of("float32"), fuel), axes, t.dtype)
}

// product multiplies matrices of small numbers.
func (w *writer) product(t tensorType, fuel int) string {
	rank := len(t.shape)
	if rank < 2 || t.dtype == "int64" {
		return ""
	}
	k := w.extent()
	small := func(t tensorType) string { return w.clipped(t, w.expr(t, fuel), 3) }
	a, b := t.replaced(rank-1, k), t.replaced(rank-2, k)
	text := ""
	switch {
	case rank == 2 && t.dtype == "float32" && w.chance(30):
		text = fmt.Sprintf("nn.dense(%s, %s)", small(a), small(tensor(t.dtype, t.shape[1], k)))
	case rank == 2 && t.float() && w.chance(30):
		text = fmt.Sprintf("einsum((%s, %s), equation=\"ij,jk->ik\")", small(a), small(b))
	case rank == 3 && t.dtype == "float32" && w.chance(50):
		text = fmt.Sprintf("nn.batch_matmul(%s, %s, transpose_b=True)", small(a), small(tensor(t.dtype, t.shape[0], t.shape[2], k)))
	default:
		text = fmt.Sprintf("matmul(%s, %s)", small(a), small(b))
	}
	return w.clipped(t, text, 12)
}

// shaped moves elements.
func (w *writer) shaped(t tensorType, fuel int) string {
	rank := len(t.shape)
	if rank == 0 {
		return fmt.Sprintf("squeeze(%s, axis=[0])", w.expr(t.with(0, "1"), fuel))
	}
	axis := w.rand.IntN(rank)
	n, numeric := 0, false
	if k, err := strconv.Atoi(t.shape[axis]); err == nil {
		n, numeric = k, true
	}
	extents := "[" + strings.Join(t.shape, ", ") + "]"
	switch w.rand.IntN(14) {
	case 0:
		perm := w.rand.Perm(rank)
		from := tensorType{t.dtype, make([]string, rank)}
		axes := make([]string, rank)
		for i, p := range perm {
			from.shape[p], axes[i] = t.shape[i], strconv.Itoa(p)
		}
		return fmt.Sprintf("transpose(%s, axes=[%s])", w.expr(from, fuel), strings.Join(axes, ", "))
	case 1:
		from := tensorType{t.dtype, slices.Clone(t.shape)}
		w.rand.Shuffle(rank, func(i, k int) { from.shape[i], from.shape[k] = from.shape[k], from.shape[i] })
		if numeric && w.chance(40) {
			shape := slices.Clone(t.shape)
			shape[axis] = "-1"
			extents = "[" + strings.Join(shape, ", ") + "]"
		}
		return fmt.Sprintf("reshape(%s, newshape=%s)", w.expr(from, fuel), extents)
	case 2:
		if numeric && n > 1 {
			k := 1 + w.rand.IntN(n-1)
			return fmt.Sprintf("concatenate((%s, %s), axis=%d)", w.expr(t.replaced(axis, strconv.Itoa(k)), fuel), w.expr(t.replaced(axis, strconv.Itoa(n-k)), fuel), axis)
		}
	case 3:
		if numeric {
			k := 1 + w.rand.IntN(2)
			return fmt.Sprintf("split(%s, indices_or_sections=%d, axis=%d).%d", w.expr(t.replaced(axis, strconv.Itoa(n*k)), fuel), k, axis, w.rand.IntN(k))
		}
	case 4:
		if numeric {
			step, from := 1+w.rand.IntN(2), w.rand.IntN(2)
			wide := w.expr(t.replaced(axis, strconv.Itoa(from+(n-1)*step+1)), fuel)
			if w.chance(30) {
				return fmt.Sprintf("strided_slice(%s, begin=[-1], end=[%d], strides=[%d], axes=[%d])", wide, -(1 + (n-1)*step + 1), -step, axis)
			}
			return fmt.Sprintf("strided_slice(%s, begin=[%d], end=[%d], strides=[%d], axes=[%d])", wide, from, from+(n-1)*step+1, step, axis)
		}
	case 5:
		return fmt.Sprintf("reverse(%s, axis=%d)", w.expr(t, fuel), axis)
	case 6:
		if numeric && n%2 == 0 {
			half := w.expr(t.replaced(axis, strconv.Itoa(n/2)), fuel)
			if w.chance(50) {
				return fmt.Sprintf("repeat(%s, repeats=2, axis=%d)", half, axis)
			}
			reps := slices.Repeat([]string{"1"}, rank)
			reps[axis] = "2"
			return fmt.Sprintf("tile(%s, reps=[%s])", half, strings.Join(reps, ", "))
		}
	case 7:
		if t.shape[axis] == "1" {
			return fmt.Sprintf("expand_dims(%s, axis=%d)", w.expr(t.without(axis), fuel), axis)
		}
		return fmt.Sprintf("broadcast_to(%s, shape=%s)", w.expr(w.narrower(t), fuel), extents)
	case 8:
		if rank < 3 {
			return fmt.Sprintf("squeeze(%s, axis=[%d])", w.expr(t.with(axis, "1"), fuel), axis)
		}
	case 9:
		if numeric {
			indices := w.expr(tensor(w.choose("int32", "int64"), t.shape[axis]), fuel)
			return fmt.Sprintf("take(%s, %s, axis=%d%s)", w.expr(t.replaced(axis, w.extent()), fuel), indices, axis, w.choose("", ", mode=\"wrap\""))
		}
	case 10:
		if t.shape[axis] == "2" {
			return fmt.Sprintf("stack((%s, %s), axis=%d)", w.expr(t.without(axis), fuel), w.expr(t.without(axis), fuel), axis)
		}
	case 11:
		if rank < 3 {
			return fmt.Sprintf("%s[%d]", w.atom(t.with(0, strconv.Itoa(2+w.rand.IntN(2))), fuel), w.rand.IntN(2))
		}
	case 12:
		if numeric && n > 2 && t.dtype != "bool" {
			pairs := slices.Repeat([]string{"[0, 0]"}, rank)
			pairs[axis] = "[1, 1]"
			return fmt.Sprintf("nn.pad(%s, %s, pad_width=[%s])", w.expr(t.replaced(axis, strconv.Itoa(n-2)), fuel), literal(t.dtype, w.rand.IntN(4)), strings.Join(pairs, ", "))
		}
	case 13:
		if t.dtype == "float32" {
			joined := fmt.Sprintf("concatenate((%s, %s), axis=%d)", w.expr(t.with(axis, w.extent()), fuel), w.expr(t.with(axis, w.extent()), fuel), axis)
			if rank < 3 {
				return w.clipped(t, fmt.Sprintf("sum(%s, axis=[%d])", joined, axis), 12)
			}
		}
	}
	return ""
}

// atom is a variable that is bound to an expression.
func (w *writer) atom(t tensorType, fuel int) string {
	name := w.fresh()
	return fmt.Sprintf("{ let %s: %s = %s; %s }", name, t, w.expr(t, fuel), name)
}

// sequence is a FractalTensor of tensors of at least one axis.
func (w *writer) sequence(elem tensorType, fuel int) string {
	e := func() string { return w.expr(elem, fuel) }
	switch w.rand.IntN(6) {
	case 0:
		return "[" + e() + ", " + e() + "]"
	case 1:
		return "join(" + w.sequence(elem, fuel-1) + ", " + w.sequence(elem, fuel-1) + ")"
	case 2:
		if fuel > 0 {
			from := w.elem()
			v := typedVar{w.fresh(), from}
			xs := w.sequence(from, fuel-1)
			return w.bind(v, func() string { return fmt.Sprintf("map(fn(%s) { %s }, %s)", v.name, w.expr(elem, fuel-1), xs) })
		}
	case 3:
		if fuel > 0 {
			return w.folding(w.choose("scanl", "scan", "scanr"), elem, fuel-1)
		}
	}
	if len(elem.shape) == 3 {
		return "[" + e() + "]"
	}
	return "slices(" + w.expr(elem.with(0, w.extent()), fuel) + ")"
}

// elem is the type of elements of a sequence.
func (w *writer) elem() tensorType {
	t := w.typ()
	for len(t.shape) == 0 || len(t.shape) == 3 {
		t = w.typ()
	}
	return t
}

// folding is a fold or scan whose states have a type.
func (w *writer) folding(name string, t tensorType, fuel int) string {
	from := w.elem()
	state, element := typedVar{w.fresh(), t}, typedVar{w.fresh(), from}
	if len(t.shape) > 0 && w.chance(25) {
		element.typ = t
		step := w.bind(state, func() string { return w.bind(element, func() string { return w.expr(t, fuel) }) })
		return fmt.Sprintf("%s(fn(%s, %s) { %s }, %s)", name, state.name, element.name, step, w.sequence(t, fuel))
	}
	xs, init := w.sequence(from, fuel), w.expr(t, fuel)
	param := element.name
	if w.chance(20) {
		other := typedVar{w.fresh(), from}
		xs = "{ let " + other.name + "s = " + xs + "; zip(" + other.name + "s, " + other.name + "s) }"
		param = "(" + element.name + ", " + other.name + ")"
	}
	step := w.bind(state, func() string { return w.bind(element, func() string { return w.expr(t, fuel) }) })
	return fmt.Sprintf("%s(fn(%s, %s) { %s }, %s, %s)", name, state.name, param, step, xs, init)
}

// controlled is control, functions, data and sequences.
func (w *writer) controlled(t tensorType, fuel int) string {
	e := func() string { return w.expr(t, fuel) }
	scalar := tensor("bool")
	switch w.rand.IntN(14) {
	case 0, 1:
		return fmt.Sprintf("if (%s) { %s } else { %s }", w.expr(scalar, fuel), e(), e())
	case 2, 3:
		v := typedVar{w.fresh(), w.typ()}
		bound := w.expr(v.typ, fuel)
		return w.bind(v, func() string { return fmt.Sprintf("{ let %s = %s; %s }", v.name, bound, e()) })
	case 4:
		a, b := typedVar{w.fresh(), w.typ()}, typedVar{w.fresh(), t}
		pair := func() string { return "(" + w.expr(a.typ, fuel) + ", " + w.expr(b.typ, fuel) + ")" }
		bound := fmt.Sprintf("if (%s) { %s } else { %s }", w.expr(scalar, fuel), pair(), pair())
		return w.bind(a, func() string {
			return w.bind(b, func() string { return fmt.Sprintf("{ let (%s, %s) = %s; %s }", a.name, b.name, bound, e()) })
		})
	case 5:
		return w.called(t, fuel)
	case 6:
		f, v := w.fresh(), typedVar{w.fresh(), t}
		body := w.bind(v, e)
		return fmt.Sprintf("{ let %s = fn(%s: %s) -> %s { %s }; %s(%s(%s)) }", f, v.name, t, t, body, f, f, e())
	case 7:
		o, v := w.fresh(), typedVar{w.fresh(), t}
		some := fmt.Sprintf("if (%s) { Some(%s) } else { None() }", w.expr(scalar, fuel), e())
		return fmt.Sprintf("{ let %s: Optional[%s] = %s; match (%s) { case Some(%s) { %s } case None() { %s } } }", o, t, some, o, v.name, w.bind(v, e), e())
	case 8, 9:
		return w.folding(w.choose("foldl", "fold", "foldr"), t, fuel)
	case 10:
		if rank := len(t.shape); rank > 0 && rank < 3 {
			xs := w.sequence(t, fuel)
			return w.choose("first", "last", "head", "tail") + "(" + xs + ")"
		}
	case 11:
		if rank := len(t.shape); rank > 1 {
			v, x := w.fresh(), typedVar{w.fresh(), w.elem().replaced(0, w.extent())}
			xs := "slices(" + w.expr(x.typ.with(0, t.shape[0]), fuel) + ")"
			made := w.bind(x, func() string { return fmt.Sprintf("map(fn(%s) { %s }, %s)", x.name, w.expr(t.without(0), fuel), xs) })
			return fmt.Sprintf("{ let %s: %s = stack(%s); %s }", v, t, made, v)
		}
	default:
		return w.repeated(t, fuel)
	}
	return ""
}

// called is a call of a definition whose result has the type, with size variables of its own.
func (w *writer) called(t tensorType, fuel int) string {
	if len(w.helpers) == 0 {
		return ""
	}
	h := w.helpers[w.rand.IntN(len(w.helpers))]
	if h.out.dtype != t.dtype || len(h.out.shape) != len(t.shape) {
		return ""
	}
	by := map[string]string{"A": w.extent(), "B": w.extent()}
	for i, d := range h.out.shape {
		if _, variable := by[d]; variable {
			by[d] = t.shape[i]
		}
	}
	apply := func(u tensorType) tensorType {
		u.shape = slices.Clone(u.shape)
		for i, d := range u.shape {
			if to, variable := by[d]; variable {
				u.shape[i] = to
			}
		}
		return u
	}
	if !apply(h.out).equal(t) {
		return ""
	}
	var args []string
	for _, in := range h.in {
		args = append(args, w.expr(apply(in), fuel))
	}
	return fmt.Sprintf("%s(%s)", h.name, strings.Join(args, ", "))
}

// repeated is a function that calls itself as the last thing that it does.
func (w *writer) repeated(t tensorType, fuel int) string {
	f, i := w.fresh(), typedVar{w.fresh(), tensor("int32")}
	s, other := typedVar{w.fresh(), t}, typedVar{w.fresh(), w.typ()}
	count := "minimum(abs(" + w.expr(i.typ, fuel) + "), 3)"
	init, second := w.expr(t, fuel), w.expr(other.typ, fuel)
	outer := w.vars
	w.vars = append(slices.Clone(w.vars), i, s, other)
	again := func() string {
		return fmt.Sprintf("%s(%s - 1, %s, %s)", f, i.name, w.expr(t, fuel), w.expr(other.typ, fuel))
	}
	body := ""
	switch w.rand.IntN(4) {
	case 0:
		body = fmt.Sprintf("if (%s <= 0) { %s } else { %s }", i.name, w.expr(t, fuel), again())
	case 1:
		body = fmt.Sprintf("if (%s <= 0) { %s } else if (%s) { %s } else { %s }", i.name, w.expr(t, fuel), w.expr(tensor("bool"), fuel), again(), again())
	case 2:
		v := typedVar{w.fresh(), t}
		bound := w.expr(t, fuel)
		body = w.bind(v, func() string {
			return fmt.Sprintf("let %s = %s; if (%s > 0) { let %s = %s; %s } else { %s }", v.name, bound, i.name, v.name, w.expr(t, fuel), again(), w.expr(t, fuel))
		})
	default:
		body = fmt.Sprintf("if (%s > 0) { if (%s) { %s } else { %s } } else { %s }", i.name, w.expr(tensor("bool"), fuel), w.expr(t, fuel), again(), w.expr(t, fuel))
	}
	w.vars = outer
	return fmt.Sprintf("{ let %s = fn(%s: int32, %s: %s, %s: %s) -> %s { %s }; %s(%s, %s, %s) }", f, i.name, s.name, t, other.name, other.typ, t, body, f, count, init, second)
}

// roundings are functions that round, of a tensor of rank 3.
var roundings = []string{
	"exp(%s * 0.125f)", "tanh(%s * 0.25f)", "sigmoid(%s)", "nn.softmax(%s)", "nn.log_softmax(%s, axis=1)", "mean(%s, axis=[1])",
	"erf(%s * 0.25f)", "sqrt(abs(%s))", "rsqrt(abs(%s) + 1f)", "sin(%s)", "log(abs(%s) + 1f)", "atan(%s)", "mean(%s)",
	"nn.leaky_relu(%s)", "%s / 3f", "power(abs(%s), 0.5f)", "log2(abs(%s) + 1f)",
}

func (w *writer) rounded() string {
	return fmt.Sprintf(w.choose(roundings...), "("+w.expr(tensor("float32", w.extent(), w.extent(), w.extent()), 3)+")")
}
