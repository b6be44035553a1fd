package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A shape is a type of generated programs.
type shape struct {
	name string
	// makers are the constructors by name, with the types of their fields; those of
	// tuples have no name.
	makers []maker
}

type maker struct {
	name   string
	fields []string
}

const generatedData = `data T { E, B(T, int32, T) }
data R { R1(int32, List[R]) }
data MA { MA0, MA1(int32, MB) }
data MB { MB0, MB1(MA, MA), MB2(MB) }
data Q { Q0, Q1(List[int32], List[int32], Q), Q2(Q, Q) }
data H { H1(List[int32]), H2(T, T), H3 }
data Two[a, b] { Two1(a, b), Two2(b, Two[b, a]), Two3 }
`

var shapes = []shape{
	{"int32", nil},
	{"List[int32]", []maker{{"Nil", nil}, {"Cons", []string{"int32", "List[int32]"}}}},
	{"List[List[int32]]", []maker{{"Nil", nil}, {"Cons", []string{"List[int32]", "List[List[int32]]"}}}},
	{"T", []maker{{"E", nil}, {"B", []string{"T", "int32", "T"}}}},
	{"R", []maker{{"R1", []string{"int32", "List[R]"}}}},
	{"List[R]", []maker{{"Nil", nil}, {"Cons", []string{"R", "List[R]"}}}},
	{"MA", []maker{{"MA0", nil}, {"MA1", []string{"int32", "MB"}}}},
	{"MB", []maker{{"MB0", nil}, {"MB1", []string{"MA", "MA"}}, {"MB2", []string{"MB"}}}},
	{"Q", []maker{{"Q0", nil}, {"Q1", []string{"List[int32]", "List[int32]", "Q"}}, {"Q2", []string{"Q", "Q"}}}},
	{"H", []maker{{"H1", []string{"List[int32]"}}, {"H2", []string{"T", "T"}}, {"H3", nil}}},
	{"(List[int32], List[int32])", []maker{{"", []string{"List[int32]", "List[int32]"}}}},
	{"(T, int32)", []maker{{"", []string{"T", "int32"}}}},
	{"Two[T, List[int32]]", []maker{{"Two1", []string{"T", "List[int32]"}}, {"Two2", []string{"List[int32]", "Two[List[int32], T]"}}, {"Two3", nil}}},
	{"Two[List[int32], T]", []maker{{"Two1", []string{"List[int32]", "T"}}, {"Two2", []string{"T", "Two[T, List[int32]]"}}, {"Two3", nil}}},
}

func shapeOf(name string) *shape {
	return &shapes[slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })]
}

// A variable of a generated program; a small one is part of a parameter.
type variable struct {
	name, typ string
	small     bool
}

type generatedDef struct {
	name string
	ins  []string
	out  string
}

// A programmer writes random recursive definitions. It knows nothing of costs: it
// calls with parts of its parameters more often than with others, so that enough
// of them come to an end.
type programmer struct {
	*rand.Rand
	defs  []generatedDef
	group int // defs from here on may call each other
	fresh int
	calls int
}

func generated(r *rand.Rand) string {
	g := &programmer{Rand: r}
	var b strings.Builder
	b.WriteString(generatedData)
	focus := []string{shapes[1+r.IntN(len(shapes)-1)].name, "List[int32]", shapes[r.IntN(len(shapes))].name}
	for range 2 + r.IntN(3) {
		g.group = len(g.defs)
		for range 1 + r.IntN(5)/3 {
			d := generatedDef{name: fmt.Sprintf("@g%d", len(g.defs)), out: focus[r.IntN(3)]}
			for range 1 + r.IntN(3) {
				d.ins = append(d.ins, focus[r.IntN(3)])
			}
			g.defs = append(g.defs, d)
		}
		for _, d := range g.defs[g.group:] {
			b.WriteString(g.define(d))
		}
	}
	return b.String()
}

func (g *programmer) name() string {
	g.fresh++
	return fmt.Sprintf("%%v%d", g.fresh)
}

func (g *programmer) define(d generatedDef) string {
	g.calls = 3
	var params []string
	var env []variable
	for i, t := range d.ins {
		v := variable{fmt.Sprintf("%%p%d", i), t, false}
		env = append(env, v)
		params = append(params, v.name+": "+t)
	}
	return fmt.Sprintf("def %s(%s) -> %s { %s }\n", d.name, strings.Join(params, ", "), d.out, g.start(d, env))
}

// start takes a parameter apart.
func (g *programmer) start(d generatedDef, env []variable) string {
	at := env[g.IntN(len(env))]
	if at.typ == "int32" {
		guard := []string{"%s <= 0", "%s < 1", "%s == 0", "0 >= %s", "!(%s > 0)", "%s <= 0 || %[1]s == 1", "!(%s != 0 && %[1]s >= 1)", "%s > 3"}[g.IntN(8)]
		less := variable{g.name(), "int32", true}
		step := 1 + g.IntN(5)/4
		return fmt.Sprintf("if ("+guard+") { %s } else { let %s = %s - %d; %s }", at.name, g.leaf(d.out, env), less.name, at.name, step, g.expr(d.out, append(slices.Clone(env), less), 4))
	}
	return g.match(at.name, at.typ, d.out, env, 4, true)
}

func (g *programmer) match(scrutinee, typ, out string, env []variable, fuel int, small bool) string {
	s := shapeOf(typ)
	var clauses []string
	skip := -1
	if len(s.makers) > 1 && g.IntN(5) == 0 {
		skip = g.IntN(len(s.makers))
	}
	for i, m := range s.makers {
		if i == skip {
			continue
		}
		pattern, more := g.pattern(m, small)
		inner := append(slices.Clone(env), more...)
		// A pattern inside the pattern, with a clause that takes the rest.
		if deep := g.deeper(m, small); deep != "" && g.IntN(3) == 0 {
			clauses = append(clauses, deep+" => "+g.expr(out, env, fuel-2))
		}
		clauses = append(clauses, pattern+" => "+g.expr(out, inner, fuel-1))
	}
	if skip >= 0 {
		v := variable{g.name(), typ, false}
		clauses = append(clauses, v.name+" => "+g.expr(out, append(slices.Clone(env), v), fuel-1))
	}
	return "match (" + scrutinee + ") { " + strings.Join(clauses, ", ") + " }"
}

func (g *programmer) pattern(m maker, small bool) (string, []variable) {
	var names []string
	var vars []variable
	for _, f := range m.fields {
		if g.IntN(8) == 0 {
			names = append(names, "_")
			continue
		}
		v := variable{g.name(), f, small}
		vars = append(vars, v)
		names = append(names, v.name)
	}
	if len(names) == 0 {
		return m.name, nil
	}
	return m.name + "(" + strings.Join(names, ", ") + ")", vars
}

func (g *programmer) deeper(m maker, small bool) string {
	if len(m.fields) == 0 {
		return ""
	}
	var parts []string
	for _, f := range m.fields {
		s := shapeOf(f)
		if len(s.makers) == 0 || g.IntN(2) == 0 {
			parts = append(parts, "_")
			continue
		}
		p, _ := g.pattern(maker{s.makers[g.IntN(len(s.makers))].name, nil}, small)
		k := s.makers[slices.IndexFunc(s.makers, func(m maker) bool { return m.name == p })]
		if p, _ = g.blank(k); p == "" {
			p = "_"
		}
		parts = append(parts, p)
	}
	return m.name + "(" + strings.Join(parts, ", ") + ")"
}

func (g *programmer) blank(m maker) (string, bool) {
	if len(m.fields) == 0 {
		return m.name, true
	}
	return m.name + "(" + strings.TrimSuffix(strings.Repeat("_, ", len(m.fields)), ", ") + ")", true
}

// leaf is a value without calls.
func (g *programmer) leaf(typ string, env []variable) string {
	if v := g.variable(typ, env, false); v != "" && g.IntN(4) > 0 {
		return v
	}
	s := shapeOf(typ)
	if len(s.makers) == 0 {
		return fmt.Sprint(g.IntN(3))
	}
	best := s.makers[0]
	for _, m := range s.makers {
		if len(m.fields) == 0 {
			best = m
		}
	}
	return g.build(best, func(t string) string { return g.leaf(t, nil) })
}

func (g *programmer) build(m maker, part func(string) string) string {
	var parts []string
	for _, f := range m.fields {
		parts = append(parts, part(f))
	}
	if len(parts) == 0 {
		return m.name
	}
	return m.name + "(" + strings.Join(parts, ", ") + ")"
}

func (g *programmer) variable(typ string, env []variable, small bool) string {
	var fit []string
	for _, v := range env {
		if v.typ == typ && (v.small || !small) {
			fit = append(fit, v.name)
		}
	}
	if len(fit) == 0 {
		return ""
	}
	return fit[g.IntN(len(fit))]
}

func (g *programmer) expr(typ string, env []variable, fuel int) string {
	if fuel <= 0 {
		return g.leaf(typ, env)
	}
	switch g.IntN(12) {
	case 0:
		return g.leaf(typ, env)
	case 1, 2, 3:
		if c := g.call(typ, env, fuel); c != "" {
			return c
		}
	case 4:
		return fmt.Sprintf("if (%s) { %s } else { %s }", g.condition(env), g.expr(typ, env, fuel-1), g.expr(typ, env, fuel-1))
	case 5, 6: // a let of a call, taken apart or not
		return g.let(typ, env, fuel)
	case 7:
		if len(env) > 0 {
			v := env[g.IntN(len(env))]
			if v.typ != "int32" {
				return "{ " + g.match(v.name, v.typ, typ, env, fuel-1, v.small) + " }"
			}
		}
	case 8:
		return g.function(typ, env, fuel)
	case 9:
		if typ == "int32" {
			return g.expr(typ, env, fuel-1) + []string{" + ", " - ", " * "}[g.IntN(3)] + g.leaf(typ, env)
		}
	}
	s := shapeOf(typ)
	if len(s.makers) == 0 {
		return g.leaf(typ, env)
	}
	return g.build(s.makers[g.IntN(len(s.makers))], func(t string) string { return g.expr(t, env, fuel-1) })
}

func (g *programmer) condition(env []variable) string {
	x, y := g.leaf("int32", env), g.leaf("int32", env)
	c := x + []string{" < ", " <= ", " == ", " != ", " > ", " >= "}[g.IntN(6)] + y
	switch g.IntN(5) {
	case 0:
		return c + " && " + g.condition(env)
	case 1:
		return c + " || " + g.condition(env)
	case 2:
		return "!(" + c + ")"
	}
	return c
}

// call calls a definition: mostly an earlier one with anything, or one of the
// same group with parts of the parameters.
func (g *programmer) call(typ string, env []variable, fuel int) string {
	var fit []int
	for i, d := range g.defs {
		if d.out == typ {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 || g.calls <= 0 {
		return ""
	}
	i := fit[g.IntN(len(fit))]
	g.calls--
	own := i >= g.group
	var args []string
	for _, t := range g.defs[i].ins {
		arg := ""
		if own && g.IntN(10) > 0 {
			if arg = g.variable(t, env, true); arg == "" {
				arg = g.variable(t, env, false)
			}
		}
		if arg == "" {
			arg = g.expr(t, env, fuel-2)
		}
		args = append(args, arg)
	}
	return g.defs[i].name + "(" + strings.Join(args, ", ") + ")"
}

func (g *programmer) let(typ string, env []variable, fuel int) string {
	d := g.defs[g.IntN(len(g.defs))]
	c := g.call(d.out, env, fuel)
	if c == "" {
		return g.leaf(typ, env)
	}
	if strings.HasPrefix(d.out, "(") {
		pattern, vars := g.pattern(shapeOf(d.out).makers[0], g.IntN(2) == 0)
		return "{ let " + pattern + " = " + c + "; " + g.expr(typ, append(slices.Clone(env), vars...), fuel-1) + " }"
	}
	if g.IntN(3) == 0 && d.out != "int32" {
		return "{ " + g.match(c, d.out, typ, env, fuel-1, g.IntN(2) == 0) + " }"
	}
	v := variable{g.name(), d.out, g.IntN(2) == 0}
	if g.IntN(4) == 0 {
		return "{ " + v.name + " = " + c + "; " + g.expr(typ, append(slices.Clone(env), v), fuel-1) + " }"
	}
	return "{ let " + v.name + " = " + c + "; " + g.expr(typ, append(slices.Clone(env), v), fuel-1) + " }"
}

// function makes a local function and calls it, often by way of a tuple or another
// function; a recursive one goes down a list.
func (g *programmer) function(typ string, env []variable, fuel int) string {
	f, x := g.name(), variable{g.name(), "List[int32]", false}
	arg := g.expr(x.typ, env, fuel-2)
	inner := append(slices.Clone(env), x)
	body := g.expr(typ, inner, fuel-1)
	if g.IntN(2) == 0 {
		tail := g.name()
		body = fmt.Sprintf("match (%s) { Nil => %s, Cons(_, %s) => { let %%r = %s(%s); %s } }", x.name, g.leaf(typ, env), tail, f, tail,
			g.expr(typ, append(slices.Clone(env), variable{"%r", typ, false}), fuel-2))
	}
	head := fmt.Sprintf("{ let %s = fn(%s: %s) -> %s { %s }; ", f, x.name, x.typ, typ, body)
	switch g.IntN(4) {
	case 0:
		return head + fmt.Sprintf("let (%%q, _) = (%s, 1); %%q(%s) }", f, arg)
	case 1:
		return head + fmt.Sprintf("let %%ap = fn(%%h, %%z) { %%h(%%z) }; %%ap(%s, %s) }", f, arg)
	case 2:
		return head + fmt.Sprintf("let %%c = if (%s) { %s } else { fn(%%z: %s) -> %s { %s } }; %%c(%s) }", g.condition(env), f, x.typ, typ, g.leaf(typ, env), arg)
	}
	return head + fmt.Sprintf("%s(%s) }", f, arg)
}
