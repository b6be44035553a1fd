package treewalk

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Mistyped returns why a value is not of a type, "" where it is. A type variable is any
// type; a size variable is one size in all of the type. Sequences without elements are
// of every type of sequences. Values that are nested deeper than a few types are not
// looked into.
func Mistyped(v Value, t types.Type) string {
	return typing{map[*symbolic.Symbol]int64{}}.mistyped(v, t, 0)
}

// A typing is the sizes that the size variables of a type stand for.
type typing struct{ sizes map[*symbolic.Symbol]int64 }

// deepestType is how deep values are looked into, which may be long lists.
const deepestType = 60

// mistyped is why a value is not of a type, "" where it is.
func (g typing) mistyped(v Value, t types.Type, depth int) string {
	if depth++; depth > deepestType {
		return ""
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return g.tensor(v, t)
	case *types.Tuple:
		return g.tuple(v, t, depth)
	case *types.Fractal:
		return g.sequence(v, t, depth)
	case *types.ADT:
		return g.data(v, t, depth)
	case *types.Ref:
		if c, ok := v.(*Cell); ok {
			return g.mistyped(c.Elem, t.Elem, depth)
		}
		return wrong(v, t)
	case *types.Func:
		if _, ok := v.(*Func); !ok {
			return wrong(v, t)
		}
	case *types.Bad:
		return "the type is wrong"
	}
	return ""
}

func wrong(v Value, t types.Type) string {
	return fmt.Sprintf("%.300s is not of type %s", Text(v), types.String(t))
}

func (g typing) tensor(v Value, t *types.Tensor) string {
	var shape []int
	switch v := v.(type) {
	case Num:
		if len(t.Shape) > 0 || v.Dtype != t.Dtype.String() {
			return wrong(v, t)
		}
	case *Tensor:
		if shape = v.Shape; v.Dtype != t.Dtype.String() {
			return wrong(v, t)
		}
	default:
		return wrong(v, t)
	}
	if len(shape) != len(t.Shape) {
		return wrong(v, t)
	}
	for k, d := range t.Shape {
		if !g.extent(d, int64(shape[k])) {
			return wrong(v, t)
		}
	}
	return ""
}

// extent holds a size to what is said of it. An expression is held to the sizes that are
// known from the same type.
func (g typing) extent(d types.Dim, n int64) bool {
	if c, ok := d.Const(); ok {
		return c == n
	}
	e, ok := d.Symbolic()
	if !ok {
		return true
	}
	if s, ok := e.Symbol(); ok {
		if _, known := g.sizes[s]; !known {
			g.sizes[s] = n
		}
		return g.sizes[s] == n
	}
	got, err := e.Eval(func(s *symbolic.Symbol) (int64, bool) { n, ok := g.sizes[s]; return n, ok })
	return err != nil || got == n
}

func (g typing) tuple(v Value, t *types.Tuple, depth int) string {
	if len(t.Elems) > 0 && isEmpty(v) {
		if _, ok := v.(*Seq); ok {
			return "" // of no tuples: what a map over nothing gives is not looked at here
		}
	}
	tuple, ok := v.(*Tuple)
	if !ok || len(tuple.Elems) != len(t.Elems) {
		return wrong(v, t)
	}
	for i, e := range tuple.Elems {
		if why := g.mistyped(e, t.Elems[i], depth); why != "" {
			return why
		}
	}
	return ""
}

func (g typing) sequence(v Value, t *types.Fractal, depth int) string {
	s, ok := v.(*Seq)
	if !ok {
		return wrong(v, t)
	}
	for i, e := range s.Elems {
		if i > 3 && i < len(s.Elems)-1 {
			continue
		}
		if why := g.mistyped(e, t.Elem, depth); why != "" {
			return why
		}
	}
	return ""
}

func (g typing) data(v Value, t *types.ADT, depth int) string {
	d, ok := v.(*Data)
	if !ok {
		return wrong(v, t)
	}
	for _, k := range t.Decl.Constructors {
		if k.Name != d.Name {
			continue
		}
		if len(k.Fields) != len(d.Fields) {
			return wrong(v, t)
		}
		instance := applied(t)
		for i, f := range k.Fields {
			if why := g.mistyped(d.Fields[i], instance.Apply(f), depth); why != "" {
				return why
			}
		}
		return ""
	}
	return wrong(v, t)
}

// applied puts the arguments of a data type in the place of its parameters.
func applied(t *types.ADT) *types.Substitution {
	s := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Args)), Dims: make([]types.Dim, len(t.Args))}
	for i, arg := range t.Args {
		s.Types[i] = arg
		if e, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = e.Dim
		}
	}
	return s
}
