package workspace

import (
	"encoding/binary"
	"errors"
	"slices"
	"unicode/utf16"
	"unsafe"
)

// An encoding is how a file's text is written in bytes. UTF-16 begins with a mark
// that tells the order of its bytes; all else is UTF-8.
type encoding uint8

const (
	utf8Text encoding = iota
	utf16LittleEndian
	utf16BigEndian
)

var byteOrders = [...]byteOrder{
	utf8Text:          nil,
	utf16LittleEndian: binary.LittleEndian,
	utf16BigEndian:    binary.BigEndian,
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// utf16Mark is what a text in UTF-16 begins with.
const utf16Mark = 0xfeff

func encodingOf(text []byte) encoding {
	if len(text) >= 2 {
		for code := utf16LittleEndian; int(code) < len(byteOrders); code++ {
			if byteOrders[code].Uint16(text) == utf16Mark {
				return code
			}
		}
	}
	return utf8Text
}

// decode gives the text of bytes, without the mark of UTF-16. Nobody may change them
// afterwards: most texts are made of them as they are.
func (e encoding) decode(text []byte) (string, error) {
	order := byteOrders[e]
	if order == nil {
		return unsafe.String(unsafe.SliceData(text), len(text)), nil
	}
	if len(text)%2 != 0 {
		return "", errors.New("it is written in UTF-16, and its last character is cut in two; save it as UTF-8")
	}
	units := make([]uint16, 0, len(text)/2)
	for i := 2; i < len(text); i += 2 {
		units = append(units, order.Uint16(text[i:]))
	}
	decoded := utf16.Decode(units)
	if !slices.Equal(utf16.Encode(decoded), units) {
		return "", errors.New("it is written in UTF-16 and holds a half of a character; save it as UTF-8")
	}
	return string(decoded), nil
}

// looksWide tells whether every second byte of the beginning is zero, as it is
// where Latin letters are written in two bytes each.
func looksWide(text []byte) bool {
	text = text[:min(len(text), 64)&^1]
	zeros := [2]int{}
	for i, b := range text {
		if b == 0 {
			zeros[i%2]++
		}
	}
	return len(text) > 0 && max(zeros[0], zeros[1])*10 >= len(text)/2*9
}

// Wide tells whether the source was read from UTF-16.
func (s *Source) Wide() bool { return s.encoding != utf8Text }

// Encoded is a text in the bytes that the source was read from.
func (s *Source) Encoded(text string) string {
	order := byteOrders[s.encoding]
	if order == nil {
		return text
	}
	var out []byte
	for _, unit := range append([]uint16{utf16Mark}, utf16.Encode([]rune(text))...) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}
