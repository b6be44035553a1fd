package value

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	cons := func(head Value, tail Value) Value { return &Data{1, "Cons", []Value{head, tail}} }
	empty := &Data{0, "Nil", nil}
	cell := &Cell{}
	cell.Elem = &Tuple{[]Value{cell}}
	tests := []struct {
		v    Value
		want string
	}{
		{cons(I32(1), empty), "Cons(1, Nil())"},
		{Truth(true), "True"},
		{I64(3), "3i64"},
		{FromInt(Uint8, -1), "255u8"},
		{F32(2.5), "2.5"},
		{F32(2), "2.0"},
		{F32(1e20), "1e+20"},
		{F32(1.0 / 3), "0.33333334"},
		{F32(float32(math.Copysign(0, -1))), "-0.0"},
		{F64(1e-5), "1e-05f64"},
		{FromFloat(Float16, 2.5), "2.5f16"},
		{FromFloat(Float16, 0.1), "0.1f16"},
		{FromFloat(Float16, 65504), "65500.0f16"},
		{FromFloat(Bfloat16, 1.0/3), "Constant(0.334, (), bfloat16)"},
		{F32(float32(math.Inf(1))), "inff"},
		{F64(math.NaN()), "nanf64"},
		{F64(math.Inf(-1)), "-inff64"},
		{Unit, "()"},
		{&Tuple{[]Value{I32(1)}}, "(1,)"},
		{&Tuple{[]Value{I32(1), F32(2)}}, "(1, 2.0)"},
		{&Cell{I32(3)}, "ref(3)"},
		{cell, "ref((ref(…),))"},
		{Of([]int32{1, 2, 3, 4}, 2, 2), "[[1, 2], [3, 4]]"},
		{Of([]int64{1, 2}, 2), "[1i64, 2i64]"},
		{&Tuple{[]Value{Of([]float32{1, 2}, 2)}}, "(Constant([1.0, 2.0]),)"},
		{&Tuple{[]Value{Of([]int8{1, 2}, 2)}}, "(Constant([1, 2], int8),)"},
		{&Tuple{[]Value{Of([]float32{}, 0, 3)}}, "(Constant([], (0, 3), float32),)"},
	}
	for _, test := range tests {
		if got := Text(test.v); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func longList(n int) Value {
	var list Value = &Data{0, "Nil", nil}
	for i := range n {
		list = &Data{1, "Cons", []Value{I32(int32(i)), list}}
	}
	return list
}

func TestLongLists(t *testing.T) {
	a, b := longList(1_000_000), longList(1_000_000)
	text := Text(a)
	if !strings.HasPrefix(text, "Cons(999999, Cons(999998, ") || !strings.HasSuffix(text, "Nil()"+strings.Repeat(")", 1_000_000)) {
		t.Error("a long list is not printed whole")
	}
	if short := Summary(a); len(short) > 2000 {
		t.Errorf("a summary of %d bytes", len(short))
	}
	if problem := Difference(a, b, Tolerance{}); problem != "" {
		t.Error(problem)
	}
	if Agree(a, longList(999_999), Tolerance{}) {
		t.Error("lists of different lengths agree")
	}
}

func TestSummary(t *testing.T) {
	data := make([]float32, 10_000)
	for i := range data {
		data[i] = float32(i)
	}
	got := Summary(Of(data, 10_000))
	want := "[0.0, 1.0, 2.0, …, 9997.0, 9998.0, 9999.0] {Tensor[(10000), float32], 0.0 to 9999.0, mean 4999.5}"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAgree(t *testing.T) {
	tests := []struct {
		a, b   Value
		within float64
		want   bool
	}{
		{F32(1), F32(1.000009), 0, true},
		{F32(1), F32(1.0001), 0, false},
		{F32(1), F32(1.0001), 1e-3, true},
		{F64(1), F64(1 + 1e-5), 0, false},
		{F32(1), F64(1), 0, false},
		{FromFloat(Float16, 1), FromFloat(Float16, 1.009), 0, true},
		{F64(math.NaN()), F64(math.NaN()), 0, true},
		{F64(math.Inf(1)), F64(math.MaxFloat64), 0, false},
		{F64(math.Inf(1)), F64(math.Inf(1)), 0, true},
		{I32(1), I32(2), 10, false},
		{Of([]int32{1, 2}, 2), Of([]int32{1, 2}, 2), 0, true},
		{Of([]int32{1, 2}, 2), Of([]int32{1, 2}, 1, 2), 0, false},
		{Of([]int32{1, 2}, 2), &Tuple{[]Value{I32(1), I32(2)}}, 0, false},
		{Unit, &Tuple{}, 0, true},
	}
	for _, test := range tests {
		if got := Agree(test.a, test.b, Tolerance{Within: test.within}); got != test.want {
			t.Errorf("%s and %s agree: %t", Text(test.a), Text(test.b), got)
		}
	}
	problem := Difference(Of([]int32{1, 2, 3, 4}, 2, 2), Of([]int32{1, 2, 3, 5}, 2, 2), Tolerance{})
	if problem != "element (1, 1) is 4 where 5 is expected" {
		t.Error(problem)
	}
}

// TestHalf holds the conversions against the definition: the nearest of all
// numbers there are, and of two the one with an even last bit.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		bits := uint16(h)
		if x := float16Value(bits); x == x && float16Bits(x) != bits {
			t.Fatalf("float16 %04x reads as %g, which is %04x", bits, x, float16Bits(x))
		}
		if x := Bfloat16Value(bits); x == x && bfloat16Bits(x) != bits {
			t.Fatalf("bfloat16 %04x reads as %g, which is %04x", bits, x, bfloat16Bits(x))
		}
	}
	for h := uint16(0); h < 0x7bff; h++ {
		low, high := float64(float16Value(h)), float64(float16Value(h+1))
		middle := (low + high) / 2
		even := h + h&1
		for _, test := range []struct {
			x    float64
			want uint16
		}{{middle, even}, {math.Nextafter(middle, 0), h}, {math.Nextafter(middle, 1e9), h + 1}} {
			if got := FromFloat(Float16, test.x); uint16(got.Bits) != test.want {
				t.Fatalf("%g rounds to %04x, not %04x", test.x, got.Bits, test.want)
			}
		}
	}
}

func TestConversions(t *testing.T) {
	tests := []struct {
		from Scalar
		to   Dtype
		want Scalar
	}{
		{F32(1e10), Int32, I32(math.MaxInt32)},
		{F32(-1e10), Int32, I32(math.MinInt32)},
		{F64(math.NaN()), Int64, I64(0)},
		{F64(math.Inf(1)), Int64, I64(math.MaxInt64)},
		{F32(-2.7), Int32, I32(-2)},
		{F32(-1), Uint8, FromInt(Uint8, 0)},
		{F64(1e30), Uint64, FromInt(Uint64, -1)},
		{I32(300), Int8, FromInt(Int8, 44)},
		{I32(-1), Uint16, FromInt(Uint16, 65535)},
		{I32(2), Bool, Truth(true)},
		{F32(0.5), Bool, Truth(true)},
		{Truth(true), Float64, F64(1)},
		{FromInt(Uint64, -1), Float64, F64(1 << 64)},
		{FromFloat(Float16, 1.5), Bfloat16, FromFloat(Bfloat16, 1.5)},
	}
	for _, test := range tests {
		if got := test.from.Convert(test.to); got != test.want {
			t.Errorf("%s to %s: %s, want %s", Text(test.from), test.to, Text(got), Text(test.want))
		}
		if got := FromScalar(test.from).Convert(test.to).Item(); got != test.want {
			t.Errorf("array of %s to %s: %s, want %s", Text(test.from), test.to, Text(got), Text(test.want))
		}
	}
}

func TestIntegers(t *testing.T) {
	apply := func(name string, x, y Scalar) string {
		s, err := BinaryMap(name, x.Dtype).Apply(x, y)
		if err != nil {
			return err.Error()
		}
		return Text(s)
	}
	tests := []struct{ got, want string }{
		{apply("add", I32(math.MaxInt32), I32(1)), "-2147483648"},
		{apply("divide", I32(math.MinInt32), I32(-1)), "-2147483648"},
		{apply("mod", I32(math.MinInt32), I32(-1)), "0"},
		{apply("divide", I32(-7), I32(2)), "-3"},
		{apply("floor_divide", I32(-7), I32(2)), "-4"},
		{apply("floor_mod", I32(-7), I32(2)), "1"},
		{apply("mod", I32(-7), I32(2)), "-1"},
		{apply("divide", I32(1), I32(0)), "division by zero"},
		{apply("multiply", FromInt(Int8, 100), FromInt(Int8, 3)), "44i8"},
		{apply("subtract", FromInt(Uint8, 1), FromInt(Uint8, 2)), "255u8"},
		{apply("left_shift", I32(1), I32(40)), "0"},
		{apply("right_shift", I32(-8), I32(1)), "-4"},
		{apply("power", I32(3), I32(4)), "81"},
		{apply("add", FromFloat(Float16, 2048), FromFloat(Float16, 1)), "2048.0f16"},
	}
	for i, test := range tests {
		if test.got != test.want {
			t.Errorf("%d: got %s, want %s", i, test.got, test.want)
		}
	}
}

// TestScalarsAndBlocks holds the two forms of every function together.
func TestScalarsAndBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, table := range []table{unaries(), binaries()} {
		for _, m := range table {
			var src []any
			for _, d := range m.In {
				src = append(src, randomArray(r, d, []int{100}).Data)
			}
			dst := MakeData(m.Out, 100)
			if err := m.Block(dst, src); err != nil {
				continue
			}
			for i := range 100 {
				var xs []Scalar
				for k, d := range m.In {
					xs = append(xs, Load(d, src[k], i))
				}
				want, err := m.Apply(xs...)
				if got := Load(m.Out, dst, i); err != nil || !Agree(got, want, Tolerance{}) {
					t.Fatalf("%s of %v: %s in a block, %s of scalars", m.Name, xs, Text(got), Text(want))
				}
			}
		}
	}
}

func randomArray(r *rand.Rand, d Dtype, shape []int) *Array {
	a := NewArray(d, shape)
	for i := range a.Len() {
		Store(a.Data, i, FromFloat(d, math.Round(r.NormFloat64()*40)/8))
	}
	return a
}

// TestViews takes views of views at random and holds each against a copy that
// is made element by element.
func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "shape")
		a := randomArray(r, Dtype(r.IntN(int(Float64)+1)), shape)
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			a = randomView(r, a)
		}
		c := a.Copy()
		if !a.IsContiguous() && a.Len() > 0 && &a.Shape == &c.Shape {
			t.Fatal("a copy shares its shape")
		}
		for i := range a.Len() {
			index := position(i, a.Shape)
			if a.ScalarAt(index...) != c.ScalarAt(index...) {
				t.Fatalf("element %v of a copy differs", index)
			}
		}
		to := NewArray(a.Dtype, a.Shape)
		Assign(to, a)
		if n := a.Len(); n > 0 {
			from := r.IntN(n)
			part := MakeData(a.Dtype, n-from)
			CopyRange(part, a, from, n)
			for i := from; i < n; i++ {
				if Load(a.Dtype, part, i-from) != Load(a.Dtype, c.Data, i) || Load(a.Dtype, to.Data, i) != Load(a.Dtype, c.Data, i) {
					t.Fatalf("position %d of a range differs", i)
				}
			}
		}
		flat := a.Reshape([]int{a.Len()})
		if !slices.Equal(flat.Shape, []int{c.Len()}) || !Agree(flat, c.Reshape([]int{c.Len()}), Tolerance{}) {
			t.Fatal("reshaping changes the elements")
		}
	})
}

func randomView(r *rand.Rand, a *Array) *Array {
	if a.Rank() == 0 {
		return a.Insert(0, 1)
	}
	axis := r.IntN(a.Rank())
	n := a.Shape[axis]
	switch r.IntN(5) {
	case 0:
		return a.Transpose(r.Perm(a.Rank()))
	case 1:
		return a.Insert(axis, 1)
	case 2:
		if n > 0 {
			return a.Slice(axis, n-1, n, -1)
		}
	case 3:
		if n > 1 {
			return a.Slice(axis, 1, n/2, 2)
		}
	case 4:
		if n == 1 {
			shape := slices.Clone(a.Shape)
			shape[axis] = 3
			return a.Broadcast(shape)
		}
	}
	return a
}

func TestCheckedLen(t *testing.T) {
	for _, shape := range [][]int{{1 << 32, 1 << 32}, {-1}, {1 << 62, 4}, {-3, 0}} {
		if _, err := CheckedLen(shape); err == nil {
			t.Errorf("shape %v passes", shape)
		}
	}
	if n, err := CheckedLen([]int{1 << 40, 0, 1 << 40}); n != 0 || err != nil {
		t.Error("an empty shape does not pass")
	}
}

func TestNPY(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for d := Bool; d <= Float64; d++ { // others are not read back
		for _, shape := range [][]int{{}, {0}, {5}, {2, 3, 4}} {
			a := randomArray(r, d, shape)
			var file bytes.Buffer
			if err := WriteNPY(&file, a); err != nil {
				t.Fatal(err)
			}
			if (file.Len()-a.Len()*a.Dtype.Size())%64 != 0 {
				t.Errorf("the elements of a .npy file begin at %d", file.Len()-a.Len()*a.Dtype.Size())
			}
			b, err := ReadNPY(&file, 1<<20)
			if err != nil || b.Dtype != a.Dtype || !slices.Equal(a.Shape, b.Shape) || !Agree(a, b, Tolerance{}) {
				t.Errorf("%s %v: %v", a.Dtype, shape, err)
			}
		}
	}
}

func TestNPZ(t *testing.T) {
	var file bytes.Buffer
	in := []Named{{"x", Of([]float32{1, 2}, 2)}, {"y", Of([]int64{3}, 1)}}
	if err := WriteNPZ(&file, in); err != nil {
		t.Fatal(err)
	}
	out, err := ReadNPZ(bytes.NewReader(file.Bytes()), int64(file.Len()), 1<<20, "")
	if err != nil || len(out) != 2 || out[1].Name != "y" || !Agree(out[0].Array, in[0].Array, Tolerance{}) {
		t.Errorf("%v, %v", out, err)
	}
	if _, err := ReadNPZ(bytes.NewReader(file.Bytes()), int64(file.Len()), 9, ""); err == nil {
		t.Error("more bytes than are allowed are read")
	}
}

func FuzzReadNPY(f *testing.F) {
	for _, header := range []string{
		"{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }",
		"{'descr': '>i8', 'fortran_order': False, 'shape': (999999999999,), }",
		"{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (), }",
		"{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
		"{'shape': (4611686018427387904, 4), 'fortran_order': False, 'descr': '|b1'}",
	} {
		f.Add([]byte(npyMagic + "\x01\x00" + string(rune(len(header))) + "\x00" + header + "0123456789"))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		a, err := ReadNPY(bytes.NewReader(file), 1<<20)
		if err == nil {
			Text(a)
		}
	})
}

// TestExponentials compares those of float32 with float64's, over all exponents.
func TestExponentials(t *testing.T) {
	for name, f := range map[string]func(float64) float64{"exp": math.Exp, "tanh": math.Tanh, "sigmoid": logistic} {
		m := UnaryMap(name, Float32)
		for bits := uint64(0); bits < 1<<32; bits += 9973 {
			x := Scalar{Float32, bits}
			got, want := Scalar{Float32, m.Unary(bits)}, FromFloat(Float32, f(x.Float()))
			if got != want && (want.Float() == want.Float() || got.Float() == got.Float()) {
				if apart := int64(got.Bits) - int64(want.Bits); apart < -1 || apart > 1 {
					t.Fatalf("%s of %s is %s, not %s", name, Text(x), Text(got), Text(want))
				}
			}
		}
	}
}

// TestSummaryBounds holds summaries to a bound of time and length, however many
// elements a view mentions.
func TestSummaryBounds(t *testing.T) {
	one := FromScalar(FromFloat(Float32, 1))
	if got := Summary(one.Broadcast([]int{50_000, 50_000})); !strings.HasSuffix(got, "{Tensor[(50000, 50000), float32], 1.0 to 1.0, mean 1}") {
		t.Errorf("a repeated number is %s", got)
	}
	rows := Of([]float32{1, 2, 3}, 3).Broadcast([]int{1 << 30, 3})
	if got := Summary(rows); !strings.HasSuffix(got, "1.0 to 3.0, mean 2}") {
		t.Errorf("a repeated row is %s", got)
	}
	many := make([]int, 30)
	for k := range many {
		many[k] = 2
	}
	if got := Summary(one.Broadcast(many)); len(got) > 100_000 || strings.Count(got, "[") != strings.Count(got, "]") {
		t.Errorf("30 dimensions are %d bytes", len(got))
	}
	if got := Summary(Zeros(Int8, mostRead+1)); !strings.HasSuffix(got, "0 to 0, mean 0, by one element in 2}") {
		t.Errorf("a long array is %s", got)
	}
}
