package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A part is one of a value, beside the one that is expected in its place.
type part struct {
	value value.Value
	typ   types.Type
	want  value.Value // nil where nothing is expected in its place
}

// kindOf returns what a part is; a chain is looked at first, for a list is data as well.
func (s *Subject) kindOf(ctx context.Context, v value.Value) Kind {
	switch v := v.(type) {
	case value.Scalar:
		return ScalarKind
	case *value.Array:
		if v.Rank() == 0 {
			return ScalarKind
		}
		return TensorKind
	case *value.Fractal:
		return FractalKind
	case *value.Tuple:
		return TupleKind
	case *value.Data:
		if _, ok := s.chain(ctx, v); ok {
			return ListKind
		}
		return DataKind
	case *value.Cell:
		return ReferenceKind
	case value.Func:
		return FunctionKind
	}
	return OtherKind
}

// length is how many children a part has.
func (s *Subject) length(ctx context.Context, v value.Value) int {
	switch v := v.(type) {
	case *value.Fractal:
		return v.Len()
	case *value.Tuple:
		return len(v.Elems)
	case *value.Data:
		if n, ok := s.chain(ctx, v); ok {
			return n
		}
		return len(v.Fields)
	case *value.Cell:
		return 1
	}
	return 0
}

// take gives n children from one on, those that are expected beside them.
func (s *Subject) take(ctx context.Context, p part, from, n int) []part {
	got, want := s.values(ctx, p.value, from, n), s.values(ctx, p.want, from, n)
	if !alike(p.value, p.want) {
		want = nil
	}
	parts := make([]part, len(got))
	for i, v := range got {
		parts[i] = part{value: v, typ: elementType(p, from+i, s.kindOf(ctx, p.value))}
		if i < len(want) {
			parts[i].want = want[i]
		}
	}
	return parts
}

// values are n of the children of a value.
func (s *Subject) values(ctx context.Context, v value.Value, from, n int) []value.Value {
	n = min(n, s.length(ctx, v)-from)
	if n <= 0 {
		return nil
	}
	switch v := v.(type) {
	case *value.Fractal:
		elems := make([]value.Value, n)
		for i := range elems {
			elems[i] = v.At(from + i)
		}
		return elems
	case *value.Tuple:
		return v.Elems[from : from+n]
	case *value.Data:
		if _, ok := s.chain(ctx, v); ok {
			return links(v, from, n)
		}
		return v.Fields[from : from+n]
	case *value.Cell:
		return []value.Value{v.Elem}
	}
	return nil
}

// alike reports whether the children of two values correspond to each other.
func alike(got, want value.Value) bool {
	switch got := got.(type) {
	case *value.Data:
		want, ok := want.(*value.Data)
		return ok && (got.Name == want.Name || isCell(got) && isEnd(want) || isEnd(got) && isCell(want))
	case *value.Tuple:
		want, ok := want.(*value.Tuple)
		return ok && len(got.Elems) == len(want.Elems)
	case *value.Fractal:
		_, ok := want.(*value.Fractal)
		return ok
	case *value.Cell:
		_, ok := want.(*value.Cell)
		return ok
	}
	return false
}

// elementType is the type of child i of a part; nil where it is not known.
func elementType(p part, i int, kind Kind) types.Type {
	if p.typ == nil {
		return nil
	}
	switch t := types.Head(p.typ).(type) {
	case *types.Fractal:
		return t.Elem
	case *types.Ref:
		return t.Elem
	case *types.Tuple:
		if i < len(t.Elems) {
			return t.Elems[i]
		}
	case *types.ADT:
		return fieldType(t, p.value, i, kind)
	}
	return nil
}

func fieldType(t *types.ADT, v value.Value, i int, kind Kind) types.Type {
	data, ok := v.(*value.Data)
	if !ok {
		return nil
	}
	if kind == ListKind {
		i = 0 // of each cell
	}
	k := slices.IndexFunc(t.Decl.Constructors, func(k *types.Constructor) bool { return k.Name == data.Name })
	if k < 0 || i >= len(t.Decl.Constructors[k].Fields) {
		return nil
	}
	return t.Fields(t.Decl.Constructors[k])[i]
}

// label is what child i of a part of a kind is called.
func label(kind Kind, i int) string {
	switch kind {
	case ReferenceKind:
		return "content"
	case TupleKind, DataKind:
		return fmt.Sprintf(".%d", i)
	}
	return fmt.Sprintf("[%d]", i)
}

// part finds what a path leads to.
func (s *Subject) part(ctx context.Context, path []int) (part, error) {
	p := part{s.Value, s.Type, s.Expected}
	for depth, i := range path {
		if i < 0 || i >= s.length(ctx, p.value) {
			return part{}, wrong("the value has no part %v: there are %d at its place %d, and number %d was asked for", path, s.length(ctx, p.value), depth, i)
		}
		if ctx.Err() != nil {
			return part{}, ctx.Err()
		}
		p = s.take(ctx, p, i, 1)[0]
	}
	return p, nil
}
