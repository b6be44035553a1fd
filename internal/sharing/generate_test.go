package sharing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A repeater writes programs that say the same thing again and again: few variables,
// whose names are used anew, few operators, and expressions that were written before,
// in branches, functions, graph bindings and on the right of `&&`. Effects put numbers
// on a list that each top-level expression gives, and some operators fail.
type repeater struct {
	*rand.Rand
	out    strings.Builder
	marks  int
	names  map[string]int // how many variables of a type are visible
	said   map[string][]phrase
	locals []string // functions that call themselves
	lazy   int      // graph bindings of the definition
}

// A phrase is an expression that was written, with how many variables it may name.
type phrase struct {
	text  string
	names map[string]int
}

const (
	anInt    = "int32"
	aTruth   = "bool"
	aTensor  = "Tensor[(2, 2), float32]"
	aRow     = "FractalTensor[Tensor[(2, 2), float32]]"
	anOption = "Option[int32]"
)

// sigils begin the names of variables: a name tells its type.
var sigils = map[string]string{anInt: "%i", aTruth: "%b", aTensor: "%t", aRow: "%r", anOption: "%o"}

const preamble = `def @tick(%log: ref(List[int32]), %k: int32, %v: int32) -> int32 { ref_write(%log, Cons(%k, ref_read(%log))); %v }
def @count(%l: List[int32]) -> int32 { match (%l) { Nil => 0, Cons(_, %t) => 1 + @count(%t), } }
def @square(%t: Tensor[(2, 2), float32]) -> Tensor[(2, 2), float32] { matmul(%t, %t) + exp(%t) }

`

func repetitive(seed uint64) string {
	g := &repeater{Rand: rand.New(rand.NewPCG(seed, 5))}
	g.out.WriteString(preamble)
	for range 1 + g.IntN(2) {
		g.names, g.said, g.locals, g.lazy = map[string]int{anInt: 2, aTensor: 2, aRow: 1, anOption: 1, aTruth: 1}, map[string][]phrase{}, nil, 0
		t := g.pick(anInt, aTensor, aRow)
		name := fmt.Sprintf("@d%d", g.marks)
		g.marks++
		fmt.Fprintf(&g.out, "def %s(%%log: ref(List[int32]), %%l: List[int32], %%i0: int32, %%i1: int32, %%t0: %s, %%t1: %s, %%r0: %s, %%o0: %s, %%b0: bool) -> %s {\n%s\n}\n\n",
			name, aTensor, aTensor, aRow, anOption, t, g.block(t, 4))
		for range 2 {
			fmt.Fprintf(&g.out, "{ let %%log: ref(List[int32]) = ref(Nil());\nlet %%y = %s(%%log, Cons(4, Cons(5, Nil())), %d, %d, Constant([[1f, 0.5f], [0.25f, 2f]]), Constant([[0.5f, 0f], [1f, 1f]]), [Constant([[1f, 0f], [0.5f, 0.5f]]), Constant([[0f, 1f], [1f, 0f]])], %s, %s);\n(%%y, ref_read(%%log)) }\n\n",
				name, g.IntN(3), g.IntN(3), g.pick("None()", "Some(2)"), g.pick("True", "False"))
		}
	}
	return g.out.String()
}

func (g *repeater) pick(from ...string) string { return from[g.IntN(len(from))] }

// inside writes something whose variables are not visible after it.
func (g *repeater) inside(write func() string) string {
	names, locals := g.names, len(g.locals)
	g.names = map[string]int{}
	for t, n := range names {
		g.names[t] = n
	}
	text := write()
	g.names, g.locals = names, g.locals[:locals]
	return text
}

// bind makes a variable visible: mostly a new one, else one hides another.
func (g *repeater) bind(t string) string {
	if n := g.names[t]; n > 1 && g.IntN(4) == 0 {
		return fmt.Sprint(sigils[t], g.IntN(n))
	}
	g.names[t]++
	return fmt.Sprint(sigils[t], g.names[t]-1)
}

func (g *repeater) variable(t string) string { return fmt.Sprint(sigils[t], g.IntN(g.names[t])) }

func (g *repeater) block(t string, fuel int) string {
	return g.inside(func() string {
		var lines []string
		for range g.IntN(4) {
			lines = append(lines, g.statement(fuel-1))
		}
		return strings.Join(append(lines, g.expr(t, fuel-1)), g.pick("\n", " "))
	})
}

func (g *repeater) statement(fuel int) string {
	t := g.pick(anInt, aTensor, aTensor, aRow, aTruth)
	switch g.IntN(8) {
	case 0:
		g.marks++
		return fmt.Sprintf("ref_write(%%log, Cons(%d, ref_read(%%log)));", g.marks)
	case 1:
		value := "(" + g.expr(anInt, fuel) + ", " + g.expr(aTensor, fuel) + ")"
		return "let (" + g.bind(anInt) + ", " + g.bind(aTensor) + ") = " + value + ";"
	case 2:
		g.lazy++
		value := g.expr(t, fuel)
		name := fmt.Sprintf("%%%d", g.lazy)
		text := name + " = " + value + ";"
		if t == anInt || t == aTensor {
			text += "\nlet " + g.bind(t) + " = " + name + ";"
		}
		return text
	case 3:
		name := fmt.Sprintf("%%rec%d", g.lazy)
		g.lazy++
		body := g.inside(func() string {
			n := g.names[anInt]
			g.names[anInt]++
			return fmt.Sprintf("fn(%%i%d: int32, %%s: %s) -> %s { if (%%i%d <= 0) { %%s } else { %s(%%i%d - 1, %%s + %s) } }", n, aTensor, aTensor, n, name, n, g.expr(aTensor, fuel))
		})
		return "let " + name + " = " + body + ";\nlet " + g.bind(aTensor) + " = " + name + "(2, %t0);"
	}
	value := g.expr(t, fuel)
	return "let " + g.bind(t) + " = " + value + ";"
}

// expr is an expression of a type: one that was written before, where its variables
// are visible, or another one.
func (g *repeater) expr(t string, fuel int) string {
	if said := g.said[t]; len(said) > 0 && g.IntN(3) == 0 {
		p := said[g.IntN(len(said))]
		if g.sees(p) {
			return p.text
		}
	}
	text := g.fresh(t, fuel)
	names := map[string]int{}
	for t, n := range g.names {
		names[t] = n
	}
	g.said[t] = append(g.said[t], phrase{text, names})
	return text
}

func (g *repeater) sees(p phrase) bool {
	for t, n := range p.names {
		if g.names[t] < n {
			return false
		}
	}
	return !strings.Contains(p.text, "rec")
}

func (g *repeater) fresh(t string, fuel int) string {
	if fuel <= 0 {
		return g.leaf(t)
	}
	f := fuel - 1
	switch g.IntN(12) {
	case 0:
		return "(if (" + g.expr(aTruth, f) + ") { " + g.block(t, f) + " } else { " + g.block(t, f) + " })"
	case 1:
		some := g.inside(func() string {
			n := g.bind(anInt)
			return "Some(" + n + ") => " + g.pick(g.expr(t, f), "{ "+g.block(t, f)+" }")
		})
		return "(match (" + g.expr(anOption, f) + ") { " + some + ", None => " + g.expr(t, f) + ", })"
	case 2:
		return "{ " + g.block(t, f) + " }"
	}
	switch t {
	case anInt:
		return g.integer(f)
	case aTruth:
		return g.truth(f)
	case anOption:
		return g.pick(g.leaf(t), "Some("+g.expr(anInt, f)+")")
	case aRow:
		return g.row(f)
	}
	return g.tensor(f)
}

func (g *repeater) leaf(t string) string {
	if t == anInt && g.IntN(4) == 0 {
		return fmt.Sprint(g.IntN(3))
	}
	return g.variable(t)
}

func (g *repeater) integer(f int) string {
	switch g.IntN(9) {
	case 0:
		g.marks++
		return fmt.Sprintf("@tick(%%log, %d, %s)", g.marks, g.expr(anInt, f))
	case 1:
		return "(" + g.expr(anInt, f) + " / " + g.expr(anInt, f) + ")"
	case 2:
		return "@count(%l)"
	case 3:
		return "-" + g.expr(anInt, f)
	case 4:
		return g.expr(anInt, f) + " * " + g.leaf(anInt) + "/2"
	}
	return "(" + g.expr(anInt, f) + g.pick(" + ", " * ", " - ", "\n+ ") + g.expr(anInt, f) + g.pick("", " * 2", " + "+g.leaf(anInt)+" + 1") + ")"
}

func (g *repeater) truth(f int) string {
	switch g.IntN(4) {
	case 0:
		return "(" + g.expr(aTruth, f) + g.pick(" && ", " || ") + g.expr(aTruth, f) + ")"
	case 1:
		return "(sum(" + g.expr(aTensor, f) + ") > " + g.pick("1f", "4f", "sum("+g.expr(aTensor, f)+")") + ")"
	}
	return "(" + g.expr(anInt, f) + g.pick(" < ", " == ") + g.expr(anInt, f) + ")"
}

func (g *repeater) tensor(f int) string {
	switch g.IntN(8) {
	case 0:
		return "matmul(" + g.expr(aTensor, f) + ", " + g.expr(aTensor, f) + ")"
	case 1:
		return "@square(" + g.expr(aTensor, f) + ")"
	case 2:
		return "foldl(fn(%s: " + aTensor + ", %x: " + aTensor + ") { %s + %x * " + g.expr(aTensor, f) + " }, " + g.expr(aRow, f) + ", " + g.leaf(aTensor) + ")"
	case 3:
		return g.expr(aRow, f) + "[" + g.expr(anInt, f) + "]"
	case 4:
		return "sum(" + g.expr(aTensor, f) + ", axis=[0], keepdims=True) + " + g.expr(aTensor, f)
	}
	return "(" + g.pick("exp", "tanh", "sigmoid", "negative") + "(" + g.expr(aTensor, f) + ")" + g.pick(" + ", " * ", "\n - ") + g.expr(aTensor, f) + g.pick("", " + "+g.leaf(aTensor)) + ")"
}

func (g *repeater) row(f int) string {
	return g.inside(func() string {
		xs := g.expr(aRow, f)
		x := g.bind(aTensor)
		return "map(fn(" + x + ": " + aTensor + ") " + g.pick("{ ", "{\n") + g.block(aTensor, f) + " }, " + xs + ")"
	})
}
