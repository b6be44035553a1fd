package workspace

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/codes"
)

// A text of more tokens than any program has is refused in one finding, and the files
// beside it are checked.
func TestTooDense(t *testing.T) {
	const dense, beside = "/c/dense.frac", "/c/beside.frac"
	texts := map[string]string{dense: strings.Repeat("(", 1_100_000), beside: "def @f() { @g() }\n"}
	s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: texts}})
	report, err := s.Check(context.Background(), []string{dense, beside})
	if err != nil {
		t.Fatal(err)
	}
	refused, others := 0, 0
	for _, f := range report.Findings {
		if f.Code == codes.UnreadableFile && strings.Contains(f.Message, "1000000 tokens") {
			refused++
		} else {
			others++
		}
	}
	if refused != 1 || others == 0 {
		t.Errorf("%d refusals, %d other findings", refused, others)
	}
}
