package workspace_test

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestKnown asks what is known of a file before and after one of its items was checked.
func TestKnown(t *testing.T) {
	path := "/a.frac"
	s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{path: "def @f() { @gone() }\ndef @g() { @lost() }\n"})
	if s.Known(context.Background(), path) != nil {
		t.Error("something is known of a file that nobody looked at")
	}
	if _, err := s.CheckItem(path, 1); err != nil {
		t.Fatal(err)
	}
	if report := s.Known(context.Background(), path); report == nil || len(report.Findings) != 1 || report.Findings[0].Item != 1 {
		t.Errorf("of one checked item is known %+v", report)
	}
	whole, err := s.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	if report := s.Known(context.Background(), path); len(report.Findings) != 2 || len(whole.Findings) < 2 {
		t.Errorf("of all items is known %+v", report)
	}
}
