package workspace

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestFirstErrorUnderSettings raises a warning of an imported file to an error and back: the importing
// file reports it as long as it is one.
func TestFirstErrorUnderSettings(t *testing.T) {
	s := Open(Options{Files: inMemory(nil), Root: "/"}).With(map[string]string{
		"/a.frac": "import \"b.frac\"\n@b(1)\n",
		"/b.frac": "def @b(%x: int32) -> int32 { let %unused = 1; %x }\n",
	})
	for _, severity := range []string{"warning", "error", "warning", "error"} {
		s = s.WithSeverities(map[string]string{string(codes.UnusedBinding): severity})
		report, err := s.Check(context.Background(), []string{"/a.frac"})
		if err != nil {
			t.Fatal(err)
		}
		if want := severity == "error"; (report.Count(codes.Error) == 1) != want {
			t.Errorf("%s: %d errors in the importing file", severity, report.Count(codes.Error))
		}
	}
}
