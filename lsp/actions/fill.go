package actions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/fill"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// fillID names the action that fills the holes of a file.
const fillID = "fill"

// fillTime is how long a search may take.
const fillTime = 10 * time.Second

// fill offers to fill the hole at the range, and with it the other holes of the file: its evaluation
// comments are about all of them.
func (o *actionList) fill() {
	if !o.source.Program() || !o.View.Client.ActionResolves || o.View.Oversized(o.source) {
		return
	}
	if i := o.source.File.ItemAt(o.span.Start); i < 0 || !strings.Contains(o.source.File.Item(i).Text, "?") {
		return
	}
	holes := fill.DecidedHoles(o.source)
	if !slices.ContainsFunc(holes, func(h fill.Hole) bool { return request.Touches(h.Span, o.span) }) {
		return
	}
	title := "fill the hole so that all evaluation comments pass"
	if len(holes) > 1 {
		title = fmt.Sprintf("fill the %d holes so that all evaluation comments pass", len(holes))
	}
	o.addLazy(protocol.CodeActionKindQuickFix, title, actionData{ID: fillID}, nil)
}

// filled are the edits that fill the holes, and what the search says of them. The worker searches,
// and the client may cancel it.
func (f feature) filled(ctx context.Context, v *request.View, source *workspace.Source, token protocol.ProgressToken) ([]workspace.Edit, *worker.Fill, error) {
	holes := fill.Holes(source.File)
	ctx, work := v.Session.Begin(ctx, v.Client, token, "fraccheck: fill "+console.Count(len(holes), "hole", "holes"), 0)
	defer work.End("")
	run := worker.Run{Limits: worker.Limits{Timeout: fillTime.Milliseconds()}}
	response, err := f.runner.Ask(ctx, v, fillTime, source, run, f.runner.Worker.Fill)
	switch {
	case ctx.Err() != nil:
		return nil, nil, protocol.ErrRequestCancelled
	case err != nil:
		return nil, nil, request.Failed(err)
	case response.Error != nil:
		return nil, nil, request.Failed(response.Error)
	case response.Fill == nil || len(response.Fill.Texts) != len(holes):
		return nil, nil, request.Failed(errors.New("nothing was found in " + fillTime.String() + "; an evaluation comment with other extents and numbers can say more"))
	}
	var edits []workspace.Edit
	for i, h := range holes {
		edits = append(edits, workspace.Edit{Place: workspace.Place{Source: source, Span: h.Span}, NewText: response.Fill.Texts[i]})
	}
	return edits, response.Fill, nil
}

// A fillReply is how the holes of a file were filled, for clients.
type fillReply struct {
	Fillings []string `json:"fillings"` // by hole, in the order of the text
	Examples int      `json:"examples"` // evaluation comments that pass with them
	Weak     bool     `json:"weak"`     // the comments say less than the fillings do
}

// fillHoles fills the holes of a file by an edit that the client makes. The edit is for the version of
// the text that was searched, so that a client refuses it after a change.
func (f feature) fillHoles(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, err
	}
	if !v.Client.AppliesEdits {
		return nil, request.Failed(errors.New("the editor makes no edits that the server asks for; the quick fix at the hole fills it"))
	}
	if !source.Program() || len(fill.DecidedHoles(source)) == 0 {
		return nil, request.Failed(errors.New("the file has no holes that evaluation comments decide"))
	}
	edits, found, err := f.filled(ctx, v, source, token)
	if err != nil {
		return nil, err
	}
	label := "fill " + console.Count(len(edits), "hole", "holes")
	asked, cancel := context.WithTimeout(ctx, request.Patience)
	defer cancel()
	result, err := v.Session.Client.ApplyEdit(asked, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *workspaceEdit(request.NewMapper(v), edits)})
	switch {
	case err != nil:
		return nil, request.Failed(fmt.Errorf("the editor did not answer: %w", err))
	case !result.Applied:
		return nil, request.Failed(errors.New("the text was changed while the holes were searched"))
	}
	return fillReply{found.Texts, found.Examples, found.Weak}, nil
}
