package complexity

import "github.com/fraccheck/fraccheck/internal/graph"

// waits are the moments when the operands of a value are there that stand in its
// own block.
func (w *walk) waits(p *path, v graph.Value) []*moment {
	var all []*moment
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
func (w *walk) ready(p *path, v graph.Value) *moment {
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
	p.costs[Work]++
	p.ready[v] = p.then(moment{cost: 1}, w.waits(p, v)...)
}
