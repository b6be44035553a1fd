package frame_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fraccheck/fraccheck/lsp/frame"
)

// TestReadFrame reads connections: messages, and what ends them.
func TestReadFrame(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string // the messages, each followed by a semicolon, and the error
	}{
		{"", "EOF"},
		{"Content-Length: 2\r\n\r\n{}", "{};EOF"},
		{"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ";1;EOF"},
		{"content-length:2\n\n{}CONTENT-LENGTH: \t 02 \r\n\n[]", "{};[];EOF"},
		{"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}", "{};EOF"},
		{"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=\"UTF8\"\r\n\r\n{}", "{};EOF"},

		{"GET / HTTP/1.1\r\nHost: x\r\n\r\n", `byte 0: "GET / HTTP/1.1" is no header of the protocol, which has Content-Length and Content-Type`},
		{"Content-Length: 2\r\n\r\n{}\r\n", `{};byte 23: the message here has no header Content-Length`},
		{"Content-Length: 2\r\nHost: x\r\n\r\n{}", `byte 19: "Host: x" is no header of the protocol, which has Content-Length and Content-Type`},
		{"Content-Length : 2\r\n\r\n{}", `byte 0: "Content-Length : 2" is no header of the protocol, which has Content-Length and Content-Type`},
		{"\r\n\r\n{}", "byte 0: the message here has no header Content-Length"},
		{"Content-Type: x\r\n\r\n", "byte 0: the message here has no header Content-Length"},
		{"Content-Type: x;charset=latin1\r\n\r\n", `byte 0: "x;charset=latin1" is no Content-Type of the protocol, whose messages are utf-8`},
		{"Content-Type:\r\n\r\n", `byte 0: "" is no Content-Type of the protocol, whose messages are utf-8`},
		{"Content-Type: x\r\nContent-Type: x\r\n\r\n", "byte 17: the message has a second Content-Type"},
		{"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "byte 19: the message has a second Content-Length"},
		{"Content-Length:\r\n\r\n", "byte 0: Content-Length has no value"},
		{"Content-Length: -5\r\n\r\n", `byte 0: "-5" is no length`},
		{"Content-Length: +5\r\n\r\n", `byte 0: "+5" is no length`},
		{"Content-Length: 5 5\r\n\r\n", `byte 0: "5 5" is no length`},
		{"Content-Length: ٣\r\n\r\n", `byte 0: "٣" is no length`},
		{"Content-Length: 268435457\r\n\r\n", "byte 0: a message of 268435457 bytes is too long; at most 268435456 are read"},
		{"Content-Length: 99999999999999999999999999\r\n\r\n", "byte 0: a message of 99999999999999999999999999 bytes is too long; at most 268435456 are read"},
		{"\x00\x1b[31m\xff\n", `byte 0: "\x00\x1b[31m\xff" is no header of the protocol, which has Content-Length and Content-Type`},
		{strings.Repeat("x", 5000), `byte 0: "` + strings.Repeat("x", 80) + `"… is no header of the protocol: the line does not end within 4096 bytes`},
		{"Content-Length: " + strings.Repeat(" ", 5000), `byte 0: "Content-Length: ` + strings.Repeat(" ", 64) + `"… is no header of the protocol: the line does not end within 4096 bytes`},

		{"Content-Le", `byte 0: the connection ended within the headers of a message, after "Content-Le"`},
		{"Content-Length: 2\r\n", `byte 19: the connection ended within the headers of a message, after ""`},
		{"Content-Length: 2\r\n\r\n", `byte 21: the message here is to have 2 bytes, and the connection ended after 0`},
		{"Content-Length: 200000000\r\n\r\n{}", `byte 29: the message here is to have 200000000 bytes, and the connection ended after 2`},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in))} {
			if got := drain(frame.NewReader(in)); got != c.want {
				t.Errorf("%.60q reads as\n%s, want\n%s", c.in, got, c.want)
			}
		}
	}
}

// drain reads all messages and the error that ends them.
func drain(r *frame.Reader) string {
	var b strings.Builder
	for {
		message, err := r.ReadFrame()
		if err != nil {
			if _, again := r.ReadFrame(); again != err {
				return "the error does not stay"
			}
			return b.String() + err.Error()
		}
		b.WriteString(string(message) + ";")
	}
}

// TestConnectionError gives the errors of the connection as they are.
func TestConnectionError(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"", "Content", "Content-Length: 20\r\n\r\n{"} {
		_, err := frame.NewReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken))).ReadFrame()
		if !errors.Is(err, broken) {
			t.Errorf("after %q: %v", in, err)
		}
	}
}

// TestClaims holds that a header takes no memory, and that a long message's is
// given back.
func TestClaims(t *testing.T) {
	header := "Content-Length: " + strconv.Itoa(frame.MaxLength) + "\r\n\r\n"
	if grown := allocated(func() { frame.NewReader(strings.NewReader(header + "{")).ReadFrame() }); grown > 1<<18 {
		t.Errorf("a header alone takes %d bytes", grown)
	}
	const long = 20 << 20
	var wire bytes.Buffer
	w := frame.NewWriter(&wire)
	for _, length := range []int{long, 2, long} {
		if err := w.WriteFrame(bytes.Repeat([]byte("x"), length)); err != nil {
			t.Fatal(err)
		}
	}
	r := frame.NewReader(&wire)
	for i, length := range []int{long, 2, long} {
		message, err := r.ReadFrame()
		if err != nil || len(message) != length {
			t.Fatalf("message %d: %d bytes, %v", i, len(message), err)
		}
		if cap(message) > 2*max(length, 1<<20) {
			t.Errorf("a message of %d bytes lies in a buffer of %d", length, cap(message))
		}
	}
}

// TestSmallFrames holds that messages of everyday take no memory each.
func TestSmallFrames(t *testing.T) {
	message := []byte(`{"jsonrpc":"2.0","method":"x"}`)
	var wire bytes.Buffer
	w, r := frame.NewWriter(&wire), frame.NewReader(&wire)
	exchange := func() {
		if err := w.WriteFrame(message); err != nil {
			t.Fatal(err)
		}
		if got, err := r.ReadFrame(); err != nil || !bytes.Equal(got, message) {
			t.Fatal(string(got), err)
		}
	}
	exchange()
	if n := testing.AllocsPerRun(100, exchange); n > 1 {
		t.Errorf("%v allocations a message", n)
	}
}

func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// FuzzReadFrame reads any bytes: it ends, with an error whose place lies in them,
// and what it read is written and read again.
func FuzzReadFrame(f *testing.F) {
	for _, seed := range []string{"", "Content-Length: 2\r\n\r\n{}", "Content-Type: a/b; charset=utf8\nContent-Length: 1\n\n1Content-Length: 3\r\n\r\n[1]", "GET / HTTP/1.1\r\n\r\n", "Content-Length: 9999999999\r\n\r\n", "Content-Length: 50\r\n\r\nx"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		r := frame.NewReader(bytes.NewReader(in))
		var again bytes.Buffer
		w := frame.NewWriter(&again)
		for {
			message, err := r.ReadFrame()
			if wrong := (*frame.Error)(nil); errors.As(err, &wrong) && (wrong.At < 0 || wrong.At > int64(len(in))) {
				t.Fatalf("%v is said of %d bytes", err, len(in))
			}
			if err != nil {
				break
			}
			w.WriteFrame(message)
		}
		written := again.String()
		var third bytes.Buffer
		for r, w := frame.NewReader(&again), frame.NewWriter(&third); ; {
			message, err := r.ReadFrame()
			if err != nil {
				break
			}
			w.WriteFrame(message)
		}
		if third.String() != written {
			t.Fatalf("%q was written and reads as %q", written, third.String())
		}
	})
}

// TestEmptyFrame holds that a message without bytes is one.
func TestEmptyFrame(t *testing.T) {
	r := frame.NewReader(strings.NewReader("Content-Length: 0\r\n\r\n"))
	if message, err := r.ReadFrame(); message == nil || len(message) != 0 || err != nil {
		t.Errorf("gives %v, %v", message, err)
	}
}
