package library

import "strings"

// What a name means in one library and another thing in another one. A fix writes nothing that
// computes another value than its author meant.

// pythonic are names that the numeric libraries of Python give another meaning than the operator of
// that name has here: their remainder has the sign of the divisor, and they round halves to even.
var pythonic = map[string]string{"mod": "floor_mod", "round": "round_even", "around": "round_even"}

// fromPython reports whether what precedes a name is a numeric library of Python.
func fromPython(module string) bool {
	switch module {
	case "lax.", "jax.lax.", "jax.nn.", "math.", "functools.", "itertools.", "onnx.", "nn.", "linalg.":
		return false
	}
	return !strings.HasPrefix(module, "rela") && !strings.HasPrefix(module, "R.")
}

// ChannelsLast reports whether a name is of a library whose images have their channels last.
func ChannelsLast(name string) bool {
	return strings.HasPrefix(name, "tf.") || strings.HasPrefix(name, "keras.")
}

// promoting are the operators whose namesakes in other libraries give floats for integers.
var promoting = map[string]bool{
	"divide": true, "div": true, "mean": true, "sqrt": true, "rsqrt": true, "exp": true, "log": true, "log2": true, "log10": true,
	"sin": true, "cos": true, "tan": true, "asin": true, "acos": true, "atan": true, "sinh": true, "cosh": true, "tanh": true,
	"asinh": true, "acosh": true, "atanh": true, "erf": true, "sigmoid": true, "nn.softmax": true, "nn.log_softmax": true,
}

// Promotes reports whether an operator's namesake in other libraries gives floats for integers,
// while the operator itself keeps the dtype.
func Promotes(operator string) bool { return promoting[operator] }

// opposite are names of attributes whose truth value is the opposite of that of the attribute here.
var opposite = map[string]string{"descending": "is_ascend", "decreasing": "is_ascend", "largest": "is_ascend", "reverse": "is_ascend"}

// Opposite reports whether a name of an attribute in other libraries says the opposite of the
// attribute here.
func Opposite(name, here string) bool { return opposite[name] == here }

// An Implied is an attribute that a call in another library has without giving it.
type Implied struct {
	Attr  string
	Value string // the value, "" for that of the attribute which implies it
	With  string // where the call gives this attribute, "" for always
}

// implied are what PyTorch's pools have: their step is the window, and they count the padding.
var implied = []Implied{{Attr: "strides"}, {Attr: "count_include_pad", Value: "True", With: "padding"}}

// Implies are the attributes of an operator that other libraries take from one that they call by
// name and that is called here so.
func Implies(name, here string) []Implied {
	if name == "kernel_size" && here == "pool_size" {
		return implied
	}
	return nil
}
