package evaluate

import (
	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// Untold is what is said of a failure that is not to be told.
const Untold = "it fails, and `expectation-failed` is off or suppressed here"

// Severity is how severe it is that an expectation fails, which is shown at a place of a file;
// false where settings turn that off, or where it is suppressed there or at a place beside it.
func Severity(s *workspace.Snapshot, source *workspace.Source, at syntax.Span, beside ...syntax.Span) (codes.Severity, bool) {
	var offsets []int32
	for _, span := range beside {
		offsets = append(offsets, span.Start)
	}
	f, told := s.Told(workspace.Finding{
		Place: workspace.Place{Source: source, Span: at}, Item: -1,
		Code: workspace.ExpectationFailed, Severity: workspace.ExpectationFailed.DefaultSeverity(),
	}, offsets...)
	return f.Severity, told
}
