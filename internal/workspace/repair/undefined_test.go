package repair_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/repair"
)

// TestJoinUndefined: of the uses of one undefined name one error stays, and of all that one file
// beside declares; other names, and a variable of another definition, have errors of their own.
func TestJoinUndefined(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lib.frac":  "data Point { Point(int32, int32) }\ndef @norm(%p: Point) -> int32 { 1 }\n",
		"main.frac": "def @f(%p: Point) -> int32 { @norm(%p) + @gone() + %q }\ndef @g() -> int32 { @gone() + @norm(Point(1, 2)) + %q }\ndef @h() -> int32 { @gone() + @gone() + @gone() }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := workspace.Open(workspace.Options{Root: dir})
	w := repair.Workspace{Finder: &reference.Finder{Snapshot: s}, Outlines: &reference.Outlines{}}
	var found []string
	for _, f := range w.JoinUndefined(errorsOf(t, s, filepath.Join(dir, "main.frac"))) {
		found = append(found, f.Source.Text()[f.Span.Start:f.Span.End]+" "+strings.Join(f.Notes, " "))
	}
	want := []string{"Point \"lib.frac\" declares `Point`: write `import \"lib.frac\"` above the definitions.", "@gone ", "%q ", "%q "}
	if strings.Join(found, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q, want %q", found, want)
	}
}
