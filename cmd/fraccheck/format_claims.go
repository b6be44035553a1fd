package main

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A testReport is what a test showed.
type testReport struct {
	outcomes []testedClaim
	examples []testedExample
	besides  *workspace.Report // what is found besides
}

// testWriters are the output formats of `test`. Those that tell of findings alone are those
// of `check`, with a count for readers.
var testWriters = map[string]func(*environment, testReport) error{
	"text":  writeOutcomes,
	"json":  writeOutcomesJSON,
	"junit": tallied(writeOutcomesJUnit),

	"short":      tallied(asFindings(writeShort)),
	"github":     tallied(asFindings(writeGitHub)),
	"sarif":      tallied(asFindings(writeSARIF)),
	"checkstyle": tallied(asFindings(writeCheckstyle)),
	"rdjson":     tallied(asFindings(writeRDJSON)),
	"gitlab":     tallied(asFindings(writeGitLab)),
}

// summary is how many held, on a line.
func (r testReport) summary() string {
	return tally(r.outcomes, r.examples).String() + unaffected(r.besides)
}

func asFindings(write func(*environment, *workspace.Report) error) func(*environment, testReport) error {
	return func(env *environment, r testReport) error { return write(env, r.failures()) }
}

// tallied tells on standard error what reports for programs do not show in a log.
func tallied(write func(*environment, testReport) error) func(*environment, testReport) error {
	return func(env *environment, r testReport) error {
		text := r.summary()
		if n := len(r.besides.Findings); n > 0 {
			text += fmt.Sprintf("; %s besides", count(n, "finding", "findings"))
		}
		fmt.Fprintln(env.stderr, "fraccheck: "+text)
		return write(env, r)
	}
}

// writeOutcomes writes what failed, what was skipped, what running the functions
// showed, and the count.
func writeOutcomes(env *environment, r testReport) error {
	p := env.printer()
	for _, t := range r.outcomes {
		outcomePrinters[t.Verdict](p, t)
	}
	for _, e := range r.examples {
		p.example(e)
	}
	for _, findings := range byFile(r.besides.Findings) {
		p.file(findings)
	}
	fmt.Fprintln(&p.out, r.summary())
	env.stdout.WriteString(p.out.String())
	return nil
}

var outcomePrinters = map[evaluate.Verdict]func(*textPrinter, testedClaim){
	evaluate.Passed: func(*textPrinter, testedClaim) {},
	evaluate.Skipped: func(p *textPrinter, t testedClaim) {
		fmt.Fprintf(&p.out, "%s: skipped: %s\n", p.style.paint(bold, at(t.place())), oneLine(t.Problem))
	},
	evaluate.Failed: (*textPrinter).failure,
}

// failure shows a claim that does not hold.
func (p *textPrinter) failure(t testedClaim) {
	switch f, fault := faultFinding(t.Err); {
	case len(t.Mistakes) > 0:
		for _, m := range t.Mistakes {
			p.finding(m.Finding())
		}
	case fault && t.Kind != evaluate.Fails:
		if t.Kind == evaluate.GivesValue {
			wish := fmt.Sprintf("this was to evaluate to `%s`", shortened(t.Text))
			f.Related = []workspace.Related{{Place: t.place(), Message: wish}}
		}
		f.Severity = t.severity
		p.finding(f)
	case t.Expected != nil:
		p.claim(t, "this evaluates to another value")
		p.values(t)
		p.remedies(t)
		p.out.WriteByte('\n')
	case t.Kind == evaluate.Fails && t.Err != nil:
		p.claim(t, "this fails with another message")
		p.facing(comparedTexts{want: t.Text, got: flat(evaluate.Message(t.Err))})
		p.remedies(t)
		p.out.WriteByte('\n')
	default:
		p.claim(t, t.Problem)
		p.out.WriteByte('\n')
	}
}

// remedies names the fixes of a claim that does not hold.
func (p *textPrinter) remedies(t testedClaim) {
	for _, fix := range t.fixes() {
		p.remark("help", fix.Title+", as `fraccheck test --update` does")
	}
}

// mostCompared is the number of elements of a value that are compared as text;
// of larger ones, the first difference is told in words.
const mostCompared = 2000

// values shows the expected value and the one that was found.
func (p *textPrinter) values(t testedClaim) {
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
func (p *textPrinter) claim(t testedClaim, message string) {
	f := workspace.Finding{
		Place: t.place(), Code: workspace.ExpectationFailed, Severity: t.severity, Message: message,
	}
	p.gutter = gutterWidth(f)
	fmt.Fprintf(&p.out, "%s: %s: %s\n", p.style.paint(bold, at(f.Place)),
		p.style.paint(severityTones[f.Severity], fmt.Sprintf("%s[%s]", f.Severity, f.Code)), p.style.paint(bold, oneLine(message)))
	p.snippet(marksOf(f)...)
}

// facing writes two texts under each other, with marks under what differs.
func (p *textPrinter) facing(c comparedTexts) {
	p.remark("expected", c.want)
	p.remark("   found", c.got)
	if c.marks != "" {
		fmt.Fprintf(&p.out, "%*s %s\n", p.gutter+len("= expected: "), "", p.style.paint(red, c.marks))
	}
}

type jsonOutcome struct {
	jsonPlace
	Expression string     `json:"expression"`
	Verdict    string     `json:"verdict"`
	Expected   string     `json:"expected"`
	Value      *string    `json:"value"`
	Steps      int64      `json:"steps"`
	Ms         float64    `json:"ms"`
	Problem    string     `json:"problem"`
	Error      *jsonFault `json:"error"`
}

func writeOutcomesJSON(env *environment, r testReport) error {
	results, examples := []jsonOutcome{}, []jsonExample{}
	for _, e := range r.examples {
		examples = append(examples, exampleJSON(e.RuleOutcome))
	}
	for _, t := range r.outcomes {
		results = append(results, outcomeJSON(t))
	}
	diagnostics := []jsonDiagnostic{}
	for _, f := range r.besides.Findings {
		diagnostics = append(diagnostics, diagnosticJSON(f))
	}
	counts := tally(r.outcomes, r.examples)
	whole := map[string]any{
		"version": 1, "results": results, "examples": examples, "diagnostics": diagnostics,
		"summary": map[string]int{"passed": counts.Passed, "failed": counts.Failed, "skipped": counts.Skipped},
	}
	if n := r.besides.Unaffected; n > 0 {
		whole["unaffected"] = n
	}
	return encode(env.stdout, whole)
}

func outcomeJSON(t testedClaim) jsonOutcome {
	run := resultJSON(runResult{t.Result, t.place()})
	if t.Value == nil {
		run.Value = nil
	}
	return jsonOutcome{
		jsonPlace: placeJSON(t.place()), Expression: t.program.Text(t.Claim), Verdict: t.Verdict.String(),
		Expected: t.Text, Value: run.Value, Steps: run.Steps, Ms: run.Ms, Problem: t.Problem, Error: run.Error,
	}
}
