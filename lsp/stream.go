package lsp

import (
	"bytes"
	"context"
	"io"

	"go.lsp.dev/jsonrpc2"
)

// frames is what the library's streams can do besides Stream: hand out a
// message before it is decoded.
type frames interface {
	jsonrpc2.Stream
	ReadFrame(ctx context.Context) ([]byte, int64, error)
	WriteFrame(ctx context.Context, data []byte) (int64, error)
}

// A stream answers messages that are not JSON-RPC with an error; the library
// would close the connection over one.
type stream struct {
	frames
	end func() // called when no more can be read
}

func newStream(client io.ReadWriteCloser, end func()) stream {
	return stream{jsonrpc2.NewHeaderStream(client).(frames), end}
}

// ReadFrame gives the next message that is one.
func (s stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		frame, n, err := s.frames.ReadFrame(ctx)
		if err != nil {
			s.end()
			return nil, n, err
		}
		if err = wellFormed(frame); err == nil {
			return frame, n, nil
		}
		if _, err = s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, err)); err != nil {
			return nil, n, err
		}
	}
}

func wellFormed(frame []byte) error {
	if bytes.HasPrefix(bytes.TrimLeft(frame, " \t\r\n"), []byte("[")) {
		_, err := jsonrpc2.ParseRequests(frame)
		return err
	}
	_, err := jsonrpc2.DecodeMessage(frame)
	return err
}
