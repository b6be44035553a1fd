package progen

import (
	"fmt"
	"strings"
)

// fractalDef makes a definition that is a pipeline over a FractalTensor.
func (g *generator) fractalDef() {
	f := &function{name: g.fresh("@p")}
	leaf := pick(g, []*Type{intType, tensor("3"), tensor("n", "4"), tensor("2", "n")})
	if strings.Contains(leaf.String(), "n,") || strings.Contains(leaf.String(), "n)") {
		f.dims = []string{"n"}
	}
	x := variable{g.fresh("%x"), fractal(leaf)}
	if g.chance(40) {
		x.typ = fractal(x.typ)
	}
	f.in = []variable{x}
	var lines []string
	for range 1 + g.rand.IntN(4) {
		text, t := g.stage(x)
		next := variable{g.fresh("%s"), t}
		lines = append(lines, "let "+next.name+" = "+text+";")
		if x = next; t.Kind != Fractal {
			break
		}
	}
	f.out = x.typ
	f.body = strings.Join(append(lines, x.name), "\n  ")
	g.funcs = append(g.funcs, f)
}

// stage is one step of a pipeline over x.
func (g *generator) stage(x variable) (string, *Type) {
	elem := x.typ.Args[0]
	switch g.rand.IntN(10) {
	case 0:
		if elem.Kind != Fractal {
			return "foldl(fn(%s, %e) { " + g.combine("%s", "%e") + " }, " + x.name + ")", elem
		}
	case 1:
		if elem.Kind != Fractal {
			return "scanl(fn(%s, %e) { " + g.combine("%s", "%e") + " }, " + x.name + ")", x.typ
		}
	case 2:
		if elem.Kind != Fractal {
			return "reduce(fn(%s, %e) { " + g.combine("%s", "%e") + " }, " + x.name + ")", elem
		}
	case 3:
		if elem.Kind != Fractal {
			return fmt.Sprintf("map(fn((%%p, %%q)) { %s }, zip(%s, %s))", g.combine("%p", "%q"), x.name, x.name), x.typ
		}
	case 4:
		return "filter(fn(%e) { True }, " + x.name + ")", x.typ
	case 5:
		return pick(g, []string{"first", "last"}) + "(" + x.name + ")", elem
	case 6:
		return x.name + "[0]", elem
	case 7:
		return "join(" + x.name + ", slice(" + x.name + ", 0, 2))", x.typ
	case 8:
		return "length(" + x.name + ")", intType
	}
	text, t := g.each(elem)
	return "map(fn(%e) { " + text + " }, " + x.name + ")", fractal(t)
}

// each changes one element, `%e`.
func (g *generator) each(elem *Type) (string, *Type) {
	switch {
	case elem.Kind == Fractal && g.chance(50):
		inner, t := g.each(elem.Args[0])
		return "map(fn(%e) { " + inner + " }, %e)", fractal(t)
	case elem.Kind == Fractal:
		return "%e", elem
	case elem.Kind == Tensor && len(elem.Dims) > 1 && g.chance(50):
		return "sum(%e, axis=[0])", tensor(elem.Dims[1:]...)
	case elem.Kind == Tensor && g.chance(50):
		return "tanh(%e)", elem
	}
	return "%e * %e", elem
}

// combine joins two elements of one type.
func (g *generator) combine(a, b string) string {
	return a + " " + pick(g, []string{"+", "*", "-"}) + " " + b
}
