package types

// Walk visits t and all the types inside it, outermost first, links followed.
// Where visit answers false, the parts of that type are left out. A type that
// stands in many places of a large one may be visited once for all of them.
func Walk(t Type, visit func(Type) bool) {
	w := walker{visit: visit}
	w.walk(t)
}

// manyVisits is how many types are visited before it is noted which: types are
// graphs, and a small one may be a very large tree.
const manyVisits = 256

type walker struct {
	visit func(Type) bool
	count int
	seen  map[Type]bool
}

func (w *walker) walk(t Type) {
	t = Head(t)
	if t == nil || w.again(t) || !w.visit(t) {
		return
	}
	switch t := t.(type) {
	case *Tuple:
		w.walkAll(t.Elems)
	case *ADT:
		w.walkAll(t.Args)
	case *Fractal:
		w.walk(t.Elem)
	case *Ref:
		w.walk(t.Elem)
	case *Func:
		w.walkAll(t.In)
		w.walk(t.Out)
		for _, c := range t.Where {
			w.walkAll(c.Args)
			w.walk(c.Out)
		}
	}
}

func (w *walker) walkAll(ts []Type) {
	for _, t := range ts {
		w.walk(t)
	}
}

// again tells whether t was visited before. It begins to remember after `sharing`
// types: small types are walked without a map.
func (w *walker) again(t Type) bool {
	if w.count++; w.count <= manyVisits {
		return false
	}
	if w.seen == nil {
		w.seen = map[Type]bool{}
	}
	known := w.seen[t]
	w.seen[t] = true
	return known
}
