package value

// mostPlain is how many parts of a value are spelled wherever they stand, shared or not.
const mostPlain = 1000

// A traversal goes over the parts of a value, in the order in which they are printed, with a
// list of its own, so that values may be of any depth.
type traversal struct {
	left  int // parts and elements that may still be met; below 0 it has ended
	todo  []step
	open  map[*Cell]bool // those around the part
	seen  map[Value]int  // how often each part was met; nil: parts are met every time
	weigh int            // the most that a tensor counts for; 0: all its elements
	order []Value        // the parts that were seen, each after those that it holds
	// elems are the elements of the FractalTensors that were seen: At makes new ones each time.
	elems map[*Fractal][]Value
}

// A step enters a part, or leaves one.
type step struct {
	v     Value
	leave bool
}

// tree reports whether a value has at most so many parts as are left, each counted
// wherever it stands.
func (t *traversal) tree(v Value) bool {
	t.open = map[*Cell]bool{}
	t.todo = append(t.todo, step{v: v})
	for len(t.todo) > 0 && t.left >= 0 {
		next := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		if next.leave {
			t.leave(next.v)
		} else {
			t.enter(next.v)
		}
	}
	return t.left >= 0
}

func (t *traversal) leave(v Value) {
	if c, ok := v.(*Cell); ok {
		delete(t.open, c)
	}
	if t.seen != nil {
		t.order = append(t.order, v)
	}
}

func (t *traversal) enter(v Value) {
	t.left--
	if t.seen != nil && sharable(v) {
		if t.seen[v]++; t.seen[v] > 1 {
			return
		}
		t.todo = append(t.todo, step{v, true})
	}
	switch v := v.(type) {
	case *Array:
		t.elements(v.Len())
	case *Data:
		t.all(v.Fields)
	case *Tuple:
		t.all(v.Elems)
	case *Fractal:
		t.fractal(v)
	case *Cell:
		t.cell(v)
	}
}

// elements counts those of a tensor.
func (t *traversal) elements(n int) {
	if t.weigh > 0 {
		n = min(n, t.weigh)
	}
	t.left -= min(n, t.left+1)
}

func (t *traversal) all(vs []Value) {
	if len(vs) > t.left {
		t.left = -1
		return
	}
	for i := len(vs) - 1; i >= 0; i-- {
		t.todo = append(t.todo, step{v: vs[i]})
	}
}

// fractal counts leaves without a look at them.
func (t *traversal) fractal(f *Fractal) {
	n := f.Len()
	if leaves, ok := f.Elems.(*Leaves); ok || n > t.left {
		if ok && n > 0 && leaves.Array.Shape[0] > 0 {
			n = saturatingProduct(n, leaves.Array.Len()/leaves.Array.Shape[0])
		}
		t.elements(n)
		return
	}
	var elems []Value
	if t.seen != nil {
		elems = make([]Value, n)
		t.elems[f] = elems
	}
	for i := n - 1; i >= 0; i-- {
		v := f.At(i)
		if t.seen != nil {
			elems[i] = v
		}
		t.todo = append(t.todo, step{v: v})
	}
}

// saturatingProduct is a·b, or the greatest int where that is more.
func saturatingProduct(a, b int) int {
	const most = 1 << 62
	if b != 0 && a > most/b {
		return most
	}
	return a * b
}

func (t *traversal) cell(c *Cell) {
	if t.open[c] {
		return
	}
	t.open[c] = true
	if t.seen == nil {
		t.todo = append(t.todo, step{c, true})
	}
	t.todo = append(t.todo, step{v: c.Elem})
}

// sharable reports whether a part is worth a name: it is longer than one.
func sharable(v Value) bool {
	switch v := v.(type) {
	case *Array, *Fractal, *Cell:
		return true
	case *Data:
		return len(v.Fields) > 0
	case *Tuple:
		return len(v.Elems) > 0
	}
	return false
}
