package progen

import "strings"

// A Kind is the head of a Type.
type Kind uint8

const (
	Atom    Kind = iota // Name
	Var                 // Name: a type parameter
	Tuple               // Args
	ADT                 // Name, Args
	Func                // Args, the last one is the result
	Ref                 // Args[0]
	Tensor              // Dims, of float32
	Fractal             // Args[0]
)

// A Type is a type of the language as it is written.
type Type struct {
	Kind Kind
	Name string
	Args []*Type
	Dims []string
}

var (
	intType   = &Type{Kind: Atom, Name: "int32"}
	floatType = &Type{Kind: Atom, Name: "float32"}
	boolType  = &Type{Kind: Atom, Name: "bool"}
)

func tensor(dims ...string) *Type { return &Type{Kind: Tensor, Dims: dims} }

func fractal(elem *Type) *Type { return &Type{Kind: Fractal, Args: []*Type{elem}} }

func (t *Type) String() string {
	switch t.Kind {
	case Tuple:
		if len(t.Args) == 1 {
			return "(" + t.Args[0].String() + ",)"
		}
		return "(" + list(t.Args) + ")"
	case ADT:
		if len(t.Args) == 0 {
			return t.Name
		}
		return t.Name + "[" + list(t.Args) + "]"
	case Func:
		last := len(t.Args) - 1
		return "fn(" + list(t.Args[:last]) + ") -> " + t.Args[last].String()
	case Ref:
		return "ref(" + t.Args[0].String() + ")"
	case Tensor:
		if len(t.Dims) == 0 {
			return "float32"
		}
		return "Tensor[(" + strings.Join(t.Dims, ", ") + "), float32]"
	case Fractal:
		return "FractalTensor[" + t.Args[0].String() + "]"
	}
	return t.Name
}

func list(ts []*Type) string {
	texts := make([]string, len(ts))
	for i, t := range ts {
		texts[i] = t.String()
	}
	return strings.Join(texts, ", ")
}

func equal(a, b *Type) bool { return a.String() == b.String() }

// A binding gives type parameters and shape variables their values.
type binding struct {
	types map[string]*Type
	dims  map[string]string
}

// apply puts a binding's values into a type.
func (b binding) apply(t *Type) *Type {
	if t.Kind == Var {
		if bound := b.types[t.Name]; bound != nil {
			return bound
		}
		return t
	}
	out := &Type{Kind: t.Kind, Name: t.Name}
	for _, arg := range t.Args {
		out.Args = append(out.Args, b.apply(arg))
	}
	for _, d := range t.Dims {
		if value, ok := b.dims[d]; ok {
			d = value
		}
		out.Dims = append(out.Dims, d)
	}
	return out
}

// match binds the parameters of a type so that it becomes another one.
func (b binding) match(t, to *Type, params map[string]bool) bool {
	if t.Kind == Var && params[t.Name] {
		if bound := b.types[t.Name]; bound != nil {
			return equal(bound, to)
		}
		b.types[t.Name] = to
		return true
	}
	if t.Kind != to.Kind || t.Name != to.Name || len(t.Args) != len(to.Args) || strings.Join(t.Dims, ",") != strings.Join(to.Dims, ",") {
		return false
	}
	for i := range t.Args {
		if !b.match(t.Args[i], to.Args[i], params) {
			return false
		}
	}
	return true
}
