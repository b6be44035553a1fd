package disk

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
)

// TestReadAll reads files that are not of the size that they said, or come in parts, into buffers
// that is too small or large: all of it is read, and nothing else.
func TestReadAll(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 50)
	for name, from := range map[string]func() io.Reader{
		"at once":        func() io.Reader { return bytes.NewReader(text) },
		"byte by byte":   func() io.Reader { return iotest.OneByteReader(bytes.NewReader(text)) },
		"half by half":   func() io.Reader { return iotest.HalfReader(bytes.NewReader(text)) },
		"end with bytes": func() io.Reader { return iotest.DataErrReader(bytes.NewReader(text)) },
	} {
		for _, size := range []int{0, 10, 499, 500, 501, 5000} {
			for _, space := range []int{0, 10, 500, 501, 5000} {
				if got, err := readAll(bytes.Repeat([]byte("x"), space), from(), size); !bytes.Equal(got, text) || err != nil {
					t.Errorf("%s, of %d bytes, into %d: %d bytes, %v", name, size, space, len(got), err)
				}
			}
		}
	}
	if _, err := readAll(nil, iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(text))), 500); err == nil {
		t.Error("an error in the midst is lost")
	}
}
