package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// A message is how one message of onnx.proto becomes a T.
type message[T any] struct {
	fields []field[T]             // by number; those that are not read are empty
	after  func(d *decoder, m *T) // called after the last field, where it is not nil
}

// A field is one field of a message. read begins after the key of an occurrence of it, and may
// read the occurrences that follow at once. write writes all occurrences with their keys; what
// is empty is written only if it is said to be there. It is nil for fields that are not written.
type field[T any] struct {
	name  string
	read  func(d *decoder, m *T, key uint64, end int) *Error
	write func(e *encoder, number protowire.Number, m *T, there bool)
}

// read reads the fields of a message. Those that are not in the table are passed over, as
// protobuf asks for.
func (t *message[T]) read(d *decoder, m *T, end int) *Error {
	for d.at < end {
		at := d.at
		key, err := d.varint(end)
		if err != nil {
			return err
		}
		number := key >> 3
		switch {
		case number < uint64(len(t.fields)) && t.fields[number].read != nil:
			f := &t.fields[number]
			if err := f.read(d, m, key, end); err != nil {
				return err.within(f.name)
			}
		case number == 0 || number > uint64(protowire.MaxValidNumber):
			return d.errorAt(at, "%d is no number of a field", number)
		default:
			if err := d.skip(key, end); err != nil {
				return err.within(fmt.Sprintf("field %d", number))
			}
		}
	}
	if t.after != nil {
		t.after(d, m)
	}
	return nil
}

// text is a string field.
func text[T any](name string, at func(*T) *string) field[T] {
	return oneText(name, (*decoder).name, at)
}

// texts is a repeated string field.
func texts[T any](name string, at func(*T) *[]string) field[T] {
	return manyTexts(name, (*decoder).name, at)
}

// rawText is a field of bytes that is a string, whether it is UTF-8 or not.
func rawText[T any](name string, at func(*T) *string) field[T] {
	return oneText(name, (*decoder).copied, at)
}

// rawTexts is rawText of a repeated field.
func rawTexts[T any](name string, at func(*T) *[]string) field[T] {
	return manyTexts(name, (*decoder).copied, at)
}

func oneText[T any](name string, convert func(*decoder, []byte) string, at func(*T) *string) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		err := d.expect(key, protowire.BytesType)
		if err != nil {
			return err
		}
		b, err := d.bytes(end)
		if err == nil {
			err = d.take(len(b), 1)
		}
		if err == nil {
			*at(m) = convert(d, b)
		}
		return err
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		if v := *at(m); v != "" || there {
			e.tag(number, protowire.BytesType)
			e.data = protowire.AppendString(e.data, v)
		}
	}}
}

func manyTexts[T any](name string, convert func(*decoder, []byte) string, at func(*T) *[]string) field[T] {
	const header = 16 // bytes of a string besides its text
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		if err := d.expect(key, protowire.BytesType); err != nil {
			return err
		}
		n := d.run(key, end)
		if err := d.take(n, header); err != nil {
			return err
		}
		list := at(m)
		*list = d.strings.extend(*list, n)
		for i := range n {
			err := d.next(i, end)
			if err != nil {
				return err
			}
			b, err := d.bytes(end)
			if err == nil {
				err = d.take(len(b), 1)
			}
			if err != nil {
				return err.within(index(len(*list)))
			}
			*list = append(*list, convert(d, b))
		}
		return nil
	}, func(e *encoder, number protowire.Number, m *T, _ bool) {
		for _, v := range *at(m) {
			e.tag(number, protowire.BytesType)
			e.data = protowire.AppendString(e.data, v)
		}
	}}
}

// number is a field of integers or of an enumeration.
func number[T any, N ~int32 | ~int64](name string, at func(*T) *N) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		err := d.expect(key, protowire.VarintType)
		if err != nil {
			return err
		}
		v, err := d.varint(end)
		if err == nil {
			*at(m) = N(v)
		}
		return err
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		if v := *at(m); v != 0 || there {
			e.tag(number, protowire.VarintType)
			e.data = protowire.AppendVarint(e.data, uint64(int64(v)))
		}
	}}
}

// numbers is a repeated field of integers, packed or not.
func numbers[T any](name string, at func(*T) *[]int64) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		if protowire.Type(key&7) == protowire.BytesType {
			return d.packedNumbers(at(m), end)
		}
		if err := d.expect(key, protowire.VarintType); err != nil {
			return err
		}
		list, n := at(m), d.run(key, end)
		if err := d.take(n, 8); err != nil {
			return err
		}
		*list = d.numbers.extend(*list, n)
		for i := range n {
			err := d.next(i, end)
			if err != nil {
				return err
			}
			v, err := d.varint(end)
			if err != nil {
				return err.within(index(len(*list)))
			}
			*list = append(*list, int64(v))
		}
		return nil
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		for _, v := range *at(m) {
			e.tag(number, protowire.VarintType)
			e.data = protowire.AppendVarint(e.data, uint64(v))
		}
		e.emptyList(number, len(*at(m)), there)
	}}
}

// float is a field of one float32.
func float[T any](name string, at func(*T) *float32) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		err := d.expect(key, protowire.Fixed32Type)
		if err != nil {
			return err
		}
		b, err := d.fixed(4, end)
		if err == nil {
			*at(m) = math.Float32frombits(binary.LittleEndian.Uint32(b))
		}
		return err
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		if v := *at(m); v != 0 || there {
			e.tag(number, protowire.Fixed32Type)
			e.data = protowire.AppendFixed32(e.data, math.Float32bits(v))
		}
	}}
}

// floats is a repeated field of float32, packed or not.
func floats[T any](name string, at func(*T) *[]float32) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		b, err := d.fixedValues(key, 4, end)
		if err == nil {
			err = d.take(len(b), 1)
		}
		if err != nil {
			return err
		}
		list := at(m)
		*list = slices.Grow(*list, len(b)/4)
		for ; len(b) > 0; b = b[4:] {
			*list = append(*list, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
		return nil
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		for _, v := range *at(m) {
			e.tag(number, protowire.Fixed32Type)
			e.data = protowire.AppendFixed32(e.data, math.Float32bits(v))
		}
		e.emptyList(number, len(*at(m)), there)
	}}
}

// readMessage reads a message that is a field, after its key.
func readMessage[M any](d *decoder, of *message[M], m *M, key uint64, end int) *Error {
	err := d.expect(key, protowire.BytesType)
	if err != nil {
		return err
	}
	n, err := d.length(end)
	if err != nil {
		return err
	}
	if d.depth == mostDepth {
		return d.errorf("it is inside %d messages; ONNX's readers allow no more", mostDepth)
	}
	d.depth++
	err = of.read(d, m, d.at+n)
	d.depth--
	return err
}

// one is a field of one message. Where it comes twice, the second adds to the first, as
// protobuf asks for.
func one[T, M any](name string, of *message[M], at func(*T) **M) field[T] {
	size := sizeOf[M]()
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		into := at(m)
		if *into == nil {
			if err := d.take(1, size); err != nil {
				return err
			}
			*into = new(M)
		}
		return readMessage(d, of, *into, key, end)
	}, func(e *encoder, number protowire.Number, m *T, _ bool) {
		if v := *at(m); v != nil {
			writeMessage(e, of, number, v)
		}
	}}
}

// into is a field of one message that becomes a part of the structure itself.
func into[T any](name string, of *message[T]) field[T] {
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		return readMessage(d, of, m, key, end)
	}, func(e *encoder, number protowire.Number, m *T, there bool) {
		if there {
			writeMessage(e, of, number, m)
		}
	}}
}

// choice is a field whose presence the structure notes itself: choose does that when it is
// read, and chosen reports it.
func choice[T any](f field[T], choose func(*T), chosen func(*T) bool) field[T] {
	return field[T]{f.name, func(d *decoder, m *T, key uint64, end int) *Error {
		choose(m)
		return f.read(d, m, key, end)
	}, func(e *encoder, number protowire.Number, m *T, _ bool) {
		if chosen(m) {
			f.write(e, number, m, true)
		}
	}}
}

// many is a repeated field of messages. Those of a run are allocated together.
func many[T, M any](name string, of *message[M], at func(*T) *[]*M) field[T] {
	size := sizeOf[M]() + sizeOf[*M]()
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		if err := d.expect(key, protowire.BytesType); err != nil {
			return err
		}
		n := d.run(key, end)
		if err := d.take(n, size); err != nil {
			return err
		}
		list, block := at(m), make([]M, n)
		*list = slices.Grow(*list, n)
		for i := range block {
			err := d.next(i, end)
			if err == nil {
				err = readMessage(d, of, &block[i], key, end)
			}
			if err != nil {
				return err.within(index(len(*list)))
			}
			*list = append(*list, &block[i])
		}
		return nil
	}, func(e *encoder, number protowire.Number, m *T, _ bool) {
		for _, v := range *at(m) {
			writeMessage(e, of, number, v)
		}
	}}
}

// values is a repeated field of small messages, which are in the list itself.
func values[T, M any](name string, of *message[M], at func(*T) *[]M) field[T] {
	size := sizeOf[M]()
	return field[T]{name, func(d *decoder, m *T, key uint64, end int) *Error {
		if err := d.expect(key, protowire.BytesType); err != nil {
			return err
		}
		n := d.run(key, end)
		if err := d.take(n, size); err != nil {
			return err
		}
		list := at(m)
		*list = slices.Grow(*list, n)
		for i := range n {
			var value M
			err := d.next(i, end)
			if err == nil {
				err = readMessage(d, of, &value, key, end)
			}
			if err != nil {
				return err.within(index(len(*list)))
			}
			*list = append(*list, value)
		}
		return nil
	}, func(e *encoder, number protowire.Number, m *T, _ bool) {
		list := *at(m)
		for i := range list {
			writeMessage(e, of, number, &list[i])
		}
	}}
}

func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }
