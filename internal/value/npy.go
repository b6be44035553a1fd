package value

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// NumPy's file format (numpy.lib.format, versions 1.0 to 3.0): a magic string,
// the version, the length of a header, the header, which is a dictionary in
// Python's syntax, and the elements.
const npyMagic = "\x93NUMPY"

// descriptions are the dtypes' names in headers, after the byte order. NumPy
// has no bfloat16; the packages that have one save it as two raw bytes. Dtypes that are only
// stored are written as the integers that hold them, or as raw bytes, and are not read back.
var descriptions = [...]string{
	Bool: "b1", Int8: "i1", Int16: "i2", Int32: "i4", Int64: "i8",
	Uint8: "u1", Uint16: "u2", Uint32: "u4", Uint64: "u8",
	Float16: "f2", Bfloat16: "V2", Float32: "f4", Float64: "f8",
	Int4: "i1", Uint4: "u1", Int2: "i1", Uint2: "u1",
	Float8E4M3FN: "V1", Float8E4M3FNUZ: "V1", Float8E5M2: "V1", Float8E5M2FNUZ: "V1", Float4E2M1FN: "V1",
}

// WriteNPY writes an array as a .npy file.
func WriteNPY(w io.Writer, a *Array) error {
	order := "<"
	if a.Dtype.Size() == 1 || a.Dtype == Bfloat16 {
		order = "|"
	}
	header := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': %s, }", order, descriptions[a.Dtype], ShapeText(a.Shape))
	// The elements begin at a multiple of 64 bytes.
	spare := 63 - (len(npyMagic)+4+len(header))%64
	header += strings.Repeat(" ", spare) + "\n"
	if len(header) > math.MaxUint16 {
		return fmt.Errorf("an array of %d dimensions does not fit the .npy format", a.Rank())
	}
	start := append([]byte(npyMagic), 1, 0)
	start = binary.LittleEndian.AppendUint16(start, uint16(len(header)))
	if _, err := w.Write(append(start, header...)); err != nil {
		return fmt.Errorf("writing .npy: %w", err)
	}
	return writeElements(w, a)
}

// writeElements writes elements little-endian, block by block.
func writeElements(w io.Writer, a *Array) error {
	const block = 1 << 14
	reader, n := NewReader(a), a.Len()
	for from := 0; from < n; from += block {
		if err := binary.Write(w, binary.LittleEndian, reader.Read(from, min(block, n-from))); err != nil {
			return fmt.Errorf("writing .npy: %w", err)
		}
	}
	return nil
}

// ReadNPY reads a .npy file whose elements take at most so many bytes. It
// allocates no more than the file holds, whatever its header says.
func ReadNPY(r io.Reader, most int64) (*Array, error) {
	a, err := readNPY(r, most)
	if err != nil {
		return nil, fmt.Errorf("reading .npy: %w", err)
	}
	return a, nil
}

// readNPY reads one array of at most so many bytes. What the header promises is not allocated
// before it is there: memory grows with what was read.
func readNPY(r io.Reader, most int64) (*Array, error) {
	text, err := npyHeaderText(r)
	if err != nil {
		return nil, err
	}
	h, err := parseNPYHeader(text)
	if err != nil {
		return nil, err
	}
	n, err := CheckedLen(h.shape)
	if err != nil {
		return nil, err
	}
	size := int64(n) * int64(h.dtype.Size())
	if size > most {
		return nil, fmt.Errorf("its elements take %d bytes of memory, and %d are allowed", size, max(most, 0))
	}
	elems, err := h.elements(r, n)
	if err != nil {
		return nil, err
	}
	return h.array(elems), nil
}

// readAtOnce is how many elements are read at a time, and allocated before any of them
// was seen.
const readAtOnce = 1 << 16

// elements reads so many. Room for them grows with what the file holds.
func (h *npyHeader) elements(r io.Reader, n int) (any, error) {
	limit := min(n, readAtOnce)
	elems, block := MakeData(h.dtype, limit), make([]byte, limit*h.dtype.Size())
	for done := 0; done < n; {
		if done == limit {
			limit = min(n, 2*limit)
			grown := MakeData(h.dtype, limit)
			CopyData(grown, elems)
			elems = grown
		}
		length := min(limit-done, readAtOnce)
		bytes := block[:length*h.dtype.Size()]
		if got, err := io.ReadFull(r, bytes); err != nil {
			size := h.dtype.Size()
			return nil, fmt.Errorf("the file ends after %d of %d bytes of elements: %w", done*size+got, n*size, err)
		}
		if err := h.decode(Cut(elems, done, done+length), bytes); err != nil {
			return nil, err
		}
		done += length
	}
	return elems, nil
}

func (h *npyHeader) decode(elems any, data []byte) error {
	if h.dtype == Bool {
		for i, b := range data {
			Store(elems, i, Truth(b != 0))
		}
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if h.bigEndian {
		order = binary.BigEndian
	}
	_, err := binary.Decode(data, order, elems)
	return err
}

// mostHeader is the length beyond which a header is refused.
const mostHeader = 1 << 16

func npyHeaderText(r io.Reader) (string, error) {
	start := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(r, start); err != nil || string(start[:len(npyMagic)]) != npyMagic {
		return "", errors.New("it does not begin as .npy files do")
	}
	width := 4
	switch major := start[len(npyMagic)]; major {
	case 1:
		width = 2
	case 2, 3:
	default:
		return "", fmt.Errorf("version %d of the format is not known", major)
	}
	length := make([]byte, 4)
	if _, err := io.ReadFull(r, length[:width]); err != nil {
		return "", fmt.Errorf("the file ends in its header: %w", err)
	}
	n := binary.LittleEndian.Uint32(length)
	if n > mostHeader {
		return "", fmt.Errorf("it says that its header has %d bytes; %d are read at most", n, mostHeader)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return "", fmt.Errorf("the file ends in its header: %w", err)
	}
	return string(text), nil
}

// array arranges elements; in Fortran's order the first dimension runs fastest.
func (h *npyHeader) array(elems any) *Array {
	if !h.fortran {
		return Wrap(h.dtype, elems, h.shape)
	}
	shape, axes := slices.Clone(h.shape), make([]int, len(h.shape))
	slices.Reverse(shape)
	for i := range axes {
		axes[i] = len(axes) - 1 - i
	}
	return Wrap(h.dtype, elems, shape).Transpose(axes)
}
