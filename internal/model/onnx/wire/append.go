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

// AppendTensor appends an array as a TensorProto, with its elements in raw_data.
func AppendTensor(dst []byte, a *value.Array, name string) []byte {
	for _, n := range a.Shape {
		dst = protowire.AppendTag(dst, 1, protowire.VarintType)
		dst = protowire.AppendVarint(dst, uint64(n))
	}
	dst = protowire.AppendTag(dst, 2, protowire.VarintType)
	dst = protowire.AppendVarint(dst, uint64(TypeOfArray(a.Dtype)))
	if name != "" {
		dst = protowire.AppendTag(dst, 8, protowire.BytesType)
		dst = protowire.AppendString(dst, name)
	}
	dst = protowire.AppendTag(dst, 9, protowire.BytesType)
	dst = protowire.AppendVarint(dst, uint64(a.Len()*a.Dtype.Size()))
	return appendElements(dst, a.Flat())
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
