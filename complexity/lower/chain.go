package lower

import "github.com/fraccheck/fraccheck/complexity/linear"

// What is known of chains, whose length is a form: constructors before one become part of it,
// and two values are compared by the lengths of their chains.

// absorbed is a chain with the constructor before it, if that is like the others; nil where
// it is not.
func (m *machine) absorbed(d *data) *chain {
	for i, f := range d.fields {
		c, ok := f.(*chain)
		if !ok || c.name != d.name || c.spine != i {
			continue
		}
		longer := *c
		longer.n = c.n.Plus(1, linear.Number(1))
		first := longer.first()
		for k := range d.fields {
			if k != i && !m.same(first.fields[k], d.fields[k]) {
				return nil
			}
		}
		return &longer
	}
	return nil
}

// folded is data as a chain, with unknown fields where they differ; nil where it is none.
func (m *machine) folded(d *data) *chain {
	if len(d.fields) == 0 {
		return nil
	}
	if c := m.absorbed(d); c != nil {
		return c
	}
	for i := len(d.fields) - 1; i >= 0; i-- {
		var rest *chain
		switch f := d.fields[i].(type) {
		case *chain:
			rest = f
		case *data:
			if len(f.fields) == 0 {
				fields := make([]value, len(d.fields))
				copy(fields, d.fields)
				fields[i] = nil
				return &chain{d.name, i, fields, linear.Number(1), f}
			}
			rest = m.folded(f)
		}
		if rest == nil || rest.name != d.name || rest.spine != i {
			continue
		}
		longer := *rest
		longer.n = rest.n.Plus(1, linear.Number(1))
		longer.fields = make([]value, len(d.fields))
		for k := range d.fields {
			if k != i {
				longer.fields[k] = m.fitted(rest, k, d.fields[k])
			}
		}
		return &longer
	}
	return nil
}

// fitted is field k of a chain with one more constructor in front; unknown where there is no
// form for all.
func (m *machine) fitted(rest *chain, k int, v value) value {
	at := rest.n.Plus(1, linear.Number(1))
	if m.same(element(rest.fields[k], at), v) {
		return rest.fields[k]
	}
	if !rest.n.Equal(linear.Number(1)) {
		return nil
	}
	return m.line(element(rest.fields[k], linear.Number(1)), v)
}

// line is the value that is x for index 1 and y for 2.
func (m *machine) line(x, y value) value {
	switch x := x.(type) {
	case num:
		if y, ok := y.(num); ok {
			if d := m.set.Now(y.Form.Minus(x.Form)); d.IsNumber() {
				return num{x.Form.Minus(d).Plus(d.Const, linear.Variable(index))}
			}
		}
	case *tuple:
		if y, ok := y.(*tuple); ok && len(x.elems) == len(y.elems) {
			all := make([]value, len(x.elems))
			for i := range all {
				all[i] = m.line(x.elems[i], y.elems[i])
			}
			return &tuple{all}
		}
	}
	if x != nil && m.same(x, y) {
		return x
	}
	return nil
}

// same reports whether two values are known to be the same on the path. What is unknown is the
// same as everything in x alone.
func (m *machine) same(x, y value) bool {
	switch x := x.(type) {
	case nil:
		return true
	case num:
		y, ok := y.(num)
		return ok && m.set.Now(x.Form.Minus(y.Form)).IsZero()
	case truth:
		return x == y
	case *tuple:
		y, ok := y.(*tuple)
		return ok && m.sameAll(x.elems, y.elems)
	case *data:
		switch y := y.(type) {
		case *data:
			return x.name == y.name && m.sameAll(x.fields, y.fields)
		case *chain:
			if n := m.set.Now(y.n); n.IsZero() {
				return m.same(x, y.end)
			} else if m.set.Natural(n.Minus(linear.Number(1))) {
				return m.same(x, y.first())
			}
		}
		return false
	case *chain:
		return m.sameChain(x, y)
	}
	return false
}

func (m *machine) sameAll(xs, ys []value) bool {
	for i := range xs {
		if i >= len(ys) || !m.same(xs[i], ys[i]) {
			return false
		}
	}
	return len(xs) == len(ys)
}

// maxUnfolded is how long chains are that are compared element by element.
const maxUnfolded = 16

func (m *machine) sameChain(x *chain, y value) bool {
	n := m.set.Now(x.n)
	if n.IsZero() {
		return m.same(x.end, y)
	}
	switch y := y.(type) {
	case *chain:
		if d := n.Minus(m.set.Now(y.n)); d.IsZero() {
			if x.name != y.name || x.spine != y.spine {
				return false
			}
			if m.sameAll(x.fields, y.fields) && m.same(x.end, y.end) {
				return true
			}
			return n.IsNumber() && n.Const < maxUnfolded && m.same(x.first(), y.first())
		}
	case *data:
		if m.set.Natural(n.Minus(linear.Number(1))) && y.name == x.name {
			return m.same(x.first(), y)
		}
	}
	return false
}
