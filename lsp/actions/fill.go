package actions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/fill"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// fillID names the action that fills the holes of a file.
const fillID = "fill"

// fillTime is how long a search may take.
const fillTime = 10 * time.Second

// fill offers to fill the hole at the range, and with it the other holes of the file: its evaluation
// comments are about all of them. Without comments nothing decides, and completion lists what has the
// type.
func (o *actionList) fill() {
	if !o.source.Program() || !o.View.Client.ActionResolves || o.View.Oversized(o.source) {
		return
	}
	if i := o.source.File.ItemAt(o.span.Start); i < 0 || !strings.Contains(o.source.File.Item(i).Text, "?") {
		return
	}
	holes := fill.Holes(o.source.File)
	if !slices.ContainsFunc(holes, func(h fill.Hole) bool { return request.Touches(h.Span, o.span) }) {
		return
	}
	compares := func(c evaluate.Comment) bool { return c.Kind == evaluate.GivesValue }
	if !slices.ContainsFunc(evaluate.Comments(o.source), compares) {
		return
	}
	title := "fill the hole so that all evaluation comments pass"
	if len(holes) > 1 {
		title = fmt.Sprintf("fill the %d holes so that all evaluation comments pass", len(holes))
	}
	o.addLazy(protocol.CodeActionKindQuickFix, title, actionData{ID: fillID}, nil)
}

// filled are the edits that fill the holes. The worker searches, and the client may cancel it.
func (f feature) filled(ctx context.Context, v *request.View, source *workspace.Source) ([]workspace.Edit, error) {
	holes := fill.Holes(source.File)
	ctx, work := v.Session.Begin(ctx, v.Client, nil, "fraccheck: fill "+console.Count(len(holes), "hole", "holes"), 0)
	defer work.End("")
	run := worker.Run{Limits: worker.Limits{Timeout: fillTime.Milliseconds()}}
	response, err := f.runner.Ask(ctx, v, fillTime, source, run, f.runner.Worker.Fill)
	switch {
	case err != nil:
		return nil, request.Failed(err)
	case response.Error != nil:
		return nil, request.Failed(response.Error)
	case response.Fill == nil || len(response.Fill.Texts) != len(holes):
		return nil, request.Failed(errors.New("nothing was found in " + fillTime.String() + "; an evaluation comment with other extents and numbers can say more"))
	}
	var edits []workspace.Edit
	for i, h := range holes {
		edits = append(edits, workspace.Edit{Place: workspace.Place{Source: source, Span: h.Span}, NewText: response.Fill.Texts[i]})
	}
	return edits, nil
}
