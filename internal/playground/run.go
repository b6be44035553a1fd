package playground

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// A Value is what a top-level expression gave: its value, or why it has none.
type Value struct {
	Span
	Value string  `json:"value,omitempty"`
	Type  string  `json:"type,omitempty"`
	Error string  `json:"error,omitempty"`
	Steps int64   `json:"steps"`
	Ms    float64 `json:"ms"`
}

func (r *Request) options() interp.Options {
	return interp.Options{Sequential: true, MaxSteps: r.Limits.Steps, MaxMemory: r.Limits.Memory}
}

// run evaluates the top-level expressions of the program, in its order. One with an error is not
// run, and says so.
func run(ctx context.Context, s *session, source *workspace.Source, r *Request) (any, error) {
	program, err := evaluate.Open(s.snapshot, r.Path)
	if err != nil {
		return nil, err
	}
	values := []Value{}
	for _, i := range program.Expressions() {
		item := source.File.Item(i)
		span := source.Absolute(i, item.Span(item.Root))
		v := Value{Span: offsetsIn(source.Text(), []int32{span.Start, span.End}).span(span)}
		if found := program.Check(i); len(found) > 0 {
			v.Error = "not run, since it has an error: " + found[0].Message
		} else if name := program.Free(i); name != "" {
			v.Error = fmt.Sprintf("not run, since `%s` is bound nowhere", name)
		} else {
			v.fill(program.Run(ctx, i, r.options()))
		}
		values = append(values, v)
	}
	return values, nil
}

func (v *Value) fill(result evaluate.Result) {
	v.Steps, v.Ms = result.Stats.Steps, float64(result.Stats.Elapsed.Microseconds())/1000
	if result.Type != nil {
		v.Type = types.String(result.Type)
	}
	switch {
	case result.Err != nil:
		v.Error = evaluate.Message(result.Err)
	case result.Value != nil:
		v.Value = value.Summary(result.Value)
	}
}

// A Verdict is what became of an evaluation comment.
type Verdict struct {
	Span
	Verdict  string `json:"verdict"` // passed, failed or skipped
	Text     string `json:"text"`    // of the expression
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`
	Problem  string `json:"problem,omitempty"`
}

// test decides the evaluation comments of the program, in its order.
func test(ctx context.Context, s *session, source *workspace.Source, r *Request) (any, error) {
	program, err := evaluate.Open(s.snapshot, r.Path)
	if err != nil {
		return nil, err
	}
	verdicts := []Verdict{}
	for i, c := range program.Comments() {
		outcome := program.Judge(ctx, i, r.options())
		v := Verdict{
			Span:    offsetsIn(source.Text(), []int32{c.Place.Start, c.Place.End}).span(c.Place),
			Verdict: outcome.Verdict.String(), Text: program.Text(c), Expected: c.Text, Problem: outcome.Problem,
		}
		if outcome.Value != nil {
			v.Found = value.Summary(outcome.Value)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}
