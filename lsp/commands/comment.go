package commands

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// testComments checks the evaluation comments of a document, those of a range, or the one at a
// position.
func (f feature) testComments(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, err
	}
	chosen, err := claims(t, v, source)
	if err != nil {
		return nil, err
	}
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: test "+source.Name, len(chosen))
	run := testRun{
		feature: f, view: v, source: source, mapper: request.NewMapper(v), files: runs.Files(v, source), kept: f.Recorder(v, source),
		reply: testReply{Results: []commentReply{}},
	}
	defer f.Tested(v, source)
	for _, n := range chosen {
		if err := run.comment(ctx, n); err != nil {
			task.End("cancelled")
			return nil, protocol.ErrRequestCancelled
		}
		task.Step()
	}
	task.End(run.reply.Tally.String())
	return run.reply, nil
}

// A numbered evaluation comment is one with its number in the file.
type numbered struct {
	evaluate.Comment
	number int
}

// claims are the comments that are meant: all, or those of a range, at a position, of an item or of
// a name.
func claims(t *request.CommandTarget, v *request.View, source *workspace.Source) ([]numbered, error) {
	whole := t.Position == nil && t.Item == nil && t.Name == "" && t.Range == nil
	at, around := syntax.Span{Start: -1, End: -1}, syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = request.NewMapper(v).Offset(source, *t.Position)
		at.End = at.Start
	}
	if t.Range != nil {
		around = request.NewMapper(v).Span(source, *t.Range)
	}
	var chosen []numbered
	for n, c := range evaluate.Comments(source) {
		within := around.Start <= c.Expr.Start && c.Expr.Start < around.End
		if whole || within || request.Touches(c.Expr, at) || request.Touches(c.Place, at) || t.Item != nil && c.Item == *t.Item {
			chosen = append(chosen, numbered{c, n})
		}
	}
	if len(chosen) == 0 && !whole {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no evaluation comment there")
	}
	return chosen, nil
}

// A testRun goes through evaluation comments of a file.
type testRun struct {
	feature
	view   *request.View
	source *workspace.Source
	mapper *request.Mapper
	files  []*workspace.Source
	kept   *runs.Recorder
	reply  testReply
}

// comment decides one evaluation comment. It fails where the request is cancelled.
func (t *testRun) comment(ctx context.Context, c numbered) error {
	subject := runs.CommentSubject(t.source, c.Comment)
	ctx, done := t.Begin(ctx, t.view, t.source, subject)
	response, err := t.Execute(ctx, t.view, t.source, worker.Run{Comment: &c.number})
	done()
	if err != nil {
		return err
	}
	t.kept.Keep(subject, response)
	verdict, _ := evaluate.Reported(t.view.Snapshot, t.source, runs.VerdictOf(response), c.Place, c.Expr)
	t.reply.Add(verdict)
	expected := c.Text
	t.reply.Results = append(t.reply.Results, commentReply{
		reply:    replyTo(t.mapper, t.files, response),
		Range:    t.mapper.Range(workspace.Place{Source: t.source, Span: c.Expr}),
		Verdict:  verdict.String(),
		Expected: expected,
	})
	return nil
}

// A testReply is what became of evaluation comments, for clients.
type testReply struct {
	evaluate.Tally
	Results []commentReply `json:"results"`
}

type commentReply struct {
	reply
	Range    protocol.Range `json:"range"` // of the expression
	Verdict  string         `json:"verdict"`
	Expected string         `json:"expected"` // what the comment says
}

// inComment is the evaluation comment at the position of a target whose expression is in it
// alone.
func inComment(t *request.CommandTarget, v *request.View, source *workspace.Source) (numbered, bool) {
	if t.Position == nil || t.Name != "" || t.Item != nil {
		return numbered{}, false
	}
	offset := request.NewMapper(v).Offset(source, *t.Position)
	at := syntax.Span{Start: offset, End: offset}
	for n, c := range evaluate.Comments(source) {
		if c.Item < 0 && c.Kind != evaluate.Misspelt && (request.Touches(c.Expr, at) || request.Touches(c.Place, at)) {
			return numbered{c, n}, true
		}
	}
	return numbered{}, false
}

// title names the expression shortly.
func (c *numbered) title(source *workspace.Source) string {
	return request.Abbreviate(source.Text()[c.Expr.Start:c.Expr.End])
}

// rangeAround is the part of a document all positions of which have the same value: that of an item
// with the comments around it, or of a comment that holds an expression of its own.
//
// The client asks again when the cursor leaves the range. So it is the largest one: the item,
// less the comments with expressions of their own before and after the position.
func rangeAround(p *request.Mapper, source *workspace.Source, at protocol.Position) *protocol.Range {
	offset := p.Offset(source, at)
	around := syntax.Span{End: int32(len(source.Text()))}
	if i := source.File.ItemAt(offset); i >= 0 {
		around.Start = source.File.Start(i)
		if i+1 < source.File.Len() {
			around.End = source.File.Start(i+1) - 1 // the next position is the next item's
		}
	}
	for _, c := range evaluate.Comments(source) {
		if c.Item >= 0 || c.Kind == evaluate.Misspelt {
			continue
		}
		whole := syntax.Span{Start: min(c.Expr.Start, c.Place.Start), End: max(c.Expr.End, c.Place.End)}
		switch {
		case request.Touches(whole, syntax.Span{Start: offset, End: offset}):
			around = whole
		case whole.End < offset:
			around.Start = max(around.Start, whole.End+1)
		default:
			around.End = min(around.End, whole.Start-1)
		}
	}
	out := p.Range(workspace.Place{Source: source, Span: around})
	return &out
}
