package typecheck

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

// A constraint is an operator's relation that must hold between types and
// could not be decided when it was met. It waits for one variable at a time.
type constraint struct {
	op    *op.Op
	args  []types.Type
	attrs op.Attrs
	out   types.Type
	unit  *unit
	node  syntax.NodeID   // the call
	nodes []syntax.NodeID // its arguments, for errors
	done  bool
	next  *constraint // another one that waits for the same variable
}

// relate asks a relation for the result of a call; where it has to wait, the
// result is a new variable and a constraint remains.
func (c *checker) relate(o *op.Op, args []types.Type, attrs op.Attrs, n syntax.NodeID, nodes []syntax.NodeID) types.Type {
	k := constraint{op: o, args: args, attrs: attrs, unit: c.unit, node: n, nodes: nodes}
	answer := c.ask(&k, early)
	if !answer.Waits {
		return c.accept(&k, answer)
	}
	if out := c.declaredResult(&k); out != nil {
		return out
	}
	if twin := c.equalConstraint(&k, maxTwins); twin != nil {
		return twin.out
	}
	if k.out = answer.Out; k.out == nil {
		k.out = c.fresh()
	}
	waiting := k
	c.suspend(&waiting, answer.Wait)
	return k.out
}

// A stage is what is still to come when a relation is asked.
type stage struct {
	last bool // nothing more will be known
	open bool // but at the uses of the definition
}

var early = stage{}

func (c *checker) ask(k *constraint, at stage) op.Answer {
	q := &c.relation
	q.Op, q.Args, q.Attrs, q.Out, q.Last, q.Open = k.op, k.args, k.attrs, k.out, at.last, at.open
	for i, arg := range q.Args {
		if arg != nil {
			q.Args[i] = c.withExtents(arg)
		}
	}
	return k.op.Relation(q)
}

// withExtents puts the extents that were found into a tensor's shape.
func (c *checker) withExtents(t types.Type) types.Type {
	if c.solved == 0 {
		return t
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return t
	}
	for i, d := range tensor.Shape {
		if !c.extent(d).Equal(d) {
			shape := append([]types.Dim{}, tensor.Shape...)
			for j := i; j < len(shape); j++ {
				shape[j] = c.extent(shape[j])
			}
			return &types.Tensor{Dtype: tensor.Dtype, Shape: shape}
		}
	}
	return t
}

// accept takes over a relation's answer: its errors, what follows for the
// arguments, and the relations that it leaves.
func (c *checker) accept(k *constraint, answer op.Answer) types.Type {
	k.done = true
	if answer.Err != nil {
		if !c.isClaimed(k.args...) {
			c.relationError(k, answer.Err)
		}
		return types.ErrorType
	}
	for i := range answer.Warn {
		c.relationWarning(k, &answer.Warn[i])
	}
	if w, ok := op.RefusedDtype(k.op, k.args, k.attrs, answer.Out); ok {
		c.relationWarning(k, &w)
	}
	for _, eq := range answer.Equal {
		if eq.Arg < len(k.args) && k.args[eq.Arg] != nil {
			if _, clash := c.unify(eq.Type, k.args[eq.Arg]); clash != nil {
				if c.isClaimed(k.args...) {
					return types.ErrorType
				}
				c.argumentClash(k, eq.Arg, eq.Type, k.args[eq.Arg], clash)
				return types.ErrorType
			}
		}
	}
	c.addPending(k, answer.More)
	return answer.Out
}

// addPending adds the relations that an answer or a scheme leaves to be solved.
func (c *checker) addPending(k *constraint, more []op.Pending) {
	for _, p := range more {
		out := c.relate(p.Op, p.Args, p.Attrs, k.node, k.nodes)
		if _, clash := c.unify(p.Out, out); clash != nil {
			c.resultClash(k, p.Out, out, clash)
		}
	}
}

// suspend lets a constraint wait for a variable in argument i, or in any
// other argument where that one has none.
func (c *checker) suspend(k *constraint, i int) {
	c.constraints = append(c.constraints, k)
	c.watch(k, i)
}

func (c *checker) watch(k *constraint, i int) {
	if i >= 0 && i < len(k.args) && watchIn(k, k.args[i]) {
		return
	}
	for _, arg := range k.args {
		if arg != nil && watchIn(k, arg) {
			return
		}
	}
}

func watchIn(k *constraint, t types.Type) bool {
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
	k.next, _ = found.Watch.(*constraint)
	found.Watch = k
	return true
}

// wake queues what waited for a variable.
func (c *checker) wake(v *types.Var) {
	k, _ := v.Watch.(*constraint)
	v.Watch = nil
	for k != nil {
		next := k.next
		k.next = nil
		c.queue = append(c.queue, k)
		k = next
	}
}

// solve asks the woken constraints again until none is left.
func (c *checker) solve() {
	for len(c.queue) > 0 {
		k := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		if !k.done {
			c.retry(k, early)
		}
	}
}

func (c *checker) retry(k *constraint, at stage) (moved bool) {
	current := c.unit
	if current != k.unit {
		c.resume(k.unit)
		defer c.resume(current)
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
func (c *checker) settle(k *constraint, answer op.Answer) {
	out := c.accept(k, answer)
	if _, clash := c.unify(k.out, out); clash != nil {
		c.resultClash(k, k.out, out, clash)
	}
}

// finish solves all that can be solved; what waits for a choice is asked for its
// default, oldest first. The types of definitions that are inferred (none where an
// item is checked by itself) tell which choices are left to their uses.
func (c *checker) finish(definitions ...types.Type) {
	c.solve()
	for moved := true; moved; {
		moved = false
		open := c.reachable(definitions)
		for _, k := range slices.Clone(c.constraints) { // what comes on the way is not in open
			if !k.done && c.retry(k, stage{last: true, open: open[k]}) {
				moved = true
				c.solve()
			}
		}
	}
	c.decideExtents()
}

// reachable finds the undecided relations that a use of some definitions can decide:
// those that share a variable with their types, directly or by way of others.
func (c *checker) reachable(definitions []types.Type) map[*constraint]bool {
	if len(definitions) == 0 {
		return nil
	}
	found := map[*constraint]bool{}
	speaking := map[*types.Var][]*constraint{}
	for _, k := range c.constraints {
		if !k.done {
			eachVariable(k, func(v *types.Var) { speaking[v] = append(speaking[v], k) })
		}
	}
	if len(speaking) == 0 {
		return found
	}
	var queue []*types.Var
	for _, t := range definitions {
		c.walk(t, func(t types.Type) bool {
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
func spread(queue []*types.Var, speaking map[*types.Var][]*constraint, found map[*constraint]bool) {
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, k := range speaking[v] {
			if !found[k] {
				found[k] = true
				eachVariable(k, func(v *types.Var) { queue = append(queue, v) })
			}
		}
		delete(speaking, v)
	}
}

// maxTwins bounds the search of an operator for a constraint that asks the same.
const maxTwins = 64

// equalConstraint finds a waiting constraint with the same arguments and attributes: the
// two share one result.
func (c *checker) equalConstraint(k *constraint, most int) *constraint {
	for i := len(c.constraints) - 1; i >= max(0, len(c.constraints)-most); i-- {
		if other := c.constraints[i]; !other.done && other.op == k.op && sameTypes(other.args, k.args) && other.attrs.String() == k.attrs.String() {
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
func (c *checker) declaredResult(k *constraint) types.Type {
	if c.signature != nil {
		if out := resultOf(c.signature.where, k); out != nil {
			return out
		}
	}
	return resultOf(c.assumed, k)
}

// resultOf finds a relation among those that are given.
func resultOf(given []types.Constraint, k *constraint) types.Type {
	for _, w := range given {
		if w.Op == k.op.Name && equalArguments(w.Args, k.args) && w.With == k.attrs.String() {
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

// assume takes what a polymorphic type asks of its parameters as given, where an
// expression is checked against it. The parameters are rigid variables of this one
// check, so that nothing else can use it.
func (c *checker) assume(where []types.Constraint, s *types.Substitution) {
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
