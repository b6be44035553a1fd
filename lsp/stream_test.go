package lsp_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/frame"
)

// TestBrokenFrame ends the conversation with what was read and where, said to the
// client and to who started the server.
func TestBrokenFrame(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"GET / HTTP/1.1\r\n\r\n", `byte 0: "GET / HTTP/1.1" is no header of the protocol`},
		{"Content-Length: 2\r\n\r\n{}Content-Length: x\r\n\r\n", `byte 23: "x" is no length`},
		{"Content-Length: 20\r\n\r\n{}", `byte 22: the message here is to have 20 bytes, and the connection ended after 2`},
	} {
		var out strings.Builder
		err := lsp.Serve(context.Background(), monologue{strings.NewReader(c.in), &out}, io.Discard, lsp.Options{})
		if wrong := (*frame.Error)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q ends with %v, want %s", c.in, err, c.want)
		}
		if said := strings.ReplaceAll(out.String(), `\"`, `"`); !strings.Contains(said, c.want) || !strings.Contains(said, `"id":null`) {
			t.Errorf("%q is answered with %s, want %s", c.in, said, c.want)
		}
	}
}

// TestBrokenFrameUnread ends, too, where the client does not read.
func TestBrokenFrameUnread(t *testing.T) {
	_, nobody := io.Pipe()
	err := lsp.Serve(context.Background(), monologue{strings.NewReader("nonsense\n"), nobody}, io.Discard, lsp.Options{})
	if wrong := (*frame.Error)(nil); !errors.As(err, &wrong) {
		t.Errorf("the server ends with %v", err)
	}
}

// A monologue is a client that says what it has to say; what it hears is written
// down.
type monologue struct {
	io.Reader
	io.Writer
}

func (monologue) Close() error { return nil }
