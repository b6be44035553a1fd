package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// A deafClient has messages to read, and takes what is written to it when it is told to.
type deafClient struct {
	io.Reader
	takes chan struct{}
}

func (c *deafClient) Write(p []byte) (int, error) { <-c.takes; return len(p), nil }

func (c *deafClient) Close() error { return nil }

// TestDeafClient holds that nothing more is read from a client that does not read, once some
// megabytes wait for it, and that reading goes on when it does.
func TestDeafClient(t *testing.T) {
	const message = `{"jsonrpc":"2.0","method":"a"}`
	input := strings.Repeat(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message), 2)
	client := &deafClient{bytes.NewReader([]byte(input)), make(chan struct{})}
	b := &backlog{}
	s := newStream(client, b, func(error) {})
	if _, _, err := s.ReadFrame(context.Background()); err != nil {
		t.Fatal(err)
	}
	written := make(chan error)
	text := strings.Repeat("x", mostUnsent)
	go func() {
		_, err := s.Write(context.Background(), jsonrpc2.NewResponse(jsonrpc2.NewNumberID(1), jsonrpc2.RawMessage(`"`+text+`"`), nil))
		written <- err
	}()
	client.takes <- struct{}{} // the header; the text waits
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	b.mayAnswer(cancelled) // comes back, for its request was cancelled
	read := make(chan error)
	go func() {
		_, _, err := s.ReadFrame(context.Background())
		read <- err
	}()
	select {
	case <-read:
		t.Fatal("a message was read while megabytes waited")
	default:
	}
	close(client.takes)
	if err := <-written; err != nil {
		t.Error(err)
	}
	if err := <-read; err != nil {
		t.Error(err)
	}
	if b.unsent != 0 {
		t.Errorf("%d bytes are left", b.unsent)
	}
}

// TestOpenRequests holds that many requests without answers keep others from being read, and
// not themselves from being answered.
func TestOpenRequests(t *testing.T) {
	b := &backlog{}
	var answered []func()
	for range mostOpen + 1 {
		answered = append(answered, b.ask())
	}
	b.mayAnswer(context.Background())
	may := make(chan struct{})
	go func() {
		b.mayRead(context.Background())
		close(may)
	}()
	select {
	case <-may:
		t.Fatal("a message may be read")
	default:
	}
	answered[0]()
	<-may
}
