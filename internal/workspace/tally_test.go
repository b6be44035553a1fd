package workspace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A tally tells the first findings of a file in whatever order they come, says what is
// said twice once, and counts the others by the gravest.
func TestTally(t *testing.T) {
	const all = 7*maxOfCode + 3
	source := &Source{Name: "a.frac"}
	found := tally{}
	for i := range all {
		at := int32(i * 5 % all) // each once: 5 does not divide it
		f := Finding{Place: Place{Source: source, Span: syntax.Span{Start: at, End: at + 1}}, Code: codes.SyntaxError, Severity: codes.Warning, Message: fmt.Sprint(at)}
		if at == all-1 {
			f.Severity = codes.Error
		}
		found.add([]Finding{f, f})
	}
	reported := found.findings()
	if len(reported) != maxOfCode+1 {
		t.Fatalf("%d findings are reported", len(reported))
	}
	for i, f := range reported[:maxOfCode] {
		if f.Span.Start != int32(i) || f.Severity != codes.Warning || f.Message != fmt.Sprint(i) {
			t.Fatalf("finding %d is %+v", i, f)
		}
	}
	rest := reported[maxOfCode]
	if !strings.Contains(rest.Message, fmt.Sprintf("at least %d more", all-maxOfCode)) || rest.Severity != codes.Error || rest.Span.Start != maxOfCode {
		t.Errorf("what is left out is reported as %+v", rest)
	}
}
