package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// locked has a directory that nobody may list.
type locked struct {
	Disk
	dir string
}

func (l locked) ReadDir(path string) ([]fs.DirEntry, error) {
	if path == l.dir {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
	}
	return l.Disk.ReadDir(path)
}

// TestUnreadableDirectory holds that a directory below an argument which cannot be
// read is a finding, and what lies beside it is checked.
func TestUnreadableDirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "inner", "locked"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "inner", "x.frac"), []byte("%y\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := Open(Options{Root: dir, Files: locked{dir: filepath.Join(dir, "inner", "locked")}})
	paths, err := s.Match(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) != 2 || report.Findings[0].Code != codes.UnreadableFile || report.Findings[1].Code != codes.UndefinedName {
		t.Fatalf("found %v", report.Findings)
	}
	if m := report.Findings[0].Message; !strings.HasSuffix(m, "permission denied") {
		t.Errorf("it says %q", m)
	}
	if _, err := s.Match(dir, []string{"inner/locked"}); err == nil {
		t.Error("an argument that cannot be read is passed over")
	}
}
