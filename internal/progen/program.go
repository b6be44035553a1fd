package progen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is a random program and its definitions, in the order of the text.
type Program struct {
	Text string
	Defs []string // the names, `@f0`
}

// Make gives the program of a seed. Its last definition, `@main`, uses all
// others.
func Make(seed uint64) Program {
	g := &generator{rand: rand.New(rand.NewPCG(seed, 1))}
	for range 1 + g.rand.IntN(3) {
		g.data()
	}
	for range 2 + g.rand.IntN(5) {
		switch g.rand.IntN(6) {
		case 0:
			g.tensorDef()
		case 1:
			g.fractalDef()
		case 2:
			g.recursiveDef()
		default:
			g.plainDef()
		}
	}
	return g.program()
}

// A generator holds what the program has so far.
type generator struct {
	rand  *rand.Rand
	datas []*data
	funcs []*function
	vars  []variable // in scope
	names int
}

// A data is an ADT; its first constructor holds no value of the type itself.
type data struct {
	name   string
	params []string
	cons   []constructor
}

type constructor struct {
	name   string
	fields []*Type
}

// A function is a definition. Dims are its shape variables; unknown marks a
// `?` in its type.
type function struct {
	name   string
	params []string
	dims   []string
	in     []variable
	out    *Type
	body   string
}

type variable struct {
	name string
	typ  *Type
}

func (g *generator) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) chance(percent int) bool { return g.rand.IntN(100) < percent }

func pick[T any](g *generator, from []T) T { return from[g.rand.IntN(len(from))] }

func vars(names []string) []*Type {
	out := make([]*Type, len(names))
	for i, name := range names {
		out[i] = &Type{Kind: Var, Name: name}
	}
	return out
}

// data declares an ADT. Every constructor has a field of each type parameter,
// so that a value determines its whole type.
func (g *generator) data() {
	d := &data{name: g.fresh("D"), params: []string{"a", "b"}[:g.rand.IntN(3)]}
	self := &Type{Kind: ADT, Name: d.name, Args: vars(d.params)}
	fields := append([]*Type{intType, boolType, floatType}, vars(d.params)...)
	for i := range 1 + g.rand.IntN(4) {
		k := constructor{name: g.fresh("K"), fields: vars(d.params)}
		for range g.rand.IntN(4) {
			k.fields = append(k.fields, pick(g, fields))
		}
		d.cons = append(d.cons, k)
		if i == 0 {
			fields = append(fields, self, &Type{Kind: Tuple, Args: []*Type{self, intType}})
		}
	}
	g.datas = append(g.datas, d)
}

// header is a definition up to its body.
func (f *function) header() string {
	var params []string
	for _, v := range f.in {
		params = append(params, v.name+" : "+v.typ.String())
	}
	quantified := strings.Join(append(append([]string{}, f.params...), f.dims...), ", ")
	if quantified != "" {
		quantified = "<" + quantified + ">"
	}
	return fmt.Sprintf("def %s%s(%s) -> %s", f.name, quantified, strings.Join(params, ", "), f.out)
}

func (d *data) String() string {
	params := ""
	if len(d.params) > 0 {
		params = "<" + strings.Join(d.params, ", ") + ">"
	}
	var cons []string
	for _, k := range d.cons {
		text := k.name
		if len(k.fields) > 0 {
			text += "(" + list(k.fields) + ")"
		}
		cons = append(cons, text)
	}
	return fmt.Sprintf("type %s%s { %s }", d.name, params, strings.Join(cons, ", "))
}

// plainDef makes a definition of random type. It has a parameter of each type
// that it quantifies over, so that every type has a value.
func (g *generator) plainDef() {
	f := &function{name: g.fresh("@f"), params: []string{"a", "b"}[:g.rand.IntN(3)]}
	for _, t := range vars(f.params) {
		f.in = append(f.in, variable{g.fresh("%x"), t})
	}
	for range g.rand.IntN(4) {
		f.in = append(f.in, variable{g.fresh("%x"), g.typ(2, f.params)})
	}
	g.rand.Shuffle(len(f.in), func(i, j int) { f.in[i], f.in[j] = f.in[j], f.in[i] })
	f.out = g.typ(2, f.params)
	g.vars = append([]variable{}, f.in...)
	f.body = g.expr(f.out, 4)
	g.funcs = append(g.funcs, f)
}

// recursiveDef makes a definition that takes a value of an ADT apart and calls
// itself on the parts of the same type.
func (g *generator) recursiveDef() {
	d := pick(g, g.datas)
	f := &function{name: g.fresh("@r"), params: d.params}
	for _, t := range vars(f.params) {
		f.in = append(f.in, variable{g.fresh("%x"), t})
	}
	self := &Type{Kind: ADT, Name: d.name, Args: vars(d.params)}
	f.in = append(f.in, variable{g.fresh("%x"), self})
	f.out = g.typ(1, f.params)
	g.vars = append([]variable{}, f.in...)
	scrutinee := f.in[len(f.in)-1].name
	f.body = g.match(scrutinee, self, func(fields []variable) string {
		for _, field := range fields {
			if equal(field.typ, self) {
				args := make([]string, len(f.in))
				for i, v := range f.in {
					args[i] = v.name
				}
				args[len(args)-1] = field.name
				inner := g.fresh("%v")
				g.vars = append(g.vars, variable{inner, f.out})
				return "{ let " + inner + " = " + f.name + "(" + strings.Join(args, ", ") + "); " + g.expr(f.out, 2) + " }"
			}
		}
		return g.expr(f.out, 2)
	})
	g.funcs = append(g.funcs, f)
}

// program prints everything, with a use of each definition at the end. The
// order of the text is not that of making.
func (g *generator) program() Program {
	g.vars = nil
	var uses []string
	for _, f := range g.funcs {
		uses = append(uses, "  let "+g.fresh("%u")+" = "+g.use(f)+";\n")
	}
	var items, p = []string{}, Program{}
	order := g.rand.Perm(len(g.funcs))
	for _, i := range order {
		f := g.funcs[i]
		p.Defs = append(p.Defs, f.name)
		items = append(items, f.header()+" {\n  "+f.body+"\n}")
	}
	for _, d := range g.datas {
		at := g.rand.IntN(len(items) + 1)
		items = append(items[:at], append([]string{d.String()}, items[at:]...)...)
	}
	p.Defs = append(p.Defs, "@main")
	p.Text = strings.Join(items, "\n\n") + "\n\ndef @main() -> int32 {\n" + strings.Join(uses, "") + "  0\n}\n"
	return p
}

// use is a call of a definition with arguments of a random instance of its
// type.
func (g *generator) use(f *function) string {
	b := binding{types: map[string]*Type{}, dims: map[string]string{"?": fmt.Sprint(1 + g.rand.IntN(5))}}
	for _, p := range f.params {
		b.types[p] = g.typ(1, nil)
	}
	for _, d := range f.dims {
		b.dims[d] = fmt.Sprint(1 + g.rand.IntN(5))
	}
	args := make([]string, len(f.in))
	for i, v := range f.in {
		args[i] = g.expr(b.apply(v.typ), 1)
	}
	return f.name + "(" + strings.Join(args, ", ") + ")"
}
