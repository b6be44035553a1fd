package output

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// findings are a failed claim in its place, for the formats of `check`: the errors of an
// expression that cannot be run, or that the claim does not hold.
func (t TestedComment) findings() (found []workspace.Finding) {
	for _, m := range t.Mistakes {
		found = append(found, m.Finding())
	}
	if len(found) > 0 {
		return found
	}
	return []workspace.Finding{{
		Place: t.place(), Item: t.Item, Code: suppress.ExpectationFailed, Severity: t.Severity,
		Message: t.message(), Notes: t.notes(), Fixes: t.fixes(),
	}}
}

// longestQuoted is how many bytes of a value the title of a fix quotes.
const longestQuoted = 60

// fixes write what came in place of what was expected. Which of the two is right is not known.
func (t TestedComment) fixes() []workspace.Fix {
	edit, ok := t.Correction()
	if text := strings.TrimSpace(edit.NewText); ok && !strings.Contains(text, "\n") {
		return []workspace.Fix{{Title: "write `" + excerpt.Of(text, longestQuoted) + "`", Confidence: codes.Sketch, Edits: []workspace.Edit{edit}}}
	}
	return nil
}

// longestWritten is the length beyond which a value is not written into a comment.
const longestWritten = 10_000

// Correction writes the expectation that holds into the comment, where an expression does what
// the comment is about: gives a value, or fails.
func (t TestedComment) Correction() (edit workspace.Edit, ok bool) {
	if t.Verdict != evaluate.Failed || len(t.Mistakes) > 0 {
		return edit, false
	}
	text := ""
	switch {
	case t.Kind == evaluate.GivesValue && t.Err == nil:
		text = value.Within(t.Value, longestWritten).Text
	case t.Kind == evaluate.Fails && t.Err != nil:
		text, _, _ = strings.Cut(evaluate.Message(t.Err), "\n")
	}
	place := workspace.Place{Source: t.Program.Source, Span: t.At}
	return workspace.Edit{Place: place, NewText: spaced(place, text)}, text != "" && len(text) <= longestWritten
}

// spaced puts a blank before a text that would stand directly after the words of its
// comment.
func spaced(p workspace.Place, text string) string {
	if before := p.Source.Text()[:p.Span.Start]; strings.HasSuffix(before, " ") || strings.HasSuffix(before, "\t") {
		return text
	}
	return " " + text
}

// message is why a claim does not hold, in one sentence.
func (t TestedComment) message() string {
	message, _, _ := strings.Cut(t.Problem, "\n")
	return message
}

// notes are what was expected, what came, and where a run failed.
func (t TestedComment) notes() (notes []string) {
	if _, rest, more := strings.Cut(t.Problem, "\n"); more {
		notes = append(notes, rest)
	}
	if t.Text != "" {
		notes = append(notes, "expected: "+shortened(t.Text))
	}
	if found := t.found(); found != "" {
		notes = append(notes, "   found: "+shortened(found))
	}
	if t.Within > 0 {
		notes = append(notes, fmt.Sprintf("Floats may be %g apart.", t.Within))
	}
	if where := t.whereItFailed(); where != "" {
		notes = append(notes, where)
	}
	return notes
}

// found is what came in place of what was expected; "" where a fault is the message itself.
func (t TestedComment) found() string {
	switch {
	case t.Err != nil && t.Kind == evaluate.Fails:
		return evaluate.Message(t.Err)
	case t.Err == nil && t.Value != nil:
		return value.Summary(t.Value)
	}
	return ""
}

// whereItFailed are the places that a fault was at, innermost first.
func (t TestedComment) whereItFailed() string {
	f, ok := faultFinding(t.Err)
	if !ok || f.Place == t.place() {
		return ""
	}
	fault := (*evaluate.Fault)(nil)
	errors.As(t.Err, &fault) // as faultFinding has seen
	return strings.TrimSuffix("it happened in "+At(f.Place)+"\n"+callPath(fault), "\n")
}

// finding is a failed example of a rule in its place.
func (e TestedExample) finding() workspace.Finding {
	return workspace.Finding{
		Place: e.FirstLine(), Item: -1, Code: suppress.ExpectationFailed, Severity: e.Severity, Message: e.Problem, Notes: e.Notes,
	}
}

// failures is a report of all that a test showed, for the formats of `check`.
func (r TestReport) failures() *workspace.Report {
	report := *r.Besides
	report.Findings = slices.Clone(report.Findings)
	for _, t := range r.Comments {
		if t.Verdict == evaluate.Failed {
			report.Findings = append(report.Findings, t.findings()...)
		}
	}
	for _, e := range r.Examples {
		if e.Verdict == evaluate.Failed {
			report.Findings = append(report.Findings, e.detailed())
		}
	}
	slices.SortStableFunc(report.Findings, func(a, b workspace.Finding) int { return comparePlaces(a.Place, b.Place) })
	return &report
}

func comparePlaces(a, b workspace.Place) int {
	return cmp.Or(cmp.Compare(a.Source.Name, b.Source.Name), cmp.Compare(a.Span.Start, b.Span.Start))
}

// detailed is the finding with what the example shows besides its message as a note.
func (e TestedExample) detailed() workspace.Finding {
	f := e.finding()
	if detail := strings.Trim(exampleDetail(e.RuleOutcome), "\n"); detail != "" {
		f.Notes = append(slices.Clip(f.Notes), detail)
	}
	return f
}
