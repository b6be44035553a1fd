package metadata

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// arrayHeader is how TVM stores an array (runtime/ndarray.h, SaveDLTensor): a
// magic number, a reserved word, device, rank and dtype, then the shape, the
// size of the data in bytes, and the data.
type arrayHeader struct {
	Magic, Reserved uint64
	Device, ID      int32
	Rank            int32
	Code, Bits      uint8
	Lanes           uint16
}

const (
	arrayMagic      = 0xDD5E40F096B4A13F
	arrayHeaderSize = 32
)

// An array is one constant: its dtype, its shape, its elements as they are stored.
type array struct {
	arrayHeader
	shape []int64
	data  []byte
	err   error // why it cannot be read
}

// readArray reads an array from base64. Its data is as long as its shape says.
func readArray(text string) *array {
	a := &array{}
	blob, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		a.err = fmt.Errorf("its array is no base64 (%w)", err)
		return a
	}
	a.err = a.read(blob)
	return a
}

var (
	errNoArray   = errors.New("its array does not begin as TVM's arrays do")
	errTruncated = errors.New("its array ends within its shape")
)

func (a *array) read(blob []byte) error {
	n, err := binary.Decode(blob, binary.LittleEndian, &a.arrayHeader)
	if err != nil || n != arrayHeaderSize || a.Magic != arrayMagic {
		return errNoArray
	}
	rest := blob[arrayHeaderSize:]
	if a.Rank < 0 || int64(len(rest)) < 8*int64(a.Rank)+8 {
		return errTruncated
	}
	if _, known := classOf[a.Code]; !known || a.Bits == 0 || a.Lanes == 0 {
		return fmt.Errorf("its array has a dtype that is not known (code %d, %d bits, %d lanes)", a.Code, a.Bits, a.Lanes)
	}
	for range a.Rank {
		a.shape = append(a.shape, int64(binary.LittleEndian.Uint64(rest)))
		rest = rest[8:]
	}
	a.data = rest[8:]
	if size, ok := a.bytes(); !ok || size != uint64(len(a.data)) {
		return fmt.Errorf("its array is a tensor of shape %s and dtype %s, and holds %d bytes", types.ShapeString(a.dims()), a.dtype(), len(a.data))
	}
	return nil
}

// bytes is how long the data must be.
func (a *array) bytes() (uint64, bool) {
	size := uint64(a.elementSize())
	for _, n := range a.shape {
		high, low := bits.Mul64(size, uint64(n))
		if n < 0 || high != 0 {
			return 0, false
		}
		size = low
	}
	return size, true
}

func (a *array) elementSize() int { return (int(a.Bits)*int(a.Lanes) + 7) / 8 }

func (a *array) typ() *types.Tensor {
	return &types.Tensor{Dtype: a.dtype(), Shape: a.dims()}
}

func (a *array) dims() (dims []types.Dim) {
	for _, n := range a.shape {
		dims = append(dims, types.Const(n))
	}
	return dims
}

// maxElements bounds the vectors that are read: those that hold a shape.
const maxElements = 64

// elements reads a scalar, or a short vector of integers.
func (a *array) elements() (list []op.Value) {
	n := int64(1)
	if a.Rank > 0 {
		n = a.shape[0]
	}
	if a.Rank > 1 || a.Rank == 1 && !a.dtype().IsInteger() || n > maxElements {
		return nil
	}
	for i := range int(n) {
		number, ok := a.number(a.data[i*a.elementSize():])
		if !ok {
			return nil
		}
		list = append(list, number)
	}
	return list
}

// classOf lists the dtype codes of DLPack.
var classOf = map[uint8]types.Class{0: types.IntClass, 1: types.UintClass, 2: types.FloatClass, 4: types.BfloatClass, 6: types.BoolClass}

func (a *array) dtype() types.Dtype {
	d := types.Dtype{Class: classOf[a.Code], Bits: uint16(a.Bits), Lanes: a.Lanes}
	if d == types.Uint1 || d.Class == types.BoolClass && d.Lanes == 1 {
		return types.Bool
	}
	return d
}

// number reads one element.
func (a *array) number(data []byte) (op.Value, bool) {
	switch a.dtype() {
	case types.Float32:
		return op.Float(float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))), true
	case types.Float64:
		return op.Float(math.Float64frombits(binary.LittleEndian.Uint64(data))), true
	case types.Int32:
		return op.Int(int64(int32(binary.LittleEndian.Uint32(data)))), true
	case types.Int64:
		return op.Int(int64(binary.LittleEndian.Uint64(data))), true
	}
	return op.Value{}, false
}
