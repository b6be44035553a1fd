package value

// A Dtype is the type of an array's elements.
type Dtype uint8

const (
	Bool Dtype = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float16
	Bfloat16
	Float32
	Float64
)

// An Array is a dense tensor: element (i, j, …) stands at Data[Offset +
// i·Strides[0] + j·Strides[1] + …]. Strides count elements; 0 repeats (a
// broadcast), and they may be negative. Data is a slice of the dtype's Go type:
// []bool, []int8 … []uint64, []float32, []float64, and []uint16 with the bits
// of float16 and bfloat16.
type Array struct {
	Dtype   Dtype
	Shape   []int
	Strides []int
	Offset  int
	Data    any
}
