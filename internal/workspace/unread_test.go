package workspace

import (
	"context"
	"testing"
)

// TestUnread: a file that was read before what it imports was, as for its symbols, is
// read again after an edit elsewhere: what it imports has one entry for all that see it, and
// each of its types is one type.
func TestUnread(t *testing.T) {
	s := withImports()
	for _, read := range []string{"/make.frac", "/over.frac"} {
		if _, err := s.Source(read); err != nil {
			t.Fatal(err)
		}
		s = s.With(map[string]string{"/other.frac": "def @other() { 2 }\n"})
		holdsUse(t, s)
		s = s.With(map[string]string{"/types.frac": "data T { A : () -> T }\n// edited after " + read + "\n"})
	}
}

// TestFreshWith: files that were read before what they import was are not kept either.
func TestFreshWith(t *testing.T) {
	all := map[string]bool{"/types.frac": true, "/make.frac": true, "/over.frac": true, "/use.frac": true}
	s := withImports()
	if _, err := s.Source("/make.frac"); err != nil {
		t.Fatal(err)
	}
	s = s.FreshWith(all)
	holdsUse(t, s)
	kept := s.FreshWith(all)
	if n := len(kept.Loaded()); n != len(all) {
		t.Errorf("%d files are kept", n)
	}
	holdsUse(t, kept)
	if n := len(s.FreshWith(map[string]bool{"/over.frac": true}).Loaded()); n != 0 {
		t.Errorf("%d files are kept without what they see", n)
	}
}

func withImports() *Snapshot {
	return Open(Options{Root: "/", Files: inMemory(map[string]string{
		"types.frac": "data T { A : () -> T }\n",
		"make.frac":  "import \"types.frac\"\ndef @make() -> T { A() }\n",
		"over.frac":  "import \"make.frac\"\nimport \"types.frac\"\ndef @over() -> T { @make() }\n",
		"use.frac": `import "over.frac"
import "types.frac"
def @number() -> int32 { match (@over()) { A() => 1 } }
def @same(%t : T) -> T { %t }
def @both() -> T { @same(@over()) }
`,
		"other.frac": "def @other() { 1 }\n",
	})})
}

func holdsUse(t *testing.T, s *Snapshot) {
	t.Helper()
	if report, err := s.Check(context.Background(), []string{"/use.frac"}); err != nil || len(report.Findings) > 0 {
		t.Errorf("%v, %v", report.Findings, err)
	}
}
