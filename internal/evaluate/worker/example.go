package worker

import (
	"context"
	"fmt"
	"time"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/interp/agreement"
)

// A Trial is what came of an example of a rule, beside its verdict.
type Trial struct {
	// Expected and Got are programs, where another one was expected.
	Expected       string          `json:"expected,omitempty"`
	Got            string          `json:"got,omitempty"`
	Notes          []string        `json:"notes,omitempty"`
	Compared       int             `json:"compared"` // inputs on which both programs agree
	Counterexample *Counterexample `json:"counterexample,omitempty"`
}

// A Counterexample is an input on which the programs before and after a change differ.
type Counterexample struct {
	Name   string            `json:"name"` // of the definition, or the text of the expression
	Inputs map[string]string `json:"inputs"`
	Before string            `json:"before"`
	After  string            `json:"after"`
}

// example tries a rule on one of its examples.
func example(ctx context.Context, m *state, r *Run) (Response, error) {
	source, rule, err := chosenRule(m, r, "example", func(rule *pattern.Rule) bool {
		return r.Example.Number >= 0 && r.Example.Number < len(rule.Examples)
	})
	if err != nil {
		return Response{}, err
	}
	began := time.Now()
	o := agreement.Options{MaxSteps: r.Limits.Steps, MaxMemory: r.Limits.Memory}
	out := evaluate.JudgeExample(ctx, m.snapshot, source, rule, r.Example.Number, o)
	response := Response{Ms: float64(time.Since(began).Microseconds()) / 1000}
	if ctx.Err() != nil { // what was looked at until then decides nothing
		response.Error = &Error{Code: "stopped", Message: "the example took longer than it may"}
		return response, nil
	}
	response.tell(&out)
	return response, nil
}

// chosenRule finds the rule that a request is about: one of the file's that has what the request asks
// for, such as an example.
func chosenRule(m *state, r *Run, what string, has func(*pattern.Rule) bool) (*workspace.Source, *pattern.Rule, error) {
	source, err := m.snapshot.Source(r.Path)
	if err != nil {
		return nil, nil, err
	}
	file, at := source.Rules(), r.Example
	switch {
	case file == nil:
		return nil, nil, fmt.Errorf("%s is not a file of rules", source.Name)
	case at == nil || at.Rule < 0 || at.Rule >= len(file.Rules) || !has(file.Rules[at.Rule]):
		return nil, nil, fmt.Errorf("%s has no such %s", source.Name, what)
	}
	return source, file.Rules[at.Rule], nil
}

// tell fills in what became of an example.
func (r *Response) tell(o *evaluate.RuleOutcome) {
	r.Verdict = o.Verdict.String()
	r.Trial = &Trial{Notes: o.Notes, Compared: o.Compared}
	if o.Expected != o.Got {
		r.Trial.Expected, r.Trial.Got = o.Expected, o.Got
	}
	if d := o.Different; d != nil {
		r.Trial.Counterexample = &Counterexample{Name: d.Name, Inputs: map[string]string{}, Before: d.Before, After: d.After}
		for _, in := range d.Inputs {
			r.Trial.Counterexample.Inputs[in.Name] = in.Text
		}
	}
	if o.Problem != "" {
		at := o.FirstLine()
		place := Call{o.Rule.Name, at.Source.Path, at.Span.Start, at.Span.End}
		r.Error = &Error{Code: string(suppress.ExpectationFailed), Message: o.Message(), Calls: []Call{place}}
	}
}

// A Diagnostic is what a check by execution found in an item. Positions are
// relative to the item.
type Diagnostic struct {
	Item     int            `json:"item"`
	Code     codes.Code     `json:"code"`
	Severity codes.Severity `json:"severity"`
	Span     syntax.Span    `json:"span"`
	Message  string         `json:"message"`
	Notes    []string       `json:"notes,omitempty"`
	Fixes    []syntax.Fix   `json:"fixes,omitempty"`
	Data     map[string]any `json:"data,omitempty"`
}

// ByItem are the findings of a check as the analyzers report them.
func (r *Response) ByItem() map[int][]syntax.Diagnostic {
	byItem := map[int][]syntax.Diagnostic{}
	for _, d := range r.Diagnostics {
		byItem[d.Item] = append(byItem[d.Item], syntax.Diagnostic{
			Code: d.Code, Severity: d.Severity, Span: d.Span,
			Message: d.Message, Notes: d.Notes, Fixes: d.Fixes, Data: d.Data,
		})
	}
	return byItem
}

// check makes the checks by execution over a file or one item of it.
func check(ctx context.Context, m *state, r *Run) (Response, error) {
	source, err := m.snapshot.Source(r.Path)
	if err != nil {
		return Response{}, err
	}
	items := make([]int, 0, source.File.Len())
	for i := range source.File.Len() {
		if r.Item == nil || *r.Item == i {
			items = append(items, i)
		}
	}
	found, err := m.snapshot.Execute(ctx, r.Path, items)
	if err != nil {
		return Response{}, err
	}
	var response Response
	for _, i := range items {
		for _, d := range found[i] {
			response.Diagnostics = append(response.Diagnostics, Diagnostic{i, d.Code, d.Severity, d.Span, d.Message, d.Notes, d.Fixes, d.Data})
		}
	}
	return response, nil
}
