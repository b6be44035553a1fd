package binding_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/binding"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

func TestBindings(t *testing.T) { checktest.Programs(t, "testdata/*.frac", binding.Analyzer) }

func TestFixes(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", binding.Analyzer) }

// TestManyBindings holds that long blocks take no longer than their length.
func TestManyBindings(t *testing.T) {
	text := "def @f(%x : int32) -> int32 {\n" + strings.Repeat("  let %x = %x;\n", 100_000) + "  %x\n}\n"
	s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text})
	report, err := s.Check(context.Background(), []string{"/a.frac"})
	if err != nil || report.Count(codes.Warning)+report.Count(codes.Error) > 0 {
		t.Errorf("found %d, %v", len(report.Findings), err)
	}
}
