package exhaustive

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/types"
)

// Types as sets of values. Whether a set is empty (a data type without a finite
// value, such as `data T { C(T) }`) is a least fixpoint, worked out once per type.

// A space is the set of values of one type. Spaces of recursive types point
// back to themselves; fields are worked out when first asked for.
type space struct {
	kind    spaceKind
	name    string      // what a variable of it is called
	decl    *types.Decl // adtSpace
	cons    []consInfo  // adtSpace
	elems   []*space    // tupleSpace
	bits    int         // integerSpace
	signed  bool        // integerSpace
	full    bool        // nothing empty can be in it: no walk is needed
	state   settled
	visible bool // reached by the inhabitance walk in progress
}

type spaceKind uint8

const (
	opaqueSpace  spaceKind = iota // only `_` matches all of it
	unknownSpace                  // a type in error: nothing may be concluded
	adtSpace
	tupleSpace
	integerSpace
	boolSpace
)

// A consInfo is one constructor of an ADT at its type arguments.
type consInfo struct {
	name   string
	arity  int
	fields []*space
	expand func() []*space // gives fields; nil once it has
}

// A settled state is what is known about the emptiness of a space.
type settled uint8

const (
	unsettled settled = iota
	inhabited
	empty
)

func (s *space) fields(con int) []*space {
	c := &s.cons[con]
	if c.expand != nil {
		c.fields, c.expand = c.expand(), nil
	}
	return c.fields
}

// parts are the spaces of the arguments of a constructor or tuple pattern.
func (s *space) parts(con int64) []*space {
	switch s.kind {
	case tupleSpace:
		return s.elems
	case adtSpace:
		return s.fields(int(con))
	}
	return nil
}

// size is the number of constructors or literals that have values.
func (s *space) size() uint64 {
	switch s.kind {
	case boolSpace:
		return 2
	case integerSpace:
		if s.bits >= 64 {
			return math.MaxUint64
		}
		return 1 << s.bits
	case adtSpace:
		if s.full {
			return uint64(len(s.cons))
		}
		n := uint64(0)
		for i := range s.cons {
			if !s.barren(i) {
				n++
			}
		}
		return n
	}
	return math.MaxUint64
}

// holds reports whether a literal is a value of an integer space. Literals are
// kept in 64 bits, as the space's signedness reads them.
func (s *space) holds(literal int64) bool {
	switch {
	case s.kind != integerSpace || s.bits >= 64:
		return true
	case s.signed:
		limit := int64(1) << (s.bits - 1)
		return -limit <= literal && literal < limit
	}
	return uint64(literal) < 1<<s.bits
}

// before is the order in which cases are listed: of declaration, for numbers
// their own.
func (s *space) before(a, b int64) bool {
	if s.kind == integerSpace && !s.signed {
		return uint64(a) < uint64(b)
	}
	return a < b
}

// barren reports whether a constructor builds nothing, because one of its
// fields has no values.
func (s *space) barren(con int) bool {
	if s.full || s.cons[con].arity == 0 {
		return false
	}
	for _, f := range s.fields(con) {
		if f.isEmpty() {
			return true
		}
	}
	return false
}

// maxReach bounds the types that the inhabitance walk looks at: a type whose
// arguments grow as it recurs has no end. What lies beyond counts as inhabited.
const maxReach = 2000

// isEmpty reports whether a type has no values. Recursive types count as
// inhabited, so emptiness is a least fixed point: a type is empty once each
// of its constructors has a field already known to be empty.
func (s *space) isEmpty() bool {
	if s.full {
		return false
	}
	if s.state == unsettled {
		settle(reach(s))
	}
	return s.state == empty
}

// reach lists the unsettled spaces that values of s are made of.
func reach(s *space) []*space {
	found := []*space{s}
	s.visible = true
	for i := 0; i < len(found) && len(found) < maxReach; i++ {
		found[i].eachPart(func(part *space) {
			if part.state == unsettled && !part.visible {
				part.visible = true
				found = append(found, part)
			}
		})
	}
	return found
}

func (s *space) eachPart(visit func(*space)) {
	for _, e := range s.elems {
		visit(e)
	}
	for i := range s.cons {
		for _, f := range s.fields(i) {
			visit(f)
		}
	}
}

func settle(found []*space) {
	for changed := true; changed; {
		changed = false
		for _, s := range found {
			if s.state == unsettled && s.seemsEmpty() {
				s.state, changed = empty, true
			}
		}
	}
	for _, s := range found {
		s.visible = false
		if s.state == unsettled {
			s.state = inhabited
		}
	}
}

func (s *space) seemsEmpty() bool {
	switch s.kind {
	case tupleSpace:
		return anyEmpty(s.elems)
	case adtSpace:
		for i := range s.cons {
			if s.cons[i].expand != nil || !anyEmpty(s.cons[i].fields) {
				return false
			}
		}
		return true
	}
	return false
}

func anyEmpty(spaces []*space) bool {
	for _, s := range spaces {
		if s.state == empty {
			return true
		}
	}
	return false
}
