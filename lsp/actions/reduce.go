package actions

import (
	"context"
	"errors"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// reduceID names the action that writes a definition in a cheaper form.
const reduceID = "cheaper"

// reduceTime is how long a search may take.
const reduceTime = 5 * time.Second

// reduction offers to look for a form of a definition that does less work. Whether there is one is
// found when it is chosen: the search takes seconds.
func (o *actionList) reduction() {
	if !o.source.Program() || !o.View.Client.ActionResolves || o.View.Oversized(o.source) || len(o.source.Text()) > smallFile ||
		!wanted(o.only, protocol.CodeActionKindRefactorRewrite) {
		return
	}
	i, ok := o.converted()
	if !ok {
		return
	}
	item := o.source.File.Item(i)
	if item.Kind(item.Root) != syntax.ItemDef || item.Body() == syntax.NoNode {
		return
	}
	name := item.SourceText(item.Declared())
	o.addLazy(protocol.CodeActionKindRefactorRewrite, "look for a form of "+name+" that does less work", actionData{ID: reduceID, Item: i}, nil)
}

// reduced are the edits that write item i in a cheaper form. The worker searches, and the client may
// cancel it.
func (f feature) reduced(ctx context.Context, v *request.View, source *workspace.Source, i int) ([]workspace.Edit, error) {
	ctx, work := v.Session.Begin(ctx, v.Client, nil, "fraccheck: look for less work", 0)
	defer work.End("")
	run := worker.Run{Item: &i, Limits: worker.Limits{Timeout: reduceTime.Milliseconds()}}
	response, err := f.runner.Ask(ctx, v, reduceTime, source, run, f.runner.Worker.Reduce)
	switch {
	case err != nil:
		return nil, request.Failed(err)
	case response.Error != nil:
		return nil, request.Failed(response.Error)
	case response.Reduced == nil || response.Reduced.Text == "":
		why := "nothing cheaper was found"
		if response.Reduced != nil && response.Reduced.Reason != "" {
			why = response.Reduced.Reason
		}
		return nil, request.Failed(errors.New(why))
	}
	item := source.File.Item(i)
	return placed(source, i, []syntax.Edit{{Span: syntax.Span{End: int32(len(item.Text))}, NewText: response.Reduced.Text}}), nil
}
