package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// MakeEffects gives a program whose definitions read and write references, fail
// in every way, call each other in circles and call functions that are given to
// them. A driver is a definition without parameters that makes a reference,
// calls a definition for `let %v`, and gives the call's value and the content of
// the reference then. Drivers come in twos that differ in the content before,
// which is 5 and 7.
func MakeEffects(seed uint64) (text string, drivers [][2]string) {
	g := &effects{rand: rand.New(rand.NewPCG(seed, 2))}
	for i := range 2 + g.rand.IntN(4) {
		g.defs = append(g.defs, effectDef{name: fmt.Sprintf("@e%d", i), params: g.params()})
	}
	var b strings.Builder
	b.WriteString("data Box { Box : (fn(int32) -> int32) -> Box }\n\n")
	for i, d := range g.defs {
		g.at, g.ints, g.funcs = i, []string{"1"}, nil
		var params []string
		for _, p := range d.params {
			name := "%" + p
			params = append(params, name+": "+effectTypes[p])
			switch p {
			case "n":
				g.ints = append(g.ints, name)
			case "g":
				g.funcs = append(g.funcs, name)
			}
		}
		g.has = strings.Join(d.params, "")
		fmt.Fprintf(&b, "def %s(%s) -> int32 {\n  %s\n}\n\n", d.name, strings.Join(params, ", "), g.expr(4))
	}
	for i, d := range g.defs {
		for range 2 {
			drivers = append(drivers, g.drive(&b, i, d))
		}
	}
	return b.String(), drivers
}

type effects struct {
	rand  *rand.Rand
	defs  []effectDef
	at    int    // the definition that is made
	has   string // the letters of its parameters
	ints  []string
	funcs []string
	names int
}

// An effectDef has parameters that are letters of effectTypes.
type effectDef struct {
	name   string
	params []string
}

var effectTypes = map[string]string{
	"n": "int32", "r": "ref(int32)", "g": "fn(int32) -> int32", "x": "FractalTensor[int32]", "l": "List[int32]",
	"t": "Tensor[(3), int32]", "u": "Tensor[(?), int32]", "b": "Box",
}

func (g *effects) params() []string {
	var found []string
	for _, p := range []string{"n", "r", "g", "x", "l", "t", "u", "b"} {
		if g.rand.IntN(100) < 45 {
			found = append(found, p)
		}
	}
	g.rand.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found
}

func (g *effects) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *effects) atom() string {
	if g.rand.IntN(2) == 0 {
		return fmt.Sprint(g.rand.IntN(5))
	}
	return g.ints[g.rand.IntN(len(g.ints))]
}

// expr is a random expression of type int32.
func (g *effects) expr(fuel int) string {
	if fuel <= 0 {
		return g.atom()
	}
	fuel--
	for {
		form := g.rand.IntN(22)
		if need := map[int]string{3: "r", 4: "r", 7: "l", 8: "l", 9: "x", 10: "x", 11: "x", 12: "x", 13: "x", 14: "g", 17: "t", 18: "u", 21: "b"}[form]; need == "" || strings.Contains(g.has, need) {
			return g.form(form, fuel)
		}
	}
}

func (g *effects) form(form, fuel int) string {
	e := func() string { return g.expr(fuel) }
	switch form {
	case 0:
		return "(" + e() + [...]string{" + ", " - ", " * "}[g.rand.IntN(3)] + e() + ")"
	case 1:
		return "(" + e() + " / " + e() + ")"
	case 2:
		return "(" + e() + " / 2)"
	case 3:
		return "ref_read(%r)"
	case 4:
		return "{ ref_write(%r, " + e() + "); " + e() + " }"
	case 5:
		return "ref_read(ref(" + e() + "))"
	case 6:
		return "if (" + e() + " < " + e() + ") { " + e() + " } else { " + e() + " }"
	case 7:
		return "match (%l) { Cons(%h, _) => " + g.inside("%h", fuel) + ", Nil => " + e() + " }"
	case 8:
		return "match? (%l) { Cons(%h, Nil) => " + g.inside("%h", fuel) + " }"
	case 9:
		return "%x[" + e() + "]"
	case 10:
		return "reduce(add, map(fn(%m) { " + g.inside("%m", fuel) + " }, %x), " + e() + ")"
	case 11:
		return "foldl(fn(%s, %m) { %s + " + g.inside("%m", fuel) + " }, %x)"
	case 12:
		return "length(zip(%x, filter(fn(%m) { %m < " + g.inside("%m", fuel) + " }, %x)))"
	case 13:
		return [...]string{"first", "last"}[g.rand.IntN(2)] + "(%x)"
	case 14, 15:
		if len(g.funcs) == 0 {
			return g.atom()
		}
		return g.funcs[g.rand.IntN(len(g.funcs))] + "(" + e() + ")"
	case 16:
		f := g.fresh("%f")
		body := g.lambda(fuel)
		g.funcs = append(g.funcs, f)
		rest := e()
		g.funcs = g.funcs[:len(g.funcs)-1]
		return "{ let " + f + " = " + body + "; " + rest + " }"
	case 17:
		return "%t[" + fmt.Sprint(g.rand.IntN(4)) + "]"
	case 18:
		return "(%u + Constant([1, 2, 3]))[0]"
	case 19:
		v := g.fresh("%")
		value := e()
		g.ints = append(g.ints, v)
		rest := e()
		g.ints = g.ints[:len(g.ints)-1]
		return "{ " + v + " = " + value + "; " + rest + " }"
	case 20:
		return g.call(fuel)
	}
	return "match (%b) { Box(%k) => %k(" + e() + ") }"
}

// inside is an expression with one more variable.
func (g *effects) inside(name string, fuel int) string {
	g.ints = append(g.ints, name)
	defer func() { g.ints = g.ints[:len(g.ints)-1] }()
	return g.expr(fuel)
}

func (g *effects) lambda(fuel int) string {
	y := g.fresh("%y")
	return "fn(" + y + ": int32) -> int32 { " + g.inside(y, fuel-1) + " }"
}

// call is a call of a definition; seldom of one that is not there yet or of
// itself, so that most programs end.
func (g *effects) call(fuel int) string {
	i := g.rand.IntN(len(g.defs))
	if i >= g.at && g.rand.IntN(100) < 70 {
		return g.atom()
	}
	return g.defs[i].name + "(" + g.arguments(g.defs[i], func(p string) string {
		switch {
		case p == "n":
			return g.expr(fuel - 1)
		case p == "g" && len(g.funcs) > 0 && g.rand.IntN(2) == 0:
			return g.funcs[g.rand.IntN(len(g.funcs))]
		case p == "g":
			return g.lambda(fuel)
		case strings.Contains(g.has, p):
			return "%" + p
		}
		return g.constant(p)
	}) + ")"
}

func (g *effects) arguments(d effectDef, argument func(p string) string) string {
	args := make([]string, len(d.params))
	for i, p := range d.params {
		args[i] = argument(p)
	}
	return strings.Join(args, ", ")
}

// constant is an argument without variables.
func (g *effects) constant(p string) string {
	options := map[string][]string{
		"n": {"0", "1", "3"}, "r": {"ref(2)"}, "g": {"fn(%q: int32) -> int32 { %q + 1 }", "fn(%q: int32) -> int32 { 6 / %q }", "fn(%q: int32) -> int32 { match? (Cons(1, Nil())) { Nil => %q } }"},
		"x": {"[1, 2, 3]", "[0]", "filter(fn(%q: int32) { %q < 0 }, [1])"}, "l": {"Nil()", "Cons(1, Nil())", "Cons(1, Cons(2, Nil()))"},
		"t": {"Constant([1, 2, 3])"}, "u": {"Constant([1, 2, 3])", "Constant([1, 2])"},
		"b": {"Box(fn(%q: int32) -> int32 { %q })", "Box(fn(%q: int32) -> int32 { 1 / %q })"},
	}[p]
	return options[g.rand.IntN(len(options))]
}

// drive writes two drivers of a definition.
func (g *effects) drive(b *strings.Builder, i int, d effectDef) (names [2]string) {
	args := g.arguments(d, func(p string) string {
		if p == "r" {
			return "%cell"
		}
		if p == "g" && g.rand.IntN(3) == 0 {
			return "fn(%q: int32) -> int32 { ref_write(%cell, 100 + %q); %q }"
		}
		return g.constant(p)
	})
	k := g.fresh("")
	for j, content := range []string{"5", "7"} {
		names[j] = fmt.Sprintf("@drive%d_%s_%d", i, k, j)
		fmt.Fprintf(b, "def %s() {\n  let %%cell = ref(%s);\n  let %%v = %s(%s);\n  (%%v, ref_read(%%cell))\n}\n\n", names[j], content, d.name, args)
	}
	return names
}
