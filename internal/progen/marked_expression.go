package progen

import (
	"fmt"
	"slices"
	"strings"
)

// leaf is a small expression.
func (g *markedProgram) leaf(t string) string {
	if v, ok := g.variable(t); ok && g.IntN(5) > 0 {
		return v
	}
	switch t {
	case anInt:
		return g.number()
	case aBool:
		return g.pick([]string{"True", "False"})
	case aPair:
		return "(" + g.leaf(anInt) + ", " + g.leaf(anInt) + ")"
	case aNest:
		return "(" + g.leaf(aPair) + ", " + g.leaf(anInt) + ")"
	case aRow:
		return g.pick([]string{"[1, 2]", "[3, 1, 2]", "[" + g.leaf(anInt) + ", 4]", "[5]"})
	case aList:
		return g.pick([]string{"Nil()", "Cons(" + g.leaf(anInt) + ", Nil())", "Cons(1, Cons(2, Nil()))"})
	case aBox:
		return g.pick([]string{"Nix()", "Box(" + g.leaf(anInt) + ", 2)", "Bag(Box(1, 2), " + g.leaf(anInt) + ")"})
	case aFunc:
		p := g.lambdaName()
		return "fn(" + p + ": int32) { " + p + " + " + g.number() + " }"
	case aFunc2:
		return "fn(%p: int32, %q: int32) { %p - %q }"
	case aTensor:
		return "Constant([[1f, 2f], [3f, " + g.number() + "f]])"
	case aVector:
		return "Constant([1f, " + g.number() + "f])"
	case aFuncRef:
		return "(" + g.leaf(aFunc) + ", " + g.leaf(anInt) + ")"
	case aCell:
		return "ref(" + g.leaf(anInt) + ")"
	}
	panic(t)
}

func (g *markedProgram) lambdaName() string {
	g.names++
	return fmt.Sprintf("%%l%d", g.names)
}

// expr is an expression of a type.
func (g *markedProgram) expr(t string, fuel int) string {
	if fuel <= 0 || g.IntN(8) == 0 {
		return g.leaf(t)
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.IntN(14) {
	case 0:
		return "(" + g.ifElse(t, fuel) + ")"
	case 1:
		if g.IntN(2) == 0 {
			return "(" + g.match(t, fuel) + ")"
		}
	case 2:
		return "{ " + g.block(t, fuel-1) + " }"
	case 3:
		if text, ok := g.call(t, fuel); ok {
			return text
		}
	case 4:
		if g.IntN(3) == 0 && !g.pure && t != aFunc2 && t != aFunc && t != aFuncRef {
			return fmt.Sprintf("match? (%s) { case Box(%%p, %%q) { %s } case Bag(Box(_, _), %%p) { %s } }", g.expr(aBox, fuel-1), g.expr(t, fuel-2), g.expr(t, fuel-2))
		}
	case 5:
		p := g.lambdaName()
		value := g.expr(aPair, fuel-2)
		outer := len(g.scope)
		g.scope = append(g.scope, someVar{p, aPair})
		text := g.block(t, fuel-1)
		g.scope = g.scope[:outer]
		return "(fn(" + p + ": (int32, int32)) {\n" + text + "\n})(" + value + ")"
	}
	return g.special(t, fuel)
}

func (g *markedProgram) ifElse(t string, fuel int) string {
	text := "if (" + g.expr(aBool, fuel-1) + ") { " + g.block(t, fuel-1) + " } else "
	if g.IntN(4) == 0 {
		return text + g.ifElse(t, fuel-1)
	}
	return text + "{ " + g.block(t, fuel-1) + " }"
}

func (g *markedProgram) match(t string, fuel int) string {
	outer := len(g.scope)
	clause := func(pattern string, vars ...someVar) string {
		g.scope = append(g.scope, vars...)
		defer func() { g.scope = g.scope[:outer] }()
		if g.IntN(2) == 0 {
			return pattern + " => " + g.expr(t, fuel-1) + ",\n"
		}
		return "case " + pattern + " { " + g.block(t, fuel-1) + " }\n"
	}
	a, b := g.fresh(), g.lambdaName()
	if strings.ContainsAny(a, "./:") {
		a = "%pat"
	}
	switch g.IntN(4) {
	case 0:
		return "match (" + g.expr(aBox, fuel-1) + ") {\n" +
			clause("Box("+a+", "+b+")", someVar{a, anInt}, someVar{b, anInt}) +
			clause("Bag(Nix(), "+a+")", someVar{a, anInt}) +
			clause("Bag("+a+", _)", someVar{a, aBox}) +
			clause("Nix()") + "}"
	case 1:
		return "match (" + g.expr(aList, fuel-1) + ") {\n" +
			clause("Cons("+a+", "+b+")", someVar{a, anInt}, someVar{b, aList}) +
			clause("Nil()") + "}"
	case 2:
		return "match (" + g.expr(aPair, fuel-1) + ") {\n" +
			clause("(0, "+a+")", someVar{a, anInt}) +
			clause("("+a+", "+b+")", someVar{a, anInt}, someVar{b, anInt}) + "}"
	}
	return "match (" + g.match2(fuel) + ") {\n" +
		clause("("+a+", "+b+")", someVar{a, anInt}, someVar{b, anInt}) + "}"
}

// match2 is a match whose value a match looks at.
func (g *markedProgram) match2(fuel int) string {
	return "match (" + g.expr(aBool, fuel-1) + ") { True => " + g.expr(aPair, fuel-2) + ", False => " + g.expr(aPair, fuel-2) + ", }"
}

// call calls a definition, or the function that is being defined.
func (g *markedProgram) call(t string, fuel int) (string, bool) {
	var found []someFunc
	for _, f := range g.globs {
		if f.result == t {
			found = append(found, f)
		}
	}
	if g.self != nil && g.self.result == t {
		found = append(found, *g.self)
	}
	free := slices.ContainsFunc(g.scope, func(v someVar) bool { return v.typ == "log" })
	if len(found) == 0 || !free || g.pure && !free {
		return "", false
	}
	f := found[g.IntN(len(found))]
	c, ok := g.variable(aCell)
	if !ok {
		c = "%c"
	}
	args := []string{"%log", c, "%d", "%fuel - 1"}
	for _, p := range f.params {
		args = append(args, g.expr(p, fuel-2))
	}
	return f.name + "(" + strings.Join(args, ", ") + ")", true
}

// special is an expression that only its type has.
func (g *markedProgram) special(t string, fuel int) string {
	f := fuel - 1
	switch t {
	case anInt:
		return g.integer(f)
	case aBool:
		return g.truth(f)
	case aPair:
		switch g.IntN(4) {
		case 0:
			return g.postfix(g.expr(aNest, f)) + ".0"
		case 1:
			return "{ let %m = map(fn(%e: int32) { ({" + g.with("%e", anInt, anInt, f-1) + "}, %e) }, " + g.expr(aRow, f) + ");\n(%m.0[0], %m.1[0]) }"
		}
		return "(" + g.expr(anInt, f) + ", " + g.expr(anInt, f) + ")"
	case aNest:
		return "(" + g.expr(aPair, f) + ", " + g.expr(anInt, f) + ")"
	case aRow:
		return g.row(f)
	case aList:
		if g.IntN(3) == 0 && !g.pure && g.effects() {
			return "ref_read(%log)"
		}
		return "Cons(" + g.expr(anInt, f) + ", " + g.expr(aList, f) + ")"
	case aBox:
		if g.IntN(2) == 0 {
			return "Bag(" + g.expr(aBox, f) + ", " + g.expr(anInt, f) + ")"
		}
		return "Box(" + g.expr(anInt, f) + ", " + g.expr(anInt, f) + ")"
	case aFunc:
		p := g.lambdaName()
		return "fn(" + p + ": int32) -> int32 {\n" + g.with(p, anInt, anInt, f) + "\n}"
	case aFunc2:
		p := g.lambdaName()
		return "fn(" + p + ": int32, %q: int32) -> int32 {\n" + g.with(p, anInt, anInt, f) + "\n}"
	case aFuncRef:
		return "(" + g.expr(aFunc, f) + ", " + g.expr(anInt, f) + ")"
	case aTensor:
		switch g.IntN(4) {
		case 0:
			return "subtract(rhs=" + g.expr(aTensor, f) + ", lhs=" + g.expr(aTensor, f) + ")"
		case 1:
			x, m, v := g.lambdaName(), g.lambdaName(), g.lambdaName()
			mid := ""
			switch g.IntN(4) {
			case 0:
				mid = "let %al = " + m + ";\n"
			case 1:
				mid = "let %al = (" + m + ", 1).0;\n"
			case 2:
				mid = "%" + fmt.Sprint(g.graphs) + " = " + m + " + " + m + ";\nlet %al = " + v + ";\n"
				g.graphs++
			case 3:
				mid = "let %al = fn(%t: Tensor[(2), float32]) { %t + " + m + " }(" + v + ");\n"
			}
			last := g.pick([]string{m, v, "%al", m + " + %al", "(" + m + " * " + v + " + %al)"})
			if strings.Contains(mid, "%"+fmt.Sprint(g.graphs-1)+" = ") && g.IntN(2) == 0 {
				last = "%" + fmt.Sprint(g.graphs-1) + " + " + last
			}
			return "{ let " + x + " = " + g.expr(aTensor, f) + ";\nlet " + m + " = " + g.leaf(aVector) + ";\nlet " + v + " = " + g.leaf(aVector) + ";\n" + mid +
				"let %bn = batch_norm(" + x + " + " + m + ", running_mean=" + m + ", running_var=" + v + ");\n" + "%bn + " + last + " }"
		}
		return g.expr(aTensor, f) + g.pick([]string{" + ", " * "}) + g.expr(aTensor, f)
	}
	return g.leaf(t)
}

// with is a block that sees one more variable.
func (g *markedProgram) with(name, its, t string, fuel int) string {
	outer := len(g.scope)
	g.scope = append(g.scope, someVar{name, its})
	defer func() { g.scope = g.scope[:outer] }()
	return g.block(t, fuel)
}

// postfix puts parentheses where a projection follows.
func (g *markedProgram) postfix(text string) string { return "(" + text + ")" }

func (g *markedProgram) integer(f int) string {
	switch g.IntN(17) {
	case 0, 1:
		if g.effects() {
			return fmt.Sprintf("@tick(%%log, %d, %s)", g.mark(), g.expr(anInt, f))
		}
	case 2:
		if c, ok := g.variable(aCell); ok && g.effects() {
			return fmt.Sprintf("@add(%%log, %s, %s)", c, g.expr(anInt, f))
		}
	case 3:
		if c, ok := g.variable(aCell); ok && g.effects() {
			return "ref_read(" + c + ")"
		}
	case 4:
		if c, ok := g.variable(aCell); ok && g.effects() {
			return "{ ref_write(" + c + ", " + g.expr(anInt, f) + "); " + g.expr(anInt, f) + " }"
		}
	case 5:
		if !g.pure && g.IntN(3) == 0 {
			return fmt.Sprintf("(%s)[%d]", g.expr(aRow, f), g.mark())
		}
	case 6:
		if !g.pure {
			if g.IntN(3) > 0 {
				return "(" + g.expr(anInt, f) + ") / (" + g.expr(anInt, f) + " * 2 + 1)"
			}
			return fmt.Sprintf("(%d / (%s))", g.mark(), g.expr(anInt, f))
		}
	case 7:
		return g.postfix(g.expr(aPair, f)) + "." + g.pick([]string{"0", "1"})
	case 8:
		if v, ok := g.variable(aPair); ok {
			return v + ".1"
		}
	case 9:
		if v, ok := g.variable(aNest); ok {
			return v + ".0.1"
		}
	case 10:
		fn := g.expr(aFunc, f)
		if fn[0] != '%' {
			fn = g.postfix(fn)
		}
		return fn + "(" + g.expr(anInt, f) + ")"
	case 11:
		return g.postfix(g.expr(aFunc2, f)) + "(" + g.expr(anInt, f) + ", " + g.expr(anInt, f) + ")"
	case 12:
		init := ""
		if g.IntN(2) == 0 {
			init = ", " + g.expr(anInt, f)
		}
		return g.pick([]string{"foldl", "foldr", "reduce"}) + "(" + g.folded(f) + ", " + g.expr(aRow, f) + init + ")"
	case 13:
		if v, ok := g.variable(aFunc + " rec"); ok {
			return v + "(" + g.pick([]string{"2", "1", "3"}) + ")"
		}
	case 14:
		return "subtract(rhs=" + g.expr(anInt, f) + ", lhs=" + g.expr(anInt, f) + ")"
	case 15:
		if v, ok := g.variable(anInt); ok {
			return v + g.pick([]string{"/2", "/3", " - 1", "*2"})
		}
	case 16:
		return "-(" + g.expr(anInt, f) + ")"
	}
	return "(" + g.expr(anInt, f) + g.pick([]string{" + ", " - ", " * "}) + g.expr(anInt, f) + ")"
}

func (g *markedProgram) truth(f int) string {
	switch g.IntN(6) {
	case 0, 1:
		return "(" + g.expr(aBool, f) + g.pick([]string{" && ", " || "}) + g.expr(aBool, f) + ")"
	case 2:
		return "!" + g.postfix(g.expr(aBool, f))
	case 3:
		if g.effects() {
			return fmt.Sprintf("@say(%%log, %d)", g.mark())
		}
	}
	return "(" + g.expr(anInt, f) + g.pick([]string{" < ", " == ", " >= ", " != "}) + g.expr(anInt, f) + ")"
}

func (g *markedProgram) row(f int) string {
	switch g.IntN(6) {
	case 0:
		return "map(fn(%e: int32) {\n" + g.with("%e", anInt, anInt, f) + "\n}, " + g.expr(aRow, f) + ")"
	case 1:
		return g.pick([]string{"scanl", "scanr", "scan"}) + "(" + g.folded(f) + ", " + g.expr(aRow, f) + ", " + g.expr(anInt, f) + ")"
	case 2:
		return "map(fn(%e: int32, %k: int32) {\nlet %part = {" + g.with("%k", anInt, anInt, f-1) + "};\n%part + %e }, " + g.expr(aRow, f) + ", k=" + g.expr(anInt, f) + ")"
	case 3:
		if !g.pure {
			return "map(fn((%e, %k)) { %e * %k }, zip(" + g.expr(aRow, f) + ", " + g.expr(aRow, f) + "))"
		}
	case 4:
		return "filter(fn(%e: int32) { " + g.with("%e", anInt, aBool, f) + " }, " + g.expr(aRow, f) + ")"
	}
	return "[" + g.expr(anInt, f) + ", " + g.expr(anInt, f) + "]"
}

// folded is a function of a state and an element.
func (g *markedProgram) folded(f int) string {
	e := g.lambdaName()
	return "fn(%s: int32, " + e + ": int32) {\nlet %part = {" + g.with(e, anInt, anInt, f-1) + "};\n%part + %s * 2\n}"
}
