package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// MakeLate makes a definition and calls of it whose chains and prefixes have variables
// with tails as operands: projections, and divisions by numbers and by variables.
func MakeLate(seed uint64) string {
	g := &late{rand.New(rand.NewPCG(seed, 31)), []string{"a", "b"}}
	var b strings.Builder
	b.WriteString("def @main(%a: int32, %b: int32, %p: (int32, int32)) -> (int32, int32, int32) {\n")
	for i := range 2 + g.IntN(3) {
		name := fmt.Sprint("v", i)
		if g.IntN(3) == 0 {
			name = fmt.Sprint(i)
			fmt.Fprintf(&b, "  %%%s = %s;\n", name, g.chain(2))
		} else {
			fmt.Fprintf(&b, "  let %%%s = %s;\n", name, g.chain(2))
		}
		g.names = append(g.names, name)
	}
	fmt.Fprintf(&b, "  (%s, %s, %s)\n}\n", g.chain(2), g.chain(2), g.chain(2))
	for range 3 {
		fmt.Fprintf(&b, "@main(%d, %d, (%d, %d))\n", 1+g.IntN(50), 1+g.IntN(9), 20+g.IntN(90), -1-g.IntN(30))
	}
	return b.String()
}

type late struct {
	*rand.Rand
	names []string // variables of type int32, without sigils
}

// chain writes operands with operators between them.
func (g *late) chain(depth int) string {
	text := g.operand(depth)
	for range g.IntN(4) {
		text += " " + []string{"*", "*", "/", "/", "+", "-"}[g.IntN(6)] + " " + g.operand(depth)
	}
	return text
}

func (g *late) operand(depth int) string {
	switch k := g.IntN(12); {
	case k < 6 || depth == 0 && k < 10:
		return g.tailed()
	case k < 8:
		return []string{"-", "--"}[g.IntN(2)] + g.tailed()
	case k < 10:
		return "(" + g.chain(depth-1) + ")"
	}
	return fmt.Sprint(1 + g.IntN(30))
}

// tailed writes a variable with a projection, a division, both or neither.
func (g *late) tailed() string {
	text := "%" + g.names[g.IntN(len(g.names))]
	if g.IntN(4) == 0 {
		text = "%p." + fmt.Sprint(g.IntN(2))
	}
	switch k := g.IntN(6); {
	case k < 3:
		text += "/" + fmt.Sprint(1+g.IntN(7))
	case k == 3:
		text += "/" + []string{"a", "b"}[g.IntN(2)]
	}
	return text
}
