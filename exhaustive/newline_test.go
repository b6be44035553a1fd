package exhaustive_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestLineEnds holds fixes to the way in which the file ends its lines.
func TestLineEnds(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(archive.Files[0].Data)
		want, n := fixAll(text)
		got, m := fixAll(strings.ReplaceAll(text, "\n", "\r\n"))
		if n != m || got.file.Text() != strings.ReplaceAll(want.file.Text(), "\n", "\r\n") {
			t.Errorf("%s: %d fixes give %q", name, m, got.file.Text())
		}
		if p := check(strings.ReplaceAll(text, "\n", "\r\n")); len(p.found) > 0 {
			moved, _ := p.Fix(1)
			if strings.Count(moved, "\n") != strings.Count(moved, "\r\n") {
				t.Errorf("%s: the second fix gives %q", name, moved)
			}
		}
	}
}
