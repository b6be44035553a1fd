package wire

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/types"
)

// A DataType is the type of a tensor's elements.
type DataType int32

// The types of elements, as TensorProto.DataType numbers them.
const (
	Undefined      DataType = 0
	Float          DataType = 1
	Uint8          DataType = 2
	Int8           DataType = 3
	Uint16         DataType = 4
	Int16          DataType = 5
	Int32          DataType = 6
	Int64          DataType = 7
	String         DataType = 8
	Bool           DataType = 9
	Float16        DataType = 10
	Double         DataType = 11
	Uint32         DataType = 12
	Uint64         DataType = 13
	Complex64      DataType = 14
	Complex128     DataType = 15
	Bfloat16       DataType = 16
	Float8E4M3FN   DataType = 17
	Float8E4M3FNUZ DataType = 18
	Float8E5M2     DataType = 19
	Float8E5M2FNUZ DataType = 20
	Uint4          DataType = 21
	Int4           DataType = 22
	Float4E2M1     DataType = 23
	Float8E8M0     DataType = 24
	Uint2          DataType = 25
	Int2           DataType = 26
)

// A form is how elements of one type are stored.
type form struct {
	name  string
	bits  int // of an element in raw_data; 0: it has no raw form
	field int // the number of TensorProto's typed field
	dtype types.Dtype
}

// The typed fields of TensorProto, by their numbers.
const (
	floatData  = 4
	int32Data  = 5
	stringData = 6
	int64Data  = 7
	doubleData = 10
	uint64Data = 11
)

// forms is what the comments of TensorProto say about storage.
var forms = [...]form{
	Undefined:      {name: "undefined"},
	Float:          {"float32", 32, floatData, types.Float32},
	Uint8:          {"uint8", 8, int32Data, types.Uint8},
	Int8:           {"int8", 8, int32Data, types.Int8},
	Uint16:         {"uint16", 16, int32Data, uintOf(16)},
	Int16:          {"int16", 16, int32Data, types.Int16},
	Int32:          {"int32", 32, int32Data, types.Int32},
	Int64:          {"int64", 64, int64Data, types.Int64},
	String:         {"string", 0, stringData, types.NoDtype},
	Bool:           {"bool", 8, int32Data, types.Bool},
	Float16:        {"float16", 16, int32Data, types.Float16},
	Double:         {"float64", 64, doubleData, types.Float64},
	Uint32:         {"uint32", 32, uint64Data, types.Uint32},
	Uint64:         {"uint64", 64, uint64Data, types.Uint64},
	Complex64:      {"complex64", 64, floatData, types.NoDtype},
	Complex128:     {"complex128", 128, doubleData, types.NoDtype},
	Bfloat16:       {"bfloat16", 16, int32Data, types.Bfloat16},
	Float8E4M3FN:   {"float8e4m3fn", 8, int32Data, stored("float8_e4m3fn")},
	Float8E4M3FNUZ: {"float8e4m3fnuz", 8, int32Data, stored("float8_e4m3fnuz")},
	Float8E5M2:     {"float8e5m2", 8, int32Data, stored("float8_e5m2")},
	Float8E5M2FNUZ: {"float8e5m2fnuz", 8, int32Data, stored("float8_e5m2fnuz")},
	Uint4:          {"uint4", 4, int32Data, uintOf(4)},
	Int4:           {"int4", 4, int32Data, intOf(4)},
	Float4E2M1:     {"float4e2m1", 4, int32Data, stored("float4_e2m1fn")},
	Float8E8M0:     {"float8e8m0", 8, int32Data, types.NoDtype},
	Uint2:          {"uint2", 2, int32Data, uintOf(2)},
	Int2:           {"int2", 2, int32Data, intOf(2)},
}

// stored is a dtype without arithmetic.
func stored(name string) types.Dtype {
	d, _ := types.ParseDtype(name)
	return d
}

func uintOf(bits uint16) types.Dtype {
	return types.Dtype{Class: types.UintClass, Bits: bits, Lanes: 1}
}

func intOf(bits uint16) types.Dtype {
	return types.Dtype{Class: types.IntClass, Bits: bits, Lanes: 1}
}

// String is the name of the type in lower case, with the width of floats: `float32`.
func (t DataType) String() string {
	if !t.IsKnown() {
		return "data type " + strconv.Itoa(int(t))
	}
	return forms[t].name
}

// IsKnown reports whether the number is one that ONNX gives a type.
func (t DataType) IsKnown() bool { return t >= 0 && int(t) < len(forms) }

// Bits is the width of an element, 0 for strings and what is no type.
func (t DataType) Bits() int {
	if !t.IsKnown() {
		return 0
	}
	return forms[t].bits
}

// Dtype is the language's dtype of such elements. Strings, complex numbers and scales of 8 bits
// have none.
func (t DataType) Dtype() (types.Dtype, bool) {
	if !t.IsKnown() {
		return types.NoDtype, false
	}
	d := forms[t].dtype
	return d, d != types.NoDtype
}

// DataTypeOf is the type whose Dtype is d.
func DataTypeOf(d types.Dtype) (DataType, bool) {
	for t, f := range forms {
		if f.dtype == d && d != types.NoDtype {
			return DataType(t), true
		}
	}
	return Undefined, false
}

// nameOf is a name of an enumeration, or its number where it has none.
func nameOf(names []string, kind string, i int32) string {
	if i < 0 || int(i) >= len(names) {
		return kind + " " + strconv.Itoa(int(i))
	}
	return names[i]
}
