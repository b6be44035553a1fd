package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fileName = regexp.MustCompile(`\b[a-z_0-9]+\.go\b`)

// TestPackageDocs holds that the files which a package's documentation sends its
// readers to are there.
func TestPackageDocs(t *testing.T) {
	docs := 0
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		doc, _, documented := strings.Cut(string(text), "\npackage ")
		if !documented {
			return err
		}
		docs++
		for _, name := range fileName.FindAllString(doc, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), name)); err != nil {
				t.Errorf("%s names %s, which is not there", path, name)
			}
		}
		return err
	})
	if err != nil || docs == 0 {
		t.Fatalf("%d package docs, %v", docs, err)
	}
}
