package evaluate

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// Untold is what is said of a failure that is not to be told.
const Untold = "it fails, and `expectation-failed` is off or suppressed here"

// Told is a verdict as it is told, and how severe it is where that is a failure, which is
// shown at a place of a file. One that settings turn off, or that is suppressed there or at a
// place beside it, is skipped.
func Told(s *workspace.Snapshot, source *workspace.Source, verdict Verdict, at syntax.Span, beside ...syntax.Span) (Verdict, codes.Severity) {
	if verdict != Failed {
		return verdict, codes.Error
	}
	var offsets []int32
	for _, span := range beside {
		offsets = append(offsets, span.Start)
	}
	f, told := s.Told(workspace.Finding{
		Place: workspace.Place{Source: source, Span: at}, Item: -1,
		Code: workspace.ExpectationFailed, Severity: workspace.ExpectationFailed.DefaultSeverity(),
	}, offsets...)
	if !told {
		return Skipped, f.Severity
	}
	return Failed, f.Severity
}
