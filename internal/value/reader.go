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
	kindOfSlice(dst).gather(dst, r.array.Data, newWalk(r.shape, r.strides, r.array.Offset, from))
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

// across is the number of whole rows, of the next n elements, whose elements lie side by side
// with those of the next row: they are read as a transposed matrix. It is 0 for few rows.
func (w *walk) across(n int) int {
	last := len(w.shape) - 1
	if last == 0 || w.strides[last-1] != 1 || w.step < fewAcross || w.index[last] != 0 {
		return 0
	}
	rows := min(w.shape[last-1]-w.index[last-1], n/w.shape[last])
	if rows < fewAcross {
		return 0
	}
	return rows
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
	reader, kind := NewReader(src), kindOfSlice(dst.Data)
	shape, strides := merged(dst.Shape, dst.Strides)
	for w := newWalk(shape, strides, dst.Offset, from); from < to; {
		n := min(w.left(), to-from, blockLen)
		kind.spread(dst.Data, reader.Read(from, n), w.at, w.step)
		w.advance(n)
		from += n
	}
}

// blockLen is the number of elements that are worked on at a time: blocks of a
// few operands stay in the first cache.
const blockLen = 1024
