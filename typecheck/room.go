package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/steps"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// An item has some five lines, and a check of it would spend more on its tables than on
// its types. So a checker keeps them for the next item, empty. What is in a result is
// never among them: variables and objects, of which the types are made, come out of
// slabs, each of them once.

// A room is what a checker works in: space that the items take turns with.
type room struct {
	meter    steps.Meter
	scope    scope
	resolver resolver
	hooks    hooks   // of the resolver, at the beginning of a unit
	relation op.Call // for every question to a relation

	constraints []*constraint // all that were made to wait, in order
	queue       []*constraint // to be asked again
	spine       []syntax.NodeID
	argLengths  []int64 // see inferLength

	units   []*unit // those in use, and behind them those that were
	inUse   int
	types   scratch[types.Type]
	objects scratch[*Object]

	sizes    map[*symbolic.Symbol]*size // the shape variables that this check made
	sizeRoom scratch[size]

	operators map[string]*Object // what names of operators stand for, which never changes

	vars   slab[types.Var]
	locals slab[Object]
}

// mostRoom is how much of a kind is kept: more than nearly all items need, and little
// beside their trees.
const mostRoom = 1 << 10

// empty leaves nothing in the room but itself.
func (r *room) empty() {
	r.scope.empty()
	r.resolver = resolver{}
	r.relation = op.Call{Fresh: r.relation.Fresh, FreshLeaf: r.relation.FreshLeaf}
	r.constraints, r.queue, r.spine = emptied(r.constraints), emptied(r.queue), emptied(r.spine)
	for _, u := range r.units[:r.inUse] {
		u.empty()
	}
	if r.inUse > mostUnits {
		r.units = r.units[:mostUnits:mostUnits]
	}
	r.inUse = 0
	r.types.empty()
	r.objects.empty()
	r.sizeRoom.empty()
	if len(r.sizes) > mostRoom {
		r.sizes = map[*symbolic.Symbol]*size{}
	}
	clear(r.sizes)
}

// emptied is a slice without what was in it, nil where that was very much.
func emptied[T any](s []T) []T {
	if cap(s) > mostRoom {
		return nil
	}
	clear(s)
	return s[:0]
}

// mostUnits is how many units are kept: few groups have more definitions.
const mostUnits = 8

// nextUnit gives one that is empty.
func (r *room) nextUnit() *unit {
	if r.inUse == len(r.units) {
		r.units = append(r.units, &unit{})
	}
	r.inUse++
	return r.units[r.inUse-1]
}

// empty leaves of a unit the room for flows alone.
func (u *unit) empty() { *u = unit{flowing: emptied(u.flowing)} }

// A scratch gives slices of zero values out of one array, which all go back to it
// together. What does not fit is no part of it, and what is left of an array that is
// used up belongs to those who took of it.
type scratch[T any] struct{ array []T } // up to its length it is in use

// scratchSize is the length of the array. What asks for more than a part of it gets an
// array of its own.
const (
	scratchSize = 512
	mostScratch = scratchSize / 2
)

func (s *scratch[T]) take(n int) []T {
	if n > mostScratch {
		return make([]T, n)
	}
	if cap(s.array)-len(s.array) < n {
		s.array = make([]T, 0, scratchSize)
	}
	from, to := len(s.array), len(s.array)+n
	s.array = s.array[:to]
	return s.array[from:to:to]
}

func (s *scratch[T]) empty() {
	clear(s.array)
	s.array = s.array[:0]
}
