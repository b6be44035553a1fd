package lsp

import (
	"context"
	"io"

	"go.lsp.dev/protocol"
)

// resultHintFeature gives the hints of results alone.
var resultHintFeature = feature{requests: map[string]route{
	"test/resultHints": asks(func(_ context.Context, v *view, p *protocol.InlayHintParams) (any, error) {
		source, err := v.source(p.TextDocument.URI)
		if err != nil {
			return nil, err
		}
		return v.resultHints(source, newPlaces(v).span(source, p.Range)), nil
	}),
}, announce: func(abilities, *protocol.ServerCapabilities) {}}

func init() { features = append(features, resultHintFeature) }

// ServeFaulty is Serve with two more requests: `test/panic` fails, `test/wait`
// lasts until it is cancelled.
func ServeFaulty(ctx context.Context, client io.ReadWriteCloser, log io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(ctx, log, Options{})
	s.routes["test/panic"] = asks(func(context.Context, *view, *protocol.HoverParams) (any, error) {
		panic("out of ideas")
	})
	s.routes["test/wait"] = asks(func(ctx context.Context, _ *view, _ *protocol.HoverParams) (any, error) {
		<-ctx.Done()
		return nil, nil
	})
	return s.serve(client)
}
