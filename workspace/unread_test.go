package workspace

import (
	"context"
	"testing"
)

// TestUnread: a file that was read before what it imports was, as for its symbols, is
// read again after an edit elsewhere: what it imports has one entry for all that see it, and
// each of its types is one type.
func TestUnread(t *testing.T) {
	s := Open(Options{Root: "/", Files: inMemory(map[string]string{
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
	for _, read := range []string{"/make.frac", "/over.frac"} {
		if _, err := s.Source(read); err != nil {
			t.Fatal(err)
		}
		s = s.With(map[string]string{"/other.frac": "def @other() { 2 }\n"})
		report, err := s.Check(context.Background(), []string{"/use.frac"})
		if err != nil || len(report.Findings) > 0 {
			t.Errorf("%s was read: %v, %v", read, report.Findings, err)
		}
		s = s.With(map[string]string{"/types.frac": "data T { A : () -> T }\n// edited after " + read + "\n"})
	}
}
