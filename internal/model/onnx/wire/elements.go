package wire

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
	"google.golang.org/protobuf/encoding/protowire"
)

// ArrayDtype is the dtype of the array that Array makes of such elements. Elements of less than
// 8 bits have one each in a byte.
func (t DataType) ArrayDtype() (value.Dtype, bool) {
	d, ok := t.Dtype()
	if !ok {
		return 0, false
	}
	return value.ParseDtype(d.String())
}

// Array reads the elements into an array of the tensor's shape. It refuses strings, complex
// numbers and scales of 8 bits.
func (t *Tensor) Array(ext External) (*value.Array, error) {
	d, ok := t.Type.ArrayDtype()
	if t.Type.IsKnown() && t.Type != Undefined && !ok {
		return nil, t.errorf("its elements are of %s, which the language does not have", t.Type)
	}
	return t.array(ext, d)
}

// Codes reads floats of 8 and 4 bits as their bits, one element in each uint8.
func (t *Tensor) Codes(ext External) (*value.Array, error) {
	if !t.isSmallFloat() {
		return nil, t.errorf("its elements are of %s, and not floats of 8 or 4 bits", t.Type)
	}
	return t.array(ext, value.Uint8)
}

// Float32s reads the elements as float32, those of other dtypes through their conversion.
// Floats of 16, 8 and 4 bits lose nothing.
func (t *Tensor) Float32s(ext External) (*value.Array, error) {
	if !t.isSmallFloat() {
		a, err := t.Array(ext)
		if err != nil {
			return nil, err
		}
		return a.Convert(value.Float32), nil
	}
	codes, err := t.Codes(ext)
	if err != nil {
		return nil, err
	}
	numbers := smallFloats[t.Type].table()
	out := value.NewArray(value.Float32, codes.Shape)
	dst := out.Data.([]float32)
	for i, c := range codes.Data.([]uint8) {
		dst[i] = numbers[c]
	}
	return out, nil
}

// array reads the elements as those of d, whose size is theirs or, for those of less than 8
// bits, a byte.
func (t *Tensor) array(ext External, d value.Dtype) (*value.Array, error) {
	n, err := t.length()
	if err != nil {
		return nil, err
	}
	if t.Location == InExternal && !t.segmented {
		return t.readExternal(ext, d, n)
	}
	if err := t.Check(ext); err != nil {
		return nil, err
	}
	var a *value.Array
	err = t.in.use(func() error {
		data := value.MakeData(d, n)
		a = value.Wrap(d, data, t.extents())
		if len(t.typed) == 0 {
			t.unpack(data, t.raw)
			return nil
		}
		return t.wrap(t.readTyped(d, data))
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (t *Tensor) extents() []int {
	shape := make([]int, len(t.Dims))
	for i, d := range t.Dims {
		shape[i] = int(d)
	}
	return shape
}

// readBlock is how many bytes of another file are read at a time: a multiple of each width.
const readBlock = 1 << 16

// readExternal reads the elements out of another file.
func (t *Tensor) readExternal(ext External, d value.Dtype, n int) (*value.Array, error) {
	file, at, err := t.external(ext)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size, err := t.ByteSize()
	if err != nil {
		return nil, err
	}
	data, block := value.MakeData(d, n), make([]byte, min(size, readBlock))
	perBlock := readBlock * 8 / t.Type.Bits()
	for done := 0; done < n; done += perBlock {
		from := int64(done) * int64(t.Type.Bits()) / 8
		b := block[:min(size-from, readBlock)]
		if _, err := io.ReadFull(io.NewSectionReader(file, at+from, int64(len(b))), b); err != nil {
			return nil, t.errorf("reading its external data: %w", err)
		}
		t.unpack(value.Cut(data, done, min(done+perBlock, n)), b)
	}
	return value.Wrap(d, data, t.extents()), nil
}

// unpack decodes elements as raw_data has them: little-endian, those of less than 8 bits side
// by side in a byte, the first in its lowest bits.
func (t *Tensor) unpack(dst any, b []byte) {
	order := binary.LittleEndian
	switch dst := dst.(type) {
	case []bool:
		for i, c := range b[:len(dst)] {
			dst[i] = c != 0
		}
	case []int8:
		t.unpackSigned(dst, b)
	case []uint8:
		t.unpackBytes(dst, b)
	case []int16:
		for i := range dst {
			dst[i] = int16(order.Uint16(b[2*i:]))
		}
	case []uint16:
		for i := range dst {
			dst[i] = order.Uint16(b[2*i:])
		}
	case []int32:
		for i := range dst {
			dst[i] = int32(order.Uint32(b[4*i:]))
		}
	case []uint32:
		for i := range dst {
			dst[i] = order.Uint32(b[4*i:])
		}
	case []float32:
		for i := range dst {
			dst[i] = math.Float32frombits(order.Uint32(b[4*i:]))
		}
	case []int64:
		for i := range dst {
			dst[i] = int64(order.Uint64(b[8*i:]))
		}
	case []uint64:
		for i := range dst {
			dst[i] = order.Uint64(b[8*i:])
		}
	case []float64:
		for i := range dst {
			dst[i] = math.Float64frombits(order.Uint64(b[8*i:]))
		}
	}
}

// unpackBytes decodes elements of 8, 4 or 2 bits.
func (t *Tensor) unpackBytes(dst []uint8, b []byte) {
	width := t.Type.Bits()
	if width == 8 {
		copy(dst, b)
		return
	}
	perByte, mask := 8/width, uint8(1)<<width-1
	for i := range dst {
		dst[i] = b[i/perByte] >> (i % perByte * width) & mask
	}
}

// unpackSigned decodes integers of 8, 4 or 2 bits, whose highest bit is the sign.
func (t *Tensor) unpackSigned(dst []int8, b []byte) {
	width := t.Type.Bits()
	perByte := 8 / width
	for i := range dst {
		shifted := b[i/perByte] << (8 - width - i%perByte*width)
		dst[i] = int8(shifted) >> (8 - width)
	}
}

// readTyped decodes the values of the type's own field. Integers are cut to their width, as
// ONNX's own reader does. What the file says was counted before; a file that has changed since
// then is an error.
func (t *Tensor) readTyped(d value.Dtype, data any) error {
	switch forms[t.Type].field {
	case floatData, doubleData:
		done, size := 0, d.Size()
		return t.eachPart(func(b []byte) error {
			n := len(b) / size
			if n > value.Length(data)-done {
				return errChanged
			}
			t.unpack(value.Cut(data, done, done+n), b)
			done += n
			return nil
		})
	}
	numbers := make([]int64, 0, t.valuesFor(int64(value.Length(data))))
	err := t.eachPart(func(b []byte) error {
		for len(b) > 0 {
			v, n := protowire.ConsumeVarint(b)
			if n < 0 || len(numbers) == cap(numbers) {
				return errChanged
			}
			numbers, b = append(numbers, int64(v)), b[n:]
		}
		return nil
	})
	if err == nil && len(numbers) < cap(numbers) {
		err = errChanged
	}
	if err != nil {
		return err
	}
	if t.Type.Bits() < 8 {
		packed := make([]byte, len(numbers))
		value.ConvertData(value.Uint8, packed, value.Int64, numbers)
		t.unpack(data, packed)
		return nil
	}
	switch { // floats are stored as their bits
	case d.IsHalf():
		d = value.Uint16
	case d.IsStored() && d.IsFloat():
		d = value.Uint8
	}
	value.ConvertData(d, data, value.Int64, numbers)
	return nil
}

func (t *Tensor) eachPart(visit func(b []byte) error) error {
	for i := range t.typed {
		if err := t.typed[i].each(visit); err != nil {
			return err
		}
	}
	return nil
}

// Strings reads the elements of a tensor of strings, in row-major order.
func (t *Tensor) Strings() ([]string, error) {
	if t.Type != String {
		return nil, t.errorf("its elements are of %s, and not strings", t.Type)
	}
	if err := t.Check(nil); err != nil {
		return nil, err
	}
	var all []string
	err := t.in.use(func() error {
		return t.eachPart(func(b []byte) error {
			all = append(all, string(b))
			return nil
		})
	})
	return all, t.wrap(err)
}
