package output

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// A TestReport is what a test showed.
type TestReport struct {
	Comments []TestedComment
	Examples []TestedExample
	Besides  *workspace.Report // what is found besides
}

// summary is how many held, on a line.
func (r TestReport) summary() string {
	return tally(r.Comments, r.Examples).String() + unaffected(r.Besides)
}

// logLine is the summary with a count of what reports for programs do not show in a log.
func (r TestReport) logLine() string {
	text := r.summary()
	if n := len(r.Besides.Findings); n > 0 {
		text += fmt.Sprintf("; %s besides", console.Count(n, "diagnostic", "diagnostics"))
	}
	return text
}

// writeOutcomes writes what failed, what was skipped, what running the functions
// showed, and the count.
func writeOutcomes(con *console.Console, r TestReport) error {
	p := NewPrinter(con)
	for _, t := range r.Comments {
		p.outcome(t)
	}
	for _, e := range r.Examples {
		p.example(e)
	}
	for _, findings := range ByFile(r.Besides.Findings) {
		p.File(findings)
	}
	fmt.Fprintln(p, r.summary())
	con.Stdout.WriteString(p.String())
	return nil
}

// outcome shows a claim that does not hold, or that was not tried.
func (p *Printer) outcome(t TestedComment) {
	switch t.Verdict {
	case evaluate.Skipped:
		fmt.Fprintf(p, "%s: skipped: %s\n", p.style.Paint(console.Bold, At(t.place())), console.OneLine(t.Problem))
	case evaluate.Failed:
		p.failure(t)
	}
}

// failure shows a claim that does not hold.
func (p *Printer) failure(t TestedComment) {
	switch f, fault := faultFinding(t.Err); {
	case len(t.Mistakes) > 0:
		for _, m := range t.Mistakes {
			p.Finding(m.Finding())
		}
	case fault && t.Kind != evaluate.Fails:
		if t.Kind == evaluate.GivesValue {
			wish := fmt.Sprintf("this was to evaluate to `%s`", shortened(t.Text))
			f.Related = []workspace.Related{{Place: t.place(), Message: wish}}
		}
		f.Severity = t.Severity
		p.Finding(f)
	case t.Expected != nil:
		p.claim(t, "this evaluates to another value")
		p.values(t)
		p.remedies(t)
		p.WriteByte('\n')
	case t.Kind == evaluate.Fails && t.Err != nil:
		p.claim(t, "this fails with another message")
		p.facing(comparedTexts{want: t.Text, got: console.Flat(evaluate.Message(t.Err))})
		p.remedies(t)
		p.WriteByte('\n')
	default:
		p.claim(t, t.Problem)
		p.WriteByte('\n')
	}
}

// remedies names the fixes of a comment that does not hold.
func (p *Printer) remedies(t TestedComment) {
	for _, fix := range t.fixes() {
		p.remark("help", fix.Title+", as `fraccheck test --update` does")
	}
}

// mostCompared is the number of elements of a value that are compared as text;
// of larger ones, the first difference is described.
const mostCompared = 2000

// values shows the expected value and the one that was found.
func (p *Printer) values(t TestedComment) {
	want, got := bounded(t.Expected), bounded(t.Value)
	p.facing(compareTexts(want, got))
	if strings.Contains(want+got, "…") && !strings.HasPrefix(t.Problem, value.Summary(t.Value)) {
		p.remark("note", t.Problem)
	}
	if t.Within > 0 {
		p.remark("note", fmt.Sprintf("Floats may be %g apart.", t.Within))
	}
}

func bounded(v value.Value) string {
	var b strings.Builder
	_ = value.Style{Most: mostCompared}.Print(&b, v)
	return b.String()
}

// claim shows the expression of a claim with its comment.
func (p *Printer) claim(t TestedComment, message string) {
	f := workspace.Finding{
		Place: t.place(), Code: suppress.ExpectationFailed, Severity: t.Severity, Message: message,
	}
	p.gutter = gutterWidth(f)
	fmt.Fprintf(p, "%s: %s: %s\n", p.style.Paint(console.Bold, At(f.Place)),
		p.style.Paint(severityTones[f.Severity], fmt.Sprintf("%s[%s]", f.Severity, f.Code)), p.style.Paint(console.Bold, console.OneLine(message)))
	p.snippet(marksOf(f)...)
}

// facing writes two texts under each other, with marks under what differs.
func (p *Printer) facing(c comparedTexts) {
	p.remark("expected", c.want)
	p.remark("   found", c.got)
	if c.marks != "" {
		fmt.Fprintf(p, "%*s %s\n", p.gutter+len("= expected: "), "", p.style.Paint(console.Red, c.marks))
	}
}

type jsonOutcome struct {
	Place
	Expression string     `json:"expression"`
	Verdict    string     `json:"verdict"`
	Expected   string     `json:"expected"`
	Value      *string    `json:"value"`
	Steps      int64      `json:"steps"`
	Ms         float64    `json:"ms"`
	Problem    string     `json:"problem"`
	Error      *jsonFault `json:"error"`
}

func writeOutcomesJSON(con *console.Console, r TestReport) error {
	results, examples := []jsonOutcome{}, []jsonExample{}
	for _, e := range r.Examples {
		examples = append(examples, exampleJSON(e.RuleOutcome))
	}
	for _, t := range r.Comments {
		results = append(results, outcomeJSON(t))
	}
	diagnostics := []Diagnostic{}
	for _, f := range r.Besides.Findings {
		diagnostics = append(diagnostics, DiagnosticOf(f))
	}
	counts := tally(r.Comments, r.Examples)
	whole := map[string]any{
		"version": 1, "results": results, "examples": examples, "diagnostics": diagnostics,
		"summary": map[string]int{"passed": counts.Passed, "failed": counts.Failed, "skipped": counts.Skipped},
	}
	if n := r.Besides.Unaffected; n > 0 {
		whole["unaffected"] = n
	}
	return EncodeJSON(con.Stdout, whole)
}

func outcomeJSON(t TestedComment) jsonOutcome {
	run := resultJSON(Result{t.Result, t.place()})
	if t.Value == nil {
		run.Value = nil
	}
	return jsonOutcome{
		Place: PlaceOf(t.place()), Expression: t.Program.Text(t.Comment), Verdict: t.Verdict.String(),
		Expected: t.Text, Value: run.Value, Steps: run.Steps, Ms: run.Ms, Problem: t.Problem, Error: run.Error,
	}
}

// A testedClaim is what became of an evaluation comment, with its program and how severe it
// is where it failed.
type TestedComment struct {
	evaluate.Outcome
	Program  *evaluate.Program
	Severity codes.Severity
}

// A TestedExample is what became of an example of a rule, which one of the rule's it is,
// counted from 1, and how severe it is where it failed.
type TestedExample struct {
	evaluate.RuleOutcome
	Number   int
	Severity codes.Severity
}

func (t TestedComment) place() workspace.Place {
	return workspace.Place{Source: t.Program.Source, Span: t.Expr}
}

func tally(outcomes []TestedComment, examples []TestedExample) (t evaluate.Tally) {
	for _, outcome := range outcomes {
		t.Add(outcome.Verdict)
	}
	for _, e := range examples {
		t.Add(e.Verdict)
	}
	return t
}
