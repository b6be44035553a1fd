package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// An item has some five lines, and a check of it would spend more on its tables than on
// its types. So a checker keeps them for the next item, empty. What is in a result is
// never among them: variables and objects, of which the types are made, come out of
// allocators, each of them once.

// buffers are the tables of a checker, which one item after the other uses.
type buffers struct {
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
	types   arena[types.Type]
	objects arena[*typed.Object]

	sizes      map[*symbolic.Symbol]*size // the shape variables that this check made
	sizeBuffer arena[size]

	operators map[string]*typed.Object // what names of operators stand for, which never changes

	vars   allocator[types.Var]
	locals allocator[typed.Object]
}

// mostKept is how large maps are kept: more than nearly all items need, and little beside
// their trees. To empty one takes time with its size.
const mostKept = 1 << 10

// empty empties the buffers.
func (r *buffers) empty() {
	r.scope.empty()
	r.resolver = resolver{}
	r.relation = op.Call{Fresh: r.relation.Fresh, FreshLeaf: r.relation.FreshLeaf}
	r.constraints, r.queue, r.spine = scratch.Emptied(r.constraints), scratch.Emptied(r.queue), scratch.Emptied(r.spine)
	for _, u := range r.units[:r.inUse] {
		u.empty()
	}
	if r.inUse > mostUnits {
		r.units = r.units[:mostUnits:mostUnits]
	}
	r.inUse = 0
	r.types.empty()
	r.objects.empty()
	r.sizeBuffer.empty()
	if len(r.sizes) > mostKept {
		r.sizes = map[*symbolic.Symbol]*size{}
	}
	clear(r.sizes)
}

// mostUnits is how many units are kept: few groups have more definitions.
const mostUnits = 8

// nextUnit gives one that is empty.
func (r *buffers) nextUnit() *unit {
	if r.inUse == len(r.units) {
		r.units = append(r.units, &unit{})
	}
	r.inUse++
	return r.units[r.inUse-1]
}

// empty leaves of a unit the room for flows alone.
func (u *unit) empty() { *u = unit{flowing: scratch.Emptied(u.flowing)} }

// An arena gives slices of zero values out of one array, which all go back to it
// together. What does not fit is no part of it, and what is left of an array that is
// used up belongs to those who took of it.
type arena[T any] struct{ array []T } // up to its length it is in use

// arenaSize is the length of the array. What asks for more than a part of it gets an
// array of its own.
const (
	arenaSize = 512
	mostTaken = arenaSize / 2
)

func (a *arena[T]) take(n int) []T {
	if n > mostTaken {
		return make([]T, n)
	}
	if cap(a.array)-len(a.array) < n {
		a.array = make([]T, 0, arenaSize)
	}
	from, to := len(a.array), len(a.array)+n
	a.array = a.array[:to]
	return a.array[from:to:to]
}

func (a *arena[T]) empty() {
	clear(a.array)
	a.array = a.array[:0]
}
