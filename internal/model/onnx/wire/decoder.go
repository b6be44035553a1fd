package wire

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
)

// A decoder reads messages out of bytes. Its methods end at the `end` of the message that they
// are in, which is never after that of the data.
type decoder struct {
	data  []byte
	start int64 // the offset of data in the file
	at    int   // the next byte
	depth int   // the number of messages around it
	left  int   // the bytes of memory that structures may still take
	in    *source

	texts   strings.Builder
	strings arena[string]
	numbers arena[int64]
}

const (
	// mostDepth is how many messages may contain each other: the limit of protobuf's own
	// readers, so that no other program has read a file that is deeper.
	mostDepth = 100

	// mostMemory is what the structures of one file may take. Empty nodes take two bytes of a
	// file and a hundred times that in memory, so that large files need a limit.
	mostMemory = 1 << 29
)

// decode reads data that is one message.
func decode[T any](in *source, data []byte, of *message[T]) (*T, error) {
	d, m := &decoder{data: data, left: mostMemory, in: in}, new(T)
	if err := of.read(d, m, len(data)); err != nil {
		return nil, err
	}
	return m, nil
}

// varint reads a number.
func (d *decoder) varint(end int) (uint64, *Error) {
	if d.at < end && d.data[d.at] < 0x80 {
		d.at++
		return uint64(d.data[d.at-1]), nil
	}
	v, n := protowire.ConsumeVarint(d.data[d.at:end])
	if n < 0 {
		return 0, d.malformed(n, end)
	}
	d.at += n
	return v, nil
}

// length reads the length of a field's bytes, which are there.
func (d *decoder) length(end int) (int, *Error) {
	at := d.at
	n, err := d.varint(end)
	if err != nil {
		return 0, err
	}
	if left := end - d.at; n > uint64(left) {
		where := "the message around it"
		if end == len(d.data) {
			where = "the file"
		}
		return 0, d.errorAt(at, "its length is %d bytes, and %s ends after %d", n, where, left)
	}
	return int(n), nil
}

// fixed passes n bytes and gives them.
func (d *decoder) fixed(n, end int) ([]byte, *Error) {
	if end-d.at < n {
		return nil, d.errorf("%d bytes are left, and a number takes %d", end-d.at, n)
	}
	d.at += n
	return d.data[d.at-n : d.at], nil
}

// bytes reads bytes with their length, without a copy.
func (d *decoder) bytes(end int) ([]byte, *Error) {
	n, err := d.length(end)
	if err != nil {
		return nil, err
	}
	d.at += n
	return d.data[d.at-n : d.at : d.at], nil
}

// skip passes the value of a field.
func (d *decoder) skip(key uint64, end int) (err *Error) {
	switch protowire.Type(key & 7) {
	case protowire.VarintType:
		_, err = d.varint(end)
	case protowire.Fixed32Type:
		_, err = d.fixed(4, end)
	case protowire.Fixed64Type:
		_, err = d.fixed(8, end)
	case protowire.BytesType:
		_, err = d.bytes(end)
	default:
		return d.errorf("it is %s; ONNX has none", wireTypes[key&7])
	}
	return err
}

// expect refuses a field that is not written as its type is.
func (d *decoder) expect(key uint64, want protowire.Type) *Error {
	if protowire.Type(key&7) == want {
		return nil
	}
	return d.errorf("it is %s, where %s is expected", wireTypes[key&7], wireTypes[want])
}

// take counts memory before it is allocated.
func (d *decoder) take(n, size int) *Error {
	if n > d.left/size {
		return d.errorf("what the file describes takes more than %d MiB of memory", mostMemory>>20)
	}
	d.left -= n * size
	return nil
}

// run is how many values of a field follow each other, before the first of them. It
// looks at keys and lengths only, and what it counts is read next, so that it looks at each
// once.
func (d *decoder) run(key uint64, end int) int {
	from := d.at
	defer func() { d.at = from }()
	for n := 1; ; n++ {
		if d.skip(key, end) != nil || d.at == end {
			return n
		}
		if next, err := d.varint(end); err != nil || next != key {
			return n
		}
	}
}

// textBlock is how many bytes of texts are allocated together.
const textBlock = 4096

// copied is a string with these bytes. Short ones share their memory: models have many.
func (d *decoder) copied(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > textBlock/8 {
		return string(b)
	}
	if d.texts.Len()+len(b) > d.texts.Cap() {
		d.texts = strings.Builder{}
		d.texts.Grow(textBlock)
	}
	from := d.texts.Len()
	d.texts.Write(b)
	return d.texts.String()[from:]
}

// name is a string that is UTF-8. Bytes that are not become `\xff`, so that names that differ
// still do.
func (d *decoder) name(b []byte) string {
	if utf8.Valid(b) {
		return d.copied(b)
	}
	var s strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&s, `\x%02x`, b[0])
		} else {
			s.Write(b[:n])
		}
		b = b[n:]
	}
	return s.String()
}

// next passes the key before value i of a run; that of the first was read.
func (d *decoder) next(i, end int) (err *Error) {
	if i > 0 {
		_, err = d.varint(end)
	}
	return err
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// packedNumbers reads integers that stand side by side after a length.
func (d *decoder) packedNumbers(list *[]int64, end int) *Error {
	length, err := d.length(end)
	if err != nil {
		return err
	}
	stop := d.at + length
	n := countVarints(d.data[d.at:stop])
	if err := d.take(n, 8); err != nil {
		return err
	}
	*list = d.numbers.extend(*list, n)
	for d.at < stop {
		v, err := d.varint(stop)
		if err != nil {
			return err.within(index(len(*list)))
		}
		*list = append(*list, int64(v))
	}
	return nil
}

// countVarints is how many numbers end in some bytes.
func countVarints(b []byte) (n int) {
	for _, c := range b {
		if c < 0x80 {
			n++
		}
	}
	return n
}

// fixedValues gives the bytes of one or, if packed, of several numbers of fixed size.
func (d *decoder) fixedValues(key uint64, size, end int) ([]byte, *Error) {
	if protowire.Type(key&7) == protowire.BytesType {
		b, err := d.bytes(end)
		if err == nil && len(b)%size != 0 {
			err = d.errorf("it has %d bytes, and each number takes %d", len(b), size)
		}
		return b, err
	}
	want := protowire.Fixed32Type
	if size == 8 {
		want = protowire.Fixed64Type
	}
	if err := d.expect(key, want); err != nil {
		return nil, err
	}
	return d.fixed(size, end)
}
