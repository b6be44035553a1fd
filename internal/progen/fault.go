package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// MakeFaults gives a program of which nearly every operation may fail: divisions and
// indices inside the functions of parallel functions, in values that nothing reads, in
// graph bindings, after branches and in matches without a clause for every value. Functions
// write references, give tuples, capture sequences, and are declared inside ones over a size
// variable. Sequences are long enough for every fast path. Its entry is `@main`.
func MakeFaults(seed uint64) string {
	g := &faults{rand: rand.New(rand.NewPCG(seed, 3))}
	var b strings.Builder
	for range 1 + g.rand.IntN(3) {
		g.define(&b)
	}
	g.vars = map[byte][]string{'i': {"%k"}, 'x': {"%long", "%short"}, 'y': {"%rows"}, 't': {"%t"}, 'l': {"%l"}, 'r': {"%r"}, 'p': {"%p"}}
	kind := "ixyp"[g.rand.IntN(4)]
	fmt.Fprintf(&b, "def @main() {\n  let %%k = %d;\n  let %%r = ref(%d);\n", g.rand.IntN(4), g.rand.IntN(4))
	fmt.Fprintf(&b, "  let %%long = arange(%d);\n  let %%short = [3, 1, %%k];\n", 60+g.rand.IntN(1000))
	b.WriteString("  let %rows = [[1, 2, 3], [4, 5], [6]];\n  let %t = Constant([2, 1, 4]);\n  let %l = Cons(2, Cons(0, Nil()));\n  let %p = (4, %k);\n")
	fmt.Fprintf(&b, "  let %%v = %s;\n  (%%v, ref_read(%%r))\n}\n", g.expr(kind, 5))
	return b.String()
}

// faultTypes are the types of the language that expressions are made of, by a letter.
var faultTypes = map[byte]string{
	'i': "int32", 'b': "bool", 'x': "FractalTensor[int32]", 'y': "FractalTensor[FractalTensor[int32]]",
	't': "Tensor[(3), int32]", 'p': "(int32, int32)", 'l': "List[int32]", 'r': "ref(int32)",
}

type faults struct {
	rand  *rand.Rand
	vars  map[byte][]string // in scope, by type
	defs  []effectDef       // those whose result is an int32
	sized []string          // those of a tensor of any length
	names int
	loops int // around what is made
}

func (g *faults) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *faults) chance(percent int) bool { return g.rand.IntN(100) < percent }

// define writes a definition, with annotations or without.
func (g *faults) define(b *strings.Builder) {
	if g.chance(30) {
		f := g.fresh("@s")
		fmt.Fprintf(b, "def %s<n>(%%t: Tensor[(n), int32], %%i: int32) -> int32 {\n  let %%inner = fn(%%j) { %%t[%%j] / %%t };\n  (%%inner(%%i))[%d]\n}\n\n", f, g.rand.IntN(4))
		g.sized = append(g.sized, f)
		return
	}
	d := effectDef{name: g.fresh("@f")}
	g.vars = map[byte][]string{}
	var params []string
	for _, k := range []byte("iixrl") {
		if !g.chance(60) {
			continue
		}
		name := g.fresh("%a")
		d.params = append(d.params, string(k))
		g.vars[k] = append(g.vars[k], name)
		if k != 'i' || g.chance(50) {
			name += ": " + faultTypes[k]
		}
		params = append(params, name)
	}
	fmt.Fprintf(b, "def %s(%s) {\n  %s\n}\n\n", d.name, strings.Join(params, ", "), g.expr('i', 3))
	g.defs = append(g.defs, d)
}

// with makes something with more variables in scope.
func (g *faults) with(kind byte, name string, make func() string) string {
	before := g.vars[kind]
	g.vars[kind] = append(before[:len(before):len(before)], name)
	defer func() { g.vars[kind] = before }()
	return make()
}

// expr is an expression of a type, at most fuel operations deep.
func (g *faults) expr(kind byte, fuel int) string {
	if fuel <= 0 || g.chance(10) {
		return g.leaf(kind)
	}
	if g.chance(30) && kind != 'r' {
		return g.around(kind, fuel-1)
	}
	forms := map[byte]func(int) string{'i': g.integer, 'b': g.boolean, 'x': g.sequence, 'y': g.rows, 't': g.tensor, 'p': g.pair}
	if form := forms[kind]; form != nil {
		return form(fuel - 1)
	}
	return g.leaf(kind)
}

// leaf is a variable or a literal.
func (g *faults) leaf(kind byte) string {
	if vs := g.vars[kind]; len(vs) > 0 && g.chance(75) {
		return vs[g.rand.IntN(len(vs))]
	}
	switch kind {
	case 'b':
		return []string{"True", "False"}[g.rand.IntN(2)]
	case 'x':
		return fmt.Sprintf("[%d, %d]", g.rand.IntN(4), g.rand.IntN(4))
	case 'y':
		return fmt.Sprintf("[[%d], [%d, 2]]", g.rand.IntN(4), g.rand.IntN(4))
	case 't':
		return fmt.Sprintf("Constant([1, %d, 5])", g.rand.IntN(3))
	case 'p':
		return fmt.Sprintf("(%d, 7)", g.rand.IntN(4))
	case 'l':
		return []string{"Nil()", "Cons(3, Nil())"}[g.rand.IntN(2)]
	case 'r':
		return "ref(1)"
	}
	return fmt.Sprint(g.rand.IntN(6))
}

// around is a form that any type may have: a binding, a branch, a match, an effect.
func (g *faults) around(kind byte, fuel int) string {
	e := func() string { return g.expr(kind, fuel) }
	other := "iixtpb"[g.rand.IntN(6)]
	switch g.rand.IntN(9) {
	case 0, 1:
		return "{ let " + g.fresh("%unread") + " = " + g.expr(other, fuel) + "; " + e() + " }"
	case 2:
		v := g.fresh("%v")
		return "{ let " + v + " = " + g.expr(other, fuel) + "; " + g.with(other, v, e) + " }"
	case 3:
		v := g.fresh("%")
		return "{ " + v + " = " + g.expr(other, fuel) + "; " + g.with(other, v, e) + " }"
	case 4:
		return "if (" + g.expr('b', fuel) + ") { " + e() + " } else { " + e() + " }"
	case 5:
		h, t := g.fresh("%h"), g.fresh("%t")
		some := g.with('i', h, func() string { return g.with('l', t, e) })
		none := ", Nil => " + e()
		if g.chance(30) {
			none = ""
		}
		return "match? (" + g.leaf('l') + ") { Cons(" + h + ", " + t + ") => " + some + none + " }"
	case 6:
		if len(g.vars['r']) > 0 {
			return "{ ref_write(" + g.vars['r'][0] + ", " + g.expr('i', fuel) + "); " + e() + " }"
		}
	case 7:
		a, b := g.fresh("%a"), g.fresh("%b")
		body := g.with('i', a, func() string { return g.with('i', b, e) })
		return "{ let (" + a + ", " + b + ") = " + g.expr('p', fuel) + "; " + body + " }"
	}
	return "(" + e() + ", " + g.expr(other, fuel) + ").0"
}

// lambda is a function of one element.
func (g *faults) lambda(in, out byte, fuel int) string {
	v := g.fresh("%e")
	if in == 'i' && g.chance(40) && (out == 'i' || out == 'b' || out == 'p') {
		return "fn(" + v + ") { " + g.blockBody(v, out) + " }"
	}
	g.loops++
	defer func() { g.loops-- }()
	return "fn(" + v + ") { " + g.with(in, v, func() string { return g.expr(out, min(fuel, 4-g.loops)) }) + " }"
}

// blockBody is arithmetic on one number that can be done for whole blocks of them: some of
// it is read by nothing, and divides by 0 for at most a few numbers.
func (g *faults) blockBody(v string, out byte) string {
	known := []string{v, "2"}
	if vs := g.vars['i']; len(vs) > 0 {
		known = append(known, vs[g.rand.IntN(len(vs))])
	}
	atom := func() string { return known[g.rand.IntN(len(known))] }
	result := map[byte]func() string{'i': atom, 'b': func() string { return atom() + " < " + atom() }, 'p': func() string { return "(" + atom() + ", " + atom() + ")" }}[out]
	text := ""
	for range 1 + g.rand.IntN(3) {
		a, by := g.fresh("%a"), atom()
		if g.chance(70) {
			by = fmt.Sprintf("(%s - %d)", v, g.rand.IntN(1500)-300)
		}
		value := [...]string{"7 / " + by, "mod(" + atom() + ", " + by + ")", "(" + atom() + " / " + by + ", 1).1", "(Constant([6, 8]) / " + by + ", 3).1", atom() + " * " + atom(),
			"if (" + atom() + " < " + atom() + ") { 9 / " + by + " } else { " + atom() + " }"}[g.rand.IntN(6)]
		text += "let " + a + " = " + value + "; "
		if g.chance(40) {
			known = append(known, a)
		}
	}
	return text + result()
}

func (g *faults) integer(fuel int) string {
	e := func() string { return g.expr('i', fuel) }
	switch g.rand.IntN(15) {
	case 0, 1:
		return "(" + e() + [...]string{" + ", " - ", " * "}[g.rand.IntN(3)] + e() + ")"
	case 2, 3:
		return "(" + e() + " / " + e() + ")"
	case 4:
		return "mod(" + e() + ", " + e() + ")"
	case 5:
		return "(" + g.expr('x', fuel) + ")[" + e() + "]"
	case 6:
		return [...]string{"first", "last", "length"}[g.rand.IntN(3)] + "(" + g.expr('x', fuel) + ")"
	case 7:
		a, b := g.fresh("%a"), g.fresh("%b")
		unread := ""
		switch g.rand.IntN(3) {
		case 0:
			unread = g.blockBody(b, 'i') + "; "
		case 1:
			unread = "let " + g.fresh("%unread") + " = " + g.expr('i', fuel-1) + "; "
		}
		return "reduce(fn(" + a + ", " + b + ") { " + unread + a + " + " + b + " }, " + g.expr('x', fuel) + ", " + e() + ")"
	case 8:
		s := g.fresh("%s")
		step := g.with('i', s, func() string { return strings.TrimPrefix(g.lambda('i', 'i', fuel), "fn(") })
		return "foldl(fn(" + s + ", " + step + ", " + g.expr('x', fuel) + ", " + e() + ")"
	case 9:
		if len(g.vars['r']) > 0 {
			return "ref_read(" + g.vars['r'][0] + ")"
		}
	case 10:
		if len(g.sized) > 0 {
			return g.sized[g.rand.IntN(len(g.sized))] + "(" + g.expr('t', fuel) + ", " + e() + ")"
		}
	case 11, 12:
		if len(g.defs) > 0 && g.loops < 2 {
			return g.call(g.defs[g.rand.IntN(len(g.defs))], fuel)
		}
	case 13:
		f := g.fresh("%f")
		return "{ let " + f + " = " + g.lambda('i', 'i', fuel) + "; " + f + "(" + e() + ") + " + f + "(" + e() + ") }"
	}
	return "(" + g.expr('p', fuel) + ")." + fmt.Sprint(g.rand.IntN(2))
}

func (g *faults) call(d effectDef, fuel int) string {
	args := make([]string, len(d.params))
	for i, k := range d.params {
		args[i] = g.expr(k[0], min(fuel, 1))
	}
	return d.name + "(" + strings.Join(args, ", ") + ")"
}

func (g *faults) boolean(fuel int) string {
	e := func() string { return g.expr('i', fuel) }
	switch g.rand.IntN(4) {
	case 0:
		return "(" + g.expr('b', fuel) + [...]string{" && ", " || "}[g.rand.IntN(2)] + g.expr('b', fuel) + ")"
	case 1:
		return "!(" + g.expr('b', fuel) + ")"
	}
	return "(" + e() + [...]string{" < ", " == ", " >= "}[g.rand.IntN(3)] + e() + ")"
}

func (g *faults) sequence(fuel int) string {
	x := func() string { return g.expr('x', fuel) }
	switch g.rand.IntN(13) {
	case 11, 12:
		out := "bi"[g.rand.IntN(2)]
		return map[byte]string{'i': "map(", 'b': "filter("}[out] + g.lambda('i', out, fuel) + ", " + g.leaf('x') + ")"
	case 0, 1:
		return "map(" + g.lambda('i', 'i', fuel) + ", " + x() + ")"
	case 2:
		return "map(" + g.lambda('i', 'p', fuel) + ", " + x() + ")." + fmt.Sprint(g.rand.IntN(2))
	case 3:
		return "filter(" + g.lambda('i', 'b', fuel) + ", " + x() + ")"
	case 4:
		s := g.fresh("%s")
		step := g.with('i', s, func() string { return strings.TrimPrefix(g.lambda('i', 'i', fuel), "fn(") })
		return [...]string{"scanl", "scanr"}[g.rand.IntN(2)] + "(fn(" + s + ", " + step + ", " + x() + ", " + g.expr('i', fuel) + ")"
	case 5:
		a, b := g.fresh("%a"), g.fresh("%b")
		g.loops++
		body := g.with('i', a, func() string { return g.with('i', b, func() string { return g.expr('i', min(fuel, 2)) }) })
		g.loops--
		return "map(fn((" + a + ", " + b + ")) { " + body + " }, zip(" + x() + ", " + x() + "))"
	case 6:
		return "map(" + g.lambda('x', 'i', fuel) + ", " + g.expr('y', fuel) + ")"
	case 7:
		return "(" + g.expr('y', fuel) + ")[" + g.expr('i', fuel) + "]"
	case 8:
		return "join(" + x() + ", " + x() + ")"
	case 9:
		return "[" + g.expr('i', fuel) + ", " + g.expr('i', fuel) + "]"
	}
	return "map(" + g.lambda('i', 'i', fuel) + ", " + g.leaf('x') + ")"
}

func (g *faults) rows(fuel int) string {
	switch g.rand.IntN(4) {
	case 0:
		return "map(" + g.lambda('x', 'x', fuel) + ", " + g.expr('y', fuel) + ")"
	case 1:
		return "forall(" + g.lambda('i', 'i', fuel) + ", " + g.expr('y', fuel) + ")"
	case 2:
		return "map(" + g.lambda('i', 'x', fuel) + ", " + g.leaf('x') + ")"
	}
	return "[" + g.expr('x', fuel) + ", " + g.expr('x', fuel) + "]"
}

func (g *faults) tensor(fuel int) string {
	t := func() string { return g.expr('t', fuel) }
	if g.chance(50) {
		return "(" + t() + [...]string{" + ", " / ", " * "}[g.rand.IntN(3)] + t() + ")"
	}
	return "(" + t() + [...]string{" + ", " / ", " * "}[g.rand.IntN(3)] + g.expr('i', fuel) + ")"
}

func (g *faults) pair(fuel int) string {
	return "(" + g.expr('i', fuel) + ", " + g.expr('i', fuel) + ")"
}
