package workspace_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/workspace"
)

func mended(t *testing.T, text string, most codes.Confidence) (*workspace.Mended, string) {
	t.Helper()
	const path = "/mend/mend.frac"
	s := workspace.Open(workspace.Options{Root: "/mend"}).With(map[string]string{path: text})
	m, err := s.Mend(context.Background(), []string{path}, workspace.Fixing{Most: most})
	if err != nil {
		t.Fatal(err)
	}
	source, err := m.Snapshot.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	return m, source.Text
}

// TestMendBlames holds that fixes which add findings keep no others from being made,
// though all are made in one round first. Where a clause goes, what it alone read is
// unused.
func TestMendBlames(t *testing.T) {
	const items, each = 200, 20
	var b strings.Builder
	for i := range items {
		first, second := "%u", "%y" // the clause that goes
		if i%each == 0 {
			first, second = second, first
		}
		fmt.Fprintf(&b, "def @f%d(%%y: int32) -> int32 {\n  let %%u = %%y + %d;\n  match (%%y) { case %%a { %%a + %s } case _ { %s } }\n}\n", i, i, first, second)
	}
	m, after := mended(t, b.String(), codes.Safe)
	if kept := items / each; m.Applied != items-kept || len(m.Undone) != kept || strings.Count(after, "case _") != kept {
		t.Errorf("%d fixes are made and %d undone of %d, of which %d add a finding:\n%s", m.Applied, len(m.Undone), items, kept, after)
	}
}

// TestMendEnds holds that mending one large item ends with some of its fixes made, and
// says that there may be more.
func TestMendEnds(t *testing.T) {
	text := "def @f() {\n" + strings.Repeat("  let %x = 1;\n", 6000) + "  %x\n}\n"
	m, after := mended(t, text, codes.Likely)
	if m.Applied == 0 || !m.Unasked || after == text {
		t.Errorf("%d fixes are made; the end is told of: %v", m.Applied, m.Unasked)
	}
}
