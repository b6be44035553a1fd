package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOutputsAreCurrent(t *testing.T) {
	const root = "../.."
	for _, o := range outputs {
		t.Run(filepath.Base(o.path), func(t *testing.T) {
			want, err := o.make(root)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(root, o.path))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(got), string(want)); diff != "" {
				t.Errorf("%s is out of date; run `make generate` (-file +made):\n%s", o.path, diff)
			}
		})
	}
}
