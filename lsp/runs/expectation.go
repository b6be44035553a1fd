package runs

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// An expectation is an evaluation comment or an example of a rule, and where its failure
// is shown.
type expectation struct {
	subject Subject
	at      syntax.Span
	expr    syntax.Span // the expression that it is about
	text    string      // what is expected; "" where only a run is, and of examples
}

// expectationsOf are those of a file, in its order.
func expectationsOf(source *workspace.Source) (all []expectation) {
	if f := source.Rules(); f != nil {
		for _, e := range ExamplesOf(f) {
			all = append(all, expectation{ExampleSubject(e.Number), e.Span, e.Span, ""})
		}
		for i, r := range f.Rules {
			if r.Kind == pattern.Rewrite {
				all = append(all, expectation{ProofSubject(i), r.NameSpan, r.NameSpan, ""})
			}
		}
		return all
	}
	for _, c := range evaluate.Comments(source) {
		all = append(all, expectation{CommentSubject(source, c), c.Place, c.Expr, c.Text})
	}
	return all
}

// Unmet are the expectations of an open file that failed when they were tested last. Of those
// that were tested before what they depend on was changed, nothing is said.
func (r *Runner) Unmet(v *request.View, source *workspace.Source) (found []protocol.Diagnostic) {
	if v.ByPath[source.Path] == nil || v.Oversized(source) || !r.results.any(source.Path) {
		return nil
	}
	mapper, recorder, files := request.NewMapper(v), r.Recorder(v, source), Files(v, source)
	for _, e := range expectationsOf(source) {
		last, _, holds := recorder.Last(e.subject)
		if !holds || last.Error == nil {
			continue
		}
		verdict, severity := evaluate.Reported(v.Snapshot, source, VerdictOf(last.Response), e.at, e.expr)
		if verdict != evaluate.Failed {
			continue
		}
		d := mapper.Diagnostic(&workspace.Finding{
			Place: workspace.Place{Source: source, Span: e.at}, Code: suppress.ExpectationFailed, Severity: severity,
			Message: e.message(last.Response),
		})
		relateCalls(mapper, &d, files, last.Error)
		found = append(found, d)
	}
	return found
}

// longestShown is how many characters of a value are in a diagnostic.
const longestShown = 500

// message is what was expected and what came.
func (e expectation) message(r worker.Response) string {
	lines := []string{r.Error.Message}
	if e.text != "" {
		lines = append(lines, "expected: "+excerpt.Of(e.text, longestShown))
	}
	if r.Value != "" {
		lines = append(lines, "found: "+excerpt.Of(r.Value, longestShown))
	}
	return strings.Join(lines, "\n")
}

// mostRelatedCalls is how many of the calls that led to a fault a diagnostic leads to.
const mostRelatedCalls = 10

// relateCalls leads from a diagnostic to where a run failed.
func relateCalls(p *request.Mapper, d *protocol.Diagnostic, files []*workspace.Source, e *worker.Error) {
	if !p.View.Client.RelatedInformation {
		return
	}
	for _, c := range e.Calls[:min(len(e.Calls), mostRelatedCalls)] {
		if at, ok := CallLocation(p, files, c); ok {
			message := "here"
			if c.Name != "" {
				message = "in `" + c.Name + "`"
			}
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: at, Message: message})
		}
	}
}

// Tested shows what tests of a file found: in lenses, and as diagnostics.
func (r *Runner) Tested(v *request.View, source *workspace.Source) { r.changed(v, source.Path) }

// VerdictOf is the verdict on an evaluation comment.
func VerdictOf(r worker.Response) evaluate.Verdict { return evaluate.VerdictNamed(r.Verdict) }

// A RuleExample is an example with its rule and its number in the file.
type RuleExample struct {
	pattern.Example
	Rule   *pattern.Rule
	Number worker.Example
}

// ExamplesOf are those of a file's rules, in the order of its text. A rule with an error
// has none.
func ExamplesOf(f *rulefile.File) (all []RuleExample) {
	for i, r := range f.Rules {
		for n, e := range r.Examples {
			all = append(all, RuleExample{e, r, worker.Example{Rule: i, Number: n}})
		}
	}
	return all
}
