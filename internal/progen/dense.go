package progen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// MakeDense gives a program of operators on tensors and of parallel functions on their
// slices, of bindings that are read once and often, and of branches: what is fused,
// traced and forked. All numbers are integers, floats too, and small enough that sums are
// exact in every order; functions that round are around the whole. Its entry is `@main`.
func MakeDense(seed uint64) string {
	g := &denses{rand: rand.New(rand.NewPCG(seed, 6))}
	var b strings.Builder
	b.WriteString("def @main() {\n")
	var results []string
	for range 3 + g.rand.IntN(4) {
		t := g.kind()
		name, binds := g.fresh("%v"), "let "
		if g.chance(30) {
			name, binds = g.fresh("%"), ""
		}
		fmt.Fprintf(&b, "  %s%s = %s;\n", binds, name, g.expr(t, 4))
		g.vars = append(g.vars, denseVar{name, t})
		results = append(results, name)
	}
	rounding := "(" + g.rounded(shaped("float32", 3, 4), 3) + ", " + g.rounded(shaped("float32", 40, 30), 2) + ")"
	fmt.Fprintf(&b, "  (%s, %s)\n}\n", strings.Join(results, ", "), rounding)
	return b.String()
}

// A denseType is a tensor's; without extents it is a number's.
type denseType struct {
	dtype string
	shape []int
}

func shaped(dtype string, shape ...int) denseType { return denseType{dtype, shape} }

func (t denseType) equal(u denseType) bool {
	return t.dtype == u.dtype && slices.Equal(t.shape, u.shape)
}

func (t denseType) size() int {
	n := 1
	for _, d := range t.shape {
		n *= d
	}
	return n
}

type denseVar struct {
	name string
	typ  denseType
}

type denses struct {
	rand  *rand.Rand
	vars  []denseVar
	names int
}

func (g *denses) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *denses) chance(percent int) bool { return g.rand.IntN(100) < percent }

func (g *denses) choose(from ...string) string { return from[g.rand.IntN(len(from))] }

// kind is a random type; some are large enough for several cores.
func (g *denses) kind() denseType {
	t := denseType{dtype: g.choose("float32", "float32", "int32")}
	if g.chance(15) {
		return denseType{t.dtype, []int{40, 30}}
	}
	for range g.rand.IntN(4) {
		t.shape = append(t.shape, 1+g.rand.IntN(4))
	}
	return t
}

func numbers(ns []int) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = strconv.Itoa(n)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// with makes something with one more variable.
func (g *denses) with(v denseVar, make func() string) string {
	outer := g.vars
	g.vars = append(slices.Clone(g.vars), v)
	defer func() { g.vars = outer }()
	return make()
}

// expr is an expression of a type.
func (g *denses) expr(t denseType, fuel int) string {
	if fuel <= 0 || g.chance(8) {
		return g.leaf(t)
	}
	for {
		if text := g.form(t, fuel-1); text != "" {
			return text
		}
	}
}

func (g *denses) leaf(t denseType) string {
	var known []string
	for _, v := range g.vars {
		if v.typ.equal(t) {
			known = append(known, v.name)
		}
	}
	if len(known) > 0 && g.chance(80) {
		return g.choose(known...)
	}
	if t.dtype == "bool" {
		return "(" + g.leaf(shaped("int32", t.shape...)) + " < " + g.scalar("int32") + ")"
	}
	if len(t.shape) == 0 {
		return g.scalar(t.dtype)
	}
	if g.chance(30) {
		return fmt.Sprintf("%s(shape=%s, dtype=\"%s\")", g.choose("ones", "zeros"), numbers(t.shape), t.dtype)
	}
	ramp := fmt.Sprintf("reshape(floor_mod(stack(arange(%d)) * %d, 9) - 4, newshape=%s)", t.size(), 1+g.rand.IntN(6), numbers(t.shape))
	if t.dtype == "float32" {
		return "cast(" + ramp + ", dtype=\"float32\")"
	}
	return ramp
}

func (g *denses) scalar(dtype string) string {
	text := strconv.Itoa(g.rand.IntN(5))
	if dtype == "float32" {
		return text + "f"
	}
	return text
}

// clipped keeps numbers small.
func (g *denses) clipped(t denseType, text string) string {
	least, most := "-9", "9"
	if t.dtype == "float32" {
		least, most = "-9f", "9f"
	}
	return "maximum(minimum(" + text + ", " + most + "), " + least + ")"
}

// form is an expression with parts, "" where the form that was drawn does not fit.
func (g *denses) form(t denseType, fuel int) string {
	if t.dtype == "bool" {
		return g.truth(t, fuel)
	}
	forms := []func(denseType, int) string{
		g.binary, g.binary, g.binary, g.unary, g.unary, g.choice, g.along, g.turned, g.refolded, g.joined, g.product,
		g.converted, g.element, g.mapped, g.mapped, g.folded, g.scanned, g.bound, g.bound, g.branch, g.squeezed,
	}
	return forms[g.rand.IntN(len(forms))](t, fuel)
}

func (g *denses) truth(t denseType, fuel int) string {
	of := shaped(g.choose("int32", "float32"), t.shape...)
	return "(" + g.expr(of, fuel) + g.choose(" < ", " >= ", " == ", " != ") + g.expr(of, fuel) + ")"
}

// narrower is a type that broadcasts to t.
func (g *denses) narrower(t denseType) denseType {
	shape := slices.Clone(t.shape[g.rand.IntN(len(t.shape)+1):])
	for i := range shape {
		if g.chance(20) {
			shape[i] = 1
		}
	}
	return denseType{t.dtype, shape}
}

func (g *denses) binary(t denseType, fuel int) string {
	a, b := t, t
	if g.chance(50) {
		b = g.narrower(t)
	}
	if g.chance(30) {
		a, b = b, a
	}
	x, y := g.expr(a, fuel), g.expr(b, fuel)
	switch g.rand.IntN(6) {
	case 0:
		return g.choose("maximum", "minimum") + "(" + x + ", " + y + ")"
	case 1, 2:
		return g.clipped(t, "("+x+" * "+y+")")
	}
	return g.clipped(t, "("+x+g.choose(" + ", " - ")+y+")")
}

func (g *denses) unary(t denseType, fuel int) string {
	return g.choose("negative", "abs", "nn.relu") + "(" + g.expr(t, fuel) + ")"
}

func (g *denses) choice(t denseType, fuel int) string {
	if len(t.shape) == 0 {
		return ""
	}
	return "where(" + g.expr(shaped("bool", t.shape...), fuel) + ", " + g.expr(t, fuel) + ", " + g.expr(t, fuel) + ")"
}

// along combines the elements along an axis.
func (g *denses) along(t denseType, fuel int) string {
	axis := g.rand.IntN(len(t.shape) + 1)
	of := denseType{t.dtype, slices.Insert(slices.Clone(t.shape), axis, 1+g.rand.IntN(5))}
	return g.clipped(t, fmt.Sprintf("%s(%s, axis=[%d])", g.choose("sum", "max", "min"), g.expr(of, fuel), axis))
}

func (g *denses) turned(t denseType, fuel int) string {
	axes := g.rand.Perm(len(t.shape))
	of := denseType{t.dtype, make([]int, len(t.shape))}
	for k, a := range axes {
		of.shape[a] = t.shape[k]
	}
	if len(axes) == 0 {
		return ""
	}
	return "transpose(" + g.expr(of, fuel) + ", axes=" + numbers(axes) + ")"
}

func (g *denses) refolded(t denseType, fuel int) string {
	if len(t.shape) == 0 {
		return ""
	}
	return "reshape(" + g.expr(denseType{t.dtype, []int{t.size()}}, fuel) + ", newshape=" + numbers(t.shape) + ")"
}

func (g *denses) joined(t denseType, fuel int) string {
	if len(t.shape) == 0 {
		return ""
	}
	axis := g.rand.IntN(len(t.shape))
	if t.shape[axis] < 2 {
		return ""
	}
	a, b := slices.Clone(t.shape), slices.Clone(t.shape)
	a[axis] = 1 + g.rand.IntN(t.shape[axis]-1)
	b[axis] -= a[axis]
	return fmt.Sprintf("concatenate((%s, %s), axis=%d)", g.expr(denseType{t.dtype, a}, fuel), g.expr(denseType{t.dtype, b}, fuel), axis)
}

func (g *denses) product(t denseType, fuel int) string {
	if len(t.shape) != 2 || t.dtype != "float32" {
		return ""
	}
	k := 1 + g.rand.IntN(5)
	if g.chance(50) {
		return g.clipped(t, fmt.Sprintf("nn.dense(%s, %s, units=%d)", g.expr(shaped("float32", t.shape[0], k), fuel), g.expr(shaped("float32", t.shape[1], k), fuel), t.shape[1]))
	}
	return g.clipped(t, "matmul("+g.expr(shaped("float32", t.shape[0], k), fuel)+", "+g.expr(shaped("float32", k, t.shape[1]), fuel)+")")
}

func (g *denses) converted(t denseType, fuel int) string {
	from := g.choose("int32", "float32", "bool")
	if from == t.dtype {
		return ""
	}
	return "cast(" + g.expr(shaped(from, t.shape...), fuel) + ", dtype=\"" + t.dtype + "\")"
}

func (g *denses) element(t denseType, fuel int) string {
	n := 1 + g.rand.IntN(4)
	return fmt.Sprintf("(%s)[%d]", g.expr(denseType{t.dtype, slices.Insert(slices.Clone(t.shape), 0, n)}, fuel), g.rand.IntN(n))
}

// sliceable reports whether slices of t have the type of its elements: those of a vector of
// floats are tensors of one.
func sliceable(t denseType) bool {
	return len(t.shape) > 1 || len(t.shape) == 1 && t.dtype == "int32"
}

func (t denseType) inner() denseType { return denseType{t.dtype, t.shape[1:]} }

func (g *denses) lambda(in, out denseType, fuel int) string {
	v := g.fresh("%e")
	return "fn(" + v + ") { " + g.with(denseVar{v, in}, func() string { return g.expr(out, fuel) }) + " }"
}

func (g *denses) mapped(t denseType, fuel int) string {
	if !sliceable(t) {
		return ""
	}
	in := denseType{g.choose("int32", "float32"), append([]int{t.shape[0]}, g.narrower(t).shape...)}
	if !sliceable(in) {
		return ""
	}
	return "stack(map(" + g.lambda(in.inner(), t.inner(), fuel) + ", slices(" + g.expr(in, fuel) + ")))"
}

// step is a function of a state and an element.
func (g *denses) step(state, element denseType, fuel int) string {
	s := g.fresh("%s")
	return g.with(denseVar{s, state}, func() string {
		return "fn(" + s + ", " + strings.TrimPrefix(g.lambda(element, state, fuel), "fn(")
	})
}

func (g *denses) folded(t denseType, fuel int) string {
	over := denseType{t.dtype, slices.Insert(slices.Clone(t.shape), 0, 1+g.rand.IntN(4))}
	if !sliceable(over) {
		return ""
	}
	return g.choose("foldl", "foldr") + "(" + g.step(t, t, min(fuel, 2)) + ", slices(" + g.expr(over, fuel) + "), " + g.expr(t, fuel) + ")"
}

func (g *denses) scanned(t denseType, fuel int) string {
	if !sliceable(t) {
		return ""
	}
	return "stack(" + g.choose("scanl", "scanr") + "(" + g.step(t.inner(), t.inner(), min(fuel, 2)) + ", slices(" + g.expr(t, fuel) + "), " + g.expr(t.inner(), fuel) + "))"
}

func (g *denses) bound(t denseType, fuel int) string {
	v := denseVar{g.fresh("%b"), g.kind()}
	if g.chance(60) {
		v.typ = t
	}
	binds := "let "
	if g.chance(40) {
		v.name, binds = g.fresh("%"), ""
	}
	value := g.expr(v.typ, fuel)
	return "{ " + binds + v.name + " = " + value + "; " + g.with(v, func() string { return g.expr(t, fuel) }) + " }"
}

func (g *denses) branch(t denseType, fuel int) string {
	return "if (" + g.expr(shaped("bool"), min(fuel, 1)) + ") { " + g.expr(t, fuel) + " } else { " + g.expr(t, fuel) + " }"
}

// squeezed adds an extent of 1.
func (g *denses) squeezed(t denseType, fuel int) string {
	at := slices.Index(t.shape, 1)
	if at < 0 {
		return ""
	}
	return fmt.Sprintf("expand_dims(%s, axis=%d)", g.expr(denseType{t.dtype, slices.Delete(slices.Clone(t.shape), at, at+1)}, fuel), at)
}

// rounded is a chain of functions that round, of tensors that are exact.
func (g *denses) rounded(t denseType, fuel int) string {
	if fuel <= 0 {
		return g.expr(t, 2)
	}
	x := func() string { return g.rounded(t, fuel-1) }
	switch g.rand.IntN(5) {
	case 0:
		return "(tanh(" + x() + ") + sigmoid(" + x() + "))"
	case 1:
		return "nn.softmax(" + g.expr(t, 2) + ")"
	case 2:
		return "(tanh(" + x() + ") * " + g.expr(g.narrower(t), 1) + ")"
	case 3:
		v := g.fresh("%b")
		return "{ let " + v + " = " + x() + "; " + v + " * sigmoid(" + v + ") }"
	}
	return "sigmoid(" + x() + ")"
}
