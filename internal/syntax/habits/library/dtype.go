package library

import "strings"

// dtypes are what other languages and libraries call the dtypes.
var dtypes = map[string]string{
	"double": "float64", "Int": "int32", "Integer": "int32", "Double": "float64", "Float": "float32", "Bool": "bool", "Long": "int64",
	"half": "float16", "long": "int64", "short": "int16", "byte": "uint8", "char": "int8", "boolean": "bool", "bfloat": "bfloat16", "bf16": "bfloat16",
	"f16": "float16", "f32": "float32", "f64": "float64", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
	"u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "i1": "bool", "single": "float32",
	"FLOAT": "float32", "FLOAT16": "float16", "DOUBLE": "float64", "INT32": "int32", "INT64": "int64", "INT8": "int8", "UINT8": "uint8", "BOOL": "bool",
	"Float32": "float32", "Float64": "float64", "Float16": "float16", "Int8": "int8", "Int16": "int16", "Int32": "int32", "Int64": "int64", "UInt8": "uint8",
	"bool_": "bool", "float_": "float64", "int_": "int64", "usize": "int64", "isize": "int64", "size_t": "int64", "uint": "uint32", "unsigned": "uint32", "bit": "bool",
}

// own are the dtypes that have the same name after a module: `torch.float32`.
var own = map[string]bool{
	"int8": true, "int16": true, "int32": true, "int64": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true,
	"float16": true, "float32": true, "float64": true, "bfloat16": true, "bool": true,
}

// Dtype gives the dtype that a name stands for elsewhere, "" where it stands for
// none.
func Dtype(name string) string {
	if here := dtypes[name]; here != "" {
		return here
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	bare := name[i+1:]
	switch {
	case own[bare]:
		return bare
	case bare == "float":
		return "float32"
	case bare == "int":
		return "int32"
	}
	return dtypes[bare]
}

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

// Transposed is the call that transposes a matrix.
func Transposed(expression string) string { return "transpose(" + expression + ", axes=[1, 0])" }

// AlongChannels is the operator that adds a vector along the channels of an image, for the one that adds
// it along the last dimension; "" for others.
func AlongChannels(operator string) string {
	if operator == "add" {
		return "nn.bias_add"
	}
	return ""
}
