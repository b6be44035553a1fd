package frame

import (
	"io"
	"strconv"
	"sync"
)

// A Writer writes messages to one connection, for any number of goroutines.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	buf []byte
}

func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// WriteFrame writes a message, of any length, behind its header: in one piece
// unless it is long. The bytes remain the caller's. After an error the other side
// may have a part of the message, and nothing more can be written.
func (w *Writer) WriteFrame(message []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf = append(w.buf[:0], "Content-Length: "...)
	w.buf = strconv.AppendInt(w.buf, int64(len(message)), 10)
	w.buf = append(w.buf, "\r\n\r\n"...)
	if len(message) <= firstBuf {
		w.buf = append(w.buf, message...)
		message = nil
	}
	if _, err := w.out.Write(w.buf); err != nil || len(message) == 0 {
		return err
	}
	_, err := w.out.Write(message)
	return err
}
