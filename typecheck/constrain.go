package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

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
	answer := c.ask(&k, false)
	if !answer.Waits {
		return c.accept(&k, answer)
	}
	if out := c.given(&k); out != nil {
		return out
	}
	if twin := c.twin(&k, maxTwins); twin != nil {
		return twin.out
	}
	if k.out = answer.Out; k.out == nil {
		k.out = c.fresh()
	}
	waiting := k
	c.suspend(&waiting, answer.Wait)
	return k.out
}

func (c *checker) ask(k *constraint, last bool) op.Answer {
	q := &c.relation
	q.Op, q.Args, q.Attrs, q.Out, q.Last = k.op, k.args, k.attrs, k.out, last
	for i, arg := range q.Args {
		if arg != nil {
			q.Args[i] = c.settled(arg)
		}
	}
	return k.op.Relation(q)
}

// settled puts the extents that were found into a tensor's shape.
func (c *checker) settled(t types.Type) types.Type {
	if len(c.dims) == 0 {
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
		c.relationError(k, answer.Err)
		return types.ErrorType
	}
	for i := range answer.Warn {
		c.relationWarning(k, &answer.Warn[i])
	}
	for _, eq := range answer.Equal {
		if eq.Arg < len(k.args) && k.args[eq.Arg] != nil {
			if _, clash := c.unify(eq.Type, k.args[eq.Arg]); clash != nil {
				c.argumentClash(k, eq.Arg, eq.Type, k.args[eq.Arg], clash)
				return types.ErrorType
			}
		}
	}
	c.leave(k, answer.More)
	return answer.Out
}

// leave adds the relations that an answer or a scheme leaves to be solved.
func (c *checker) leave(k *constraint, more []op.Pending) {
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
			c.retry(k, false)
		}
	}
}

func (c *checker) retry(k *constraint, last bool) (moved bool) {
	current := c.unit
	if current != k.unit {
		c.resume(k.unit)
		defer c.resume(current)
	}
	answer := c.ask(k, last)
	if !answer.Waits {
		c.settle(k, answer)
		return true
	}
	if out := c.given(k); out != nil {
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

// finish solves all that can be solved from a mark on; what waits for a choice
// is asked for its default, oldest first.
func (c *checker) finish(from int) {
	c.solve()
	for moved := true; moved; {
		moved = false
		for i := from; i < len(c.constraints); i++ {
			if k := c.constraints[i]; !k.done && c.retry(k, true) {
				moved = true
				c.solve()
			}
		}
	}
}

// maxTwins bounds the search of an operator for a constraint that asks the same.
const maxTwins = 64

// twin finds a waiting constraint with the same arguments and attributes: the
// two share one result.
func (c *checker) twin(k *constraint, most int) *constraint {
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

// given discharges a relation on rigid variables by one that the signature
// declares (`where add(a, a) = a`).
func (c *checker) given(k *constraint) types.Type {
	if c.signature == nil {
		return nil
	}
	for _, w := range c.signature.where {
		if w.Op != k.op.Name || len(w.Args) != len(k.args) || w.With != k.attrs.String() {
			continue
		}
		matches := true
		for i, arg := range w.Args {
			if arg == nil || k.args[i] == nil {
				matches = matches && arg == nil && k.args[i] == nil
				continue
			}
			_, equal := types.Equivalent(arg, k.args[i])
			matches = matches && equal
		}
		if matches {
			return w.Out
		}
	}
	return nil
}
