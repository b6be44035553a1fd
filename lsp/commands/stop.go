package commands

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// stopRuns stops what runs at a place: the item there and the evaluation comments on it. The reply
// says whether something did.
func (f feature) stopRuns(_ context.Context, v *request.View, t *request.CommandTarget, _ protocol.ProgressToken) (any, error) {
	source, i, err := t.Find(v)
	if err != nil {
		return nil, err
	}
	if source.Rules() != nil {
		return struct {
			Stopped bool `json:"stopped"`
		}{}, nil
	}
	stopped := f.Stop(source.Path, runs.ItemSubject(source, i))
	at := syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = request.NewMapper(v).Offset(source, *t.Position)
		at.End = at.Start
	}
	for _, c := range evaluate.Comments(source) {
		if c.Item == i || request.Touches(c.Expr, at) {
			stopped = f.Stop(source.Path, runs.CommentSubject(source, c)) || stopped
		}
	}
	return struct {
		Stopped bool `json:"stopped"`
	}{stopped}, nil
}
