package lsp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A slowClient takes a number of bytes and then no more, and says nothing.
type slowClient struct {
	net.Conn
	takes    int
	largest  int // write
	deadline time.Time
	closed   atomic.Bool
}

func (c *slowClient) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

func (c *slowClient) Close() error { c.closed.Store(true); return nil }

func (c *slowClient) RemoteAddr() net.Addr { return &net.TCPAddr{} }

func (c *slowClient) SetReadDeadline(t time.Time) error { c.deadline = t; return nil }

func (c *slowClient) SetWriteDeadline(t time.Time) error { c.deadline = t; return nil }

func (c *slowClient) Write(p []byte) (int, error) {
	n := min(len(p), c.takes)
	c.takes, c.largest = c.takes-n, max(c.largest, len(p))
	if n < len(p) {
		return n, os.ErrDeadlineExceeded
	}
	return n, nil
}

// TestVisitorReads gives a client time for each piece, and closes where it takes no
// more.
func TestVisitorReads(t *testing.T) {
	for _, takes := range []int{0, 100, piece, 3*piece - 1, 3 * piece} {
		c := &slowClient{takes: takes}
		v := &visitor{Conn: c}
		n, err := v.Write(make([]byte, 3*piece))
		if wrong := takes < 3*piece; n != takes || (err != nil) != wrong || c.closed.Load() != wrong || c.largest > piece || c.deadline.IsZero() {
			t.Errorf("of %d bytes %d are written: %v, closed %v, with a deadline of %v", takes, n, err, c.closed.Load(), c.deadline)
		}
	}
}

// TestVisitorIntroduces lets a client go that says nothing, until it said initialize.
func TestVisitorIntroduces(t *testing.T) {
	c := &slowClient{takes: 1 << 20}
	var log bytes.Buffer
	attend(context.Background(), c, &log, Options{})
	if !c.closed.Load() || c.deadline.IsZero() || !strings.Contains(log.String(), "no initialize request came within 30s") {
		t.Errorf("a silent client: closed %v, deadline %v, %s", c.closed.Load(), c.deadline, log.String())
	}
	v := &visitor{Conn: c}
	v.await()
	v.admit()
	if !c.deadline.IsZero() {
		t.Error("a client that was admitted has a deadline")
	}
}

// scripted gives connections and errors in turn.
type scripted struct {
	net.Listener
	clients []any
}

func (s *scripted) Accept() (net.Conn, error) {
	if len(s.clients) == 0 {
		return nil, net.ErrClosed
	}
	next := s.clients[0]
	s.clients = s.clients[1:]
	if err, wrong := next.(error); wrong {
		return nil, err
	}
	return next.(net.Conn), nil
}

// TestAcceptErrors goes on where no file descriptors are left.
func TestAcceptErrors(t *testing.T) {
	served := make(chan net.Conn, 2)
	l := &scripted{clients: []any{syscall.EMFILE, syscall.ENFILE, &slowClient{}, syscall.ECONNABORTED, &slowClient{}}}
	var log bytes.Buffer
	if err := acceptAll(context.Background(), l, &log, refuse, func(c net.Conn) { served <- c }); !errors.Is(err, net.ErrClosed) {
		t.Errorf("it ends with %v", err)
	}
	<-served
	<-served
	if got := strings.Count(log.String(), "a client waits"); got != 2 {
		t.Errorf("the log says\n%s", log.String())
	}
}

// TestMaxClients turns away who finds no place.
func TestMaxClients(t *testing.T) {
	l := &scripted{}
	for range maxClients {
		l.clients = append(l.clients, &slowClient{})
	}
	refused, there := net.Pipe()
	l.clients = append(l.clients, there)
	done := make(chan struct{})
	defer close(done)
	_ = acceptAll(context.Background(), l, io.Discard, refuse, func(net.Conn) { <-done })
	said, err := io.ReadAll(refused)
	if err != nil || !strings.Contains(string(said), "this server has 64 clients already") {
		t.Errorf("who is turned away hears %q, %v", said, err)
	}
}
