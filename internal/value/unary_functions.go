package value

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/vector"
)

// The functions on one number, by Relay's names.

// reals are the functions of a real number. Integers are taken through them
// too, rounded towards zero.
var reals = []struct {
	name string
	f    func(float64) float64
}{
	{"acos", math.Acos}, {"acosh", math.Acosh}, {"asin", math.Asin}, {"asinh", math.Asinh},
	{"atan", math.Atan}, {"atanh", math.Atanh}, {"cos", math.Cos}, {"cosh", math.Cosh},
	{"sin", math.Sin}, {"sinh", math.Sinh}, {"tan", math.Tan}, {"tanh", math.Tanh},
	{"erf", math.Erf}, {"exp", math.Exp}, {"log", math.Log}, {"log2", math.Log2}, {"log10", math.Log10},
	{"fast_erf", math.Erf}, {"fast_exp", math.Exp}, {"fast_tanh", math.Tanh},
	{"sqrt", math.Sqrt}, {"rsqrt", inverseRoot}, {"sigmoid", logistic},
}

func inverseRoot(x float64) float64 { return 1 / math.Sqrt(x) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func negate[T Number](x T) T         { return -x }
func negates[T Number](dst, x []T)   { each1(dst, x, negate[T]) }
func positive[T Number](x T) T       { return max(x, 0) }
func root[T Float](x T) T            { return T(math.Sqrt(float64(x))) }
func magnitude[T Float](x T) T       { return T(math.Abs(float64(x))) }
func magnitudes[T Float](dst, x []T) { each1(dst, x, magnitude[T]) }
func same[T any](x T) T              { return x }
func duplicates[T any](dst, x []T)   { copy(dst, x) }
func isZero[T Number](x T) T         { return numberOf[T](x == 0) }

// absolute wraps around: of the least number it is that number.
func absolute[T Integer](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

// sign is 0 for NaN.
func sign[T Number](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -numberOf[T](true)
	}
	return 0
}

// integerFunctions lists those of integers. Functions of real numbers are computed in float64
// and rounded towards zero.
func integerFunctions[T Integer]() []unaryOf[T, T] {
	fs := []unaryOf[T, T]{
		{name: "abs", one: absolute[T]},
		{name: "negative", one: negate[T], block: negates[T]},
		{name: "relu", one: positive[T], block: vector.Positive[T]},
		{name: "sign", one: sign[T]},
		{name: "bitwise_not", one: func(x T) T { return ^x }},
		{name: "logical_not", one: isZero[T]},
	}
	for _, name := range []string{"copy", "ceil", "floor", "round", "round_even", "trunc"} {
		fs = append(fs, unaryOf[T, T]{name: name, one: same[T], block: duplicates[T]})
	}
	for _, r := range reals {
		f := r.f
		fs = append(fs, unaryOf[T, T]{name: r.name, one: func(x T) T { return Saturate[T](f(float64(x))) }})
	}
	return fs
}

func integerTests[T Integer]() []unaryOf[T, bool] {
	return []unaryOf[T, bool]{
		{name: "isfinite", one: func(T) bool { return true }},
		{name: "isinf", one: func(T) bool { return false }},
		{name: "isnan", one: func(T) bool { return false }},
	}
}

// truthUnaries lists those of truth values.
func truthUnaries() []unaryOf[bool, bool] {
	not := func(x bool) bool { return !x }
	yes, no := func(bool) bool { return true }, func(bool) bool { return false }
	fs := []unaryOf[bool, bool]{
		{name: "logical_not", one: not}, {name: "bitwise_not", one: not},
		{name: "isfinite", one: yes}, {name: "isinf", one: no}, {name: "isnan", one: no},
	}
	for _, name := range []string{"copy", "abs", "sign", "relu", "ceil", "floor", "round", "round_even", "trunc"} {
		fs = append(fs, unaryOf[bool, bool]{name: name, one: same[bool], block: duplicates[bool]})
	}
	return fs
}

// floatUnaries lists those of floats: in float64, rounded once, where Go has no other.
func floatUnaries[T Float]() []unaryOf[T, T] {
	fs := []unaryOf[T, T]{
		{name: "abs", one: magnitude[T], block: magnitudes[T]},
		{name: "negative", one: negate[T], block: negates[T]},
		{name: "relu", one: positive[T], block: vector.Positive[T]},
		{name: "copy", one: same[T], block: duplicates[T]},
		{name: "sign", one: sign[T]},
		{name: "logical_not", one: isZero[T]},
	}
	for _, r := range append(reals, roundings...) {
		f := r.f
		fs = append(fs, unaryOf[T, T]{name: r.name, one: func(x T) T { return T(f(float64(x))) }})
	}
	return append(fs, unaryOf[T, T]{name: "sqrt", one: root[T], block: vector.Root[T]})
}

// roundings leave integers alone. round takes halves away from zero, as
// compiled Relay programs do; round_even is C23's roundeven.
var roundings = []struct {
	name string
	f    func(float64) float64
}{{"ceil", math.Ceil}, {"floor", math.Floor}, {"round", math.Round}, {"round_even", math.RoundToEven}, {"trunc", math.Trunc}}

func floatTests[T Float]() []unaryOf[T, bool] {
	return []unaryOf[T, bool]{
		{name: "isfinite", one: func(x T) bool { return x-x == 0 }},
		{name: "isinf", one: func(x T) bool { return math.IsInf(float64(x), 0) }},
		{name: "isnan", one: func(x T) bool { return x != x }},
	}
}

// singleFunctions take the place of float64's functions for float32.
func singleFunctions() []unaryOf[float32, float32] {
	return []unaryOf[float32, float32]{
		{name: "exp", one: vector.Exp1, block: vector.Exp}, {name: "fast_exp", one: vector.Exp1, block: vector.Exp},
		{name: "tanh", one: vector.Tanh1, block: vector.Tanh}, {name: "fast_tanh", one: vector.Tanh1, block: vector.Tanh},
		{name: "erf", one: vector.Erf1, block: vector.Erf}, {name: "fast_erf", one: vector.Erf1, block: vector.Erf},
		{name: "log", one: vector.Log1, block: vector.Log}, {name: "sigmoid", one: vector.Sigmoid1, block: vector.Sigmoid},
	}
}
