package workspace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

func fixed(t *testing.T, text string, most codes.Confidence) (*fixer.Fixed, string) {
	t.Helper()
	const path = "/mend/mend.frac"
	s := workspace.Open(workspace.Options{Root: "/mend"}).With(map[string]string{path: text})
	m, err := fixer.All(context.Background(), s, []string{path}, fixer.Options{Most: most})
	if err != nil {
		t.Fatal(err)
	}
	source, err := m.Snapshot.Source(path)
	if err != nil {
		t.Fatal(err)
	}
	return m, source.Text()
}

// TestMendEnds holds that mending one large item ends with some of its fixes made, and
// says that there may be more.
func TestMendEnds(t *testing.T) {
	text := "def @f() {\n" + strings.Repeat("  let %x = 1;\n", 6000) + "  %x\n}\n"
	m, after := fixed(t, text, codes.Likely)
	if m.Applied == 0 || !m.Unasked || after == text {
		t.Errorf("%d fixes are made; the end is told of: %v", m.Applied, m.Unasked)
	}
}

// TestMendLeavesTheHidden holds that a fix of what the user does not see is not applied.
func TestMendLeavesTheHidden(t *testing.T) {
	const path, text = "/mend/mend.frac", "def @f(%x: int32) -> int32 {\n  let %y = %x + 1;\n  %x\n}\n"
	s := workspace.Open(workspace.Options{Root: "/mend"}).With(map[string]string{path: text})
	none := func(*workspace.Snapshot, []workspace.Finding) ([]workspace.Finding, error) { return nil, nil }
	for name, shown := range map[string]func(*workspace.Snapshot, []workspace.Finding) ([]workspace.Finding, error){"none": none, "all": nil} {
		m, err := fixer.All(context.Background(), s, []string{path}, fixer.Options{Most: codes.Likely, Shown: shown})
		if err != nil {
			t.Fatal(err)
		}
		if changed := len(m.Texts()) > 0; changed != (shown == nil) {
			t.Errorf("%s shown: changed: %v", name, changed)
		}
	}
}

// TestMendOfErrors holds that in a wrong definition only errors are fixed, and that the fix
// of one is kept where it brings out a warning.
func TestMendOfErrors(t *testing.T) {
	const wrong = "def @f(%x: int32) -> int32 {\n  let %unused = %x + 1;\n  %x + %gone\n}\n"
	if m, after := fixed(t, wrong, codes.Likely); m.Applied != 0 || after != wrong {
		t.Errorf("%d fixes are applied in a definition with an error:\n%s", m.Applied, after)
	}
	const swapped = `def @g(%x: int32, %l: List[int32]) -> (int32, int32) { (%x, @length(%l)) }
def @f(%l: List[int32]) -> int32 {
  let (%a, %b) = @g(%l, 3);
  %a
}
`
	m, after := fixed(t, swapped, codes.Likely)
	if !strings.Contains(after, "@g(3, %l)") || m.Report.Count(codes.Error) > 0 {
		t.Errorf("the fix of the error is not kept:\n%s", after)
	}
}
