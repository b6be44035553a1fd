package workspace_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/workspace"
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
	}
}
