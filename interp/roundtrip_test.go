package interp

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// dtypes are all that values have, and what a random number of each is made of.
var roundTripDtypes = []value.Dtype{
	value.Bool, value.Int8, value.Int16, value.Int32, value.Int64, value.Uint8, value.Uint16, value.Uint32, value.Uint64,
	value.Float16, value.Bfloat16, value.Float32, value.Float64,
}

// randomScalar takes any bits, those at the ends of the range often.
func randomScalar(d value.Dtype, r *rand.Rand) value.Scalar {
	bits := r.Uint64()
	switch r.IntN(4) {
	case 0:
		bits = []uint64{0, 1, math.MaxUint64, 1 << 63, 1<<63 - 1, 1 << 31, 1<<31 - 1, 0x7f, 0x80, 0x7fff, 0x8000}[r.IntN(11)]
	case 1:
		if d.IsFloat() {
			return value.FromFloat(d, []float64{0.1, math.Copysign(0, -1), 1e300, -1e-300, math.Inf(1), math.Inf(-1), math.NaN(), 3e38, 65504, 1e16, 123456.75}[r.IntN(11)])
		}
	}
	a := value.Zeros(d, 1)
	switch data := a.Data.(type) {
	case []bool:
		data[0] = bits&1 == 1
	case []uint16:
		data[0] = uint16(bits)
	case []float32:
		data[0] = math.Float32frombits(uint32(bits))
	case []float64:
		data[0] = math.Float64frombits(bits)
	default:
		return value.FromUint(d, bits)
	}
	return value.Load(d, a.Data, 0)
}

func randomArray(d value.Dtype, r *rand.Rand) *value.Array {
	shape := make([]int, 1+r.IntN(3))
	for i := range shape {
		shape[i] = r.IntN(4)
	}
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, randomScalar(d, r))
	}
	return a
}

// What is printed of a value reads as the same value: every dtype, numbers by themselves
// and in tensors, in tuples, data and references.
func TestPrintedValuesRead(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	for _, d := range roundTripDtypes {
		for range 40 {
			v := &value.Tuple{Elems: []value.Value{randomScalar(d, r), randomArray(d, r)}}
			text := value.Text(v)
			got, err := evaluate(t, text, Options{Sequential: true})
			if err != nil {
				t.Errorf("%s: %s: %v", d, text, err)
				continue
			}
			if again := value.Text(got); again != text {
				t.Errorf("%s: %s reads as %s", d, text, again)
			}
			if err := sameBits(v, got); err != nil {
				t.Errorf("%s: %s: %v", d, text, err)
			}
		}
	}
}

// sameBits holds a pair of a number and a tensor to another, to the bit but for NaN.
func sameBits(x, y value.Value) error {
	one, two := x.(*value.Tuple).Elems, y.(*value.Tuple).Elems
	s, ok := two[0].(value.Scalar)
	if !ok || !sameScalar(one[0].(value.Scalar), s) {
		return fmt.Errorf("%v is not %v", two[0], one[0])
	}
	a, b := one[1].(*value.Array), two[1].(*value.Array)
	if a.Dtype != b.Dtype || fmt.Sprint(a.Shape) != fmt.Sprint(b.Shape) {
		return fmt.Errorf("%s%v is not %s%v", b.Dtype, b.Shape, a.Dtype, a.Shape)
	}
	for i := range a.Len() {
		if u, v := value.Load(a.Dtype, a.Data, i), value.Load(b.Dtype, b.Flat(), i); !sameScalar(u, v) {
			return fmt.Errorf("element %d is %v, not %v", i, v, u)
		}
	}
	return nil
}

func sameScalar(x, y value.Scalar) bool {
	return x == y || x.Dtype == y.Dtype && x.Dtype.IsFloat() && x.Float() != x.Float() && y.Float() != y.Float()
}

// A number keeps its value whatever is between its sign and its digits.
func TestSignedNumbers(t *testing.T) {
	for _, between := range []string{"", " ", "/* c */", " /* i8 */ ", "// f16\n", "# 9\n"} {
		for text, want := range map[string]string{
			"-¤1": "-1", "-¤3i64": "-3i64", "-¤2.5": "-2.5", "-¤1e-5f64": "-1e-05f64",
			"match (0 - 3) { -¤3 => 1, _ => 2 }":                     "1",
			"sum(Constant([[1, 2]]), axis=[-¤1])":                    "[3]",
			"Constant([-¤3000000000, 1], int64)":                     "[-3000000000i64, 1i64]",
			"full(-¤1.5, shape=[1], dtype=\"float32\")":              "[-1.5]",
			"def @f(%x) { %x / -¤2 }\n@f(5)":                         "-2",
			"clip(Constant([-5f, 5f]), a_min=-¤1.0, a_max=1.0) * 2f": "[-2.0, 2.0]",
		} {
			text = strings.ReplaceAll(text, "¤", between)
			if v, err := evaluate(t, text, Options{}); err != nil || value.Text(v) != want {
				t.Errorf("%s: %v and %v, want %s", text, v, err, want)
			}
		}
	}
}
