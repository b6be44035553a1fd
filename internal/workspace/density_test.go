package workspace

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// A text that would take too much memory is refused in one finding, and the files
// next to it are checked.
func TestTooDense(t *testing.T) {
	const dense, other = "/c/dense.frac", "/c/beside.frac"
	texts := map[string]string{dense: strings.Repeat("(", 5_100_000), other: "def @f() { @g() }\n"}
	s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: texts}})
	report, err := s.Check(context.Background(), []string{dense, other})
	if err != nil {
		t.Fatal(err)
	}
	refused, others := 0, 0
	for _, f := range report.Findings {
		if f.Code == codes.UnreadableFile && strings.Contains(f.Message, "5100000 tokens") {
			refused++
		} else {
			others++
		}
	}
	if refused != 1 || others == 0 {
		t.Errorf("%d refusals, %d other findings", refused, others)
	}
}

// The prose of a document does not count.
func TestDenseProse(t *testing.T) {
	const path = "/c/table.md"
	text := strings.Repeat("|a|b|c|d|\n", 700_000) + "\n```frac\ndef @f() { @g() }\n```\n"
	s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: map[string]string{path: text}}})
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 1 || report.Findings[0].Code != codes.UndefinedName {
		t.Errorf("found %v", report.Findings)
	}
}
