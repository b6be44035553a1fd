package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// testClaims checks the evaluation comments of a document, or the one at a
// position.
func (f commandFeature) testClaims(ctx context.Context, v *view, t *commandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.source(t.URI)
	if err != nil {
		return nil, err
	}
	chosen, err := t.claims(v, source)
	if err != nil {
		return nil, err
	}
	ctx, task := v.session.begin(ctx, v.client, token, "fraccheck: test "+source.Name, len(chosen))
	run := testRun{
		commandFeature: f, view: v, source: source, places: newPlaces(v), files: v.files(source), kept: f.recorder(v, source),
		reply: testReply{Results: []claimReply{}},
	}
	defer f.tested(v, source)
	for _, n := range chosen {
		if err := run.claim(ctx, n); err != nil {
			task.end("cancelled")
			return nil, protocol.ErrRequestCancelled
		}
		task.step()
	}
	task.end(run.reply.Tally.String())
	return run.reply, nil
}

// A numbered claim is one with its number in the file.
type numbered struct {
	evaluate.Claim
	number int
}

// claims are those that are meant: all, or those at a position, an item or a
// name.
func (t *commandTarget) claims(v *view, source *workspace.Source) ([]numbered, error) {
	whole := t.Position == nil && t.Item == nil && t.Name == ""
	at := syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = newPlaces(v).offset(source, *t.Position)
		at.End = at.Start
	}
	var chosen []numbered
	for n, c := range evaluate.Claims(source) {
		if whole || touches(c.Expr, at) || touches(c.Place, at) || t.Item != nil && c.Item == *t.Item {
			chosen = append(chosen, numbered{c, n})
		}
	}
	if len(chosen) == 0 && !whole {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no evaluation comment stands there")
	}
	return chosen, nil
}

// A testRun goes through claims of a file.
type testRun struct {
	commandFeature
	view   *view
	source *workspace.Source
	places *places
	files  []*workspace.Source
	kept   *recorder
	reply  testReply
}

// claim decides one claim. It fails where the request is cancelled.
func (t *testRun) claim(ctx context.Context, c numbered) error {
	response, err := t.execute(ctx, t.view, t.source, worker.Run{Claim: &c.number})
	if err != nil {
		return err
	}
	t.kept.keep(claimSubject(t.source, c.Claim), response)
	verdict, _ := evaluate.Told(t.view.snapshot, t.source, verdictOf(response), c.Place, c.Expr)
	t.reply.Add(verdict)
	expected := c.Text
	t.reply.Results = append(t.reply.Results, claimReply{
		reply:    t.places.reply(t.files, response),
		Range:    t.places.rangeOf(workspace.Place{Source: t.source, Span: c.Expr}),
		Verdict:  verdict.String(),
		Expected: expected,
	})
	return nil
}

// A testReply is what became of claims, for clients.
type testReply struct {
	evaluate.Tally
	Results []claimReply `json:"results"`
}

type claimReply struct {
	reply
	Range    protocol.Range `json:"range"` // of the expression
	Verdict  string         `json:"verdict"`
	Expected string         `json:"expected"` // what the comment says
}

// verdictOf is the verdict on a claim.
func verdictOf(r worker.Response) evaluate.Verdict { return evaluate.VerdictNamed(r.Verdict) }
