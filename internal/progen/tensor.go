package progen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tensorDef makes a definition that applies some operators to a tensor, whose
// extents are numbers, `?` and shape variables.
func (g *generator) tensorDef() {
	f := &function{name: g.fresh("@t")}
	x := variable{g.fresh("%x"), tensor()}
	for range 1 + g.rand.IntN(3) {
		x.typ.Dims = append(x.typ.Dims, g.extent(f))
	}
	f.in = []variable{x}
	var lines []string
	for range 1 + g.rand.IntN(4) {
		text, t := g.step(f, x)
		next := variable{g.fresh("%t"), t}
		lines = append(lines, "let "+next.name+" = "+text+";")
		x = next
	}
	f.out = x.typ
	f.body = strings.Join(append(lines, x.name), "\n  ")
	g.funcs = append(g.funcs, f)
}

// extent is a random extent of a function's parameter.
func (g *generator) extent(f *function) string {
	switch g.rand.IntN(4) {
	case 0:
		return "?"
	case 1:
		if len(f.dims) == 0 || g.chance(50) {
			f.dims = append(f.dims, []string{"n", "m", "k", "l", "o", "p", "q", "r"}[len(f.dims)%8])
			if len(f.dims) > 8 {
				f.dims = f.dims[:8]
			}
		}
		return pick(g, f.dims)
	}
	return fmt.Sprint(1 + g.rand.IntN(5))
}

// step applies an operator to x; it may give the function another parameter.
func (g *generator) step(f *function, x variable) (string, *Type) {
	dims := x.typ.Dims
	last := dims[len(dims)-1]
	switch g.rand.IntN(9) {
	case 0:
		return pick(g, []string{"nn.relu", "exp", "tanh", "negative"}) + "(" + x.name + ")", x.typ
	case 1:
		return x.name + " + " + x.name, x.typ
	case 2:
		return x.name + " * 2f", x.typ
	case 3:
		reversed := slices.Clone(dims)
		slices.Reverse(reversed)
		return "transpose(" + x.name + ", axes=None)", tensor(reversed...)
	case 4:
		return "expand_dims(" + x.name + ", axis=0)", tensor(append([]string{"1"}, dims...)...)
	case 5:
		if len(dims) > 1 {
			axis := g.rand.IntN(len(dims))
			return fmt.Sprintf("sum(%s, axis=[%d])", x.name, axis), tensor(slices.Delete(slices.Clone(dims), axis, axis+1)...)
		}
	case 6:
		if len(dims) == 2 && last != "?" {
			w := variable{g.fresh("%w"), tensor("7", last)}
			f.in = append(f.in, w)
			return "nn.dense(" + x.name + ", " + w.name + ", units=7)", tensor(dims[0], "7")
		}
	case 7:
		if last != "?" {
			w := variable{g.fresh("%w"), tensor(last)}
			f.in = append(f.in, w)
			return x.name + " + " + w.name, x.typ
		}
	case 8:
		if n, err := strconv.Atoi(dims[0]); err == nil {
			doubled := slices.Clone(dims)
			doubled[0] = fmt.Sprint(2 * n)
			return "concatenate((" + x.name + ", " + x.name + "), axis=0)", tensor(doubled...)
		}
	}
	return "nn.softmax(" + x.name + ")", x.typ
}
