package workspace

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestUnexecuted holds that nothing else is lost where the functions of a program cannot
// be run, and that what is not known is not reported.
func TestUnexecuted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.frac")
	text := "def @f() -> int32 { 1.5 }\n" +
		"#[allow(reduce-not-associative)]\ndef @g(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { %a - %b }, %xs) }\n"
	dies := func(context.Context, string, map[string]string) (map[int][]syntax.Diagnostic, error) {
		return nil, errors.New("the worker died")
	}
	s := Open(Options{Root: filepath.Dir(path), Files: Overlay{Files: Disk{}, Texts: map[string]string{path: text}}, Execute: dies})
	report, err := s.Check(t.Context(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 1 || report.Findings[0].Code != "dtype-mismatch" {
		t.Errorf("found %v", report.Findings)
	}
	if len(report.Unexecuted) != 1 || !strings.HasSuffix(report.Unexecuted[0].Error(), "a.frac: the worker died") {
		t.Errorf("not run: %v", report.Unexecuted)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Check(ended, []string{path}); !errors.Is(err, context.Canceled) {
		t.Errorf("a check that is stopped gives %v", err)
	}
}
