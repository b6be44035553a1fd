package dataset

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// The tolerances of ONNX's own runner (onnx.backend.test): numbers agree where
// |found - expected| ≤ absolute + relative·|expected|.
const (
	relative = 1e-3
	absolute = 1e-7

	// transformed is the absolute tolerance where a model has a discrete Fourier transform:
	// what should be 0 is what rounding has left of sums, and recorded results have it too.
	// ONNX compares its own transform with the recorded one so (backend_reference_test.py).
	transformed = 1e-6
)

// Difference says how a value differs from the one that is expected, "" where it does not.
// Dtypes and shapes must be equal. Numbers of every dtype agree as in NumPy's assert_allclose:
// within the tolerance, NaN with NaN, an infinity with itself alone.
func Difference(found, expected value.Value) string { return difference(found, expected, absolute) }

func difference(found, expected value.Value, absolute float64) string {
	if want := value.Dense(expected); want != nil {
		got := value.Dense(found)
		if got == nil {
			return fmt.Sprintf("%s is found, and a tensor is expected", form(found))
		}
		return arrays(got, want, absolute)
	}
	switch want := expected.(type) {
	case *value.Fractal:
		return sequences(found, want, absolute)
	case *value.Data:
		got, ok := found.(*value.Data)
		if !ok || got.Name != want.Name || len(got.Fields) != len(want.Fields) {
			return fmt.Sprintf("%s is found, and %s is expected", form(found), form(expected))
		}
		for i := range want.Fields {
			if d := difference(got.Fields[i], want.Fields[i], absolute); d != "" {
				return d
			}
		}
		return ""
	}
	return fmt.Sprintf("%s cannot be compared", form(expected))
}

// sequences compares element by element. A dense tensor is a sequence along its first
// dimension: the language converts one into the other.
func sequences(found value.Value, want *value.Fractal, absolute float64) string {
	var length int
	var at func(i int) value.Value
	switch got := found.(type) {
	case *value.Fractal:
		length, at = got.Len(), got.At
	case *value.Array:
		if got.Rank() > 0 {
			length, at = got.Shape[0], func(i int) value.Value { return got.Index(i) }
		}
	}
	switch {
	case at == nil:
		return fmt.Sprintf("%s is found, and a sequence is expected", form(found))
	case length != want.Len():
		return fmt.Sprintf("a sequence of %d is found, and one of %d is expected", length, want.Len())
	}
	for i := range length {
		if d := difference(at(i), want.At(i), absolute); d != "" {
			return fmt.Sprintf("item %d, %s", i, d)
		}
	}
	return ""
}

// arrays compares dtype, shape and elements. It names the first element that differs.
func arrays(got, want *value.Array, absolute float64) string {
	if got.Dtype != want.Dtype {
		return fmt.Sprintf("elements of %s are found, and %s is expected", got.Dtype, want.Dtype)
	}
	if shape(got.Shape) != shape(want.Shape) {
		return fmt.Sprintf("shape %s is found, and %s is expected", shape(got.Shape), shape(want.Shape))
	}
	const block = 1 << 12
	n, differing, first, most := want.Len(), 0, 0, 0.0
	found, expected := value.NewReader(got), value.NewReader(want)
	xs, ys := make([]float64, min(n, block)), make([]float64, min(n, block))
	for from := 0; from < n; from += block {
		length := min(block, n-from)
		value.ConvertData(value.Float64, xs[:length], got.Dtype, found.Read(from, length))
		value.ConvertData(value.Float64, ys[:length], want.Dtype, expected.Read(from, length))
		for i, x := range xs[:length] {
			if near(x, ys[i], absolute) {
				continue
			}
			if differing == 0 {
				first = from + i
			}
			differing++
			if d := math.Abs(x - ys[i]); d > most {
				most = d
			}
		}
	}
	if differing == 0 {
		return ""
	}
	at := position(first, want.Shape)
	s := fmt.Sprintf("element %s: %s is found, and %s is expected", shape(at), spell(got.ScalarAt(at...)), spell(want.ScalarAt(at...)))
	if differing > 1 {
		s += fmt.Sprintf("; %d of %d differ, by up to %.3g", differing, n, most)
	}
	return s
}

// near reports whether a number agrees with the expected one.
func near(x, y, absolute float64) bool {
	if x == y || x != x && y != y {
		return true
	}
	return !math.IsInf(x, 0) && !math.IsInf(y, 0) && math.Abs(x-y) <= absolute+relative*math.Abs(y)
}

// form names what sort of value it is.
func form(v value.Value) string {
	switch v := v.(type) {
	case *value.Fractal:
		return "a sequence"
	case *value.Data:
		return v.Name
	case *value.Tuple:
		return fmt.Sprintf("a tuple of %d", len(v.Elems))
	}
	if value.Dense(v) != nil {
		return "a tensor"
	}
	return "another value"
}

// spell writes a number without the suffix that the language's literals have.
func spell(s value.Scalar) string {
	switch {
	case s.Dtype == value.Bool:
		return strconv.FormatBool(s.IsTrue())
	case s.Dtype == value.Float64:
		return strconv.FormatFloat(s.Float(), 'g', -1, 64)
	case s.Dtype.IsFloat():
		return strconv.FormatFloat(s.Float(), 'g', -1, 32)
	case s.Dtype.IsSigned():
		return strconv.FormatInt(int64(s.Bits), 10)
	}
	return strconv.FormatUint(s.Bits, 10)
}

// shape spells extents, or the index of an element, as ONNX does: `[2, 3]`.
func shape(ns []int) string {
	texts := make([]string, len(ns))
	for i, n := range ns {
		texts[i] = strconv.Itoa(n)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// position is the index of the i-th element in row-major order.
func position(i int, shape []int) []int {
	at := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		at[k] = i % shape[k]
		i /= shape[k]
	}
	return at
}
