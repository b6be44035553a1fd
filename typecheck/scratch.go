package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// An item has some five lines, and a check of it would spend more on its tables than on
// its types. So a checker keeps them for the next item, empty. What is in a result is
// never among them: variables and objects, of which the types are made, come out of
// allocators, each of them once.

// buffers are the tables of a checker, which one item after the other uses.
type buffers struct {
	scope    scope
	resolver typeexpr.Resolver
	hooks    typeexpr.Hooks // of the resolver, at the beginning of a unit

	spine      []syntax.NodeID
	argLengths []int64 // see inferLength

	units   []*unit // those in use, and after them those that were
	inUse   int
	objects infer.Arena[*typed.Object]

	operators map[string]*typed.Object // what names of operators stand for, which never changes

	locals infer.Allocator[typed.Object]
}

// empty empties the buffers.
func (r *buffers) empty() {
	r.scope.empty()
	r.resolver = typeexpr.Resolver{}
	r.spine = scratch.Emptied(r.spine)
	for _, u := range r.units[:r.inUse] {
		u.empty()
	}
	if r.inUse > mostUnits {
		r.units = r.units[:mostUnits:mostUnits]
	}
	r.inUse = 0
	r.objects.Empty()
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
