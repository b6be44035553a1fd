package value

// A Reader gives the elements of an array in row-major order, range by range.
// It serves one goroutine.
type Reader struct {
	array          *Array
	shape, strides []int // with neighbouring dimensions merged where they can be
	direct         bool  // the elements lie side by side
	constant       bool  // one element is repeated
	scratch        any
	filled         int // elements of scratch that hold the constant
}

// NewReader reads an array.
func NewReader(a *Array) *Reader {
	r := &Reader{array: a}
	r.shape, r.strides = merged(a.Shape, a.Strides)
	r.direct = len(r.shape) == 0 || len(r.shape) == 1 && r.strides[0] == 1
	r.constant = len(r.shape) == 1 && r.strides[0] == 0
	return r
}

// Read gives the n elements from position `from` on: a part of the array's own
// data where they lie side by side, else a copy that the next Read overwrites.
// They must not be written.
func (r *Reader) Read(from, n int) any {
	a := r.array
	if n == 0 {
		return Cut(a.Data, 0, 0)
	}
	if r.direct {
		return Cut(a.Data, a.Offset+from, a.Offset+from+n)
	}
	if r.scratch == nil || Length(r.scratch) < n {
		r.scratch, r.filled = MakeData(a.Dtype, n), 0
	}
	dst := Cut(r.scratch, 0, n)
	if r.constant {
		if r.filled < n {
			Fill(dst, Load(a.Dtype, a.Data, a.Offset))
			r.filled = n
		}
		return dst
	}
	r.copyTo(dst, from)
	return dst
}

// IsScattered reports whether neighbours in row-major order lie apart: many elements are copied
// faster than they are read one by one.
func (a *Array) IsScattered() bool {
	_, strides := merged(a.Shape, a.Strides)
	return len(strides) > 1 && strides[len(strides)-1] != 0 && strides[len(strides)-1] != 1
}

// CopyRange copies the elements of a at the row-major positions from to to.
func CopyRange(dst any, a *Array, from, to int) {
	if from == to {
		return
	}
	NewReader(a).copyTo(Cut(dst, 0, to-from), from)
}

// copyTo copies elements from a row-major position on.
func (r *Reader) copyTo(dst any, from int) {
	n := Length(dst)
	to := newWalk([]int{n}, []int{1}, 0, 0)
	kindOfSlice(dst).move(dst, r.array.Data, to, newWalk(r.shape, r.strides, r.array.Offset, from), n)
}

// A walk runs over the positions of a strided array, row by row.
type walk struct {
	shape, strides []int
	index          []int
	at, step       int
}

// newWalk begins at a row-major position.
func newWalk(shape, strides []int, offset, from int) *walk {
	if len(shape) == 0 {
		shape, strides = []int{1}, []int{0}
	}
	w := &walk{shape: shape, strides: strides, index: make([]int, len(shape)), at: offset, step: strides[len(shape)-1]}
	for k := len(shape) - 1; k >= 0 && from > 0; k-- {
		w.index[k] = from % shape[k]
		from /= shape[k]
		w.at += w.index[k] * strides[k]
	}
	return w
}

// fewAcross is below how many rows transposing them brings nothing.
const fewAcross = 8

// transposed is the number of whole rows, of the next n elements, in which from reads the columns
// of a matrix whose rows lie side by side, and step the distance of these rows where they are
// written side by side. It is 0 for few rows.
func transposed(to, from *walk, n int) (rows, step int) {
	last := len(from.shape) - 1
	if last == 0 || from.strides[last-1] != 1 || from.step < fewAcross || from.index[last] != 0 {
		return 0, 0
	}
	rows, step = to.sideBySide(from.shape[last])
	rows = min(rows, from.shape[last-1]-from.index[last-1], n/from.shape[last])
	if rows < fewAcross {
		return 0, 0
	}
	return rows, step
}

// sideBySide is the number of rows of n neighbours each that begin here, and their distance.
func (w *walk) sideBySide(n int) (rows, step int) {
	last := len(w.shape) - 1
	switch {
	case w.step != 1:
		return 0, 0
	case last > 0 && w.shape[last] == n && w.index[last] == 0:
		return w.shape[last-1] - w.index[last-1], w.strides[last-1]
	}
	return w.left() / n, n
}

// left is the number of elements to the end of the row.
func (w *walk) left() int {
	last := len(w.shape) - 1
	return w.shape[last] - w.index[last]
}

// advance goes on by n elements, at most to the end of the row.
func (w *walk) advance(n int) {
	k := len(w.shape) - 1
	w.index[k] += n
	w.at += n * w.step
	for k > 0 && w.index[k] == w.shape[k] {
		w.at += w.strides[k-1] - w.shape[k]*w.strides[k]
		w.index[k] = 0
		k--
		w.index[k]++
	}
}

// merged joins neighbouring dimensions that one stride runs through, and drops
// those of extent 1.
func merged(shape, strides []int) (s, t []int) {
	shape, strides = squeezed(shape, strides)
	for k, n := range shape {
		if last := len(s) - 1; last >= 0 && t[last] == n*strides[k] {
			s[last] *= n
			t[last] = strides[k]
			continue
		}
		s, t = append(s, n), append(t, strides[k])
	}
	return s, t
}

// Assign writes the elements of src into the places of dst, a view of data that
// nobody else has seen. The shapes must be equal.
func Assign(dst, src *Array) { AssignRange(dst, src, 0, dst.Len()) }

// AssignRange is Assign for the row-major positions from to to.
func AssignRange(dst, src *Array, from, to int) {
	if from == to {
		return
	}
	kindOfSlice(dst.Data).move(dst.Data, src.Data, walkOver(dst, from), walkOver(src, from), to-from)
}

// walkOver begins at a row-major position of an array.
func walkOver(a *Array, from int) *walk {
	shape, strides := merged(a.Shape, a.Strides)
	return newWalk(shape, strides, a.Offset, from)
}

// blockLen is the number of elements that are worked on at a time: blocks of a
// few operands stay in the first cache.
const blockLen = 1024
