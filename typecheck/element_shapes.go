package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
)

// The elements of a FractalTensor have one shape, and a `?` in it is one size for all. Where
// such a type is wanted, each element that is written out agrees with the `?` by itself, also
// those that differ from each other: a run that makes the FractalTensor would fail. So what
// the elements were before they were used at the wanted type is compared.

// elementShapes reports elements of which two have known extents that differ.
func (c *checker) elementShapes(vars *infer.VarResolver) {
	if len(c.lists) == 0 {
		return
	}
	s := shapes{c: c, vars: vars, own: map[syntax.NodeID]types.Type{}}
	for _, f := range c.flowing {
		if _, met := s.own[f.node]; !met && f.from != nil {
			s.own[f.node] = f.from
		}
	}
	for _, n := range c.lists {
		s.compare(n)
	}
}

// shapes finds what is known of the extents of elements.
type shapes struct {
	c    *checker
	vars *infer.VarResolver
	own  map[syntax.NodeID]types.Type // what values are before they are used at other types
}

// A knownExtent is an extent that a value has where it is made, and the value.
type knownExtent struct {
	size  int64
	known bool
	of    syntax.NodeID
}

// compare reports the first element with an extent that differs from one before.
func (s *shapes) compare(list syntax.NodeID) {
	var found []knownExtent
	for _, kid := range s.c.Item.Kids(list) {
		extents := s.extents(kid)
		if len(found) == 0 {
			found = extents
		}
		if len(extents) != len(found) {
			continue
		}
		for i, e := range extents {
			switch {
			case !e.known:
			case !found[i].known:
				found[i] = e
			case found[i].size != e.size:
				s.differ(found[i].of, e.of)
				return
			}
		}
	}
}

// extents are those of the tensors that a value is made of, in the order of its type; of
// FractalTensors those that are written out. What a variable holds may be empty.
func (s *shapes) extents(n syntax.NodeID) (all []knownExtent) {
	switch item := s.c.Item; item.Kind(n) {
	case syntax.Paren:
		return s.extents(item.Inner(n))
	case syntax.Tuple:
		for _, kid := range item.Kids(n) {
			all = append(all, s.extents(kid)...)
		}
		return all
	case syntax.List:
		for _, kid := range item.Kids(n) {
			if all = s.extents(kid); len(all) > 0 {
				return all
			}
		}
		return nil
	}
	return s.ofType(n, s.typeOf(n), nil)
}

func (s *shapes) typeOf(n syntax.NodeID) types.Type {
	if own := s.own[n]; own != nil {
		return s.vars.ResolveVars(own)
	}
	return s.c.info.Types[n]
}

func (s *shapes) ofType(n syntax.NodeID, t types.Type, all []knownExtent) []knownExtent {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		for _, d := range t.Shape {
			size, known := d.Const()
			all = append(all, knownExtent{size, known, n})
		}
	case *types.Tuple:
		for _, e := range t.Elems {
			all = s.ofType(n, e, all)
		}
	}
	return all
}

// differ reports two elements with different extents.
func (s *shapes) differ(first, other syntax.NodeID) {
	why := reason{kind: elementReason, node: first}
	clash := &infer.Clash{Code: codes.ShapeMismatch, Want: s.typeOf(first), Got: s.typeOf(other), Dim: -1}
	s.c.mismatch(other, clash.Want, clash.Got, clash, why)
}
