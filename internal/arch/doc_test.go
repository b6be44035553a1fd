package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var fileName = regexp.MustCompile(`\b[a-z_0-9]+\.go\b`)

// TestPackageDocs holds that the files which a package's documentation sends its
// readers to are there.
func TestPackageDocs(t *testing.T) {
	docs := 0
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Name() != "doc.go" {
			return err
		}
		docs++
		text, err := os.ReadFile(path)
		for _, name := range fileName.FindAllString(string(text), -1) {
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
