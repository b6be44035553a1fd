package wire

import (
	"encoding/binary"
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
	"google.golang.org/protobuf/encoding/protowire"
)

// TypeOfArray is the type of the elements of an array.
func TypeOfArray(d value.Dtype) DataType {
	for t := range DataType(len(forms)) {
		if held, ok := t.ArrayDtype(); ok && held == d && t.Bits() == d.Bits() {
			return t
		}
	}
	return Undefined
}

// NewTensor makes a constant of an array.
func NewTensor(name string, a *value.Array) *Tensor {
	t := &Tensor{Name: name, Type: TypeOfArray(a.Dtype), Dims: make([]int64, len(a.Shape)), hasRaw: true}
	for i, n := range a.Shape {
		t.Dims[i] = int64(n)
	}
	t.raw = appendElements(make([]byte, 0, a.Len()*a.Dtype.Size()), a.Flat())
	return t
}

// AppendTensor appends an array as a TensorProto, with its elements in raw_data.
func AppendTensor(dst []byte, a *value.Array, name string) []byte {
	e := &encoder{data: dst}
	table().tensor.write(e, NewTensor(name, a))
	return e.data
}

// Append appends a model as a file has it. Its fields are those of the schema, by their
// numbers: what Decode passes over is not written. It fails where the elements of a tensor
// are in a file that is closed or has changed.
func Append(dst []byte, m *Model) ([]byte, error) {
	e := &encoder{data: dst}
	table().model.write(e, m)
	return e.data, e.err
}

// AppendGraph appends the fields of a graph.
func AppendGraph(dst []byte, g *Graph) ([]byte, error) {
	e := &encoder{data: dst}
	table().graph.write(e, g)
	return e.data, e.err
}

// An encoder writes messages.
type encoder struct {
	data []byte
	err  error // of the first tensor whose elements cannot be read
}

func (t *message[T]) write(e *encoder, m *T) {
	for number := range t.fields {
		if f := &t.fields[number]; f.write != nil {
			f.write(e, protowire.Number(number), m, false)
		}
	}
}

// writeMessage writes a message that is a field. Its length, which is in front, is known
// after it: the message moves by the bytes that the length takes.
func writeMessage[M any](e *encoder, of *message[M], number protowire.Number, m *M) {
	e.tag(number, protowire.BytesType)
	start := len(e.data)
	of.write(e, m)
	length := len(e.data) - start
	e.data = append(e.data, make([]byte, protowire.SizeVarint(uint64(length)))...)
	moved := len(e.data) - length
	copy(e.data[moved:], e.data[start:start+length])
	protowire.AppendVarint(e.data[start:start], uint64(length))
}

func (e *encoder) tag(number protowire.Number, t protowire.Type) {
	e.data = protowire.AppendTag(e.data, number, t)
}

// emptyList writes a list without elements, which has no field otherwise.
func (e *encoder) emptyList(number protowire.Number, length int, there bool) {
	if there && length == 0 {
		e.tag(number, protowire.BytesType)
		e.data = protowire.AppendVarint(e.data, 0)
	}
}

// use writes elements of a tensor.
func (e *encoder) use(t *Tensor, write func()) {
	err := t.in.use(func() error {
		write()
		return nil
	})
	if err != nil && e.err == nil {
		e.err = t.wrap(err)
	}
}

// appendElements appends elements little-endian.
func appendElements(dst []byte, data any) []byte {
	order := binary.LittleEndian
	switch data := data.(type) {
	case []bool:
		for _, x := range data {
			dst = append(dst, byte(protowire.EncodeBool(x)))
		}
	case []int8:
		for _, x := range data {
			dst = append(dst, byte(x))
		}
	case []uint8:
		dst = append(dst, data...)
	case []int16:
		for _, x := range data {
			dst = order.AppendUint16(dst, uint16(x))
		}
	case []uint16:
		for _, x := range data {
			dst = order.AppendUint16(dst, x)
		}
	case []int32:
		for _, x := range data {
			dst = order.AppendUint32(dst, uint32(x))
		}
	case []uint32:
		for _, x := range data {
			dst = order.AppendUint32(dst, x)
		}
	case []float32:
		for _, x := range data {
			dst = order.AppendUint32(dst, math.Float32bits(x))
		}
	case []int64:
		for _, x := range data {
			dst = order.AppendUint64(dst, uint64(x))
		}
	case []uint64:
		for _, x := range data {
			dst = order.AppendUint64(dst, x)
		}
	case []float64:
		for _, x := range data {
			dst = order.AppendUint64(dst, math.Float64bits(x))
		}
	}
	return dst
}
