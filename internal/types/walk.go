package types

// Walk visits t and all the types inside it, outermost first, links followed.
// Where visit answers false, the parts of that type are left out. A type that
// is in many places of a large one may be visited once for all of them. It
// needs no stack, however deep types are nested, and no memory for small types.
func Walk(t Type, visit func(Type) bool) {
	var buf [16]Type
	todo := pushPart(buf[:0], t)
	var seen map[Type]bool
	for count := 1; len(todo) > 0; count++ {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if count > manyVisits {
			if seen == nil {
				seen = map[Type]bool{}
			}
			if seen[next] {
				continue
			}
			seen[next] = true
		}
		if visit(next) {
			todo = partsOf(todo, next)
		}
	}
}

// manyVisits is how many types are visited before it is noted which: types are
// graphs, and a small one may be a very large tree.
const manyVisits = 64

// pushPart adds a type to those that are to be visited, the next one last. It is given the
// list and gives it back, so that the list need not be kept on the heap.
func pushPart(todo []Type, t Type) []Type {
	if t = Head(t); t != nil {
		todo = append(todo, t)
	}
	return todo
}

// pushList adds types so that the first is the next.
func pushList(todo []Type, ts []Type) []Type {
	for i := len(ts) - 1; i >= 0; i-- {
		todo = pushPart(todo, ts[i])
	}
	return todo
}

func partsOf(todo []Type, t Type) []Type {
	switch t := t.(type) {
	case *Tuple:
		return pushList(todo, t.Elems)
	case *ADT:
		return pushList(todo, t.Args)
	case *Fractal:
		return pushPart(todo, t.Elem)
	case *Ref:
		return pushPart(todo, t.Elem)
	case *Func:
		for i := len(t.Where) - 1; i >= 0; i-- {
			todo = pushList(pushPart(todo, t.Where[i].Out), t.Where[i].Args)
		}
		return pushList(pushPart(todo, t.Out), t.In)
	}
	return todo
}
