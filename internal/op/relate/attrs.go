package relate

import "github.com/fraccheck/fraccheck/internal/op"

func Ints(name, doc string, ns ...int64) op.Attr {
	return op.Attr{Name: name, Type: op.IntsAttr, Default: op.Ints(ns...), Doc: doc}
}

// OutDtype is the attribute by which a call chooses the result's dtype.
func OutDtype() op.Attr {
	return Optional("out_dtype", op.DtypeAttr, "dtype of the result; the data's where it is left out")
}

// Ones is a list of n ones, Zeros of n zeros, for defaults.
func Ones(n int) []int64 {
	ones := Zeros(n)
	for i := range ones {
		ones[i] = 1
	}
	return ones
}
func Zeros(n int) []int64 { return make([]int64, n) }
