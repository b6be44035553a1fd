package workspace_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestNearFile holds that the import of a file that is missing asks whether the one of a name
// like it is meant, and nothing where none or more than one is.
func TestNearFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("lib/layers.frac", "def @f(%x: int32) -> int32 { %x }\n")
	for name, want := range map[string]string{
		"lib/layer.frac": `did you mean "lib/layers.frac"?`, "lib/lyaers.frac": `did you mean "lib/layers.frac"?`, "lib/other.frac": "",
	} {
		path := write("main.frac", "import \""+name+"\"\n")
		report, err := workspace.Open(workspace.Options{Root: dir}).Check(context.Background(), []string{path})
		if err != nil || len(report.Findings) != 1 {
			t.Fatalf("%s: %v %v", name, report, err)
		}
		message := report.Findings[0].Message
		if want == "" && strings.Contains(message, "did you mean") || !strings.Contains(message, want) {
			t.Errorf("%s: %s", name, message)
		}
		if fixes := report.Findings[0].Fixes; want == "" && len(fixes) > 0 || want != "" && (len(fixes) != 1 || fixes[0].Edits[0].NewText != `"lib/layers.frac"`) {
			t.Errorf("%s: fixes %v", name, fixes)
		}
	}
}

// A counting file system counts how often folders are read.
type counting struct {
	workspace.Disk
	read *int
}

func (c counting) ReadDir(path string) ([]fs.DirEntry, error) {
	*c.read++
	return c.Disk.ReadDir(path)
}

// TestNearFileOften: thousands of imports of missing files do not read a folder each.
func TestNearFileOften(t *testing.T) {
	dir, read := t.TempDir(), 0
	path := filepath.Join(dir, "main.frac")
	if err := os.WriteFile(path, []byte(strings.Repeat("import \"mian.frac\"\n", 5000)), 0o644); err != nil {
		t.Fatal(err)
	}
	s := workspace.Open(workspace.Options{Root: dir, Files: counting{read: &read}})
	report, err := s.Check(context.Background(), []string{path})
	if err != nil || len(report.Findings) == 0 || !strings.Contains(report.Findings[0].Message, `did you mean "main.frac"?`) {
		t.Fatalf("%v %v", report, err)
	}
	if read > 100 {
		t.Errorf("folders are read %d times", read)
	}
}

// What a file imports whose path could not be read is not known, so that its names are no errors.
func TestUnreadPath(t *testing.T) {
	for _, line := range []string{"import lib.frac", "import", "from lib import size", "open Lib"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "main.frac")
		if err := os.WriteFile(path, []byte(line+"\n\ndef @f(%b: Bag) -> int32 { @size(With(1, %b)) }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		report, err := workspace.Open(workspace.Options{Root: dir}).Check(context.Background(), []string{path})
		if err != nil || len(report.Findings) != 1 || report.Findings[0].Span.Start > 8 {
			t.Errorf("%s: %v %v", line, report, err)
		}
	}
}
