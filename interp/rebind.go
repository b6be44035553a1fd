package interp

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/value"
)

// rebinding lists the operators that give new values to the variables that
// stand as some of their arguments, for later reads of the activation.
var rebinding = map[string]rebinder{
	"batch_norm": {params: []int{1, 2}, form: statisticsForm},
}

// A rebinder says which parameters get new values, and computes them as a tuple.
type rebinder struct {
	params []int
	form   form
}

// rebinds tells whether a call gives variables new values.
func (b *builder) rebinds(n syntax.NodeID) bool {
	c := b.info.OperatorCall(n)
	if c == nil || c.Op.Kernel == nil {
		return false
	}
	_, ok := rebinding[c.Op.Name]
	return ok
}

// rebind emits the new values of a call's arguments, which stand behind base.
func (b *builder) rebind(c *typecheck.OperatorCall, s *site, base int) {
	r, ok := rebinding[c.Op.Name]
	if !ok || !b.rebinding {
		return
	}
	mark := b.next
	at := b.temp()
	for i := range s.args {
		b.move(b.temp(), base+1+i)
	}
	b.emitX(opOperator, at, b.site(&site{op: s.op, attrs: s.attrs, args: s.args, out: s.out, extents: -1, form: r.form}))
	for k, p := range r.params {
		if p >= len(c.Args) || c.Args[p] == syntax.NoNode {
			continue
		}
		o := b.local(b.inside(c.Args[p]))
		if o == nil || o.Kind != typecheck.LocalObject {
			continue
		}
		v := b.temp()
		b.field(v, at, k)
		b.assign(o, v)
		b.next = v
	}
	b.next = mark
}

// assign gives a variable of this activation another value.
func (b *builder) assign(o *typecheck.Object, reg int) {
	if r, ok := b.register(o); ok {
		b.move(r, reg)
	}
	if b.env == nil {
		return
	}
	if i, ok := b.env.fields[o]; ok && !b.env.isGraph(o) {
		b.setEnv(i, reg)
	}
}

func statisticsForm(m *machine, c *formCall) (slot, error) {
	call := &op.KernelCall{Op: c.op, Args: make([]value.Value, len(c.args)), Attrs: c.site.attrs, Out: c.site.out}
	for i, arg := range c.args {
		call.Args[i] = m.toValue(arg)
	}
	average, spread, err := op.RunningStatistics(m.forKernels(), call)
	if err != nil {
		return slot{}, err
	}
	return m.arena.tuple(arraySlot(average), arraySlot(spread)), nil
}
