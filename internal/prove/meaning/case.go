package meaning

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A Case is what is assumed of a rule's variables and of the attributes that its pattern leaves
// open. An evaluation reads a Case and changes none; a need extends a copy.
type Case struct {
	shapes   map[string][]part // blocks that were taken apart, into parts from the left
	values   map[string]*term  // extents that equal other terms; no value mentions a name that has one
	absorbed []absorption
	dtypes   map[*termpkg.Term]Dtype
	attrs    map[*termpkg.Term]map[string]op.Value
	aliases  map[attrKey]attrKey // open attributes that equal other open ones
	facts    []scalar.Guard      // of extents and attributes
	closed   bool                // it contradicts itself
}

// A part of a block that was taken apart: a dimension, or a smaller block.
type part struct {
	name  string
	block bool
}

// An absorption is the assumption that broadcasting the shapes by with the shape name gives the
// shape of by.
type absorption struct {
	name string
	by   []string
}

type attrKey struct {
	of   *termpkg.Term
	name string
}

func newCase() *Case {
	return &Case{shapes: map[string][]part{}, values: map[string]*term{}, dtypes: map[*termpkg.Term]Dtype{}, attrs: map[*termpkg.Term]map[string]op.Value{}, aliases: map[attrKey]attrKey{}}
}

func (c *Case) clone() *Case {
	d := newCase()
	for k, v := range c.shapes {
		d.shapes[k] = v
	}
	for k, v := range c.values {
		d.values[k] = v
	}
	for k, v := range c.dtypes {
		d.dtypes[k] = v
	}
	for k, v := range c.attrs {
		m := map[string]op.Value{}
		for n, x := range v {
			m[n] = x
		}
		d.attrs[k] = m
	}
	for k, v := range c.aliases {
		d.aliases[k] = v
	}
	d.absorbed = append(d.absorbed, c.absorbed...)
	d.facts = append(d.facts, c.facts...)
	return d
}

// equate assumes that two extents are equal: it solves for a symbol with the coefficient 1 or -1
// and puts the solution in the place of it everywhere, or else notes the equation as a fact.
func (c *Case) equate(a, b *term) {
	ctx := scalar.New(scalar.Reals)
	d := ctx.Substitute(a.Sub(b), c.values)
	switch v, known := d.Const(); {
	case known && v.Sign() != 0:
		c.closed = true
		return
	case known:
		return
	}
	name, value, ok := scalar.Solve(d)
	if !ok {
		c.facts = append(c.facts, scalar.Guard{Kind: scalar.Zero, P: d})
		return
	}
	solved := map[string]*term{name: value}
	for k, v := range c.values {
		c.values[k] = ctx.Substitute(v, solved)
	}
	c.values[name] = value
	c.facts = append(c.facts, scalar.Guard{Kind: scalar.AtLeast, P: value})
}

func (c *Case) setAttr(of *termpkg.Term, name string, v op.Value) {
	if c.attrs[of] == nil {
		c.attrs[of] = map[string]op.Value{}
	}
	c.attrs[of][name] = v
}
