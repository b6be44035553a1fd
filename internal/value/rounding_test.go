package value_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A floatFormat is a format of IEEE 754: the bits of its fraction and of its exponent.
type floatFormat struct {
	dtype    value.Dtype
	fraction uint
	exponent uint
}

var floatFormats = []floatFormat{
	{value.Float16, 10, 5}, {value.Bfloat16, 7, 8}, {value.Float32, 23, 8}, {value.Float64, 52, 11},
}

// round gives the bits of the number of the format that is nearest to x, with ties to
// even, by exact arithmetic alone.
func (f floatFormat) round(x *big.Float) uint64 {
	sign := uint64(0)
	if x.Signbit() {
		sign = 1 << (f.fraction + f.exponent)
	}
	bias := 1<<(f.exponent-1) - 1
	least := 1 - bias - int(f.fraction) // the exponent of the smallest positive number
	if x.Sign() == 0 {
		return sign
	}
	// scale is the exponent of the last bit that the result keeps.
	scale := max(x.MantExp(nil)-1-int(f.fraction), least)
	scaled := new(big.Float).SetPrec(4000).SetMantExp(new(big.Float).SetPrec(4000).Abs(x), -scale)
	whole, _ := scaled.Int(nil)
	rest := new(big.Float).SetPrec(4000).Sub(scaled, new(big.Float).SetPrec(4000).SetInt(whole))
	n := whole.Uint64()
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && n&1 == 1 {
		n++
	}
	// The bits of a number are those of its fraction above the exponent's: a carry out
	// of the fraction gives the next exponent by itself.
	bits := uint64(scale-least)<<f.fraction + n
	return sign | min(bits, (1<<f.exponent-1)<<f.fraction)
}

// middle is a number that float formats may round wrongly: near the middle between two
// numbers of a format, by a little or not at all.
func (f floatFormat) middle(r *rand.Rand) *big.Float {
	bits := r.Uint64N((1<<f.exponent - 2) << f.fraction)
	at := func(bits uint64) *big.Float {
		return new(big.Float).SetPrec(4000).SetFloat64(value.Scalar{Dtype: f.dtype, Bits: bits}.Float())
	}
	x := at(bits)
	x.Add(x, at(bits+1)).Quo(x, big.NewFloat(2))
	if nudge := r.IntN(3) - 1; nudge != 0 {
		tiny := new(big.Float).SetPrec(4000).SetMantExp(big.NewFloat(float64(nudge)), x.MantExp(nil)-30-r.IntN(60))
		x.Add(x, tiny)
	}
	if r.IntN(2) == 0 {
		x.Neg(x)
	}
	return x
}

func TestParseFloatRoundsOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range floatFormats {
		check := func(x *big.Float, text string) {
			t.Helper()
			got, err := value.ParseFloat(f.dtype, text)
			if want := f.round(x); err != nil || got.Bits != want {
				t.Fatalf("%s as %s: %#x (%v), want %#x", text, f.dtype, got.Bits, err, want)
			}
		}
		for range 1500 {
			x := f.middle(r)
			digits := 1 + r.IntN(400)
			for _, format := range []byte{'e', 'f'} {
				text := x.Text(format, digits)
				y, _, err := big.ParseFloat(text, 10, 4000, big.ToNearestEven)
				if err != nil {
					t.Fatal(err)
				}
				check(y, text)
			}
		}
	}
}

// TestTieIsReadExactly: what is half way between two float16 numbers goes to the even
// one, and what is a little more or less does not, however far after the point.
func TestTieIsReadExactly(t *testing.T) {
	for _, test := range []struct {
		text string
		want float64
	}{
		{"1.00048828125", 1},
		{"1.00048828125000000000000000000000001", 1.0009765625},
		{"1.00048828124999999999999999999999999", 1},
		{"1.00146484375", 1.001953125},
		{"1.00146484374999999999999999999999999", 1.0009765625},
		{"0.000000100048828125000000000000000000001e7", 1.0009765625},
		{"100048828125000000000000000000000001e-35", 1.0009765625},
		{"65519.999999999999999999999", 65504},
		{"65520", math.Inf(1)},
		{"-65519.999999999999999999999", -65504},
		{"2.98023223876953125e-8", 0},
		{"2.980232238769531250000000000000001e-8", 0x1p-24},
	} {
		if got, err := value.ParseFloat(value.Float16, test.text); err != nil || got.Float() != test.want {
			t.Errorf("%s is %v (%v), want %v", test.text, got.Float(), err, test.want)
		}
	}
}

// TestCastsRoundOnce holds every conversion to a float dtype against exact arithmetic, as
// a scalar and as an element.
func TestCastsRoundOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, to := range floatFormats {
		for range 3000 {
			from := numbers(r, to)
			for _, s := range from {
				x := exact(s)
				want := to.round(x)
				if got := s.Convert(to.dtype); got.Bits != want {
					t.Fatalf("%s %s as %s: %#x, want %#x", s.Dtype, value.Text(s), to.dtype, got.Bits, want)
				}
				a := value.FromScalar(s).Broadcast([]int{3}).Convert(to.dtype)
				if got := a.ScalarAt(1); got.Bits != want {
					t.Fatalf("an element %s %s as %s: %#x, want %#x", s.Dtype, value.Text(s), to.dtype, got.Bits, want)
				}
			}
		}
	}
}

// numbers are scalars near the middle between two numbers of a format.
func numbers(r *rand.Rand, f floatFormat) []value.Scalar {
	wide, _ := f.middle(r).Float64()
	narrow := float32(wide)
	shift := r.IntN(64)
	n := uint64(1)<<63 | uint64(r.IntN(1<<12))<<51 | uint64(r.IntN(2))<<uint(r.IntN(51)) | uint64(r.IntN(3))
	n >>= shift
	whole := []value.Scalar{
		value.FromUint(value.Uint64, n), value.FromInt(value.Int64, int64(n>>1)), value.FromInt(value.Int64, -int64(n>>1)),
		value.FromInt(value.Int32, int64(n)), value.FromInt(value.Uint32, int64(n)), value.FromInt(value.Int16, int64(n)),
		value.FromInt(value.Int64, math.MinInt64), value.FromUint(value.Uint64, math.MaxUint64),
	}
	out := append(whole, value.FromFloat(value.Float64, math.Nextafter(wide, math.Copysign(math.MaxFloat64, float64(r.IntN(2))-0.5))))
	if wide != 0 && narrow-narrow == 0 {
		out = append(out, value.FromFloat(value.Float64, wide), value.FromFloat(value.Float32, float64(narrow)))
	}
	return out
}

func exact(s value.Scalar) *big.Float {
	x := new(big.Float).SetPrec(200)
	switch {
	case s.Dtype.IsFloat():
		return x.SetFloat64(s.Float())
	case s.Dtype.IsSigned():
		return x.SetInt64(int64(s.Bits))
	}
	return x.SetUint64(s.Bits)
}

// TestHalvesPrintAsRead: every number of the half dtypes is read again from its digits.
func TestHalvesPrintAsRead(t *testing.T) {
	for _, d := range []value.Dtype{value.Float16, value.Bfloat16} {
		for bits := range uint64(1 << 16) {
			s := value.Scalar{Dtype: d, Bits: bits}
			if x := s.Float(); x-x != 0 {
				continue
			}
			got, err := value.ParseFloat(d, value.Digits(s))
			if err != nil || got.Bits != bits {
				t.Fatalf("%s %#x prints as %s, which is %#x (%v)", d, bits, value.Digits(s), got.Bits, err)
			}
		}
	}
}
