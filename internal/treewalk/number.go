package treewalk

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// suffixes are the dtypes that literals name.
var suffixes = []struct{ suffix, dtype string }{
	{"i8", "int8"}, {"i16", "int16"}, {"i32", "int32"}, {"i64", "int64"}, {"u8", "uint8"}, {"u32", "uint32"},
	{"f64", "float64"}, {"f32", "float32"}, {"f", "float32"},
}

// readNumber reads a literal: without a suffix it is int32, int64 where it does not fit,
// or float32.
func readNumber(text string) (Num, bool) {
	dtype := ""
	for _, s := range suffixes {
		if digits, ok := strings.CutSuffix(text, s.suffix); ok {
			text, dtype = digits, s.dtype
			break
		}
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && !isFloat(dtype) {
		switch {
		case dtype == "" && n == int64(int32(n)):
			dtype = "int32"
		case dtype == "":
			dtype = "int64"
		}
		return Num{Dtype: dtype, I: n}, true
	}
	if dtype == "" {
		dtype = "float32"
	}
	size := 64
	if dtype == "float32" {
		size = 32
	}
	x, err := strconv.ParseFloat(text, size)
	return rounded(Num{Dtype: dtype, F: x}), err == nil && isFloat(dtype)
}

// readRare reads a literal of a dtype that the evaluator does not compute with itself.
func readRare(text string) (Num, bool) {
	for _, s := range []struct {
		suffix string
		dtype  value.Dtype
	}{{"u16", value.Uint16}, {"u64", value.Uint64}, {"bf16", value.Bfloat16}, {"f16", value.Float16}} {
		digits, ok := strings.CutSuffix(text, s.suffix)
		if !ok {
			continue
		}
		if s.dtype.IsFloat() {
			x, err := strconv.ParseFloat(digits, 64)
			return scalar(value.FromFloat(s.dtype, x)), err == nil
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		return scalar(value.FromInt(s.dtype, int64(n))), err == nil
	}
	return Num{}, false
}

// A binary is a function of two numbers of one dtype; ok is false where there is no value.
type binary func(x, y Num) (n Num, ok bool)

// arithmetic makes a function of two integers and one of two floats one function.
func arithmetic(ints func(x, y int64) int64, floats func(x, y float64) float64) binary {
	return func(x, y Num) (Num, bool) {
		if isFloat(x.Dtype) {
			return rounded(Num{Dtype: x.Dtype, F: floats(x.F, y.F)}), true
		}
		return rounded(Num{Dtype: x.Dtype, I: ints(x.I, y.I)}), true
	}
}

// division is arithmetic that has no value for integers where the divisor is 0.
func division(ints func(x, y int64) int64, floats func(x, y float64) float64) binary {
	plain := arithmetic(ints, floats)
	return func(x, y Num) (Num, bool) {
		if !isFloat(x.Dtype) && y.I == 0 {
			return Num{}, false
		}
		return plain(x, y)
	}
}

// comparison makes a relation of one on signs; unordered is what it gives for NaN.
func comparison(holds func(order int) bool, unordered bool) binary {
	return func(x, y Num) (Num, bool) {
		switch {
		case isFloat(x.Dtype) && (math.IsNaN(x.F) || math.IsNaN(y.F)):
			return truth(unordered), true
		case isFloat(x.Dtype):
			return truth(holds(sign(x.F - y.F))), true
		case x.I < y.I:
			return truth(holds(-1)), true
		case x.I > y.I:
			return truth(holds(1)), true
		}
		return truth(holds(0)), true
	}
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// floorQuotient and floorRemainder round the quotient down.
func floorQuotient(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func floorRemainder(x, y int64) int64 { return x - y*floorQuotient(x, y) }

var binaries = map[string]binary{
	"add":          arithmetic(func(x, y int64) int64 { return x + y }, func(x, y float64) float64 { return x + y }),
	"subtract":     arithmetic(func(x, y int64) int64 { return x - y }, func(x, y float64) float64 { return x - y }),
	"multiply":     arithmetic(func(x, y int64) int64 { return x * y }, func(x, y float64) float64 { return x * y }),
	"maximum":      arithmetic(func(x, y int64) int64 { return max(x, y) }, math.Max),
	"minimum":      arithmetic(func(x, y int64) int64 { return min(x, y) }, math.Min),
	"divide":       division(func(x, y int64) int64 { return x / y }, func(x, y float64) float64 { return x / y }),
	"trunc_divide": division(func(x, y int64) int64 { return x / y }, func(x, y float64) float64 { return math.Trunc(x / y) }),
	"floor_divide": division(floorQuotient, func(x, y float64) float64 { return math.Floor(x / y) }),
	"mod":          division(func(x, y int64) int64 { return x % y }, math.Mod),
	"trunc_mod":    division(func(x, y int64) int64 { return x % y }, math.Mod),
	"floor_mod":    division(floorRemainder, func(x, y float64) float64 { return x - y*math.Floor(x/y) }),
	"less":         comparison(func(o int) bool { return o < 0 }, false), "less_equal": comparison(func(o int) bool { return o <= 0 }, false),
	"greater": comparison(func(o int) bool { return o > 0 }, false), "greater_equal": comparison(func(o int) bool { return o >= 0 }, false),
	"equal": comparison(func(o int) bool { return o == 0 }, false), "not_equal": comparison(func(o int) bool { return o != 0 }, true),
	"logical_and": func(x, y Num) (Num, bool) { return truth(x.I != 0 && y.I != 0), true },
	"logical_or":  func(x, y Num) (Num, bool) { return truth(x.I != 0 || y.I != 0), true },
}

// floats are functions of one float.
var floats = map[string]func(float64) float64{
	"exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt, "tanh": math.Tanh, "sin": math.Sin, "cos": math.Cos,
	"sigmoid": func(x float64) float64 { return 1 / (1 + math.Exp(-x)) },
	"floor":   math.Floor, "ceil": math.Ceil, "round": math.Round, "round_even": math.RoundToEven, "trunc": math.Trunc,
}

// unaries are functions of one number.
var unaries = map[string]func(Num) Num{
	"negative":    func(x Num) Num { return rounded(Num{x.Dtype, -x.I, -x.F}) },
	"abs":         func(x Num) Num { return rounded(Num{x.Dtype, max(x.I, -x.I), math.Abs(x.F)}) },
	"nn.relu":     func(x Num) Num { return Num{x.Dtype, max(x.I, 0), math.Max(x.F, 0)} },
	"logical_not": func(x Num) Num { return truth(x.I == 0) },
}
