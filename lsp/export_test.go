package lsp

import (
	"context"
	"io"

	"go.lsp.dev/protocol"
)

// ServeFaulty is Serve with two more requests: `test/panic` fails, `test/wait`
// lasts until it is cancelled.
func ServeFaulty(ctx context.Context, client io.ReadWriteCloser, log io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(ctx, log)
	s.routes["test/panic"] = asks(func(context.Context, *view, *protocol.HoverParams) (any, error) {
		panic("out of ideas")
	})
	s.routes["test/wait"] = asks(func(ctx context.Context, _ *view, _ *protocol.HoverParams) (any, error) {
		<-ctx.Done()
		return nil, nil
	})
	return s.serve(client)
}
