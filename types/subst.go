package types

import (
	"github.com/fraccheck/fraccheck/steps"
	"github.com/fraccheck/fraccheck/symbolic"
)

// Substitution of the variables that a scheme quantifies over, all at once. A type
// is a graph with shared parts and may be exponentially larger as a tree, so that
// past some number of visits what was replaced is remembered.

// A Substitution replaces quantified variables: types for Vars, extents for
// Symbols, side by side with Params.
type Substitution struct {
	Params []Param
	Types  []Type       // for a Param with Var
	Dims   []Dim        // for a Param with Sym; nil where no Param has one
	Meter  *steps.Meter // counts the types that are looked at; nil: no bound

	count int // of types that were looked at
	depth int
	known map[Type]Type
}

// MaxDepth is how deep types may be nested where a meter counts: what goes deeper
// ends as if the steps had run out. Recursion over a type needs some 500 bytes of
// stack a level.
const MaxDepth = 100_000

// Apply replaces the variables in t. What holds none of them is not copied.
// What stands in many places of a large type is replaced once.
func (s *Substitution) Apply(t Type) Type {
	switch t := t.(type) {
	case *Var:
		return s.variable(t)
	case *Tensor:
		return s.tensor(t)
	}
	s.Meter.Spend(1)
	if s.count++; s.count <= manyVisits {
		return s.inside(t)
	}
	if known, ok := s.known[t]; ok {
		return known
	}
	if s.known == nil {
		s.known = map[Type]Type{}
	}
	result := s.inside(t)
	s.known[t] = result
	return result
}

func (s *Substitution) inside(t Type) Type {
	if s.depth++; s.Meter != nil && s.depth > MaxDepth {
		steps.Exhaust()
	}
	result := s.apply(t)
	s.depth--
	return result
}

func (s *Substitution) apply(t Type) Type {
	switch t := t.(type) {
	case *Tuple:
		if elems, changed := s.list(t.Elems); changed {
			return &Tuple{elems}
		}
	case *ADT:
		if args, changed := s.list(t.Args); changed {
			return &ADT{t.Decl, args}
		}
	case *Fractal:
		if elem := s.Apply(t.Elem); elem != t.Elem {
			return &Fractal{elem}
		}
	case *Ref:
		if elem := s.Apply(t.Elem); elem != t.Elem {
			return &Ref{elem}
		}
	case *Extent:
		if dim := s.Dim(t.Dim); !dim.Equal(t.Dim) {
			return &Extent{dim}
		}
	case *Func:
		return s.function(t)
	}
	return t
}

func (s *Substitution) variable(v *Var) Type {
	if v.Link != nil {
		return s.Apply(v.Link)
	}
	for i, p := range s.Params {
		if p.Var == v {
			return s.Types[i]
		}
	}
	return v
}

func (s *Substitution) list(ts []Type) ([]Type, bool) {
	for i, t := range ts {
		u := s.Apply(t)
		if u == t {
			continue
		}
		changed := make([]Type, len(ts))
		copy(changed, ts[:i])
		changed[i] = u
		for j := i + 1; j < len(ts); j++ {
			changed[j] = s.Apply(ts[j])
		}
		return changed, true
	}
	return ts, false
}

func (s *Substitution) tensor(t *Tensor) Type {
	if s.Dims == nil {
		return t
	}
	for i, d := range t.Shape {
		e, ok := d.Symbolic()
		if !ok {
			continue
		}
		s.Meter.Spend(e.Size())
		shape := append([]Dim{}, t.Shape...)
		for j := i; j < len(shape); j++ {
			shape[j] = s.Dim(shape[j])
		}
		return &Tensor{t.Dtype, shape}
	}
	return t
}

// Dim replaces the shape variables in an extent.
func (s *Substitution) Dim(d Dim) Dim {
	e, ok := d.Symbolic()
	if !ok || s.Dims == nil {
		return d
	}
	return MapDim(e, func(sym *symbolic.Symbol) (Dim, bool) {
		for i, p := range s.Params {
			if p.Sym == sym {
				return s.Dims[i], true
			}
		}
		return Dim{}, false
	})
}

// MapDim replaces the symbols of an expression by extents. One that becomes
// `?` makes the whole `?`, but where it stands alone.
func MapDim(e *symbolic.Expr, value func(*symbolic.Symbol) (Dim, bool)) Dim {
	loose, whole := Dim{}, false
	result := e.Subst(func(sym *symbolic.Symbol) *symbolic.Expr {
		d, ok := value(sym)
		if !ok {
			return nil
		}
		if d.Loose() {
			loose, whole = d, true
			return nil
		}
		return d.Expr()
	})
	if whole {
		return loose
	}
	return DimOf(result)
}

func (s *Substitution) function(t *Func) Type {
	in, a := s.list(t.In)
	out := s.Apply(t.Out)
	where, b := s.where(t.Where)
	if !a && !b && out == t.Out {
		return t
	}
	return &Func{Params: t.Params, Where: where, In: in, Out: out}
}

func (s *Substitution) where(cs []Constraint) ([]Constraint, bool) {
	if len(cs) == 0 {
		return cs, false
	}
	out := make([]Constraint, len(cs))
	for i, c := range cs {
		args, _ := s.list(c.Args)
		out[i] = Constraint{Op: c.Op, Args: args, With: c.With, Out: s.Apply(c.Out), Data: c.Data}
	}
	return out, true
}
