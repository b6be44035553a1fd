package infer

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Operators are overloaded on shapes, dtypes and kinds of types, which no scheme
// could say; each has a relation instead, which decides from what is known of its
// arguments or names the one that it must know first. An undecided relation is a
// constraint (Jones 1992, qualified types). It watches one variable, as a clause
// does in a SAT solver (Moskewicz et al. 2001), and is asked again when that is
// linked, so that a chain of n operators costs n questions and not n squared. When
// nothing else moves, the oldest are asked for their defaults.

// A Constraint is an operator's relation that must hold between types and
// could not be decided when it was met. It waits for one variable at a time.
type Constraint struct {
	Op    *op.Op
	Args  []types.Type
	Attrs op.Attrs
	Out   types.Type
	Owner Owner
	Node  syntax.NodeID   // the call
	Nodes []syntax.NodeID // its arguments, for errors
	Done  bool
	next  *Constraint // another one that waits for the same variable
}

// Relate asks a relation for the result of a call; where it has to wait, the
// result is a new variable and a constraint remains.
func (c *Engine) Relate(o *op.Op, args []types.Type, attrs op.Attrs, n syntax.NodeID, nodes []syntax.NodeID) types.Type {
	k := Constraint{Op: o, Args: args, Attrs: attrs, Owner: c.Owner, Node: n, Nodes: nodes}
	answer := c.ask(&k, early)
	if !answer.Waits {
		return c.accept(&k, answer)
	}
	if out := c.declaredResult(&k); out != nil {
		return out
	}
	if twin := c.equalConstraint(&k, maxTwins); twin != nil {
		return twin.Out
	}
	if k.Out = answer.Out; k.Out == nil {
		k.Out = c.Fresh()
	}
	waiting := k
	c.suspend(&waiting, answer.Wait)
	return k.Out
}

// A stage is what is still to come when a relation is asked.
type stage struct {
	last bool // nothing more will be known
	open bool // but at the uses of the definition
}

var early = stage{}

func (c *Engine) ask(k *Constraint, at stage) op.Answer {
	q := &c.Relation
	q.Op, q.Args, q.Attrs, q.Out, q.Last, q.Open = k.Op, k.Args, k.Attrs, k.Out, at.last, at.open
	for i, arg := range q.Args {
		if arg != nil {
			q.Args[i] = c.withExtents(arg)
		}
	}
	return k.Op.Relation(q)
}

// withExtents puts the extents that were found into a tensor's shape.
func (c *Engine) withExtents(t types.Type) types.Type {
	if c.solved == 0 {
		return t
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return t
	}
	for i, d := range tensor.Shape {
		if !c.Extent(d).Equal(d) {
			shape := append([]types.Dim{}, tensor.Shape...)
			for j := i; j < len(shape); j++ {
				shape[j] = c.Extent(shape[j])
			}
			return &types.Tensor{Dtype: tensor.Dtype, Shape: shape}
		}
	}
	return t
}

// accept takes over a relation's answer: its errors, what follows for the
// arguments, and the relations that it leaves.
func (c *Engine) accept(k *Constraint, answer op.Answer) types.Type {
	k.Done = true
	if answer.Err != nil {
		if !c.Host.IsClaimed(k.Args...) {
			c.Host.RelationError(k, answer.Err)
		}
		return types.ErrorType
	}
	refused := false
	for i := range answer.Warn {
		refused = c.Host.RelationWarning(k, &answer.Warn[i]) || refused
	}
	if w, ok := op.RefusedDtype(k.Op, k.Args, k.Attrs, answer.Out); ok {
		refused = c.Host.RelationWarning(k, &w) || refused
	}
	if refused {
		return types.ErrorType
	}
	for _, eq := range answer.Equal {
		if eq.Arg < len(k.Args) && k.Args[eq.Arg] != nil {
			if _, clash := c.Unify(eq.Type, k.Args[eq.Arg]); clash != nil {
				if c.Host.IsClaimed(k.Args...) {
					return types.ErrorType
				}
				c.Host.ArgumentClash(k, eq.Arg, eq.Type, k.Args[eq.Arg], clash)
				return types.ErrorType
			}
		}
	}
	c.AddPending(k, answer.More)
	return answer.Out
}

// AddPending adds the relations that an answer or a scheme leaves to be solved.
func (c *Engine) AddPending(k *Constraint, more []op.Pending) {
	for _, p := range more {
		out := c.Relate(p.Op, p.Args, p.Attrs, k.Node, k.Nodes)
		if _, clash := c.Unify(p.Out, out); clash != nil {
			c.Host.ResultClash(k, p.Out, out, clash)
		}
	}
}

// suspend lets a constraint wait for a variable in argument i, or in any
// other argument where that one has none.
func (c *Engine) suspend(k *Constraint, i int) {
	c.Constraints = append(c.Constraints, k)
	c.watch(k, i)
}

func (c *Engine) watch(k *Constraint, i int) {
	if i >= 0 && i < len(k.Args) && watchIn(k, k.Args[i]) {
		return
	}
	for _, arg := range k.Args {
		if arg != nil && watchIn(k, arg) {
			return
		}
	}
}

func watchIn(k *Constraint, t types.Type) bool {
	var found *types.Var
	types.Walk(t, func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok && !v.Rigid && found == nil {
			found = v
		}
		return found == nil
	})
	if found == nil {
		return false
	}
	k.next, _ = found.Watch.(*Constraint)
	found.Watch = k
	return true
}

// wake queues what waited for a variable.
func (c *Engine) wake(v *types.Var) {
	k, _ := v.Watch.(*Constraint)
	v.Watch = nil
	for k != nil {
		next := k.next
		k.next = nil
		c.Queue = append(c.Queue, k)
		k = next
	}
}

// Solve asks the woken constraints again until none is left.
func (c *Engine) Solve() {
	for len(c.Queue) > 0 {
		k := c.Queue[len(c.Queue)-1]
		c.Queue = c.Queue[:len(c.Queue)-1]
		if !k.Done {
			c.retry(k, early)
		}
	}
}

func (c *Engine) retry(k *Constraint, at stage) (moved bool) {
	if current := c.Owner; current != k.Owner {
		c.Host.Enter(k.Owner)
		defer c.Host.Enter(current)
	}
	answer := c.ask(k, at)
	if !answer.Waits {
		c.settle(k, answer)
		return true
	}
	if out := c.declaredResult(k); out != nil {
		c.settle(k, op.Answer{Out: out})
		return true
	}
	c.watch(k, answer.Wait)
	return false
}

// settle joins the answer of a constraint with the result it was given.
func (c *Engine) settle(k *Constraint, answer op.Answer) {
	out := c.accept(k, answer)
	if _, clash := c.Unify(k.Out, out); clash != nil {
		c.Host.ResultClash(k, k.Out, out, clash)
	}
}

// Finish solves all that can be solved; what waits for a choice is asked for its
// default, oldest first. The types of definitions that are inferred (none where an
// item is checked by itself) tell which choices are left to their uses.
func (c *Engine) Finish(definitions ...types.Type) {
	c.Solve()
	for moved := true; moved; {
		moved = false
		open := c.Reachable(definitions)
		for _, k := range slices.Clone(c.Constraints) { // what comes on the way is not in open
			if !k.Done && c.retry(k, stage{last: true, open: open[k]}) {
				moved = true
				c.Solve()
			}
		}
	}
	c.decideExtents()
}

// Reachable finds the undecided relations that a use of some definitions can decide:
// those that share a variable with their types, directly or by way of others.
func (c *Engine) Reachable(definitions []types.Type) map[*Constraint]bool {
	if len(definitions) == 0 {
		return nil
	}
	found := map[*Constraint]bool{}
	speaking := map[*types.Var][]*Constraint{}
	for _, k := range c.Constraints {
		if !k.Done {
			EachVariable(k, func(v *types.Var) { speaking[v] = append(speaking[v], k) })
		}
	}
	if len(speaking) == 0 {
		return found
	}
	var queue []*types.Var
	for _, t := range definitions {
		c.Walk(t, func(t types.Type) bool {
			if v, ok := t.(*types.Var); ok {
				queue = append(queue, v)
			}
			return true
		})
	}
	spread(queue, speaking, found)
	return found
}

// spread finds the constraints that are reached from some variables, by way of the
// variables in them.
func spread(queue []*types.Var, speaking map[*types.Var][]*Constraint, found map[*Constraint]bool) {
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, k := range speaking[v] {
			if !found[k] {
				found[k] = true
				EachVariable(k, func(v *types.Var) { queue = append(queue, v) })
			}
		}
		delete(speaking, v)
	}
}

// maxTwins bounds the search of an operator for a constraint that asks the same.
const maxTwins = 64

// equalConstraint finds a waiting constraint with the same arguments and attributes: the
// two share one result.
func (c *Engine) equalConstraint(k *Constraint, most int) *Constraint {
	for i := len(c.Constraints) - 1; i >= max(0, len(c.Constraints)-most); i-- {
		if other := c.Constraints[i]; !other.Done && other.Op == k.Op && sameTypes(other.Args, k.Args) && other.Attrs.String() == k.Attrs.String() {
			return other
		}
	}
	return nil
}

func sameTypes(as, bs []types.Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if (as[i] == nil) != (bs[i] == nil) || as[i] != nil && types.Head(as[i]) != types.Head(bs[i]) {
			return false
		}
	}
	return true
}

// declaredResult discharges a relation on rigid variables by one that the signature
// declares (`where add(a, a) = a`), or the type of a polymorphic parameter.
func (c *Engine) declaredResult(k *Constraint) types.Type {
	if out := resultOf(c.Owner.Where(), k); out != nil {
		return out
	}
	return resultOf(c.assumed, k)
}

// resultOf finds a relation among those that are given.
func resultOf(given []types.Constraint, k *Constraint) types.Type {
	for _, w := range given {
		if w.Op == k.Op.Name && equalArguments(w.Args, k.Args) && w.With == k.Attrs.String() {
			return w.Out
		}
	}
	return nil
}

func equalArguments(as, bs []types.Type) bool {
	return slices.EqualFunc(as, bs, func(a, b types.Type) bool {
		if a == nil || b == nil {
			return a == nil && b == nil
		}
		_, equal := types.Equivalent(a, b)
		return equal
	})
}

// Assume takes what a polymorphic type asks of its parameters as given, where an
// expression is checked against it. The parameters are rigid variables of this one
// check, so that nothing else can use it.
func (c *Engine) Assume(where []types.Constraint, s *types.Substitution) {
	c.assumed = append(c.assumed, applyWhere(where, s)...)
}

func applyWhere(where []types.Constraint, s *types.Substitution) []types.Constraint {
	out := make([]types.Constraint, len(where))
	for i, w := range where {
		out[i] = w
		out[i].Args = make([]types.Type, len(w.Args))
		for j, arg := range w.Args {
			if arg != nil {
				out[i].Args[j] = s.Apply(arg)
			}
		}
		out[i].Out = s.Apply(w.Out)
	}
	return out
}
