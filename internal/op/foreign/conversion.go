package foreign

// conversions are the functions of other languages that convert a number, by name.
var conversions = map[string]string{
	"float": "float32", "int": "int32", "bool": "bool", "double": "float64", "half": "float16", "long": "int64", "short": "int16",
}

// Conversion gives the dtype that a function of another language converts to, as Python's
// `float(x)` and NumPy's `np.float64(x)` do; "" where it is none.
func Conversion(name string) string {
	if dtype := conversions[name]; dtype != "" {
		return dtype
	}
	if own[name] {
		return name
	}
	return Dtype(name)
}

// Converted is the call that converts an expression to a dtype.
func Converted(expression, dtype string) string {
	return "cast(" + expression + ", dtype=\"" + dtype + "\")"
}

// Converts reports whether an operator is the one that Converted calls.
func Converts(operator string) bool { return operator == "cast" }

// Flattened is the call that makes one dimension of all but the first of an expression.
func Flattened(expression string) string { return "nn.batch_flatten(" + expression + ")" }
