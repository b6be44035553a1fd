package progen

import (
	"fmt"
	"slices"
	"strings"
)

// typ is a random type over type parameters.
func (g *generator) typ(depth int, params []string) *Type {
	if depth == 0 || g.chance(30) {
		return pick(g, append([]*Type{intType, floatType, boolType}, vars(params)...))
	}
	some := func(n int) []*Type {
		out := make([]*Type, n)
		for i := range out {
			out[i] = g.typ(depth-1, params)
		}
		return out
	}
	switch g.rand.IntN(7) {
	case 0, 1:
		d := pick(g, g.datas)
		return &Type{Kind: ADT, Name: d.name, Args: some(len(d.params))}
	case 2:
		return &Type{Kind: ADT, Name: "List", Args: some(1)}
	case 3:
		return &Type{Kind: Func, Args: some(2 + g.rand.IntN(2))}
	case 4:
		return &Type{Kind: Ref, Args: some(1)}
	case 5:
		return tensor(fmt.Sprint(1+g.rand.IntN(4)), fmt.Sprint(1+g.rand.IntN(4)))
	}
	return &Type{Kind: Tuple, Args: some(1 + g.rand.IntN(3))}
}

// expr is a random expression of a type.
func (g *generator) expr(t *Type, fuel int) string {
	if fuel > 0 {
		for range 3 {
			if text := g.compound(t, fuel-1); text != "" {
				return text
			}
		}
	}
	if found := g.known(t); len(found) > 0 && g.chance(70) {
		return pick(g, found)
	}
	return g.literal(t, fuel)
}

// known are the variables of a type, and the parts of variables.
func (g *generator) known(t *Type) []string {
	var out []string
	for _, v := range g.vars {
		if equal(v.typ, t) {
			out = append(out, v.name)
		}
		switch v.typ.Kind {
		case Tuple:
			for i, part := range v.typ.Args {
				if equal(part, t) {
					out = append(out, fmt.Sprintf("%s.%d", v.name, i))
				}
			}
		case Ref:
			if equal(v.typ.Args[0], t) {
				out = append(out, "ref_read("+v.name+")")
			}
		}
	}
	return out
}

// compound is an expression with parts, "" where the form that was drawn does
// not fit.
func (g *generator) compound(t *Type, fuel int) string {
	switch g.rand.IntN(8) {
	case 0:
		return g.let(t, fuel)
	case 1:
		return "if (" + g.expr(boolType, fuel) + ") { " + g.expr(t, fuel) + " } else { " + g.expr(t, fuel) + " }"
	case 2:
		d := pick(g, g.datas)
		adt := &Type{Kind: ADT, Name: d.name}
		for range d.params {
			adt.Args = append(adt.Args, g.typ(0, nil))
		}
		return g.match(g.expr(adt, fuel), adt, func([]variable) string { return g.expr(t, fuel) })
	case 3, 4:
		return g.call(t, fuel)
	case 5:
		return g.operator(t, fuel)
	case 6:
		return g.polymorphicLet(t, fuel)
	}
	return ""
}

// inner runs make with more variables in scope.
func (g *generator) inner(more []variable, make func() string) string {
	outer := g.vars
	g.vars = append(slices.Clone(g.vars), more...)
	defer func() { g.vars = outer }()
	return make()
}

func (g *generator) let(t *Type, fuel int) string {
	v := variable{g.fresh("%v"), g.typ(1, nil)}
	value := g.expr(v.typ, fuel)
	annotation := ""
	if g.chance(50) {
		annotation = " : " + v.typ.String()
	}
	return g.inner([]variable{v}, func() string {
		return "{ let " + v.name + annotation + " = " + value + "; " + g.expr(t, fuel) + " }"
	})
}

// polymorphicLet binds a function that is used at two types. The first result
// is not used, and its type is written out for what is in it.
func (g *generator) polymorphicLet(t *Type, fuel int) string {
	f, x := g.fresh("%p"), g.fresh("%x")
	other := g.typ(1, nil)
	body := pick(g, []string{x, "(" + x + ", " + x + ").0", "{ let %same = " + x + "; %same }", "ref_read(ref(" + x + "))"})
	return fmt.Sprintf("{ let %s = fn(%s) { %s }; let %s : %s = %s(%s); %s(%s) }",
		f, x, body, g.fresh("%v"), other, f, g.expr(other, fuel), f, g.expr(t, fuel))
}

// match takes a value of an ADT apart; every constructor has a clause.
func (g *generator) match(scrutinee string, t *Type, body func([]variable) string) string {
	d := g.declaration(t.Name)
	b := binding{types: map[string]*Type{}}
	for i, p := range d.params {
		b.types[p] = t.Args[i]
	}
	var clauses []string
	for _, k := range d.cons {
		var fields []variable
		pattern := k.name
		for _, field := range k.fields {
			fields = append(fields, variable{g.fresh("%m"), b.apply(field)})
		}
		if len(fields) > 0 {
			names := make([]string, len(fields))
			for i, field := range fields {
				names[i] = field.name
			}
			pattern += "(" + strings.Join(names, ", ") + ")"
		}
		clauses = append(clauses, pattern+" => "+g.inner(fields, func() string { return body(fields) }))
	}
	return "match (" + scrutinee + ") { " + strings.Join(clauses, ", ") + " }"
}

func (g *generator) declaration(name string) *data {
	i := slices.IndexFunc(g.datas, func(d *data) bool { return d.name == name })
	return g.datas[i]
}

// call is a call of a definition, or of a variable, that gives a type.
func (g *generator) call(t *Type, fuel int) string {
	var calls []func() string
	for _, f := range g.funcs {
		b := binding{types: map[string]*Type{}}
		params := map[string]bool{}
		for _, p := range f.params {
			params[p] = true
		}
		if len(f.dims) == 0 && !strings.Contains(f.header(), "?") && b.match(f.out, t, params) {
			calls = append(calls, func() string { return g.callOf(f, b, fuel) })
		}
	}
	for _, v := range g.vars {
		if last := len(v.typ.Args) - 1; v.typ.Kind == Func && equal(v.typ.Args[last], t) {
			calls = append(calls, func() string { return v.name + "(" + g.exprs(v.typ.Args[:last], fuel) + ")" })
		}
	}
	if len(calls) == 0 {
		return ""
	}
	return pick(g, calls)()
}

func (g *generator) callOf(f *function, b binding, fuel int) string {
	for _, p := range f.params {
		if b.types[p] == nil {
			b.types[p] = g.typ(0, nil)
		}
	}
	in := make([]*Type, len(f.in))
	for i, v := range f.in {
		in[i] = b.apply(v.typ)
	}
	return f.name + "(" + g.exprs(in, min(fuel, 1)) + ")"
}

func (g *generator) exprs(ts []*Type, fuel int) string {
	texts := make([]string, len(ts))
	for i, t := range ts {
		texts[i] = g.expr(t, fuel)
	}
	return strings.Join(texts, ", ")
}

// operator is arithmetic, a comparison or logic.
func (g *generator) operator(t *Type, fuel int) string {
	two := func(op string, t *Type) string { return "(" + g.expr(t, fuel) + " " + op + " " + g.expr(t, fuel) + ")" }
	switch {
	case equal(t, boolType) && g.chance(50):
		return two(pick(g, []string{"&&", "||"}), boolType)
	case equal(t, boolType):
		return two(pick(g, []string{"<", "==", ">=", "!="}), pick(g, []*Type{intType, floatType}))
	case equal(t, intType), equal(t, floatType):
		return two(pick(g, []string{"+", "-", "*"}), t)
	case t.Kind == Tensor && !slices.Contains(t.Dims, "?"):
		return pick(g, []func() string{
			func() string { return two("+", t) },
			func() string { return "nn.relu(" + g.expr(t, fuel) + ")" },
			func() string { return "(" + g.expr(t, fuel) + " * " + g.expr(floatType, fuel) + ")" },
		})()
	}
	return ""
}

// literal is an expression without free variables, where there is one.
func (g *generator) literal(t *Type, fuel int) string {
	switch t.Kind {
	case Var:
		return pick(g, g.known(t))
	case Atom:
		return g.atom(t)
	case Tuple:
		if len(t.Args) == 1 {
			return "(" + g.expr(t.Args[0], 0) + ",)"
		}
		return "(" + g.exprs(t.Args, 0) + ")"
	case ADT:
		return g.construct(t, fuel)
	case Func:
		return g.lambda(t, fuel)
	case Ref:
		return "ref(" + g.expr(t.Args[0], 0) + ")"
	case Tensor:
		return pick(g, []string{"ones", "zeros"}) + "(shape=[" + strings.Join(t.Dims, ", ") + "], dtype=\"float32\")"
	}
	return "[" + g.exprs([]*Type{t.Args[0], t.Args[0]}[:1+g.rand.IntN(2)], 0) + "]"
}

func (g *generator) atom(t *Type) string {
	switch t.Name {
	case "int32":
		return fmt.Sprint(g.rand.IntN(10))
	case "float32":
		return fmt.Sprintf("%df", g.rand.IntN(10))
	}
	return pick(g, []string{"True", "False"})
}

func (g *generator) construct(t *Type, fuel int) string {
	if t.Name == "List" {
		if fuel <= 0 && g.chance(50) {
			return "Nil"
		}
		return "Cons(" + g.expr(t.Args[0], 0) + ", Nil())"
	}
	d := g.declaration(t.Name)
	k := d.cons[0]
	if fuel > 0 {
		k = pick(g, d.cons)
	}
	if len(k.fields) == 0 {
		return k.name
	}
	b := binding{types: map[string]*Type{}}
	for i, p := range d.params {
		b.types[p] = t.Args[i]
	}
	fields := make([]*Type, len(k.fields))
	for i, field := range k.fields {
		fields[i] = b.apply(field)
	}
	return k.name + "(" + g.exprs(fields, fuel-1) + ")"
}

func (g *generator) lambda(t *Type, fuel int) string {
	last := len(t.Args) - 1
	annotated := g.chance(50)
	var params []variable
	var texts []string
	for _, in := range t.Args[:last] {
		v := variable{g.fresh("%y"), in}
		params = append(params, v)
		text := v.name
		if annotated {
			text += " : " + in.String()
		}
		texts = append(texts, text)
	}
	return g.inner(params, func() string {
		return "fn(" + strings.Join(texts, ", ") + ") { " + g.expr(t.Args[last], fuel-1) + " }"
	})
}
