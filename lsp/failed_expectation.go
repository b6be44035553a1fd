package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// An expectation is an evaluation comment or an example of a rule, and where its failure
// is shown.
type expectation struct {
	subject subject
	at      syntax.Span
	beside  syntax.Span // the expression that it speaks of
	text    string      // what is expected; "" where only a run is, and of examples
}

// expectationsOf are those of a file, in its order.
func expectationsOf(source *workspace.Source) (all []expectation) {
	if f := source.Rules(); f != nil {
		for _, e := range examplesOf(f) {
			all = append(all, expectation{exampleSubject(e.number), e.Span, e.Span, ""})
		}
		return all
	}
	for _, c := range evaluate.Claims(source) {
		all = append(all, expectation{claimSubject(source, c), c.Place, c.Expr, c.Text})
	}
	return all
}

// unmet are the expectations of an open file that failed when they were tested last. Of those
// that were tested before what they depend on was changed, nothing is said.
func (r *runs) unmet(v *view, source *workspace.Source) (found []protocol.Diagnostic) {
	if v.byPath[source.Path] == nil || v.oversized(source) || !r.results.any(source.Path) {
		return nil
	}
	places, recorder, files := newPlaces(v), r.recorder(v, source), v.files(source)
	for _, e := range expectationsOf(source) {
		last, _, holds := recorder.last(e.subject)
		if !holds || last.Error == nil {
			continue
		}
		verdict, severity := evaluate.Told(v.snapshot, source, verdictOf(last.Response), e.at, e.beside)
		if verdict != evaluate.Failed {
			continue
		}
		d := places.diagnostic(&workspace.Finding{
			Place: workspace.Place{Source: source, Span: e.at}, Code: workspace.ExpectationFailed, Severity: severity,
			Message: e.told(last.Response),
		})
		places.relateCalls(&d, files, last.Error)
		found = append(found, d)
	}
	return found
}

// longestTold is how many characters of a value stand in a diagnostic.
const longestTold = 500

// told is what was expected and what came.
func (e expectation) told(r worker.Response) string {
	lines := []string{r.Error.Message}
	if e.text != "" {
		lines = append(lines, "expected: "+excerpt.Of(e.text, longestTold))
	}
	if r.Value != "" {
		lines = append(lines, "found: "+excerpt.Of(r.Value, longestTold))
	}
	return strings.Join(lines, "\n")
}

// mostRelatedCalls is how many of the calls that led to a fault a diagnostic leads to.
const mostRelatedCalls = 10

// relateCalls leads from a diagnostic to where a run failed.
func (p *places) relateCalls(d *protocol.Diagnostic, files []*workspace.Source, e *worker.Error) {
	if !p.view.client.related {
		return
	}
	for _, c := range e.Calls[:min(len(e.Calls), mostRelatedCalls)] {
		if at, ok := p.callLocation(files, c); ok {
			message := "here"
			if c.Name != "" {
				message = "in `" + c.Name + "`"
			}
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: at, Message: message})
		}
	}
}

// tested shows what tests of a file found: in lenses, and as diagnostics.
func (r *runs) tested(v *view, source *workspace.Source) { r.changed(v, source.Path) }
