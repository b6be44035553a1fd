package value

// undecided marks the columns that Undecided gives: it is their array.
var undecided = Zeros(Int32, 0)

// Undecided is a column without elements, of which nothing says what they would be:
// where a function of any type is applied to no elements, only a use of the result
// knows whether it is a FractalTensor or a tuple of them. A FractalTensor of it, and
// one of rows of it, represents each part of such a tuple as well.
func Undecided() Column { return NewLeaves(undecided) }

// IsUndecided reports whether nothing says what a column holds, or the rows in it.
func IsUndecided(c Column) bool {
	for {
		switch col := c.(type) {
		case *Rows:
			c = col.Of
		case *Picked:
			c = col.Of
		case *Leaves:
			return col.Array == undecided
		default:
			return false
		}
	}
}

func isUndecided(v Value) bool {
	f, ok := v.(*Fractal)
	return ok && IsUndecided(f.Elems)
}

// firstDecided is the first of some elements of which it is known what it is; the first
// one if there is none.
func firstDecided(elems []Value) Value {
	for _, e := range elems {
		if !isUndecided(e) {
			return e
		}
	}
	return elems[0]
}

// columnsLike gives a column as one for each of n components; one that is undecided is
// each of them.
func columnsLike(ask Asker, c Column, n int) (*Columns, bool, error) {
	if !IsUndecided(c) {
		t, ok, err := ColumnsOf(ask, c)
		return t, ok && len(t.Of) == n, err
	}
	t := &Columns{make([]Column, n), c.Len()}
	for k := range t.Of {
		t.Of[k] = c
	}
	return t, true, nil
}
