package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/normalform"
)

// A convertReply is a program in a normal form.
type convertReply struct {
	Text string        `json:"text"`
	Kept []keptInReply `json:"kept"` // what stays as it is
}

// A keptInReply is a definition without such a form, and why.
type keptInReply struct {
	Range   protocol.Range `json:"range"`
	Message string         `json:"message"`
}

// convertTo writes a document in a normal form.
func convertTo(form normalform.Form) func(context.Context, *view, *commandTarget, protocol.ProgressToken) (any, error) {
	return func(ctx context.Context, v *view, t *commandTarget, token protocol.ProgressToken) (any, error) {
		source, err := v.source(t.URI)
		if err != nil {
			return nil, err
		}
		ctx, work := v.session.begin(ctx, v.client, token, "fraccheck: convert "+source.Name, 0)
		defer work.end("")
		c, err := v.conversion(ctx, source, form)
		if err != nil {
			return nil, failed(err)
		}
		reply := convertReply{Text: c.Text, Kept: []keptInReply{}}
		places := newPlaces(v)
		for _, kept := range c.Kept {
			reply.Kept = append(reply.Kept, keptInReply{places.rangeOf(kept.Place), kept.Message})
		}
		return reply, nil
	}
}
