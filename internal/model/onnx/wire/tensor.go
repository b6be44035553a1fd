package wire

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Tensor is a constant. Its elements stay in the file until Array or one of its neighbours
// reads them: as raw bytes, as the numbers of a field for their type, or in another file.
type Tensor struct {
	Name, Doc string
	Dims      []int64
	Type      DataType
	External  []Entry // where the elements are: location, offset, length, checksum
	Location  DataLocation

	raw       []byte // raw_data, a part of the file
	hasRaw    bool
	typed     []segment
	segmented bool // it is a part of a tensor only
	in        *source
}

// A DataLocation is where the elements of a tensor are.
type DataLocation int32

// The locations, as TensorProto.DataLocation numbers them.
const (
	InModel    DataLocation = 0
	InExternal DataLocation = 1
)

// A segment is a run of values of one typed field, as the file has them: a value, and then,
// over and over, the key and a value. What is packed is one value of many numbers.
type segment struct {
	key   uint64
	start int64 // the offset of data in the file
	data  []byte
}

func (s *segment) field() int { return int(s.key >> 3) }

// elementWire are the wire types of the numbers in typed fields.
var elementWire = [...]protowire.Type{
	floatData: protowire.Fixed32Type, int32Data: protowire.VarintType, stringData: protowire.BytesType,
	int64Data: protowire.VarintType, doubleData: protowire.Fixed64Type, uint64Data: protowire.VarintType,
}

var fieldNames = [...]string{
	floatData: "float_data", int32Data: "int32_data", stringData: "string_data",
	int64Data: "int64_data", doubleData: "double_data", uint64Data: "uint64_data",
}

// typedElements is a field of elements, whose run is kept as it is.
func typedElements(name string, number int) field[Tensor] {
	size := sizeOf[segment]()
	return field[Tensor]{name, func(d *decoder, t *Tensor, key uint64, end int) *Error {
		if protowire.Type(key&7) != protowire.BytesType {
			if err := d.expect(key, elementWire[number]); err != nil {
				return err
			}
		}
		if err := d.take(1, size); err != nil {
			return err
		}
		s := segment{key: key, start: d.start + int64(d.at)}
		from, n := d.at, d.run(key, end)
		for i := range n {
			err := d.next(i, end)
			if err == nil {
				err = d.skip(key, end)
			}
			if err != nil {
				return err
			}
		}
		s.data = d.data[from:d.at:d.at]
		t.typed = append(t.typed, s)
		return nil
	}, func(e *encoder, _ protowire.Number, t *Tensor, _ bool) {
		e.use(t, func() {
			for i := range t.typed {
				if s := &t.typed[i]; s.field() == number {
					e.data = append(protowire.AppendVarint(e.data, s.key), s.data...)
				}
			}
		})
	}}
}

// rawElements is the field of elements as bytes.
func rawElements(name string) field[Tensor] {
	return field[Tensor]{name, func(d *decoder, t *Tensor, key uint64, end int) *Error {
		err := d.expect(key, protowire.BytesType)
		if err != nil {
			return err
		}
		t.hasRaw = true
		t.raw, err = d.bytes(end)
		return err
	}, func(e *encoder, number protowire.Number, t *Tensor, _ bool) {
		e.use(t, func() {
			if t.hasRaw {
				e.tag(number, protowire.BytesType)
				e.data = protowire.AppendBytes(e.data, t.raw)
			}
		})
	}}
}

// segmented is the field that says that a tensor is stored in pieces.
func segmented(name string) field[Tensor] {
	return field[Tensor]{name, func(d *decoder, t *Tensor, key uint64, end int) *Error {
		t.segmented = true
		return d.skip(key, end)
	}, func(e *encoder, number protowire.Number, t *Tensor, _ bool) {
		e.emptyList(number, 0, t.segmented)
	}}
}

// mostElements bounds a tensor so that the bits of its elements can be counted in 63 bits.
const mostElements = 1 << 55

// Count is the number of elements. It fails for extents below zero and for more elements than
// a file can hold.
func (t *Tensor) Count() (int64, error) {
	n, empty := uint64(1), false
	for _, d := range t.Dims {
		if d < 0 {
			return 0, t.errorf("its shape %s has the extent %d", t.shape(), d)
		}
		empty = empty || d == 0
	}
	for _, d := range t.Dims {
		if empty {
			return 0, nil
		}
		high, low := bits.Mul64(n, uint64(d))
		if high != 0 || low > mostElements {
			return 0, t.errorf("its shape %s has more elements than a file can hold", t.shape())
		}
		n = low
	}
	return int64(n), nil
}

// ByteSize is the number of bytes that the elements take in raw_data. Strings have none.
func (t *Tensor) ByteSize() (int64, error) {
	n, err := t.Count()
	switch {
	case err != nil:
		return 0, err
	case !t.Type.IsKnown() || t.Type == Undefined:
		return 0, t.errorf("its elements are of %s; ONNX knows the data types 1 to %d", t.Type, len(forms)-1)
	case t.Type == String:
		return 0, t.errorf("strings have no fixed size")
	}
	return (n*int64(t.Type.Bits()) + 7) / 8, nil
}

// shownExtents is how many extents a message has.
const shownExtents = 16

// shape spells the dimensions: `[2, 3]`.
func (t *Tensor) shape() string {
	var s strings.Builder
	for i, d := range t.Dims {
		if i == shownExtents {
			fmt.Fprintf(&s, ", … of %d extents", len(t.Dims))
			break
		}
		if i > 0 {
			s.WriteString(", ")
		}
		s.WriteString(strconv.FormatInt(d, 10))
	}
	return "[" + s.String() + "]"
}

// A TensorError is what is wrong with the elements of a tensor.
type TensorError struct {
	Tensor string // its name, or ""
	Err    error
}

func (e *TensorError) Error() string {
	if e.Tensor == "" {
		return "the tensor: " + e.Err.Error()
	}
	return fmt.Sprintf("tensor %q: %v", e.Tensor, e.Err)
}

func (e *TensorError) Unwrap() error { return e.Err }

func (t *Tensor) errorf(format string, args ...any) error {
	return &TensorError{t.Name, fmt.Errorf(format, args...)}
}

// wrap names the tensor in an error.
func (t *Tensor) wrap(err error) error {
	if err == nil {
		return nil
	}
	return &TensorError{t.Name, err}
}

// Check compares the elements that are there with the type and the shape, without reading
// them. ext opens other files.
func (t *Tensor) Check(ext External) error {
	n, err := t.Count()
	if err != nil {
		return err
	}
	switch {
	case !t.Type.IsKnown() || t.Type == Undefined:
		_, err := t.ByteSize()
		return err
	case t.segmented:
		return t.errorf("it is a segment of a tensor; ONNX's readers have no way to put segments together")
	case t.Location == InExternal:
		file, _, err := t.external(ext)
		if err != nil {
			return err
		}
		file.Close()
		return nil
	case t.Location != InModel:
		return t.errorf("its data location is %d; ONNX knows 0 (in the model) and 1 (external)", t.Location)
	}
	return t.in.use(func() error {
		switch {
		case len(t.raw) > 0 && len(t.typed) > 0:
			return t.errorf("its elements are both in raw_data and in %s; only one of them may be there", fieldNames[t.typed[0].field()])
		case len(t.typed) > 0:
			return t.checkTyped(n)
		case t.hasRaw && t.Type == String:
			return t.errorf("strings are in raw_data; they belong in string_data")
		}
		return t.checkRaw(n)
	})
}

// checkRaw compares the length of raw_data, or of nothing, with what is needed.
func (t *Tensor) checkRaw(n int64) error {
	if t.Type == String {
		if n > 0 {
			return t.errorf("it has no string_data, and %s", t.needs(n, "strings"))
		}
		return nil
	}
	need, err := t.ByteSize()
	if err != nil || int64(len(t.raw)) == need {
		return err
	}
	if !t.hasRaw {
		return t.errorf("it has no elements, and %s", t.needs(need, "bytes"))
	}
	return t.errorf("its raw_data has %d bytes, and %s", len(t.raw), t.needs(need, "bytes"))
}

// needs says how much a shape of a type takes: `shape [2, 3] of float32 takes 24 bytes`.
func (t *Tensor) needs(amount int64, unit string) string {
	return fmt.Sprintf("shape %s of %s takes %d %s", t.shape(), t.Type, amount, unit)
}

// checkTyped compares the number of values in the field of the type with what is needed.
func (t *Tensor) checkTyped(n int64) error {
	want := forms[t.Type].field
	have := int64(0)
	for i := range t.typed {
		s := &t.typed[i]
		if s.field() != want {
			return t.errorf("its elements are in %s; those of %s belong in %s or raw_data", fieldNames[s.field()], t.Type, fieldNames[want])
		}
		err := s.each(func(b []byte) error {
			k, err := s.count(b)
			have += k
			return err
		})
		if err != nil {
			return t.wrap(err)
		}
	}
	if need := t.valuesFor(n); have != need {
		return t.errorf("its %s has %d values, and %s", fieldNames[want], have, t.needs(need, "of them"))
	}
	return nil
}

// valuesFor is how many values of the typed field n elements take: a complex number is two,
// and elements of less than 8 bits share one.
func (t *Tensor) valuesFor(n int64) int64 {
	switch bits := int64(t.Type.Bits()); {
	case t.Type == Complex64 || t.Type == Complex128:
		return 2 * n
	case bits > 0 && bits < 8:
		return (n*bits + 7) / 8
	}
	return n
}

// each visits the values of a segment: the bytes of a number, or of those that are packed, or
// of a string.
func (s *segment) each(visit func(b []byte) error) error {
	d := &decoder{data: s.data, start: s.start}
	for d.at < len(d.data) {
		from := d.at
		var b []byte
		var err *Error
		if protowire.Type(s.key&7) == protowire.BytesType {
			b, err = d.bytes(len(d.data))
		} else {
			err = d.skip(s.key, len(d.data))
			b = d.data[from:d.at]
		}
		if err != nil {
			return err.within(fieldNames[s.field()])
		}
		if err := visit(b); err != nil {
			return err
		}
		if d.at < len(d.data) {
			if _, err := d.varint(len(d.data)); err != nil {
				return err
			}
		}
	}
	return nil
}

// count is how many values a visited part has.
func (s *segment) count(b []byte) (int64, error) {
	size := 0
	switch elementWire[s.field()] {
	case protowire.BytesType:
		return 1, nil
	case protowire.VarintType:
		n := int64(0)
		for at := 0; at < len(b); n++ {
			_, length := protowire.ConsumeVarint(b[at:])
			if length == truncated && len(b)-at < maxVarint {
				return 0, fmt.Errorf("its %s ends inside a number", fieldNames[s.field()])
			}
			if length < 0 {
				return 0, fmt.Errorf("its %s has a number of more than 64 bits", fieldNames[s.field()])
			}
			at += length
		}
		return n, nil
	case protowire.Fixed32Type:
		size = 4
	default:
		size = 8
	}
	if len(b)%size != 0 {
		return 0, fmt.Errorf("its %s has %d bytes, and each value takes %d", fieldNames[s.field()], len(b), size)
	}
	return int64(len(b) / size), nil
}

// length is the number of elements as an int, for memory that they fit.
func (t *Tensor) length() (int, error) {
	n, err := t.Count()
	if err == nil && n > math.MaxInt/16 {
		err = t.errorf("its shape %s has more elements than memory can hold", t.shape())
	}
	return int(n), err
}
