package value

// Load reads element i of data, a slice of the dtype's Go type.
func Load(d Dtype, data any, i int) Scalar { return Scalar{d, kindOfSlice(data).load(data, i)} }

// Store writes element i of data, a slice of the scalar's Go type.
func Store(data any, i int, s Scalar) { kindOfSlice(data).store(data, i, s.Bits) }

// Cut is data[from:to].
func Cut(data any, from, to int) any { return kindOfSlice(data).cut(data, from, to) }

// Length is len(data).
func Length(data any) int { return kindOfSlice(data).length(data) }

// CopyData is copy(dst, src).
func CopyData(dst, src any) { kindOfSlice(dst).copy(dst, src) }

// Fill writes one value everywhere.
func Fill(data any, s Scalar) {
	k := kindOfSlice(data)
	n := k.length(data)
	if n == 0 {
		return
	}
	k.store(data, 0, s.Bits)
	for done := 1; done < n; done *= 2 {
		k.copy(k.cut(data, done, n), k.cut(data, 0, min(done, n-done)))
	}
}

// Reinterpret copies bits between slices of elements of one width.
func Reinterpret(dst, src any) {
	to, from := kindOfSlice(dst), kindOfSlice(src)
	for i := range to.length(dst) {
		to.store(dst, i, from.load(src, i))
	}
}
