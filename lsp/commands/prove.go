package commands

import (
	"context"
	"slices"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// proveTime is how long the search for a verdict on a rule may take.
const proveTime = 4 * time.Second

// A proofReply is the verdict on a rule, for clients.
type proofReply struct {
	Rule    string   `json:"rule"`
	Verdict string   `json:"verdict"` // proved, refuted or unknown
	Reason  string   `json:"reason"`  // of unknown: what is missing; of refuted: a program that the rule changes
	Notes   []string `json:"notes"`
}

// proveRule searches for a verdict on the rewrite rule at a position, or on the one that is named. The
// worker searches, and the client may cancel it. Lenses and diagnostics show what was found.
func (f feature) proveRule(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, err
	}
	file, err := request.Rules(source)
	if err != nil {
		return nil, err
	}
	at := syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = request.NewMapper(v).Offset(source, *t.Position)
		at.End = at.Start
	}
	i := slices.IndexFunc(file.Rules, func(r *pattern.Rule) bool {
		return r.Kind == pattern.Rewrite && (request.Touches(r.NameSpan, at) || t.Name != "" && r.Name == t.Name)
	})
	if i < 0 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no rewrite rule there")
	}
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: prove "+file.Rules[i].Name, 0)
	defer f.Tested(v, source)
	kept := f.Recorder(v, source)
	run := worker.Run{Example: &worker.Example{Rule: i}, Limits: worker.Limits{Timeout: proveTime.Milliseconds()}}
	response, err := f.Ask(ctx, v, proveTime, source, run, f.Worker.Prove)
	switch {
	case ctx.Err() != nil:
		task.End("cancelled")
		return nil, protocol.ErrRequestCancelled
	case err != nil:
		task.End("")
		return nil, request.Failed(err)
	case response.Proof == nil:
		task.End("")
		return nil, request.Failed(response.Error)
	}
	kept.Keep(runs.ProofSubject(i), response)
	task.End(response.Proof.Verdict)
	reply := proofReply{Rule: file.Rules[i].Name, Verdict: response.Proof.Verdict, Reason: response.Proof.Reason, Notes: response.Proof.Notes}
	if response.Error != nil {
		reply.Reason = response.Error.Message
	}
	if reply.Notes == nil {
		reply.Notes = []string{}
	}
	return reply, nil
}
