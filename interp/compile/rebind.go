package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// rebindsArguments reports whether a call gives variables new values.
func (b *builder) rebindsArguments(n syntax.NodeID) bool {
	c := b.info.OperatorCall(n)
	if c == nil || c.Op.Kernel == nil {
		return false
	}
	return c.Op.Rebinding != nil
}

// rebind emits the new values of a call's arguments, which follow base.
func (b *builder) rebind(c *typecheck.OperatorCall, s *code.Site, base int) {
	r := c.Op.Rebinding
	if r == nil || !b.rebinds {
		return
	}
	mark := b.next
	at := b.temp()
	for i := range s.Args {
		b.move(b.temp(), base+1+i)
	}
	b.emitX(code.OpOperator, at, b.site(&code.Site{Op: s.Op, Attrs: s.Attrs, Args: s.Args, Out: s.Out, Extents: -1, Builtin: code.RebindArguments}))
	for k, p := range r.Params {
		if p >= len(c.Args) || c.Args[p] == syntax.NoNode {
			continue
		}
		o := b.local(b.item.Unparen(c.Args[p]))
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
