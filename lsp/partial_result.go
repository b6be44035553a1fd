package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
)

// partialResultSize is how many elements of an answer are sent at once to a
// client that takes it in parts.
const partialResultSize = 256

// A partialResult gathers the elements of an answer. Where the request came with
// a token, they are sent as they are found, and the answer itself is empty (LSP
// 3.18, Partial Result Progress).
type partialResult[T any] struct {
	session *session
	token   protocol.ProgressToken
	held    []T
}

func (p *partialResult[T]) add(ctx context.Context, elements ...T) {
	p.held = append(p.held, elements...)
	if p.token != nil && len(p.held) >= partialResultSize {
		p.send(ctx)
	}
}

func (p *partialResult[T]) send(ctx context.Context) {
	for part := range slices.Chunk(p.held, partialResultSize) {
		if text, err := protocol.Marshal(part); err == nil && ctx.Err() == nil {
			_ = p.session.client.Progress(ctx, &protocol.ProgressParams{Token: p.token, Value: text})
		}
	}
	p.held = nil
}

// answer is what is left to be answered.
func (p *partialResult[T]) answer(ctx context.Context) []T {
	if p.token != nil {
		p.send(ctx)
	}
	if p.held == nil {
		return []T{}
	}
	return p.held
}
