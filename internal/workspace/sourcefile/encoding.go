package sourcefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unicode/utf16"
	"unsafe"
)

// An Encoding is how a file's text is written in bytes. UTF-16 begins with a mark
// that reports the order of its bytes; all else is UTF-8.
type Encoding uint8

const (
	UTF8 Encoding = iota
	UTF16LittleEndian
	UTF16BigEndian
)

var byteOrders = [...]byteOrder{
	UTF8:              nil,
	UTF16LittleEndian: binary.LittleEndian,
	UTF16BigEndian:    binary.BigEndian,
}

type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// utf16Mark is what a text in UTF-16 begins with.
const utf16Mark = 0xfeff

func EncodingOf(text []byte) Encoding {
	if len(text) >= 2 {
		for code := UTF16LittleEndian; int(code) < len(byteOrders); code++ {
			if byteOrders[code].Uint16(text) == utf16Mark {
				return code
			}
		}
	}
	return UTF8
}

// Decode gives the text of bytes, without the mark of UTF-16. Nobody may change them
// afterwards: most texts are made of them as they are.
func (e Encoding) Decode(text []byte) (string, error) {
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

// looksWide reports whether every second byte of the beginning is zero, as it is
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

// binaryKinds are beginnings of files that are no text.
var binaryKinds = []struct{ begins, kind string }{
	{"\x7fELF", "a program for Linux (ELF)"},
	{"\x89PNG\r\n\x1a\n", "a picture (PNG)"},
	{"\xff\xd8\xff", "a picture (JPEG)"},
	{"\x1f\x8b", "compressed (gzip)"},
	{"\x28\xb5\x2f\xfd", "compressed (zstd)"},
	{"\xfd7zXZ\x00", "compressed (xz)"},
	{"PK\x03\x04", "an archive (zip)"},
	{"\x93NUMPY", "an array (npy)"},
}

// noText says why bytes are no text in UTF-8; nil for text. One zero in the first kilobyte is
// enough, as for git and grep, and so are many control characters. What an editor or standard
// input gave is characters: there a zero may be a slip of the hand.
func noText(text []byte, given bool) error {
	for _, known := range binaryKinds {
		if bytes.HasPrefix(text, []byte(known.begins)) {
			return binaryFile("it is " + known.kind)
		}
	}
	if !given && looksWide(text) {
		return errors.New("it seems to be written in UTF-16 without a byte order mark; save it as UTF-8")
	}
	beginning := text[:min(len(text), 1024)]
	controls := 0
	for _, b := range beginning {
		if b == 0 && !given {
			return binaryFile("there is a zero among its first 1,024 bytes")
		}
		if b < ' ' && bytes.IndexByte([]byte("\t\n\v\f\r\b\x1b"), b) < 0 {
			controls++
		}
	}
	if len(beginning) >= 32 && controls*5 > len(beginning) {
		return binaryFile("many of its first 1,024 bytes are control characters")
	}
	return nil
}

func binaryFile(why string) error {
	return fmt.Errorf("%s, so it is not read as text; leave it out with `ignore` in fraccheck.toml, or rename it", why)
}

// Wide reports whether the source was read from UTF-16.
func (s *Source) Wide() bool { return s.Encoding != UTF8 }

// Encoded is a text in the bytes that the source was read from.
func (s *Source) Encoded(text string) string {
	order := byteOrders[s.Encoding]
	if order == nil {
		return text
	}
	var out []byte
	for _, unit := range append([]uint16{utf16Mark}, utf16.Encode([]rune(text))...) {
		out = order.AppendUint16(out, unit)
	}
	return string(out)
}
