package types

// maxMeetings is how many parts Meet looks at: parts may be shared, so that types
// with few of them are exponentially large written out.
const maxMeetings = 1 << 12

// Meet goes through a pattern and a type side by side, from the left. It calls variable
// for each type variable of the pattern with what has its place in the type, and extent
// for each extent. Where the two differ in form it goes no deeper. Either may be nil,
// which says nothing.
func Meet(pattern, t Type, variable func(*Var, Type), extent func(pattern, d Dim)) {
	m := meeting{variable: variable, extent: extent}
	m.push(pattern, t)
	for parts := 0; len(m.todo) > 0 && parts < maxMeetings; parts++ {
		next := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		m.step(next[0], next[1])
	}
}

type meeting struct {
	variable func(*Var, Type)
	extent   func(pattern, d Dim)
	todo     [][2]Type // the next one last
}

func (m *meeting) push(pattern, t Type) {
	if pattern != nil && t != nil {
		m.todo = append(m.todo, [2]Type{Head(pattern), Head(t)})
	}
}

func (m *meeting) all(patterns, ts []Type) {
	for i := min(len(patterns), len(ts)) - 1; i >= 0; i-- {
		m.push(patterns[i], ts[i])
	}
}

func (m *meeting) step(pattern, t Type) {
	switch x := pattern.(type) {
	case *Var:
		m.variable(x, t)
	case *ADT:
		if y, ok := t.(*ADT); ok && x.Decl == y.Decl {
			m.all(x.Args, y.Args)
		}
	case *Tuple:
		if y, ok := t.(*Tuple); ok {
			m.all(x.Elems, y.Elems)
		}
	case *Fractal:
		if y, ok := t.(*Fractal); ok {
			m.push(x.Elem, y.Elem)
		}
	case *Ref:
		if y, ok := t.(*Ref); ok {
			m.push(x.Elem, y.Elem)
		}
	case *Func:
		if y, ok := t.(*Func); ok {
			m.push(x.Out, y.Out)
			m.all(x.In, y.In)
		}
	case *Tensor:
		if y, ok := t.(*Tensor); ok && len(x.Shape) == len(y.Shape) {
			for i, d := range x.Shape {
				m.extent(d, y.Shape[i])
			}
		}
	case *Extent:
		if y, ok := t.(*Extent); ok {
			m.extent(x.Dim, y.Dim)
		}
	}
}
