package lsp

import (
	"context"
	"io"
	"time"

	"go.lsp.dev/protocol"
)

// testFeature gives what the checks by execution find.
var testFeature = feature{requests: map[string]route{
	"test/executed": asks(func(ctx context.Context, v *view, p *protocol.DocumentSymbolParams) (any, error) {
		path, err := v.path(p.TextDocument.URI)
		if err != nil {
			return nil, err
		}
		var messages []string
		found, err := v.session.executed(ctx, v, path)
		for _, ds := range found {
			for _, d := range ds {
				messages = append(messages, d.Message)
			}
		}
		return messages, err
	}),
}, announce: func(abilities, *protocol.ServerCapabilities) {}}

// testSettings changes what a test wants otherwise.
type testSettings struct {
	Milliseconds int64 `json:"milliseconds"` // of a run
	Memory       int64 `json:"memory"`
	Lenses       *bool `json:"lenses"`
	LargestFile  *int  `json:"largestFile"`
}

func changeSettings(s *server, p *testSettings) error {
	next := *s.view.Load()
	if p.Milliseconds > 0 {
		next.settings.Run.Timeout = time.Duration(p.Milliseconds) * time.Millisecond
	}
	if p.Memory > 0 {
		next.settings.Run.Memory = p.Memory
	}
	if p.Lenses != nil {
		lens := &next.settings.CodeLens
		lens.Run, lens.Test, lens.References = *p.Lenses, *p.Lenses, *p.Lenses
	}
	if p.LargestFile != nil {
		next.settings.LargestFile = *p.LargestFile
	}
	s.view.Store(&next)
	return nil
}

func init() {
	features = append(features, testFeature)
	notifications["test/settings"] = tells(changeSettings)
}

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
