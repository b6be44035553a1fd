package lsp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/frame"
)

// A stream is where bytes of a client that may be anybody become messages. Invariant: every
// frame that ReadFrame returns decodes to JSON-RPC with ids that can be answered; for any
// other, the client gets an error and the connection goes on, and for bytes that are no
// frame, it gets an error and the connection ends (see package frame).
//
// A stream is the client's connection as the JSON-RPC library reads and writes it.
// It answers messages that are not JSON-RPC with an error, where the library would
// close the connection, and keeps why nothing more can be read.
type stream struct {
	client io.ReadWriteCloser
	in     *frame.Reader
	out    *frame.Writer
	waits  *backlog
	ended  func(error) // called when no more can be read, with the reason
}

func newStream(client io.ReadWriteCloser, waits *backlog, ended func(error)) *stream {
	return &stream{client, frame.NewReader(client), frame.NewWriter(client), waits, ended}
}

// ReadFrame gives the next message that is one, when there is not too much that waits.
func (s *stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		s.waits.mayRead(ctx)
		message, err := s.in.ReadFrame()
		if err != nil {
			s.farewell(ctx, err)
			s.ended(err)
			return nil, 0, err
		}
		refusal := refusal(message)
		if refusal == nil {
			return message, int64(len(message)), nil
		}
		if _, err = s.WriteFrame(ctx, refusal); err != nil {
			return nil, 0, err
		}
	}
}

// parting is how long a client may take to read what was wrong with its bytes.
const parting = time.Second

// farewell answers a client's last bytes with what was wrong with them.
func (s *stream) farewell(ctx context.Context, err error) {
	var wrong *frame.Error
	if errors.As(err, &wrong) {
		s.refuse(ctx, jsonrpc2.Errorf(jsonrpc2.ParseError, "%v", wrong))
	}
}

// refuse sends an error that answers no request, to a client that still reads.
func (s *stream) refuse(ctx context.Context, err error) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_, _ = s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, err))
	}()
	select {
	case <-sent:
	case <-time.After(parting):
	}
}

// Read gives the next message decoded.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	message, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	decoded, err := jsonrpc2.DecodeMessage(message)
	return decoded, n, err
}

// messages are buffers in which answers are composed.
var messages = sync.Pool{New: func() any { return new([]byte) }}

// longestKept is the longest of them that is kept, in bytes.
const longestKept = 64 << 10

// Write encodes a message into a pooled buffer: an answer of a megabyte is common (semantic tokens),
// and most are short.
func (s *stream) Write(ctx context.Context, message jsonrpc2.Message) (int64, error) {
	buffer := messages.Get().(*[]byte)
	*buffer = jsonrpc2.AppendMessage((*buffer)[:0], message)
	if !utf8.Valid(*buffer) { // it repeats what the client or a file's name has
		*buffer = bytes.ToValidUTF8(*buffer, []byte("\ufffd"))
	}
	written := s.waits.write(len(*buffer))
	n, err := s.WriteFrame(ctx, *buffer)
	written()
	if cap(*buffer) <= longestKept {
		messages.Put(buffer)
	}
	return n, err
}

func (s *stream) WriteFrame(ctx context.Context, message []byte) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return int64(len(message)), s.out.WriteFrame(message)
}

func (s *stream) Close() error { return s.client.Close() }

// codec reads and writes the protocol's types, whose unions need a decoder of
// their own. What is JSON already passes as it is.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok && raw != nil {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage(nil), data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
