package types

import (
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
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

	last  struct{ from, to Type } // that was replaced last: of a constructor, field and result
	count int                     // of types that were looked at
	depth int
	known map[Type]Type
}

// MaxDepth is how deep types may be nested where a meter counts: what goes deeper
// ends as if the steps had run out. Recursion over a type needs some 500 bytes of
// stack a level.
const MaxDepth = 100_000

// Apply replaces the variables in t. What holds none of them is not copied.
// What is in many places of a large type is replaced once.
func (s *Substitution) Apply(t Type) Type {
	switch t := t.(type) {
	case *Var:
		return s.variable(t)
	case *Tensor:
		return s.tensor(t)
	}
	s.Meter.Spend(1)
	if s.last.from == t {
		return s.last.to
	}
	if s.count++; s.count <= manyVisits {
		result := s.inside(t)
		s.last.from, s.last.to = t, result
		return result
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
		if i, u := s.first(t.Elems); i < len(t.Elems) {
			changed := NewTuple(len(t.Elems))
			s.rest(changed.Elems, t.Elems, i, u)
			return changed
		}
	case *ADT:
		if i, u := s.first(t.Args); i < len(t.Args) {
			changed := NewADT(t.Decl, len(t.Args))
			s.rest(changed.Args, t.Args, i, u)
			return changed
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

func (s *Substitution) list(ts []Type) []Type {
	i, u := s.first(ts)
	if i == len(ts) {
		return ts
	}
	changed := make([]Type, len(ts))
	s.rest(changed, ts, i, u)
	return changed
}

// first is the place of the first type in a list that is replaced, and by what; the
// list's length where none is.
func (s *Substitution) first(ts []Type) (int, Type) {
	for i, t := range ts {
		if u := s.Apply(t); u != t {
			return i, u
		}
	}
	return len(ts), nil
}

// rest fills a list with the types of another one, of which the i-th is the first that is
// replaced.
func (s *Substitution) rest(changed, ts []Type, i int, u Type) {
	copy(changed, ts[:i])
	changed[i] = u
	for j := i + 1; j < len(ts); j++ {
		changed[j] = s.Apply(ts[j])
	}
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
		changed := NewTensor(t.Dtype, len(t.Shape))
		copy(changed.Shape, t.Shape[:i])
		for j := i; j < len(t.Shape); j++ {
			changed.Shape[j] = s.Dim(t.Shape[j])
		}
		return changed
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
// `?` makes the whole `?`, but where it is alone.
func MapDim(e *symbolic.Expr, value func(*symbolic.Symbol) (Dim, bool)) Dim {
	if sym, ok := e.Symbol(); ok { // as most are
		if d, ok := value(sym); ok {
			return d
		}
		return Dim{kind: dimExpr, expr: e}
	}
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
	i, u := s.first(t.In)
	if i == len(t.In) {
		out := s.Apply(t.Out)
		if len(t.Where) == 0 && out == t.Out {
			return t
		}
		return &Func{Params: t.Params, Where: s.where(t.Where), In: t.In, Out: out}
	}
	changed := NewFunc(len(t.In))
	s.rest(changed.In, t.In, i, u)
	changed.Params, changed.Out, changed.Where = t.Params, s.Apply(t.Out), s.where(t.Where)
	return changed
}

func (s *Substitution) where(cs []Constraint) []Constraint {
	if len(cs) == 0 {
		return cs
	}
	out := make([]Constraint, len(cs))
	for i, c := range cs {
		out[i] = Constraint{Op: c.Op, Args: s.list(c.Args), With: c.With, Out: s.Apply(c.Out), Data: c.Data}
	}
	return out
}
