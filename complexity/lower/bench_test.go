package lower_test

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkOf bounds all definitions of the programs with which bounds from above are tested, each
// in a session of its own.
func BenchmarkOf(b *testing.B) {
	paths, err := filepath.Glob("../testdata/exam/*.frac")
	if err != nil || len(paths) == 0 {
		b.Fatalf("no programs: %v", err)
	}
	var all []*subject
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range subjects(b, string(text)) {
			all = append(all, s)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range all {
			s.bounds()
		}
	}
}
