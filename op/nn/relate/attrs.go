package relate

import "github.com/fraccheck/fraccheck/op"

// Int, Bool, Float, String, Dtype and Ints describe attributes with defaults.
func Int(name string, n int64, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.IntAttr, Default: op.Int(n), Doc: doc}
}
func Bool(name string, b bool, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.BoolAttr, Default: op.Boolean(b), Doc: doc}
}
func Float(name string, x float64, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.FloatAttr, Default: op.Float(x), Doc: doc}
}
func String(name, text, doc string) op.Attr {
	return op.Attr{Name: name, Type: op.StringAttr, Default: op.Text(text), Doc: doc}
}
func Ints(name, doc string, ns ...int64) op.Attr {
	return op.Attr{Name: name, Type: op.IntsAttr, Default: op.Ints(ns...), Doc: doc}
}

// Optional is an attribute without a value where it is left out.
func Optional(name string, t op.AttrType, doc string) op.Attr {
	return op.Attr{Name: name, Type: t, Doc: doc}
}

// Required is an attribute that each call must give.
func Required(name string, t op.AttrType, doc string) op.Attr {
	return op.Attr{Name: name, Type: t, Required: true, Doc: doc}
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
