package evaluate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/interp"
)

// A Verdict reports whether a comment passes.
type Verdict uint8

const (
	Passed  Verdict = iota
	Failed          // it does not
	Skipped         // it cannot be decided
)

var verdictNames = [...]string{"passed", "failed", "skipped"}

func (v Verdict) String() string { return verdictNames[v] }

// An Outcome is what became of a comment.
type Outcome struct {
	Comment
	Result
	Verdict Verdict
	Problem string // why it does not hold, or was not decided; one sentence
	// Mistakes are the errors of the expression that keep it from being run,
	// in their place.
	Mistakes []Mistake
	// Expected is the value that was expected, nil where it could not be read.
	Expected value.Value
}

// A Mistake is an error of a comment's expression.
type Mistake struct {
	workspace.Place
	Diagnostic syntax.Diagnostic
}

// Judge decides comment i of the file.
func (p *Program) Judge(ctx context.Context, i int, o interp.Options) Outcome {
	c := p.comments()
	out := Outcome{Comment: c.comments[i]}
	if c.unreadable != nil {
		return out.failed("%v", c.unreadable)
	}
	if out.Kind == Misspelt && parses(c.comments[i].Text) {
		return out.failed("this comment is no test as it is spelled; did you mean `# evaluates to %s`?", c.comments[i].Text)
	}
	if out.Kind == Misspelt {
		return out.failed("this comment is no test as it is spelled: write `# evaluates to …` or `# fails: …`")
	}
	item := c.items[i]
	for _, d := range mistakes(c.got.module, item) {
		out.Mistakes = append(out.Mistakes, Mistake{c.got.own(item, d.Span), d})
	}
	if len(out.Mistakes) > 0 {
		return out.failed("%s", out.Mistakes[0].Diagnostic.Message)
	}
	if name := Free(c.got.module.Check(item).Info); name != "" {
		out.Verdict, out.Problem = Skipped, fmt.Sprintf("`%s` is bound nowhere, so the expression is checked and not run", name)
		return out
	}
	out.Result = run(ctx, c.got, interp.Entry{Item: c.items[i]}, nil, o)
	return judges[out.Kind](c, ctx, i, o, out)
}

var judges = [...]func(*commentCode, context.Context, int, interp.Options, Outcome) Outcome{
	GivesValue: (*commentCode).judgeValue,
	Fails:      (*commentCode).judgeFailure,
	Runs:       (*commentCode).judgeRun,
}

func (out Outcome) failed(format string, args ...any) Outcome {
	out.Verdict, out.Problem = Failed, fmt.Sprintf(format, args...)
	return out
}

// judgeRun decides whether a run came to its end.
func (c *commentCode) judgeRun(_ context.Context, _ int, _ interp.Options, out Outcome) Outcome {
	if out.Err != nil {
		return out.failed("%s", Message(out.Err))
	}
	return out
}

// judgeFailure decides whether a run failed in the way that it should.
func (c *commentCode) judgeFailure(_ context.Context, _ int, _ interp.Options, out Outcome) Outcome {
	switch {
	case out.Err == nil:
		return out.failed("it was to fail, and evaluates to %s", value.Summary(out.Value))
	case !strings.Contains(Message(out.Err), out.Text):
		return out.failed("it fails with another message")
	}
	return out
}

// judgeValue decides whether a run gave the expected value.
func (c *commentCode) judgeValue(ctx context.Context, i int, o interp.Options, out Outcome) Outcome {
	if out.Err != nil {
		return out.failed("%s", Message(out.Err))
	}
	if problem := c.whyUnreadable(i); problem != "" {
		if s := value.Within(out.Value, len(out.Text)); s.Whole && s.Text == out.Text {
			return out // what has no syntax of its own, such as `fn/2`
		}
		return out.failed("the expected value cannot be read: %s", problem)
	}
	want := run(ctx, c.want, interp.Entry{Item: c.wants[i]}, nil, o)
	if want.Err != nil {
		return out.failed("the expected value cannot be evaluated: %s", Message(want.Err))
	}
	out.Expected = want.Value
	switch d, err := value.Compare(ctx, out.Value, want.Value, value.Tolerance{Within: out.Within}); {
	case err != nil:
		return out.failed("comparing it with the expected value was stopped: %v", err)
	case d != "":
		return out.failed("%s", d)
	}
	return out
}

// Message is what an error says, without the calls that led to it.
func Message(err error) string {
	var f *Fault
	if errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}

// Finding shows a mistake as a check would.
func (m Mistake) Finding() workspace.Finding {
	return workspace.Finding{
		Place: m.Place, Item: -1,
		Code: m.Diagnostic.Code, Severity: m.Diagnostic.Severity,
		Message: m.Diagnostic.Message, Notes: m.Diagnostic.Notes,
	}
}

// Unreported is what is said of a failure that is not to be reported.
const Unreported = "it fails, and `expectation-failed` is off or suppressed here"

// Reported is a verdict as it is reported, and how severe it is where that is a failure, which is
// shown at a place of a file. One that settings turn off, or that is suppressed there or at a
// place more it, is skipped.
func Reported(s *workspace.Snapshot, source *workspace.Source, verdict Verdict, at syntax.Span, more ...syntax.Span) (Verdict, codes.Severity) {
	if verdict != Failed {
		return verdict, codes.Error
	}
	var offsets []int32
	for _, span := range more {
		offsets = append(offsets, span.Start)
	}
	f, reported := s.Reported(workspace.Finding{
		Place: workspace.Place{Source: source, Span: at}, Item: -1,
		Code: suppress.ExpectationFailed, Severity: suppress.ExpectationFailed.DefaultSeverity(),
	}, offsets...)
	if !reported {
		return Skipped, f.Severity
	}
	return Failed, f.Severity
}

// A Tally counts verdicts. The zero value has none.
type Tally struct {
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped"`
}

// Add counts a verdict.
func (t *Tally) Add(v Verdict) {
	switch v {
	case Passed:
		t.Passed++
	case Failed:
		t.Failed++
	case Skipped:
		t.Skipped++
	}
}

// String is how a tally is shown to users; what was skipped is named where
// anything was.
func (t Tally) String() string {
	text := fmt.Sprintf("%d passed, %d failed", t.Passed, t.Failed)
	if t.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", t.Skipped)
	}
	return text
}

// VerdictNamed is the verdict of a name that String gave. A worker that ended
// before it could judge gives none: that comment failed.
func VerdictNamed(name string) Verdict {
	for v, known := range verdictNames {
		if name == known {
			return Verdict(v)
		}
	}
	return Failed
}
