package workspace

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// TestReadInPlace scans programs, rules and documents of many sizes on several threads: what
// is known of a text, and what is kept of it, is not changed by those that are read to its
// place.
func TestReadInPlace(t *testing.T) {
	root := t.TempDir()
	texts, paths := map[string]string{}, []string(nil)
	for i := range 200 {
		name := fmt.Sprintf("f%d%s", i, []string{".frac", ".md", ".fracrule"}[i%3])
		program := fmt.Sprintf("import \"to%d.frac\"\n%s@x()\n", i, strings.Repeat("# blah\n", i*i%5000))
		if i%3 == 1 {
			program = "```frac\n" + program + "```\n"
		}
		path := filepath.Join(root, name)
		if err := os.WriteFile(path, []byte(program), 0o666); err != nil {
			t.Fatal(err)
		}
		texts[path], paths = program, append(paths, path)
	}
	const budget = 500 << 10
	scans, err := Open(Options{Root: root, Jobs: 4}).ScanAll(context.Background(), paths, budget)
	if err != nil || len(scans) != len(paths) {
		t.Fatal(err, len(scans))
	}
	kept := 0
	for i, scan := range scans {
		text, imports := texts[paths[i]], 0
		if scan.Size != len(text) || scan.Sum != sha256.Sum256([]byte(text)) || scan.Fault != "" {
			t.Errorf("%s: %d bytes, %q", scan.Name, scan.Size, scan.Fault)
		}
		for _, to := range scan.Imports {
			if imports++; to.Written != fmt.Sprintf("to%d.frac", i) {
				t.Errorf("%s imports %q", scan.Name, to.Written)
			}
		}
		if (imports == 0) != sourcefile.IsRules(scan.Path) {
			t.Errorf("%s has %d imports", scan.Name, imports)
		}
		if source := scan.Source(scan.Path); source != nil {
			if kept += len(source.Text()); source.Text() != text {
				t.Errorf("the text of %s is kept as another", scan.Name)
			}
		}
	}
	if kept == 0 || kept > budget {
		t.Errorf("%d bytes are kept", kept)
	}
}
