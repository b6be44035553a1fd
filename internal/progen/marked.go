package progen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A markedProgram writes programs of the whole language that say what they do: each
// effect puts a number of its own on a list, and each failure names one. Top-level
// expressions give what was computed beside that list and the contents of two
// cells. Two expressions of one program have no number in common, so that no change
// of order is hidden.
type markedProgram struct {
	*rand.Rand
	out    strings.Builder
	marks  int // the numbers of effects and failures
	names  int
	last   string    // the name that was bound last
	graphs int       // of the definition that is written
	scope  []someVar // innermost last
	globs  []someFunc
	self   *someFunc // the definition that is written, where it may call itself
	pure   bool      // no effects and no failures
	wide   bool      // graph bindings may have effects
	depth  int
}

// A someVar is a variable that is visible.
type someVar struct {
	name string
	typ  string
}

// A someFunc is a definition that may be called.
type someFunc struct {
	name   string
	params []string
	result string
}

// Types are distinguished by short names.
const (
	anInt    = "int32"
	aBool    = "bool"
	aPair    = "(int32, int32)"
	aNest    = "((int32, int32), int32)"
	aRow     = "FractalTensor[int32]"
	aList    = "List[int32]"
	aBox     = "Box"
	aFunc    = "fn(int32) -> int32"
	aFunc2   = "fn(int32, int32) -> int32"
	aCell    = "ref(int32)"
	aTensor  = "Tensor[(2, 2), float32]"
	aVector  = "Tensor[(2), float32]"
	aFuncRef = "(fn(int32) -> int32, int32)"
)

// plainTypes are those that definitions take and give.
var plainTypes = []string{anInt, anInt, anInt, aBool, aPair, aNest, aRow, aList, aBox, aFunc, aFunc2, aTensor, aFuncRef}

const markedHeader = `data Box { Box : (int32, int32) -> Box   Bag : (Box, int32) -> Box   Nix : () -> Box }
data One { One : (int32, (int32, int32)) -> One }

def @tick(%log: ref(List[int32]), %k: int32, %v: int32) -> int32 { ref_write(%log, Cons(%k, ref_read(%log))); %v }
def @say(%log: ref(List[int32]), %k: int32) -> bool { ref_write(%log, Cons(%k, ref_read(%log))); True }
def @add(%log: ref(List[int32]), %c: ref(int32), %v: int32) -> int32 { ref_write(%c, ref_read(%c) * 3 + %v); ref_write(%log, Cons(%v, ref_read(%log))); ref_read(%c) }

`

// MakeMarked makes a program of the whole language that says what it does: which
// effects and failures, and in which order. A pure one has neither.
func MakeMarked(seed uint64, pure bool) string {
	g := &markedProgram{Rand: rand.New(rand.NewPCG(seed, 77)), pure: pure, marks: 100}
	g.wide = !pure && g.IntN(3) == 0
	g.out.WriteString(markedHeader)
	for range 1 + g.IntN(4) {
		g.definition()
	}
	for range 1 + g.IntN(3) {
		g.entry()
	}
	return g.out.String()
}

// definition writes one. All take the list and two cells.
func (g *markedProgram) definition() {
	f := someFunc{name: fmt.Sprintf("@d%d", len(g.globs)), result: g.pick(plainTypes)}
	g.scope = []someVar{{"%log", "log"}, {"%c", aCell}, {"%d", aCell}}
	params := []string{"%log: ref(List[int32])", "%c: ref(int32)", "%d: ref(int32)", "%fuel: int32"}
	for range g.IntN(4) {
		t := g.pick(plainTypes)
		f.params = append(f.params, t)
		params = append(params, g.param(t))
	}
	g.graphs, g.self = 0, nil
	if g.IntN(2) == 0 {
		g.self = &f
	}
	result := " -> " + f.result
	if g.IntN(4) == 0 && g.self == nil {
		result = ""
	}
	g.depth = 0
	body := g.block(f.result, 3)
	if g.self != nil {
		body = "if (%fuel <= 0) { " + g.leaf(f.result) + " } else {\n" + body + "\n}"
	}
	fmt.Fprintf(&g.out, "def %s(%s)%s {\n%s\n}\n\n", f.name, strings.Join(params, ", "), result, body)
	g.globs = append(g.globs, f)
}

// param is a parameter, and makes its variables visible.
func (g *markedProgram) param(t string) string {
	switch {
	case t == aPair && g.IntN(2) == 0:
		return "(" + g.bind(anInt) + ", " + g.bind(anInt) + "): " + aPair
	case t == aNest && g.IntN(2) == 0:
		return "((" + g.bind(anInt) + ", _), " + g.bind(anInt) + "): " + aNest
	}
	return g.bind(t) + ": " + t
}

// bind makes a variable visible: a new one, or at times one of a name that is there.
func (g *markedProgram) bind(t string) string {
	name := g.fresh()
	if len(g.scope) > 4 && g.IntN(5) == 0 {
		if old := g.scope[3+g.IntN(len(g.scope)-3)].name; !strings.ContainsAny(old[1:2], "0123456789") && old != g.last {
			name = old
		}
	}
	g.last = name
	g.scope = append(g.scope, someVar{name, t})
	return name
}

var tails = []string{"", "", "", "", ".b", ".0", "/2", ":0"}

func (g *markedProgram) fresh() string {
	g.names++
	if g.IntN(6) == 0 && g.names < 30 {
		return "%" + string(rune('a'+g.names%26)) + "x" + g.pick(tails)
	}
	if name := fmt.Sprintf("%%v%d", 1+g.IntN(6)); g.IntN(8) == 0 && name != g.last {
		return name
	}
	return fmt.Sprintf("%%x%d", g.names)
}

func (g *markedProgram) pick(from []string) string { return from[g.IntN(len(from))] }

// variable is a visible variable of a type, if there is one.
func (g *markedProgram) variable(t string) (string, bool) {
	seen := map[string]bool{}
	var found []string
	for _, v := range slices.Backward(g.scope) {
		if !seen[v.name] && v.typ == t {
			found = append(found, v.name)
		}
		seen[v.name] = true
	}
	if len(found) == 0 {
		return "", false
	}
	return g.pick(found), true
}

// has reports whether what effects need is visible under its own name.
func (g *markedProgram) mark() int {
	g.marks++
	return g.marks
}

// entry writes a top-level expression.
func (g *markedProgram) entry() {
	g.scope = []someVar{{"%log", "log"}, {"%c", aCell}, {"%d", aCell}}
	g.graphs, g.self, g.depth = 0, nil, 0
	t := g.pick([]string{anInt, aPair, aRow, aList, aBool, aTensor, aBox})
	d := "ref(7)"
	if g.IntN(4) == 0 {
		d = "%c"
	}
	fmt.Fprintf(&g.out, "{ let %%fuel = 3; let %%log: ref(List[int32]) = ref(Nil()); let %%c = ref(5); let %%d = %s;\nlet %%res = {\n%s\n};\n(%%res, ref_read(%%log), ref_read(%%c), ref_read(%%d)) }\n\n", d, g.block(t, 3))
}

// block is statements and a result; what they bind is visible inside only.
func (g *markedProgram) block(t string, fuel int) string {
	outer := len(g.scope)
	defer func() { g.scope = g.scope[:outer] }()
	var lines, late []string
	for range g.IntN(3) { // graph bindings that are used above their place
		if text := g.graph(fuel - 1); g.IntN(2) == 0 {
			late = append(late, text)
		} else {
			lines = append(lines, text)
		}
	}
	for range g.IntN(4) {
		lines = append(lines, g.statement(fuel))
	}
	lines = append(lines, late...)
	if len(lines) > 2 && len(late) > 0 && g.IntN(2) == 0 {
		last := lines[len(lines)-1]
		at := g.IntN(len(lines))
		lines = slices.Insert(lines[:len(lines)-1:len(lines)-1], at, last)
	}
	lines = append(lines, g.expr(t, fuel))
	return strings.Join(lines, "\n")
}

// graph is a graph binding, whose variable is visible from here on.
func (g *markedProgram) graph(fuel int) string {
	t := g.pick([]string{anInt, anInt, anInt, aPair, aRow, aFunc, aBool, aNest})
	pure := g.pure
	if !g.wide {
		g.pure = g.pure || g.IntN(2) == 0
	}
	value := g.withoutEffects(t, fuel)
	g.pure = pure
	name := fmt.Sprintf("%%%d", g.graphs)
	g.graphs++
	g.scope = append(g.scope, someVar{name, t})
	return name + " = " + value + ";"
}

// withoutEffects is an expression that may fail, and has effects only if graph
// bindings may.
func (g *markedProgram) withoutEffects(t string, fuel int) string {
	if g.wide {
		return g.expr(t, fuel)
	}
	outer := g.scope
	g.scope = slices.DeleteFunc(slices.Clone(g.scope), func(v someVar) bool {
		return v.typ == "log" || v.typ == aCell || v.typ == aFunc || v.typ == aFunc2 || v.typ == aFuncRef
	})
	text := g.expr(t, fuel)
	g.scope = outer
	return text
}

// effects reports whether effects may be here.
func (g *markedProgram) effects() bool {
	log := slices.ContainsFunc(g.scope, func(v someVar) bool { return v.typ == "log" })
	return !g.pure && log
}

func (g *markedProgram) statement(fuel int) string {
	t := g.pick(plainTypes)
	switch g.IntN(12) {
	case 0:
		if g.effects() {
			return fmt.Sprintf("ref_write(%%log, Cons(%s, ref_read(%%log)));", g.expr(anInt, fuel-1))
		}
	case 1:
		return g.pair(g.expr(aPair, fuel-1))
	case 2:
		value := g.expr(aNest, fuel-1)
		switch g.IntN(3) {
		case 0:
			return "let ((" + g.bind(anInt) + ", _), " + g.bind(anInt) + ") = " + value + ";"
		case 1:
			return "let (" + g.bind(aPair) + ", " + g.bind(anInt) + ") = " + value + ";"
		default:
			return "let (_, " + g.bind(anInt) + ") = " + value + ";"
		}
	case 3:
		value := "One(" + g.expr(anInt, fuel-1) + ", " + g.expr(aPair, fuel-1) + ")"
		return "let One(" + g.bind(anInt) + ", (" + g.bind(anInt) + ", _)) = " + value + ";"
	case 4:
		if g.IntN(2) == 0 {
			return "let _ = " + g.expr(t, fuel-1) + ";"
		}
		return "(" + g.expr(t, fuel-1) + ");"
	case 5:
		if v, ok := g.variable(t); ok {
			return "let " + g.bind(t) + " = " + v + ";"
		}
	case 6:
		value := g.expr(t, fuel-1)
		return "let " + g.bind(t) + ": " + t + " = " + value + ";"
	case 7:
		return g.recursion(fuel)
	case 8:
		if g.effects() {
			value := "ref(" + g.expr(anInt, fuel-1) + ")"
			return "let " + g.bind(aCell) + " = " + value + ";"
		}
	case 9:
		if g.IntN(2) == 0 {
			g.names++
			id := fmt.Sprintf("%%id%d", g.names)
			one, other := g.leaf(anInt), g.leaf(aPair)
			return fmt.Sprintf("let %s = fn(%%p) { %%p };\nlet %s = (%s(%s), %s(%s).0);", id, g.bind(aPair), id, one, id, other)
		}
	case 10:
		if v, ok := g.variable(aRow); ok && g.IntN(2) == 0 {
			return "let " + g.bind("int-rows") + ": FractalTensor[Tensor[(?), int32]] = [" + "Constant([1, 2]), Constant([" + g.number() + ", 4])];\n" + "let " + g.bind(anInt) + " = length(" + v + ");"
		}
	}
	value := g.expr(t, fuel-1)
	return "let " + g.bind(t) + " = " + value + ";"
}

// pair binds a pair's parts, or one of them.
func (g *markedProgram) pair(value string) string {
	first := "_"
	if g.IntN(4) > 0 {
		first = g.bind(anInt)
	}
	return "let (" + first + ", " + g.bind(anInt) + ") = " + value + ";"
}

// recursion binds a function that calls itself.
func (g *markedProgram) recursion(fuel int) string {
	g.names++
	name := fmt.Sprintf("%%rec%d", g.names)
	n := g.lambdaName()
	text := fmt.Sprintf("let %s = fn(%s: int32) -> int32 { if (%s <= 0) { %s } else { let %%part = { %s }; %%part + %s(%s - 1) } };",
		name, n, n, g.leaf(anInt), g.with(n, anInt, anInt, fuel-1), name, n)
	g.scope = append(g.scope, someVar{name, aFunc + " rec"})
	return text
}

func (g *markedProgram) number() string { return fmt.Sprint(g.IntN(7)) }
