package value

// A table finds Maps.
type table map[mapKey]*Map

func (t table) add(m *Map) { t[mapKey{m.Name, m.In[0]}] = m }

// unaryTable lists all functions of one number.
func unaryTable() table {
	t := table{}
	integerUnaries[int8](t)
	integerUnaries[int16](t)
	integerUnaries[int32](t)
	integerUnaries[int64](t)
	integerUnaries[uint8](t)
	integerUnaries[uint16](t)
	integerUnaries[uint32](t)
	integerUnaries[uint64](t)
	for _, f := range truthUnaries() {
		t.add(unaryMap(boolCodec, boolCodec, f))
	}
	for _, f := range append(floatUnaries[float32](), singleFunctions()...) {
		t.add(unaryMap(f32Codec, f32Codec, f))
		t.add(halfUnary(Float16, f))
		t.add(halfUnary(Bfloat16, f))
	}
	for _, f := range floatUnaries[float64]() {
		t.add(unaryMap(f64Codec, f64Codec, f))
	}
	for _, f := range floatTests[float32]() {
		t.add(unaryMap(f32Codec, boolCodec, f))
		t.add(halfTest(Float16, f))
		t.add(halfTest(Bfloat16, f))
	}
	for _, f := range floatTests[float64]() {
		t.add(unaryMap(f64Codec, boolCodec, f))
	}
	return t
}

func integerUnaries[T Integer](t table) {
	c := integerCodec[T](DtypeOf[T]())
	for _, f := range integerFunctions[T]() {
		t.add(unaryMap(c, c, f))
	}
	for _, f := range integerTests[T]() {
		t.add(unaryMap(c, boolCodec, f))
	}
}

// binaryTable lists all functions of two numbers.
func binaryTable() table {
	t := table{}
	integerBinaries[int8](t)
	integerBinaries[int16](t)
	integerBinaries[int32](t)
	integerBinaries[int64](t)
	integerBinaries[uint8](t)
	integerBinaries[uint16](t)
	integerBinaries[uint32](t)
	integerBinaries[uint64](t)
	for _, f := range truthBinaries() {
		t.add(binaryMap(boolCodec, boolCodec, f))
	}
	for _, f := range floatArithmetic[float32]() {
		t.add(binaryMap(f32Codec, f32Codec, f))
		t.add(halfBinary(Float16, f))
		t.add(halfBinary(Bfloat16, f))
	}
	for _, f := range floatArithmetic[float64]() {
		t.add(binaryMap(f64Codec, f64Codec, f))
	}
	for _, f := range comparisons[float32]() {
		t.add(binaryMap(f32Codec, boolCodec, f))
		t.add(halfComparison(Float16, f))
		t.add(halfComparison(Bfloat16, f))
	}
	for _, f := range comparisons[float64]() {
		t.add(binaryMap(f64Codec, boolCodec, f))
	}
	return t
}

// integerBinaries converts bits without a call, which costs as much as a sum.
func integerBinaries[T Integer](t table) {
	c := integerCodec[T](DtypeOf[T]())
	for _, f := range integerArithmetic[T]() {
		m, one := binaryMap(c, c, f), f.one
		m.Binary = func(x, y uint64) uint64 { return uint64(one(T(x), T(y))) }
		t.add(m)
	}
	for _, f := range comparisons[T]() {
		m, one := binaryMap(c, boolCodec, f), f.one
		m.Binary = func(x, y uint64) uint64 { return truthBits(one(T(x), T(y))) }
		t.add(m)
	}
}

// toHalf and ofHalf go between the bits of a half dtype and float32.
func toHalf(d Dtype, x float32) uint64 {
	if d == Bfloat16 {
		return uint64(bfloat16Bits(x))
	}
	return uint64(float16Bits(x))
}

func ofHalf(d Dtype, b uint64) float32 {
	if d == Bfloat16 {
		return Bfloat16Value(uint16(b))
	}
	return float16Value(uint16(b))
}

// halfTile is how many elements of a half dtype are widened at a time.
const halfTile = 1024

// inTiles calls body with pieces of [0, n), and with scratch buffers for float32s of two operands.
func inTiles(n int, body func(from, to int, x, y []float32)) {
	scratch := make([]float32, 2*min(n, halfTile))
	for from := 0; from < n; from += halfTile {
		to := min(from+halfTile, n)
		k := to - from
		body(from, to, scratch[:k], scratch[k:2*k])
	}
}

// halfUnary makes of a function of float32 one of a half dtype: operands are widened, which is
// exact, and the result is rounded once. Double rounding cannot occur for +, -, ·, / and √,
// since float32 has more than twice the bits of a half dtype and two more (S. Figueroa, When
// is double rounding innocuous?, 1995).
func halfUnary(d Dtype, f unaryOf[float32, float32]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{d}, Out: d,
		Unary: func(x uint64) uint64 { return toHalf(d, f.one(ofHalf(d, x))) },
		block: func(dst any, src []any) {
			out, bits := dst.([]uint16), src[0].([]uint16)
			inTiles(len(bits), func(from, to int, x, _ []float32) {
				Widen(d, x, bits[from:to])
				block(x, x)
				Narrow(d, out[from:to], x)
			})
		},
	}
}

// halfTest is a test, which rounds nothing.
func halfTest(d Dtype, f unaryOf[float32, bool]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{d}, Out: Bool,
		Unary: func(x uint64) uint64 { return truthBits(f.one(ofHalf(d, x))) },
		block: func(dst any, src []any) {
			out, bits := dst.([]bool), src[0].([]uint16)
			inTiles(len(bits), func(from, to int, x, _ []float32) {
				Widen(d, x, bits[from:to])
				block(out[from:to], x)
			})
		},
	}
}

// halfBinary is halfUnary for two operands.
func halfBinary(d Dtype, f binaryOf[float32, float32]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{d, d}, Out: d,
		Binary: func(x, y uint64) uint64 { return toHalf(d, f.one(ofHalf(d, x), ofHalf(d, y))) },
		block: func(dst any, src []any) {
			out, left, right := dst.([]uint16), src[0].([]uint16), src[1].([]uint16)
			inTiles(len(left), func(from, to int, x, y []float32) {
				Widen(d, x, left[from:to])
				Widen(d, y, right[from:to])
				block(x, x, y)
				Narrow(d, out[from:to], x)
			})
		},
	}
}

// halfComparison compares the widened numbers.
func halfComparison(d Dtype, f binaryOf[float32, bool]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{d, d}, Out: Bool,
		Binary: func(x, y uint64) uint64 { return truthBits(f.one(ofHalf(d, x), ofHalf(d, y))) },
		block: func(dst any, src []any) {
			out, left, right := dst.([]bool), src[0].([]uint16), src[1].([]uint16)
			inTiles(len(left), func(from, to int, x, y []float32) {
				Widen(d, x, left[from:to])
				Widen(d, y, right[from:to])
				block(out[from:to], x, y)
			})
		},
	}
}
