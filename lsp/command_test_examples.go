package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// testExamples tries rules on the examples of a file of rules, on the one at a position,
// or on those of a rule.
func (f commandFeature) testExamples(ctx context.Context, v *view, t *commandTarget, token protocol.ProgressToken) (any, error) {
	source, err := v.source(t.URI)
	if err != nil {
		return nil, err
	}
	chosen, err := t.examples(v, source)
	if err != nil {
		return nil, err
	}
	ctx, task := v.session.begin(ctx, v.client, token, "fraccheck: test "+source.Name, len(chosen))
	run := exampleRun{
		commandFeature: f, view: v, source: source, places: newPlaces(v), kept: f.recorder(v, source),
		reply: examplesReply{Results: []exampleReply{}},
	}
	defer f.tested(v, source)
	for _, e := range chosen {
		if err := run.example(ctx, e); err != nil {
			task.end("cancelled")
			return nil, protocol.ErrRequestCancelled
		}
		task.step()
	}
	task.end(run.reply.Tally.String())
	return run.reply, nil
}

// A ruleExample is an example with its rule and its number in the file.
type ruleExample struct {
	pattern.Example
	rule   *pattern.Rule
	number worker.Example
}

// examplesOf are those of a file's rules, in the order of its text. A rule with a mistake
// has none.
func examplesOf(f *rulefile.File) (all []ruleExample) {
	for i, r := range f.Rules {
		for n, e := range r.Examples {
			all = append(all, ruleExample{e, r, worker.Example{Rule: i, Number: n}})
		}
	}
	return all
}

// examples are those that are meant: all, the one at a position, or those of the rule
// that is named, there or by its name.
func (t *commandTarget) examples(v *view, source *workspace.Source) ([]ruleExample, error) {
	f := source.Rules()
	if f == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document %q is no file of rules", t.URI)
	}
	if t.Position == nil && t.Item == nil && t.Name == "" {
		return examplesOf(f), nil
	}
	at := syntax.Span{Start: -1, End: -1}
	if t.Position != nil {
		at.Start = newPlaces(v).offset(source, *t.Position)
		at.End = at.Start
	}
	var chosen []ruleExample
	for _, e := range examplesOf(f) {
		if touches(e.Span, at) || touches(e.rule.NameSpan, at) || t.Name != "" && e.rule.Name == t.Name {
			chosen = append(chosen, e)
		}
	}
	if len(chosen) == 0 {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no example of a rule stands there")
	}
	return chosen, nil
}

// An exampleRun goes through examples of a file.
type exampleRun struct {
	commandFeature
	view   *view
	source *workspace.Source
	places *places
	kept   *recorder
	reply  examplesReply
}

// example tries one. It fails where the request is cancelled.
func (x *exampleRun) example(ctx context.Context, e ruleExample) error {
	response, err := x.executeBy(ctx, x.view, x.source, worker.Run{Example: &e.number}, x.worker.Example)
	if err != nil {
		return err
	}
	x.kept.keep(exampleSubject(e.number), response)
	verdict, _ := evaluate.Told(x.view.snapshot, x.source, verdictOf(response), e.Span)
	x.reply.Add(verdict)
	x.reply.Results = append(x.reply.Results, x.told(e, response, verdict))
	return nil
}

// told is what became of an example, for clients.
func (x *exampleRun) told(e ruleExample, r worker.Response, verdict evaluate.Verdict) exampleReply {
	out := exampleReply{
		Rule:    e.rule.Name,
		Range:   x.places.rangeOf(workspace.Place{Source: x.source, Span: e.Span}),
		Verdict: verdict.String(), Ms: r.Ms, Notes: []string{},
	}
	if r.Error != nil {
		out.Error = x.places.replyError([]*workspace.Source{x.source}, r.Error)
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
	Expected       *string                `json:"expected"` // the program behind `gives`, where another one came
	Got            *string                `json:"got"`
	Notes          []string               `json:"notes"`
	Compared       int                    `json:"compared"` // inputs on which both programs agree
	Counterexample *worker.Counterexample `json:"counterexample"`
	Ms             float64                `json:"ms"`
}
