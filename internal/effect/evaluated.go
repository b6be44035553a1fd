package effect

import "slices"

// Evaluated is the Info of the item for one who knows that each graph binding has been
// evaluated before a function that reads it is called: reading one does nothing.
func (i *Info) Evaluated() *Info {
	if i.walk == nil || len(i.graphs) == 0 {
		return i
	}
	w := *i.walk
	w.graphs = nil
	w.nodes, w.varies = make([]Summary, w.item.Len()), make([]bool, w.item.Len())
	w.parts = slices.Clone(w.parts)
	for p := range w.parts {
		w.parts[p].needs, w.parts[p].does = nil, Summary{}
	}
	w.connect()
	w.sum()
	return &Info{&w}
}
