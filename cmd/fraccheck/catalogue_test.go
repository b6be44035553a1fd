package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCatalogue shows what every kind of mistake is answered with. The programs
// of testdata/catalogue are named for the code or the matter that they show;
// beside each stands what the command prints on it, to be read by whoever
// changes a message.
func TestCatalogue(t *testing.T) {
	dir, err := filepath.Abs("testdata/catalogue")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range catalogue(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			env := &environment{stdout: &bytes.Buffer{}, stderr: os.Stderr, dir: dir}
			env.run([]string{"check", "--format=text", name})
			golden := path + ".golden"
			if *update {
				if err := os.WriteFile(golden, env.stdout.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), env.stdout.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// catalogue lists the programs of the catalogue.
func catalogue(t *testing.T) (paths []string) {
	for _, pattern := range []string{"*.frac", "*.relay"} {
		found, err := filepath.Glob(filepath.Join("testdata/catalogue", pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("no program in the catalogue: %v", err)
		}
		paths = append(paths, found...)
	}
	return paths
}
