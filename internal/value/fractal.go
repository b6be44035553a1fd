package value

// A Fractal is a FractalTensor: a sequence of elements that are in a Column.
// Len and At read it; fractal_collect.go makes one of its elements. Nested sequences lie
// flat, all elements of one depth side by side with a table of where each row begins
// (G. Blelloch, Vector Models for Data-Parallel Computing, 1990, section 4).
type Fractal struct{ Elems Column }

// Len is the number of elements of the outermost depth.
func (f *Fractal) Len() int { return f.Elems.Len() }

// At is element i of the outermost depth: a Scalar, an Array, a Fractal (views,
// both) or a Tuple.
func (f *Fractal) At(i int) Value { return f.Elems.At(i) }

// Slice is the view of n elements from `from` on in steps of step.
func (f *Fractal) Slice(from, n, step int) *Fractal { return &Fractal{f.Elems.Slice(from, n, step)} }

// Depth is the number of FractalTensors around the leaves; tuples are leaves.
func (f *Fractal) Depth() int {
	depth := 1
	for c := f.Elems; ; depth++ {
		switch col := c.(type) {
		case *Rows:
			c = col.Of
		case *Picked:
			c = col.Of
			depth--
		default:
			return depth
		}
	}
}

// A Column holds the elements of FractalTensors: *Leaves, *Rows, *Columns or
// *Picked. Columns are immutable, and share what they are cut from.
type Column interface {
	Len() int
	At(i int) Value
	Slice(from, n, step int) Column
}

// Leaves are tensors of one shape: element i is Array.Index(From + i·Step), a
// Scalar where the array has one dimension.
type Leaves struct {
	Array             *Array
	From, Count, Step int
}

// NewLeaves are all the elements of an array along its outermost dimension.
func NewLeaves(a *Array) *Leaves { return &Leaves{a, 0, a.Shape[0], 1} }

func (l *Leaves) Len() int { return l.Count }

func (l *Leaves) At(i int) Value {
	i = l.From + i*l.Step
	if a := l.Array; len(a.Shape) == 1 {
		return Load(a.Dtype, a.Data, a.Offset+i*a.Strides[0])
	}
	return l.Array.Index(i)
}

func (l *Leaves) Slice(from, n, step int) Column {
	return &Leaves{l.Array, l.From + from*l.Step, n, l.Step * step}
}

// Dense is the leaves as one array with one dimension more, a view.
func (l *Leaves) Dense() *Array {
	if l.From == 0 && l.Step == 1 && l.Count == l.Array.Shape[0] {
		return l.Array
	}
	return l.Array.Slice(0, l.From, l.Count, l.Step)
}

// Rows are FractalTensors: row i holds the elements of Of from Start[i] up to
// End[i], without End[i], in steps of Step. In a packed column the rows lie
// side by side, and Start and End are one offset table, cut at either end; rows
// of windows overlap.
type Rows struct {
	Start, End []int
	Step       int
	Of         Column
}

// NewRows are the rows between the entries of an offset table.
func NewRows(offsets []int, of Column) *Rows {
	last := len(offsets) - 1
	return &Rows{offsets[:last], offsets[1:], 1, of}
}

func (r *Rows) Len() int { return len(r.Start) }

func (r *Rows) At(i int) Value {
	return &Fractal{r.Of.Slice(r.Start[i], r.Count(i), r.Step)}
}

// Count is the length of row i.
func (r *Rows) Count(i int) int { return (r.End[i] - r.Start[i] + r.Step - 1) / r.Step }

func (r *Rows) Slice(from, n, step int) Column {
	if step == 1 {
		return &Rows{r.Start[from : from+n], r.End[from : from+n], r.Step, r.Of}
	}
	start, end := make([]int, n), make([]int, n)
	for i := range n {
		start[i], end[i] = r.Start[from+i*step], r.End[from+i*step]
	}
	return &Rows{start, end, r.Step, r.Of}
}

// isPacked reports whether the rows lie side by side.
func (r *Rows) isPacked() bool {
	if r.Step != 1 {
		return false
	}
	for i := 1; i < len(r.Start); i++ {
		if r.Start[i] != r.End[i-1] {
			return false
		}
	}
	return true
}

// Columns are tuples: element i holds element i of each column.
type Columns struct {
	Of    []Column
	Count int
}

func (c *Columns) Len() int { return c.Count }

func (c *Columns) At(i int) Value {
	left := fewColumns
	if t := c.tree(i, &left); left >= 0 {
		return t
	}
	return c.shared(i, map[Column]Value{})
}

// fewColumns is how many columns are visited wherever they stand, shared or not. One column may
// are in many places, as in `zip(a, a)` of that: where there are more, each is visited once,
// so that it takes time in proportion to the columns that there are, and what comes of them
// shares its parts as they do.
const fewColumns = 64

// tree is element i; it is not whole where fewer columns were left than there are.
func (c *Columns) tree(i int, left *int) *Tuple {
	elems := make([]Value, len(c.Of))
	for k, col := range c.Of {
		if *left--; *left < 0 {
			return nil
		}
		if inner, ok := col.(*Columns); ok {
			elems[k] = inner.tree(i, left)
		} else {
			elems[k] = col.At(i)
		}
	}
	return &Tuple{elems}
}

// shared is element i, of columns whose elements were made the same values.
func (c *Columns) shared(i int, made map[Column]Value) *Tuple {
	elems := make([]Value, len(c.Of))
	for k, col := range c.Of {
		v, known := made[col]
		if !known {
			if inner, ok := col.(*Columns); ok {
				v = inner.shared(i, made)
			} else {
				v = col.At(i)
			}
			made[col] = v
		}
		elems[k] = v
	}
	return &Tuple{elems}
}

func (c *Columns) Slice(from, n, step int) Column {
	out, _ := c.each(n, map[Column]Column{}, func(col Column) (Column, error) { return col.Slice(from, n, step), nil })
	return out
}

// each gives the same tuples of other columns, which have n elements. do makes the other one
// of a column that holds no tuples; it is called once for each that there is, however often
// it is in the tuples. made keeps what was made.
func (c *Columns) each(n int, made map[Column]Column, do func(Column) (Column, error)) (*Columns, error) {
	out := &Columns{make([]Column, len(c.Of)), n}
	for k, col := range c.Of {
		of, known := made[col]
		if !known {
			var err error
			if inner, ok := col.(*Columns); ok {
				of, err = inner.each(n, made, do)
			} else {
				of, err = do(col)
			}
			if err != nil {
				return nil, err
			}
			made[col] = of
		}
		out.Of[k] = of
	}
	return out, nil
}

// Picked are elements of another column in any order: element i is element
// Index[i] of it.
type Picked struct {
	Index []int
	Of    Column
}

// Pick is the view of the elements at indices; picks of picks are one.
func Pick(ask Asker, of Column, index []int) (Column, error) {
	inner, ok := of.(*Picked)
	if !ok {
		return &Picked{index, of}, nil
	}
	if err := ask.ask(len(index), wordSize); err != nil {
		return nil, err
	}
	joined := make([]int, len(index))
	for i, k := range index {
		joined[i] = inner.Index[k]
	}
	return &Picked{joined, inner.Of}, nil
}

// SliceBytes is the memory that Slice takes for n elements of a column in steps of
// step: rows and picks have tables, of which steps make new ones.
func SliceBytes(c Column, n, step int) int {
	if step == 1 {
		return 0
	}
	switch c := c.(type) {
	case *Rows:
		return times(n, 2*wordSize)
	case *Picked:
		return times(n, wordSize)
	case *Columns:
		bytes := 0
		_, _ = c.each(n, map[Column]Column{}, func(col Column) (Column, error) {
			bytes += SliceBytes(col, n, step)
			return col, nil
		})
		return bytes
	}
	return 0
}

func (p *Picked) Len() int       { return len(p.Index) }
func (p *Picked) At(i int) Value { return p.Of.At(p.Index[i]) }

func (p *Picked) Slice(from, n, step int) Column {
	if step == 1 {
		return &Picked{p.Index[from : from+n], p.Of}
	}
	index := make([]int, n)
	for i := range index {
		index[i] = p.Index[from+i*step]
	}
	return &Picked{index, p.Of}
}
