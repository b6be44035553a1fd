package sample

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// dataDepth is how many constructors a value holds within each other at most.
const dataDepth = 6

// forms know of which types there are values.
type forms struct {
	most  int              // elements of a tensor
	sizes Sizes            // of the variables in the types
	ways  map[string][]way // of data types, by text and depth
}

func newForms(most int, sizes Sizes) *forms { return &forms{most, sizes, map[string][]way{}} }

// A way is a constructor with the types of its fields.
type way struct {
	of     *types.Constructor
	fields []types.Type
}

// drawable reports whether there are values of a type that hold no more than depth
// constructors within each other.
func (f *forms) drawable(t types.Type, depth int) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		_, known := value.ParseDtype(t.Dtype.String())
		shape, ok := f.sizes.shape(t, f.most)
		if !ok || !known || t.Dtype.Lanes > 1 {
			return false
		}
		n, err := value.CheckedLen(shape)
		return err == nil && n <= f.most
	case *types.Fractal:
		return f.drawable(t.Elem, depth)
	case *types.Tuple:
		for _, e := range t.Elems {
			if !f.drawable(e, depth) {
				return false
			}
		}
		return true
	case *types.ADT:
		return len(f.waysOf(t, depth)) > 0
	}
	return false
}

// waysOf are the constructors of a data type of which there are values no deeper than
// depth.
func (f *forms) waysOf(t *types.ADT, depth int) []way {
	if depth <= 0 {
		return nil
	}
	key := fmt.Sprint(depth, types.Key(t))
	if known, ok := f.ways[key]; ok {
		return known
	}
	var found []way
	s := arguments(t)
	for _, k := range t.Decl.Constructors {
		if w, ok := f.way(k, s, depth); ok {
			found = append(found, w)
		}
	}
	f.ways[key] = found
	return found
}

func (f *forms) way(k *types.Constructor, s *types.Substitution, depth int) (way, bool) {
	w := way{of: k}
	for _, field := range k.Fields {
		part := s.Apply(field)
		if !f.drawable(part, depth-1) {
			return w, false
		}
		w.fields = append(w.fields, part)
	}
	return w, true
}

// arguments are what represents the parameters of a data type.
func arguments(t *types.ADT) *types.Substitution {
	s := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Args)), Dims: make([]types.Dim, len(t.Args))}
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = extent.Dim
		} else {
			s.Types[i] = arg
		}
	}
	return s
}

// data draws a constructor, in most trials one with fields where there are such.
func (s *Sampler) data(t *types.ADT, depth int) value.Value {
	all := s.forms.waysOf(t, depth)
	if len(all) == 0 {
		return value.Unit
	}
	w := all[s.random.IntN(len(all))]
	if len(w.fields) == 0 && s.Trial%3 > 0 {
		w = all[s.random.IntN(len(all))]
	}
	d := &value.Data{Tag: w.of.Index, Name: w.of.Name}
	for _, field := range w.fields {
		d.Fields = append(d.Fields, s.value(field, depth-1))
	}
	return d
}
