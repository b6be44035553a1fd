package interp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// misfit says why a value is not of a type, "" where it is. It knows types by their
// declarations alone, and nothing of how programs are checked or run.
func misfit(v value.Value, t types.Type, bound map[any]types.Type) string {
	t = types.Head(t)
	if b, ok := bound[t]; ok {
		return misfit(v, b, nil)
	}
	switch t := t.(type) {
	case *types.Tensor:
		return misfitTensor(v, t)
	case *types.Tuple:
		tuple, ok := v.(*value.Tuple)
		if !ok || len(tuple.Elems) != len(t.Elems) {
			return fmt.Sprintf("%s is no %s", value.Text(v), types.String(t))
		}
		for i, e := range t.Elems {
			if why := misfit(tuple.Elems[i], e, bound); why != "" {
				return why
			}
		}
	case *types.Fractal:
		f, ok := v.(*value.Fractal)
		if !ok {
			return fmt.Sprintf("%s is no %s", value.Text(v), types.String(t))
		}
		for i := range f.Len() {
			if why := misfit(f.At(i), t.Elem, bound); why != "" {
				return why
			}
		}
	case *types.ADT:
		d, ok := v.(*value.Data)
		if !ok || t.Decl.Constructors[d.Tag].Name != d.Name {
			return fmt.Sprintf("%s is no %s", value.Text(v), types.String(t))
		}
		args := map[any]types.Type{}
		for i, p := range t.Decl.Params {
			if args[p.Var] = t.Args[i]; bound != nil {
				if b, ok := bound[types.Head(t.Args[i])]; ok {
					args[p.Var] = b
				}
			}
		}
		for i, f := range t.Decl.Constructors[d.Tag].Fields {
			if why := misfit(d.Fields[i], f, args); why != "" {
				return why
			}
		}
	}
	return ""
}

func misfitTensor(v value.Value, t *types.Tensor) string {
	var shape []int
	if a, ok := v.(*value.Array); ok {
		shape = a.Shape
	}
	fits := len(shape) == len(t.Shape)
	for i := 0; fits && i < len(shape); i++ {
		n, known := t.Shape[i].Const()
		fits = !known || int(n) == shape[i]
	}
	if fits {
		return ""
	}
	return fmt.Sprintf("%s is no %s", value.Text(v), types.String(t))
}

// A launderer writes programs in which values of types with `?` are used at types with
// extents, below constructors of all kinds.
type launderer struct {
	rand  *rand.Rand
	names int
	odd   bool // a tensor of another extent was made
}

// A nest is a type in two forms, an expression of the first one, and what shows a value
// of it as one without functions.
type nest struct {
	loose, strict, made string
	show                func(e string) string
}

func same(e string) string { return e }

func (l *launderer) name() string { l.names++; return fmt.Sprintf("%%v%d", l.names) }

func (l *launderer) tensor() string {
	if l.rand.IntN(8) == 0 {
		l.odd = true
		return "@un(Constant([1f, 2f]))"
	}
	return "@un(Constant([1f, 2f, 3f]))"
}

func (l *launderer) leaf() nest {
	strict := "Tensor[(3), float32]"
	if l.rand.IntN(4) == 0 {
		strict = "Tensor[(?), float32]"
	}
	return nest{"Tensor[(?), float32]", strict, l.tensor(), same}
}

func (l *launderer) nest(depth int) nest {
	if depth == 0 {
		return l.leaf()
	}
	x := l.nest(depth - 1)
	h := l.name()
	generic := func(name string) (string, string) { return name + "[" + x.loose + "]", name + "[" + x.strict + "]" }
	switch l.rand.IntN(9) {
	case 0:
		a, b := generic("List")
		return nest{a, b, "Cons(" + x.made + ", Nil)", func(e string) string {
			return "match? (" + e + ") { Cons(" + h + ", _) => " + x.show(h) + " }"
		}}
	case 1:
		a, b := generic("Optional")
		return nest{a, b, "Some(" + x.made + ")", func(e string) string {
			return "match? (" + e + ") { Some(" + h + ") => " + x.show(h) + " }"
		}}
	case 2:
		y := l.leaf()
		return nest{"(" + x.loose + ", " + y.loose + ")", "(" + x.strict + ", " + y.strict + ")", "(" + x.made + ", " + y.made + ")", func(e string) string {
			return "{ let " + h + " = " + e + "; (" + x.show(h+".0") + ", " + h + ".1) }"
		}}
	case 3:
		return nest{"fn(int32) -> " + x.loose, "fn(int32) -> " + x.strict, "fn(%_i: int32) { " + x.made + " }", func(e string) string {
			return x.show("(" + e + ")(0)")
		}}
	case 4: // what goes in is held to the type as well
		t := l.tensor()
		return nest{"fn(Tensor[(3), float32]) -> (" + x.loose + ", Tensor[(3), float32])", "fn(Tensor[(?), float32]) -> (" + x.strict + ", Tensor[(3), float32])",
			"fn(%a) { (" + x.made + ", %a) }", func(e string) string {
				return "{ let " + h + " = (" + e + ")(" + t + "); (" + x.show(h+".0") + ", " + h + ".1) }"
			}}
	case 5:
		a, b := generic("Fun")
		return nest{a, b, "F(fn(%_i: int32) { " + x.made + " })", func(e string) string {
			return "match (" + e + ") { F(" + h + ") => " + x.show(h+"(0)") + " }"
		}}
	case 6:
		a, b := generic("Deep")
		return nest{a, b, "More(" + x.made + ", More((" + x.made + ", " + x.made + "), End))", func(e string) string {
			return "match? (" + e + ") { More(" + h + ", _) => " + x.show(h) + " }"
		}}
	case 7:
		y := l.leaf()
		return nest{"FractalTensor[(" + y.loose + ", int32)]", "FractalTensor[(" + y.strict + ", int32)]", "zip([" + y.made + "], [1])", same}
	}
	return nest{"(" + x.loose + ",)", "(" + x.strict + ",)", "(" + x.made + ",)", func(e string) string { return "(" + x.show("("+e+").0") + ",)" }}
}

const laundry = `
data Fun<a> { F : (fn(int32) -> a) -> Fun }
data Deep<a> {
  End : () -> Deep
  More : (a, Deep[(a, a)]) -> Deep
}
def @un(%x: Tensor[(?), float32]) -> Tensor[(?), float32] { %x }
def @same<a>(%x: a) -> a { %x }
`

// program uses a value of the loose type at the strict one.
func (l *launderer) program() string {
	n := l.nest(1 + l.rand.IntN(3))
	made := "def @make() -> " + n.loose + " { " + n.made + " }\n"
	use := ""
	e := []string{"@make()", "@same(@make())", "{ let %t = @make(); %t }", "(fn(%q) { %q })(@make())"}[l.rand.IntN(4)]
	switch l.rand.IntN(7) {
	case 0:
		use = "def @use() -> " + n.strict + " { " + e + " }\n"
	case 1:
		use = "def @take(%x: " + n.strict + ") -> " + n.strict + " { %x }\ndef @use() { @take(" + e + ") }\n"
	case 2:
		use = "def @use() { let %x: " + n.strict + " = " + e + "; %x }\n"
	case 3:
		use = "def @use() { let (%x : " + n.strict + ", %_y) = (" + e + ", 1); %x }\n"
	case 4:
		use = "data Box { B : (" + n.strict + ", int32) -> Box }\ndef @use() { match (B(" + e + ", 1)) { B(%x, _) => %x } }\n"
	case 5:
		use = "def @use() -> " + n.strict + " { if (1 < 2) { " + e + " } else { " + n.made + " } }\n"
	case 6:
		use = "def @use() { let %f: fn() -> " + n.strict + " = fn() { " + e + " }; %f() }\n"
	}
	return laundry + made + use + n.show("@use()") + "\n"
}

// A value of a type with `?` that is used at a type with extents is of that type, or the
// run fails there; what has the extents does not fail. On several threads it is the same.
func TestUnknownExtentsAreChecked(t *testing.T) {
	values, faults := 0, 0
	for seed := range uint64(600) {
		l := &launderer{rand: rand.New(rand.NewPCG(seed, 7))}
		text := l.program()
		p := compiled(t, text)
		entry := Entry{Item: p.Entries()[0]}
		first := ""
		for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
			v, _, err := p.Run(t.Context(), entry, nil, o)
			f, _ := err.(*Fault)
			got := ""
			switch {
			case err == nil:
				values++
				got = value.Text(v)
				if why := misfit(v, p.Type(entry), nil); why != "" {
					t.Fatalf("seed %d: %s\n%s", seed, why, text)
				}
			case f == nil || f.Kind != ShapeFault || !l.odd:
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			default:
				faults++
				got = fmt.Sprint(err, f.Path[0].Span)
				if !strings.Contains(got, "is asked for") && !strings.Contains(got, "is declared") {
					t.Fatalf("seed %d: the fault %q\n%s", seed, got, text)
				}
			}
			if first == "" {
				first = got
			}
			if got != first {
				t.Fatalf("seed %d: %s, and on several threads %s\n%s", seed, first, got, text)
			}
		}
	}
	if values < 300 || faults < 100 {
		t.Errorf("%d values and %d faults", values, faults)
	}
}
