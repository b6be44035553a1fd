package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
)

// waits are the moments when the operands of a value are there that stand in its
// own block.
func (w *walk) waits(p *path, v graph.Value) []*solving.Moment {
	var all []*solving.Moment
	if v == graph.None {
		return nil
	}
	for _, o := range w.graph.Operands(v) {
		if o.Value != graph.None && o.Block == w.graph.Block(v) {
			all = append(all, w.ready(p, o.Value))
		}
	}
	return all
}

// ready is when a value is there.
func (w *walk) ready(p *path, v graph.Value) *solving.Moment {
	for v != graph.None {
		if m, known := p.ready[v]; known {
			return m
		}
		if w.graph.Kind(v) != graph.Field && w.graph.Kind(v) != graph.Read {
			return nil
		}
		v = w.graph.Operands(v)[0].Value
	}
	return nil
}

// spend counts one operation.
func (w *walk) spend(p *path, v graph.Value) {
	p.Costs[solving.Work]++
	p.ready[v] = p.Then(solving.Moment{Cost: 1}, w.waits(p, v)...)
}
