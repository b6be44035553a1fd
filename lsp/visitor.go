package lsp

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// How long a client that connected may take.
const (
	introduction = 30 * time.Second // to send all of its initialize request
	reading      = 30 * time.Second // to read the next piece of what is written to it
)

// piece is how much is written to a client at a time, in bytes.
const piece = 64 << 10

var errSilent = fmt.Errorf("no initialize request came within %s", introduction)

// A visitor is the connection of a client that nobody started the server for. One
// that does not introduce itself, or does not read, is let go.
type visitor struct {
	net.Conn
	admitted bool // changed and read by the goroutine that reads
}

// await begins the time in which the client is to introduce itself.
func (v *visitor) await() { _ = v.SetReadDeadline(time.Now().Add(introduction)) }

// admit lets the client be silent as long as it likes.
func (v *visitor) admit() {
	v.admitted = true
	_ = v.SetReadDeadline(time.Time{})
}

func (v *visitor) Read(p []byte) (int, error) {
	n, err := v.Conn.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) && !v.admitted {
		err = errSilent
	}
	return n, err
}

// Write gives the client time for each piece. One that does not take it loses its
// connection, since half a message was written.
func (v *visitor) Write(p []byte) (n int, err error) {
	for err == nil && n < len(p) {
		_ = v.SetWriteDeadline(time.Now().Add(reading))
		var written int
		written, err = v.Conn.Write(p[n:min(n+piece, len(p))])
		n += written
	}
	if err != nil {
		v.Close()
	}
	return n, err
}
