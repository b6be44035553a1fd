package types

// Walk visits t and all the types inside it, outermost first, links followed.
// Where visit answers false, the parts of that type are left out. A type that
// stands in many places of a large one may be visited once for all of them. It
// needs no stack, however deep types are nested.
func Walk(t Type, visit func(Type) bool) {
	w := walker{}
	w.todo = w.room[:0]
	w.push(t)
	for len(w.todo) > 0 {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if !w.again(next) && visit(next) {
			w.parts(next)
		}
	}
}

// manyVisits is how many types are visited before it is noted which: types are
// graphs, and a small one may be a very large tree.
const manyVisits = 64

type walker struct {
	todo  []Type // the next one last
	room  [16]Type
	count int
	seen  map[Type]bool
}

func (w *walker) push(t Type) {
	if t = Head(t); t != nil {
		w.todo = append(w.todo, t)
	}
}

// pushAll adds types so that the first is the next.
func (w *walker) pushAll(ts []Type) {
	for i := len(ts) - 1; i >= 0; i-- {
		w.push(ts[i])
	}
}

func (w *walker) parts(t Type) {
	switch t := t.(type) {
	case *Tuple:
		w.pushAll(t.Elems)
	case *ADT:
		w.pushAll(t.Args)
	case *Fractal:
		w.push(t.Elem)
	case *Ref:
		w.push(t.Elem)
	case *Func:
		for i := len(t.Where) - 1; i >= 0; i-- {
			w.push(t.Where[i].Out)
			w.pushAll(t.Where[i].Args)
		}
		w.push(t.Out)
		w.pushAll(t.In)
	}
}

// again tells whether t was visited before. It begins to remember after manyVisits
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
