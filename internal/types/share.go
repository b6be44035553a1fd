package types

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Share gives a type whose equal parts are one: a large tree with much in
// common becomes a small graph, so that later walks cost its distinct parts. It
// numbers parts from the leaves up by their form and the numbers of their parts
// (hash-consing; A. P. Ershov, On programming of arithmetic operations, 1958).
// Small types are given back as they are.
func Share(t Type) Type { return ShareWithin(t, nil) }

// ShareWithin is Share where a meter counts the parts.
func ShareWithin(t Type, m *steps.Meter) Type {
	if isSmall(t) {
		return t
	}
	s := NewSharer(m)
	return s.share(t)
}

// isSmall reports whether t is a type that is not large as a tree either.
func isSmall(t Type) bool {
	n := 0
	Walk(t, func(Type) bool { n++; return n <= manyVisits })
	return n <= manyVisits
}

// A Sharer shares the parts of several types with each other.
type Sharer struct{ sharer }

// NewSharer makes a sharer; a meter, which may be nil, counts the parts.
func NewSharer(m *steps.Meter) *Sharer {
	return &Sharer{sharer{meter: m, known: map[Type]Type{}, canon: map[string]Type{}, ids: map[Type]int{}}}
}

// Share is t with what it has in common with itself and with the types before it once.
// Small types are given back as they are.
func (s *Sharer) Share(t Type) Type {
	if isSmall(t) {
		return t
	}
	return s.share(t)
}

// formSteps is what naming one form costs beside a look at a type.
const formSteps = 4

type sharer struct {
	meter *steps.Meter
	depth int
	known map[Type]Type   // what a type was replaced by
	canon map[string]Type // the one type of a form
	ids   map[Type]int    // numbers for types, to name forms by
}

func (s *sharer) share(t Type) Type {
	t = Head(t)
	if known, ok := s.known[t]; ok {
		return known
	}
	s.meter.Spend(formSteps)
	if s.depth++; s.meter != nil && s.depth > MaxDepth {
		steps.Exhaust()
	}
	key, rebuilt := s.form(t)
	s.depth--
	result := rebuilt
	if one, ok := s.canon[key]; ok && key != "" {
		result = one
	} else if key != "" {
		s.canon[key] = rebuilt
	}
	s.known[t] = result
	return result
}

// form rebuilds a type of shared parts and names its form; "" where it is a
// form of its own.
func (s *sharer) form(t Type) (string, Type) {
	switch t := t.(type) {
	case *Tensor:
		return tensorForm(t), t
	case *Extent:
		return "extent" + dimForm(t.Dim), t
	case *Tuple:
		elems := s.all(t.Elems)
		return "tuple" + s.numbers(elems), &Tuple{elems}
	case *ADT:
		args := s.all(t.Args)
		return fmt.Sprintf("adt %p%s", t.Decl, s.numbers(args)), &ADT{t.Decl, args}
	case *Fractal:
		elem := s.share(t.Elem)
		return fmt.Sprint("fractal", s.number(elem)), &Fractal{elem}
	case *Ref:
		elem := s.share(t.Elem)
		return fmt.Sprint("ref", s.number(elem)), &Ref{elem}
	case *Func:
		in, out := s.all(t.In), s.share(t.Out)
		f := &Func{Params: t.Params, Where: t.Where, In: in, Out: out}
		if len(t.Params) > 0 || len(t.Where) > 0 {
			return "", f
		}
		return "fn" + s.numbers(append(append([]Type{}, in...), out)), f
	}
	return "", t
}

func (s *sharer) all(ts []Type) []Type {
	out := make([]Type, len(ts))
	for i, t := range ts {
		out[i] = s.share(t)
	}
	return out
}

func (s *sharer) number(t Type) int {
	n, ok := s.ids[t]
	if !ok {
		n = len(s.ids)
		s.ids[t] = n
	}
	return n
}

func (s *sharer) numbers(ts []Type) string {
	var b strings.Builder
	for _, t := range ts {
		fmt.Fprintf(&b, " %d", s.number(t))
	}
	return b.String()
}

// tensorForm names a tensor type.
func tensorForm(t *Tensor) string {
	form := "tensor " + t.Dtype.String()
	for _, d := range t.Shape {
		form += dimForm(d)
	}
	return form
}

// dimForm names an extent; shape variables of one name are distinguished.
func dimForm(d Dim) string {
	form := fmt.Sprintf(" %d %s", d.kind, d)
	if e, ok := d.Symbolic(); ok {
		e.Symbols(func(s *symbolic.Symbol) { form += fmt.Sprintf(" %p", s) })
	}
	return form
}
