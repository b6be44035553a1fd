// Package golden holds archives of programs against what is made of each: the tests
// give what they make, and archives, a failing comparison and the flag -update are
// here. It knows nothing of the language, so that the parser's tests can use it.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// A Made is what is made of a program; in its archive it is the file `name.ending`.
type Made struct{ Ending, Text string }

// Archives goes through archives whose files are `name.frac` (or `name.fracrule`, or
// `name.model` for the model of a test) and what is made of each; update writes the latter anew. It gives the number of programs.
func Archives(t *testing.T, pattern string, update bool, make func(t *testing.T, name, text string) []Made) (programs int) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { programs += archive(t, path, update, make) })
	}
	return programs
}

func archive(t *testing.T, path string, update bool, make func(t *testing.T, name, text string) []Made) (programs int) {
	kept, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]string{}
	for _, f := range kept.Files {
		wants[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range kept.Files {
		base, ok := strings.CutSuffix(strings.TrimSuffix(f.Name, "rule"), ".frac")
		if !ok {
			base, ok = strings.CutSuffix(f.Name, ".model")
		}
		if !ok {
			continue
		}
		programs++
		files = append(files, f)
		for _, m := range make(t, base, string(f.Data)) {
			name := base + "." + m.Ending
			if m.Text != wants[name] && !update {
				t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", name, f.Data, m.Text, wants[name])
			}
			files = append(files, txtar.File{Name: name, Data: []byte(m.Text)})
		}
	}
	if update {
		kept.Files = files
		if err := os.WriteFile(path, txtar.Format(kept), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return programs
}
