package infer

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An Owner is the item in which a constraint arose.
type Owner interface {
	Declares(v *types.Var) bool // whether its signature declares a type parameter
	Where() []types.Constraint  // what its signature declares of its type parameters
}

// A Host checks items with a context, and reports what the context finds wrong.
type Host interface {
	Enter(Owner) // makes an item the current one, before anything of it is reported
	ArgumentClash(k *Constraint, i int, want, got types.Type, clash *Clash)
	ResultClash(k *Constraint, want, got types.Type, clash *Clash)
	RelationError(k *Constraint, e *op.Error)
	RelationWarning(k *Constraint, e *op.Error) (isError bool)
	Insoluble() // the equations between extents have no common solution
	// IsClaimed reports whether one of some types is what a comment claims, and not inferred:
	// what does not fit such a type is not reported.
	IsClaimed(ts ...types.Type) bool
}

// An Engine infers the types of one item, or of several definitions that need each other. Its
// buffers serve the next check.
type Engine struct {
	Host    Host
	Owner   Owner // the current item
	ops     op.Table
	lenient bool // parameters that a FractalTensor holds need not be declared to be elements

	Meter       steps.Meter
	Relation    op.Call       // for every question to a relation
	Constraints []*Constraint // all that were made to wait, in order
	Queue       []*Constraint // to be asked again
	Types       Arena[types.Type]
	sizes       map[*symbolic.Symbol]*size // the shape variables that this check made
	sizeBuffer  Arena[size]
	vars        Allocator[types.Var]

	state
}

// state is what a context knows from the beginning of a check to its end.
type state struct {
	Level    int32 // of generalization: variables made now belong to it
	NextID   int32
	depth    int // of unification
	unified  int // how many pairs of types were, see manyUnified
	Argument int // the number of the argument that is checked now, from 1; 0 for none

	pairs   map[[2]types.Type]bool // that were unified, once they are many
	closed  map[types.Type]bool    // types without variables, so that nothing in them can change
	assumed []types.Constraint     // what polymorphic types that were checked against ask for

	Undetermined []*symbolic.Symbol // unknown extents that met `?`, see undeterminedBy
	solved       int                // how many of the sizes were found
	escaped      *symbolic.Symbol   // of an inner function, by which two extents clashed
	DimQueue     []extentEquation   // that wait until they have one unknown
	deciding     bool               // see decideExtents
	Mixed        bool               // `?` met an extent
}

// Init prepares a context for its first check.
func (c *Engine) Init(h Host) {
	c.Host, c.sizes = h, map[*symbolic.Symbol]*size{}
	c.Relation.Fresh = func() types.Type { return c.Fresh() }
	c.Relation.FreshLeaf = func() types.Type { v := c.Fresh(); v.Leaf = true; return v }
}

// Begin begins a check, which may take so many steps.
func (c *Engine) Begin(ctx context.Context, most int, ops op.Table, lenient bool) {
	c.ops, c.lenient, c.Level = ops, lenient, 1
	c.Meter.Begin(ctx, most)
}

// Empty ends a check and forgets all but the buffers.
func (c *Engine) Empty() {
	c.state, c.Owner, c.ops = state{}, nil, nil
	c.Relation = op.Call{Fresh: c.Relation.Fresh, FreshLeaf: c.Relation.FreshLeaf}
	c.Constraints, c.Queue = scratch.Emptied(c.Constraints), scratch.Emptied(c.Queue)
	c.Types.Empty()
	c.sizeBuffer.Empty()
	if len(c.sizes) > MostKept {
		c.sizes = map[*symbolic.Symbol]*size{}
	}
	clear(c.sizes)
}

// ForgetVariables lets go of the piece of memory that variables are allocated in: results
// that have variables of it keep it.
func (c *Engine) ForgetVariables() { c.vars = Allocator[types.Var]{} }

// Fresh returns a new type variable of the current level.
func (c *Engine) Fresh() *types.Var { return c.FreshAt(c.Level) }

// FreshAt returns a new type variable of a level.
func (c *Engine) FreshAt(level int32) *types.Var {
	v := c.vars.Next()
	c.NextID++
	v.ID, v.Level = c.NextID, level
	return v
}
