package sharing

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// depths tell on which functions around it an expression depends.
type depths struct {
	around []uint8  // by node: how many function literals are around it, up to deepest
	binds  []uint64 // by node: bit d is set where it reads a variable bound at depth d
}

// deepest is the depth of functions from which on they are not distinguished.
const deepest = 63

// depthsOf goes over the nodes of an item's body twice. Of an operator's node it has
// what holds of the chain up to its right operand.
func (c *checker) depthsOf() *depths {
	d := &depths{make([]uint8, c.item.Len()), make([]uint64, c.item.Len())}
	var order []syntax.NodeID
	c.item.Walk(c.item.Root, func(n syntax.NodeID) bool {
		order = append(order, n)
		parent := c.tree.Parent(n)
		d.around[n] = d.around[parent]
		if c.item.Kind(parent) == syntax.Fn {
			d.around[n] = min(d.around[n]+1, deepest)
		}
		return true
	})
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		if o := c.tree.ObjectAt(n); o != nil && o.Kind == typecheck.LocalObject && o.Item == c.item {
			d.binds[n] |= 1 << d.around[o.Node]
		}
		if c.item.Kind(n) == syntax.Binary {
			c.chain(d, n)
			continue
		}
		for _, kid := range c.item.Kids(n) {
			d.binds[n] |= d.binds[kid]
		}
	}
	return d
}

// chain goes over the links of a chain.
func (c *checker) chain(d *depths, n syntax.NodeID) {
	chain := c.item.Binary(n)
	binds := d.binds[chain.First]
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		binds |= d.binds[right]
		d.binds[operator] |= binds
	}
	d.binds[n] |= binds
}
