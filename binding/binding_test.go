package binding_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// TestBindings reads testdata/*.frac: a comment `#! code` stands on the line of
// each finding.
func TestBindings(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	if len(paths) == 0 {
		t.Fatal("there are no programs")
	}
	for _, path := range paths {
		full, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(full)
		if err != nil {
			t.Fatal(err)
		}
		report, err := workspace.Open(workspace.Options{Root: filepath.Dir(full)}).Check(context.Background(), []string{full})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, f := range report.Findings {
			start, _ := f.Range()
			got[fmt.Sprint(start.Line, " ", f.Code)] = true
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			_, codes, _ := strings.Cut(line, "#!")
			for _, code := range strings.Fields(codes) {
				key := fmt.Sprint(number, " ", code)
				if !got[key] {
					t.Errorf("%s: missing %s", path, key)
				}
				delete(got, key)
			}
		}
		for key := range got {
			t.Errorf("%s: unexpected %s", path, key)
		}
	}
}

// TestManyBindings holds that long blocks take no longer than their length.
func TestManyBindings(t *testing.T) {
	text := "def @f(%x : int32) -> int32 {\n" + strings.Repeat("  let %x = %x;\n", 100_000) + "  %x\n}\n"
	s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text})
	report, err := s.Check(context.Background(), []string{"/a.frac"})
	if err != nil || report.Count(syntax.Warning)+report.Count(syntax.Error) > 0 {
		t.Errorf("found %d, %v", len(report.Findings), err)
	}
}
