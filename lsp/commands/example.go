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

// testExamples tries rules on the examples of a file of rules, on the one at a position,
// or on those of a rule.
//
// Examples run in the worker, since a rewrite is compared with the original by running both.
func (f feature) testExamples(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, err
	}
	chosen, err := examples(t, v, source)
	if err != nil {
		return nil, err
	}
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: test "+source.Name, len(chosen))
	run := exampleRun{
		feature: f, view: v, source: source, mapper: request.NewMapper(v), kept: f.Recorder(v, source),
		reply: examplesReply{Results: []exampleReply{}},
	}
	defer f.Tested(v, source)
	for _, e := range chosen {
		if err := run.example(ctx, e); err != nil {
			task.End("cancelled")
			return nil, protocol.ErrRequestCancelled
		}
		task.Step()
	}
	task.End(run.reply.Tally.String())
	return run.reply, nil
}

// examples are those that are meant: all, the one at a position, or those of the rule
// that is named, there or by its name.
func examples(t *request.CommandTarget, v *request.View, source *workspace.Source) ([]runs.RuleExample, error) {
	f, err := request.Rules(source)
	if err != nil {
		return nil, err
	}
	if t.Position == nil && t.Item == nil && t.Name == "" {
		return runs.ExamplesOf(f), nil
	}
	at := syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = request.NewMapper(v).Offset(source, *t.Position)
		at.End = at.Start
	}
	var chosen []runs.RuleExample
	for _, e := range runs.ExamplesOf(f) {
		if request.Touches(e.Span, at) || request.Touches(e.Rule.NameSpan, at) || t.Name != "" && e.Rule.Name == t.Name {
			chosen = append(chosen, e)
		}
	}
	if len(chosen) == 0 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no example of a rule there")
	}
	return chosen, nil
}

// An exampleRun goes through examples of a file.
type exampleRun struct {
	feature
	view   *request.View
	source *workspace.Source
	mapper *request.Mapper
	kept   *runs.Recorder
	reply  examplesReply
}

// example tries one. It fails where the request is cancelled.
func (x *exampleRun) example(ctx context.Context, e runs.RuleExample) error {
	response, err := x.ExecuteBy(ctx, x.view, x.source, worker.Run{Example: &e.Number}, x.Worker.Example)
	if err != nil {
		return err
	}
	x.kept.Keep(runs.ExampleSubject(e.Number), response)
	verdict, _ := evaluate.Reported(x.view.Snapshot, x.source, runs.VerdictOf(response), e.Span)
	x.reply.Add(verdict)
	x.reply.Results = append(x.reply.Results, x.replyOf(e, response, verdict))
	return nil
}

// replyOf is what became of an example, for clients.
func (x *exampleRun) replyOf(e runs.RuleExample, r worker.Response, verdict evaluate.Verdict) exampleReply {
	out := exampleReply{
		Rule:    e.Rule.Name,
		Range:   x.mapper.Range(workspace.Place{Source: x.source, Span: e.Span}),
		Verdict: verdict.String(), Ms: r.Ms, Notes: []string{},
	}
	if r.Error != nil {
		out.Error = replyToError(x.mapper, []*workspace.Source{x.source}, r.Error)
	}
	if t := r.Trial; t != nil {
		out.Notes = append(out.Notes, t.Notes...)
		out.Compared, out.Counterexample = t.Compared, t.Counterexample
		if t.Expected != t.Got {
			out.Expected, out.Got = &t.Expected, &t.Got
		}
	}
	return out
}

// An examplesReply is what became of examples, for clients.
type examplesReply struct {
	evaluate.Tally
	Results []exampleReply `json:"results"`
}

type exampleReply struct {
	Rule           string                 `json:"rule"`
	Range          protocol.Range         `json:"range"` // of the example
	Verdict        string                 `json:"verdict"`
	Error          *replyError            `json:"error"`    // why it does not hold
	Expected       *string                `json:"expected"` // the program after `gives`, where another one came
	Got            *string                `json:"got"`
	Notes          []string               `json:"notes"`
	Compared       int                    `json:"compared"` // inputs on which both programs agree
	Counterexample *worker.Counterexample `json:"counterexample"`
	Ms             float64                `json:"ms"`
}
