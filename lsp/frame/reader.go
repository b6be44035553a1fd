// Package frame reads and writes the framing of the Language Server Protocol:
// each message is a block of headers, an empty line, and as many bytes of JSON
// as the header Content-Length says.
//
// A Reader is strict, since a connection may be anybody's: only Content-Length
// and Content-Type are headers, each at most once, and whatever else comes (a
// request line of HTTP, an unknown header) is an Error that says what was read
// and at which byte. After one nothing can be read any more: where the next
// message begins is not known. Lines may end with a line feed alone, as after a
// pipe in text mode.
//
// What a header claims costs nothing: memory grows with the bytes that come, and
// a buffer that a long message needed is not kept. The packages that serve and
// that forward messages use the same two types. Read reader.go first.
package frame

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// MaxLength is the longest message that is read, in bytes. A longer one ends the
// conversation: were it left out, an edit could be missing from a text.
const MaxLength = 1 << 28

const (
	maxLine  = 4 << 10  // of a header line, in bytes, with its end
	kept     = 1 << 20  // the longest buffer that is kept for the next message
	firstBuf = 64 << 10 // what a body gets before any of it came
)

// An Error is what is wrong with the bytes that came.
type Error struct {
	At     int64 // the byte of the connection, from zero, where it begins
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.At, e.Reason) }

// A Reader reads messages from one connection. It is for one goroutine.
type Reader struct {
	in   *bufio.Reader
	read int64 // bytes
	body []byte
	err  error // that ended it
}

// NewReader reads from in, and beyond the message that is asked for.
func NewReader(in io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, maxLine), body: []byte{}}
}

// ReadFrame gives the next message without its headers; it is the caller's until
// the next call, and not nil where it has no bytes. The error is io.EOF where the connection ended between two
// messages, an *Error where what came is no message or only the beginning of one,
// and that of the connection otherwise; it stays.
func (r *Reader) ReadFrame() ([]byte, error) {
	if r.err != nil {
		return nil, r.err
	}
	frame, err := r.next()
	r.err = err
	return frame, err
}

func (r *Reader) next() ([]byte, error) {
	length, err := r.headers()
	if err != nil {
		return nil, err
	}
	if cap(r.body) > kept {
		r.body = []byte{}
	}
	return r.fill(length)
}

// fill reads a body of a length into a buffer that grows as the bytes come.
func (r *Reader) fill(length int) ([]byte, error) {
	body, begin := r.body[:0], r.read
	for len(body) < length {
		if len(body) == cap(body) {
			body = append(make([]byte, 0, min(length, max(firstBuf, 2*cap(body)))), body...)
		}
		n, err := r.in.Read(body[len(body):min(length, cap(body))])
		body, r.read = body[:len(body)+n], r.read+int64(n)
		if len(body) < length && err != nil {
			return nil, r.cut(err, begin, fmt.Sprintf("the message here is to have %d bytes, and the connection ended after %d", length, len(body)))
		}
	}
	r.body = body
	return body, nil
}

// headers reads the headers of a message and gives the length of its body.
func (r *Reader) headers() (int, error) {
	h, begin := headers{length: -1}, r.read
	for {
		at := r.read
		line, err := r.line(begin)
		if err != nil {
			return 0, err
		}
		if len(line) == 0 {
			break
		}
		if reason := h.add(line); reason != "" {
			return 0, &Error{at, reason}
		}
	}
	if h.length < 0 {
		return 0, &Error{begin, "the message here has no header Content-Length"}
	}
	return h.length, nil
}

// line reads one line of the headers that begin at a byte, without its end.
func (r *Reader) line(begin int64) ([]byte, error) {
	at := r.read
	line, err := r.in.ReadSlice('\n')
	r.read += int64(len(line))
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, &Error{at, fmt.Sprintf("%s is no header of the protocol: the line does not end within %d bytes", quoted(line), maxLine)}
	case err != nil && r.read == begin:
		return nil, err
	case err != nil:
		return nil, r.cut(err, at, fmt.Sprintf("the connection ended within the headers of a message, after %s", quoted(line)))
	}
	return withoutEnd(line), nil
}

// cut is the error of a message of which only the beginning came.
func (r *Reader) cut(err error, at int64, reason string) error {
	if errors.Is(err, io.EOF) {
		return &Error{at, reason}
	}
	return err
}

// A Writer writes messages to one connection, for any number of goroutines.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	buf []byte
}

func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// WriteFrame writes a message, of any length, after its header: in one piece
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
